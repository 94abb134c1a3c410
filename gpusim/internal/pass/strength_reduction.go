package pass

// This file replaces address arithmetic by additions to an earlier address.

import (
	"math"
	"slices"

	"gpucourse/gpusim/internal/ir"
)

// strengthReduction makes addresses recurrences of their loop: each iteration adds the
// step to the last iteration's address, so that the loop no longer computes the index.
// In straight-line code, an address that differs from an earlier one by one addition
// is computed from that one. LLVM does both for nvcc (LoopStrengthReduce,
// StraightLineStrengthReduce). Only innermost loops are reduced: a recurrence of an
// outer loop would occupy registers throughout the inner loops.
func strengthReduction(k *ir.Kernel) {
	inside, kept := innermost(k), map[*ir.Instr]bool{}
	g := graphOf(k)
	for _, l := range k.Loops(g.dom) {
		if slices.Contains(inside, k.Blocks[l.Header]) {
			reduceLoop(k, l, g, kept)
		}
	}
	polys := newPolynomials(k)
	for _, b := range k.Blocks {
		reduceStraightLine(b, polys, kept)
	}
	fold(k)
	dce(k)
}

// addressExpr is an address: pointer + size·index.
type addressExpr struct {
	pointer ir.Operand
	index   ir.Operand
	size    int64
}

// addressOf returns the address that in computes, in the form before or after the pass address.
func addressOf(in *ir.Instr, def []*ir.Instr) (addressExpr, bool) {
	switch {
	case in.Op == ir.MadWide && in.Type == ir.S64 && !in.Src[1].IsReg:
		return addressExpr{in.Src[2], in.Src[0], int64(int32(in.Src[1].Imm))}, in.Src[0].IsReg
	case in.Op != ir.Add || in.Type.Bytes() != ir.U64.Bytes() || in.Type.Float():
		return addressExpr{}, false
	}
	for i, o := range in.Src {
		if p, ok := scaled(o, def); ok {
			p.pointer = in.Src[1-i]
			return p, true
		}
	}
	return addressExpr{}, false
}

// scaled matches a widened index times a size.
func scaled(o ir.Operand, def []*ir.Instr) (addressExpr, bool) {
	if !o.IsReg || int(o.Reg) >= len(def) || def[o.Reg] == nil {
		return addressExpr{}, false
	}
	p, in := addressExpr{size: 1}, def[o.Reg]
	if in.Op == ir.Mul && in.Type == ir.S64 && !in.Src[1].IsReg && in.Src[0].IsReg {
		p.size, in = int64(in.Src[1].Imm), def[in.Src[0].Reg]
	}
	if in == nil || in.Op != ir.Cvt || in.Type != ir.S64 || in.From != ir.S32 || !in.Src[0].IsReg {
		return addressExpr{}, false
	}
	p.index = in.Src[0]
	return p, p.size == int64(int32(p.size))
}

// loopReducer reduces the addresses of one loop.
type loopReducer struct {
	hoister
	polys  *polynomials
	before *ir.Block
	latch  ir.BlockID
	steps  map[ir.Reg]polynomial // by phi of the header: its growth per iteration
	wanted []*recurrence
	kept   map[*ir.Instr]bool // addresses of elements that two iterations access
}

// recurrence is an address that grows by step in each iteration.
type recurrence struct {
	in    *ir.Instr
	block ir.BlockID
	at    addressExpr
	index polynomial
	step  polynomial
	basis *recurrence // the address that this one is computed from; nil if it gets a phi of its own
	phi   ir.Reg      // the address, if it gets one
}

func newLoopReducer(k *ir.Kernel, l *ir.Loop, g *graph) *loopReducer {
	r := &loopReducer{hoister: hoister{k: k, loop: l, graph: g}, polys: newPolynomials(k), before: g.entrance(k, l), steps: map[ir.Reg]polynomial{}}
	if len(l.Latches) == 1 {
		r.latch = l.Latches[0]
	}
	return r
}

func reduceLoop(k *ir.Kernel, l *ir.Loop, g *graph, kept map[*ir.Instr]bool) {
	r := newLoopReducer(k, l, g)
	r.kept = kept
	if r.before == nil || len(l.Latches) != 1 {
		return
	}
	r.look()
	r.findSteps()
	if len(r.steps) == 0 {
		return
	}
	r.find()
	for _, w := range r.wanted {
		if w.basis == nil {
			r.addRecurrence(w)
			continue
		}
		w.rewriteFromBasis()
	}
}

