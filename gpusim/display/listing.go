package display

// This file shows a kernel's instructions beside its source.

import (
	"strings"

	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/report"
)

// renderListing makes a table of rows: place, source, instructions. The first row
// of a block begins with the block's name.
func renderListing(l report.Listing) output {
	var b strings.Builder
	b.WriteString("<table><thead><tr>")
	for _, head := range []string{"line", "source", l.Kernel + " on " + l.Device} {
		b.WriteString(element("th", textStyle, escape(head)))
	}
	b.WriteString("</tr></thead><tbody>")
	for _, r := range l.Rows {
		code := escape(strings.Join(r.Code, "\n"))
		if r.Label != "" {
			code = element("b", "", escape(r.Label)) + "\n" + code
		}
		b.WriteString("<tr>" + element("td", nameStyle, where(diag.Pos{File: r.File, Line: r.Line})) + element("td", nameStyle, escape(r.Source)) +
			element("td", textStyle, element("pre", listingStyle, code)) + "</tr>")
	}
	b.WriteString("</tbody></table>")
	return output{scrolled(b.String()), l.String()}
}

// listingStyle keeps rows of instructions close to their line.
const listingStyle = "margin:0;font-size:85%"
