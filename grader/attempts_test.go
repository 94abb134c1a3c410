package grader

// This file proves the rubric: solutions and other right ways get full marks,
// stubs are not started, and each known wrong attempt gets its own message.

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// again is the command that shows what a test saw.
const again = "to see it: go test -v ./grader -run Exercises -submissions "

func TestSolutionsGetFullMarks(t *testing.T) {
	for i := range Rubric {
		e := &Rubric[i]
		for _, v := range New().Grade(e, filepath.Join("..", "solutions", e.Name)) {
			if v.State != Done || v.Marks() != v.MaxMarks() {
				t.Errorf("got\n%v\nwant full marks\n%ssolutions", v, again)
			}
		}
	}
}

func TestStubsAreNotStarted(t *testing.T) {
	for i := range Rubric {
		e := &Rubric[i]
		for _, v := range New().Grade(e, filepath.Join("stubs", e.Name)) {
			if v.State != NotStarted {
				t.Errorf("got\n%v\nwant %v", v, NotStarted)
			}
		}
	}
}

// TestStubsAreRightButMissGoals grades the stubs as if somebody had written
// them: what is given out must be right, and every goal must be worth having.
func TestStubsAreRightButMissGoals(t *testing.T) {
	for i := range Rubric {
		e := &Rubric[i]
		sub := stub(e)
		sub.folder = filepath.Join("stubs", e.Name)
		for j := range e.Kernels {
			v := &Verdict{Exercise: e.Name, Kernel: e.Kernels[j].Name, GoalsMax: len(e.Kernels[j].Goals)}
			New().run(v, e, &e.Kernels[j], sub)
			if v.State != Wasteful {
				t.Errorf("got\n%v\nwant %v", v, Wasteful)
			}
		}
	}
}

// attempts calls f for every submission below testdata/kind, with the kernels
// that it has.
func attempts(t *testing.T, kind string, f func(t *testing.T, file string, verdicts []*Verdict)) {
	dirs, err := folders(filepath.Join("testdata", kind))
	if err != nil {
		t.Fatal(err)
	}
	for _, dir := range dirs {
		for i := range Rubric {
			folder := filepath.Join("testdata", kind, dir, Rubric[i].Name)
			if _, err := os.Stat(folder); err != nil {
				continue
			}
			t.Run(dir, func(t *testing.T) {
				f(t, filepath.Join(folder, kernelFile), handedIn(New().Grade(&Rubric[i], folder)))
				if t.Failed() {
					t.Log(again + "grader/testdata/" + kind + "/" + dir)
				}
			})
		}
	}
}

// handedIn leaves out kernels that the attempt does not have.
func handedIn(all []*Verdict) []*Verdict {
	var some []*Verdict
	for _, v := range all {
		if v.State != Invalid || v.Feedback[0].Title != "func "+v.Kernel+" is missing" {
			some = append(some, v)
		}
	}
	return some
}

func TestOtherRightWaysGetFullMarks(t *testing.T) {
	attempts(t, "right", func(t *testing.T, _ string, verdicts []*Verdict) {
		for _, v := range verdicts {
			if v.Marks() != v.MaxMarks() {
				t.Errorf("got\n%v\nwant full marks", v)
			}
		}
	})
}

// TestWrongAttempts holds each attempt's feedback against the expectations in
// its source: a comment "want" names, in back quotes, patterns that feedback on
// this line must match.
func TestWrongAttempts(t *testing.T) {
	titles := map[string]string{}
	attempts(t, "wrong", func(t *testing.T, file string, verdicts []*Verdict) {
		if len(verdicts) != 1 || verdicts[0].State == Done {
			t.Fatalf("got\n%v\nwant one kernel, not done", verdicts)
		}
		v := verdicts[0]
		matchWants(t, file, v)
		if other := titles[v.Feedback[0].Title]; other != "" {
			t.Errorf("got the title of %s again: %s", other, v.Feedback[0].Title)
		}
		titles[v.Feedback[0].Title] = file
	})
	if len(titles) < 6 {
		t.Errorf("got %d wrong attempts, want at least 6", len(titles))
	}
}

var (
	wantComment = regexp.MustCompile("// want (.*)$")
	wantPattern = regexp.MustCompile("`[^`]*`")
)

func matchWants(t *testing.T, file string, v *Verdict) {
	src, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	found := false
	for i, line := range strings.Split(string(src), "\n") {
		comment := wantComment.FindStringSubmatch(line)
		if comment == nil {
			continue
		}
		found = true
		text := feedbackOn(v, i+1)
		for _, pattern := range wantPattern.FindAllString(comment[1], -1) {
			if !regexp.MustCompile(strings.Trim(pattern, "`")).MatchString(text) {
				t.Errorf("%s:%d: got on this line\n%s\nwant it to match %s; all feedback is\n%v", file, i+1, text, pattern, v)
			}
		}
	}
	if !found {
		t.Errorf("%s says nothing about what it expects", file)
	}
}

// feedbackOn returns the feedback placed on a line.
func feedbackOn(v *Verdict, line int) string {
	var b strings.Builder
	for i := range v.Feedback {
		if f := v.Feedback[i]; f.Place.Line == line {
			f.Place.Text = "" // it holds the expectations
			fmt.Fprint(&b, &f)
		}
	}
	return b.String()
}

// TestSameFeedbackTwice grades one wrong attempt of each station twice.
func TestSameFeedbackTwice(t *testing.T) {
	first := map[string]string{}
	for range 2 {
		attempts(t, "wrong", func(t *testing.T, file string, verdicts []*Verdict) {
			text := fmt.Sprint(verdicts[0])
			if before, ok := first[file]; ok && before != text {
				t.Errorf("got first\n%s\nthen\n%s", before, text)
			}
			first[file] = text
		})
	}
}
