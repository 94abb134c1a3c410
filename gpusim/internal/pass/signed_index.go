package pass

// This file computes unsigned indexes as signed ones where both are the same number.
// threadIdx of CUDA C is unsigned, so that most indexes are. The passes that divide an
// address into a base and an offset take signed sums only, as nvcc does: an unsigned sum
// may wrap.

import "gpucourse/gpusim/internal/ir"

// maxBlock is the most threads of a block, on every device since compute capability 2.0.
const maxBlock = 1024

// indexSpecials bounds the special registers of a thread's place.
var indexSpecials = map[ir.Mod]interval{
	ir.TidX: {0, maxBlock - 1}, ir.TidY: {0, maxBlock - 1}, ir.TidZ: {0, maxBlock - 1},
	ir.NtidX: {1, maxBlock}, ir.NtidY: {1, maxBlock}, ir.NtidZ: {1, maxBlock},
	ir.LaneID: {0, maxBlock - 1}, ir.WarpID: {0, maxBlock - 1},
}

// signedIndexes rewrites what proves to be below 2³¹.
func signedIndexes(k *ir.Kernel) {
	r := &ranges{def: definitions(k), specials: indexSpecials}
	for _, b := range k.Blocks {
		for _, in := range b.Instrs {
			if in.Op == ir.Cvt && in.From == ir.U32 && in.Type.Bits() == ir.U64.Bits() && !in.Type.Float() && in.Src[0].IsReg && r.of(in.Src[0]).low >= 0 && r.signed(in.Src[0]) {
				in.From, in.Type = ir.S32, ir.S64
			}
		}
	}
}

// signed makes the sums and products that give o signed. It reports whether o is such a
// sum or product.
func (r *ranges) signed(o ir.Operand) bool {
	if !o.IsReg {
		return true
	}
	in := r.def[o.Reg]
	if in == nil || in.Guard != ir.NoReg || in.Type.Bits() != ir.U32.Bits() || r.of(o) == anything {
		return false
	}
	switch in.Op {
	case ir.Add, ir.Mul, ir.Mad:
	case ir.Shl:
		if in.Src[1].IsReg {
			return false
		}
	default:
		return false
	}
	if in.Type == ir.U32 {
		in.Type = ir.S32
		for _, x := range in.Src {
			r.signed(x)
		}
	}
	return true
}
