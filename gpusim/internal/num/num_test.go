package num

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

// exactFma is a·b + c by big.Float, rounded once; a zero result keeps no sign.
func exactFma(a, b, c float32) float32 {
	x := new(big.Float).SetPrec(2000).SetFloat64(float64(a) * float64(b))
	x.Add(x, new(big.Float).SetPrec(2000).SetFloat64(float64(c)))
	f, _ := x.Float32()
	return f
}

// operand draws a float32 whose sums and products often end half way.
func operand(r *rand.Rand) float32 {
	switch r.IntN(4) {
	case 0:
		return math.Float32frombits(r.Uint32())
	case 1:
		return float32(r.IntN(1<<24)) * float32(math.Ldexp(1, r.IntN(60)-30))
	case 2:
		return float32(math.Ldexp(float64(1+r.IntN(3)), r.IntN(300)-150))
	default:
		return -(1 + float32(r.IntN(4096))/4096)
	}
}

func TestFma32IsRoundedOnce(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	slow := 0
	for range 300_000 {
		a, b, c := operand(r), operand(r), operand(r)
		if f := float64(a)*float64(b) + float64(c); math.IsNaN(f) || math.IsInf(f, 0) {
			continue
		}
		got, want := Fma32(a, b, c), exactFma(a, b, c)
		if got != want {
			t.Fatalf("Fma32(%x, %x, %x) = %x, want %x", a, b, c, got, want)
		}
		if want != float32(float64(a)*float64(b)+float64(c)) {
			slow++
		}
		if got64, want64 := Fma(a, b, c), want; got64 != want64 {
			t.Fatalf("Fma(%x, %x, %x) = %x, want %x", a, b, c, got64, want64)
		}
	}
	if slow == 0 {
		t.Error("no case needed the exact second rounding: the test is too weak")
	}
}

func TestFma32Special(t *testing.T) {
	inf := float32(math.Inf(1))
	if got := Fma32(inf, 1, -inf); got == got {
		t.Errorf("Fma32(+Inf, 1, -Inf) = %v, want NaN", got)
	}
	if got := Fma32(math.MaxFloat32, 2, 0); got != inf {
		t.Errorf("Fma32(Max, 2, 0) = %v, want +Inf", got)
	}
	negZero := float32(math.Copysign(0, -1))
	if got := Fma32(negZero, 1, negZero); !math.Signbit(float64(got)) {
		t.Errorf("Fma32(-0, 1, -0) = %v, want -0", got)
	}
}

func TestConversionsSaturate(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	for _, c := range []struct {
		x    float64
		bits int
		i    int64
		u    uint64
	}{
		{nan, 32, 0, 0},
		{inf, 32, math.MaxInt32, math.MaxUint32},
		{-inf, 32, math.MinInt32, 0},
		{-1.9, 32, -1, 0},
		{3e9, 32, math.MaxInt32, 3_000_000_000},
		{300, 8, 127, 255},
		{-300, 8, -128, 0},
		{1e30, 64, math.MaxInt64, math.MaxUint64},
		{-1e30, 64, math.MinInt64, 0},
		{1 << 63, 64, math.MaxInt64, 1 << 63},
		{40000.5, 16, 32767, 40000},
	} {
		if got := ToInt(c.x, c.bits); got != c.i {
			t.Errorf("ToInt(%v, %d) = %d, want %d", c.x, c.bits, got, c.i)
		}
		if got := ToUint(c.x, c.bits); got != c.u {
			t.Errorf("ToUint(%v, %d) = %d, want %d", c.x, c.bits, got, c.u)
		}
	}
}

func BenchmarkFma32(b *testing.B) {
	var d, x, y [32]float32
	for i := range x {
		x[i], y[i] = float32(i)*1.1, float32(i)*0.7
	}
	for b.Loop() {
		for i := range d {
			d[i] = Fma32(x[i], y[i], d[i])
		}
		if d[5] > 1e6 {
			d = [32]float32{}
		}
	}
}

// TestDoubleRsqrt: NVIDIA states an error of 1 ulp.
func TestDoubleRsqrt(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 20000 {
		x := math.Float64frombits(rng.Uint64N(0x7ff << 52))
		root := new(big.Float).SetPrec(200).Sqrt(new(big.Float).SetPrec(200).SetFloat64(x))
		want, _ := new(big.Float).Quo(big.NewFloat(1).SetPrec(200), root).Float64()
		if got := DoubleRsqrt(x); got != want && got != math.Nextafter(want, 0) && got != math.Nextafter(want, math.Inf(1)) {
			t.Errorf("1/√%g: got %g, want %g", x, got, want)
		}
	}
	for x, want := range map[float64]float64{0: math.Inf(1), math.Copysign(0, -1): math.Inf(-1), math.Inf(1): 0} {
		if got := DoubleRsqrt(x); got != want {
			t.Errorf("1/√%g: got %g, want %g", x, got, want)
		}
	}
	if got := DoubleRsqrt(-1); got == got {
		t.Errorf("1/√-1: got %g, want NaN", got)
	}
}
