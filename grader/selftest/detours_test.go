package selftest

// This file tries to reach goals by detours.

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gpucourse/gpusim/diag"
	"gpucourse/grader/internal/grading"
	"gpucourse/grader/internal/source"
	"gpucourse/grader/rubric"
	"gpucourse/grader/verdict"
)

// TestDetoursEarnNoGoal: no detour earns a goal that the submission misses without it. The
// submissions are the stubs, and wrong attempts for goals that the stub reaches. A goal in
// cycles needs no test: no access is free of time. Of the detours that apply to an exercise of
// the sample one in four is graded. All are graded by
//
//	go test ./grader/selftest -every -run Detours
func TestDetoursEarnNoGoal(t *testing.T) {
	eachKernel(t, func(t *testing.T, e *rubric.Exercise, k rubric.Kernel, turn *turns) {
		reached := goalNames(&k)
		for _, base := range basesOf(t, e, k.Name) {
			missed := missedOf(&k, base.verdicts)
			reached = slices.DeleteFunc(reached, func(goal string) bool { return slices.Contains(missed, goal) })
			for _, d := range append(detours, idle...) {
				if allowed[e.Name+" "+k.Name] != d.name {
					d.try(t, e, k, base.src, missed, turn)
				}
			}
		}
		if len(reached) > 0 {
			t.Errorf("%s: got no submission that misses %q", k.Name, reached)
		}
	})
}

// TestIdleThreadsEarnNoGoal: a solution misses every goal when it leaves the work to one
// warp or thread per block, or to one block. Those of the sample are tried, with -every all.
func TestIdleThreadsEarnNoGoal(t *testing.T) {
	eachKernel(t, func(t *testing.T, e *rubric.Exercise, k rubric.Kernel, turn *turns) {
		for _, d := range idle {
			if !k.Uneven && allowed[e.Name+" "+k.Name] != d.name {
				d.try(t, e, k, read(t, "..", "..", "solutions", e.Name), goalNames(&k), turn)
			}
		}
	})
}

// TestWrittenDetours grades detours that no rewriting finds: one in three, with -every all. A
// comment "want" holds what the feedback says, as in wrong attempts.
func TestWrittenDetours(t *testing.T) {
	for _, a := range oneIn(3, findAttempts("detours")) {
		t.Run(a.name, func(t *testing.T) {
			t.Parallel()
			src := read(t, a.folder)
			for _, k := range a.exercise.Kernels {
				if parseSource(t, src).function(k.Name) != nil {
					matchWants(t, a.file(), gradeOne(t, a.exercise, counted(k), src))
				}
			}
		})
	}
}

// turns chooses one rewriting in four of those that apply to an exercise.
type turns struct{ at, tried int }

func (n *turns) next() bool {
	n.at++
	if chosen := *every || n.at%4 == 0; !chosen {
		return false
	}
	n.tried++
	return true
}

// eachKernel runs a subtest per exercise of the sample, and calls f with each kernel, without its
// goals in cycles and with the size of the others.
func eachKernel(t *testing.T, f func(t *testing.T, e *rubric.Exercise, k rubric.Kernel, turn *turns)) {
	for i, e := range sampled() {
		if onCPU(e) || e.Project {
			continue // its functions run in one thread, or the stub has no code
		}
		t.Run(e.Name, func(t *testing.T) {
			t.Parallel()
			turn := &turns{at: i}
			for k := range e.Kernels {
				f(t, e, counted(e.Kernels[k]), turn)
			}
			t.Logf("%d of %d rewritings were graded", turn.tried, turn.at-i)
		})
	}
}

// counted returns a kernel without its goals in cycles, and with the size of the others.
func counted(k rubric.Kernel) rubric.Kernel {
	k.Sizes, k.Spans = k.Sizes[len(k.Sizes)-1:], nil
	k.Goals = slices.DeleteFunc(slices.Clone(k.Goals), func(g rubric.Goal) bool { return g.IsTimed() })
	return k
}

