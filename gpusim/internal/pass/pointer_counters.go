package pass

// This file gives each pointer of a loop a counter of its own.

import (
	"slices"

	"gpucourse/gpusim/internal/ir"
)

// pointerCounters makes the addresses of an innermost loop pointers to which each iteration adds the step, one for
// each pair of a pointer and an index. LLVM's LoopStrengthReduce prefers them to a shared index, because PTX has no
// address with an index: pointers that share an index need a register each in any case, and the index one more.
// It runs when other passes have read the indexes.
func pointerCounters(k *ir.Kernel) {
	inside := innermost(k)
	g := graphOf(k)
	for _, l := range k.Loops(g.dom) {
		if !slices.Contains(inside, k.Blocks[l.Header]) {
			continue
		}
		r := newLoopReducer(k, l, g)
		if r.before == nil || len(l.Latches) != 1 {
			continue
		}
		r.look()
		r.findSteps()
		r.countPointers()
	}
	fold(k)
	dce(k)
}

// countPointers gives a counter to each address of the loop whose index grows by an invariant step. Addresses of one
// pointer that are an unknown distance apart would need a counter each: they keep their index, as with nvcc.
func (r *loopReducer) countPointers() {
	all := r.addresses()
	first, strided := map[ir.Operand]*recurrence{}, map[ir.Operand]bool{}
	for _, w := range all {
		if first[w.at.pointer] == nil {
			first[w.at.pointer] = w
		}
		if !w.distance(first[w.at.pointer]).isConstant() {
			strided[w.at.pointer] = true
		}
	}
	type place struct {
		pointer  ir.Operand
		size     int64
		distance int64 // from the first address of the pointer, in elements
	}
	counted := map[place]*recurrence{}
	for _, w := range all {
		if strided[w.at.pointer] {
			continue
		}
		at := place{w.at.pointer, w.at.size, w.distance(first[w.at.pointer]).constant}
		if same := counted[at]; same != nil {
			become(w.in, ir.R(same.phi))
			continue
		}
		r.addRecurrence(w)
		counted[at] = w
	}
}

// addresses lists the addresses of the loop that an invariant step separates from those of the next iteration.
func (r *loopReducer) addresses() (list []*recurrence) {
	for _, id := range r.loop.Blocks {
		for _, in := range r.k.Blocks[id].Instrs {
			at, ok := addressOf(in, r.polys.def)
			if !ok || at.pointer.IsReg && r.local[at.pointer.Reg] || !r.local[at.index.Reg] {
				continue
			}
			x := r.polys.of(at.index)
			if step, ok := r.step(x); ok && fits(step, at.size) {
				list = append(list, &recurrence{in: in, block: id, at: at, index: x, step: step})
			}
		}
	}
	return list
}

// distance returns the index of w − the index of o.
func (w *recurrence) distance(o *recurrence) polynomial { return w.index.plus(o.index, -1) }
