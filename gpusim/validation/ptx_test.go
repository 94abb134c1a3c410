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

// ofPTX is the required agreement of kernels in nvcc's PTX, which the passes of ptxas alone compile.
var ofPTX = asked{mean: 8, worst: 1.8, rank: 0.85}

// exactOfPTX is how many of the exact counters must be as measured.
const exactOfPTX = 0.98

// TestPTX compares the counters and cycles of kernels in nvcc's PTX with the measured ones: one case
// of every third kernel. Of all cases that are not slow:
//
//	go test ./gpusim/validation -every -run PTX -v
func TestPTX(t *testing.T) {
	if testing.Short() {
		t.Skip("launches sixty cases")
	}
	var list []timing
	same, n, unnamed := 0, 0, 0
	for path, all := range map[string][]cases.Case{"h200/cases/visible.cu": kernels.Cases(), "h200/cases/unseen_kernels.cu": unseenkernels.Cases()} {
		m, source := inPTX(t, path), gpusim.Must(gpusim.LoadFile(path))
		if !*every && *only == "" {
			all = some(onePerKernel(all))
		}
		for _, c := range all {
			if slow.MatchString(c.Name) && !large.MatchString(c.Name) || !regexp.MustCompile(*only).MatchString(c.Name) {
				continue
			}
			name := cudaName(c, source)
			if !slices.Contains(m.Kernels(), name) {
				unnamed++
				continue
			}
			report := launchNamed(t, m, name, c, gpusim.Options{})
			if report == nil {
				continue
			}
			measured := profileOf(c.Name)
			list = append(list, timing{c.Name, measured.Metrics[elapsed], report.Time.Cycles, report.Time.Limit()})
			for _, counter := range counters {
				if counter.tier != exact {
					continue
				}
				got, _ := report.Metric(counter.name)
				x := comparison{c.Name, counter.name, counter.tier, measured.Metrics[counter.name], got}
				if n++; !x.differs() {
					same++
				} else {
					t.Logf("%s: %s: %.0f measured, %.0f simulated", c.Name, counter.name, x.measured, x.simulated)
				}
			}
		}
	}
	t.Logf("%d of %d counters are as measured; %d cases have no kernel of their name", same, n, unnamed)
	if ofPTX.judge(t, list) && float64(same) < exactOfPTX*float64(n) {
		t.Errorf("want %g of the counters at least", exactOfPTX)
	}
}

// inPTX compiles a file with nvcc and loads its PTX.
func inPTX(t *testing.T, path string) *gpusim.Module {
	t.Helper()
	nvcc, err := exec.LookPath("nvcc")
	if err != nil {
		t.Skip("nvcc is not installed; .ci/run installs it")
	}
	file := filepath.Join(t.TempDir(), "kernels.ptx")
	if out, err := exec.Command(nvcc, "-ptx", "-arch=sm_90", "-lineinfo", "-o", file, path).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return gpusim.Must(gpusim.LoadFile(file))
}
