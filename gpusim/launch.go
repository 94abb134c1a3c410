package gpusim

// This file runs a launch and reports it.

import (
	"io"
	"os"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/launch"
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
	s := d.DefaultStream()
	rep, err := s.Launch(kernel, c, args...)
	if err == nil {
		s.Synchronize()
	}
	return rep, err
}

// execute runs a launch.
func (d *Device) execute(kernel any, c Config, args ...any) (*Report, error) {
	d.context.process.launching.Add(1)
	defer d.context.process.launching.Add(-1)
	rep, err := d.executeAsGo(kernel, c, args...)
	if k, unknown := Compile(kernel); err != nil && unknown == nil {
		err = k.worded(err)
	}
	return rep, err
}

// executeAsGo runs a launch. Its errors are in the words of package gpu.
func (d *Device) executeAsGo(kernel any, c Config, args ...any) (*Report, error) {
	p, err := d.prepare(kernel, &c, args)
	if err != nil {
		return nil, err
	}
	return d.report(p.kernel, p.spec, &c, p.bound)
}

// worded returns an error in the words of the kernel's language.
func (k *Kernel) worded(err error) error {
	if k.unit.CUDA() {
		return diag.InCUDA(err)
	}
	return err
}

// prepared is a validated launch: its kernel compiled for the device, its arguments
// bound.
type prepared struct {
	kernel *Kernel
	spec   *arch.Spec
	bound  *bound
}

// prepare validates a launch.
func (d *Device) prepare(kernel any, c *Config, args []any) (*prepared, error) {
	k, err := Compile(kernel)
	if err != nil {
		return nil, err
	}
	if err := d.context.ready("kernel " + k.Name()); err != nil {
		return nil, err
	}
	if c.Context == nil {
		c.Context = d.context.process.context
	}
	c.setDefaults()
	if c.watcher == nil {
		if c.watcher, err = newWatcher(c.Check); err != nil {
			return nil, err
		}
	}
	spec, err := d.SpecWith(c.Settings)
	if err != nil {
		return nil, err
	}
	source := k
	if k, err = source.compiledFor(target{spec: spec, maxRegisters: c.MaxRegisters, passes: c.Passes}); err != nil {
		return nil, err
	}
	if err := checkLaunch(spec, k, c); err != nil {
		return nil, err
	}
	if c.watcher.compiled() {
		if k, err = source.compiledFor(target{spec: spec, maxRegisters: c.MaxRegisters, passes: c.Passes, checked: true}); err != nil {
			return nil, err
		}
	}
	in, err := d.loadedFor(kernel)
	if err != nil {
		return nil, err
	}
	b, err := d.bind(k, in, args)
	return &prepared{k, spec, b}, err
}

// report runs a validated launch.
func (d *Device) report(k *Kernel, spec *arch.Spec, c *Config, b *bound) (*Report, error) {
	c.show = newProgress(c, k.Name(), d.context.process.showProgress)
	defer c.show.finish()
	program, shape, touched := k.program(spec), c.shape(spec, k.ir), touchesOf(b)
	l := &run.Launch{
		Shape: shape, Program: program, Arrays: b.arrayBytes(), Line: k.unit.Line,
		Execution: func() simt.Launch { return d.execution(shape, c, b) },
		Context:   c.Context, Deadline: c.Deadline, Progress: c.show,
		Options: run.Options{
			Warm: c.Warm, NoTime: c.NoTime, NoCaches: c.NoCaches, Full: c.Full, WhatIf: c.WhatIf,
			TraceBytes: c.TraceBytes, Follow: c.Follow,
		},
	}
	if touched != nil {
		l.Observers = append(l.Observers, touched.observer)
	}
	if c.Observe != nil {
		l.Observers = append(l.Observers, c.Observe)
	}
	if c.watcher != nil {
		l.Observers = append(l.Observers, func() trace.Observer { return c.watcher.watch(d, k, program, spec, c, b) })
	}
	rep, err := run.Report(l)
	if err != nil {
		return nil, d.context.lose(err)
	}
	d.launched(k.ir, b)
	touched.move(spec.Transfer.Faults)
	if c.watcher != nil {
		rep.Check = c.watcher.found()
	}
	return rep, nil
}

// execution is a launch for the executor, whose limits begin now.
func (d *Device) execution(shape launch.Shape, c *Config, b *bound) simt.Launch {
	return simt.Launch{
		Shape: shape, Stack: c.Stack, Resident: shape.Occupancy().Blocks * shape.Spec.SMs,
		Params: b.params, Windows: b.windows, Textures: b.textures, Memory: d.memory,
		Const:   b.constants,
		Limits:  c.limits(),
		StaleL1: c.staleL1(&shape),
		InOrder: c.InOrder || c.watcher != nil, Shuffle: c.Shuffle, SharedSeed: c.sharedSeed(),
		Stdout: c.stdout(), Workers: c.Workers,
	}
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
