package pass

// This file removes instructions whose results nobody uses.

import (
	"slices"

	"gpucourse/gpusim/internal/ir"
)

// dce keeps the instructions with an effect and whatever they need, and the loads that stand for those of
// a trigonometric function. Cycles of phis that feed only each other go too.
func dce(k *ir.Kernel) {
	pure := func(in *ir.Instr) bool {
		v := k.Var(in.Root)
		return in.Pure() && (v == nil || v.Kind != ir.ReductionVar || in.Op != ir.Ld)
	}
	def := definitions(k)
	needed := ir.NewRegSet(len(k.Regs))
	var work []ir.Reg
	need := func(r ir.Reg) {
		if !needed.Has(r) {
			needed.Add(r)
			work = append(work, r)
		}
	}
	for _, b := range k.Blocks {
		for _, in := range b.Instrs {
			if !pure(in) {
				in.EachUse(need)
			}
		}
	}
	for len(work) > 0 {
		r := work[len(work)-1]
		work = work[:len(work)-1]
		if in := def[r]; in != nil {
			in.EachUse(need)
		}
	}
	for _, b := range k.Blocks {
		b.Instrs = slices.DeleteFunc(b.Instrs, func(in *ir.Instr) bool {
			return pure(in) && !slices.ContainsFunc(in.Dst, needed.Has)
		})
	}
}
