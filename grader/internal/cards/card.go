package cards

// This file says what the cards show.

import (
	"fmt"
	"html"
	"regexp"
	"slices"
	"strings"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/chart"
	"gpucourse/gpusim/report"
	"gpucourse/grader/hints"
	"gpucourse/grader/rubric"
	"gpucourse/grader/task"
	"gpucourse/grader/verdict"
)

// sentence returns a text as a sentence in HTML: with a capital letter, unless it begins with
// code, with a full stop, and with code between backticks as code.
func sentence(text string) markup {
	if text != "" && !strings.ContainsAny(text[len(text)-1:], ".?!") {
		text += "."
	}
	return capital(text)
}

// code is text between backticks.
var code = regexp.MustCompile("`([^`]+)`")

// plainWord is a word that is no code: "i" and "gpu.ThreadIdx" are.
var plainWord = regexp.MustCompile(`^(a|[a-z]{2,})[,:;]?( |$)`)

// accessed begins a finding about a variable, whose name is code too: "found is read by".
var accessed = regexp.MustCompile(`^\w+ is (read|written|updated) by `)

// capital does the same without the full stop.
func capital(text string) markup {
	if plainWord.MatchString(text) && !accessed.MatchString(text) {
		text = strings.ToUpper(text[:1]) + text[1:]
	}
	return markup(code.ReplaceAllString(html.EscapeString(text), "<code>$1</code>"))
}

// chip is a word on a colour.
type chip struct {
	Word         string
	Ground, Text markup // colours
}

// chips are those of a task.
var chips = map[verdict.State]chip{
	verdict.Invalid:    {"cannot run yet", "#b3261e", "#ffffff"},
	verdict.NotStarted: {"not started", "#d0d5dd", "#1b1f24"},
	verdict.Wrong:      {"not right yet", "#b84f00", "#ffffff"},
	verdict.Wasteful:   {"right, a goal is missed", "#e69f00", "#1b1f24"},
	verdict.Done:       {"done", "#00795a", "#ffffff"},
}

// bar is a goal as a bar: what is used of the limit, what exceeds or misses it, what is left.
type bar struct {
	verdict.Goal
	Used, Over, Rest int    // pixels
	Is, Should       string // "185 856", "at most 29 041"
}

// reaches reports whether what was measured is within the goal's own limit. The goal may need others, too.
func reaches(g verdict.Goal) bool {
	switch {
	case g.None:
		return false
	case g.Bound == "at least":
		return g.Got >= g.Limit
	case g.Bound == "exactly":
		return g.Got == g.Limit
	}
	return g.Got <= g.Limit
}

// barWidth is the width of a bar in pixels.
const barWidth = 120

func barOf(g verdict.Goal) bar {
	b := bar{Goal: g, Rest: barWidth, Is: report.Number(g.Got), Should: strings.Replace(g.Bound, "limit", "at most", 1) + " " + report.Number(g.Limit)}
	if g.None {
		b.Is = "none"
	}
	if !g.Met && reaches(g) {
		b.Should += "; another limit is missed"
	}
	most := max(g.Got, g.Limit)
	if most <= 0 {
		return b
	}
	used := int(barWidth * min(g.Got, g.Limit) / most)
	over := int(barWidth * max(0, g.Got-g.Limit) / most)
	if g.Bound == "at least" { // more is better
		used, over = used+over, 0
	}
	b.Used, b.Over, b.Rest = used, over, barWidth-used-over
	return b
}

// kernelCard is the verdict on a kernel, a launch or a plan with its pictures.
type kernelCard struct {
	*verdict.Verdict
	Difference *chart.Picture
	Missed     []missedGoal
	Help       []hints.Step
	Standing   string      // how far an open kernel has come
	AsItStands *kernelCard // of a kernel that is not started; nil where it was not run
}

func newKernelCard(e *rubric.Exercise, v *verdict.Verdict, file string) *kernelCard {
	c := &kernelCard{Verdict: v, Difference: difference(v.Difference), Standing: standing(e, v)}
	if v.State == verdict.Wasteful {
		c.Missed = missedGoals(e, v, file)
	}
	return c
}

// standing compares the cycles of an open kernel with par, with the best known and with what DRAM
// needs for its data. It is empty for other forms, and without a measurement.
func standing(e *rubric.Exercise, v *verdict.Verdict) string {
	for i := range e.Kernels {
		k := &e.Kernels[i]
		if k.Name != v.Kernel || k.Record == nil {
			continue
		}
		for j, g := range v.Measured {
			if j < len(k.Goals) && k.Goals[j].IsTimed() {
				return k.Standing(g.Got, bytesPerCycle(e.Device))
			}
		}
	}
	return ""
}

// bytesPerCycle returns the peak of a device's DRAM.
func bytesPerCycle(device string) float64 {
	spec, err := arch.Find(device)
	if err != nil {
		panic("BUG: " + err.Error())
	}
	const perMHz = 1e6
	return spec.Rates.DRAMBytesPerSecond / (float64(spec.ClockMHz) * perMHz)
}

// asItStands is the card of a kernel that nobody has changed. It shows what is measured and no hint: a hint is for those who
// have tried.
func asItStands(e *rubric.Exercise, v *verdict.Verdict, file string) *kernelCard {
	bare := *v
	bare.Feedback = slices.Clone(v.Feedback)
	for i := range bare.Feedback {
		bare.Feedback[i].Hint = ""
	}
	return newKernelCard(e, &bare, file)
}

// Settled reports whether hints are of no more use.
func (c *kernelCard) Settled() bool { return c.State == verdict.Done }

// Mistake returns the feedback on what ended the grading, or nil.
func (c *kernelCard) Mistake() *verdict.Feedback {
	if c.State == verdict.Wasteful || len(c.Feedback) == 0 {
		return nil
	}
	return &c.Feedback[0]
}

// Plain returns the notes of the mistake that have not been drawn.
func (c *kernelCard) Plain() []verdict.Note {
	return slices.DeleteFunc(slices.Clone(c.Feedback[0].Notes), func(n verdict.Note) bool { return n.Text == "" })
}

// tableRow is a counter of the report that a Choice shows, and of the report of which a wrong sentence is true.
type tableRow struct{ Name, Value, Other string }

// counters returns the counters of a report that a Choice shows, beside those of another one unless it is nil.
func counters(ask *task.Choice, r, other *report.Report) (rows []tableRow) {
	shown := func(r *report.Report, name string) string {
		v, _ := r.Metric(name)
		return report.Number(v)
	}
	for _, name := range ask.Counters {
		row := tableRow{Name: name, Value: shown(r, name)}
		if other != nil {
			row.Other = shown(other, name)
		}
		rows = append(rows, row)
	}
	return rows
}

// verdictText returns a verdict as a terminal shows it, with the goals that were met.
func verdictText(v *verdict.Verdict) string {
	var b strings.Builder
	b.WriteString(v.String())
	for _, g := range v.Measured {
		if g.Met {
			fmt.Fprintf(&b, "goal met: %s\n", g)
		}
	}
	return b.String()
}
