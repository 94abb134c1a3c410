package pass

// This file replaces address arithmetic by additions to an address at hand.

import (
	"math"
	"slices"

	"gpucourse/gpusim/internal/ir"
)

// strength carries the addresses of a loop from one iteration to the next, raised
// by what the index grows, so that the index is not computed in it any more. Of
// several addresses in a block that differ by one addition it computes the later ones
// from the earlier. LLVM does both for nvcc (LoopStrengthReduce,
// StraightLineStrengthReduce). Loops around others carry none: their addresses
// would take registers throughout the inner ones.
func strength(k *ir.Kernel) {
	inside := innermost(k)
	for _, l := range k.Loops(k.Dominators()) {
		if slices.Contains(inside, k.Blocks[l.Header]) {
			reduceLoop(k, l)
		}
	}
	for _, b := range k.Blocks {
		followOn(k, b)
	}
	fold(k)
	dce(k)
}

// place is an address: pointer + size·index.
type place struct {
	pointer ir.Operand
	index   ir.Operand
	size    int64
}

// placeOf returns the address that in computes, before the pass address or behind it.
func placeOf(in *ir.Instr, def []*ir.Instr) (place, bool) {
	switch {
	case in.Op == ir.MadWide && in.Type == ir.S64 && !in.Src[1].IsReg:
		return place{in.Src[2], in.Src[0], int64(int32(in.Src[1].Imm))}, in.Src[0].IsReg
	case in.Op != ir.Add || in.Type.Bytes() != ir.U64.Bytes() || in.Type.Float():
		return place{}, false
	}
	for i, o := range in.Src {
		if p, ok := scaled(o, def); ok {
			p.pointer = in.Src[1-i]
			return p, true
		}
	}
	return place{}, false
}

// scaled takes apart a widened index times a size.
func scaled(o ir.Operand, def []*ir.Instr) (place, bool) {
	if !o.IsReg || int(o.Reg) >= len(def) || def[o.Reg] == nil {
		return place{}, false
	}
	p, in := place{size: 1}, def[o.Reg]
	if in.Op == ir.Mul && in.Type == ir.S64 && !in.Src[1].IsReg && in.Src[0].IsReg {
		p.size, in = int64(in.Src[1].Imm), def[in.Src[0].Reg]
	}
	if in == nil || in.Op != ir.Cvt || in.Type != ir.S64 || in.From != ir.S32 || !in.Src[0].IsReg {
		return place{}, false
	}
	p.index = in.Src[0]
	return p, p.size == int64(int32(p.size))
}

// raiser works on one loop.
type raiser struct {
	hoister
	sums   *summer
	before *ir.Block
	latch  ir.BlockID
	steps  map[ir.Reg]sum // by phi of the header: by how much it grows
	wanted []*recurrence
}

// recurrence is an address that a loop is to carry.
type recurrence struct {
	in    *ir.Instr
	block ir.BlockID
	at    place
	sum   sum // of the index
	step  sum
	basis *recurrence // the one it is computed from, if it is not carried itself
}

func reduceLoop(k *ir.Kernel, l *ir.Loop) {
	r := &raiser{hoister: hoister{k: k, loop: l}, sums: newSummer(k), before: entrance(k, l), steps: map[ir.Reg]sum{}}
	if r.before == nil || len(l.Latches) != 1 {
		return
	}
	r.latch = l.Latches[0]
	r.look()
	r.findSteps()
	if len(r.steps) == 0 {
		return
	}
	r.find()
	for _, w := range r.wanted {
		if w.basis == nil {
			r.carry(w)
			continue
		}
		w.follow()
	}
}

// findSteps finds the integers that grow by the same in each iteration.
func (r *raiser) findSteps() {
	for _, phi := range r.k.Blocks[r.loop.Header].Phis() {
		if phi.Type != ir.S32 {
			continue
		}
		next := phi.Src[slices.Index(phi.Preds, r.latch)]
		step := r.sums.of(next).plus(single(phi.Dst[0]), -1)
		if next.IsReg && step.one() && r.invariant(step) {
			r.steps[phi.Dst[0]] = step
		}
	}
}

func (r *raiser) invariant(x sum) bool {
	for _, p := range x.products {
		if p.regs[0] != ir.NoReg && r.local[p.regs[0]] || r.local[p.regs[1]] {
			return false
		}
	}
	return true
}

// find lists the addresses that every iteration computes from an index that it
// computes too. Where several pointers share the index, it is as good.
func (r *raiser) find() {
	def, dom := r.sums.def, r.k.Dominators()
	for _, id := range r.loop.Blocks {
		if !dom.Dominates(id, r.latch) {
			continue
		}
		for _, in := range r.k.Blocks[id].Instrs {
			at, ok := placeOf(in, def)
			if !ok || at.pointer.IsReg && r.local[at.pointer.Reg] || !r.local[at.index.Reg] || def[at.index.Reg].Op == ir.Phi {
				continue
			}
			x := r.sums.of(at.index)
			if step, ok := r.step(x); ok && fits(step, at.size) {
				w := &recurrence{in: in, block: id, at: at, sum: x, step: step}
				w.basis = basis(r.wanted, w)
				r.wanted = append(r.wanted, w)
			}
		}
	}
	all := r.wanted
	r.wanted = slices.DeleteFunc(slices.Clone(all), func(w *recurrence) bool { return w.basis == nil && shared(all, w) })
}

// basis returns the last of the earlier addresses of a block from which one addition
// leads to w, rather one of a constant.
func basis(earlier []*recurrence, w *recurrence) *recurrence {
	var best *recurrence
	for _, o := range slices.Backward(earlier) {
		d := w.sum.plus(o.sum, -1)
		if o.block != w.block || o.at.pointer != w.at.pointer || o.at.size != w.at.size || !d.one() || !fits(d, w.at.size) {
			continue
		}
		if len(d.products) == 0 {
			return o
		}
		if best == nil {
			best = o
		}
	}
	return best
}

