package num

// This file is the math library. Each function is the float64 function, rounded to T. That is
// package math's, or nearer to the exact value (exact.go).

import "math"

// Sqrt returns √x.
func Sqrt[T Float](x T) T { return T(math.Sqrt(float64(x))) }

// Rsqrt returns 1/√x.
func Rsqrt[T Float](x T) T { return T(1 / math.Sqrt(float64(x))) }

// Rcp returns 1/x.
func Rcp[T Float](x T) T { return T(1 / float64(x)) }

// Sin returns the sine of x radians.
func Sin[T Float](x T) T { return T(math.Sin(float64(x))) }

// Cos returns the cosine of x radians.
func Cos[T Float](x T) T { return T(math.Cos(float64(x))) }

// Tan returns the tangent of x radians.
func Tan[T Float](x T) T { return T(tan(float64(x))) }

// Asin returns the arc sine of x in radians.
func Asin[T Float](x T) T { return T(asin(float64(x))) }

// Acos returns the arc cosine of x in radians.
func Acos[T Float](x T) T { return T(acos(float64(x))) }

// Atan returns the arc tangent of x in radians.
func Atan[T Float](x T) T { return T(math.Atan(float64(x))) }

// Atan2 returns the angle of the point (x, y) in radians. Its sign is that of y, also where y/x is
// too small for a float, which math.Atan2 forgets.
func Atan2[T Float](y, x T) T {
	return T(math.Copysign(math.Atan2(float64(y), float64(x)), float64(y)))
}

// Sinh returns the hyperbolic sine of x.
func Sinh[T Float](x T) T { return T(math.Sinh(float64(x))) }

// Cosh returns the hyperbolic cosine of x.
func Cosh[T Float](x T) T { return T(math.Cosh(float64(x))) }

// Tanh returns the hyperbolic tangent of x.
func Tanh[T Float](x T) T { return T(math.Tanh(float64(x))) }

// Exp returns e to the power x.
func Exp[T Float](x T) T { return T(math.Exp(float64(x))) }

// Exp2 returns 2 to the power x.
func Exp2[T Float](x T) T { return T(math.Exp2(float64(x))) }

// Log returns the natural logarithm of x.
func Log[T Float](x T) T { return T(math.Log(float64(x))) }

// Log2 returns the logarithm of x to base 2.
func Log2[T Float](x T) T { return T(log2(float64(x))) }

// Log10 returns the logarithm of x to base 10.
func Log10[T Float](x T) T { return T(math.Log10(float64(x))) }

// Pow returns x to the power y.
func Pow[T Float](x, y T) T { return T(math.Pow(float64(x), float64(y))) }

// Floor returns the greatest integer not above x.
func Floor[T Float](x T) T { return T(math.Floor(float64(x))) }

// Ceil returns the least integer not below x.
func Ceil[T Float](x T) T { return T(math.Ceil(float64(x))) }

// Trunc returns the integer part of x.
func Trunc[T Float](x T) T { return T(math.Trunc(float64(x))) }

// Round returns the nearest integer, halves away from zero.
func Round[T Float](x T) T { return T(math.Round(float64(x))) }

// RoundEven returns the nearest integer, halves to even.
func RoundEven[T Float](x T) T { return T(math.RoundToEven(float64(x))) }

// Mod returns the remainder of x/y with the sign of x.
func Mod[T Float](x, y T) T { return T(math.Mod(float64(x), float64(y))) }

// Hypot returns √(x² + y²).
func Hypot[T Float](x, y T) T { return T(math.Hypot(float64(x), float64(y))) }

// Cbrt returns the cube root of x.
func Cbrt[T Float](x T) T { return T(math.Cbrt(float64(x))) }

// Erf returns the error function of x.
func Erf[T Float](x T) T { return T(math.Erf(float64(x))) }

// Erfc returns 1 − erf x.
func Erfc[T Float](x T) T { return T(math.Erfc(float64(x))) }

// Expm1 returns eˣ − 1.
func Expm1[T Float](x T) T { return T(math.Expm1(float64(x))) }

// Log1p returns the natural logarithm of 1 + x.
func Log1p[T Float](x T) T { return T(math.Log1p(float64(x))) }

// Quotient returns x / y. Of two NaN of 64 bits the dividend's stays.
func Quotient[T Float](x, y T) T { return Settle(x/y, y, x) }

// Neg returns −x. A NaN of 64 bits keeps its sign.
func Neg[T Float](x T) T { return Settle(-x, x) }

// Abs returns the magnitude of x. A NaN of 64 bits keeps its sign.
func Abs[T Float](x T) T { return Settle(T(math.Abs(float64(x))), x) }

// Min returns the smaller of x and y, or NaN where one is.
func Min[T Float](x, y T) T { return Settle(min(x, y), x, y) }

// Max returns the larger of x and y, or NaN where one is.
func Max[T Float](x, y T) T { return Settle(max(x, y), x, y) }

// MinNum returns the smaller of x and y; the other one where one is NaN.
func MinNum[T Float](x, y T) T {
	if x != x || y != y {
		return numberOf(x, y)
	}
	return min(x, y)
}

// MaxNum returns the larger of x and y; the other one where one is NaN.
func MaxNum[T Float](x, y T) T {
	if x != x || y != y {
		return numberOf(x, y)
	}
	return max(x, y)
}

// numberOf returns the one of x and y that is a number, and NaN if neither is.
func numberOf[T Float](x, y T) T {
	switch {
	case x == x:
		return x
	case y == y:
		return y
	}
	return NaN(x, y)
}

// Lgamma returns the natural logarithm of |Γ(x)|. It is ∞ at -∞, as in C.
func Lgamma[T Float](x T) T {
	if math.IsInf(float64(x), -1) {
		return -x
	}
	return T(lgamma(float64(x)))
}

// Tgamma returns Γ(x). It is NaN at negative integers, as in CUDA.
func Tgamma[T Float](x T) T { return T(math.Gamma(float64(x))) }

// Nextafter returns the next value of T after x towards y. It is y where both are 0, as in C.
func Nextafter[T Float](x, y T) T {
	if x == y {
		return y
	}
	switch x := any(x).(type) {
	case float32:
		return T(math.Nextafter32(x, float32(y)))
	case float64:
		return T(math.Nextafter(x, float64(y)))
	}
	panic("BUG: a float of another type")
}
