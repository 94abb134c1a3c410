package display

// This file is tables: of anything, and of some metrics of several launches.

import (
	"fmt"
	"slices"
	"strings"

	"gpucourse/gpusim"
	"gpucourse/gpusim/report"
)

// Table is rows under a header. Numbers are aligned right, with spaces between
// thousands; cells of other types are shown as fmt.Print prints them.
type Table struct {
	Title string
	Head  []string
	Rows  [][]any
}

// Add adds a row.
func (t *Table) Add(cells ...any) { t.Rows = append(t.Rows, cells) }

// Named is a launch's report and the name it has in a comparison.
type Named struct {
	Name   string
	Report *report.Report
}

// Compare makes a table with one row a metric, named as Nsight Compute or
// nvprof names it, and one column a report. On a device where a name of nvprof
// counts something else, its column holds that.
func Compare(title string, metrics []string, launches ...Named) Table {
	t := Table{Title: title, Head: []string{"counter"}}
	for _, l := range launches {
		t.Head = append(t.Head, l.Name)
	}
	for _, name := range metrics {
		row := []any{counter{name, gpusim.Metrics().Lookup(name)}}
		for _, l := range launches {
			row = append(row, metricCell(l.Report, name))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// metricCell is a value, or a dash where the report has none.
func metricCell(r *report.Report, name string) any {
	v, ok := r.Metric(name)
	if !ok {
		return "–"
	}
	return v
}

// counter is a cell with the names of a metric.
type counter struct {
	asked  string
	metric *report.Metric // nil when nothing has that name
}

// String is the name that was asked for.
func (c counter) String() string {
	if c.metric == nil {
		return c.asked + ": no such counter"
	}
	return c.asked
}

// html is the name that was asked for, and the tools' other names below it.
func (c counter) html() string {
	if c.metric == nil {
		return escape(c.String())
	}
	others := slices.DeleteFunc(append([]string{c.metric.Name}, c.metric.NVProf...), func(name string) bool { return name == c.asked })
	return metricLink(c.metric, breakable(c.asked)) + names(others)
}

func (t Table) render() output {
	var b strings.Builder
	b.WriteString("<table><thead><tr>")
	for _, h := range t.Head {
		b.WriteString(element("th", textStyle, escape(h)))
	}
	b.WriteString("</tr></thead><tbody>")
	for _, row := range t.Rows {
		b.WriteString("<tr>")
		for _, cell := range row {
			b.WriteString(cellHTML(cell))
		}
		b.WriteString("</tr>")
	}
	b.WriteString("</tbody></table>")
	title := ""
	if t.Title != "" {
		title = element("div", "font-weight:bold;margin:8px 0 2px 0", escape(t.Title))
	}
	return output{title + scrolled(b.String()), t.text()}
}

func cellHTML(cell any) string {
	if c, ok := cell.(interface{ html() string }); ok {
		return element("td", textStyle, c.html())
	}
	text, number := format(cell)
	if number {
		return numberCell(text)
	}
	return element("td", textStyle, escape(text))
}

// text lays the table out for a terminal.
func (t Table) text() string {
	head := make([]string, len(t.Head))
	for i, h := range t.Head {
		head[i] = t.align(i) + h
	}
	table := report.NewTable(head...)
	for _, row := range t.Rows {
		cells := make([]string, len(t.Head))
		for i, cell := range row[:min(len(row), len(cells))] {
			cells[i], _ = format(cell)
		}
		table.Add(cells...)
	}
	if t.Title == "" {
		return table.String()
	}
	return t.Title + "\n" + table.String()
}

// align marks a column of numbers for report.NewTable.
func (t Table) align(column int) string {
	for _, row := range t.Rows {
		if column < len(row) {
			if _, number := format(row[column]); number {
				return "<"
			}
		}
	}
	return ""
}

// format prints a cell and says whether it is a number.
func format(cell any) (text string, number bool) {
	switch v := cell.(type) {
	case float64:
		return report.Number(v), true
	case int:
		return report.Number(float64(v)), true
	case uint64:
		return report.Number(float64(v)), true
	}
	return fmt.Sprint(cell), false
}
