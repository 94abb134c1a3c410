package simt

// This file turns an operation on one thread's values into an operation on a
// warp's registers: once for scalars, on affine forms where possible, else lane by
// lane.

// exec performs one instruction for the active lanes of a warp.
//
// The methods that build an exec are marked noinline. If the compiler inlined
// one, it would inline no call inside the function that the method returns.
type exec func(w *warp, in *inst)

// unary is an operation of one operand.
type unary[T number] struct {
	one      func(a T) T                               // on one lane
	lanes    func(d, a *lanes[T])                      // on all lanes; nil: one for each lane
	affine   func(w *warp, in *inst, a *register) bool // on an affine form; false: not possible
	classify bool                                      // the result of an affine form may be affine: find out
}

// binary is an operation of two operands.
type binary[T number] struct {
	one         func(a, b T) T
	lanes       func(d, a, b *lanes[T])
	rightScalar func(d, a *lanes[T], b T) // lanes for a scalar b; nil: expand b
	commutes    bool                      // a∘b = b∘a
	affine      func(w *warp, in *inst, a, b *register) bool
	classify    bool
}

// ternary is an operation of three operands.
type ternary[T number] struct {
	one        func(a, b, c T) T
	commutes   bool                                   // the first two
	lanes      func(d, a, b, c *lanes[T])             // nil: one for each lane
	leftScalar func(d *lanes[T], a T, b, c *lanes[T]) // lanes for a scalar a; nil: expand a
	affine     func(w *warp, in *inst, a, b, c *register) bool
}

//go:noinline
func (o unary[T]) exec() exec {
	if o.lanes == nil {
		o.lanes = func(d, a *lanes[T]) {
			for i := range d {
				d[i] = o.one(a[i])
			}
		}
	}
	return func(w *warp, in *inst) {
		a := &w.regs[in.a]
		if a.kind == scalar {
			w.setScalar(in, bitsOf(o.one(valueOf[T](a.base))))
			return
		}
		if o.affine != nil && a.kind == affine && o.affine(w, in, a) {
			return
		}
		try := o.classify && a.kind != vector
		o.lanes(lanesOf[T](w.beginWrite(in)), lanesOf[T](w.expand(a)))
		w.endWriteClassified(in, try)
	}
}

//go:noinline
func (o binary[T]) exec() exec {
	if o.lanes == nil {
		o.lanes = func(d, a, b *lanes[T]) {
			for i := range d {
				d[i] = o.one(a[i], b[i])
			}
		}
	}
	return func(w *warp, in *inst) {
		a, b := &w.regs[in.a], &w.regs[in.b]
		form := a.kind | b.kind
		if o.affine != nil && form < vector && o.affine(w, in, a, b) {
			return
		}
		if form == scalar {
			w.setScalar(in, bitsOf(o.one(valueOf[T](a.base), valueOf[T](b.base))))
			return
		}
		try := o.classify && form < vector
		if o.commutes && a.kind == scalar {
			a, b = b, a
		}
		if o.rightScalar != nil && b.kind == scalar && !b.expanded {
			o.rightScalar(lanesOf[T](w.beginWrite(in)), lanesOf[T](w.expand(a)), valueOf[T](b.base))
		} else {
			o.lanes(lanesOf[T](w.beginWrite(in)), lanesOf[T](w.expand(a)), lanesOf[T](w.expand(b)))
		}
		w.endWriteClassified(in, try)
	}
}

//go:noinline
func (o ternary[T]) exec() exec {
	if o.lanes == nil {
		o.lanes = func(d, a, b, c *lanes[T]) {
			for i := range d {
				d[i] = o.one(a[i], b[i], c[i])
			}
		}
	}
	return func(w *warp, in *inst) {
		a, b, c := &w.regs[in.a], &w.regs[in.b], &w.regs[in.c]
		form := a.kind | b.kind | c.kind
		if o.affine != nil && form < vector && o.affine(w, in, a, b, c) {
			return
		}
		if form == scalar {
			w.setScalar(in, bitsOf(o.one(valueOf[T](a.base), valueOf[T](b.base), valueOf[T](c.base))))
			return
		}
		if o.commutes && b.kind == scalar {
			a, b = b, a
		}
		if o.leftScalar != nil && a.kind == scalar && !a.expanded {
			o.leftScalar(lanesOf[T](w.beginWrite(in)), valueOf[T](a.base), lanesOf[T](w.expand(b)), lanesOf[T](w.expand(c)))
		} else {
			o.lanes(lanesOf[T](w.beginWrite(in)), lanesOf[T](w.expand(a)), lanesOf[T](w.expand(b)), lanesOf[T](w.expand(c)))
		}
		w.endWrite(in)
	}
}

// endWriteClassified is endWrite. With try it also finds the cheapest form of the
// result, unless the write was masked.
func (w *warp) endWriteClassified(in *inst, try bool) {
	w.endWrite(in)
	if d := &w.regs[in.dst]; try && !w.keeps(in) {
		w.shape.classify(d)
	}
}

// The operations on affine forms. In wrapping arithmetic, sums and scalar multiples
// of affine forms are affine for all values.

func affineAdd(w *warp, in *inst, a, b *register) bool {
	w.setAffine(in, a.base+b.base, a.dx+b.dx, a.dy+b.dy)
	return true
}

func affineSub(w *warp, in *inst, a, b *register) bool {
	w.setAffine(in, a.base-b.base, a.dx-b.dx, a.dy-b.dy)
	return true
}

func affineMul(w *warp, in *inst, a, b *register) bool {
	if b.kind != scalar {
		a, b = b, a
	}
	if b.kind != scalar {
		return false
	}
	k := int64(b.base)
	w.setAffine(in, a.base*b.base, a.dx*k, a.dy*k)
	return true
}

func affineMad(w *warp, in *inst, a, b, c *register) bool {
	if b.kind != scalar {
		a, b = b, a
	}
	if b.kind != scalar {
		return false
	}
	k := int64(b.base)
	w.setAffine(in, a.base*b.base+c.base, a.dx*k+c.dx, a.dy*k+c.dy)
	return true
}

func affineShl(w *warp, in *inst, a, b *register) bool {
	if b.kind != scalar {
		return false
	}
	n := b.base // counts of the width and more give 0, also after wrapping to 32 bits
	w.setAffine(in, a.base<<n, a.dx<<n, a.dy<<n)
	return true
}

func affineNeg(w *warp, in *inst, a *register) bool {
	w.setAffine(in, -a.base, -a.dx, -a.dy)
	return true
}

func affineNot(w *warp, in *inst, a *register) bool {
	w.setAffine(in, ^a.base, -a.dx, -a.dy)
	return true
}
