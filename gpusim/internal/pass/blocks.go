package pass

// This file tidies the control-flow graph after branches were folded.

import (
	"slices"

	"gpucourse/gpusim/internal/ir"
)

// foldBranches makes branches on constants unconditional and reports whether
// it found any.
func foldBranches(k *ir.Kernel) bool {
	changed := false
	for _, b := range k.Blocks {
		t := b.Term()
		if t.Op != ir.CBra || t.Src[0].IsReg {
			continue
		}
		keep, drop := t.Targets[0], t.Targets[1]
		if t.Src[0].Imm == 0 {
			keep, drop = drop, keep
		}
		jump(t, keep)
		dropEdge(k.Blocks[drop], b.ID)
		changed = true
	}
	return changed
}

// jump makes the terminator t an unconditional branch.
func jump(t *ir.Instr, to ir.BlockID) {
	*t = ir.Instr{Op: ir.Bra, Targets: []ir.BlockID{to}, Pos: t.Pos}
}

// dropEdge removes the phi operands of b that came from pred.
func dropEdge(b *ir.Block, pred ir.BlockID) {
	for _, in := range b.Phis() {
		spread(in, pred, nil)
	}
}

// renamePred makes the phis of b take from the block to what they took from
// the block from.
func renamePred(b *ir.Block, from, to ir.BlockID) {
	for _, in := range b.Phis() {
		spread(in, from, []ir.BlockID{to})
	}
}

// spread replaces the operand of a phi that came from one block by the same
// from each of several.
func spread(in *ir.Instr, from ir.BlockID, preds []ir.BlockID) {
	i := slices.Index(in.Preds, from)
	op := in.Src[i]
	in.Preds = slices.Concat(in.Preds[:i], in.Preds[i+1:], preds)
	in.Src = slices.Concat(in.Src[:i], in.Src[i+1:])
	for range preds {
		in.Src = append(in.Src, op)
	}
}

// removeUnreachable removes the blocks that control cannot reach.
func removeUnreachable(k *ir.Kernel) {
	order := k.ReversePostOrder()
	if len(order) == len(k.Blocks) {
		return
	}
	reachable := make([]bool, len(k.Blocks))
	for _, b := range order {
		reachable[b] = true
	}
	k.Renumber(func(b *ir.Block) bool { return reachable[b.ID] })
}

// mergeBlocks joins each block to the only one that leads to it, and lets
// branches skip blocks that do nothing. It reports whether it changed anything.
func mergeBlocks(k *ir.Kernel) bool {
	preds := k.Preds()
	gone := make([]bool, len(k.Blocks))
	changed := false
	for _, b := range k.Blocks {
		for !gone[b.ID] && b.Term().Op == ir.Bra {
			s := k.Blocks[b.Term().Targets[0]]
			if len(preds[s.ID]) != 1 || s == b {
				break
			}
			absorb(k, b, s, preds)
			gone[s.ID], changed = true, true
		}
	}
	rank := ranks(k)
	for _, b := range k.Blocks[1:] {
		if !gone[b.ID] && skipEmpty(k, b, preds, rank) {
			gone[b.ID], changed = true, true
		}
	}
	if changed {
		k.Renumber(func(b *ir.Block) bool { return !gone[b.ID] })
	}
	return changed
}

// ranks returns the place of each block in reverse postorder.
func ranks(k *ir.Kernel) []int {
	rank := make([]int, len(k.Blocks))
	for i, b := range k.ReversePostOrder() {
		rank[b] = i
	}
	return rank
}

// absorb appends s, whose only predecessor is b, to b.
func absorb(k *ir.Kernel, b, s *ir.Block, preds [][]ir.BlockID) {
	for _, in := range s.Phis() {
		become(in, in.Src[0])
	}
	b.Instrs = append(b.Instrs[:len(b.Instrs)-1], s.Instrs...)
	for _, t := range b.Succs() {
		renamePred(k.Blocks[t], s.ID, b.ID)
		preds[t][slices.Index(preds[t], s.ID)] = b.ID
	}
}

// skipEmpty lets the predecessors of b, which only branches on, go straight to
// its target. It leaves b alone when the target would not know from where
// control came, and when a loop would lose its only way back.
func skipEmpty(k *ir.Kernel, b *ir.Block, preds [][]ir.BlockID, rank []int) bool {
	if len(b.Instrs) != 1 || b.Term().Op != ir.Bra {
		return false
	}
	to := b.Term().Targets[0]
	if rank[to] <= rank[b.ID] && len(preds[b.ID]) > 1 || to == b.ID {
		return false
	}
	for _, p := range preds[b.ID] {
		if slices.Contains(preds[to], p) {
			return false
		}
	}
	for _, in := range k.Blocks[to].Phis() {
		spread(in, b.ID, preds[b.ID])
	}
	for _, p := range preds[b.ID] {
		t := k.Blocks[p].Term()
		t.Targets[slices.Index(t.Targets, b.ID)] = to
	}
	if h := k.Blocks[to]; h.Unroll == 0 {
		h.Unroll = b.Unroll
	}
	preds[to] = append(slices.DeleteFunc(preds[to], func(p ir.BlockID) bool { return p == b.ID }), preds[b.ID]...)
	return true
}

// splitEdge puts a new block on the way from one block to another. The phis
// of the other keep the old predecessor.
func splitEdge(k *ir.Kernel, from, to *ir.Block, label string) *ir.Block {
	t := from.Term()
	bra := &ir.Instr{Op: ir.Bra, Targets: []ir.BlockID{to.ID}, Pos: t.Pos}
	b := &ir.Block{ID: ir.BlockID(len(k.Blocks)), Label: label, Instrs: []*ir.Instr{bra}}
	t.Targets[slices.Index(t.Targets, to.ID)] = b.ID
	k.Blocks = append(k.Blocks, b)
	return b
}

// placeNew moves the blocks that splitEdge added, from ID old on, behind the
// blocks they come from.
func placeNew(k *ir.Kernel, old int) {
	if len(k.Blocks) == old {
		return
	}
	preds := k.Preds()
	behind := make([][]ir.BlockID, len(k.Blocks))
	for _, b := range k.Blocks[old:] {
		from := preds[b.ID][0]
		behind[from] = append(behind[from], b.ID)
	}
	order := make([]ir.BlockID, 0, len(k.Blocks))
	var put func(ir.BlockID)
	put = func(b ir.BlockID) {
		order = append(order, b)
		for _, c := range behind[b] {
			put(c)
		}
	}
	for b := range old {
		put(ir.BlockID(b))
	}
	k.Permute(order)
}
