package main

// This file compares the passes of ptxas with ptxas: from the PTX of nvcc's front end to registers and code.

import (
	"testing"

	"golang.org/x/tools/txtar"

	"gpucourse/gpusim/internal/source"
	_ "gpucourse/internal/collect"
)

// TestBack compares one of four stored kernels; all of them, and those with the largest differences:
//
//	go test ./gpusim/validation/codegen -run Back -every -v
func TestBack(t *testing.T) {
	open := func(archive *txtar.Archive, file string) (source.Unit, error) {
		if text := member(archive, ptxOf(file)); text != nil {
			return source.LoadText(ptxOf(file), text)
		}
		return nil, nil
	}
	check(t, compareAll(t, 4, open, func(inPTX string) string { return inPTX }), map[string]float64{
		sameRegisters: 0.34, nearRegisters: 0.66, sameStack: 0.96, sameLoops: 0.9, sameUnroll: 0.85, sameAccesses: 0.87,
		nearLength: 0.59, nearExecuted: 0.34,
	})
}
