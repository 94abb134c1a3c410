package pass

// This file removes instructions whose results nobody uses.

import (
	"slices"

	"gpucourse/gpusim/internal/ir"
)

// dce keeps the instructions with an effect and whatever they need. Cycles of
// phis that feed only each other go too.
func dce(k *ir.Kernel) {
	def := definitions(k)
	needed := map[*ir.Instr]bool{}
	var work []*ir.Instr
	need := func(in *ir.Instr) {
		if in != nil && !needed[in] {
			needed[in] = true
			work = append(work, in)
		}
	}
	for _, b := range k.Blocks {
		for _, in := range b.Instrs {
			if !in.Pure() {
				need(in)
			}
		}
	}
	for len(work) > 0 {
		in := work[len(work)-1]
		work = work[:len(work)-1]
		in.EachUse(func(r ir.Reg) { need(def[r]) })
	}
	for _, b := range k.Blocks {
		b.Instrs = slices.DeleteFunc(b.Instrs, func(in *ir.Instr) bool { return !needed[in] })
	}
}
