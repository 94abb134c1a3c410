package task_test

// This file tries every task: its solution, its stub, and what is likely to go wrong.

import (
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gpucourse/grader/hints"
	"gpucourse/grader/internal/isolated"
	"gpucourse/grader/internal/judge"
	"gpucourse/grader/rubric"
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
	case task.Configuration:
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
	case task.Configuration:
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
			if _, given := row.Ask.(task.Configuration); given && strings.Contains(got, "_code/") {
				t.Errorf("%s: got\n%s\nwant lines of the kernel as the notebook shows it", w.what, got)
			}
			if _, counts := row.Ask.(task.Number); counts && told[w.says] {
				t.Errorf("%s: got the message of another wrong answer: %q", w.what, w.says)
			}
			told[w.says] = true
		}
	})
}

// TestCountsAreExact: a count that is off by one is wrong, however large it is.
func TestCountsAreExact(t *testing.T) {
	each(t, func(t *testing.T, row *task.Task) {
		ask, ok := row.Ask.(task.Number)
		if !ok || math.Abs(ask.Answer()-math.Round(ask.Answer())) > 1e-6 {
			t.Skip("no count")
		}
		if v := answer(t, row, ask.Answer()+1); v.State != verdict.Wrong {
			t.Errorf("%v in place of %v: got %v, want wrong", ask.Answer()+1, ask.Answer(), v.State)
		}
	})
}

// TestGivenKernels: a kernel that is given to be mended is wrong as it stands, one to be
// changed in another way is wasteful, and both are told why.
func TestGivenKernels(t *testing.T) {
	each(t, func(t *testing.T, row *task.Task) {
		if !row.Form.GivesKernel() {
			t.Skip("of another form")
		}
		want := verdict.Wasteful
		if row.Form == task.Mend {
			want = verdict.Wrong
		}
		v := judge.File(context.Background(), row, filepath.Join("_code", row.ID, "stub.go")).AsItStands
		if v.State != want || v.Feedback[0].Hint == "" {
			t.Errorf("got\n%v\nwant state %v with a hint", v, want)
		}
	})
}

// TestBest: what is called the best known value is what best.go measures, and the solution
// is no better.
func TestBest(t *testing.T) {
	each(t, func(t *testing.T, row *task.Task) {
		ask, ok := row.Ask.(task.Kernel)
		if open := row.Form == task.Optimise; !ok || !open {
			if ok && ask.Best != 0 {
				t.Error("a best known value, and the task is no open optimisation")
			}
			return
		}
		best, solution := file(row, "best.go"), file(row, "solution.go")
		if best.State != verdict.Done || best.Measured[0].Got != ask.Best || solution.Measured[0].Got < ask.Best {
			t.Errorf("got\n%v%v\nwant full marks for best.go, and Best to be what it measures", best, best.Measured)
		}
	})
}

// TestAnswersAreComputed: a number differs from all its misreadings, which differ from each
// other, and exactly one option of a choice holds.
func TestAnswersAreComputed(t *testing.T) {
	each(t, func(t *testing.T, row *task.Task) {
		switch ask := row.Ask.(type) {
		case task.Number:
			seen := map[float64]bool{ask.Answer(): true, task.Unanswered: true}
			for _, m := range ask.Misread {
				if seen[m.Number()] {
					t.Errorf("%v is misread twice, or is the answer", m.Number())
				}
				seen[m.Number()] = true
			}
		case task.Choice:
			r, right := ask.Report(), 0
			for _, o := range ask.Options {
				if holds := o.Holds != nil && o.Holds(r); holds {
					right++
				} else if o.Says == "" {
					t.Errorf("%q: who chooses it is told nothing", o.Text)
				}
			}
			if right != 1 {
				t.Errorf("%d options hold, want 1", right)
			}
		}
	})
}

