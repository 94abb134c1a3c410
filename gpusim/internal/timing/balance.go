package timing

// This file settles which unit does what two of them can do.

import (
	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/internal/ir"
)

// balance gives each instruction that two units can do to one of them, as ptxas
// does when it writes a sum as IADD3 or as IMAD.IADD: in a basic block, to the unit
// that has less to do.
func balance(ops []op, instrs []*ir.Instr) {
	from := 0
	for pc, in := range instrs {
		if in.Op.Facts().Term {
			share(ops[from : pc+1])
			from = pc + 1
		}
	}
}

func share(block []op) {
	var load [arch.NumUnits]int64
	for i := range block {
		if o := &block[i]; o.other == arch.NoUnit {
			load[o.unit] += o.busy
		}
	}
	for i := range block {
		o := &block[i]
		if o.other == arch.NoUnit {
			continue
		}
		if load[o.other] < load[o.unit] {
			o.unit = o.other
		}
		load[o.unit] += o.busy
		o.other = arch.NoUnit
	}
}
