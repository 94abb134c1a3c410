package ptx

// This file builds operations on bits that take several instructions of the IR.

import (
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/ptx/syntax"
)

// constant returns operand i, which must be a number.
func (l *lowerer) constant(i int) uint64 {
	o := l.at.Operands[i]
	if o.Kind != syntax.Int {
		l.fail("operand %d of %s must be a constant here", i+1, l.at.Op)
	}
	return o.Bits
}

// logic builds lop3: for each combination of bits of a, b and c for which its table has a one.
func logic(l *lowerer, _ *match) {
	table := l.constant(4)
	in := []ir.Operand{l.use(1), l.use(2), l.use(3)}
	not := []ir.Operand{}
	for _, x := range in {
		not = append(not, l.op(ir.Not, ir.U32, x))
	}
	out := ir.I(0)
	for row := range 1 << len(in) {
		if table>>row&1 == 0 {
			continue
		}
		term := ir.I(ir.U32.Mask())
		for i := range in {
			x := in[i]
			if row>>(len(in)-1-i)&1 == 0 {
				x = not[i]
			}
			term = l.op(ir.And, ir.U32, term, x)
		}
		out = l.op(ir.Or, ir.U32, out, term)
	}
	l.def(0, out)
}

// pair returns two registers as one: lo below hi.
func (l *lowerer) pair(lo, hi ir.Operand) ir.Operand {
	high := l.op(ir.Shl, ir.U64, l.cvt(ir.U64, ir.U32, hi), ir.I(uint64(ir.U32.Bits())))
	return l.op(ir.Or, ir.U64, high, l.cvt(ir.U64, ir.U32, lo))
}

// high returns the upper half of a register of 64 bits.
func (l *lowerer) high(v ir.Operand) ir.Operand {
	return l.cvt(ir.U32, ir.U64, l.op(ir.Shr, ir.U64, v, ir.I(uint64(ir.U32.Bits()))))
}

// funnel builds shf: a shift of two registers as one, of which it keeps a half.
func funnel(l *lowerer, m *match) {
	both, n := l.pair(l.use(1), l.use(2)), l.use(3)
	bits := uint64(ir.U32.Bits())
	if m.has("wrap") {
		n = l.op(ir.And, ir.U32, n, ir.I(bits-1))
	} else {
		n = l.op(ir.Min, ir.U32, n, ir.I(bits))
	}
	if m.has("l") {
		l.def(0, l.high(l.op(ir.Shl, ir.U64, both, n)))
		return
	}
	l.def(0, l.cvt(ir.U32, ir.U64, l.op(ir.Shr, ir.U64, both, n)))
}

// byteMask are the bits of a position or length that count.
const byteMask = 0xff

// ones returns n ones, at most a register full.
func (l *lowerer) ones(t ir.Type, n ir.Operand) ir.Operand {
	return l.op(ir.Sub, t, l.op(ir.Shl, t, ir.I(1), n), ir.I(1))
}

// insertBits builds bfi: bits of the first operand at a place of the second one.
func insertBits(l *lowerer, m *match) {
	t := m.t().ir
	at, n := l.op(ir.And, ir.U32, l.use(3), ir.I(byteMask)), l.op(ir.And, ir.U32, l.use(4), ir.I(byteMask))
	mask := l.op(ir.Shl, t, l.ones(t, n), at)
	in := l.op(ir.And, t, l.op(ir.Shl, t, l.use(1), at), mask)
	l.def(0, l.op(ir.Or, t, in, l.op(ir.And, t, l.use(2), l.op(ir.Not, t, mask))))
}

// extractBits builds bfe. Of a signed number the highest bit that is taken, or that the register
// has, fills what is above.
func extractBits(l *lowerer, m *match) {
	t := m.t().ir
	at, n := l.op(ir.And, ir.U32, l.use(2), ir.I(byteMask)), l.op(ir.And, ir.U32, l.use(3), ir.I(byteMask))
	if !t.Signed() {
		l.def(0, l.op(ir.And, t, l.op(ir.Shr, t, l.use(1), at), l.ones(t, n)))
		return
	}
	bits := ir.I(uint64(t.Bits()))
	v := l.op(ir.Shr, t, l.use(1), at)                                // filled with the sign
	rest := l.op(ir.Sub, ir.U32, bits, l.op(ir.Min, ir.U32, n, bits)) // bits above what is taken
	v = l.op(ir.Shr, t, l.op(ir.Shl, t, v, rest), rest)
	l.def(0, v)
}

