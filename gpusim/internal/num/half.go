package num

// This file converts numbers of half precision (binary16 of IEEE 754) and computes with them. Their
// 16 bits are the lowest bits of a float32, as they are in a register. Results are rounded once.

import "math"

// HalfValue returns the value of the half-precision number in the lowest bits of x.
func HalfValue(x float32) float32 {
	const fraction, bias = 10, 15
	h := math.Float32bits(x)
	e, f := int(h>>fraction&31), float32(h&(1<<fraction-1))
	var v float32
	switch e {
	case 0:
		v = float32(math.Ldexp(float64(f), 1-bias-fraction))
	case 31:
		v = math.Float32frombits(0xff<<23 | h&(1<<fraction-1)<<(23-fraction))
	default:
		v = float32(math.Ldexp(float64(f+1<<fraction), e-bias-fraction))
	}
	return math.Float32frombits(math.Float32bits(v) | h&0x8000<<16)
}

// HalfBits returns a float32 whose lowest bits are the half-precision number nearest to x, the
// even one of two; 0x7fff for NaN.
func HalfBits(x float32) float32 {
	const (
		infinite = 0x7c00
		nan      = 0x7fff
		tooLarge = 65520 // rounds up to infinity
		normal   = 0x1p-14
		step     = 0x1p-24 // of subnormal numbers
	)
	b := math.Float32bits(x)
	sign, a := b>>16&0x8000, float64(math.Abs(float64(x)))
	var h uint32
	switch {
	case a != a:
		sign, h = 0, nan
	case a >= tooLarge:
		h = infinite
	case a < normal:
		h = uint32(math.RoundToEven(a / step))
	default:
		u := b & 0x7fffffff
		h = (u - 112<<23 + 0xfff + u>>13&1) >> 13
	}
	return math.Float32frombits(sign | h)
}

// HalfAdd returns x + y. The sum as a float32 has more than twice the places, so that rounding it
// again gives the nearest half-precision number. The same holds for HalfSub and HalfMul.
func HalfAdd(x, y float32) float32 { return HalfBits(HalfValue(x) + HalfValue(y)) }

// Pairs returns a function of two pairs of numbers in 32 bits each, by the function of two numbers in the
// lowest bits.
func Pairs(f func(x, y float32) float32) func(x, y uint32) uint32 {
	return func(x, y uint32) uint32 { return joined(f(highOf(x), highOf(y)), f(lowOf(x), lowOf(y))) }
}

// PairsOfThree is Pairs for a function of three numbers.
func PairsOfThree(f func(x, y, z float32) float32) func(x, y, z uint32) uint32 {
	return func(x, y, z uint32) uint32 {
		return joined(f(highOf(x), highOf(y), highOf(z)), f(lowOf(x), lowOf(y), lowOf(z)))
	}
}

// smallBits is the width of a number of half precision, and of bfloat16.
const smallBits = 16

func lowOf(x uint32) float32  { return math.Float32frombits(x & (1<<smallBits - 1)) }
func highOf(x uint32) float32 { return math.Float32frombits(x >> smallBits) }

func joined(high, low float32) uint32 {
	return math.Float32bits(high)<<smallBits | math.Float32bits(low)
}

// HalfSub returns x − y.
func HalfSub(x, y float32) float32 { return HalfBits(HalfValue(x) - HalfValue(y)) }

// HalfMul returns x·y.
func HalfMul(x, y float32) float32 { return HalfBits(HalfValue(x) * HalfValue(y)) }

// HalfMin returns the smaller of x and y, the other one of a NaN.
func HalfMin(x, y float32) float32 { return HalfBits(MinNum(HalfValue(x), HalfValue(y))) }

// HalfMax returns the larger of x and y, the other one of a NaN.
func HalfMax(x, y float32) float32 { return HalfBits(MaxNum(HalfValue(x), HalfValue(y))) }

// HalfFma returns x·y + z. The product is exact in float64, and the sum is rounded to odd, first
// to float64 and then to float32: the last rounding then decides as if it had the exact sum.
func HalfFma(x, y, z float32) float32 {
	s, lost := twoSum(float64(HalfValue(x))*float64(HalfValue(y)), float64(HalfValue(z)))
	f := float32(s)
	lost += s - float64(f)
	if lost == 0 || lost != lost || math.Float32bits(f)&1 == 1 {
		return HalfBits(f)
	}
	toward := float32(math.Inf(1))
	if lost < 0 {
		toward = -toward
	}
	return HalfBits(math.Nextafter32(f, toward))
}

// HalfFms returns x·y − z.
func HalfFms(x, y, z float32) float32 { return HalfFma(x, y, negated(z)) }

// HalfFnma returns z − x·y.
func HalfFnma(x, y, z float32) float32 { return HalfFma(negated(x), y, z) }

// negated changes the sign of a half-precision number.
func negated(x float32) float32 { return math.Float32frombits(math.Float32bits(x) ^ 0x8000) }
