package main

// This file is what learners run: `go test ./grader` grades their exercises. The verdicts
// go to the progress file, unless -submissions grades another folder.

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"golang.org/x/sync/errgroup"

	"gpucourse/grader/internal/course"
	"gpucourse/grader/internal/isolated"
	"gpucourse/grader/progress"
	"gpucourse/grader/verdict"
)

var submissions = flag.String("submissions", course.Submissions,
	"folder with the submissions, one folder per exercise; absolute or from the root of the repository")

var seed = flag.Uint64("seed", 0, "draw inputs and sizes with this seed; 0 takes the seed from the submission's code")

// TestMain grades, in a process that isolated.Grade has started. Otherwise it refuses a
// pattern of -run that chooses nothing.
func TestMain(m *testing.M) {
	isolated.Serve()
	flag.Parse()
	if len(chosen()) == 0 {
		fmt.Printf("-run %s -skip %q chooses no exercise; there are\n%s", pattern("run"), pattern("skip"), course.Names())
		os.Exit(1)
	}
	os.Exit(m.Run())
}

// chosen returns what -run and -skip choose.
func chosen() []course.Choice { return course.Chosen(pattern("run"), pattern("skip")) }

func pattern(name string) string { return flag.Lookup("test." + name).Value.String() }

func TestExercises(t *testing.T) {
	dir := submissionsDir(t)
	exercises := chosen()
	grades := startGrading(dir, exercises)
	var verdicts []*verdict.Verdict
	handedIn := false
	for _, c := range exercises {
		folder := filepath.Join(dir, c.Name)
		_, err := os.Stat(folder)
		handedIn = handedIn || err == nil
		t.Run(c.Name, func(t *testing.T) {
			if err != nil {
				t.Skipf("not handed in: there is no folder %s", verdict.ShortPath(folder))
			}
			graded := grades(c.Name)
			verdicts = append(verdicts, graded...)
			report(t, graded)
		})
	}
	if !handedIn {
		t.Fatalf("-submissions %s: no folder in it has the name of an exercise, such as %s", *submissions, exercises[0].Name)
	}
	record(t, verdicts)
	fmt.Fprint(t.Output(), verdict.Score(verdicts))
	if untouched(verdicts) {
		t.Skip("nothing is started: go run ./grader says what to do")
	}
}

// startGrading begins to grade, as many exercises at a time as there are processors. The
// function that it returns waits for the verdicts on an exercise.
func startGrading(dir string, chosen []course.Choice) func(exercise string) []*verdict.Verdict {
	var running errgroup.Group
	running.SetLimit(runtime.GOMAXPROCS(0))
	waiting := map[string]chan []*verdict.Verdict{}
	for _, c := range chosen {
		waiting[c.Name] = make(chan []*verdict.Verdict, 1)
	}
	go func() {
		for _, c := range chosen {
			running.Go(func() error {
				o := isolated.Options{Seed: *seed, Only: c.Only}
				waiting[c.Name] <- isolated.Grade(context.Background(), c.Exercise, filepath.Join(dir, c.Name), o)
				return nil
			})
		}
	}()
	return func(exercise string) []*verdict.Verdict { return <-waiting[exercise] }
}

// submissionsDir returns the folder to grade.
func submissionsDir(t *testing.T) string {
	c, err := course.Open(*submissions, progress.File{})
	if err != nil {
		t.Fatalf("-submissions %s: %v", *submissions, err)
	}
	return c.Dir
}

// report prints the verdicts on an exercise: a subtest each. It fails for each that was
// started and is not done.
func report(t *testing.T, verdicts []*verdict.Verdict) {
	for _, v := range verdicts {
		t.Run(v.Kernel, func(t *testing.T) {
			if v.State == verdict.NotStarted {
				t.Skip("not started")
			}
			fmt.Fprint(t.Output(), v.Card())
			if v.State != verdict.Done {
				t.Fail()
			}
		})
	}
	if untouched(verdicts) {
		t.Skipf("not started: exercises/%s/README.md says what to do", verdicts[0].Exercise)
	}
}

// untouched reports whether nothing is started.
func untouched(verdicts []*verdict.Verdict) bool {
	for _, v := range verdicts {
		if v.State != verdict.NotStarted {
			return false
		}
	}
	return true
}

// record writes the verdicts to the progress file. Trouble with that file fails nothing.
func record(t *testing.T, verdicts []*verdict.Verdict) {
	if *seed != 0 {
		return
	}
	file, err := course.ProgressFor(*submissions)
	if err == nil {
		err = file.Record(course.Attempts(verdicts))
	}
	if err != nil {
		t.Logf("progress is not recorded: %v", err)
	}
}
