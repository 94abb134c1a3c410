package selftest

// This file grades solutions, stubs, other right ways and wrong attempts.

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"golang.org/x/sync/errgroup"

	"gpucourse/grader/internal/grading"
	"gpucourse/grader/internal/source"
	"gpucourse/grader/rubric"
	"gpucourse/grader/verdict"
)

// show is the command that shows what a test saw.
const show = "to see it: go test -v ./grader -submissions "

func TestSolutionsGetFullMarks(t *testing.T) {
	for _, v := range slices.Concat(gradedSolutions()...) {
		if v.State != verdict.Done || v.Marks() != v.MaxMarks() {
			t.Errorf("got\n%v\nwant full marks\n%ssolutions", v, show)
		}
	}
}

// gradedSolutions returns the verdicts of all solutions, by exercise. Projects that this run leaves out have none.
var gradedSolutions = sync.OnceValue(func() [][]*verdict.Verdict { return gradeAll(grading.New(), "../../solutions") })

// gradedSolution returns the verdicts of the solution of an exercise that this run grades.
func gradedSolution(e *rubric.Exercise) []*verdict.Verdict {
	return gradedSolutions()[slices.IndexFunc(rubric.Exercises, func(x rubric.Exercise) bool { return x.Name == e.Name })]
}

// cyclesIn returns the cycles of a kernel that verdicts have measured, 0 for none.
func cyclesIn(verdicts []*verdict.Verdict, kernel string) float64 {
	for _, v := range verdicts {
		for _, g := range v.Measured {
			if v.Kernel == kernel && g.Name == "cycles" {
				return g.Got
			}
		}
	}
	return 0
}

// gradeAll grades all exercises of a folder.
func gradeAll(g *grading.Grader, folder string) (all [][]*verdict.Verdict) {
	for i := range rubric.Exercises {
		e := &rubric.Exercises[i]
		if left(e) {
			all = append(all, nil)
			continue
		}
		all = append(all, g.Grade(e, filepath.Join(folder, e.Name)))
	}
	return all
}

func TestStubsAreNotStarted(t *testing.T) {
	for i := range rubric.Exercises {
		e := &rubric.Exercises[i]
		for _, v := range grading.New().Grade(e, filepath.Join("..", "stubs", e.Name)) {
			if v.State != verdict.NotStarted {
				t.Errorf("got\n%v\nwant %v", v, verdict.NotStarted)
			}
		}
	}
}

// TestStubsAreRightButMissGoals: the kernels that are handed out are right, and miss a goal. A plan may
// be wrong, and so is a kernel whose form says so: in one of form Bug a checker finds what is wrong. The
// exercises are those of the sample.
func TestStubsAreRightButMissGoals(t *testing.T) {
	for _, e := range sampled() {
		for j, v := range gradedStub(e) {
			plan, want := j >= len(e.Kernels), verdict.Wasteful
			if !plan && !e.Kernels[j].Form.GivesRight() {
				want = verdict.Wrong
			}
			if v.State != want && (!plan || v.State != verdict.Wrong) {
				t.Errorf("got\n%v\nwant %v", v, want)
			}
			if !plan && e.Kernels[j].Form == rubric.Bug && strings.HasPrefix(v.Feedback[0].Title, "wrong result") {
				t.Errorf("got\n%v\nwant a checker to find what is wrong", v)
			}
		}
	}
}

// stubVerdicts holds, by exercise, a function that grades its stub once.
var stubVerdicts sync.Map

// gradedStub returns the verdicts of a stub, as if a learner had written it.
func gradedStub(e *rubric.Exercise) []*verdict.Verdict {
	grade, _ := stubVerdicts.LoadOrStore(e.Name, sync.OnceValue(func() []*verdict.Verdict {
		g := grading.New()
		g.Untouched = true
		return g.Grade(e, filepath.Join("..", "stubs", e.Name))
	}))
	return grade.(func() []*verdict.Verdict)()
}

// attempt is a folder below testdata with one exercise, or a part of one.
type attempt struct {
	name     string
	folder   string
	exercise *rubric.Exercise
	grading  sync.Once
	graded   []*verdict.Verdict // of the kernels that the folder has
}

