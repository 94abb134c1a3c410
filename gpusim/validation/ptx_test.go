package validation

// This file launches the measured kernels from the PTX that nvcc makes of their sources.

import (
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"testing"

	"gpucourse/gpusim"
	"gpucourse/gpusim/validation/cases"
	"gpucourse/gpusim/validation/kernels"
	"gpucourse/gpusim/validation/unseenkernels"
)

// TestPTX compares the counters and cycles of kernels in nvcc's PTX with the measured ones.
func TestPTX(t *testing.T) {
	nvcc, err := exec.LookPath("nvcc")
	if err != nil {
		t.Skip("nvcc is not installed: gpucourse's .ci/run installs it")
	}
	for _, source := range []struct {
		path string
		list []cases.Case
	}{{"h200/cases/visible.cu", kernels.Cases()}, {"h200/cases/unseen_kernels.cu", unseenkernels.Cases()}} {
		file := filepath.Join(t.TempDir(), "kernels.ptx")
		if out, err := exec.Command(nvcc, "-ptx", "-arch=sm_90", "-lineinfo", "-o", file, source.path).CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		m := gpusim.Must(gpusim.LoadFile(file))
		chosen := source.list
		if !*every && *only == "" {
			chosen = some(onePerKernel(source.list))
		}
		var list []timing
		same, n := 0, 0
		for _, c := range chosen {
			if slow.MatchString(c.Name) && !large.MatchString(c.Name) || !regexp.MustCompile(*only).MatchString(c.Name) {
				continue
			}
			measured := profileOf(c.Name)
			if !slices.Contains(m.Kernels(), cudaName(c, m)) || measured == nil {
				t.Logf("%s: %s", c.Name, cudaName(c, m))
				continue
			}
			report := launchCUDA(t, m, c, gpusim.Options{})
			if report == nil {
				continue
			}
			for _, counter := range counters {
				if counter.tier != exact {
					continue
				}
				got, _ := report.Metric(counter.name)
				n++
				if x := (comparison{c.Name, counter.name, counter.tier, measured.Metrics[counter.name], got}); x.differs() {
					t.Logf("%s: %s: %.0f measured, %.0f simulated", c.Name, counter.name, x.measured, x.simulated)
				} else {
					same++
				}
			}
			list = append(list, timing{c.Name, measured.Metrics[elapsed], report.Time.Cycles, report.Time.Limit()})
		}
		mean, rank := agreement(list)
		t.Logf("%s: %d launches, %d of %d counters as measured, cycles %.1f %%, rank %.3f\n%s", source.path, len(list), same, n, percent(mean), rank, timingTable(list))
	}
}
