package ptx

// This file builds arithmetic.

import (
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/ptx/syntax"
)

// arith builds an operation on registers whose results do not depend on bits above narrow values.
func arith(op ir.Op) func(*lowerer, *match) {
	return func(l *lowerer, m *match) { l.def(0, l.op(op, m.t().reg(), l.sources((*lowerer).use)...)) }
}

// full builds one whose operands must be extended.
func full(op ir.Op) func(*lowerer, *match) {
	return func(l *lowerer, m *match) { l.def(0, l.op(op, m.t().reg(), l.sources((*lowerer).useFull)...)) }
}

// sources returns all operands but the first.
func (l *lowerer) sources(use func(*lowerer, int) ir.Operand) (list []ir.Operand) {
	for i := range l.at.form.kinds[1:] {
		list = append(list, use(l, i+1))
	}
	return list
}

// floats builds an operation on floats, which .rn keeps from being fused.
func floats(op ir.Op) func(*lowerer, *match) {
	return func(l *lowerer, m *match) {
		mod := ir.NoMod
		if m.has("rn") {
			mod = ir.RN
		}
		l.def(0, l.opMod(op, mod, m.t().ir, l.use(1), l.use(2)))
	}
}

// number builds a minimum or maximum, which prefers a number to a NaN.
func number(op ir.Op) func(*lowerer, *match) {
	return func(l *lowerer, m *match) { l.def(0, l.opMod(op, ir.Num, m.t().ir, l.use(1), l.use(2))) }
}

// function builds a function of package math.
func function(mod ir.Mod) func(*lowerer, *match) {
	return func(l *lowerer, m *match) { l.def(0, l.opMod(ir.Math, mod, m.t().ir, l.use(1))) }
}

// reciprocal builds 1/x, rounded.
func reciprocal(l *lowerer, m *match) {
	one := floatImmediate(syntax.Operand{Kind: syntax.Float64, Bits: ir.FloatBits(ir.F64, 1)}, m.t().ir)
	l.def(0, l.op(ir.Div, m.t().ir, ir.I(one), l.use(1)))
}

// wide builds a product of twice as many bits.
func wide(op ir.Op) func(*lowerer, *match) {
	return func(l *lowerer, m *match) { l.def(0, l.op(op, m.t().ir.Wide(), l.sources((*lowerer).use)...)) }
}

// wideNarrow builds a product of 16-bit numbers.
func wideNarrow(l *lowerer, m *match) {
	l.def(0, l.op(ir.Mul, m.t().reg(), l.useFull(1), l.useFull(2)))
}

// madHi builds the high half of a product, and a sum.
func madHi(l *lowerer, m *match) {
	t := m.t().ir
	l.def(0, l.op(ir.Add, t, l.op(ir.MulHi, t, l.use(1), l.use(2)), l.use(3)))
}

// counted builds an operation whose result has 32 bits.
func counted(op ir.Op) func(*lowerer, *match) {
	return func(l *lowerer, m *match) {
		l.def(0, l.op(op, m.t().ir, l.use(1)))
	}
}

// shiftRight builds shr, which takes the count as it is and the value extended.
func shiftRight(l *lowerer, m *match) {
	l.def(0, l.op(ir.Shr, m.t().reg(), l.useFull(1), l.use(2)))
}

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

// compare builds setp: a comparison, which may be combined with a predicate.
func compare(l *lowerer, m *match) {
	p := l.comparison(m)
	q := p
	if b := m.named["B"]; b != "" {
		op := map[string]ir.Op{"and": ir.And, "or": ir.Or, "xor": ir.Xor}[b]
		with := l.use(3)
		q = l.op(op, ir.Pred, l.op(ir.Not, ir.Pred, p), with)
		p = l.op(op, ir.Pred, p, with)
	}
	first := m.Operands[0]
	if first.Kind == syntax.Pair {
		if m.named["B"] == "" {
			q = l.op(ir.Not, ir.Pred, p)
		}
		l.defOperand(first.List[1], types["pred"], q)
		first = first.List[0]
	}
	l.defOperand(first, types["pred"], p)
}

