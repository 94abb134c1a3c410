// Package answerkey writes the answer key of a class: each task with its question, right answer, reason and wrong answers,
// in all variants, and each exercise with its goals and solutions. The text is Markdown.
//
// All of it comes from the rows of packages task and rubric and from the solutions. Answers are computed as the grader
// computes them.
package answerkey

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"gpucourse/gpusim/diag"
	"gpucourse/grader/hints"
	"gpucourse/grader/internal/scores"
	"gpucourse/grader/internal/source"
	"gpucourse/grader/rubric"
	"gpucourse/grader/task"
	"gpucourse/grader/verdict"
)

// Key is what an answer key is about.
type Key struct {
	Tasks     []*task.Task
	Exercises []Exercise
	Learners  []scores.Learner
	// Variants returns the variants of a learner's tasks by ID; it is called for Learners alone.
	Variants func(learner string) map[string]int
	Order    func(learner string) int // of the sentences of choices
}

// Exercise is an exercise. Hidden is the folder of its reference, "" of one of the course.
type Exercise struct {
	*rubric.Exercise
	Hidden string
}

// writer collects Markdown.
type writer struct{ strings.Builder }

func (w *writer) line(format string, args ...any) { fmt.Fprintf(w, format+"\n\n", args...) }

// Markdown returns the text.
func (k *Key) Markdown() (string, error) {
	w := &writer{}
	w.line("# Answer key")
	w.line("Keep this page from learners. The minutes are estimates.")
	if len(k.Tasks) > 0 {
		w.line("## Tasks")
	}
	for _, t := range k.Tasks {
		w.task(t)
	}
	if len(k.Exercises) > 0 {
		w.line("## Exercises")
	}
	for _, e := range k.Exercises {
		if err := w.exercise(e); err != nil {
			return "", err
		}
	}
	w.learners(k)
	return strings.TrimSpace(w.String()) + "\n", nil
}

func (w *writer) task(t *task.Task) {
	w.line("### Task %s: %s", t.ID, t.Title)
	w.line("*%s.* %s, about %d minutes.", capital(string(t.Form)), diag.Count(marksOf(t), "marks"), t.Minutes())
	for v := range t.Variants() {
		if t.Variants() > 1 {
			w.line("**Variant %d.**", v)
		}
		w.variant(t.As(v))
	}
}

// variant is the question of a variant with what the grader says to answers.
func (w *writer) variant(t *task.Task) {
	w.line("%s", strings.TrimSpace(t.Text))
	switch ask := t.Ask.(type) {
	case task.Number:
		w.number(&ask)
	case task.Choice:
		w.choice(t, &ask)
	case task.Configuration:
		w.wanted(ask.Wanted(cmp.Or(ask.Device, task.Device)))
		w.line("%s", t.Hints.Solution)
	case task.Kernel:
		w.wanted(ask.Wanted(cmp.Or(ask.Device, task.Device)))
		w.code(t.Cell("solution.go"))
	case task.Program:
		w.wanted(ask.Wanted())
		w.code(t.Cell("solution.go"))
	default:
		panic(fmt.Sprintf("BUG: a question of type %T", t.Ask))
	}
}

func (w *writer) number(ask *task.Number) {
	w.line("**Right: %s %s.** %s.", verdict.Figure(ask.Answer()), ask.Unit, capital(ask.Because))
	for _, m := range ask.Misread {
		fmt.Fprintf(w, "- %s: %s\n", verdict.Figure(m.Number()), m.Says)
	}
	fmt.Fprintf(w, "- any other number: %s\n\n", ask.Nudge)
}

func (w *writer) choice(t *task.Task, ask *task.Choice) {
	right := ask.Options[ask.Right()]
	w.line("**Right: %s** %s.", right.Text, capital(ask.Because))
	for _, o := range ask.Options {
		if o.Report != nil {
			fmt.Fprintf(w, "- Wrong: %s The reader is told: %s\n", o.Text, o.Says)
		}
	}
	var letters []string
	for order := range task.Orders {
		letters = append(letters, t.RightLetter(order))
	}
	w.line("\nThe right letters, by order of sentences from 0: %s.", strings.Join(letters, ", "))
}

