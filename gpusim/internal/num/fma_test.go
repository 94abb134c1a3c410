package num

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

// TestDirectedFma compares the roundings with exact arithmetic.
func TestDirectedFma(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	draw := func() float32 {
		exponent := int32(rng.IntN(40) - 20)
		if rng.IntN(8) == 0 {
			exponent = int32(rng.IntN(250) - 125)
		}
		f := float32(math.Ldexp(1+float64(rng.Uint32()>>(9+rng.IntN(23)))/(1<<23), int(exponent)))
		if rng.IntN(2) == 0 {
			f = -f
		}
		return f
	}
	modes := map[string]struct {
		f    func(x, y, z float32) float32
		mode big.RoundingMode
	}{"down": {FmaDown, big.ToNegativeInf}, "up": {FmaUp, big.ToPositiveInf}, "zero": {FmaZero, big.ToZero}}
	for range 100_000 {
		x, y, z := draw(), draw(), draw()
		exact := new(big.Float).SetPrec(2000)
		exact.Mul(big.NewFloat(float64(x)), big.NewFloat(float64(y)))
		exact.SetPrec(2000).Add(exact, big.NewFloat(float64(z)))
		for name, m := range modes {
			want := rounded(exact, m.mode)
			if got := m.f(x, y, z); got != want {
				t.Fatalf("%s: %g·%g + %g: got %g, want %g", name, x, y, z, got, want)
			}
		}
	}
	for _, c := range []struct{ got, want float32 }{
		{FmaDown(math.MaxFloat32, 2, 0), math.MaxFloat32},
		{FmaUp(math.MaxFloat32, 2, 0), float32(math.Inf(1))},
		{FmaZero(-math.MaxFloat32, 2, 0), -math.MaxFloat32},
		{FmaDown(float32(math.Inf(1)), 2, 0), float32(math.Inf(1))},
		{FmaDown(3, 2, -6), float32(math.Copysign(0, -1))},
		{FmaUp(3, 2, -6), 0},
		{FmaZero(3, 2, -6), 0},
	} {
		if math.Float32bits(c.got) != math.Float32bits(c.want) {
			t.Errorf("got %g, want %g", c.got, c.want)
		}
	}
}

// rounded returns the float32 next to x in a direction.
func rounded(x *big.Float, mode big.RoundingMode) float32 {
	near, _ := x.Float32()
	if math.IsInf(float64(near), 0) {
		near = math.Nextafter32(near, 0)
	}
	for {
		c := new(big.Float).SetFloat64(float64(near)).Cmp(x)
		below, above := math.Nextafter32(near, float32(math.Inf(-1))), math.Nextafter32(near, float32(math.Inf(1)))
		switch {
		case c == 0:
			return near
		case mode == big.ToNegativeInf || mode == big.ToZero && x.Sign() > 0:
			if c > 0 {
				return below
			}
			if new(big.Float).SetFloat64(float64(above)).Cmp(x) > 0 || math.IsInf(float64(above), 0) {
				return near
			}
			near = above
		default:
			if c < 0 {
				return above
			}
			if new(big.Float).SetFloat64(float64(below)).Cmp(x) < 0 || math.IsInf(float64(below), 0) {
				return near
			}
			near = below
		}
	}
}
