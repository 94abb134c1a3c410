// Package rules says what to change in a kernel, and estimates what that gains.
//
// A rule is a row: a name, a condition over the counters of a launch, the line where most of it
// happens, words with numbers, a remedy, and what the remedy relieves: parts of the stalls, of
// the instructions and of the work of each unit. One model makes a speedup of a relief (see
// speedup); no rule has a figure of its own. Where the report has the time of a launch without
// the fault (report.WhatIf), that time is the estimate.
//
// Names and words follow the rules of Nsight Compute. A rule that does not hold says nothing.
// Without a timed launch there is no speedup.
//
// Units: stalls in cycles of warps, work in cycles of units, parts from 0 to 1.
package rules

import (
	"cmp"
	"slices"

	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/wording"
	"gpucourse/gpusim/report"
)

// rule is a row.
type rule struct {
	name string
	term string                              // of the glossary
	find func(l *facts) (f finding, ok bool) // whether the rule holds, and what it says
}

// finding is what a rule found in a launch.
type finding struct {
	at     diag.Pos // the line where most of it happens; the zero value: it is of the launch
	text   string
	remedy string // in the words of package gpu
	relief relief
}

// table is all rules.
var table = slices.Concat(memoryRules, sharedRules, computeRules, launchRules)

// worthwhile is the estimated speedup from which on a rule is told of a timed launch.
const worthwhile = 1.05

// Find returns the rules that hold for a launch, the largest gain first. Remedies are in the
// words of the kernel's language.
func Find(r *report.Report, language wording.Language) (found []report.Rule) {
	l := newFacts(r)
	for i := range table {
		if rule, ok := l.apply(&table[i], language); ok {
			found = append(found, rule)
		}
	}
	slices.SortStableFunc(found, func(a, b report.Rule) int { return cmp.Compare(b.Speedup, a.Speedup) })
	return found
}

// apply asks one rule.
func (l *facts) apply(r *rule, language wording.Language) (report.Rule, bool) {
	f, ok := r.find(l)
	if !ok {
		return report.Rule{}, false
	}
	out := report.Rule{Name: r.name, Term: r.term, Pos: f.at, Text: language.Words(f.text), Remedy: language.Words(f.remedy)}
	if l.timed() {
		out.Speedup, out.Basis = l.gain(&f.relief)
		return out, out.Speedup >= worthwhile
	}
	return out, true
}
