package simt

// This file compares the two ways of multiplying and adding a warp's floats.

import (
	"math"
	"math/rand/v2"
	"testing"

	"gpucourse/gpusim/internal/num"
)

func TestFmaLanesAreFma32(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	draw := func(l *lanes[float32]) {
		for i := range l {
			l[i] = math.Float32frombits(r.Uint32())
			if r.IntN(2) == 0 {
				l[i] = float32(r.IntN(1<<24)) * float32(math.Ldexp(1, r.IntN(40)-20))
			}
		}
	}
	for range 5000 {
		var a, b, c, want, wantScalar lanes[float32]
		draw(&a)
		draw(&b)
		draw(&c)
		for i := range a {
			want[i] = num.Fma32(a[i], b[i], c[i])
			wantScalar[i] = num.Fma32(a[0], b[i], c[i])
		}
		got, gotScalar := c, c // in place, as registers are
		fma32Lanes(&got, &a, &b, &got)
		fma32Scalar(&gotScalar, a[0], &b, &gotScalar)
		for i := range got {
			if math.Float32bits(got[i]) != math.Float32bits(want[i]) {
				t.Fatalf("%x·%x + %x = %x, want %x", a[i], b[i], c[i], got[i], want[i])
			}
			if math.Float32bits(gotScalar[i]) != math.Float32bits(wantScalar[i]) {
				t.Fatalf("%x·%x + %x = %x, want %x", a[0], b[i], c[i], gotScalar[i], wantScalar[i])
			}
		}
	}
}
