package judge

// This file judges answers without the learner's notebook, for a class.

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"

	"gpucourse/gpusim"
	"gpucourse/gpusim/diag"
	"gpucourse/grader/internal/grading"
	"gpucourse/grader/internal/isolated"
	"gpucourse/grader/task"
	"gpucourse/grader/verdict"
)

// Program judges the kernel of a program as the answer to a task. Feedback does not show the head of
// the program, which is not the learner's.
func Program(ctx context.Context, t *task.Task, text, head string, l isolated.Limits) (v *verdict.Verdict, err error) {
	err = withFile([]byte(text), func(file string) {
		v = isolated.GradeTask(ctx, isolated.Attempt{Task: t.ID, Variant: t.Variant, File: file, Limits: l})
		for i := range v.Feedback {
			Rename(&v.Feedback[i], file, diag.DeclFile("task", t.ID), head)
		}
	})
	return v, errors.Join(err, ctx.Err())
}

// Launch judges a launch as the answer to a task, in any folder.
func Launch(ctx context.Context, t *task.Task, c gpusim.Config, l isolated.Limits) (v *verdict.Verdict, err error) {
	ask := t.Ask.(task.Configuration)
	err = withFile(t.Code(task.GivenFile), func(file string) { v = launchOf(ctx, t, &ask, c, file, l).Verdict })
	return v, errors.Join(err, ctx.Err())
}

// withFile calls f with a Go file that is there until f returns.
func withFile(text []byte, f func(file string)) error {
	folder, err := os.MkdirTemp("", "gpucourse-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	file := filepath.Join(folder, "main.go")
	if err := os.WriteFile(file, text, 0o600); err != nil {
		return err
	}
	f(file)
	return nil
}

// Rename lets feedback on a file name another one, without a text that is not the learner's.
func Rename(f *verdict.Feedback, file, to, head string) {
	r := strings.NewReplacer(head, "", strings.TrimSpace(head), "", verdict.ShortPath(file), to, file, to)
	for _, text := range []*string{&f.Title, &f.At.File, &f.At.Text, &f.Hint} {
		*text = strings.TrimSpace(r.Replace(*text))
	}
	f.At.Line = max(0, f.At.Line-strings.Count(head, "\n"))
	for i := range f.Notes {
		f.Notes[i].Text = r.Replace(f.Notes[i].Text)
	}
}

// Unanswered returns the verdict on a task that nobody has begun.
func Unanswered(t *task.Task) *verdict.Verdict {
	v := newVerdict(t, "")
	switch t.Ask.(type) {
	case task.Kernel, task.Program, task.Configuration:
		v = grading.NewVerdicts(t.Exercise(task.Shape{}), nil)[0]
	}
	v.State = verdict.NotStarted
	return v
}

// Unreadable returns the verdict on an answer in a file that cannot be judged.
func Unreadable(t *task.Task, from, why string) *verdict.Verdict {
	v := Unanswered(t)
	v.Stop(verdict.Invalid, &verdict.Feedback{
		Title: "the answer cannot be judged", At: verdict.Position{File: diag.DeclFile("task", t.ID)},
		Notes: []verdict.Note{{Label: "in", Text: from}}, Hint: why,
	})
	return v
}
