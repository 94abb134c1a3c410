package regalloc

// This file counts the registers in use along a kernel, for charts.

import (
	"slices"

	"gpucourse/gpusim/internal/ir"
)

// Use is the registers in use around one instruction.
type Use struct {
	In    *ir.Instr
	Words int      // 32-bit registers, reserved and hidden ones included
	Held  []ir.Reg // values in general registers before or after In
}

// Uses returns the registers in use around every instruction, in the order of the code,
// of a kernel that Run has finished for t. The maximum is at most Usage.Registers: it
// leaves out alignment, early fetches and the choice of banks.
func Uses(k *ir.Kernel, t Target) []Use {
	a := analyse(k, t, false)
	kept := a.reserved() + t.Regs.Hidden
	var list []Use
	for _, id := range k.ReversePostOrder() {
		from := len(list)
		a.live.Backward(k.Blocks[id], func(in *ir.Instr, live ir.RegSet) {
			list = append(list, Use{in, a.pressure(in, live) + kept, a.around(in, live)})
		})
		slices.Reverse(list[from:])
	}
	return list
}

// around lists the values in general registers before or after in.
func (a *analysis) around(in *ir.Instr, live ir.RegSet) []ir.Reg {
	all := ir.NewRegSet(len(a.k.Regs))
	live.Each(all.Add)
	in.EachUse(all.Add)
	for _, d := range in.Dst {
		all.Add(d)
	}
	var list []ir.Reg
	all.Each(func(r ir.Reg) {
		if a.class[r] == general {
			list = append(list, r)
		}
	})
	return list
}
