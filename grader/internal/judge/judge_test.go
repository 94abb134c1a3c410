package judge

// This file judges answers to tasks that run no kernel: the rows of the course have tests of
// their own in package task.

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gpucourse/gpusim"
	"gpucourse/gpusim/diag"
	"gpucourse/grader/task"
	"gpucourse/grader/verdict"
)

func constant(n float64) func() float64 { return func() float64 { return n } }

func count(answer float64) *task.Task {
	return &task.Task{ID: "99.1", Title: "Count", Ask: task.Number{
		Unit: "sectors", Answer: constant(answer), Because: "four per request", Nudge: "count again",
		Misread: []task.Misread{{Number: constant(32), Says: "you counted lanes"}},
	}}
}

// TestNumbers: a count is exact and an average may be 1 % off; a likely mistake is named.
func TestNumbers(t *testing.T) {
	for _, x := range []struct {
		right  float64
		answer any
		state  verdict.State
		says   string
	}{
		{128, 128, verdict.Done, "four per request"},
		{128, uint8(128), verdict.Done, "four per request"},
		{128, 128.0, verdict.Done, "four per request"},
		{128, 127, verdict.Wrong, "count again"},
		{1e6, 1e6 + 1, verdict.Wrong, "count again"},
		{128, 32, verdict.Wrong, "32: you counted lanes"},
		{128, task.Unanswered, verdict.NotStarted, ""},
		{66.6, 66, verdict.Done, "four per request"},
		{66.6, 65.9, verdict.Wrong, "count again"},
	} {
		j, err := Answer(t.Context(), count(x.right), x.answer)
		if err != nil {
			t.Errorf("%v: %v", x.answer, err)
			continue
		}
		if got := j.Because + hints(j.Verdict); j.Verdict.State != x.state || got != x.says {
			t.Errorf("%v for %v: got %v, %q, want %v, %q", x.answer, x.right, j.Verdict.State, got, x.state, x.says)
		}
	}
}

