// Package cards shows what a learner's work is worth: a card of HTML for notebooks and for
// the page of the tasks, and the same as text for terminals.
//
// A card has what was found, each goal with what was measured, a picture of what is wrong,
// and hints that open one after the other. Every attempt is recorded in the learner's file
// of progress.
//
// A process of its own grades: the same program again, which is recognised when this package
// is initialised, before anything else of the program runs.
package cards

import (
	"context"
	"fmt"
	"time"

	"gpucourse/grader/internal/isolated"
	"gpucourse/grader/internal/judge"
	"gpucourse/grader/internal/source"
	"gpucourse/grader/progress"
	"gpucourse/grader/task"
	"gpucourse/grader/verdict"
)

func init() { isolated.Serve() }

// Page is what is shown, in two forms, with the verdicts that it shows.
type Page struct {
	HTML, Text string
	Verdicts   []*verdict.Verdict
}

// Try judges an answer to a task: a kernel, a number, a letter or a gpusim.Config, as the
// task asks for.
func Try(id string, answer any) Page {
	return judged(id, func(t *task.Task) (*judge.Judgement, error) {
		answered := func() (*judge.Judgement, error) { return judge.Answer(context.Background(), t, answer) }
		if _, ok := t.Ask.(task.Choice); ok {
			return tried(t, answer, answered)
		}
		return answered()
	})
}

// File judges the kernel of a file as the answer to a task.
func File(id, file string) Page {
	return judged(id, func(t *task.Task) (*judge.Judgement, error) { return judge.File(context.Background(), t, file), nil })
}

func judged(id string, judge func(*task.Task) (*judge.Judgement, error)) Page {
	t, err := task.Find(id)
	if err != nil {
		return failure(err)
	}
	t = t.As(known().Variants[t.ID])
	j, err := judge(t)
	if err != nil {
		return failure(err)
	}
	return taskPage(t, j, record([]attempted{{t.ID, j.Verdict, sourceOf(t, j)}}))
}

// sourceOf returns the kernel that an answer is, with all that it uses; "" for other answers.
func sourceOf(t *task.Task, j *judge.Judgement) string {
	switch t.Ask.(type) {
	case task.Kernel, task.Program:
	default:
		return ""
	}
	sub, unread := source.ReadFile(j.File)
	if unread != nil {
		return ""
	}
	return sub.Alone(j.Verdict.Kernel)
}

// failure is the page of an answer that cannot be judged.
func failure(err error) Page { return Page{HTML: failureHTML(err.Error()), Text: err.Error()} }

// attempted is a verdict on an item of progress, with the source that was graded.
type attempted struct {
	id      string
	verdict *verdict.Verdict
	source  string
}

// record keeps verdicts as attempts. It returns what went wrong with the file of progress,
// which is no reason not to show the verdicts.
func record(list []attempted) error {
	file, err := progress.Default()
	if err != nil {
		return fmt.Errorf("progress is not recorded: %w", err)
	}
	attempts := map[string]progress.Attempt{}
	for _, a := range list {
		attempt := progress.Of(a.verdict, time.Now())
		attempt.Source = a.source
		attempts[a.id] = attempt
	}
	return file.Record(attempts)
}

// known returns the recorded progress; empty when it cannot be read.
func known() *progress.Progress {
	file, err := progress.Default()
	if err != nil {
		return &progress.Progress{}
	}
	p, _ := file.Read() // with an error it is empty
	return p
}
