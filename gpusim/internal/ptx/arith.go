package ptx

// This file builds arithmetic.

import (
	"math"

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

// atLeastZero builds one whose negative results become 0.
func atLeastZero(op ir.Op) func(*lowerer, *match) {
	return func(l *lowerer, m *match) {
		l.def(0, l.op(ir.Max, m.t().reg(), l.op(op, m.t().reg(), l.sources((*lowerer).useFull)...), ir.I(0)))
	}
}

// sources returns all operands but the first.
func (l *lowerer) sources(use func(*lowerer, int) ir.Operand) (list []ir.Operand) {
	for i := range l.at.form.kinds[1:] {
		list = append(list, use(l, i+1))
	}
	return list
}

// floats builds a sum, difference or product of floats, which .rn keeps from being fused.
func floats(op ir.Op) func(*lowerer, *match) {
	return func(l *lowerer, m *match) {
		t, mod, a, b := m.t().ir, ir.NoMod, l.use(1), l.use(2)
		switch r := m.named["R"]; r {
		case "rn":
			mod = ir.RN
		case "rm", "rp", "rz":
			l.result0(m, l.directed(op, t, r, a, b))
			return
		}
		l.result0(m, l.opMod(op, mod, t, a, b))
	}
}

// directed returns a sum, difference or product that is rounded in a direction: of x·y + z with a
// number that changes nothing.
func (l *lowerer) directed(op ir.Op, t ir.Type, r string, a, b ir.Operand) ir.Operand {
	switch op {
	case ir.Mul:
		zero := math.Copysign(0, -1) // the sum of two zeros keeps the sign of the product
		if r == "rm" {
			zero = 0
		}
		return l.opMod(ir.Math, fused[r], t, a, b, ir.I(ir.FloatBits(t, zero)))
	case ir.Sub:
		b = l.op(ir.Neg, t, b)
	}
	return l.opMod(ir.Math, fused[r], t, l.inReg(t, a), ir.I(ir.FloatBits(t, 1)), b)
}

// fused, divisions and roots are the operations that round in a direction.
var (
	fused     = map[string]ir.Mod{"rm": ir.FmaDown, "rp": ir.FmaUp, "rz": ir.FmaZero}
	divisions = map[string]ir.Mod{"rm": ir.DivideDown, "rp": ir.DivideUp, "rz": ir.DivideZero}
	roots     = map[string]ir.Mod{"rm": ir.SqrtDown, "rp": ir.SqrtUp, "rz": ir.SqrtZero}
)

// result0 gives operand 0 a float, which .sat brings between 0 and 1, and of which .relu makes a
// negative one 0.
func (l *lowerer) result0(m *match, v ir.Operand) {
	switch {
	case m.has("sat") && m.t().ir == ir.F64:
		v = l.saturatedDouble(v)
	case m.has("sat"):
		v = l.opMod(ir.Math, ir.Saturate, ir.F32, v)
	}
	l.def(0, v)
}

// saturatedDouble returns a float64 between 0 and 1; 0 for NaN, as the operation on float32 does.
func (l *lowerer) saturatedDouble(v ir.Operand) ir.Operand {
	zero, one := ir.I(0), ir.I(ir.FloatBits(ir.F64, 1))
	v = l.inReg(ir.F64, v)
	positive := l.inReg(ir.Pred, l.opMod(ir.Setp, ir.GT, ir.F64, v, zero))
	return l.op(ir.Min, ir.F64, l.op(ir.Selp, ir.F64, v, zero, positive), one)
}

// number builds a minimum or maximum of floats, which prefers a number to a NaN unless it has .NaN.
// With .xorsign.abs it compares magnitudes, and the result has the sign of the product.
func number(op ir.Op) func(*lowerer, *match) {
	return func(l *lowerer, m *match) {
		t, a, b := m.t().ir, l.use(1), l.use(2)
		l.def(0, l.extreme(m, op, t, a, b))
	}
}

func (l *lowerer) extreme(m *match, op ir.Op, t ir.Type, a, b ir.Operand) ir.Operand {
	mod := ir.Num
	if m.has("NaN") {
		mod = ir.NoMod
	}
	if !m.has("xorsign") {
		return l.opMod(op, mod, t, a, b)
	}
	v := l.opMod(op, mod, t, l.op(ir.Abs, t, a), l.op(ir.Abs, t, b))
	i := intOf(t)
	sign := l.op(ir.Xor, i, l.reinterpret(i, t, a), l.reinterpret(i, t, b))
	return l.withSign(t, sign, v)
}

// withSign returns a float with the highest bit of sign, which is an integer.
func (l *lowerer) withSign(t ir.Type, sign, v ir.Operand) ir.Operand {
	i, high := intOf(t), uint64(1)<<(t.Bits()-1)
	return l.reinterpret(t, i, l.op(ir.Or, i, l.op(ir.And, i, sign, ir.I(high)), l.op(ir.And, i, l.reinterpret(i, t, v), ir.I(high-1))))
}

// function builds a function of package math.
func function(mod ir.Mod) func(*lowerer, *match) {
	return func(l *lowerer, m *match) { l.def(0, l.opMod(ir.Math, mod, m.t().ir, l.use(1))) }
}

// root builds a square root that is rounded in a direction.
func root(l *lowerer, m *match) { l.def(0, l.opMod(ir.Math, roots[m.named["R"]], m.t().ir, l.use(1))) }

// reciprocal builds 1/x, rounded.
func reciprocal(l *lowerer, m *match) {
	t := m.t().ir
	l.def(0, l.ratio(m, t, ir.I(ir.FloatBits(t, 1)), l.use(1)))
}

// division builds x/y, rounded.
func division(l *lowerer, m *match) { l.def(0, l.ratio(m, m.t().ir, l.use(1), l.use(2))) }

func (l *lowerer) ratio(m *match, t ir.Type, a, b ir.Operand) ir.Operand {
	if mod, ok := divisions[m.named["R"]]; ok {
		return l.opMod(ir.Math, mod, t, a, b)
	}
	return l.op(ir.Div, t, a, b)
}

// wide builds a product of twice as many bits.
func wide(op ir.Op) func(*lowerer, *match) {
	return func(l *lowerer, m *match) { l.def(0, l.op(op, m.t().ir.Wide(), l.sources((*lowerer).use)...)) }
}

// wideNarrow builds a product of 16-bit numbers, and the sum of it and a third one.
func wideNarrow(l *lowerer, m *match) {
	v := l.op(ir.Mul, m.t().reg(), l.useFull(1), l.useFull(2))
	if len(m.Operands) > 3 {
		v = l.op(ir.Add, m.t().reg(), v, l.use(3))
	}
	l.def(0, v)
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

// move builds mov, which also packs registers into one and takes one apart.
func move(l *lowerer, m *match) {
	if m.Operands[0].Kind == syntax.Vector {
		l.unpack(m.Operands[0], m.t(), l.use(1))
		return
	}
	l.def(0, l.use(1))
}

// generic builds cvta: generic addresses lie in the window of their space.
func generic(l *lowerer, m *match) {
	w := ir.FirstGeneric(spaces[m.named["S"]])
	switch v := l.use(1); {
	case w == 0:
		l.def(0, v)
	case m.has("to"):
		l.def(0, l.op(ir.Sub, ir.U64, v, ir.I(w)))
	default:
		l.windows[spaces[m.named["S"]]] = true
		l.def(0, l.op(ir.Add, ir.U64, v, ir.I(w)))
	}
}

// inSpace builds isspacep: whether a generic address lies in a space.
func inSpace(l *lowerer, m *match) {
	s, v := spaces[m.named["S"]], l.use(1)
	if s == ir.Global {
		l.def(0, l.opMod(ir.Setp, ir.LT, ir.U64, v, ir.I(ir.FirstGeneric(ir.Shared))))
		return
	}
	at := l.op(ir.And, ir.U64, v, ir.I(ir.U64.Mask()<<ir.U32.Bits()))
	l.def(0, l.opMod(ir.Setp, ir.EQ, ir.U64, at, ir.I(ir.FirstGeneric(s))))
}

// quotient builds an approximate division.
func quotient(mod ir.Mod) func(*lowerer, *match) {
	return func(l *lowerer, _ *match) { l.def(0, l.opMod(ir.Math, mod, ir.F32, l.use(1), l.use(2))) }
}

// highNarrow builds the high half of a product of 16-bit numbers.
func highNarrow(l *lowerer, m *match) {
	t := m.t()
	l.def(0, l.op(ir.Shr, t.reg(), l.op(ir.Mul, t.reg(), l.useFull(1), l.useFull(2)), ir.I(uint64(t.ir.Bytes()*8))))
}

// copySign builds copysign: the second number with the sign of the first.
func copySign(l *lowerer, m *match) {
	t, i := m.t().ir, intOf(m.t().ir)
	l.def(0, l.withSign(t, l.reinterpret(i, t, l.use(1)), l.use(2)))
}

// fusedFloats builds a product and sum that is rounded once.
func fusedFloats(l *lowerer, m *match) {
	t, x := m.t().ir, l.sources((*lowerer).use)
	if mod, ok := fused[m.named["R"]]; ok {
		l.result0(m, l.opMod(ir.Math, mod, t, x...))
		return
	}
	l.result0(m, l.op(ir.Fma, t, x...))
}
