package regalloc

// This file decides where each value lives: in registers of the thread or of the warp,
// in the constant bank, or in a predicate.

import "gpucourse/gpusim/internal/ir"

// class is the kind of storage of a value.
type class uint8

const (
	general   class = iota // 32-bit registers of the thread
	predicate              // one-bit registers of the thread
	constant               // the constant bank, which holds parameters
	uniform                // uniform registers of the warp
)

// classes returns the class of every register. A register is uniform if the device has
// uniform registers, and if its only definition is an integer operation of the uniform
// datapath on values that all lanes share, executed by lanes that are not apart.
func classes(k *ir.Kernel, t Target, apart map[*ir.Instr]bool) []class {
	c := make([]class, len(k.Regs))
	defs := make([]int, len(k.Regs))
	k.EachInstr(func(in *ir.Instr) {
		for _, r := range in.Dst {
			defs[r]++
		}
	})
	for _, id := range k.ReversePostOrder() {
		for _, in := range k.Blocks[id].Instrs {
			for _, r := range in.Dst {
				c[r] = classOf(k, t, in, r, defs[r] == 1, c, apart[in])
			}
		}
	}
	return c
}

func classOf(k *ir.Kernel, t Target, in *ir.Instr, r ir.Reg, once bool, c []class, apart bool) class {
	switch {
	case k.Regs[r].Type == ir.Pred:
		return predicate
	case once && in.Op == ir.Ld && in.Space == ir.Param && !in.Src[0].IsReg:
		return constant
	case once && t.Regs.Uniform > 0 && !apart && scalarOp(in) && shared(in, c):
		return uniform
	}
	return general
}

// scalarOps are the operations of the uniform datapath (CUDA Binary Utilities,
// Turing to Hopper instruction set: UIADD3, UIMAD, ULOP3, USHF …).
var scalarOps = map[ir.Op]bool{
	ir.Add: true, ir.Sub: true, ir.Mul: true, ir.Mad: true, ir.MulWide: true, ir.MadWide: true,
	ir.And: true, ir.Or: true, ir.Xor: true, ir.Not: true, ir.Shl: true, ir.Shr: true,
	ir.Neg: true, ir.Popc: true,
}

func scalarOp(in *ir.Instr) bool {
	if in.Op == ir.Special {
		return in.Mod.OfBlock()
	}
	return scalarOps[in.Op] && !in.Type.Float() && in.Type != ir.Pred
}

// shared reports whether all operands have the same value in all lanes.
func shared(in *ir.Instr, c []class) bool {
	all := true
	in.EachUse(func(r ir.Reg) { all = all && (c[r] == uniform || c[r] == constant) })
	return all
}

// wordsOf returns the number of 32-bit registers of a value.
func wordsOf(t ir.Type) int { return t.Bytes() / ir.U32.Bytes() }
