package cards

import (
	"fmt"
	"strings"

	"gpucourse/grader/hints"
	"gpucourse/grader/verdict"
)

// This file writes whole cards: of a task, of an exercise and of the course.

const cardStyle = "border-radius:6px;padding:10px 14px;margin:6px 0;max-width:1010px"

func (c *taskCard) html() string {
	w := &writer{}
	w.put(`<div style="border:1px solid #8b95a5;border-left:5px solid %s;`+cardStyle+`">`+"\n<div>", chips[c.State].Ground)
	w.chip(c.State)
	w.put(` <b style="margin-left:6px">%s %s</b></div>`+"\n", c.ID, c.Task.Title)
	w.variant(c.Task)
	w.choice(c.Choice)
	w.put("\n")
	if c.Settled() {
		w.put(`<div style="margin:8px 0">%s</div>`, sentence(c.Right()))
	}
	w.put("\n")
	w.waiting(c)
	w.put("\n")
	w.kernel(c.kernelCard)
	w.put("\n")
	if c.Best != "" {
		w.put(`<div style="margin:6px 0">Par is %s, the best known value %s.</div>`, c.Par, c.Best)
	}
	w.put("\n")
	w.onward(c)
	w.put("\n")
	w.ladder(c.Chapter)
	w.put("\n")
	w.trouble(c.Trouble)
	w.put("\n</div>\n")
	return w.finished()
}

// choice is the report that the sentences of a choice are about, with the sentences.
func (w *writer) choice(c *choice) {
	if c == nil {
		return
	}
	w.counters(c.Counters)
	if len(c.Sentences) > 0 {
		w.sentences(c.Sentences)
		w.put(`<div style="margin:8px 0;opacity:0.85">%s</div>`, c.stake())
	}
}

func (w *writer) counters(rows []tableRow) {
	w.put(`<table style="border-collapse:collapse;margin:8px 0">`)
	if rows[0].Other != "" {
		w.put(`<tr style="background-color:transparent"><td></td><td style="padding:2px 0;text-align:right">the report</td><td style="padding:2px 0 2px 14px;text-align:right">a kernel of which the chosen sentence is true</td></tr>`)
	}
	for _, r := range rows {
		w.put(`<tr style="background-color:transparent"><td style="padding:2px 14px 2px 0;text-align:left"><code>%s</code></td><td style="padding:2px 0;text-align:right"><b>%s</b></td>`, r.Name, r.Value)
		if r.Other != "" {
			w.put(`<td style="padding:2px 0 2px 14px;text-align:right">%s</td>`, r.Other)
		}
		w.put(`</tr>`)
	}
	w.put(`</table>`)
}

// waiting is what is shown of a cell that is as it was handed out.
func (w *writer) waiting(c *taskCard) {
	if c.Waiting() && c.Choice == nil {
		w.put(`<div style="margin:8px 0;opacity:0.85">Change the code, then try again.`)
		if c.AsItStands != nil {
			w.put(" This is what it does as it stands:")
		}
		w.put(`</div>`)
	}
	w.put("\n")
	w.handedOut(c.kernelCard)
}

// handedOut is what a kernel does that nobody has changed.
func (w *writer) handedOut(c *kernelCard) {
	if c.AsItStands != nil {
		w.kernel(c.AsItStands)
	}
}

// onward leads to the next task, or to the hints.
func (w *writer) onward(c *taskCard) {
	if !c.Settled() {
		w.hints(c.Help)
		return
	}
	if c.Next != nil {
		w.put(`<div class="onward" style="margin:6px 0">Next: task %s.</div>`, linked(taskLink(c.Next.Chapter(), c.Next.ID), c.Next.ID+", "+c.Next.Title))
	}
}