// comparison returns whether two operands compare as the instruction says.
func (l *lowerer) comparison(m *match) ir.Operand {
	t, a, b := m.t().reg(), l.useFull(1), l.useFull(2)
	name := m.named["C"]
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

// move builds mov, which also packs registers into one and takes one apart.
func move(l *lowerer, m *match) {
	if m.Operands[0].Kind == syntax.Vector {
		l.unpack(m.Operands[0], m.t(), l.use(1))
		return
	}
	l.def(0, l.use(1))
}

// convert builds a conversion that Go has too. Between integers the operand is extended first, and
// the result is cut to its bits where its register has more.
func convert(l *lowerer, m *match) {
	to, from := m.t(), types[m.named["U"]]
	v := l.extend(from, l.use(1))
	switch {
	case to.ir.Float() || from.ir.Float():
		v = l.cvt(to.ir, from.ir, v)
	case to.narrow() || to.reg().Bits() != from.reg().Bits():
		v = l.cvt(to.ir, from.reg(), v)
	}
	l.def(0, v)
}

// saturating builds the conversion of a float to an integer.
func saturating(l *lowerer, m *match) {
	l.def(0, l.cvt(m.t().ir, types[m.named["U"]].ir, l.use(1)))
}

// roundings are the functions that round a float to a whole number.
var roundings = map[string]ir.Mod{"rzi": ir.Trunc, "rni": ir.RoundEven, "rmi": ir.Floor, "rpi": ir.Ceil}

func roundFloat(l *lowerer, m *match) {
	from := types[m.named["U"]]
	v := l.opMod(ir.Math, roundings[m.named["R"]], from.ir, l.use(1))
	if from.ir != m.t().ir {
		v = l.cvt(m.t().ir, from.ir, v)
	}
	l.def(0, v)
}

// generic builds cvta: generic addresses lie in the window of their space.
func generic(l *lowerer, m *match) {
	w := window(spaces[m.named["S"]])
	switch v := l.use(1); {
	case w == 0:
		l.def(0, v)
	case m.has("to"):
		l.def(0, l.op(ir.Sub, ir.U64, v, ir.I(w)))
	default:
		l.def(0, l.op(ir.Add, ir.U64, v, ir.I(w)))
	}
}

// roundToInt builds the conversion of a float, rounded as asked, to an integer.
func roundToInt(l *lowerer, m *match) {
	from := types[m.named["U"]].ir
	l.def(0, l.cvt(m.t().ir, from, l.opMod(ir.Math, roundings[m.named["R"]], from, l.use(1))))
}

// approximate builds a function of the special function unit, or a function near enough to one:
// the device rounds approximate results otherwise by an ulp or two.
func approximate(mod ir.Mod) func(*lowerer, *match) {
	return func(l *lowerer, _ *match) { l.def(0, l.opMod(ir.Math, mod, ir.F32, l.use(1))) }
}

// quotient builds an approximate division.
func quotient(l *lowerer, _ *match) {
	l.def(0, l.opMod(ir.Math, ir.FastDivide, ir.F32, l.use(1), l.use(2)))
}

// highNarrow builds the high half of a product of 16-bit numbers.
func highNarrow(l *lowerer, m *match) {
	t := m.t()
	l.def(0, l.op(ir.Shr, t.reg(), l.op(ir.Mul, t.reg(), l.useFull(1), l.useFull(2)), ir.I(uint64(t.ir.Bytes()*8))))
}

// copySign builds copysign: the second number with the sign of the first.
func copySign(l *lowerer, m *match) {
	t, i := m.t().ir, intOf(m.t().ir)
	bits := func(n int, mask uint64) ir.Operand {
		return l.op(ir.And, i, l.reinterpret(i, t, l.use(n)), ir.I(mask))
	}
	sign := uint64(1) << (t.Bits() - 1)
	l.def(0, l.reinterpret(t, i, l.op(ir.Or, i, bits(1, sign), bits(2, sign-1))))
}

// fusedRounded builds a fused product and sum that is not rounded to nearest.
func fusedRounded(l *lowerer, m *match) {
	mod := map[string]ir.Mod{"rm": ir.FmaDown, "rp": ir.FmaUp, "rz": ir.FmaZero}[m.named["R"]]
	l.def(0, l.opMod(ir.Math, mod, ir.F32, l.use(1), l.use(2), l.use(3)))
}
