package lower

// This file lowers numbers of half precision, and matrices in the registers of a warp.

import (
	"slices"

	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/fragment"
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

// fragments returns where the instructions of fragments go.
func (l *lowerer) fragments() *fragment.Builder {
	return &fragment.Builder{Kernel: l.k, Emit: l.emit}
}

// sums is the use of a fragment that is no factor: factors are 0 and 1, for a and b.
const sums = 2

// fragmentOf reads constants from argument i on: rows and columns of the product, then n more.
func (c *deviceCall) fragmentOf(i, n int) (s fragment.Shape, more []int, ok bool) {
	for k := range n + 2 {
		x, known := c.constant(i + k)
		if !known {
			return s, nil, false
		}
		more = append(more, int(x))
	}
	s = fragment.Shape{M: more[0], N: more[1]}
	return s, more[2:], slices.Contains(fragment.Shapes, s)
}

// matrixAt returns the matrix that argument i points to. Argument 2 has the elements between its lines.
func (c *deviceCall) matrixAt(i int, e fragment.Element, byRows bool) (at fragment.Memory, ok bool) {
	p := c.args[i].ptr
	if p.space != ir.Shared && p.space != ir.Global {
		c.l.fail(diag.MixedSpaces, "keep the matrix in global or in shared memory", "a fragment is no matrix of %s memory", p.space)
		return at, false
	}
	stride := c.arg(2)
	if t := ir.AddrType(p.space); t != ir.U32 {
		stride = c.l.cvt(t, ir.U32, stride)
	}
	bytes := map[bool]int{true: ir.F32.Bytes(), false: ir.U16.Bytes()}[e == fragment.Float]
	return fragment.Memory{Space: p.space, Base: c.l.address(p, 0), Stride: c.l.mul(ir.AddrType(p.space), stride, bytes), ByRows: byRows, Shared: p.space == ir.Shared}, true
}

// words returns registers of a fragment, which argument i points to.
func (c *deviceCall) words(i, n int, t ir.Type) (values []ir.Operand) {
	for k := range n {
		values = append(values, c.l.inReg(t, c.l.loadScalar(c.args[i].ptr.moved(k*t.Bytes()), t, accessMode{whole: true})))
	}
	return values
}

// setWords changes the registers of a fragment.
func (c *deviceCall) setWords(i int, values []ir.Operand, t ir.Type) val {
	for k, v := range values {
		c.l.storeScalar(c.args[i].ptr.moved(k*t.Bytes()), v, t, accessMode{})
	}
	return val{}
}

// loadFragment lowers cuda.LoadFragment.
func (c *deviceCall) loadFragment() val {
	s, of, ok := c.fragmentOf(3, 3)
	if !ok {
		return val{}
	}
	use, e, byRows := of[0], fragment.Element(of[1]), of[2] != 0
	at, ok := c.matrixAt(1, e, byRows)
	switch {
	case !ok:
		return val{}
	case use == sums:
		return c.setWords(0, c.l.fragments().LoadSums(s, e, at), e.Register())
	}
	return c.setWords(0, c.l.fragments().LoadFactor(s, use == 0, e, at), ir.U32)
}

// storeFragment lowers cuda.StoreFragment.
func (c *deviceCall) storeFragment() val {
	s, of, ok := c.fragmentOf(3, 2)
	if !ok || !c.l.writable(c.args[0].ptr) {
		return val{}
	}
	e := fragment.Element(of[0])
	if at, ok := c.matrixAt(0, e, of[1] != 0); ok {
		c.l.fragments().StoreSums(s, e, at, c.words(1, fragment.SumRegisters(e), e.Register()))
	}
	return val{}
}

// multiplyFragments lowers cuda.MultiplyFragments.
func (c *deviceCall) multiplyFragments() val {
	s, of, ok := c.fragmentOf(4, 2)
	if !ok {
		return val{}
	}
	e, sum := fragment.Element(of[0]), fragment.Element(of[1])
	a := fragment.Factors{Registers: c.words(1, s.Registers(true, e), ir.U32)}
	b := fragment.Factors{Registers: c.words(2, s.Registers(false, e), ir.U32)}
	values := c.l.fragments().Product(s, e, sum, a, b, c.words(3, fragment.SumRegisters(sum), sum.Register()))
	return c.setWords(0, values, sum.Register())
}
