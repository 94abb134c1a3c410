package ptx

// This file builds conversions.

import "gpucourse/gpusim/internal/ir"

// convert builds a conversion between integers, or of an integer to a float. The operand is
// extended first, and the result is cut to its bits where its register has more.
func convert(l *lowerer, m *match) {
	to, from := m.t(), types[m.named["U"]]
	v := l.extend(from, l.use(1))
	switch {
	case m.has("sat"):
		v = l.clamped(to.ir, from.reg(), v)
	case to.ir.Float() || from.ir.Float():
		v = l.cvt(to.ir, from.ir, v)
	case to.narrow() || to.reg().Bits() != from.reg().Bits():
		v = l.cvt(to.ir, from.reg(), v)
	}
	l.def(0, v)
}

// directedWhole builds the conversion of an integer to a float that is rounded in a direction.
func directedWhole(l *lowerer, m *match) {
	to, from := m.t().ir, types[m.named["U"]]
	v, signed := l.extend(from, l.use(1)), from.ir.Signed()
	if from.reg().Bits() < ir.U64.Bits() {
		v = l.cvt(map[bool]ir.Type{false: ir.U64, true: ir.S64}[signed], from.reg(), v)
	}
	size := l.inReg(ir.U64, v)
	if signed {
		size = l.op(ir.Abs, ir.S64, v)
	}
	near, far := l.around(to, size)
	above, below := near, near // what a number that is not negative becomes, and a negative one without its sign
	switch m.named["R"] {
	case "rp":
		above = far
	case "rm":
		below = far
	}
	if signed {
		negative := l.inReg(ir.Pred, l.opMod(ir.Setp, ir.LT, ir.S64, v, ir.I(0)))
		above = l.op(ir.Selp, to, l.op(ir.Neg, to, below), above, negative)
	}
	l.def(0, above)
}

// around returns the floats next to a number of 64 bits without a sign: the largest that is not above
// it, and the least that is not below.
func (l *lowerer) around(to ir.Type, n ir.Operand) (near, far ir.Operand) {
	digits, bits := uint64(24), ir.U32
	if to == ir.F64 {
		digits, bits = 53, ir.U64
	}
	lost := l.op(ir.Sub, ir.S32, l.inReg(ir.S32, ir.I(uint64(ir.U64.Bits())-digits)), l.op(ir.Clz, ir.U64, n))
	lost = l.op(ir.Max, ir.S32, lost, ir.I(0))
	kept := l.op(ir.Shl, ir.U64, l.op(ir.Shr, ir.U64, n, lost), lost)
	near = l.cvt(to, ir.U64, kept)
	next := l.reinterpret(to, bits, l.op(ir.Add, bits, l.reinterpret(bits, to, near), ir.I(1)))
	return near, l.op(ir.Selp, to, next, near, l.opMod(ir.Setp, ir.NE, ir.U64, n, kept))
}

// clamped returns an integer of type from as the nearest one of type to.
func (l *lowerer) clamped(to, from ir.Type, v ir.Operand) ir.Operand {
	low, high := limits(to)
	least, most := limits(from)
	if low > least {
		v = l.op(ir.Max, from, v, ir.I(uint64(low)&from.Mask()))
	}
	if high < most {
		v = l.op(ir.Min, from, v, ir.I(high))
	}
	if to.Reg().Bits() != from.Bits() {
		v = l.cvt(to, from, v)
	}
	return v
}

// limits returns the least and the largest integer of a type.
func limits(t ir.Type) (low int64, high uint64) {
	if !t.Signed() {
		return 0, t.Mask()
	}
	return -int64(t.Mask()>>1) - 1, t.Mask() >> 1
}

// roundings are the functions that round a float to a whole number.
var roundings = map[string]ir.Mod{"rzi": ir.Trunc, "rni": ir.RoundEven, "rmi": ir.Floor, "rpi": ir.Ceil}

// roundToInt builds the conversion of a float to an integer.
func roundToInt(l *lowerer, m *match) {
	v, from := l.asFloat(m)
	if r := roundings[m.named["R"]]; r != ir.Trunc {
		v = l.opMod(ir.Math, r, from, v)
	}
	l.def(0, l.cvt(m.t().ir, from, v))
}