// findSteps finds the integer phis that grow by a loop-invariant step.
func (r *loopReducer) findSteps() {
	for _, phi := range r.k.Blocks[r.loop.Header].Phis() {
		if phi.Type != ir.S32 {
			continue
		}
		next := phi.Src[slices.Index(phi.Preds, r.latch)]
		step := r.polys.of(next).plus(single(phi.Dst[0]), -1)
		if next.IsReg && step.one() && r.invariant(step) {
			r.steps[phi.Dst[0]] = step
		}
	}
}

func (r *loopReducer) invariant(x polynomial) bool {
	for _, p := range x.terms {
		if p.regs[0] != ir.NoReg && r.local[p.regs[0]] || r.local[p.regs[1]] {
			return false
		}
	}
	return true
}

// find lists the addresses to reduce: those that every iteration computes from an
// index that the iteration computes too. Where several pointers share an index, one
// recurrence per pointer would save nothing. Elements that two iterations access keep their
// indexes, by which the passes after this one recognise them.
func (r *loopReducer) find() {
	all, def := r.addresses(), r.polys.def
	all = slices.DeleteFunc(all, func(w *recurrence) bool { return !r.graph.dom.Dominates(w.block, r.latch) })
	for _, w := range all {
		if slices.ContainsFunc(all, w.meets) {
			r.kept[w.in] = true
		} else if def[w.at.index.Reg].Op != ir.Phi {
			w.basis = basis(r.wanted, w)
			r.wanted = append(r.wanted, w)
		}
	}
	all = r.wanted
	r.wanted = slices.DeleteFunc(slices.Clone(all), func(w *recurrence) bool { return w.basis == nil && shared(all, w) })
}

// meets reports whether another iteration of the loop accesses with o the element of w.
func (w *recurrence) meets(o *recurrence) bool {
	d := w.distance(o)
	if o.at.pointer != w.at.pointer || o.at.size != w.at.size || d.zero() {
		return false
	}
	n := d.constant
	if len(d.terms) > 0 {
		n = d.terms[0].factor
	}
	unit := w.step.constant
	if len(w.step.terms) > 0 {
		unit = w.step.terms[0].factor
	}
	return n%unit == 0 && d.plus(w.step, -n/unit).zero()
}

// basis returns the last of the earlier addresses of w's block that differ from w by
// one addition. It prefers a constant difference.
func basis(earlier []*recurrence, w *recurrence) *recurrence {
	var best *recurrence
	for _, o := range slices.Backward(earlier) {
		if o.block != w.block || o.at.pointer != w.at.pointer || o.at.size != w.at.size {
			continue
		}
		d := w.distance(o)
		if !d.one() || !fits(d, w.at.size) {
			continue
		}
		if d.isConstant() {
			return o
		}
		if best == nil {
			best = o
		}
	}
	return best
}

// rewriteFromBasis makes w's instruction add the difference to its basis.
func (w *recurrence) rewriteFromBasis() {
	d := w.in.Dst
	*w.in = *raise(ir.R(w.basis.in.Dst[0]), w.distance(w.basis), w.at.size, w.in.Pos)
	w.in.Dst = d
}

// reduceStraightLine computes addresses of a block from earlier ones of the block. Those that are kept
// get a constant added at most. polys stays true: an address is no 32-bit index.
func reduceStraightLine(b *ir.Block, polys *polynomials, kept map[*ir.Instr]bool) {
	var earlier []*recurrence
	for _, in := range b.Instrs {
		at, ok := addressOf(in, polys.def)
		if !ok {
			continue
		}
		w := &recurrence{in: in, block: b.ID, at: at, index: polys.of(at.index)}
		w.basis = basis(earlier, w)
		if w.basis != nil && !(kept[in] && !w.distance(w.basis).isConstant()) {
			w.rewriteFromBasis()
		}
		earlier = append(earlier, w)
	}
}

// shared reports whether several pointers are used with the index of w.
func shared(all []*recurrence, w *recurrence) bool {
	return w.step.isConstant() && slices.ContainsFunc(all, func(o *recurrence) bool {
		return o.at.pointer != w.at.pointer && o.at.index == w.at.index
	})
}

