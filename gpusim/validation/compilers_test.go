package validation

// This file compiles the measured kernels in three ways, by the simulator's own front end, by nvcc
// and by clang, and compares results, counters and cycles.

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gpucourse/gpusim"
	"gpucourse/gpusim/internal/toolchain"
	"gpucourse/gpusim/validation/cases"
	"gpucourse/gpusim/validation/h200"
	"gpucourse/gpusim/validation/unseenkernels"
	"gpucourse/gpusim/validation/unseenlaunches"
)

// chosenCompiler is a way to compile, with the agreement that is asked of its kernels.
type chosenCompiler struct {
	name     string
	options  []gpusim.LoadOption
	mean     float64 // largest geometric mean of the error of cycles, in percent
	counters float64 // how many of the exact counters must be as measured, by a device that ran nvcc's code
}

var compilers = []chosenCompiler{
	{"own", nil, 17, 0.97},
	{"nvcc", []gpusim.LoadOption{gpusim.NVCC}, 17, 0.97},
	{"clang", []gpusim.LoadOption{gpusim.Clang}, 19, 0.85},
}

// fewLaunches are too few for a mean of the errors of cycles.
const fewLaunches = 20

// oneInOfWays is how many kernels there are for one that the default run launches.
const oneInOfWays = 40

// nearly is the relative difference that the sums and fused products of another compiler may make of
// a float.
const nearly = 1e-5

// tally is what the launches of one way gave.
type tally struct {
	cycles            []timing
	counters, same    int // exact ones
	equal, near, away int // launches by their results, beside the own front end's
}

// wayRow is a line of the table.
const wayRow = "%-7s %9v %9v %9v %9v %11v %9v %6v"

// TestCompilers launches one of forty measured kernels in three ways. All that are not slow:
//
//	go test ./gpusim/validation -every -run TestCompilers -v
func TestCompilers(t *testing.T) {
	if testing.Short() {
		t.Skip("launches fifteen cases")
	}
	for _, s := range toolchain.Sets {
		if s.Missing() {
			t.Skip(s.Name + " is not installed; .ci/run installs it")
		}
	}
	for _, list := range []struct {
		name, path string
		cases      []cases.Case
	}{
		{"course", "h200/cases/visible.cu", Cases()},
		{"unseen kernels", "h200/cases/unseen_kernels.cu", unseenkernels.Cases()},
		{"unseen launches", "h200/cases/visible.cu", unseenlaunches.Cases()},
	} {
		t.Run(list.name, func(t *testing.T) { compareWays(t, list.path, chosenForWays(list.cases)) })
	}
	for _, set := range blindSets {
		t.Run("blind on "+set.device, func(t *testing.T) { compareBlindWays(t, set) })
	}
}

// chosenForWays are the cases to launch.
func chosenForWays(all []cases.Case) (list []cases.Case) {
	if !*every && *only == "" {
		for part := range slices.Chunk(onePerKernel(all), oneInOfWays) {
			list = append(list, part[0])
		}
		all = list
	}
	return slices.DeleteFunc(slices.Clone(all), func(c cases.Case) bool {
		return slow.MatchString(c.Name) && !large.MatchString(c.Name) || !regexp.MustCompile(*only).MatchString(c.Name)
	})
}

// compareWays launches cases in all ways.
func compareWays(t *testing.T, path string, list []cases.Case) {
	modules, tallies := map[string]*gpusim.Module{}, map[string]*tally{}
	for _, w := range compilers {
		modules[w.name], tallies[w.name] = gpusim.Must(gpusim.LoadFile(path, w.options...)), &tally{}
	}
	for _, c := range list {
		name, first := cudaName(c, modules["own"]), [][]byte(nil)
		if _, err := modules["own"].Kernel(name); err != nil {
			continue // the file has the kernel in Go alone
		}
		for _, w := range compilers {
			report, arrays := launchArrays(t, modules[w.name], name, c, gpusim.Options{})
			if report == nil {
				continue
			}
			if first == nil {
				first = arrays
			}
			tallies[w.name].add(t, w.name, c.Name, profileOf(c.Name), report)
			tallies[w.name].compare(t, w.name, c.Name, first, arrays)
		}
	}
	judgeWays(t, tallies)
}

