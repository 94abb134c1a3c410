package verdict

// This file holds what was measured of a goal.

import (
	"fmt"
	"unicode/utf8"

	"gpucourse/gpusim/diag"
)

// Goal is a limit with what was measured.
type Goal struct {
	Name  string // with its unit: "sectors per load request"
	Bound string // what the limit is: "limit" (at most), "at least" or "exactly"
	Limit float64
	Got   float64
	None  bool // there was nothing to measure: no load has no average
	Met   bool // the limit, and every other limit that the goal needs
}

// String returns "40 sectors loaded, limit 30".
func (g Goal) String() string {
	name := g.Name
	if !g.None && g.Got == 1 {
		name = diag.One(name)
	}
	return fmt.Sprintf("%s %s, %s %s", g.Measured(), name, g.Bound, Figure(g.Limit))
}

// Measured returns what was measured: "40", or "no" where there was nothing.
func (g Goal) Measured() string {
	if g.None {
		return "no"
	}
	return Figure(g.Got)
}

// Figure prints whole numbers without decimals and others with two.
func Figure(v float64) string {
	if v == float64(int64(v)) {
		return fmt.Sprintf("%d", int64(v))
	}
	return fmt.Sprintf("%.2f", v)
}

// Table returns a line per goal, in columns: a mark, the name, what was measured, the limit.
//
//	✔ sectors per load request       4  limit 5
//	✘ sectors loaded and stored  40000  limit 30001
func Table(goals []Goal) string {
	name, got := 0, 0
	for _, g := range goals {
		name, got = max(name, utf8.RuneCountInString(g.Name)), max(got, len(g.Measured()))
	}
	text := ""
	for _, g := range goals {
		mark := "✘"
		if g.Met {
			mark = "✔"
		}
		text += fmt.Sprintf("  %s %-*s  %*s  %s %s\n", mark, name, g.Name, got, g.Measured(), g.Bound, Figure(g.Limit))
	}
	return text
}

// Card returns the verdict with all goals that were measured, and its feedback.
func (v *Verdict) Card() string {
	text := v.headline() + Table(v.Measured)
	if len(v.Measured) > 0 && len(v.Feedback) > 0 {
		text += "\n"
	}
	for _, f := range v.Feedback {
		text += f.String()
	}
	return text
}
