package display

// This file shows a launch's report: a card with what matters for this launch, and all the
// rest behind folds.

import (
	"fmt"
	"strings"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/glossary"
	"gpucourse/gpusim/report"
	"gpucourse/gpusim/trace"
)

// column is a metric shown beside a source line.
type column struct{ title, metric string }

// lineColumns are the columns of the source lines; those without values are left out.
var lineColumns = []column{
	{"warp instructions", "inst_executed"},
	{"sectors loaded", "gld_transactions"},
	{"per request", "gld_transactions_per_request"},
	{"sectors stored", "gst_transactions"},
	{"per request", "gst_transactions_per_request"},
	{"shared wavefronts, load", "shared_load_transactions"},
	{"shared wavefronts, store", "shared_store_transactions"},
}

// renderReport shows r.
func renderReport(r *report.Report) output {
	return output{Summary(r) + fold("all counters", metricTables(r)), r.String()}
}

// Summary is the HTML of a report without its counters, for a page that shows them itself.
func Summary(r *report.Report) string {
	var b strings.Builder
	b.WriteString(element("div", titleStyle, escape(Heading(r))))
	b.WriteString(element("div", faintStyle, escape(subtitle(r))))
	b.WriteString(renderCard(r))
	b.WriteString(whatIf(r))
	for _, d := range r.Diagnostics {
		b.WriteString(renderDiagnostic(d))
	}
	if len(r.Lines) > 0 {
		b.WriteString(fold("all source lines", lineTable(r)))
	}
	if stalls := stallTable(r); stalls != "" {
		b.WriteString(fold("what warps waited for, by source line", stalls))
	}
	return b.String()
}

// fold hides content behind a title.
func fold(title, content string) string {
	return "<details>" + element("summary", "", escape(title)) + content + "</details>"
}

// Heading is the launch as it would be written in CUDA C.
func Heading(r *report.Report) string {
	return fmt.Sprintf("%s<<<%s, %s>>> on %s", r.Kernel, extent(r.Grid), extent(r.Block), r.Spec.Name)
}

// subtitle is what the launch takes of an SM.
func subtitle(r *report.Report) string {
	o, res := r.Occupancy, r.Resources
	parts := []string{report.Counted(r.Grid.Count()*r.Block.Count(), "thread"), fmt.Sprintf("%d registers per thread", res.Registers)}
	if n := res.SharedStatic + res.SharedDynamic; n > 0 {
		parts = append(parts, report.Bytes(float64(n))+" of shared memory per block")
	}
	if res.Local > 0 {
		parts = append(parts, report.Bytes(float64(res.Local))+" of local memory per thread")
	}
	if o.Blocks > 0 {
		parts = append(parts, fmt.Sprintf("%s per SM: occupancy %.0f %%, limited by %s", report.Counted(o.Blocks, "block"), o.Percent(), strings.Join(o.Limiting.Names(), " and ")))
	}
	return strings.Join(parts, " · ")
}

// extent writes a Dim3 with as few axes as it has.
func extent(d arch.Dim3) string {
	switch {
	case d.Y <= 1 && d.Z <= 1:
		return fmt.Sprint(d.X)
	case d.Z <= 1:
		return fmt.Sprintf("(%d,%d)", d.X, d.Y)
	}
	return d.Index()
}

// metricTables shows the groups in which something happened, one table each.
func metricTables(r *report.Report) string {
	var b strings.Builder
	for start, end := 0, 0; start < len(r.Metrics); start = end {
		group := r.Metrics[start].Metric.Group
		for end = start; end < len(r.Metrics) && r.Metrics[end].Metric.Group == group; end++ {
		}
		b.WriteString(metricTable(group, r.Metrics[start:end]))
	}
	return b.String()
}

// metricTable shows the metrics of a group that are not 0, or nothing.
func metricTable(group string, values report.Values) string {
	var b strings.Builder
	for _, v := range values {
		if v.Value != 0 {
			b.WriteString("<tr>" + numberCell(report.Number(v.Value)) + element("td", textStyle, escape(v.Metric.Unit)) +
				element("td", textStyle, explained(v.Metric)) + "</tr>")
		}
	}
	if b.Len() == 0 {
		return ""
	}
	return element("table", anywhere, "<thead><tr><th></th><th></th>"+element("th", textStyle, escape(group))+"</tr></thead><tbody>"+b.String()+"</tbody>")
}

