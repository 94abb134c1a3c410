package grader

// This file proves the rubric: solutions and other right ways get full marks,
// stubs are not started, and each known wrong attempt gets its own message.

import (
	"fmt"
	"html"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
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
// them: what is given out must be right, and every goal must be worth having. A
// plan may be wrong.
func TestStubsAreRightButMissGoals(t *testing.T) {
	for i := range Rubric {
		for j, v := range gradeStub(&Rubric[i]) {
			if plan := j >= len(Rubric[i].Kernels); v.State != Wasteful && (!plan || v.State != Wrong) {
				t.Errorf("got\n%v\nwant %v", v, Wasteful)
			}
		}
	}
}

func gradeStub(e *Exercise) []*Verdict {
	sub := stub(e)
	sub.folder = filepath.Join("stubs", e.Name)
	var verdicts []*Verdict
	for i := range e.Kernels {
		k := &e.Kernels[i]
		v := &Verdict{Exercise: e.Name, Kernel: k.Name, GoalsMax: len(k.Goals)}
		New().run(v, e, k, sub)
		verdicts = append(verdicts, v)
	}
	for i := range e.Plans {
		p := &e.Plans[i]
		v := &Verdict{Exercise: e.Name, Kernel: p.Name, GoalsMax: len(p.Goals)}
		playPlan(v, e, p, sub)
		verdicts = append(verdicts, v)
	}
	return verdicts
}

// of names the kernel with its exercise.
func (v *Verdict) of() string { return v.Exercise + " " + v.Kernel }

// titlesSeen returns the titles of all feedback on stubs and wrong attempts,
// by exercise and kernel.
func titlesSeen(t *testing.T) map[string][]string {
	seen := map[string][]string{}
	add := func(verdicts []*Verdict) {
		for _, v := range verdicts {
			for _, f := range v.Feedback {
				seen[v.of()] = append(seen[v.of()], f.Title)
			}
		}
	}
	for i := range Rubric {
		add(gradeStub(&Rubric[i]))
	}
	attempts(t, "wrong", func(_ *testing.T, _ string, verdicts []*Verdict) { add(verdicts) })
	return seen
}

// TestEveryGoalCanBeMissed says that no goal is there for nothing.
func TestEveryGoalCanBeMissed(t *testing.T) {
	seen := titlesSeen(t)
	for i := range Rubric {
		for _, k := range Rubric[i].Kernels {
			for _, g := range k.Goals {
				if !strings.Contains(strings.Join(seen[Rubric[i].Name+" "+k.Name], "\n"), g.Name) {
					t.Errorf("%s: got no attempt that misses the goal %q", k.Name, g.Name)
				}
			}
		}
		for _, p := range Rubric[i].Plans {
			for _, g := range p.Goals {
				if !strings.Contains(strings.Join(seen[Rubric[i].Name+" "+p.Name], "\n"), g.Name) {
					t.Errorf("%s: got no attempt that misses the goal %q", p.Name, g.Name)
				}
			}
		}
	}
}

// hintSummary finds the kernel and the message that a hint of a README is for.
var hintSummary = regexp.MustCompile("<summary><b>(.*)</b>: <code>(.*)</code></summary>")

// TestHintsQuoteRealMessages holds the messages in the READMEs of exercises
// against those that stubs and wrong attempts get.
func TestHintsQuoteRealMessages(t *testing.T) {
	seen := titlesSeen(t)
	for i := range Rubric {
		readme, err := os.ReadFile(filepath.Join("..", "exercises", Rubric[i].Name, "README.md"))
		if err != nil {
			t.Fatal(err)
		}
		hints := hintSummary.FindAllStringSubmatch(string(readme), -1)
		if len(hints) == 0 {
			t.Errorf("%s: got no hints", Rubric[i].Name)
		}
		for _, hint := range hints {
			of, message := Rubric[i].Name+" "+hint[1], html.UnescapeString(hint[2])
			if !quoted(seen[of], message) {
				t.Errorf("the hint for %s quotes %q; got\n%s", of, message, strings.Join(seen[of], "\n"))
			}
		}
	}
}

// TestReadmeCommandsRun runs the profiler as the READMEs of exercises do, on
// the stubs, since a learner's file may be anything.
func TestReadmeCommandsRun(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the command")
	}
	for i := range Rubric {
		readme, err := os.ReadFile(filepath.Join("..", "exercises", Rubric[i].Name, "README.md"))
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(readme)) {
			if command, ok := strings.CutPrefix(line, "    go run "); ok {
				runOnStub(t, strings.Fields(strings.Replace(command, "exercises/", "grader/stubs/", 1)))
			}
		}
	}
}

