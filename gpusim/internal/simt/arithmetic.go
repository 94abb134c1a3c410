package simt

// This file is the table of arithmetic operations by type.

import (
	"math/bits"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/num"
)

// opKey names an arithmetic operation: Mod is used by Math alone, Type is a
// register type.
type opKey struct {
	op  ir.Op
	typ ir.Type
	mod ir.Mod
}

// arithmetic holds every operation whose operands and result have one type.
var arithmetic = buildArithmetic()

func buildArithmetic() map[opKey]exec {
	t := map[opKey]exec{}
	integerOps[uint32](t, ir.U32)
	integerOps[int32](t, ir.S32)
	integerOps[uint64](t, ir.U64)
	integerOps[int64](t, ir.S64)
	floatOps(t, ir.F32, floatLoops[float32]{add32Lanes, sub32Lanes, mul32Lanes, add32Scalar, mul32Scalar, fma32Lanes, fma32Scalar})
	floatOps(t, ir.F64, floatLoops[float64]{add: addFloats[float64], sub: subFloats[float64], mul: mulFloats[float64], fma: fma64Lanes})
	mathOps[float32](t, ir.F32)
	mathOps[float64](t, ir.F64)
	mathOps[uint32](t, ir.U32)
	wideOps[uint32, uint64](t, ir.U64, unsignedRange)
	wideOps[int32, int64](t, ir.S64, signedRange)
	return t
}

func integerOps[T integer](t map[opKey]exec, typ ir.Type) {
	put := func(op ir.Op, e exec) { t[opKey{op: op, typ: typ}] = e }
	put(ir.Add, binary[T]{one: func(a, b T) T { return a + b }, lanes: addLanes[T], rightScalar: addScalar[T], commutes: true, affine: affineAdd}.exec())
	put(ir.Sub, binary[T]{one: func(a, b T) T { return a - b }, lanes: subLanes[T], affine: affineSub}.exec())
	put(ir.Mul, binary[T]{one: func(a, b T) T { return a * b }, lanes: mulLanes[T], rightScalar: mulScalar[T], commutes: true, affine: affineMul}.exec())
	put(ir.Min, comparing[T](binary[T]{one: func(a, b T) T { return min(a, b) }, lanes: minLanes[T], classify: true}.exec()))
	put(ir.Max, comparing[T](binary[T]{one: func(a, b T) T { return max(a, b) }, lanes: maxLanes[T], classify: true}.exec()))
	put(ir.Mad, ternary[T]{one: func(a, b, c T) T { return a*b + c }, lanes: madLanes[T], affine: affineMad}.exec())
	put(ir.MulHi, binary[T]{one: mulHi[T], classify: true}.exec())
	put(ir.Div, divides(binary[T]{one: quotient[T], classify: true}.exec()))
	put(ir.Rem, divides(binary[T]{one: remainder[T], classify: true}.exec()))
	put(ir.Neg, unary[T]{one: func(a T) T { return -a }, affine: affineNeg}.exec())
	put(ir.Abs, unary[T]{one: func(a T) T { return max(a, -a*negative[T]()) }, classify: true}.exec())
	put(ir.Not, unary[T]{one: func(a T) T { return ^a }, affine: affineNot}.exec())
	put(ir.And, binary[T]{one: func(a, b T) T { return a & b }, lanes: andLanes[T], classify: true}.exec())
	put(ir.Or, binary[T]{one: func(a, b T) T { return a | b }, lanes: orLanes[T], classify: true}.exec())
	put(ir.Xor, binary[T]{one: func(a, b T) T { return a ^ b }, lanes: xorLanes[T], classify: true}.exec())
	put(ir.Shl, shift[T]{one: func(a T, n uint32) T { return a << n }, all: shlLanes[T], closed: affineShl}.exec())
	put(ir.Shr, shift[T]{one: func(a T, n uint32) T { return a >> n }, all: shrLanes[T]}.exec())
	put(ir.Brev, unary[T]{one: reverse[T], classify: true}.exec())
	put(ir.Popc, lanesCount(func(a T) int { return bits.OnesCount64(bitsOf(a)) }))
	put(ir.Clz, lanesCount(func(a T) int { return bits.LeadingZeros64(bitsOf(a)) - (64 - int(widthOf[T]())) }))
}

