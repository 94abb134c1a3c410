package simt

// This file moves elements between memory and registers, for affine addresses and
// for one address per lane.

import (
	"unsafe"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/trace"
)

// laneLayout is where the lanes of an affine access lie in memory: lane i at
// p + (i mod width)·dx + (i div width)·dy.
type laneLayout struct {
	p      unsafe.Pointer
	dx, dy int
}

// lane returns the memory of lane i.
func (a laneLayout) lane(s warpShape, i int) unsafe.Pointer {
	return unsafe.Add(a.p, (i&(s.width-1))*a.dx+(i>>s.shift)*a.dy)
}

// element moves elements of one type. The addresses must have been checked.
type element struct {
	uniform     func(p unsafe.Pointer) uint64                                      // read one element, as register bits
	readAffine  func(d *laneBits, a laneLayout, s warpShape)                       // read every lane of the warp
	gather      func(d *laneBits, p unsafe.Pointer, at *trace.Lanes, m trace.Mask) // read lane i of m at p+at[i]
	writeAffine func(v *laneBits, a laneLayout, s warpShape, m trace.Mask)         // write the lanes of m
	scatter     func(v *laneBits, p unsafe.Pointer, at *trace.Lanes, m trace.Mask) // write lane i of m at p+at[i]
}

var elements = [...]element{
	ir.U8:  elementOf[uint32, uint8](),
	ir.S8:  elementOf[int32, int8](),
	ir.U16: elementOf[uint32, uint16](),
	ir.S16: elementOf[int32, int16](),
	ir.U32: elementOf[uint32, uint32](),
	ir.S32: elementOf[uint32, uint32](),
	ir.F32: elementOf[uint32, uint32](),
	ir.U64: elementOf[uint64, uint64](),
	ir.S64: elementOf[uint64, uint64](),
	ir.F64: elementOf[uint64, uint64](),
}

// elementOf moves elements of type N in memory, which registers hold as R.
func elementOf[R uint32 | int32 | uint64, N narrow]() element {
	return element{
		uniform:     func(p unsafe.Pointer) uint64 { return bitsOf(R(*(*N)(p))) },
		readAffine:  readAffine[R, N],
		gather:      gatherLanes[R, N],
		writeAffine: writeAffine[R, N],
		scatter:     scatterLanes[R, N],
	}
}

// contiguous reports whether the lanes of a row lie side by side in memory, with
// the size that they have in a register.
func contiguous[R uint32 | int32 | uint64, N narrow](a laneLayout) bool {
	return unsafe.Sizeof(R(0)) == unsafe.Sizeof(N(0)) && a.dx == int(unsafe.Sizeof(N(0)))
}

func readAffine[R uint32 | int32 | uint64, N narrow](d *laneBits, a laneLayout, s warpShape) {
	l := lanesOf[R](d)
	if contiguous[R, N](a) && s.width == arch.MaxLanes {
		*l = *(*lanes[R])(a.p)
		return
	}
	for y := range s.rows {
		readRow[R, N](l[y*s.width:][:s.width], unsafe.Add(a.p, y*a.dy), a)
	}
}

func readRow[R uint32 | int32 | uint64, N narrow](row []R, p unsafe.Pointer, a laneLayout) {
	switch {
	case contiguous[R, N](a):
		copy(row, unsafe.Slice((*R)(p), len(row)))
	case a.dx == 0:
		v := R(*(*N)(p))
		for i := range row {
			row[i] = v
		}
	default:
		for i := range row {
			row[i] = R(*(*N)(unsafe.Add(p, i*a.dx)))
		}
	}
}

func gatherLanes[R uint32 | int32 | uint64, N narrow](d *laneBits, p unsafe.Pointer, at *trace.Lanes, m trace.Mask) {
	l := lanesOf[R](d)
	for i := range l {
		if m>>i&1 != 0 {
			l[i] = R(*(*N)(unsafe.Add(p, at[i])))
		}
	}
}

func writeAffine[R uint32 | int32 | uint64, N narrow](v *laneBits, a laneLayout, s warpShape, m trace.Mask) {
	l := lanesOf[R](v)
	if m == 1<<arch.MaxLanes-1 && s.width == arch.MaxLanes && contiguous[R, N](a) {
		*(*lanes[R])(a.p) = *l
		return
	}
	for i := range l {
		if m>>i&1 != 0 {
			*(*N)(a.lane(s, i)) = N(l[i])
		}
	}
}

func scatterLanes[R uint32 | int32 | uint64, N narrow](v *laneBits, p unsafe.Pointer, at *trace.Lanes, m trace.Mask) {
	l := lanesOf[R](v)
	for i := range l {
		if m>>i&1 != 0 {
			*(*N)(unsafe.Add(p, at[i])) = N(l[i])
		}
	}
}
