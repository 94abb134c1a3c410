package ptx

// This file divides accesses whose space is not known before the kernel runs: a test of the
// address, and an access for each space.

import (
	"slices"

	"gpucourse/gpusim/internal/ir"
)

// unknown reports whether the space of an access follows from its address alone: a generic access
// whose address comes from memory, or from several spaces.
func (l *lowerer) unknown(in *ir.Instr, o origin) bool {
	return l.generic[in] && in.Src[0].IsReg && len(l.windows) > 0 && (o.mixed || o.number())
}

// holds reports whether an access may be of a space.
func holds(s ir.Space, in *ir.Instr) bool {
	return s == ir.Shared || in.Op == ir.Ld || s == ir.Local && in.Op == ir.St
}

// dispatch replaces an access by one for each space whose addresses the kernel takes.
func (l *lowerer) dispatch(in *ir.Instr) {
	b, at := l.find(in)
	rest := &ir.Block{Label: b.Label, Instrs: b.Instrs[at+1:]}
	l.append(rest)
	for _, s := range rest.Succs() {
		renamePred(l.k.Blocks[s], b.ID, rest.ID)
	}
	b.Instrs = b.Instrs[:at:at]
	var arms []*ir.Block
	var copies []*ir.Instr
	for _, w := range ir.Windows {
		s := w.Space
		if !l.windows[s] || !holds(s, in) {
			continue
		}
		arm, next := &ir.Block{Label: s.String()}, &ir.Block{Label: "generic"}
		l.append(arm)
		l.append(next)
		high := l.put(b, in, ir.Instr{Op: ir.And, Type: ir.U64, Src: []ir.Operand{in.Src[0], ir.I(ir.U64.Mask() << ir.U32.Bits() & ir.U64.Mask())}})
		p := l.put(b, in, ir.Instr{Op: ir.Setp, Mod: ir.EQ, Type: ir.U64, Src: []ir.Operand{high, ir.I(w.First)}})
		b.Instrs = append(b.Instrs, &ir.Instr{Op: ir.CBra, Src: []ir.Operand{p}, Targets: []ir.BlockID{arm.ID, next.ID}, Pos: in.Pos})
		low := l.put(arm, in, ir.Instr{Op: ir.Cvt, Type: ir.U32, From: ir.U64, Src: []ir.Operand{in.Src[0]}})
		arms, copies = append(arms, arm), append(copies, l.copyIn(arm, in, s, low))
		b = next
	}
	arms, copies = append(arms, b), append(copies, l.copyIn(b, in, ir.Global, in.Src[0]))
	for i, arm := range arms {
		arm.Instrs = append(arm.Instrs, copies[i], &ir.Instr{Op: ir.Bra, Targets: []ir.BlockID{rest.ID}, Pos: in.Pos})
	}
	l.joinResults(rest, in, arms, copies)
}

// joinResults gives the results of an access the values of its copies.
func (l *lowerer) joinResults(rest *ir.Block, in *ir.Instr, arms []*ir.Block, copies []*ir.Instr) {
	for i, d := range in.Dst {
		phi := &ir.Instr{Op: ir.Phi, Type: l.k.Regs[d].Type, Dst: []ir.Reg{d}, Pos: in.Pos}
		for j, arm := range arms {
			phi.Preds, phi.Src = append(phi.Preds, arm.ID), append(phi.Src, ir.R(copies[j].Dst[i]))
		}
		rest.Instrs = slices.Insert(rest.Instrs, 0, phi)
	}
}

// copyIn returns the access in a space, with results of its own.
func (l *lowerer) copyIn(b *ir.Block, in *ir.Instr, s ir.Space, address ir.Operand) *ir.Instr {
	x := *in
	x.Space, x.Src, x.Dst = s, slices.Clone(in.Src), nil
	x.Src[0] = address
	for _, d := range in.Dst {
		x.Dst = append(x.Dst, l.k.NewReg(l.k.Regs[d].Type, ""))
	}
	return &x
}

// find returns the block of an instruction and its place there.
func (l *lowerer) find(in *ir.Instr) (*ir.Block, int) {
	for _, b := range l.k.Blocks {
		if at := slices.Index(b.Instrs, in); at >= 0 {
			return b, at
		}
	}
	panic("BUG: an access is in no block")
}

// append adds a block to the kernel.
func (l *lowerer) append(b *ir.Block) {
	b.ID = ir.BlockID(len(l.k.Blocks))
	l.k.Blocks = append(l.k.Blocks, b)
}

// put appends an operation at the place of another instruction, and returns its result.
func (l *lowerer) put(b *ir.Block, at *ir.Instr, in ir.Instr) ir.Operand {
	in.Dst, in.Pos = []ir.Reg{l.k.NewReg(in.DstType(), "")}, at.Pos
	b.Instrs = append(b.Instrs, &in)
	return ir.R(in.Dst[0])
}

// renamePred names another predecessor in the phis of a block.
func renamePred(b *ir.Block, old, renamed ir.BlockID) {
	for _, in := range b.Instrs {
		for i, p := range in.Preds {
			if p == old {
				in.Preds[i] = renamed
			}
		}
	}
}
