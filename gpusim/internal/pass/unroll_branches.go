package pass

// This file unrolls loops with branches whose trip count is known only at run time.

import (
	"math/bits"
	"slices"

	"gpucourse/gpusim/internal/ir"
)

// unrollBranches unrolls loops that runtimeUnroll leaves alone although NVVM knows their trip count:
// loops with branches inside, loops that hold a long unrolled loop, and loops that run until a counter
// equals a bound. The loop itself remains, for the iterations that are left over. The loops test at
// their top (rotate comes later).
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

	straight bool // the iterations that are left over need no loop
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

// run puts a copy of the loop before it, which runs while enough iterations are left, and unrolls the
// copy.
func (u *branchUnroller) run() {
	k, old := u.k, len(u.k.Blocks)
	h := k.Blocks[u.loop.Header]
	u.hoistBound()
	main := u.copied()
	top := main.block[h.ID]
	jumpTo(u.before.Term(), h.ID, top.ID)
	for i, phi := range h.Phis() {
		at := slices.Index(phi.Preds, u.before.ID)
		phi.Src[at], phi.Preds[at] = ir.R(top.Phis()[i].Dst[0]), top.ID
	}
	u.limit(top, main)
	h.Unroll = 1
	placeNew(k, old)
	if u.straight {
		u.unroll(h, counted{trips: u.factor - 1, atMost: true})
	}
	u.unroll(top, counted{factor: u.factor, again: true})
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

// limit lets the copy run while as many iterations are left as it executes at a time.
func (u *branchUnroller) limit(top *ir.Block, main iteration) {
	test := *main.find(u.test)
	r := u.k.NewReg(ir.Pred, "")
	if u.test.Mod == ir.NE {
		test.Mod, test.Src = ir.NE, []ir.Operand{test.Src[0], u.end()}
	} else {
		l := &runtimeLoop{k: u.k, test: u.test, bound: u.test.Src[1], by: uint64(max(u.by, -u.by)), down: u.by < 0}
		p := &runtimeUnroller{runtimeLoop: l}
		test.Mod, test.Src = p.strictly(), []ir.Operand{test.Src[0], p.limit(u.before, u.factor)}
	}
	test.Dst = []ir.Reg{r}
	top.Instrs = slices.Insert(top.Instrs, len(top.Instrs)-1, &test)
	top.Term().Src[0] = ir.R(r)
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
	l := &runtimeLoop{k: u.k, test: u.test}
	t, from, to := u.test.Type, u.start, u.test.Src[1]
	op := ir.Add
	if u.by < 0 {
		from, to, op = to, from, ir.Sub
	}
	n := l.emit(u.before, ir.Sub, ir.NoMod, t, to, from)
	n = l.emit(u.before, ir.And, ir.NoMod, t, n, ir.I(-(uint64(u.factor)*uint64(max(u.by, -u.by)))&t.Mask()))
	return l.emit(u.before, op, ir.NoMod, t, u.start, n)
}
