package selftest

// This file holds what is handed out of the forms Blank and Report to its form.

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gpucourse/gpusim/report"
	"gpucourse/grader/internal/simulator"
	"gpucourse/grader/internal/source"
	"gpucourse/grader/rubric"
	"gpucourse/internal/golden"
)

// TestEmptyStubsAreEmpty: the stub of the form Blank or Report has no code, which would show a way.
func TestEmptyStubsAreEmpty(t *testing.T) {
	for i := range rubric.Exercises {
		e := &rubric.Exercises[i]
		for _, k := range e.Kernels {
			if body := source.Stub(e).Function(k.Name).Body; (k.Form == rubric.Blank || k.Form == rubric.Report) && len(body.List) > 0 {
				t.Errorf("%s %s: the stub has code, want none since it is to %s", e.Name, k.Name, k.Form)
			}
		}
	}
}

// TestReportsAreMeasured: the profile that a README shows is that of the solution, and each goal is about
// a counter of the profile. With -update it is written.
func TestReportsAreMeasured(t *testing.T) {
	for i := range rubric.Exercises {
		e := &rubric.Exercises[i]
		for j := range e.Kernels {
			if e.Kernels[j].Form == rubric.Report {
				checkProfile(t, e, &e.Kernels[j])
			}
		}
	}
}

func checkProfile(t *testing.T, e *rubric.Exercise, k *rubric.Kernel) {
	t.Helper()
	begin := fmt.Sprintf("The profile of the hidden `%s`, %s:\n\n", k.Name, k.Describe(k.Sizes[len(k.Sizes)-1]))
	want := profileOf(t, e, k)
	text := readme(t, e)
	before, rest, found := strings.Cut(text, begin)
	_, after, _ := strings.Cut(rest, "\n\n")
	if whole := before + begin + want + "\n" + after; whole != text && found {
		if !golden.Update() {
			t.Errorf("%s %s: the README's profile is old: go test ./grader/selftest -run Reports -update\n%s", e.Name, k.Name, want)
		} else if err := os.WriteFile(filepath.Join("..", "..", "exercises", e.Name, "README.md"), []byte(whole), 0o644); err != nil {
			t.Error(err)
		}
	}
	if !found {
		t.Errorf("%s: the README does not say %q with the profile\n%s", e.Name, begin, want)
	}
	for _, g := range k.Goals {
		for _, m := range g.Metrics {
			if !slices.ContainsFunc(k.Profile, func(c rubric.Counter) bool { return c.Metric == m }) {
				t.Errorf("%s %s: the goal %q is about %s, which the profile does not show", e.Name, k.Name, g.Name, m)
			}
		}
	}
}

// profileOf returns the counters of the solution as a table of Markdown.
func profileOf(t *testing.T, e *rubric.Exercise, k *rubric.Kernel) string {
	t.Helper()
	folder := filepath.Join("..", "..", "solutions", e.Name)
	counts := launched(t, e, k, folder, k.Sizes[len(k.Sizes)-1], simulator.Counts)
	text := "| counter | metric | value |\n|---|---|---|\n"
	for _, c := range k.Profile {
		from := counts
		if c.Metric == rubric.CyclesElapsed {
			from = launched(t, e, k, folder, k.SizeForTime(), simulator.Cycles)
		}
		v, _ := from.Metric(c.Metric)
		text += fmt.Sprintf("| %s | `%s` | %s |\n", c.Name, c.Metric, report.Number(v))
	}
	return text
}