// anywhere lets long names break, so that they do not make a table too wide.
const anywhere = "overflow-wrap:anywhere"

// explained is a metric's names, of which the first explains itself. There are many of them,
// so they have no style of their own.
func explained(m *report.Metric) string {
	text := fmt.Sprintf(`<a href="%s" title="%s">%s</a>`, escape(glossary.Link(m.Name)), escape(m.Meaning), escape(m.Name))
	if len(m.NVProf) > 0 {
		text += ", " + escape(strings.Join(m.NVProf, ", "))
	}
	return text
}

// lineTable shows the source lines that did something, the more they cost the deeper their
// colour.
func lineTable(r *report.Report) string {
	columns, total := usedColumns(r), 0.0
	for _, l := range r.Lines {
		total += l.Moved()
	}
	var b strings.Builder
	b.WriteString("<table><thead><tr>" + element("th", textStyle, "line") + element("th", textStyle, "source"))
	for _, c := range columns {
		b.WriteString(element("th", textStyle, metricTitle(c)))
	}
	b.WriteString("</tr></thead><tbody>")
	for _, l := range r.Lines {
		b.WriteString("<tr>" + element("td", textStyle, placed(l.Pos, l.Pos.Where())))
		b.WriteString(element("td", textStyle+heatStyle(l.Moved(), total), "<code>"+escape(l.Source)+"</code>"))
		for _, c := range columns {
			b.WriteString(numberCell(lineCell(l, c.metric)))
		}
		b.WriteString("</tr>")
	}
	b.WriteString("</tbody></table>")
	return scrolled(b.String())
}

// usedColumns are the lineColumns in which some line has a value.
func usedColumns(r *report.Report) []column {
	var used []column
	for _, c := range lineColumns {
		for _, l := range r.Lines {
			if lineCell(l, c.metric) != "" {
				used = append(used, c)
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

// stallTable shows, for each source line, the percentage of the warps' time that it took for
// each reason. It is empty where the launch was not timed.
func stallTable(r *report.Report) string {
	if r.Time.Timing == nil {
		return ""
	}
	sum := trace.InstrCycles{}
	for i := range r.Lines {
		sum.Plus(&r.Lines[i].Cost)
	}
	all := float64(max(1, sum.Issued+sum.Stalled()))
	var b strings.Builder
	b.WriteString("<table><thead><tr>" + element("th", textStyle, "% of the warps' time") + element("th", textStyle, "source"))
	for reason, n := range sum.Stalls {
		if n > 0 {
			b.WriteString(element("th", textStyle, stallLink(trace.StallReason(reason).String())))
		}
	}
	b.WriteString(element("th", textStyle, "issued") + "</tr></thead><tbody>")
	for _, l := range r.Lines {
		b.WriteString("<tr>" + element("td", textStyle, placed(l.Pos, l.Pos.Where())) + codeCell(escape(l.Source)))
		for reason, n := range l.Cost.Stalls {
			if sum.Stalls[reason] > 0 {
				b.WriteString(numberCell(percent(float64(n) / all)))
			}
		}
		b.WriteString(numberCell(percent(float64(l.Cost.Issued)/all)) + "</tr>")
	}
	b.WriteString("</tbody></table>")
	return scrolled(b.String())
}

// percent is a share as a number of percent, or nothing when it is next to 0.
func percent(share float64) string {
	if share < 0.0005 {
		return ""
	}
	return fmt.Sprintf("%.1f", 100*share)
}

// heatStyle colours a share of the total, from nothing to a deep orange with
// dark text on it.
func heatStyle(part, total float64) string {
	if total == 0 || part == 0 {
		return ""
	}
	return fmt.Sprintf(";color:#1b1f24;background-color:rgb(255,%d,%d)", 244-int(86*part/total), 236-int(190*part/total))
}
