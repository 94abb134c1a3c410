// Package judge says what an answer to a task is worth. A kernel or a launch goes through
// the same steps as a submission of an exercise, in a process of its own. A number and a
// choice are compared with what the row of the task computes.
//
// An answer of the wrong kind, such as a number where a kernel is wanted, is an error that
// says what to write. It is no attempt.
package judge

import (
	"context"
	"fmt"
	"math"
	"path/filepath"
	"reflect"
	"strings"
	"sync"

	"gpucourse/gpusim"
	"gpucourse/gpusim/diag"
	"gpucourse/grader/internal/isolated"
	"gpucourse/grader/task"
	"gpucourse/grader/verdict"
)

// Judgement is what an answer is worth.
type Judgement struct {
	Verdict *verdict.Verdict
	File    string // that holds the kernel; "" for a number and a choice
	Shape   task.Shape
	Because string // the reason of a right number or choice
	// Chosen is the sentence that a letter chooses; nil for other answers.
	Chosen *task.Option
	// AsItStands is the verdict on a stub that is to be mended, improved or changed; nil for
	// what has been started, and for other forms.
	AsItStands *verdict.Verdict
}

// Answer judges an answer to a task: a function, a number, a gpusim.Config or a letter.
func Answer(ctx context.Context, t *task.Task, answer any) (*Judgement, error) {
	switch ask := t.Ask.(type) {
	case task.Kernel:
		return kernel(ctx, t, "a kernel", ask.Name, answer)
	case task.Program:
		return kernel(ctx, t, "a function", ask.Name, answer)
	case task.Configuration:
		return launch(ctx, t, &ask, answer)
	case task.Number:
		return number(t, &ask, answer)
	case task.Choice:
		return choice(t, &ask, answer)
	}
	panic(fmt.Sprintf("BUG: a question of type %T", t.Ask))
}

// File judges the kernel of a file.
func File(ctx context.Context, t *task.Task, file string) *Judgement {
	a := isolated.Attempt{Task: t.ID, Variant: t.Variant, File: file}
	j := &Judgement{Verdict: isolated.GradeTask(ctx, a), File: file}
	if a.Untouched = t.Form.GivesKernel(); a.Untouched && j.Verdict.State == verdict.NotStarted {
		j.AsItStands = isolated.GradeTask(ctx, a)
	}
	return j
}

func kernel(ctx context.Context, t *task.Task, what, wants string, answer any) (*Judgement, error) {
	write := fmt.Sprintf("lesson.Try(%q, %s)", t.ID, wants)
	if v := reflect.ValueOf(answer); v.Kind() != reflect.Func || v.IsNil() {
		return nil, wanted(t, what, answer, write)
	}
	file, name, err := gpusim.SourceOf(answer)
	if err != nil {
		return nil, err
	}
	if name != wants {
		return nil, fmt.Errorf("task %s asks for func %s, and this is func %s. Write: %s", t.ID, wants, name, write)
	}
	return File(ctx, t, file), nil
}

func launch(ctx context.Context, t *task.Task, ask *task.Configuration, answer any) (*Judgement, error) {
	const example = "gpusim.Config{Grid: gpusim.Dim(…), Block: gpusim.Dim(…)}"
	c, ok := answer.(gpusim.Config)
	if !ok {
		return nil, wanted(t, "a launch", answer, fmt.Sprintf("lesson.Try(%q, %s)", t.ID, example))
	}
	if rest := (gpusim.Config{Grid: c.Grid, Block: c.Block, Shared: c.Shared}); !reflect.DeepEqual(rest, c) {
		return nil, fmt.Errorf("task %s is about Grid, Block and Shared alone: leave the other fields out", t.ID)
	}
	root, err := verdict.Root()
	if err != nil {
		return nil, err
	}
	return launchOf(ctx, t, ask, c, filepath.Join(root, filepath.FromSlash(t.CodePath(task.GivenFile))), isolated.Limits{}), nil
}

// launchOf judges a launch of the kernel in a file.
func launchOf(ctx context.Context, t *task.Task, ask *task.Configuration, c gpusim.Config, file string, l isolated.Limits) *Judgement {
	a := isolated.Attempt{Task: t.ID, Variant: t.Variant, File: file, Shape: task.ShapeOf(c), Limits: l}
	j := &Judgement{File: a.File, Shape: a.Shape}
	if reflect.DeepEqual(c, ask.Stub) {
		j.Verdict = Unanswered(t)
		return j
	}
	j.Verdict = isolated.GradeTask(ctx, a)
	j.Verdict.Code = fmt.Sprint(a.Shape)
	inDeclaration(j.Verdict, a.File, ask.Name)
	adviseLaunch(j.Verdict)
	return j
}

