package validation

// This file compares the registers of the solutions with those that ptxas gives the CUDA C
// that gpusim writes of them, for the devices of six compute capabilities.

import (
	"encoding/csv"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/jedib0t/go-pretty/v6/table"
	"gonum.org/v1/gonum/stat"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/internal/compile"
)

// solutionRegisters has a row per kernel and target. Compiling once more with the same
// compiler gives the same rows: gpusim/validation/h100/README.md says how.
const solutionRegisters = "h100/registers.csv"

// targets are the devices of the table. There is none of sm_120.
var targets = map[string]string{"75": "T4", "80": "A100", "86": "RTX 3090", "89": "RTX 4090", "90": "H200", "100": "B200"}

// ofSolution matches the kernels of solutions. Those of cells and tasks are compared in
// h200/verify.
var ofSolution = regexp.MustCompile(`^[0-9]`)

// manyMore is the largest mean difference in registers per thread of a target.
const manyMore = 9.0

func TestRegistersOfSolutions(t *testing.T) {
	file, err := os.Open(solutionRegisters)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	all, err := csv.NewReader(file).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	rows := table.NewWriter()
	rows.AppendHeader(table.Row{"kernel", "sm", "ptxas", "ours"})
	differences := map[string][]float64{}
	for _, row := range all[1:] {
		name, target := row[0], row[1]
		device, ok := targets[target]
		if !ok || !ofSolution.MatchString(name) {
			continue
		}
		want, err := strconv.Atoi(row[2])
		if err != nil {
			t.Fatal(err)
		}
		got := registersOfSolution(t, name, device)
		rows.AppendRow(table.Row{name, target, want, got})
		differences[target] = append(differences[target], max(float64(got-want), float64(want-got)))
	}
	t.Logf("registers:\n%s", rows.Render())
	for target := range targets {
		d := differences[target]
		if len(d) == 0 {
			t.Fatalf("no rows for sm_%s", target)
		}
		mean := stat.Mean(d, nil)
		slices.Sort(d)
		t.Logf("sm_%s: %d kernels; they differ by %.1f registers on average, half of them by at most %g", target, len(d), mean, d[len(d)/2])
		if mean > manyMore {
			t.Errorf("sm_%s: registers differ by %.1f on average, want at most %g", target, mean, manyMore)
		}
	}
}

// registersOfSolution compiles "07_coalescing_Saxpy" for a device.
func registersOfSolution(t *testing.T, name, device string) int {
	t.Helper()
	i := strings.LastIndexByte(name, '_')
	unit, err := compile.LoadFile("../../solutions/" + name[:i] + "/kernel.go")
	if err != nil {
		t.Fatal(err)
	}
	spec, err := arch.Find(device)
	if err != nil {
		t.Fatal(err)
	}
	k, err := unit.Kernel(name[i+1:], compile.Options{Spec: spec})
	if err != nil {
		t.Fatal(err)
	}
	return k.Usage.Registers
}
