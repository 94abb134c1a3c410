package gpu

// This file holds the math of float32, and bit counting. Each function rounds
// the float64 result of package math once, which is at least as exact as CUDA's
// function of the same name. For float64 use package math itself.
//
// "Within 2 ulp" says how far the function of CUDA 13.0 lies at most from the rounded
// result of its float64 function, in units of the last bit. That was measured on an H100
// with all floats (Pow, Atan2 and Hypot: with 20 billion random pairs). NVIDIA's own
// bounds, in the CUDA C++ Programming Guide, are the same or larger. So a GPU may give
// another last bit than the simulator. Functions without such a number are exact on both.

import (
	"math"
	"math/bits"

	"gpucourse/gpusim/internal/num"
)

// Sqrt returns the square root of x. CUDA: sqrtf.
func Sqrt(x float32) float32 { return num.Sqrt(x) }

// Rsqrt returns 1/√x. CUDA: rsqrtf, within 2 ulp.
func Rsqrt(x float32) float32 { return num.ScaledRsqrt(x) }

// Rcp returns 1/x. CUDA: __frcp_rn.
func Rcp(x float32) float32 { return num.Rcp(x) }

// Sin returns the sine of x radians. CUDA: sinf, within 1 ulp.
func Sin(x float32) float32 { return num.Sin(x) }

// Cos returns the cosine of x radians. CUDA: cosf, within 2 ulp.
func Cos(x float32) float32 { return num.Cos(x) }

// Sincos returns the sine and the cosine of x radians. CUDA: sincosf, within 2 ulp.
func Sincos(x float32) (sin, cos float32) { return num.Sin(x), num.Cos(x) }

// Tan returns the tangent of x radians. CUDA: tanf, within 3 ulp.
func Tan(x float32) float32 { return num.Tan(x) }

// Asin returns the arc sine of x in radians. CUDA: asinf, within 1 ulp.
func Asin(x float32) float32 { return num.Asin(x) }

// Acos returns the arc cosine of x in radians. CUDA: acosf, within 1 ulp.
func Acos(x float32) float32 { return num.Acos(x) }

// Atan returns the arc tangent of x in radians. CUDA: atanf, within 1 ulp.
func Atan(x float32) float32 { return num.Atan(x) }

// Atan2 returns the angle of the point (x, y) in radians. CUDA: atan2f, within 2 ulp.
func Atan2(y, x float32) float32 { return num.Atan2(y, x) }

// Sinh returns the hyperbolic sine of x. CUDA: sinhf, within 3 ulp.
func Sinh(x float32) float32 { return num.Sinh(x) }

// Cosh returns the hyperbolic cosine of x. CUDA: coshf, within 2 ulp.
func Cosh(x float32) float32 { return num.Cosh(x) }

// Tanh returns the hyperbolic tangent of x. CUDA: tanhf, within 2 ulp.
func Tanh(x float32) float32 { return num.Tanh(x) }

// Exp returns e to the power x. CUDA: expf, within 2 ulp.
func Exp(x float32) float32 { return num.Exp(x) }

// Exp2 returns 2 to the power x. CUDA: exp2f, within 2 ulp.
func Exp2(x float32) float32 { return num.ScaledExp2(x) }

// Log returns the natural logarithm of x. CUDA: logf, within 1 ulp.
func Log(x float32) float32 { return num.Log(x) }

// Log2 returns the logarithm of x to base 2. CUDA: log2f, within 1 ulp.
func Log2(x float32) float32 { return num.Log2(x) }

// Log10 returns the logarithm of x to base 10. CUDA: log10f, within 2 ulp.
func Log10(x float32) float32 { return num.Log10(x) }

// Pow returns x to the power y. CUDA: powf, within 2 ulp.
func Pow(x, y float32) float32 { return num.Pow(x, y) }

// Hypot returns √(x² + y²). CUDA: hypotf, within 1 ulp.
func Hypot(x, y float32) float32 { return num.Hypot(x, y) }