func (a *attempt) file() string { return filepath.Join(a.folder, source.KernelFile) }

// attempts are the attempts of a kind: "right" or "wrong". Each is graded once.
var attempts = map[string]func() []*attempt{
	"right": sync.OnceValue(func() []*attempt { return findAttempts("right") }),
	"wrong": sync.OnceValue(func() []*attempt { return findAttempts("wrong") }),
}

// gradeAttempts grades attempts, as many at the same time as there are processors.
func gradeAttempts(list []*attempt) {
	var group errgroup.Group
	group.SetLimit(runtime.GOMAXPROCS(0))
	for _, a := range list {
		group.Go(func() error {
			a.verdicts()
			return nil
		})
	}
	group.Wait()
}

func findAttempts(kind string) []*attempt {
	var list []*attempt
	folders, err := filepath.Glob(filepath.Join("testdata", kind, "*"))
	if err != nil {
		panic(err)
	}
	for _, folder := range folders {
		for i := range rubric.Exercises {
			a := &attempt{name: filepath.Base(folder), folder: filepath.Join(folder, rubric.Exercises[i].Name), exercise: &rubric.Exercises[i]}
			if _, err := os.Stat(a.folder); err == nil {
				list = append(list, a)
			}
		}
	}
	return list
}

// verdicts grades the kernels that an attempt has.
func (a *attempt) verdicts() []*verdict.Verdict {
	a.grading.Do(func() {
		for _, v := range grading.New().Grade(a.exercise, a.folder) {
			if v.State != verdict.Invalid || !strings.HasSuffix(v.Feedback[0].Title, " "+v.Kernel+" is missing") {
				a.graded = append(a.graded, v)
			}
		}
	})
	return a.graded
}

// eachAttempt runs a subtest per attempt of a kind.
func eachAttempt(t *testing.T, kind string, list []*attempt, f func(t *testing.T, a *attempt)) {
	if len(list) == 0 {
		t.Fatalf("got no attempts in testdata/%s", kind)
	}
	gradeAttempts(list)
	for _, a := range list {
		t.Run(a.name, func(t *testing.T) {
			f(t, a)
			if t.Failed() {
				t.Logf("%sgrader/selftest/testdata/%s/%s", show, kind, a.name)
			}
		})
	}
}

// TestOtherRightWaysGetFullMarks grades one way in sixteen, with -every all.
func TestOtherRightWaysGetFullMarks(t *testing.T) {
	eachAttempt(t, "right", oneIn(16, attempts["right"]()), func(t *testing.T, a *attempt) {
		for _, v := range a.verdicts() {
			if v.Marks() != v.MaxMarks() {
				t.Errorf("got\n%v\nwant full marks", v)
			}
		}
	})
}

// TestEveryKernelHasOtherRightWays: goals are fair to more than one way, for each kernel and
// plan of a chapter. A project has two weak variants at least instead.
func TestEveryKernelHasOtherRightWays(t *testing.T) {
	ways := map[string]int{}
	for _, a := range attempts["right"]() {
		for name := range parseSource(t, read(t, a.folder)).units() {
			ways[a.exercise.Name+" "+name]++
		}
	}
	for _, e := range divided(false) {
		for _, v := range grading.NewVerdicts(e, nil) {
			if n := ways[kernelOf(v)]; n < 2 {
				t.Errorf("%s: got %d other right ways, want at least 2", kernelOf(v), n)
			}
		}
	}
}

