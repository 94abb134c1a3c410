// Package mufu computes the functions of a GPU's special function unit (the instruction MUFU) bit
// for bit. Each was measured for all inputs on a GPU of compute capability 9.0
// (validation/h200/mufu).
//
// The unit divides the range of a function into segments. The high bits of the fraction select a
// segment, the low bits x are the offset in it. The result is value + slope·x + bend·x² in fixed
// point, where a squarer without its low partial products computes x². The result is cut off or
// rounded with a constant near a half:
//
//	function        PTX                        greatest error
//	Rcp             rcp.approx.ftz.f32         0.98 ulp
//	Rsqrt           rsqrt.approx.ftz.f32       1.52 ulp
//	Sqrt            sqrt.approx.ftz.f32        0.95 ulp
//	Exp2            ex2.approx.ftz.f32         2.06 ulp
//	Log2            lg2.approx.ftz.f32         1.28 ulp; 2⁻²²·¹ between 0.5 and 2
//	Sin, Cos        in sin.approx, cos.approx  2⁻²¹·² between -π and π
//	Tanh            tanh.approx.f32            2⁻¹⁶·⁴ of the result
//	Rcp64, Rsqrt64  rcp.approx.ftz.f64         2⁻²⁰ of the result
//
// Denormal inputs count as zeros of their sign and denormal results become such zeros, but for
// Tanh. The functions of 64-bit floats read and write the high word alone. NaN is 0x7fffffff.
//
// The structure and the tables of Rcp, Rsqrt, Exp2, Log2 and the sine are those that envytools
// published for the G80 (LICENSE.envytools); the tables of Sqrt and Tanh are solutions of the
// inequalities that measured results set.
package mufu

import "math"

// The format of a float32.
const (
	fractionBits = 23
	bias         = 127
	topExponent  = 255 // of infinity and NaN
	hidden       = 1 << fractionBits
	fractionMask = hidden - 1
	signBit      = 1 << 31
	infinity     = topExponent << fractionBits
	nan          = 0x7fffffff
)

// number is a float32 in parts. A denormal one has lost its fraction and is zero.
type number struct {
	sign     uint32 // the bit in its place
	exponent int    // biased
	fraction uint32 // without the hidden bit
}

func split(x float32) number {
	b := math.Float32bits(x)
	n := number{sign: b & signBit, exponent: int(b >> fractionBits & topExponent)}
	if n.exponent > 0 {
		n.fraction = b & fractionMask
	}
	return n
}

func (n number) ordinary() bool { return uint(n.exponent-1) < topExponent-1 }
func (n number) zero() bool     { return n.exponent == 0 }
func (n number) nan() bool      { return n.exponent == topExponent && n.fraction != 0 }
func (n number) infinite() bool { return n.exponent == topExponent && n.fraction == 0 }

// fixed returns the absolute value in units of 2^-places, cut off, without bits above the 32nd.
func (n number) fixed(places int) uint32 {
	return uint32(shift(uint64(n.fraction|hidden), n.exponent-bias-fractionBits+places))
}

// shift moves v to the left, or to the right for a negative number of places.
func shift(v uint64, left int) uint64 {
	if left < 0 {
		return v >> uint(-left)
	}
	return v << uint(left)
}

// join returns the number with a significand of 24 bits; 2^24 counts as 2^23 with the next
// exponent. Numbers out of range become zero and infinity.
func join(sign uint32, exponent int, significand uint64) float32 {
	if significand>>(fractionBits+1) != 0 {
		significand >>= 1
		exponent++
	}
	switch {
	case exponent <= 0:
		return special(sign)
	case exponent >= topExponent:
		return special(sign | infinity)
	}
	return special(sign | uint32(exponent)<<fractionBits | uint32(significand)&fractionMask)
}

func special(bits uint32) float32 { return math.Float32frombits(bits) }
