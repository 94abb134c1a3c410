package lower

// This file lowers the functions of packages gpu and math that take floats apart: into
// sign and magnitude, fraction and exponent, integer and fraction. They need no
// instruction of their own.

import (
	"math"

	"gpucourse/gpusim/internal/ir"
)

func addFloatParts(table map[string]func(*deviceCall) val, pkg string) {
	table[pkg+"Copysign"], table[pkg+"Signbit"] = (*deviceCall).copysign, (*deviceCall).signbit
	table[pkg+"Frexp"], table[pkg+"Ldexp"] = (*deviceCall).frexp, (*deviceCall).ldexp
	table[pkg+"Modf"], table[pkg+"Sincos"] = (*deviceCall).modf, (*deviceCall).sincos
}

// floatFormat is the layout of a float type by IEEE 754.
type floatFormat struct {
	float, bits ir.Type // bits is the unsigned integer type of the same width
	signed      ir.Type
	fraction    uint // bits of the fraction
	bias        int  // of the exponent
}

var floatFormats = map[ir.Type]floatFormat{
	ir.F32: {float: ir.F32, bits: ir.U32, signed: ir.S32, fraction: 23, bias: 127},
	ir.F64: {float: ir.F64, bits: ir.U64, signed: ir.S64, fraction: 52, bias: 1023},
}

// format returns the layout of the first argument.
func (c *deviceCall) format() floatFormat { return floatFormats[c.argType(0).Scalar] }

// sign is the sign bit.
func (f floatFormat) sign() uint64 { return f.bits.Mask() ^ f.bits.Mask()>>1 }

// exponents are the bits of the exponent; alone, they are infinity.
func (f floatFormat) exponents() uint64 { return f.sign() - 1<<f.fraction }

// power returns 2^exp.
func (f floatFormat) power(exp int) ir.Operand {
	if f.float == ir.F32 {
		return ir.I(uint64(math.Float32bits(float32(math.Ldexp(1, exp)))))
	}
	return ir.I(math.Float64bits(math.Ldexp(1, exp)))
}

func (c *deviceCall) copysign() val {
	return val{op: c.l.withSign(c.format(), c.arg(0), c.arg(1))}
}

// withSign returns the magnitude of x with the sign of y.
func (l *lowerer) withSign(f floatFormat, x, y ir.Operand) ir.Operand {
	magnitude := l.op(ir.And, f.bits, l.mov(f.bits, x), ir.I(f.sign()-1))
	return l.mov(f.float, l.op(ir.Or, f.bits, magnitude, l.op(ir.And, f.bits, l.mov(f.bits, y), ir.I(f.sign()))))
}

func (c *deviceCall) signbit() val {
	signed := c.format().signed
	return val{op: c.l.setp(ir.LT, signed, c.l.mov(signed, c.arg(0)), ir.I(0))}
}

// times multiplies without becoming part of a multiply-add.
func (l *lowerer) times(f floatFormat, x, y ir.Operand) ir.Operand {
	return l.opMod(ir.Mul, ir.RN, f.float, x, y)
}

// frexp reads the exponent field. A subnormal number is made normal before.
func (c *deviceCall) frexp() val {
	l, f, x := c.l, c.format(), c.arg(0)
	magnitude := l.op(ir.And, f.bits, l.mov(f.bits, x), ir.I(f.sign()-1))
	scale := int(f.fraction) + 1
	small := l.setp(ir.LT, f.bits, magnitude, ir.I(1<<f.fraction))
	normal := l.mov(f.bits, l.op(ir.Selp, f.float, l.times(f, x, f.power(scale)), x, small))
	field := l.cvt(ir.S32, f.bits, l.op(ir.And, f.bits, l.op(ir.Shr, f.bits, normal, ir.I(uint64(f.fraction))), ir.I(f.exponents()>>f.fraction)))
	exp := l.op(ir.Sub, ir.S32, field, l.op(ir.Selp, ir.S32, ir.I(uint64(f.bias-1+scale)), ir.I(uint64(f.bias-1)), small))
	half := l.op(ir.Or, f.bits, l.op(ir.And, f.bits, normal, ir.I(f.bits.Mask()^f.exponents())), ir.I(uint64(f.bias-1)<<f.fraction))
	zero := l.setp(ir.EQ, f.bits, magnitude, ir.I(0))
	infinite := l.setp(ir.GE, f.bits, magnitude, ir.I(f.exponents()))
	as := l.op(ir.Or, ir.Pred, zero, infinite)
	return val{elems: []val{
		{op: l.op(ir.Selp, f.float, x, l.mov(f.float, half), as)},
		{op: l.op(ir.Selp, ir.S32, ir.I(0), exp, as)},
	}}
}

// ldexp multiplies by powers of two that are floats. Two steps bring any exponent that
// matters into the range of a float. A step down keeps the bits of the fraction, so that
// only the last product rounds.
func (c *deviceCall) ldexp() val {
	l, f, x, exp := c.l, c.format(), c.arg(0), c.arg(1)
	step := func(outside ir.Operand, by int) {
		x = l.times(f, x, l.op(ir.Selp, f.float, f.power(by), f.power(0), outside))
		exp = l.op(ir.Sub, ir.S32, exp, l.op(ir.Selp, ir.S32, ir.I(uint64(by)&ir.S32.Mask()), ir.I(0), outside))
	}
	least := 1 - f.bias
	for range 2 {
		step(l.setp(ir.GT, ir.S32, exp, ir.I(uint64(f.bias))), f.bias)
		step(l.setp(ir.LT, ir.S32, exp, ir.I(uint64(least)&ir.S32.Mask())), least+int(f.fraction)+1)
	}
	exp = l.op(ir.Min, ir.S32, l.op(ir.Max, ir.S32, exp, ir.I(uint64(least)&ir.S32.Mask())), ir.I(uint64(f.bias)))
	field := l.cvt(f.signed, ir.S32, l.add(ir.S32, exp, ir.I(uint64(f.bias))))
	return val{op: l.times(f, x, l.mov(f.float, l.op(ir.Shl, f.bits, field, ir.I(uint64(f.fraction)))))}
}

func (c *deviceCall) modf() val {
	l, f, x := c.l, c.format(), c.arg(0)
	whole := l.opMod(ir.Math, ir.Trunc, f.float, x)
	frac := l.withSign(f, l.opMod(ir.Sub, ir.RN, f.float, x, whole), x)
	return val{elems: []val{{op: whole}, {op: frac}}}
}

func (c *deviceCall) sincos() val {
	l, f, x := c.l, c.format(), c.arg(0)
	return val{elems: []val{{op: l.opMod(ir.Math, ir.Sin, f.float, x)}, {op: l.opMod(ir.Math, ir.Cos, f.float, x)}}}
}
