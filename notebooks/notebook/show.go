// Package notebook shows reports, pictures and errors in a GoNB notebook, and
// prints them anywhere else.
//
// Each shown value becomes one output with the two forms that package display of the
// simulator writes.
//
// This is the only package that speaks to GoNB. Every output is waited for:
// GoNB loses outputs of a cell that ends right after sending them.
package notebook

import (
	"cmp"
	"fmt"
	"os"
	"runtime"
	"slices"

	"gpucourse/gpusim"
	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/display"
)

// Show displays each value: a report, a picture, a Table, a Prediction, Steps, a
// Listing, a Source, an error with its source line, and anything else as fmt.Print would print it.
// A mistake in a host call has the line that made the call. Other mistakes without a line
// get the one that calls Show.
func Show(values ...any) { show(callSite(), values...) }

func show(from runtime.Frame, values ...any) {
	for _, v := range values {
		v = placed(v, from)
		if isNotebook() {
			send(display.Forms(v))
		} else {
			_, text := display.Forms(v)
			fmt.Fprintln(os.Stdout, text)
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

// OK ends the cell as Must does if err is not nil.
func OK(err error) {
	if err != nil {
		show(callSite(), err)
		os.Exit(1)
	}
}

// callSite is the line that called the caller of this function.
func callSite() runtime.Frame {
	const itsCaller = 3 // runtime.Callers, callSite, its caller
	var pcs [1]uintptr
	frame, _ := runtime.CallersFrames(pcs[:runtime.Callers(itsCaller, pcs[:])]).Next()
	return frame
}

// placed gives mistakes without a position the line of their call, or else the line of a
// frame, and leaves other values as they are.
func placed(v any, from runtime.Frame) any {
	switch v := v.(type) {
	case diag.Diagnostic:
		if v.Pos == (diag.Pos{}) {
			at := cmp.Or(v.Caller, diag.Pos{File: from.File, Line: from.Line})
			v.Pos, v.Source = gpusim.Locate(at.File, at.Line)
		}
		return v
	case diag.List:
		list := slices.Clone(v)
		for i, d := range list {
			list[i] = placed(d, from).(diag.Diagnostic)
		}
		return list
	}
	return v
}
