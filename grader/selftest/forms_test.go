package selftest

// This file counts the forms of the exercises.

import (
	"cmp"
	"slices"
	"strconv"
	"testing"

	"gpucourse/gpusim/report"
	"gpucourse/grader/rubric"
)

// forms are those that a kernel may have.
var forms = []rubric.Form{rubric.Improve, rubric.Blank, rubric.Report, rubric.Bug, rubric.Open}

// TestForms prints how many kernels and plans each exercise has of each form. A kernel has a form, and one that is
// open has a par and the best known value, which is below par. So has the last kernel of a project.
func TestForms(t *testing.T) {
	table := report.NewTable("exercise", "<improve", "<blank", "<report", "<bug", "<open")
	sums := map[rubric.Form]int{}
	for i := range rubric.Exercises {
		e, own := &rubric.Exercises[i], map[rubric.Form]int{}
		for j := range e.Kernels {
			k := &e.Kernels[j]
			own[k.Form]++
			sums[k.Form]++
			if !slices.Contains(forms, k.Form) {
				t.Errorf("%s %s has no form", e.Name, k.Name)
			}
			if k.Form == rubric.Open && k.Record == nil || k.Record != nil && k.Form != rubric.Open && !e.Project || k.Record != nil && (!k.IsTimed() || k.Record.Best >= parOf(k)) {
				t.Errorf("%s %s: got the form %q and the record %v", e.Name, k.Name, k.Form, k.Record)
			}
		}
		for _, p := range e.Plans {
			own[p.Form]++
			sums[p.Form]++
			if !e.Project && !slices.Contains(forms, p.Form) {
				t.Errorf("%s %s has no form", e.Name, p.Name)
			}
		}
		table.Add(row(e.Name, own)...)
	}
	table.Add(row("all", sums)...)
	t.Logf("forms of kernels and plans\n%s", table)
}

func row(name string, counts map[rubric.Form]int) []string {
	cells := []string{name}
	for _, f := range forms {
		cells = append(cells, strconv.Itoa(counts[f]))
	}
	return cells
}

// parOf returns the limit on cycles of a kernel.
func parOf(k *rubric.Kernel) float64 {
	i := slices.IndexFunc(k.Goals, func(g rubric.Goal) bool { return g.IsTimed() })
	return k.Goals[i].Limit(k.SizeForTime())
}

// TestBestKnown: of the solution and the other right ways at a kernel with a record, the fastest takes what the
// rubric calls the best known, to three digits.
func TestBestKnown(t *testing.T) {
	for _, e := range sampled() {
		for j := range e.Kernels {
			if k := &e.Kernels[j]; k.Record != nil {
				if best := fastest(e, k); threeDigits(best) != threeDigits(k.Record.Best) {
					t.Errorf("%s %s: the fastest right way takes %.0f cycles, the rubric says %.0f", e.Name, k.Name, best, k.Record.Best)
				}
			}
		}
	}
}

// fastest returns the cycles of the fastest right way.
func fastest(e *rubric.Exercise, k *rubric.Kernel) float64 {
	best := cyclesIn(gradedSolution(e), k.Name)
	for _, a := range attempts["right"]() {
		if a.exercise == e {
			best = min(best, cmp.Or(cyclesIn(a.verdicts(), k.Name), best))
		}
	}
	return best
}
