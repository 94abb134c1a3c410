package main

// This file compares the passes of ptxas with ptxas: from the PTX of nvcc's front end to registers and code.

import (
	"testing"

	"golang.org/x/tools/txtar"

	"gpucourse/gpusim/internal/source"
	_ "gpucourse/internal/collect"
)

// TestBack compares one of eight stored kernels; all of them, and those with the largest differences:
//
//	go test ./gpusim/validation/codegen -run Back -every -v
func TestBack(t *testing.T) {
	open := func(archive *txtar.Archive, file string) (source.Unit, error) {
		if text := member(archive, ptxOf(file)); text != nil {
			return source.LoadText(ptxOf(file), text)
		}
		return nil, nil
	}
	check(t, compareAll(t, 8, open, func(inPTX string) string { return inPTX }), map[string]float64{
		sameRegisters: 0.31, nearRegisters: 0.64, sameStack: 0.975, sameLoops: 0.865, sameUnroll: 0.85, sameAccesses: 0.865,
		nearLength: 0.56, nearExecuted: 0.545,
	})
}
