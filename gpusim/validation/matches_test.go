package validation

// This file compares what matches of a warp cost with h200/sync/match.txt.

import (
	"fmt"
	"math"
	"testing"

	"gpucourse/gpusim"
	"gpucourse/gpusim/gpu"
	"gpucourse/gpusim/validation/h200"
)

// MatchAny32, MatchAny64 and MatchAll32 are chains of 16 matches per iteration, as match.cu has.
func MatchAny32(x []uint32, n, values int) {
	v := uint32(gpu.LaneID() % values)
	for range n {
		for range 16 {
			v = gpu.MatchAnySync(gpu.FullMask, v)
		}
	}
	x[gpu.ThreadIdx.X] = v
}

func MatchAny64(x []uint32, n, values int) {
	v := uint64(gpu.LaneID() % values)
	for range n {
		for range 16 {
			v = uint64(gpu.MatchAnySync(gpu.FullMask, v))
		}
	}
	x[gpu.ThreadIdx.X] = uint32(v)
}

func MatchAll32(x []uint32, n, values int) {
	v := uint32(gpu.LaneID() % values)
	for range n {
		for range 16 {
			v = gpu.MatchAllSync(gpu.FullMask, v) ^ uint32(gpu.LaneID()%values)
		}
	}
	x[gpu.ThreadIdx.X] = v
}

// TestMatches: the cycles of a match in a chain, in one warp and in all warps of an SM.
func TestMatches(t *testing.T) {
	const (
		few, many, chain = 2, 6, 16
		near             = 0.02
		convert          = 7 // cycles: nvcc sets the upper half of a 64-bit value, and computes the lane's value of MatchAll32, beside the match
	)
	for _, test := range []struct {
		name   string
		kernel any
	}{{"any bits=32", MatchAny32}, {"any bits=64", MatchAny64}, {"all bits=32", MatchAll32}} {
		for _, threads := range []int{32, 1024} {
			for _, values := range []int{1, 8, 32} {
				took := func(n int) float64 { return cyclesOfMatches(t, test.kernel, threads, n, values) }
				got := (took(many) - took(few)) / (chain * (many - few))
				name := fmt.Sprintf("%s threads=%d values=%d", test.name, threads, values)
				want := h200.MatchCost(name)[0]["cycles"]
				t.Logf("%s: %.1f cycles, measured %.1f", name, got, want)
				if math.Abs(got-want) > near*want+convert {
					t.Errorf("%s: %.1f cycles, measured %.1f", name, got, want)
				}
			}
		}
	}
}

// cyclesOfMatches launches one block on an H200.
func cyclesOfMatches(t *testing.T, kernel any, threads, n, values int) float64 {
	t.Helper()
	dev := gpusim.Must(gpusim.Open("H200"))
	x := gpusim.Must(gpusim.Malloc[uint32](dev, threads))
	r, err := dev.Launch(kernel, gpusim.Config{Grid: gpusim.Dim(1), Block: gpusim.Dim(threads)}, x, n, values)
	if err != nil {
		t.Fatal(err)
	}
	return r.Time.Cycles
}
