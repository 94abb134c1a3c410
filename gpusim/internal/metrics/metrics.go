// Package metrics computes the Report of a launch from what its instructions
// counted.
//
// The input is a Launch: counts by instruction. Every metric is a row of the
// table, with one formula over a Tally, the sum of the counts of some
// instructions. Over all instructions the formula gives the value of the launch;
// over the instructions of one source line it gives the value of that line. So
// every number of a launch can be traced to source lines.
package metrics

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/launch"
	"gpucourse/gpusim/occupancy"
	"gpucourse/gpusim/report"
	"gpucourse/gpusim/trace"
)

// Counts is what one instruction did in a launch, summed over all warps.
type Counts struct {
	Warps, Threads uint64 // executions by warps, and by their active lanes
	HeldBack       uint64 // of Threads, lanes that a predicate disabled
	Diverged       uint64 // branches whose lanes disagreed
	trace.AccessCounts
	Caches trace.CacheCounts // zero when the caches were not simulated
	Time   trace.InstrCycles // zero when the launch was not timed
}

// Launch is a launch that has ended.
type Launch struct {
	launch.Shape
	Kernel     *ir.Kernel
	Instrs     []*ir.Instr        // by PC
	Counts     []Counts           // by PC
	Busiest    uint64             // accesses to global memory of the warp that makes the most
	Caches     *trace.CacheResult // nil when the caches were not simulated
	Timing     *trace.Timing      // nil when the launch was not timed
	WhatIf     []report.WhatIf    // may be nil
	Notes      diag.List          // for the reader of the report
	NoTime     bool               // the report says nothing of time, not even a bound
	Outputs    []report.Output
	Samples    []report.Sample
	Paths      []report.Path
	SourceLine func(diag.Pos) string // the text of a line; may be nil
}

// Report computes the report of a launch.
func Report(l *Launch) *report.Report {
	l.distribute()
	r := &report.Report{
		Spec: l.Spec, Kernel: l.Kernel.Name, Grid: l.Grid, Block: l.Block,
		Resources: resources(&l.Shape, l.Kernel), Outputs: l.Outputs, Samples: l.Samples, Paths: l.Paths,
		WhatIf: l.WhatIf, Spans: l.spans(), Diagnostics: l.Notes,
	}
	r.Occupancy = l.Occupancy()
	classes := l.classes()
	total := l.tally(classes)
	rows := rowsOf(l.Spec)
	r.Metrics = launchValues(rows, &summed{l, r.Occupancy, total})
	if !l.NoTime {
		r.Time = l.time(l.work(r.Occupancy, total))
	}
	r.Lines = l.lines(rows, classes)
	return r
}

// distribute gives each instruction's counts its share of the caches and the time.
func (l *Launch) distribute() {
	if l.Caches != nil {
		for pc := range l.Counts {
			l.Counts[pc].Caches = l.Caches.ByPC[pc]
		}
	}
	if l.Timing != nil {
		for pc := range l.Counts {
			l.Counts[pc].Time = l.Timing.ByPC[pc]
		}
	}
}

// CountValues returns the metrics of a launch with other counts of instructions, by PC, as far as they need neither
// caches nor time.
func CountValues(l *Launch, counts []Counts) report.Values {
	other := *l
	other.Counts, other.Caches, other.Timing = counts, nil, nil
	o := other.Occupancy()
	return launchValues(rowsOf(l.Spec), &summed{&other, o, other.tally(other.classes())})
}

// Weighted returns a sum of counts with a weight each, rounded to whole numbers.
func Weighted(weights []float64, of func(i int) *Counts) (sum Counts) {
	var sums [numNumbers]float64
	for i, w := range weights {
		c := of(i)
		if c.Warps == 0 {
			continue
		}
		if c.Accesses > 0 {
			sum.Kind, sum.Space = c.Kind, c.Space
		}
		for j, n := range c.Numbers() {
			sums[j] += w * float64(*n)
		}
	}
	for j, n := range sum.Numbers() {
		*n = uint64(math.Round(max(0, sums[j])))
	}
	sum.Conflicts = sum.Wavefronts - min(sum.Wavefronts, sum.Ideal)
	return sum
}

const numNumbers = 12

// Numbers are the counts that blocks have each on their own, without those that follow from others.
func (c *Counts) Numbers() [numNumbers]*uint64 {
	return [...]*uint64{
		&c.Warps, &c.Threads, &c.HeldBack, &c.Diverged,
		&c.Accesses, &c.Bytes, &c.Requests, &c.Transactions, &c.Sectors, &c.Wavefronts, &c.Ideal, &c.Filled,
	}
}

// instructions is the metric of a launch that counts nothing else.
const instructions = "smsp__inst_executed.sum"

// Uncounted returns the report of a launch that counts nothing apart from its instructions: warps
// is how many executed each.
func Uncounted(s launch.Shape, k *ir.Kernel, warps []uint64) *report.Report {
	sum := 0.0
	for _, n := range warps {
		sum += float64(n)
	}
	return &report.Report{
		Spec: s.Spec, Kernel: k.Name, Grid: s.Grid, Block: s.Block, Resources: resources(&s, k), Occupancy: s.Occupancy(),
		Metrics: report.Values{{Metric: Table.Lookup(instructions), Value: sum}},
	}
}

