package lesson

// This file fills the cards: HTML from card.html, and text for terminals.

import (
	"bytes"
	_ "embed"
	"fmt"
	"html/template"
	"slices"
	"strings"

	"github.com/yuin/goldmark"

	"gpucourse/gpusim/chart"
	"gpucourse/gpusim/report"
	"gpucourse/grader/rubric"
	"gpucourse/grader/task"
	"gpucourse/grader/verdict"
)

//go:embed card.html
var cardHTML string

var cards = template.Must(template.New("").Funcs(template.FuncMap{
	"markdown": markdown, "picture": picture, "bar": barOf, "chip": chipOf, "step": stepOf, "colour": colourOf, "sentence": sentence,
}).Parse(cardHTML))

// render fills a template.
func render(name string, data any) string {
	var b bytes.Buffer
	if err := cards.ExecuteTemplate(&b, name, data); err != nil {
		panic("BUG: " + err.Error())
	}
	return strings.TrimSpace(b.String())
}

// markdown returns text as HTML. Raw HTML in it is left out.
func markdown(text string) template.HTML {
	var b bytes.Buffer
	if err := goldmark.Convert([]byte(text), &b); err != nil {
		panic("BUG: " + err.Error())
	}
	const code = `<pre style="background-color:#f6f8fa;color:#1b1f24;padding:8px 10px;margin:6px 0;border-radius:4px">`
	return template.HTML(strings.ReplaceAll(b.String(), "<pre>", code))
}

// sentence begins a hint with a capital letter, unless it begins with code, and ends it.
func sentence(text string) string {
	word, _, _ := strings.Cut(text, " ")
	plain := strings.TrimRight(word, ",:;") != "i" && strings.IndexFunc(strings.TrimRight(word, ",:;"), func(r rune) bool { return r < 'a' || r > 'z' }) < 0
	if plain && text != "" {
		text = strings.ToUpper(text[:1]) + text[1:]
	}
	if text != "" && !strings.ContainsAny(text[len(text)-1:], ".?!") {
		text += "."
	}
	return text
}

func picture(p *chart.Picture) template.HTML { return template.HTML(p.HTML()) }

// style is a trusted part of an inline style.
type style = template.CSS

// chip is a word on a colour.
type chip struct {
	Word         string
	Ground, Text style
}

// chips are those of a task.
var chips = map[verdict.State]chip{
	verdict.Invalid:    {"does not compile", "#b3261e", "#ffffff"},
	verdict.NotStarted: {"not started", "#d0d5dd", "#1b1f24"},
	verdict.Wrong:      {"not right yet", "#d55e00", "#ffffff"},
	verdict.Wasteful:   {"right, a goal is missed", "#e69f00", "#1b1f24"},
	verdict.Done:       {"done", "#00795a", "#ffffff"},
}

func chipOf(s verdict.State) chip { return chips[s] }

func colourOf(s verdict.State) style { return chips[s].Ground }

// bar is a goal as a bar: what is used of the limit, what exceeds or misses it, what is left.
type bar struct {
	verdict.Goal
	Used, Over, Rest int // pixels
}

// barWidth is the width of a bar in pixels.
const barWidth = 180

func barOf(g verdict.Goal) bar {
	most := max(g.Got, g.Limit)
	if most <= 0 {
		return bar{g, 0, 0, barWidth}
	}
	used := int(barWidth * min(g.Got, g.Limit) / most)
	over := int(barWidth * max(0, g.Got-g.Limit) / most)
	if g.Bound == "at least" { // more is better
		used, over = used+over, 0
	}
	return bar{g, used, over, barWidth - used - over}
}

// hintStep is a hint with the next one inside.
type hintStep struct {
	Number int
	Name   string
	Text   string
	Steps  []string // that follow
}

var stepNames = [...]string{"a question", "a look", "code with a hole", "the solution"}

// stepOf returns the first of the remaining hints, or nil.
func stepOf(steps []string) *hintStep {
	if len(steps) == 0 {
		return nil
	}
	n := len(stepNames) - len(steps)
	return &hintStep{n + 1, stepNames[n], steps[0], steps[1:]}
}

// kernelCard is the verdict on a kernel, a launch or a plan with its pictures.
type kernelCard struct {
	*verdict.Verdict
	Difference *chart.Picture
	Missed     []missedGoal
	Graded     bool // in an exercise: marks are shown
}

func newKernelCard(e *rubric.Exercise, v *verdict.Verdict, file string) *kernelCard {
	c := &kernelCard{Verdict: v, Difference: difference(v.Difference)}
	if v.State == verdict.Wasteful {
		c.Missed = missedGoals(e, v, file)
	}
	return c
}

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

// tableRow is a row of a small table.
type tableRow struct{ Name, Value string }

// counters returns the counters of a report that a Choice shows.
func counters(ask *task.Choice, r *report.Report) (rows []tableRow) {
	for _, name := range ask.Counters {
		v, _ := r.Metric(name)
		rows = append(rows, tableRow{name, report.Number(v)})
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
