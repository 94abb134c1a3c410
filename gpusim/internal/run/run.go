// Package run takes a validated launch to its report: it executes the kernel, observes what the
// warps do, replays the accesses on the caches, with or without time, and computes the report.
//
// The way of a launch: package simt executes the blocks on several workers. Each worker has
// observers, which count accesses (package coalesce) and encode them (package tracefile); they
// are merged when the kernel has ended. The trace is then replayed on the caches (package cache),
// by the timing model (package timing) or without a clock (package untimed). Package metrics
// computes the report from all counts. Nothing flows back: no result depends on time.
//
// State: the caches of the launch, which are cold at first; a warm launch runs twice on them.
// Units: see the packages named above. Invariants: the report does not depend on how many
// workers there are; a launch that fails has no report.
//
// Not modelled: two kernels on the device at the same time.
package run

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/cache"
	"gpucourse/gpusim/internal/launch"
	"gpucourse/gpusim/internal/metrics"
	"gpucourse/gpusim/internal/simt"
	"gpucourse/gpusim/report"
	"gpucourse/gpusim/trace"
)

// Launch is a validated launch: a kernel compiled for a device, with its arguments.
type Launch struct {
	launch.Shape
	Program   *simt.Program
	Execution func() simt.Launch    // for the executor; its limits and caches begin with the call
	Arrays    []*io.SectionReader   // by VarID-1; nil where a variable is not in global memory
	Line      func(diag.Pos) string // the text of a source line
	Context   context.Context
	Deadline  time.Duration // of each replay of the trace
	Progress  Progress
	Observers []func() trace.Observer // more of each worker; a warm launch has them the second time
	Options
}

// Options say how a launch is simulated: see gpusim.Options.
type Options struct {
	Warm       bool
	NoTime     bool
	NoCaches   bool
	NoCounters bool
	Full       bool
	WhatIf     bool
	TraceBytes int64
	Follow     int
	Residency  cache.Residency
	Sample     Sampling
}

// Progress receives how far a launch has come.
type Progress interface {
	// Phase begins a part of the launch. The part tells the result how many blocks have ended.
	Phase(doing string) func(done, total int)
	fmt.Stringer
}

// running is a Launch that runs.
type running struct {
	*Launch
	exec   simt.Launch
	caches *caches // nil: the report has none
}

// Report runs a launch and returns its report.
func Report(l *Launch) (*report.Report, error) {
	r := &running{Launch: l, exec: l.Execution()}
	if l.NoCounters {
		return r.uncounted()
	}
	r.caches = r.newCaches()
	rep, why, err := r.sampled()
	if rep != nil || err != nil {
		return rep, err
	}
	if l.Warm {
		if _, _, err := r.execute(newObservation(l)); err != nil {
			return nil, err
		}
		r.exec = l.Execution()
	}
	seen := newObservation(l)
	seen.added = l.Observers
	result, done, err := r.execute(seen)
	if err != nil {
		return nil, err
	}
	a := r.summarize(counted(result, seen.total.counter.ByPC), seen)
	a.Outputs = r.outputs(result)
	a.Caches, a.Timing, a.Notes = done.caches, done.timing, slices.Concat(r.notes(seen.trace), r.waited(result, done.timing), r.untimed(done.timing), r.sampledNote(why))
	if l.WhatIf && done.timing != nil {
		if a.WhatIf, err = r.whatIf(seen, done.timing.Cycles); err != nil {
			return nil, err
		}
	}
	return metrics.Report(a), nil
}

// uncounted runs a launch for its results alone.
func (r *running) uncounted() (*report.Report, error) {
	result, err := r.runKernel(func() trace.Observer { return joined(r.Observers) })
	if err != nil {
		return nil, err
	}
	return metrics.Uncounted(r.Shape, r.Program.Kernel, result.Warps), nil
}

// execute executes the kernel and replays its accesses on the caches.
func (r *running) execute(w *observation) (*simt.Result, replayed, error) {
	w.trace = r.newTrace()
	result, err := r.runKernel(w.observer)
	if err != nil {
		return nil, replayed{}, err
	}
	done, err := r.replay(r.caches, w)
	return result, done, err
}

// runKernel executes the kernel with an observer for each worker.
func (r *running) runKernel(observer func() trace.Observer) (*simt.Result, error) {
	e := r.exec
	e.NewObserver, e.Progress = observer, r.Progress.Phase("running")
	result, err := r.Program.Run(r.Context, e)
	if err != nil && r.Context.Err() != nil {
		err = r.cancelledAt(err)
	}
	return result, diag.Quoted(err, r.Line)
}

// cancelled is the error of a launch whose context ended. It unwraps to the error of the
// context.
func (r *running) cancelled() diag.Diagnostic {
	k := r.Program.Kernel
	return diag.Diagnostic{
		Pos: k.Pos, Code: diag.Cancelled, Cause: r.Context.Err(),
		Message: fmt.Sprintf("kernel %s was stopped: %v, %v", k.Name, context.Cause(r.Context), r.Progress),
		Hint:    "launch it again, with more time or a smaller grid",
	}
}

// cancelledAt is the error of a launch whose context ended while the kernel ran: it names
// the line and the thread that were stopped, if err does.
func (r *running) cancelledAt(err error) diag.Diagnostic {
	stopped := r.cancelled()
	var at diag.Diagnostic
	if errors.As(err, &at) && at.Code == diag.Cancelled {
		stopped.Pos = at.Pos
		stopped.Message += "; it was at " + at.Message
		stopped.Hint = "if this line is in a loop that never ends, correct its condition; otherwise " + stopped.Hint
	}
	return stopped
}

// diagnose returns a diagnostic about the kernel.
func (r *running) diagnose(code diag.Code, hint, message string) diag.Diagnostic {
	pos := r.Program.Kernel.Pos
	return diag.Diagnostic{Pos: pos, Code: code, Message: message, Hint: hint, Source: r.Line(pos)}
}
