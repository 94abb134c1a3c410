package chart

// This file thins a report out for drawing.

import "gpucourse/gpusim/report"

// First returns the report with no more than one load, one store and one atomic
// of each variable: what is drawn of a kernel whose loops were unrolled then
// fits a page. Its counters are those of r.
func First(r *report.Report) *report.Report {
	type access struct {
		variable string
		verb     string
	}
	seen := map[access]bool{}
	thin := *r
	thin.Samples = nil
	for _, s := range r.Samples {
		if a := (access{s.Var, verb(s.Access.Kind)}); !seen[a] {
			seen[a] = true
			thin.Samples = append(thin.Samples, s)
		}
	}
	return &thin
}
