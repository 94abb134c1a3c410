package gpusim_test

// This file holds the throughput bound against an H200's cycles.

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

// TestBoundIsBelowHardware: no launch was ever faster than its bound.
func TestBoundIsBelowHardware(t *testing.T) {
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
		cycles := m["sm__cycles_elapsed.max"]
		compared++
		got := launchCase(t, c, gpusim.Config{}).Time.Cycles
		if got > cycles {
			t.Errorf("%s: the bound is %.0f cycles, %.0f were measured", c.Name, got, cycles)
		}
		if got/cycles > closest {
			closest, name = got/cycles, c.Name
		}
	}
	t.Logf("%d launches compared; the closest bound is %.0f %% of the measured cycles (%s)", compared, 100*closest, name)
}

// readMeasured returns the profiler's counters by case.
func readMeasured(t *testing.T) map[string]map[string]float64 {
	t.Helper()
	text, err := os.ReadFile("validation/h200/visible.json")
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