// follow computes the address of w from its basis.
func (w *recurrence) follow() {
	d := w.in.Dst
	*w.in = *raise(ir.R(w.basis.in.Dst[0]), w.sum.plus(w.basis.sum, -1), w.at.size, w.in.Pos)
	w.in.Dst = d
}

// followOn computes the addresses of a block from earlier ones where it can.
func followOn(k *ir.Kernel, b *ir.Block) {
	sums := newSummer(k)
	var earlier []*recurrence
	for _, in := range b.Instrs {
		at, ok := placeOf(in, sums.def)
		if !ok {
			continue
		}
		w := &recurrence{in: in, block: b.ID, at: at, sum: sums.of(at.index)}
		if w.basis = basis(earlier, w); w.basis != nil {
			w.follow()
		}
		earlier = append(earlier, w)
	}
}

// shared reports whether several pointers are used with the index of w.
func shared(all []*recurrence, w *recurrence) bool {
	return len(w.step.products) == 0 && slices.ContainsFunc(all, func(o *recurrence) bool {
		return o.at.pointer != w.at.pointer && o.at.index == w.at.index
	})
}

// step returns by how much x grows in an iteration.
func (r *raiser) step(x sum) (sum, bool) {
	var step sum
	for _, p := range x.products {
		a, b := p.regs[0], p.regs[1]
		switch da, db := r.steps[a], r.steps[b]; {
		case r.grows(b) && a == ir.NoReg:
			step = step.plus(db, p.factor)
		case r.grows(a) && !r.local[b] && len(da.products) == 0:
			step = step.plus(single(b), p.factor*da.constant)
		case r.grows(b) && !r.local[a] && len(db.products) == 0:
			step = step.plus(single(a), p.factor*db.constant)
		case a != ir.NoReg && r.local[a] || r.local[b]:
			return sum{}, false
		}
	}
	return step, step.one() && (step.constant != 0 || len(step.products) > 0)
}

func (r *raiser) grows(x ir.Reg) bool {
	_, ok := r.steps[x]
	return ok && x != ir.NoReg
}

// fits reports whether one instruction adds size times x.
func fits(x sum, size int64) bool {
	n := x.constant
	if len(x.products) > 0 {
		n = x.products[0].factor
	}
	return n >= math.MinInt32 && n <= math.MaxInt32 && n*size == int64(int32(n*size))
}

// carry makes a phi of the address of w.
func (r *raiser) carry(w *recurrence) {
	header := r.k.Blocks[r.loop.Header]
	pos := len(r.before.Instrs) - 1
	list := &cloner{raiser: r, to: map[ir.Reg]ir.Operand{}}
	first := list.clone(w.in)
	r.before.Instrs = slices.Insert(r.before.Instrs, pos, list.out...)
	phi := r.k.NewReg(ir.U64, "")
	latch := r.k.Blocks[r.latch]
	add := r.addition(w, phi)
	latch.Instrs = slices.Insert(latch.Instrs, len(latch.Instrs)-1, add)
	in := &ir.Instr{Op: ir.Phi, Type: ir.U64, Dst: []ir.Reg{phi}, Pos: w.in.Pos}
	for _, p := range r.k.Preds()[header.ID] {
		o := first
		if p == r.latch {
			o = ir.R(add.Dst[0])
		}
		in.Preds, in.Src = append(in.Preds, p), append(in.Src, o)
	}
	header.Instrs = slices.Insert(header.Instrs, 0, in)
	become(w.in, ir.R(phi))
}

// addition returns what raises the address of w for the next iteration.
func (r *raiser) addition(w *recurrence, from ir.Reg) *ir.Instr {
	in := raise(ir.R(from), w.step, w.at.size, w.in.Pos)
	in.Dst = []ir.Reg{r.k.NewReg(ir.U64, "")}
	return in
}

// raise adds size·x to an address, if x is one product or a constant.
func raise(from ir.Operand, x sum, size int64, pos ir.PosID) *ir.Instr {
	if len(x.products) == 0 {
		return &ir.Instr{Op: ir.Add, Type: ir.U64, Src: []ir.Operand{from, ir.I(uint64(x.constant * size))}, Pos: pos}
	}
	p := x.products[0]
	return &ir.Instr{Op: ir.MadWide, Type: ir.S64, Src: []ir.Operand{ir.R(p.regs[1]), ir.I(uint64(p.factor*size) & ir.U32.Mask()), from}, Pos: pos}
}

// cloner computes before the loop what its first iteration does.
type cloner struct {
	*raiser
	to  map[ir.Reg]ir.Operand
	out []*ir.Instr
}

// clone copies in and what it needs of the loop, and returns its result.
func (c *cloner) clone(in *ir.Instr) ir.Operand {
	d := in.Dst[0]
	if o, ok := c.to[d]; ok {
		return o
	}
	if in.Op == ir.Phi {
		c.to[d] = in.Src[slices.Index(in.Preds, c.before.ID)]
		return c.to[d]
	}
	cp := *in
	cp.Src = slices.Clone(in.Src)
	for i, o := range in.Src {
		if o.IsReg && int(o.Reg) < len(c.local) && c.local[o.Reg] {
			cp.Src[i] = c.clone(c.sums.def[o.Reg])
		}
	}
	cp.Dst = []ir.Reg{c.k.NewReg(c.k.Regs[d].Type, "")}
	c.to[d] = ir.R(cp.Dst[0])
	c.out = append(c.out, &cp)
	return c.to[d]
}
