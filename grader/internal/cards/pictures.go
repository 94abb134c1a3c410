package cards

// This file draws what belongs to a verdict: the first wrong elements, and for a missed goal
// the accesses of the line that counts most.

import (
	"slices"
	"strings"

	"gpucourse/gpusim"
	"gpucourse/gpusim/chart"
	"gpucourse/gpusim/report"
	"gpucourse/gpusim/trace"
	"gpucourse/grader/internal/grading"
	"gpucourse/grader/internal/simulator"
	"gpucourse/grader/rubric"
	"gpucourse/grader/verdict"
)

// difference draws the elements around the first wrong one.
func difference(d *verdict.Difference) *chart.Picture {
	if d == nil || len(d.Elements) == 0 {
		return nil
	}
	p := chart.Difference{Array: d.Array, First: d.First}
	for _, e := range d.Elements {
		p.Elements = append(p.Elements, chart.Element{
			Index: e.Index, Got: e.Got, Want: e.Want, Written: e.Written, Wrong: e.Wrong, Fixed: e.Fixed,
			Thread: (*chart.Writer)(e.Thread), Owner: (*chart.Writer)(e.Owner),
		})
	}
	return p.Draw()
}

// missedGoal is a goal that a kernel misses, as it is shown.
type missedGoal struct {
	Feedback *verdict.Feedback
	Picture  *chart.Picture // nil when there is nothing to draw
	Lines    []lineShare
}

// lineShare is a source line with its part of what a goal counts.
type lineShare struct {
	Source string
	Value  string
	Share  int // per cent of the largest
}

// mostLines is how many source lines are shown of a goal.
const mostLines = 3

// missedGoals draws the goals that a verdict misses, from a launch of the measured size.
func missedGoals(e *rubric.Exercise, v *verdict.Verdict, file string) (list []missedGoal) {
	r := &relaunch{exercise: e, kernel: v.Kernel, file: file}
	goals, drawn, next := goalsOf(e, v.Kernel), map[string]bool{}, 0
	for i := range v.Feedback {
		m := missedGoal{Feedback: &v.Feedback[i]}
		for next < len(v.Measured) && v.Measured[next].Met {
			next++
		}
		if next < len(goals) && next < len(v.Measured) {
			m.draw(r, &goals[next])
			next++
		}
		if m.Picture != nil && drawn[m.Picture.SVG()] {
			m.Picture = nil
		} else if m.Picture != nil {
			drawn[m.Picture.SVG()] = true
		}
		list = append(list, m)
	}
	return list
}

// draw adds picture and lines of a goal.
func (m *missedGoal) draw(r *relaunch, g *rubric.Goal) {
	if g.IsTimed() { // the other goals draw what costs the time
		return
	}
	rep := r.report()
	if rep == nil {
		return
	}
	m.Picture = pictureOf(rep, g, m.Feedback.At)
	m.Lines = shares(rep, g)
}

// shares returns the lines that contribute most to a goal.
func shares(r *report.Report, g *rubric.Goal) (list []lineShare) {
	type part struct {
		source string
		value  float64
	}
	var parts []part
	for _, l := range r.Lines {
		if v, _ := g.Total(l.Metrics.Get); v > 0 {
			parts = append(parts, part{l.Source, v})
		}
	}
	slices.SortStableFunc(parts, func(a, b part) int { return int(b.value - a.value) })
	for _, p := range parts[:min(mostLines, len(parts))] {
		list = append(list, lineShare{p.source, report.Number(p.value), int(100 * p.value / parts[0].value)})
	}
	return list
}

// pictures says which picture belongs to metrics with a text in their names.
var pictures = []struct {
	metric string
	draw   func(*report.Report, ...string) *chart.Picture
}{
	{"_mem_global_", chart.Lanes},
	{"_mem_shared", chart.Banks},
	{"_mem_local_", chart.Locals},
	{"constant_load", chart.Constants},
}

// pictureOf draws the accesses that a goal counts, those of a line if it makes any.
func pictureOf(r *report.Report, g *rubric.Goal, at verdict.Position) *chart.Picture {
	for _, p := range pictures {
		if strings.Contains(g.Metrics[0], p.metric) && len(r.Samples) > 0 {
			return p.draw(chart.First(ofLine(r, at, g.Metrics)))
		}
	}
	if g.Metrics[0] == rubric.DivergentBranch {
		return chart.Divergence(r)
	}
	return nil
}

// kinds are the kinds of accesses that metrics with a text in their names count.
var kinds = map[trace.Kind]string{trace.Load: "_op_ld", trace.Store: "_op_st"}

// counted reports whether one of the metrics counts accesses of a kind.
func counted(metrics []string, kind trace.Kind) bool {
	return slices.ContainsFunc(metrics, func(m string) bool {
		return strings.Contains(m, kinds[kind]) || !strings.Contains(m, "_op_")
	})
}

// ofLine returns the report with only those accesses of a line that metrics count, if there
// are some.
func ofLine(r *report.Report, at verdict.Position, metrics []string) *report.Report {
	there := slices.DeleteFunc(slices.Clone(r.Samples), func(s report.Sample) bool {
		return strings.TrimSpace(s.Source) != at.Text || !counted(metrics, s.Access.Kind)
	})
	if len(there) == 0 {
		return r
	}
	thin := *r
	thin.Samples = there
	return &thin
}

// relaunch launches a kernel of right results again, to draw it.
type relaunch struct {
	exercise     *rubric.Exercise
	kernel, file string
	done         *report.Report
	tried        bool
}

// report returns the report of the launch, or nil when there is none: the kernel is one of
// a CPU, or its file has changed meanwhile.
func (r *relaunch) report() *report.Report {
	if !r.tried {
		r.done, r.tried = r.launch(), true
	}
	return r.done
}

func (r *relaunch) launch() *report.Report {
	i := slices.IndexFunc(r.exercise.Kernels, func(k rubric.Kernel) bool { return k.Name == r.kernel })
	dev, err := gpusim.Open(r.exercise.Device)
	if i < 0 || err != nil {
		return nil
	}
	module, err := gpusim.LoadFile(r.file, gpusim.Alone)
	if err != nil {
		return nil
	}
	kernel, err := module.Kernel(r.kernel)
	if err != nil {
		return nil
	}
	measured := grading.MeasuredCase(&r.exercise.Kernels[i], r.file)
	if measured == nil {
		return nil
	}
	l := grading.LaunchOf(measured, simulator.Counts)
	args, _, err := simulator.Upload(dev, l.Args, l.Room)
	if err != nil || simulator.SetSymbols(dev, kernel, l.Symbols) != nil {
		return nil
	}
	rep, err := dev.Launch(kernel, simulator.Config(l), args...)
	if err != nil {
		return nil
	}
	return rep
}
