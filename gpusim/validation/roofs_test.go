package validation

// This file holds the roofs of a launch's time against an H200's cycles, and against the
// simulated ones.

import (
	"testing"

	"gpucourse/gpusim/validation/kernels"
)

// tooLong is the warp instructions of the largest case that is compared.
const tooLong = 600_000

// TestRoofsAreBelow: no launch was ever faster than its slowest resource, on the device or
// in the timing model, which knows nothing of the roofs.
func TestRoofsAreBelow(t *testing.T) {
	if testing.Short() {
		t.Skip("runs most measured launches: some seconds")
	}
	compared, closest, name := 0, 0.0, ""
	for _, c := range kernels.Cases() {
		p := profileOf(c.Name)
		if p == nil || p.Metrics[instructions] > tooLong {
			continue
		}
		compared++
		cycles, seen := p.Metrics[elapsed], launched(t, c)
		if seen.roof > cycles || seen.roof > seen.cycles {
			t.Errorf("%s: takes %.0f cycles at least, %.0f were measured and %.0f simulated", c.Name, seen.roof, cycles, seen.cycles)
		}
		if seen.roof/cycles > closest {
			closest, name = seen.roof/cycles, c.Name
		}
	}
	t.Logf("%d launches compared; the closest roof is %.0f %% of the measured cycles (%s)", compared, 100*closest, name)
}
