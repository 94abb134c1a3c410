package run

// This file replays a launch on the trace of some of its blocks.

import (
	"context"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"gpucourse/gpusim/internal/tracefile"
	"gpucourse/gpusim/trace"
)

// TestTraceOfSomeBlocks: a regular launch takes the same cycles and moves the same sectors on the trace of some of its
// blocks as on the trace of all.
func TestTraceOfSomeBlocks(t *testing.T) {
	l := launchOf(t, "Double", 1)
	r := &running{Launch: l, exec: l.Execution()}
	r.caches = r.newCaches()
	all := newObservation(l)
	all.trace = r.newTrace()
	executed := []int{0, 1, 4, 7, blocks - 2, blocks - 1}
	some := tracefile.NewSampled(l.Program.Instrs, l.Warps(), r.TraceBytes, true)
	all.added = []func() trace.Observer{func() trace.Observer {
		c := all.counters()
		c.recorder = some.Recorder()
		return only(executed, trace.Join(trace.Observer{Access: c.access, Merge: func() { some.Merge(c.recorder) }}, c.recorder.Events()))
	}}
	if _, err := r.runKernel(all.observer); err != nil {
		t.Fatal(err)
	}
	if e := some.Extrapolate(&l.Shape, executed); !e.Regular() {
		t.Errorf("got %+v, want a regular launch", e)
	}
	var results [2]replayed
	for i, x := range []*tracefile.Trace{all.trace, some} {
		var err error
		if results[i], err = r.replayOn(context.Background(), r.newCaches(), x); err != nil {
			t.Fatal(err)
		}
	}
	if diff := cmp.Diff(results[0].timing, results[1].timing); diff != "" {
		t.Errorf("all blocks (-) and the trace of some (+) differ:\n%s", diff)
	}
}

// only returns what an observer hears of some blocks.
func only(executed []int, o trace.Observer) trace.Observer {
	event := func(f func(trace.Event)) func(trace.Event) {
		return func(e trace.Event) {
			if slices.Contains(executed, e.Block) {
				f(e)
			}
		}
	}
	access := o.Access
	o.Access = func(a *trace.Access) {
		if slices.Contains(executed, a.Block) {
			access(a)
		}
	}
	o.Barrier, o.Flow, o.Leave, o.Diverge = event(o.Barrier), event(o.Flow), event(o.Leave), event(o.Diverge)
	return o
}
