package selftest

// This file times the kernels that are handed out against their solutions.

import (
	"path/filepath"
	"testing"

	"gpucourse/grader/internal/simulator"
	"gpucourse/grader/rubric"
	"gpucourse/grader/verdict"
)

// TestGoalsPay: the goals reward no kernel that takes longer than the one that is handed out, on the graded device
// by more than a hundredth and at the size whose goals count. What is handed out wrong or empty has no time: then no right
// kernel that misses goals is faster. The exercises are those of the sample.
func TestGoalsPay(t *testing.T) {
	for _, e := range sampled() {
		for j := range e.Kernels {
			k := &e.Kernels[j]
			solution := cyclesOf(t, e, k, way{filepath.Join("..", "..", "solutions", e.Name), gradedSolution(e)})
			for _, w := range slowWays(e, k) {
				slow := cyclesOf(t, e, k, w)
				if slow < 0.99*solution {
					t.Errorf("%s %s: the kernel of %s takes %.0f cycles, the solution %.0f", e.Name, k.Name, w.folder, slow, solution)
				}
			}
		}
	}
}

// way is a folder with a kernel, and its verdicts.
type way struct {
	folder   string
	verdicts []*verdict.Verdict
}

// slowWays are right kernels that miss goals: the stub, or wrong attempts of TestWrongAttempts where the stub is wrong.
func slowWays(e *rubric.Exercise, k *rubric.Kernel) (list []way) {
	if k.Form.GivesRight() {
		return []way{{filepath.Join("..", "stubs", e.Name), gradedStub(e)}}
	}
	for _, a := range gradedWrong() {
		if a.exercise == e && a.verdicts()[0].Kernel == k.Name && a.verdicts()[0].State == verdict.Wasteful {
			list = append(list, way{a.folder, a.verdicts()})
		}
	}
	return list
}

// cyclesOf returns the cycles of a kernel of a folder: those that a goal counted, or else those of a launch, 0 for a
// function on a CPU.
func cyclesOf(t *testing.T, e *rubric.Exercise, k *rubric.Kernel, w way) float64 {
	t.Helper()
	if cycles := cyclesIn(w.verdicts, k.Name); cycles > 0 {
		return cycles
	}
	cycles, _ := launched(t, e, k, w.folder, k.SizeForTime(), simulator.Cycles).Metric(rubric.CyclesElapsed)
	return cycles
}

// launched measures a kernel of a folder at a size.
func launched(t *testing.T, e *rubric.Exercise, k *rubric.Kernel, folder string, size rubric.Size, measure simulator.Measure) *simulator.Counters {
	t.Helper()
	p, err := simulator.New().Load(e.Device, filepath.Join(folder, "kernel.go"), k.Name)
	if err != nil {
		t.Fatal(err)
	}
	c := k.MakeCase(size, rubric.Draw{Seed: 1})
	l := &simulator.Launch{Grid: c.Grid, Block: c.Block, Shared: c.Shared, Room: c.Room, Symbols: c.Symbols, Instructions: 1 << 32, Measure: measure}
	for _, a := range c.Args {
		l.Args = append(l.Args, a.Value())
	}
	r, err := p.Launch(l)
	if err != nil {
		t.Fatal(err)
	}
	return r
}
