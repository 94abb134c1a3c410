// Package check finds mistakes that a kernel's results may hide, such as races. Its checkers
// observe a launch and report findings in the learner's words.
//
// A checker is a row of Tools. It sees every access of the launch, the values of
// stores, barriers and fences. The launch must run its blocks one after another, in
// any order. A checker changes nothing. A finding names two places in the source
// and the first two threads that raced there. Findings are sorted by place, and the
// same launch gives the same findings.
//
// racecheck orders threads by the barriers of their block only. Two accesses of one
// element race when one of them writes, no barrier lies between, and different
// warps of a block or different blocks made them. Lanes of one warp race when one
// instruction stores different values to an element. The shadow memory keeps a cell
// of 64 bytes per element: the last write with its value, and two reads that
// represent all others. The element size is that of the kernel's smallest access.
// This finds every element with a race, and the first pair of lines that race.
// Further pairs on the same element may appear after the first one is corrected.
// TestRandom compares the checker with one that keeps all accesses.
//
// Volatile accesses and atomics are strong, as in PTX's memory model: two of them
// never race. A race is only a warning when both accesses write the same value. It
// is also a warning when a fence followed the first access and the block of the
// second has made a strong access before: a flag may then order the two. An element
// is as much as one access moves, so fields of a struct and elements of a vector
// count separately.
//
// A checked launch takes 4 to 5 times as long as one without caches and time
// (BenchmarkRacecheck). It takes 25 times as long when it does nothing but access
// 250,000 elements far from each other once.
//
// Not modelled: races between lanes of one warp in different instructions, which
// devices of cc 7.0 and later may run in any order; textures; accesses by the host
// during the launch; named barriers.
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
	Bytes       int64                 // limit of a checker's memory
}

// Checker watches one launch.
type Checker interface {
	trace.BarrierObserver
	trace.FenceObserver
	trace.StoreObserver
	// Findings returns the findings, sorted by place. complete is false when memory
	// did not suffice to check every access.
	Findings() (list []report.Finding, complete bool)
}

// Tool is a kind of checker.
type Tool struct {
	Name  string
	Finds string // what it finds, for the help text
	New   func(*Launch) Checker
}

// Tools lists the tools, with the names that compute-sanitizer gives them.
var Tools = []Tool{
	{"racecheck", "elements of shared or global memory that threads use in no order, one of them writing", newRaceChecker},
}

// Lookup returns the tool with a name, or nil.
func Lookup(name string) *Tool {
	i := slices.IndexFunc(Tools, func(t Tool) bool { return t.Name == name })
	if i < 0 {
		return nil
	}
	return &Tools[i]
}

// Names returns the names of the tools, separated by commas.
func Names() string {
	var names []string
	for _, t := range Tools {
		names = append(names, t.Name)
	}
	return strings.Join(names, ", ")
}
