package simulator

// This file runs functions in gpusim/cpu.

import (
	"gpucourse/gpusim/cpu"
	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/report"
	"gpucourse/grader/verdict"
)

// loadCPU loads a function for a CPU.
func loadCPU(m *cpu.Machine, file, function string) (Program, error) {
	f, err := cpu.Load(file, function, cpu.Alone)
	if err != nil {
		return nil, withCPUHints(ProblemsOf(err))
	}
	return &cpuProgram{m, f}, nil
}

// cpuHints replace hints of the compiler that are about threads and memories of a GPU.
var cpuHints = map[diag.Code]string{
	diag.Copy:   "write a loop over the elements",
	diag.Make:   "use a local array, such as var a [8]float64, or a slice parameter",
	diag.Append: "write to an index below len",
}

func withCPUHints(err error) error {
	problems, ok := err.(Problems)
	for i := range problems {
		if hint, better := cpuHints[diag.Code(problems[i].Code)]; ok && better {
			problems[i].Hint = hint
		}
	}
	return err
}

// threadInstructions is how many instructions of one thread a limit of one warp
// instruction allows.
const threadInstructions = 4

// cpuProgram is a function for a CPU. It has no grid and no symbols.
type cpuProgram struct {
	machine  *cpu.Machine
	function *cpu.Function
}

// Conditions implements Deciding.
func (p *cpuProgram) Conditions() *report.Conditions { return p.function.Conditions() }

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
		m.Observe = l.deciding
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
