package pass

// This file removes dead stores.

import (
	"slices"

	"gpucourse/gpusim/internal/ir"
)

// dse removes a store when a later store of the same block overwrites the same bytes
// for the same lanes, and nothing in between may read them or let other threads
// read them. It also removes stores of what memory already holds.
func dse(k *ir.Kernel) {
	storeBack(k)
	for _, b := range k.Blocks {
		var open []written // stores that nothing has read yet
		var gone []*ir.Instr
		for _, in := range b.Instrs {
			f := in.Op.Facts()
			switch {
			case in.Op == ir.St && !in.Volatile:
				st := written{in, regionOf(k, in)}
				if i := slices.IndexFunc(open, st.overwrites); i >= 0 {
					gone = append(gone, open[i].by)
					open = slices.Delete(open, i, i+1)
				}
				open = append(open, st)
			case in.Op == ir.Ld && !in.Volatile:
				read := regionOf(k, in)
				open = slices.DeleteFunc(open, func(st written) bool { return st.bytes.meets(read) != apart })
			case f.Memory && in.Op != ir.AddrOf || f.Effect:
				open = nil
			}
		}
		if len(gone) > 0 {
			b.Instrs = slices.DeleteFunc(b.Instrs, func(in *ir.Instr) bool { return slices.Contains(gone, in) })
		}
	}
}

// written is a store and the bytes that it writes.
type written struct {
	by    *ir.Instr
	bytes region
}

// overwrites reports whether a store leaves nothing of an earlier one.
func (w written) overwrites(earlier written) bool {
	return w.by.Guard == earlier.by.Guard && w.by.GuardNot == earlier.by.GuardNot && w.bytes.meets(earlier.bytes) == equal
}
