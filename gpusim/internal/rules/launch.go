package rules

// This file is the rules about the shape of a launch.

import (
	"fmt"

	"gpucourse/gpusim/report"
)

var launchRules = []rule{
	{"Small grid", "grid", (*launch).smallGrid},
}

// smallGrid finds grids with fewer blocks than the device has SMs.
func (l *launch) smallGrid() (f finding, ok bool) {
	blocks, sms := l.Grid.Count(), l.Spec.SMs
	if blocks >= sms {
		return f, false
	}
	f.text = fmt.Sprintf("the grid has %s, less than the device's %d SMs: %d SMs have nothing to do", report.Counted(blocks, "block"), sms, sms-blocks)
	f.remedy = "Launch more blocks: smaller ones, or less work per thread"
	f.relief.spread = float64(sms) / float64(blocks)
	return f, true
}