func runOnStub(t *testing.T, args []string) {
	cmd := exec.Command("go", append([]string{"run"}, args...)...)
	cmd.Dir = ".."
	out, err := cmd.CombinedOutput()
	counter := sectorsLoaded
	switch {
	case slices.Contains(args, "cpu"):
		counter = l1LoadMisses
	case slices.Contains(args, "check"):
		counter = "RACECHECK SUMMARY"
	}
	if err != nil || !strings.Contains(string(out), counter) {
		t.Errorf("go run %s: %v\n%s", strings.Join(args, " "), err, out)
	}
}

// quoted reports whether a title is the message, where an ellipsis in the
// message stands for anything.
func quoted(titles []string, message string) bool {
	start, end, open := strings.Cut(message, "…")
	start, end = strings.TrimRight(start, " "), strings.TrimLeft(end, " ")
	return slices.ContainsFunc(titles, func(title string) bool {
		return title == message || open && strings.HasPrefix(title, start) && strings.HasSuffix(title, end)
	})
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
				f(t, filepath.Join(folder, kernelFile), gradeAttempt(&Rubric[i], folder))
				if t.Failed() {
					t.Log(again + "grader/testdata/" + kind + "/" + dir)
				}
			})
		}
	}
}

// graded remembers attempts, by folder.
var graded = map[string][]*Verdict{}

// gradeAttempt grades the kernels that an attempt has.
func gradeAttempt(e *Exercise, folder string) []*Verdict {
	if known, ok := graded[folder]; ok {
		return known
	}
	var some []*Verdict
	for _, v := range New().Grade(e, folder) {
		if v.State != Invalid || !strings.HasSuffix(v.Feedback[0].Title, " "+v.Kernel+" is missing") {
			some = append(some, v)
		}
	}
	graded[folder] = some
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
// this line, or "anywhere", must match.
func TestWrongAttempts(t *testing.T) {
	titles := map[string]string{}
	attempts(t, "wrong", func(t *testing.T, file string, verdicts []*Verdict) {
		if len(verdicts) != 1 || verdicts[0].State == Done {
			t.Fatalf("got\n%v\nwant one kernel, not done", verdicts)
		}
		v := verdicts[0]
		matchWants(t, file, v)
		title := v.of() + ": " + v.Feedback[0].Title
		if other := titles[title]; other != "" {
			t.Errorf("got the title of %s again: %s", other, title)
		}
		titles[title] = file
	})
	if len(titles) < 6 {
		t.Errorf("got %d wrong attempts, want at least 6", len(titles))
	}
}

var (
	wantComment = regexp.MustCompile("// want (anywhere )?(.*)$")
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
		if comment[1] != "" {
			text = feedbackOn(v, 0)
		}
		for _, pattern := range wantPattern.FindAllString(comment[2], -1) {
			if !regexp.MustCompile(strings.Trim(pattern, "`")).MatchString(text) {
				t.Errorf("%s:%d: got on this line\n%s\nwant it to match %s; all feedback is\n%v", file, i+1, text, pattern, v)
			}
		}
	}
	if !found {
		t.Errorf("%s says nothing about what it expects", file)
	}
}

// feedbackOn returns the feedback placed on a line; on line 0, all of it.
func feedbackOn(v *Verdict, line int) string {
	var b strings.Builder
	for i := range v.Feedback {
		if f := v.Feedback[i]; line == 0 || f.Place.Line == line {
			f.Place.Text = "" // it holds the expectations
			fmt.Fprint(&b, &f)
		}
	}
	return b.String()
}

// TestSameFeedbackAlways grades every wrong attempt a second time, on another
// number of processors.
func TestSameFeedbackAlways(t *testing.T) {
	first := map[string]string{}
	attempts(t, "wrong", func(_ *testing.T, file string, verdicts []*Verdict) { first[file] = fmt.Sprint(verdicts[0]) })
	processors := 4
	if runtime.GOMAXPROCS(0) > 1 {
		processors = 1
	}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(processors))
	clear(graded)
	attempts(t, "wrong", func(t *testing.T, file string, verdicts []*Verdict) {
		if again := fmt.Sprint(verdicts[0]); again != first[file] {
			t.Errorf("got first\n%s\nthen, with GOMAXPROCS=%d,\n%s", first[file], processors, again)
		}
	})
}
