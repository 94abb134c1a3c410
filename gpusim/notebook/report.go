package notebook

// This file shows a launch's report: the metrics that count, the source lines
// with their heat, and all the rest behind a fold.

import (
	"fmt"
	"slices"
	"strings"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/report"
)

// heat is the metric whose share colours a source line: what that line moves.
var heat = []string{"gld_transactions", "gst_transactions", "shared_load_transactions", "shared_store_transactions"}

// lineColumns are the metrics shown beside a source line.
var lineColumns = []struct{ title, metric string }{
	{"warp instructions", "inst_executed"},
	{"load sectors", "gld_transactions"},
	{"a request", "gld_transactions_per_request"},
	{"store sectors", "gst_transactions"},
	{"a request", "gst_transactions_per_request"},
	{"shared wavefronts, load", "shared_load_transactions"},
	{"shared wavefronts, store", "shared_store_transactions"},
}

// folded are the groups of metrics behind the fold.
var folded = []string{"What warps waited for", "Instructions", "Launch", "Occupancy"}

// renderReport shows r.
func renderReport(r *report.Report) output {
	behind := func(group string) bool { return slices.Contains(folded, group) }
	var b strings.Builder
	b.WriteString(element("div", "font-weight:bold;font-size:110%;margin-top:8px", escape(heading(r))))
	if r.Time.Cycles > 0 {
		b.WriteString(element("div", "margin-bottom:4px", escape(r.Time.String())))
	}
	for _, w := range r.WhatIf {
		b.WriteString(element("div", "", escape(w.String())))
	}
	b.WriteString(metricTables(r, func(group string) bool { return !behind(group) }))
	if len(r.Lines) > 0 {
		b.WriteString(lineTable(r))
	}
	b.WriteString("<details><summary>instructions, launch and occupancy</summary>" + metricTables(r, behind) + "</details>")
	for _, d := range r.Diagnostics {
		b.WriteString(renderDiagnostic(d))
	}
	return output{b.String(), r.String()}
}

// heading is the launch as it would be written in CUDA C.
func heading(r *report.Report) string {
	return fmt.Sprintf("%s<<<%s, %s>>> on %s", r.Kernel, extent(r.Grid), extent(r.Block), r.Spec.Name)
}

// extent writes a Dim3 with as few axes as it has.
func extent(d arch.Dim3) string {
	switch {
	case d.Y <= 1 && d.Z <= 1:
		return fmt.Sprint(d.X)
	case d.Z <= 1:
		return fmt.Sprintf("(%d,%d)", d.X, d.Y)
	}
	return fmt.Sprintf("(%d,%d,%d)", d.X, d.Y, d.Z)
}

// metricTables shows the groups that keep accepts and in which something
// happened, one table each.
func metricTables(r *report.Report, keep func(group string) bool) string {
	var b strings.Builder
	for start, end := 0, 0; start < len(r.Metrics); start = end {
		group := r.Metrics[start].Metric.Group
		for end = start; end < len(r.Metrics) && r.Metrics[end].Metric.Group == group; end++ {
		}
		if keep(group) && happened(r.Metrics[start:end]) {
			b.WriteString(metricTable(group, r.Metrics[start:end]))
		}
	}
	return b.String()
}

func happened(values report.Values) bool {
	for _, v := range values {
		if v.Value != 0 {
			return true
		}
	}
	return false
}

func metricTable(group string, values report.Values) string {
	var b strings.Builder
	b.WriteString("<table><thead><tr>")
	for _, title := range []string{"", "", group} {
		b.WriteString(element("th", textStyle, escape(title)))
	}
	b.WriteString("</tr></thead><tbody>")
	for _, v := range values {
		if v.Value == 0 {
			continue
		}
		b.WriteString("<tr>" +
			element("td", numberStyle, report.Number(v.Value)) +
			element("td", textStyle, escape(v.Metric.Unit)) +
			element("td", textStyle, escape(v.Metric.Meaning)+names(append([]string{v.Metric.Name}, v.Metric.NVProf...))) + "</tr>")
	}
	b.WriteString("</tbody></table>")
	return b.String()
}

// lineTable shows the source lines that did something, the more they moved
// the deeper their colour.
func lineTable(r *report.Report) string {
	columns, total := usedColumns(r), 0.0
	for _, l := range r.Lines {
		total += moved(l)
	}
	var b strings.Builder
	b.WriteString("<table><thead><tr>" + element("th", textStyle, "line") + element("th", textStyle, "source"))
	for _, c := range columns {
		b.WriteString(element("th", textStyle, escape(lineColumns[c].title)))
	}
	b.WriteString("</tr></thead><tbody>")
	for _, l := range r.Lines {
		b.WriteString("<tr>" + element("td", nameStyle, where(l.Pos)))
		b.WriteString(element("td", nameStyle+heatStyle(moved(l), total), escape(l.Source)))
		for _, c := range columns {
			b.WriteString(element("td", numberStyle, lineCell(l, lineColumns[c].metric)))
		}
		b.WriteString("</tr>")
	}
	b.WriteString("</tbody></table>")
	return b.String()
}

// usedColumns are the indices of lineColumns in which some line has a value.
func usedColumns(r *report.Report) []int {
	var used []int
	for i, c := range lineColumns {
		for _, l := range r.Lines {
			if lineCell(l, c.metric) != "" {
				used = append(used, i)
				break
			}
		}
	}
	return used
}

func lineCell(l report.Line, metric string) string {
	v, ok := l.Metrics.Get(metric)
	if !ok || v == 0 {
		return ""
	}
	return report.Number(v)
}

// moved is what a line's colour stands for.
func moved(l report.Line) float64 {
	sum := 0.0
	for _, name := range heat {
		v, _ := l.Metrics.Get(name)
		sum += v
	}
	return sum
}

// heatStyle colours a share of the total, from nothing to a deep orange with
// dark text on it.
func heatStyle(part, total float64) string {
	if total == 0 || part == 0 {
		return ""
	}
	return fmt.Sprintf(";color:#1b1f24;background-color:rgb(255,%d,%d)", 244-int(86*part/total), 236-int(190*part/total))
}
