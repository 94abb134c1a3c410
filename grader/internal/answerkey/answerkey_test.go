package answerkey

import (
	"flag"
	"os"
	"strings"
	"testing"

	"gpucourse/grader/internal/scores"
	"gpucourse/grader/internal/source"
	"gpucourse/grader/rubric"
	"gpucourse/grader/task"
	"gpucourse/grader/verdict"
)

var every = flag.Bool("every", false, "all chapters, not two of them")

// TestKey: the page has each task with each of its variants, and each part of each exercise with its solution. Right answers of the
// page are those that the rows compute.
func TestKey(t *testing.T) {
	k := Key{Learners: []scores.Learner{{ID: "a1"}}, Variants: func(string) map[string]int { return map[string]int{"07.1": 2} }, Order: func(string) int { return 4 }}
	for i := range task.Tasks {
		if row := &task.Tasks[i]; *every || row.Chapter() == "07" || row.Chapter() == "03" {
			k.Tasks = append(k.Tasks, row)
		}
	}
	for i := range rubric.Exercises {
		k.Exercises = append(k.Exercises, Exercise{Exercise: &rubric.Exercises[i]})
	}
	text, err := k.Markdown()
	if err != nil {
		t.Fatal(err)
	}
	has := func(part string) {
		t.Helper()
		if !strings.Contains(text, part) {
			t.Errorf("the key does not hold %q", part)
		}
	}
	for _, row := range k.Tasks {
		has("### Task " + row.ID + ": " + row.Title)
		for v := range row.Variants() {
			row := row.As(v)
			has(strings.TrimSpace(row.Text))
			switch ask := row.Ask.(type) {
			case task.Number:
				has("**Right: " + verdict.Figure(ask.Answer()) + " " + ask.Unit)
			case task.Choice:
				has("**Right: " + ask.Options[ask.Right()].Text)
			case task.Configuration:
				has(row.Hints.Solution)
			default:
				has(strings.TrimSpace(row.Cell("solution.go")))
			}
		}
	}
	for _, e := range k.Exercises {
		for _, kernel := range e.Kernels {
			has("#### " + e.Name + " " + kernel.Name)
			has("func " + kernel.Name + "(")
		}
		for _, p := range e.Plans {
			has("#### " + e.Name + " " + p.Name)
		}
	}
	has("| a1 | 4 | 0: 16 |")
	has(" 2: 80 |")
	if strings.Contains(text, "%!") {
		t.Error("the key holds a format that was not filled in")
	}
}

// TestKeyOfHiddenExercise: the solution of a hidden exercise is its reference.
func TestKeyOfHiddenExercise(t *testing.T) {
	folder := t.TempDir()
	const reference = "package double\n\nfunc Double(y, x []float32, n int) {\n\ty[0] = 2\n}\n"
	if err := os.WriteFile(folder+"/"+source.KernelFile, []byte(reference), 0o600); err != nil {
		t.Fatal(err)
	}
	kernel := rubric.Exercises[0].Kernels[0]
	kernel.Name = "Double"
	row := rubric.Exercise{Name: "90_double", Device: "H200", Kernels: []rubric.Kernel{kernel}}
	k := Key{Exercises: []Exercise{{&row, folder}}}
	text, err := k.Markdown()
	if err != nil || !strings.Contains(text, "y[0] = 2") {
		t.Errorf("got %v\n%s", err, text)
	}
	k.Exercises[0].Hidden = t.TempDir()
	if _, err := k.Markdown(); err == nil {
		t.Error("a reference that is missing: got no error")
	}
}
