package grading

// This file compares counters with the goals of a kernel.

import (
	"fmt"
	"strings"

	"gpucourse/grader/internal/simulator"
	"gpucourse/grader/rubric"
	"gpucourse/grader/verdict"
)

// measurement holds the launches that goals are measured on; nil is not measured.
type measurement struct {
	counts *simulator.Counters // of the largest size
	cycles *simulator.Counters // of the timed launch
}

// missed returns feedback for each goal that was measured and missed. Goals with the
// same hint show it once.
func (t *trial) missed(m measurement) []verdict.Feedback {
	var missed []verdict.Feedback
	hinted := map[string]bool{}
	for i := range t.kernel.Goals {
		f := t.missedGoal(&t.kernel.Goals[i], m)
		if f == nil {
			continue
		}
		if hinted[f.Hint] {
			f.Hint = ""
		}
		hinted[f.Hint] = true
		missed = append(missed, *f)
	}
	return missed
}

// missedGoal returns feedback when a goal is missed, and nil otherwise.
func (t *trial) missedGoal(g *rubric.Goal, m measurement) *verdict.Feedback {
	c, size := m.counts, t.largest()
	if g.IsTimed() {
		c, size = m.cycles, t.kernel.SizeForTime()
	}
	if c == nil {
		return nil
	}
	got, limit := g.Total(c.Metric), g.Limit(size)
	if !g.Missed(got, limit) {
		return nil
	}
	f := goalFeedback(g, got, limit)
	f.Notes = append(f.Notes, goalNotes(g, c, t.kernel.Describe(size))...)
	place(f, g, c.Lines, got)
	if f.At == (verdict.Position{}) { // no line counts it
		f.At = t.home
	}
	return f
}

func goalFeedback(g *rubric.Goal, got, limit float64) *verdict.Feedback {
	bound := "limit"
	if g.AtLeast {
		bound = "at least"
	}
	return &verdict.Feedback{
		Title: fmt.Sprintf("goal missed: %s %s, %s %s", figure(got), g.Name, bound, figure(limit)),
		Hint:  g.Hint,
	}
}

// goalNotes returns the input and the metrics of a goal.
func goalNotes(g *rubric.Goal, c *simulator.Counters, size string) []verdict.Note {
	notes := []verdict.Note{
		{Label: "input", Text: size},
		{Label: "metric", Text: strings.Join(g.Metrics, "\n+ ")},
		{Label: "nvprof", Text: nvprofNames(g.Metrics)},
	}
	for _, name := range g.Related {
		if v, ok := c.Metric(name); ok {
			notes = append(notes, verdict.Note{Label: "beside", Text: name + " " + figure(v)})
		}
	}
	return notes
}

// nvprofNames returns the names that nvprof has for metrics.
func nvprofNames(metrics []string) string {
	var names []string
	for _, m := range metrics {
		if name := rubric.NVProf[m]; name != "" {
			names = append(names, name)
		}
	}
	return strings.Join(names, " + ")
}

// place sets the line that contributes most to a missed goal, with its part.
func place(f *verdict.Feedback, g *rubric.Goal, lines []simulator.Line, got float64) {
	here := ""
	if g.IsTimed() {
		f.At, here = slowestLine(lines)
	} else if line, most := worstLine(g, lines); line != nil {
		f.At = line.At
		if most != got {
			here = figure(most) + " " + g.Name
		}
	}
	f.Notes = append([]verdict.Note{{Label: "here", Text: here}}, f.Notes...)
}

// worstLine returns the line with the largest value of a goal, the first of equals.
func worstLine(g *rubric.Goal, lines []simulator.Line) (worst *simulator.Line, most float64) {
	for i := range lines {
		if sum := g.Total(lines[i].Metric); sum > most {
			worst, most = &lines[i], sum
		}
	}
	return worst, most
}

// figure prints whole numbers without decimals and others with two.
func figure(v float64) string {
	if v == float64(int64(v)) {
		return fmt.Sprintf("%d", int64(v))
	}
	return fmt.Sprintf("%.2f", v)
}
