package gpusim

// This file copies matrices whose rows lie apart.

import (
	"fmt"
	"reflect"
	"unsafe"

	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/gpu"
	"gpucourse/gpusim/internal/timeline"
)

// Rows is a matrix in memory of the host or a device, row after row, Stride
// elements from one to the next.
type Rows[T any] struct {
	Data   []T
	Stride int
}

// Copy2D copies height rows of width elements in a stream. Whose memory it is
// follows from the slices: pitched memory of the stream's device, or the host's.
// CUDA: cudaMemcpy2DAsync with cudaMemcpyDefault.
func Copy2D[T any](s *Stream, to, from Rows[T], width, height int) error {
	if err := s.usable("Copy2D"); err != nil {
		return err
	}
	size := int(reflect.TypeFor[T]().Size())
	for _, side := range []struct {
		what string
		rows Rows[T]
	}{{"target", to}, {"source", from}} {
		if err := side.rows.holds(side.what, width, height); err != nil {
			return err
		}
	}
	for y := range height {
		copy(to.Data[y*to.Stride:][:width], from.Data[y*from.Stride:][:width])
	}
	if width > 0 && height > 0 {
		s.move2D(unsafe.Pointer(&to.Data[0]), unsafe.Pointer(&from.Data[0]), width*size*height, height)
	}
	return nil
}

// holds returns an error when a matrix does not lie within the rows.
func (r Rows[T]) holds(side string, width, height int) error {
	switch {
	case width < 0 || height < 0:
		return diag.Called(diag.Diagnostic{Code: diag.NegativeSize, CUDA: invalidValue, Message: fmt.Sprintf("Copy2D of %d × %d elements", width, height), Hint: "copy 0 or more rows and columns"})
	case width > r.Stride:
		return diag.Called(diag.Diagnostic{Code: diag.BadPitch, CUDA: "cudaErrorInvalidPitchValue", Message: fmt.Sprintf("Copy2D: rows of %d elements, in the %s the next row begins after %d", width, side, r.Stride), Hint: "give the stride of the whole rows, padding included"})
	case height > 0 && !r.reach(width, height):
		return diag.Called(diag.Diagnostic{Code: diag.CopySize, CUDA: invalidValue, Message: fmt.Sprintf("Copy2D of %d rows, %d elements apart, goes beyond the %d elements of the %s", height, r.Stride, len(r.Data), side), Hint: "copy fewer rows, or allocate more"})
	}
	return nil
}

// reach reports whether the data reaches to the end of a matrix with rows.
func (r Rows[T]) reach(width, height int) bool {
	last, ok := product(height-1, r.Stride)
	return ok && last+width <= len(r.Data)
}

// move2D gives a copy of rows its time.
func (s *Stream) move2D(to, from unsafe.Pointer, bytes, rows int) {
	c := timeline.Copy{Name: "copy of rows", Bytes: bytes, Rows: rows}
	d := s.device
	kind := func(p unsafe.Pointer) MemoryKind {
		if _, b := d.hostBlock(p); b != nil {
			return b.kind
		}
		return PageableMemory
	}
	switch a, b := kind(to), kind(from); {
	case a == DeviceMemory && b == DeviceMemory:
		s.lane.Within(c)
	case a == DeviceMemory && b == PageableMemory:
		s.lane.StagedToDevice(c)
	case a == DeviceMemory:
		s.lane.ToDevice(c)
	case b == DeviceMemory && a == PageableMemory:
		s.lane.StagedFromDevice(c)
	case b == DeviceMemory:
		s.lane.FromDevice(c)
	}
}

// Volume is pitched memory in three dimensions: Depth matrices of Height rows,
// Stride elements apart.
type Volume[T any] struct {
	Data                         []T
	Width, Height, Depth, Stride int
}

// Slice returns the z-th matrix.
func (v Volume[T]) Slice(z int) gpu.Pitched[T] {
	plane := v.Stride * v.Height
	return gpu.Pitched[T]{Data: v.Data[z*plane : (z+1)*plane], Width: v.Width, Height: v.Height, Stride: v.Stride}
}

// Malloc3D allocates matrices one behind the other, each row aligned as by
// MallocPitch. CUDA: cudaMalloc3D.
func Malloc3D[T any](d *Device, width, height, depth int) (Volume[T], error) {
	rows, ok := product(height, depth)
	what := fmt.Sprintf("Malloc3D of %d × %d × %d %s", width, height, depth, reflect.TypeFor[T]())
	switch {
	case width < 0 || height < 0 || depth < 0:
		return Volume[T]{}, negativeSize(what)
	case !ok:
		return Volume[T]{}, d.tooLarge(what + " does not fit")
	}
	m, err := MallocPitch[T](d, width, rows)
	if err != nil {
		return Volume[T]{}, err
	}
	return Volume[T]{Data: m.Data, Width: width, Height: height, Depth: depth, Stride: m.Stride}, nil
}
