package simt

// This file is what -ftz of nvcc changes: operations on 32-bit floats take denormal numbers for
// zeros and give zeros instead of them.

import (
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/num"
)

// withFlush returns the operation of x for a kernel that flushes denormal numbers. Operands with
// such numbers are copied to registers of their own.
func (d *decoder) withFlush(x inst) exec {
	whole := x.exec
	copies := [3]int32{}
	for i := range min(len(x.ir.Src), len(copies)) {
		if x.ir.SrcType(i) == ir.F32 {
			copies[i] = d.flushed + int32(i)
		}
	}
	result := x.ir.ResultFlushes()
	return func(w *warp, in *inst) {
		part := *in
		for i, at := range []*int32{&part.a, &part.b, &part.c} {
			if copies[i] != 0 && w.denormal(&w.regs[*at]) {
				w.copyFlushed(&w.regs[copies[i]], &w.regs[*at])
				*at = copies[i]
			}
		}
		whole(w, &part)
		if result {
			w.flush(&w.regs[in.dst])
		}
	}
}

// denormal reports whether a lane of a register holds a denormal number.
func (w *warp) denormal(v *register) bool {
	if v.kind == scalar {
		return num.Denormal(uint32(v.base))
	}
	for _, bits := range lanesOf[uint32](w.expand(v)) {
		if num.Denormal(bits) {
			return true
		}
	}
	return false
}

// copyFlushed makes to a copy of from with zeros for denormal numbers.
func (w *warp) copyFlushed(to, from *register) {
	if from.kind == scalar {
		to.base, to.dx, to.dy, to.kind, to.expanded = uint64(num.Flush(uint32(from.base))), 0, 0, scalar, false
		return
	}
	d, s := lanesOf[uint32](to.lanes), lanesOf[uint32](w.expand(from))
	for i, bits := range s {
		if d[i] = bits; num.Denormal(bits) {
			d[i] = num.Flush(bits)
		}
	}
	to.kind, to.expanded = vector, true
}

// flush writes zeros for denormal numbers into the active lanes of a result.
func (w *warp) flush(v *register) {
	if !w.denormal(v) {
		return
	}
	d := lanesOf[uint32](w.expand(v))
	for i, bits := range d {
		if w.mask.Has(i) && num.Denormal(bits) {
			d[i] = num.Flush(bits)
		}
	}
	v.kind, v.expanded = vector, true
}
