// Package report turns what a launch counted into what a learner reads: named
// metrics with units, the same metrics by source line, resources, occupancy,
// time, and a digest of what was written.
//
// The input is a Run: counts by instruction. Every metric is a row of the
// table in metrics.go, with one formula over a Tally, the sum of the counts of
// some instructions. The formula over all instructions gives the launch's
// value; over the instructions of one source line, that line's value. So a
// number of the whole can always be walked back to lines.
//
// A metric that cannot be computed is absent, never 0 or NaN: a ratio without
// a denominator has no value. Order is the table's order everywhere, and a Run
// always gives the same Report, byte for byte, as text and as JSON.
package report

import (
	"cmp"
	"slices"
	"strings"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/occupancy"
	"gpucourse/gpusim/internal/roofline"
	"gpucourse/gpusim/trace"
)

// Counts is what one instruction did in a launch, summed over all warps.
type Counts struct {
	Warps, Threads uint64 // executions by warps, and by their active lanes
	HeldBack       uint64 // of Threads, lanes that a predicate held back
	Diverged       uint64 // branches whose lanes disagreed
	trace.AccessCounts
	Caches trace.CacheCounts // zero when the launch was not played on caches
	Time   trace.InstrCycles // zero when it was not played cycle by cycle
}

// Run is a launch that has ended.
type Run struct {
	Spec       *arch.Spec
	Kernel     *ir.Kernel
	Instrs     []*ir.Instr // by PC
	Counts     []Counts    // by PC
	Grid       arch.Dim3
	Block      arch.Dim3
	Dynamic    int                // bytes of dynamic shared memory
	Caches     *trace.CacheResult // nil: nothing is known of caches
	Clock      *trace.Timing      // nil: nothing is known of cycles
	WhatIf     []WhatIf           // what the cycles would be on other devices; may be nil
	Notes      diag.List          // what the reader of the report should know
	NoTime     bool               // the report is to say nothing of time
	Outputs    []Output
	Samples    []Sample
	Paths      []Path
	SourceLine func(diag.Pos) string // the text of a line; may be nil
}

// Sample is the first access of an instruction by the first warp of the first
// block that executes it, for pictures.
type Sample struct {
	Pos          diag.Pos
	Source       string // the text of the line
	Var          string // the learner's name of what is accessed
	Access       trace.Access
	Transactions []trace.Transaction
}

// Path is what one warp of the first block executed, for pictures.
type Path struct {
	Warp  int        // in the block
	Lanes trace.Mask // that the block has threads for
	Steps []Step
	Cut   bool // the warp went on
}

// Step is a warp's passage through a piece of code without branches.
type Step struct {
	Pos    diag.Pos // the line that most of the instructions come from
	Source string   // the text of that line
	Code   int      // which piece of code: equal in all its steps
	Instrs int
	Active trace.Mask
}

// Output is an array that the launch wrote.
type Output struct {
	Name   string
	SHA256 string // of its bytes, little-endian, in hexadecimal
}

// Resources is what the compiler gave a kernel.
type Resources struct {
	Registers     int `json:"registers"` // a thread
	SharedStatic  int `json:"shared_static"`
	SharedDynamic int `json:"shared_dynamic"`
	Local         int `json:"local"`        // bytes a thread: the stack frame
	SpillStores   int `json:"spill_stores"` // bytes a thread, each instruction once
	SpillLoads    int `json:"spill_loads"`
	Constant      int `json:"constant"`   // bytes of constant memory
	Parameters    int `json:"parameters"` // bytes
}

// Line is the metrics of one source line.
type Line struct {
	Pos     diag.Pos
	Source  string // its text, without the white space around it
	Metrics Values
	Cost    trace.InstrCycles // the cycles of its instructions; zero when they are not known
}

// Report is everything known about one launch.
type Report struct {
	Spec        *arch.Spec
	Kernel      string
	Grid, Block arch.Dim3
	Resources   Resources
	Occupancy   occupancy.Occupancy
	Metrics     Values
	Time        Time     // zero when it is not known or was not asked for
	WhatIf      []WhatIf // empty when it was not asked for
	Spans       []Span   // what warps did when; empty when none was followed
	Lines       []Line   // in order of file and line
	Outputs     []Output
	Samples     []Sample
	Paths       []Path // of the first warps
	Diagnostics diag.List
}

