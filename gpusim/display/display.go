// Package display writes what the simulator returns as HTML and as text: a report, a picture,
// a table, an error with its source line.
//
// Each value has two forms: HTML for notebooks and pages, which holds text and picture
// together so that they keep their order, and plain text for terminals and converters. The
// HTML uses only what JupyterLab leaves in a notebook that is not trusted: tables, inline
// styles and images of data URLs.
//
// The package only writes strings. Package notebook of the course sends them to a notebook,
// and the command gpusim prints them.
package display

import (
	"errors"
	"fmt"

	"gpucourse/gpusim/chart"
	"gpucourse/gpusim/cpu"
	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/report"
	"gpucourse/gpusim/sweep"
)

// output is the two forms of a shown value.
type output struct{ html, text string }

// Forms returns the two forms of a value: HTML of what JupyterLab leaves in a notebook that is
// not trusted, and text for terminals.
func Forms(v any) (html, text string) {
	o := render(v)
	return o.html, o.text
}

// render finds the forms of a value.
func render(v any) output {
	switch v := v.(type) {
	case *chart.Picture:
		return output{v.HTML(), v.String()}
	case *report.Report:
		if v == nil {
			return renderError(errors.New(report.Missing))
		}
		return renderReport(v)
	case *cpu.Report:
		return renderCPU(v)
	case Table:
		return v.render()
	case Steps:
		return v.render()
	case Source:
		return v.render()
	case Prediction:
		return v.render()
	case Claim:
		return v.render()
	case report.Listing:
		return renderListing(v)
	case *report.Program:
		return renderProgram(v)
	case *report.Outcomes:
		return renderOutcomes(v)
	case *report.Table:
		return output{columns(v.Columns()), v.String()}
	case *sweep.Results:
		return render(v.Table())
	case []*chart.Picture:
		return renderPictures(v)
	case Page:
		return output(v)
	case error:
		return renderError(v)
	}
	text := fmt.Sprint(v)
	return output{prose(text), text}
}

// renderPictures shows pictures below one another.
func renderPictures(list []*chart.Picture) (o output) {
	for i, p := range list {
		if i > 0 {
			o.text += "\n"
		}
		o.html += p.HTML()
		o.text += p.String()
	}
	return o
}

// renderError shows learner mistakes one by one and other errors as text.
func renderError(err error) output {
	list := diag.ListOf(err)
	if list == nil {
		return output{box(element("b", "", escape(err.Error()))), err.Error()}
	}
	html := ""
	for _, d := range list {
		html += renderDiagnostic(d)
	}
	return output{html, err.Error()}
}

// HTML returns values as a notebook displays them, one after the other. A picture is a static
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

// Note returns a line of HTML in small letters.
func Note(text string) string { return element("div", smallStyle, escape(text)) }
