package main

// This file compares the registers of the course's kernels with those that ptxas gives the
// CUDA C that gpusim writes of them.

import (
	"encoding/csv"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gonum.org/v1/gonum/stat"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/internal/compile"
)

// targets are the devices of registers.csv. There is none of sm_120.
var targets = map[string]string{"75": "T4", "80": "A100", "86": "RTX 3090", "89": "RTX 4090", "90": "H200", "100": "B200"}

// ptxas returns the rows of registers.csv: by kernel and target, registers and bytes of stack.
func ptxas(t *testing.T) map[[2]string][2]int {
	t.Helper()
	file, err := os.Open("gpusim/validation/h100/registers.csv")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	rows, err := csv.NewReader(file).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	found := map[[2]string][2]int{}
	for _, row := range rows[1:] {
		var values [2]int
		for i := range values {
			if values[i], err = strconv.Atoi(row[2+i]); err != nil {
				t.Fatal(err)
			}
		}
		found[[2]string{row[0], row[1]}] = values
	}
	return found
}

// TestRegistersOfCourse: the kernels of solutions, and those of cells and tasks, for six
// targets. The largest mean difference is in registers per thread.
func TestRegistersOfCourse(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles 400 kernels for six devices")
	}
	t.Chdir(root)
	measured := ptxas(t)
	ofCells, err := inCells(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	ofTasks, err := tasks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, group := range []struct {
		name     string
		launches []entry
		least    int // kernels to compare
		most     float64
	}{
		{"solutions", solutions(), 74, 9},
		{"cells and tasks", slices.Concat(ofCells, ofTasks), 300, 5.5},
	} {
		for target, device := range targets {
			d := differences(t, group.launches, target, device, measured)
			if len(d) < group.least {
				t.Fatalf("sm_%s: %d kernels of %s compared, want at least %d", target, len(d), group.name, group.least)
			}
			slices.Sort(d)
			mean := stat.Mean(d, nil)
			t.Logf("sm_%s: %d kernels of %s; they differ by %.1f registers on average, half of them by at most %g", target, len(d), group.name, mean, d[len(d)/2])
			if mean > group.most {
				t.Errorf("sm_%s: registers of %s differ by %.1f on average, want at most %g", target, group.name, mean, group.most)
			}
		}
	}
}

// differences returns by how many registers each kernel differs for a target.
func differences(t *testing.T, list []entry, target, device string, measured map[[2]string][2]int) (all []float64) {
	t.Helper()
	spec, err := arch.Find(device)
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range list {
		row, ok := measured[[2]string{strings.TrimPrefix(l.name, "solution_"), target}]
		if !ok {
			continue
		}
		u, name, err := l.unit()
		if err != nil {
			t.Fatal(err)
		}
		k, err := compile.Kernel(u, name, compile.Options{Spec: spec})
		if err != nil {
			continue // the device cannot run it
		}
		all = append(all, math.Abs(float64(k.Usage.Registers-row[0])))
	}
	return all
}
