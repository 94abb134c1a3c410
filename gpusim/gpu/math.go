package gpu

// This file holds the math of float32, and bit counting. Each function rounds
// the float64 result of package math once, which is at least as exact as CUDA's
// function of the same name. For float64 use package math itself.

import (
	"math"
	"math/bits"
)

// Sqrt returns the square root of x. CUDA: sqrtf.
func Sqrt(x float32) float32 { return float32(math.Sqrt(float64(x))) }

// Rsqrt returns 1/√x. CUDA: rsqrtf.
func Rsqrt(x float32) float32 { return float32(1 / math.Sqrt(float64(x))) }

// Rcp returns 1/x. CUDA: __frcp_rn.
func Rcp(x float32) float32 { return 1 / x }

// Sin returns the sine of x radians. CUDA: sinf.
func Sin(x float32) float32 { return float32(math.Sin(float64(x))) }

// Cos returns the cosine of x radians. CUDA: cosf.
func Cos(x float32) float32 { return float32(math.Cos(float64(x))) }

// Tan returns the tangent of x radians. CUDA: tanf.
func Tan(x float32) float32 { return float32(math.Tan(float64(x))) }

// Tanh returns the hyperbolic tangent of x. CUDA: tanhf.
func Tanh(x float32) float32 { return float32(math.Tanh(float64(x))) }

// Exp returns e to the power x. CUDA: expf.
func Exp(x float32) float32 { return float32(math.Exp(float64(x))) }

// Exp2 returns 2 to the power x. CUDA: exp2f.
func Exp2(x float32) float32 { return float32(math.Exp2(float64(x))) }

// Log returns the natural logarithm of x. CUDA: logf.
func Log(x float32) float32 { return float32(math.Log(float64(x))) }

// Log2 returns the logarithm of x to base 2. CUDA: log2f.
func Log2(x float32) float32 { return float32(math.Log2(float64(x))) }

// Log10 returns the logarithm of x to base 10. CUDA: log10f.
func Log10(x float32) float32 { return float32(math.Log10(float64(x))) }

// Pow returns x to the power y. CUDA: powf.
func Pow(x, y float32) float32 { return float32(math.Pow(float64(x), float64(y))) }

// Abs returns the absolute value of x. CUDA: fabsf.
func Abs(x float32) float32 { return float32(math.Abs(float64(x))) }

// Floor returns the largest integer not above x. CUDA: floorf.
func Floor(x float32) float32 { return float32(math.Floor(float64(x))) }

// Ceil returns the smallest integer not below x. CUDA: ceilf.
func Ceil(x float32) float32 { return float32(math.Ceil(float64(x))) }

// Trunc returns x without its fraction. CUDA: truncf.
func Trunc(x float32) float32 { return float32(math.Trunc(float64(x))) }

// Round returns the integer nearest to x, halves away from zero. CUDA: roundf.
func Round(x float32) float32 { return float32(math.Round(float64(x))) }

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
