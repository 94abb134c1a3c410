package grader

// This file looks for races in the solutions.

import (
	"path/filepath"
	"testing"

	"gpucourse/gpusim"
	"gpucourse/gpusim/cpu"
)

// racySolutions are the kernels, by exercise and name, whose solutions have
// races, with the reason.
var racySolutions = map[string]string{}

func TestSolutionsHaveNoRaces(t *testing.T) {
	if testing.Short() {
		t.Skip("checks every solution on every size")
	}
	checked := 0
	for i := range Rubric {
		e := &Rubric[i]
		if _, err := cpu.Open(e.Device); err == nil {
			continue // its functions run in one thread
		}
		t.Run(e.Name, func(t *testing.T) {
			module := gpusim.Must(gpusim.LoadFolder(filepath.Join("..", "solutions", e.Name)))
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
func checkRaces(t *testing.T, e *Exercise, k *Kernel, kernel *gpusim.Kernel) {
	t.Helper()
	races := false
	for _, size := range k.Sizes {
		one := trial{kernel: k}
		l := one.launch(one.makeCase(size, seeds[0]))
		dev := gpusim.Must(gpusim.Open(e.Device))
		args, _, err := upload(dev, l.Args)
		if err != nil {
			t.Fatal(err)
		}
		if err := setSymbols(dev, kernel, l.Symbols); err != nil {
			t.Fatal(err)
		}
		config := gpusim.Config{Grid: gpusim.Dim3(l.Grid), Block: gpusim.Dim3(l.Block), Shared: l.Shared, MaxShared: l.Shared}
		found, err := dev.Check(gpusim.Racecheck, kernel, config, args...)
		if err != nil {
			t.Fatalf("%s, %s: %v", k.Name, k.describe(size), err)
		}
		if n := len(found.Findings); n > 0 && racySolutions[e.Name+"."+k.Name] == "" {
			t.Errorf("%s, %s: got races, want none\n%s", k.Name, k.describe(size), found)
		}
		races = races || len(found.Findings) > 0
	}
	if !races && racySolutions[e.Name+"."+k.Name] != "" {
		t.Errorf("%s: got no race, want one: it is listed", k.Name)
	}
}
