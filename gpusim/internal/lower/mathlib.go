package lower

// This file lowers the arithmetic functions of packages gpu (float32), math
// (float64) and math/bits.

import (
	"go/token"
	"math"

	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/intrinsic"
	"gpucourse/gpusim/internal/ir"
)

func addMath(table map[string]func(*deviceCall) val) {
	for _, suffix := range []string{"", "32", "64"} {
		table["bits.TrailingZeros"+suffix] = (*deviceCall).trailingZeros
		table["bits.Len"+suffix] = (*deviceCall).bitLen
	}
	table["gpu.Ffs"], table["gpu.Ffsll"] = (*deviceCall).firstSet, (*deviceCall).firstSet
	for _, name := range []string{"Float32bits", "Float32frombits", "Float64bits", "Float64frombits"} {
		table["math."+name] = (*deviceCall).sameBits
	}
	for _, suffix := range []string{"", "8", "16", "32", "64"} {
		table["bits.RotateLeft"+suffix] = (*deviceCall).rotateLeft
	}
	for _, suffix := range []string{"", "32", "64"} {
		table["bits.Mul"+suffix] = (*deviceCall).fullProduct
	}
	for _, pkg := range []string{"gpu.", "math."} {
		addFloatParts(table, pkg)
	}
	table["math.NaN"] = func(*deviceCall) val { return val{op: ir.I(math.Float64bits(math.NaN()))} }
	table["math.Inf"] = (*deviceCall).inf
	table["math.IsNaN"] = (*deviceCall).isNaN
	table["math.IsInf"] = (*deviceCall).isInf
}

func (c *deviceCall) operands() []ir.Operand {
	ops := make([]ir.Operand, len(c.args))
	for i := range ops {
		ops[i] = c.arg(i)
	}
	return ops
}

// sameType lowers a function whose operands and result have one type.
func sameType(f *intrinsic.Function) func(*deviceCall) val {
	return func(c *deviceCall) val { return val{op: c.l.opMod(f.Op, f.Mod, c.argType(0).Scalar, c.operands()...)} }
}

// bitCount lowers a function that counts bits.
func bitCount(f *intrinsic.Function) func(*deviceCall) val {
	return func(c *deviceCall) val { return val{op: c.l.count(f.Op, c.argType(0).Scalar, c.arg(0))} }
}

func (l *lowerer) count(op ir.Op, t ir.Type, x ir.Operand) ir.Operand {
	return l.mov(ir.S32, l.op(op, t, x))
}

func (c *deviceCall) trailingZeros() val {
	t := c.argType(0).Scalar
	return val{op: c.l.count(ir.Clz, t, c.l.op(ir.Brev, t, c.arg(0)))}
}

func (c *deviceCall) bitLen() val {
	t := c.argType(0).Scalar
	return val{op: c.l.op(ir.Sub, ir.S32, ir.I(uint64(t.Bits())), c.l.count(ir.Clz, t, c.arg(0)))}
}

// firstSet lowers gpu.Ffs: the position of the lowest set bit, from 1; 0 for none.
func (c *deviceCall) firstSet() val {
	l, t := c.l, c.argType(0).Scalar
	n := l.add(ir.S32, l.count(ir.Clz, t, l.op(ir.Brev, t, c.arg(0))), ir.I(1))
	none := l.setp(ir.EQ, t, c.arg(0), ir.I(0))
	return val{op: l.op(ir.Selp, ir.S32, ir.I(0), n, none)}
}

// sameBits reinterprets the bits of a value as another type.
func (c *deviceCall) sameBits() val {
	return val{op: c.l.mov(c.l.typeOf(c.in.Type()).Scalar, c.arg(0))}
}

// rotateLeft shifts left by the count modulo the width, and right by the rest. A
// shift by the whole width gives 0.
func (c *deviceCall) rotateLeft() val {
	l, t, x := c.l, c.argType(0), c.arg(0)
	width := uint64(t.Scalar.Bytes() * 8)
	left := l.op(ir.And, ir.U32, c.arg(1), ir.I(width-1))
	right := l.op(ir.Sub, ir.U32, ir.I(width), left)
	return val{op: l.op(ir.Or, t.Reg(), l.shift(token.SHL, t, x, left), l.shift(token.SHR, t, x, right))}
}

// fullProduct lowers bits.Mul64: the high and the low half of a product.
func (c *deviceCall) fullProduct() val {
	t := c.argType(0).Scalar
	return val{elems: []val{{op: c.l.op(ir.MulHi, t, c.operands()...)}, {op: c.l.op(ir.Mul, t, c.operands()...)}}}
}

func (c *deviceCall) inf() val {
	sign := c.arg(0)
	plus, minus := ir.I(math.Float64bits(math.Inf(1))), ir.I(math.Float64bits(math.Inf(-1)))
	if !sign.IsReg {
		if int32(sign.Imm) >= 0 {
			return val{op: plus}
		}
		return val{op: minus}
	}
	return val{op: c.l.op(ir.Selp, ir.F64, plus, minus, c.l.setp(ir.GE, ir.S32, sign, ir.I(0)))}
}

func (c *deviceCall) isNaN() val { return val{op: c.l.setp(ir.NE, ir.F64, c.arg(0), c.arg(0))} }

// isInf compares with both infinities, or with the one that a constant sign selects.
func (c *deviceCall) isInf() val {
	l, x, sign := c.l, c.arg(0), c.arg(1)
	if sign.IsReg {
		l.fail(diag.Unsupported, "write 1, -1 or 0", "math.IsInf: the sign is not a constant")
		return val{op: ir.I(0)}
	}
	plus := l.setp(ir.EQ, ir.F64, x, ir.I(math.Float64bits(math.Inf(1))))
	minus := l.setp(ir.EQ, ir.F64, x, ir.I(math.Float64bits(math.Inf(-1))))
	switch s := int32(sign.Imm); {
	case s > 0:
		return val{op: plus}
	case s < 0:
		return val{op: minus}
	}
	return val{op: l.op(ir.Or, ir.Pred, plus, minus)}
}
