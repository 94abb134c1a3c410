package gpusim_test

// The time of a big grid found from its first waves against that of all its blocks.

import (
	"math"
	"testing"

	"gpucourse/gpusim"
	"gpucourse/gpusim/gpu"
)

// Spin computes for a while between a load and a store.
func Spin(x []float32, n int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	v := x[i]
	for range n {
		v = v*v + 1
	}
	x[i] = v
}

// TestWaves: a grid of equal waves takes within 3 % of the time that playing all
// of it gives, and says so; its exact counters are those of the whole grid.
func TestWaves(t *testing.T) {
	const blocks, threads = 28000, 256
	var times [2]*gpusim.Report
	for i, full := range []bool{false, true} {
		dev := open(t)
		x := upload(t, dev, ramp(blocks*threads))
		times[i] = launch(t, dev, Spin, gpusim.Config{Grid: gpusim.Dim(blocks), Block: gpusim.Dim(threads), Options: gpusim.Options{Full: full}}, x, 24)
	}
	some, all := times[0], times[1]
	if off := math.Abs(some.Time.Cycles/all.Time.Cycles - 1); off > 0.03 {
		t.Errorf("got %.0f cycles from some waves, %.0f from all: %.1f %% off", some.Time.Cycles, all.Time.Cycles, 100*off)
	}
	if w := some.Time.Timing.Waves; w.Total != blocks || w.Played >= blocks/2 || all.Time.WaveSampling() != "" {
		t.Errorf("played %d of %d blocks; with Full it says %q", w.Played, w.Total, all.Time.WaveSampling())
	}
	for _, name := range []string{"inst_executed", "gld_transactions", "gst_transactions", "lts__t_sectors_srcunit_tex_op_write.sum"} {
		got, _ := some.Metric(name)
		want, _ := all.Metric(name)
		if got != want || got == 0 {
			t.Errorf("%s: got %v, want %v", name, got, want)
		}
	}
}
