package num

// This file converts numbers of half precision (binary16 of IEEE 754), whose 16 bits are the
// lowest bits of a float32, as they are in a register.

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
		h = nan
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
