package cards

// This file grades the exercise of a chapter, and sums up a chapter and the course.

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"gpucourse/grader/internal/course"
	"gpucourse/grader/internal/isolated"
	"gpucourse/grader/internal/source"
	"gpucourse/grader/progress"
	"gpucourse/grader/rubric"
	"gpucourse/grader/task"
	"gpucourse/grader/verdict"
)

// exerciseOf returns the exercise of a chapter, or an error that names the chapters.
func exerciseOf(chapter string) (*rubric.Exercise, error) {
	var chapters []string
	for i := range rubric.Exercises {
		e := &rubric.Exercises[i]
		number, _, _ := strings.Cut(e.Name, "_")
		if number == chapter || e.Name == chapter {
			return e, nil
		}
		chapters = append(chapters, number)
	}
	return nil, fmt.Errorf("there is no exercise of chapter %q. Write lesson.Check(%q); the chapters are %s", chapter, chapters[0], strings.Join(chapters, ", "))
}

// Check grades the exercise of a chapter, such as "07", as it stands in its file.
func Check(chapter string) Page {
	e, err := exerciseOf(chapter)
	if err != nil {
		return failure(err)
	}
	root, err := verdict.Root()
	if err != nil {
		return failure(err)
	}
	return checkFolder(e, filepath.Join(root, course.Submissions, e.Name), isolated.DefaultLimits(), true)
}

// checkFolder grades the submission of an exercise in a folder within limits. With untouched it runs what is not started
// too, for the card alone.
func checkFolder(e *rubric.Exercise, folder string, l isolated.Limits, untouched bool) Page {
	verdicts := isolated.Grade(context.Background(), e, folder, isolated.Options{Limits: l, Differences: true})
	var list []attempted
	sub, unread := source.Read(folder, e.Package)
	for _, v := range verdicts {
		a := attempted{id: progress.ID(e.Name, v.Kernel), verdict: v}
		if unread == nil {
			a.source = sub.Alone(v.Kernel)
		}
		list = append(list, a)
	}
	var standing []*verdict.Verdict
	if untouched {
		standing = asHandedOut(e, folder, verdicts, l)
	}
	return exercisePage(e, folder, verdicts, standing, record(list))
}

// asHandedOut grades what is not started as if a learner had written it.
func asHandedOut(e *rubric.Exercise, folder string, verdicts []*verdict.Verdict, l isolated.Limits) []*verdict.Verdict {
	var names []string
	for _, v := range verdicts {
		if v.State == verdict.NotStarted {
			names = append(names, v.Kernel)
		}
	}
	if names == nil {
		return nil
	}
	return isolated.Grade(context.Background(), e, folder, isolated.Options{Limits: l, Only: names, Untouched: true})
}

// chapterLine is what the learner has done of a chapter.
type chapterLine struct {
	Chapter, Name     string // "07", "coalescing"
	Tasks             []taskLine
	TasksDone         int
	Marks, MaxMarks   int // of the exercise
	Kernels, Finished int // of the exercise
	Minutes           int // an estimate for tasks and exercise
}

// taskLine is a task with how far the learner has come.
type taskLine struct {
	*task.Task
	State verdict.State // of the best attempt
}

// Done reports whether the task is done.
func (l taskLine) Done() bool { return l.State == verdict.Done }

// Percent returns the part of the marks that the learner has.
func (c *chapterLine) Percent() int { return 100 * c.Marks / max(1, c.MaxMarks) }

func (c *chapterLine) marks() markup { return of(c.Marks, c.MaxMarks) }

// hours is the estimate of the time.
func (c *chapterLine) hours() markup { return markup(fmt.Sprintf("%.1f h", float64(c.Minutes)/60)) }

func (c *chapterLine) tasks() markup { return of(c.TasksDone, len(c.Tasks)) }

// sum returns what the learner has done of all chapters.
func sum(lines []*chapterLine) *chapterLine {
	all := &chapterLine{}
	for _, c := range lines {
		all.Tasks = append(all.Tasks, c.Tasks...)
		all.TasksDone += c.TasksDone
		all.Marks, all.MaxMarks = all.Marks+c.Marks, all.MaxMarks+c.MaxMarks
		all.Minutes += c.Minutes
		all.Kernels, all.Finished = all.Kernels+c.Kernels, all.Finished+c.Finished
	}
	return all
}

// chapterOf returns what the learner has done of the chapter of an exercise.
func chapterOf(e *rubric.Exercise, p *progress.Progress) *chapterLine {
	number, name, _ := strings.Cut(e.Name, "_")
	c := &chapterLine{Chapter: number, Name: strings.ReplaceAll(name, "_", " "), Tasks: tasksOf(number, p)}
	c.Minutes = e.Minutes()
	for _, t := range c.Tasks {
		c.Minutes += t.Minutes()
		if t.Done() {
			c.TasksDone++
		}
	}
	for _, k := range kernelsOf(e) {
		item := p.Item(progress.ID(e.Name, k.name))
		c.Kernels, c.MaxMarks = c.Kernels+1, c.MaxMarks+verdict.MaxMarks(k.goals)
		if item.Best != nil {
			c.Marks += item.Best.Marks
		}
		if item.Done() {
			c.Finished++
		}
	}
	return c
}

// kernelRow is a kernel or plan with its number of goals.
type kernelRow struct {
	name  string
	goals int
}

func kernelsOf(e *rubric.Exercise) (rows []kernelRow) {
	for _, k := range e.Kernels {
		rows = append(rows, kernelRow{k.Name, len(k.Goals)})
	}
	for _, p := range e.Plans {
		rows = append(rows, kernelRow{p.Name, len(p.Goals)})
	}
	return rows
}

func tasksOf(chapter string, p *progress.Progress) (lines []taskLine) {
	for _, t := range task.Of(chapter) {
		line := taskLine{t, verdict.NotStarted}
		if item := p.Item(t.ID); item.Best != nil {
			line.State = item.Best.State
		}
		lines = append(lines, line)
	}
	return lines
}

// goalsOf returns the goals of a kernel of an exercise.
func goalsOf(e *rubric.Exercise, kernel string) []rubric.Goal {
	i := slices.IndexFunc(e.Kernels, func(k rubric.Kernel) bool { return k.Name == kernel })
	if i < 0 {
		return nil
	}
	return e.Kernels[i].Goals
}