func (c *exerciseCard) html() string {
	w := &writer{}
	w.put(`<div style="border:1px solid #8b95a5;`+cardStyle+`">
<div style="font-size:110%%"><b>Exercise %s</b> <span style="opacity:0.8;margin-left:8px">%d of %d marks</span></div>
`, linked(fileLink(verdict.Position{File: c.File}), c.Chapter.Chapter+" "+c.Chapter.Name), c.Marks, c.MaxMarks)
	for _, k := range c.Kernels {
		w.row(k)
	}
	w.put("\n")
	if len(c.Chapter.Tasks) > 0 {
		w.put(`<div style="margin-top:6px;opacity:0.85">Tasks of the chapter: %d of %d done</div>`, c.Chapter.TasksDone, len(c.Chapter.Tasks))
		w.ladder(c.Chapter)
	}
	w.put("\n")
	w.following(c)
	w.trouble(c.Trouble)
	w.put("\n</div>\n")
	return w.finished()
}

// Stored returns what the card of an exercise says of a kernel or plan, or that of a task of an
// answer, of a verdict that was kept in a file. It has no picture of a missed goal: for that the
// kernel would run again.
func Stored(v *verdict.Verdict, help []hints.Step) string {
	k := &kernelCard{Verdict: v, Difference: difference(v.Difference), Help: help}
	if v.State == verdict.Wasteful {
		for i := range v.Feedback {
			k.Missed = append(k.Missed, missedGoal{Feedback: &v.Feedback[i]})
		}
	}
	w := &writer{still: true}
	w.row(k)
	return w.finished()
}

// following leads from a solved exercise to the next chapter.
func (w *writer) following(c *exerciseCard) {
	if next := c.Next(); next != nil {
		number, name, _ := strings.Cut(next.Name, "_")
		w.put(`<div style="margin-top:6px">Every kernel is done. Next: %s.</div>`+"\n", linked(chapterLink(number), "chapter "+number+", "+strings.ReplaceAll(name, "_", " ")))
	}
}

// row is a kernel or plan of an exercise.
func (w *writer) row(k *kernelCard) {
	w.put("\n"+`<div style="border-left:5px solid %s;padding:4px 0 4px 12px;margin:12px 0">`+"\n<div>", chips[k.State].Ground)
	w.chip(k.State)
	w.put(` <b style="margin-left:6px">%s</b> <span style="opacity:0.8;margin-left:8px">%d of %d marks</span></div>`+"\n", k.Kernel, k.Marks(), k.MaxMarks())
	w.kernel(k)
	w.handedOut(k)
	w.put("\n")
	if !k.Settled() {
		w.hints(k.Help)
	}
	w.put("\n</div>\n")
}

// overviewHTML is a table with a row for each chapter, and one for all of them.
func overviewHTML(lines []*chapterLine) string {
	w := &writer{}
	w.put(`<div style="overflow-x:auto"><table style="border-collapse:collapse;margin:6px 0">` + "\n")
	w.overviewRow("th", "chapter", "about", "tasks", "marks", "exercise", "")
	for _, c := range lines {
		tasks := &writer{}
		for _, t := range c.Tasks {
			tasks.pill(t, t.ID)
		}
		w.overviewRow("td", linked(chapterLink(c.Chapter), c.Chapter+" "+c.Name), c.hours(), c.tasks(), c.marks(), percentBar(c.Percent()), markup(tasks.String()))
	}
	all := sum(lines)
	w.overviewRow("th", "all chapters", all.hours(), all.tasks(), all.marks(), percentBar(all.Percent()), "")
	w.put("</table></div>\n")
	return w.finished()
}

// overviewRow writes a row of the overview with cells of an element: td, or th for totals and
// titles.
func (w *writer) overviewRow(element string, cells ...markup) {
	const left, right = "text-align:left;white-space:nowrap", "text-align:right;white-space:nowrap"
	w.put(`<tr style="background-color:transparent">`)
	for i, style := range []string{left, right, right, right, left, left} {
		w.put(`<%s style="padding:3px 18px 3px 0;%s">%s</%[1]s>`, markup(element), markup(style), cells[i])
	}
	w.put("</tr>\n")
}

// percentBar is a part of 100 as a bar.
func percentBar(percent int) markup {
	return markup(fmt.Sprintf(`<div style="width:120px;height:10px;background-color:#b8bfc9;border-radius:5px;overflow:hidden"><div style="height:10px;width:%d%%;background-color:#00795a"></div></div>`, percent))
}
