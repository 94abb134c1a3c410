package simulator

// This file runs functions in gpusim/cpu.

import (
	"gpucourse/gpusim/cpu"
	"gpucourse/grader/verdict"
)

// loadCPU loads a function for a CPU.
func loadCPU(m *cpu.Machine, file, function string) (Program, error) {
	f, err := cpu.LoadFileAlone(file, function)
	if err != nil {
		return nil, ProblemsOf(err)
	}
	return &cpuProgram{m, f}, nil
}

// threadInstructions is how many instructions of one thread a limit of one warp
// instruction allows.
const threadInstructions = 4

// cpuProgram is a function for a CPU. It has no grid and no symbols.
type cpuProgram struct {
	machine  *cpu.Machine
	function *cpu.Function
}

// Launch implements Program.
func (p *cpuProgram) Launch(l *Launch) (*Counters, error) {
	m := *p.machine
	m.Instructions = l.Instructions * threadInstructions
	if l.Watch != nil {
		at, source, err := m.LastWriter(p.function, l.Watch.Arg, l.Watch.Index, l.Args...)
		c := &Counters{}
		if at.Line > 0 {
			c.Writer = &Writer{At: verdict.At(at, source)}
		}
		return c, ProblemsOf(err)
	}
	if l.Measure < Counts {
		return &Counters{}, ProblemsOf(m.Execute(p.function, l.Args...))
	}
	r, err := m.Run(p.function, l.Args...)
	if err != nil {
		return nil, ProblemsOf(err)
	}
	c := &Counters{Metric: r.Metric}
	for i := range r.Lines {
		line := &r.Lines[i]
		c.Lines = append(c.Lines, Line{At: verdict.At(line.Pos, line.Source), Metric: line.Metrics.Get})
	}
	return c, nil
}
