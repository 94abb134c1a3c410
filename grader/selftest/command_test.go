package selftest

// This file runs `go test gpucourse/grader` as a learner does, on copies of the exercises
// of which some are solved.

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"gpucourse/grader/internal/course"
	"gpucourse/grader/rubric"
	"gpucourse/grader/stubs"
	"gpucourse/solutions"
)

// solvedFor says for every exercise whether a learner has solved it.
type solvedFor func(exercise int) bool

// copyExercises returns a folder with all exercises, as they are handed out or solved.
func copyExercises(t *testing.T, solved solvedFor) string {
	t.Helper()
	root := t.TempDir()
	for i := range rubric.Exercises {
		name, source := rubric.Exercises[i].Name, stubs.Source
		if solved(i) {
			source = solutions.Source
		}
		text, err := source(name)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.Mkdir(filepath.Join(root, name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(root, name, "kernel.go"), text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

// results runs `go test -json gpucourse/grader` with more arguments, without vet, which takes longer
// than the build of all that it reads. It returns what became of each
// test by name: "pass", "fail" or "skip"; the test "" is the package.
func results(t *testing.T, args ...string) (map[string]string, string) {
	t.Helper()
	text, err := exec.Command("go", append([]string{"test", "-vet=off", "-timeout=0", "-json", "gpucourse/grader"}, args...)...).Output()
	ended, printed := map[string]string{}, ""
	for lines := json.NewDecoder(bytes.NewReader(text)); lines.More(); {
		var line struct{ Action, Test, Output string }
		if err := lines.Decode(&line); err != nil {
			t.Fatalf("%v in\n%s", err, text)
		}
		printed += line.Output
		if line.Action == "pass" || line.Action == "fail" || line.Action == "skip" {
			ended[line.Test] = line.Action
		}
	}
	if failed := ended[""] != "pass"; failed != (err != nil) {
		t.Errorf("the package is reported as %q, the command ends with %v:\n%s", ended[""], err, printed)
	}
	return ended, printed
}

// expected returns the results that a copy of the exercises must have: what is solved passes and
// the rest is skipped.
func expected(solved solvedFor) map[string]string {
	want := map[string]string{"": "pass", "TestExercises": "skip"}
	for i := range rubric.Exercises {
		e, ended := &rubric.Exercises[i], "skip"
		if solved(i) {
			ended, want["TestExercises"] = "pass", "pass"
		}
		want["TestExercises/"+e.Name] = ended
		for _, target := range course.Targets(e) {
			want["TestExercises/"+e.Name+"/"+target.Name] = ended
		}
	}
	return want
}

// TestTheCommandPassesWhatIsSolved: with every tenth exercise solved exactly its kernels and plans
// pass, with none solved nothing passes; all others are skipped, not failed.
func TestTheCommandPassesWhatIsSolved(t *testing.T) {
	for name, solved := range map[string]solvedFor{
		"none solved": func(int) bool { return false },
		"some solved": func(exercise int) bool { return exercise%10 == 1 && !rubric.Exercises[exercise].Project },
	} {
		t.Run(name, func(t *testing.T) {
			if testing.Short() && solved(1) {
				t.Skip("grades some of the solutions")
			}
			got, printed := results(t, "-submissions", copyExercises(t, solved))
			if diff := cmp.Diff(expected(solved), got); diff != "" {
				t.Errorf("want -, got +:\n%s\n%s", diff, printed)
			}
		})
	}
}

// TestTheCommandNamesWhatThereIs: a pattern that chooses nothing is answered with all exercises.
func TestTheCommandNamesWhatThereIs(t *testing.T) {
	got, printed := results(t, "-run", "Exercises/99")
	if got[""] != "fail" {
		t.Errorf("got %v, want a failure", got)
	}
	for i := range rubric.Exercises {
		if want := "Exercises/" + rubric.Exercises[i].Name + "/"; !strings.Contains(printed, want) {
			t.Errorf("got\n%s\nwant it to name %s", printed, want)
		}
	}
}
