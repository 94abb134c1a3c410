package isa

// This file finds what the assembler knows of atomics.

import (
	"slices"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/internal/ir"
)

// Atomic is what the assembler makes of an atomic.
type Atomic struct {
	Unread    bool // nobody reads the old value
	Reduction bool // Unread, on global memory, and the device has a form without a result (RED)
	Combined  bool // all lanes change one address, and one lane does it for all
	Scanned   bool // a whole warp computes the sums of its lanes' values first, and one lane adds the total
	Counted   bool // it adds 1 to 32-bit integers in shared memory: banks can count the lanes (ATOMS.POPC.INC)
}

// Atomics returns the atomics of a kernel on a device, by instruction.
func Atomics(s *arch.Spec, instrs []*ir.Instr, registers int) map[int]Atomic {
	found := map[int]Atomic{}
	var varying, read []bool
	for pc, in := range instrs {
		if in.Op != ir.Atom {
			continue
		}
		if varying == nil {
			varying, read = Varies(instrs, registers), readRegisters(instrs, registers)
		}
		a := Atomic{Unread: len(in.Dst) == 0 || !read[in.Dst[0]]}
		a.Reduction = a.Unread && in.Space == ir.Global && reduces(in.Mod)
		a.Counted = s.Shared.CountsLanes && a.Unread && counts(in)
		if !a.Counted && !anyIn(in.Src[:1], varying) {
			differ := anyIn(in.Src[1:], varying)
			a.Combined, a.Scanned = combines(s, in, a.Unread, differ), differ && scans(in, a.Unread)
		}
		found[pc] = a
	}
	return found
}

// reduces reports whether an atomic has a form without a result: exchanges and compare-and-swap
// stay ATOMG in machine code for sm_75 and sm_90 where nobody reads the result.
func reduces(m ir.Mod) bool { return m != ir.AtomExch && m != ir.AtomCas }

// combines reports whether one lane can change an address for all lanes that do (machine code
// of h100/aggregate.cu). It adds the lanes' common value times their number. Sums in shared
// memory whose result is used are left to all lanes, which nvcc does not. Where no lane
// needs a result, REDUX folds 32-bit integers that may differ, on the devices that count lanes.
func combines(s *arch.Spec, in *ir.Instr, unread, differ bool) bool {
	switch {
	case in.Type.Float():
		return false
	case (in.Mod == ir.AtomAdd || in.Mod == ir.AtomSub) && !differ:
		return unread || in.Space != ir.Shared
	}
	// REDUX computes the arithmetic of 32-bit integers.
	return s.Shared.CountsLanes && unread && in.Type.Bits() == 32 && in.Mod.Arithmetic() != ir.BadOp
}

// scans reports whether the lanes of a whole warp that add different values to one address
// share one atomic: 32-bit integers whose sums are used (h100/aggregate.cu). Sums in shared
// memory are left to all lanes, as in combines.
func scans(in *ir.Instr, unread bool) bool {
	return !unread && in.Space == ir.Global && in.Type.Bits() == 32 && !in.Type.Float() && (in.Mod == ir.AtomAdd || in.Mod == ir.AtomSub)
}

// counts reports whether an atomic adds 1 to 32-bit integers in shared memory.
func counts(in *ir.Instr) bool {
	return in.Space == ir.Shared && in.Mod == ir.AtomAdd && (in.Type == ir.S32 || in.Type == ir.U32) && in.Src[1] == ir.I(1)
}

// Varies returns, by register, whether its value can differ from lane to lane:
// when it comes from the lane's indices or from memory, or was chosen by such a
// value. Branches that lanes disagree on are not looked at.
func Varies(instrs []*ir.Instr, registers int) []bool {
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
	lanes := in.Op.Facts().Lanes
	switch {
	case in.Op == ir.Special:
		return !in.Mod.OfBlock() && in.Mod != ir.WarpID
	case lanes == ir.EachOwn, in.Op == ir.Tex, in.Op == ir.Ld && (in.Space == ir.Local || in.Space == ir.Shared):
		return true
	case lanes == ir.AllSame:
		return false
	}
	return anyIn(in.Src, varies) || in.Keep && varies[in.Guard]
}

// anyIn reports whether one of some operands is a register of a set.
func anyIn(operands []ir.Operand, set []bool) bool {
	return slices.ContainsFunc(operands, func(o ir.Operand) bool { return o.IsReg && set[o.Reg] })
}

// readRegisters returns, by register, whether an instruction reads it.
func readRegisters(instrs []*ir.Instr, registers int) []bool {
	read := make([]bool, registers)
	for _, in := range instrs {
		in.EachUse(func(r ir.Reg) { read[r] = true })
	}
	return read
}
