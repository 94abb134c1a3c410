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

// countPointers gives a counter to each address of the loop whose index grows by an invariant step.
func (r *loopReducer) countPointers() {
	var counted []*recurrence
	for _, w := range r.addresses() {
		if same := slices.IndexFunc(counted, w.equals); same >= 0 {
			become(w.in, ir.R(counted[same].phi))
			continue
		}
		r.addRecurrence(w)
		counted = append(counted, w)
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

// equals reports whether w and o are the same address in every iteration.
func (w *recurrence) equals(o *recurrence) bool {
	return w.at.pointer == o.at.pointer && w.at.size == o.at.size && w.index.plus(o.index, -1).zero()
}
