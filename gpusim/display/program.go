package display

// This file shows what a whole program did: its tables, a picture of its time, and the report of
// each kernel behind a fold.

import (
	"fmt"
	"regexp"
	"strings"

	"gpucourse/gpusim/chart"
	"gpucourse/gpusim/glossary"
	"gpucourse/gpusim/report"
)

// renderProgram shows p.
func renderProgram(p *report.Program) output {
	var b strings.Builder
	for _, t := range p.Tables() {
		b.WriteString(element("h2", "", escape(t.Title)) + columns(t.Columns()))
	}
	if from, to := p.Timeline.Extent(); to > from {
		b.WriteString(element("h2", "", "Timeline") + scrolled(chart.Timeline("When the devices worked", p.Timeline).Image()))
	}
	for _, c := range p.Checks {
		b.WriteString(renderError(c.Diagnostics()).html)
	}
	for _, d := range p.Found() {
		b.WriteString(renderDiagnostic(d))
	}
	if p.Profiled != nil {
		b.WriteString(element("h2", "", "The launch that was asked for") + renderReport(p.Profiled).html)
	}
	if reports := p.Reports(); len(reports) > 0 {
		b.WriteString(element("h2", "", "Reports"))
		for _, r := range reports {
			b.WriteString(fold(fmt.Sprintf("%s: %s µs", Heading(r), report.Number(r.Time.Microseconds)), renderReport(r).html))
		}
	}
	return output{b.String(), p.Text(false)}
}

// columns is a table of columns, whose text breaks at blanks: where it is still too wide it scrolls.
func columns(list []report.Column) string {
	if len(list) == 0 {
		return "" // a table without rows
	}
	var head, rows strings.Builder
	for _, c := range list {
		align := "text-align:left"
		if c.Numbers {
			align = "text-align:right"
		}
		head.WriteString(element("th", align, escape(c.Title)))
	}
	for i := range list[0].Cells {
		rows.WriteString("<tr>")
		for _, c := range list {
			if c.Numbers {
				rows.WriteString(numberCell(c.Cells[i]))
			} else {
				rows.WriteString(element("td", textStyle, escape(c.Cells[i])))
			}
		}
		rows.WriteString("</tr>")
	}
	return scrolled("<table><thead><tr>" + head.String() + "</tr></thead><tbody>" + rows.String() + "</tbody></table>")
}

// Document is a whole page of what is shown in it, for a file that needs no other file.
func Document(title string, values ...any) string {
	return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'">
<title>` + escape(title) + `</title>
<style>
:root { color-scheme: light dark; }
body { font: 15px/1.5 system-ui, sans-serif; max-width: 1200px; margin: 0 auto; padding: 16px; }
table { border-collapse: collapse; font-size: 90%; }
th, td { padding: 3px 12px 3px 0; vertical-align: top; border-bottom: 1px solid rgba(128,134,142,0.3); }
code { overflow-wrap: anywhere; }
details { margin: 8px 0; }
summary { cursor: pointer; }
</style>
</head>
<body>
<h1>` + escape(title) + `</h1>
` + withoutGlossary(HTML(values...)) + `
</body>
</html>
`
}

// withoutGlossary takes the addresses off links to the glossary, which is a file of its own. What
// the mouse tells at a link stays.
func withoutGlossary(html string) string {
	return glossaryAddress.ReplaceAllString(html, "<a ")
}

var glossaryAddress = regexp.MustCompile(`<a href="` + glossary.File + `#[^"]*" `)
