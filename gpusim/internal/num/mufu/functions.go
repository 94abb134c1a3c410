package mufu

// This file has the functions: each reduces its argument to a fraction, interpolates and puts the
// result together.

import (
	"math"
	"math/bits"
)

var (
	rcp   = curve{segments: rcpTable[:], low: 16, value: 13, round: 0x47e7, drop: 15}
	rsqrt = curve{segments: rsqrtTable[:], low: 17, value: 14, round: 0x7fff, drop: 16}
	sqrt  = curve{segments: sqrtTable[:], low: 17, value: 15, round: 0xffff, drop: 17}
	exp2  = curve{segments: exp2Table[:], low: 17, value: 13, round: 0x77e2, drop: 15}
	log2  = curve{segments: log2Table[:], low: 17, value: 12, round: 0x3345, drop: 2}
	sine  = curve{segments: sineTable[:], low: 17, value: 11}
	tanh  = curve{segments: tanhTable[:], low: 17, value: 15}
)

// Rcp returns 1/x.
func Rcp(x float32) float32 {
	n := split(x)
	switch {
	case n.ordinary():
		return join(n.sign, 2*bias-1-n.exponent, rcp.at(n.fraction))
	case n.zero():
		return special(n.sign | infinity)
	case n.infinite():
		return special(n.sign)
	}
	return special(nan)
}

// Rsqrt returns 1/√x.
func Rsqrt(x float32) float32 {
	n := split(x)
	switch {
	case n.ordinary() && n.sign == 0:
		half, fraction := n.halved()
		return join(0, bias-1-half, rsqrtAt(fraction))
	case n.zero():
		return special(n.sign | infinity)
	case n.infinite() && n.sign == 0:
		return 0
	}
	return special(nan)
}

// rsqrtAt is the table of 1/√x with its exception at 1, in units of 2^-24.
func rsqrtAt(fraction uint32) uint64 {
	if fraction == 0 {
		return 2 * hidden
	}
	return rsqrt.at(fraction)
}

// Sqrt returns √x.
func Sqrt(x float32) float32 {
	n := split(x)
	switch {
	case n.ordinary() && n.sign == 0:
		half, fraction := n.halved()
		return join(0, bias+half, sqrt.at(fraction))
	case n.zero():
		return special(n.sign)
	case n.infinite() && n.sign == 0:
		return x
	}
	return special(nan)
}

// halved returns half the exponent, rounded down, and the fraction with the odd bit of the
// exponent on top.
func (n number) halved() (half int, fraction uint32) {
	e := n.exponent - bias
	return e >> 1, n.fraction | uint32(e&1)<<fractionBits
}

// Exp2 returns 2 to the power x.
func Exp2(x float32) float32 {
	const tooLarge = bias + 7 // the exponent of 128
	n := split(x)
	switch {
	case n.nan():
		return special(nan)
	case n.exponent >= tooLarge && n.sign != 0:
		return 0
	case n.exponent >= tooLarge:
		return special(infinity)
	}
	f := n.fixed(fractionBits)
	whole, fraction := int(f>>fractionBits), f&fractionMask
	switch {
	case n.sign != 0 && fraction != 0:
		whole, fraction = ^whole, ^fraction&fractionMask // one unit below -x
	case n.sign != 0:
		whole = -whole
	}
	return join(0, bias+whole, exp2.at(fraction))
}

// Log2 returns the logarithm of x to base 2.
func Log2(x float32) float32 {
	const places = 36 // of the sum
	n := split(x)
	switch {
	case x == 1:
		return 0
	case n.ordinary() && n.sign == 0:
		sum := int64(n.exponent-bias)<<places + int64(log2.at(n.fraction))
		return normalized(uint32(sum>>32)&signBit, uint64(sum^sum>>63), places)
	case n.zero():
		return special(signBit | infinity)
	case n.infinite() && n.sign == 0:
		return x
	}
	return special(nan)
}

// normalized returns v in units of 2^-places, cut off.
func normalized(sign uint32, v uint64, places int) float32 {
	if v == 0 {
		return special(sign)
	}
	top := bits.Len64(v) - 1
	return join(sign, bias+top-places, shift(v, fractionBits-top))
}

// Sin returns the sine of an angle in turns.
func Sin(x float32) float32 { return circular(x, 0) }

// Cos returns the cosine of an angle in turns.
func Cos(x float32) float32 {
	return circular(float32(math.Abs(float64(x))), 1)
}

// circular returns the sine of an angle plus some quarters of a turn.
func circular(x float32, quarters uint32) float32 {
	n := split(x)
	if n.exponent == topExponent {
		return special(nan)
	}
	f := n.fixed(fractionBits + 2) // fractions of a quarter
	quarters += f >> fractionBits
	if quarters&1 != 0 {
		f = ^f
	}
	return normalized(n.sign^quarters<<30&signBit, sine.at(f&fractionMask), 37)
}

// tanhRange is the part of the table for arguments of one exponent.
type tanhRange struct {
	first uint32 // segment
	index uint   // bits that select a segment
}

// Tanh returns the hyperbolic tangent of x, which is x itself below 2^-8 and 1 from 8 on.
func Tanh(x float32) float32 {
	const lowest = bias - 8
	n := split(x)
	switch {
	case n.nan():
		return special(nan)
	case n.exponent < lowest:
		return x
	case n.exponent >= lowest+len(tanhRanges):
		return special(n.sign | bias<<fractionBits)
	}
	r := tanhRanges[n.exponent-lowest]
	return normalized(n.sign, tanh.at(r.first<<offsetBits+n.fraction>>(fractionBits-offsetBits-r.index)), 39)
}

// The format of the high word of a float64.
const (
	fractionBits64 = 20
	bias64         = 1023
	topExponent64  = 2047
	infinity64     = topExponent64 << fractionBits64
	lost           = fractionBits - fractionBits64
)

// Rcp64 returns 1/x from the high word of x; the low word of the result is 0.
func Rcp64(x float64) float64 {
	sign, exponent, fraction := split64(x)
	switch {
	case exponent == topExponent64 && fraction != 0:
		return special64(nan)
	case exponent == topExponent64:
		return special64(sign)
	case exponent == 0:
		return special64(sign | infinity64)
	}
	return join64(sign, 2*bias64-1-exponent, rcp.at(fraction))
}

// Rsqrt64 returns 1/√x, as Rcp64 returns 1/x.
func Rsqrt64(x float64) float64 {
	sign, exponent, fraction := split64(x)
	switch {
	case exponent == topExponent64 && fraction != 0:
		return special64(nan)
	case exponent == 0:
		return special64(sign | infinity64)
	case sign != 0:
		return special64(nan)
	case exponent == topExponent64:
		return 0
	}
	e := exponent - bias64
	return join64(0, bias64-1-e>>1, rsqrtAt(fraction|uint32(e&1)<<fractionBits))
}

// split64 returns the parts of a high word, the fraction with the places of a float32.
func split64(x float64) (sign uint32, exponent int, fraction uint32) {
	b := uint32(math.Float64bits(x) >> 32)
	return b & signBit, int(b >> fractionBits64 & topExponent64), b << lost & fractionMask
}

func join64(sign uint32, exponent int, significand uint64) float64 {
	if significand>>(fractionBits+1) != 0 {
		significand >>= 1
		exponent++
	}
	if exponent <= 0 {
		return special64(sign)
	}
	return special64(sign | uint32(exponent)<<fractionBits64 | uint32(significand)&fractionMask>>lost)
}

func special64(high uint32) float64 { return math.Float64frombits(uint64(high) << 32) }
