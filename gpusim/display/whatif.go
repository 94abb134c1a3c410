package display

// This file shows how much of the time a launch would take if something cost none.

import (
	"cmp"
	"fmt"
	"slices"

	"gpucourse/gpusim/report"
)

// leastSaving is the share of the time from which a saving is shown.
const leastSaving = 0.02

// whatIf is a table of what would save time, the largest saving first, or a sentence where
// nothing would. It is empty of a launch that was not asked.
func whatIf(r *report.Report) string {
	if len(r.WhatIf) == 0 {
		return ""
	}
	saving := slices.DeleteFunc(slices.Clone(r.WhatIf), func(w report.WhatIf) bool { return w.Ratio > 1-leastSaving })
	if len(saving) == 0 {
		return element("div", faintStyle, escape(fmt.Sprintf("The launch takes as long without %s.", eitherOf(r.WhatIf))))
	}
	slices.SortStableFunc(saving, func(a, b report.WhatIf) int { return cmp.Compare(a.Ratio, b.Ratio) })
	rows := ""
	for _, w := range saving {
		rows += "<tr>" + element("td", textStyle, escape(w.Without)) + shareCell(w.Ratio) +
			numberCell(fmt.Sprintf("%s µs", report.Number(r.Time.Microseconds*w.Ratio))) + "</tr>"
	}
	return table([]string{"the same launch without", "would take", ""}, rows)
}

// eitherOf joins what was left out with commas and "or".
func eitherOf(list []report.WhatIf) (text string) {
	for i, w := range list {
		switch {
		case i == 0:
		case i == len(list)-1:
			text += ", or "
		default:
			text += ", "
		}
		text += w.Without
	}
	return text
}
