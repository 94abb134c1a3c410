package pass

// This file brings loads of a small branch before it, under its condition.

import (
	"slices"

	"gpucourse/gpusim/internal/ir"
)

// early executes the loads of a small arm before the branch to it, for the lanes
// that take it: they are under way together with those that stand there. ptxas does
// so when it executes an arm under a predicate. When what uses them makes values and
// nothing else there is no branch then, and the join chooses; nor is there when the arm
// uses shared memory alone.
func early(k *ir.Kernel) {
	for earlyOne(k) {
		removeUnreachable(k)
		for mergeBlocks(k) {
		}
	}
}

// earlyOne brings loads before branches until one of these needs no branch any more.
func earlyOne(k *ir.Kernel) bool {
	preds := k.Preds()
	for _, b := range k.Blocks {
		t := b.Term()
		if t.Op != ir.CBra || !t.Src[0].IsReg {
			continue
		}
		for side, id := range t.Targets {
			x := k.Blocks[id]
			if x == b || len(preds[id]) != 1 || len(x.Instrs) > maxArm+1 || x.Term().Op != ir.Bra || x.Term().Targets[0] != t.Targets[1-side] {
				continue
			}
			values := bringLoads(b, x, side == 1) && makesValues(x)
			if (values || inShared(x)) && (&converter{k: k, preds: preds, b: b, guards: true}).flatten() {
				return true
			}
		}
	}
	return false
}

// makesValues reports whether an arm does something, and stores nothing.
func makesValues(x *ir.Block) bool {
	return len(x.Instrs) > 1 && !slices.ContainsFunc(x.Instrs, func(in *ir.Instr) bool { return in.Op == ir.St })
}

// inShared reports whether an arm uses memory, and all of that is shared: ptxas
// predicates such arms, their stores too (predicate: shared_arm).
func inShared(x *ir.Block) bool {
	shared := false
	for _, in := range x.Instrs {
		if in.Op == ir.Ld || in.Op == ir.St {
			if in.Space != ir.Shared {
				return false
			}
			shared = true
		}
	}
	return shared
}

// bringLoads moves loads from x to the end of b, under the condition of b's branch, and
// reports whether there were any. A load under a condition of its own stays: that is
// known in x.
func bringLoads(b, x *ir.Block, not bool) bool {
	own := map[ir.Reg]bool{}
	var stay []*ir.Instr
	free := true // nothing stands before that a load must not pass
	last := len(b.Instrs) - 1
	list, t := b.Instrs[:last:last], b.Term()
	for _, in := range x.Instrs {
		free = free && !in.Op.Facts().Effect
		if in.Op == ir.Ld && in.Space != ir.Param && !in.Volatile && free && in.Guard == ir.NoReg && !(in.Src[0].IsReg && own[in.Src[0].Reg]) {
			in.Guard, in.GuardNot = t.Src[0].Reg, not
			list = append(list, in)
			continue
		}
		for _, r := range in.Dst {
			own[r] = true
		}
		stay = append(stay, in)
	}
	moved := len(list) > last
	x.Instrs, b.Instrs = stay, append(list, t)
	return moved
}