// wanted is a table of what earns marks.
func (w *writer) wanted(list []rubric.Wanted) {
	fmt.Fprint(w, "| goal | limit |\n|---|---|\n")
	for _, g := range list {
		fmt.Fprintf(w, "| %s | %s |\n", g.Name, g.Limit)
	}
	fmt.Fprintln(w)
}

func (w *writer) code(source string) { w.line("```go\n%s\n```", strings.TrimSpace(source)) }

func (w *writer) exercise(e Exercise) error {
	w.line("### %s", e.Name)
	w.line("About %d minutes.", e.Minutes())
	if e.Hidden == "" {
		w.line("The question is `exercises/%s/README.md`.", e.Name)
	}
	part := func(name string, wanted []rubric.Wanted) error {
		w.line("#### %s %s", e.Name, name)
		w.line("%s.", capital(diag.Count(verdict.MaxMarks(len(wanted)-1), "marks")))
		w.wanted(wanted)
		code, err := e.solution(name)
		if err == nil {
			w.code(code)
		}
		return err
	}
	for i := range e.Kernels {
		if err := part(e.Kernels[i].Name, e.Kernels[i].Wanted(e.Device)); err != nil {
			return err
		}
	}
	for i := range e.Plans {
		if err := part(e.Plans[i].Name, e.Plans[i].Wanted()); err != nil {
			return err
		}
	}
	for i := range e.Programs {
		if err := part(e.Programs[i].Name, e.Programs[i].Wanted()); err != nil {
			return err
		}
	}
	return nil
}

// solution returns the code that solves a kernel, plan or program.
func (e *Exercise) solution(name string) (string, error) {
	if e.Hidden == "" {
		return hints.Solution(e.Name, name)
	}
	file := filepath.Join(e.Hidden, source.KernelFile)
	text, err := os.ReadFile(file)
	if err != nil {
		return "", err
	}
	sub, err := source.Parse(file, text)
	if err != nil {
		return "", err
	}
	return sub.TextWithUses(name), nil
}

// learners is a table of the variants that learners have, for the tasks of the key.
func (w *writer) learners(k *Key) {
	varied := slices.DeleteFunc(slices.Clone(k.Tasks), func(t *task.Task) bool { return t.Variants() == 1 })
	if len(k.Learners) == 0 || len(varied) == 0 {
		return
	}
	w.line("## Variants of learners")
	fmt.Fprint(w, "| learner | order |")
	for _, t := range varied {
		fmt.Fprintf(w, " %s |", t.ID)
	}
	fmt.Fprint(w, "\n|---|---|"+strings.Repeat("---|", len(varied))+"\n")
	for _, l := range k.Learners {
		own := k.Variants(l.ID)
		fmt.Fprintf(w, "| %s | %d |", strings.ReplaceAll(l.ID, "|", `\|`), k.Order(l.ID))
		for _, t := range varied {
			fmt.Fprintf(w, " %s |", shortAnswer(t.As(own[t.ID])))
		}
		fmt.Fprintln(w)
	}
}

// shortAnswer is the variant of a task, with its right number.
func shortAnswer(t *task.Task) string {
	if ask, ok := t.Ask.(task.Number); ok {
		return fmt.Sprintf("%d: %s", t.Variant, verdict.Figure(ask.Answer()))
	}
	return fmt.Sprint(t.Variant)
}

// marksOf returns the marks that a task can earn.
func marksOf(t *task.Task) int {
	switch ask := t.Ask.(type) {
	case task.Kernel:
		return verdict.MaxMarks(len(ask.Goals))
	case task.Program:
		return verdict.MaxMarks(len(ask.Goals))
	case task.Configuration:
		return verdict.MaxMarks(len(ask.Goals))
	}
	return verdict.MaxMarks(0)
}

func capital(text string) string { return strings.ToUpper(text[:1]) + text[1:] }
