package class

// This file grades answers to tasks, in notebooks and in files of progress.

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gpucourse/gpusim"
	"gpucourse/grader/internal/cards"
	"gpucourse/grader/internal/isolated"
	"gpucourse/grader/internal/judge"
	"gpucourse/grader/internal/scores"
	"gpucourse/grader/progress"
	"gpucourse/grader/rubric"
	"gpucourse/grader/task"
	"gpucourse/grader/verdict"
	"gpucourse/solutions"
)

var every = flag.Bool("every", false, "grade the tasks of every chapter, not of two")

// chapters are those whose tasks are tried.
func chapters() (list []string) {
	for i := range rubric.Exercises {
		number, _, _ := strings.Cut(rubric.Exercises[i].Name, "_")
		if len(task.Of(number)) > 0 && (*every || number == "07" || number == "03") {
			list = append(list, number)
		}
	}
	return list
}

// withAnswers returns a notebook of the course, in which task cells are replaced.
func withAnswers(t *testing.T, chapter string, cells map[string]string) []byte {
	t.Helper()
	i := slices.IndexFunc(rubric.Exercises, func(e rubric.Exercise) bool { return strings.HasPrefix(e.Name, chapter+"_") })
	var book map[string]any
	if err := json.Unmarshal(read(t, "../../../notebooks/"+rubric.Exercises[i].Name+".ipynb"), &book); err != nil {
		t.Fatal(err)
	}
	replaced := 0
	for _, c := range book["cells"].([]any) {
		c := c.(map[string]any)
		var lines []string
		for _, line := range c["source"].([]any) {
			lines = append(lines, line.(string))
		}
		for id, text := range cells {
			if c["cell_type"] == "code" && strings.Contains(strings.Join(lines, ""), fmt.Sprintf("lesson.Try(%q", id)) {
				c["source"] = text
				replaced++
			}
		}
	}
	if replaced != len(cells) {
		t.Fatalf("chapter %s: %d cells of %d were found", chapter, replaced, len(cells))
	}
	text, err := json.Marshal(book)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// right is the cell with the right answer to a task.
func right(row *task.Task) string {
	switch ask := row.Ask.(type) {
	case task.Kernel:
		return kernelCell(row, ask.Name, "solution.go")
	case task.Program:
		return kernelCell(row, ask.Name, "solution.go")
	case task.Number:
		return fmt.Sprintf("%%%%\nlesson.Try(%q, %v)", row.ID, ask.Answer())
	case task.Choice:
		return fmt.Sprintf("%%%%\nlesson.Try(%q, %q)", row.ID, row.RightLetter(0))
	case task.Configuration:
		c := ask.Solution
		return fmt.Sprintf("%%%%\nlesson.Try(%q, gpusim.Config{Grid: gpusim.Dim(%d, %d, %d), Block: gpusim.Dim(%d, %d, %d), Shared: %d})",
			row.ID, c.Grid.X, c.Grid.Y, c.Grid.Z, c.Block.X, c.Block.Y, c.Block.Z, c.Shared)
	}
	return ""
}

func kernelCell(row *task.Task, name, file string) string {
	return fmt.Sprintf("%s\n%%%%\nlesson.Try(%q, %s)", row.Cell(file), row.ID, name)
}

// graded grades the tasks of a chapter in a folder of submissions.
func graded(t *testing.T, folder, chapter string) []scores.Result {
	t.Helper()
	s, err := Open("", []string{"none"}, []string{chapter}, 0)
	if err != nil {
		t.Fatal(err)
	}
	c := &Class{Settings: s, Jobs: 2, Limits: isolated.DefaultLimits()}
	c.Warned = func(name string, warnings []string) { t.Errorf("%s: %s", name, warnings) }
	if c.Submissions, _, err = s.Find(folder); err != nil {
		t.Fatal(err)
	}
	all, err := c.Grade(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// TestTasksOfNotebooks: a notebook with the right answers gets all marks, and one with a wrong
// answer gets the verdict that the notebook shows.
func TestTasksOfNotebooks(t *testing.T) {
	for _, chapter := range chapters() {
		folder, cells := t.TempDir(), map[string]string{}
		wanted := map[string]*verdict.Verdict{}
		for _, row := range task.Of(chapter) {
			cells[row.ID] = right(row)
			var function string
			var wrong []task.Wrong
			switch ask := row.Ask.(type) {
			case task.Kernel:
				function, wrong = ask.Name, ask.Wrong
			case task.Program:
				function, wrong = ask.Name, ask.Wrong
			default:
				continue
			}
			name, file := "wrong"+row.ID, "wrong_"+wrong[0].File+".go"
			put(t, filepath.Join(folder, name+".ipynb"), withAnswers(t, chapter, map[string]string{row.ID: kernelCell(row, function, file)}))
			alone := filepath.Join(t.TempDir(), "main.go") // with the lines of the cell
			put(t, alone, []byte("package main; import (\"gpucourse/gpusim/gpu\"; \"math\"; \"math/bits\"); "+row.Cell(file)))
			wanted[name] = judge.File(t.Context(), row, alone).Verdict
		}
		put(t, filepath.Join(folder, "solver", "my notebook.ipynb"), withAnswers(t, chapter, cells))
		for _, r := range graded(t, folder, chapter) {
			if r.Submission == "solver" && (r.Marks != r.MaxMarks || !scores.AllDone([]scores.Result{r})) {
				t.Errorf("chapter %s: the right answers get %d of %d marks: %+v", chapter, r.Marks, r.MaxMarks, r.Items)
			}
			if want := wanted[r.Submission]; want != nil {
				compare(t, &r, want)
			}
		}
	}
}

// compare compares the item that was answered with a verdict.
func compare(t *testing.T, r *scores.Result, want *verdict.Verdict) {
	t.Helper()
	for _, item := range r.Items {
		if item.Exercise != want.Exercise {
			if item.State != verdict.NotStarted.String() {
				t.Errorf("%s: task %s is %s, and nobody has answered it", r.Submission, item.Exercise, item.State)
			}
			continue
		}
		if item.State != want.State.String() || item.Marks != want.Marks() || item.Feedback[0].Title != want.Feedback[0].Title || item.Feedback[0].Source != want.Feedback[0].At.Text {
			t.Errorf("%s: got %s, %+v, want\n%v", r.Submission, item.State, item.Feedback, want)
		}
		if at := item.Feedback[0]; at.Line > 0 && at.File != "task "+item.Exercise {
			t.Errorf("%s: got a line of %s, want one of the cell", r.Submission, at.File)
		}
	}
}

// TestTasksOfProgress: a file of progress gets the marks of its answers, and none for verdicts.
func TestTasksOfProgress(t *testing.T) {
	const chapter = "07"
	folder, kept := t.TempDir(), filepath.Join(t.TempDir(), "progress.json")
	t.Setenv(progress.Variable, kept)
	for _, row := range task.Of(chapter) {
		switch ask := row.Ask.(type) {
		case task.Kernel:
			cards.File(row.ID, filepath.Join("../../task/_code", row.ID, "solution.go"))
		case task.Number:
			cards.Try(row.ID, ask.Answer())
		case task.Choice:
			order, err := progress.At(kept).Order(task.Orders)
			if err != nil {
				t.Fatal(err)
			}
			cards.Try(row.ID, row.RightLetter(order))
		case task.Configuration:
			cards.Try(row.ID, gpusim.Config{Grid: ask.Solution.Grid, Block: ask.Solution.Block, Shared: ask.Solution.Shared})
		}
	}
	put(t, filepath.Join(folder, "a1", "progress.json"), read(t, kept))
	var p progress.Progress
	if err := json.Unmarshal(read(t, kept), &p); err != nil {
		t.Fatal(err)
	}
	for _, item := range p.Items {
		item.Best.Source = "" // what remains of kernels are verdicts
		item.Best.State, item.Best.Marks = verdict.Done, 100
		if item.Best.Code == "128" {
			item.Best.Code = "129"
		}
	}
	forged, err := json.Marshal(p)
	if err != nil {
		t.Fatal(err)
	}
	put(t, filepath.Join(folder, "b1.json"), forged)
	for _, r := range graded(t, folder, chapter) {
		for _, item := range r.Items {
			row, err := task.Find(item.Exercise)
			if err != nil {
				t.Fatal(err)
			}
			_, isKernel := row.Ask.(task.Kernel)
			switch {
			case r.Submission == "a1" && item.State != scores.Done:
				t.Errorf("a1: got %s %s: %+v", item.Exercise, item.State, item.Feedback)
			case r.Submission == "b1" && isKernel && (item.Marks > 0 || item.State != verdict.Invalid.String()):
				t.Errorf("b1: a verdict alone gets %d marks for %s", item.Marks, item.Exercise)
			}
		}
	}
}

// TestKernelsOfProgress: the source of an exercise's kernel in a file of progress is graded, unless
// its file was handed in.
func TestKernelsOfProgress(t *testing.T) {
	text, err := solutions.Source(exerciseName)
	if err != nil {
		t.Fatal(err)
	}
	item := func(source string) *progress.Item {
		return &progress.Item{Count: 1, Best: &progress.Attempt{Source: source, State: verdict.Done, Marks: 8, MaxMarks: 8}}
	}
	_, source, _ := strings.Cut(string(text), "\n\n")
	handedIn := func(name string, p progress.Progress) string {
		text, err := json.Marshal(p)
		if err != nil {
			t.Fatal(err)
		}
		file := filepath.Join(t.TempDir(), name, "progress.json")
		put(t, file, text)
		return filepath.Dir(filepath.Dir(file))
	}
	folder := handedIn("a1", progress.Progress{Version: progress.Version, Items: map[string]*progress.Item{
		exerciseName + "/Add": item(source), exerciseName + "/Fahrenheit": item(""),
	}})
	wrong := handedIn("a2", progress.Progress{Version: progress.Version, Items: map[string]*progress.Item{exerciseName + "/Add": item("func Add() {}\n")}})
	if err := os.Rename(filepath.Join(wrong, "a2"), filepath.Join(folder, "a2")); err != nil {
		t.Fatal(err)
	}
	put(t, filepath.Join(folder, "a3", exerciseName, "kernel.go"), text)
	put(t, filepath.Join(folder, "a3", "progress.json"), read(t, filepath.Join(folder, "a2", "progress.json")))
	all, err := open(t, folder, 0).Grade(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	for _, r := range all {
		got[r.Submission] = r.Items[0].State + ", " + r.Items[1].State
	}
	for name, want := range map[string]string{"a1": "done, not started", "a2": "not valid, not started", "a3": "done, done"} {
		if got[name] != want {
			t.Errorf("%s: got %s, want %s", name, got[name], want)
		}
	}
}

// TestWrongTasks: a task that is not there is an error.
func TestWrongTasks(t *testing.T) {
	for _, word := range []string{"99", "07.99", "", "coalescing"} {
		if _, err := Open("", nil, []string{word}, 0); err == nil || !strings.Contains(err.Error(), fmt.Sprintf("%q", word)) {
			t.Errorf("%q: got %v", word, err)
		}
	}
	for word, want := range map[string]int{"7": 7, "07.2": 1, "all": len(task.Tasks)} {
		if s, err := Open("", nil, []string{word}, 0); err != nil || len(s.tasks) != want {
			t.Errorf("%q: got %v, %v, want %d tasks", word, s, err, want)
		}
	}
}

// TestTriesOfAChoice: wrong letters count as tries, of whichever file of a submission.
func TestTriesOfAChoice(t *testing.T) {
	row, err := task.Find("07.3")
	if err != nil {
		t.Fatal(err)
	}
	wrong := ""
	for _, s := range row.Sentences(0) {
		if s.Report != nil {
			wrong = s.Letter
		}
	}
	attempt := func(letter string, s verdict.State, marks int) progress.Attempt {
		return progress.Attempt{Code: letter, State: s, Marks: marks, MaxMarks: 4}
	}
	kept := progress.At(filepath.Join(t.TempDir(), "progress.json"))
	for _, a := range []progress.Attempt{attempt(wrong, verdict.Wrong, 0), attempt(row.RightLetter(0), verdict.Done, 2)} {
		if err := kept.Record(map[string]progress.Attempt{row.ID: a}); err != nil {
			t.Fatal(err)
		}
	}
	folder := t.TempDir()
	notebook := withAnswers(t, "07", map[string]string{row.ID: right(row)})
	put(t, filepath.Join(folder, "once.ipynb"), notebook)
	put(t, filepath.Join(folder, "both", "a.ipynb"), notebook)
	put(t, filepath.Join(folder, "both", "progress.json"), read(t, kept.Path()))
	put(t, filepath.Join(folder, "twice.json"), read(t, kept.Path()))
	for _, r := range graded(t, folder, "07") {
		if want := map[string]int{"once": 4, "both": 2, "twice": 2}[r.Submission]; r.Marks != want {
			t.Errorf("%s: got %d marks, want %d", r.Submission, r.Marks, want)
		}
	}
}
