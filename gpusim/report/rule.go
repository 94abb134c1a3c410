package report

// This file is what to change in a kernel.

import (
	"fmt"

	"gpucourse/gpusim/diag"
)

// Rule says of a launch what slows it down, and what to change. Package rules finds them.
type Rule struct {
	Name    string   // as Nsight Compute calls its rule
	Term    string   // of the glossary, that explains it
	Pos     diag.Pos // of the line where most of it happens; the zero value: it is of the launch
	Text    string   // what is, with numbers
	Remedy  string   // in the words of the kernel's language
	Speedup float64  // estimated, at least 1; 0 where the launch was not timed
	Basis   string   // what Speedup is estimated from; empty where there is none
}

// Gain is the estimated speedup in words, or nothing.
func (r Rule) Gain() string {
	if r.Speedup == 0 {
		return ""
	}
	return fmt.Sprintf("about %.2g× as fast", r.Speedup)
}

// Title is the rule's name, with the line and the estimated gain.
func (r Rule) Title() string {
	title := r.Name
	if r.Pos.Line > 0 {
		title += " (" + r.Pos.Where() + ")"
	}
	if gain := r.Gain(); gain != "" {
		title += ", " + gain
	}
	return title
}

// String is the rule as two sentences, with the line and the estimated gain.
func (r Rule) String() string {
	where, gain := "", ""
	if r.Pos.Line > 0 {
		where = " (" + r.Pos.Where() + ")"
	}
	if r.Speedup > 0 {
		gain = fmt.Sprintf(" [%s, estimated from %s]", r.Gain(), r.Basis)
	}
	return fmt.Sprintf("%s%s: %s. %s.%s", r.Name, where, r.Text, r.Remedy, gain)
}
