package grading

// This file compares counters with the goals of a kernel.

import (
	"cmp"
	"fmt"
	"slices"
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

// measure returns each goal that was measured, and feedback on those that are missed.
// Goals with the same hint show it once.
func (t *trial) measure() (goals []verdict.Goal, missed []verdict.Feedback) {
	hinted := map[string]bool{}
	for i := range t.kernel.Goals {
		own := t.outcome(&t.kernel.Goals[i])
		if own == nil {
			continue
		}
		f := t.missedGoal(own)
		goals = append(goals, own.goal(f == nil))
		if f == nil {
			continue
		}
		if hinted[f.Hint] {
			f.Hint = ""
		}
		hinted[f.Hint] = true
		missed = append(missed, *f)
	}
	return goals, missed
}

// outcome returns what the launches have of a goal, and nil when they were not measured.
func (t *trial) outcome(g *rubric.Goal) *outcome {
	c, size := t.measured.counts, t.largest()
	if g.IsTimed() {
		c, size = t.measured.cycles, t.kernel.SizeForTime()
	}
	if c == nil {
		return nil
	}
	return limited(g, c, size)
}

// counters returns what the launch of the largest size counted, of rubric.Compared.
func (t *trial) counters() map[string]float64 {
	got := map[string]float64{}
	for _, c := range rubric.Compared {
		if v, ok := t.measured.counts.Metric(c.Metric); ok {
			got[c.Metric] = v
		}
	}
	return got
}

// missedGoal returns feedback when a goal is missed, and nil otherwise. A goal is missed
// too when a limit that it needs is missed. Where that is the limit of another goal, the feedback on
// the other goal has the cure.
func (t *trial) missedGoal(own *outcome) *verdict.Feedback {
	if own.missed() {
		return t.explain(own, goalMissed(own.figures(), t.home, own.Hint))
	}
	for _, need := range t.needs(own.Goal, own.counts) {
		n := limited(&need, own.counts, own.size)
		if !n.missed() {
			continue
		}
		f := t.explain(n, t.needFeedback(own, n))
		if t.isGoal(n) {
			f.Hint = "this goal counts only within that limit, which has a message of its own"
		}
		return f
	}
	return nil
}

// isGoal reports whether a limit is that of a goal of the kernel.
func (t *trial) isGoal(o *outcome) bool {
	return slices.ContainsFunc(t.kernel.Goals, func(g rubric.Goal) bool {
		own := t.outcome(&g)
		return own != nil && own.figures() == o.figures()
	})
}

// needs returns the limits that a goal needs: its own, and that the warps share the work.
func (t *trial) needs(g *rubric.Goal, c *simulator.Counters) []rubric.Goal {
	if average, ok := c.Metric(rubric.AccessesPerWarp); ok && !t.kernel.Uneven {
		return append(slices.Clone(g.Needs), rubric.Shared(average))
	}
	return g.Needs
}

// outcome is what a launch has of a goal.
type outcome struct {
	*rubric.Goal
	counts *simulator.Counters
	size   rubric.Size
	got    float64
	known  bool // there was something to count
	limit  float64
}

func limited(g *rubric.Goal, c *simulator.Counters, size rubric.Size) *outcome {
	got, known := g.Total(c.Metric)
	return &outcome{g, c, size, got, known, g.Limit(size)}
}

// missed reports whether the limit is missed. An average of nothing misses its limit.
func (o *outcome) missed() bool { return !o.known || o.Missed(o.got, o.limit) }

// goal returns the outcome as a verdict has it.
func (o *outcome) goal(met bool) verdict.Goal {
	return verdict.Goal{Name: o.Name, Bound: o.Bound(), Limit: o.limit, Got: o.got, None: !o.known, Met: met}
}

// figures returns "40 sectors loaded, limit 30".
func (o *outcome) figures() string { return o.goal(false).String() }

// goalMissed is the feedback on a missed goal: why it is missed, a place and a hint.
func goalMissed(why string, at verdict.Position, hint string) *verdict.Feedback {
	return &verdict.Feedback{Title: "goal missed: " + why, At: at, Hint: hint}
}

// needFeedback explains a goal that is missed because of a need.
func (t *trial) needFeedback(own, need *outcome) *verdict.Feedback {
	why := fmt.Sprintf("%s %s, but %s", verdict.Figure(own.got), own.Name, need.figures())
	return goalMissed(why, t.home, cmp.Or(need.Hint, own.Hint))
}

// explain adds the input, the metrics and the line to the feedback on a missed limit.
func (t *trial) explain(o *outcome, f *verdict.Feedback) *verdict.Feedback {
	f.Notes = append(f.Notes, goalNotes(o.Goal, o.counts, t.kernel.Describe(o.size))...)
	place(f, o.Goal, o.counts.Lines, o.got)
	if atomics := o.Atomics(o.counts.Metric); atomics > 0 && !o.Missed(o.got-atomics, o.limit) {
		placeAtomics(f, o.Goal, o.counts.Lines, atomics)
	}
	f.At = cmp.Or(f.At, t.home) // no line counts it
	return f
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
			notes = append(notes, verdict.Note{Label: "beside", Text: name + " " + verdict.Figure(v)})
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
	} else if line, most := worstLine(total(g), lines); line != nil {
		f.At = line.At
		if most != got {
			here = verdict.Figure(most) + " " + g.Name
		}
	}
	f.Notes = append([]verdict.Note{{Label: "here", Text: here}}, f.Notes...)
}

// placeAtomics sets the line that contributes most by its atomics: without them the limit would be kept.
func placeAtomics(f *verdict.Feedback, g *rubric.Goal, lines []simulator.Line, atomics float64) {
	line, _ := worstLine(func(l *simulator.Line) float64 { return g.Atomics(l.Metric) }, lines)
	if line == nil {
		return
	}
	f.At, f.Notes[0].Text = line.At, fmt.Sprintf("%s %s by atomics", verdict.Figure(atomics), g.Name)
	f.Hint = "atomics count as the loads and stores that they are: which threads could combine their values first, so that fewer of them need one?"
}

// total returns what a line has of a goal.
func total(g *rubric.Goal) func(*simulator.Line) float64 {
	return func(l *simulator.Line) float64 {
		sum, _ := g.Total(l.Metric)
		return sum
	}
}

// worstLine returns the line with the largest value of a count, the first of equals.
func worstLine(count func(*simulator.Line) float64, lines []simulator.Line) (worst *simulator.Line, most float64) {
	for i := range lines {
		if sum := count(&lines[i]); sum > most {
			worst, most = &lines[i], sum
		}
	}
	return worst, most
}
