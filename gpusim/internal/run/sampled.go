package run

// This file estimates the report of a launch from some of its blocks.

import (
	"encoding/binary"
	"fmt"

	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/metrics"
	"gpucourse/gpusim/internal/sampling"
	"gpucourse/gpusim/internal/simt"
	"gpucourse/gpusim/internal/tracefile"
	"gpucourse/gpusim/report"
	"gpucourse/gpusim/trace"
)

// Sampling says whether a launch executes all of its blocks.
type Sampling uint8

// The values.
const (
	SampleNever  Sampling = iota
	SampleLarge           // where all blocks would take more than some seconds
	SampleAlways          // where blocks do not need each other's results
)

// The work of a sampled launch, in warp instructions.
const (
	largeWork  = 1 << 25 // of all blocks, from which on a launch is large
	leastWork  = 1 << 22 // of the blocks that are executed even where none differ
	mostWork   = 1 << 26 // of the blocks that are executed
	leastCount = 1 << 11 // blocks that are executed even where none differ, if they are short
)

// The totals of a block by which blocks are drawn: warp instructions, thread instructions, sectors, wavefronts, and the
// loads and stores of global memory.
const (
	loadsOfBlock  = 4
	totalsOfBlock = 6
)

// sampleSeed draws the blocks. It is fixed, so that equal launches give equal reports.
const sampleSeed = 1

// sampler is a launch of which some blocks are executed.
type sampler struct {
	*running
	plan  *sampling.Plan
	seen  *observation
	one   *counters // of the blocks, one after another
	apart *apart
	undo  *undo
	did   map[int]int        // kind by block
	kinds [][]metrics.Counts // by PC
	known map[string]int     // kind by its counts
	work  float64            // warp instructions executed
}

// sampled runs some blocks of a launch and estimates its report. Memory is afterwards as it was before. The report is nil
// where all blocks must be executed; why says for which reason, if the reader of the report should know it.
func (r *running) sampled() (rep *report.Report, why string, err error) {
	if r.Sample == SampleNever {
		return nil, "", nil
	}
	if why = r.unsampled(); why != "" {
		if r.Sample == SampleLarge {
			why = "" // nobody knows whether it is large
		}
		return nil, why, nil
	}
	s := r.newSampler()
	defer s.undo.restore()
	for blocks := s.plan.First(); len(blocks) > 0; blocks = s.plan.Next(s.budget()) {
		err := s.execute(blocks)
		if r.Sample == SampleLarge && s.workOfAll() < largeWork {
			return nil, "", nil
		}
		if why := s.apart.why(); why != "" {
			return nil, why, nil
		}
		if err != nil {
			return nil, "", err
		}
	}
	rep, err = s.report()
	return rep, "", err
}

// unsampled says why a launch cannot be sampled whatever its blocks do; "" if it can.
func (r *running) unsampled() string {
	switch {
	case r.ClusterBlocks() > 1:
		return "its blocks form clusters"
	case r.NoCounters || len(r.Observers) > 0 || r.exec.InOrder || r.exec.Shuffle != 0 || r.exec.StaleL1 != nil:
		return "somebody watches all of its blocks, or asks for another order"
	case r.Warm:
		return "it begins with warm caches"
	case len(r.Program.WaitLoops()) > 0:
		return "its threads wait for each other"
	}
	for _, in := range r.Program.Instrs {
		switch {
		case in.Op == ir.Printf:
			return "it prints"
		case in.Op == ir.CopyReduce, in.Mod == ir.BulkStore && (in.Op == ir.CopyBulk || in.Op == ir.CopyBox):
			return "it stores bulk copies"
		}
	}
	return ""
}

func (r *running) newSampler() *sampler {
	s := &sampler{
		running: r, plan: sampling.New(r.Grid, sampleSeed), seen: newObservation(r.Launch),
		did: map[int]int{}, known: map[string]int{}, undo: newUndo(r.exec.Memory), apart: newApart(r.Program, &r.exec),
	}
	s.one = s.seen.counters()
	if r.caches != nil {
		s.seen.trace = tracefile.NewSampled(r.Program.Instrs, r.Warps(), r.TraceBytes, true)
		s.one.recorder = s.seen.trace.Recorder()
	}
	return s
}

// budget is how many blocks to execute, by the work of those that were.
func (s *sampler) budget() sampling.Budget {
	each := max(1, s.work/float64(len(s.did)))
	return sampling.Budget{Least: min(leastCount, int(leastWork/each)), Most: max(1, int(mostWork/each))}
}

// workOfAll estimates the warp instructions of all blocks.
func (s *sampler) workOfAll() float64 {
	return s.work / float64(max(1, len(s.did))) * float64(s.Blocks())
}

// execute executes blocks, one after another.
func (s *sampler) execute(blocks []int) error {
	e := s.exec
	e.Only, e.AfterBlock, e.NewObserver, e.Progress = blocks, s.after, s.observer, s.Progress.Phase("running some blocks")
	_, err := s.Program.Run(s.Context, e)
	if err != nil && s.Context.Err() != nil {
		err = s.cancelledAt(err)
	}
	return diag.Quoted(err, s.Line)
}

