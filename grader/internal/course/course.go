// Package course is a learner's copy of the exercises with what is known of it. The
// commands and the watched screen show what it says.
//
// A target is a kernel or plan. The verdict on a target depends on its code alone, so a
// Course keeps verdicts and grades a target again only when its code changed. A verdict
// that names lines is kept only while those lines stay where they are. The states of
// earlier runs come from the progress file, by the code of their attempts.
package course

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"gpucourse/grader/internal/source"
	"gpucourse/grader/progress"
	"gpucourse/grader/rubric"
	"gpucourse/grader/verdict"
)

// Course is a folder of submissions. Its methods may be called at the same time.
type Course struct {
	Root string // of the repository
	Dir  string // the submissions: one folder per exercise
	File progress.File

	mutex sync.Mutex
	kept  map[string]kept // by ID
}

// kept is a verdict with the code and the lines that it is on.
type kept struct {
	verdict     *verdict.Verdict
	code, lines string
}

// Open returns the course in the repository of the working directory. The folder of the
// submissions is absolute or relative to the repository's root.
func Open(dir string, file progress.File) (*Course, error) {
	root, err := verdict.Root()
	if err != nil {
		return nil, err
	}
	if !filepath.IsAbs(dir) {
		dir = filepath.Join(root, dir)
	}
	if info, err := os.Stat(dir); err != nil || !info.IsDir() {
		return nil, fmt.Errorf("there is no folder %s", verdict.ShortPath(dir))
	}
	return &Course{Root: root, Dir: dir, File: file, kept: map[string]kept{}}, nil
}

// Submissions is the folder of the learner's own exercises, from the repository's root.
const Submissions = "exercises"

// ProgressFor returns the progress file for a folder of submissions: the learner's for the
// learner's own exercises. The verdicts on another folder are not the learner's progress:
// they go only where the environment variable says.
func ProgressFor(dir string) (progress.File, error) {
	if dir != Submissions && os.Getenv(progress.Variable) == "" {
		return progress.File{}, nil
	}
	return progress.Default()
}

// Target is a kernel or plan of an exercise.
type Target struct {
	Exercise *rubric.Exercise
	Name     string
}

// ID returns the id of the target in the progress file.
func (t Target) ID() string { return progress.ID(t.Exercise.Name, t.Name) }

// Targets returns the kernels and plans of an exercise, in the order of its row.
func Targets(e *rubric.Exercise) (targets []Target) {
	for _, k := range e.Kernels {
		targets = append(targets, Target{e, k.Name})
	}
	for _, p := range e.Plans {
		targets = append(targets, Target{e, p.Name})
	}
	return targets
}

// goals returns how many goals the target has.
func (t Target) goals() int {
	for _, k := range t.Exercise.Kernels {
		if k.Name == t.Name {
			return len(k.Goals)
		}
	}
	for _, p := range t.Exercise.Plans {
		if p.Name == t.Name {
			return len(p.Goals)
		}
	}
	return 0
}

// All returns the targets of all exercises in the order of the course.
func All() (targets []Target) {
	for i := range rubric.Exercises {
		targets = append(targets, Targets(&rubric.Exercises[i])...)
	}
	return targets
}

// Folder returns the folder of a submission.
func (c *Course) Folder(e *rubric.Exercise) string { return filepath.Join(c.Dir, e.Name) }

// Kernels returns the path of a submission's file.
func (c *Course) Kernels(e *rubric.Exercise) string {
	return filepath.Join(c.Folder(e), source.KernelFile)
}

// Status is what is known of a target.
type Status struct {
	Target
	Known    bool // false: the code changed since it was graded, and State is that of the stub
	State    verdict.State
	Marks    int
	MaxMarks int
	Hint     int // steps of the hints that were shown
}

