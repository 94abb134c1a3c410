// Package isolated grades each exercise in a process of its own, so that no submission
// ends the program that grades it.
//
// Grade starts the executable again; there, Serve takes over and answers with a verdict
// per kernel. Kernels that are graded when a limit ends the process keep their verdicts.
// A submission that is the stub, byte for byte, is graded without a process.
package isolated

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"time"

	"gpucourse/grader/internal/grading"
	"gpucourse/grader/internal/process"
	"gpucourse/grader/internal/source"
	"gpucourse/grader/rubric"
	"gpucourse/grader/stubs"
	"gpucourse/grader/verdict"
)

// Limits end the grading of one exercise: wall time, bytes of memory, bytes of verdicts.
type Limits struct {
	Wall   time.Duration
	Memory int64
	Output int64
}

// DefaultLimits returns 20 s, 1 GB and 1 MB.
func DefaultLimits() Limits { return Limits(process.Default) }

// Options choose what Grade does. The zero value grades everything under the default
// limits.
type Options struct {
	Limits Limits   // the zero value is DefaultLimits
	Seed   uint64   // draws inputs and sizes; 0 takes the seed from the submission's code
	Only   []string // the kernels and plans to grade, by name; nil is all
	// Differences adds the elements around a wrong one to verdicts.
	Differences bool
}

// Serve grades an exercise and exits, in a process that Grade has started. It returns at
// once in any other. A main function or TestMain calls it first.
func Serve() {
	process.Serve(map[string]process.Work{gradeWork: gradeRequest, taskWork: taskRequest})
}

// The kinds of work.
const (
	gradeWork = "grade"
	taskWork  = "task"
)

// request is what a process grades.
type request struct {
	Exercise, Folder string
	Seed             uint64
	Only             []string
	Differences      bool
}

// reply is the verdict of one kernel or plan, by its place among the verdicts.
type reply struct {
	Place   int
	Verdict *verdict.Verdict
}

// gradeRequest answers with the verdicts of an exercise, each as soon as it is known.
func gradeRequest(line []byte, answer func(any)) error {
	var r request
	if err := json.Unmarshal(line, &r); err != nil {
		return err
	}
	i := slices.IndexFunc(rubric.Exercises, func(e rubric.Exercise) bool { return e.Name == r.Exercise })
	if i < 0 {
		return errors.New("no exercise has the name " + r.Exercise)
	}
	g := grading.New()
	g.Seed, g.Only, g.Differences = r.Seed, r.Only, r.Differences
	g.GradeEach(&rubric.Exercises[i], r.Folder, func(place int, v *verdict.Verdict) { answer(reply{place, v}) })
	return nil
}

// Grade grades the submission of an exercise in a folder, as grading.Grader does, in a
// process of its own. The process ends at the limits, and when the context ends.
func Grade(ctx context.Context, e *rubric.Exercise, folder string, o Options) []*verdict.Verdict {
	if untouchedFile(e, folder) { // it needs no process: nothing of it runs
		g := grading.New()
		g.Only = o.Only
		return g.Grade(e, folder)
	}
	if o.Limits == (Limits{}) {
		o.Limits = DefaultLimits()
	}
	verdicts := grading.NewVerdicts(e, o.Only)
	graded := make([]bool, len(verdicts))
	err := process.Run(ctx, gradeWork, request{e.Name, folder, o.Seed, o.Only, o.Differences}, process.Limits(o.Limits), func(line []byte) error {
		var r reply
		if err := json.Unmarshal(line, &r); err != nil || r.Place < 0 || r.Place >= len(verdicts) {
			return errors.Join(err, errors.New("the process answers with something else than verdicts"))
		}
		verdicts[r.Place], graded[r.Place] = r.Verdict, true
		return nil
	})
	for i, v := range verdicts {
		if !graded[i] {
			v.Stop(verdict.Wrong, stopped(filepath.Join(folder, source.KernelFile), err))
		}
	}
	return verdicts
}

// untouchedFile reports whether a submission is the stub, byte for byte. It reads no
// more of a file than the stub has.
func untouchedFile(e *rubric.Exercise, folder string) bool {
	file := filepath.Join(folder, source.KernelFile)
	stub, missing := stubs.Source(e.Name)
	info, err := os.Lstat(file)
	if missing != nil || err != nil || !info.Mode().IsRegular() || info.Size() != int64(len(stub)) {
		return false
	}
	text, err := os.ReadFile(file)
	return err == nil && bytes.Equal(text, stub)
}

// stopped explains why the process ended.
func stopped(file string, err error) *verdict.Feedback {
	f := &verdict.Feedback{
		Title: "grading was stopped",
		At:    verdict.Position{File: file},
		Hint:  "a kernel, a declaration or a plan is too large to be graded: take back what you changed last, or make it smaller",
	}
	if err != nil {
		f.Title += ": " + err.Error()
	}
	return f
}
