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

// logic builds lop3: for each combination of bits of a, b and c for which its table has a one. A
// second result says whether the first is not zero, combined with a predicate.
func logic(l *lowerer, m *match) {
	v := l.logicValue()
	l.def(0, v)
	if first := m.Operands[0]; first.Kind == syntax.Pair {
		p := l.opMod(ir.Setp, ir.NE, ir.U32, v, ir.I(0))
		l.defOperand(first.List[1], types["pred"], l.op(booleans[m.named["B"]], ir.Pred, l.inReg(ir.Pred, p), l.use(5)))
	}
}

func (l *lowerer) logicValue() ir.Operand {
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
	return out
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

// permute builds prmt: each byte of the result is one of eight.
func permute(l *lowerer, _ *match) { l.def(0, l.permuted(l.use(3))) }

// permuted returns the bytes of operands 1 and 2 that a register of selectors names.
func (l *lowerer) permuted(selectors ir.Operand) ir.Operand {
	return l.opMod(ir.Math, ir.Permute, ir.U32, l.use(1), l.use(2), selectors)
}

// dots are the sums of products of bytes by the types of the bytes of both factors.
var dots = map[[2]string]ir.Mod{{"s32", "s32"}: ir.DotBytes, {"s32", "u32"}: ir.DotBytesMixed, {"u32", "u32"}: ir.DotBytesUnsigned}

// dotBytes builds dp4a: a sum of the products of four bytes each.
func dotBytes(l *lowerer, m *match) {
	x, y, types := l.use(1), l.use(2), [2]string{m.named["T"], m.named["U"]}
	if types == [2]string{"u32", "s32"} {
		x, y, types = y, x, [2]string{"s32", "u32"}
	}
	l.def(0, l.opMod(ir.Math, dots[types], ir.U32, x, y, l.use(3)))
}

// carry is the flag of additions with carry and of subtractions with borrow. As in the machine, which
// adds the complement, a subtraction sets it where it borrows nothing: nvcc's division of 128 bits
// continues a subtraction by an addition.
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
	flag := l.flagOf(t, op, sum, a)
	if continues {
		c, both := l.read(l.carry()), ir.Or
		if op == ir.Sub {
			c, both = l.op(ir.Xor, ir.U32, c, ir.I(1)), ir.And
		}
		with := l.op(op, t, sum, l.reinterpret(t, ir.U32, c))
		flag = l.op(both, ir.U32, flag, l.flagOf(t, op, with, sum))
		sum = with
	}
	if m.has("cc") {
		l.set(l.carry(), ir.U32, flag)
	}
	l.def(0, sum)
}

// flagOf returns 1 where a sum is less than a summand, or a difference at most what it is of.
func (l *lowerer) flagOf(t ir.Type, op ir.Op, result, a ir.Operand) ir.Operand {
	cc := ir.LT
	if op == ir.Sub {
		cc = ir.LE
	}
	return l.op(ir.Selp, ir.U32, ir.I(1), ir.I(0), l.opMod(ir.Setp, cc, t, result, a))
}

// highestBit builds bfind: the place of the highest bit that differs from the sign, or how far it
// must be shifted to the top; all ones if no bit differs.
func highestBit(l *lowerer, m *match) {
	t := m.t().ir
	v := l.use(1)
	if t.Signed() {
		v = l.op(ir.Xor, t, v, l.op(ir.Shr, t, v, ir.I(uint64(t.Bits()-1))))
	}
	above := l.op(ir.Clz, t, v)
	none := l.opMod(ir.Setp, ir.EQ, unsigned(t), v, ir.I(0))
	at := above
	if !m.has("shiftamt") {
		at = l.op(ir.Sub, ir.U32, ir.I(uint64(t.Bits()-1)), above)
	}
	l.def(0, l.op(ir.Selp, ir.U32, ir.I(ir.U32.Mask()), at, l.inReg(ir.Pred, none)))
}

// inRegister returns a place or length in a register of 32 bits: .wrap takes its low bits, .clamp
// brings it to 32 at most.
func (l *lowerer) inRegister(m *match, v ir.Operand) ir.Operand {
	bits := uint64(ir.U32.Bits())
	if m.has("wrap") {
		return l.op(ir.And, ir.U32, v, ir.I(bits-1))
	}
	return l.op(ir.Min, ir.U32, v, ir.I(bits))
}

// bitMask builds bmsk: ones from a place on.
func bitMask(l *lowerer, m *match) {
	at, n := l.inRegister(m, l.use(1)), l.inRegister(m, l.use(2))
	l.def(0, l.op(ir.Shl, ir.U32, l.ones(ir.U32, n), at))
}