// The selectors of prmt, one per byte of the result.
const (
	selectorBits = 4
	selectorByte = 7 // which of eight bytes
	selectorSign = 8 // all bits of the result's byte are the highest bit of that byte
)

// permute builds prmt: each byte of the result is one of eight.
func permute(l *lowerer, _ *match) {
	both, c := l.pair(l.use(1), l.use(2)), l.use(3)
	out := ir.I(0)
	for i := range ir.U32.Bytes() {
		sel := l.op(ir.Shr, ir.U32, c, ir.I(uint64(i*selectorBits)))
		shift := l.op(ir.Shl, ir.U32, l.op(ir.And, ir.U32, sel, ir.I(selectorByte)), ir.I(3))
		b := l.cvt(ir.U8, ir.U64, l.op(ir.Shr, ir.U64, both, shift))
		if o := l.at.Operands[3]; o.Kind != syntax.Int || o.Bits>>(i*selectorBits)&selectorSign != 0 {
			sign := l.cvt(ir.U8, ir.U32, l.op(ir.Shr, ir.S32, l.cvt(ir.S8, ir.U32, b), ir.I(7)))
			replicate := l.opMod(ir.Setp, ir.NE, ir.U32, l.op(ir.And, ir.U32, sel, ir.I(selectorSign)), ir.I(0))
			b = l.op(ir.Selp, ir.U32, sign, b, l.inReg(ir.Pred, replicate))
		}
		out = l.op(ir.Or, ir.U32, out, l.op(ir.Shl, ir.U32, b, ir.I(uint64(i*8))))
	}
	l.def(0, out)
}

// dotBytes builds dp4a: a sum of the products of four bytes each.
func dotBytes(l *lowerer, m *match) {
	sum := l.use(3)
	for i := range ir.U32.Bytes() {
		part := func(n int, name string) ir.Operand {
			t := ir.U8
			if m.named[name] == "s32" {
				t = ir.S8
			}
			return l.cvt(t, ir.U32, l.op(ir.Shr, ir.U32, l.use(n), ir.I(uint64(i*8))))
		}
		sum = l.op(ir.Mad, ir.U32, part(1, "T"), part(2, "U"), sum)
	}
	l.def(0, sum)
}

// carry is the flag of additions with carry and of subtractions with borrow.
func (l *lowerer) carry() *register {
	if l.flag == nil {
		l.flag = &register{name: "carry", t: types["u32"], class: ir.U32, known: true}
		l.regs = append(l.regs, l.flag)
	}
	return l.flag
}

// chained builds an addition or subtraction of a chain: with the flag if it continues one, and
// setting the flag if .cc asks for it.
func chained(op ir.Op, continues bool) func(*lowerer, *match) {
	return func(l *lowerer, m *match) { l.chainedSum(m, op, continues, l.use(1), l.use(2)) }
}

// chainedProduct is chained for the low or high half of a product, and a third operand.
func chainedProduct(continues bool) func(*lowerer, *match) {
	return func(l *lowerer, m *match) {
		op := ir.Mul
		if m.has("hi") {
			op = ir.MulHi
		}
		l.chainedSum(m, ir.Add, continues, l.op(op, m.t().ir, l.use(1), l.use(2)), l.use(3))
	}
}

func (l *lowerer) chainedSum(m *match, op ir.Op, continues bool, a, b ir.Operand) {
	t := unsigned(m.t().ir)
	sum := l.op(op, t, a, b)
	over := l.overflow(t, op, sum, a)
	if continues {
		c := l.reinterpret(t, ir.U32, l.read(l.carry()))
		with := l.op(op, t, sum, c)
		over = l.op(ir.Or, ir.U32, over, l.overflow(t, op, with, sum))
		sum = with
	}
	if m.has("cc") {
		l.set(l.carry(), ir.U32, over)
	}
	l.def(0, sum)
}

// overflow returns 1 where a sum is less than a summand, or a difference more than what it is of.
func (l *lowerer) overflow(t ir.Type, op ir.Op, result, a ir.Operand) ir.Operand {
	cc := ir.LT
	if op == ir.Sub {
		cc = ir.GT
	}
	return l.op(ir.Selp, ir.U32, ir.I(1), ir.I(0), l.opMod(ir.Setp, cc, t, result, a))
}
