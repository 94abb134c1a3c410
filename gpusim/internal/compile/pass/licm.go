package pass

// This file moves loop-invariant arithmetic out of loops.

import (
	"slices"

	"gpucourse/gpusim/internal/ir"
)

// licm computes before a loop what is the same in each of its iterations,
// innermost loops first. It moves what every lane may execute at little cost,
// and parameter loads; never an access to memory.
func licm(k *ir.Kernel) {
	loops := k.Loops(k.Dominators())
	for _, l := range slices.Backward(loops) {
		hoist(k, l)
	}
}

// hoist moves the invariant instructions of l to the block before its header.
// A loop that is entered from several blocks is left alone.
func hoist(k *ir.Kernel, l *ir.Loop) {
	before := preheader(k, l)
	if before == nil {
		return
	}
	inside := make([]bool, len(k.Regs))
	for _, id := range l.Blocks {
		for _, in := range k.Blocks[id].Instrs {
			for _, r := range in.Dst {
				inside[r] = true
			}
		}
	}
	var moved []*ir.Instr
	for _, id := range k.ReversePostOrder() {
		if !l.Has(id) {
			continue
		}
		b := k.Blocks[id]
		b.Instrs = slices.DeleteFunc(b.Instrs, func(in *ir.Instr) bool {
			if in.Op == ir.Phi || !speculable(in) || readsAny(in, inside) {
				return false
			}
			for _, r := range in.Dst {
				inside[r] = false
			}
			moved = append(moved, in)
			return true
		})
	}
	last := len(before.Instrs) - 1
	before.Instrs = slices.Concat(before.Instrs[:last], moved, before.Instrs[last:])
}

// preheader returns the one block outside of the loop that leads to it. That
// block may have another way, past the loop.
func preheader(k *ir.Kernel, l *ir.Loop) *ir.Block {
	var before *ir.Block
	for _, p := range k.Preds()[l.Header] {
		if l.Has(p) {
			continue
		}
		if before != nil {
			return nil
		}
		before = k.Blocks[p]
	}
	return before
}

func readsAny(in *ir.Instr, set []bool) bool {
	found := false
	in.EachUse(func(r ir.Reg) { found = found || set[r] })
	return found
}
