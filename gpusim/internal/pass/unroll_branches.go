package pass

// This file unrolls loops with branches whose trip count is known only at run time.

import (
	"math/bits"
	"slices"

	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/nvcc"
)

// unrollBranches unrolls loops that runtimeUnroll leaves alone although NVVM knows their trip count:
// loops with branches inside, loops that hold a long unrolled loop, and loops that run until a counter
// equals a bound. A copy stands before the loop: one of the two is unrolled, and the other executes the
// iterations that are left over. The loops test at their top (rotate comes later).
func unrollBranches(k *ir.Kernel) {
	singleLatch(k)
	for {
		u := findBranches(k)
		if u == nil {
			return
		}
		u.run()
	}
}

// branchUnroller unrolls one loop.
type branchUnroller struct {
	k      *ir.Kernel
	loop   *ir.Loop
	before *ir.Block // leads into the loop
	test   *ir.Instr // the header's comparison of iv with the bound
	iv     *ir.Instr // the counter's phi
	start  ir.Operand
	by     int64
	stay   int // which target of the header's branch stays in the loop
	factor int
	inside *workCounter

	first    bool // the iterations that are left over come first
	straight bool // they need no loop
}

func findBranches(k *ir.Kernel) *branchUnroller {
	v := viewOf(k, frontHalf)
	g := &graph{v.dom, k.Preds()}
	for _, l := range v.loops {
		u := &branchUnroller{k: k, loop: l, before: g.entrance(k, l)}
		if u.before == nil || k.Blocks[l.Header].Unroll != 0 || !u.counts(v) || !u.leftToThisPass() || u.spoilt() {
			continue
		}
		facts := v.facts(l)
		if facts.Inner {
			continue
		}
		if u.factor = profile.RuntimeFactor(facts.Work); u.factor > 1 {
			u.first = nvcc.TakesRemainderFirst(startsAtConst(k.Blocks[l.Header], u.before))
			u.straight = profile.UnrollsRemainder(u.factor, facts.Size, l.Parent != nil)
			return u
		}
	}
	return nil
}

// counts finds the counter and its bound, and reports whether there are any: the header, which alone
// leaves the loop, compares them.
func (u *branchUnroller) counts(v *loopView) bool {
	l, k := u.loop, u.k
	h := k.Blocks[l.Header]
	t := h.Term()
	if len(l.Latches) != 1 || l.Latches[0] == l.Header || t.Op != ir.CBra || !t.Src[0].IsReg || l.Has(t.Targets[0]) == l.Has(t.Targets[1]) {
		return false
	}
	if l.Has(t.Targets[1]) {
		u.stay = 1
	}
	u.test = v.defs.Def[t.Src[0].Reg]
	if u.stay != 0 || u.test == nil || u.test.Op != ir.Setp || u.test.Type.Float() || !slices.Contains(h.Instrs, u.test) || !u.test.Src[0].IsReg {
		return false
	}
	for _, id := range l.Blocks {
		if id != l.Header && slices.ContainsFunc(k.Blocks[id].Succs(), func(s ir.BlockID) bool { return !l.Has(s) }) {
			return false
		}
	}
	w := insideOf(k, l, v.defs)
	u.inside = w
	u.iv = v.defs.Def[u.test.Src[0].Reg]
	if u.iv == nil || u.iv.Op != ir.Phi || !slices.Contains(h.Phis(), u.iv) || !w.invariant(u.test.Src[1]) {
		return false
	}
	needed := map[ir.Reg]bool{}
	w.need(u.test.Src[1], needed)
	for r := range needed {
		if !slices.Contains(h.Instrs, v.defs.Def[r]) {
			return false
		}
	}
	return u.grows(v)
}

// grows finds what an iteration adds to the counter, and reports whether NVVM knows the trip count.
func (u *branchUnroller) grows(v *loopView) bool {
	latch := slices.Index(u.iv.Preds, u.loop.Latches[0])
	next, first := u.iv.Src[latch], u.iv.Src[1-latch]
	if len(u.iv.Src) != 2 || !next.IsReg {
		return false
	}
	raise := v.defs.Def[next.Reg]
	if raise == nil || raise.Op != ir.Add || raise.Src[0] != ir.R(u.iv.Dst[0]) || raise.Src[1].IsReg || raise.Guard != ir.NoReg {
		return false
	}
	t := u.test.Type
	u.start, u.by = first, int64(t.Reg().Extend(raise.Src[1].Imm))
	down, limit := u.by < 0, int64(maxStep)
	if u.by == 0 || max(u.by, -u.by) > limit {
		return false
	}
	switch u.test.Mod {
	case ir.LT, ir.LE:
		return !down && (t.Signed() || u.by == 1 && u.test.Mod == ir.LT)
	case ir.GT, ir.GE:
		return down && t.Signed()
	case ir.NE:
		return u.by == 1 || u.by == -1 || t == ir.U64 && u.by > 0 && bits.OnesCount64(uint64(u.by)) == 1
	}
	return false
}

