package grading

// This file grades host programs, in these steps:
//
//	read     the function is there, with its signature, and the kernels are as they were given
//	run      the function is read statement by statement, and its calls are made; the first that fails ends the
//	         grading
//	check    values, order and memory are what the task asks for
//	again    the same with other numbers
//	measure  counts and times of the last run are compared with the goals

import (
	"errors"
	"math/rand/v2"

	"gpucourse/gpusim"
	"gpucourse/grader/internal/hostrun"
	"gpucourse/grader/internal/simulator"
	"gpucourse/grader/rubric"
	"gpucourse/grader/verdict"
)

func (s *submission) checkProgram(v *verdict.Verdict, p *rubric.Program) step {
	if !s.begun(v, s.source.CheckProgram(p)) {
		return nil
	}
	if f := s.source.ChangedKernels(p.Kernels, s.stub); f != nil {
		v.Stop(verdict.Invalid, f)
		return nil
	}
	if p.Judge != nil {
		return func() step { return s.judgeKernel(v, p) }
	}
	return func() step { return s.readProgram(v, p) }
}

// judgeKernel judges a kernel by the outcomes that the memory model allows.
func (s *submission) judgeKernel(v *verdict.Verdict, p *rubric.Program) step {
	module, err := gpusim.LoadFile(s.source.File, gpusim.Alone)
	var kernel *gpusim.Kernel
	if err == nil {
		kernel, err = module.Kernel(p.Name)
	}
	if err != nil {
		v.Stop(verdict.Invalid, simulator.Feedback(simulator.ProblemsOf(err)))
		return nil
	}
	return func() step {
		played, m := p.Judge(kernel, s.source.Print(s.source.Decl(p.Name)))
		if m != nil {
			v.Stop(verdict.Wrong, s.mistaken(p, m))
			return nil
		}
		v.Measure(s.measureProgram(p, played))
		return nil
	}
}

func (s *submission) readProgram(v *verdict.Verdict, p *rubric.Program) step {
	r := &hostrun.Program{Decl: s.source.Decl, Line: s.source.LineIn, Print: s.source.Print, Kernels: p.Kernels}
	if len(p.Kernels) > 0 {
		var err error
		if r.Module, err = gpusim.LoadFile(s.source.File, gpusim.Alone); err != nil {
			v.Stop(verdict.Invalid, simulator.Feedback(simulator.ProblemsOf(err)))
			return nil
		}
	}
	return func() step {
		s.runProgram(v, p, r)
		return nil
	}
}

// runProgram runs a program with different numbers, and judges it.
func (s *submission) runProgram(v *verdict.Verdict, p *rubric.Program, r *hostrun.Program) {
	var last *rubric.Played
	for run := range rubric.ProgramRuns {
		start := p.Begin(run, rand.New(rand.NewPCG(s.seed(p.Name), uint64(run))))
		played, stop := r.Run(p.Name, start)
		if stop != nil {
			state := verdict.Wrong
			if stop.Refused {
				state = verdict.Invalid
			}
			v.Stop(state, s.stopped(stop))
			return
		}
		for _, check := range start.Checks {
			if m := check(played); m != nil {
				v.Stop(verdict.Wrong, s.mistaken(p, m))
				return
			}
		}
		last = played
	}
	v.Measure(s.measureProgram(p, last))
}

// stopped explains why a run ended before the function returned.
func (s *submission) stopped(stop *hostrun.Stop) *verdict.Feedback {
	f := &verdict.Feedback{Title: stop.Message, At: s.source.PositionOf(stop.Line), Hint: stop.Hint}
	var problems simulator.Problems
	if stop.Err != nil && errors.As(simulator.ProblemsOf(stop.Err), &problems) {
		f.Title, f.Hint = problems[0].Message, problems[0].Hint
		f.Notes = []verdict.Note{{Label: "answer", Text: gpusim.CUDAName(stop.Err)}}
	}
	return f
}

// mistaken explains what a check found.
func (s *submission) mistaken(p *rubric.Program, m *rubric.Mistake) *verdict.Feedback {
	f := &verdict.Feedback{Title: m.What, At: s.source.LineOf(p.Name), Hint: m.Hint}
	if m.Line > 0 {
		f.At = s.source.PositionOf(m.Line)
	}
	if m.Also > 0 {
		also := s.source.PositionOf(m.Also)
		f.Notes = []verdict.Note{{Label: "before", Text: also.String() + "\n" + also.Text}}
	}
	return f
}

// measureProgram returns each goal with its count, and feedback on those that are missed.
func (s *submission) measureProgram(p *rubric.Program, played *rubric.Played) (goals []verdict.Goal, missed []verdict.Feedback) {
	for _, g := range p.Goals {
		got := g.Count(played)
		goal := verdict.Goal{Name: g.Name, Bound: "limit", Limit: g.Limit, Got: got, Met: got <= g.Limit}
		if g.AtLeast {
			goal.Bound, goal.Met = "at least", got >= g.Limit
		}
		goals = append(goals, goal)
		if !goal.Met {
			hint := g.Hint
			if g.HintOf != nil {
				hint = g.HintOf(played)
			}
			missed = append(missed, *goalMissed(goal.String(), s.source.LineOf(p.Name), hint))
		}
	}
	return goals, missed
}
