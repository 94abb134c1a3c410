package ptx

// This file builds half precision: numbers of 16 bits, f16 and bf16, alone and in pairs.

import (
	"slices"
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

// A mods is the modifiers of an operation on numbers of half precision and of bfloat16.
type mods [2]ir.Mod

// of returns the modifier for a type.
func (m mods) of(t typ) ir.Mod {
	if isBfloat(t) {
		return m[1]
	}
	return m[0]
}

// single are the operations on numbers in the lowest bits of a float, and pairs those on two in a register.
var (
	single = map[ir.Op]mods{
		ir.Add: {ir.HalfAdd, ir.BfloatAdd}, ir.Sub: {ir.HalfSub, ir.BfloatSub}, ir.Mul: {ir.HalfMul, ir.BfloatMul}, ir.Fma: {ir.HalfFma, ir.BfloatFma},
	}
	pairs = map[ir.Op]mods{
		ir.Add: {ir.HalfPairAdd, ir.BfloatPairAdd}, ir.Sub: {ir.HalfPairSub, ir.BfloatPairSub}, ir.Mul: {ir.HalfPairMul, ir.BfloatPairMul}, ir.Fma: {ir.HalfPairFma, ir.BfloatPairFma},
		ir.Min: {ir.HalfPairMin, ir.BfloatPairMin}, ir.Max: {ir.HalfPairMax, ir.BfloatPairMax},
	}
)

// rounded returns an operation of two operands as one of three that gives the same and that ptxas does not
// contract, which .rn asks for: x·1 + y, x·1 + y·(−1) or x·y − 0.
func (l *lowerer) rounded(t typ, op ir.Op, x []ir.Operand) (ir.Op, []ir.Operand) {
	constant := func(bits uint64) ir.Operand {
		if isPair(t) {
			bits |= bits << bfloatShift
		}
		return ir.I(bits)
	}
	one := uint64(halfOne)
	if isBfloat(t) {
		one = bfloatOne
	}
	switch op {
	case ir.Add:
		return ir.Fma, []ir.Operand{x[0], constant(one), x[1]}
	case ir.Sub:
		return ir.Fma, []ir.Operand{x[1], constant(one | halfSign), x[0]}
	case ir.Mul:
		return ir.Fma, []ir.Operand{x[0], x[1], constant(halfSign)}
	}
	return op, x
}

// inPairs builds an operation on two pairs or three as one instruction, and reports whether there is one.
func (l *lowerer) inPairs(m *match, op ir.Op) bool {
	if !isPair(m.t()) || slices.ContainsFunc([]string{"sat", "relu", "NaN", "xorsign", "abs"}, m.has) {
		return false
	}
	var x []ir.Operand
	for n := range l.at.form.kinds[1:] {
		x = append(x, l.use(n+1))
	}
	if m.has("rn") {
		op, x = l.rounded(m.t(), op, x)
	}
	l.def(0, l.opMod(ir.Math, pairs[op].of(m.t()), ir.U32, x...))
	return true
}

// ofHalves builds a sum, difference, product or both of numbers of 16 bits, or of pairs.
func ofHalves(op ir.Op) func(*lowerer, *match) {
	return func(l *lowerer, m *match) {
		t := m.t()
		if l.inPairs(m, op) {
			return
		}
		l.halves(t, func(x []ir.Operand) ir.Operand {
			for i := range x {
				x[i] = l.halfBits(x[i])
			}
			op := op
			if m.has("rn") {
				op, x = l.rounded(types[strings.TrimSuffix(t.name, "x2")], op, x)
			}
			return l.limitedHalf(m, t, l.reinterpret(ir.U32, ir.F32, l.opMod(ir.Math, single[op].of(t), ir.F32, x...)))
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

// extremeHalves builds min and max.
func extremeHalves(op ir.Op) func(*lowerer, *match) {
	return func(l *lowerer, m *match) {
		t := m.t()
		if l.inPairs(m, op) {
			return
		}
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