// leftToThisPass reports whether runtimeUnroll does not unroll the loop.
func (u *branchUnroller) leftToThisPass() bool {
	if len(u.loop.Blocks) > 2 || u.test.Mod == ir.NE && (u.start.IsReg || u.test.Src[1].IsReg) {
		return true
	}
	body := u.k.Blocks[u.loop.Latches[0]]
	return !profile.UnrollsBody(bodyFacts(body))
}

// spoilt reports whether the loop has an effect that NVVM does not copy, or loads and stores one
// element: loop-store-forwarding keeps that in a register while the loop is whole.
func (u *branchUnroller) spoilt() bool {
	loaded := map[place]bool{}
	for _, id := range u.loop.Blocks {
		for _, in := range u.k.Blocks[id].Instrs {
			if in.Op == ir.Ld && u.inside.invariant(in.Src[0]) {
				loaded[placeOf(in)] = true
			}
		}
	}
	for _, id := range u.loop.Blocks {
		if slices.ContainsFunc(u.k.Blocks[id].Instrs, func(in *ir.Instr) bool { return in.Op == ir.St && loaded[placeOf(in)] }) {
			return true
		}
	}
	return slices.ContainsFunc(u.loop.Blocks, func(id ir.BlockID) bool { return bodyFacts(u.k.Blocks[id]).Other })
}

// run puts a copy of the loop before it. The copy runs while enough iterations are left, and is
// unrolled; or it runs those that are left over, and the loop is unrolled.
func (u *branchUnroller) run() {
	k, old := u.k, len(u.k.Blocks)
	h := k.Blocks[u.loop.Header]
	u.hoistBound()
	it := u.copied()
	top := it.block[h.ID]
	jumpTo(u.before.Term(), h.ID, top.ID)
	for i, phi := range h.Phis() {
		at := slices.Index(phi.Preds, u.before.ID)
		phi.Src[at], phi.Preds[at] = ir.R(top.Phis()[i].Dst[0]), top.ID
	}
	u.limit(top, it)
	main, rest := top, h
	if u.first {
		main, rest = h, top
	}
	rest.Unroll = 1
	placeNew(k, old)
	if u.straight {
		u.unroll(rest, counted{trips: u.factor - 1, atMost: true})
	}
	u.unroll(main, counted{factor: u.factor, again: true})
}

// unroll makes copies of the loop with a header.
func (u *branchUnroller) unroll(header *ir.Block, c counted) {
	loops := u.k.Loops(u.k.Dominators())
	i := slices.IndexFunc(loops, func(l *ir.Loop) bool { return u.k.Blocks[l.Header] == header })
	c.exiting, c.stay = header.ID, u.stay
	newUnroller(u.k, loops[i], c).run()
}

// hoistBound moves what the header computes of the bound before the loop.
func (u *branchUnroller) hoistBound() {
	h, needed := u.k.Blocks[u.loop.Header], map[ir.Reg]bool{}
	u.inside.need(u.test.Src[1], needed)
	var moved []*ir.Instr
	h.Instrs = slices.DeleteFunc(h.Instrs, func(in *ir.Instr) bool {
		if len(in.Dst) != 1 || !needed[in.Dst[0]] {
			return false
		}
		moved = append(moved, in)
		return true
	})
	b := u.before
	b.Instrs = slices.Insert(b.Instrs, len(b.Instrs)-1, moved...)
}

// need adds the registers of the loop on which an operand depends.
func (w *workCounter) need(o ir.Operand, regs map[ir.Reg]bool) {
	if w.defined(o) {
		return
	}
	regs[o.Reg] = true
	for _, s := range w.defs.Def[o.Reg].Src {
		w.need(s, regs)
	}
}

