package pass

// This file unrolls loops that run a known number of times.

import (
	"slices"

	"gpucourse/gpusim/internal/ir"
)

// A loop is unrolled when it runs at most maxTrips times and its copies
// together stay below maxUnrolled instructions. nvcc's own limits are not
// published; these unroll what its documentation and course kernels unroll.
const (
	maxTrips    = 256
	maxUnrolled = 4096
)

// unroll replaces loops of constant trip count by their iterations, innermost
// first, and folds after each round: that may make the trip count of a loop
// around or behind them constant, and the indexes of local arrays.
func unroll(k *ir.Kernel) {
	changed := false
	for unrollInnermost(k) {
		changed = true
		fold(k)
		dce(k)
		if k.LocalBytes > 0 {
			promote(k)
			fold(k)
			dce(k)
		}
	}
	if changed {
		compact(k) // most of the copies' registers are gone again
	}
}

// unrollInnermost unrolls what it can of the loops that have none inside.
func unrollInnermost(k *ir.Kernel) bool {
	changed := false
	for _, h := range innermost(k) {
		dom := k.Dominators()
		loops := k.Loops(dom)
		i := slices.IndexFunc(loops, func(l *ir.Loop) bool { return k.Blocks[l.Header] == h })
		if i < 0 {
			continue
		}
		if c, ok := count(k, loops[i], dom); ok {
			u := &unroller{k: k, loop: loops[i], counted: c}
			u.run()
			changed = true
		}
	}
	return changed
}

// innermost returns the headers of the loops that have none inside.
func innermost(k *ir.Kernel) []*ir.Block {
	loops := k.Loops(k.Dominators())
	outer := map[*ir.Loop]bool{}
	for _, l := range loops {
		outer[l.Parent] = true
	}
	var headers []*ir.Block
	for _, l := range loops {
		if !outer[l] {
			headers = append(headers, k.Blocks[l.Header])
		}
	}
	return headers
}

// counted is what is known about a loop with a constant trip count.
type counted struct {
	exiting ir.BlockID // the block whose branch decides
	trips   int        // how often that branch stays in the loop
	stay    int        // which of its targets does
}

// count finds a branch out of the loop that is decided by constants, by
// running its arithmetic. It must be on the way of every iteration.
func count(k *ir.Kernel, l *ir.Loop, dom *ir.DomTree) (counted, bool) {
	if len(l.Latches) != 1 {
		return counted{}, false
	}
	for _, id := range l.Blocks {
		t := k.Blocks[id].Term()
		if t.Op != ir.CBra || !dom.Dominates(id, l.Latches[0]) || l.Has(t.Targets[0]) == l.Has(t.Targets[1]) {
			continue
		}
		c := counted{exiting: id}
		if l.Has(t.Targets[1]) {
			c.stay = 1
		}
		limit := min(maxTrips, maxUnrolled/size(k, l))
		if c.trips = trips(k, l, t, c.stay, limit); c.trips <= limit {
			return c, true
		}
	}
	return counted{}, false
}

// size returns the number of instructions in the loop.
func size(k *ir.Kernel, l *ir.Loop) int {
	n := 0
	for _, b := range l.Blocks {
		n += len(k.Blocks[b].Instrs)
	}
	return n
}

// trips returns how often the branch t stays in the loop, or limit+1 when that
// is more than limit or not known.
func trips(k *ir.Kernel, l *ir.Loop, t *ir.Instr, stay, limit int) int {
	header, latch := k.Blocks[l.Header], l.Latches[0]
	r := &runner{def: definitions(k), phis: map[ir.Reg]uint64{}, next: map[ir.Reg]uint64{}, known: map[ir.Reg]value{}}
	for _, in := range header.Phis() {
		if init, ok := entering(in, latch); ok {
			r.phis[in.Dst[0]] = init
		}
	}
	for n := 0; n <= limit; n++ {
		clear(r.known)
		v, ok := r.eval(t.Src[0])
		if !ok {
			break
		}
		if (v == 0) != (stay == 1) {
			return n
		}
		r.step(header, latch)
	}
	return limit + 1
}

// entering returns the constant that the header's phi has in the first
// iteration, whichever way control comes.
func entering(phi *ir.Instr, latch ir.BlockID) (uint64, bool) {
	var init uint64
	found := false
	for i, op := range phi.Src {
		switch {
		case phi.Preds[i] == latch:
		case op.IsReg || found && op.Imm != init:
			return 0, false
		default:
			init, found = op.Imm, true
		}
	}
	return init, found
}

// runner evaluates the arithmetic that hangs on the constants of a loop's phis.
type runner struct {
	def   []*ir.Instr
	phis  map[ir.Reg]uint64 // the header's phis in this iteration, where known
	next  map[ir.Reg]uint64 // and in the next
	known map[ir.Reg]value  // computed in this iteration; what is not known too
}

func (r *runner) eval(o ir.Operand) (uint64, bool) {
	if !o.IsReg {
		return o.Imm, true
	}
	if v, ok := r.phis[o.Reg]; ok {
		return v, true
	}
	if v, ok := r.known[o.Reg]; ok {
		return v.op.Imm, v.known
	}
	v, ok := r.compute(r.def[o.Reg])
	r.known[o.Reg] = value{ir.I(v), ok}
	return v, ok
}

func (r *runner) compute(in *ir.Instr) (uint64, bool) {
	f := in.Op.Facts()
	if in.Op == ir.Phi || len(in.Dst) != 1 || len(in.Src) == 0 || f.Memory || f.Effect {
		return 0, false
	}
	args := make([]uint64, len(in.Src), 4)
	for i, o := range in.Src {
		v, ok := r.eval(o)
		if !ok {
			return 0, false
		}
		args[i] = v
	}
	return ir.Eval(in, args)
}

// step gives the phis their values of the next iteration.
func (r *runner) step(header *ir.Block, latch ir.BlockID) {
	clear(r.next)
	for _, in := range header.Phis() {
		if v, ok := r.eval(in.Src[slices.Index(in.Preds, latch)]); ok {
			r.next[in.Dst[0]] = v
		}
	}
	r.phis, r.next = r.next, r.phis
}
