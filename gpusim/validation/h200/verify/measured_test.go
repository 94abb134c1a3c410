package main

// This file compares the simulator with what an H100 computed for the same launches.

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gpucourse/gpusim"
	"gpucourse/gpusim/internal/verify"
)

// measuredFile holds the digests of the arrays that an H100 wrote, and in its last section an H200: run.sh made it.
const measuredFile = "gpusim/validation/h100/verify.txt"

// Without -every the test compares one launch of oneOnH100, of those with small grids.
const (
	oneOnH100   = 6
	mostThreads = 1 << 16
)

// otherBits are launches whose arrays had other bits on the H100, with the reason.
var otherBits = map[string]string{
	"notebook_11_Sine":                  "the last bit of a sine in double precision",
	"notebook_16_LogSumHalves":          "the last bits of exponentials and logarithms",
	"notebook_16_LogSumNeighbours":      "the last bits of exponentials and logarithms",
	"solution_P3_transformer_Attention": "the last bits of exponentials",
	"solution_P3_transformer_Mlp":       "the last bits of a hyperbolic tangent",
	"notebook_15_Increment":             "threads read and write one element in any order",
	"notebook_15_Load":                  "blocks race, and the memory model allows both results",
	"notebook_15_LoadFenced":            "blocks race, and the memory model allows both results",
	"notebook_15_PassBoth":              "blocks race, and the memory model allows both results",
	"notebook_15_StoreFenced":           "blocks race, and the memory model allows both results",
}

// TestAsOnH100: the arrays of a launch have the bits that an H100 wrote, from the CUDA C of
// its kernel.
func TestAsOnH100(t *testing.T) {
	t.Chdir("../../../..") // paths of solutions are from the root
	results, err := os.ReadFile(measuredFile)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	i := 0
	all, err := everything(t.TempDir(), func(name string) bool {
		i++
		return (*every || i%oneOnH100 == 0) && otherBits[name] == "" && strings.Contains(string(results), "case "+name+"\n")
	})
	if err != nil {
		t.Fatal(err)
	}
	var list []entry
	for _, l := range all {
		if l.GridThreads() <= mostThreads {
			list = append(list, l)
		}
	}
	if err := writeAll(dir, list, gpusim.Config{Options: gpusim.Options{NoTime: true, NoCaches: true}}); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "results.txt"), results, 0o644); err != nil {
		t.Fatal(err)
	}
	compared, err := verify.Read(dir)
	if err != nil {
		t.Fatal(err)
	}
	if len(compared.Launches) != len(list) || compared.Wrong() {
		t.Errorf("%d launches compared, %d written:\n%s", len(compared.Launches), len(list), compared.Table())
	}
	t.Log(compared.Summary())
}
