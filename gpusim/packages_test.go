package gpusim_test

// This file launches a kernel that uses another package.

import (
	"slices"
	"testing"

	"gpucourse/gpusim"
	"gpucourse/gpusim/gpu"
	"gpucourse/gpusim/testdata/shapes"
)

// around computes with a Box; no other file of this package has its parts.
func around(x []float32) { x[gpu.ThreadIdx.X] = border(x[gpu.ThreadIdx.X]) }

func border(v float32) float32 {
	b := shapes.Box{Width: v, Height: 3}
	b.Grow(v / 2)
	return shapes.Larger(b.Around(), 10)
}

// TestOtherPackage: the kernel computes what its functions compute on the host.
func TestOtherPackage(t *testing.T) {
	dev := open(t)
	in := ramp(32)
	x := upload(t, dev, in)
	launch(t, dev, around, gpusim.Config{Grid: gpusim.Dim(1), Block: gpusim.Dim(32)}, x)
	var want []float32
	for _, v := range in {
		want = append(want, border(v))
	}
	if got := x.Slice(); !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}
