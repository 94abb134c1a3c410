package gpusim

// This file runs launches under the eyes of checkers.

import (
	"fmt"
	"slices"

	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/check"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/simt"
	"gpucourse/gpusim/report"
	"gpucourse/gpusim/trace"
)

// Tools is a set of tools that check a launch: Racecheck | Initcheck.
type Tools uint8

// The tools, with the names that compute-sanitizer gives them. Bit i is row i of check.Tools.
const (
	Memcheck  Tools = 1 << iota // accesses where they must not be
	Racecheck                   // elements that threads use in no order while one writes
	Initcheck                   // reads of what nobody has written
	Synccheck                   // barriers and warp functions that threads never reach
	AllChecks Tools = 1<<iota - 1
)

// UnmarshalText reads the names of tools, separated by commas, or "all".
func (t *Tools) UnmarshalText(names []byte) error {
	list, err := check.Parse(string(names))
	*t = 0
	for i, row := range check.Tools {
		if slices.ContainsFunc(list, func(named check.Tool) bool { return named.Name == row.Name }) {
			*t |= 1 << i
		}
	}
	return err
}

// String returns the names of the tools, separated by commas.
func (t Tools) String() string { return check.Names(t.rows()) }

func (t Tools) rows() (rows []check.Tool) {
	for i, row := range check.Tools {
		if t>>i&1 == 1 {
			rows = append(rows, row)
		}
	}
	return rows
}

// Check makes a launch and has tools watch it. The launch is like any other, but
// slower and without caches or time. What it wrote stays. A fault is the last finding; one that
// the tools do not look for is the error, too. Options.Check does the same beside the counters.
func (d *Device) Check(tools Tools, kernel any, c Config, args ...any) (*report.Check, error) {
	s := d.DefaultStream()
	found, err := s.Check(tools, kernel, c, args...)
	if err == nil && found.Fault == nil {
		s.Synchronize()
	}
	return found, err
}

// Check is Device.Check in the stream; it does not wait for the launch.
func (s *Stream) Check(tools Tools, kernel any, c Config, args ...any) (*report.Check, error) {
	c.NoCaches, c.NoTime, c.Check = true, true, tools
	if tools == 0 {
		return nil, noTool("Check is called without a tool")
	}
	w, err := newWatcher(tools)
	if err != nil {
		return nil, err
	}
	w.alone = true
	if _, err := s.launch(w, kernel, c, args); err != nil {
		return w.failed(err)
	}
	return w.found(), nil
}

// watcher is the tools that watch a launch and, once it is known, their checkers.
type watcher struct {
	tools  []check.Tool
	set    *check.Set
	kernel *kernelCode
	alone  bool // nothing is measured beside the tools
	result *report.Check
}

// newWatcher returns the watcher of some tools, nil for none.
func newWatcher(tools Tools) (*watcher, error) {
	switch {
	case tools == 0:
		return nil, nil
	case tools&^AllChecks != 0:
		return nil, noTool(fmt.Sprintf("bits %#x of Tools are no tool", uint8(tools&^AllChecks)))
	}
	return &watcher{tools: tools.rows(), result: &report.Check{Tool: tools.String(), Whole: true}}, nil
}

func noTool(message string) error {
	return diag.Called(diag.Diagnostic{Code: diag.NoSetting, Message: message, Hint: "the tools are " + AllChecks.String() + "; gpusim.AllChecks is all of them"})
}

// compiled reports whether the kernel is compiled for checkers: then what it executes is not
// what is measured.
func (w *watcher) compiled() bool {
	return w != nil && w.alone && slices.ContainsFunc(w.tools, func(t check.Tool) bool { return t.Compiled })
}

// watch returns the checkers of a launch.
func (w *watcher) watch(d *Device, p *prepared, program *simt.Program) trace.Observer {
	k := p.code.Kernel
	w.result.Kernel, w.result.Device, w.kernel = k.Name(), d.Name(), k
	w.set = check.New(w.tools, &check.Launch{
		Shape: p.shape, Program: program, Windows: p.bound.windows, Unwritten: d.unwritten(),
		Line: k.Unit.Line, Language: k.Unit.Language(), Bytes: p.CheckBytes,
	})
	return w.set.Observer
}

// failed returns what was found before a launch ended with an error, and the error unless the
// tools look for it. The result is nil where no kernel ran.
func (w *watcher) failed(err error) (*report.Check, error) {
	fault, expected, ok := check.Fault(w.tools, err)
	if !ok || w.set == nil {
		return nil, err
	}
	found := w.found()
	found.Findings, found.Fault = append(found.Findings, fault), err
	if expected {
		return found, nil
	}
	return found, err
}

// found returns what was found so far.
func (w *watcher) found() *report.Check {
	if w.set != nil {
		w.result.Findings, w.result.Whole = w.set.Findings()
		for i := range w.result.Findings {
			f := &w.result.Findings[i]
			f.Diagnostic = w.kernel.Unit.Language().Worded(f.Diagnostic).(diag.Diagnostic)
		}
		w.result.Notes = w.set.Notes()
		w.set = nil
	}
	return w.result
}

// unwritten returns the address ranges that neither the host nor a launch has written.
func (d *Device) unwritten() (list []check.Unwritten) {
	for _, a := range d.memory.Allocations() {
		if b := d.blocks[a]; b != nil && b.unwritten.lo < b.unwritten.hi && !b.symbol {
			window := simt.Window{Lo: a.Base + uint64(b.unwritten.lo), Hi: a.Base + uint64(b.unwritten.hi)}
			list = append(list, check.Unwritten{Window: window, Result: b.result})
		}
	}
	return list
}

// launched marks what a kernel may have written.
func (d *Device) launched(k *ir.Kernel, b *bound, s *report.Sampled) {
	by := ""
	if s != nil {
		by = k.Name
	}
	for i := range k.Blocks {
		for _, in := range k.Blocks[i].Instrs {
			switch {
			case in.Space == ir.Global && (in.Op == ir.St || in.Op == ir.Atom):
				d.written(in.Root, b, by)
			case in.Op == ir.CopyReduce, in.Mod == ir.BulkStore:
				d.written(0, b, by)
			}
		}
	}
}

// written marks the memory of a variable, all memory when it is not known which one.
func (d *Device) written(v ir.VarID, b *bound, sampled string) {
	for a, block := range d.blocks {
		if v == 0 || a.Base <= b.windows[v-1].Lo && b.windows[v-1].Lo < a.End() {
			block.unwritten, block.sampled = span{}, sampled
		}
	}
}
