//go:build !js

package chart

// This file draws the registers that a thread uses over the instructions of a kernel.

import (
	"fmt"

	"gpucourse/gpusim/report"
)

// LiveRegistersCurve draws the registers in use over the instructions of kernels, in the
// order of the code.
func LiveRegistersCurve(kernels ...report.LiveRegisters) *Picture {
	p := Plot{Title: "Registers in use along the code", X: Axis{Name: "instruction"}, Y: Axis{Name: "registers of a thread"}}
	for _, l := range kernels {
		s := Series{Name: fmt.Sprintf("%s on %s", l.Kernel, l.Device)}
		for i, at := range l.Points {
			s.Points = append(s.Points, Point{float64(i), float64(at.Registers)})
		}
		p.Series = append(p.Series, s)
	}
	return Curve(p)
}
