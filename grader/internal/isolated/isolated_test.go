package isolated

// This file grades small submissions in processes. Whole exercises, and hostile ones, are graded
// by the tests of package selftest.

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"gpucourse/grader/internal/grading"
	"gpucourse/grader/internal/source"
	"gpucourse/grader/rubric"
	"gpucourse/grader/stubs"
	"gpucourse/grader/verdict"
)

func TestMain(m *testing.M) {
	Serve()
	os.Exit(m.Run())
}

// start is the first exercise, whose kernels are the smallest.
func start() *rubric.Exercise { return &rubric.Exercises[0] }

const solution = "../../../solutions/00_start"

// submission returns a folder that holds a kernel file.
func submission(t *testing.T, text string) string {
	t.Helper()
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, source.KernelFile), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return folder
}

func stub(t *testing.T) string {
	t.Helper()
	text, err := stubs.Source(start().Name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestVerdictsOfAProcess: a process answers with the verdicts of package grading.
func TestVerdictsOfAProcess(t *testing.T) {
	want := grading.New().Grade(start(), solution)
	got := Grade(t.Context(), start(), solution, Options{})
	if !cmp.Equal(got, want) || got[0].State != verdict.Done {
		t.Errorf("got another verdict than in this process: %s", cmp.Diff(want, got))
	}
	only := Grade(t.Context(), start(), solution, Options{Only: []string{want[1].Kernel}})
	if !cmp.Equal(only, want[1:2]) {
		t.Errorf("one kernel alone: %s", cmp.Diff(want[1:2], only))
	}
}

// TestUntouchedNeedsNoProcess: the stub is graded although no process may start; a changed
// stub is not.
func TestUntouchedNeedsNoProcess(t *testing.T) {
	ended, end := context.WithCancel(t.Context())
	end()
	for _, v := range Grade(ended, start(), submission(t, stub(t)), Options{}) {
		if v.State != verdict.NotStarted || len(v.Feedback) > 0 {
			t.Errorf("%s of the stub: got %v", v.Kernel, v)
		}
	}
	if got := Grade(ended, start(), submission(t, stub(t)+"\n"), Options{}); len(got) > 0 {
		t.Errorf("a changed stub is graded without a process: %v", got)
	}
}

// TestLimits: a limit that ends the process is told by every kernel without a verdict, and
// changes no verdict of another part.
func TestLimits(t *testing.T) {
	small := DefaultLimits()
	small.Output = 10
	parts := []Part{{Exercise: start(), Folder: solution}, {Exercise: start(), Folder: submission(t, stub(t))}}
	got := GradeAll(t.Context(), parts, Options{Limits: small})
	for _, v := range got[0] {
		if v.State != verdict.Wrong || len(v.Feedback) != 1 || !strings.Contains(v.Feedback[0].Title, "grading of "+v.Kernel+" was stopped: the limit is") {
			t.Errorf("%s with 10 bytes for verdicts: got %v", v.Kernel, v)
		}
	}
	for _, v := range got[1] {
		if v.State != verdict.NotStarted {
			t.Errorf("%s of the stub beside it: got %v", v.Kernel, v)
		}
	}
}

// TestPartsAreGradedInOrder: each part of a submission gets its own verdicts.
func TestPartsAreGradedInOrder(t *testing.T) {
	wrong := submission(t, "package start\n\nfunc Add(out, a, b []float32, n int) {}\n")
	got := GradeAll(t.Context(), []Part{{Exercise: start(), Folder: wrong}, {Exercise: start(), Folder: solution}}, Options{})
	if got[0][0].State == verdict.Done || got[1][0].State != verdict.Done {
		t.Errorf("got %v for the wrong part and %v for the solution", got[0][0].State, got[1][0].State)
	}
}

// TestMoreSizes: sizes of an instructor come before those of the row, which stays as it is.
func TestMoreSizes(t *testing.T) {
	row := start()
	k := &row.Kernels[0]
	before := len(k.Sizes)
	more := withSizes(row, map[string][]rubric.Size{row.Name + " " + k.Name: {{5}}})
	sizes := more.Kernels[0].Sizes
	if len(sizes) != before+1 || sizes[0][0] != 5 || !cmp.Equal(sizes[before], k.Sizes[before-1]) {
		t.Errorf("got sizes %v, want 5 and then %v", sizes, k.Sizes)
	}
	if len(k.Sizes) != before || len(more.Kernels[1].Sizes) != len(row.Kernels[1].Sizes) {
		t.Error("the row itself, or another kernel, has changed")
	}
}

// TestAttempts: a kernel of a task is graded in a process too.
func TestAttempts(t *testing.T) {
	const id = "00.2"
	file := filepath.Join(submission(t, "package p\n\nfunc Nothing() {}\n"), source.KernelFile)
	v := GradeTask(t.Context(), Attempt{Task: id, File: file})
	if v.Exercise != id || v.State == verdict.Done || len(v.Feedback) == 0 {
		t.Errorf("a file without the kernel: got %v", v)
	}
}
