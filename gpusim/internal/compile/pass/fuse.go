package pass

// This file fuses multiplications with additions.

import (
	"slices"

	"gpucourse/gpusim/internal/ir"
)

// fuse makes one rounded-once operation of a product that is only added or
// subtracted, as nvcc does unless told otherwise (-fmad=true). Operations that
// the source rounds by themselves (ir.RN) stay as they are.
func fuse(k *ir.Kernel) {
	f := &fuser{k: k, defs: k.DefUse()}
	for _, b := range k.Blocks {
		for i := 0; i < len(b.Instrs); i++ {
			if before := f.visit(b.Instrs[i]); before != nil {
				b.Instrs = slices.Insert(b.Instrs, i, before)
				i++
			}
		}
	}
	dce(k)
}

type fuser struct {
	k    *ir.Kernel
	defs *ir.Defs
}

// visit fuses in when it adds a product, and returns what must precede it.
func (f *fuser) visit(in *ir.Instr) *ir.Instr {
	if in.Op != ir.Add && in.Op != ir.Sub || !in.Type.Float() || in.Mod == ir.RN {
		return nil
	}
	for i, o := range in.Src {
		m := f.product(o, in.Type)
		if m == nil {
			continue
		}
		a, b, c := m.Src[0], m.Src[1], in.Src[1-i]
		var before *ir.Instr
		if in.Op == ir.Sub {
			before = f.negate(in, &a, &b, &c, i)
		}
		in.Op, in.Src = ir.Fma, []ir.Operand{a, b, c}
		return before
	}
	return nil
}

// product returns the multiplication that defines o, if all that read it add
// or subtract.
func (f *fuser) product(o ir.Operand, t ir.Type) *ir.Instr {
	if !o.IsReg {
		return nil
	}
	m := f.defs.Def[o.Reg]
	if m == nil || m.Op != ir.Mul || m.Type != t || m.Mod == ir.RN {
		return nil
	}
	for _, u := range f.defs.Uses[o.Reg] {
		if op := u.Op; op != ir.Add && op != ir.Sub && op != ir.Fma || u.Mod == ir.RN {
			return nil
		}
	}
	return m
}

// negate turns a·b − c into a·b + (−c) and c − a·b into (−a)·b + c. The sign of
// a constant changes at once; a register needs an instruction, which hardware
// has as a modifier of the operand.
func (f *fuser) negate(in *ir.Instr, a, b, c *ir.Operand, i int) *ir.Instr {
	o := c
	if i == 1 {
		if o = a; !b.IsReg {
			o = b
		}
	}
	if !o.IsReg {
		v, _ := ir.Eval(&ir.Instr{Op: ir.Neg, Type: in.Type}, []uint64{o.Imm})
		*o = ir.I(v)
		return nil
	}
	r := f.k.NewReg(in.Type, "")
	n := &ir.Instr{Op: ir.Neg, Type: in.Type, Dst: []ir.Reg{r}, Src: []ir.Operand{*o}, Pos: in.Pos}
	*o = ir.R(r)
	return n
}
