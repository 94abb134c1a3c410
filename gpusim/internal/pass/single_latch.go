package pass

// This file gives each loop a single latch, the block that branches back to the header.

import (
	"slices"

	"gpucourse/gpusim/internal/ir"
)

// singleLatch adds a latch to each loop with several back edges and redirects those
// edges to it. Passes that require one latch then apply to these loops too.
func singleLatch(k *ir.Kernel) {
	old := len(k.Blocks)
	for _, l := range k.Loops(k.Dominators()) {
		if len(l.Latches) > 1 {
			joinLatches(k, l)
		}
	}
	placeNew(k, old)
}

// joinLatches redirects the latches of a loop to a new block, which merges their
// values in phis.
func joinLatches(k *ir.Kernel, l *ir.Loop) {
	h := k.Blocks[l.Header]
	bra := &ir.Instr{Op: ir.Bra, Targets: []ir.BlockID{h.ID}, Pos: k.Blocks[slices.Max(l.Latches)].Term().Pos}
	b := &ir.Block{ID: ir.BlockID(len(k.Blocks)), Label: "for.next"}
	for _, phi := range h.Phis() {
		if in := joinPhi(k, phi, l.Latches, b.ID); in != nil {
			b.Instrs = append(b.Instrs, in)
		}
	}
	b.Instrs = append(b.Instrs, bra)
	for _, latch := range l.Latches {
		t := k.Blocks[latch].Term()
		for i, to := range t.Targets {
			if to == h.ID {
				t.Targets[i] = b.ID
			}
		}
	}
	k.Blocks = append(k.Blocks, b)
}

// joinPhi replaces the operands of a phi from several predecessors by one from block
// at. It returns the phi to place there, or nil if all the operands are equal.
func joinPhi(k *ir.Kernel, phi *ir.Instr, from []ir.BlockID, at ir.BlockID) *ir.Instr {
	in := *phi
	in.Src, in.Preds = nil, nil
	var src []ir.Operand
	var preds []ir.BlockID
	for i, p := range phi.Preds {
		if slices.Contains(from, p) {
			in.Src, in.Preds = append(in.Src, phi.Src[i]), append(in.Preds, p)
		} else {
			src, preds = append(src, phi.Src[i]), append(preds, p)
		}
	}
	value, one := in.Src[0], !slices.ContainsFunc(in.Src, func(o ir.Operand) bool { return o != in.Src[0] })
	if !one {
		r := k.NewReg(k.Regs[phi.Dst[0]].Type, k.Regs[phi.Dst[0]].Name)
		in.Dst, value = []ir.Reg{r}, ir.R(r)
	}
	phi.Src, phi.Preds = append(src, value), append(preds, at)
	if one {
		return nil
	}
	return &in
}
