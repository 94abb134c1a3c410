package validation

// This file compares what reductions of a warp, and barriers that combine a predicate, cost
// with h100/reduce.txt.

import (
	"math"
	"testing"

	"gpucourse/gpusim"
	"gpucourse/gpusim/gpu"
	"gpucourse/gpusim/validation/h100"
)

// ReduceAdd, BarrierCount, BarrierAnd and BarrierPlain are chains of 16 calls per iteration, as
// reduce.cu has.
func ReduceAdd(x []uint32, n int) {
	v := x[gpu.ThreadIdx.X]
	for range n {
		for range 16 {
			v = gpu.ReduceAddSync(gpu.FullMask, v)
		}
	}
	x[gpu.ThreadIdx.X] = v
}

func BarrierCount(x []uint32, n int) {
	v := x[gpu.ThreadIdx.X]
	for range n {
		for range 16 {
			v = uint32(gpu.SyncThreadsCount(v != 0))
		}
	}
	x[gpu.ThreadIdx.X] = v
}

func BarrierPlain(x []uint32, n int) {
	v := x[gpu.ThreadIdx.X]
	for range n {
		for range 16 {
			gpu.SyncThreads()
		}
	}
	x[gpu.ThreadIdx.X] = v
}

// TestChains: the cycles of a call in a chain, in one warp and in all warps of an SM. near is
// how far the simulator may be from the measurement; for barriers of 32 warps it does not know
// that each warp waits longer where values are combined.
func TestChains(t *testing.T) {
	const few, many, chain = 2, 6, 16
	for _, test := range []struct {
		name    string
		kernel  any
		threads int
		near    float64
	}{
		{"reduce-add", ReduceAdd, 32, 0.02}, {"reduce-add", ReduceAdd, 1024, 0.02},
		{"syncthreads-count", BarrierCount, 32, 0.02}, {"syncthreads-count", BarrierCount, 1024, 0.2},
		{"syncthreads", BarrierPlain, 1024, 0.1},
	} {
		took := func(n int) float64 { return cyclesOfChain(t, test.kernel, test.threads, n) }
		got, want := (took(many)-took(few))/(chain*(many-few)), h100.ChainCost(test.name, test.threads)
		t.Logf("%s, %d threads: %.1f cycles, measured %.1f", test.name, test.threads, got, want)
		if math.Abs(got-want) > test.near*want {
			t.Errorf("%s, %d threads: %.1f cycles, measured %.1f", test.name, test.threads, got, want)
		}
	}
}

// cyclesOfChain launches one block on an H100.
func cyclesOfChain(t *testing.T, kernel any, threads, n int) float64 {
	t.Helper()
	dev := gpusim.Must(gpusim.Open("H100"))
	x := gpusim.Must(gpusim.Malloc[uint32](dev, threads))
	r, err := dev.Launch(kernel, gpusim.Config{Grid: gpusim.Dim(1), Block: gpusim.Dim(threads)}, x, n)
	if err != nil {
		t.Fatal(err)
	}
	return r.Time.Cycles
}
