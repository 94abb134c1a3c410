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
	if x == c.b || len(c.preds[x.ID]) != 1 || x.Term().Op != ir.Bra || x.Term().Targets[0] != t.Targets[1-side] {
		return false
	}
	arm := nvcc.Arm{OnlyShared: accesses(x, inShared), OnlyStores: accesses(x, storesOutside)}
	arm.Last = c.k.Blocks[t.Targets[1-side]].Instrs[0].Op == ir.Exit
	arm.Stores = slices.ContainsFunc(x.Instrs, isStore)
	arm.Overlaps = c.overlaps(t, t.Targets[1-side], arm.Stores)
	fetches := arm.Overlaps && arm.Stores && slices.ContainsFunc(x.Instrs, func(in *ir.Instr) bool { return isLoad(in) && in.Space == ir.Global })
	if n := len(x.Instrs) - 1; !profile.ShortArm(n) && !(fetches && profile.LongArm(n)) {
		return false
	}
	arm.LoadsMoved = hoistFrom(c.b, x, side == 1, arm.Overlaps)
	arm.Empty = len(x.Instrs) == 1
	return profile.PredicatesArm(arm) && c.flatten()
}

// overlaps reports whether the loads of an arm of t have others to overlap with, before t or
// in the block behind the arm. If not, ptxas keeps most branches around them (if_load in
// predicate.txt). If the arm stores, what the condition waits for is no other.
func (c *converter) overlaps(t *ir.Instr, behind ir.BlockID, stores bool) bool {
	var awaited map[*ir.Instr]bool
	if stores {
		awaited = feeding(c.b, t)
	}
	other := func(in *ir.Instr) bool {
		return isLoad(in) && (in.Guard == ir.NoReg || in.Guard != t.Src[0].Reg) && !awaited[in]
	}
	return slices.ContainsFunc(c.b.Instrs, other) || slices.ContainsFunc(c.k.Blocks[behind].Instrs, other)
}

func isLoad(in *ir.Instr) bool { return in.Op == ir.Ld && in.Space != ir.Param }

func isStore(in *ir.Instr) bool { return in.Op == ir.St }

// storesOutside reports whether an instruction stores, and not to local memory, which no measurement has.
func storesOutside(in *ir.Instr) bool { return isStore(in) && in.Space != ir.Local }

func inShared(in *ir.Instr) bool { return in.Space == ir.Shared }

// accesses reports whether an arm accesses memory, and only in a way.
func accesses(x *ir.Block, way func(*ir.Instr) bool) bool {
	some := false
	for _, in := range x.Instrs {
		if in.Op != ir.Ld && in.Op != ir.St {
			continue
		}
		if !way(in) {
			return false
		}
		some = true
	}
	return some
}

// feeding returns the instructions of a block on which one of them depends.
func feeding(b *ir.Block, end *ir.Instr) map[*ir.Instr]bool {
	found, needed := map[*ir.Instr]bool{}, map[ir.Reg]bool{}
	end.EachUse(func(r ir.Reg) { needed[r] = true })
	for _, in := range slices.Backward(b.Instrs) {
		if slices.ContainsFunc(in.Dst, func(r ir.Reg) bool { return needed[r] }) {
			found[in] = true
			in.EachUse(func(r ir.Reg) { needed[r] = true })
		}
	}
	return found
}

// hoistFrom moves loads from x to the end of b, predicated with the condition of b's
// branch, and reports whether it moved any. Loads with a predicate of their own stay,
// because x computes that predicate. Their addresses may move too.
func hoistFrom(b, x *ir.Block, not, addresses bool) bool {
	own := map[ir.Reg]bool{}
	var stay []*ir.Instr
	var effects []*ir.Instr
	last := len(b.Instrs) - 1
	list, t := b.Instrs[:last:last], b.Term()
	var early map[*ir.Instr]bool
	if addresses {
		early = addressed(x)
	}
	for _, in := range x.Instrs {
		if early[in] {
			list = append(list, in)
			continue
		}
		if in.Op.Facts().Effect {
			effects = append(effects, in)
		}
		passes := !slices.ContainsFunc(effects, func(e *ir.Instr) bool { return !passesStore(in, e) })
		if isLoad(in) && !in.Volatile && passes && in.Guard == ir.NoReg && !(in.Src[0].IsReg && own[in.Src[0].Reg]) {
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

// passesStore reports whether a load may be executed before an instruction with an effect: a store to other memory, or one that the
// load cannot see. Without a root the memory is not known.
func passesStore(load, e *ir.Instr) bool {
	return isStore(e) && (load.ReadOnly || !oneMemory(load.Space, e.Space) && load.Root != 0 && e.Root != 0)
}

// addressed returns the instructions of an arm that compute the addresses of its loads and may be executed by
// all lanes: ptxas executes them before it predicates the loads. If the arm does not store, it returns all before
// the last load.
func addressed(x *ir.Block) map[*ir.Instr]bool {
	early := map[*ir.Instr]bool{}
	if slices.ContainsFunc(x.Instrs, isStore) {
		for _, in := range x.Instrs {
			if !isLoad(in) || in.Space != ir.Global {
				continue
			}
			for needed := range feeding(x, in) {
				if !speculable(needed) {
					return nil
				}
				early[needed] = true
			}
		}
		return early
	}
	n := 0
	for i, in := range x.Instrs[:len(x.Instrs)-1] {
		switch {
		case isLoad(in) && !in.Volatile && in.Guard == ir.NoReg:
			n = i
		case !speculable(in):
			return nil
		}
	}
	for _, in := range x.Instrs[:n] {
		if speculable(in) {
			early[in] = true
		}
	}
	return early
}
