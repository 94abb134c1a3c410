package pass

// This file hoists the loads of a small arm above its branch.

import (
	"slices"

	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/nvcc"
)

// hoistLoads moves the loads of a small arm above the branch to it and predicates them
// with the branch's condition, so that they overlap with the loads above. ptxas does so
// when it predicates an arm. If the rest of the arm only computes values, or accesses
// only shared memory, the branch becomes predicated code too.
func hoistLoads(k *ir.Kernel) {
	for hoistFromArms(k) {
		removeUnreachable(k)
		for mergeBlocks(k) {
		}
	}
}

// hoistFromArms visits each branch once. It reports whether it replaced one by
// predicated code, because that may make an arm of the branch around it small.
func hoistFromArms(k *ir.Kernel) bool {
	c := &converter{k: k, preds: k.Preds(), guards: true}
	changed := false
	for _, b := range k.Blocks {
		if t := b.Term(); t.Op == ir.CBra && t.Src[0].IsReg {
			c.b = b
			changed = c.hoistFromSide(0) || c.hoistFromSide(1) || changed
		}
	}
	return changed
}

// hoistFromSide hoists the loads of an arm of b, unless there is another arm. It
// reports whether it replaced the branch.
func (c *converter) hoistFromSide(side int) bool {
	t := c.b.Term()
	x := c.k.Blocks[t.Targets[side]]
	if x == c.b || len(c.preds[x.ID]) != 1 || !profile.ShortArm(len(x.Instrs)-1) || x.Term().Op != ir.Bra || x.Term().Targets[0] != t.Targets[1-side] {
		return false
	}
	overlaps := c.overlaps(t, t.Targets[1-side])
	moved := hoistFrom(c.b, x, side == 1, overlaps)
	stores := slices.ContainsFunc(x.Instrs, func(in *ir.Instr) bool { return in.Op == ir.St })
	arm := nvcc.Arm{LoadsMoved: moved, Empty: len(x.Instrs) == 1, Stores: stores, Overlaps: overlaps, OnlyShared: onlyShared(x)}
	return profile.PredicatesArm(arm) && c.flatten()
}

// overlaps reports whether the loads of an arm of t have others to overlap with, before t or
// in the block behind the arm. If not, ptxas keeps most branches around them (if_load in
// predicate.txt).
func (c *converter) overlaps(t *ir.Instr, behind ir.BlockID) bool {
	other := func(in *ir.Instr) bool { return isLoad(in) && (in.Guard == ir.NoReg || in.Guard != t.Src[0].Reg) }
	return slices.ContainsFunc(c.b.Instrs, other) || slices.ContainsFunc(c.k.Blocks[behind].Instrs, other)
}

func isLoad(in *ir.Instr) bool { return in.Op == ir.Ld && in.Space != ir.Param }

// onlyShared reports whether an arm accesses shared memory and no other.
func onlyShared(x *ir.Block) bool {
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

// hoistFrom moves loads from x to the end of b, predicated with the condition of b's
// branch, and reports whether it moved any. Loads with a predicate of their own stay,
// because x computes that predicate. Their addresses may move too.
func hoistFrom(b, x *ir.Block, not, addresses bool) bool {
	own := map[ir.Reg]bool{}
	var stay []*ir.Instr
	free := true // no instruction so far has an effect that a load must not pass
	last := len(b.Instrs) - 1
	list, t := b.Instrs[:last:last], b.Term()
	early := 0
	if addresses {
		early = addressed(x)
	}
	for i, in := range x.Instrs {
		if i < early && speculable(in) {
			list = append(list, in)
			continue
		}
		free = free && !in.Op.Facts().Effect
		if isLoad(in) && !in.Volatile && free && in.Guard == ir.NoReg && !(in.Src[0].IsReg && own[in.Src[0].Reg]) {
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

// addressed returns how many instructions of an arm compute the addresses of its loads and may
// be executed by all lanes: ptxas executes them before it predicates the loads.
func addressed(x *ir.Block) (n int) {
	for i, in := range x.Instrs[:len(x.Instrs)-1] {
		switch {
		case isLoad(in) && !in.Volatile && in.Guard == ir.NoReg:
			n = i
		case !speculable(in):
			return 0
		}
	}
	return n
}
