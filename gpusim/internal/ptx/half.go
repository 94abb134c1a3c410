package ptx

// This file builds half precision: numbers of 16 bits, f16 and bf16, alone and in pairs. A sum,
// difference or product of two is computed as float32 and rounded again, which gives the rounded
// exact result, because a float32 has more than twice their bits.

import (
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/ptx/syntax"
)

// The bits of a float32 below those of a bf16, and the bf16 that stands for all NaNs.
const (
	bfloatShift = 16
	bfloatNaN   = 0x7fff
)

// isBfloat reports whether a type is bf16 or a pair of them.
func isBfloat(t typ) bool { return t.name == "bf16" || t.name == "bf16x2" }

// toFloat returns a number of 16 bits, of which v has anything above, as a float32.
func (l *lowerer) toFloat(t typ, v ir.Operand) ir.Operand {
	if isBfloat(t) {
		return l.reinterpret(ir.F32, ir.U32, l.op(ir.Shl, ir.U32, v, ir.I(bfloatShift)))
	}
	v = l.reinterpret(ir.F32, ir.U32, l.cvt(ir.U16, ir.U32, v))
	return l.opMod(ir.Math, ir.HalfValue, ir.F32, v)
}

// fromFloat rounds a float32 to 16 bits, to nearest; the bits above are zero.
func (l *lowerer) fromFloat(t typ, v ir.Operand) ir.Operand {
	if !isBfloat(t) {
		return l.reinterpret(ir.U32, ir.F32, l.opMod(ir.Math, ir.HalfBits, ir.F32, v))
	}
	bits := l.reinterpret(ir.U32, ir.F32, v)
	odd := l.op(ir.And, ir.U32, l.op(ir.Shr, ir.U32, bits, ir.I(bfloatShift)), ir.I(1))
	up := l.op(ir.Add, ir.U32, l.op(ir.Add, ir.U32, bits, odd), ir.I(1<<(bfloatShift-1)-1))
	number := l.opMod(ir.Setp, ir.EQ, ir.F32, v, v)
	return l.op(ir.Selp, ir.U32, l.op(ir.Shr, ir.U32, up, ir.I(bfloatShift)), ir.I(bfloatNaN), number)
}

// halves calls f for each number in the operands of an instruction, two of a pair, and gives the
// instruction's result the numbers that f returns. What f gets may have anything above 16 bits; it
// returns zeros there.
func (l *lowerer) halves(t typ, f func(x []ir.Operand) ir.Operand) {
	out := ir.I(0)
	for i := range t.ir.Bytes() / types["f16"].ir.Bytes() {
		var x []ir.Operand
		for n := range l.at.form.kinds[1:] {
			x = append(x, l.shifted(ir.Shr, l.use(n+1), i))
		}
		part := l.shifted(ir.Shl, f(x), i)
		if i > 0 {
			part = l.op(ir.Or, ir.U32, out, part)
		}
		out = part
	}
	l.def(0, out)
}

// shifted moves a number to place i of a pair, or from it.
func (l *lowerer) shifted(op ir.Op, v ir.Operand, i int) ir.Operand {
	if i == 0 {
		return v
	}
	return l.op(op, ir.U32, v, ir.I(bfloatShift))
}

// ofHalves builds arithmetic on numbers of 16 bits, or on pairs, in float32.
func ofHalves(op ir.Op, mod ir.Mod) func(*lowerer, *match) {
	return func(l *lowerer, m *match) {
		t := m.t()
		l.halves(t, func(x []ir.Operand) ir.Operand {
			for i := range x {
				x[i] = l.toFloat(t, x[i])
			}
			return l.fromFloat(t, l.opMod(op, mod, ir.F32, x...))
		})
	}
}

// fusedHalves builds fma of f16, which is rounded once.
func fusedHalves(l *lowerer, m *match) {
	l.halves(m.t(), func(x []ir.Operand) ir.Operand {
		for i := range x {
			x[i] = l.reinterpret(ir.F32, ir.U32, l.cvt(ir.U16, ir.U32, x[i]))
		}
		return l.reinterpret(ir.U32, ir.F32, l.opMod(ir.Math, ir.HalfFma, ir.F32, x...))
	})
}

// widenHalf builds the conversion of a number of 16 bits to a float32.
func widenHalf(l *lowerer, m *match) { l.def(0, l.toFloat(types[m.named["U"]], l.use(1))) }

// roundHalf builds the conversion of a float32 to a number of 16 bits, or of two to a pair: the
// first lies above.
func roundHalf(l *lowerer, m *match) {
	t := m.t()
	v := l.fromFloat(t, l.use(len(m.Operands)-1))
	if pair := len(m.form.kinds) == 3; pair {
		v = l.op(ir.Or, ir.U32, v, l.shifted(ir.Shl, l.fromFloat(t, l.use(1)), 1))
	}
	l.def(0, v)
}

// compareHalves builds setp of two numbers of 16 bits.
func compareHalves(l *lowerer, m *match) {
	t := m.t()
	c := comparisons[m.named["C"]]
	p := l.opMod(ir.Setp, c.mod, ir.F32, l.toFloat(t, l.use(1)), l.toFloat(t, l.use(2)))
	if c.unordered {
		p = l.op(ir.Not, ir.Pred, p)
	}
	if m.Operands[0].Kind == syntax.Pair {
		l.fail("a comparison of halves with two results is not simulated")
		return
	}
	l.defOperand(m.Operands[0], types["pred"], p)
}