// jumpTo replaces one target of a branch.
func jumpTo(t *ir.Instr, from, to ir.BlockID) {
	for i, id := range t.Targets {
		if id == from {
			t.Targets[i] = to
		}
	}
}

// copied returns a copy of the loop, which leads to the loop itself.
func (u *branchUnroller) copied() iteration {
	k := u.k
	defs := &loopDefs{index: make([]int32, len(k.Regs))}
	for _, id := range u.loop.Blocks {
		defs.add(k.Blocks[id])
	}
	it := defs.iteration()
	for _, r := range defs.regs {
		it.set(r, ir.R(k.NewReg(k.Regs[r].Type, k.Regs[r].Name)))
	}
	for _, id := range u.loop.Blocks {
		c := &ir.Block{ID: ir.BlockID(len(k.Blocks)), Label: k.Blocks[id].Label}
		k.Blocks, it.block[id] = append(k.Blocks, c), c
	}
	for _, id := range u.loop.Blocks {
		for _, in := range k.Blocks[id].Instrs {
			it.block[id].Instrs = it.clone(k, it.block[id].Instrs, in)
		}
	}
	top := it.block[u.loop.Header].Term()
	jumpTo(top, top.Targets[1-u.stay], u.loop.Header)
	return it
}

// limit lets the copy run while its part of the iterations lasts.
func (u *branchUnroller) limit(top *ir.Block, copied iteration) {
	test, r, c := *copied.find(u.test), u.k.NewReg(ir.Pred, ""), u.counter()
	var limit ir.Operand
	switch {
	case u.first:
		test.Mod, limit = ir.NE, u.stop()
	case u.test.Mod == ir.NE:
		limit = u.end()
	default:
		test.Mod, limit = c.strictly(), c.limit(u.before, u.factor)
	}
	test.Src, test.Dst = []ir.Operand{test.Src[0], limit}, []ir.Reg{r}
	top.Instrs = slices.Insert(top.Instrs, len(top.Instrs)-1, &test)
	top.Term().Src[0] = ir.R(r)
}

// counter returns the counter for what counts iterations of loops of one block. A test precedes the
// first iteration.
func (u *branchUnroller) counter() *runtimeUnroller {
	l := &runtimeLoop{k: u.k, test: u.test, bound: u.test.Src[1], by: uint64(max(u.by, -u.by)), down: u.by < 0}
	return &runtimeUnroller{runtimeLoop: l, guarded: true, enter: u.before}
}

// find returns the copy of an instruction of the header.
func (it iteration) find(in *ir.Instr) *ir.Instr {
	for _, b := range it.block {
		for _, c := range b.Instrs {
			if len(c.Dst) == 1 && it.of(in.Dst[0]) == ir.R(c.Dst[0]) {
				return c
			}
		}
	}
	panic("BUG: an instruction has no copy")
}

// end computes where the counter of a loop that runs until it equals its bound stops for the last
// time before too few iterations are left.
func (u *branchUnroller) end() ir.Operand {
	c, t := u.counter(), u.test.Type
	return c.after(u.start, c.emit(u.before, ir.And, ir.NoMod, t, u.distance(), ir.I(-u.stride()&t.Mask())))
}

// stop computes where the counter stops behind the iterations that are left over. A loop that its first
// test ends has none.
func (u *branchUnroller) stop() ir.Operand {
	c, t := u.counter(), u.test.Type
	if u.test.Mod == ir.NE {
		return c.after(u.start, c.emit(u.before, ir.And, ir.NoMod, t, u.distance(), ir.I(u.stride()-1)))
	}
	left := c.leftOver(u.start, u.factor)
	any := c.emit(u.before, ir.Setp, u.test.Mod, t, u.start, c.bound)
	return c.after(u.start, c.emit(u.before, ir.Selp, ir.NoMod, t, left, ir.I(0), any))
}

// stride returns how far the counter goes in the unrolled iterations: a power of two where the loop
// runs until the counter equals its bound.
func (u *branchUnroller) stride() uint64 { return uint64(u.factor) * uint64(max(u.by, -u.by)) }

// distance computes how far the counter goes in a loop that runs until it equals its bound.
func (u *branchUnroller) distance() ir.Operand {
	from, to := u.start, u.test.Src[1]
	if u.by < 0 {
		from, to = to, from
	}
	return u.counter().emit(u.before, ir.Sub, ir.NoMod, u.test.Type, to, from)
}