// TestNothingGivesAnAnswerAway: neither the cell nor what a wrong answer is told holds the
// number.
func TestNothingGivesAnAnswerAway(t *testing.T) {
	each(t, func(t *testing.T, row *task.Task) {
		ask, ok := row.Ask.(task.Number)
		if !ok {
			return
		}
		number := regexp.MustCompile(`(^|[^\d.])` + regexp.QuoteMeta(verdict.Figure(ask.Answer())) + `($|[^\d.]|\.$)`)
		texts := []string{row.Markdown(), row.Source(), row.Hints.Question, row.Hints.Look, row.Hints.Hole, answer(t, row, task.Unanswered).String()}
		for _, w := range wrongAnswers(t, row) {
			texts = append(texts, strings.TrimPrefix(w.verdict.String(), row.ID))
		}
		for _, text := range texts {
			if number.MatchString(strings.ReplaceAll(text, row.ID, "")) {
				t.Errorf("got %q, which holds the answer %v", text, ask.Answer())
			}
		}
	})
}

// TestRows: a row is complete, its ID is new and in order, and its hints have four steps.
func TestRows(t *testing.T) {
	forms, before := map[task.Form]int{}, ""
	each := map[string]int{}
	for i := range task.Tasks {
		row := &task.Tasks[i]
		forms[row.Form]++
		each[row.Chapter()]++
		if !regexp.MustCompile(`^\d\d\.\d$`).MatchString(row.ID) || row.ID <= before {
			t.Errorf("%s follows %s: want IDs such as 07.3, in order", row.ID, before)
		}
		before = row.ID
		if row.Title == "" || row.Text == "" || row.After == "" {
			t.Errorf("%s: title, text or place is missing", row.ID)
		}
		if !strings.Contains(row.Hints.Hole, hints.Hole) {
			t.Errorf("%s: the third hint has no hole %s", row.ID, hints.Hole)
		}
		if steps := len(row.Steps()); steps != 4 {
			t.Errorf("%s: got %d hints, want 4", row.ID, steps)
		}
		for n, step := range row.Steps() {
			if strings.TrimSpace(step) == "" {
				t.Errorf("%s: hint %d is empty", row.ID, n+1)
			}
		}
	}
	t.Logf("%d tasks in %d forms, by chapter: %v", len(task.Tasks), len(forms), each)
	for form, n := range forms {
		t.Logf("%3d %s", n, form)
	}
	if len(forms) < 5 {
		t.Errorf("got %d forms, want 5 at least", len(forms))
	}
}

// TestFormsFitQuestions: each form has its kind of question.
func TestFormsFitQuestions(t *testing.T) {
	want := map[task.Form]task.Question{
		task.Predict: task.Number{}, task.Explain: task.Choice{}, task.Configure: task.Configuration{}, task.Complete: task.Kernel{},
		task.Mend: task.Kernel{}, task.Write: task.Kernel{}, task.Match: task.Kernel{}, task.Optimise: task.Kernel{},
	}
	each(t, func(t *testing.T, row *task.Task) {
		if fmt.Sprintf("%T", row.Ask) != fmt.Sprintf("%T", want[row.Form]) {
			t.Errorf("a question of type %T for the form %q", row.Ask, row.Form)
		}
	})
}

// TestGoalsCountAtomicsOfBothKinds: a goal that counts atomics with a result also counts those without.
func TestGoalsCountAtomicsOfBothKinds(t *testing.T) {
	each(t, func(t *testing.T, row *task.Task) {
		var goals []rubric.Goal
		switch ask := row.Ask.(type) {
		case task.Kernel:
			goals = ask.Goals
		case task.Configuration:
			goals = ask.Goals
		}
		for _, g := range goals {
			for with, without := range map[string]string{rubric.AtomicRequests: rubric.RedRequests, rubric.AtomicSectors: rubric.RedSectors} {
				if slices.Contains(g.Metrics, with) != slices.Contains(g.Metrics, without) {
					t.Errorf("the goal %q counts atomics of one kind", g.Name)
				}
			}
		}
	})
}
