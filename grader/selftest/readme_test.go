package selftest

// This file compares the READMEs of the exercises with the rubric and with real
// messages.

import (
	"fmt"
	"html"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"gpucourse/gpusim/cpu"
	"gpucourse/gpusim/diag"
	"gpucourse/grader/rubric"
	"gpucourse/grader/verdict"
)

// readme returns the README of an exercise.
func readme(t *testing.T, e *rubric.Exercise) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "exercises", e.Name, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestReadmesFitTheRubric: a README names the kernels and plans, the goals with their
// metrics, the marks, what inputs can hold, and how to grade.
func TestReadmesFitTheRubric(t *testing.T) {
	for i := range rubric.Exercises {
		e := &rubric.Exercises[i]
		text := readme(t, e)
		for _, want := range wantInReadme(e) {
			if !strings.Contains(text, want) {
				t.Errorf("exercises/%s/README.md does not say %q", e.Name, want)
			}
		}
		var bounded []string
		for _, k := range e.Kernels {
			bounded = append(bounded, bounds(&k)...)
		}
		for _, said := range bound.FindAllString(text, -1) {
			if !slices.Contains(bounded, said) {
				t.Errorf("exercises/%s/README.md says %q, but the rubric does not", e.Name, said)
			}
		}
	}
}

// wantInReadme lists what the README of an exercise must say.
func wantInReadme(e *rubric.Exercise) []string {
	number, _, _ := strings.Cut(e.Name, "_")
	want := []string{
		"go run gpucourse/grader check " + number, "go run gpucourse/grader hint " + number, "go run gpucourse/grader reset " + number,
		"go test gpucourse/grader -run Exercises/" + number, marksSentence(e),
	}
	for _, k := range e.Kernels {
		want = append(want, "`"+k.Name+"`")
		want = append(want, bounds(&k)...)
		for _, g := range k.Goals {
			want = append(want, g.Name)
			for _, m := range g.Metrics {
				want = append(want, "`"+m+"`", rubric.NVProf[m])
			}
		}
		if onCPU(e) {
			continue
		}
		want = append(want, atomicsSentence, needsSentence(&k))
		if !k.Uneven {
			want = append(want, sharedSentence)
		}
	}
	if len(e.Kernels) > 0 {
		want = append(want, "- **Inputs**: ")
	}
	for _, p := range e.Plans {
		want = append(want, "`"+p.Name+"`")
		for _, g := range p.Goals {
			want = append(want, g.Name)
		}
	}
	return want
}

// bounds says which extents of a kernel are bounded.
func bounds(k *rubric.Kernel) (list []string) {
	for i, most := range k.Most {
		if most > 0 {
			list = append(list, fmt.Sprintf("`%s` of `%s` is at most %d", k.SizeNames[i], k.Name, most))
		}
	}
	return list
}

// bound is what a README says of a bounded extent.
var bound = regexp.MustCompile("`\\w+` of `\\w+` is at most \\d+")

// What READMEs say of every goal.
const (
	atomicsSentence = "Atomics count as the loads and stores that they are."
	sharedSentence  = "A goal is reached only when the warps share the work: no warp may make more accesses to global memory than 1.9 times the average of all warps, plus 3."
)

// onCPU reports whether the functions of an exercise run in one thread.
func onCPU(e *rubric.Exercise) bool {
	_, err := cpu.Open(e.Device)
	return err == nil
}

// needsSentence says what the goals of a kernel need, for the largest size: "`Saxpy`, n =
// 10368: sectors per load request with at most 4860 sectors loaded."
func needsSentence(k *rubric.Kernel) string {
	size := k.Sizes[len(k.Sizes)-1]
	var parts []string
	for _, g := range k.Goals {
		var needs []string
		for _, n := range g.Needs {
			bound := "at most"
			if n.AtLeast {
				bound = "at least"
			}
			needs = append(needs, fmt.Sprintf("%s %.0f %s", bound, n.Limit(size), n.Name))
		}
		if needs != nil {
			parts = append(parts, g.Name+" with "+enumerate(needs))
		}
	}
	if parts == nil {
		return ""
	}
	return fmt.Sprintf("`%s`, %s: %s.", k.Name, k.Describe(size), strings.Join(parts, "; "))
}

// marksSentence says how many marks the kernels and plans of an exercise have: "Marks:
// 12 for `Saxpy` and `Brighten`, 10 for `Interleave`."
func marksSentence(e *rubric.Exercise) string {
	names := map[int][]string{}
	var marks []int
	add := func(name string, goals int) {
		m := verdict.MaxMarks(goals)
		if names[m] == nil {
			marks = append(marks, m)
		}
		names[m] = append(names[m], "`"+name+"`")
	}
	for _, k := range e.Kernels {
		add(k.Name, len(k.Goals))
	}
	for _, p := range e.Plans {
		add(p.Name, len(p.Goals))
	}
	var parts []string
	for _, m := range marks {
		parts = append(parts, fmt.Sprintf("%d for %s", m, enumerate(names[m])))
	}
	return "Marks: " + strings.Join(parts, ", ") + "."
}

// enumerate returns "a, b and c".
func enumerate(names []string) string {
	last := len(names) - 1
	if last == 0 {
		return names[0]
	}
	return strings.Join(names[:last], ", ") + " and " + names[last]
}

// titlesSeen returns the titles of all feedback on stubs and wrong attempts of the sample, by
// exercise and kernel.
var titlesSeen = sync.OnceValue(func() map[string][]string {
	seen := map[string][]string{}
	add := func(verdicts []*verdict.Verdict) {
		for _, v := range verdicts {
			for _, f := range v.Feedback {
				seen[kernelOf(v)] = append(seen[kernelOf(v)], f.Title)
			}
		}
	}
	for _, e := range sampled() {
		add(gradedStub(e))
	}
	wrong := sampledWrong()
	gradeAttempts(wrong)
	for _, a := range wrong {
		add(a.verdicts())
	}
	return seen
})

