package verdict

// This file prints the table of scores: one row per kernel, and the sum.

import (
	"fmt"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"
)

// Score returns the table of all verdicts.
func Score(verdicts []*Verdict) string {
	w := table.NewWriter()
	w.SetStyle(table.StyleLight)
	w.Style().Format = table.FormatOptions{Header: text.FormatDefault, Footer: text.FormatDefault}
	w.AppendHeader(table.Row{"exercise", "kernel", "state", "results", "goals", "marks"})
	marks, most := 0, 0
	for _, v := range verdicts {
		marks, most = marks+v.Marks(), most+v.MaxMarks()
		w.AppendRow(table.Row{
			v.Exercise, v.Kernel, v.State.String(), v.results(), v.goals(), outOf(v.Marks(), v.MaxMarks()),
		})
	}
	w.AppendFooter(table.Row{"", "", "", "", "", outOf(marks, most)})
	return w.Render() + "\n"
}

func outOf(marks, most int) string { return fmt.Sprintf("%2d of %2d", marks, most) }

func (v *Verdict) results() string {
	switch {
	case v.State >= Wasteful:
		return "right"
	case v.State == Wrong:
		return "wrong"
	}
	return "-"
}

func (v *Verdict) goals() string {
	if v.State < Wasteful {
		return "-"
	}
	return fmt.Sprintf("%d of %d", v.Goals, v.GoalsMax)
}
