package grading

// This file grades explanations and predictions. An explanation goes through these steps:
//
//	read     every element of the list is a piece of evidence with constant arguments
//	measure  the kernel that it is about makes its timed launch, and computes the right result;
//	         a kernel that is graded beside it has made that launch already
//	true     the claim and each value are those of the report
//	judge    pieces that support nothing, are missing or stand too late miss a goal
//
// A prediction is read, and it must name enough counters.

import (
	"errors"
	"fmt"
	"slices"

	"gpucourse/grader/internal/evidence"
	"gpucourse/grader/internal/simulator"
	"gpucourse/grader/internal/source"
	"gpucourse/grader/rubric"
	"gpucourse/grader/verdict"
)

// argument is an explanation or a prediction that was read.
type argument struct {
	*submission
	row    *rubric.Plan
	pieces *source.Plan
	home   verdict.Position // of the variable
}

func (s *submission) readEvidence(v *verdict.Verdict, p *rubric.Plan, kernel string) step {
	pieces, f := s.source.Plan(p.Name)
	if f != nil {
		v.Stop(verdict.Invalid, f)
		return nil
	}
	a := &argument{s, p, pieces, s.source.LineOf(p.Name)}
	if p.Predicts != "" {
		if f := a.incomplete(); f != nil {
			v.Stop(verdict.Wrong, f)
			return nil
		}
		v.Measure(nil, nil)
		return nil
	}
	i := slices.IndexFunc(s.exercise.Kernels, func(k rubric.Kernel) bool { return k.Name == kernel })
	return func() step {
		a.judge(v, &s.exercise.Kernels[i])
		return nil
	}
}

// incomplete returns feedback on a prediction that cannot be compared.
func (a *argument) incomplete() *verdict.Feedback {
	if fault := evidence.Incomplete(a.pieces.Calls, a.row.Predicts); fault != nil {
		return a.feedback(fault, "go run gpucourse/grader hardware lists the counters that can be compared")
	}
	return nil
}

// judge measures the kernel and judges the explanation.
func (a *argument) judge(v *verdict.Verdict, k *rubric.Kernel) {
	report, err := a.report(k)
	if err != nil {
		var problems simulator.Problems
		why := err.Error()
		if errors.As(err, &problems) && len(problems) > 0 {
			why = problems[0].Message
		}
		v.Stop(verdict.Wrong, &verdict.Feedback{
			Title: fmt.Sprintf("there is no report to explain: %s is not right", k.Name), At: a.source.LineOf(k.Name),
			Hint: "finish the kernel first", Notes: []verdict.Note{{Label: "because", Text: why}},
		})
		return
	}
	j := evidence.Judge(a.pieces.Calls, report)
	if j.False != nil {
		v.Stop(verdict.Wrong, a.feedback(j.False, "go run gpucourse/grader evidence lists what the report of your kernel has"))
		return
	}
	v.Measure(a.measure(j))
}

// report returns the report of the kernel's timed launch.
func (a *argument) report(k *rubric.Kernel) (*evidence.Report, error) {
	if graded := a.timed[k.Name]; graded != nil {
		if counters := <-graded; counters != nil {
			return evidence.Of(k.Name, counters), nil
		}
	}
	d := rubric.Draw{Seed: a.seed(k.Name), Constants: a.source.Constants(k.Name)}
	return evidence.Measure(a.Simulator, a.exercise.Device, a.source.File, k, d)
}

// measure returns each goal with its count, and feedback at the first fault of each that is missed.
func (a *argument) measure(j *evidence.Judgement) (goals []verdict.Goal, missed []verdict.Feedback) {
	faults := map[string][]evidence.Fault{rubric.IdlePieces: j.Idle, rubric.MissingKinds: j.Missing, rubric.LatePieces: j.Late}
	for _, g := range a.row.Goals {
		found := faults[g.Name]
		goal := verdict.Goal{Name: g.Name, Bound: "limit", Got: float64(len(found)), Met: len(found) == 0}
		goals = append(goals, goal)
		if goal.Met {
			continue
		}
		f := goalMissed(goal.String(), a.at(&found[0]), g.Hint)
		for _, fault := range found {
			f.Notes = append(f.Notes, verdict.Note{Label: "why", Text: fault.Why})
		}
		missed = append(missed, *f)
	}
	return goals, missed
}

// feedback explains a fault on the line of its piece.
func (a *argument) feedback(fault *evidence.Fault, hint string) *verdict.Feedback {
	return &verdict.Feedback{Title: fault.Why, At: a.at(fault), Hint: hint}
}

// at returns the line of a fault's piece, and of the variable where it is about no piece.
func (a *argument) at(fault *evidence.Fault) verdict.Position {
	if fault.Piece >= 0 {
		return a.pieces.Lines[fault.Piece]
	}
	return a.home
}
