package command

// This file writes results as HTML: what a notebook shows of them, with the pictures that
// suit the launch.

import (
	"io"
	"slices"

	"gpucourse/gpusim"
	"gpucourse/gpusim/chart"
	"gpucourse/gpusim/display"
	"gpucourse/gpusim/report"
	"gpucourse/gpusim/trace"
)

// htmlFormat is a fragment of HTML that needs no script and no other file.
const htmlFormat = "html"

// drawings are the pictures of a launch, each with the space whose accesses it shows.
var drawings = []struct {
	space trace.Space
	draw  func(r *report.Report, variables ...string) *chart.Picture
}{
	{trace.Global, chart.Lanes},
	{trace.Shared, chart.Banks},
	{trace.Local, chart.Locals},
	{trace.Const, chart.Constants},
}

// reportHTML is the card of a report and its pictures.
func reportHTML(r *gpusim.Report) string {
	return display.HTML(append([]any{r}, pictures(r)...)...)
}

// pictures are those that suit the launch.
func pictures(r *gpusim.Report) (shown []any) {
	thin := chart.First(r)
	for _, d := range drawings {
		if slices.ContainsFunc(thin.Samples, func(s report.Sample) bool { return s.Access.Space == d.space }) {
			shown = append(shown, d.draw(thin))
		}
	}
	if len(r.Paths) > 0 {
		shown = append(shown, chart.Divergence(r))
	}
	return shown
}

// writeHTML writes a fragment and ends its line.
func writeHTML(w io.Writer, html string) error {
	_, err := io.WriteString(w, html+"\n")
	return err
}
