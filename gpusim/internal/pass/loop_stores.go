package pass

// This file keeps an element that a loop stores in a register between iterations.

import (
	"slices"

	"gpucourse/gpusim/internal/ir"
)

// storePromotion keeps an element in a register throughout a loop and stores it once
// after the loop, if no other access of the loop may read the element. If only the
// value before the loop is known, it removes the loop's loads. LLVM calls this scalar
// promotion (LICM).
func storePromotion(k *ir.Kernel) { promoteElements(k, true) }

// loopStoreForwarding replaces the loads of an element that the loop also stores by the
// stored value, and loads the element once before the loop. The stores stay, because
// other slices may overlap the same memory.
//
// nvcc promotes stores before it unrolls a loop and forwards them afterwards, so the
// unrolled loop and the remainder loop each load the element once
// (store_sum of gpusim/validation/h200/cases/unseen_kernels.cu).
func loopStoreForwarding(k *ir.Kernel) { promoteElements(k, false) }

func promoteElements(k *ir.Kernel, beforeUnroll bool) {
	for {
		c := findElement(k, beforeUnroll)
		if c == nil {
			return
		}
		c.run()
	}
}

// elementPromoter keeps one element of one loop in a register.
type elementPromoter struct {
	hoister
	before *ir.Block // leads into the loop
	elem   *ir.Instr // a store of the element, which identifies it
	init   value     // the element before the loop, if known
	sinks  bool      // its stores move behind the loop

	loads, stores []*ir.Instr
	shared        bool // other accesses of the loop may read the element
	sure          bool // the first iteration always loads it
	always        bool // every iteration stores it
}

func findElement(k *ir.Kernel, beforeUnroll bool) *elementPromoter {
	g := graphOf(k)
	for _, l := range slices.Backward(k.Loops(g.dom)) {
		before := g.entrance(k, l)
		if before == nil {
			continue
		}
		h := hoister{k: k, loop: l, graph: g}
		h.look()
		seen := map[place]bool{} // that the loop cannot keep
		for _, id := range l.Blocks {
			for _, in := range k.Blocks[id].Instrs {
				if !wholeStore(k, in) || seen[placeOf(in)] {
					continue
				}
				c := &elementPromoter{hoister: h, before: before, elem: in}
				if c.look() && c.wanted(beforeUnroll) {
					return c
				}
				seen[placeOf(in)] = true
			}
		}
	}
	return nil
}

// place is what elementPromoter.same compares.
type place struct {
	typ   ir.Type
	space ir.Space
	root  ir.VarID
	off   int64
	addr  ir.Operand
}

func placeOf(in *ir.Instr) place { return place{in.Type, in.Space, in.Root, in.Off, in.Src[0]} }

// wholeStore reports whether in stores one value that a load would return unchanged.
func wholeStore(k *ir.Kernel, in *ir.Instr) bool {
	return in.Op == ir.St && !in.Volatile && in.Vec == 1 && in.Type.Reg() == in.Type && in.Space != ir.Local &&
		(!in.Src[1].IsReg || ir.SameClass(k.Regs[in.Src[1].Reg].Type, in.Type))
}

// wanted decides whether and how the element is kept in a register.
func (c *elementPromoter) wanted(beforeUnroll bool) bool {
	if !beforeUnroll {
		return len(c.loads) > 0 && c.sure
	}
	c.sinks = !c.shared && c.always && c.exit() != nil
	c.init = c.known()
	return c.sinks || len(c.loads) > 0 && c.init.known
}

// look finds the loads and stores of the element. It reports false if anything else
// may change the element.
func (c *elementPromoter) look() bool {
	if a := c.elem.Src[0]; a.IsReg && c.local[a.Reg] {
		return false
	}
	for _, id := range c.loop.Blocks {
		for _, in := range c.k.Blocks[id].Instrs {
			if !c.access(in, c.first[id]) {
				return false
			}
		}
	}
	return true
}

// access classifies one instruction. first: every iteration executes it.
func (c *elementPromoter) access(in *ir.Instr, first bool) bool {
	switch {
	case c.same(in) && in.Op == ir.Ld:
		c.loads = append(c.loads, in)
		c.sure = c.sure || first
		return in.Guard == ir.NoReg
	case c.same(in) && wholeStore(c.k, in):
		c.stores = append(c.stores, in)
		c.always = c.always || first && in.Guard == ir.NoReg
		return true
	case c.changes(in):
		return false
	}
	c.shared = c.shared || in.Op == ir.Ld && mayOverlap(c.k, in, c.elem)
	return true
}

// same reports whether in accesses the element and nothing else.
func (c *elementPromoter) same(in *ir.Instr) bool {
	return (in.Op == ir.Ld || in.Op == ir.St) && !in.Volatile && !in.ReadOnly && in.Vec == 1 && placeOf(in) == placeOf(c.elem)
}

// changes reports whether in may change the element or lets other threads change it.
func (c *elementPromoter) changes(in *ir.Instr) bool {
	f := in.Op.Facts()
	switch {
	case f.Term || !f.Effect && !in.Volatile:
		return false
	case in.Op == ir.St && !in.Volatile:
		return mayOverlap(c.k, in, c.elem)
	}
	return !f.Memory || oneMemory(in.Space, c.elem.Space)
}

