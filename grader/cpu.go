package grader

// This file puts the simulated CPU behind the door, for exercises whose device is one.

import (
	"gpucourse/gpusim/cpu"
)

// loadCPU loads a function for a CPU.
func loadCPU(m *cpu.Machine, folder, function string) (program, error) {
	f, err := cpu.Load(folder, function)
	if err != nil {
		return nil, problems(err)
	}
	return &cpuProgram{m, f}, nil
}

// threadsWork is how many instructions of one thread may stand for one of a warp,
// of which budgets are made.
const threadsWork = 4

// cpuProgram is a function for a CPU. Grids and symbols are not for it.
type cpuProgram struct {
	machine  *cpu.Machine
	function *cpu.Function
}

// Launch implements program.
func (p *cpuProgram) Launch(l *Launch) (*Counters, error) {
	m := *p.machine
	m.Instructions, m.Deadline = l.Instructions*threadsWork, l.Deadline
	if l.Watch != nil {
		file, line, err := m.LastWriter(p.function, l.Watch.Arg, l.Watch.Index, l.Args...)
		c := &Counters{}
		if line > 0 {
			c.Writer = &Writer{Place: placeIn(file, line)}
		}
		return c, problems(err)
	}
	r, err := m.Run(p.function, l.Args...)
	if err != nil {
		return nil, problems(err)
	}
	c := &Counters{Metric: r.Metric}
	for i := range r.Lines {
		line := &r.Lines[i]
		c.Lines = append(c.Lines, Line{Place: placeIn(line.Pos.File, line.Pos.Line), Metric: line.Metrics.Get})
	}
	return c, nil
}
