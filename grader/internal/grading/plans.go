package grading

// This file grades plans, in these steps:
//
//	read     every element of the list is a call with constant arguments
//	play     the calls are made in order; the first that fails ends the grading, as does
//	         a launch in which checkers find a mistake
//	check    the plan does what the exercise asks for
//	again    with other values in the copies to the device, its results are others
//	measure  counts are compared with the goals

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"

	"gpucourse/gpusim"
	"gpucourse/gpusim/plan"
	"gpucourse/grader/internal/simulator"
	"gpucourse/grader/internal/source"
	"gpucourse/grader/rubric"
	"gpucourse/grader/verdict"
)

func (s *submission) checkPlan(v *verdict.Verdict, p *rubric.Plan) step {
	if !s.begun(v, s.source.CheckPlan(p)) {
		return nil
	}
	if kernel := p.Explains + p.Predicts; kernel != "" {
		return func() step { return s.readEvidence(v, p, kernel) }
	}
	return func() step {
		r, f := s.readPlan(p)
		if f != nil {
			v.Stop(verdict.Invalid, f)
			return nil
		}
		return func() step {
			r.play(v)
			return nil
		}
	}
}

// play plays a plan and judges it.
func (r *planRun) play(v *verdict.Verdict) {
	outcome := r.outcome(r.plan.Calls)
	f := r.wrong(outcome)
	if f == nil {
		f = r.copied()
	}
	if f != nil {
		v.Stop(verdict.Wrong, f)
		return
	}
	v.Measure(r.measure(outcome))
}

// outcome plays calls.
func (r *planRun) outcome(calls []plan.Call) *plan.Outcome {
	o, err := plan.PlayModule(r.row.Devices, r.module, calls...)
	if err != nil {
		panic("BUG: a plan's devices: " + err.Error())
	}
	return o
}

// copied plays the plan with other values in its copies to the device. It returns feedback on
// a result that is not what launches compute of them.
func (r *planRun) copied() *verdict.Feedback {
	if len(r.row.Results) == 0 {
		return nil
	}
	other := otherValues(r.seed)
	o := r.outcome(plan.WithValues(r.plan.Calls, other))
	for _, result := range r.row.Results {
		if wrong := result.Wrong(o, other); wrong != "" {
			return &verdict.Feedback{
				Title: fmt.Sprintf("%s has the right values, but no launch of %s computes them of the task's", result.Pointer, strings.Join(r.row.Kernels, ", ")),
				At:    r.home, Hint: "copy to the device what the task says, and let the kernel compute the result",
				Notes: []verdict.Note{{Label: "again", Text: "with other values in the copies to the device, " + wrong}},
			}
		}
	}
	return nil
}

// otherValues returns a function that draws a number for each number but 0, always the same for
// the same.
func otherValues(seed uint64) func(float64) float64 {
	const most = 64
	return func(v float64) float64 {
		if v == 0 {
			return 0
		}
		return float64(1+rand.New(rand.NewPCG(seed, math.Float64bits(v))).IntN(most)) / 8
	}
}

// planRun is a plan that was read.
type planRun struct {
	row    *rubric.Plan
	plan   *source.Plan
	seed   uint64           // of other values
	module *gpusim.Module   // nil when the plan launches no kernel
	home   verdict.Position // of the variable
}

func (s *submission) readPlan(p *rubric.Plan) (*planRun, *verdict.Feedback) {
	r := &planRun{row: p, home: s.source.LineOf(p.Name), seed: s.seed(p.Name)}
	var f *verdict.Feedback
	if r.plan, f = s.source.Plan(p.Name); f != nil {
		return nil, f
	}
	if len(p.Kernels) == 0 {
		return r, nil
	}
	if f = s.source.ChangedKernels(p.Kernels, s.stub); f != nil {
		return nil, f
	}
	var err error
	if r.module, err = gpusim.LoadFile(s.source.File, gpusim.Alone); err != nil {
		return nil, simulator.Feedback(simulator.ProblemsOf(err))
	}
	return r, nil
}