// asFloat returns operand 1, a half as a float32, and its type.
func (l *lowerer) asFloat(m *match) (v ir.Operand, t ir.Type) {
	from := types[m.named["U"]]
	if isHalf(from) {
		return l.toFloat(from, l.use(1)), ir.F32
	}
	return l.use(1), from.ir
}

// roundFloat builds the conversion of a float to a float whose value is a whole number.
func roundFloat(l *lowerer, m *match) {
	v, from := l.asFloat(m)
	v = l.opMod(ir.Math, roundings[m.named["R"]], from, v)
	if isHalf(m.t()) {
		l.def(0, l.fromFloat(m.t(), v))
		return
	}
	if from != m.t().ir {
		v = l.cvt(m.t().ir, from, v)
	}
	l.result0(m, v)
}

// widenFloat builds the conversion to a float of at least as many bits.
func widenFloat(l *lowerer, m *match) {
	v, from := l.asFloat(m)
	if from != m.t().ir {
		v = l.cvt(m.t().ir, from, v)
	}
	l.result0(m, v)
}

// narrowDouble builds the conversion of a float64 to a float32.
func narrowDouble(l *lowerer, m *match) {
	v := l.use(1)
	if r := m.named["R"]; r != "rn" {
		l.result0(m, l.cutDouble(v, r))
		return
	}
	l.result0(m, l.cvt(ir.F32, ir.F64, v))
}

// cutDouble returns a float64 as a float32, rounded in a direction.
func (l *lowerer) cutDouble(v ir.Operand, r string) ir.Operand {
	bits, lost := l.truncated(v)
	away := l.op(ir.Add, ir.U32, bits, lost)
	switch zero := ir.I(0); r {
	case "rm":
		bits = l.op(ir.Selp, ir.U32, away, bits, l.inReg(ir.Pred, l.opMod(ir.Setp, ir.LT, ir.F64, v, zero)))
	case "rp":
		bits = l.op(ir.Selp, ir.U32, away, bits, l.inReg(ir.Pred, l.opMod(ir.Setp, ir.GT, ir.F64, v, zero)))
	}
	return l.reinterpret(ir.F32, ir.U32, bits)
}

// oddFloat returns a float64 as a float32 that is rounded to odd: rounding it again to fewer bits
// rounds the float64 itself.
func (l *lowerer) oddFloat(v ir.Operand) ir.Operand {
	bits, lost := l.truncated(v)
	return l.reinterpret(ir.F32, ir.U32, l.op(ir.Or, ir.U32, bits, lost))
}

// truncated returns the bits of a float64 as a float32 that is rounded toward zero, and 1 where they
// are not exact.
func (l *lowerer) truncated(v ir.Operand) (bits, lost ir.Operand) {
	v = l.inReg(ir.F64, v)
	near := l.cvt(ir.F32, ir.F64, v)
	back, magnitude := l.op(ir.Abs, ir.F64, l.cvt(ir.F64, ir.F32, near)), l.op(ir.Abs, ir.F64, v)
	over := l.opMod(ir.Setp, ir.GT, ir.F64, back, magnitude)
	under := l.opMod(ir.Setp, ir.LT, ir.F64, back, magnitude)
	bits = l.op(ir.Add, ir.U32, l.reinterpret(ir.U32, ir.F32, near), l.op(ir.Selp, ir.U32, ir.I(ir.U32.Mask()), ir.I(0), over))
	return bits, l.op(ir.Selp, ir.U32, ir.I(1), ir.I(0), l.op(ir.Or, ir.Pred, over, under))
}

// intToHalf builds the conversion of an integer to a number of 16 bits.
func intToHalf(l *lowerer, m *match) {
	from := types[m.named["U"]]
	v := l.cvt(ir.F64, from.reg(), l.inReg(from.reg(), l.extend(from, l.use(1))))
	l.def(0, l.fromFloat(m.t(), l.oddFloat(v)))
}

// doubleToHalf builds the conversion of a float64 to a number of 16 bits.
func doubleToHalf(l *lowerer, m *match) { l.def(0, l.fromFloat(m.t(), l.oddFloat(l.use(1)))) }

