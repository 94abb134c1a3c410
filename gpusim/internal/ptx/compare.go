package ptx

// This file builds comparisons, and what chooses by them.

import (
	"math"

	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/ptx/syntax"
)

// comparisons are the comparisons by their names; unsigned ones have names of their own.
var comparisons = map[string]struct {
	mod       ir.Mod
	unsigned  bool
	unordered bool // true where an operand is a NaN: the reverse of the comparison mod
}{
	"eq": {mod: ir.EQ}, "ne": {mod: ir.NE}, "lt": {mod: ir.LT}, "le": {mod: ir.LE}, "gt": {mod: ir.GT}, "ge": {mod: ir.GE},
	"lo": {mod: ir.LT, unsigned: true}, "ls": {mod: ir.LE, unsigned: true}, "hi": {mod: ir.GT, unsigned: true}, "hs": {mod: ir.GE, unsigned: true},
	"neu": {mod: ir.NE}, "ltu": {mod: ir.GE, unordered: true}, "leu": {mod: ir.GT, unordered: true}, "gtu": {mod: ir.LE, unordered: true}, "geu": {mod: ir.LT, unordered: true},
}

// compared returns whether two numbers of type t compare as a name says.
func (l *lowerer) compared(name string, t ir.Type, a, b ir.Operand) ir.Operand {
	ordered := func(x ir.Operand) ir.Operand { return l.opMod(ir.Setp, ir.EQ, t, x, x) }
	switch {
	case name == "num" || name == "nan" || name == "equ" || name == "ne" && t.Float():
		both := l.op(ir.And, ir.Pred, ordered(l.inReg(t, a)), ordered(l.inReg(t, b)))
		switch name {
		case "num":
			return both
		case "ne":
			return l.op(ir.And, ir.Pred, both, l.opMod(ir.Setp, ir.NE, t, a, b))
		case "nan":
			return l.op(ir.Not, ir.Pred, both)
		}
		return l.op(ir.Or, ir.Pred, l.op(ir.Not, ir.Pred, both), l.opMod(ir.Setp, ir.EQ, t, a, b))
	}
	c := comparisons[name]
	if c.unsigned {
		t = unsigned(t)
	}
	p := l.opMod(ir.Setp, c.mod, t, a, b)
	if c.unordered {
		p = l.op(ir.Not, ir.Pred, p)
	}
	return p
}

// comparison returns whether the operands from 1 on compare as the instruction says. Number i of
// a pair of halves is compared.
func (l *lowerer) comparison(m *match, i int) ir.Operand {
	t := types[m.named["U"]]
	if !isHalf(t) {
		return l.compared(m.named["C"], t.reg(), l.useFull(1), l.useFull(2))
	}
	a, b := l.toFloat(t, l.shifted(ir.Shr, l.use(1), i)), l.toFloat(t, l.shifted(ir.Shr, l.use(2), i))
	return l.compared(m.named["C"], ir.F32, a, b)
}

var booleans = map[string]ir.Op{"and": ir.And, "or": ir.Or, "xor": ir.Xor}

// combined returns a comparison combined with the last operand, if the instruction has .and, .or or
// .xor.
func (l *lowerer) combined(m *match, p ir.Operand) ir.Operand {
	op, ok := booleans[m.named["B"]]
	if !ok {
		return p
	}
	return l.op(op, ir.Pred, p, l.use(3))
}

// compare builds setp. A second result is of the reverse comparison, or of the upper numbers of
// pairs.
func compare(l *lowerer, m *match) {
	p := l.comparison(m, 0)
	first := m.Operands[0]
	if first.Kind != syntax.Pair {
		l.defOperand(first, types["pred"], l.combined(m, p))
		return
	}
	q := ir.Operand{}
	if isPair(types[m.named["U"]]) {
		q = l.comparison(m, 1)
	} else {
		q = l.op(ir.Not, ir.Pred, p)
	}
	q, p = l.combined(m, q), l.combined(m, p)
	l.defOperand(first.List[1], types["pred"], q)
	l.defOperand(first.List[0], types["pred"], p)
}

// setTo builds set: a number that says whether operands compare, for each of a pair.
func setTo(l *lowerer, m *match) {
	to, from := m.t(), types[m.named["U"]]
	n := 1
	if isPair(from) {
		n = from.ir.Bytes() / types["f16"].ir.Bytes()
	}
	out := ir.I(0)
	for i := range n {
		v := l.op(ir.Selp, to.reg(), ir.I(truth(to, n)), ir.I(0), l.inReg(ir.Pred, l.combined(m, l.comparison(m, i))))
		v = l.shifted(ir.Shl, v, i)
		if i > 0 {
			v = l.op(ir.Or, to.reg(), out, v)
		}
		out = v
	}
	l.def(0, out)
}

// truth returns the bits of a true comparison of n pairs: one as a float, and all ones as an integer.
func truth(t typ, n int) uint64 {
	switch {
	case isBfloat(t):
		return bfloatOne
	case isHalf(t):
		return halfOne
	case t.ir == ir.F32:
		return ir.FloatBits(ir.F32, 1)
	case n > 1:
		return ir.U16.Mask()
	}
	return t.ir.Mask()
}

// slct builds slct: the first number where the third is not negative, else the second.
func slct(l *lowerer, m *match) {
	by := types[m.named["U"]].ir
	p := l.opMod(ir.Setp, ir.GE, by, l.use(3), ir.I(0))
	l.def(0, l.op(ir.Selp, m.t().reg(), l.use(1), l.use(2), l.inReg(ir.Pred, p)))
}

// testFloat builds testp.
func testFloat(l *lowerer, m *match) {
	t := m.t().ir
	i, x := intOf(t), l.inReg(t, l.use(1))
	magnitude := l.op(ir.And, i, l.reinterpret(i, t, x), ir.I(t.Mask()>>1))
	infinite := ir.FloatBits(t, math.Inf(1))
	normal := infinite &^ (infinite << 1) // the smallest exponent
	test := func(cc ir.Mod, bits uint64) ir.Operand { return l.opMod(ir.Setp, cc, i, magnitude, ir.I(bits)) }
	var p ir.Operand
	switch m.named["C"] {
	case "finite":
		p = test(ir.LT, infinite)
	case "infinite":
		p = test(ir.EQ, infinite)
	case "number":
		p = test(ir.LE, infinite)
	case "notanumber":
		p = test(ir.GT, infinite)
	case "normal":
		p = l.op(ir.And, ir.Pred, test(ir.GE, normal), test(ir.LT, infinite))
	case "subnormal":
		p = l.op(ir.And, ir.Pred, test(ir.LT, normal), test(ir.NE, 0))
	}
	l.def(0, p)
}
