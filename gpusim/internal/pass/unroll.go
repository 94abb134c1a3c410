package pass

// This file unrolls loops that run a known number of times.

import (
	"slices"

	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/nvcc"
)

// unroll replaces loops of constant trip count by their iterations, innermost
// first, and folds after each round: that may make the trip count of a loop
// around or behind them constant, and the indexes of local arrays. A loop
// around others comes first when their trip counts are constant in each of its
// iterations, though not the same.
func unroll(k *ir.Kernel) { unrollAll(k, bothHalves) }

// unrollInFront does NVVM's part alone.
func unrollInFront(k *ir.Kernel) { unrollAll(k, frontHalf) }

// half says which part of nvcc decides.
type half uint8

const (
	frontHalf half = iota
	backHalf
	bothHalves // NVVM, and at once what ptxas would unroll fully because its tests become constant
)

// unrollCounted unrolls such loops as ptxas does: those of PTX, and what unroll leaves.
func unrollCounted(k *ir.Kernel) { unrollAll(k, backHalf) }

func unrollAll(k *ir.Kernel, by half) {
	singleLatch(k)
	changed := false
	for unrollInnermost(k, by) || unrollAround(k, by) {
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
func unrollInnermost(k *ir.Kernel, by half) bool {
	changed := false
	v := viewOf(k, by)
	for _, h := range innermost(k) {
		i := slices.IndexFunc(v.loops, func(l *ir.Loop) bool { return k.Blocks[l.Header] == h })
		if i < 0 {
			continue
		}
		if c, ok := v.count(v.loops[i]); ok {
			newUnroller(k, v.loops[i], c).run()
			changed, v = true, viewOf(k, by)
		}
	}
	return changed
}

// loopView is the loops of a kernel, until it changes.
type loopView struct {
	k     *ir.Kernel
	dom   *ir.DomTree
	loops []*ir.Loop
	defs  *ir.Defs
	half  half
}

func viewOf(k *ir.Kernel, by half) *loopView {
	dom := k.Dominators()
	return &loopView{k: k, dom: dom, loops: k.Loops(dom), defs: k.DefUse(), half: by}
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
	factor  int        // iterations that one pass through the unrolled loop executes; 0 for all
	again   bool       // ptxas may unroll again what is unrolled in part
	atMost  bool       // trips is a bound: the branch may leave the loop earlier
}

// unknown is counted.stay of a loop whose trip count is not known.
const unknown = -1

// count finds a branch out of the loop that is decided by constants, by
// running its arithmetic. It must be on the way of every iteration.
func (v *loopView) count(l *ir.Loop) (counted, bool) {
	facts := v.facts(l)
	if !profile.Unrollable(facts) {
		return counted{}, false
	}
	limit := profile.MostTrips(facts)
	for _, id := range l.Blocks {
		stay, ok := v.decides(l, id)
		if !ok {
			continue
		}
		c := counted{exiting: id, stay: stay}
		if c.trips = v.trips(l, v.k.Blocks[id].Term(), c.stay, limit); c.trips > limit {
			continue
		}
		iterations := c.trips
		if id == l.Latches[0] {
			iterations++
		}
		c.again = facts.Asked == 0 && v.half != backHalf
		c.factor, ok = profile.UnrollCounted(facts, iterations)
		return c, ok
	}
	return counted{}, false
}

// facts returns what nvcc considers of a loop with a constant trip count.
func (v *loopView) facts(l *ir.Loop) nvcc.Loop {
	facts := nvcc.Loop{Asked: v.k.Blocks[l.Header].Unroll, Size: size(v.k, l)}
	facts.Tests, facts.Both = v.testsCounter(l), v.half == bothHalves
	facts.Inner = slices.ContainsFunc(v.loops, func(i *ir.Loop) bool { return i.Parent == l })
	if facts.Again = v.half == backHalf; facts.Again {
		for _, id := range l.Blocks {
			body := bodyFacts(v.k.Blocks[id])
			facts.Machine, facts.Loads, facts.Branches = facts.Machine+body.Machine, facts.Loads+len(body.Loads), len(l.Blocks) > 1
		}
	} else {
		facts.Work, facts.Local = loopWork(v.k, l, v.defs)
	}
	if facts.Asked != 0 {
		facts.Kernel = instrs(v.k)
	}
	return facts
}

// testsCounter reports whether the loop compares a phi of its header with a constant, apart from the
// test that ends it.
func (v *loopView) testsCounter(l *ir.Loop) bool {
	phis := v.k.Blocks[l.Header].Phis()
	for _, id := range l.Blocks {
		leaves := slices.ContainsFunc(v.k.Blocks[id].Succs(), func(s ir.BlockID) bool { return !l.Has(s) })
		for _, in := range v.k.Blocks[id].Instrs {
			phi := slices.ContainsFunc(phis, func(p *ir.Instr) bool { return in.Op == ir.Setp && in.Src[0] == ir.R(p.Dst[0]) })
			if phi && !in.Src[1].IsReg && !(leaves && slices.Contains(v.k.Blocks[id].Term().Src, ir.R(in.Dst[0]))) {
				return true
			}
		}
	}
	return false
}

// decides reports whether every iteration of the loop comes to block id and may
// leave there, and which of its targets stays in the loop.
func (v *loopView) decides(l *ir.Loop, id ir.BlockID) (stay int, ok bool) {
	t := v.k.Blocks[id].Term()
	if len(l.Latches) != 1 || t.Op != ir.CBra || !v.dom.Dominates(id, l.Latches[0]) || l.Has(t.Targets[0]) == l.Has(t.Targets[1]) {
		return 0, false
	}
	if l.Has(t.Targets[1]) {
		stay = 1
	}
	return stay, true
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
func (v *loopView) trips(l *ir.Loop, t *ir.Instr, stay, limit int) int {
	r := newRunner(v.defs.Def, nil)
	r.enter(v.k.Blocks[l.Header], l.Latches[0])
	return r.trips(v.k, l, t, stay, limit)
}

// trips is the function of that name, of a loop that has been entered.
func (r *runner) trips(k *ir.Kernel, l *ir.Loop, t *ir.Instr, stay, limit int) int {
	for n := 0; n <= limit; n++ {
		clear(r.known)
		v, ok := r.eval(t.Src[0])
		if !ok {
			break
		}
		if (v == 0) != (stay == 1) {
			return n
		}
		r.step(k.Blocks[l.Header], l.Latches[0])
	}
	return limit + 1
}

// unrollAround unrolls a loop around loops of which it settles the trip counts, or one for
// which the source asks for it.
func unrollAround(k *ir.Kernel, by half) bool {
	v := viewOf(k, by)
	for _, l := range slices.Backward(v.loops) {
		inner := slices.DeleteFunc(slices.Clone(v.loops), func(i *ir.Loop) bool { return i.Parent != l })
		if len(inner) == 0 {
			continue
		}
		if c, ok := v.count(l); ok && (k.Blocks[l.Header].Unroll != 0 || v.settles(l, c, inner)) {
			newUnroller(k, l, c).run()
			return true
		}
	}
	return false
}

// settles reports whether each iteration of l knows how often the loops in it
// run, and all of them together are not too many.
func (v *loopView) settles(l *ir.Loop, c counted, inner []*ir.Loop) bool {
	r := newRunner(v.defs.Def, nil)
	r.enter(v.k.Blocks[l.Header], l.Latches[0])
	copies := 0
	for range c.trips {
		for _, i := range inner {
			n, ok := r.inner(v, i)
			if copies += n * size(v.k, i); !ok || !profile.NestFits(copies) {
				return false
			}
		}
		clear(r.known)
		r.step(v.k.Blocks[l.Header], l.Latches[0])
	}
	return true
}

// inner returns how often a loop runs in the iteration that r has come to of the
// loop around it.
func (r *runner) inner(v *loopView, l *ir.Loop) (int, bool) {
	k := v.k
	for _, id := range l.Blocks {
		stay, ok := v.decides(l, id)
		if !ok {
			continue
		}
		in := newRunner(r.def, r.phis)
		in.enter(k.Blocks[l.Header], l.Latches[0])
		limit := profile.MostTrips(v.facts(l))
		if n := in.trips(k, l, k.Blocks[id].Term(), stay, limit); n <= limit {
			return n, true
		}
	}
	return 0, false
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
	def    []*ir.Instr
	around map[ir.Reg]uint64 // the phis of the loop around it, where known
	phis   map[ir.Reg]uint64 // the header's phis in this iteration, where known
	next   map[ir.Reg]uint64 // and in the next
	known  map[ir.Reg]value  // computed in this iteration; what is not known too
}

func newRunner(def []*ir.Instr, around map[ir.Reg]uint64) *runner {
	return &runner{def: def, around: around, phis: map[ir.Reg]uint64{}, next: map[ir.Reg]uint64{}, known: map[ir.Reg]value{}}
}

// enter gives the phis their values of the first iteration, where those are the
// same whichever way control comes.
func (r *runner) enter(header *ir.Block, latch ir.BlockID) {
	for _, phi := range header.Phis() {
		first, known, same := uint64(0), false, true
		for i, op := range phi.Src {
			if phi.Preds[i] != latch {
				v, ok := r.eval(op)
				same = same && ok && (!known || v == first)
				first, known = v, true
			}
		}
		if same {
			r.next[phi.Dst[0]] = first
		}
	}
	r.phis, r.next = r.next, r.phis
}

func (r *runner) eval(o ir.Operand) (uint64, bool) {
	if !o.IsReg {
		return o.Imm, true
	}
	if v, ok := r.phis[o.Reg]; ok {
		return v, true
	}
	if v, ok := r.around[o.Reg]; ok {
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
	return ir.Fold(in, args)
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
