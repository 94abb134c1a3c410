package class

// This file grades classes of stubs, which need no process, and of one solution. Package selftest
// grades larger classes, with processes that are killed.

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"gpucourse/gpusim/sweep"
	"gpucourse/grader/internal/isolated"
	"gpucourse/grader/internal/scores"
	"gpucourse/grader/stubs"
	"gpucourse/grader/verdict"
)

func TestMain(m *testing.M) {
	isolated.Serve()
	os.Exit(m.Run())
}

const exerciseName = "00_start"

func put(t *testing.T, file string, text []byte) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, text, 0o600); err != nil {
		t.Fatal(err)
	}
}

func read(t *testing.T, file string) []byte {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// classOf returns a class of n submissions that hold the stub of the first exercise.
func classOf(t *testing.T, folder string, n int) *Class {
	t.Helper()
	stub, err := stubs.Source(exerciseName)
	if err != nil {
		t.Fatal(err)
	}
	for i := range n {
		put(t, filepath.Join(folder, fmt.Sprint("learner", i), exerciseName, "kernel.go"), stub)
	}
	return open(t, folder, 1)
}

// open returns the class in a folder, with a seed.
func open(t *testing.T, folder string, seed uint64) *Class {
	t.Helper()
	s, err := Open("", []string{exerciseName}, nil, seed)
	if err != nil {
		t.Fatal(err)
	}
	c := &Class{Settings: s, Jobs: 2, Limits: isolated.DefaultLimits()}
	if c.Submissions, _, err = s.Find(folder); err != nil {
		t.Fatal(err)
	}
	return c
}

// TestResultsAreKept: a result is kept until the submission or the settings change. A new one
// of the same files has the same bytes.
func TestResultsAreKept(t *testing.T) {
	folder, results := t.TempDir(), scores.Folder{Path: filepath.Join(t.TempDir(), "results")}
	classOf(t, folder, 2)
	put(t, filepath.Join(folder, "solver", exerciseName, "kernel.go"), read(t, "../../../solutions/00_start/kernel.go"))
	graded := func(seed uint64) string {
		c, kept := open(t, folder, seed), 0
		c.Results, c.Graded = results, func(_ *scores.Result, known bool) {
			if known {
				kept++
			}
		}
		all, err := c.Grade(t.Context())
		if err != nil || len(all) != 3 {
			t.Fatalf("got %d results, %v", len(all), err)
		}
		for _, r := range all {
			if done := r.Items[0].State == scores.Done; done != (r.Submission == "solver") {
				t.Errorf("%s: got %v", r.Submission, r.Items[0])
			}
		}
		return fmt.Sprint(kept, " kept")
	}
	steps := []struct {
		name string
		do   func()
		seed uint64
		want string
	}{
		{"first", func() {}, 1, "0 kept"},
		{"again", func() {}, 1, "3 kept"},
		{"with a changed file", func() { put(t, filepath.Join(folder, "learner1", exerciseName, "notes.txt"), []byte("x")) }, 1, "2 kept"},
		{"with another seed", func() {}, 2, "0 kept"},
		{"after a result was lost", func() { os.Remove(results.File("learner0")) }, 2, "2 kept"},
	}
	for _, s := range steps {
		s.do()
		if got := graded(s.seed); got != s.want {
			t.Errorf("%s: got %s, want %s", s.name, got, s.want)
		}
	}
	before := read(t, results.File("solver"))
	os.Remove(results.File("solver"))
	graded(2)
	if after := read(t, results.File("solver")); !cmp.Equal(before, after) {
		t.Errorf("the same submission gives another result: %s", cmp.Diff(string(before), string(after)))
	}
}

// TestShards: the shards of a class divide it.
func TestShards(t *testing.T) {
	c := classOf(t, t.TempDir(), 5)
	seen := map[string]int{}
	for i := range 3 {
		c.Shard = sweep.Shard{Index: i, Of: 3}
		all, err := c.Grade(t.Context())
		if err != nil || len(all) > 2 {
			t.Fatalf("shard %d: got %d results, %v", i, len(all), err)
		}
		for _, r := range all {
			seen[r.Submission]++
		}
	}
	if len(seen) != 5 {
		t.Errorf("got %v, want 5 submissions", seen)
	}
	for name, n := range seen {
		if n != 1 {
			t.Errorf("%s is graded %d times", name, n)
		}
	}
}

// TestNothingFound: a submission without an exercise that is graded is named, and has a result.
func TestNothingFound(t *testing.T) {
	folder := t.TempDir()
	classOf(t, folder, 1)
	put(t, filepath.Join(folder, "other", "07_coalescing", "kernel.go"), read(t, "../../../solutions/07_coalescing/kernel.go"))
	warned := map[string]string{}
	c := open(t, folder, 1)
	c.Warned = func(name string, warnings []string) { warned[name] = strings.Join(warnings, "; ") }
	all, err := c.Grade(t.Context())
	var nothing *NothingFound
	if !errors.As(err, &nothing) || !cmp.Equal(nothing.Submissions, []string{"other"}) || len(all) != 2 {
		t.Errorf("got %d results and %v, want other to be named", len(all), err)
	}
	if want := "it holds 07_coalescing, and these are graded: 00_start"; !strings.Contains(warned["other"], want) {
		t.Errorf("got warnings %v, want %q", warned, want)
	}
}

// TestFoldersThatAreAbsent: a missing folder is not started, and a link to one is not valid.
func TestFoldersThatAreAbsent(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("making links needs rights")
	}
	s, err := Open("", []string{exerciseName}, nil, 1)
	if err != nil {
		t.Fatal(err)
	}
	link := filepath.Join(t.TempDir(), exerciseName)
	if err := os.Symlink(t.TempDir(), link); err != nil {
		t.Fatal(err)
	}
	row := s.exercises[0].row
	for folder, want := range map[string]verdict.State{filepath.Join(t.TempDir(), "none"): verdict.NotStarted, link: verdict.Invalid} {
		if got := absent(isolated.Part{Exercise: row, Folder: folder}); len(got) != len(row.Kernels)+len(row.Plans) || got[0].State != want {
			t.Errorf("%s: got %v, want %v", folder, got, want)
		}
	}
	if got := absent(isolated.Part{Exercise: row, Folder: t.TempDir()}); got != nil {
		t.Errorf("a folder that is there: got %v", got)
	}
}