// wrong returns feedback on the first call that failed or launched a kernel with a mistake,
// or else on the first check that failed, and nil when all is right.
func (r *planRun) wrong(o *plan.Outcome) *verdict.Feedback {
	for i, a := range o.Answers {
		if a.Err != nil {
			return r.failedCall(i, len(o.Answers), a.Err)
		}
		if a.Check == nil {
			continue
		}
		if found := simulator.FindingsOf(a.Check); len(found) > 0 {
			return r.unsoundCall(i, len(o.Answers), &found[0])
		}
	}
	for _, result := range r.row.Results {
		if wrong := result.Wrong(o, func(v float64) float64 { return v }); wrong != "" {
			return &verdict.Feedback{Title: wrong, At: r.home, Hint: result.Hint}
		}
	}
	for _, c := range r.row.Checks {
		if wrong := c.Wrong(o); wrong != "" {
			return &verdict.Feedback{Title: wrong, At: r.home, Hint: c.Hint}
		}
	}
	return nil
}

// unsoundCall explains what a checker found in the launch of call i of n.
func (r *planRun) unsoundCall(i, n int, found *simulator.Finding) *verdict.Feedback {
	f := &verdict.Feedback{
		Title: found.Message, At: r.plan.Lines[i], Hint: "the kernel is right when it is launched as its comment says",
		Notes: []verdict.Note{{Label: "call", Text: fmt.Sprintf("%d of %d", i+1, n)}},
	}
	if found.At.Line > 0 {
		f.Notes = append(f.Notes, verdict.Note{Label: "kernel", Text: found.At.String() + "\n" + found.At.Text})
	}
	f.Notes = append(f.Notes, verdict.Note{Label: "checker", Text: fmt.Sprintf("%s, %s [%s]", found.Checker, times(found.Count), found.Code)})
	return f
}

// failedCall explains call i of n.
func (r *planRun) failedCall(i, n int, err error) *verdict.Feedback {
	f := &verdict.Feedback{Title: err.Error(), At: r.plan.Lines[i]}
	var problems simulator.Problems
	if errors.As(simulator.ProblemsOf(err), &problems) {
		f.Title, f.Hint = problems[0].Message, problems[0].Hint
	}
	f.Notes = append(f.Notes, verdict.Note{Label: "call", Text: fmt.Sprintf("%d of %d", i+1, n)})
	f.Notes = append(f.Notes, r.stacksAfter(r.plan.Calls[:i])...)
	return f
}

// stacksAfter shows the context stack of each thread after some calls.
func (r *planRun) stacksAfter(calls []plan.Call) []verdict.Note {
	o, err := plan.PlayModule(r.row.Devices, r.module, calls...)
	if err != nil || len(o.History) == 0 {
		return nil
	}
	var notes []verdict.Note
	for _, s := range o.History[len(o.History)-1].Stacks {
		var names []string
		for _, c := range s.Contexts {
			names = append(names, c.Name)
		}
		text := strings.Join(names, ", ") + " (the last one is current)"
		if len(names) == 0 {
			text = "empty"
		}
		notes = append(notes, verdict.Note{Label: "stack", Text: s.Thread + ": " + text})
	}
	return notes
}

// measure returns each goal with its count, and feedback on those that are missed.
func (r *planRun) measure(o *plan.Outcome) (goals []verdict.Goal, missed []verdict.Feedback) {
	for _, g := range r.row.Goals {
		got := g.Count(o)
		goal := verdict.Goal{Name: g.Name, Bound: "limit", Limit: float64(g.Limit), Got: float64(got), Met: got <= g.Limit}
		goals = append(goals, goal)
		if !goal.Met {
			missed = append(missed, *goalMissed(goal.String(), r.home, g.Hint))
		}
	}
	return goals, missed
}
