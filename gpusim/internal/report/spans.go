package report

// This file says what the first blocks' warps did when, and what a launch would
// have taken elsewhere.

import (
	"fmt"

	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/trace"
)

// Span is a time in which a warp of one of the first blocks did one thing.
type Span struct {
	trace.Span
	Pos    diag.Pos
	Source string // the text of the line, without the white space around it
}

// spans tells each span's source line.
func spans(run *Run) []Span {
	if run.Clock == nil {
		return nil
	}
	out := make([]Span, len(run.Clock.Spans))
	for i, s := range run.Clock.Spans {
		pos := linePos(run.Kernel, run.Instrs[s.PC])
		out[i] = Span{s, pos, sourceLine(run, pos)}
	}
	return out
}

// WhatIf is what a launch would take on a device where something costs no time.
type WhatIf struct {
	Name    string  `json:"name"`
	Without string  `json:"without"` // the same in words
	Cycles  uint64  `json:"cycles"`
	Ratio   float64 `json:"ratio"` // of the launch's cycles
}

// NewWhatIf compares cycles elsewhere with those of the launch.
func NewWhatIf(name, without string, cycles, launch uint64) WhatIf {
	return WhatIf{name, without, cycles, round(float64(cycles) / float64(max(1, launch)))}
}

// String is a sentence.
func (w WhatIf) String() string {
	return fmt.Sprintf("without %s: %.2f of the time (%s cycles)", w.Without, w.Ratio, Number(float64(w.Cycles)))
}
