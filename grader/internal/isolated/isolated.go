// Package isolated grades each exercise in a process of its own, so that no submission
// ends the program that grades it.
//
// Grade starts the executable again; there, Serve takes over and answers with a verdict
// per kernel. Kernels that are graded when a limit ends the process keep their verdicts.
// A submission that is the stub, byte for byte, is graded without a process.
//
// GradeAll grades several exercises in one process. When a limit ends it, the exercise at
// fault is graded again by itself, and the next ones in a new process. Where a limit ends that
// too, each kernel without a verdict is graded by itself, all of them within the limit on
// processor time of one. So no verdict depends on what is graded beside it.
package isolated

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"time"

	"gpucourse/grader/internal/grading"
	"gpucourse/grader/internal/hidden"
	"gpucourse/grader/internal/process"
	"gpucourse/grader/internal/source"
	"gpucourse/grader/rubric"
	"gpucourse/grader/stubs"
	"gpucourse/grader/verdict"
)

// Limits end the grading of one exercise.
type Limits struct {
	Processor time.Duration // processor time of one kernel
	Memory    int64         // bytes
	Output    int64         // bytes of verdicts
}

// DefaultLimits returns 9 s, 1 GB and 1 MB.
func DefaultLimits() Limits {
	return Limits{Processor: process.Default.Processor, Memory: process.Default.Memory, Output: process.Default.Output}
}

// ofOne returns the limits of a process that grades one exercise.
func (l Limits) ofOne() process.Limits {
	return process.Limits{Processor: l.Processor, Memory: l.Memory, Output: l.Output}
}

// ofSeveral returns the limits of a process that grades n exercises, one after the other.
func (l Limits) ofSeveral(n int) process.Limits {
	return process.Limits{Processor: l.Processor, Memory: l.Memory, Output: l.Output * int64(n)}
}

// Options choose what Grade does. The zero value grades everything under the default
// limits.
type Options struct {
	Limits Limits   // the zero value is DefaultLimits
	Seed   uint64   // draws inputs and sizes; 0 takes the seed from the submission's code
	Secret uint64   // an instructor's, mixed with the code to give the seed; 0 mixes nothing
	Only   []string // the kernels and plans to grade, by name; nil is all
	// Differences adds the elements around a wrong one to verdicts.
	Differences bool
	// Untouched grades kernels and plans that are still the stub's.
	Untouched bool
	// Sizes are sizes for the results beside the rubric's, by "07_coalescing Saxpy".
	Sizes map[string][]rubric.Size
	// Processors is the number of kernels that a process grades at the same time; 0 is
	// the number of the machine's processors.
	Processors int
}

// Part is a submission of one exercise.
type Part struct {
	Exercise *rubric.Exercise
	Folder   string // of the submission
	// Hidden is the folder of an exercise that the rubric does not list; see package
	// hidden.
	Hidden string
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
	Parts       []requestPart
	Seed        uint64
	Secret      uint64
	Only        []string
	Differences bool
	Untouched   bool
	Sizes       map[string][]rubric.Size
	Processors  int
}

// requestPart is a Part without the functions of its row. JSON would change a path that is not
// UTF-8, so paths are bytes in it.
type requestPart struct {
	Exercise       string
	Folder, Hidden []byte
}

// reply is the verdict of one kernel or plan, by its place among the verdicts of a part.
type reply struct {
	Part, Place int
	Verdict     *verdict.Verdict
}

// gradeRequest answers with the verdicts of exercises, each as soon as it is known.
func gradeRequest(line []byte, answer func(any)) error {
	var r request
	if err := json.Unmarshal(line, &r); err != nil {
		return err
	}
	if r.Processors > 0 {
		runtime.GOMAXPROCS(r.Processors)
	}
	g := grading.New()
	g.Seed, g.Secret, g.Only, g.Differences = r.Seed, r.Secret, r.Only, r.Differences
	g.Untouched = r.Untouched
	for i, part := range r.Parts {
		e, err := part.row()
		if err != nil {
			return err
		}
		g.GradeEach(withSizes(e, r.Sizes), string(part.Folder), func(place int, v *verdict.Verdict) { answer(reply{i, place, v}) })
	}
	return nil
}

// row returns the exercise of a part.
func (p requestPart) row() (*rubric.Exercise, error) {
	if len(p.Hidden) > 0 {
		return hidden.Load(string(p.Hidden))
	}
	i := slices.IndexFunc(rubric.Exercises, func(e rubric.Exercise) bool { return e.Name == p.Exercise })
	if i < 0 {
		return nil, errors.New("no exercise has the name " + p.Exercise)
	}
	return &rubric.Exercises[i], nil
}

// withSizes returns the row with more sizes for results. The last size stays the one that
// is measured.
func withSizes(e *rubric.Exercise, more map[string][]rubric.Size) *rubric.Exercise {
	row := *e
	row.Kernels = slices.Clone(e.Kernels)
	for i := range row.Kernels {
		k := &row.Kernels[i]
		k.Sizes = append(slices.Clone(more[e.Name+" "+k.Name]), k.Sizes...)
	}
	return &row
}

