package pass

// This file drops stores that are overwritten.

import (
	"slices"

	"gpucourse/gpusim/internal/ir"
)

// overwrite removes a store when a later one of its block writes the same
// element, for the same lanes, and nothing in between may read it or let other
// threads read it.
func overwrite(k *ir.Kernel) {
	for _, b := range k.Blocks {
		var open []*ir.Instr // stores that nobody has read yet
		gone := map[*ir.Instr]bool{}
		for _, in := range b.Instrs {
			f := in.Op.Facts()
			switch {
			case in.Op == ir.St && !in.Volatile:
				open = slices.DeleteFunc(open, func(old *ir.Instr) bool {
					gone[old] = gone[old] || overwrites(in, old)
					return gone[old]
				})
				open = append(open, in)
			case in.Op == ir.Ld && !in.Volatile:
				open = slices.DeleteFunc(open, func(old *ir.Instr) bool { return mayAlias(keyOf(in), keyOf(old)) })
			case f.Memory && in.Op != ir.AddrOf || f.Effect:
				open = nil
			}
		}
		b.Instrs = slices.DeleteFunc(b.Instrs, func(in *ir.Instr) bool { return gone[in] })
	}
}

// overwrites reports whether in writes all that old wrote.
func overwrites(in, old *ir.Instr) bool {
	return keyOf(in) == keyOf(old) && in.Off == old.Off && in.Vec == old.Vec
}
