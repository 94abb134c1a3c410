package task_test

// This file tries every task: its solution, its stub, and what is likely to go wrong.

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gpucourse/grader/internal/isolated"
	"gpucourse/grader/internal/judge"
	"gpucourse/grader/task"
	"gpucourse/grader/verdict"
)

func TestMain(m *testing.M) {
	isolated.Serve()
	os.Exit(m.Run())
}

// each runs a test on every task.
func each(t *testing.T, test func(t *testing.T, row *task.Task)) {
	for i := range task.Tasks {
		t.Run(task.Tasks[i].ID, func(t *testing.T) {
			t.Parallel()
			test(t, &task.Tasks[i])
		})
	}
}

// answer judges an answer that is of the right kind.
func answer(t *testing.T, row *task.Task, answer any) *verdict.Verdict {
	t.Helper()
	j, err := judge.Answer(context.Background(), row, answer)
	if err != nil {
		t.Fatal(err)
	}
	return j.Verdict
}

// file judges a Go file of the task.
func file(row *task.Task, name string) *verdict.Verdict {
	return judge.File(context.Background(), row, filepath.Join("_code", row.ID, name)).Verdict
}

// solved returns the verdict on the solution, and that on the stub.
func solved(t *testing.T, row *task.Task) (solution, stub *verdict.Verdict) {
	switch ask := row.Ask.(type) {
	case task.Kernel:
		return file(row, "solution.go"), file(row, "stub.go")
	case task.Launch:
		return answer(t, row, ask.Solution), answer(t, row, ask.Stub)
	case task.Number:
		return answer(t, row, ask.Answer()), answer(t, row, task.Unanswered)
	case task.Choice:
		return answer(t, row, task.Letter(ask.Right(ask.Report()))), answer(t, row, task.Unchosen)
	}
	t.Fatalf("a question of type %T", row.Ask)
	return nil, nil
}

func TestSolutionsAndStubs(t *testing.T) {
	each(t, func(t *testing.T, row *task.Task) {
		solution, stub := solved(t, row)
		if solution.State != verdict.Done || solution.Marks() != solution.MaxMarks() {
			t.Errorf("the solution: got\n%v\nwant full marks", solution)
		}
		if stub.State != verdict.NotStarted || len(stub.Feedback) > 0 {
			t.Errorf("the stub: got\n%v\nwant not started", stub)
		}
	})
}

// wrongAnswer is an answer with a part of what it must be told.
type wrongAnswer struct {
	what    string
	verdict *verdict.Verdict
	says    string
}

func wrongAnswers(t *testing.T, row *task.Task) (list []wrongAnswer) {
	switch ask := row.Ask.(type) {
	case task.Kernel:
		for _, w := range ask.Wrong {
			list = append(list, wrongAnswer{w.File, file(row, "wrong_"+w.File+".go"), w.Says})
		}
	case task.Launch:
		for _, w := range ask.Wrong {
			list = append(list, wrongAnswer{fmt.Sprint(task.ShapeOf(w.Config)), answer(t, row, w.Config), w.Says})
		}
	case task.Number:
		for _, m := range ask.Misread {
			list = append(list, wrongAnswer{fmt.Sprint(m.Number()), answer(t, row, m.Number()), m.Says})
		}
		list = append(list, wrongAnswer{"any other number", answer(t, row, 1e9+7), ask.Nudge})
	case task.Choice:
		for i, o := range ask.Options {
			if i != ask.Right(ask.Report()) {
				list = append(list, wrongAnswer{task.Letter(i), answer(t, row, task.Letter(i)), o.Says})
			}
		}
	}
	return list
}

func TestWrongAnswers(t *testing.T) {
	each(t, func(t *testing.T, row *task.Task) {
		list := wrongAnswers(t, row)
		if len(list) < 2 {
			t.Errorf("got %d wrong answers, want 2 at least", len(list))
		}
		told := map[string]bool{}
		for _, w := range list {
			got := w.verdict.String()
			if w.says == "" || !strings.Contains(got, w.says) || w.verdict.State == verdict.Done || w.verdict.State == verdict.NotStarted {
				t.Errorf("%s: got\n%s\nwant it to say %q", w.what, got, w.says)
			}
			if _, counts := row.Ask.(task.Number); counts && told[w.says] {
				t.Errorf("%s: got the message of another wrong answer: %q", w.what, w.says)
			}
			told[w.says] = true
		}
	})
}

// TestBuggyStubs: a kernel that is to be mended or to be made faster is wrong, or wasteful,
// as it is handed out, and what is said about it is more than its first line.
func TestBuggyStubs(t *testing.T) {
	each(t, func(t *testing.T, row *task.Task) {
		want := map[task.Form]verdict.State{task.Mend: verdict.Wrong, task.Optimise: verdict.Wasteful}[row.Form]
		if want == verdict.Invalid {
			t.Skip("of another form")
		}
		dir := t.TempDir()
		stub := strings.Replace(string(row.Code("stub.go")), "{\n", "{\n\t_ = 1\n", 1)
		path := filepath.Join(dir, "main.go")
		if err := os.WriteFile(path, []byte(stub), 0o644); err != nil {
			t.Fatal(err)
		}
		v := judge.File(context.Background(), row, path).Verdict
		if v.State != want || v.Feedback[0].Hint == "" {
			t.Errorf("got\n%v\nwant state %v with a hint", v, want)
		}
	})
}
