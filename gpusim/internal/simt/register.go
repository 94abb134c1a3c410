package simt

// This file is the register: the values of all lanes of a warp in the cheapest of
// three forms.

import (
	"math/bits"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/trace"
)

// kind is the form of a register. The or of two kinds is at least vector if one
// of them is, and scalar if both are.
type kind uint8

const (
	scalar kind = 0 // base in all lanes
	affine kind = 1 // base + (i mod width)·dx + (i div width)·dy in lane i, wrapping
	vector kind = 2 // one value per lane, in lanes
)

// register is one register of one warp. A scalar or affine form holds for every
// lane of the warp, active or not. In a 32-bit register base is zero-extended, and
// dx and dy are sign-extended. expanded says that lanes holds the values too, so
// that a scalar or affine form is expanded at most once.
type register struct {
	base     uint64
	dx, dy   int64
	kind     kind
	expanded bool
	wide     bool // 64 bits
	lanes    *laneBits
}

// warpShape is how the lanes of a warp lie in the block: in rows of width lanes.
// It is the same for all warps of a launch.
type warpShape struct {
	width int // lanes per row, a power of two
	rows  int // width·rows is the warp size
	shift int // log2 width
}

// newWarpShape chooses the rows in which threadIdx is affine.
func newWarpShape(block arch.Dim3, warp int) warpShape {
	w := warp
	if block.X < warp && bits.OnesCount(uint(block.X)) == 1 {
		w = block.X
	}
	return warpShape{width: w, rows: warp / w, shift: bits.TrailingZeros(uint(w))}
}

// span returns the smallest and the largest distance from base over the lanes of
// the warp. The steps must be small.
func (s warpShape) span(dx, dy int64) (lo, hi int64) {
	x, y := dx*int64(s.width-1), dy*int64(s.rows-1)
	return min(x, 0) + min(y, 0), max(x, 0) + max(y, 0)
}

// smallStep reports whether span and the addition to an address cannot overflow.
func smallStep(v int64) bool { return v < 1<<40 && v > -1<<40 }

// expand writes a scalar or affine form to the register's lanes.
func (s warpShape) expand(v *register) {
	if v.wide {
		expandLanes(s, lanesOf[uint64](v.lanes), v.base, uint64(v.dx), uint64(v.dy))
	} else {
		expandLanes(s, lanesOf[uint32](v.lanes), uint32(v.base), uint32(v.dx), uint32(v.dy))
	}
	v.expanded = true
}

func expandLanes[T uint32 | uint64](s warpShape, d *lanes[T], base, dx, dy T) {
	if dx|dy == 0 {
		for i := range d {
			d[i] = base
		}
		return
	}
	mask := s.width - 1
	for i := range d {
		d[i] = base + T(i&mask)*dx + T(i>>s.shift)*dy
	}
}

// classify finds the cheapest form of a register whose lanes are known.
func (s warpShape) classify(v *register) {
	var ok bool
	if v.wide {
		v.base, v.dx, v.dy, ok = affineForm[uint64, int64](s, lanesOf[uint64](v.lanes))
	} else {
		v.base, v.dx, v.dy, ok = affineForm[uint32, int32](s, lanesOf[uint32](v.lanes))
	}
	switch {
	case !ok:
		v.kind = vector
	case v.dx|v.dy == 0:
		v.kind = scalar
	default:
		v.kind = affine
	}
	v.expanded = true
}

func affineForm[T uint32 | uint64, S int32 | int64](s warpShape, d *lanes[T]) (base uint64, dx, dy int64, ok bool) {
	var x, y T
	if s.width > 1 {
		x = d[1] - d[0]
	}
	if s.rows > 1 {
		y = d[s.width] - d[0]
	}
	mask := s.width - 1
	for i := range s.width * s.rows {
		if d[i] != d[0]+T(i&mask)*x+T(i>>s.shift)*y {
			return 0, 0, 0, false
		}
	}
	return uint64(d[0]), int64(S(x)), int64(S(y)), true
}

// expand returns the register's values by lane.
func (w *warp) expand(v *register) *laneBits {
	if !v.expanded {
		w.shape.expand(v)
	}
	return v.lanes
}

// keeps reports whether a write must keep the old value in inactive lanes.
func (w *warp) keeps(in *inst) bool { return (in.masked || w.apart) && !w.converged }

// beginWrite returns where an instruction writes its result by lane. endWrite must
// follow. Writing lane i may overwrite lane i of an operand.
func (w *warp) beginWrite(in *inst) *laneBits {
	if w.keeps(in) {
		return &w.scratch
	}
	return w.regs[in.dst].lanes
}

// endWrite makes what was written since beginWrite the register's value.
func (w *warp) endWrite(in *inst) {
	d := &w.regs[in.dst]
	if w.keeps(in) {
		w.blend(d)
		return
	}
	d.kind, d.expanded = vector, true
}

// blend copies the active lanes of scratch into d.
func (w *warp) blend(d *register) {
	w.expand(d)
	if d.wide {
		blendLanes(lanesOf[uint64](d.lanes), lanesOf[uint64](&w.scratch), w.mask)
	} else {
		blendLanes(lanesOf[uint32](d.lanes), lanesOf[uint32](&w.scratch), w.mask)
	}
	d.kind = vector
}

func blendLanes[T uint32 | uint64](d, s *lanes[T], m trace.Mask) {
	for i := range d {
		if m>>i&1 != 0 {
			d[i] = s[i]
		}
	}
}

// setScalar sets the result to one value in all lanes.
func (w *warp) setScalar(in *inst, bits uint64) {
	d := &w.regs[in.dst]
	if w.keeps(in) {
		w.blendAffine(d, bits, 0, 0)
		return
	}
	d.base, d.dx, d.dy, d.kind, d.expanded = bits, 0, 0, scalar, false
}

// setAffine sets the result to an affine form, wrapped to the register's width.
func (w *warp) setAffine(in *inst, base uint64, dx, dy int64) {
	d := &w.regs[in.dst]
	if !d.wide {
		base, dx, dy = uint64(uint32(base)), int64(int32(dx)), int64(int32(dy))
	}
	if w.keeps(in) {
		w.blendAffine(d, base, dx, dy)
		return
	}
	d.base, d.dx, d.dy, d.expanded = base, dx, dy, false
	d.kind = affine
	if dx|dy == 0 {
		d.kind = scalar
	}
}

// blendAffine writes a scalar or affine form to the active lanes only.
func (w *warp) blendAffine(d *register, base uint64, dx, dy int64) {
	if d.kind != vector && d.base == base && d.dx == dx && d.dy == dy {
		return
	}
	t := register{base: base, dx: dx, dy: dy, wide: d.wide, lanes: &w.scratch}
	w.shape.expand(&t)
	w.blend(d)
}

// setPred writes the active lanes of a predicate, a mask in base.
func (w *warp) setPred(in *inst, m trace.Mask) {
	if w.ofData != nil {
		w.decided(in, m)
	}
	d := &w.regs[in.dst]
	d.base = uint64(trace.Mask(d.base)&^w.mask | m&w.mask)
}

// pred returns the lanes for which a predicate register holds.
func (w *warp) pred(slot int32) trace.Mask { return trace.Mask(w.regs[slot].base) }

// copyValue sets the result to the value of v.
func (w *warp) copyValue(in *inst, v *register) {
	if v.kind != vector {
		w.setAffine(in, v.base, v.dx, v.dy)
		return
	}
	*w.beginWrite(in) = *v.lanes
	w.endWrite(in)
}
