package gpusim

// This file runs a launch and reports it.

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/check"
	"gpucourse/gpusim/internal/coalesce"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/metrics"
	"gpucourse/gpusim/internal/simt"
	"gpucourse/gpusim/internal/tracefile"
	"gpucourse/gpusim/report"
	"gpucourse/gpusim/trace"
)

// Report is what a launch did.
type Report = report.Report

// Launch runs a kernel, a Go function or a *Kernel, and waits for it. args are
// the kernel's arguments in order, or one Named: numbers, buffers, and structs
// of them. An int serves any integer parameter its value fits; every other type
// must be the parameter's. What the kernel wrote before an error stays written;
// after an access where no memory is, the context answers to every call with that
// error, until Reset.
func (d *Device) Launch(kernel any, c Config, args ...any) (*Report, error) {
	s := d.DefaultStream()
	rep, err := s.Launch(kernel, c, args...)
	if err == nil {
		s.Synchronize()
	}
	return rep, err
}

// execute runs a launch.
func (d *Device) execute(kernel any, c Config, args ...any) (*Report, error) {
	k, err := Compile(kernel)
	if err != nil {
		return nil, err
	}
	if err := d.context.ready("kernel " + k.Name()); err != nil {
		return nil, err
	}
	c.setDefaults()
	spec, err := d.SpecWith(c.settings())
	if err != nil {
		return nil, err
	}
	if k, err = k.compiledFor(target{spec, c.MaxRegisters, c.Passes}); err != nil {
		return nil, err
	}
	if err := checkLaunch(spec, k, &c); err != nil {
		return nil, err
	}
	in, err := d.loadedFor(kernel)
	if err != nil {
		return nil, err
	}
	b, err := d.bind(k, in, args)
	if err != nil {
		return nil, err
	}
	c.show = newProgress(&c, k.Name(), d.context.process.showProgress)
	defer c.show.finish()
	program, caches := k.program(spec), newCaches(spec, k, &c)
	if c.Warm {
		if _, _, err := d.perform(program, &c, b, newWatch(spec, program, nil), caches); err != nil {
			return nil, err
		}
	}
	seen := newWatch(spec, program, c.Observe)
	seen.total.touched, seen.checker = touchesOf(b), c.guard.watch(k, program, spec, &c, b)
	result, done, err := d.perform(program, &c, b, seen, caches)
	if err != nil {
		return nil, err
	}
	seen.total.touched.move(spec.Transfer.Faults)
	run := account(k, &c, b, program, result, seen)
	run.Caches, run.Timing, run.Notes = done.caches, done.clock, caches.notes(seen.trace)
	if c.WhatIf && done.clock != nil {
		if run.WhatIf, err = caches.whatIf(program, seen.trace, seen.sectors(), done.clock.Cycles); err != nil {
			return nil, err
		}
	}
	return metrics.Report(run), nil
}

// perform executes the program and plays what it did on the caches.
func (d *Device) perform(p *simt.Program, c *Config, b *bound, w *watch, h *caches) (*simt.Result, played, error) {
	w.trace = h.trace(p)
	result, err := d.run(p, c, b, w)
	if err != nil {
		return nil, played{}, err
	}
	done, err := h.play(p, w.trace, w.sectors())
	return result, done, err
}

// run executes the program under the limits of c.
func (d *Device) run(p *simt.Program, c *Config, b *bound, w *watch) (*simt.Result, error) {
	result, err := p.Run(c.Context, simt.Launch{
		Grid: c.Grid, Block: c.Block, DynamicShared: c.Shared, Stack: c.Stack,
		Params: b.params, Windows: b.windows, Textures: b.textures, Memory: d.memory,
		Const:       b.constants,
		Limits:      c.limits(),
		StaleL1:     c.staleL1(w.spec, p.Kernel),
		NewObserver: w.observer, MergeObserver: w.merge, InOrder: c.InOrder, Shuffle: c.Shuffle,
		Stdout: c.stdout(), Workers: c.Workers, Progress: c.show.phase("running"),
	})
	if err != nil && c.Context.Err() != nil {
		return nil, cancelled(p.Kernel, c)
	}
	return result, d.context.lose(err)
}

// cancelled is the error of a launch whose context ended. It unwraps to the error of the
// context.
func cancelled(k *ir.Kernel, c *Config) error {
	return diag.Diagnostic{
		Pos: k.Pos, Code: diag.Cancelled, Cause: c.Context.Err(),
		Message: fmt.Sprintf("kernel %s was stopped: %v, %v", k.Name, c.Context.Err(), c.show),
		Hint:    "launch it again, with more time or a smaller grid",
	}
}

