package grader

// This file puts gpusim behind the door.

import (
	"errors"
	"io"
	"reflect"
	"slices"

	"gpucourse/gpusim"
	"gpucourse/gpusim/cpu"
	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/report"
)

// New returns a grader that runs submissions in gpusim.
func New() *Grader { return &Grader{sim: gpusimulator{}} }

type gpusimulator struct{}

// Load implements simulator.
func (gpusimulator) Load(device, folder, kernel string) (program, error) {
	if m, err := cpu.Open(device); err == nil {
		return loadCPU(m, folder, kernel)
	}
	module, err := gpusim.LoadFolder(folder)
	if err != nil {
		return nil, problems(err)
	}
	k, err := module.Kernel(kernel)
	if err != nil {
		return nil, problems(err)
	}
	return &gpusimProgram{device: device, kernel: k}, nil
}

// gpusimProgram is a kernel for a device.
type gpusimProgram struct {
	device string
	kernel *gpusim.Kernel
}

// Launch implements program. Every launch has a device of its own, so that
// arrays always lie at the same addresses.
func (p *gpusimProgram) Launch(l *Launch) (*Counters, error) {
	dev, err := gpusim.Open(p.device)
	if err != nil {
		return nil, err
	}
	args, arrays, err := upload(dev, l.Args)
	if err != nil {
		return nil, err
	}
	if err := setSymbols(dev, p.kernel, l.Symbols); err != nil {
		return nil, problems(err)
	}
	config := gpusim.Config{
		Grid: gpusim.Dim3(l.Grid), Block: gpusim.Dim3(l.Block), Shared: l.Shared, MaxShared: l.Shared,
		Instructions: l.Instructions, Deadline: l.Deadline, NoTime: !l.Clocked,
	}
	if l.Watch != nil {
		config.Stdout = io.Discard // it was printed the first time
		w, err := dev.LastWriter(arrays[l.Watch.Arg], l.Watch.Index, p.kernel, config, args...)
		return &Counters{Writer: writer(w)}, problems(err)
	}
	report, err := dev.Launch(p.kernel, config, args...)
	if err != nil {
		return nil, problems(err)
	}
	return counters(report), download(arrays, l.Args)
}

// upload copies the slices among args to the device. arrays has an entry for
// each argument, nil for a scalar.
func upload(dev *gpusim.Device, args []any) (device []any, arrays []*gpusim.Array, err error) {
	device, arrays = make([]any, len(args)), make([]*gpusim.Array, len(args))
	for i, arg := range args {
		device[i] = arg
		if reflect.TypeOf(arg).Kind() != reflect.Slice {
			continue
		}
		if arrays[i], err = dev.UploadArray(arg); err != nil {
			return nil, nil, err
		}
		device[i] = arrays[i]
	}
	return device, arrays, nil
}

// setSymbols fills the variables that the kernel uses.
func setSymbols(dev *gpusim.Device, k *gpusim.Kernel, symbols []Symbol) error {
	for _, s := range symbols {
		if !slices.ContainsFunc(k.Symbols(), func(used gpusim.Symbol) bool { return used.Name == s.Name }) {
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
		c.Lines = append(c.Lines, Line{Place: placeIn(line.Pos.File, line.Pos.Line), Metric: line.Metrics.Get})
	}
	return c
}

func writer(w *report.Writer) *Writer {
	if w == nil {
		return nil
	}
	return &Writer{Block: Dim(w.Block), Thread: Dim(w.Thread), Place: placeIn(w.File, w.Line)}
}

// problems turns gpusim's diagnostics into the grader's. Other errors stay.
func problems(err error) error {
	var list diag.List
	var one diag.Diagnostic
	switch {
	case errors.As(err, &list):
	case errors.As(err, &one):
		list = diag.List{one}
	default:
		return err
	}
	var out Problems
	for _, d := range list {
		out = append(out, Problem{Place: placeIn(d.Pos.File, d.Pos.Line), Code: string(d.Code), Message: d.What(), Hint: d.Hint})
	}
	return out
}
