package num

import (
	"math"
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