// attemptsBeside are the wrong attempts that miss a goal which the stub reaches, by kernel.
var attemptsBeside = map[string][]string{
	"04_kernel_design Halves":   {"warps_with_strides"},
	"10_registers Ties":         {"ties_in_bounds", "ties_loaded_twice"},
	"10_registers Evaluate":     {"evaluate_in_bounds", "evaluate_x_each_time"},
	"10_registers Multiply":     {"multiply_in_bounds", "multiply_by_rows"},
	"11_local_memory Winner":    {"winner_class_by_class"},
	"11_local_memory Product":   {"product_by_rows"},
	"12_occupancy Project":      {"bounds_for_sums", "row_by_row"},
	"14_bank_conflicts RowSums": {"rows_from_global"},
	"14_bank_conflicts Smooth":  {"neighbours_from_global"},
	"15_synchronization Sort":   {"both_lanes_of_a_pair"},
	"16_reduction Total":        {"stretch_of_its_own"},
	"16_reduction Largest":      {"part_of_the_row_each"},
	"17_transpose Transpose":    {"loads_down_a_column"},
	"17_transpose Rotate":       {"columns_of_out"},
	"19_shuffle Portions":       {"portions_rows_from_global"},
	"21_async_copies Echo":      {"echo_partners_from_global"},
	"22_bulk_copies Bags":       {"bags_copied_by_all"},
}

// start is a graded submission from which a detour may lead to more goals.
type start struct {
	src      []byte
	verdicts []*verdict.Verdict
}

// basesOf returns submissions of a kernel that together miss all goals.
func basesOf(t *testing.T, e *rubric.Exercise, kernel string) []start {
	list := []start{{read(t, "..", "stubs", e.Name), gradedStub(e)}}
	for _, a := range attempts["wrong"]() {
		if a.exercise == e && slices.Contains(attemptsBeside[e.Name+" "+kernel], a.name) {
			list = append(list, start{read(t, a.folder), a.verdicts()})
		}
	}
	return list
}

// allowed are the detours that an exercise asks for, by kernel.
var allowed = map[string]string{
	"07_coalescing Brighten":       "one row of blocks", // a third of the warps works
	"07_coalescing Mirror":         "one row of blocks", // its grid has one row
	"09_constant_memory Transform": "constant for global",
	"10_registers Ties":            "read-only loads", // the compiler then loads each value once
	"18_read_only Smooth":          "read-only loads",
	"20_which_memory Edges":        "read-only loads", // one of the ways
}

// read returns the source of a submission.
func read(t *testing.T, folder ...string) []byte {
	src, err := os.ReadFile(filepath.Join(append(folder, source.KernelFile)...))
	if err != nil {
		t.Fatal(err)
	}
	return src
}

// try rewrites and grades a submission, which must miss some goals.
func (d *detour) try(t *testing.T, e *rubric.Exercise, k rubric.Kernel, base []byte, want []string, turn *turns) {
	t.Helper()
	src := d.rewrite(parseSource(t, base), k.Name)
	if src == nil || !turn.next() {
		return
	}
	got := missedGoals(t, e, k, src)
	for _, goal := range want {
		if !slices.Contains(got, goal) {
			t.Errorf("%s, %s: the goal %q is earned, want it missed; the submission is\n%s", k.Name, d.name, goal, src)
		}
	}
}

// missedGoals grades a kernel and returns the goals that it misses. A kernel that is refused
// or wrong misses all.
func missedGoals(t *testing.T, e *rubric.Exercise, k rubric.Kernel, src []byte) []string {
	t.Helper()
	return missedOf(&k, []*verdict.Verdict{gradeOne(t, e, k, src)})
}

// missedOf returns the goals of a kernel that it misses in the verdicts of a submission.
func missedOf(k *rubric.Kernel, verdicts []*verdict.Verdict) []string {
	v := verdicts[slices.IndexFunc(verdicts, func(v *verdict.Verdict) bool { return v.Kernel == k.Name })]
	names := goalNames(k)
	if v.State < verdict.Wasteful {
		return names
	}
	return slices.DeleteFunc(names, func(name string) bool {
		return !slices.ContainsFunc(v.Feedback, func(f verdict.Feedback) bool {
			missed := missedName(f.Title)
			return missed == name || missed == diag.One(name)
		})
	})
}

// gradeOne grades one kernel of a submission.
func gradeOne(t *testing.T, e *rubric.Exercise, k rubric.Kernel, src []byte) *verdict.Verdict {
	t.Helper()
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, source.KernelFile), src, 0o644); err != nil {
		t.Fatal(err)
	}
	one := *e
	one.Kernels, one.Plans = []rubric.Kernel{k}, nil
	g := grading.New()
	g.Untouched = true
	return g.Grade(&one, folder)[0]
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