// Grade grades the submission of an exercise in a folder, as grading.Grader does, in a
// process of its own. The process ends at the limits, and when the context ends.
func Grade(ctx context.Context, e *rubric.Exercise, folder string, o Options) []*verdict.Verdict {
	return GradeAll(ctx, []Part{{Exercise: e, Folder: folder}}, o)[0]
}

// GradeAll grades the parts of a submission: a list of verdicts per part.
func GradeAll(ctx context.Context, parts []Part, o Options) [][]*verdict.Verdict {
	if o.Limits == (Limits{}) {
		o.Limits = DefaultLimits()
	}
	s := &session{ctx: ctx, options: o, stopped: map[*verdict.Verdict]bool{}, verdicts: make([][]*verdict.Verdict, len(parts)), parts: parts}
	var todo []int
	for i, p := range parts {
		if !o.Untouched && untouchedFile(p.Exercise, p.Folder) { // it needs no process: nothing of it runs
			g := grading.New()
			g.Only = o.Only
			s.verdicts[i] = g.Grade(p.Exercise, p.Folder)
			continue
		}
		todo = append(todo, i)
	}
	s.grade(todo)
	return s.verdicts
}

// session is one call of GradeAll.
type session struct {
	ctx      context.Context
	options  Options
	parts    []Part
	verdicts [][]*verdict.Verdict
	stopped  map[*verdict.Verdict]bool // of kernels whose process ended before
}

// grade grades the parts with these indexes.
func (s *session) grade(todo []int) {
	for len(todo) > 0 && s.ctx.Err() == nil {
		limits := s.options.Limits.ofOne()
		if len(todo) > 1 {
			limits = s.options.Limits.ofSeveral(len(todo))
		}
		left, why := s.process(todo, s.options.Only, limits)
		if len(left) == 0 {
			return
		}
		var stop *process.Stop
		if len(todo) == 1 || errors.As(why, &stop) && stop.OnTime || s.isLeft(left[0]) {
			s.eachAlone(left[0])
		}
		todo = left[1:]
	}
}

// isLeft grades a part by itself, and reports whether a kernel got no verdict.
func (s *session) isLeft(part int) bool {
	left, _ := s.process([]int{part}, s.options.Only, s.options.Limits.ofOne())
	return len(left) > 0
}

// eachAlone grades the kernels of a part that have no verdict in a process each. Where there is
// no other kernel that could be at fault, nothing would change.
func (s *session) eachAlone(part int) {
	verdicts, limits := s.verdicts[part], s.options.Limits.ofOne()
	var again []int
	for i, v := range verdicts {
		if s.stopped[v] {
			again = append(again, i)
		}
	}
	if len(again) < 2 {
		return
	}
	limits.Processor /= time.Duration(len(again))
	for _, i := range again {
		if left, _ := s.process([]int{part}, []string{verdicts[i].Kernel}, limits); len(left) == 0 {
			verdicts[i] = s.verdicts[part][0]
		}
	}
	s.verdicts[part] = verdicts
}

// process grades the kernels of some names, or all for nil, in one process. It returns the
// parts that are not graded when the process ends, and why. A kernel that is not graded says so.
func (s *session) process(todo []int, only []string, limits process.Limits) ([]int, error) {
	o := &s.options
	r := request{Seed: o.Seed, Secret: o.Secret, Only: only, Differences: o.Differences, Untouched: o.Untouched, Sizes: o.Sizes, Processors: o.Processors}
	left := make([]int, len(todo)) // kernels that are not graded, by part
	graded := map[*verdict.Verdict]bool{}
	for i, at := range todo {
		p := s.parts[at]
		s.verdicts[at] = grading.NewVerdicts(p.Exercise, only)
		left[i] = len(s.verdicts[at])
		r.Parts = append(r.Parts, requestPart{p.Exercise.Name, []byte(p.Folder), []byte(p.Hidden)})
	}
	err := process.Run(s.ctx, gradeWork, r, limits, func(line []byte) error {
		var r reply
		err := json.Unmarshal(line, &r)
		if err != nil || r.Part < 0 || r.Part >= len(todo) || r.Place < 0 || r.Place >= len(s.verdicts[todo[r.Part]]) {
			return errors.Join(err, errors.New("the process answers with something else than verdicts"))
		}
		s.verdicts[todo[r.Part]][r.Place] = r.Verdict
		graded[r.Verdict] = true
		left[r.Part]--
		return nil
	})
	for _, at := range todo {
		for _, v := range s.verdicts[at] {
			if !graded[v] {
				s.stopped[v] = true
				v.Stop(verdict.Wrong, stopped(v.Kernel, filepath.Join(s.parts[at].Folder, source.KernelFile), err))
			}
		}
	}
	first := slices.IndexFunc(left, func(n int) bool { return n > 0 })
	if first < 0 {
		return nil, nil
	}
	return todo[first:], err
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
func stopped(kernel, file string, err error) *verdict.Feedback {
	f := &verdict.Feedback{
		Title: "grading of " + kernel + " was stopped",
		At:    verdict.Position{File: file},
		Hint:  "it, or a declaration that it needs, is too large to be graded: take back what you changed last, or make it smaller",
	}
	if err != nil {
		f.Title += ": " + err.Error()
	}
	return f
}
