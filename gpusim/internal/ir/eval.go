package ir

// This file evaluates one arithmetic instruction for one thread. The pass "fold"
// uses it, and tests compare package simt with it.

import (
	"cmp"
	"math"
	mathbits "math/bits"

	"gpucourse/gpusim/internal/num"
)

// Eval computes the result of in from the bits of its operands. Bits are
// zero-extended to 64, and a predicate is 0 or 1. Eval reports false for an
// instruction whose result depends on more than its operands (accesses, special
// registers, warp operations), and for an integer division by zero.
func Eval(in *Instr, args []uint64) (uint64, bool) {
	switch in.Op {
	case Mov:
		return args[0], true
	case Selp:
		if args[2] != 0 {
			return args[0], true
		}
		return args[1], true
	case Cvt:
		return convert(in.Type, in.From, args[0]), true
	case Setp:
		return evalSetp(in, args), true
	case MulWide, MadWide:
		return evalWide(in, args), true
	}
	switch in.Type {
	case Pred:
		v, ok := evalInt[uint32](in, args)
		return v & 1, ok
	case U32:
		return evalInt[uint32](in, args)
	case S32:
		return evalInt[int32](in, args)
	case U64:
		return evalInt[uint64](in, args)
	case S64:
		return evalInt[int64](in, args)
	case F32:
		return evalFloat[float32](in, args)
	case F64:
		return evalFloat[float64](in, args)
	}
	return 0, false
}

// Fold is Eval for the compiler. It leaves to the device what a kernel that flushes denormal
// numbers computes otherwise.
func Fold(in *Instr, args []uint64) (uint64, bool) {
	v, ok := Eval(in, args)
	return v, ok && !denormal(in, args, v)
}

// denormal reports whether an operation on 32-bit floats takes or gives a denormal number.
func denormal(in *Instr, args []uint64, result uint64) bool {
	if !in.Flushes() {
		return false
	}
	for i, bits := range args {
		if in.SrcType(i) == F32 && num.Denormal(uint32(bits)) {
			return true
		}
	}
	return in.ResultFlushes() && num.Denormal(uint32(result))
}

// Flushes reports whether an operation takes denormal floats of 32 bits for zeros where the
// kernel flushes them. Moves and accesses keep all bits, and so do half precision and tanh.approx.
func (in *Instr) Flushes() bool {
	switch in.Op {
	case Setp:
		return in.Type == F32
	case Cvt:
		return in.Type == F32 || in.From == F32
	case Math:
		return in.Type == F32 && !in.Mod.TakesSmall() && in.Mod != ApproxTanh && !in.Mod.GivesHalf()
	case Add, Sub, Mul, Div, Fma, Min, Max, Neg, Abs:
		return in.Type == F32
	}
	return false
}

// ResultFlushes reports whether the result of such an operation is a float of 32 bits.
func (in *Instr) ResultFlushes() bool { return in.Flushes() && in.Op != Setp && in.Type == F32 }

type integer interface {
	uint32 | int32 | uint64 | int64
}

// low returns the bits of v, zero-extended to 64.
func low[T integer](v T) uint64 {
	switch v := any(v).(type) {
	case uint32:
		return uint64(v)
	case int32:
		return uint64(uint32(v))
	}
	return uint64(v)
}

func width[T integer]() int { return mathbits.Len64(low(^T(0))) }

func evalInt[T integer](in *Instr, args []uint64) (uint64, bool) {
	a := T(arg(args, 0))
	b := T(arg(args, 1))
	switch in.Op {
	case Add:
		return low(a + b), true
	case Sub:
		return low(a - b), true
	case Mul:
		return low(a * b), true
	case Mad:
		return low(a*b + T(args[2])), true
	case MulHi:
		return low(mulHi(a, b)), true
	case Div, Rem:
		if b == 0 {
			return 0, false
		}
		if in.Op == Div {
			return low(a / b), true
		}
		return low(a % b), true
	case Min:
		return low(min(a, b)), true
	case Max:
		return low(max(a, b)), true
	case And:
		return low(a & b), true
	case Or:
		return low(a | b), true
	case Xor:
		return low(a ^ b), true
	case Shl:
		return low(a << args[1]), true
	case Shr:
		return low(a >> args[1]), true
	case Math:
		f, x, y := Function[uint32](in.Mod), uint32(a), uint32(b)
		if f.Three != nil {
			return uint64(f.Three(x, y, uint32(args[2]))), true
		}
		return uint64(f.Two(x, y)), true
	}
	return evalUnary(in.Op, a)
}

func evalUnary[T integer](op Op, a T) (uint64, bool) {
	switch op {
	case Neg:
		return low(-a), true
	case Abs:
		if a < 0 {
			a = -a
		}
		return low(a), true
	case Not:
		return low(^a), true
	case Popc:
		return uint64(mathbits.OnesCount64(low(a))), true
	case Clz:
		return uint64(width[T]() - mathbits.Len64(low(a))), true
	case Brev:
		return mathbits.Reverse64(low(a)) >> (64 - width[T]()), true
	}
	return 0, false
}

