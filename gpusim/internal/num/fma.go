package num

// This file rounds x·y + z of floats otherwise than to nearest.

import "math"

// FmaDown returns x·y + z rounded toward −∞.
func FmaDown(x, y, z float32) float32 {
	f, lost := fma(x, y, z)
	switch {
	case lost < 0:
		return math.Nextafter32(f, float32(math.Inf(-1)))
	case f == 0 && lost == 0 && math.Signbit(float64(x)*float64(y)) != math.Signbit(float64(z)):
		return float32(math.Copysign(0, -1)) // a difference of equal numbers
	}
	return f
}

// FmaUp returns x·y + z rounded toward +∞.
func FmaUp(x, y, z float32) float32 { return -FmaDown(-x, y, -z) }

// FmaZero returns x·y + z rounded toward zero.
func FmaZero(x, y, z float32) float32 {
	if f, lost := fma(x, y, z); f > 0 || f == 0 && lost > 0 {
		return FmaDown(x, y, z)
	}
	return FmaUp(x, y, z)
}

// fma returns a float next to x·y + z and the sign of what the sum is more than that; 0 where it
// is exact, or no number. The product is exact in float64; a sum of two floats and its error are,
// too. An infinite sum of finite numbers is taken as the largest float below it.
func fma(x, y, z float32) (f float32, lost float64) {
	s, lost := twoSum(float64(x)*float64(y), float64(z))
	f = float32(s)
	if math.IsInf(s, 0) || math.IsNaN(s) {
		return f, 0
	}
	if math.IsInf(float64(f), 0) {
		f = math.Nextafter32(f, 0)
	}
	if d := s - float64(f); d != 0 {
		lost = d // more than the error of s
	}
	return f, lost
}

// twoSum returns a + b rounded and what the rounding lost, which is exact (Knuth); NaN where the
// sum is not finite.
func twoSum(a, b float64) (s, lost float64) {
	s = a + b
	t := s - a
	return s, (a - (s - t)) + (b - t)
}
