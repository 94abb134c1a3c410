package grader

// This file grades each exercise in a process of its own, so that no submission ends the
// run.

import (
	"bytes"
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

// Serve grades an exercise and exits, in a process that GradeIsolated has started. It
// returns at once in any other. A main function or TestMain calls it first.
func Serve() { process.Serve(map[string]process.Work{gradeWork: gradeRequest}) }

const gradeWork = "grade"

// request is what a process grades.
type request struct {
	Exercise, Folder string
	Seed             uint64
}

// reply is the verdict of one kernel or plan, by its place in the exercise.
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
	g.Seed = r.Seed
	g.GradeEach(&rubric.Exercises[i], r.Folder, func(place int, v *verdict.Verdict) { answer(reply{place, v}) })
	return nil
}

// GradeIsolated grades as Grade does, in a process of its own that ends at the limits.
// Kernels that are graded by then keep their verdicts. A seed other than 0 draws the
// inputs, in place of the submission's own.
func GradeIsolated(e *rubric.Exercise, folder string, limits Limits, seed uint64) []*verdict.Verdict {
	if untouchedFile(e, folder) {
		return Grade(e, folder) // it needs no process: nothing of it runs
	}
	verdicts := grading.NewVerdicts(e)
	graded := make([]bool, len(verdicts))
	err := process.Run(gradeWork, request{e.Name, folder, seed}, process.Limits(limits), func(line []byte) error {
		var r reply
		if err := json.Unmarshal(line, &r); err != nil || r.Place < 0 || r.Place >= len(verdicts) {
			return errors.Join(err, errors.New("the process answers with something else than verdicts"))
		}
		verdicts[r.Place], graded[r.Place] = r.Verdict, true
		return nil
	})
	for i, v := range verdicts {
		if !graded[i] {
			v.Stop(verdict.Wrong, stopped(folder, err))
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
func stopped(folder string, err error) *verdict.Feedback {
	f := &verdict.Feedback{
		Title: "grading was stopped",
		At:    verdict.Position{File: filepath.Join(folder, source.KernelFile)},
		Hint:  "a kernel, a declaration or a plan is too large to be graded: take back what you changed last, or make it smaller",
	}
	if err != nil {
		f.Title += ": " + err.Error()
	}
	return f
}
