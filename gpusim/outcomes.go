package gpusim

// This file lists the outcomes of launches that memory may order in several ways.

import (
	"gpucourse/gpusim/internal/litmus"
	"gpucourse/gpusim/report"
)

// Outcomes lists every outcome that the memory consistency model of PTX allows for a
// launch of at most 8 threads and a dozen accesses. It reads the arguments and writes
// nothing. The kernel is compiled without optimisation, so each access of its source
// counts. The error of a launch that is too large, or that uses what the model does
// not describe, has the code diag.NotExplored.
func (d *Device) Outcomes(kernel any, c Config, args ...any) (*report.Outcomes, error) {
	c.Without = AllPasses
	p, err := d.prepare(nil, kernel, c, args)
	if err != nil {
		return nil, err
	}
	return litmus.Explore(&litmus.Launch{
		Shape: p.shape, Kernel: p.code.IR,
		Params: p.bound.params, Const: p.bound.constants, Windows: p.bound.windows, Memory: d.memory, Line: p.code.Unit.Line,
	})
}
