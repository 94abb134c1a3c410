package num

// This file computes the fast functions of CUDA, __sinf and its like, step by step as their
// machine code does. Where that code has an instruction of the special function unit (MUFU),
// whose tables are not published, it rounds the exact value instead: the last bits may differ
// from a GPU's (validation/h100/fast.txt).

import "math"

// Factors of the machine code.
const (
	overTwoPi = float32(0.15915493667125701904)
	log2e     = float32(1.4426950216293334961)
	log2of10  = float32(3.3219280242919921875)
	ln2       = float32(0.69314718246459960938)
	log10of2  = float32(0.30103000998497009277)
)

// turns returns x in turns, rounded towards zero, as the unit wants angles.
func turns(x float32) float64 {
	exact := float64(x) * float64(overTwoPi)
	t := float32(exact)
	if math.Abs(float64(t)) > math.Abs(exact) {
		t = math.Nextafter32(t, 0)
	}
	return float64(t)
}

// FastSin is __sinf.
func FastSin(x float32) float32 { return trig(math.Sin(2 * math.Pi * fraction(turns(x)))) }

// FastCos is __cosf.
func FastCos(x float32) float32 { return trig(math.Cos(2 * math.Pi * fraction(turns(x)))) }

// trig rounds a sine or cosine, which is 0 at multiples of a quarter turn.
func trig(v float64) float32 {
	if math.Abs(v) < 0x1p-40 {
		v = math.Copysign(0, v)
	}
	return float32(v)
}

// fraction returns what is left of whole turns, of which the unit takes 25 bits.
func fraction(t float64) float64 {
	const unit = 1 << 25
	return math.Trunc((t-math.Trunc(t))*unit) / unit
}

// FastTan is __tanf.
func FastTan(x float32) float32 { return FastDivide(FastSin(x), FastCos(x)) }

// FastExp is __expf.
func FastExp(x float32) float32 { return exp2(x * log2e) }

// FastExp10 is __exp10f.
func FastExp10(x float32) float32 { return exp2(x * log2of10) }

func exp2(x float32) float32 { return float32(math.Exp2(float64(x))) }

// FastLog2 is __log2f.
func FastLog2(x float32) float32 { return float32(math.Log2(float64(x))) }

// FastLog is __logf.
func FastLog(x float32) float32 { return FastLog2(x) * ln2 }

// FastLog10 is __log10f.
func FastLog10(x float32) float32 { return FastLog2(x) * log10of2 }

// FastPow is __powf.
func FastPow(x, y float32) float32 { return exp2(y * FastLog2(x)) }

// FastDivide is __fdividef: a product with the reciprocal, which is 0 for divisors above 2^126.
func FastDivide(x, y float32) float32 {
	if a := math.Abs(float64(y)); a > 0x1p126 && a <= math.MaxFloat32 {
		return x * float32(math.Copysign(0, float64(y)))
	}
	return x * float32(1/float64(y))
}

// Saturate is __saturatef: x between 0 and 1; 0 for NaN.
func Saturate(x float32) float32 {
	if !(x > 0) {
		return 0
	}
	return min(x, 1)
}
