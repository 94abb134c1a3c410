// Package num is the arithmetic of kernels. The executor, the constant folder and
// the native run call it, so that their results agree bit for bit.
//
// Fused multiply-add rounds once. A float32 function is the float64 function rounded
// to float32. Nearly always this is the correctly rounded result, as in a GPU's
// library. Conversions from float to integer saturate and turn NaN into 0, as PTX's
// cvt does; Go leaves these cases undefined. Wrapping, shifts, division, min and max
// are Go's own.
//
// Approximate functions are the special function unit's, bit for bit (package mufu).
//
// Not modelled: rounding modes other than to nearest even (and towards zero for integers).
package num

import "math"

// Float is a floating-point type of the device.
type Float interface{ float32 | float64 }

// Fma returns a·b + c rounded once.
func Fma[T Float](a, b, c T) T {
	switch a := any(a).(type) {
	case float32:
		return T(Fma32(a, float32(b), float32(c)))
	default:
		return T(math.FMA(float64(any(a).(float64)), float64(b), float64(c)))
	}
}

// belowFloat32 is the mask of the float64 bits below a float32's last place.
// halfFloat32 is their pattern half way between two float32 values.
const (
	belowFloat32 = 1<<29 - 1
	halfFloat32  = 1 << 28
)

// smallestNormal32 is the least positive float32 with a full significand.
const smallestNormal32 = 0x1p-126

// smallestNormal64 is the least positive float64 with a full significand.
const smallestNormal64 = 0x1p-1022

// Denormal reports whether the bits of a float32 are those of a denormal number: below the least
// normal one and not 0.
func Denormal(bits uint32) bool { return bits&0x7f800000 == 0 && bits<<1 != 0 }

// Flush returns the zero of the same sign.
func Flush(bits uint32) uint32 { return bits & 0x80000000 }

// FlushFloat returns x, or the zero of its sign for a denormal number.
func FlushFloat(x float32) float32 {
	if b := math.Float32bits(x); Denormal(b) {
		return math.Float32frombits(Flush(b))
	}
	return x
}

// Fma32 returns a·b + c rounded once to float32.
//
// The product of two float32 is exact in float64, so only the sum rounds, first to
// float64 and then to float32. The second rounding is wrong only when the first gave
// a value half way between two float32. Then the part that was lost decides.
func Fma32(a, b, c float32) float32 {
	p := float64(a) * float64(b)
	s := p + float64(c)
	if math.Float64bits(s)&belowFloat32 != halfFloat32 && (s >= smallestNormal32 || s <= -smallestNormal32) {
		return float32(s)
	}
	return fma32Slow(p, float64(c), s)
}

// fma32Slow rounds p + c, whose float64 sum is s, to float32. It makes s odd when
// the sum was inexact (rounding to odd), so that rounding twice is correct.
func fma32Slow(p, c, s float64) float32 {
	t := s - p
	lost := (p - (s - t)) + (c - t) // exact (Knuth), NaN when s is not finite
	bits := math.Float64bits(s)
	if lost == 0 || lost != lost || bits&1 == 1 {
		return float32(s)
	}
	if (lost > 0) == (s > 0) {
		bits++
	} else {
		bits--
	}
	return float32(math.Float64frombits(bits))
}

// ToInt converts x to a signed integer of the given number of bits. It truncates
// towards zero and saturates. NaN gives 0.
func ToInt[T Float](x T, bits int) int64 {
	limit := float64(uint64(1) << (bits - 1))
	switch f := float64(x); {
	case f != f:
		return 0
	case f >= limit:
		return int64(1)<<(bits-1) - 1
	case f <= -limit:
		return -1 << (bits - 1)
	default:
		return int64(f)
	}
}

// ToUint converts x to an unsigned integer of the given number of bits. It truncates
// towards zero and saturates. NaN gives 0.
func ToUint[T Float](x T, bits int) uint64 {
	limit := 2 * float64(uint64(1)<<(bits-1))
	switch f := float64(x); {
	case f >= limit:
		return ^uint64(0) >> (64 - bits)
	case f > 0:
		return uint64(f)
	default:
		return 0
	}
}
