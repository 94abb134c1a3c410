package pass

// This file says how many iterations of a loop of unknown length nvcc takes at once.

import "gpucourse/gpusim/internal/ir"

// step is one of the copies of a loop: so many iterations, again and again or once.
type step struct {
	iterations int
	again      bool
	sure       bool // there is no need to ask whether they are left
}

// nvcc's optimiser takes four iterations at once, or two of a large loop; its
// assembler takes four of such fours as long as there are as many, and then two of
// them once, where few instructions stand beside the loads. The bounds were found by
// compiling loops of growing size (gpusim/validation/h200/loops.txt).
const (
	maxForFour = 52 // instructions of an iteration for the optimiser
	maxForTwo  = 95

	maxBesideLoads = 4  // instructions of an iteration for the assembler, or
	besideALoad    = 4  // so many more for each load that is not global, or
	maxWithGlobal  = 11 // all together, with global loads
)

// stepsOf returns how many iterations of the loop b are taken at once, the most
// first; nil for one by one.
func stepsOf(b *ir.Block) []step {
	written, issued, most := weigh(b)
	switch {
	case written > maxForTwo:
		return nil
	case written > maxForFour:
		return []step{{iterations: 2, again: true}}
	case issued > most:
		return []step{{iterations: 4, again: true}}
	}
	return []step{{iterations: 16, again: true}, {iterations: 8}, {iterations: 4, again: true}}
}

// weigh counts an iteration's instructions as the optimiser sees them, and those the
// assembler has for it less the counter, its test and the branch; and the most that
// the latter may be.
func weigh(b *ir.Block) (written, issued, most int) {
	def := map[ir.Reg]*ir.Instr{}
	most = maxBesideLoads
	for _, in := range b.Instrs {
		for _, r := range in.Dst {
			def[r] = in
		}
		switch {
		case in.Op == ir.Phi || in.Op == ir.Ld && in.Space == ir.Param || in.Op == ir.Mul && in.Type == ir.S64:
			continue // the scaling of an index is part of its addition to the pointer
		case in.Op == ir.Ld && in.Space == ir.Global:
			most = max(most, maxWithGlobal)
		case in.Op == ir.Ld:
			most += besideALoad
		}
		written++
		if !folded(in, def) {
			issued++
		}
	}
	const loop = 3
	return written, issued - loop, most
}

// folded reports whether in becomes a part of another instruction: widening an index,
// adding a constant to an address, or adding a product.
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
