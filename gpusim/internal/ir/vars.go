package ir

// This file names and removes variables.

import (
	"fmt"
	"slices"

	"gpucourse/gpusim/internal/padding"
)

// FreeName returns the name of a new variable: base, or base with a number where a variable has
// that name.
func (k *Kernel) FreeName(base string) string {
	name := base
	for n := 2; slices.ContainsFunc(k.Vars, func(v Var) bool { return v.Name == name }); n++ {
		name = fmt.Sprintf("%s.%d", base, n)
	}
	return name
}

// KeepVars removes the variables for which keep is false, and the room that local
// ones took.
func (k *Kernel) KeepVars(keep func(VarID) bool) {
	k.renumberVars(keep)
	k.layoutLocals()
}

// renumberVars removes the variables for which keep is false.
func (k *Kernel) renumberVars(keep func(VarID) bool) {
	ids := make([]VarID, len(k.Vars)+1)
	var vars []Var
	for i, v := range k.Vars {
		if keep(VarID(i + 1)) {
			vars = append(vars, v)
			ids[i+1] = VarID(len(vars))
		}
	}
	k.Vars = vars
	for i := range k.Params {
		k.Params[i].Var = ids[k.Params[i].Var]
	}
	for _, b := range k.Blocks {
		for _, in := range b.Instrs {
			in.Root = ids[in.Root]
		}
	}
}

// layoutLocals places the local variables one after the other.
func (k *Kernel) layoutLocals() {
	end := 0
	for i := range k.Vars {
		if v := &k.Vars[i]; v.Kind == LocalVar {
			v.Offset = padding.Up(end, v.Align)
			end = v.Offset + v.Bytes
		}
	}
	k.LocalBytes = end
}