// Survey returns the status of every target, in the order of the course, without grading
// anything. The error says why the progress of earlier runs is not known.
func (c *Course) Survey() ([]Status, error) {
	p, err := c.File.Read()
	var all []Status
	for i := range rubric.Exercises {
		e := &rubric.Exercises[i]
		sub, feedback := source.Read(c.Folder(e), e.Package)
		stub := source.Stub(e)
		for _, t := range Targets(e) {
			s := Status{Target: t, State: verdict.NotStarted, MaxMarks: verdict.MaxMarks(t.goals()), Hint: p.Item(t.ID()).Hint}
			if feedback != nil {
				s.Known, s.State = true, verdict.Invalid
			} else {
				c.judge(&s, sub, stub, p.Item(t.ID()))
			}
			all = append(all, s)
		}
	}
	return all, err
}

// judge completes a status from what was graded before.
func (c *Course) judge(s *Status, sub, stub *source.Submission, item progress.Item) {
	code := sub.Code(s.Name)
	c.mutex.Lock()
	last, ok := c.kept[s.ID()]
	c.mutex.Unlock()
	if ok && last.code == code {
		s.Known, s.State, s.Marks = true, last.verdict.State, last.verdict.Marks()
		return
	}
	if sub.Same(stub, s.Name) {
		s.Known = true
		return
	}
	for _, a := range slices.Backward(item.Attempts) {
		if code != "" && a.Code == code {
			s.Known, s.State, s.Marks = true, a.State, a.Marks
			return
		}
	}
}

// Next returns the first target after one that is not done, and begins again at the front
// of the course. It returns false when all are done. The zero Target is before the first.
func Next(all []Status, after Target) (Target, bool) {
	first := slices.IndexFunc(all, func(s Status) bool { return s.Target == after }) + 1
	for i := range all {
		if s := all[(first+i)%len(all)]; s.State != verdict.Done {
			return s.Target, true
		}
	}
	return Target{}, false
}

// Sum returns how many targets are done, and the marks, of a survey.
func Sum(all []Status) (done, marks, most int) {
	for _, s := range all {
		if s.State == verdict.Done {
			done++
		}
		marks, most = marks+s.Marks, most+s.MaxMarks
	}
	return done, marks, most
}

// Latest returns the target of the last attempt that is not done, and otherwise the first
// target of the course that is not done, or the first.
func (c *Course) Latest(all []Status) Target {
	p, _ := c.File.Read() // without progress nothing was attempted
	latest, at := all[0].Target, time.Time{}
	if first, ok := Next(all, Target{}); ok {
		latest = first
	}
	for _, s := range all {
		item := p.Item(s.ID())
		if last := item.Last(); last != nil && s.State != verdict.Done && last.Time.After(at) {
			latest, at = s.Target, last.Time
		}
	}
	return latest
}

// Comment returns the comment above a target in the learner's file, as text.
func (c *Course) Comment(t Target) string {
	sub, _ := source.Read(c.Folder(t.Exercise), t.Exercise.Package)
	if sub == nil {
		return ""
	}
	text := ""
	for line := range strings.Lines(sub.Text(t.Name)) {
		comment, ok := strings.CutPrefix(line, "//")
		if !ok {
			break
		}
		text += strings.TrimPrefix(comment, " ")
	}
	return text
}

// FromHere returns a path from the working directory where that is shorter.
func FromHere(file string) string {
	here, err := os.Getwd()
	if err != nil {
		return file
	}
	if rel, err := filepath.Rel(here, file); err == nil && len(rel) < len(file) {
		return filepath.ToSlash(rel)
	}
	return file
}

// Localise changes the paths in the commands of a text, which are from the repository's
// root, to paths from the working directory.
func (c *Course) Localise(text string) string {
	if rel := FromHere(c.Dir); rel != Submissions {
		text = strings.ReplaceAll(text, " exercises/", " "+rel+"/")
	}
	return text
}

// Readme returns the path of the file that says what an exercise asks for.
func (c *Course) Readme(e *rubric.Exercise) string { return filepath.Join(c.Folder(e), "README.md") }
