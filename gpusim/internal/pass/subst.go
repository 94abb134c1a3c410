package pass

// This file replaces registers by operands throughout a kernel.

import "gpucourse/gpusim/internal/ir"

// subst says which registers are to be replaced, and by what.
type subst struct {
	k  *ir.Kernel
	to []replacement // by register
}

type replacement struct {
	op  ir.Operand
	set bool
}

func newSubst(k *ir.Kernel) *subst { return &subst{k: k, to: make([]replacement, len(k.Regs))} }

// set replaces r by op from now on.
func (s *subst) set(r ir.Reg, op ir.Operand) {
	for len(s.to) <= int(r) {
		s.to = append(s.to, replacement{})
	}
	s.to[r] = replacement{op, true}
}

// resolve follows replacements to the last one.
func (s *subst) resolve(op ir.Operand) ir.Operand {
	for op.IsReg && int(op.Reg) < len(s.to) && s.to[op.Reg].set {
		op = s.to[op.Reg].op
	}
	return op
}

// apply rewrites the operands of in and reports whether any changed. An
// argument of Printf keeps its own register unless the other is of the very
// same type: its type is what is printed. Guards are rewritten by registers only.
func (s *subst) apply(in *ir.Instr) bool {
	changed := false
	for i, o := range in.Src {
		if !o.IsReg || int(o.Reg) >= len(s.to) || !s.to[o.Reg].set {
			continue
		}
		n := s.resolve(o)
		t := in.SrcType(i)
		if t == ir.NoType && (!n.IsReg || s.k.Regs[n.Reg].Type != s.k.Regs[o.Reg].Type) {
			continue
		}
		if !n.IsReg {
			n.Imm &= t.Mask()
		}
		in.Src[i], changed = n, true
	}
	if g := s.resolve(ir.R(in.Guard)); in.Guard != ir.NoReg && g.IsReg && g.Reg != in.Guard {
		in.Guard, changed = g.Reg, true
	}
	return changed
}

// applyAll rewrites every instruction.
func (s *subst) applyAll() {
	for _, b := range s.k.Blocks {
		for _, in := range b.Instrs {
			s.apply(in)
		}
	}
}

// become makes in a copy of op, whatever it was.
func become(in *ir.Instr, op ir.Operand) {
	*in = ir.Instr{Op: ir.Mov, Type: in.DstType(), Dst: in.Dst, Src: []ir.Operand{op}, Pos: in.Pos}
}

// definitions returns the instruction that defines each register.
func definitions(k *ir.Kernel) []*ir.Instr {
	def := make([]*ir.Instr, len(k.Regs))
	for _, b := range k.Blocks {
		for _, in := range b.Instrs {
			for _, r := range in.Dst {
				def[r] = in
			}
		}
	}
	return def
}

// definedIn returns the instructions of a block by what they define.
func definedIn(b *ir.Block) map[ir.Reg]*ir.Instr {
	defs := map[ir.Reg]*ir.Instr{}
	for _, in := range b.Instrs {
		for _, r := range in.Dst {
			defs[r] = in
		}
	}
	return defs
}
