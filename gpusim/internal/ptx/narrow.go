package ptx

// This file computes addresses of shared, local and constant memory in 32 bits, relative to their
// object. The front end computes them in 64 bits, and the assembler narrows them in the same way.

import (
	"slices"

	"gpucourse/gpusim/internal/ir"
)

// narrower writes the low 32 bits of values with new instructions, each behind the one whose
// result it narrows.
type narrower struct {
	tracer *tracer
	k      *ir.Kernel
	object ir.VarID // whose own address is left out; 0 for none
	done   map[ir.Reg]ir.Operand
}

// operand returns the low half of a value.
func (n *narrower) operand(o ir.Operand) ir.Operand {
	if !o.IsReg {
		return ir.I(o.Imm & ir.U32.Mask())
	}
	if r, ok := n.done[o.Reg]; ok {
		return r
	}
	def := n.tracer.defs.Def[o.Reg]
	if def == nil {
		return n.cut(o, nil)
	}
	return n.value(o, def)
}

// value returns the low half of the result of an instruction.
func (n *narrower) value(o ir.Operand, def *ir.Instr) (out ir.Operand) {
	wide := n.k.Regs[o.Reg].Type.Bits() == ir.U64.Bits()
	switch op := def.Op; {
	case op == ir.AddrOf:
		if def.Root == n.object {
			return ir.I(0)
		}
		return o
	case op == ir.Phi:
		return n.phi(o, def)
	case op == ir.Mov:
		out = n.operand(def.Src[0])
	case op == ir.Cvt:
		if def.From.Float() || def.From.Bytes() < ir.U32.Bytes() || def.Type.Bytes() < ir.U32.Bytes() {
			return n.cut(o, def)
		}
		out = n.operand(def.Src[0])
	case op.Facts().Low:
		if !wide && n.tracer.of[o.Reg].number() {
			return o
		}
		out = n.same(def)
	case op == ir.MulWide:
		out = n.emit(def, ir.Instr{Op: ir.Mul, Type: ir.U32, Src: slices.Clone(def.Src)})
	case op == ir.MadWide:
		out = n.emit(def, ir.Instr{Op: ir.Mad, Type: ir.U32, Src: []ir.Operand{def.Src[0], def.Src[1], n.operand(def.Src[2])}})
	default:
		return n.cut(o, def)
	}
	n.done[o.Reg] = out
	return out
}

// same writes an operation whose low half depends on the low halves of its operands alone.
func (n *narrower) same(def *ir.Instr) ir.Operand {
	in := ir.Instr{Op: def.Op, Type: ir.U32}
	for i, s := range def.Src {
		if def.Op == ir.Shl && i == 1 || def.Op == ir.Selp && i == 2 {
			in.Src = append(in.Src, s)
			continue
		}
		in.Src = append(in.Src, n.operand(s))
	}
	switch zero := ir.I(0); {
	case (def.Op == ir.Add || def.Op == ir.Sub || def.Op == ir.Or) && in.Src[1] == zero:
		return in.Src[0]
	case (def.Op == ir.Add || def.Op == ir.Or) && in.Src[0] == zero:
		return in.Src[1]
	}
	return n.emit(def, in)
}

// phi writes a phi of low halves.
func (n *narrower) phi(o ir.Operand, def *ir.Instr) ir.Operand {
	r := n.k.NewReg(ir.U32, "")
	n.done[o.Reg] = ir.R(r)
	in := &ir.Instr{Op: ir.Phi, Type: ir.U32, Dst: []ir.Reg{r}, Preds: slices.Clone(def.Preds), Pos: def.Pos}
	n.tracer.behind[def] = append(n.tracer.behind[def], in)
	for _, s := range def.Src {
		in.Src = append(in.Src, n.operand(s))
	}
	return ir.R(r)
}

// cut returns the low half of a register of 64 bits.
func (n *narrower) cut(o ir.Operand, def *ir.Instr) ir.Operand {
	if n.k.Regs[o.Reg].Type.Bits() != ir.U64.Bits() || def == nil {
		return o
	}
	out := n.emit(def, ir.Instr{Op: ir.Cvt, Type: ir.U32, From: ir.U64, Src: []ir.Operand{o}})
	n.done[o.Reg] = out
	return out
}

// emit writes an instruction behind another one.
func (n *narrower) emit(behind *ir.Instr, in ir.Instr) ir.Operand {
	d := n.k.NewReg(ir.U32, "")
	in.Dst, in.Pos = []ir.Reg{d}, behind.Pos
	n.tracer.behind[behind] = append(n.tracer.behind[behind], &in)
	return ir.R(d)
}