// exit returns the one block from which the loop is left, or nil.
func (c *elementPromoter) exit() *ir.Block {
	var from *ir.Block
	for _, id := range c.loop.Blocks {
		for _, s := range c.k.Blocks[id].Succs() {
			if c.loop.Has(s) {
				continue
			}
			if from != nil {
				return nil
			}
			from = c.k.Blocks[id]
		}
	}
	return from
}

// known finds the element's value before the loop, as far back as the path is unique.
func (c *elementPromoter) known() value {
	preds := c.k.Preds()
	for b := c.before; ; b = c.k.Blocks[preds[b.ID][0]] {
		for _, in := range slices.Backward(b.Instrs) {
			switch {
			case c.same(in) && in.Guard == ir.NoReg && in.Op == ir.Ld:
				return value{ir.R(in.Dst[0]), true}
			case c.same(in) && in.Guard == ir.NoReg && wholeStore(c.k, in):
				return value{in.Src[1], true}
			case c.changes(in):
				return value{}
			}
		}
		if len(preds[b.ID]) != 1 {
			return value{}
		}
	}
}

func (c *elementPromoter) run() {
	old := len(c.k.Blocks)
	if len(c.before.Succs()) > 1 {
		c.before = c.preheader(c.before)
	}
	var behind, last *ir.Block
	if c.sinks {
		last = c.exit()
		to := c.k.Blocks[last.Succs()[slices.IndexFunc(last.Succs(), func(s ir.BlockID) bool { return !c.loop.Has(s) })]]
		behind = splitEdge(c.k, last, to, "behind")
		renamePred(to, last.ID, behind.ID)
	}
	if !c.init.known {
		c.init.op = c.load()
	}
	v := ir.NewVariable(c.k, c.k.Preds(), ir.RegInfo{Type: c.elem.Type})
	v.Define(c.before.ID, c.init.op)
	chosen := c.define(v)
	for _, id := range c.loop.Blocks {
		c.rewrite(c.k.Blocks[id], v, chosen)
	}
	if c.sinks {
		st := *c.elem
		st.Src, st.Guard, st.GuardNot = []ir.Operand{c.elem.Src[0], v.AtEnd(last.ID)}, ir.NoReg, false
		behind.Instrs = slices.Insert(behind.Instrs, 0, &st)
	}
	v.Place()
	placeNew(c.k, old)
}

// load puts a load of the element before the loop.
func (c *elementPromoter) load() ir.Operand {
	r := c.k.NewReg(c.elem.Type, "")
	in := *c.elem
	in.Op, in.Dst, in.Src, in.Guard, in.GuardNot = ir.Ld, []ir.Reg{r}, slices.Clone(c.elem.Src[:1]), ir.NoReg, false
	if len(c.loads) > 0 {
		in.Pos = c.loads[0].Pos
	}
	c.before.Instrs = slices.Insert(c.before.Instrs, len(c.before.Instrs)-1, &in)
	return ir.R(r)
}

// define records the element's value at the end of each block that stores it. A
// predicated store needs a register that selects the new or the old value by lane.
func (c *elementPromoter) define(v *ir.Variable) map[*ir.Instr]ir.Reg {
	chosen := map[*ir.Instr]ir.Reg{}
	for _, id := range c.loop.Blocks {
		for _, in := range c.k.Blocks[id].Instrs {
			if !slices.Contains(c.stores, in) {
				continue
			}
			value := in.Src[1]
			if in.Guard != ir.NoReg {
				chosen[in] = c.k.NewReg(c.elem.Type, "")
				value = ir.R(chosen[in])
			}
			v.Define(id, value)
		}
	}
	return chosen
}

// rewrite replaces the loads of b by the current value, and removes its stores if
// they move behind the loop.
func (c *elementPromoter) rewrite(b *ir.Block, v *ir.Variable, chosen map[*ir.Instr]ir.Reg) {
	var now value
	current := func() ir.Operand {
		if !now.known {
			now = value{v.AtStart(b.ID), true}
		}
		return now.op
	}
	var out []*ir.Instr
	for _, in := range b.Instrs {
		switch {
		case slices.Contains(c.loads, in):
			become(in, current())
		case slices.Contains(c.stores, in):
			if r := chosen[in]; r != ir.NoReg {
				out = append(out, choiceOf(in, r, current()))
				now = value{ir.R(r), true}
			} else {
				now = value{in.Src[1], true}
			}
			if c.sinks {
				continue
			}
		}
		out = append(out, in)
	}
	b.Instrs = out
}

// choiceOf selects the stored or the old value after a guarded store.
func choiceOf(in *ir.Instr, r ir.Reg, old ir.Operand) *ir.Instr {
	x, y := in.Src[1], old
	if in.GuardNot {
		x, y = y, x
	}
	return &ir.Instr{Op: ir.Selp, Type: in.Type, Dst: []ir.Reg{r}, Src: []ir.Operand{x, y, ir.R(in.Guard)}, Pos: in.Pos}
}