func (c *Config) stdout() io.Writer {
	if c.Stdout == nil {
		return os.Stdout
	}
	return c.Stdout
}

// watch is what observes a launch: the counters, the trace, and what the caller
// added.
type watch struct {
	spec    *arch.Spec
	size    int
	total   *observers
	trace   *tracefile.Trace // nil: nobody will play it
	attach  func() trace.Observer
	checker check.Checker // nil: nobody checks
}

func newWatch(s *arch.Spec, p *simt.Program, attach func() trace.Observer) *watch {
	w := &watch{spec: s, size: len(p.Instrs), attach: attach}
	w.total = w.observers()
	return w
}

// observers is the observers of one worker.
type observers struct {
	spec     *arch.Spec
	counter  *coalesce.Counter
	paths    paths
	recorder *tracefile.Recorder
	touched  *touches // nil: no memory is managed
	attached trace.Observer
}

func (w *watch) observers() *observers {
	return &observers{spec: w.spec, counter: coalesce.NewCounter(w.spec, w.size)}
}

func (w *watch) observer() trace.Observer {
	o := w.observers()
	o.touched = w.total.touched.fork()
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
	o.touched.access(a)
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

// Discard implements trace.Discarder.
func (o *observers) Discard() {
	if o.recorder != nil {
		o.recorder.Discard()
	}
}

func (w *watch) merge(seen trace.Observer) {
	o, ok := seen.(*observers)
	if !ok {
		o = seen.(*checked).observers
	}
	w.total.counter.Merge(o.counter)
	w.total.paths.merge(&o.paths)
	w.total.touched.merge(o.touched)
	if w.trace != nil {
		w.trace.Merge(o.recorder)
	}
}

// sectors is how many the launch moved.
func (w *watch) sectors() uint64 {
	n := uint64(0)
	for i := range w.total.counter.ByPC {
		n += w.total.counter.ByPC[i].Sectors
	}
	return n
}

// account gathers what the report is computed from.
func account(k *Kernel, c *Config, b *bound, p *simt.Program, result *simt.Result, w *watch) *metrics.Launch {
	run := &metrics.Launch{
		Spec: w.spec, Kernel: k.ir, Instrs: p.Instrs, Counts: make([]metrics.Counts, len(p.Instrs)),
		Grid: c.Grid, Block: c.Block, Dynamic: c.Shared,
		Outputs:    outputs(k, b, result),
		SourceLine: k.unit.Line, NoTime: c.NoTime,
	}
	for pc := range run.Counts {
		run.Counts[pc] = metrics.Counts{
			Warps: result.Warps[pc], Threads: result.Threads[pc], HeldBack: result.PredicatedOff[pc], Diverged: result.Diverged[pc],
			AccessCounts: w.total.counter.ByPC[pc],
		}
		if a := w.total.counter.Sample(pc); a != nil {
			run.Samples = append(run.Samples, sample(w.spec, k, p, a))
		}
	}
	run.Paths = w.total.paths.told(k, p)
	return run
}

// sample explains an access for pictures.
func sample(spec *arch.Spec, k *Kernel, p *simt.Program, a *trace.Access) report.Sample {
	in := p.Instrs[a.PC]
	s := report.Sample{Pos: k.ir.Frame(in.Pos).Pos, Access: *a}
	s.Source = k.unit.Line(s.Pos)
	if v := k.ir.Var(in.Root); v != nil {
		s.Var = v.Name
	}
	if onSectors(a.Space) {
		s.Transactions = coalesce.Coalesce(spec, a, nil)
	}
	return s
}

// outputs digests the arrays and variables that the kernel wrote, in order of
// the parameters.
func outputs(k *Kernel, b *bound, result *simt.Result) []report.Output {
	var out []report.Output
	for i, a := range b.arrays {
		if a != nil && result.Written[i] {
			sum := sha256.Sum256(a.Bytes())
			out = append(out, report.Output{Name: k.ir.Vars[i].Name, SHA256: hex.EncodeToString(sum[:])})
		}
	}
	return out
}

// onSectors reports whether accesses to a space are answered by transactions.
func onSectors(s ir.Space) bool { return s == ir.Global || s == ir.Local || s == ir.Texture }
