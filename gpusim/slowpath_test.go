package gpusim_test

// This file tests functions that use local memory for some arguments: what they
// cost, and who pays.

import (
	"math"
	"testing"

	"gpucourse/gpusim"
	"gpucourse/gpusim/gpu"
)

func sines(out, in []float64) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	out[i] = math.Sin(in[i])
}

func sines32(out, in []float32) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	out[i] = gpu.Sin(in[i])
}

// angles are large in the threads given.
func angles[T float32 | float64](large T, threads ...int) []T {
	list := make([]T, 64)
	for i := range list {
		list[i] = T(i) / 4
	}
	for _, i := range threads {
		list[i] = large
	}
	return list
}

// TestLargeAngles: only warps that hold a large argument store words of the
// reduction, five of 8 bytes for float64, seven of 4 for float32 where that has a
// slow path in memory. An infinite argument needs none.
func TestLargeAngles(t *testing.T) {
	const stores = "smsp__sass_inst_executed_op_local_st.sum"
	const loads = "smsp__sass_inst_executed_op_local_ld.sum"
	c := gpusim.Config{Grid: gpusim.Dim(1), Block: gpusim.Dim(64)}
	for _, test := range []struct {
		device        string
		double        bool
		large         float64
		threads       []int
		stores, loads float64
	}{
		{"H200", true, 1 << 31, nil, 0, 0},
		{"H200", true, 1 << 31, []int{3}, 5, 3},
		{"H200", true, 1<<31 - 1, []int{3}, 0, 0},
		{"H200", true, -1e300, []int{3, 4, 40}, 10, 6},
		{"H200", true, math.Inf(1), []int{3}, 0, 0},
		{"H200", false, 1e30, []int{3}, 0, 0},
		{"K20c", false, 1e30, []int{3}, 7, 3},
		{"K20c", false, 105614, []int{3}, 0, 0},
	} {
		dev := openNamed(t, test.device)
		var r *gpusim.Report
		if test.double {
			in := angles(test.large, test.threads...)
			out := upload(t, dev, make([]float64, len(in)))
			r = launch(t, dev, sines, c, out, upload(t, dev, in))
			for i, got := range host(t, out) {
				if want := math.Sin(in[i]); math.Float64bits(got) != math.Float64bits(want) && !math.IsNaN(want) {
					t.Errorf("sin %g = %g, want %g", in[i], got, want)
				}
			}
		} else {
			in := angles(float32(test.large), test.threads...)
			r = launch(t, dev, sines32, c, upload(t, dev, make([]float32, len(in))), upload(t, dev, in))
		}
		gotStores, _ := r.Metric(stores)
		gotLoads, _ := r.Metric(loads)
		if gotStores != test.stores || gotLoads != test.loads {
			t.Errorf("%s, %g in threads %v: %g stores and %g loads, want %g and %g", test.device, test.large, test.threads, gotStores, gotLoads, test.stores, test.loads)
		}
	}
}
