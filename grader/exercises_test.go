package grader

// This file is what learners run: `go test ./grader` marks their exercises.

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

var submissions = flag.String("submissions", "exercises",
	"folder with the submissions, one folder an exercise; absolute or from the root of the repository")

func TestExercises(t *testing.T) {
	dir := submissionsDir(t)
	var verdicts []*Verdict
	for i := range Rubric {
		e := &Rubric[i]
		t.Run(e.Name, func(t *testing.T) {
			folder := filepath.Join(dir, e.Name)
			if _, err := os.Stat(folder); err != nil {
				t.Skipf("not handed in: there is no folder %s", shown(folder))
			}
			graded := New().Grade(e, folder)
			verdicts = append(verdicts, graded...)
			reportExercise(t, graded)
		})
	}
	if len(verdicts) == 0 {
		t.Fatalf("-submissions %s: no folder in it is an exercise's, such as %s", *submissions, Rubric[0].Name)
	}
	fmt.Fprint(t.Output(), Score(verdicts))
}

// submissionsDir returns the folder to grade.
func submissionsDir(t *testing.T) string {
	dir := *submissions
	if !filepath.IsAbs(dir) {
		root, err := Root()
		if err != nil {
			t.Fatal(err)
		}
		dir = filepath.Join(root, dir)
	}
	if info, err := os.Stat(dir); err != nil || !info.IsDir() {
		t.Fatalf("-submissions %s: there is no folder %s", *submissions, dir)
	}
	return dir
}

func reportExercise(t *testing.T, verdicts []*Verdict) {
	if untouched(verdicts) {
		t.Skipf("not started: exercises/%s/README.md says what to do", verdicts[0].Exercise)
	}
	for _, v := range verdicts {
		t.Run(v.Kernel, func(t *testing.T) {
			if v.State == NotStarted {
				t.Skip("not started")
			}
			fmt.Fprint(t.Output(), v)
			if v.State != Done {
				t.Fail()
			}
		})
	}
}

// untouched reports whether every kernel still is the stub's.
func untouched(verdicts []*Verdict) bool {
	for _, v := range verdicts {
		if v.State != NotStarted {
			return false
		}
	}
	return true
}
