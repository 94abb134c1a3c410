package gpusim

// This file plays a launch's accesses on the device's caches, after it has ended.

import (
	"context"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/cache"
	"gpucourse/gpusim/internal/simt"
	"gpucourse/gpusim/internal/timing"
	"gpucourse/gpusim/internal/tracefile"
	"gpucourse/gpusim/internal/untimed"
	"gpucourse/gpusim/occupancy"
	"gpucourse/gpusim/trace"
)

// caches is the caches of one Launch call, cold at first.
type caches struct {
	kernel *Kernel
	config *Config
	launch tracefile.Launch
	memory *cache.Hierarchy
	ideal  timing.Ideal // what costs no time
	used   bool         // memory has been
	warm   bool         // a launch was played
}

// newCaches returns the caches of a device for a launch, or nil when the launch
// asks for none.
func newCaches(s *arch.Spec, k *Kernel, c *Config) *caches {
	if c.NoCaches {
		return nil
	}
	demand := occupancy.BlockResources{
		Threads: c.Block.Count(), Registers: k.ir.Usage.Registers, Shared: k.ir.SharedBytes + c.Shared,
	}
	return &caches{
		kernel: k, config: c, memory: cache.NewHierarchy(s),
		launch: tracefile.Launch{
			Spec: s, Blocks: c.Grid.Count(), Warps: (c.Block.Count() + s.WarpSize - 1) / s.WarpSize,
			Resident: occupancy.Occupy(s, demand).Blocks, Shared: occupancy.SharedConfig(s, demand),
			LocalBytes: k.ir.LocalPerThread(c.Stack),
		},
	}
}

// trace returns an empty trace for the launch; nil without caches.
func (h *caches) trace(p *simt.Program) *tracefile.Trace {
	if h == nil {
		return nil
	}
	return tracefile.NewTrace(p.Instrs, h.launch.Blocks, h.launch.Warps, h.config.TraceBytes, h.timed())
}

// smallShare is which part of L2 a launch may fill and drive nothing out that a
// profiler left there.
const smallShare = 8

// flush leaves L2 as a profiler does before a launch that moves so many
// sectors. What nothing can drive out need not be there.
func (h *caches) flush(sectors uint64) {
	if l2 := h.launch.Spec.Caches.L2; l2.Bytes > 0 && sectors > uint64(l2.Bytes/l2.LineBytes/smallShare) {
		h.memory.LeaveDirty(h.launch.Spec.Caches.ProfilerDirty)
	}
}

// timed reports whether the accesses are played cycle by cycle.
func (h *caches) timed() bool { return !h.config.NoTime }

// played is what became of a launch on the caches; nil of what nobody asked for.
type played struct {
	caches *trace.CacheResult
	clock  *trace.Timing
}

// play plays the trace of a launch that moved so many sectors. The result is
// empty without caches, and when the trace is too long.
func (h *caches) play(p *simt.Program, t *tracefile.Trace, sectors uint64) (played, error) {
	if h == nil || t.TooLong() {
		return played{}, nil
	}
	if !h.used {
		h.flush(sectors)
		h.used = true
	}
	ctx, cancel := context.WithTimeout(h.config.Context, h.config.Deadline)
	defer cancel()
	result, err := h.run(ctx, p, t)
	switch {
	case err != nil && h.config.Context.Err() != nil:
		return played{}, cancelled(h.kernel.ir, h.config)
	case err != nil:
		return played{}, h.kernel.diagnose(diag.DeadlinePassed, "use a smaller problem, a later deadline, or Options.NoCaches",
			"the time of %s was not simulated before the deadline, %v", h.kernel.Name(), h.config.show)
	}
	return result, nil
}

// run plays the trace with or without a clock.
func (h *caches) run(ctx context.Context, p *simt.Program, t *tracefile.Trace) (played, error) {
	if !h.timed() {
		h.config.show.phase("replaying")
		r, err := untimed.Run(ctx, h.launch, t, h.memory)
		return played{caches: r}, err
	}
	tell := h.config.show.phase("timing")
	r, err := timing.Run(ctx, timing.Launch{
		Launch: h.launch, Instrs: p.Instrs, Numbers: len(p.Kernel.Regs), Warm: h.warm,
		Ideal: h.ideal, Follow: h.config.Follow, Full: h.config.Full, Workers: h.config.Workers, Progress: tell,
	}, t, h.memory)
	if err != nil {
		return played{}, err
	}
	tell(h.launch.Blocks, h.launch.Blocks)
	h.warm = true
	return played{&r.Caches, r}, nil
}

// notes says why a report has no caches though they were asked for.
func (h *caches) notes(t *tracefile.Trace) diag.List {
	if h == nil || !t.TooLong() {
		return nil
	}
	return diag.List{h.kernel.diagnose(diag.TraceTooLong, "launch a smaller grid, or allow Options.TraceBytes more",
		"the accesses of %s take more than the %d bytes that are kept to play them on the caches: the report says nothing of L1, L2 and DRAM",
		h.kernel.Name(), h.config.TraceBytes)}
}
