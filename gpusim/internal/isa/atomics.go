package isa

// This file finds what the assembler knows of atomics.

import "gpucourse/gpusim/internal/ir"

// Reduction is an atomic whose old value nobody reads.
type Reduction struct {
	Combined bool // all lanes change one address by one value: one lane does it for all (visible: atomic_same)
	Counted  bool // it adds 1 to 32-bit integers in shared memory: banks can count the lanes (ATOMS.POPC.INC)
}

// Reductions returns the reductions of a kernel, by instruction.
func Reductions(instrs []*ir.Instr, registers int) map[int]Reduction {
	found := map[int]Reduction{}
	var varying, read []bool
	for pc, in := range instrs {
		if in.Op != ir.Atom {
			continue
		}
		if varying == nil {
			varying, read = varies(instrs, registers), readRegisters(instrs, registers)
		}
		if len(in.Dst) > 0 && read[in.Dst[0]] {
			continue
		}
		found[pc] = Reduction{!anyOf(in, varying) && in.Mod != ir.AtomCas && in.Mod != ir.AtomExch, counts(in)}
	}
	return found
}

// counts reports whether an atomic adds 1 to 32-bit integers in shared memory.
func counts(in *ir.Instr) bool {
	return in.Space == ir.Shared && in.Mod == ir.AtomAdd && (in.Type == ir.S32 || in.Type == ir.U32) && in.Src[1] == ir.I(1)
}

// varies returns, by register, whether its value can differ from lane to lane:
// when it comes from the lane's indices or from memory, or was chosen by such a
// value. Branches that lanes disagree on are not looked at.
func varies(instrs []*ir.Instr, registers int) []bool {
	v := make([]bool, registers)
	for changed := true; changed; {
		changed = false
		for _, in := range instrs {
			if !differs(in, v) {
				continue
			}
			for _, d := range in.Dst {
				changed = changed || !v[d]
				v[d] = true
			}
		}
	}
	return v
}

// differs reports whether an instruction's results can differ between lanes.
func differs(in *ir.Instr, varies []bool) bool {
	switch in.Op {
	case ir.Special:
		return in.Mod == ir.TidX || in.Mod == ir.TidY || in.Mod == ir.TidZ || in.Mod == ir.LaneID
	case ir.Atom, ir.Shfl, ir.Tex, ir.Call, ir.Args:
		return true
	case ir.Ld:
		if in.Space == ir.Local || in.Space == ir.Shared {
			return true
		}
	}
	return anyOf(in, varies) || in.Keep && varies[in.Guard]
}

// anyOf reports whether an instruction reads a register of a set.
func anyOf(in *ir.Instr, set []bool) bool {
	for _, s := range in.Src {
		if s.IsReg && set[s.Reg] {
			return true
		}
	}
	return false
}

// readRegisters returns, by register, whether an instruction reads it.
func readRegisters(instrs []*ir.Instr, registers int) []bool {
	read := make([]bool, registers)
	for _, in := range instrs {
		in.EachUse(func(r ir.Reg) { read[r] = true })
	}
	return read
}
