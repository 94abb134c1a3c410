package run

// This file holds the observers of a launch: the counters, the recorder, and what the caller
// added.

import (
	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/internal/check"
	"gpucourse/gpusim/internal/coalesce"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/tracefile"
	"gpucourse/gpusim/trace"
)

// watch makes the observers of the workers and merges them.
type watch struct {
	spec    *arch.Spec
	size    int // instructions
	total   *observers
	trace   *tracefile.Trace // nil: nothing is recorded
	attach  func() trace.Observer
	checker check.Checker // nil: nothing is checked
}

func newWatch(l *Launch) *watch {
	w := &watch{spec: l.Spec, size: len(l.Program.Instrs)}
	w.total = w.observers()
	return w
}

// observers is the observers of one worker.
type observers struct {
	spec     *arch.Spec
	counter  *coalesce.Counter
	paths    paths
	busiest  busiest
	recorder *tracefile.Recorder // nil: nothing is recorded
	pages    Pages               // nil: no memory is managed
	attached trace.Observer      // nil: the caller added none
}

func (w *watch) observers() *observers {
	return &observers{spec: w.spec, counter: coalesce.NewCounter(w.spec, w.size)}
}

// observer returns the observer of a new worker.
func (w *watch) observer() trace.Observer {
	o := w.observers()
	if w.total.pages != nil {
		o.pages = w.total.pages.Fork()
	}
	if w.trace != nil {
		o.recorder = w.trace.Recorder()
	}
	if w.attach != nil {
		o.attached = w.attach()
	}
	if w.checker != nil {
		return &checked{o, w.checker}
	}
	return o
}

// Access implements trace.Observer.
func (o *observers) Access(a *trace.Access) {
	wavefronts := o.counter.Count(a)
	o.busiest.access(a)
	if o.pages != nil {
		o.pages.Access(a)
	}
	switch {
	case o.recorder == nil:
	case a.Space == ir.Shared:
		o.recorder.Shared(a, wavefronts)
	default:
		coalesce.WithoutTaps(o.spec, a, o.recorder.Access)
	}
	if o.attached != nil {
		o.attached.Access(a)
	}
}

// Barrier implements trace.BarrierObserver.
func (o *observers) Barrier(block, warp int) {
	if o.recorder != nil {
		o.recorder.Barrier(block, warp)
	}
}

// Flow implements trace.FlowObserver.
func (o *observers) Flow(block, warp int, pc int32) {
	if o.recorder != nil {
		o.recorder.Flow(block, warp, pc)
	}
}

// Leave implements trace.FlowObserver.
func (o *observers) Leave(block, warp int, pc int32) {
	if o.recorder != nil {
		o.recorder.Leave(block, warp, pc)
	}
}

// Suspend implements trace.BlockObserver.
func (o *observers) Suspend(block int) {
	o.busiest.suspend(block)
	if o.recorder != nil {
		o.recorder.Suspend(block)
	}
}

// Match implements trace.MatchObserver.
func (o *observers) Match(block, warp int, pc int32, values int) {
	if o.recorder != nil {
		o.recorder.Match(block, warp, pc, values)
	}
}

// Discard implements trace.Discarder.
func (o *observers) Discard() {
	if o.recorder != nil {
		o.recorder.Discard()
	}
}

// merge adds what the observer of a worker saw.
func (w *watch) merge(seen trace.Observer) {
	o, ok := seen.(*observers)
	if !ok {
		o = seen.(*checked).observers
	}
	w.total.counter.Merge(o.counter)
	w.total.paths.merge(&o.paths)
	w.total.busiest.most = max(w.total.busiest.most, o.busiest.most)
	if o.pages != nil {
		w.total.pages.Merge(o.pages)
	}
	if w.trace != nil {
		w.trace.Merge(o.recorder)
	}
}

// sectors returns how many sectors the launch moved.
func (w *watch) sectors() uint64 {
	n := uint64(0)
	for i := range w.total.counter.ByPC {
		n += w.total.counter.ByPC[i].Sectors
	}
	return n
}

// checked is the observers of a worker whose launch is checked.
type checked struct {
	*observers
	check.Checker
}

// Access implements trace.Observer.
func (c *checked) Access(a *trace.Access) {
	c.observers.Access(a)
	c.Checker.Access(a)
}

// Barrier implements trace.BarrierObserver.
func (c *checked) Barrier(block, warp int) {
	c.observers.Barrier(block, warp)
	c.Checker.Barrier(block, warp)
}

// Suspend implements trace.BlockObserver.
func (c *checked) Suspend(block int) {
	c.observers.Suspend(block)
	c.Checker.Suspend(block)
}
