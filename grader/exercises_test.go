package grader

// This file is what learners run: `go test ./grader` grades their exercises.

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"gpucourse/grader/rubric"
	"gpucourse/grader/verdict"
)

var submissions = flag.String("submissions", "exercises",
	"folder with the submissions, one folder per exercise; absolute or from the root of the repository")

var seed = flag.Uint64("seed", 0, "draw inputs and sizes with this seed; 0 takes the seed from the submission's code")

func TestMain(m *testing.M) {
	Serve()
	os.Exit(m.Run())
}

func TestExercises(t *testing.T) {
	dir := submissionsDir(t)
	var verdicts []*verdict.Verdict
	for i := range rubric.Exercises {
		e := &rubric.Exercises[i]
		t.Run(e.Name, func(t *testing.T) {
			folder := filepath.Join(dir, e.Name)
			if _, err := os.Stat(folder); err != nil {
				t.Skipf("not handed in: there is no folder %s", verdict.ShortPath(folder))
			}
			graded := GradeIsolated(e, folder, DefaultLimits(), *seed)
			verdicts = append(verdicts, graded...)
			report(t, graded)
		})
	}
	if len(verdicts) == 0 {
		t.Fatalf("-submissions %s: no folder in it has the name of an exercise, such as %s", *submissions, rubric.Exercises[0].Name)
	}
	fmt.Fprint(t.Output(), verdict.Score(verdicts))
}

// submissionsDir returns the folder to grade.
func submissionsDir(t *testing.T) string {
	dir := *submissions
	if !filepath.IsAbs(dir) {
		root, err := verdict.Root()
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

// report prints the verdicts of an exercise and fails for each that is not done.
func report(t *testing.T, verdicts []*verdict.Verdict) {
	if untouched(verdicts) {
		t.Skipf("not started: exercises/%s/README.md says what to do", verdicts[0].Exercise)
	}
	for _, v := range verdicts {
		t.Run(v.Kernel, func(t *testing.T) {
			if v.State == verdict.NotStarted {
				t.Skip("not started")
			}
			fmt.Fprint(t.Output(), v)
			if v.State != verdict.Done {
				t.Fail()
			}
		})
	}
}

// untouched reports whether nothing of an exercise is started.
func untouched(verdicts []*verdict.Verdict) bool {
	for _, v := range verdicts {
		if v.State != verdict.NotStarted {
			return false
		}
	}
	return true
}
