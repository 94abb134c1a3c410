package validation

// This file compares what fences cost with h200/sync/cost.txt.

import (
	"fmt"
	"math"
	"testing"

	"gpucourse/gpusim"
	"gpucourse/gpusim/gpu"
	"gpucourse/gpusim/validation/h200"
)

// StoreBlock, StoreDevice and StoreSystem store and fence again and again, as cost.cu does.
func StoreBlock(x []int32, n int) {
	for range n {
		x[gpu.ThreadIdx.X] = 1
		gpu.ThreadfenceBlock()
	}
}

func StoreDevice(x []int32, n int) {
	for range n {
		x[gpu.ThreadIdx.X] = 1
		gpu.Threadfence()
	}
}

func StoreSystem(x []int32, n int) {
	for range n {
		x[gpu.ThreadIdx.X] = 1
		gpu.ThreadfenceSystem()
	}
}

// TestFences: the cycles of a store and a fence of one warp. The loop itself, which cost.cu
// has unrolled, is most of the difference for the block's.
func TestFences(t *testing.T) {
	dev, err := gpusim.Open("H200")
	if err != nil {
		t.Fatal(err)
	}
	x, err := gpusim.Malloc[int32](dev, 32)
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		name   string
		kernel any
		near   float64 // cycles
	}{{"threadfence_block", StoreBlock, 15}, {"threadfence", StoreDevice, 30}, {"threadfence_system", StoreSystem, 30}} {
		const few, many = 16, 48
		var cycles [2]float64
		for i, n := range []int{few, many} {
			r, err := dev.Launch(test.kernel, gpusim.Config{Grid: gpusim.Dim(1), Block: gpusim.Dim(32)}, x, n)
			if err != nil {
				t.Fatal(err)
			}
			cycles[i] = r.Time.Cycles
		}
		got := (cycles[1] - cycles[0]) / (many - few)
		want := h200.SyncCost(fmt.Sprintf("%s store=1 threads=32", test.name))[0]["cycles"]
		t.Logf("%s behind a store: %.0f cycles, measured %.0f", test.name, got, want)
		if math.Abs(got-want) > test.near {
			t.Errorf("%s behind a store: %.0f cycles, measured %.0f, want them %g apart at most", test.name, got, want, test.near)
		}
	}
}