// compareBlindWays launches cases of a blind set in all ways.
func compareBlindWays(t *testing.T, set blindSet) {
	tallies, modules := map[string]*tally{}, map[string]map[string]*gpusim.Module{}
	for _, w := range compilers {
		tallies[w.name], modules[w.name] = &tally{}, map[string]*gpusim.Module{}
	}
	for i, p := range set.list() {
		if !*every && i%(2*oneInOfWays) != 0 || !regexp.MustCompile(*only).MatchString(p.Kernel) {
			continue
		}
		for _, w := range compilers {
			set.options = w.options
			tallies[w.name].add(t, w.name, p.Kernel+" "+p.Config, &p, launchBlind(t, modules[w.name], &set, &p))
		}
	}
	judgeWays(t, tallies)
}

// add counts a launch.
func (x *tally) add(t *testing.T, way, name string, measured *h200.Profile, report *gpusim.Report) {
	x.cycles = append(x.cycles, timing{name, measured.Metrics[elapsed], report.Time.Cycles, report.Time.Limit()})
	for _, counter := range counters {
		if counter.tier != exact {
			continue
		}
		got, _ := report.Metric(counter.name)
		c := comparison{name, counter.name, counter.tier, measured.Metrics[counter.name], got}
		if x.counters++; !c.differs() {
			x.same++
		} else {
			t.Logf("%s by %s: %s: %.0f measured, %.0f simulated", name, way, counter.name, c.measured, c.simulated)
		}
	}
}

// compare compares what a launch left in memory with what the own front end's left.
func (x *tally) compare(t *testing.T, way, name string, want, got [][]byte) {
	switch {
	case slices.EqualFunc(want, got, bytes.Equal):
		x.equal++
	case slices.EqualFunc(want, got, nearlyEqual):
		x.near++
	case name == "struct_copy_Mixed": // nvcc and clang copy the bytes between fields, too
		x.away++
	default:
		x.away++
		t.Errorf("%s by %s: other results than by the own front end", name, way)
	}
}

// nearlyEqual compares arrays as floats of 32 or of 64 bits.
func nearlyEqual(a, b []byte) bool {
	return len(a) == len(b) && (floatsNear(a, b, 4, func(p []byte) float64 { return float64(math.Float32frombits(binary.LittleEndian.Uint32(p))) }) ||
		floatsNear(a, b, 8, func(p []byte) float64 { return math.Float64frombits(binary.LittleEndian.Uint64(p)) }))
}

func floatsNear(a, b []byte, size int, float func([]byte) float64) bool {
	for i := 0; i+size <= len(a); i += size {
		x, y := float(a[i:]), float(b[i:])
		if !bytes.Equal(a[i:i+size], b[i:i+size]) && !(math.Abs(x-y) <= nearly*max(math.Abs(x), math.Abs(y), 1e-30)) {
			return false
		}
	}
	return true
}

// judgeWays prints the table of a list, and compares it with what is asked.
func judgeWays(t *testing.T, tallies map[string]*tally) {
	t.Helper()
	lines := []string{fmt.Sprintf(wayRow, "way", "launches", "equal", "near", "other", "counters", "cycles", "rank")}
	for _, w := range compilers {
		x := tallies[w.name]
		if len(x.cycles) == 0 {
			return
		}
		mean, rank := agreement(x.cycles)
		same := float64(x.same) / float64(x.counters)
		lines = append(lines, fmt.Sprintf(wayRow, w.name, len(x.cycles), x.equal, x.near, x.away, fmt.Sprintf("%.1f %%", 100*same), fmt.Sprintf("%.1f %%", percent(mean)), fmt.Sprintf("%.3f", rank)))
		if few := len(x.cycles) < fewLaunches; *only == "" && (!few && percent(mean) > w.mean || same < w.counters) {
			t.Errorf("%s: want an error of cycles of %v %% at most, and %v of the counters", w.name, w.mean, w.counters)
		}
	}
	t.Log("\n" + strings.Join(lines, "\n"))
}
