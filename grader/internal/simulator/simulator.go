// Package simulator is the grader's interface to the simulators: it compiles a kernel,
// launches it and returns its results, its counters and its faults in the grader's own
// types. gpusim runs kernels of a GPU, gpusim/cpu functions of a CPU. Tests replace both.
package simulator

import (
	"errors"
	"fmt"
	"strings"

	"gpucourse/gpusim/cpu"
	"gpucourse/gpusim/report"
	"gpucourse/grader/rubric"
	"gpucourse/grader/verdict"
)

// Simulator compiles kernels.
type Simulator interface {
	// Load compiles a kernel of a file for a device. The error is Problems when the
	// submission causes it.
	Load(device, file, kernel string) (Program, error)
}

// Program is a compiled kernel.
type Program interface {
	// Launch runs the kernel. It copies slices in Args to the device before and back
	// after. The error is Problems when the submission causes it.
	Launch(*Launch) (*Counters, error)
}

// Compiled is a Program whose instructions can be compared with those of others.
type Compiled interface {
	// Fingerprint stands for the instructions, whatever the names in the source. It returns
	// how many there are, too.
	Fingerprint() (sum string, instructions int)
}

// Deciding is a Program that knows what its kernel decides without data.
type Deciding interface {
	Conditions() *report.Conditions
}

// Coarsening is a Program that can be made again with floats that hold fewer bits.
type Coarsening interface {
	// Coarse returns a program that is wrong beyond 2¹² elements where this one is wrong beyond 2²⁴, because an index goes through a
	// float32 at a position. It returns nil where none does.
	Coarse() (Program, verdict.Position)
}

// Launch is one run of a kernel.
type Launch struct {
	Grid, Block  rubric.Dim
	Shared       int             // bytes of dynamic shared memory per block
	Args         []any           // scalars and slices
	Unset        []int           // the slices that hold nothing before the launch: indices of Args
	Room         int             // elements of memory behind each slice
	Symbols      []rubric.Symbol // set before the launch, as far as the kernel uses them
	Instructions uint64          // limit on warp instructions
	Measure      Measure
	Watch        *Element // return its last writer in Counters; or nil
	// Kept, by the index in Args, says which elements a thread must leave alone; nil is none.
	Kept []func(index int) bool
	// Globals are variables as an earlier launch has left them; nil are initial values.
	Globals Globals
	Shuffle uint64 // seed of a random order of the blocks; 0 is the grid's order
	Sides   *Sides // receives what lanes decide in a launch that measures nothing; nil: nobody asks
	// Probe makes it a launch that checkers do not watch; nil: it is another one.
	Probe *Probe
}

// Globals are the bytes of a kernel's gpu.Global variables, by name.
type Globals map[string][]byte

// Measure says what a launch returns beside its results.
type Measure int

// The kinds of measurements; each includes those before it.
const (
	Results Measure = iota // no counters: Counters.Metric and Lines are not set
	Counts
	Cycles
)

// Element is an element of a slice argument.
type Element struct{ Arg, Index int }

// Counters are the measurements of a launch.
type Counters struct {
	Metric func(name string) (float64, bool) // of the whole launch
	Lines  []Line
	Writer *Writer // of the watched element; nil when no thread wrote it
	// Findings are the errors that checkers found, and not their warnings.
	Findings []Finding
	// Stored is an element of Kept that a thread has stored to; nil is none. It is looked for
	// where nothing is measured.
	Stored  *Element
	Globals Globals // after the launch
	// Ended: one of the findings is a fault that ended the launch, so Args hold no results.
	Ended bool
}

// Finding is an error that a checker found.
type Finding struct {
	Problem
	Checker string
	Other   verdict.Position // the line of the other access; zero when there is none
	Count   uint64           // how often in the launch
}

// Line holds the metrics of one source line.
type Line struct {
	At     verdict.Position
	Metric func(name string) (float64, bool)
}

// Writer is the last thread that stored to an element.
type Writer struct {
	Block, Thread rubric.Dim
	At            verdict.Position
}

// String returns "thread (0, 0, 0) of block (1, 0, 0)".
func (w *Writer) String() string { return fmt.Sprintf("thread %v of block %v", w.Thread, w.Block) }

// Problem is one diagnostic of the simulator.
type Problem struct {
	At      verdict.Position
	Code    string
	Message string
	Hint    string
}

// Problems are the diagnostics of a kernel or a launch.
type Problems []Problem

// Error joins the messages.
func (p Problems) Error() string {
	var lines []string
	for _, problem := range p {
		lines = append(lines, fmt.Sprintf("%v: %s [%s]", problem.At, problem.Message, problem.Code))
	}
	return strings.Join(lines, "\n")
}

// codeHints replace hints of the simulator that a learner cannot follow: the grader
// chooses the launch, and its arrays are longer than their data.
var codeHints = map[string]string{
	"InstructionBudget": "a loop does not end: does its variable change every time round, and towards the limit?",
	"IndexOutOfRange":   "compute the index for the thread above: is this the intended element? does this thread have an element at all?",
}

// hint returns the hint for a code, which is the simulator's if there is no better one.
func hint(code, simulators string) string {
	if better, ok := codeHints[code]; ok {
		return better
	}
	return simulators
}

// Feedback explains an error of the simulator: the first problem in full, the others
// with a line each. An error that the submission does not cause is shown as it is.
func Feedback(err error) *verdict.Feedback {
	var problems Problems
	if !errors.As(err, &problems) || len(problems) == 0 {
		return &verdict.Feedback{Title: "the simulator stopped", Notes: []verdict.Note{{Label: "because", Text: err.Error()}}}
	}
	first := problems[0]
	f := &verdict.Feedback{Title: first.Message, At: first.At, Hint: hint(first.Code, first.Hint)}
	f.Notes = append(f.Notes, verdict.Note{Label: "code", Text: first.Code})
	for _, p := range problems[1:] {
		f.Notes = append(f.Notes, verdict.Note{Label: "also", Text: fmt.Sprintf("%v: %s", p.At, p.Message)})
	}
	return f
}

// New returns the simulators of the course.
func New() Simulator { return byDevice{} }

// byDevice loads kernels into the simulator of their device.
type byDevice struct{}

// Load implements Simulator.
func (byDevice) Load(device, file, kernel string) (Program, error) {
	if m, err := cpu.Open(device); err == nil {
		return loadCPU(m, file, kernel)
	}
	return loadGPU(device, file, kernel)
}
