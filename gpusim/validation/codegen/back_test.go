package main

// This file compares the passes of ptxas with ptxas: from the PTX of nvcc's front end to registers and code.

import (
	"reflect"
	"regexp"
	"testing"

	"golang.org/x/tools/txtar"

	"gpucourse/gpusim/internal/source"
	_ "gpucourse/internal/collect"
)

// TestBack compares one of eight stored kernels; all of them, and those with the largest differences:
//
//	go test ./gpusim/validation/codegen -run Back -every -v
func TestBack(t *testing.T) {
	check(t, compareAll(t, 8, openPTX, inPTX), map[string]float64{
		sameRegisters: 0.31, nearRegisters: 0.64, sameStack: 0.975, sameLoops: 0.865, sameUnroll: 0.85, sameAccesses: 0.865,
		nearLength: 0.56, nearExecuted: 0.585,
	})
}

func openPTX(archive *txtar.Archive, file string) (source.Unit, error) {
	if text := member(archive, ptxOf(file)); text != nil {
		return source.LoadText(ptxOf(file), text)
	}
	return nil, nil
}

func inPTX(name string) string { return name }

var (
	locations = regexp.MustCompile(`(?m)^\s*\.loc\s.*\n`)
	places    = regexp.MustCompile(`(?m)^(\{|\$?\w+:)$`) // the begin of a function, and labels
)

// TestLines: ptxas does not look at lines of the source, so PTX without them and PTX in which all instructions
// have the same one give the same code.
func TestLines(t *testing.T) {
	without := func(archive *txtar.Archive, file string) (source.Unit, error) {
		return openPTX(replaced(archive, file, func(text []byte) []byte { return locations.ReplaceAll(text, nil) }), file)
	}
	one := func(archive *txtar.Archive, file string) (source.Unit, error) {
		return openPTX(replaced(archive, file, func(text []byte) []byte {
			return places.ReplaceAll(locations.ReplaceAll(text, nil), []byte("$0\n.loc 1 1 1"))
		}), file)
	}
	const oneOf = 16
	want, got := compareAll(t, oneOf, without, inPTX), compareAll(t, oneOf, one, inPTX)
	if len(want) == 0 || len(want) != len(got) {
		t.Fatalf("%d and %d kernels are compiled", len(want), len(got))
	}
	for i := range want {
		if !reflect.DeepEqual(want[i], got[i]) {
			t.Errorf("%s of %s: without lines %+v, with one line %+v", want[i].fact.Kernel, want[i].fact.File, want[i], got[i])
		}
	}
}

// replaced returns an archive with the PTX of a file alone, changed.
func replaced(archive *txtar.Archive, file string, change func([]byte) []byte) *txtar.Archive {
	text := member(archive, ptxOf(file))
	if text == nil {
		return &txtar.Archive{}
	}
	return &txtar.Archive{Files: []txtar.File{{Name: ptxOf(file), Data: change(text)}}}
}
