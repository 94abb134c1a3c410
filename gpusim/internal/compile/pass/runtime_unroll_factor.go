package pass

// This file chooses the unroll factors of a loop whose trip count is unknown.

import (
	"slices"

	"gpucourse/gpusim/internal/ir"
)

// stage is one unrolled copy of a loop's body. A loop is unrolled in several
// stages of falling factor.
type stage struct {
	factor        int  // iterations in the copy
	loops         bool // the copy repeats while enough iterations are left; else it runs at most once
	unconditional bool // enough iterations are known to be left, so no test precedes it
}

// nvcc unrolls twice. Its optimiser (NVVM) unrolls by four, or by two for a large
// body. Then ptxas unrolls a small result by four again and adds a stage of eight
// iterations. gpusim/validation/h200/compiler/loops.txt measures the bounds.
const (
	maxForFour = 52 // IR instructions per iteration that NVVM unrolls by four
	maxForTwo  = 95 // IR instructions per iteration that NVVM unrolls by two

	// Machine instructions per iteration that ptxas unrolls again.
	maxPlain      = 4  // without loads
	extraPerLoad  = 4  // more for each load that is not global
	maxWithGlobal = 11 // with global loads

	// The same of loops that NVVM leaves alone.
	maxWhole           = 18
	maxWholeWithGlobal = 45
)

// unrollStages returns the stages for the one-block loop b, the largest factor
// first. It returns nil when the loop stays as it is. A factor that the source gives is
// the only one: NVVM tells ptxas not to unroll such a loop again.
func unrollStages(b *ir.Block) []stage {
	if n := b.Unroll; profile.AskedLoop(n, len(b.Instrs)) {
		return []stage{{factor: n, loops: true}}
	}
	irSize, machineSize, machineMax := sizesOf(b)
	switch {
	case irSize > maxForTwo:
		return nil
	case irSize > maxForFour:
		return []stage{{factor: 2, loops: true}}
	case machineSize > machineMax || unrolledOnce(b):
		return []stage{{factor: 4, loops: true}}
	}
	return []stage{{factor: 16, loops: true}, {factor: 8}, {factor: 4, loops: true}}
}

// wholeStages returns the stages of a loop whose trip count NVVM cannot compute, because its
// unsigned counter, a pointer most often, might wrap. ptxas executes the first iteration by
// itself, then four at a time, and two and one for what is left (gpusim/validation/h100: walks.txt).
func wholeStages(b *ir.Block) []stage {
	_, machineSize, _ := sizesOf(b)
	most := maxWhole
	if slices.ContainsFunc(b.Instrs, globalLoad) {
		most = maxWholeWithGlobal
	}
	if machineSize > most {
		return nil
	}
	return []stage{{factor: 1, unconditional: true}, {factor: 4, loops: true}, {factor: 2}, {factor: 1}}
}

// unrolledOnce reports whether ptxas does not unroll the loop b, however small it is: it holds
// a fence, an atomic that does not compare, or global loads that a barrier keeps apart.
func unrolledOnce(b *ir.Block) bool {
	barrier := slices.ContainsFunc(b.Instrs, func(in *ir.Instr) bool { return in.Op.Facts().Block })
	return slices.ContainsFunc(b.Instrs, func(in *ir.Instr) bool {
		return in.Op == ir.Membar || in.Op == ir.Atom && in.Mod != ir.AtomCas || barrier && globalLoad(in)
	})
}

func globalLoad(in *ir.Instr) bool { return in.Op == ir.Ld && in.Space == ir.Global }

// sizesOf returns the IR instructions and the machine instructions of an iteration,
// and how many machine instructions ptxas still unrolls. The counter, its test and
// the branch are not part of the machine instructions.
func sizesOf(b *ir.Block) (irSize, machineSize, machineMax int) {
	def := map[ir.Reg]*ir.Instr{}
	machineMax = maxPlain
	for _, in := range b.Instrs {
		for _, r := range in.Dst {
			def[r] = in
		}
		switch {
		case in.Op == ir.Phi || in.Op == ir.Ld && in.Space == ir.Param || in.Op == ir.Mul && in.Type == ir.S64:
			continue // IMAD.WIDE scales the index and adds the pointer
		case globalLoad(in):
			machineMax = max(machineMax, maxWithGlobal)
		case in.Op == ir.Ld:
			machineMax += extraPerLoad
		}
		irSize++
		if !in.Op.Facts().Block && !folded(in, def) {
			machineSize++
		}
	}
	const loopControl = 3 // add, compare, branch
	return irSize, machineSize - loopControl, machineMax
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

// meets makes a comparison by != one by < where the counter meets the bound: LLVM knows the
// trip count of such a loop too. A bound that is not constant is not met for sure.
func (p *runtimeUnroller) meets() bool {
	start := p.start()
	if start.IsReg || p.bound.IsReg {
		return false
	}
	t := p.test.Type.Reg()
	n := int64(t.Extend(p.bound.Imm)) - int64(t.Extend(start.Imm))
	if n <= 0 || n%int64(p.by) != 0 {
		return false
	}
	p.test.Mod = ir.LT
	return true
}
