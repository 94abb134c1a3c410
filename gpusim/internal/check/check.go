// Package check finds mistakes that a kernel's results may hide: observers of a
// launch that say afterwards what they saw, in the learner's words.
//
// A checker is a row of the table of tools. It sees every access of the launch,
// the values of stores, barriers and fences, and must see the blocks one after
// another: in the order of the grid or in any other. It changes nothing. What it
// finds is a list of Findings, each two places of the source and the first two
// threads that met there, sorted by place; the same launch gives the same list.
//
// racecheck knows one order among threads: a barrier of the block. Two accesses
// of one element are a race when one writes, no barrier lies between, and
// different warps of the block made them, or different blocks; and when lanes of
// one warp store different values in one instruction. It keeps a cell of 64 bytes
// for each element, of the smallest size that the kernel accesses: the last
// write with its value, and two reads that stand for all. That is enough to find
// every element with a race, and its first pair of lines; further pairs on the
// same element may need another check once the first is mended. TestRandom holds
// it against all pairs.
//
// Volatile accesses and atomics are strong, as in the memory model of PTX: two of
// them never race. Where the first of two accesses was followed by a fence and the
// second's block has made a strong access before, a flag may keep them apart: that
// is a warning, as is a race of writes of one value. An element is as much as one
// access moves: fields of a struct and elements of a vector count one by one.
//
// A checked launch takes 4 to 5 times as long as one without caches and time, on
// the products and transpositions of BenchmarkRacecheck; 25 times where all it does
// is touch a quarter of a million elements far from each other, once.
//
// Not modelled: races between lanes of one warp in different instructions, which
// devices from cc 7.0 on may run in any order; textures; what the host does
// meanwhile; named barriers.
package check

import (
	"slices"
	"strings"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/simt"
	"gpucourse/gpusim/report"
	"gpucourse/gpusim/trace"
)

// Launch is the launch that is checked.
type Launch struct {
	Spec        *arch.Spec
	Program     *simt.Program
	Grid, Block arch.Dim3
	Windows     []simt.Window         // by VarID−1, as the launch has them
	Line        func(diag.Pos) string // the text of a source line
	Bytes       int64                 // the most memory a checker may take
}

// Checker watches one launch.
type Checker interface {
	trace.BarrierObserver
	trace.FenceObserver
	trace.StoreObserver
	// Findings returns what was found, sorted by place. Whole is false when memory
	// did not suffice to watch everything.
	Findings() (list []report.Finding, whole bool)
}

// Tool is a kind of checker.
type Tool struct {
	Name  string
	Finds string // for people
	New   func(*Launch) Checker
}

// Tools are the tools there are, by the names that compute-sanitizer gives them.
var Tools = []Tool{
	{"racecheck", "elements of shared or global memory that threads use in no order, one of them writing", newRacer},
}

// Lookup returns the tool of a name, or nil.
func Lookup(name string) *Tool {
	i := slices.IndexFunc(Tools, func(t Tool) bool { return t.Name == name })
	if i < 0 {
		return nil
	}
	return &Tools[i]
}

// Names lists the names of the tools.
func Names() string {
	var names []string
	for _, t := range Tools {
		names = append(names, t.Name)
	}
	return strings.Join(names, ", ")
}
