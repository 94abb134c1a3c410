package isolated

// This file grades a kernel of a task in a process of its own.

import (
	"context"
	"encoding/json"
	"errors"

	"gpucourse/grader/internal/grading"
	"gpucourse/grader/internal/process"
	"gpucourse/grader/task"
	"gpucourse/grader/verdict"
)

// Attempt is an answer to a task that runs a kernel.
type Attempt struct {
	Task    string // its ID
	Variant int    // of the task
	File    string // with the kernel
	Shape   task.Shape
	// Untouched grades a kernel that is the stub, too.
	Untouched bool
	Limits    Limits `json:"-"` // the zero value is DefaultLimits
}

// taskMessage is an Attempt whose path need not be UTF-8.
type taskMessage struct {
	Attempt
	File []byte
}

// taskRequest answers with the verdict of an attempt.
func taskRequest(request []byte, answer func(any)) error {
	var r taskMessage
	if err := json.Unmarshal(request, &r); err != nil {
		return err
	}
	a := r.Attempt
	a.File = string(r.File)
	t, err := task.Find(a.Task)
	if err != nil {
		return err
	}
	t = t.As(a.Variant)
	g := grading.New()
	g.Differences, g.Untouched = true, a.Untouched
	stub := "stub.go"
	if _, given := t.Ask.(task.Configuration); given {
		stub, g.Untouched = task.GivenFile, true // the learner changes the launch alone
	}
	answer(g.GradeFile(t.Exercise(a.Shape), a.File, t.Code(stub)))
	return nil
}

// GradeTask grades an attempt as an exercise is graded, in a process of its own that ends
// at the limits.
func GradeTask(ctx context.Context, a Attempt) *verdict.Verdict {
	t, err := task.Find(a.Task)
	if err != nil {
		panic("BUG: " + err.Error())
	}
	v := grading.NewVerdicts(t.As(a.Variant).Exercise(a.Shape), nil)[0]
	graded := false
	if a.Limits == (Limits{}) {
		a.Limits = DefaultLimits()
	}
	err = process.Run(ctx, taskWork, taskMessage{a, []byte(a.File)}, a.Limits.ofOne(), func(line []byte) error {
		if graded {
			return errors.New("the process answers with something else than a verdict")
		}
		graded = true
		return json.Unmarshal(line, v)
	})
	if !graded {
		v.Stop(verdict.Wrong, stopped(v.Kernel, a.File, err))
	}
	return v
}