func resources(l *launch.Shape, k *ir.Kernel) report.Resources {
	local, _ := k.Stack()
	r := report.Resources{
		Registers: l.Registers, SharedStatic: l.Static, SharedDynamic: l.Dynamic,
		Local: local, SpillStores: k.Usage.SpillStores, SpillLoads: k.Usage.SpillLoads, Parameters: k.ParamBytes,
	}
	if k.Origin != nil && k.Origin.Assembled != nil {
		a := k.Origin.Assembled
		r.Local, r.SpillStores, r.SpillLoads = a.Stack, a.SpillStores, a.SpillLoads
	}
	for i := range k.Vars {
		if v := &k.Vars[i]; v.Kind == ir.ConstVar {
			r.Constant += v.Bytes
		}
	}
	return r
}

// time is the time of a launch that did some work.
func (l *Launch) time(w work) report.Time {
	t := lowerBound(l.Spec, w)
	if l.Timing != nil {
		t.Timing = l.Timing
		t.Cycles = float64(l.Timing.Cycles)
		t.Microseconds = t.Cycles / float64(l.Spec.ClockMHz)
	}
	return t
}

// work is what the throughput bound is computed from. Without simulated caches
// a device without an L2 moves every sector to memory; on a device with an L2 only
// stored sectors are known to cross to it.
func (l *Launch) work(o occupancy.Occupancy, t *Tally) work {
	sector := uint64(l.Spec.Global.SectorBytes)
	loaded, stored := t.of(GlobalLoad, LocalLoad).Sectors*sector, t.of(GlobalStore, LocalStore, GlobalAtomic, GlobalReduction).Sectors*sector
	w := work{
		Blocks: l.Blocks(), ResidentWarps: max(o.Warps, 1), WarpInstructions: t.total.Warps,
		SharedWavefronts: t.of(SharedLoad, SharedStore, SharedAtomic, MatrixLoad, MatrixStore, GroupProduct, ClusterLoad, ClusterStore, ClusterAtomic).Wavefronts,
		ConstRequests:    t.of(ConstLoad).Requests,
		L1Bytes:          loaded + stored, L2Bytes: loaded + stored, DRAMBytes: loaded + stored,
	}
	switch c := t.caches(); {
	case l.Caches != nil:
		w.L2Bytes = (c.L2Reads + c.L2Writes + c.L2Atomics) * sector
		w.DRAMBytes = (c.DRAMReads + c.DRAMWrites) * sector
	case hasL2(l.Spec):
		w.L2Bytes, w.DRAMBytes = stored, 0
	}
	return w
}

// lines groups the executed instructions by source line.
func (l *Launch) lines(rows []*row, classes []Class) []report.Line {
	byPos := map[diag.Pos]*Tally{}
	for pc, in := range l.Instrs {
		pos := l.pos(in)
		if l.Counts[pc].Warps == 0 || pos.Line == 0 {
			continue
		}
		if byPos[pos] == nil {
			byPos[pos] = &Tally{spec: l.Spec, cached: l.Caches != nil}
		}
		byPos[pos].add(in, classes[pc], &l.Counts[pc])
	}
	var out []report.Line
	for pos, t := range byPos {
		out = append(out, report.Line{Pos: pos, Source: l.source(pos), Metrics: lineValues(rows, t), Cost: t.total.Time})
	}
	slices.SortFunc(out, func(a, b report.Line) int {
		return cmp.Or(cmp.Compare(a.Pos.File, b.Pos.File), cmp.Compare(a.Pos.Line, b.Pos.Line))
	})
	return out
}

// spans adds the source lines to what warps did in each cycle.
func (l *Launch) spans() []report.Span {
	if l.Timing == nil {
		return nil
	}
	out := make([]report.Span, len(l.Timing.Spans))
	for i, s := range l.Timing.Spans {
		pos := l.pos(l.Instrs[s.PC])
		out[i] = report.Span{Span: s, Pos: pos, Source: l.source(pos)}
	}
	return out
}

// pos is the file and line of an instruction.
func (l *Launch) pos(in *ir.Instr) diag.Pos {
	pos := l.Kernel.Frame(in.Pos).Pos
	return diag.Pos{File: pos.File, Line: pos.Line}
}

// source is the text of a line, without leading and trailing white space.
func (l *Launch) source(pos diag.Pos) string {
	if l.SourceLine == nil {
		return ""
	}
	return strings.TrimSpace(l.SourceLine(pos))
}

// WhatIf compares the cycles of a launch on a device where something costs no
// time with those of the launch itself.
func WhatIf(name, without string, cycles, launch uint64) report.WhatIf {
	return report.WhatIf{Name: name, Without: without, Cycles: cycles, Ratio: report.Round(float64(cycles) / float64(max(1, launch)))}
}
