package class

// This file grades answers to tasks, and kernels of exercises that a file of progress holds.

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"gpucourse/gpusim"
	"gpucourse/grader/internal/answers"
	"gpucourse/grader/internal/handin"
	"gpucourse/grader/internal/isolated"
	"gpucourse/grader/internal/judge"
	"gpucourse/grader/internal/source"
	"gpucourse/grader/progress"
	"gpucourse/grader/rubric"
	"gpucourse/grader/task"
	"gpucourse/grader/verdict"
)

// chooseTasks finds the tasks of Tasks: chapters, IDs or "all".
func (s *Settings) chooseTasks() error {
	chosen := map[string]bool{}
	for _, word := range s.Tasks {
		found := false
		for i := range task.Tasks {
			t := &task.Tasks[i]
			number, _, _ := strings.Cut(t.ID, ".")
			if word == "all" || word == t.ID || word == number || "0"+word == number {
				found, chosen[t.ID] = true, true
			}
		}
		if !found {
			return fmt.Errorf("tasks: nothing is called %q; write a chapter (07), a task (07.2) or \"all\"", word)
		}
	}
	for i := range task.Tasks {
		if chosen[task.Tasks[i].ID] {
			s.tasks = append(s.tasks, &task.Tasks[i])
		}
	}
	return nil
}

// answered is what a submission answers, by the IDs of items of progress.
type answered map[string][]answers.Answer

// answersIn returns the answers in a submission as far as they are graded, and warnings.
func (s *Settings) answersIn(found *handin.Found) (all answered, warnings []string) {
	all = answered{}
	for _, p := range found.Papers {
		list, err := answers.Read(p.Path, p.Shown)
		if err != nil {
			warnings = append(warnings, verdict.Printable(fmt.Sprintf("%s: %v", p.Shown, err)))
		}
		for _, a := range list {
			same := func(b answers.Answer) bool { return a.Text() == b.Text() }
			switch {
			case !s.grades(a.ID) || slices.ContainsFunc(all[a.ID], same):
			case len(all[a.ID]) == answers.MostAnswers:
				text := fmt.Sprintf("%s has more than %d answers: the first of them count", a.ID, answers.MostAnswers)
				if !slices.Contains(warnings, text) {
					warnings = append(warnings, text)
				}
			default:
				all[a.ID] = append(all[a.ID], a)
			}
		}
	}
	return all, warnings
}

// grades reports whether an item of progress is graded.
func (s *Settings) grades(id string) bool {
	name, _, inExercise := strings.Cut(id, "/")
	if inExercise {
		return slices.ContainsFunc(s.exercises, func(e exercise) bool { return e.row.Name == name })
	}
	return slices.ContainsFunc(s.tasks, func(t *task.Task) bool { return t.ID == id })
}

// text stands for all answers.
func (a answered) text() string {
	var b strings.Builder
	for _, id := range slices.Sorted(maps.Keys(a)) {
		for i := range a[id] {
			fmt.Fprintf(&b, "%q\n", a[id][i].Text())
		}
	}
	return b.String()
}

// tasks judges the answers to tasks: a verdict per task, of the best answer.
func (w *work) tasks(ctx context.Context, learner string, given answered) (verdicts []*verdict.Verdict, err error) {
	variants := w.Settings.VariantsOf(learner)
	for _, t := range w.Settings.tasks {
		t := t.As(variants[t.ID])
		best, err := w.task(ctx, t, given[t.ID])
		if err != nil {
			return nil, err
		}
		verdicts = append(verdicts, best)
	}
	return verdicts, nil
}

// task judges all answers to a task. The wrong letters of a choice count as tries before the right one.
func (w *work) task(ctx context.Context, t *task.Task, given []answers.Answer) (best *verdict.Verdict, err error) {
	_, choice := t.Ask.(task.Choice)
	best, wrong := judge.Unanswered(t), 0
	for _, a := range given {
		if best.State == verdict.Done && !choice {
			break
		}
		v, err := w.judge(ctx, t, &a)
		if err != nil {
			return nil, err
		}
		if v.State == verdict.Wrong {
			wrong++
		}
		best = better(best, v)
	}
	if choice && best.State == verdict.Done {
		best.Tries = wrong
	}
	best.Variant = t.Variant
	return best, nil
}

// better returns the verdict with more marks or, of equals, the one that came further. What has
// been started counts before what has not.
func better(a, b *verdict.Verdict) *verdict.Verdict {
	started := func(v *verdict.Verdict) int {
		if v.State == verdict.NotStarted {
			return 0
		}
		return 1
	}
	if cmp.Or(cmp.Compare(started(a), started(b)), cmp.Compare(a.Marks(), b.Marks()), cmp.Compare(a.State, b.State)) < 0 {
		return b
	}
	return a
}

// judge judges an answer. An error is one of this machine.
func (w *work) judge(ctx context.Context, t *task.Task, a *answers.Answer) (v *verdict.Verdict, err error) {
	if a.Unread != "" {
		return judge.Unreadable(t, a.From, a.Unread), nil
	}
	if a.Program != "" {
		return judge.Program(ctx, t, a.Program, a.Head, w.Limits)
	}
	if c, ok := a.Value.(gpusim.Config); ok {
		return judge.Launch(ctx, t, c, w.Limits)
	}
	defer func() {
		if cause := recover(); cause != nil {
			err = fmt.Errorf("the answer to task %s is computed by a launch of the course, which fails: run the grader in a copy of the repository: %v", t.ID, cause)
		}
	}()
	j, mistake := judge.Answer(ctx, t, a.Value)
	if mistake != nil {
		return judge.Unreadable(t, a.From, mistake.Error()), ctx.Err()
	}
	return j.Verdict, ctx.Err()
}

// kernels grades the kernels of an exercise that a file of progress holds, for those that nobody has
// started in a file of the exercise.
func (w *work) kernels(ctx context.Context, e *rubric.Exercise, verdicts []*verdict.Verdict, given answered) error {
	for i, v := range verdicts {
		if v.State != verdict.NotStarted {
			continue
		}
		for _, a := range given[progress.ID(e.Name, v.Kernel)] {
			if a.Program == "" {
				continue // a verdict alone counts for nothing
			}
			graded, err := w.kernel(ctx, e, v.Kernel, &a)
			if err != nil {
				return err
			}
			verdicts[i] = better(verdicts[i], graded)
		}
	}
	return nil
}

func (w *work) kernel(ctx context.Context, e *rubric.Exercise, name string, a *answers.Answer) (*verdict.Verdict, error) {
	folder, err := os.MkdirTemp("", "gpucourse-*")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	of := strings.NewReplacer("package main;", "package "+e.Package+";")
	text, head := strings.Replace(a.Program, a.Head, of.Replace(a.Head), 1), of.Replace(a.Head)
	if err := os.WriteFile(filepath.Join(folder, source.KernelFile), []byte(text), 0o600); err != nil {
		return nil, err
	}
	o := w.options()
	o.Only = []string{name}
	v := isolated.Grade(ctx, e, folder, o)[0]
	for i := range v.Feedback {
		judge.Rename(&v.Feedback[i], filepath.Join(folder, source.KernelFile), e.Name+"/"+source.KernelFile, head)
	}
	return v, ctx.Err()
}
