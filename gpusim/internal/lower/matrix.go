package lower

// This file lowers numbers of half precision, and matrices in the registers of a warp.

import (
	"gpucourse/gpusim/internal/intrinsic"
	"gpucourse/gpusim/internal/ir"
)

// toHalf lowers gpu.ToHalf: the bits stand in the lowest ones of a float.
func (c *deviceCall) toHalf() val {
	l := c.l
	bits := l.opMod(ir.Math, ir.HalfBits, ir.F32, c.arg(0))
	return val{op: l.cvt(ir.U16, ir.U32, l.mov(ir.U32, bits))}
}

// fromHalf lowers gpu.Half.Float32.
func (c *deviceCall) fromHalf() val {
	l := c.l
	return val{op: l.opMod(ir.Math, ir.HalfValue, ir.F32, l.mov(ir.F32, l.inReg(ir.U32, c.arg(0))))}
}

// spread emits an instruction whose results are the elements of an array.
func (c *deviceCall) spread(in ir.Instr) val {
	t := c.l.typeOf(c.in.Type())
	v := val{elems: make([]val, t.Len)}
	for i := range v.elems {
		r := c.l.k.NewReg(t.Elem.Scalar.Reg(), "")
		in.Dst, v.elems[i] = append(in.Dst, r), val{op: ir.R(r)}
	}
	c.l.emit(in)
	return v
}

// loadMatrix lowers gpu.LoadMatrixX4 and its like.
func loadMatrix(f *intrinsic.Function) func(*deviceCall) val {
	return func(c *deviceCall) val {
		at, ok := c.addressIn(0, ir.Shared)
		if !ok {
			return c.l.zero(c.l.typeOf(c.in.Type()))
		}
		return c.spread(ir.Instr{Op: f.Op, Mod: f.Mod, Type: ir.U32, Src: []ir.Operand{c.l.inReg(ir.U32, at)}})
	}
}

// product lowers gpu.MmaM16N8K16. Its operands are the elements of its arguments.
func product(f *intrinsic.Function) func(*deviceCall) val {
	return func(c *deviceCall) val {
		in := ir.Instr{Op: f.Op, Mod: f.Mod, Type: ir.F32}
		for i, a := range c.args {
			t := c.argType(i)
			for k := range t.Len {
				in.Src = append(in.Src, c.l.inReg(t.Elem.Scalar.Reg(), c.l.elem(a, t, k).op))
			}
		}
		return c.spread(in)
	}
}
