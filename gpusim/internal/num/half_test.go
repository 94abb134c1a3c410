package num

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

// TestHalves: every half-precision number is converted to its value and back, and a number between
// two of them to the nearer one, the even one where both are as near.
func TestHalves(t *testing.T) {
	value := func(h uint32) float64 { return float64(HalfValue(math.Float32frombits(h))) }
	bits := func(x float64) uint32 { return math.Float32bits(HalfBits(float32(x))) }
	near := func(x, y float64) float64 { return float64(math.Nextafter32(float32(x), float32(y))) }
	for h := range uint32(0x7c00) {
		x, next := value(h), value(h+1)
		if h == 0x7bff {
			next = 65536
		}
		half := (x + next) / 2
		even := h + h&1
		for _, c := range []struct {
			x    float64
			want uint32
		}{{x, h}, {-x, h | 0x8000}, {half, even}, {near(half, x), h}, {near(half, next), h + 1}} {
			if c.x == 0 && c.want == 0x8000 {
				c.x = math.Copysign(0, -1)
			}
			if got := bits(c.x); got != c.want {
				t.Fatalf("%v: got %#x, want %#x", c.x, got, c.want)
			}
		}
	}
	for range 1000 {
		if x := math.Float32frombits(rand.Uint32() | 0x7f800001); bits(float64(x))&0x7fff != 0x7fff {
			t.Errorf("%v is not NaN", x)
		}
	}
	for h, want := range map[uint32]float64{0: 0, 1: 0x1p-24, 0x3ff: 0x3ffp-24, 0x400: 0x1p-14, 0x3555: 0x1.554p-2, 0x3c00: 1, 0x7bff: 65504, 0x7c00: math.Inf(1), 0xfc00: math.Inf(-1), 0xc000: -2} {
		if got := value(h); got != want {
			t.Errorf("%#x: got %v, want %v", h, got, want)
		}
	}
}

// TestHalfArithmetic: results are those of exact arithmetic, rounded once.
func TestHalfArithmetic(t *testing.T) {
	const most = 0x7c00 // infinity: finite numbers lie below
	draw := func() float32 {
		h := rand.Uint32N(most) | rand.Uint32N(2)<<15
		return math.Float32frombits(h)
	}
	exact := func(h float32) *big.Float { return new(big.Float).SetPrec(200).SetFloat64(float64(HalfValue(h))) }
	operation := func() *big.Float { return new(big.Float).SetPrec(200) }
	for range 20_000 {
		x, y, z := draw(), draw(), draw()
		if rand.IntN(2) == 0 { // beside the product, so that both matter
			z = HalfBits(HalfValue(HalfMul(x, y)) * float32(1+rand.IntN(3)) * 0x1p-11)
		}
		product := operation().Mul(exact(x), exact(y))
		for _, c := range []struct {
			name string
			got  float32
			want *big.Float
		}{
			{"sum", HalfAdd(x, y), operation().Add(exact(x), exact(y))},
			{"difference", HalfSub(x, y), operation().Sub(exact(x), exact(y))},
			{"product", HalfMul(x, y), product},
			{"product and sum", HalfFma(x, y, z), operation().Add(product, exact(z))},
			{"product less a number", HalfFms(x, y, z), operation().Sub(product, exact(z))},
			{"number less a product", HalfFnma(x, y, z), operation().Sub(exact(z), product)},
		} {
			if got, want := math.Float32bits(c.got), nearestHalf(c.want); got&0x7fff != want&0x7fff || want&0x7fff != 0 && got != want {
				t.Fatalf("%s of %#x, %#x, %#x: got %#x, want %#x", c.name, math.Float32bits(x), math.Float32bits(y), math.Float32bits(z), got, want)
			}
		}
	}
	for _, nan := range []float32{HalfAdd(math.Float32frombits(most), math.Float32frombits(most|0x8000)), HalfFma(0, math.Float32frombits(most), 0)} {
		if math.Float32bits(nan) != 0x7fff {
			t.Errorf("not a number: got %#x, want 0x7fff", math.Float32bits(nan))
		}
	}
}

// nearestHalf returns the bits of the half-precision number nearest to x, by bisection.
func nearestHalf(x *big.Float) uint32 {
	value := func(h uint32) *big.Float {
		if h >= 0x7c00 {
			return big.NewFloat(65536)
		}
		return big.NewFloat(float64(HalfValue(math.Float32frombits(h))))
	}
	sign := uint32(0)
	if x.Signbit() {
		sign, x = 0x8000, new(big.Float).Neg(x)
	}
	low, high := uint32(0), uint32(0x7c00)
	for low+1 < high {
		if middle := (low + high) / 2; value(middle).Cmp(x) <= 0 {
			low = middle
		} else {
			high = middle
		}
	}
	half := new(big.Float).SetPrec(200).Add(value(low), value(high))
	switch c := new(big.Float).SetPrec(200).Mul(x, big.NewFloat(2)).Cmp(half); {
	case c > 0 || c == 0 && low&1 == 1:
		return sign | high
	}
	return sign | low
}
