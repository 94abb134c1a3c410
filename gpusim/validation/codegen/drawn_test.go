package main

// This file compares drawn kernels, so that rules about loops do not only fit the kernels of the tree.

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"gpucourse/gpusim/internal/source"
	"gpucourse/internal/golden"
)

// drawnAsCicc is how many of the drawn kernels must have the loops that nvcc's front end makes.
const drawnAsCicc = 0.95

// TestDrawn compares drawn kernels as TestFront compares those of the tree. Line n of drawn.txt has the
// loops of kernel n in nvcc's PTX. To renew it with nvcc:
//
//	go test ./gpusim/validation/codegen -run Drawn -update
func TestDrawn(t *testing.T) {
	kernels, file := drawn(), filepath.Join(t.TempDir(), "drawn.cu")
	if err := os.WriteFile(file, []byte(strings.Join(kernels, "")), 0o600); err != nil {
		t.Fatal(err)
	}
	if golden.Update() {
		renewDrawn(t, file)
	}
	text, err := os.ReadFile("testdata/drawn.txt")
	if err != nil {
		t.Fatal(err)
	}
	rows := strings.Split(strings.TrimSpace(string(text)), "\n")
	if len(rows) != len(kernels) {
		t.Fatalf("drawn.txt has %d lines, want one for each of %d kernels", len(rows), len(kernels))
	}
	u, same := loadFile(t, file), 0
	for i, name := range u.Kernels() {
		got, err := own(t, u, name)
		if err != nil {
			t.Fatal(err)
		}
		if got == rows[i] {
			same++
		} else {
			t.Logf("%s\tcicc %s\n\town  %s", kernels[i], rows[i], got)
		}
	}
	t.Logf("%d of %d drawn kernels have the loops of nvcc's front end", same, len(kernels))
	if float64(same) < drawnAsCicc*drawnKernels {
		t.Errorf("want %g of them the same", drawnAsCicc)
	}
}

// renewDrawn writes what nvcc makes of the drawn kernels.
func renewDrawn(t *testing.T, source string) {
	nvcc, err := exec.LookPath("nvcc")
	if err != nil {
		t.Fatal("the table needs nvcc, which gpusim toolchain install nvcc installs")
	}
	file := filepath.Join(t.TempDir(), "drawn.ptx")
	if out, err := exec.Command(nvcc, "-ptx", "-arch=sm_90", "-w", "-o", file, source).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	u := loadFile(t, file)
	var rows strings.Builder
	for _, name := range u.Kernels() {
		row, err := loopFacts(u, name)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintln(&rows, row)
	}
	golden.Check(t, "testdata/drawn.txt", rows.String())
}

func loadFile(t *testing.T, file string) source.Unit {
	u, err := source.LoadFile(file, source.Module)
	if err != nil {
		t.Fatal(err)
	}
	return u
}
