package display

// This file writes the HTML that JupyterLab keeps in an untrusted notebook.

import (
	"fmt"
	"html"
	"strings"

	"gpucourse/gpusim/diag"
)

func escape(s string) string { return html.EscapeString(s) }

// element wraps content, which is HTML, in a tag with an inline style.
func element(tag, style, content string) string {
	if style != "" {
		style = fmt.Sprintf(" style=%q", style)
	}
	return "<" + tag + style + ">" + content + "</" + tag + ">"
}

// Styles. Grounds are shares of the page's own, so that text and links have the colours of its
// theme, light or dark.
const (
	boxStyle   = "border-left:4px solid #d55e00;background-color:rgba(213,94,0,0.1);padding:8px 12px;margin:6px 0"
	codeStyle  = "background-color:rgba(128,134,142,0.15);padding:6px 8px;margin:6px 0;border-radius:4px;white-space:pre-wrap;word-break:normal;overflow-wrap:anywhere"
	textStyle  = "text-align:left"
	nameStyle  = "text-align:left;font-family:monospace;font-size:90%"
	smallStyle = "font-family:monospace;font-size:85%"
)

// scrolled lets a table be wider than its panel.
func scrolled(table string) string { return element("div", "overflow-x:auto", table) }

// numberCell is a cell of a table with a number, or anything that is aligned with numbers. Its
// spaces do not break.
func numberCell(text string) string {
	return `<td align="right">` + strings.ReplaceAll(escape(text), " ", "\u00a0") + "</td>"
}

// codeCell is a cell of a table with source or names, which is HTML.
func codeCell(content string) string { return element("td", textStyle, "<code>"+content+"</code>") }

// breakable escapes a name and lets it break after each word, so that a long
// one does not make its table too wide.
func breakable(name string) string {
	return strings.NewReplacer("_", "_<wbr>", ".", ".<wbr>").Replace(escape(name))
}

// names is a small line of names, nothing when there are none.
func names(list []string) string {
	if len(list) == 0 {
		return ""
	}
	parts := make([]string, len(list))
	for i, name := range list {
		parts[i] = breakable(name)
	}
	return element("div", smallStyle, strings.Join(parts, ", "))
}

func box(content string) string { return element("div", boxStyle, content) }

// renderDiagnostic shows one mistake: where, what, the line, what to do.
func renderDiagnostic(d diag.Diagnostic) string {
	var b strings.Builder
	if d.Pos.Line > 0 {
		b.WriteString(placed(d.Pos, d.Pos.String()) + " ")
	}
	b.WriteString(element("b", "", escape(d.What())))
	fmt.Fprintf(&b, " [%s]", escape(string(d.Code)))
	if d.Source != "" {
		b.WriteString(element("pre", codeStyle, escape(strings.TrimSpace(d.Source))))
	}
	if d.Hint != "" {
		b.WriteString(element("div", "", "What to do: "+escape(d.Hint)))
	}
	return box(b.String())
}
