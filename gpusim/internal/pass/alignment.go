package pass

// This file finds out which powers of two divide an address.

import (
	"math/bits"

	"gpucourse/gpusim/internal/ir"
)

// maxZeros stands for a value that every power of two divides: zero.
const maxZeros = 63

// alignment knows how many low bits of each register are zero, for all threads
// and iterations.
type alignment struct {
	k     *ir.Kernel
	zeros []int
}

// newAlignment starts with every register divisible by everything and takes
// back what an instruction contradicts, until nothing changes.
func newAlignment(k *ir.Kernel) *alignment {
	a := &alignment{k: k, zeros: make([]int, len(k.Regs))}
	for r := range a.zeros {
		a.zeros[r] = maxZeros
	}
	order := k.ReversePostOrder()
	for changed := true; changed; {
		changed = false
		for _, id := range order {
			for _, in := range k.Blocks[id].Instrs {
				z := min(a.result(in), maxZeros)
				for _, r := range in.Dst {
					changed = changed || z < a.zeros[r]
					a.zeros[r] = min(a.zeros[r], z)
				}
			}
		}
	}
	return a
}

func (a *alignment) operand(o ir.Operand) int {
	if o.IsReg {
		return a.zeros[o.Reg]
	}
	return zerosOf(o.Imm)
}

func zerosOf(v uint64) int { return min(bits.TrailingZeros64(v), maxZeros) }

// result returns the zeros of what in computes, given those of its operands.
func (a *alignment) result(in *ir.Instr) int {
	z := func(i int) int { return a.operand(in.Src[i]) }
	if in.Type.Float() {
		return 0
	}
	switch in.Op {
	case ir.Mov:
		return z(0)
	case ir.Phi, ir.Add, ir.Sub, ir.Or, ir.Xor:
		return a.least(in.Src)
	case ir.Selp:
		return a.least(in.Src[:2])
	case ir.And:
		return max(z(0), z(1))
	case ir.Mul, ir.MulWide:
		return z(0) + z(1)
	case ir.Mad, ir.MadWide:
		return min(z(0)+z(1), z(2))
	case ir.Shl:
		if !in.Src[1].IsReg {
			return z(0) + int(min(in.Src[1].Imm, maxZeros))
		}
		return z(0)
	case ir.Cvt:
		if !in.From.Float() {
			return z(0)
		}
	case ir.AddrOf:
		return zerosOf(uint64(a.k.Var(in.Root).Offset))
	case ir.Ld:
		return a.pointer(in)
	}
	return 0
}

func (a *alignment) least(ops []ir.Operand) int {
	z := maxZeros
	for _, o := range ops {
		z = min(z, a.operand(o))
	}
	return z
}

// pointer returns what is promised of a slice's pointer: that its elements are
// aligned as their type is.
func (a *alignment) pointer(in *ir.Instr) int {
	if in.Space != ir.Param || in.Src[0].IsReg {
		return 0
	}
	for _, p := range a.k.Params {
		if int64(p.Offset) == in.Off+int64(in.Src[0].Imm) && p.Var != 0 {
			v := a.k.Var(p.Var)
			return zerosOf(uint64(max(v.Align, v.Elem.Align, 1)))
		}
	}
	return 0
}

// access returns the proven alignment in bytes of an access.
func (a *alignment) access(in *ir.Instr) int {
	z := min(a.operand(in.Src[0]), zerosOf(uint64(in.Off)))
	if v := a.k.Var(in.Root); v != nil {
		switch v.Space {
		case ir.Shared, ir.Local:
			z = min(z, zerosOf(uint64(v.Offset)))
		case ir.Const:
			z = min(z, zerosOf(uint64(max(v.Align, 1))))
		}
	}
	return max(in.Alignment(), 1<<min(z, maxAlignZeros))
}

// maxAlignZeros bounds a proof to what the start of each memory space
// promises: 16 bytes, the widest access.
const maxAlignZeros = 4