// extendFrom builds szext: it keeps some low bits and extends them.
func extendFrom(l *lowerer, m *match) {
	rest := l.op(ir.Sub, ir.U32, ir.I(uint64(ir.U32.Bits())), l.inRegister(m, l.use(2)))
	l.def(0, l.op(ir.Shr, m.t().ir, l.op(ir.Shl, ir.U32, l.use(1), rest), rest))
}

// countZero builds cnot: 1 where a number is zero.
func countZero(l *lowerer, m *match) {
	t := m.t()
	p := l.opMod(ir.Setp, ir.EQ, t.reg(), l.useFull(1), ir.I(0))
	l.def(0, l.op(ir.Selp, t.reg(), ir.I(1), ir.I(0), l.inReg(ir.Pred, p)))
}

// distance builds sad: a sum of a number and of how far two others are apart.
func distance(l *lowerer, m *match) {
	t, a, b := m.t().reg(), l.useFull(1), l.useFull(2)
	l.def(0, l.op(ir.Add, t, l.op(ir.Sub, t, l.op(ir.Max, t, a, b), l.op(ir.Min, t, a, b)), l.use(3)))
}

// product24 builds mul24 and mad24: the low or high 32 of the 48 bits of a product.
func product24(l *lowerer, m *match) {
	t := m.t().ir
	const factor = 24
	cut := func(i int) ir.Operand {
		up := ir.I(uint64(ir.U32.Bits() - factor))
		return l.op(ir.Shr, t, l.op(ir.Shl, ir.U32, l.use(i), up), up)
	}
	v := l.op(ir.MulWide, t.Wide(), cut(1), cut(2))
	if m.has("hi") {
		v = l.op(ir.Shr, ir.U64, v, ir.I(uint64(2*factor-ir.U32.Bits())))
	}
	out := l.cvt(ir.U32, ir.U64, v)
	if len(m.Operands) > 3 {
		out = l.op(ir.Add, ir.U32, out, l.use(3))
	}
	l.def(0, out)
}

// saturatedSum builds add.sat and sub.sat.
func saturatedSum(op ir.Op) func(*lowerer, *match) {
	return func(l *lowerer, _ *match) {
		wide := func(i int) ir.Operand { return l.cvt(ir.S64, ir.S32, l.use(i)) }
		l.def(0, l.clamped(ir.S32, ir.S64, l.op(op, ir.S64, wide(1), wide(2))))
	}
}

// dotHalves builds dp2a: the products of two numbers of 16 bits and two bytes, added to a third one.
func dotHalves(l *lowerer, m *match) {
	sum := l.use(3)
	half, narrow := map[string]ir.Type{"u32": ir.U16, "s32": ir.S16}, map[string]ir.Type{"u32": ir.U8, "s32": ir.S8}
	first := 0
	if m.has("hi") {
		first = 2
	}
	for i := range 2 {
		a := l.field(half[m.named["T"]], l.use(1), i*16, 16)
		b := l.field(narrow[m.named["U"]], l.use(2), (first+i)*8, 8)
		sum = l.op(ir.Mad, ir.U32, a, b, sum)
	}
	l.def(0, sum)
}

// permutations are the modes of prmt besides its own: the selector of each byte, by the low two
// bits of the third operand.
var permutations = map[string][4]uint64{
	"f4e": {0x3210, 0x4321, 0x5432, 0x6543}, "b4e": {0x5670, 0x6701, 0x7012, 0x0123},
	"rc8": {0x0000, 0x1111, 0x2222, 0x3333}, "ecl": {0x3210, 0x3211, 0x3222, 0x3333},
	"ecr": {0x0000, 0x1110, 0x2210, 0x3210}, "rc16": {0x1010, 0x3232, 0x1010, 0x3232},
}

// permuteMode builds prmt with a mode.
func permuteMode(l *lowerer, m *match) {
	list := permutations[m.Mods[len(m.Mods)-1]]
	n := l.op(ir.And, ir.U32, l.use(3), ir.I(uint64(len(list)-1)))
	sel := ir.I(list[0])
	for i := range list[1:] {
		p := l.opMod(ir.Setp, ir.EQ, ir.U32, n, ir.I(uint64(i+1)))
		sel = l.op(ir.Selp, ir.U32, ir.I(list[i+1]), sel, l.inReg(ir.Pred, p))
	}
	l.def(0, l.permuted(sel))
}
