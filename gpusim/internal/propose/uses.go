package propose

// This file looks at how a kernel uses its parameters.

import (
	"gpucourse/gpusim/internal/ir"
)

// uses says what a kernel does with its parameters.
type uses struct {
	read map[string]bool // arrays that it loads from, or updates atomically
}

func usesOf(k *ir.Kernel) uses {
	u := uses{read: map[string]bool{}}
	k.EachInstr(func(in *ir.Instr) {
		if v := k.Var(in.Root); v != nil && (in.Op == ir.Ld || in.Op == ir.Atom) {
			u.read[v.Name] = true
		}
	})
	return u
}
