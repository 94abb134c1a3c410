package course

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"gpucourse/grader/internal/isolated"
	"gpucourse/grader/progress"
	"gpucourse/grader/rubric"
	"gpucourse/grader/stubs"
	"gpucourse/grader/verdict"
	_ "gpucourse/internal/collect"
	"gpucourse/solutions"
)

func TestMain(m *testing.M) {
	listChosen()
	isolated.Serve()
	os.Exit(m.Run())
}

// handedOut returns a course with the exercises as they are handed out, in a folder of its
// own.
func handedOut(t *testing.T) *Course {
	t.Helper()
	root := t.TempDir()
	for _, e := range rubric.Exercises {
		stub, err := stubs.Source(e.Name)
		if err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(root, "exercises", e.Name, "kernel.go"), stub)
	}
	return &Course{Root: root, Dir: filepath.Join(root, "exercises"), File: progress.At(filepath.Join(root, "progress.json")), kept: map[string]kept{}}
}

func write(t *testing.T, file string, text []byte) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, text, 0o600); err != nil {
		t.Fatal(err)
	}
}

// exercise returns the exercise of a name that exists.
func exercise(t *testing.T, word string) *rubric.Exercise {
	t.Helper()
	e, err := FindExercise(word)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// TestKeptVerdictsAreFresh: after each edit only what the edit concerns is graded again,
// and every verdict is the one that grading everything gives.
func TestKeptVerdictsAreFresh(t *testing.T) {
	c, e := handedOut(t), exercise(t, "09")
	solution, err := solutions.Source(e.Name)
	if err != nil {
		t.Fatal(err)
	}
	text := string(solution)
	for _, edit := range []struct {
		old, new string
		stale    []string
	}{
		{"", "", []string{"Convolve", "Transform", "Recolour", "Grade"}},
		{"range Taps", "range Taps - 1", []string{"Convolve"}},                                    // wrong
		{"m[0]*a", "m[1]*a", []string{"Transform"}},                                               // wrong
		{"package constant\n", "package constant\n// moved\n", []string{"Convolve", "Transform"}}, // the third is done: it names no line
		{"looks values up", "looks all values up", nil},
		{"Levels = 256", "Levels = 255", []string{"Recolour"}}, // what it uses
		{"import \"gpucourse/gpusim/gpu\"", "import \"gpucourse/gpusim/gpu\"\nimport _ \"math\"", []string{"Convolve", "Transform", "Recolour", "Grade"}},
		{"func Transform(", "func Transformed(", []string{"Transform"}},
		{"func Recolour(", "func Recolour((", []string{"Convolve", "Transform", "Recolour", "Grade"}}, // no Go
	} {
		if !strings.Contains(text, edit.old) {
			t.Fatalf("there is no %q to edit", edit.old)
		}
		text = strings.Replace(text, edit.old, edit.new, 1)
		write(t, c.Kernels(e), []byte(text))
		if stale := c.Stale(e); !slices.Equal(stale, edit.stale) {
			t.Errorf("%q: got stale %v, want %v", edit.new, stale, edit.stale)
		}
		got, err := c.Check(t.Context(), e)
		if err != nil {
			t.Fatal(err)
		}
		if want := isolated.Grade(t.Context(), e, c.Folder(e), isolated.Options{}); !cmp.Equal(got, want) {
			t.Errorf("%q: got other verdicts than fresh ones: %s", edit.new, cmp.Diff(want, got))
		}
	}
}

// TestSurveyRemembers: another run knows what was done by its code, without grading.
func TestSurveyRemembers(t *testing.T) {
	c, e := handedOut(t), exercise(t, "start")
	solution, err := solutions.Source(e.Name)
	if err != nil {
		t.Fatal(err)
	}
	write(t, c.Kernels(e), solution)
	if _, err := c.Check(t.Context(), e); err != nil {
		t.Fatal(err)
	}
	later := &Course{Root: c.Root, Dir: c.Dir, File: c.File, kept: map[string]kept{}}
	all, err := later.Survey()
	if err != nil {
		t.Fatal(err)
	}
	if s := all[0]; !s.Known || s.State != verdict.Done || s.Marks != s.MaxMarks {
		t.Errorf("got %+v of a kernel that was done", s)
	}
	if s := all[3]; !s.Known || s.State != verdict.NotStarted {
		t.Errorf("got %+v of a kernel that nobody has started", s)
	}
	if next, ok := Next(all, all[0].Target); !ok || next != all[3].Target {
		t.Errorf("got next %s, %v, want %s", next.ID(), ok, all[3].ID())
	}
	write(t, c.Kernels(e), []byte(strings.Replace(string(solution), "a[i] + b[i]", "b[i] + a[i]", 1)))
	if all, _ = later.Survey(); all[0].Known {
		t.Errorf("got %+v of code that was never graded", all[0])
	}
}

// TestNextGoesRound: what is skipped comes back, and nothing is next when all is done.
func TestNextGoesRound(t *testing.T) {
	all := make([]Status, 4)
	for i, target := range All()[:len(all)] {
		all[i] = Status{Target: target, State: verdict.Done}
	}
	if next, ok := Next(all, all[1].Target); ok {
		t.Errorf("got %s when all is done", next.ID())
	}
	all[0].State, all[2].State = verdict.Wrong, verdict.NotStarted
	for i, want := range []int{2, 2, 0, 0} {
		if next, ok := Next(all, all[i].Target); !ok || next != all[want].Target {
			t.Errorf("after %s: got %s, want %s", all[i].ID(), next.ID(), all[want].ID())
		}
	}
}
