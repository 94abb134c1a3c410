package ptx

// This file builds half precision: numbers of 16 bits, f16 and bf16, alone and in pairs.

import (
	"strings"

	"gpucourse/gpusim/internal/ir"
)

// The bits of a float32 below those of a bf16, and of a register below the upper number of a pair.
const bfloatShift = 16

// The bits of one, and of the sign, and all others.
const (
	halfOne       = 0x3c00
	bfloatOne     = 0x3f80
	halfSign      = 0x8000
	halfMagnitude = 0x7fff
)

// isHalf reports whether a type is a number of 16 bits, or a pair of them; isPair, whether it is a
// pair, and isBfloat, whether it is bf16.
func isHalf(t typ) bool   { return strings.Contains(t.name, "f16") }
func isPair(t typ) bool   { return strings.HasSuffix(t.name, "x2") }
func isBfloat(t typ) bool { return strings.HasPrefix(t.name, "bf16") }

// toFloat returns a number of 16 bits, of which v has anything above, as a float32.
func (l *lowerer) toFloat(t typ, v ir.Operand) ir.Operand {
	if isBfloat(t) {
		return l.reinterpret(ir.F32, ir.U32, l.op(ir.Shl, ir.U32, v, ir.I(bfloatShift)))
	}
	return l.opMod(ir.Math, ir.HalfValue, ir.F32, l.halfBits(v))
}

// halfBits returns a number of 16 bits as functions on them take it.
func (l *lowerer) halfBits(v ir.Operand) ir.Operand {
	return l.reinterpret(ir.F32, ir.U32, l.cvt(ir.U16, ir.U32, v))
}

// fromFloat rounds a float32 to 16 bits, to nearest; the bits above are zero.
func (l *lowerer) fromFloat(t typ, v ir.Operand) ir.Operand {
	mod := ir.HalfBits
	if isBfloat(t) {
		mod = ir.BfloatBits
	}
	return l.reinterpret(ir.U32, ir.F32, l.opMod(ir.Math, mod, ir.F32, v))
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

// inHalf are the operations that halves have; others are computed as float32 and rounded again,
// which gives the rounded exact result, because a float32 has more than twice their bits.
var inHalf = map[ir.Op]ir.Mod{ir.Add: ir.HalfAdd, ir.Sub: ir.HalfSub, ir.Mul: ir.HalfMul}

// ofHalves builds a sum, difference or product of numbers of 16 bits, or of pairs.
func ofHalves(op ir.Op) func(*lowerer, *match) {
	return func(l *lowerer, m *match) {
		t := m.t()
		l.halves(t, func(x []ir.Operand) ir.Operand {
			if isBfloat(t) {
				return l.fromFloat(t, l.opMod(op, ir.RN, ir.F32, l.toFloat(t, x[0]), l.toFloat(t, x[1])))
			}
			v := l.opMod(ir.Math, inHalf[op], ir.F32, l.halfBits(x[0]), l.halfBits(x[1]))
			return l.limitedHalf(m, t, l.reinterpret(ir.U32, ir.F32, v))
		})
	}
}

// limitedHalf applies .sat and .relu to a number of 16 bits.
func (l *lowerer) limitedHalf(m *match, t typ, v ir.Operand) ir.Operand {
	switch {
	case m.has("sat"):
		return l.fromFloat(t, l.opMod(ir.Math, ir.Saturate, ir.F32, l.toFloat(t, v)))
	case m.has("relu"):
		return l.fromFloat(t, l.op(ir.Max, ir.F32, l.toFloat(t, v), ir.I(0)))
	}
	return v
}

// fusedHalves builds fma, which is rounded once.
func fusedHalves(l *lowerer, m *match) {
	t, mod := m.t(), ir.HalfFma
	if isBfloat(t) {
		mod = ir.BfloatFma
	}
	l.halves(t, func(x []ir.Operand) ir.Operand {
		for i := range x {
			x[i] = l.halfBits(x[i])
		}
		return l.limitedHalf(m, t, l.reinterpret(ir.U32, ir.F32, l.opMod(ir.Math, mod, ir.F32, x...)))
	})
}

// extremeHalves builds min and max.
func extremeHalves(op ir.Op) func(*lowerer, *match) {
	return func(l *lowerer, m *match) {
		t := m.t()
		l.halves(t, func(x []ir.Operand) ir.Operand {
			return l.fromFloat(t, l.extreme(m, op, ir.F32, l.toFloat(t, x[0]), l.toFloat(t, x[1])))
		})
	}
}

// functionOfHalves builds a function that takes and gives the 16 bits as they are.
func functionOfHalves(mod ir.Mod) func(*lowerer, *match) {
	return func(l *lowerer, m *match) {
		l.halves(m.t(), func(x []ir.Operand) ir.Operand {
			return l.reinterpret(ir.U32, ir.F32, l.opMod(ir.Math, mod, ir.F32, l.halfBits(x[0])))
		})
	}
}

// signOfHalves builds neg and abs, which change signs alone.
func signOfHalves(op ir.Op, one uint64) func(*lowerer, *match) {
	return func(l *lowerer, m *match) {
		mask := one
		if isPair(m.t()) {
			mask |= one << bfloatShift
		}
		l.def(0, l.op(op, ir.U32, l.use(1), ir.I(mask)))
	}
}
