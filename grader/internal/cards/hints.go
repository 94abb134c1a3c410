//go:build !js

package cards

// This file writes the hints of a card.

import (
	"bytes"
	"regexp"
	"strings"

	"github.com/yuin/goldmark"

	"gpucourse/grader/hints"
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
