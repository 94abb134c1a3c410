package selftest

// This file checks that the rubric, the stubs, the solutions and the exercises fit
// together.

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"gpucourse/grader/internal/source"
	"gpucourse/grader/rubric"
)

// TestEveryExerciseIsComplete: solutions, stubs and rubric have the same exercises, and
// exercises/ has them all. A learner may keep other folders beside them.
func TestEveryExerciseIsComplete(t *testing.T) {
	var want []string
	for _, e := range rubric.Exercises {
		want = append(want, e.Name)
	}
	slices.Sort(want)
	for _, dir := range []string{"../../solutions", "../stubs"} {
		if got := folders(t, dir); !slices.Equal(got, want) {
			t.Errorf("%s: got exercises %v, the rubric has %v", dir, got, want)
		}
	}
	got := folders(t, "../../exercises")
	for _, name := range want {
		if !slices.Contains(got, name) {
			t.Errorf("exercises: got %v, want %s too", got, name)
		}
	}
}

// folders returns the names of the folders in dir, sorted.
func folders(t *testing.T, dir string) []string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		if e.IsDir() {
			names = append(names, e.Name())
		}
	}
	return names
}

// TestStubsFitTheRubric: the files that are handed out have the kernels and plans of
// the rubric.
func TestStubsFitTheRubric(t *testing.T) {
	for i := range rubric.Exercises {
		e := &rubric.Exercises[i]
		s := source.Stub(e)
		if got := s.Package(); got != e.Package {
			t.Errorf("%s: got package %s, want %s", e.Name, got, e.Package)
		}
		for j := range e.Kernels {
			if f := s.Check(&e.Kernels[j]); f != nil {
				t.Errorf("%s: %v", e.Name, f)
			}
		}
		for j := range e.Plans {
			if _, f := s.Plan(e.Plans[j].Name); f != nil {
				t.Errorf("%s: %v", e.Name, f)
			}
		}
	}
}

// eachCase calls f with the case of every size of the rubric.
func eachCase(f func(e *rubric.Exercise, k *rubric.Kernel, size rubric.Size, c *rubric.Case)) {
	for i := range rubric.Exercises {
		for j := range rubric.Exercises[i].Kernels {
			k := &rubric.Exercises[i].Kernels[j]
			for _, size := range k.Sizes {
				f(&rubric.Exercises[i], k, size, k.MakeCase(size, rubric.Draw{Seed: 1}))
			}
		}
	}
}

// TestCasesFitTheKernels: the arguments of a case are the parameters of the stub.
func TestCasesFitTheKernels(t *testing.T) {
	eachCase(func(e *rubric.Exercise, k *rubric.Kernel, size rubric.Size, c *rubric.Case) {
		s := source.Stub(e)
		var want, got []string
		for _, f := range s.Function(k.Name).Type.Params.List {
			for _, name := range f.Names {
				want = append(want, name.Name+" "+s.Print(f.Type))
			}
		}
		for _, a := range c.Args {
			got = append(got, fmt.Sprintf("%s %T", a.Name(), a.Value()))
		}
		if g, w := strings.Join(got, ", "), strings.Join(want, ", "); g != w {
			t.Errorf("%s %v: got arguments %s, want %s", k.Name, size, g, w)
		}
	})
}