// TestOneIsSingular: the title of a wrong answer has its unit in the right number.
func TestOneIsSingular(t *testing.T) {
	for answer, want := range map[int]string{1: "the answer is not 1 sector", 2: "the answer is not 2 sectors"} {
		j := gpusim.Must(Answer(t.Context(), count(128), answer))
		if got := j.Verdict.Feedback[0].Title; got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

func hints(v *verdict.Verdict) string {
	var all []string
	for _, f := range v.Feedback {
		all = append(all, f.Hint)
	}
	return strings.Join(all, "; ")
}

func sentences() *task.Task {
	other := func() *gpusim.Report { return &gpusim.Report{} }
	return &task.Task{ID: "99.2", Title: "Explain", Ask: task.Choice{
		Report: other, Because: "the report says so",
		Options: []task.Option{{Text: "lanes idle", Report: other, Says: "no lane idles"}, {Text: "banks conflict"}, {Text: "nothing", Report: other, Says: "something is"}},
	}}
}

// TestChoices: a letter of any order chooses its sentence, and a wrong sentence is answered.
func TestChoices(t *testing.T) {
	row := sentences()
	judged := func(letter string) *Judgement {
		j, err := Answer(t.Context(), row, letter)
		if err != nil {
			t.Fatalf("%q: %v", letter, err)
		}
		return j
	}
	for order := range task.Orders {
		for _, s := range row.Sentences(order) {
			state, says := verdict.Wrong, s.Says
			if s.Report == nil {
				state, says = verdict.Done, "the report says so"
			}
			j := judged(" " + strings.ToUpper(s.Letter) + " ")
			if j.Verdict.State != state || j.Because+hints(j.Verdict) != says || j.Verdict.Code != s.Letter {
				t.Errorf("%q: got %+v, want %v, %q", s.Letter, j, state, says)
			}
		}
	}
	if j := judged(task.Unchosen); j.Verdict.State != verdict.NotStarted {
		t.Errorf("no letter: got %+v", j)
	}
}

// Saxpy is a kernel with another name than the task's.
func Saxpy() {}

// TestWrongKinds: an answer of another kind is no attempt, and the error says what to write.
func TestWrongKinds(t *testing.T) {
	kernel := &task.Task{ID: "99.3", Ask: task.Kernel{}}
	launch := &task.Task{ID: "99.4", Ask: task.Configuration{}}
	for _, x := range []struct {
		task   *task.Task
		answer any
		says   string
	}{
		{count(1), "four", `asks for a number, and got the text "four". Write: lesson.Try("99.1", 7)`},
		{count(1), math.NaN(), "asks for a number, and got the number NaN"},
		{count(1), nil, "got nil"},
		{sentences(), 2, `asks for the letter of a sentence, and got the number 2. Write: lesson.Try("99.2", "?"), which shows the letters`},
		{sentences(), "z", `got the text "z"`},
		{sentences(), "", `got the text ""`},
		{kernel, 3, "asks for a kernel, and got the number 3"},
		{kernel, (func())(nil), "asks for a kernel, and got nil"},
		{kernel, Saxpy, "and this is func Saxpy"},
		{launch, Saxpy, "asks for a launch, and got a function"},
		{launch, gpusim.Config{Options: gpusim.Options{NoTime: true}}, "leave the other fields out"},
		{launch, []int{1}, "got a value of type []int"},
	} {
		j, err := Answer(t.Context(), x.task, x.answer)
		if err == nil || !strings.Contains(err.Error(), x.says) {
			t.Errorf("%v: got %+v, %v, want an error that says %s", x.answer, j, err, x.says)
		}
	}
}

// TestLinesOfAGivenKernel: feedback names lines as the text of the task numbers them.
func TestLinesOfAGivenKernel(t *testing.T) {
	file := filepath.Join(t.TempDir(), "given.go")
	if err := os.WriteFile(file, []byte("package given\n\nvar n int\n\nfunc Square(x []int) {\n\tx[0] *= x[0]\n}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	short := verdict.ShortPath(file)
	v := &verdict.Verdict{Feedback: []verdict.Feedback{
		{At: verdict.Position{File: file, Line: 6}, Notes: []verdict.Note{{Label: "other", Text: short + ":6 and " + short + ":3"}}},
		{At: verdict.Position{File: "other.go", Line: 6}},
	}}
	inDeclaration(v, file, "Square")
	if at := v.Feedback[0].At; at.File != diag.DeclFile("func", "Square") || at.Line != 2 {
		t.Errorf("line 6 of the file: got %+v, want line 2 of func Square", at)
	}
	if got, want := v.Feedback[0].Notes[0].Text, "func Square: Line 2 and "+short+":3"; got != want {
		t.Errorf("got note %q, want %q", got, want)
	}
	if at := v.Feedback[1].At; at != (verdict.Position{File: "other.go", Line: 6}) {
		t.Errorf("a line of another file became %+v", at)
	}
}

// TestAdviceOnLaunches: who can change the launch alone is told about the launch.
func TestAdviceOnLaunches(t *testing.T) {
	v := &verdict.Verdict{Feedback: []verdict.Feedback{
		{Hint: "guard the access", Notes: []verdict.Note{{Label: "code", Text: string(diag.IndexOutOfRange)}}},
		{Hint: "add a barrier", Notes: []verdict.Note{{Label: "checker", Text: "racecheck [" + string(diag.SharedRace) + "]"}}},
		{Hint: "stays", Notes: []verdict.Note{{Label: "code", Text: string(diag.Syntax)}}},
	}}
	adviseLaunch(v)
	for i, want := range []string{"what of your launch", "is the block too large", "stays"} {
		if got := v.Feedback[i].Hint; !strings.Contains(got, want) {
			t.Errorf("got hint %q, want %q in it", got, want)
		}
	}
}
