package simt

// This file compares registers, computes with predicates and selects by them. A
// predicate is a mask of lanes.

import (
	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/trace"
)

// cmpKey names a comparison of register values.
type cmpKey struct {
	mod ir.Mod
	typ ir.Type
}

var comparisons = buildComparisons()

func buildComparisons() map[cmpKey]exec {
	t := map[cmpKey]exec{}
	compareOps[uint32](t, ir.U32, unsignedRange)
	compareOps[int32](t, ir.S32, signedRange)
	compareOps[uint64](t, ir.U64, unsignedRange)
	compareOps[int64](t, ir.S64, signedRange)
	compareOps[float32](t, ir.F32, nil)
	compareOps[float64](t, ir.F64, nil)
	t[cmpKey{ir.EQ, ir.Pred}] = predOp(func(a, b trace.Mask) trace.Mask { return ^(a ^ b) })
	t[cmpKey{ir.NE, ir.Pred}] = predOp(func(a, b trace.Mask) trace.Mask { return a ^ b })
	return t
}

// compareOps adds the six comparisons of T. Greater is less with exchanged operands.
// Less-or-equal has a loop of its own, because for NaN a<=b is not !(b<a).
func compareOps[T number](t map[cmpKey]exec, typ ir.Type, read valueRange) {
	less := comparison[T]{less: true, lanes: lessLanes[T], bounds: read}
	lessEqual := comparison[T]{less: true, equal: true, lanes: lessEqualLanes[T], bounds: read}
	t[cmpKey{ir.LT, typ}] = less.exec(false)
	t[cmpKey{ir.LE, typ}] = lessEqual.exec(false)
	t[cmpKey{ir.GT, typ}] = less.exec(true)
	t[cmpKey{ir.GE, typ}] = lessEqual.exec(true)
	t[cmpKey{ir.EQ, typ}] = comparison[T]{equal: true, lanes: equalLanes[T], bounds: read}.exec(false)
	t[cmpKey{ir.NE, typ}] = comparison[T]{less: true, greater: true, lanes: unequalLanes[T], bounds: read}.exec(false)
}

// comparison holds for a and b when a < b and less, a = b and equal, or a > b
// and greater.
type comparison[T number] struct {
	less, equal, greater bool
	lanes                func(a, b *lanes[T]) trace.Mask
	bounds               valueRange // nil: floats, which are never affine
}

// exec compares a with b, or b with a.
func (c comparison[T]) exec(swapped bool) exec {
	return func(w *warp, in *inst) {
		a, b := &w.regs[in.a], &w.regs[in.b]
		if swapped {
			a, b = b, a
		}
		if c.bounds != nil && a.kind|b.kind < vector {
			if m, ok := c.affine(w, a, b); ok {
				w.setPred(in, m)
				return
			}
		}
		w.setPred(in, c.lanes(lanesOf[T](w.expand(a)), lanesOf[T](w.expand(b))))
	}
}

// affine compares two affine forms when the answer is the same for all lanes.
func (c comparison[T]) affine(w *warp, a, b *register) (m trace.Mask, ok bool) {
	_, aLo, aHi, aOK := c.bounds(w, a)
	_, bLo, bHi, bOK := c.bounds(w, b)
	if !aOK || !bOK {
		return 0, false
	}
	holds := false
	switch {
	case aHi < bLo:
		holds = c.less
	case aLo > bHi:
		holds = c.greater
	case aLo == aHi && bLo == bHi:
		holds = c.equal
	default:
		return 0, false
	}
	if holds {
		return ^trace.Mask(0), true
	}
	return 0, true
}

// bit returns 1 for true. It compiles to no branch.
func bit(b bool) trace.Mask {
	var m trace.Mask
	if b {
		m = 1
	}
	return m
}

// lastLane is the bit at which the loops below insert a lane's answer.
const lastLane = arch.MaxLanes - 1

func lessLanes[T number](a, b *lanes[T]) (m trace.Mask) {
	for i := range a {
		m = m>>1 | bit(a[i] < b[i])<<lastLane
	}
	return m
}

func lessEqualLanes[T number](a, b *lanes[T]) (m trace.Mask) {
	for i := range a {
		m = m>>1 | bit(a[i] <= b[i])<<lastLane
	}
	return m
}

func equalLanes[T number](a, b *lanes[T]) (m trace.Mask) {
	for i := range a {
		m = m>>1 | bit(a[i] == b[i])<<lastLane
	}
	return m
}

func unequalLanes[T number](a, b *lanes[T]) (m trace.Mask) {
	for i := range a {
		m = m>>1 | bit(a[i] != b[i])<<lastLane
	}
	return m
}

// predOp is an operation on two predicates.
func predOp(f func(a, b trace.Mask) trace.Mask) exec {
	return func(w *warp, in *inst) { w.setPred(in, f(w.pred(in.a), w.pred(in.b))) }
}

// predicates holds the operations on predicates, by Op.
var predicates = map[ir.Op]exec{
	ir.Mov:    execMovPred,
	ir.And:    predOp(func(a, b trace.Mask) trace.Mask { return a & b }),
	ir.Or:     predOp(func(a, b trace.Mask) trace.Mask { return a | b }),
	ir.Xor:    predOp(func(a, b trace.Mask) trace.Mask { return a ^ b }),
	ir.Not:    func(w *warp, in *inst) { w.setPred(in, ^w.pred(in.a)) },
	ir.Vote:   execVote, // any, all
	ir.BarRed: execBar,  // and, or
	ir.Selp: func(w *warp, in *inst) {
		p := w.pred(in.c)
		w.setPred(in, w.pred(in.a)&p|w.pred(in.b)&^p)
	},
}

// execSelp chooses a where the predicate holds, else b.
func execSelp(w *warp, in *inst) {
	p := w.pred(in.c)
	a, b := &w.regs[in.a], &w.regs[in.b]
	switch {
	case p&w.mask == w.mask:
		w.copyValue(in, a)
	case p&w.mask == 0:
		w.copyValue(in, b)
	case a.wide:
		selectLanes(lanesOf[uint64](w.beginWrite(in)), lanesOf[uint64](w.expand(a)), lanesOf[uint64](w.expand(b)), p)
		w.endWrite(in)
	default:
		selectLanes(lanesOf[uint32](w.beginWrite(in)), lanesOf[uint32](w.expand(a)), lanesOf[uint32](w.expand(b)), p)
		w.endWrite(in)
	}
}

func selectLanes[T uint32 | uint64](d, a, b *lanes[T], p trace.Mask) {
	for i := range d {
		v := b[i]
		if p>>i&1 != 0 {
			v = a[i]
		}
		d[i] = v
	}
}
