package gpusim_test

// Launches without counters.

import (
	"testing"
	"time"

	"gpucourse/gpusim"
)

// TestNoCounters: a launch without counters has the same results and as many instructions as any other, takes
// the time of the one that stands for it, and tells nothing else.
func TestNoCounters(t *testing.T) {
	const n, instructions = 4096, "smsp__inst_executed.sum"
	dev := openNamed(t, "H200")
	in, out := gpusim.Must(gpusim.Upload(dev, ramp(n))), gpusim.Must(gpusim.Malloc[float32](dev, n))
	config := gpusim.Config{Grid: gpusim.Dim(n / 256), Block: gpusim.Dim(256)}
	counted := gpusim.Must(dev.Launch(twice, config, out, in))
	config.NoCounters, config.As = true, counted
	again := gpusim.Must(gpusim.Malloc[float32](dev, n))
	before := dev.Now()
	bare := gpusim.Must(dev.Launch(twice, config, again, in))
	if dev.Now()-before < time.Duration(1e3*counted.Time.Microseconds) {
		t.Errorf("it took %v of simulated time, want %v at least", dev.Now()-before, counted.Time)
	}
	for i, got := range again.Slice() {
		if want := out.Slice()[i]; got != want {
			t.Fatalf("element %d: got %v, want %v", i, got, want)
		}
	}
	want, _ := counted.Metric(instructions)
	if got, _ := bare.Metric(instructions); got != want || want == 0 || len(bare.Metrics) != 1 || bare.Occupancy != counted.Occupancy || bare.Resources != counted.Resources {
		t.Errorf("got %v instructions of %v, %d metrics, %+v", got, want, len(bare.Metrics), bare.Resources)
	}
}
