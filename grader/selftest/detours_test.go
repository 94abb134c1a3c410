package selftest

// This file tries to reach goals by detours.

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gpucourse/gpusim/cpu"
	"gpucourse/grader/internal/grading"
	"gpucourse/grader/internal/source"
	"gpucourse/grader/rubric"
	"gpucourse/grader/verdict"
)

// TestDetoursEarnNoGoal: no detour earns a goal that the submission misses without it. The
// submissions are the stubs, and the solutions where a detour makes one warp or thread do
// all the work. A goal in cycles needs no test: no access is free of time.
func TestDetoursEarnNoGoal(t *testing.T) {
	for i := range rubric.Exercises {
		e := &rubric.Exercises[i]
		if _, err := cpu.Open(e.Device); err == nil {
			continue // its functions run in one thread
		}
		t.Run(e.Name, func(t *testing.T) {
			t.Parallel()
			for k := range e.Kernels {
				tryDetours(t, e, counted(e.Kernels[k]))
			}
		})
	}
}

// counted returns a kernel with one small size, the size of its goals, and no goal in
// cycles.
func counted(k rubric.Kernel) rubric.Kernel {
	k.Sizes = []rubric.Size{k.Sizes[0], k.Sizes[len(k.Sizes)-1]}
	k.Spans = nil
	k.Goals = slices.DeleteFunc(slices.Clone(k.Goals), func(g rubric.Goal) bool { return g.IsTimed() })
	return k
}

func tryDetours(t *testing.T, e *rubric.Exercise, k rubric.Kernel) {
	stub := read(t, "..", "stubs", e.Name)
	missed := missedGoals(t, e, k, stub)
	for _, d := range detours {
		if allowed[e.Name+" "+k.Name] == d.name {
			continue
		}
		if src := d.rewrite(parseSource(t, stub), k.Name); src != nil {
			checkDetour(t, e, k, d.name, src, missed)
		}
	}
}

// allowed are the detours that an exercise asks for, by kernel.
var allowed = map[string]string{
	"09_constant_memory Transform": "constant for global",
	"18_read_only Smooth":          "read-only loads",
}

// read returns the source of a submission.
func read(t *testing.T, folder ...string) []byte {
	src, err := os.ReadFile(filepath.Join(append(folder, source.KernelFile)...))
	if err != nil {
		t.Fatal(err)
	}
	return src
}

// checkDetour grades a submission, which must miss some goals.
func checkDetour(t *testing.T, e *rubric.Exercise, k rubric.Kernel, name string, src []byte, want []string) {
	t.Helper()
	got := missedGoals(t, e, k, src)
	for _, goal := range want {
		if !slices.Contains(got, goal) {
			t.Errorf("%s, %s: the goal %q is earned, want it missed; the submission is\n%s", k.Name, name, goal, src)
		}
	}
}

// missedGoals grades a kernel and returns the goals that it misses. A kernel that is refused
// or wrong misses all.
func missedGoals(t *testing.T, e *rubric.Exercise, k rubric.Kernel, src []byte) []string {
	t.Helper()
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, source.KernelFile), src, 0o644); err != nil {
		t.Fatal(err)
	}
	one := *e
	one.Kernels, one.Plans = []rubric.Kernel{k}, nil
	g := grading.New()
	g.Untouched = true
	v := g.Grade(&one, folder)[0]
	if v.State < verdict.Wasteful {
		return goalNames(&k)
	}
	var names []string
	for _, f := range v.Feedback {
		names = append(names, missedName(f.Title))
	}
	return names
}

func goalNames(k *rubric.Kernel) []string {
	var names []string
	for _, g := range k.Goals {
		names = append(names, g.Name)
	}
	return names
}

// missedName returns the name of the goal in "goal missed: 40 sectors stored, limit 30".
func missedName(title string) string {
	figures, _, _ := strings.Cut(strings.TrimPrefix(title, "goal missed: "), ", ")
	_, name, _ := strings.Cut(figures, " ")
	return name
}
