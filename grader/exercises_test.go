package main

// This file is what learners run: `go test ./grader` grades their exercises.

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"golang.org/x/sync/errgroup"

	"gpucourse/grader/internal/isolated"
	"gpucourse/grader/rubric"
	"gpucourse/grader/verdict"
)

var submissions = flag.String("submissions", "exercises",
	"folder with the submissions, one folder per exercise; absolute or from the root of the repository")

var seed = flag.Uint64("seed", 0, "draw inputs and sizes with this seed; 0 takes the seed from the submission's code")

// TestMain grades, in a process that isolated.Grade has started.
func TestMain(m *testing.M) {
	isolated.Serve()
	os.Exit(m.Run())
}

func TestExercises(t *testing.T) {
	dir := submissionsDir(t)
	pattern := flag.Lookup("test.run").Value.String()
	exercises := chosen(pattern)
	if len(exercises) == 0 {
		t.Fatalf("-run %s chooses no exercise; there are:\n%s", pattern, exerciseNames())
	}
	grades := startGrading(dir, exercises)
	var verdicts []*verdict.Verdict
	defer func() { fmt.Fprint(t.Output(), verdict.Score(verdicts)) }()
	handedIn := false
	for i := range rubric.Exercises {
		e := &rubric.Exercises[i]
		folder := filepath.Join(dir, e.Name)
		_, err := os.Stat(folder)
		handedIn = handedIn || err == nil
		t.Run(e.Name, func(t *testing.T) {
			if err != nil {
				t.Skipf("not handed in: there is no folder %s", verdict.ShortPath(folder))
			}
			graded := grades(e)
			verdicts = append(verdicts, graded...)
			report(t, graded)
		})
	}
	if !handedIn {
		t.Fatalf("-submissions %s: no folder in it has the name of an exercise, such as %s", *submissions, rubric.Exercises[0].Name)
	}
}

// startGrading begins to grade the exercises that are chosen, as many at a time as there
// are processors. The function that it returns waits for the verdicts of an exercise.
func startGrading(dir string, chosen []*rubric.Exercise) func(*rubric.Exercise) []*verdict.Verdict {
	grade := func(e *rubric.Exercise) []*verdict.Verdict {
		return isolated.Grade(context.Background(), e, filepath.Join(dir, e.Name), isolated.Options{Seed: *seed})
	}
	var running errgroup.Group
	running.SetLimit(runtime.GOMAXPROCS(0))
	waiting := map[string]chan []*verdict.Verdict{}
	for _, e := range chosen {
		waiting[e.Name] = make(chan []*verdict.Verdict, 1)
	}
	go func() {
		for _, e := range chosen {
			running.Go(func() error { waiting[e.Name] <- grade(e); return nil })
		}
	}()
	return func(e *rubric.Exercise) []*verdict.Verdict {
		if verdicts := waiting[e.Name]; verdicts != nil {
			return <-verdicts
		}
		return grade(e)
	}
}

// chosen returns the exercises that a pattern of -run means.
func chosen(pattern string) (exercises []*rubric.Exercise) {
	for i := range rubric.Exercises {
		e := &rubric.Exercises[i]
		if slices.ContainsFunc(strings.Split(pattern, "|"), func(p string) bool { return means(p, e.Name) }) {
			exercises = append(exercises, e)
		}
	}
	return exercises
}

// exerciseNames lists what -run chooses from.
func exerciseNames() string {
	text := ""
	for i := range rubric.Exercises {
		text += "Exercises/" + rubric.Exercises[i].Name + "\n"
	}
	return text
}

// means reports whether one alternative of -run, such as "Exercises/07", fits an exercise.
func means(pattern, exercise string) bool {
	for i, part := range strings.SplitN(pattern, "/", 3)[:min(2, 1+strings.Count(pattern, "/"))] {
		name := []string{"TestExercises", exercise}[i]
		if fits, err := regexp.MatchString(part, name); err != nil || !fits {
			return false
		}
	}
	return true
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