// step returns the growth of x per iteration, if one instruction can add it.
func (r *loopReducer) step(x polynomial) (polynomial, bool) {
	var step polynomial
	for _, p := range x.terms {
		a, b := p.regs[0], p.regs[1]
		switch da, db := r.steps[a], r.steps[b]; {
		case r.grows(b) && a == ir.NoReg:
			step = step.plus(db, p.factor)
		case r.grows(a) && !r.local[b] && da.isConstant():
			step = step.plus(single(b), p.factor*da.constant)
		case r.grows(b) && !r.local[a] && db.isConstant():
			step = step.plus(single(a), p.factor*db.constant)
		case a != ir.NoReg && r.local[a] || r.local[b]:
			return polynomial{}, false
		}
	}
	return step, step.one() && (step.constant != 0 || len(step.terms) > 0)
}

func (r *loopReducer) grows(x ir.Reg) bool {
	_, ok := r.steps[x]
	return ok && x != ir.NoReg
}

// fits reports whether one instruction adds size times x.
func fits(x polynomial, size int64) bool {
	n := x.constant
	if len(x.terms) > 0 {
		n = x.terms[0].factor
	}
	return n >= math.MinInt32 && n <= math.MaxInt32 && n*size == int64(int32(n*size))
}

// addRecurrence makes the address of w a phi of the loop header.
func (r *loopReducer) addRecurrence(w *recurrence) {
	header := r.k.Blocks[r.loop.Header]
	pos := len(r.before.Instrs) - 1
	list := &cloner{k: r.k, local: r.local, def: r.polys.def, before: r.before.ID, to: map[ir.Reg]ir.Operand{}}
	first := list.clone(w.in)
	r.before.Instrs = slices.Insert(r.before.Instrs, pos, list.out...)
	phi := r.k.NewReg(ir.U64, "")
	w.phi = phi
	latch := r.k.Blocks[r.latch]
	add := r.addition(w, phi)
	latch.Instrs = slices.Insert(latch.Instrs, len(latch.Instrs)-1, add)
	in := &ir.Instr{Op: ir.Phi, Type: ir.U64, Dst: []ir.Reg{phi}, Pos: w.in.Pos}
	for _, p := range r.graph.preds[header.ID] {
		o := first
		if p == r.latch {
			o = ir.R(add.Dst[0])
		}
		in.Preds, in.Src = append(in.Preds, p), append(in.Src, o)
	}
	header.Instrs = slices.Insert(header.Instrs, 0, in)
	become(w.in, ir.R(phi))
}

// addition returns the instruction that adds the step of w.
func (r *loopReducer) addition(w *recurrence, from ir.Reg) *ir.Instr {
	in := raise(ir.R(from), w.step, w.at.size, w.in.Pos)
	in.Dst = []ir.Reg{r.k.NewReg(ir.U64, "")}
	return in
}

// raise adds size·x to an address, where x is one term or a constant.
func raise(from ir.Operand, x polynomial, size int64, pos ir.PosID) *ir.Instr {
	if x.isConstant() {
		return &ir.Instr{Op: ir.Add, Type: ir.U64, Src: []ir.Operand{from, ir.I(uint64(x.constant * size))}, Pos: pos}
	}
	p := x.terms[0]
	return &ir.Instr{Op: ir.MadWide, Type: ir.S64, Src: []ir.Operand{ir.R(p.regs[1]), ir.I(uint64(p.factor*size) & ir.U32.Mask()), from}, Pos: pos}
}

// cloner computes a value of the first iteration before the loop.
type cloner struct {
	k      *ir.Kernel
	local  []bool      // by register: the loop defines it
	def    []*ir.Instr // by register
	before ir.BlockID  // leads into the loop
	to     map[ir.Reg]ir.Operand
	out    []*ir.Instr
}

// clone copies in and the instructions of the loop that in depends on, and returns the result.
func (c *cloner) clone(in *ir.Instr) ir.Operand {
	d := in.Dst[0]
	if o, ok := c.to[d]; ok {
		return o
	}
	if in.Op == ir.Phi {
		c.to[d] = in.Src[slices.Index(in.Preds, c.before)]
		return c.to[d]
	}
	cp := *in
	cp.Src = slices.Clone(in.Src)
	for i, o := range in.Src {
		if o.IsReg && int(o.Reg) < len(c.local) && c.local[o.Reg] {
			cp.Src[i] = c.clone(c.def[o.Reg])
		}
	}
	cp.Dst = []ir.Reg{c.k.NewReg(c.k.Regs[d].Type, "")}
	c.to[d] = ir.R(cp.Dst[0])
	c.out = append(c.out, &cp)
	return c.to[d]
}
