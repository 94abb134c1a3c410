package pass

// This file lets loops count from the first index that they use.

import (
	"slices"

	"gpucourse/gpusim/internal/ir"
)

// loopCounters exchanges the roles of a counter that its loop uses only to raise it before the test,
// and of the raised value: i = −1, i+1 < n of a Go range loop becomes i = 0, i < n, raised at the end.
// LLVM's rotation of loops leaves them so. The index of the first iteration is then a constant.
func loopCounters(k *ir.Kernel) {
	singleLatch(k)
	defs, g := k.DefUse(), graphOf(k)
	for _, l := range k.Loops(g.dom) {
		for _, phi := range k.Blocks[l.Header].Phis() {
			if sum := raisedFirst(k, l, phi, defs); sum != nil {
				countFromSum(k, l, phi, sum)
			}
		}
	}
}

// raisedFirst returns the sum of a counter and a constant, if the header of a loop that tests at its
// top computes it and nothing else uses the counter.
func raisedFirst(k *ir.Kernel, l *ir.Loop, phi *ir.Instr, defs *ir.Defs) *ir.Instr {
	h, counter := k.Blocks[l.Header], ir.R(phi.Dst[0])
	if l.Latches[0] == h.ID || !slices.ContainsFunc(h.Succs(), func(s ir.BlockID) bool { return !l.Has(s) }) || len(defs.Uses[counter.Reg]) != 1 {
		return nil
	}
	sum := defs.Uses[counter.Reg][0]
	if sum.Op != ir.Add || sum.Type.Float() || sum.Guard != ir.NoReg || sum.Src[0] != counter || sum.Src[1].IsReg || !slices.Contains(h.Instrs, sum) {
		return nil
	}
	for i, op := range phi.Src {
		if l.Has(phi.Preds[i]) != (op == ir.R(sum.Dst[0])) {
			return nil
		}
	}
	return sum
}

// countFromSum makes the sum the counter.
func countFromSum(k *ir.Kernel, l *ir.Loop, phi, sum *ir.Instr) {
	h, latch := k.Blocks[l.Header], k.Blocks[l.Latches[0]]
	for i, from := range phi.Preds {
		if from != latch.ID {
			phi.Src[i] = raised(k, k.Blocks[from], phi.Src[i], sum)
		}
	}
	h.Instrs = slices.DeleteFunc(h.Instrs, func(in *ir.Instr) bool { return in == sum })
	latch.Instrs = slices.Insert(latch.Instrs, len(latch.Instrs)-1, sum)
	phi.Dst, sum.Dst, sum.Src[0] = sum.Dst, phi.Dst, ir.R(sum.Dst[0])
	phi.Src[slices.Index(phi.Preds, latch.ID)] = ir.R(sum.Dst[0])
}

// raised returns the sum with another first operand, at the end of a block.
func raised(k *ir.Kernel, b *ir.Block, o ir.Operand, sum *ir.Instr) ir.Operand {
	if first, ok := ir.Fold(sum, []uint64{o.Imm, sum.Src[1].Imm}); ok && !o.IsReg {
		return ir.I(first)
	}
	r := k.NewReg(sum.DstType(), "")
	in := &ir.Instr{Op: sum.Op, Type: sum.Type, Dst: []ir.Reg{r}, Src: []ir.Operand{o, sum.Src[1]}, Pos: sum.Pos}
	b.Instrs = slices.Insert(b.Instrs, len(b.Instrs)-1, in)
	return ir.R(r)
}