// TestWrongAttempts compares the feedback of each attempt with the comments in its
// source. A comment "want" holds patterns in back quotes; feedback on its line, or
// "anywhere", must match them. No two attempts at a kernel have the same symptom. Beside the attempt there may be kernels
// that are done. The exercises are those of the sample; every second attempt is graded, with -every all.
func TestWrongAttempts(t *testing.T) {
	symptoms := map[string]string{}
	eachAttempt(t, "wrong", gradedWrong(), func(t *testing.T, a *attempt) {
		open := slices.DeleteFunc(slices.Clone(a.verdicts()), func(v *verdict.Verdict) bool { return v.State == verdict.Done })
		if len(open) != 1 {
			t.Fatalf("got\n%v\nwant one kernel that is not done", a.verdicts())
		}
		v := open[0]
		matchWants(t, a.file(), v)
		symptom := kernelOf(v) + ": " + symptomOf(&v.Feedback[0])
		if other := symptoms[symptom]; other != "" {
			t.Errorf("got the symptom of %s again: %s", other, symptom)
		}
		symptoms[symptom] = a.file()
	})
	if len(symptoms) < 6 {
		t.Errorf("got %d wrong attempts, want at least 6", len(symptoms))
	}
}

// TestProjectsHaveWeakVariants: each project has two wrong attempts at least, which TestWrongAttempts grades.
func TestProjectsHaveWeakVariants(t *testing.T) {
	weak := map[*rubric.Exercise]int{}
	for _, a := range attempts["wrong"]() {
		weak[a.exercise]++
	}
	for _, e := range divided(true) {
		if weak[e] < 2 {
			t.Errorf("%s: got %d wrong attempts, want at least 2", e.Name, weak[e])
		}
	}
}

// sampledWrong are the wrong attempts at the exercises of the sample.
func sampledWrong() []*attempt {
	exercises := sampled()
	return slices.DeleteFunc(slices.Clone(attempts["wrong"]()), func(a *attempt) bool { return !slices.Contains(exercises, a.exercise) })
}

// gradedWrong are the wrong attempts that TestWrongAttempts grades.
func gradedWrong() []*attempt { return oneIn(2, sampledWrong()) }

// symptomOf is the title of feedback with the notes that do not depend on the random
// inputs.
func symptomOf(f *verdict.Feedback) string {
	text := f.Title
	for _, n := range f.Notes {
		if n.Label != "got" && n.Label != "want" && n.Label != "input" {
			text += "; " + n.Label + " " + n.Text
		}
	}
	return text
}

// kernelOf returns "07_coalescing Saxpy".
func kernelOf(v *verdict.Verdict) string { return v.Exercise + " " + v.Kernel }

var (
	wantComment = regexp.MustCompile("// want (anywhere )?(.*)$")
	wantPattern = regexp.MustCompile("`[^`]*`")
)

func matchWants(t *testing.T, file string, v *verdict.Verdict) {
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
		t.Errorf("%s has no want comment", file)
	}
}

// feedbackOn returns the feedback on a line; on line 0, all of it.
func feedbackOn(v *verdict.Verdict, line int) string {
	var b strings.Builder
	for i := range v.Feedback {
		if f := v.Feedback[i]; line == 0 || f.At.Line == line {
			f.At.Text = "" // it holds the want comment
			fmt.Fprint(&b, &f)
		}
	}
	return b.String()
}

// TestSameFeedbackAlways grades a wrong attempt at each exercise of the sample, with -every at each
// kernel, a second time, on another number of processors.
func TestSameFeedbackAlways(t *testing.T) {
	first := onePer(sampledWrong(), func(a *attempt) string {
		if *every {
			return kernelOf(a.verdicts()[0])
		}
		return a.exercise.Name
	})
	gradeAttempts(first)
	processors := 4
	if runtime.GOMAXPROCS(0) > 1 {
		processors = 1
	}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(processors))
	for _, a := range first {
		again := &attempt{name: a.name, folder: a.folder, exercise: a.exercise}
		if got, want := fmt.Sprint(again.verdicts()), fmt.Sprint(a.verdicts()); got != want {
			t.Errorf("%s: got first\n%s\nthen, with GOMAXPROCS=%d,\n%s", a.name, want, processors, got)
		}
	}
}

// onePer returns the first attempt with each key.
func onePer(list []*attempt, key func(*attempt) string) []*attempt {
	seen := map[string]bool{}
	return slices.DeleteFunc(slices.Clone(list), func(a *attempt) bool {
		again := seen[key(a)]
		seen[key(a)] = true
		return again
	})
}
