package ptx

// This file builds arithmetic on the parts of a register: pairs of 16 bits, four bytes, and one
// chosen part.

import (
	"strings"

	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/ptx/syntax"
)

// inParts returns f of each of n parts of registers, as parts of one. f gets the parts extended as
// their types are, and may return anything above the bits of a part.
func (l *lowerer) inParts(n int, types []ir.Type, src []ir.Operand, f func(x []ir.Operand) ir.Operand) ir.Operand {
	bits := ir.U32.Bits() / n
	out := ir.I(0)
	for i := range n {
		x := make([]ir.Operand, len(src))
		for j := range src {
			x[j] = l.field(types[j], src[j], i*bits, bits)
		}
		part := l.op(ir.Shl, ir.U32, l.op(ir.And, ir.U32, f(x), ir.I(1<<bits-1)), ir.I(uint64(i*bits)))
		out = l.op(ir.Or, ir.U32, out, part)
	}
	return out
}

// field returns some bits of a register, extended as the type is.
func (l *lowerer) field(t ir.Type, v ir.Operand, at, bits int) ir.Operand {
	all, reg := ir.U32.Bits(), ir.U32
	if t.Signed() {
		reg = ir.S32
	}
	if up := all - at - bits; up > 0 {
		v = l.op(ir.Shl, ir.U32, v, ir.I(uint64(up)))
	}
	return l.op(ir.Shr, reg, v, ir.I(uint64(all-bits)))
}

// ofPairs builds an operation on two numbers of 16 bits.
func ofPairs(op ir.Op) func(*lowerer, *match) {
	return func(l *lowerer, m *match) {
		t := ir.U16
		if m.has("s16x2") {
			t = ir.S16
		}
		v := l.inParts(2, []ir.Type{t, t}, []ir.Operand{l.use(1), l.use(2)}, func(x []ir.Operand) ir.Operand {
			r := l.op(op, t.Reg(), x...)
			if m.has("relu") {
				r = l.op(ir.Max, ir.S32, r, ir.I(0))
			}
			return r
		})
		l.def(0, v)
	}
}

// negatedPairs builds neg of two numbers of 16 bits.
func negatedPairs(l *lowerer, _ *match) {
	l.def(0, l.inParts(2, []ir.Type{ir.S16}, []ir.Operand{l.use(1)}, func(x []ir.Operand) ir.Operand { return l.op(ir.Neg, ir.S32, x...) }))
}

// videoOps are the operations of SIMD video instructions.
var videoOps = map[string]func(l *lowerer, a, b ir.Operand) ir.Operand{
	"vadd": func(l *lowerer, a, b ir.Operand) ir.Operand { return l.op(ir.Add, ir.S64, a, b) },
	"vsub": func(l *lowerer, a, b ir.Operand) ir.Operand { return l.op(ir.Sub, ir.S64, a, b) },
	"vabsdiff": func(l *lowerer, a, b ir.Operand) ir.Operand {
		return l.op(ir.Abs, ir.S64, l.op(ir.Sub, ir.S64, a, b))
	},
	"vmin": func(l *lowerer, a, b ir.Operand) ir.Operand { return l.op(ir.Min, ir.S64, a, b) },
	"vmax": func(l *lowerer, a, b ir.Operand) ir.Operand { return l.op(ir.Max, ir.S64, a, b) },
	"vavrg": func(l *lowerer, a, b ir.Operand) ir.Operand {
		return l.op(ir.Shr, ir.S64, l.op(ir.Add, ir.S64, l.op(ir.Add, ir.S64, a, b), ir.I(1)), ir.I(1))
	},
}

