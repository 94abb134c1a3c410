package pass

// This file makes uses of a variable that several blocks define take its values.

import (
	"slices"

	"gpucourse/gpusim/internal/ir"
)

// value is an operand, if it is known.
type value struct {
	op    ir.Operand
	known bool
}

// rewriteUses makes every use of a variable's register take the value that
// reaches it. Uses in the blocks for which skip holds stay, and so do the
// operands of phis that come from them. variableOf returns nil for registers
// that are no variable.
func rewriteUses(k *ir.Kernel, skip func(*ir.Block) bool, variableOf func(ir.Reg) *ir.Variable) {
	for _, b := range k.Blocks {
		for n := 0; n < len(b.Instrs); n++ {
			in := b.Instrs[n]
			for i, o := range in.Src {
				from, at := b, (*ir.Variable).AtStart
				if in.Op == ir.Phi {
					from, at = k.Blocks[in.Preds[i]], (*ir.Variable).AtEnd
				}
				if !o.IsReg || skip(from) {
					continue
				}
				if v := variableOf(o.Reg); v != nil {
					before := setOperand(k, in, i, at(v, from.ID), v.Info)
					b.Instrs = slices.Insert(b.Instrs, n, before...)
					n += len(before)
				}
			}
			if in.Guard == ir.NoReg || skip(b) {
				continue
			}
			if v := variableOf(in.Guard); v != nil {
				in.Guard = v.AtStart(b.ID).Reg
			}
		}
	}
}

// setOperand makes op the operand i of in. An argument of Printf must be a
// register of the type that is printed: another one is copied first, by the
// instructions returned.
func setOperand(k *ir.Kernel, in *ir.Instr, i int, op ir.Operand, info ir.RegInfo) []*ir.Instr {
	t := in.SrcType(i)
	if t != ir.NoType || op.IsReg && k.Regs[op.Reg].Type == info.Type {
		if !op.IsReg {
			op.Imm &= t.Mask()
		}
		in.Src[i] = op
		return nil
	}
	r := k.NewReg(info.Type, info.Name)
	in.Src[i] = ir.R(r)
	return []*ir.Instr{{Op: ir.Mov, Type: info.Type, Dst: []ir.Reg{r}, Src: []ir.Operand{op}, Pos: in.Pos}}
}
