package cards

// This file writes the HTML of the cards. It has only what JupyterLab keeps in a notebook
// that is not trusted: tables, details, inline styles, images. There is no template here:
// text/template makes the linker keep every method, which doubles the download of the page.

import (
	"fmt"
	"html"
	"strings"

	"gpucourse/gpusim/chart"
	"gpucourse/grader/verdict"
)

// markup is text that is HTML already.
type markup string

// writer collects HTML.
type writer struct {
	strings.Builder
	still bool // pictures are images, without the script that draws them
}

// put writes a format whose arguments are escaped, unless they are markup.
func (w *writer) put(format string, args ...any) {
	for i, arg := range args {
		switch arg := arg.(type) {
		case markup:
			args[i] = string(arg)
		case string:
			args[i] = escape(arg)
		case error:
			args[i] = escape(arg.Error())
		case fmt.Stringer:
			args[i] = escape(arg.String())
		}
	}
	fmt.Fprintf(w, format, args...)
}

// escape makes text HTML. A plus sign could begin a character in an old encoding.
func escape(text string) string { return strings.ReplaceAll(html.EscapeString(text), "+", "&#43;") }

// finished is the HTML without the space around it.
func (w *writer) finished() string { return strings.TrimSpace(w.String()) }

func failureHTML(reason string) string {
	w := &writer{}
	w.put(`<div style="border:1px solid #8b95a5;border-left:5px solid #b3261e;border-radius:6px;padding:10px 14px;margin:6px 0;max-width:1010px">%s</div>`, capital(reason))
	return w.finished()
}

func (w *writer) chip(s verdict.State) {
	c := chips[s]
	w.put(`<span style="background-color:%s;color:%s;border-radius:10px;padding:2px 10px;font-size:90%%;white-space:nowrap">%s</span>`, c.Ground, c.Text, c.Word)
}

func (w *writer) trouble(err error) {
	if err != nil {
		w.put(`<div style="opacity:0.75;font-size:90%%;margin-top:8px">%s</div>`, err)
	}
}

// goals are a table with a bar for each.
func (w *writer) goals(list []verdict.Goal) {
	w.put("\n")
	if len(list) > 0 {
		w.put("\n<table style=\"border-collapse:collapse;margin:8px 0;display:block;overflow-x:auto\">\n")
		for _, g := range list {
			w.goal(barOf(g))
		}
		w.put("\n</table>\n")
	}
	w.put("\n")
}

func (w *writer) goal(b bar) {
	sign, colour := "✗", "#56b4e9"
	if b.Met {
		sign, colour = "✓", "#00795a"
	}
	w.put(`
<tr style="background-color:transparent">
<td style="padding:3px 8px 3px 0;text-align:left;font-size:110%%">%s</td>
<td style="padding:3px 14px 3px 0;text-align:left">%s</td>
<td style="padding:3px 8px;text-align:right;white-space:nowrap"><b>%s</b></td>
<td style="padding:3px 8px;text-align:left;white-space:nowrap"><div style="width:120px;height:10px;background-color:#b8bfc9;border-radius:5px;overflow:hidden"><div style="float:left;height:10px;width:%dpx;background-color:%s"></div><div style="float:left;height:10px;width:%dpx;background-color:#d55e00"></div></div></td>
<td style="padding:3px 0 3px 8px;text-align:left;opacity:0.8">%s</td>
</tr>
`, sign, b.Name, b.Is, b.Used, colour, b.Over, b.Should)
}

// codeStyle is the style of source. Its ground is a share of the page's own, light or dark.
const codeStyle = "background-color:rgba(128,134,142,0.15);padding:6px 10px;margin:4px 0;border-radius:4px;white-space:pre-wrap;word-break:normal;overflow-wrap:anywhere"

func (w *writer) place(at verdict.Position) {
	if at.File != "" {
		w.put(`<div style="margin:4px 0"><code style="white-space:pre-wrap;overflow-wrap:anywhere">%s</code></div>`, linked(fileLink(at), at.String()))
	}
	if at.Text != "" {
		w.put(`<pre style="`+codeStyle+`">%s</pre>`, at.Text)
	}
}

// linked is a text as a link, where there is an address.
func linked(address, text string) markup {
	if address == "" {
		return markup(escape(text))
	}
	return markup(`<a href="` + escape(address) + `">` + escape(text) + `</a>`)
}

