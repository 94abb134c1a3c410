package simt

// This file holds conversions between types, widening products and moves.

import (
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/num"
)

// narrow is a type of elements in memory, and the target of a conversion.
type narrow interface {
	uint8 | int8 | uint16 | int16 | uint32 | int32 | uint64 | int64 | float32 | float64
}

// cvtKey names a conversion; from is a register type.
type cvtKey struct{ to, from ir.Type }

var conversions = buildConversions()

func buildConversions() map[cvtKey]exec {
	t := map[cvtKey]exec{}
	fromInteger[uint32](t, ir.U32)
	fromInteger[int32](t, ir.S32)
	fromInteger[uint64](t, ir.U64)
	fromInteger[int64](t, ir.S64)
	fromFloat[float32](t, ir.F32)
	fromFloat[float64](t, ir.F64)
	return t
}

func fromInteger[S integer](t map[cvtKey]exec, from ir.Type) {
	t[cvtKey{ir.U8, from}] = cvtThrough[uint32, uint8, S](ir.U8, from)
	t[cvtKey{ir.S8, from}] = cvtThrough[int32, int8, S](ir.S8, from)
	t[cvtKey{ir.U16, from}] = cvtThrough[uint32, uint16, S](ir.U16, from)
	t[cvtKey{ir.S16, from}] = cvtThrough[int32, int16, S](ir.S16, from)
	t[cvtKey{ir.U32, from}] = cvtThrough[uint32, uint32, S](ir.U32, from)
	t[cvtKey{ir.S32, from}] = cvtThrough[int32, int32, S](ir.S32, from)
	t[cvtKey{ir.U64, from}] = cvtThrough[uint64, uint64, S](ir.U64, from)
	t[cvtKey{ir.S64, from}] = cvtThrough[int64, int64, S](ir.S64, from)
	t[cvtKey{ir.F32, from}] = cvtThrough[float32, float32, S](ir.F32, from)
	t[cvtKey{ir.F64, from}] = cvtThrough[float64, float64, S](ir.F64, from)
}

func fromFloat[S float](t map[cvtKey]exec, from ir.Type) {
	toUint := func(to ir.Type) func(S) uint32 {
		return func(v S) uint32 { return uint32(num.ToUint(v, to.Bytes()*8)) }
	}
	toInt := func(to ir.Type) func(S) int32 {
		return func(v S) int32 { return int32(num.ToInt(v, to.Bytes()*8)) }
	}
	for _, to := range []ir.Type{ir.U8, ir.U16, ir.U32} {
		t[cvtKey{to, from}] = cvtBy(toUint(to))
	}
	for _, to := range []ir.Type{ir.S8, ir.S16, ir.S32} {
		t[cvtKey{to, from}] = cvtBy(toInt(to))
	}
	t[cvtKey{ir.U64, from}] = cvtBy(func(v S) uint64 { return num.ToUint(v, 64) })
	t[cvtKey{ir.S64, from}] = cvtBy(func(v S) int64 { return num.ToInt(v, 64) })
	t[cvtKey{ir.F32, from}] = cvtThrough[float32, float32, S](ir.F32, from)
	t[cvtKey{ir.F64, from}] = cvtThrough[float64, float64, S](ir.F64, from)
}

// cvtThrough converts S to N by Go's conversion and stores it in a register of R.
func cvtThrough[R number, N narrow, S number](to, from ir.Type) exec {
	closed := affineCvt(to, from)
	return func(w *warp, in *inst) {
		a := &w.regs[in.a]
		if a.kind == scalar {
			w.setScalar(in, bitsOf(R(N(valueOf[S](a.base)))))
			return
		}
		if a.kind == affine && closed(w, in, a) {
			return
		}
		try := a.kind != vector && !to.Float()
		x := lanesOf[S](w.expand(a))
		if isWide[R]() != isWide[S]() {
			c := *x // lanes of different size overlap where the result is the operand
			x = &c
		}
		d := lanesOf[R](w.beginWrite(in))
		for i := range d {
			d[i] = R(N(x[i]))
		}
		w.endWriteClassified(in, try)
	}
}

// cvtBy converts each lane with a function.
func cvtBy[R, S number](one func(S) R) exec {
	return func(w *warp, in *inst) {
		a := &w.regs[in.a]
		if a.kind == scalar {
			w.setScalar(in, bitsOf(one(valueOf[S](a.base))))
			return
		}
		x := *lanesOf[S](w.expand(a))
		d := lanesOf[R](w.beginWrite(in))
		for i := range d {
			d[i] = one(x[i])
		}
		w.endWrite(in)
	}
}

