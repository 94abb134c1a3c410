package pass

// This file counts the work of a loop as NVVM does before it unrolls the loop.

import (
	"slices"

	"gpucourse/gpusim/internal/ir"
)

// loopWork returns the instructions of an iteration that NVVM counts: those of LLVM's IR after its
// simplification. Phis, what the loop does not change, and the arithmetic that an access takes into
// its address are free. local: the loop indexes a local array with what it changes.
func loopWork(k *ir.Kernel, l *ir.Loop, defs *ir.Defs) (work int, local bool) {
	w := insideOf(k, l, defs)
	for _, id := range l.Blocks {
		for _, in := range k.Blocks[id].Instrs {
			work += w.work(in)
			local = local || in.Space == ir.Local && in.Op.Facts().Memory && len(in.Src) > 0 && !w.invariant(in.Src[0])
		}
	}
	return work, local
}

// insideOf returns the counter of a loop.
func insideOf(k *ir.Kernel, l *ir.Loop, defs *ir.Defs) *workCounter {
	w := &workCounter{loop: l, defs: defs, inside: map[*ir.Instr]bool{}, steady: map[*ir.Instr]bool{}, copies: map[origin]int{}}
	for _, id := range l.Blocks {
		for _, in := range k.Blocks[id].Instrs {
			w.inside[in] = true
			w.copies[sourceOf(in)]++
		}
	}
	return w
}

// defined reports whether an operand is defined outside of the loop.
func (w *workCounter) defined(o ir.Operand) bool {
	return !o.IsReg || !w.inside[w.defs.Def[o.Reg]]
}

// workCounter knows what a loop changes.
type workCounter struct {
	loop   *ir.Loop
	defs   *ir.Defs
	inside map[*ir.Instr]bool // the loop's instructions
	steady map[*ir.Instr]bool // by instruction, once it is known: the loop does not change the result
	copies map[origin]int     // instructions per origin
}

// origin is what copies of an instruction have in common.
type origin struct {
	pos ir.PosID
	op  ir.Op
}

func sourceOf(in *ir.Instr) origin { return origin{in.Pos, in.Op} }

// work returns what NVVM counts for an instruction of the loop. An index of shared or local memory is
// widened there, and scaled by the access.
func (w *workCounter) work(in *ir.Instr) (n int) {
	if !w.free(in) {
		n = profile.Work(in)
	}
	if in.Space == ir.Shared && len(in.Src) > 0 && in.Src[0].IsReg && in.Off != 0 && w.copies[sourceOf(in)] > 1 {
		n++ // LLVM adds the index to the array's address
	}
	if (in.Op == ir.Mul || in.Op == ir.Shl) && in.Type.Bytes() == ir.U32.Bytes() && !in.Src[1].IsReg && !w.hoisted(in) && w.onlyAddresses(in) {
		n++
		if w.addresses(in) {
			n++
		}
	}
	return n
}

// free reports whether NVVM counts nothing for an instruction of the loop.
func (w *workCounter) free(in *ir.Instr) bool {
	switch in.Op {
	case ir.Phi, ir.Mov, ir.AddrOf:
		return true
	case ir.Bra:
		return slices.Contains(in.Targets, w.loop.Header) // a rotated loop ends with its test
	case ir.Ld:
		return in.Space == ir.Param
	case ir.Mul, ir.Shl:
		return !in.Src[1].IsReg && w.onlyAddresses(in) || w.hoisted(in)
	case ir.Add:
		return w.onlyAddresses(in) && (!in.Src[1].IsReg || !w.addresses(in)) || w.hoisted(in)
	}
	return w.hoisted(in)
}

// hoisted reports whether NVVM has moved an instruction out of the loop: not what an unrolled loop
// inside has left.
func (w *workCounter) hoisted(in *ir.Instr) bool {
	return w.unchanged(in) && (in.Pos == 0 || w.copies[sourceOf(in)] == 1)
}

// onlyAddresses reports whether the result is used as an address or as a part of one alone.
func (w *workCounter) onlyAddresses(in *ir.Instr) bool {
	return len(in.Dst) == 1 && !slices.ContainsFunc(w.defs.Uses[in.Dst[0]], func(use *ir.Instr) bool {
		pointer := use.Op == ir.Add && (use.Type == ir.U64 || use.Type == ir.U32)
		return !(pointer && w.onlyAddresses(use)) && !addressedBy(use, in.Dst[0])
	})
}

// addresses reports whether an access has the result as its address.
func (w *workCounter) addresses(in *ir.Instr) bool {
	return slices.ContainsFunc(w.defs.Uses[in.Dst[0]], func(use *ir.Instr) bool { return addressedBy(use, in.Dst[0]) })
}

// addressedBy reports whether in accesses memory at r.
func addressedBy(in *ir.Instr, r ir.Reg) bool {
	if !in.Op.Facts().Memory || len(in.Src) == 0 || in.Src[0] != ir.R(r) {
		return false
	}
	return !slices.Contains(in.Src[1:], ir.R(r))
}

// invariant reports whether an operand has one value in all iterations.
func (w *workCounter) invariant(o ir.Operand) bool {
	return !o.IsReg || w.defs.Def[o.Reg] == nil || !w.inside[w.defs.Def[o.Reg]] || w.unchanged(w.defs.Def[o.Reg])
}

// unchanged reports whether an instruction of the loop computes the same in all iterations.
func (w *workCounter) unchanged(in *ir.Instr) bool {
	if same, known := w.steady[in]; known {
		return same
	}
	f := in.Op.Facts()
	same := in.Op != ir.Phi && !f.Memory && !f.Effect && !f.Term && in.Guard == ir.NoReg && !slices.ContainsFunc(in.Src, func(o ir.Operand) bool { return !w.invariant(o) })
	w.steady[in] = same
	return same
}
