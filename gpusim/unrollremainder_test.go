package gpusim_test

// This file counts elements in loops that are unrolled, with every remainder of iterations.

import (
	"testing"

	"gpucourse/gpusim"
)

// EveryStep adds up every step-th of n elements, twice.
func EveryStep(out, in []float64, n, step int) {
	sum := 0.0
	for range 2 {
		for i := range n {
			sum += in[step*i]
		}
	}
	out[0] = sum
}

// Strides adds up every eighth element, twice.
func Strides(out, in []float64, n, step int) {
	sum := 0.0
	for range 2 {
		for i := 0; i < n*step; i += 8 {
			sum += in[i]
		}
	}
	out[0] = sum
}

// TestUnrolledLoopsReadOnlyTheirElements: unrolled loops, and the code for their remainders,
// read all elements of the loop and none behind the slice.
func TestUnrolledLoopsReadOnlyTheirElements(t *testing.T) {
	const step = 8
	dev := open(t)
	for _, kernel := range []any{EveryStep, Strides} {
		for n := range 40 {
			in := ramp(max(1, (n-1)*step+1))
			want := 0.0
			for range 2 {
				for i := range n {
					want += float64(in[step*i])
				}
			}
			wide := make([]float64, len(in))
			for i, v := range in {
				wide[i] = float64(v)
			}
			a, out := upload(t, dev, wide), upload(t, dev, make([]float64, 1))
			launch(t, dev, kernel, gpusim.Config{Grid: gpusim.Dim(1), Block: gpusim.Dim(1)}, out, a, n, step)
			if got := out.Slice()[0]; got != want {
				t.Errorf("%d elements: got %v, want %v", n, got, want)
			}
			a.Free()
			out.Free()
		}
	}
}
