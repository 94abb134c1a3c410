// Package layout says where values of Go types lie in the memory of a device: their sizes,
// alignments and offsets, which are those of CUDA C.
package layout

import (
	"go/types"
	"slices"
	"strconv"

	"gpucourse/gpusim/internal/ir"
)

// Bytes on the device.
const (
	wordBytes    = 4  // int and uint
	PointerBytes = 8  // a device address
	sliceBytes   = 16 // address, length, padding
	SliceLenAt   = 8  // offset of a slice's length
	MaxVector    = 16 // widest access of one lane, and so the largest natural alignment
)

// Shape classifies a type by how lowering holds its values.
type Shape uint8

// The shapes.
const (
	Unknown Shape = iota // no type of the device
	Scalar
	Struct
	Array
	Pointer
	Slice
	Texture
	Func
)

// Type is a Go type in device memory. Sizes, alignments and offsets are in bytes.
type Type struct {
	Go       types.Type
	Shape    Shape
	Size     int
	Align    int
	Scalar   ir.Type // type in memory; U8 for bool
	Bool     bool
	Fields   []Field // of a structure
	Elem     *Type   // of an array, pointer or slice
	Len      int     // of an array
	ReadOnly bool    // gpu.ReadOnly
}

// Field is a field of a structure.
type Field struct {
	Name   string
	Offset int
	*Type
}

// Reg returns the register type of a scalar.
func (t *Type) Reg() ir.Type {
	if t.Bool {
		return ir.Pred
	}
	return t.Scalar.Reg()
}

// Leaves counts the scalars, pointers and slices in t.
func (t *Type) Leaves() int {
	switch t.Shape {
	case Struct:
		n := 0
		for _, f := range t.Fields {
			n += f.Leaves()
		}
		return n
	case Array:
		return multiply(t.Len, t.Elem.Leaves())
	}
	return 1
}

// maxSize bounds sizes and counts, so that sums of them do not overflow. It is far
// above the memory of any device.
const maxSize = 1 << 48

// multiply returns a·b, or maxSize when that is less.
func multiply(a, b int) int {
	if b > 0 && a > maxSize/b {
		return maxSize
	}
	return a * b
}

// Inner returns the innermost element and the extents of nested arrays.
func (t *Type) Inner() (*Type, []int) {
	var dims []int
	for t.Shape == Array {
		dims = append(dims, t.Len)
		t = t.Elem
	}
	return t, dims
}

// Part returns the layout and offset of field or element i.
func (t *Type) Part(i int) (*Type, int) {
	if t.Shape == Struct {
		return t.Fields[i].Type, t.Fields[i].Offset
	}
	return t.Elem, i * t.Elem.Size
}

// Parts counts the fields or elements.
func (t *Type) Parts() int {
	switch t.Shape {
	case Struct:
		return len(t.Fields)
	case Array:
		return t.Len
	}
	return 0
}

// PartName is how the source selects a part: ".Width", "[3]".
func (t *Type) PartName(i int) string {
	if t.Shape == Struct {
		return "." + t.Fields[i].Name
	}
	return "[" + strconv.Itoa(i) + "]"
}

// Holds reports whether t or a part of it has a shape.
func (t *Type) Holds(s Shape) bool {
	switch t.Shape {
	case s:
		return true
	case Struct:
		return slices.ContainsFunc(t.Fields, func(f Field) bool { return f.Type.Holds(s) })
	case Array:
		return t.Elem.Holds(s)
	}
	return false
}

// Slices adds the slices in a parameter of type t to found.
func (t *Type) Slices(path string, found map[string]ir.Record) {
	if t.Shape == Slice {
		found[path] = t.Elem.Record()
		return
	}
	for i := range t.Parts() {
		part, _ := t.Part(i)
		part.Slices(path+t.PartName(i), found)
	}
}

// Record returns what a host knows of a value of type t.
func (t *Type) Record() ir.Record { return ir.Record{Bytes: t.Size, Scalars: t.scalars(0, nil)} }

// scalars appends the scalars of a value of type t at offset at.
func (t *Type) scalars(at int, list []ir.Scalar) []ir.Scalar {
	if t.Shape == Scalar {
		return append(list, ir.Scalar{Offset: at, Type: t.Scalar})
	}
	for i := range t.Parts() {
		part, offset := t.Part(i)
		list = part.scalars(at+offset, list)
	}
	return list
}
