package pass

// This file counts what the body of a loop of one block holds.

import (
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/nvcc"
)

// bodyFacts returns what nvcc considers of the body of a loop.
func bodyFacts(b *ir.Block) nvcc.Body {
	f := nvcc.Body{Asked: b.Unroll, Instrs: len(b.Instrs), Copies: copiesOfAccess(b)}
	def := map[ir.Reg]*ir.Instr{}
	for _, in := range b.Instrs {
		for _, r := range in.Dst {
			def[r] = in
		}
		addEffects(&f, in)
		if in.Op == ir.Phi || in.Op == ir.Ld && in.Space == ir.Param || in.Op == ir.Mul && in.Type == ir.S64 {
			continue // IMAD.WIDE scales the index and adds the pointer
		}
		if in.Op == ir.Ld {
			f.Loads = append(f.Loads, in.Space == ir.Global)
		}
		f.Size += profile.Work(in)
		if !in.Op.Facts().Block && !folded(in, def) {
			f.Machine++
		}
	}
	const loopControl = 3 // add, compare, branch
	f.Machine -= loopControl
	return f
}

// addEffects notes the effects of an instruction besides stores.
func addEffects(f *nvcc.Body, in *ir.Instr) {
	facts := in.Op.Facts()
	f.Fence = f.Fence || in.Op == ir.Membar
	f.Atomic = f.Atomic || in.Op == ir.Atom && in.Mod != ir.AtomCas
	f.Barrier = f.Barrier || facts.Block
	f.Other = f.Other || facts.Effect && !facts.Term && !facts.Waits && in.Op != ir.St && in.Op != ir.Atom && in.Op != ir.Membar
}

// copiesOfAccess returns how many copies b holds of one access of the source, at most.
func copiesOfAccess(b *ir.Block) (most int) {
	copies := map[ir.PosID]int{}
	for _, in := range b.Instrs {
		if in.Op.Facts().Memory && in.Pos != 0 {
			copies[in.Pos]++
			most = max(most, copies[in.Pos])
		}
	}
	return most
}

// folded reports whether the machine executes in as part of another instruction:
// the widening of an index, a constant added to an address, or the sum of a product.
func folded(in *ir.Instr, def map[ir.Reg]*ir.Instr) bool {
	switch in.Op {
	case ir.Cvt:
		return in.Type == ir.S64 && in.From == ir.S32
	case ir.Add, ir.Sub:
		for _, o := range in.Src {
			if d := def[o.Reg]; o.IsReg && d != nil && d.Op == ir.Mul && d.Type == in.Type {
				return true
			}
		}
		return in.Type == ir.U64 && !in.Src[1].IsReg
	}
	return false
}
