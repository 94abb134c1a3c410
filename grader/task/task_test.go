package task_test

// This file tries every task: its solution, its stub, and what is likely to go wrong.

import (
	"context"
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gpucourse/gpusim"
	"gpucourse/grader/hints"
	"gpucourse/grader/internal/isolated"
	"gpucourse/grader/internal/judge"
	"gpucourse/grader/rubric"
	"gpucourse/grader/task"
	"gpucourse/grader/verdict"
	_ "gpucourse/internal/collect"
)

func TestMain(m *testing.M) {
	isolated.Serve()
	os.Exit(m.Run())
}

var every = flag.Bool("every", false, "run all variants of launches, not two of each")

// each runs a test on every variant of every task. Variants of a launch need processes, so two of them are run.
func each(t *testing.T, test func(t *testing.T, row *task.Task)) {
	for i := range task.Tasks {
		variants := task.Tasks[i].Variants()
		if _, launch := task.Tasks[i].Ask.(task.Configuration); launch && !*every {
			variants = min(variants, 2)
		}
		for variant := range variants {
			name := task.Tasks[i].ID
			if variant > 0 {
				name += fmt.Sprintf("/variant%d", variant)
			}
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				test(t, task.Tasks[i].As(variant))
			})
		}
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
	case task.Kernel, task.Program:
		return file(row, "solution.go"), file(row, "stub.go")
	case task.Configuration:
		return answer(t, row, ask.Solution), answer(t, row, ask.Stub)
	case task.Number:
		return answer(t, row, ask.Answer()), answer(t, row, task.Unanswered)
	case task.Choice:
		return answer(t, row, row.RightLetter(0)), answer(t, row, task.Unchosen)
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
	case task.Program:
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
		for _, s := range row.Sentences(0) {
			if s.Report != nil {
				list = append(list, wrongAnswer{s.Letter, answer(t, row, s.Letter), s.Says})
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
			_, counts := row.Ask.(task.Number)
			if _, host := row.Ask.(task.Program); (counts || host) && told[w.says] {
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
		if (row.Form == task.Repair || row.Form == task.Order) && v.State == verdict.Wrong {
			want = v.State // or it takes too long
		}
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
// other.
func TestAnswersAreComputed(t *testing.T) {
	each(t, func(t *testing.T, row *task.Task) {
		ask, ok := row.Ask.(task.Number)
		if !ok {
			return
		}
		seen := map[float64]bool{ask.Answer(): true, task.Unanswered: true}
		for _, m := range ask.Misread {
			if seen[m.Number()] {
				t.Errorf("%v is misread twice, or is the answer", m.Number())
			}
			seen[m.Number()] = true
		}
	})
}

// TestOptions: each option of a choice holds of its own report, the right one of the shown report alone, and the
// shown counters tell the report of each wrong option from the shown one.
func TestOptions(t *testing.T) {
	each(t, func(t *testing.T, row *task.Task) {
		ask, ok := row.Ask.(task.Choice)
		if !ok {
			return
		}
		shown, right := ask.Report(), ask.Options[ask.Right()]
		if !right.Holds(shown) || right.Says != "" {
			t.Errorf("%q does not hold of the shown report, or says what a wrong option would", right.Text)
		}
		for i, o := range ask.Options {
			if i == ask.Right() {
				continue
			}
			if o.Report == nil || o.Says == "" {
				t.Errorf("%q has no report or says nothing, as the right option", o.Text)
				continue
			}
			own := o.Report()
			if o.Holds(shown) || !o.Holds(own) || right.Holds(own) {
				t.Errorf("%q: of the shown report %v, of its own %v; the right option of that: %v; want false, true, false", o.Text, o.Holds(shown), o.Holds(own), right.Holds(own))
			}
			if !slices.ContainsFunc(ask.Counters, func(name string) bool { return differ(metric(shown, name), metric(own, name)) }) {
				t.Errorf("%q: no shown counter tells it from the right option:\n%s", o.Text, compared(&ask, shown, own))
			}
			for _, f := range regexp.MustCompile(figure).FindAllString(codeless(o.Says), -1) {
				counted := func(name string) bool {
					return !differ(number(f), metric(own, name)) || !differ(number(f), metric(shown, name))
				}
				if !slices.ContainsFunc(ask.Counters, counted) && !strings.Contains(row.Text+o.Text, f) {
					t.Errorf("%q: neither a counter of the two reports nor the task holds the %s of %q:\n%s", o.Text, f, o.Says, compared(&ask, shown, own))
				}
			}
		}
	})
}

// differ reports whether two values differ by more than a learner overlooks, 2 %.
func differ(a, b float64) bool { return math.Abs(a-b) > 0.02*max(math.Abs(a), math.Abs(b)) }

// codeless returns a text without what stands between backticks.
func codeless(text string) string { return regexp.MustCompile("`[^`]*`").ReplaceAllString(text, "") }

func metric(r *gpusim.Report, name string) float64 {
	v, _ := r.Metric(name)
	return v
}

// compared lists the counters that a choice shows, of two reports.
func compared(ask *task.Choice, shown, own *gpusim.Report) (text string) {
	for _, name := range ask.Counters {
		text += fmt.Sprintf("%14.4g %14.4g %s\n", metric(shown, name), metric(own, name), name)
	}
	return text
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
		task.Host: task.Program{}, task.Repair: task.Program{}, task.Order: task.Program{}, task.Mend: task.Kernel{}, task.Write: task.Kernel{}, task.Match: task.Kernel{}, task.Optimise: task.Kernel{},
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

// TestMinutes: each task has an estimate that is no other by its variant.
func TestMinutes(t *testing.T) {
	for i := range task.Tasks {
		row := &task.Tasks[i]
		if got := row.Minutes(); got < 3 || got > 60 || row.Time > 0 && got != row.Time {
			t.Errorf("%s: %d minutes, want 3 to 60, or the %d of the row", row.ID, got, row.Time)
		}
		if longer := row.As(1); longer.Minutes() < row.Minutes()-1 || longer.Minutes() > row.Minutes()+1 {
			t.Errorf("%s: a variant takes %d minutes, and the task %d", row.ID, longer.Minutes(), row.Minutes())
		}
	}
}