// Cbrt returns the cube root of x. CUDA: cbrtf, within 1 ulp.
func Cbrt(x float32) float32 { return num.Cbrt(x) }

// Erf returns the error function of x. CUDA: erff, within 1 ulp.
func Erf(x float32) float32 { return num.Erf(x) }

// Erfc returns 1 − erf x, exact also where erf x is nearly 1. CUDA: erfcf, within 4 ulp.
func Erfc(x float32) float32 { return num.Erfc(x) }

// Expm1 returns eˣ − 1, exact also for small x. CUDA: expm1f, within 1 ulp.
func Expm1(x float32) float32 { return num.Expm1(x) }

// Log1p returns the natural logarithm of 1 + x, exact also for small x. CUDA: log1pf, within 1 ulp.
func Log1p(x float32) float32 { return num.Log1p(x) }

// Lgamma returns the natural logarithm of |Γ(x)|. CUDA: lgammaf, within 6 ulp outside of
// -10.001 to -2.264, where zeros lie.
func Lgamma(x float32) float32 { return num.Lgamma(x) }

// Gamma returns Γ(x). CUDA: tgammaf, within 5 ulp.
func Gamma(x float32) float32 { return num.Tgamma(x) }

// Nextafter returns the next float32 after x towards y. CUDA: nextafterf.
func Nextafter(x, y float32) float32 { return num.Nextafter(x, y) }

// Mod returns the remainder of x/y with the sign of x. CUDA: fmodf.
func Mod(x, y float32) float32 { return num.Mod(x, y) }

// Fma returns x·y + z rounded once; math.FMA is the same for float64.
// CUDA: fmaf.
func Fma(x, y, z float32) float32 { return num.Fma32(x, y, z) }

// The fast functions below are a few machine instructions each, of which one reads a table. The
// results are those of an H100, bit for bit: gpusim/validation/h100/fast.txt.

// FastSin returns the sine of x radians, with an absolute error of 2⁻²¹ for x from -π to π,
// and a larger one beyond. CUDA: __sinf.
func FastSin(x float32) float32 { return num.FastSin(x) }

// FastCos returns the cosine of x radians, as exact as FastSin. CUDA: __cosf.
func FastCos(x float32) float32 { return num.FastCos(x) }

// FastTan returns FastSin(x) / FastCos(x). CUDA: __tanf.
func FastTan(x float32) float32 { return num.FastTan(x) }

// FastExp returns e to the power x, less exact the larger |x| is. CUDA: __expf.
func FastExp(x float32) float32 { return num.FastExp(x) }

// FastExp10 returns 10 to the power x, less exact the larger |x| is. CUDA: __exp10f.
func FastExp10(x float32) float32 { return num.FastExp10(x) }

// FastLog returns the natural logarithm of x, not exact near 1. CUDA: __logf.
func FastLog(x float32) float32 { return num.FastLog(x) }

// FastLog2 returns the logarithm of x to base 2, not exact near 1. CUDA: __log2f.
func FastLog2(x float32) float32 { return num.ScaledLog2(x) }

// FastLog10 returns the logarithm of x to base 10, not exact near 1. CUDA: __log10f.
func FastLog10(x float32) float32 { return num.FastLog10(x) }

// FastPow returns 2 to the power y·FastLog2(x). CUDA: __powf.
func FastPow(x, y float32) float32 { return num.FastPow(x, y) }

// FastDivide returns x/y; 0 for y above 2¹²⁶. CUDA: __fdividef.
func FastDivide(x, y float32) float32 { return num.FastDivide(x, y) }

// RsqrtRn returns 1/√x, rounded to the nearest value. CUDA: __frsqrt_rn.
func RsqrtRn(x float32) float32 { return num.Rsqrt(x) }

// Saturate returns x, but at least 0 and at most 1; 0 for NaN. CUDA: __saturatef.
func Saturate(x float32) float32 { return num.Saturate(x) }

// The compiler fuses a product with the sum it is added to, as nvcc does, unless
// the product is converted to its own type: float32(x*y) + z. The functions below
// round to the nearest value by themselves and are never fused.

