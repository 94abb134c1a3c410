package pass

// This file forms the multiply-adds that addresses are made of.

import "gpucourse/gpusim/internal/ir"

// address makes one mad of a product and a sum, and one mad.wide of widening
// an index, scaling it and adding it to a pointer, the IMAD.WIDE of nvcc's
// code. A constant in a signed index moves to the offsets of the accesses.
func address(k *ir.Kernel) {
	splitConstantOffsets(k)
	a := &addresser{k: k, defs: k.DefUse()}
	a.each(a.wide)
	a.each(a.mad)
	a.index = newSplitter(k, func(t ir.Type) bool { return t == ir.S32 })
	a.each(a.indexOffset)
	a.index.place()
	dce(k)
}

// addresser knows the definitions and uses from before the first rewrite. Later
// uses are missing only where the instruction that a rewrite looked through is
// still listed, and makes the next rewrite decline.
type addresser struct {
	k     *ir.Kernel
	defs  *ir.Defs
	index *splitter // of signed indexes
}

func (a *addresser) each(rewrite func(*ir.Instr) bool) {
	for _, b := range a.k.Blocks {
		for _, in := range b.Instrs {
			rewrite(in)
		}
	}
}

// def returns the instruction that defines o, or nil.
func (a *addresser) def(o ir.Operand) *ir.Instr {
	if !o.IsReg {
		return nil
	}
	return a.defs.Def[o.Reg]
}

// wide: a 64-bit product of a widened 32-bit value and a constant, or another such value.
func (a *addresser) wide(in *ir.Instr) bool {
	if in.Type != ir.S64 && in.Type != ir.U64 || in.Op != ir.Mul && in.Op != ir.Shl {
		return false
	}
	c := a.widened(in.Src[0])
	if c == nil {
		return false
	}
	if in.Src[1].IsReg {
		return a.wideProduct(in, c)
	}
	factor := in.Src[1].Imm
	if in.Op == ir.Shl {
		if factor >= 31 {
			return false
		}
		factor = 1 << factor
	}
	t := ir.U64
	if c.From.Signed() {
		t = ir.S64
	}
	narrow := factor & t.Narrow().Mask()
	if t.Narrow().Extend(narrow) != factor {
		return false
	}
	in.Op, in.Type, in.Src = ir.MulWide, t, []ir.Operand{c.Src[0], ir.I(narrow)}
	return true
}

// widened returns the conversion of a 32-bit integer to 64 bits that defines o, or nil.
func (a *addresser) widened(o ir.Operand) *ir.Instr {
	c := a.def(o)
	if c == nil || c.Op != ir.Cvt || c.Type.Bytes() != 8 || c.From.Bytes() != 4 || c.From.Float() {
		return nil
	}
	return c
}

// wideProduct: both factors are widened in the same way.
func (a *addresser) wideProduct(in, x *ir.Instr) bool {
	y := a.widened(in.Src[1])
	if in.Op != ir.Mul || y == nil || x.From != y.From {
		return false
	}
	t := ir.U64
	if x.From.Signed() {
		t = ir.S64
	}
	in.Type, in.Op, in.Src = t, ir.MulWide, []ir.Operand{x.Src[0], y.Src[0]}
	return true
}

// mad: a sum with a product on either side. A wide product with a constant is repeated for
// each pointer it is added to; another one only moves when nobody else needs it.
func (a *addresser) mad(in *ir.Instr) bool {
	if in.Op != ir.Add || in.Type.Float() {
		return false
	}
	for i, o := range in.Src {
		m := a.def(o)
		if m == nil || m.Type.Bits() != in.Type.Bits() || m.Type.Float() {
			continue
		}
		add := in.Src[1-i]
		switch only := len(a.defs.Uses[o.Reg]) == 1; {
		case m.Op == ir.MulWide && (only || !m.Src[1].IsReg):
			in.Op, in.Type, in.Src = ir.MadWide, m.Type, []ir.Operand{m.Src[0], m.Src[1], add}
		case m.Op == ir.Mul && only:
			in.Op, in.Src = ir.Mad, []ir.Operand{m.Src[0], m.Src[1], add}
		case m.Op == ir.Shl && only && !m.Src[1].IsReg && m.Src[1].Imm < uint64(in.Type.Bits()):
			factor := uint64(1) << m.Src[1].Imm
			in.Op, in.Src = ir.Mad, []ir.Operand{m.Src[0], ir.I(factor), add}
		default:
			continue
		}
		return true
	}
	return false
}

// indexOffset: (i + c)·size + p is i·size + p, with c·size in the offset of
// the accesses that use it, if only accesses do. The constant may lie deep in a
// signed index, whose sums and products do not wrap.
func (a *addresser) indexOffset(in *ir.Instr) bool {
	if in.Op != ir.MadWide || in.Type != ir.S64 || in.Src[1].IsReg {
		return false
	}
	r := in.Dst[0]
	if !addressesOnly(a.defs, r) {
		return false
	}
	x := a.index.split(in.Src[0])
	if x.constant == 0 || !x.variable.IsReg {
		return false
	}
	for _, u := range a.defs.Uses[r] {
		u.Off += x.constant * int64(int32(in.Src[1].Imm))
	}
	in.Src[0] = x.variable
	return true
}

// stores reports whether in writes r to memory, rather than using it as an address.
func stores(in *ir.Instr, r ir.Reg) bool {
	for _, o := range in.Src[1:] {
		if o == ir.R(r) {
			return true
		}
	}
	return false
}