// video builds a SIMD video instruction: an operation on n parts of two registers. With .add the
// result is the sum of the parts and of the third operand.
func video(n int) func(*lowerer, *match) {
	return func(l *lowerer, m *match) {
		op := strings.TrimRight(m.Op, "24")
		bits := ir.U32.Bits() / n
		result := m.t().ir
		low, high := partLimits(bits, result.Signed())
		sum, parts := l.use(3), ir.I(0)
		for i := range n {
			a := l.wideField(types[m.named["U"]].ir, l.use(1), i*bits, bits)
			b := l.wideField(types[m.named["V"]].ir, l.use(2), i*bits, bits)
			v := l.videoPart(m, op, a, b)
			if m.has("add") {
				sum = l.op(ir.Add, ir.U32, sum, l.cvt(ir.U32, ir.S64, v))
				continue
			}
			if m.has("sat") {
				v = l.op(ir.Min, ir.S64, l.op(ir.Max, ir.S64, v, ir.I(uint64(low))), ir.I(uint64(high)))
			}
			part := l.op(ir.And, ir.U32, l.cvt(ir.U32, ir.S64, v), ir.I(1<<bits-1))
			parts = l.op(ir.Or, ir.U32, parts, l.op(ir.Shl, ir.U32, part, ir.I(uint64(i*bits))))
		}
		if m.has("add") {
			parts = sum
		}
		l.def(0, parts)
	}
}

// videoPart returns the result of one part: vset gives 1 where the parts compare.
func (l *lowerer) videoPart(m *match, op string, a, b ir.Operand) ir.Operand {
	if op == "vset" {
		return l.op(ir.Selp, ir.S64, ir.I(1), ir.I(0), l.inReg(ir.Pred, l.compared(m.named["C"], ir.S64, a, b)))
	}
	return videoOps[op](l, a, b)
}

// wideField is field in 64 bits.
func (l *lowerer) wideField(t ir.Type, v ir.Operand, at, bits int) ir.Operand {
	reg := ir.U32
	if t.Signed() {
		reg = ir.S32
	}
	return l.cvt(ir.S64, reg, l.field(t, v, at, bits))
}

// partLimits returns the least and the largest number of some bits.
func partLimits(bits int, signed bool) (low, high int64) {
	if signed {
		return -1 << (bits - 1), 1<<(bits-1) - 1
	}
	return 0, 1<<bits - 1
}

// selected returns an operand of a scalar video instruction: the whole register, or the byte or
// half that .b0 … .b3, .h0 or .h1 name.
func (l *lowerer) selected(o syntax.Operand, t ir.Type) ir.Operand {
	name, part, ok := strings.Cut(o.Name, ".")
	if o.Kind != syntax.Name || !ok {
		return l.wideField(t, l.operand(o, types["b32"]), 0, ir.U32.Bits())
	}
	o.Name = name
	bits := map[byte]int{'b': 8, 'h': 16}[part[0]]
	at := int(part[len(part)-1]-'0') * bits
	if len(part) != 2 || bits == 0 || at < 0 || at >= ir.U32.Bits() {
		l.fail("%s is no part of a register", part)
		return ir.I(0)
	}
	return l.wideField(t, l.operand(o, types["b32"]), at, bits)
}

// scalarVideo builds an operation on one part of each of two registers, and on a third one.
func scalarVideo(l *lowerer, m *match) {
	a := l.selected(m.Operands[1], types[m.named["U"]].ir)
	b := l.selected(m.Operands[2], types[m.named["V"]].ir)
	v := l.videoPart(m, m.Op, a, b)
	if m.has("sat") {
		low, high := partLimits(ir.U32.Bits(), m.t().ir.Signed())
		v = l.op(ir.Min, ir.S64, l.op(ir.Max, ir.S64, v, ir.I(uint64(low))), ir.I(uint64(high)))
	}
	out := l.cvt(ir.U32, ir.S64, v)
	if o := m.named["O"]; o != "" {
		t := m.t().ir
		out = l.op(map[string]ir.Op{"add": ir.Add, "min": ir.Min, "max": ir.Max}[o], t, out, l.use(3))
	}
	l.def(0, out)
}
