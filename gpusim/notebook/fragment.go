package notebook

// This file gives what Show displays to programs that show it elsewhere.

import "gpucourse/gpusim/chart"

// HTML returns values as Show displays them, one after the other. A picture is a static
// image. Values that another program shows need no script.
func HTML(values ...any) string {
	html := ""
	for _, v := range values {
		if p, ok := v.(*chart.Picture); ok {
			html += scrolled(p.Image())
			continue
		}
		html += render(v).html
	}
	return html
}
