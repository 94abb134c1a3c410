// Package report holds what gpusim tells about a launch: a Report with its
// metrics, time, source lines and samples, as Go values, as text and as JSON.
//
// A metric that cannot be computed is absent, never 0 or NaN: a ratio without a
// denominator has no value. Metrics always stand in the order of gpusim.Metrics,
// and equal launches give equal reports, byte for byte.
//
// Units: cycles of the SM clock, bytes, and the unit that each Metric names.
package report

import (
	"fmt"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/occupancy"
	"gpucourse/gpusim/trace"
)

// Report is everything known about one launch.
type Report struct {
	Spec        *arch.Spec
	Kernel      string
	Grid, Block arch.Dim3
	Resources   Resources
	Compiler    *Compiler // nil for the simulator's own front end, and for a file of PTX
	Occupancy   occupancy.Occupancy
	Metrics     Values
	Time        Time     // the zero value when the launch was not timed
	Sampled     *Sampled // nil when all blocks were executed
	WhatIf      []WhatIf // empty unless the launch asked for it
	Rules       []Rule   // what to change, the largest gain first; empty unless the launch asked for it
	Spans       []Span   // what warps did in each cycle; empty unless the launch followed some
	Lines       []Line   // in order of file and line
	Outputs     []Output
	Printed     []Printed // arrays that were asked for
	Samples     []Sample
	Paths       []Path    // of the first warps of the first block
	Check       *Check    // what tools found; nil when none watched
	Diagnostics diag.List // warnings and notes
}

// Metric returns the value of the metric with an Nsight Compute or nvprof name,
// and whether the report has one.
func (r *Report) Metric(name string) (float64, bool) {
	if r == nil {
		panic(Missing)
	}
	return r.Metrics.Get(name)
}

// Missing is what a nil Report says: Launch returned it beside an error.
const Missing = "no report: the launch failed, and its error says why; notebook.Must(dev.Launch(…)) shows it"

// Resources is what the compiler gave a kernel.
type Resources struct {
	Registers     int `json:"registers"`      // per thread
	SharedStatic  int `json:"shared_static"`  // bytes per block
	SharedDynamic int `json:"shared_dynamic"` // bytes per block
	Local         int `json:"local"`          // bytes per thread: the stack frame
	SpillStores   int `json:"spill_stores"`   // bytes per thread, each instruction counted once
	SpillLoads    int `json:"spill_loads"`
	Constant      int `json:"constant"`   // bytes of constant memory
	Parameters    int `json:"parameters"` // bytes
}

// Line is the metrics of one source line.
type Line struct {
	Pos     diag.Pos
	Source  string // the text of the line, without leading and trailing white space
	Metrics Values
	Cost    trace.InstrCycles // cycles of the line's instructions; zero when the launch was not timed
}

// Sample is the first access that an instruction makes, by the first warp of the
// first block that executes it.
type Sample struct {
	Pos          diag.Pos
	Source       string // the text of the line
	Var          string // the variable that is accessed, as the source names it
	Access       trace.Access
	Transactions []trace.Transaction
}

// Path is the way of one warp of the first block through the kernel.
type Path struct {
	Warp  int        // in the block
	Lanes trace.Mask // lanes that the block has threads for
	Steps []Step
	Cut   bool // the warp executed more than Steps shows
}

// Step is a warp's execution of a piece of code without branches.
type Step struct {
	Pos    diag.Pos // the line that most of the instructions come from
	Source string   // the text of that line
	Code   int      // number of the piece of code: steps with equal numbers execute the same instructions
	Instrs int      // instructions of the piece
	Active trace.Mask
}

// Span is a time in which a warp of one of the first blocks did one thing.
type Span struct {
	trace.Span
	Pos    diag.Pos
	Source string // the text of the line, without leading and trailing white space
}

// Output is an array that the launch wrote.
type Output struct {
	Name   string
	Bytes  int64
	SHA256 string // of the array's bytes, little-endian, in hexadecimal; "" of more than 1 GiB
}

// String states the digest, or the size of an array without one.
func (o Output) String() string {
	if o.SHA256 == "" {
		return fmt.Sprintf("wrote %s: %d bytes, which is too much for a digest", o.Name, o.Bytes)
	}
	return fmt.Sprintf("wrote %s: SHA-256 %s", o.Name, o.SHA256)
}
