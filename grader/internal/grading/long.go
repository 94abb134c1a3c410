package grading

// This file runs a kernel that has met its goals on sizes far above those that are graded.

import (
	"errors"
	"slices"

	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/report"
	"gpucourse/grader/internal/simulator"
	"gpucourse/grader/rubric"
	"gpucourse/grader/verdict"
)

const (
	// longInstructionLimit is that of a launch with a long size. A kernel that needs more is not judged by it.
	longInstructionLimit = 3_000_000
	// mostFar is how many sizes run for conditions that hold for large sizes alone.
	mostFar = 8
	// ample is how many times the instructions that its work would take a launch may have before it counts as endless.
	ample = 16
)

// checkLong runs sizes for which undecided conditions hold, and then long ones. A launch that is too much work says nothing,
// but then a smaller one must end.
func (t *trial) checkLong() *verdict.Feedback {
	turn, limit := len(t.sizes), uint64(longInstructionLimit)
	for i, s := range append(t.decided.far(t.kernel, t.seed, t.largest(), t.numbers), t.kernel.Beyond(t.seed, t.numbers)...) {
		wrong := t.checkOne(s, turn+i, timedInstructionLimit)
		for _, extreme := range [...]int{1, -1} {
			if wrong == nil {
				wrong = t.checkAt(s, rubric.Draw{Run: 1, Turn: turn + i, Extreme: extreme}, timedInstructionLimit)
			}
		}
		if wrong != nil {
			return wrong
		}
	}
	if wrong := t.checkRounding(turn); wrong != nil {
		return wrong
	}
	if t.numbers != nil && t.numbers.Narrow {
		limit = timedInstructionLimit
	}
	for i, s := range t.kernel.Long(t.seed, t.numbers) {
		wrong := t.checkOne(s, turn+i, limit)
		for _, extreme := range [...]int{0, 1} {
			if wrong == nil && limit > longInstructionLimit {
				wrong = t.checkAt(s, rubric.Draw{Run: 1, Turn: turn + i, Extreme: extreme}, limit)
			}
		}
		if wrong != nil {
			return wrong
		}
	}
	return nil
}

// checkRounding looks for indices that go through a float32. The kernel may be right wherever it runs, because such an index is
// wrong beyond 2²⁴ only. So a kernel whose floats hold fewer bits runs at long sizes.
func (t *trial) checkRounding(turn int) *verdict.Feedback {
	made, ok := t.program.(simulator.Coarsening)
	if !ok || t.kernel.Spans == nil {
		return nil
	}
	coarse, at := made.Coarse()
	if coarse == nil {
		return nil
	}
	for i, s := range t.kernel.Together(t.seed) {
		r := t.newRun(s, rubric.Draw{Turn: turn + i, OneBlock: true}, simulator.Results, false)
		r.limit = timedInstructionLimit
		l := t.launch(r)
		counters, err := coarse.Launch(&l.Launch)
		if tooMuch(counters, err) {
			continue
		}
		wrong := err != nil || counters.Ended
		if !wrong {
			mismatch, _ := t.compare(l)
			wrong = mismatch != nil
		}
		if wrong {
			return &verdict.Feedback{
				Title: "an index goes through a float32, which does not hold all whole numbers beyond 2²⁴ = 16777216", At: at,
				Hint: "compute indices with integers: the arrays may be longer than that",
			}
		}
	}
	return nil
}

// checkAt makes a run of a large size, which says nothing if it is too much work.
func (t *trial) checkAt(s rubric.Size, d rubric.Draw, limit uint64) *verdict.Feedback {
	r := t.newRun(s, d, simulator.Results, false)
	r.limit = limit
	_, wrong := t.check(r)
	return wrong
}

// checkOne makes a run of a large size with numbers that differ from each other.
func (t *trial) checkOne(s rubric.Size, turn int, limit uint64) *verdict.Feedback {
	r := t.newRun(s, rubric.Draw{Turn: turn, OneBlock: true}, simulator.Results, false)
	r.limit = limit
	counters, wrong := t.check(r)
	usual, counted := t.measured.counts.Metric(rubric.WarpInstructions)
	if counters != nil || wrong != nil || !counted || t.kernel.Steep {
		return wrong
	}
	if r.size = t.kernel.Halved(s, t.largest(), func(work float64) bool { return ample*work*usual <= float64(limit) }); r.size == nil {
		return nil
	}
	r.mustEnd = true
	_, wrong = t.check(r)
	return wrong
}

// tooMuch reports whether a launch did not end, or was not watched, because it is large.
func tooMuch(c *simulator.Counters, err error) bool {
	large := func(code string) bool {
		return code == string(diag.InstructionBudget) || code == string(diag.GridTooLarge) || code == simulator.Unwatched
	}
	var problems simulator.Problems
	if errors.As(err, &problems) {
		return slices.ContainsFunc(problems, func(p simulator.Problem) bool { return large(p.Code) })
	}
	return c != nil && slices.ContainsFunc(c.Findings, func(f simulator.Finding) bool { return large(f.Code) })
}

// far returns a large size for each side that a condition takes for large sizes alone.
func (d *decisions) far(k *rubric.Kernel, seed uint64, measured rubric.Size, own *rubric.Constants) (found []rubric.Size) {
	if d == nil || k.Spans == nil || !undecided(d.taken) {
		return nil
	}
	laws, taken, inputs := d.laws(k), slices.Clone(d.taken), make([]report.Input, len(d.Inputs))
	k.Far(seed, measured, own, func(s rubric.Size) bool {
		for i := range inputs {
			inputs[i] = laws[i].input(rubric.Shape{Size: s})
		}
		if d.decide(inputs, taken, mostThreads); news(taken, d.sides) {
			add(taken, d.sides)
			found = append(found, s)
		}
		return len(found) < mostFar && undecided(taken)
	})
	return found
}
