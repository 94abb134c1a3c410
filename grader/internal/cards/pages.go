package cards

// This file puts the pages together: of a task, an exercise and the course.

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"

	"gpucourse/grader/hints"
	"gpucourse/grader/internal/judge"
	"gpucourse/grader/internal/source"
	"gpucourse/grader/rubric"
	"gpucourse/grader/task"
	"gpucourse/grader/verdict"
)

// taskCard is what the card of a task shows.
type taskCard struct {
	*task.Task
	*kernelCard // of an answer that runs a kernel, or of any other without pictures
	Because     string
	Choice      *choice // nil of other tasks
	Par, Best   string  // of an open optimisation
	Next        *task.Task
	Chapter     *chapterLine
	Trouble     error // with the file of progress
}

func taskPage(t *task.Task, j *judge.Judgement, trouble error) Page {
	v := j.Verdict
	c := &taskCard{Task: t, kernelCard: &kernelCard{Verdict: v}, Because: j.Because, Next: next(t), Trouble: trouble}
	c.Chapter = &chapterLine{Chapter: t.Chapter(), Tasks: tasksOf(t.Chapter(), known())}
	switch ask := t.Ask.(type) {
	case task.Kernel:
		c.kernelCard = newKernelCard(t.Exercise(j.Shape), v, j.File)
		if j.AsItStands != nil {
			c.AsItStands = asItStands(t.Exercise(j.Shape), j.AsItStands, j.File)
		}
		if ask.Best > 0 && v.State >= verdict.Wasteful {
			c.Par, c.Best = verdict.Figure(v.Measured[0].Limit), verdict.Figure(ask.Best)
		}
	case task.Program:
		c.kernelCard = newKernelCard(t.Exercise(j.Shape), v, j.File)
		if j.AsItStands != nil {
			c.AsItStands = newKernelCard(t.Exercise(j.Shape), j.AsItStands, j.File)
		}
	case task.Configuration:
		c.kernelCard = newKernelCard(t.Exercise(j.Shape), v, j.File)
	case task.Choice:
		c.Choice = newChoice(t, &ask, j)
	}
	c.Help = hints.Titled(t.Steps())
	return Page{c.html(), c.text(), []*verdict.Verdict{v}}
}

// Waiting reports whether the cell is as it was handed out.
func (c *taskCard) Waiting() bool { return c.State == verdict.NotStarted }

// Right is what is shown of an answer that is done.
func (c *taskCard) Right() string {
	switch {
	case c.State != verdict.Done:
		return ""
	case c.Because != "" && c.Tries > 0:
		return fmt.Sprintf("%s. %d of %d marks: each wrong letter before it halved them.", c.Because, c.Marks(), c.MaxMarks())
	case c.Because != "":
		return c.Because
	}
	return "Right on all inputs, nothing found by the checkers" + map[bool]string{true: ", and every goal is met."}[len(c.Measured) > 0] +
		map[bool]string{true: "."}[len(c.Measured) == 0]
}

// next returns the task that follows in its chapter; nil for the last.
func next(t *task.Task) *task.Task {
	list := task.Of(t.Chapter())
	for i := range list[:len(list)-1] {
		if list[i].ID == t.ID {
			return list[i+1]
		}
	}
	return nil
}

func (c *taskCard) text() string {
	var b strings.Builder
	if c.Task.Variant > 0 {
		fmt.Fprintf(&b, "your variant of task %s: %s\n", c.ID, c.Task.Text)
	}
	b.WriteString(verdictText(c.Verdict))
	if c.Choice != nil {
		b.WriteString(c.Choice.text())
	}
	if right := c.Right(); right != "" {
		fmt.Fprintf(&b, "%s\n", right)
	}
	if c.Best != "" {
		fmt.Fprintf(&b, "par %s, best known %s\n", c.Par, c.Best)
	}
	if c.State == verdict.NotStarted && c.Choice == nil {
		b.WriteString("Change the code, then try again.\n")
	}
	if c.AsItStands != nil {
		b.WriteString("As it stands: ")
		for i := range c.AsItStands.Feedback {
			b.WriteString(c.AsItStands.Feedback[i].String())
		}
	}
	if c.State != verdict.Done {
		fmt.Fprintf(&b, "hint 1 of %d: %s", hints.Steps, hints.Plain(c.Help[0].Text))
	}
	if c.Trouble != nil {
		fmt.Fprintln(&b, c.Trouble)
	}
	return b.String()
}

