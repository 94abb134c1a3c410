package gpusim

// This file finds what a kernel decides without data.

import (
	"gpucourse/gpusim/internal/uniform"
	"gpucourse/gpusim/report"
)

// Conditions returns what the kernel decides by its scalars, the lengths of its slices, the shape of
// a launch and the place of a thread, whatever the data hold.
func (k *Kernel) Conditions() *report.Conditions { return uniform.Conditions(k.unit, k.Name()) }