// floatLoops are the loops of the most frequent operations on floats.
type floatLoops[T float] struct {
	add, sub, mul        func(d, a, b *lanes[T])
	addScalar, mulScalar func(d, a *lanes[T], b T)
	fma                  func(d, a, b, c *lanes[T])
	fmaScalar            func(d *lanes[T], a T, b, c *lanes[T])
}

// floatOps are operations whose order of operands decides the bits of a NaN of 64 bits: none of these commutes.
func floatOps[T float](t map[opKey]exec, typ ir.Type, loops floatLoops[T]) {
	put := func(op ir.Op, e exec) { t[opKey{op: op, typ: typ}] = e }
	commutes := typ == ir.F32
	put(ir.Add, binary[T]{one: func(a, b T) T { return num.Settle(a+b, a, b) }, lanes: loops.add, rightScalar: loops.addScalar, commutes: commutes}.exec())
	put(ir.Sub, binary[T]{one: func(a, b T) T { return num.Settle(a-b, a, b) }, lanes: loops.sub}.exec())
	put(ir.Mul, binary[T]{one: func(a, b T) T { return num.Settle(a*b, a, b) }, lanes: loops.mul, rightScalar: loops.mulScalar, commutes: commutes}.exec())
	put(ir.Fma, ternary[T]{one: func(a, b, c T) T { return num.Settle(num.Fma(a, b, c), a, b, c) }, lanes: loops.fma, leftScalar: loops.fmaScalar, commutes: commutes}.exec())
	put(ir.Div, binary[T]{one: num.Quotient[T], lanes: divFloats[T]}.exec())
	put(ir.Neg, unary[T]{one: num.Neg[T]}.exec())
	put(ir.Abs, unary[T]{one: num.Abs[T]}.exec())
	put(ir.Min, comparing[T](binary[T]{one: num.Min[T], lanes: minFloats[T], classify: true}.exec()))
	put(ir.Max, comparing[T](binary[T]{one: num.Max[T], lanes: maxFloats[T], classify: true}.exec()))
	t[opKey{ir.Min, typ, ir.Num}] = comparing[T](binary[T]{one: num.MinNum[T]}.exec())
	t[opKey{ir.Max, typ, ir.Num}] = comparing[T](binary[T]{one: num.MaxNum[T]}.exec())
}

// mathOps are the functions of operands of one type.
func mathOps[T float | uint32](t map[opKey]exec, typ ir.Type) {
	mods := ir.Math.Facts().Mods
	for mod := mods[0]; mod <= mods[1]; mod++ {
		switch f := ir.Function[T](mod); {
		case f.Three != nil:
			t[opKey{ir.Math, typ, mod}] = ternary[T]{
				one: func(a, b, c T) T { return settle(f.Three(a, b, c), a, b, c) },
				lanes: func(d, a, b, c *lanes[T]) {
					for i := range d {
						v := f.Three(a[i], b[i], c[i])
						if v != v {
							v = settle(v, a[i], b[i], c[i])
						}
						d[i] = v
					}
				},
			}.exec()
		case f.Two != nil:
			t[opKey{ir.Math, typ, mod}] = binary[T]{
				one: func(a, b T) T { return settle(f.Two(a, b), a, b) },
				lanes: func(d, a, b *lanes[T]) {
					for i := range d {
						v := f.Two(a[i], b[i])
						if v != v {
							v = settle(v, a[i], b[i])
						}
						d[i] = v
					}
				},
			}.exec()
		case f.One != nil:
			t[opKey{ir.Math, typ, mod}] = unary[T]{
				one: func(a T) T { return settle(f.One(a), a) },
				lanes: func(d, a *lanes[T]) {
					for i := range d {
						v := f.One(a[i])
						if v != v {
							v = settle(v, a[i])
						}
						d[i] = v
					}
				},
			}.exec()
		}
	}
}

