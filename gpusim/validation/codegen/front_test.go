package main

// This file compares the passes of nvcc's front end with the real one, cicc: what PTX the own front end prints, and what
// PTX nvcc makes of the same kernels. front.txt keeps the facts of nvcc's PTX, so that comparing needs no tool.

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/internal/compile"
	"gpucourse/gpusim/internal/source"
	"gpucourse/internal/golden"
)

// frontSources are the files whose kernels are compared.
var frontSources = []string{"../h200/cases/*.cu", "../h[12]00/blind/*.cu", "../h[12]00/*.cu", "../h200/compiler/*.cu"}

// mostOf is how many kernels of a file are compared: some files have hundreds that are alike.
const mostOf = 40

// asCicc is how many of the kernels must have the loops that nvcc's front end makes.
const asCicc = 0.95

// TestFront compares the loops of kernels in the own PTX with those in nvcc's, which front.txt has. To
// renew the table with nvcc:
//
//	go test ./gpusim/validation/codegen -run Front -update
func TestFront(t *testing.T) {
	const file = "testdata/front.txt"
	if golden.Update() {
		renewFront(t, file)
	}
	text, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer text.Close()
	units := map[string]source.Unit{}
	n, same := 0, 0
	for s := bufio.NewScanner(text); s.Scan(); {
		row := strings.Split(s.Text(), "\t")
		path, name, want := row[0], row[1], row[2]
		if units[path] == nil {
			if units[path], err = source.LoadFile(path, source.Module); err != nil {
				t.Fatal(err)
			}
		}
		got, err := own(t, units[path], name)
		if err != nil {
			t.Errorf("%s, %s: %v", path, name, err)
			continue
		}
		if n++; got == want {
			same++
		} else {
			t.Logf("%s, %s:\n\tcicc %s\n\town  %s", path, name, want, got)
		}
	}
	t.Logf("%d of %d kernels have the loops of nvcc's front end", same, n)
	if n < 300 || float64(same) < asCicc*float64(n) {
		t.Errorf("want 300 kernels and %g of them the same", asCicc)
	}
}

// own returns the facts of the PTX that a kernel of CUDA C is printed as.
func own(t *testing.T, u source.Unit, name string) (string, error) {
	h100, err := arch.Find("H100")
	if err != nil {
		return "", err
	}
	text, err := compile.PTX(u, name, h100, 0)
	if err != nil {
		return "", err
	}
	return factsOf(t, text)
}

// factsOf returns the facts of the first kernel of a text of PTX.
func factsOf(t *testing.T, text string) (string, error) {
	file := filepath.Join(t.TempDir(), "kernel.ptx")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		return "", err
	}
	u, err := source.LoadFile(file, source.Module)
	if err != nil {
		return "", err
	}
	return loopFacts(u, u.Kernels()[0])
}

func loopFacts(u source.Unit, name string) (string, error) {
	k, err := u.Lower(name, false)
	if err != nil {
		return "", err
	}
	return textOf(k), nil
}

// renewFront writes the table of all kernels that nvcc and the own front end compile.
func renewFront(t *testing.T, table string) {
	nvcc, err := exec.LookPath("nvcc")
	if err != nil {
		t.Fatal("the table needs nvcc, which gpusim toolchain install nvcc installs")
	}
	var rows []string
	for _, pattern := range frontSources {
		files, _ := filepath.Glob(pattern)
		for _, path := range files {
			rows = append(rows, rowsOf(t, nvcc, path)...)
		}
	}
	slices.Sort(rows)
	if err := os.WriteFile(table, []byte(strings.Join(rows, "\n")+"\n"), 0o666); err != nil {
		t.Fatal(err)
	}
}

// rowsOf returns the rows of a source; none of one that nvcc or the own front end refuses.
func rowsOf(t *testing.T, nvcc, path string) (rows []string) {
	u, err := source.LoadFile(path, source.Module)
	if err != nil {
		return nil
	}
	file := filepath.Join(t.TempDir(), "kernels.ptx")
	if err := exec.Command(nvcc, "-ptx", "-arch=sm_90", "-lineinfo", "-w", "-std=c++17", "-o", file, path).Run(); err != nil {
		t.Logf("%s: nvcc refuses it", path)
		return nil
	}
	real, err := source.LoadFile(file, source.Module)
	if err != nil {
		t.Logf("%s: %v", path, err)
		return nil
	}
	for _, name := range real.Kernels() {
		want, err := loopFacts(real, name)
		if err != nil {
			continue
		}
		if _, err := own(t, u, name); err == nil && want != none && len(rows) < mostOf {
			rows = append(rows, fmt.Sprintf("%s\t%s\t%s", path, name, want))
		}
	}
	return rows
}
