package selftest

// This file compares the gains that rules estimate with those of the solutions.

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"gpucourse/gpusim"
	"gpucourse/gpusim/report"
	"gpucourse/grader/internal/simulator"
	"gpucourse/grader/rubric"
)

// slow is a kernel that computes the right values slowly, with one that mends a fault of it.
type slow struct {
	exercise, kernel string // its stub and its solution
	size             rubric.Size
	rule             string // that speaks of what the solution changes
}

// slowStubs are the stubs whose solutions change something that a rule speaks of, on sizes at which
// the device has work.
var slowStubs = []slow{
	{"07_coalescing", "Saxpy", rubric.Size{1 << 20}, "Uncoalesced global accesses"},
	{"07_coalescing", "Brighten", rubric.Size{1024, 1000}, "Uncoalesced global accesses"},
	{"07_coalescing", "Interleave", rubric.Size{1 << 20}, "Uncoalesced global accesses"},
	{"09_constant_memory", "Convolve", rubric.Size{1 << 17}, "Constants at many addresses"},
	{"09_constant_memory", "Transform", rubric.Size{1 << 17}, "Loads of one address"},
	{"09_constant_memory", "Recolour", rubric.Size{1 << 17}, "Constants at many addresses"},
	{"11_local_memory", "Winner", rubric.Size{1 << 16, 40}, "Local memory"},
	{"13_shared_memory", "Product", rubric.Size{448, 384, 400}, "Data loaded again"},
	{"13_shared_memory", "Window", rubric.Size{1 << 17}, "Data loaded again"},
	{"14_bank_conflicts", "RowSums", rubric.Size{1 << 15}, "Shared memory bank conflicts"},
	{"14_bank_conflicts", "Smooth", rubric.Size{500, 480}, "Shared memory bank conflicts"},
	{"16_reduction", "Blocks", rubric.Size{1 << 17}, "Thread divergence"},
	{"16_reduction", "Total", rubric.Size{1 << 17, 32}, "Barrier stalls"},
	{"16_reduction", "Largest", rubric.Size{512, 300}, "Shared memory bank conflicts"},
	{"17_transpose", "Transpose", rubric.Size{1024, 1024}, "Uncoalesced global accesses"},
	{"17_transpose", "Rotate", rubric.Size{1024, 1024}, "Uncoalesced global accesses"},
	{"18_read_only", "Recolour", rubric.Size{1 << 17}, "Constants at many addresses"},
	{"19_shuffle", "Pack", rubric.Size{1 << 17}, "Barrier stalls"},
	{"20_which_memory", "Edges", rubric.Size{512, 256}, "Atomics on one address"},
}

// launchOf launches a kernel of a file on a case.
func launchOf(t *testing.T, device, file, kernel string, c *rubric.Case, options gpusim.Options) *gpusim.Report {
	t.Helper()
	dev, err := gpusim.Open(device)
	if err != nil {
		t.Fatal(err)
	}
	m, err := gpusim.LoadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	k, err := m.Kernel(kernel)
	if err != nil {
		t.Fatal(err)
	}
	var values []any
	for _, a := range c.Args {
		values = append(values, a.Value())
	}
	args, _, err := simulator.Upload(dev, values, 0)
	if err != nil {
		t.Fatal(err)
	}
	if err := simulator.SetSymbols(dev, k, c.Symbols); err != nil {
		t.Fatal(err)
	}
	rep, err := dev.Launch(k, gpusim.Config{Grid: gpusim.Dim3(c.Grid), Block: gpusim.Dim3(c.Block), Shared: c.Shared, Options: options}, args...)
	if err != nil {
		t.Fatal(err)
	}
	return rep
}

// gain is the time of a stub in units of its solution's, as a rule estimates it and simulated.
type gain struct {
	slow
	estimated, simulated float64
}

// off is how many times the larger of both is as large as the other.
func (g gain) off() float64 { return math.Exp(math.Abs(math.Log(g.estimated / g.simulated))) }

// TestGains prints the estimated and the simulated gains of the course's exercises: of one in
// three, with -every of all. Four of five estimates are within a factor of 1.5; of a sample,
// which may hold the worst ones, three of five.
func TestGains(t *testing.T) {
	some := oneIn(3, slowStubs)
	gains := make([]gain, len(some))
	t.Run("pairs", func(t *testing.T) {
		for i, s := range some {
			t.Run(s.exercise+"/"+s.kernel, func(t *testing.T) {
				t.Parallel()
				gains[i] = s.gain(t)
			})
		}
	})
	const factor = 1.5
	part := 0.6
	if len(some) == len(slowStubs) {
		part = 0.8
	}
	table, near := report.NewTable("exercise", "kernel", "rule", "<estimated", "<simulated", "<off by"), 0
	for _, g := range gains {
		table.Add(g.exercise, g.kernel, g.rule, fmt.Sprintf("%.2f", g.estimated), fmt.Sprintf("%.2f", g.simulated), fmt.Sprintf("%.2f", g.off()))
		if g.off() <= factor {
			near++
		}
	}
	t.Logf("%d of %d estimates are within a factor of %.1f\n%s", near, len(gains), factor, table)
	if float64(near) < part*float64(len(gains)) {
		t.Errorf("want at least %.0f %%", 100*part)
	}
}

// gain launches the stub and the solution. Where the rule says nothing it estimates no gain.
func (s slow) gain(t *testing.T) gain {
	e := rubric.Exercises[slices.IndexFunc(rubric.Exercises, func(e rubric.Exercise) bool { return e.Name == s.exercise })]
	k := &e.Kernels[slices.IndexFunc(e.Kernels, func(k rubric.Kernel) bool { return k.Name == s.kernel })]
	c := k.MakeCase(s.size, rubric.Draw{Seed: 1}).Exact()
	stub := launchOf(t, e.Device, "../../exercises/"+e.Name+"/kernel.go", k.Name, c, gpusim.Options{Rules: true})
	solution := launchOf(t, e.Device, "../../solutions/"+e.Name+"/kernel.go", k.Name, c, gpusim.Options{Rules: true})
	g := gain{slow: s, estimated: 1, simulated: stub.Time.Cycles / solution.Time.Cycles}
	for _, r := range stub.Rules {
		t.Logf("stub: %v", r)
		if r.Name == s.rule {
			g.estimated = r.Speedup
		}
	}
	for _, r := range solution.Rules {
		if t.Logf("solution: %v", r); atRoof(solution) && r.Speedup >= small {
			t.Errorf("the solution is at a roof of the device: %s. But: %v", solution.Time.Sentence(), r)
		}
	}
	return g
}

// small is a gain that a kernel at a roof may be promised.
const small = 1.1

// atRoof reports whether a unit is busy nearly all of the time, beyond what an empty launch takes.
func atRoof(r *gpusim.Report) bool {
	busy := slices.Max(r.Time.Timing.Busy[:])
	return busy > 0.85*(r.Time.Cycles-r.Time.LaunchCycles)
}
