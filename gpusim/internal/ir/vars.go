package ir

// This file removes variables.

import "gpucourse/gpusim/internal/padding"

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
