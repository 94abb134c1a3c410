package main

// This file compares our whole compiler with nvcc: from CUDA C to registers and code.

import (
	"path/filepath"
	"testing"

	"golang.org/x/tools/txtar"

	"gpucourse/gpusim/internal/compile"
	"gpucourse/gpusim/internal/source"
)

// TestWhole compares one of sixteen kernels; all of them, and those with the largest differences:
//
//	go test ./gpusim/validation/codegen -run Whole -every -v
func TestWhole(t *testing.T) {
	open := func(archive *txtar.Archive, file string) (source.Unit, error) {
		if text := member(archive, file); text != nil {
			return source.LoadText(file, text)
		}
		return source.LoadFile(filepath.Join("..", file), source.Module)
	}
	check(t, compareAll(t, 16, open, source.KernelName), map[string]float64{
		sameRegisters: 0.25, nearRegisters: 0.57, sameStack: 0.985, sameLoops: 0.915, sameUnroll: 0.825, sameAccesses: 0.8,
		nearLength: 0.465, nearExecuted: 0.54,
	})
}

// asIndexed is the share of the kernels of indexing.cu whose loops must be unrolled as nvcc does.
const asIndexed = 0.9

// TestIndexing compares the unroll factors of loops that compute numbers from their counter.
func TestIndexing(t *testing.T) {
	const file = "indexing.cu"
	archive, facts, err := stored("testdata")
	if err != nil {
		t.Fatal(err)
	}
	unit, err := source.LoadText(file, member(archive, file))
	if err != nil {
		t.Fatal(err)
	}
	n, same := 0, 0
	for _, f := range facts {
		if f.File != file {
			continue
		}
		k, err := compile.Kernel(unit, source.KernelName(f.Kernel), compile.Options{Spec: device})
		if err != nil {
			t.Fatal(err)
		}
		n++
		if ours := measure(device, k); len(ours.Loops) == len(f.Loops) {
			same++
		} else {
			t.Logf("%s: got %s, nvcc has %s", f.Kernel, written(ours.Loops), written(f.Loops))
		}
	}
	if t.Logf("%d of %d loops are unrolled as by nvcc", same, n); n < 60 || float64(same) < asIndexed*float64(n) {
		t.Errorf("want %g of them", asIndexed)
	}
}
