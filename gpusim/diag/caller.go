package diag

// This file finds the line of a program that made a call of the simulator.

import (
	"runtime"
	"strings"
)

// Caller is the line of the program that called the simulator, as the Go compiler counts
// it; the zero Pos where only the simulator runs.
func Caller() Pos {
	var pcs [64]uintptr
	frames := runtime.CallersFrames(pcs[:runtime.Callers(2, pcs[:])])
	for {
		f, more := frames.Next()
		if !inSimulator(f) {
			return Pos{File: f.File, Line: f.Line}
		}
		if !more {
			return Pos{}
		}
	}
}

// inSimulator reports whether a frame is a function of the simulator. Its tests are programs.
func inSimulator(f runtime.Frame) bool {
	ours := strings.HasPrefix(f.Function, "gpucourse/gpusim.") || strings.HasPrefix(f.Function, "gpucourse/gpusim/")
	return ours && !strings.HasSuffix(f.File, "_test.go")
}

// Called returns the mistake of a host call with the line that made the call.
func Called(d Diagnostic) Diagnostic {
	d.Caller = Caller()
	return d
}
