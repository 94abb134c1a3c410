package notebook

import (
	"strings"
	"testing"

	"gpucourse/gpusim"
	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/report"
)

// measuredReport is a report of the launch 16_halves_1m, with other threads per block.
func measuredReport(threads int) *gpusim.Report {
	return &gpusim.Report{
		Spec: &arch.Spec{Name: "H100"}, Kernel: "Halves", Grid: arch.Dim3{X: 2048, Y: 1, Z: 1}, Block: arch.Dim3{X: threads, Y: 1, Z: 1},
		Resources: report.Resources{SharedDynamic: 2048}, Time: report.Time{Cycles: 20000, Microseconds: 10},
	}
}

// TestChangedLaunchHasNoMeasurement: a launch is compared with a measurement of the same launch only.
func TestChangedLaunchHasNoMeasurement(t *testing.T) {
	same, changed := Launched("Halves", measuredReport(512), "16_halves_1m"), Launched("Halves", measuredReport(256), "16_halves_1m")
	if len(same) != 2 || same[0].Unit != "cycles" || !(same[0].Measured > 1000) || !strings.HasPrefix(same[0].Source, "course/h100.json: ") {
		t.Errorf("got %v, want measured cycles and µs", same)
	}
	if len(changed) != 2 || changed[0].Measured == changed[0].Measured || !strings.HasPrefix(changed[0].Source, "measured was another launch: grid=2048x1x1 block=512") {
		t.Errorf("got %v, want no measurement", changed)
	}
	if row := Beside("", changed).Rows[0]; row[3] != "–" || row[4] != "–" {
		t.Errorf("got %v, want dashes", row)
	}
}

// TestAccuracyIsAMean: 1.25 and 0.8 are both a quarter off; a time without a measurement does not count.
func TestAccuracyIsAMean(t *testing.T) {
	slow := Stored("slow", "cycles", 1.25*13.99, "h100/micro.txt", "latency_syncthreads threads=32", "cycles")
	fast := Stored("fast", "cycles", 0.8*13.99, "h100/micro.txt", "latency_syncthreads threads=32", "cycles")
	table := Accuracy(slow, fast, Launched("other", measuredReport(256), "16_halves_1m"))
	if last := table.Rows[len(table.Rows)-1]; len(table.Rows) != 4 || last[4] != "25.0 %" {
		t.Errorf("got %v, want a mean of 25.0 %%", table.Rows)
	}
}
