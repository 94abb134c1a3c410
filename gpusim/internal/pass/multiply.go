package pass

// This file divides by other constants than powers of two without a division.

import (
	"math/bits"
	"slices"

	"gpucourse/gpusim/internal/ir"
)

// multiply replaces quotients and remainders by constants with a product whose high half,
// shifted, is the quotient. Granlund, Montgomery: Division by invariant integers using
// multiplication (1994).
func multiply(k *ir.Kernel) {
	m := &multiplier{divider{k: k, def: definitions(k)}}
	for _, b := range k.Blocks {
		for i := 0; i < len(b.Instrs); i++ {
			if before := m.visit(b.Instrs[i]); before != nil {
				b.Instrs = slices.Insert(b.Instrs, i, before...)
				i += len(before)
			}
		}
	}
}

type multiplier struct{ divider }

// unsignedOf is the unsigned type of each integer type that is divided by constants.
var unsignedOf = map[ir.Type]ir.Type{ir.S32: ir.U32, ir.U32: ir.U32, ir.S64: ir.U64, ir.U64: ir.U64}

// visit rewrites one division and returns what must precede it.
func (m *multiplier) visit(in *ir.Instr) []*ir.Instr {
	if in.Op != ir.Div && in.Op != ir.Rem || unsignedOf[in.Type] == 0 || in.Src[1].IsReg {
		return nil
	}
	by := in.Type.Extend(in.Src[1].Imm)
	if by < 3 || by > in.Type.Mask()>>1 || bits.OnesCount64(by) == 1 {
		return nil
	}
	m.out = nil
	x := in.Src[0]
	quotient := m.signed
	if positive := m.notNegative(x); positive || !in.Type.Signed() {
		quotient = func(in *ir.Instr, x ir.Operand, by uint64) []ir.Operand { return m.unsigned(in, x, by, positive) }
	}
	q := quotient(in, x, by)
	if in.Op == ir.Div {
		in.Op, in.Src = ir.Add, q
		return m.out
	}
	in.Op, in.Src = ir.Mad, []ir.Operand{m.emit(in, ir.Add, in.Type, q...), ir.I(-by & in.Type.Mask()), x}
	return m.out
}

// signed returns two summands of a signed quotient: the shifted product, which is rounded
// down, and 1 if it is negative.
func (m *multiplier) signed(in *ir.Instr, x ir.Operand, by uint64) []ir.Operand {
	width, shift := in.Type.Bits(), bits.Len64(by)-2
	factor, excess := reciprocal(width, shift, by)
	if excess > 1<<(shift+1) {
		shift++
		factor, _ = reciprocal(width, shift, by)
	}
	high := m.emit(in, ir.MulHi, in.Type, x, ir.I(factor))
	if factor>>(width-1) != 0 { // as a signed number it is too small by 1<<width
		high = m.emit(in, ir.Add, in.Type, high, x)
	}
	sign := m.emit(in, ir.Shr, unsignedOf[in.Type], high, ir.I(uint64(width-1)))
	return []ir.Operand{m.shifted(in, in.Type, high, shift), sign}
}

// unsigned returns the quotient of numbers without sign, and a summand 0. Positive ones have
// one bit less.
func (m *multiplier) unsigned(in *ir.Instr, x ir.Operand, by uint64, positive bool) []ir.Operand {
	width, shift, t := in.Type.Bits(), bits.Len64(by)-1, unsignedOf[in.Type]
	factor, excess := reciprocal(width, shift, by)
	if positive || excess <= 1<<shift {
		high := m.emit(in, ir.MulHi, t, x, ir.I(factor))
		return []ir.Operand{m.shifted(in, t, high, shift), ir.I(0)}
	}
	factor, _ = reciprocal(width, shift+1, by) // of which the highest bit does not fit
	high := m.emit(in, ir.MulHi, t, x, ir.I(factor))
	half := m.emit(in, ir.Shr, t, m.emit(in, ir.Sub, t, x, high), ir.I(1))
	return []ir.Operand{m.shifted(in, t, m.emit(in, ir.Add, t, half, high), shift), ir.I(0)}
}

// shifted returns a value shifted to the right.
func (m *multiplier) shifted(in *ir.Instr, t ir.Type, x ir.Operand, by int) ir.Operand {
	if by == 0 {
		return x
	}
	return m.emit(in, ir.Shr, t, x, ir.I(uint64(by)))
}

// reciprocal returns 1<<(width+shift) divided by a number and rounded up, without the bits
// that do not fit, and by how much its product with the number exceeds 1<<(width+shift).
func reciprocal(width, shift int, by uint64) (factor, excess uint64) {
	if width == 32 {
		one := uint64(1) << (width + shift)
		up := one/by + 1
		return up & (1<<32 - 1), up*by - one
	}
	quotient, rest := bits.Div64(uint64(1)<<shift%by, 0, by)
	return quotient + 1, by - rest
}
