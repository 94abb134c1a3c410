package display

// This file shows the report of a run on a CPU.

import (
	"fmt"

	"gpucourse/gpusim/cpu"
)

// cpuColumns are the counters shown beside a source line.
var cpuColumns = append(cpu.LineCounters(), "flops")

// renderCPU shows r: what bounds its time, the counters that are not zero, and
// the source lines.
func renderCPU(r *cpu.Report) output {
	title := fmt.Sprintf("%s on one core of %s", r.Function, r.CPU)
	parts := Table{Head: []string{"the least cycles for", ""}}
	for _, p := range r.Time.Parts {
		parts.Rows = append(parts.Rows, []any{p.Name, p.Cycles})
	}
	counters := Table{Head: []string{"counter", "", ""}}
	for _, v := range r.Metrics {
		if v.Value != 0 {
			counters.Rows = append(counters.Rows, []any{v.Name, v.Value, v.Unit})
		}
	}
	html := element("div", "font-weight:bold;font-size:110%;margin-top:8px", escape(title)) +
		element("div", "margin-bottom:4px", escape(r.Time.String())) + parts.render().html + counters.render().html + cpuLines(r).render().html
	return output{html, r.String()}
}

// cpuLines is the source lines that did something.
func cpuLines(r *cpu.Report) Table {
	t := Table{Head: append([]string{"line", "source"}, cpuColumns...)}
	for _, l := range r.Lines {
		row := []any{place{l.Pos}, l.Source}
		for _, c := range cpuColumns {
			v, _ := l.Metrics.Get(c)
			row = append(row, v)
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}
