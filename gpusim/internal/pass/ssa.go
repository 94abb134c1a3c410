package pass

// This file makes the phis of a variable that several blocks define, by the
// method of Braun and others ("Simple and Efficient Construction of Static
// Single Assignment Form", 2013) on a finished control-flow graph.

import (
	"slices"

	"gpucourse/gpusim/internal/ir"
)

// variable is what is known about one variable: its value at the start and at
// the end of blocks.
type variable struct {
	k          *ir.Kernel
	preds      [][]ir.BlockID
	info       ir.RegInfo // of the registers that phis make
	start, end []value    // by block
	phis       []placedPhi
}

type value struct {
	op    ir.Operand
	known bool
}

type placedPhi struct {
	block *ir.Block
	phi   *ir.Instr
}

func newVariable(k *ir.Kernel, preds [][]ir.BlockID, info ir.RegInfo) *variable {
	n := len(k.Blocks)
	values := make([]value, 2*n)
	return &variable{k: k, preds: preds, info: info, start: values[:n], end: values[n:]}
}

// define says which value the variable has at the end of b.
func (v *variable) define(b ir.BlockID, op ir.Operand) { v.end[b] = value{op, true} }

// atEnd returns the variable's value at the end of b.
func (v *variable) atEnd(b ir.BlockID) ir.Operand {
	if !v.end[b].known {
		v.end[b] = value{v.atStart(b), true}
	}
	return v.end[b].op
}

// atStart returns the variable's value at the start of b, making phis where
// ways with different values may meet. A variable that no way defines is zero.
// b must be reachable: then every cycle of blocks has one with several
// predecessors, whose phi ends the search.
func (v *variable) atStart(b ir.BlockID) ir.Operand {
	if v.start[b].known {
		return v.start[b].op
	}
	var op ir.Operand
	switch preds := v.preds[b]; len(preds) {
	case 0:
	case 1:
		op = v.atEnd(preds[0])
	default:
		op = v.phi(b, preds)
	}
	v.start[b] = value{op, true}
	return op
}

func (v *variable) phi(b ir.BlockID, preds []ir.BlockID) ir.Operand {
	r := v.k.NewReg(v.info.Type, v.info.Name)
	v.start[b] = value{ir.R(r), true}
	in := &ir.Instr{Op: ir.Phi, Type: v.info.Type, Dst: []ir.Reg{r}}
	for _, p := range preds {
		in.Preds = append(in.Preds, p)
		in.Src = append(in.Src, v.atEnd(p))
	}
	block := v.k.Blocks[b]
	in.Pos = block.Instrs[0].Pos
	v.phis = append(v.phis, placedPhi{block, in})
	return ir.R(r)
}

// place inserts the phis that were made.
func (v *variable) place() {
	for _, p := range v.phis {
		p.block.Instrs = append([]*ir.Instr{p.phi}, p.block.Instrs...)
	}
}

// rewriteUses makes every use of a variable's register take the value that
// reaches it. Uses in the blocks for which skip holds stay, and so do the
// operands of phis that come from them. variableOf returns nil for registers
// that are no variable.
func rewriteUses(k *ir.Kernel, skip func(*ir.Block) bool, variableOf func(ir.Reg) *variable) {
	for _, b := range k.Blocks {
		for n := 0; n < len(b.Instrs); n++ {
			in := b.Instrs[n]
			for i, o := range in.Src {
				from, at := b, (*variable).atStart
				if in.Op == ir.Phi {
					from, at = k.Blocks[in.Preds[i]], (*variable).atEnd
				}
				if !o.IsReg || skip(from) {
					continue
				}
				if v := variableOf(o.Reg); v != nil {
					before := setOperand(k, in, i, at(v, from.ID), v.info)
					b.Instrs = slices.Insert(b.Instrs, n, before...)
					n += len(before)
				}
			}
			if in.Guard == ir.NoReg || skip(b) {
				continue
			}
			if v := variableOf(in.Guard); v != nil {
				in.Guard = v.atStart(b.ID).Reg
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
