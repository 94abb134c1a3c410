package grading

// This file is a simulator that runs Go functions, to test grading without gpusim.

import (
	"fmt"
	"math"

	"gpucourse/gpusim/diag"
	"gpucourse/grader/internal/simulator"
	"gpucourse/grader/rubric"
	"gpucourse/grader/verdict"
)

// fake is a simulator with one kernel, a Go function over the arguments of the launch.
type fake struct {
	run      func(l *simulator.Launch) error
	counters simulator.Counters
	loadErr  error
	launches int
}

func (f *fake) Load(device, file, kernel string) (simulator.Program, error) {
	if f.loadErr != nil {
		return nil, f.loadErr
	}
	return f, nil
}

func (f *fake) Launch(l *simulator.Launch) (*simulator.Counters, error) {
	f.launches++
	if l.Instructions == 0 {
		return nil, fmt.Errorf("a launch without a limit on instructions")
	}
	before := watched(l)
	if err := f.execute(l); err != nil {
		return nil, err
	}
	c := f.counters
	if l.Watch != nil && before != watched(l) {
		c.Writer = &simulator.Writer{Block: rubric.Dim{X: l.Watch.Index}, At: verdict.Position{File: "kernel.go", Line: 7}}
	}
	if c.Metric == nil {
		c.Metric = metrics(nil)
	}
	return &c, nil
}

// watched returns the bits of the watched element.
func watched(l *simulator.Launch) uint32 {
	if l.Watch == nil {
		return 0
	}
	return math.Float32bits(l.Args[l.Watch.Arg].([]float32)[l.Watch.Index])
}

// execute runs the kernel. An index out of range ends it, as it does in gpusim.
func (f *fake) execute(l *simulator.Launch) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = simulator.Problems{{Message: fmt.Sprint(p), Code: string(diag.IndexOutOfRange)}}
		}
	}()
	return f.run(l)
}

// metrics returns values of a table, and 0 for what it does not hold.
func metrics(table map[string]float64) func(string) (float64, bool) {
	return func(name string) (float64, bool) { return table[name], true }
}