// small are the roundings to fewer bits by the name of the type and the rounding.
var small = map[string]ir.Mod{
	"f16 rn": ir.HalfBits, "f16 rz": ir.HalfBitsZero, "f16 rm": ir.HalfBitsDown, "f16 rp": ir.HalfBitsUp,
	"bf16 rn": ir.BfloatBits, "bf16 rz": ir.BfloatBitsZero,
	"e4m3 rn": ir.E4M3Bits, "e5m2 rn": ir.E5M2Bits,
	"tf32 rna": ir.Tensor32, "tf32 rn": ir.Tensor32Even, "tf32 rz": ir.Tensor32Zero,
}

// narrowFloat builds the conversion of a float32 to fewer bits, or of two to a pair: the first lies
// above.
func narrowFloat(l *lowerer, m *match) {
	name, pair := m.named["T"], false
	if len(name) > len("x2") && name[len(name)-len("x2"):] == "x2" {
		name, pair = name[:len(name)-len("x2")], true
	}
	round := func(i int) ir.Operand {
		v := l.limited(m, name, l.inReg(ir.F32, l.use(i)))
		return l.reinterpret(ir.U32, ir.F32, l.opMod(ir.Math, small[name+" "+m.named["R"]], ir.F32, v))
	}
	if !pair {
		l.def(0, round(1))
		return
	}
	l.def(0, l.join(m.t(), round(2), round(1)))
}

// limited applies .relu and .satfinite before a conversion to fewer bits.
func (l *lowerer) limited(m *match, name string, v ir.Operand) ir.Operand {
	if m.has("relu") {
		v = l.op(ir.Max, ir.F32, v, ir.I(0))
	}
	if most, ok := largest[name]; ok && m.has("satfinite") {
		v = l.op(ir.Min, ir.F32, v, ir.I(ir.FloatBits(ir.F32, most)))
		v = l.op(ir.Max, ir.F32, v, ir.I(ir.FloatBits(ir.F32, -most)))
	}
	return v
}

// largest are the largest numbers of types; those of 8 bits are always limited by them.
var largest = map[string]float64{"f16": 65504, "bf16": 0x1.fep127, "tf32": 0x1.ffcp127}

// join returns two numbers of a pair type as one.
func (l *lowerer) join(t typ, low, high ir.Operand) ir.Operand {
	return l.op(ir.Or, t.reg(), low, l.op(ir.Shl, t.reg(), high, ir.I(uint64(t.ir.Bytes()*4))))
}

// widenBytes builds the conversion of a pair of numbers of 8 bits to halves.
func widenBytes(l *lowerer, m *match) {
	mod := map[string]ir.Mod{"e4m3x2": ir.E4M3Value, "e5m2x2": ir.E5M2Value}[m.named["U"]]
	both := l.use(1)
	value := func(shift uint64) ir.Operand {
		bits := l.cvt(ir.U8, ir.U32, l.op(ir.Shr, ir.U32, both, ir.I(shift)))
		v := l.opMod(ir.Math, mod, ir.F32, l.reinterpret(ir.F32, ir.U32, bits))
		return l.fromFloat(types["f16"], l.limited(m, "", v))
	}
	l.def(0, l.join(m.t(), value(0), value(8)))
}

// narrowHalves builds the conversion of a pair of halves to numbers of 8 bits.
func narrowHalves(l *lowerer, m *match) {
	name := m.named["T"][:len("e4m3")]
	round := func(i int) ir.Operand {
		v := l.limited(m, name, l.toFloat(types["f16"], l.shifted(ir.Shr, l.use(1), i)))
		return l.reinterpret(ir.U32, ir.F32, l.opMod(ir.Math, small[name+" rn"], ir.F32, v))
	}
	l.def(0, l.join(m.t(), round(0), round(1)))
}

// pack builds cvt.pack: two integers, brought into the range of a narrow type, below the low bits
// of a third one.
func pack(l *lowerer, m *match) {
	t := m.t().ir
	bits := ir.I(uint64(t.Bytes() * 8))
	mask := ir.I(t.Mask())
	low := func(i int) ir.Operand { return l.op(ir.And, ir.U32, l.clamped(t, ir.S32, l.use(i)), mask) }
	out := l.op(ir.Or, ir.U32, l.op(ir.Shl, ir.U32, low(1), bits), low(2))
	if len(m.Operands) > 3 {
		above := l.op(ir.Shl, ir.U32, l.op(ir.Shl, ir.U32, l.use(3), bits), bits)
		out = l.op(ir.Or, ir.U32, above, out)
	}
	l.def(0, out)
}
