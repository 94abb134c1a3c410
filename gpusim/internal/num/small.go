package num

// This file rounds to floats of 8, 16 and 19 bits.

import "math"

// format is a format of floats with a sign, an exponent and a fraction.
type format struct {
	exponent, fraction int
	largest            uint32 // the bits of the largest number
	nan                uint32
	saturates          bool // numbers above the largest become the largest, not infinite
}

var (
	half    = format{exponent: 5, fraction: 10, largest: 0x7bff, nan: 0x7fff}
	bfloat  = format{exponent: 8, fraction: 7, largest: 0x7f7f, nan: 0x7fff}
	e4m3    = format{exponent: 4, fraction: 3, largest: 0x7e, nan: 0x7f, saturates: true}
	e5m2    = format{exponent: 5, fraction: 2, largest: 0x7b, nan: 0x7f, saturates: true}
	tensor  = format{exponent: 8, fraction: 10, largest: 0x3fbff, nan: 0x3ffff}
	dropped = 13 // bits of a float32 that tensor lacks
)

func (f *format) bias() int { return 1<<(f.exponent-1) - 1 }

// bits returns the number nearest to x, as round decides, in the lowest bits.
func (f *format) bits(x float64, round func(float64) float64) uint32 {
	sign := uint32(0)
	if math.Signbit(x) {
		sign = 1 << (f.exponent + f.fraction)
	}
	a := math.Abs(x)
	switch {
	case x != x:
		return f.nan
	case math.IsInf(x, 0) && f.saturates:
		return sign | f.largest
	case math.IsInf(x, 0):
		return sign | (f.largest + 1)
	case a == 0:
		return sign
	}
	_, e := math.Frexp(a)
	e = max(e-1, 1-f.bias())
	units := math.Abs(round(math.Ldexp(x, f.fraction-e)))
	n := uint64(units) + uint64(e+f.bias()-1)<<f.fraction
	if n <= uint64(f.largest) {
		return sign | uint32(n)
	}
	if towardZero := math.Abs(round(math.Copysign(0.5, x))) == 0 && math.Abs(round(math.Copysign(1.5, x))) == 1; f.saturates || towardZero {
		return sign | f.largest
	}
	return sign | (f.largest + 1)
}

// value returns the number with the given bits.
func (f *format) value(b uint32) float32 {
	fraction, e := b&(1<<f.fraction-1), int(b>>f.fraction)&(1<<f.exponent-1)
	v := math.Ldexp(float64(fraction), 1-f.bias()-f.fraction)
	if e > 0 {
		v = math.Ldexp(float64(fraction|1<<f.fraction), e-f.bias()-f.fraction)
	}
	magnitude := b & (1<<(f.exponent+f.fraction) - 1)
	switch {
	case magnitude == f.largest+1 && magnitude != f.nan:
		v = math.Inf(1)
	case magnitude > f.largest:
		v = math.NaN()
	}
	if b>>(f.exponent+f.fraction)&1 == 1 {
		v = -v
	}
	return float32(v)
}

// roundings of numbers of units.
func away(x float64) float64 { return math.Round(x) }

// rounder returns the function from float32 to the bits of a format, as a float32.
func (f *format) rounder(round func(float64) float64) func(float32) float32 {
	return func(x float32) float32 { return math.Float32frombits(f.bits(float64(x), round)) }
}

// The functions from a float32 to a number of fewer bits, which lies in the lowest ones.
var (
	HalfBitsDown   = half.rounder(math.Floor)
	HalfBitsUp     = half.rounder(math.Ceil)
	HalfBitsZero   = half.rounder(math.Trunc)
	BfloatBits     = bfloat.rounder(math.RoundToEven)
	BfloatBitsZero = bfloat.rounder(math.Trunc)
	E4M3Bits       = e4m3.rounder(math.RoundToEven)
	E5M2Bits       = e5m2.rounder(math.RoundToEven)
)

// E4M3Value returns the number with four bits of exponent and three of fraction in the lowest bits.
func E4M3Value(x float32) float32 { return e4m3.value(math.Float32bits(x)) }

// E5M2Value returns the number with five bits of exponent and two of fraction in the lowest bits.
func E5M2Value(x float32) float32 { return e5m2.value(math.Float32bits(x)) }

// Tensor32 rounds to 10 bits of fraction, halves away from zero, as tensor cores take a float32.
func Tensor32(x float32) float32 { return tensorFloat(x, away) }

// Tensor32Even is Tensor32, halves to even.
func Tensor32Even(x float32) float32 { return tensorFloat(x, math.RoundToEven) }

// Tensor32Zero is Tensor32, toward zero.
func Tensor32Zero(x float32) float32 { return tensorFloat(x, math.Trunc) }

func tensorFloat(x float32, round func(float64) float64) float32 {
	return math.Float32frombits(tensor.bits(float64(x), round) << dropped)
}

// BfloatAdd returns x + y of numbers of the format bfloat16 in the lowest bits.
func BfloatAdd(x, y float32) float32 {
	const one = 0x3f80
	return BfloatFma(x, math.Float32frombits(one), y)
}

// BfloatSub returns x − y of numbers of the format bfloat16 in the lowest bits.
func BfloatSub(x, y float32) float32 { return BfloatAdd(x, negated(y)) }

// BfloatMul returns x·y of numbers of the format bfloat16 in the lowest bits.
func BfloatMul(x, y float32) float32 { return BfloatFma(x, y, negated(0)) }

// BfloatMin returns the smaller of x and y, the other one of a NaN.
func BfloatMin(x, y float32) float32 {
	return BfloatBits(MinNum(bfloatValue(x), bfloatValue(y)))
}

// BfloatMax returns the larger of x and y, the other one of a NaN.
func BfloatMax(x, y float32) float32 {
	return BfloatBits(MaxNum(bfloatValue(x), bfloatValue(y)))
}

// BfloatFma returns x·y + z of numbers of the format bfloat16 in the lowest bits, rounded once.
func BfloatFma(x, y, z float32) float32 {
	s, lost := twoSum(float64(bfloatValue(x))*float64(bfloatValue(y)), float64(bfloatValue(z)))
	if lost != 0 && math.Float64bits(s)&1 == 0 { // to odd
		s = math.Nextafter(s, math.Inf(int(math.Copysign(1, lost))))
	}
	return math.Float32frombits(bfloat.bits(s, math.RoundToEven))
}

// BfloatFms returns x·y − z.
func BfloatFms(x, y, z float32) float32 { return BfloatFma(x, y, negated(z)) }

// BfloatFnma returns z − x·y.
func BfloatFnma(x, y, z float32) float32 { return BfloatFma(negated(x), y, z) }

func bfloatValue(x float32) float32 { return math.Float32frombits(math.Float32bits(x) << 16) }
