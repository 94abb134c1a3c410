// Package check finds mistakes that a kernel's results may hide, such as races. Its checkers
// observe a launch and report findings in the learner's words.
//
// A checker is a row of Tools. It sees every access of the launch, the values of
// stores, barriers, fences and warp functions. The launch must run its blocks one after
// another, in any order, or in turns where they wait for each other. A checker changes nothing. Findings are sorted by place, and the
// same launch gives the same findings. Faults, which end a launch, belong to a tool, too.
//
// racecheck orders threads by the barriers of their block and their warp. Two accesses of
// one element race when one of them writes, no barrier lies between, and different
// lanes, warps or blocks made them. Lanes of one warp count where the device runs them
// independently; on others they race when one instruction stores different values to an
// element. The shadow memory keeps a cell per element: the last write with its value, two
// reads that represent all others, and two by lanes of the last warp that read it. The
// element size is that of the kernel's smallest access. This finds every element with a
// race, and the first pair of lines that race. Further pairs on the same element may
// appear after the first one is corrected. Races within a warp are found when no other
// warp accessed the element between. TestRandom compares the checker with one that keeps
// all accesses.
//
// To cost little beside the counters, racecheck keeps an access in one word. One cell
// describes a row of 16 elements as long as consecutive lanes access them together. Reads of
// arrays that the kernel never writes are not looked at.
//
// Volatile accesses and atomics are strong, as in PTX's memory model: two of them
// never race, except volatile accesses of shared memory by lanes of one warp, which
// programs for older devices contain. An access ordered behind the last atomic of its element is
// ordered behind all atomics there, unless volatile stores write the element, too. A race is only a warning when both accesses write
// the same value. It is also a warning when a fence of its thread followed the first access
// and a strong read has decided a branch in the block of the second: a flag may then order the
// two. A flag that orders them is known (flags.go): it is looked at so that the second access
// depends on it (guards.go). Where a rule allows threads to meet, Notes says which. An
// element is as much as one access moves, so fields of a struct and elements of a vector
// count separately.
//
// initcheck keeps a bit per byte of shared memory, and per byte of the global memory that
// neither the host nor a launch has written. Variables of Go begin with zero. Those of C do
// not: the compiler adds to a kernel for checkers what finds their reads (ir.Expect).
//
// Shared memory of kernels with copies without registers, barriers in shared memory or clusters has a checker of its own
// (async.go), which knows numbered barriers, too.
//
// Not modelled: textures; accesses by the host during the launch; numbered barriers of other kernels.
package check

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/launch"
	"gpucourse/gpusim/internal/simt"
	"gpucourse/gpusim/internal/wording"
	"gpucourse/gpusim/report"
	"gpucourse/gpusim/trace"
)

// Launch is the launch that is checked.
type Launch struct {
	launch.Shape
	Program   *simt.Program
	Windows   []simt.Window         // by VarID−1, as the launch has them
	Unwritten []Unwritten           // global memory that nobody has written yet
	Line      func(diag.Pos) string // the text of a source line
	Language  wording.Language      // of the kernel
	Bytes     int64                 // limit of a checker's memory
}

// Unwritten is global memory that nobody has written yet.
type Unwritten struct {
	simt.Window
	Result bool // the host expects the kernel to write it
}

// Checker observes one launch and says what it found.
type Checker struct {
	trace.Observer
	// Findings returns the findings, sorted by place. complete is false when memory
	// did not suffice to check every access.
	Findings func() (list []report.Finding, complete bool)
	// Notes returns which rules allow threads to meet at an element, by place; nil: none.
	Notes func() []report.Note
}

// Tool is a kind of checker.
type Tool struct {
	Name   string
	Finds  string                // what it finds, for the help text
	Faults []diag.Code           // that end a launch and are this tool's
	New    func(*Launch) Checker // nil: it finds nothing but its faults
	// Compiled: it needs a kernel that is compiled for checkers.
	Compiled bool
}

// Tools lists the tools, with the names that compute-sanitizer gives them.
var Tools = []Tool{
	{
		"memcheck", "accesses outside of arrays, of inner arrays and parts of slices, of freed memory or misaligned, and stacks that overflow",
		[]diag.Code{diag.IndexOutOfRange, diag.InnerIndex, diag.WildAddress, diag.Misaligned, diag.StackOverflow}, nil, true,
	},
	{"racecheck", "elements of shared or global memory that threads use in no order, one of them writing, and updates that get lost", nil, newRacecheck, false},
	{"initcheck", "reads of shared or global memory that nobody has written, and of variables of CUDA C that were never set", nil, func(l *Launch) Checker { return newInitChecker(l).checker() }, true},
	{
		"synccheck", "barriers and warp functions that some of their threads never reach, and barriers in shared memory that count wrongly",
		[]diag.Code{diag.BarrierDivergence, diag.MbarrierMisuse, diag.WarpMask, diag.ShuffleWidth}, func(l *Launch) Checker { return newSyncChecker(l).checker() }, false,
	},
}

// All is the name of all tools together.
const All = "all"

// Parse returns the tools with names that are separated by commas.
func Parse(names string) ([]Tool, error) {
	if names == All {
		return Tools, nil
	}
	var tools []Tool
	for name := range strings.SplitSeq(names, ",") {
		i := slices.IndexFunc(Tools, func(t Tool) bool { return t.Name == strings.TrimSpace(name) })
		if i < 0 {
			return nil, diag.Diagnostic{
				Code: diag.NoSetting, Message: fmt.Sprintf("no checker is called %q", name), Hint: "the checkers are " + Names(Tools) + ", and " + All,
			}
		}
		tools = append(tools, Tools[i])
	}
	return tools, nil
}

// Names returns the names of tools, separated by commas.
func Names(tools []Tool) string {
	names := make([]string, len(tools))
	for i, t := range tools {
		names[i] = t.Name
	}
	return strings.Join(names, ", ")
}

// Fault returns the finding that a launch ended with, and whether it is one of the tools'
// faults. ok is false if the error is no fault of a kernel.
func Fault(tools []Tool, err error) (f report.Finding, expected, ok bool) {
	var d diag.Diagnostic
	if !errors.As(err, &d) {
		return f, false, false
	}
	for _, t := range tools {
		if slices.Contains(t.Faults, d.Code) {
			return report.Finding{Diagnostic: d, Tool: t.Name, Title: faultTitles[t.Name], Count: 1}, true, true
		}
	}
	return report.Finding{Diagnostic: d, Title: "The launch failed", Count: 1}, false, true
}

// faultTitles is what compute-sanitizer calls the faults, by tool.
var faultTitles = map[string]string{"memcheck": "Invalid memory access", "synccheck": "Barrier error detected"}