// tolerance is how far an answer with digits behind the point may be off, relatively: these
// are averages, and nobody predicts all digits. Whole answers are counts, and exact.
const tolerance = 0.01

// rounding is the relative error of an answer that is computed as a sum of fractions.
const rounding = 1e-9

func near(a, b float64) bool {
	if math.Abs(b-math.Round(b)) <= rounding*math.Abs(b) {
		return math.Abs(a-b) <= rounding*math.Abs(b)
	}
	return math.Abs(a-b) <= tolerance*math.Abs(b)
}

func number(t *task.Task, ask *task.Number, answer any) (*Judgement, error) {
	got, ok := floatOf(answer)
	if !ok {
		return nil, wanted(t, "a number", answer, fmt.Sprintf("lesson.Try(%q, 7), with your number of %s in place of 7", t.ID, ask.Unit))
	}
	v := newVerdict(t, verdict.Figure(got))
	switch {
	case got == task.Unanswered:
		v.State = verdict.NotStarted
		return &Judgement{Verdict: v}, nil
	case near(got, computed(t, ask.Answer)):
		v.State = verdict.Done
		return &Judgement{Verdict: v, Because: ask.Because}, nil
	}
	unit := ask.Unit
	if got == 1 {
		unit = diag.One(unit)
	}
	title := fmt.Sprintf("the answer is not %s %s", verdict.Figure(got), unit)
	v.Stop(verdict.Wrong, &verdict.Feedback{Title: title, Hint: misread(ask, got)})
	return &Judgement{Verdict: v}, nil
}

// results holds the numbers that the rows of tasks compute: a class has many answers.
var results sync.Map

// computed returns the number that the row of a task computes, once per task.
func computed(t *task.Task, compute func() float64) float64 {
	if known, ok := results.Load(t); ok {
		return known.(float64)
	}
	result := compute()
	results.Store(t, result)
	return result
}

// misread returns what a wrong number is told.
func misread(ask *task.Number, got float64) string {
	for _, m := range ask.Misread {
		if near(got, m.Number()) {
			return fmt.Sprintf("%s: %s", verdict.Figure(got), m.Says)
		}
	}
	return ask.Nudge
}

func choice(t *task.Task, ask *task.Choice, answer any) (*Judgement, error) {
	letter := Letter(answer)
	if letter == task.Unchosen {
		v := newVerdict(t, letter)
		v.State = verdict.NotStarted
		return &Judgement{Verdict: v}, nil
	}
	chosen, _, ok := t.Sentence(letter)
	if !ok {
		return nil, wanted(t, "the letter of a sentence", answer, fmt.Sprintf("lesson.Try(%q, %q), which shows the letters", t.ID, task.Unchosen))
	}
	v := newVerdict(t, letter)
	j := &Judgement{Verdict: v, Chosen: &chosen.Option}
	if chosen.Report == nil {
		v.State, j.Because = verdict.Done, ask.Because
		return j, nil
	}
	v.Stop(verdict.Wrong, &verdict.Feedback{Title: fmt.Sprintf("sentence %s does not fit the report: %s", letter, j.Chosen.Text), Hint: j.Chosen.Says})
	return j, nil
}

// Letter returns the letter of an answer to a choice; "" for an answer of another kind.
func Letter(answer any) string {
	text, _ := answer.(string)
	return strings.ToLower(strings.TrimSpace(text))
}

// newVerdict returns the verdict on an answer that runs no kernel.
func newVerdict(t *task.Task, answer string) *verdict.Verdict {
	return &verdict.Verdict{Exercise: t.ID, Kernel: t.Title, Code: answer}
}

// wanted is the error of an answer of another kind.
func wanted(t *task.Task, what string, answer any, write string) error {
	return fmt.Errorf("task %s asks for %s, and got %s. Write: %s", t.ID, what, described(answer), write)
}

func described(answer any) string {
	v := reflect.ValueOf(answer)
	switch {
	case answer == nil || v.Kind() == reflect.Func && v.IsNil():
		return "nil"
	case v.Kind() == reflect.Func:
		return "a function"
	case v.Kind() == reflect.String:
		return fmt.Sprintf("the text %q", answer)
	case v.CanInt() || v.CanUint() || v.CanFloat():
		return fmt.Sprintf("the number %v", answer)
	}
	return fmt.Sprintf("a value of type %T", answer)
}

// floatOf returns a number of any type.
func floatOf(answer any) (float64, bool) {
	switch v := reflect.ValueOf(answer); {
	case v.CanInt():
		return float64(v.Int()), true
	case v.CanUint():
		return float64(v.Uint()), true
	case v.CanFloat():
		return v.Float(), !math.IsNaN(v.Float())
	}
	return 0, false
}
