package simulator

// This file runs kernels under the checkers.

import (
	"slices"

	"gpucourse/gpusim"
	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/report"
	"gpucourse/gpusim/trace"
	"gpucourse/grader/verdict"
)

// check launches the kernel under all checkers, without counters.
func (p *gpuProgram) check(dev *gpusim.Device, c gpusim.Config, args []any, arrays []*gpusim.Array, l *Launch) (*Counters, error) {
	r, err := dev.Check(gpusim.AllChecks, p.kernel, c, args...)
	if err != nil {
		return nil, ProblemsOf(err)
	}
	err = download(arrays, l.Args)
	if found := FindingsOf(r.Findings); err != nil && len(found) > 0 { // the last finding is the fault
		return &Counters{Findings: found, Ended: true}, nil
	}
	return &Counters{Findings: findingsOf(r)}, err
}

// findingsOf returns the mistakes that checkers found in a launch, and says so where they could
// not watch all of it.
func findingsOf(r *report.Check) []Finding {
	found := FindingsOf(r.Findings)
	if r.Whole {
		return found
	}
	return append(slices.Clip(found), Finding{Problem: Problem{
		Code: "Unwatched", Message: "the launch is too large for the checkers to watch all of it",
		Hint: "use less memory, fewer instructions, or fewer fences and barriers",
	}, Checker: gpusim.Racecheck, Count: 1})
}

// FindingsOf returns the mistakes among what checkers found.
func FindingsOf(found []report.Finding) (list []Finding) {
	for i := range found {
		if f := &found[i]; !f.Code.Warning() || unreleased(f) {
			list = append(list, findingOf(f))
		}
	}
	return list
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