// arg returns operand i, or 0 when there is none.
func arg(args []uint64, i int) uint64 {
	if i < len(args) {
		return args[i]
	}
	return 0
}

// mulHi returns the high half of the full product.
func mulHi[T integer](a, b T) T {
	hi, lo := mathbits.Mul64(uint64(a), uint64(b))
	if a < 0 {
		hi -= uint64(b)
	}
	if b < 0 {
		hi -= uint64(a)
	}
	if width[T]() == 64 {
		return T(hi)
	}
	return T(lo >> 32)
}

func evalFloat[T num.Float](in *Instr, args []uint64) (uint64, bool) {
	of := func(i int) T { return T(in.Type.FloatOf(arg(args, i))) }
	bits := func(v T) (uint64, bool) { return FloatBits(in.Type, float64(v)), true }
	a, b := of(0), of(1)
	switch in.Op {
	case Add:
		return bits(num.Settle(a+b, a, b))
	case Sub:
		return bits(num.Settle(a-b, a, b))
	case Mul:
		return bits(num.Settle(a*b, a, b))
	case Div:
		return bits(num.Quotient(a, b))
	case Fma:
		c := of(2)
		return bits(num.Settle(num.Fma(a, b, c), a, b, c))
	case Min:
		if in.Mod == Num {
			return bits(num.MinNum(a, b))
		}
		return bits(num.Min(a, b))
	case Max:
		if in.Mod == Num {
			return bits(num.MaxNum(a, b))
		}
		return bits(num.Max(a, b))
	case Neg:
		return bits(num.Neg(a))
	case Abs:
		return bits(num.Abs(a))
	case Math:
		f := Function[T](in.Mod)
		switch {
		case f.Three != nil:
			c := of(2)
			return bits(num.Settle(f.Three(a, b, c), a, b, c))
		case f.Two != nil:
			return bits(num.Settle(f.Two(a, b), a, b))
		}
		return bits(num.Settle(f.One(a), a))
	}
	return 0, false
}

// convert is Go's conversion from one type to another. Go leaves the conversion of
// a float beyond the integer's range open; here it saturates, and NaN gives 0.
func convert(to, from Type, v uint64) uint64 {
	v = from.Extend(v)
	switch {
	case from.Float() && to.Float():
		return FloatBits(to, from.FloatOf(v))
	case from.Float() && to.Signed():
		return uint64(num.ToInt(from.FloatOf(v), to.Bytes()*8)) & to.Reg().Mask()
	case from.Float():
		return num.ToUint(from.FloatOf(v), to.Bytes()*8)
	case to == F32 && from.Signed():
		return uint64(math.Float32bits(float32(int64(v))))
	case to == F32:
		return uint64(math.Float32bits(float32(v)))
	case to == F64 && from.Signed():
		return math.Float64bits(float64(int64(v)))
	case to == F64:
		return math.Float64bits(float64(v))
	}
	return to.Extend(v) & to.Reg().Mask()
}

func evalSetp(in *Instr, args []uint64) uint64 {
	var less, equal, ordered bool
	switch t := in.Type; {
	case t.Float():
		a, b := t.FloatOf(args[0]), t.FloatOf(args[1])
		less, equal, ordered = a < b, a == b, a == a && b == b
	case t.Signed():
		c := cmp.Compare(int64(t.Extend(args[0])), int64(t.Extend(args[1])))
		less, equal, ordered = c < 0, c == 0, true
	default:
		less, equal, ordered = args[0] < args[1], args[0] == args[1], true
	}
	holds := [...]bool{
		EQ: equal, NE: !equal, LT: less, LE: less || equal,
		GT: ordered && !less && !equal, GE: ordered && !less,
	}
	if holds[in.Mod] {
		return 1
	}
	return 0
}

func evalWide(in *Instr, args []uint64) uint64 {
	from := in.Type.Narrow()
	product := from.Extend(args[0]) * from.Extend(args[1])
	if in.Op == MadWide {
		product += args[2]
	}
	return product
}

// EvalAtomic returns what an atomic on memory that holds old makes of it and of a value: a sum, a smaller or larger one, …
func EvalAtomic(m Mod, t Type, old, v uint64) uint64 {
	switch sum := m.PairSum(); {
	case sum != nil:
		return uint64(sum(uint32(old), uint32(v))) & t.Mask()
	case m == AtomExch:
		return v
	case m == AtomInc && old >= v, m == AtomDec && old == 0 && v == 0:
		return 0
	case m == AtomInc:
		return old + 1
	case m == AtomDec && (old == 0 || old > v):
		return v
	case m == AtomDec:
		return old - 1
	}
	out, _ := Eval(&Instr{Op: m.Arithmetic(), Type: t}, []uint64{old, v})
	return out
}
