// Package notebook shows reports, pictures and errors in a GoNB notebook, and
// prints them anywhere else.
//
// Each shown value becomes one output with two forms: HTML for notebooks, which
// holds text and picture together so that they keep their order, and plain text
// for terminals and converters. The HTML uses only what JupyterLab leaves in a
// notebook that is not trusted: tables, inline styles and images of data URLs.
//
// This is the only package that speaks to GoNB. Every output is waited for:
// GoNB loses outputs of a cell that ends right after sending them.
package notebook

import (
	"errors"
	"fmt"
	"os"
	"runtime"

	"github.com/janpfeifer/gonb/gonbui"
	"github.com/janpfeifer/gonb/gonbui/protocol"

	"gpucourse/gpusim/chart"
	"gpucourse/gpusim/cpu"
	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/report"
)

// Show displays each value: a report, a picture, a Table, a Prediction, Steps, a
// Listing, an error with its source line, and anything else as fmt.Print would print it.
// A mistake in a host call, which has no line of its own, gets the line that calls Show.
func Show(values ...any) { show(callSite(), values...) }

func show(from runtime.Frame, values ...any) {
	for _, v := range values {
		v = placed(v, from)
		if gonbui.IsNotebook {
			send(render(v))
		} else {
			fmt.Fprintln(os.Stdout, render(v).text)
		}
	}
}

// Must returns v. When err is not nil it shows err and ends the cell as failed:
// in a notebook a box with the line and the remedy says more than a panic. When v is
// devices or a driver.Host, their long launches show their progress in the notebook, and
// say how far they came when the cell is interrupted.
func Must[T any](v T, err error) T {
	if err != nil {
		show(callSite(), err)
		os.Exit(1)
	}
	attend(v)
	return v
}

// output is the two forms of a shown value.
type output struct{ html, text string }

// send hands one output to GoNB and waits until it has arrived.
func send(o output) {
	gonbui.SendData(&protocol.DisplayData{Data: map[protocol.MIMEType]any{
		protocol.MIMETextHTML:  o.html,
		protocol.MIMETextPlain: o.text,
	}})
	gonbui.Sync()
}

// render finds the form of a value.
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
	case Prediction:
		return v.render()
	case Claim:
		return v.render()
	case report.Listing:
		return renderListing(v)
	case *report.Outcomes:
		return renderOutcomes(v)
	case Page:
		return output(v)
	case error:
		return renderError(v)
	}
	text := fmt.Sprint(v)
	return output{prose(text), text}
}

// renderError shows learner mistakes one by one and other errors as text.
func renderError(err error) output {
	var list diag.List
	var one diag.Diagnostic
	switch {
	case errors.As(err, &list):
	case errors.As(err, &one):
		list = diag.List{one}
	default:
		return output{box(element("b", "", escape(err.Error()))), err.Error()}
	}
	html := ""
	for _, d := range list {
		html += renderDiagnostic(d)
	}
	return output{html, err.Error()}
}