// settle is num.Settle for the types of functions.
func settle[T float | uint32](result T, operands ...T) T {
	switch operands := any(operands).(type) {
	case []float32:
		return T(num.Settle(float32(result), operands...))
	case []float64:
		return T(num.Settle(float64(result), operands...))
	}
	return result
}

// negative is −1 for signed types and 0 for unsigned ones, whose Abs is themselves.
func negative[T integer]() T {
	if minusOne := ^T(0); minusOne < 0 {
		return 1
	}
	return 0
}

// quotient is Go's a / b; a zero divisor was reported already.
func quotient[T integer](a, b T) T {
	if b == 0 {
		return 0
	}
	return a / b
}

// remainder is Go's a % b; a zero divisor was reported already.
func remainder[T integer](a, b T) T {
	if b == 0 {
		return 0
	}
	return a % b
}

// mulHi returns the high half of the product.
func mulHi[T integer](a, b T) T {
	if !isWide[T]() {
		if ^T(0) < 0 {
			return T(int64(a) * int64(b) >> 32)
		}
		return T(bitsOf(a) * bitsOf(b) >> 32)
	}
	hi, _ := bits.Mul64(uint64(a), uint64(b))
	if a < 0 {
		hi -= uint64(b)
	}
	if b < 0 {
		hi -= uint64(a)
	}
	return T(hi)
}

func reverse[T integer](a T) T {
	return valueOf[T](bits.Reverse64(bitsOf(a)) >> (64 - widthOf[T]()))
}

// shift is an operation whose second operand is 32 bits whatever the type.
type shift[T integer] struct {
	one    func(a T, n uint32) T
	all    func(d, a *lanes[T], n *lanes[uint32])
	closed func(w *warp, in *inst, a, b *register) bool
}

func (o shift[T]) exec() exec {
	return func(w *warp, in *inst) {
		a, b := &w.regs[in.a], &w.regs[in.b]
		worst := a.kind | b.kind
		if worst == scalar {
			w.setScalar(in, bitsOf(o.one(valueOf[T](a.base), uint32(b.base))))
			return
		}
		if o.closed != nil && worst < vector && o.closed(w, in, a, b) {
			return
		}
		o.all(lanesOf[T](w.beginWrite(in)), lanesOf[T](w.expand(a)), lanesOf[uint32](w.expand(b)))
		w.endWriteClassified(in, worst < vector)
	}
}

// lanesCount is a unary operation with a 32-bit result.
func lanesCount[T integer](one func(a T) int) exec {
	return func(w *warp, in *inst) {
		a := &w.regs[in.a]
		if a.kind == scalar {
			w.setScalar(in, uint64(one(valueOf[T](a.base))))
			return
		}
		x := *lanesOf[T](w.expand(a)) // 64-bit lanes in, 32-bit lanes out: never in place
		d := lanesOf[uint32](w.beginWrite(in))
		for i := range d {
			d[i] = uint32(one(x[i]))
		}
		w.endWrite(in)
	}
}

// divides puts the check for a zero divisor before an integer division.
func divides(e exec) exec {
	return func(w *warp, in *inst) {
		b := &w.regs[in.b]
		if b.kind == scalar {
			if b.base == 0 {
				w.divideByZero(in, w.mask.First())
				return
			}
		} else if lane, ok := w.zeroLane(b); ok {
			w.divideByZero(in, lane)
			return
		}
		e(w, in)
	}
}

// zeroLane returns the first active lane whose value is 0.
func (w *warp) zeroLane(v *register) (lane int, ok bool) {
	s := w.expand(v)
	for i := range arch.MaxLanes {
		zero := s[i] == 0
		if !v.wide {
			zero = lanesOf[uint32](s)[i] == 0
		}
		if zero && w.mask.Has(i) {
			return i, true
		}
	}
	return 0, false
}
