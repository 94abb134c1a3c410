package cudart

import (
	"slices"

	"gpucourse/gpusim"
	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/source"
)

// Result is what a program did.
type Result struct {
	Launches []*Launches // in the order of their first call
	Leaks    diag.List   // memory that the program did not free
}

// of returns the launches of a kernel with a shape.
func (r *Result) of(f *function, device int, c gpusim.Config) *Launches {
	name := source.KernelName(f.name)
	i := slices.IndexFunc(r.Launches, func(l *Launches) bool {
		return l.Kernel == name && l.Device == device && l.Grid == c.Grid && l.Block == c.Block && l.Shared == c.Shared
	})
	if i < 0 {
		i = len(r.Launches)
		r.Launches = append(r.Launches, &Launches{Kernel: name, Device: device, Grid: c.Grid, Block: c.Block, Shared: c.Shared})
	}
	return r.Launches[i]
}

// finish completes the result when the program has ended.
func (s *session) finish() *Result {
	for _, d := range s.devices {
		s.result.Leaks = append(s.result.Leaks, d.Leaks()...)
	}
	return &s.result
}
