package h100

// This file compares kernels whose blocks wait for each other with waits.txt.

import (
	_ "embed"
	"fmt"
	"math"
	"strings"
	"testing"

	"gpucourse/gpusim"
	"gpucourse/gpusim/diag"
)

//go:embed waits.txt
var waits string

// waitRows are the launches that are compared, and by which part their cycles may differ.
var waitRows = map[string]float64{
	"pass_flag blocks=64 threads=32 n=1":   0.15,
	"pass_fence blocks=64 threads=32 n=1":  0.1,
	"pass_sync blocks=8 threads=256 n=1":   0.1,
	"pass_sum blocks=64 threads=256 n=1":   0.1,
	"pass_atomic blocks=64 threads=32 n=1": 0.35,
	"ticket blocks=64 threads=32 n=1":      0.1,
	"next_block blocks=64 threads=32 n=1":  0.1,
	"lock_block blocks=32 threads=32 n=1":  0.1,
	"lock_thread blocks=2 threads=32 n=1":  0.2,
	"grid_bar blocks=132 threads=256 n=4":  0.35,
	"warp_flag blocks=1 threads=64 n=100":  0.1,
}

// TestWaits: blocks that wait for each other take the time of an H100, and the report says so.
func TestWaits(t *testing.T) {
	m, compared := gpusim.Must(gpusim.LoadFile("waits.cu")), 0
	for row := range strings.Lines(waits) {
		launch, measured, _ := strings.Cut(row, " cycles=")
		within, ok := waitRows[launch]
		if !ok {
			continue
		}
		compared++
		var name string
		var blocks, threads, n int
		var want float64
		if _, err := fmt.Sscanf(launch, "%s blocks=%d threads=%d n=%d", &name, &blocks, &threads, &n); err != nil {
			t.Fatal(err)
		}
		if _, err := fmt.Sscanf(measured, "%f", &want); err != nil {
			t.Fatal(err)
		}
		r := launchWait(t, gpusim.Must(m.Kernel(name)), blocks, threads, n)
		if got, _ := r.Metric("sm__cycles_active.max"); math.Abs(got-want) > within*want {
			t.Errorf("%s: %.0f cycles, measured %.0f", launch, got, want)
		}
		if len(r.Diagnostics) != 1 || r.Diagnostics[0].Code != diag.BlocksWaited {
			t.Errorf("%s: got notes %v, want what waited", launch, r.Diagnostics)
		}
	}
	if compared != len(waitRows) {
		t.Errorf("compared %d launches of %d", compared, len(waitRows))
	}
}

// launchWait launches a kernel of waits.cu.
func launchWait(t *testing.T, k *gpusim.Kernel, blocks, threads, n int) *gpusim.Report {
	t.Helper()
	dev := open(t)
	f, d := gpusim.Must(gpusim.Malloc[int32](dev, 1<<14)), gpusim.Must(gpusim.Malloc[int32](dev, 1<<16))
	r, err := dev.Launch(k, gpusim.Config{Grid: gpusim.Dim(blocks), Block: gpusim.Dim(threads)}, f, d, n)
	if err != nil {
		t.Fatal(err)
	}
	return r
}
