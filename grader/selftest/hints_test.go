package selftest

// This file checks that the hints of every kernel and plan lead somewhere.

import (
	"go/format"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gpucourse/grader/hints"
	"gpucourse/grader/internal/course"
	"gpucourse/grader/internal/source"
)

// TestEveryTargetHasHints: each kernel and plan has the four steps. The third is Go, has a
// hole, and is not the solution; the fourth is.
func TestEveryTargetHasHints(t *testing.T) {
	for _, target := range course.All() {
		steps, err := hints.Of(target.Exercise.Name, target.Name)
		if err != nil || len(steps) != 4 {
			t.Errorf("%s: got %d steps, %v, want 4", target.ID(), len(steps), err)
			continue
		}
		if !strings.Contains(steps[0].Text, "?") {
			t.Errorf("%s: the first step asks nothing: %s", target.ID(), steps[0].Text)
		}
		checkHole(t, target, steps[2].Text, steps[3].Text)
	}
}

// checkHole checks the third step against the fourth.
func checkHole(t *testing.T, target course.Target, text, solution string) {
	code, fenced := strings.CutPrefix(strings.TrimSuffix(strings.TrimSpace(text), "```"), "```go\n")
	formatted, err := format.Source([]byte(code))
	switch {
	case !fenced || err != nil:
		t.Errorf("%s: the third step is no Go: %v\n%s", target.ID(), err, text)
	case string(formatted) != code:
		t.Errorf("%s: the code of the third step is not formatted", target.ID())
	case !strings.Contains(code, hints.Hole):
		t.Errorf("%s: the third step has no hole %s", target.ID(), hints.Hole)
	case strings.Contains(solution, hints.Hole):
		t.Errorf("%s: the solution has a hole", target.ID())
	}
}

// TestSolutionsOfHintsAreWhole: what the last step shows is all that the kernel uses.
func TestSolutionsOfHintsAreWhole(t *testing.T) {
	for _, target := range course.All() {
		code, err := hints.Solution(target.Exercise.Name, target.Name)
		if err != nil {
			t.Errorf("%s: %v", target.ID(), err)
			continue
		}
		whole, err := source.Parse("solution.go", []byte("package p\n\n"+code))
		if err != nil {
			t.Errorf("%s: %v", target.ID(), err)
			continue
		}
		sub, feedback := source.Read(filepath.Join("..", "..", "solutions", target.Exercise.Name), target.Exercise.Package)
		if feedback != nil || !whole.Same(sub, target.Name) {
			t.Errorf("%s: %v: got other code than the solution's\n%s", target.ID(), feedback, code)
		}
	}
}

// hintsPerRun is how many commands of hints share a run without -every.
const hintsPerRun = 3

// TestHintCommandsRun runs the commands of the second steps, on the stubs.
func TestHintCommandsRun(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the command")
	}
	gpusim := build(t)
	commands := 0
	for _, target := range course.All() {
		steps, err := hints.Of(target.Exercise.Name, target.Name)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(steps[1].Text) {
			if words, ok := strings.CutPrefix(line, "    go run "); ok {
				if *every || commands%hintsPerRun == 0 {
					runHint(t, gpusim, target, strings.Fields(strings.Replace(words, "exercises/", "grader/stubs/", 1)))
				}
				commands++
			}
		}
	}
	if commands < 30 {
		t.Errorf("got %d commands in all hints, want one for nearly every kernel", commands)
	}
}

// runHint runs the arguments of go run with the command that was built. It must name the
// kernel, and print each metric that it asks for.
func runHint(t *testing.T, gpusim string, target course.Target, args []string) {
	t.Helper()
	if args[0] != command || !slices.Contains(args, target.Name) {
		t.Errorf("%s: got go run %s", target.ID(), strings.Join(args, " "))
		return
	}
	cmd := exec.Command(gpusim, args[1:]...)
	cmd.Dir = filepath.Join("..", "..")
	out, err := cmd.CombinedOutput()
	if slices.Contains(args, "check") {
		err = nil // it fails where it finds something
	}
	if err != nil || len(out) == 0 {
		t.Errorf("%s: go run %s: %v\n%s", target.ID(), strings.Join(args, " "), err, out)
	}
}
