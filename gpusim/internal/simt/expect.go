package simt

// This file executes what kernels that are compiled for checkers expect of their values.

import (
	"fmt"

	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/trace"
)

// execExpect compares two operands, unsigned, in the lanes whose guard holds.
func execExpect(w *warp, in *inst) {
	a, b := &w.regs[in.a], &w.regs[in.b]
	missed := w.guarded(in)
	if missed == 0 {
		return
	}
	if in.ir.Type.Bits() == ir.U64.Bits() {
		missed &^= below[uint64](w, a, b)
	} else {
		missed &^= below[uint32](w, a, b)
	}
	switch {
	case missed == 0:
	case in.ir.Mod == ir.IsSet:
		if f := w.worker.observer.Unset; f != nil {
			e := w.event(in.pc)
			e.Lanes = missed
			f(e)
		}
	default:
		w.beyondLength(in, missed.First())
	}
}

// below returns the lanes in which a < b.
func below[T uint32 | uint64](w *warp, a, b *register) (m trace.Mask) {
	x := *lanesOf[T](w.expand(a))
	y := lanesOf[T](w.expand(b))
	for lane := range x {
		if x[lane] < y[lane] {
			m |= 1 << lane
		}
	}
	return m
}

// beyondLength reports an index of an inner array, or of a part of a slice, that lies
// inside of the object and beyond the array or part.
func (w *warp) beyondLength(in *inst, lane int) {
	signed := map[bool]ir.Type{false: ir.S32, true: ir.S64}[in.ir.Type.Bits() == ir.S64.Bits()]
	index, length := w.goValue(signed, &w.regs[in.a], lane), w.goValue(signed, &w.regs[in.b], lane)
	w.fault(in.ir, diag.InnerIndex, "keep the index within the array or the part that it is used on: a GPU takes the element that lies there, and compute-sanitizer is silent",
		"%s; %s", fmt.Sprintf(in.ir.Text, index, length), w.describeLane(lane))
}
