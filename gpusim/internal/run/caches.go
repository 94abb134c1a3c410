package run

// This file replays the trace of a launch on the device's caches.

import (
	"context"
	"fmt"

	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/cache"
	"gpucourse/gpusim/internal/timing"
	"gpucourse/gpusim/internal/tracefile"
	"gpucourse/gpusim/internal/untimed"
	"gpucourse/gpusim/trace"
)

// caches is the caches that a launch is replayed on, cold at first.
type caches struct {
	launch tracefile.Launch
	memory *cache.Hierarchy
	ideal  timing.Ideal // what takes no time
	used   bool         // a trace was replayed
	warm   bool         // the timing model has replayed the kernel
	did    []float64    // how often each instruction is executed in a launch that is sampled, by PC; else nil
}

// newCaches returns the caches of a launch, or nil when its report has none.
func (r *running) newCaches() *caches {
	if r.NoCaches {
		return nil
	}
	return newCaches(tracefile.Launch{
		Shape: r.Shape, Resident: r.Occupancy().Blocks, Shared: r.SharedConfig(),
		LocalBytes: r.Program.Kernel.LocalPerThread(r.exec.Stack),
	}, timing.Ideal{}, r.Residency)
}

func newCaches(l tracefile.Launch, ideal timing.Ideal, asked cache.Residency) *caches {
	h := &caches{launch: l, memory: cache.NewHierarchy(l.Spec), ideal: ideal}
	h.memory.Keep(asked)
	return h
}

// newTrace returns an empty trace for the launch; nil without caches.
func (r *running) newTrace() *tracefile.Trace {
	if r.caches == nil {
		return nil
	}
	l := &r.caches.launch
	t := tracefile.NewTrace(r.Program.Instrs, l.Blocks(), l.Warps(), r.TraceBytes, !r.NoTime)
	t.Watch(r.Program.Instrs, r.Program.WaitLoops())
	return t
}

// smallShare is the part of L2 that a launch may fill without replacing what a profiler left
// there.
const smallShare = 8

// flush leaves L2 as a profiler does before a launch that moves some sectors. A small launch
// replaces nothing, so that L2 may as well be empty.
func (h *caches) flush(sectors uint64) {
	if l2 := h.launch.Spec.Caches.L2; l2.Bytes > 0 && sectors > uint64(l2.Bytes/l2.LineBytes/smallShare) {
		h.memory.LeaveDirty(h.launch.Spec.Caches.ProfilerDirty)
	}
}

// replayed is what the caches and the clock counted; nil where the launch has none.
type replayed struct {
	caches *trace.CacheResult
	timing *trace.Timing
}

// replay replays the trace of a launch. The result is empty without caches, and when the trace is
// too long.
func (r *running) replay(h *caches, w *observation) (replayed, error) {
	if h == nil || w.trace.TooLong() {
		return replayed{}, nil
	}
	if !h.used {
		h.flush(w.sectors())
		h.used = true
	}
	ctx, cancel := context.WithTimeout(r.Context, r.Deadline)
	defer cancel()
	result, err := r.replayOn(ctx, h, w.trace)
	switch {
	case err != nil && r.Context.Err() != nil:
		return replayed{}, r.cancelled()
	case err != nil:
		return replayed{}, r.diagnose(diag.DeadlinePassed, "use a smaller problem, a later deadline, or Options.NoCaches",
			fmt.Sprintf("the time of %s was not simulated before the deadline, %v", r.Program.Kernel.Name, r.Progress))
	}
	return result, nil
}

// replayOn replays a trace with or without a clock.
func (r *running) replayOn(ctx context.Context, h *caches, t *tracefile.Trace) (replayed, error) {
	if r.NoTime && h.did == nil {
		r.Progress.Phase("replaying")
		c, err := untimed.Run(ctx, h.launch, t, h.memory)
		return replayed{caches: c}, err
	}
	tell := r.Progress.Phase("timing")
	c, err := timing.Run(ctx, timing.Launch{
		Launch: h.launch, Instrs: r.Program.Instrs, Registers: len(r.Program.Kernel.Regs), Waits: r.Program.WaitLoops(), Warm: h.warm,
		Ideal: h.ideal, Follow: r.Follow, Full: r.Full, Executed: h.did, Workers: r.exec.Workers, Progress: tell,
	}, t, h.memory)
	if err != nil {
		return replayed{}, err
	}
	tell(r.Blocks(), r.Blocks())
	h.warm = true
	return replayed{&c.Caches, c}, nil
}

// notes says why a report lacks the caches that it should have.
func (r *running) notes(t *tracefile.Trace) diag.List {
	if t == nil || !t.TooLong() {
		return nil
	}
	return diag.List{r.diagnose(diag.TraceTooLong, "launch a smaller grid, or allow Options.TraceBytes more", fmt.Sprintf(
		"the accesses of %s take more than the %d bytes that are kept to play them on the caches: the report says nothing of L1, L2 and DRAM",
		r.Program.Kernel.Name, r.TraceBytes))}
}
