package simulator

// This file runs kernels in gpusim.

import (
	"io"
	"reflect"
	"slices"

	"gpucourse/gpusim"
	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/report"
	"gpucourse/grader/rubric"
	"gpucourse/grader/verdict"
)

// loadGPU loads a kernel for a GPU. The kernel may use the other files of its package,
// as far as they are Go.
func loadGPU(device, file, kernel string) (Program, error) {
	module, err := gpusim.LoadFile(file, gpusim.Alone)
	if err != nil {
		return nil, ProblemsOf(err)
	}
	k, err := module.Kernel(kernel)
	if err != nil {
		return nil, ProblemsOf(err)
	}
	return &gpuProgram{device: device, kernel: k}, nil
}

// gpuProgram is a kernel for a device.
type gpuProgram struct {
	device string
	kernel *gpusim.Kernel
}

// Fingerprint implements Compiled.
func (p *gpuProgram) Fingerprint() (string, int) { return p.kernel.Fingerprint() }

// Conditions implements Deciding.
func (p *gpuProgram) Conditions() *report.Conditions { return p.kernel.Conditions() }

// Coarse implements Coarsening.
func (p *gpuProgram) Coarse() (Program, verdict.Position) {
	coarse, pos, line := p.kernel.Coarse()
	if coarse == nil {
		return nil, verdict.Position{}
	}
	return &gpuProgram{device: p.device, kernel: coarse}, verdict.At(pos, line)
}

// Launch implements Program. Every launch has a device of its own, so
// that arrays always lie at the same addresses.
func (p *gpuProgram) Launch(l *Launch) (*Counters, error) {
	dev, err := gpusim.Open(p.device)
	if err != nil {
		return nil, err
	}
	args, arrays, err := Upload(dev, l.Args, l.Room)
	if err != nil {
		return nil, err
	}
	for _, i := range l.Unset {
		arrays[i].ForWriting()
	}
	if err := p.setVariables(dev, l); err != nil {
		return nil, ProblemsOf(err)
	}
	config := Config(l)
	if l.Watch != nil {
		config.Stdout = io.Discard // the first launch has printed it
		w, err := dev.LastWriter(arrays[l.Watch.Arg], l.Watch.Index, p.kernel, config, args...)
		return &Counters{Writer: writer(w)}, ProblemsOf(err)
	}
	if l.Measure < Counts {
		return p.check(dev, config, args, arrays, l)
	}
	config.Check = gpusim.AllChecks
	r, err := dev.Launch(p.kernel, config, args...)
	if err != nil {
		return nil, ProblemsOf(err)
	}
	c := counters(r)
	c.Findings = FindingsOf(r.Check)
	return c, download(arrays, l.Args)
}

// setVariables fills the variables that the kernel uses: with what an earlier launch has left,
// and with what this launch is given.
func (p *gpuProgram) setVariables(dev *gpusim.Device, l *Launch) error {
	for name, bytes := range l.Globals {
		array, err := dev.Symbol(p.kernel, name)
		if err != nil {
			return err
		}
		copy(array.Bytes(), bytes)
	}
	return SetSymbols(dev, p.kernel, l.Symbols)
}

// globals returns the kernel's own variables that are not zero, as all are in the beginning.
func (p *gpuProgram) globals(dev *gpusim.Device, l *Launch) (Globals, error) {
	all := Globals{}
	for _, s := range p.kernel.Symbols() {
		if slices.ContainsFunc(l.Symbols, func(given rubric.Symbol) bool { return given.Name == s.Name }) {
			continue
		}
		array, err := dev.Symbol(p.kernel, s.Name)
		if err != nil {
			return nil, err
		}
		if slices.ContainsFunc(array.Bytes(), func(b byte) bool { return b != 0 }) {
			all[s.Name] = slices.Clone(array.Bytes())
		}
	}
	return all, nil
}

// Config returns the configuration of a launch.
func Config(l *Launch) gpusim.Config {
	return gpusim.Config{
		Grid: gpusim.Dim3(l.Grid), Block: gpusim.Dim3(l.Block), Shared: l.Shared, MaxShared: l.Shared,
		Instructions: l.Instructions,
		Options:      gpusim.Options{NoTime: l.Measure < Cycles, NoCaches: l.Measure < Counts, Shuffle: l.Shuffle},
	}
}

// Upload copies the slices among args to the device, each with room for more elements behind
// it. arrays has an entry for each argument, nil for a scalar.
func Upload(dev *gpusim.Device, args []any, room int) (device []any, arrays []*gpusim.Array, err error) {
	device, arrays = make([]any, len(args)), make([]*gpusim.Array, len(args))
	for i, arg := range args {
		device[i] = arg
		data := reflect.ValueOf(arg)
		if data.Kind() != reflect.Slice {
			continue
		}
		n := data.Len()
		a, err := dev.UploadArray(reflect.AppendSlice(data.Slice3(0, n, n), reflect.MakeSlice(data.Type(), room, room)).Interface())
		if err != nil {
			return nil, nil, err
		}
		arrays[i] = a.View(0, n)
		device[i] = arrays[i]
	}
	return device, arrays, nil
}

// SetSymbols fills the variables that the kernel uses.
func SetSymbols(dev *gpusim.Device, k *gpusim.Kernel, symbols []rubric.Symbol) error {
	for _, s := range symbols {
		if !slices.ContainsFunc(k.Symbols(), func(used report.Symbol) bool { return used.Name == s.Name }) {
			continue
		}
		array, err := dev.Symbol(k, s.Name)
		if err != nil {
			return err
		}
		if err := array.CopyFrom(s.Value); err != nil {
			return err
		}
	}
	return nil
}

// download copies the arrays back into args.
func download(arrays []*gpusim.Array, args []any) error {
	for i, a := range arrays {
		if a == nil {
			continue
		}
		if err := a.CopyTo(args[i]); err != nil {
			return err
		}
	}
	return nil
}

func counters(r *gpusim.Report) *Counters {
	c := &Counters{Metric: r.Metric}
	for i := range r.Lines {
		line := &r.Lines[i]
		c.Lines = append(c.Lines, Line{At: verdict.At(line.Pos, line.Source), Metric: line.Metrics.Get})
	}
	return c
}

func writer(w *report.Writer) *Writer {
	if w == nil {
		return nil
	}
	return &Writer{Block: rubric.Dim(w.Block), Thread: rubric.Dim(w.Thread), At: verdict.At(diag.Pos{File: w.File, Line: w.Line}, w.Source)}
}

// ProblemsOf turns diagnostics of gpusim into Problems. It returns other errors as they are.
func ProblemsOf(err error) error {
	list := diag.ListOf(err)
	if list == nil {
		return err
	}
	var out Problems
	for _, d := range list {
		out = append(out, Problem{At: verdict.At(d.Pos, d.Source), Code: string(d.Code), Message: d.What(), Hint: d.Hint})
	}
	return out
}
