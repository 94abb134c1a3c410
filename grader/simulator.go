package grader

// This file is the door to the simulator: what grading asks of it, and nothing
// more. Tests put machines of their own behind it.

import (
	"errors"
	"fmt"
	"strings"
	"time"
)

// simulator compiles kernels.
type simulator interface {
	// Load compiles one kernel of the package in folder for a device. The error
	// is Problems when the learner can mend it.
	Load(device, folder, kernel string) (program, error)
}

// program is a compiled kernel.
type program interface {
	// Launch runs the kernel. Slices in Args are copied to the device before and
	// back after. The error is Problems when the learner can mend it.
	Launch(*Launch) (*Counters, error)
}

// Launch is one run of a kernel.
type Launch struct {
	Grid, Block  Dim
	Shared       int           // bytes of dynamic shared memory a block
	Args         []any         // scalars and slices
	Symbols      []Symbol      // to be set before; the kernel need not use them
	Instructions uint64        // warp instructions it may execute
	Deadline     time.Duration // that it may take, whatever it executes
	Clocked      bool          // count cycles too
	Watch        *Watch        // element whose writer is asked for, or nil
}

// Watch names an element of a slice argument.
type Watch struct{ Arg, Index int }

// Counters is what a launch is measured by.
type Counters struct {
	Metric func(name string) (float64, bool) // of the whole launch
	Lines  []Line
	Writer *Writer // of the watched element; nil when nobody wrote it
}

// Line holds the metrics of one source line.
type Line struct {
	Place  Place
	Metric func(name string) (float64, bool)
}

// Writer is the last thread that stored to an element.
type Writer struct {
	Block, Thread Dim
	Place         Place
}

// String returns "thread (0, 0, 0) of block (1, 0, 0)".
func (w *Writer) String() string { return fmt.Sprintf("thread %v of block %v", w.Thread, w.Block) }

// Problem is one diagnostic of the simulator.
type Problem struct {
	Place   Place
	Code    string
	Message string
	Hint    string
}

// Problems are all that the simulator has to say against a kernel or a launch.
type Problems []Problem

// Error joins the messages.
func (p Problems) Error() string {
	var lines []string
	for _, problem := range p {
		lines = append(lines, fmt.Sprintf("%v: %s [%s]", problem.Place, problem.Message, problem.Code))
	}
	return strings.Join(lines, "\n")
}

// codeHints replace hints of the simulator that a submission cannot follow: the
// grader chooses the launch and makes arrays longer than their data.
var codeHints = map[string]string{
	"InstructionBudget": "a loop does not end: does its variable change every time round, and towards the limit?",
	"IndexOutOfRange":   "work the index out for the thread above: is it the element meant? has this thread anything to do at all?",
}

// refused turns an error of the simulator into feedback: the first problem in
// full, the others in a line each. Errors that are not the learner's are shown
// as they are.
func refused(err error) Feedback {
	var problems Problems
	if !errors.As(err, &problems) || len(problems) == 0 {
		return Feedback{Title: "the simulator stopped", Notes: []Note{{"because", err.Error()}}}
	}
	first := problems[0]
	f := Feedback{Title: first.Message, Place: first.Place, Hint: first.Hint}
	if hint, ok := codeHints[first.Code]; ok {
		f.Hint = hint
	}
	f.Notes = append(f.Notes, Note{"code", first.Code})
	for _, p := range problems[1:] {
		f.Notes = append(f.Notes, Note{"also", fmt.Sprintf("%v: %s", p.Place, p.Message)})
	}
	return f
}
