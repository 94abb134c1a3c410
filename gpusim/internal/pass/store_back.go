package pass

// This file removes stores of what memory already holds.

import (
	"slices"

	"gpucourse/gpusim/internal/ir"
)

// storeBack removes a store of a value to the element that it was loaded from, if nothing in
// between may have changed the element.
func storeBack(k *ir.Kernel) {
	defs, preds := definitions(k), k.Preds()
	for _, b := range k.Blocks {
		for i := 0; i < len(b.Instrs); i++ {
			st := b.Instrs[i]
			if st.Op != ir.St || st.Volatile || st.Vec != 1 || !st.Src[1].IsReg {
				continue
			}
			if ld := defs[st.Src[1].Reg]; ld != nil && loadsElement(k, ld, st) && !changedSince(k, preds, b, st, ld) {
				b.Instrs = slices.Delete(b.Instrs, i, i+1)
				i--
			}
		}
	}
}

// loadsElement reports whether a load reads the element that a store writes.
func loadsElement(k *ir.Kernel, ld, st *ir.Instr) bool {
	return ld.Op == ir.Ld && !ld.Volatile && ld.Guard == ir.NoReg && ld.Vec == 1 && ld.Type == st.Type &&
		regionOf(k, ld).meets(regionOf(k, st)) == equal
}

// changedSince reports whether an instruction on a way from a load to a store in block b may
// change the element of both.
func changedSince(k *ir.Kernel, preds [][]ir.BlockID, b *ir.Block, st, ld *ir.Instr) bool {
	seen := make([]bool, len(k.Blocks))
	todo := [][]*ir.Instr{b.Instrs[:slices.Index(b.Instrs, st)]}
	blocks := []ir.BlockID{b.ID}
	for len(todo) > 0 {
		list, id := todo[0], blocks[0]
		todo, blocks = todo[1:], blocks[1:]
		loaded := false
		for _, in := range slices.Backward(list) {
			if loaded = in == ld; loaded {
				break
			}
			f := in.Op.Facts()
			other := st.Space == ir.Local && in.Space != ir.Local && in.Op != ir.Call
			if f.Effect && !f.Term && !other {
				return true
			}
		}
		for _, p := range preds[id] {
			if !loaded && !seen[p] {
				seen[p] = true
				todo, blocks = append(todo, k.Blocks[p].Instrs), append(blocks, p)
			}
		}
	}
	return false
}
