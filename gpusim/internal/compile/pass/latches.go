package pass

// This file gives each loop one way back to its header.

import (
	"slices"

	"gpucourse/gpusim/internal/ir"
)

// oneLatch puts a block before the header of each loop that several branches go
// back to, and makes them go there: what knows loops by their latch knows these
// then too.
func oneLatch(k *ir.Kernel) {
	old := len(k.Blocks)
	for _, l := range k.Loops(k.Dominators()) {
		if len(l.Latches) > 1 {
			joinLatches(k, l)
		}
	}
	placeNew(k, old)
}

// joinLatches makes the latches of a loop go to a new block, which has the phis
// of what they bring to the header.
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

// joinPhi takes what a phi has from some predecessors into a phi of block at, or
// as it is when it is the same from all: then it returns nil.
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
