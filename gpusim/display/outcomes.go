package display

// This file shows what a launch may leave in memory.

import "gpucourse/gpusim/report"

// renderOutcomes makes a table of outcomes, and below it text about those that only weakly
// ordered memory allows.
func renderOutcomes(o *report.Outcomes) output {
	head, rows := o.Table()
	t := Table{Title: o.Title(), Head: head}
	for _, row := range rows {
		cells := make([]any, len(row))
		for i, cell := range row {
			cells[i] = cell
		}
		t.Rows = append(t.Rows, cells)
	}
	html := t.render().html
	if text := o.Witnesses(); text != "" {
		html += prose(text)
	}
	return output{html, o.String()}
}

// prose is text whose lines break between words. JupyterLab breaks preformatted text anywhere.
func prose(text string) string {
	return element("pre", "white-space:pre-wrap;word-break:normal;overflow-wrap:anywhere", escape(text))
}