// TestSettingsThatAreWrong: a mistake of an instructor is an error that names it.
func TestSettingsThatAreWrong(t *testing.T) {
	for text, want := range map[string]string{
		`{"exercises": ["99"]}`:                                  "99",
		`{"exercises": ["0", "00_start"]}`:                       "name each once",
		`{"sead": 1}`:                                            `"sead"`,
		`{"sizes": {"00_start Nothing": [[1]]}}`:                 "no kernel to grade is called",
		`{"exercises": ["7"], "sizes": {"00_start Add": [[1]]}}`: "no kernel to grade is called",
		`{"sizes": {"00_start Add": [[1, 2]]}}`:                  "has 2 numbers",
		`{"sizes": {"00_start Add": [[-1]]}}`:                    "is -1: it may be",
	} {
		folder := t.TempDir()
		put(t, filepath.Join(folder, SettingsFile), []byte(text))
		if _, err := Open(folder, nil, nil, 0); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want an error that says %s", text, err, want)
		}
	}
	folder := t.TempDir()
	put(t, filepath.Join(folder, SettingsFile), []byte(`{"exercises": ["7"], "sizes": {"07_coalescing Saxpy": [[300]]}}`))
	if _, err := Open(folder, []string{"00"}, nil, 0); err != nil {
		t.Errorf("sizes of an exercise that is not graded this time: got %v", err)
	}
	if _, err := Open(t.TempDir(), nil, nil, 0); err == nil || !strings.Contains(err.Error(), "holds neither") {
		t.Errorf("an empty folder: got %v", err)
	}
}

// TestWhatIsGraded: a fingerprint follows the settings and the files.
func TestWhatIsGraded(t *testing.T) {
	folder := t.TempDir()
	put(t, filepath.Join(folder, "kernel.go"), []byte("package start\n"))
	s := &Settings{}
	seen := map[string]string{}
	for _, step := range []struct {
		name string
		do   func()
	}{
		{"as handed in", func() {}},
		{"another text", func() { put(t, filepath.Join(folder, "kernel.go"), []byte("package stark\n")) }},
		{"one file more", func() { put(t, filepath.Join(folder, "more.go"), nil) }},
		{"other settings", func() { text, _ := json.Marshal(&Settings{Seed: 3}); s.text = string(text) }},
	} {
		step.do()
		sum := fingerprint("", []isolated.Part{{Exercise: open(t, folder, 1).Settings.exercises[0].row, Folder: folder}}, nil, s)
		if before, known := seen[sum]; known {
			t.Errorf("%s: same fingerprint as %s", step.name, before)
		}
		seen[sum] = step.name
	}
}