// observer observes the blocks.
func (s *sampler) observer() trace.Observer {
	o := trace.Observer{Steps: s.one.steps, Access: func(a *trace.Access) {
		s.undo.access(a)
		s.apart.access(a)
		s.one.access(a)
	}}
	if s.one.recorder != nil {
		o = trace.Join(o, s.one.recorder.Events())
		o.Merge, o.Discard = nil, nil
	}
	return o
}

// after keeps what a block did.
func (s *sampler) after(block int, result *simt.Result) {
	counts := counted(result, s.one.counter.Take())
	totals := make([]float64, totalsOfBlock)
	var key []byte
	for pc := range counts {
		c := &counts[pc]
		for i, n := range []uint64{c.Warps, c.Threads - c.HeldBack, c.Sectors, c.Wavefronts} {
			totals[i] += float64(n)
		}
		if c.Space == ir.Global && c.Kind != trace.Atomic {
			totals[loadsOfBlock+int(c.Kind)] += float64(c.Accesses)
		}
		for _, n := range c.Numbers() {
			key = binary.AppendUvarint(key, *n)
		}
	}
	kind, known := s.known[string(key)]
	if !known {
		kind = len(s.kinds)
		s.known[string(key)], s.kinds = kind, append(s.kinds, counts)
	}
	s.did[block] = kind
	s.work += totals[0]
	s.plan.Did(block, totals)
	s.apart.after(block)
}

// weighted returns the counts of all blocks, by PC, for some weights of those that were executed.
func (s *sampler) weighted(weights []sampling.Weights, of func(*sampling.Weights) float64) []metrics.Counts {
	byKind := make([]float64, len(s.kinds))
	for i := range weights {
		byKind[s.did[weights[i].Block]] += of(&weights[i])
	}
	sums := make([]metrics.Counts, len(s.Program.Instrs))
	for pc := range sums {
		sums[pc] = metrics.Weighted(byKind, func(kind int) *metrics.Counts { return &s.kinds[kind][pc] })
	}
	return sums
}

// report estimates the report.
func (s *sampler) report() (*report.Report, error) {
	s.seen.merge(s.one)
	weights := s.plan.Weights()
	a := s.summarize(s.weighted(weights, func(w *sampling.Weights) float64 { return w.Weight }), s.seen)
	within := s.within(a, weights)
	addresses := s.extrapolate()
	for pc := range a.Counts {
		s.seen.moved += a.Counts[pc].Sectors
	}
	if s.caches != nil {
		s.caches.did = executed(a.Counts)
	}
	done, err := s.replay(s.caches, s.seen)
	if err != nil {
		return nil, err
	}
	if a.Caches = done.caches; !s.NoTime {
		a.Timing = done.timing
	}
	a.Notes = append(s.notes(s.seen.trace), s.untimed(done.timing)...)
	if s.WhatIf && a.Timing != nil {
		if a.WhatIf, err = s.whatIf(s.seen, done.timing.Cycles); err != nil {
			return nil, err
		}
	}
	rep := metrics.Report(a)
	rep.Sampled = &report.Sampled{Executed: len(s.did), Blocks: s.Blocks(), Kinds: len(s.kinds), Unseen: s.plan.Unseen(), Within: within, Addresses: addresses}
	return rep, nil
}

// executed returns the warp instructions of counts.
func executed(counts []metrics.Counts) []float64 {
	list := make([]float64, len(counts))
	for pc := range counts {
		list[pc] = float64(counts[pc].Warps)
	}
	return list
}

// extrapolate gives a trace to the blocks that were not executed.
func (s *sampler) extrapolate() report.Extrapolated {
	if s.seen.trace == nil {
		return report.Extrapolated{}
	}
	x := s.seen.trace.Extrapolate(&s.Shape, s.plan.Executed())
	return report.Extrapolated{Exact: x.Exact, Nearby: x.Followed, Rotated: x.Rotated}
}

// within returns the half widths of the 95 % intervals of the metrics that are computed from counts of instructions, by
// name; those that are 0 are left out.
func (s *sampler) within(a *metrics.Launch, weights []sampling.Weights) map[string]float64 {
	if len(s.kinds) == 1 {
		return nil
	}
	values := map[string][sampling.Groups]float64{}
	for g := range sampling.Groups {
		counts := s.weighted(weights, func(w *sampling.Weights) float64 { return w.Replicates[g] })
		for _, v := range metrics.CountValues(a, counts) {
			list := values[v.Metric.Name]
			list[g] = v.Value
			values[v.Metric.Name] = list
		}
	}
	within := map[string]float64{}
	for _, v := range metrics.CountValues(a, a.Counts) {
		if w := sampling.Within(v.Value, values[v.Metric.Name]); w > 0 {
			within[v.Metric.Name] = report.Round(w)
		}
	}
	return within
}

// sampledNote says why a launch was executed as a whole though it was to be sampled.
func (r *running) sampledNote(why string) diag.List {
	if why == "" {
		return nil
	}
	return diag.List{r.diagnose(diag.NotSampled, "launch a smaller grid if this takes too long", fmt.Sprintf(
		"all blocks of %s were executed, not a sample: %s", r.Program.Kernel.Name, why))}
}
