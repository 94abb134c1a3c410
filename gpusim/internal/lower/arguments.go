package lower

// This file describes a kernel to the host: its parameters, and the elements of slices and
// variables.

import (
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/layout"
)

// arguments lists the parameters as a launch passes them.
func (l *lowerer) arguments() {
	for _, p := range l.src.Func.Params {
		t := l.typeOf(p.Type())
		a := ir.Argument{Name: plainName(p.Name()), Type: layout.TypeName(p.Type()), Slices: map[string]ir.Record{}}
		t.Slices(a.Name, a.Slices)
		l.k.Arguments = append(l.k.Arguments, a)
	}
}
