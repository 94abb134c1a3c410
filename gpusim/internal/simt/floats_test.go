package simt

// This file compares the loops over a warp's floats with the operations on one thread's.

import (
	"math"
	"math/rand/v2"
	"testing"

	"gpucourse/gpusim/internal/num"
)

// TestFloatLanes: results are those of one thread, bit for bit, also where the result is written over an operand.
func TestFloatLanes(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	draw := func(l *lanes[float32]) {
		finite := r.IntN(2) == 0
		for i := range l {
			if l[i] = math.Float32frombits(r.Uint32()); finite {
				l[i] = float32(r.IntN(1<<24)) * float32(math.Ldexp(1, r.IntN(40)-20))
			}
		}
	}
	for _, op := range []struct {
		name   string
		one    func(a, b, c float32) float32
		lanes  func(d, a, b, c *lanes[float32])
		scalar func(d *lanes[float32], a float32, b, c *lanes[float32]) // nil: none
	}{
		{"add", func(a, b, _ float32) float32 { return num.Settle(a + b) },
			func(d, a, b, _ *lanes[float32]) { add32Lanes(d, a, b) },
			func(d *lanes[float32], a float32, b, _ *lanes[float32]) { add32Scalar(d, b, a) }},
		{"sub", func(a, b, _ float32) float32 { return num.Settle(a - b) },
			func(d, a, b, _ *lanes[float32]) { sub32Lanes(d, a, b) }, nil},
		{"mul", func(a, b, _ float32) float32 { return num.Settle(a * b) },
			func(d, a, b, _ *lanes[float32]) { mul32Lanes(d, a, b) },
			func(d *lanes[float32], a float32, b, _ *lanes[float32]) { mul32Scalar(d, b, a) }},
		{"fma", func(a, b, c float32) float32 { return num.Settle(num.Fma32(a, b, c)) }, fma32Lanes, fma32Scalar},
	} {
		for range 3000 {
			var a, b, c lanes[float32]
			draw(&a)
			draw(&b)
			draw(&c)
			got := b
			op.lanes(&got, &a, &got, &c)
			compareLanes(t, op.name, &got, func(i int) float32 { return op.one(a[i], b[i], c[i]) })
			if op.scalar != nil {
				got = b
				op.scalar(&got, a[0], &got, &c)
				compareLanes(t, op.name+" of a scalar", &got, func(i int) float32 { return op.one(a[0], b[i], c[i]) })
			}
		}
	}
}

func compareLanes(t *testing.T, name string, got *lanes[float32], want func(i int) float32) {
	t.Helper()
	for i := range got {
		if g, w := math.Float32bits(got[i]), math.Float32bits(want(i)); g != w {
			t.Fatalf("%s: lane %d: got bits %08x, want %08x", name, i, g, w)
		}
	}
}
