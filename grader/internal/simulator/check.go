package simulator

// This file runs kernels under the checkers.

import (
	"gpucourse/gpusim"
	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/report"
	"gpucourse/gpusim/trace"
	"gpucourse/grader/verdict"
)

// check launches the kernel under all checkers, without counters.
func (p *gpuProgram) check(dev *gpusim.Device, c gpusim.Config, args []any, arrays []*gpusim.Array, l *Launch) (*Counters, error) {
	k, tools := newKeeper(l, arrays), gpusim.AllChecks
	c.Observe = func() trace.Observer { return trace.Join(trace.Observer{Access: k.access}, l.deciding()) }
	if l.Probe != nil {
		tools, c.Observe = gpusim.Memcheck, l.deciding // it compiles the kernel as all tools do
	}
	r, err := dev.Check(tools, p.kernel, c, args...)
	if err != nil {
		return nil, ProblemsOf(err)
	}
	found := &Counters{Findings: FindingsOf(r), Ended: r.Fault != nil}
	if found.Ended {
		return found, nil
	}
	found.Stored = k.first
	if found.Globals, err = p.globals(dev, l); err != nil {
		return nil, err
	}
	return found, download(arrays, l.Args)
}

// Unwatched is the code of a finding that says that checkers did not watch all of a launch.
const Unwatched = "Unwatched"

// FindingsOf returns the mistakes that checkers found in a launch, and says so where they could
// not watch all of it.
func FindingsOf(r *report.Check) (list []Finding) {
	for i := range r.Findings {
		if f := &r.Findings[i]; !f.Code.Warning() || unreleased(f) {
			list = append(list, findingOf(f))
		}
	}
	if r.Whole {
		return list
	}
	return append(list, Finding{Problem: Problem{
		Code: Unwatched, Message: "the launch is too large for the checkers to watch all of it",
		Hint: "use less memory, fewer instructions, or fewer fences and barriers",
	}, Checker: gpusim.Racecheck.String(), Count: 1})
}

// unreleased reports whether fences stand between two plain accesses, but not where they
// would order them. A flag itself is updated by atomics, and may be reset.
func unreleased(f *report.Finding) bool {
	return f.Code == diag.FencedRace && f.First.Kind != trace.Atomic && f.Second.Kind != trace.Atomic
}

func findingOf(f *report.Finding) Finding {
	found := Finding{
		Problem: Problem{
			At:   verdict.At(f.Pos, f.Source),
			Code: string(f.Code), Message: f.What(), Hint: hint(string(f.Code), f.Hint),
		},
		Checker: f.Tool, Count: f.Count,
	}
	if f.Second != nil && f.Second.Pos != f.First.Pos {
		found.Other = verdict.At(f.Second.Pos, f.Second.Source)
	}
	return found
}
