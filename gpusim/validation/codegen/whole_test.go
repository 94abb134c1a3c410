package main

// This file compares our whole compiler with nvcc: from CUDA C to registers and code.

import (
	"path/filepath"
	"testing"

	"golang.org/x/tools/txtar"

	"gpucourse/gpusim/internal/source"
)

// TestWhole compares one of eight kernels; all of them, and those with the largest differences:
//
//	go test ./gpusim/validation/codegen -run Whole -every -v
func TestWhole(t *testing.T) {
	open := func(archive *txtar.Archive, file string) (source.Unit, error) {
		if text := member(archive, file); text != nil {
			return source.LoadText(file, text)
		}
		return source.LoadFile(filepath.Join("..", file), source.Module)
	}
	check(t, compareAll(t, 8, open, source.KernelName), map[string]float64{
		sameRegisters: 0.25, nearRegisters: 0.56, sameStack: 0.98, sameLoops: 0.91, sameUnroll: 0.83, sameAccesses: 0.78,
		nearLength: 0.42, nearExecuted: 0.28,
	})
}