// TestEveryGoalCanBeMissed: for each goal of the sample's exercises there is a stub or an attempt
// that misses it.
func TestEveryGoalCanBeMissed(t *testing.T) {
	missed := func(e *rubric.Exercise, kernel, goal string) {
		titles := strings.Join(titlesSeen()[e.Name+" "+kernel], "\n")
		if !strings.Contains(titles, goal) && !strings.Contains(titles, diag.One(goal)+", ") {
			t.Errorf("%s: got no attempt that misses the goal %q", kernel, goal)
		}
	}
	for _, e := range sampled() {
		for _, k := range e.Kernels {
			for _, g := range k.Goals {
				missed(e, k.Name, g.Name)
			}
		}
		for _, p := range e.Plans {
			for _, g := range p.Goals {
				missed(e, p.Name, g.Name)
			}
		}
	}
}

// hintSummary finds the kernel and the message that a hint of a README is for.
var hintSummary = regexp.MustCompile("<summary><b>(.*)</b>: <code>(.*)</code></summary>")

// TestHintsQuoteRealMessages: stubs and wrong attempts of the sample get the messages that the
// hints quote.
func TestHintsQuoteRealMessages(t *testing.T) {
	for _, e := range sampled() {
		hints := hintSummary.FindAllStringSubmatch(readme(t, e), -1)
		if len(hints) == 0 {
			t.Errorf("%s: got no hints", e.Name)
		}
		for _, hint := range hints {
			titles, message := titlesSeen()[e.Name+" "+hint[1]], html.UnescapeString(hint[2])
			if !quoted(titles, message) {
				t.Errorf("%s: the hint for %s quotes %q; got\n%s", e.Name, hint[1], message, strings.Join(titles, "\n"))
			}
		}
	}
}

// TestReadmesHaveHintsForAll: the README of an exercise has a hint for each kernel and plan.
func TestReadmesHaveHintsForAll(t *testing.T) {
	for i := range rubric.Exercises {
		e, hinted := &rubric.Exercises[i], map[string]bool{}
		for _, hint := range hintSummary.FindAllStringSubmatch(readme(t, e), -1) {
			hinted[hint[1]] = true
		}
		for _, k := range e.Kernels {
			if !hinted[k.Name] {
				t.Errorf("%s: got no hint for %s", e.Name, k.Name)
			}
		}
		for _, p := range e.Plans {
			if !hinted[p.Name] {
				t.Errorf("%s: got no hint for %s", e.Name, p.Name)
			}
		}
	}
}

// quoted reports whether a title is the message, where an ellipsis in the message
// stands for anything.
func quoted(titles []string, message string) bool {
	var parts []string
	for _, part := range strings.Split(message, "…") {
		parts = append(parts, regexp.QuoteMeta(strings.TrimSpace(part)))
	}
	pattern := regexp.MustCompile("(?s)^" + strings.Join(parts, ".*") + "$")
	return slices.ContainsFunc(titles, pattern.MatchString)
}

// TestReadmeCommandsRun runs the commands of the READMEs on the stubs, because a
// learner's file may hold anything, and on the solution where the stub computes nothing or is wrong. One command in
// two is run, with -every all.
func TestReadmeCommandsRun(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the command")
	}
	var commands [][]string
	for i := range rubric.Exercises {
		for line := range strings.Lines(readme(t, &rubric.Exercises[i])) {
			if command, ok := strings.CutPrefix(line, "    go run "); ok && !strings.HasPrefix(command, "gpucourse/grader") {
				commands = append(commands, strings.Fields(strings.Replace(command, "exercises/", folderFor(&rubric.Exercises[i], command), 1)))
			}
		}
	}
	gpusim := build(t)
	for _, args := range oneIn(2, commands) {
		runOnStub(t, gpusim, args)
	}
}

// folderFor returns the folder whose kernel a command runs.
func folderFor(e *rubric.Exercise, command string) string {
	for _, k := range e.Kernels {
		if !k.Form.GivesRight() && slices.Contains(strings.Fields(command), k.Name) {
			return "solutions/"
		}
	}
	return "grader/stubs/"
}

// command is the package that READMEs run.
const command = "gpucourse/gpusim/cmd/gpusim"

// build builds the command.
func build(t *testing.T) string {
	file := filepath.Join(t.TempDir(), "gpusim")
	cmd := exec.Command("go", "build", "-o", file, command)
	cmd.Dir = filepath.Join("..", "..")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("go build %s: %v\n%s", command, err, out)
	}
	return file
}

// runOnStub runs the arguments of go run with the command that was built.
func runOnStub(t *testing.T, gpusim string, args []string) {
	if args[0] != command {
		t.Errorf("got go run %s, want go run %s", args[0], command)
		return
	}
	cmd := exec.Command(gpusim, args[1:]...)
	cmd.Dir = filepath.Join("..", "..")
	out, err := cmd.CombinedOutput()
	counter := rubric.SectorsLoaded
	switch {
	case slices.Contains(args, "profile") && strings.Contains(strings.Join(args, " "), "/P"):
		counter = rubric.WarpInstructions // the stub of a project loads nothing
	case slices.Contains(args, "cpu"):
		counter = rubric.L1LoadMisses
	case slices.Contains(args, "cuda"):
		counter = "int main("
	case slices.Contains(args, "check"):
		counter, err = " SUMMARY: ", nil // it fails where it finds something
	}
	if err != nil || !strings.Contains(string(out), counter) {
		t.Errorf("go run %s: %v\n%s", strings.Join(args, " "), err, out)
	}
}
