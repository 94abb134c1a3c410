//go:build !js

package chart

// This file draws where the cycles of warps went: by source line and reason.

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/go-echarts/go-echarts/v2/charts"
	"github.com/go-echarts/go-echarts/v2/opts"

	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/report"
	"gpucourse/gpusim/trace"
)

// mostLines is how many source lines are drawn.
const mostLines = 14

// Stalls draws a bar for each source line, most cycles first: the cycles that all
// warps together spent there, by what they waited for. Lines beyond the dearest
// fourteen are left out. Without a launch that was played cycle by cycle it is
// empty.
func Stalls(r *report.Report) *Picture {
	lines := dearest(r.Lines)
	title := fmt.Sprintf("%s on %s: cycles that warps spent, by source line", r.Kernel, r.Spec.Name)
	names, longest, worst := make([]string, len(lines)), 0.0, 0.0
	for i, l := range lines {
		names[i] = lineName(l)
		longest, worst = max(longest, textWidth(names[i], textSize)), max(worst, float64(cyclesOf(&l.Cost)))
	}
	reasons := causes(lines)
	legend := make([]string, len(reasons))
	for i, why := range reasons {
		legend[i] = reasonName(why)
	}
	head := 78 + legendPitch*(legendRows(legend)-1)
	bar := charts.NewBar()
	bar.SetGlobalOptions(frame(title)...)
	label := axisLabel()
	label.FontSize, label.Interval = int(textSize), "0"
	bar.SetGlobalOptions(
		charts.WithGridOpts(opts.Grid{Left: fmt.Sprint(int(longest) + 24), Right: "50", Top: fmt.Sprint(head), Bottom: "60"}),
		charts.WithXAxisOpts(figures("cycles, summed over warps", worst)),
		charts.WithYAxisOpts(opts.YAxis{Type: "category", Data: names, Inverse: opts.Bool(true), AxisLabel: label, AxisLine: axisLine()}),
		charts.WithTooltipOpts(opts.Tooltip{Show: opts.Bool(true), Trigger: "axis"}),
	)
	for _, why := range reasons {
		bar.AddSeries(reasonName(why), parts(lines, why), charts.WithBarChartOpts(opts.BarChart{Stack: "cycles", BarCategoryGap: "35%"}),
			charts.WithItemStyleOpts(opts.ItemStyle{Color: reasonColours[why]}))
	}
	bar.Validate()
	const each = 30
	return fromOptions(title, stallsAlt(lines), asMap(bar.JSON()), chartWidth, head+70+each*len(lines))
}

// dearest is the lines on which warps spent most cycles, those first.
func dearest(all []report.Line) []report.Line {
	lines := slices.DeleteFunc(slices.Clone(all), func(l report.Line) bool { return cyclesOf(&l.Cost) == 0 })
	slices.SortStableFunc(lines, func(a, b report.Line) int { return cmp.Compare(cyclesOf(&b.Cost), cyclesOf(&a.Cost)) })
	return lines[:min(len(lines), mostLines)]
}

// cyclesOf is all cycles, with those of the issues.
func cyclesOf(c *trace.InstrCycles) uint64 { return c.Issued + c.Stalled() }

// cyclesFor is the cycles spent for one reason.
func cyclesFor(c *trace.InstrCycles, why trace.StallReason) uint64 {
	if why == issues {
		return c.Issued
	}
	return c.Stalls[why]
}

// causes is the reasons for which cycles were spent, the most cycles first.
func causes(lines []report.Line) []trace.StallReason {
	var sum [issues + 1]uint64
	var out []trace.StallReason
	for why := range issues + 1 {
		for i := range lines {
			sum[why] += cyclesFor(&lines[i].Cost, why)
		}
		if sum[why] > 0 {
			out = append(out, why)
		}
	}
	slices.SortStableFunc(out, func(a, b trace.StallReason) int { return cmp.Compare(sum[b], sum[a]) })
	return out
}

// parts is the part of a reason in each line.
func parts(lines []report.Line, why trace.StallReason) []opts.BarData {
	data := make([]opts.BarData, len(lines))
	for i := range lines {
		data[i] = opts.BarData{Value: cyclesFor(&lines[i].Cost, why)}
	}
	return data
}

// lineName is a line's number and as much of its text as has room.
func lineName(l report.Line) string {
	const room = 46
	source := []rune(strings.TrimSpace(l.Source))
	if len(source) > room {
		source = append(source[:room-1:room-1], '…')
	}
	return fmt.Sprintf("%d  %s", l.Pos.Line, string(source))
}

// stallsAlt tells the dearest lines and their first reason.
func stallsAlt(lines []report.Line) string {
	texts := make([]string, len(lines))
	for i := range lines {
		l := &lines[i]
		why := causes(lines[i : i+1])[0]
		all := cyclesOf(&l.Cost)
		texts[i] = fmt.Sprintf("%s %s: %d cycles, %.0f %% %s", l.Pos.Where(), strings.TrimSpace(l.Source),
			all, 100*float64(cyclesFor(&l.Cost, why))/float64(all), reasonName(why))
	}
	return fmt.Sprintf("%s, most cycles first. %s.", diag.Count(len(lines), "lines"), strings.Join(texts, "; "))
}