// exerciseCard is what the card of an exercise shows.
type exerciseCard struct {
	*rubric.Exercise
	File            string
	Chapter         *chapterLine
	Kernels         []*kernelCard
	Marks, MaxMarks int
	Trouble         error
}

// Next returns the exercise of the chapter that follows a solved exercise. It is nil while a
// kernel is not done, after the last chapter, and of a project, which has no notebook.
func (c *exerciseCard) Next() *rubric.Exercise {
	undone := slices.ContainsFunc(c.Kernels, func(k *kernelCard) bool { return !k.Settled() })
	i := 1 + slices.IndexFunc(rubric.Exercises, func(e rubric.Exercise) bool { return e.Name == c.Name })
	if undone || i == len(rubric.Exercises) || rubric.Exercises[i].Project {
		return nil
	}
	return &rubric.Exercises[i]
}

// exercisePage shows verdicts on an exercise. standing are those on its kernels that nobody has changed.
func exercisePage(e *rubric.Exercise, folder string, verdicts, standing []*verdict.Verdict, trouble error) Page {
	file := filepath.Join(folder, source.KernelFile)
	c := &exerciseCard{Exercise: e, File: file, Chapter: chapterOf(e, known()), Trouble: trouble}
	var b strings.Builder
	for _, v := range verdicts {
		k := newKernelCard(e, v, file)
		var err error
		if k.Help, err = hints.Of(e.Name, v.Kernel); err != nil {
			panic("BUG: " + err.Error())
		}
		for _, s := range standing {
			if s.Kernel == v.Kernel {
				k.AsItStands = asItStands(e, s, file)
			}
		}
		c.Kernels = append(c.Kernels, k)
		c.Marks, c.MaxMarks = c.Marks+v.Marks(), c.MaxMarks+v.MaxMarks()
		b.WriteString(v.String())
		if k.Standing != "" {
			fmt.Fprintln(&b, k.Standing)
		}
	}
	b.WriteString(verdict.Score(verdicts))
	fmt.Fprintf(&b, "tasks of the chapter: %d of %d done\n", c.Chapter.TasksDone, len(c.Chapter.Tasks))
	if trouble != nil {
		fmt.Fprintln(&b, trouble)
	}
	return Page{c.html(), b.String(), verdicts}
}

// Overview is the page of the whole course.
func Overview() Page {
	p := known()
	var lines []*chapterLine
	w := table.NewWriter()
	w.SetStyle(table.StyleLight)
	w.Style().Format.Header = text.FormatDefault
	w.AppendHeader(table.Row{"chapter", "tasks", "exercise", "marks", "about"})
	row := func(name string, c *chapterLine) table.Row {
		return table.Row{name, c.tasks(), of(c.Finished, c.Kernels), c.marks(), c.hours()}
	}
	for i := range rubric.Exercises {
		c := chapterOf(&rubric.Exercises[i], p)
		lines = append(lines, c)
		w.AppendRow(row(c.Chapter+" "+c.Name, c))
	}
	w.AppendSeparator()
	w.AppendRow(row("all chapters", sum(lines)))
	return Page{HTML: overviewHTML(lines), Text: w.Render() + "\n"}
}

// of returns "3 of 7", or a dash where there is nothing.
func of(done, all int) markup {
	return markup(cmp.Or(map[bool]string{true: "–"}[all == 0], fmt.Sprintf("%d of %d", done, all)))
}
