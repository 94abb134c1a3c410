package num

// This file computes the approximate functions of CUDA and PTX, __sinf and its like, step by step
// as their machine code does around an instruction of the special function unit.

import (
	"math"

	"gpucourse/gpusim/internal/num/mufu"
)

// Factors of the machine code.
const (
	overTwoPi = float32(0.15915493667125701904)
	log2e     = float32(1.4426950216293334961)
	log2of10  = float32(3.3219280242919921875)
	ln2       = float32(0.69314718246459960938)
	log10of2  = float32(0.30103000998497009277)
)

// scale and its root bring denormal numbers, which the special function unit flushes, into range.
const (
	scale       = 0x1p24
	rootOfScale = 0x1p12
	log2OfScale = 24
)

// tiny reports whether x is a denormal number or zero.
func tiny(x float32) bool { return x > -smallestNormal32 && x < smallestNormal32 }

// ScaledRcp is rcp.approx.f32.
func ScaledRcp(x float32) float32 {
	factor := float32(1)
	switch {
	case tiny(x):
		factor = scale
	case x > 0x1p126 || x < -0x1p126:
		factor = 0.25
	}
	return mufu.Rcp(x*factor) * factor
}

// ScaledSqrt is sqrt.approx.f32.
func ScaledSqrt(x float32) float32 {
	if tiny(x) {
		return mufu.Sqrt(x*scale) / rootOfScale
	}
	return mufu.Sqrt(x)
}

// ScaledRsqrt is rsqrt.approx.f32 and rsqrtf.
func ScaledRsqrt(x float32) float32 {
	if tiny(x) {
		return mufu.Rsqrt(x*scale) * rootOfScale
	}
	return mufu.Rsqrt(x)
}

// DoubleRsqrt is rsqrt.approx.f64 and rsqrt of a double: a step of Halley's method from what the
// special function unit knows.
func DoubleRsqrt(x float64) float64 {
	const scale, root = 0x1p54, 0x1p27
	switch {
	case x != x:
		return x + x
	case x == 0:
		return math.Copysign(math.Inf(1), x)
	case x < 0:
		return math.Float64frombits(0xfff8 << 48)
	case math.IsInf(x, 1):
		return 0
	case x < smallestNormal64:
		return DoubleRsqrt(x*scale) * root
	}
	y := mufu.Rsqrt64(x)
	e := math.FMA(x, -(y * y), 1)
	return math.FMA(math.FMA(e, 0.375, 0.5), y*e, y)
}

// ScaledExp2 is ex2.approx.f32 and exp2f.
func ScaledExp2(x float32) float32 {
	if leastExponent := float32(-126); x < leastExponent {
		root := mufu.Exp2(x / 2)
		return root * root
	}
	return mufu.Exp2(x)
}

// ScaledLog2 is lg2.approx.f32 and __log2f.
func ScaledLog2(x float32) float32 {
	if tiny(x) {
		return mufu.Log2(x*scale) - log2OfScale
	}
	return mufu.Log2(x)
}

// turns returns x in turns, rounded towards zero, as the unit wants angles.
func turns(x float32) float32 {
	exact := float64(x) * float64(overTwoPi)
	t := float32(exact)
	if math.Abs(float64(t)) > math.Abs(exact) {
		t = math.Nextafter32(t, 0)
	}
	return t
}

// FastSin is sin.approx.f32 and __sinf.
func FastSin(x float32) float32 { return mufu.Sin(turns(x)) }

// FastCos is cos.approx.f32 and __cosf.
func FastCos(x float32) float32 { return mufu.Cos(turns(x)) }

// FastTan is __tanf.
func FastTan(x float32) float32 { return FastDivide(FastSin(x), FastCos(x)) }

// FastExp is __expf.
func FastExp(x float32) float32 { return ScaledExp2(x * log2e) }

// FastExp10 is __exp10f.
func FastExp10(x float32) float32 { return ScaledExp2(x * log2of10) }

// FastLog is __logf.
func FastLog(x float32) float32 { return ScaledLog2(x) * ln2 }

// FastLog10 is __log10f.
func FastLog10(x float32) float32 { return ScaledLog2(x) * log10of2 }

// FastPow is __powf.
func FastPow(x, y float32) float32 { return ScaledExp2(y * ScaledLog2(x)) }

// FastDivide is div.approx.f32 and __fdividef: a product with the reciprocal, which the unit flushes
// to zero for divisors above 2^126.
func FastDivide(x, y float32) float32 {
	if tiny(y) {
		x, y = x*scale, y*scale
	}
	return x * mufu.Rcp(y)
}

// FullDivide is div.full.f32, which also divides by numbers above 2^126.
func FullDivide(x, y float32) float32 {
	switch {
	case y > 0x1p126 || y < -0x1p126:
		x, y = x/4, y/4
	case tiny(y):
		x, y = x*scale, y*scale
	}
	return x * mufu.Rcp(y)
}

// HalfExp2 is ex2.approx.f16 of the number in the lowest 16 bits, cut off.
func HalfExp2(x float32) float32 {
	const tooLarge = 0x1p16
	v := mufu.Exp2(HalfValue(x))
	if v >= tooLarge {
		return HalfBits(v) // infinity
	}
	return HalfBitsZero(v)
}

// HalfTanh is tanh.approx.f16, as HalfExp2.
func HalfTanh(x float32) float32 { return HalfBitsZero(mufu.Tanh(HalfValue(x))) }

// BfloatExp2 is ex2.approx.ftz.bf16, as HalfExp2.
func BfloatExp2(x float32) float32 { return highHalf(mufu.Exp2(bfloatValue(x))) }

// BfloatTanh is tanh.approx.bf16, as HalfExp2.
func BfloatTanh(x float32) float32 { return highHalf(mufu.Tanh(bfloatValue(x))) }

func highHalf(x float32) float32 { return math.Float32frombits(math.Float32bits(x) >> 16) }

// Saturate is __saturatef: x between 0 and 1; 0 for NaN.
func Saturate(x float32) float32 {
	if !(x > 0) {
		return 0
	}
	return min(x, 1)
}