// MulRn returns x·y. CUDA: __fmul_rn, __dmul_rn.
func MulRn[T float32 | float64](x, y T) T { return T(x * y) }

// AddRn returns x + y, even where x or y is a product. CUDA: __fadd_rn, __dadd_rn.
func AddRn[T float32 | float64](x, y T) T { return T(x) + T(y) }

// SubRn returns x − y, even where x or y is a product. CUDA: __fsub_rn, __dsub_rn.
func SubRn[T float32 | float64](x, y T) T { return T(x) - T(y) }

// Abs returns the absolute value of x. CUDA: fabsf.
func Abs(x float32) float32 { return num.Abs(x) }

// Copysign returns the magnitude of x with the sign of y. CUDA: copysignf.
func Copysign(x, y float32) float32 { return float32(math.Copysign(float64(x), float64(y))) }

// Signbit reports whether x is negative or negative zero. CUDA: signbit.
func Signbit(x float32) bool { return math.Signbit(float64(x)) }

// Frexp returns a fraction from 1/2 up to 1 and an exponent, so that x is frac·2^exp.
// For 0, infinity and NaN it returns x and 0. CUDA: frexpf.
func Frexp(x float32) (frac float32, exp int) {
	f, exp := math.Frexp(float64(x))
	return float32(f), exp
}

// Ldexp returns frac·2^exp, rounded once. CUDA: ldexpf.
func Ldexp(frac float32, exp int) float32 { return float32(math.Ldexp(float64(frac), exp)) }

// Modf returns the integer part of x and its fraction, both with the sign of x. The
// fraction of infinity is NaN as in package math, and 0 in CUDA: modff.
func Modf(x float32) (whole, frac float32) {
	i, f := math.Modf(float64(x))
	return float32(i), float32(f)
}

// Floor returns the largest integer not above x. CUDA: floorf.
func Floor(x float32) float32 { return num.Floor(x) }

// Ceil returns the smallest integer not below x. CUDA: ceilf.
func Ceil(x float32) float32 { return num.Ceil(x) }

// Trunc returns x without its fraction. CUDA: truncf.
func Trunc(x float32) float32 { return num.Trunc(x) }

// Round returns the integer nearest to x, halves away from zero. CUDA: roundf.
func Round(x float32) float32 { return num.Round(x) }

// RoundEven returns the integer nearest to x, halves to even. CUDA: rintf.
func RoundEven(x float32) float32 { return num.RoundEven(x) }

// Min returns the smaller of x and y; NaN if either is. CUDA: fminf, which
// prefers a number to NaN.
func Min(x, y float32) float32 { return min(x, y) }

// Max returns the larger of x and y; NaN if either is. CUDA: fmaxf, which
// prefers a number to NaN.
func Max(x, y float32) float32 { return max(x, y) }

// Popc returns how many bits of x are set. CUDA: __popc.
func Popc(x uint32) int { return bits.OnesCount32(x) }

// Popcll is Popc of 64 bits. CUDA: __popcll.
func Popcll(x uint64) int { return bits.OnesCount64(x) }

// Clz returns how many bits above the highest set bit of x are clear. CUDA: __clz.
func Clz(x uint32) int { return bits.LeadingZeros32(x) }

// Clzll is Clz of 64 bits. CUDA: __clzll.
func Clzll(x uint64) int { return bits.LeadingZeros64(x) }

// Brev returns the bits of x in reverse order. CUDA: __brev.
func Brev(x uint32) uint32 { return bits.Reverse32(x) }

// Brevll is Brev of 64 bits. CUDA: __brevll.
func Brevll(x uint64) uint64 { return bits.Reverse64(x) }

// Ffs returns the position of the lowest set bit of x counted from 1; 0 when
// none is set. CUDA: __ffs.
func Ffs(x uint32) int { return (bits.TrailingZeros32(x) + 1) % 33 }

// Ffsll is Ffs of 64 bits. CUDA: __ffsll.
func Ffsll(x uint64) int { return (bits.TrailingZeros64(x) + 1) % 65 }