// affineCvt returns the conversion of an affine form between integer types. It
// fails when a lane's value does not fit the new type.
func affineCvt(to, from ir.Type) func(w *warp, in *inst, a *register) bool {
	if to.Float() || from.Float() {
		return func(*warp, *inst, *register) bool { return false }
	}
	if to.Bytes() == from.Reg().Bytes() || to.Bytes() == 4 {
		return func(w *warp, in *inst, a *register) bool { // the same bits, or their lower half
			w.setAffine(in, a.base, a.dx, a.dy)
			return true
		}
	}
	lo, hi := rangeOf(to)
	read := unsignedRange
	if from.Signed() {
		read = signedRange
	}
	return func(w *warp, in *inst, a *register) bool {
		base, first, last, ok := read(w, a)
		if !ok || to.Bytes() < 4 && (first < lo || last > hi) {
			return false
		}
		w.setAffine(in, uint64(base), a.dx, a.dy)
		return true
	}
}

// rangeOf returns the least and greatest value of an integer type of up to 32 bits.
func rangeOf(t ir.Type) (lo, hi int64) {
	bits := min(t.Bytes()*8, 63)
	if t.Signed() {
		return -1 << (bits - 1), 1<<(bits-1) - 1
	}
	return 0, 1<<bits - 1
}

// valueRange returns lane 0's value of a scalar or affine form, and the least and
// the greatest value of the warp, as integers without wrapping. It fails when some
// lane's value wraps.
type valueRange func(w *warp, v *register) (base, lo, hi int64, ok bool)

const maxReasoned = 1 << 62 // the bound of 64-bit values in valueRange

func signedRange(w *warp, v *register) (base, lo, hi int64, ok bool) {
	base = int64(v.base)
	limit := int64(maxReasoned)
	if !v.wide {
		base, limit = int64(int32(v.base)), 1<<31
	}
	if v.kind == scalar {
		return base, base, base, base < limit && base >= -limit
	}
	if !smallStep(v.dx) || !smallStep(v.dy) || base > limit || base < -limit {
		return 0, 0, 0, false
	}
	lo, hi = w.shape.span(v.dx, v.dy)
	lo, hi = lo+base, hi+base
	return base, lo, hi, lo >= -limit && hi < limit
}

func unsignedRange(w *warp, v *register) (base, lo, hi int64, ok bool) {
	limit := int64(maxReasoned)
	if !v.wide {
		limit = 1 << 32
	}
	base = int64(v.base)
	if v.kind == scalar {
		return base, base, base, base >= 0 && base < limit
	}
	if !smallStep(v.dx) || !smallStep(v.dy) || base < 0 || base > limit {
		return 0, 0, 0, false
	}
	lo, hi = w.shape.span(v.dx, v.dy)
	lo, hi = lo+base, hi+base
	return base, lo, hi, lo >= 0 && hi < limit
}

// wideOps adds the products of 32-bit values with a 64-bit result.
func wideOps[N uint32 | int32, W uint64 | int64](t map[opKey]exec, typ ir.Type, read valueRange) {
	t[opKey{op: ir.MulWide, typ: typ}] = func(w *warp, in *inst) {
		wideProduct[N, W](w, in, &register{wide: true, expanded: true, lanes: &zeroLanes}, read)
	}
	t[opKey{op: ir.MadWide, typ: typ}] = func(w *warp, in *inst) {
		wideProduct[N, W](w, in, &w.regs[in.c], read)
	}
}

// zeroLanes is the addend of a product without one. It is never written.
var zeroLanes laneBits

func wideProduct[N uint32 | int32, W uint64 | int64](w *warp, in *inst, c *register, read valueRange) {
	a, b := &w.regs[in.a], &w.regs[in.b]
	if b.kind != scalar {
		a, b = b, a
	}
	if b.kind == scalar && a.kind|c.kind < vector {
		if base, _, _, ok := read(w, a); ok {
			k := int64(W(valueOf[N](b.base)))
			w.setAffine(in, uint64(base*k)+c.base, a.dx*k+c.dx, a.dy*k+c.dy)
			return
		}
	}
	x, y, z := *lanesOf[N](w.expand(a)), *lanesOf[N](w.expand(b)), lanesOf[W](w.expand(c))
	d := lanesOf[W](w.beginWrite(in))
	for i := range d {
		d[i] = W(x[i])*W(y[i]) + z[i]
	}
	w.endWrite(in)
}

// execMov copies a register or an immediate.
func execMov(w *warp, in *inst) { w.copyValue(in, &w.regs[in.a]) }

// execMovPred copies a predicate.
func execMovPred(w *warp, in *inst) { w.setPred(in, w.pred(in.a)) }
