package gpusim

// This file runs a launch and reports it.

import (
	"io"
	"os"

	"gpucourse/gpusim/internal/inspect"
	"gpucourse/gpusim/internal/launch"
	"gpucourse/gpusim/internal/limit"
	"gpucourse/gpusim/internal/pass"
	"gpucourse/gpusim/internal/rules"
	"gpucourse/gpusim/internal/run"
	"gpucourse/gpusim/internal/simt"
	"gpucourse/gpusim/report"
	"gpucourse/gpusim/trace"
)

// Report is what a launch did.
type Report = report.Report

// Launch runs a kernel, a Go function or a *Kernel, and waits for it. args are
// the kernel's arguments in order, or one Named: numbers, buffers, and structs
// of them. An int serves any integer parameter its value fits; every other type
// must be the parameter's. What the kernel wrote before an error stays written;
// after an access where no memory is, every call of the process answers with that
// error, until Reset.
func (d *Device) Launch(kernel any, c Config, args ...any) (*Report, error) {
	return d.launch(nil, kernel, c, args)
}

// launch is Launch under the eyes of w, or of the tools that c names where w is nil.
func (d *Device) launch(w *watcher, kernel any, c Config, args []any) (*Report, error) {
	s := d.DefaultStream()
	rep, err := s.launch(w, kernel, c, args)
	if err == nil {
		s.Synchronize()
	}
	return rep, err
}

// execute runs a launch.
func (d *Device) execute(w *watcher, kernel any, c Config, args []any) (*Report, error) {
	d.context.process.launching.Add(1)
	defer d.context.process.launching.Add(-1)
	rep, err := d.executeAsGo(w, kernel, c, args)
	if err == nil {
		return rep, nil
	}
	if k, unknown := Compile(kernel); unknown == nil {
		err = k.source.Unit.Language().Worded(err)
	}
	return rep, err
}

// executeAsGo runs a launch. Its errors are in the words of package gpu.
func (d *Device) executeAsGo(w *watcher, kernel any, c Config, args []any) (*Report, error) {
	p, err := d.prepare(w, kernel, c, args)
	if err != nil {
		return nil, err
	}
	return d.report(p)
}

// prepared is a validated launch: its configuration with the defaults, its kernel compiled for
// the device, its arguments bound.
type prepared struct {
	Config
	shape   launch.Shape
	code    *code
	bound   *bound
	watcher *watcher // nil: no tool watches
}

// prepare validates a launch.
func (d *Device) prepare(w *watcher, kernel any, c Config, args []any) (*prepared, error) {
	k, err := Compile(kernel)
	if err != nil {
		return nil, err
	}
	if err := d.context.ready("kernel " + k.Name()); err != nil {
		return nil, err
	}
	c.setDefaults()
	if w == nil {
		if w, err = newWatcher(c.Check); err != nil {
			return nil, err
		}
	}
	spec, err := d.SpecWith(c.Settings)
	if err != nil {
		return nil, err
	}
	to := target{Spec: spec, MaxRegisters: c.MaxRegisters, Without: pass.Set(c.Without)}
	code, err := k.source.For(to)
	if err != nil {
		return nil, err
	}
	if err := checkLaunch(spec, code, &c); err != nil {
		return nil, err
	}
	if to.Checked = w.compiled(); to.Checked {
		to.Without |= pass.Set(PassIfconvert | PassPredicate) // observers hear which lanes come to a comparison
		if code, err = k.source.For(to); err != nil {
			return nil, err
		}
	}
	in, err := d.loadedFor(kernel)
	if err != nil {
		return nil, err
	}
	b, err := d.bind(code, in, args)
	return &prepared{Config: c, shape: c.shape(spec, code.IR), code: code, bound: b, watcher: w}, err
}

// report runs a validated launch.
func (d *Device) report(p *prepared) (*Report, error) {
	k, process := p.code, d.context.process
	for _, a := range p.bound.lent {
		d.memory.Lend(a)
		defer d.memory.Return(a)
	}
	show := newProgress(&p.Config, k.Name(), process.showProgress)
	defer show.finish()
	program, touched := k.Program(), touchesOf(p.bound)
	l := &run.Launch{
		Shape: p.shape, Program: program, Arrays: p.bound.contents(), Line: k.Unit.Line,
		Execution: func() simt.Launch { return p.execution(d) },
		Context:   process.context, Deadline: p.Deadline, Progress: show,
		Options: run.Options{
			Warm: p.Warm, NoTime: p.NoTime, NoCaches: p.NoCaches, NoCounters: p.NoCounters, Full: p.Full, WhatIf: p.WhatIf,
			TraceBytes: p.TraceBytes, Follow: p.Follow, Residency: p.residency(), Sample: run.Sampling(p.Sample),
		},
	}
	if touched != nil {
		l.Observers = append(l.Observers, touched.observer)
	}
	if p.Observe != nil {
		l.Observers = append(l.Observers, p.Observe)
	}
	if p.watcher != nil {
		l.Observers = append(l.Observers, func() trace.Observer { return p.watcher.watch(d, p, program) })
	}
	rep, err := run.Report(l)
	if err := d.filled(); err != nil {
		return nil, err
	}
	if err != nil {
		return nil, d.context.lose(err)
	}
	rep.Compiler = inspect.Compiler(k.IR)
	d.launched(k.IR, p.bound, rep.Sampled)
	touched.move(p.shape.Spec.Transfer.Faults)
	if p.watcher != nil {
		rep.Check = p.watcher.found()
	}
	if p.Rules {
		rep.Rules = rules.Find(rep, k.Unit.Language())
	}
	return rep, nil
}

// execution is the launch for the executor, whose limits begin now.
func (p *prepared) execution(d *Device) simt.Launch {
	return simt.Launch{
		Shape: p.shape, Stack: p.Stack, Resident: p.shape.Occupancy().Blocks * p.shape.Spec.SMs,
		Params: p.bound.params, Windows: p.bound.windows, Textures: p.bound.textures, Objects: d.textures, Memory: d.memory, Beyond: p.bound.whole && p.watcher == nil,
		Const:   p.bound.constants,
		Limits:  p.launchLimits(),
		StaleL1: p.staleL1(&p.shape),
		InOrder: p.InOrder || p.watcher != nil, Shuffle: p.Shuffle, SharedSeed: p.sharedSeed(),
		Stdout: p.stdout(), Workers: p.Workers,
	}
}

// launchLimits is limits for the checkers that watch the launch.
func (p *prepared) launchLimits() simt.Limits {
	l := p.limits()
	if p.watcher != nil {
		l.Work = min(l.Work, limit.CheckedWork)
	}
	return l
}

// sharedSeed returns the seed of the contents of shared memory, 0 for zeros.
func (c *Config) sharedSeed() uint64 {
	if c.ZeroShared {
		return 0
	}
	return max(c.Shuffle, 1)
}

func (c *Config) stdout() io.Writer {
	if c.Stdout == nil {
		return os.Stdout
	}
	return c.Stdout
}
