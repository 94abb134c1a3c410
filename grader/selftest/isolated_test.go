package selftest

// This file compares grading in a process of its own with grading in this one.

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"gpucourse/grader/internal/grading"
	"gpucourse/grader/internal/isolated"
	"gpucourse/grader/rubric"
	"gpucourse/grader/verdict"
)

// TestIsolatedVerdictsAreTheSame: a process of its own changes no byte of a verdict.
func TestIsolatedVerdictsAreTheSame(t *testing.T) {
	for _, folder := range []string{
		"testdata/wrong/missing_bound/07_coalescing", "testdata/wrong/out_of_bounds/07_coalescing",
		"testdata/wrong/contexts_changed_about/03_contexts", "../../solutions/00_start", "../stubs/13_shared_memory",
	} {
		e := exerciseOf(t, folder)
		want := grading.New().Grade(e, folder)
		if got := isolated.Grade(t.Context(), e, folder, isolated.Options{}); !cmp.Equal(got, want) {
			t.Errorf("%s: got another verdict than in this process: %s", folder, cmp.Diff(want, got))
		}
	}
}

// TestOnly: the verdict of a kernel does not depend on what is graded beside it.
func TestOnly(t *testing.T) {
	const folder = "testdata/wrong/missing_bound/07_coalescing"
	e := exerciseOf(t, folder)
	all := isolated.Grade(t.Context(), e, folder, isolated.Options{})
	for i, want := range all {
		got := isolated.Grade(t.Context(), e, folder, isolated.Options{Only: []string{e.Kernels[i].Name}})
		if !cmp.Equal(got, []*verdict.Verdict{want}) {
			t.Errorf("%s: %s", e.Kernels[i].Name, cmp.Diff(want, got))
		}
	}
}

func exerciseOf(t *testing.T, folder string) *rubric.Exercise {
	t.Helper()
	for i := range rubric.Exercises {
		if e := &rubric.Exercises[i]; e.Name == filepath.Base(folder) {
			return e
		}
	}
	t.Fatalf("%s: no exercise has such a folder", folder)
	return nil
}

// TestHostileBesideHonest runs the learner's command on a hostile exercise among honest
// ones: they keep their marks, and the table of scores is printed.
func TestHostileBesideHonest(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the folder has links")
	}
	dir := t.TempDir()
	for _, name := range []string{"00_start", "07_coalescing", "18_read_only"} {
		solution, err := os.ReadFile(filepath.Join("..", "..", "solutions", name, "kernel.go"))
		if err != nil {
			t.Fatal(err)
		}
		if name == "07_coalescing" {
			solution = []byte("package coalescing\n\nfunc Saxpy(y, x []float32, a float32, n int) { for { y[0]++ } }\n")
		}
		if err := os.Mkdir(filepath.Join(dir, name), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name, "kernel.go"), solution, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(os.DevNull, filepath.Join(dir, "00_start", ".#kernel.go")); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command("go", "test", "-vet=off", "-timeout=0", "..", "-submissions", dir).CombinedOutput()
	if err == nil {
		t.Error("the run passes with an endless kernel")
	}
	for _, want := range []string{"│ 00_start      │ Add", "not valid", "│ 18_read_only  │", "marks"} {
		if !strings.Contains(string(out), want) {
			t.Errorf("got\n%s\nwant it to say %q", out, want)
		}
	}
}

// TestUnknownExercise: a pattern that chooses no exercise fails and lists them.
func TestUnknownExercise(t *testing.T) {
	out, err := exec.Command("go", "test", "-vet=off", "-timeout=0", "..", "-run", "Exercises/99").CombinedOutput()
	if want := "Exercises/00_start"; err == nil || !strings.Contains(string(out), want) {
		t.Errorf("got %v and\n%s\nwant a failure that lists %s", err, out, want)
	}
}
