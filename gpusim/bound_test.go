package gpusim_test

// This file holds the roofs of a launch's time against an H200's cycles, and
// against the clock's.

import (
	"encoding/json"
	"os"
	"reflect"
	"testing"

	"gpucourse/gpusim"
	"gpucourse/gpusim/validation/cases"
	"gpucourse/gpusim/validation/kernels"
)

// tooLong is the warp instructions of the largest case that is run here.
const tooLong = 600_000

// TestRoofsAreBelow: no launch was ever faster than its slowest resource, on the
// device or on the clock, which knows nothing of the roofs.
func TestRoofsAreBelow(t *testing.T) {
	if testing.Short() {
		t.Skip("runs most measured launches: some seconds")
	}
	measured := readMeasured(t)
	compared, closest, name := 0, 0.0, ""
	for _, c := range kernels.Cases() {
		m, ok := measured[c.Name]
		if !ok || m["smsp__inst_executed.sum"] > tooLong {
			continue
		}
		compared++
		cycles, time := m["sm__cycles_elapsed.max"], launchCase(t, c, gpusim.Config{}).Time
		roof := time.LaunchCycles
		if len(time.Roofs) > 0 {
			roof += time.Roofs[0].Cycles
		}
		if roof > cycles || roof > time.Cycles {
			t.Errorf("%s: %v take %.0f cycles at least, %.0f were measured and %.0f played", c.Name, time.Roofs, roof, cycles, time.Cycles)
		}
		if roof/cycles > closest {
			closest, name = roof/cycles, c.Name
		}
	}
	t.Logf("%d launches compared; the closest roof is %.0f %% of the measured cycles (%s)", compared, 100*closest, name)
}

// readMeasured returns the profiler's counters by case.
func readMeasured(t *testing.T) map[string]map[string]float64 {
	t.Helper()
	text, err := os.ReadFile("validation/h200/cases/visible.json")
	if err != nil {
		t.Fatal(err)
	}
	var doc struct {
		Cases []struct {
			Case    string
			Metrics map[string]float64
		}
	}
	if err := json.Unmarshal(text, &doc); err != nil {
		t.Fatal(err)
	}
	measured := map[string]map[string]float64{}
	for _, c := range doc.Cases {
		measured[c.Case] = c.Metrics
	}
	return measured
}

// launchCase runs a case with a configuration that says nothing of its shape.
func launchCase(t *testing.T, c cases.Case, config gpusim.Config) *gpusim.Report {
	t.Helper()
	dev := open(t)
	args := c.Args()
	for i, arg := range args {
		if reflect.ValueOf(arg).Kind() == reflect.Slice {
			a, err := dev.UploadArray(arg)
			if err != nil {
				t.Fatal(err)
			}
			args[i] = a
		}
	}
	config.Grid, config.Block, config.Shared = gpusim.Dim3(c.Grid), gpusim.Dim3(c.Block), c.Shared
	return launch(t, dev, c.Kernel, config, args...)
}
