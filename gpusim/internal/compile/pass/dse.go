package pass

// This file removes dead stores.

import (
	"maps"
	"slices"

	"gpucourse/gpusim/internal/ir"
)

// element identifies what a store writes, and for which lanes.
type element struct {
	groupKey
	off int64
	vec int
}

// dse removes a store when a later store of the same block overwrites the same element
// for the same lanes, and nothing in between may read the element or let other threads
// read it. It also removes stores of what memory already holds.
func dse(k *ir.Kernel) {
	storeBack(k)
	open := map[element]*ir.Instr{} // stores that nothing has read yet
	for _, b := range k.Blocks {
		clear(open)
		var gone []*ir.Instr
		for _, in := range b.Instrs {
			f := in.Op.Facts()
			switch {
			case in.Op == ir.St && !in.Volatile:
				e := element{keyOf(in), in.Off, in.Vec}
				if old := open[e]; old != nil {
					gone = append(gone, old)
				}
				open[e] = in
			case in.Op == ir.Ld && !in.Volatile:
				key := keyOf(in)
				maps.DeleteFunc(open, func(e element, _ *ir.Instr) bool { return mayAlias(key, e.groupKey) })
			case f.Memory && in.Op != ir.AddrOf || f.Effect:
				clear(open)
			}
		}
		if len(gone) > 0 {
			b.Instrs = slices.DeleteFunc(b.Instrs, func(in *ir.Instr) bool { return slices.Contains(gone, in) })
		}
	}
}
