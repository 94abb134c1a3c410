package simt

// This file turns an operation on one thread's values into one on a warp's:
// once for scalars, in closed form where there is one, else lane by lane.

// exec performs one instruction for the active lanes of a warp.
//
// The methods that build an exec are marked noinline. If the compiler inlined
// one, it would inline no call inside the function that the method returns.
type exec func(w *warp, in *inst)

// unary is an operation of one operand.
type unary[T number] struct {
	one    func(a T) T
	all    func(d, a *lanes[T])                   // nil: one for each lane
	closed func(w *warp, in *inst, a *value) bool // the closed form; false: none this time
	find   bool                                   // a closed operand may give a closed result: look for it
}

// binary is an operation of two operands.
type binary[T number] struct {
	one    func(a, b T) T
	all    func(d, a, b *lanes[T])
	right  func(d, a *lanes[T], b T) // all, for a scalar b; nil: write b out
	swap   bool                      // a∘b = b∘a
	closed func(w *warp, in *inst, a, b *value) bool
	find   bool
}

// ternary is an operation of three operands.
type ternary[T number] struct {
	one    func(a, b, c T) T
	all    func(d, a, b, c *lanes[T])
	left   func(d *lanes[T], a T, b, c *lanes[T]) // all, for a scalar factor a
	closed func(w *warp, in *inst, a, b, c *value) bool
}

//go:noinline
func (o unary[T]) exec() exec {
	if o.all == nil {
		o.all = func(d, a *lanes[T]) {
			for i := range d {
				d[i] = o.one(a[i])
			}
		}
	}
	return func(w *warp, in *inst) {
		a := &w.r[in.a]
		if a.kind == scalar {
			w.setScalar(in, bitsOf(o.one(valueOf[T](a.base))))
			return
		}
		if o.closed != nil && a.kind == affine && o.closed(w, in, a) {
			return
		}
		look := o.find && a.kind != vector
		o.all(lanesOf[T](w.out(in)), lanesOf[T](w.full(a)))
		w.finish(in, look)
	}
}

//go:noinline
func (o binary[T]) exec() exec {
	if o.all == nil {
		o.all = func(d, a, b *lanes[T]) {
			for i := range d {
				d[i] = o.one(a[i], b[i])
			}
		}
	}
	return func(w *warp, in *inst) {
		a, b := &w.r[in.a], &w.r[in.b]
		worst := a.kind | b.kind
		if o.closed != nil && worst < vector && o.closed(w, in, a, b) {
			return
		}
		if worst == scalar {
			w.setScalar(in, bitsOf(o.one(valueOf[T](a.base), valueOf[T](b.base))))
			return
		}
		look := o.find && worst < vector
		if o.swap && a.kind == scalar {
			a, b = b, a
		}
		if o.right != nil && b.kind == scalar && !b.full {
			o.right(lanesOf[T](w.out(in)), lanesOf[T](w.full(a)), valueOf[T](b.base))
		} else {
			o.all(lanesOf[T](w.out(in)), lanesOf[T](w.full(a)), lanesOf[T](w.full(b)))
		}
		w.finish(in, look)
	}
}

//go:noinline
func (o ternary[T]) exec() exec {
	return func(w *warp, in *inst) {
		a, b, c := &w.r[in.a], &w.r[in.b], &w.r[in.c]
		worst := a.kind | b.kind | c.kind
		if o.closed != nil && worst < vector && o.closed(w, in, a, b, c) {
			return
		}
		if worst == scalar {
			w.setScalar(in, bitsOf(o.one(valueOf[T](a.base), valueOf[T](b.base), valueOf[T](c.base))))
			return
		}
		if b.kind == scalar {
			a, b = b, a
		}
		if o.left != nil && a.kind == scalar && !a.full {
			o.left(lanesOf[T](w.out(in)), valueOf[T](a.base), lanesOf[T](w.full(b)), lanesOf[T](w.full(c)))
		} else {
			o.all(lanesOf[T](w.out(in)), lanesOf[T](w.full(a)), lanesOf[T](w.full(b)), lanesOf[T](w.full(c)))
		}
		w.done(in)
	}
}

// finish is done, with a look for a closed form.
func (w *warp) finish(in *inst, look bool) {
	w.done(in)
	if d := &w.r[in.dst]; look && !(in.merge && !w.whole) {
		w.shape.recognise(d)
	}
}

// The closed forms. Sums and multiples by a scalar of closed forms are closed
// forms in wrapping arithmetic, whatever the values.

func closedAdd(w *warp, in *inst, a, b *value) bool {
	w.setLinear(in, a.base+b.base, a.dx+b.dx, a.dy+b.dy)
	return true
}

func closedSub(w *warp, in *inst, a, b *value) bool {
	w.setLinear(in, a.base-b.base, a.dx-b.dx, a.dy-b.dy)
	return true
}

func closedMul(w *warp, in *inst, a, b *value) bool {
	if b.kind != scalar {
		a, b = b, a
	}
	if b.kind != scalar {
		return false
	}
	k := int64(b.base)
	w.setLinear(in, a.base*b.base, a.dx*k, a.dy*k)
	return true
}

func closedMad(w *warp, in *inst, a, b, c *value) bool {
	if b.kind != scalar {
		a, b = b, a
	}
	if b.kind != scalar {
		return false
	}
	k := int64(b.base)
	w.setLinear(in, a.base*b.base+c.base, a.dx*k+c.dx, a.dy*k+c.dy)
	return true
}

func closedShl(w *warp, in *inst, a, b *value) bool {
	if b.kind != scalar {
		return false
	}
	n := b.base // counts of the width and more give 0, also after wrapping to 32 bits
	w.setLinear(in, a.base<<n, a.dx<<n, a.dy<<n)
	return true
}

func closedNeg(w *warp, in *inst, a *value) bool {
	w.setLinear(in, -a.base, -a.dx, -a.dy)
	return true
}

func closedNot(w *warp, in *inst, a *value) bool {
	w.setLinear(in, ^a.base, -a.dx, -a.dy)
	return true
}