func (w *writer) notes(list []verdict.Note) {
	if len(list) == 0 {
		return
	}
	w.put("\n" + `<details style="margin:6px 0"><summary style="cursor:pointer;opacity:0.8">values, input and launch</summary>
<table style="border-collapse:collapse;margin:4px 0">
`)
	for _, n := range list {
		w.put(`<tr style="background-color:transparent"><td style="padding:1px 12px 1px 0;text-align:left;vertical-align:top;opacity:0.75">%s</td><td style="padding:1px 0;text-align:left"><pre style="margin:0;white-space:pre-wrap;background-color:transparent">%s</pre></td></tr>`, n.Label, n.Text)
	}
	w.put("\n</table></details>\n")
}

// kernel is what was found of a kernel, a launch or a plan.
func (w *writer) kernel(c *kernelCard) {
	w.put("\n")
	m := c.Mistake()
	if m != nil {
		w.put("\n<div style=\"margin:8px 0 2px 0\"><b>%s</b></div>\n", capital(m.Title))
		w.place(m.At)
		w.put("\n")
	}
	w.put("\n")
	w.picture(c.Difference)
	w.put("\n")
	if m != nil {
		w.advice(m.Hint)
	}
	w.put("\n")
	if m != nil {
		w.notes(c.Plain())
	}
	w.put("\n")
	w.goals(c.Measured)
	w.advice(c.Standing)
	w.put("\n")
	for i := range c.Missed {
		w.missedGoal(i, &c.Missed[i])
	}
	w.put("\n")
}

func (w *writer) picture(p *chart.Picture) {
	if p == nil {
		return
	}
	picture := p.HTML()
	if w.still {
		picture = p.Image()
	}
	w.put(`<div style="margin:8px 0;overflow-x:auto">%s</div>`, markup(picture))
}

func (w *writer) advice(text string) {
	if text != "" {
		w.put(`<div style="margin:6px 0">%s</div>`, sentence(text))
	}
}

// missedGoal is open for the first goal and folded for the others.
func (w *writer) missedGoal(i int, m *missedGoal) {
	w.put("\n")
	if i == 0 {
		w.put(`<div style="border-top:1px solid #8b95a5;margin-top:8px;padding-top:6px"><b>%s</b></div>`+"\n", capital(m.Feedback.Title))
		w.missed(m)
		w.put("\n\n")
		return
	}
	w.put(`<details style="margin-top:8px"><summary style="cursor:pointer">%s</summary>`+"\n", capital(m.Feedback.Title))
	w.missed(m)
	w.put("\n</details>\n")
}

func (w *writer) missed(m *missedGoal) {
	w.put("\n")
	if len(m.Lines) > 0 {
		w.put(`<table style="border-collapse:collapse;margin:4px 0">`)
		for _, l := range m.Lines {
			w.put(`<tr style="background-color:transparent"><td style="padding:2px 10px 2px 0;text-align:right;white-space:nowrap">%s</td><td style="padding:2px 10px 2px 0;text-align:left"><div style="width:80px;height:8px;background-color:#b8bfc9;border-radius:4px;overflow:hidden"><div style="height:8px;width:%d%%;background-color:#d55e00"></div></div></td><td style="padding:2px 0;text-align:left"><code style="white-space:pre-wrap;overflow-wrap:anywhere">%s</code></td></tr>`, l.Value, l.Share, l.Source)
		}
		w.put(`</table>`)
	} else {
		w.place(m.Feedback.At)
	}
	w.put("\n")
	w.picture(m.Picture)
	w.put("\n")
	w.goalHint(m.Feedback.Hint)
	w.put("\n")
}

// goalHint is folded: what was measured comes first, and a learner may think about it.
func (w *writer) goalHint(text string) {
	if text != "" {
		w.put(`<details style="margin:6px 0"><summary style="cursor:pointer">A hint on this goal</summary>
<div style="margin:2px 0 2px 14px">%s</div></details>`, sentence(text))
	}
}

// ladder is the tasks of a chapter with their titles.
func (w *writer) ladder(c *chapterLine) {
	w.put(`<div class="ladder" style="margin:10px 0 0 0">`) // by its class the page hides it
	for _, t := range c.Tasks {
		w.pill(t, t.ID+" "+t.Title)
	}
	w.put("\n</div>")
}

// pill is a task on the colour of its state. It leads to the task.
func (w *writer) pill(t taskLine, text string) {
	if t.Done() {
		text += " ✓"
	}
	element, to := "span", markup("")
	if address := taskLink(t.Chapter(), t.ID); address != "" {
		element, to = "a", markup(`href="`+escape(address)+`" `)
	}
	w.put(`
<%s %stitle="%s: %s" style="background-color:%s;color:%s;border-radius:8px;padding:1px 7px;margin:0 3px 3px 0;font-size:85%%;display:inline-block;text-decoration:none">%s</%[1]s>`,
		markup(element), to, t.Title, t.State, chips[t.State].Ground, chips[t.State].Text, text)
}
