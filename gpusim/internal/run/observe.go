package run

// This file holds the observers of a launch: the counters, the recorder, and what the caller
// added.

import (
	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/internal/coalesce"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/tracefile"
	"gpucourse/gpusim/trace"
)

// observation makes the observers of the workers and merges them.
type observation struct {
	spec  *arch.Spec
	size  int // instructions
	total *counters
	trace *tracefile.Trace        // nil: nothing is recorded
	added []func() trace.Observer // what the caller added
	moved uint64                  // sectors of all blocks, estimated, where some were executed; else 0
}

func newObservation(l *Launch) *observation {
	w := &observation{spec: l.Spec, size: len(l.Program.Instrs)}
	w.total = w.counters()
	return w
}

// counters is what one worker counts and records.
type counters struct {
	spec     *arch.Spec
	counter  *coalesce.Counter
	paths    paths
	busiest  busiest
	recorder *tracefile.Recorder // nil: nothing is recorded
}

func (w *observation) counters() *counters {
	return &counters{spec: w.spec, counter: coalesce.NewCounter(w.spec, w.size)}
}

// observer returns the observer of a new worker.
func (w *observation) observer() trace.Observer {
	c := w.counters()
	all := []trace.Observer{{Access: c.access, Steps: c.steps, Suspend: c.busiest.suspend, Merge: func() { w.merge(c) }}}
	if w.trace != nil {
		c.recorder = w.trace.Recorder()
		all = append(all, c.recorder.Events())
	}
	return trace.Join(append(all, joined(w.added))...)
}

// joined makes one observer of those that the caller added.
func joined(added []func() trace.Observer) (o trace.Observer) {
	for _, add := range added {
		o = trace.Join(o, add())
	}
	return o
}

// access counts an access and records it.
func (c *counters) access(a *trace.Access) {
	if a.Into != nil || a.Copied {
		c.copied(a)
		return
	}
	wavefronts, sectors, packets := c.counter.Count(a)
	c.busiest.access(a)
	switch {
	case c.recorder == nil:
	case a.Space == ir.Shared:
		c.recorder.Shared(a, wavefronts)
	case a.Space == ir.Cluster:
		c.recorder.Cluster(a, tracefile.Moved{Wavefronts: int64(wavefronts), Sectors: int64(sectors), Packets: int64(packets)})
	default:
		coalesce.WithoutTaps(c.spec, a, c.recorder.Access)
	}
}

// copied counts and records a copy from global to shared memory.
func (c *counters) copied(a *trace.Access) {
	if a.Copied {
		c.counter.CountCopied(a)
		return
	}
	cost := c.counter.CountCopy(a)
	c.busiest.access(a)
	if c.recorder != nil {
		c.recorder.Copy(a, cost.Wavefronts, cost.Split)
	}
}

// merge adds what a worker counted.
func (w *observation) merge(c *counters) {
	w.total.counter.Merge(c.counter)
	w.total.paths.merge(&c.paths)
	w.total.busiest.most = max(w.total.busiest.most, c.busiest.most)
	if w.trace != nil {
		w.trace.Merge(c.recorder)
	}
}

// sectors returns how many sectors the launch moved.
func (w *observation) sectors() uint64 {
	n := w.moved
	for i := range w.total.counter.ByPC {
		n += w.total.counter.ByPC[i].Sectors
	}
	return n
}
