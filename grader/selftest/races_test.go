package selftest

// This file looks for races in the solutions.

import (
	"path/filepath"
	"testing"

	"gpucourse/gpusim"
	"gpucourse/gpusim/cpu"
	"gpucourse/gpusim/report"
	"gpucourse/grader/internal/grading"
	"gpucourse/grader/internal/simulator"
	"gpucourse/grader/rubric"
)

// racySolutions are the kernels whose solutions have races, by exercise and name, with
// the reason.
var racySolutions = map[string]string{}

func TestSolutionsHaveNoRaces(t *testing.T) {
	if testing.Short() {
		t.Skip("checks every solution on every size")
	}
	checked := 0
	for i := range rubric.Exercises {
		e := &rubric.Exercises[i]
		if _, err := cpu.Open(e.Device); err == nil || left(e) {
			continue // its functions run in one thread, or it takes seconds
		}
		t.Run(e.Name, func(t *testing.T) {
			module := gpusim.Must(gpusim.LoadFile(filepath.Join("..", "..", "solutions", e.Name)))
			for k := range e.Kernels {
				checkRaces(t, e, &e.Kernels[k], gpusim.Must(module.Kernel(e.Kernels[k].Name)))
				checked++
			}
		})
	}
	if checked == 0 {
		t.Error("no solution was checked")
	}
}

// checkRaces runs a kernel under racecheck on each size.
func checkRaces(t *testing.T, e *rubric.Exercise, k *rubric.Kernel, kernel *gpusim.Kernel) {
	t.Helper()
	expected := racySolutions[e.Name+"."+k.Name] != ""
	races := false
	for _, size := range k.Sizes {
		found := findRaces(t, e.Device, kernel, k.MakeCase(size, rubric.Draw{Seed: 1}))
		if len(found.Findings) > 0 && !expected {
			t.Errorf("%s, %s: got races, want none\n%s", k.Name, k.Describe(size), found)
		}
		races = races || len(found.Findings) > 0
	}
	if expected && !races {
		t.Errorf("%s: got no race, want one: it is listed", k.Name)
	}
}

// findRaces runs one case under racecheck.
func findRaces(t *testing.T, device string, kernel *gpusim.Kernel, c *rubric.Case) *report.Check {
	t.Helper()
	l := grading.LaunchOf(c, simulator.Results)
	dev := gpusim.Must(gpusim.Open(device))
	args, _, err := simulator.Upload(dev, l.Args, l.Room)
	if err != nil {
		t.Fatal(err)
	}
	if err := simulator.SetSymbols(dev, kernel, l.Symbols); err != nil {
		t.Fatal(err)
	}
	config := gpusim.Config{Grid: gpusim.Dim3(l.Grid), Block: gpusim.Dim3(l.Block), Shared: l.Shared, MaxShared: l.Shared}
	found, err := dev.Check(gpusim.Racecheck, kernel, config, args...)
	if err != nil {
		t.Fatalf("%s, %v: %v", kernel.Name(), c.Size, err)
	}
	return found
}