// New computes the report of a launch.
func New(run *Run) *Report {
	if run.Caches != nil {
		for pc := range run.Counts {
			run.Counts[pc].Caches = run.Caches.ByPC[pc]
		}
	}
	if run.Clock != nil {
		for pc := range run.Counts {
			run.Counts[pc].Time = run.Clock.ByPC[pc]
		}
	}
	r := &Report{
		Spec: run.Spec, Kernel: run.Kernel.Name, Grid: run.Grid, Block: run.Block,
		Resources: resources(run), Outputs: run.Outputs, Samples: run.Samples, Paths: run.Paths,
		Diagnostics: run.Notes,
	}
	r.Occupancy = occupancy.Occupy(run.Spec, demand(run))
	total := tally(run)
	rows := rowsOf(run.Spec)
	r.Metrics = launchValues(rows, run, r.Occupancy, total)
	if !run.NoTime {
		r.Time = newTime(run, roofline.LowerBound(run.Spec, work(run, r.Occupancy, total)))
	}
	r.WhatIf, r.Spans = run.WhatIf, spans(run)
	r.Lines = lines(rows, run)
	return r
}

// demand is what a block of the launch asks of an SM.
func demand(run *Run) occupancy.Demand {
	return occupancy.Demand{Threads: run.Block.Count(), Registers: run.Kernel.Usage.Registers, Shared: run.Kernel.SharedBytes + run.Dynamic}
}

func resources(run *Run) Resources {
	local, _ := run.Kernel.Stack()
	r := Resources{
		Registers: run.Kernel.Usage.Registers, SharedStatic: run.Kernel.SharedBytes, SharedDynamic: run.Dynamic,
		Local: local, SpillStores: run.Kernel.Usage.SpillStores, SpillLoads: run.Kernel.Usage.SpillLoads, Parameters: run.Kernel.ParamBytes,
	}
	for i := range run.Kernel.Vars {
		if v := &run.Kernel.Vars[i]; v.Kind == ir.ConstVar {
			r.Constant += v.Bytes
		}
	}
	return r
}

// work is what the time is bounded by. A device without an L2 moves every
// sector; what one with an L2 moves is known when the launch was played on its
// caches. When it was not, all that is stored crosses to L2.
func work(run *Run, o occupancy.Occupancy, t *Tally) roofline.Work {
	sector := uint64(run.Spec.Global.SectorBytes)
	loaded, stored := t.of(GlobalLoad, LocalLoad).Sectors*sector, t.of(GlobalStore, LocalStore, GlobalAtomic).Sectors*sector
	w := roofline.Work{
		Blocks: run.Grid.Count(), ResidentWarps: max(o.Warps, 1), WarpInstructions: t.total().Warps,
		SharedWavefronts: t.of(SharedLoad, SharedStore, SharedAtomic).Wavefronts,
		ConstRequests:    t.of(ConstLoad).Requests,
		L1Bytes:          loaded + stored, L2Bytes: loaded + stored, DRAMBytes: loaded + stored,
	}
	switch c := t.caches(); {
	case run.Caches != nil:
		w.L2Bytes = (c.L2Reads + c.L2Writes + c.L2Atomics) * sector
		w.DRAMBytes = (c.DRAMReads + c.DRAMWrites) * sector
	case hasL2(run.Spec):
		w.L2Bytes, w.DRAMBytes = stored, 0
	}
	return w
}

// lines groups the executed instructions by source line.
func lines(rows []*Metric, run *Run) []Line {
	byPos := map[diag.Pos]*Tally{}
	for pc, in := range run.Instrs {
		if run.Counts[pc].Warps == 0 {
			continue
		}
		pos := linePos(run.Kernel, in)
		if pos.Line == 0 {
			continue
		}
		if byPos[pos] == nil {
			byPos[pos] = &Tally{spec: run.Spec, played: run.Caches != nil}
		}
		byPos[pos].add(in, &run.Counts[pc])
	}
	var out []Line
	for pos, t := range byPos {
		out = append(out, Line{Pos: pos, Source: sourceLine(run, pos), Metrics: lineValues(rows, t), Cost: t.total().Time})
	}
	slices.SortFunc(out, func(a, b Line) int {
		return cmp.Or(cmp.Compare(a.Pos.File, b.Pos.File), cmp.Compare(a.Pos.Line, b.Pos.Line))
	})
	return out
}

// linePos is where an instruction was written, without the column.
func linePos(k *ir.Kernel, in *ir.Instr) diag.Pos {
	pos := k.Frame(in.Pos).Pos
	return diag.Pos{File: pos.File, Line: pos.Line}
}

func sourceLine(run *Run, pos diag.Pos) string {
	if run.SourceLine == nil {
		return ""
	}
	return strings.TrimSpace(run.SourceLine(pos))
}

// Metric returns a value by its Nsight Compute or nvprof name, and whether the
// report has it.
func (r *Report) Metric(name string) (float64, bool) { return r.Metrics.Get(name) }
