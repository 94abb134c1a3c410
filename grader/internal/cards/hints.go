//go:build !js

package cards

// This file writes the hints of a card, and the sentences of a choice.

import (
	"bytes"
	"regexp"
	"strings"

	"github.com/yuin/goldmark"

	"gpucourse/grader/hints"
	"gpucourse/grader/task"
)

// hints open one inside the other, all with the same indentation.
func (w *writer) hints(rest []hints.Step) {
	if len(rest) == 0 {
		return
	}
	w.put("\n"+`<details style="margin:6px 0 0 0"><summary style="cursor:pointer">Hint %d of %d: %s</summary>
<div style="margin:2px 0 2px 14px">%s</div>
`, rest[0].Number, hints.Steps, rest[0].Title, markdown(rest[0].Text))
	w.hints(rest[1:])
	w.put("\n</details>\n")
}

// variant is the question of a learner with numbers of their own: a notebook may show other numbers.
func (w *writer) variant(t *task.Task) {
	if t.Variant > 0 {
		w.put(`<div style="margin:8px 0"><b>Your variant of this task:</b> %s</div>`, markdown(t.Text))
	}
}

// sentences are a list with letters.
func (w *writer) sentences(list []task.Sentence) {
	w.put(`<table style="border-collapse:collapse;margin:8px 0">`)
	for _, s := range list {
		w.put(`<tr style="background-color:transparent"><td style="padding:2px 10px 2px 0;text-align:left;vertical-align:top"><b>%s</b></td><td style="padding:2px 0;text-align:left">%s</td></tr>`, s.Letter, sentence(s.Text))
	}
	w.put(`</table>`)
}

// codeBlock is a block of code as goldmark writes it.
var codeBlock = regexp.MustCompile(`(?s)<pre><code[^>]*>(.*?)</code></pre>`)

// markdown returns text as HTML. Raw HTML in it is left out.
func markdown(text string) markup {
	var b bytes.Buffer
	if err := goldmark.Convert([]byte(text), &b); err != nil {
		panic("BUG: " + err.Error())
	}
	return markup(codeBlock.ReplaceAllStringFunc(b.String(), func(block string) string {
		const begin = `<pre style="` + codeStyle + `"><code style="background-color:transparent">` // JupyterLab gives code a ground of its own
		return begin + strings.ReplaceAll(codeBlock.FindStringSubmatch(block)[1], "\t", "    ") + "</code></pre>"
	}))
}
