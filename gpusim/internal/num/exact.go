package num

// This file has the functions of float64 that package math computes with errors of tens of units of
// the last bit, where CUDA's functions stay within four.

import "math"

// tan returns the tangent of x. math.Tan leaves out the cube of a distance of less than 1e-7 to a
// multiple of π/2.
func tan(x float64) float64 {
	t := math.Tan(x)
	if a := math.Abs(t); a < 1e-6 && a > 1e-300 || a > 1e6 {
		return math.Sin(x) / math.Cos(x)
	}
	return t
}

// asin returns the arc sine of x: near 1 that of the sine of half of the angle to π/2.
func asin(x float64) float64 {
	if a := math.Abs(x); a > 0.5 && a <= 1 {
		return math.Copysign(math.Pi/2-2*math.Asin(math.Sqrt((1-a)/2)), x)
	}
	return math.Asin(x)
}

// acos returns the arc cosine of x, which has all its bits where it is small.
func acos(x float64) float64 {
	switch {
	case x > 0.5 && x <= 1:
		return 2 * math.Asin(math.Sqrt((1-x)/2))
	case x < -0.5 && x >= -1:
		return math.Pi - 2*math.Asin(math.Sqrt((1+x)/2))
	}
	return math.Acos(x)
}

// log2 returns the logarithm of x to base 2: of a fraction near 1 and a power of two.
func log2(x float64) float64 {
	fraction, power := math.Frexp(x)
	if fraction < math.Sqrt2/2 {
		fraction, power = 2*fraction, power-1
	}
	if fraction == 1 || !(x > 0) || math.IsInf(x, 1) {
		return math.Log2(x)
	}
	return float64(power) + math.Log(fraction)*(1/math.Ln2)
}

// lgamma returns the natural logarithm of |Γ(x)|. math.Lgamma uses an approximation of FreeBSD's
// e_lgamma_r.c outside of its interval, from 1.1916 on where that ends at 1.2316: here is the other one.
func lgamma(x float64) float64 {
	switch {
	case x > 0.19 && x < 0.2317:
		return lgammaAbove1(x) - math.Log(x)
	case x > 1.19 && x < 1.2317:
		return lgammaAbove1(x - 1)
	}
	y, _ := math.Lgamma(x)
	return y
}

// lgammaAbove1 returns the logarithm of Γ(1 + y) for a y of less than 0.2317.
func lgammaAbove1(y float64) float64 {
	p := y * (-7.72156649015328655494e-02 + y*(6.32827064025093366517e-01+y*(1.45492250137234768737e+00+y*(9.77717527963372745603e-01+y*(2.28963728064692451092e-01+y*1.33810918536787660377e-02)))))
	q := 1 + y*(2.45597793713041134822e+00+y*(2.12848976379893395361e+00+y*(7.69285150456672783825e-01+y*(1.04222645593369134254e-01+y*3.21709242282423911810e-03))))
	return p/q - y/2
}
