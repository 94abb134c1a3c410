// Package lesson judges a learner's work in a notebook, at once and in place.
//
//	lesson.Try("07.2", Double)                    a kernel of this notebook
//	lesson.Try("07.1", 8)                         a predicted number
//	lesson.Try("07.3", "b")                       a chosen sentence
//	lesson.Try("07.5", gpusim.Config{Grid: …})    a launch
//	lesson.Check("07")                            the exercise of chapter 07
//	lesson.Progress()                             the whole course
//
// Try and Check show a card: what was found, each goal with what was measured, a picture of
// what is wrong, and hints that open one after the other. In a terminal they print text.
// They grade with the code of `go test ./grader`, in a process of its own, and record every
// attempt in the learner's file of progress.
//
// The process that grades is the program of the cell again; it is recognised when this
// package is initialised, before anything of the cell runs.
package lesson

import (
	"context"
	"fmt"
	"time"

	"gpucourse/grader/internal/isolated"
	"gpucourse/grader/internal/judge"
	"gpucourse/grader/progress"
	"gpucourse/grader/task"
	"gpucourse/grader/verdict"
	"gpucourse/notebooks/notebook"
)

func init() { isolated.Serve() }

// Try judges an answer to a task: a kernel, a number, a letter or a gpusim.Config, as the
// task asks for. It shows a card.
func Try(id string, answer any) { show(try(id, answer)) }

func try(id string, answer any) page {
	t, err := task.Find(id)
	if err != nil {
		return failure(err)
	}
	j, err := judge.Answer(context.Background(), t, answer)
	if err != nil {
		return failure(err)
	}
	return taskPage(t, j, record(map[string]*verdict.Verdict{t.ID: j.Verdict}))
}

// Check grades the exercise of a chapter, such as "07", as it stands in its file, and shows
// a card with its kernels and with the tasks of the chapter.
func Check(chapter string) { show(check(chapter)) }

// Progress shows how far the learner has come in each chapter.
func Progress() { show(overview()) }

// page is what is shown, in two forms.
type page struct{ html, text string }

func show(p page) { notebook.Show(notebook.NewPage(p.html, p.text)) }

// failure is the page of an answer that cannot be judged.
func failure(err error) page { return page{render("failure", err.Error()), err.Error()} }

// record keeps verdicts as attempts. It returns what went wrong with the file of progress,
// which is no reason not to show the verdicts.
func record(verdicts map[string]*verdict.Verdict) error {
	file, err := progress.Default()
	if err != nil {
		return fmt.Errorf("progress is not recorded: %w", err)
	}
	attempts := map[string]progress.Attempt{}
	for id, v := range verdicts {
		attempts[id] = progress.Of(v, time.Now())
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
