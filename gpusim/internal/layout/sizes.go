package layout

// This file lays types out as a device does.

import (
	"go/types"
	"strconv"
	"strings"

	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/padding"
	"gpucourse/gpusim/internal/tensormap"
)

// Sizes caches layouts. It implements types.Sizes, so that unsafe.Sizeof and the
// overflow of constants follow the device.
type Sizes map[types.Type]*Type

// basics says how memory holds numbers and bools.
var basics = map[types.BasicKind]ir.Type{
	types.Bool: ir.U8, types.Int: ir.S32, types.Uint: ir.U32, types.Uintptr: ir.U64,
	types.Int8: ir.S8, types.Int16: ir.S16, types.Int32: ir.S32, types.Int64: ir.S64,
	types.Uint8: ir.U8, types.Uint16: ir.U16, types.Uint32: ir.U32, types.Uint64: ir.U64,
	types.Float32: ir.F32, types.Float64: ir.F64,
}

// Of returns the layout of t. A type that the device does not have has shape
// unknown.
func (ls Sizes) Of(t types.Type) *Type {
	if l, ok := ls[t]; ok {
		return l
	}
	l := &Type{Go: t, Align: 1}
	ls[t] = l // before the elements: a type may be recursive through a pointer
	if dims, texel := TextureOf(t); dims > 0 {
		l.Shape, l.Elem, l.Size, l.Align = Texture, ls.Of(texel), PointerBytes, PointerBytes
		return l
	}
	if IsTensorMap(t) {
		l.Shape, l.Elem, l.Len = Array, ls.Of(types.Typ[types.Uint64]), tensormap.Bytes/ir.U64.Bytes()
		l.Size, l.Align = tensormap.Bytes, tensormap.Align
		return l
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		l.setBasic(types.Default(u).(*types.Basic).Kind())
	case *types.Struct:
		ls.setStruct(l, u)
	case *types.Array:
		l.Shape, l.Elem, l.Len = Array, ls.Of(u.Elem()), int(u.Len())
		l.Size, l.Align = multiply(l.Len, l.Elem.Size), l.Elem.Align
	case *types.Pointer:
		l.Shape, l.Elem, l.Size, l.Align = Pointer, ls.Of(u.Elem()), PointerBytes, PointerBytes
	case *types.Slice:
		l.Shape, l.Elem, l.Size, l.Align = Slice, ls.Of(u.Elem()), sliceBytes, PointerBytes
		l.ReadOnly = GPUName(t) == "ReadOnly"
	case *types.Signature:
		l.Shape = Func
	}
	return l
}

func (l *Type) setBasic(k types.BasicKind) {
	if t, ok := basics[k]; ok {
		l.Shape, l.Scalar, l.Bool = Scalar, t, k == types.Bool
		l.Size = t.Bytes()
		l.Align = l.Size
	}
}

// setStruct places fields as C does. The types gpu.Align2 to gpu.Align1024 have no
// size and raise the alignment, as vector types do.
func (ls Sizes) setStruct(l *Type, s *types.Struct) {
	l.Shape = Struct
	placed := padding.Struct{}
	for i := range s.NumFields() {
		f := ls.Of(s.Field(i).Type())
		l.Fields = append(l.Fields, Field{s.Field(i).Name(), placed.Add(f.Size, f.Align), f})
	}
	placed.Raise(max(l.Align, raisedAlign(l)))
	l.Align, l.Size = placed.Align(), placed.Size()
}

// raisedAlign returns the alignment that a type of package gpu has beyond that of
// its fields: gpu.Align2 to gpu.Align1024, and vectors of two or four elements.
func raisedAlign(l *Type) int {
	name := GPUName(l.Go)
	if name == "" {
		return 1
	}
	if n := AlignOf(name); n > 0 {
		return n
	}
	if n := len(l.Fields); n > 0 && l.Fields[0].Shape == Scalar && l.Fields[0].Name == "X" {
		return VectorAlign(n, l.Fields[0].Size)
	}
	return 1
}

// AlignOf returns the alignment of a type of package gpu that only raises it, such as 16 of Align16;
// 0 for other types.
func AlignOf(name string) int {
	n, _ := strconv.Atoi(strings.TrimPrefix(name, "Align"))
	return n
}

// VectorAlign returns the alignment of a vector of n numbers, each of some bytes: a vector of two
// or four is one access, one of three is three.
func VectorAlign(n, bytes int) int {
	if n == 3 {
		return bytes
	}
	return min(n*bytes, MaxVector)
}

// Number returns how memory holds a number or a bool of Go, "int32"; ok is false for other names.
func Number(name string) (t ir.Type, ok bool) {
	if obj := types.Universe.Lookup(name); obj != nil {
		if b, basic := obj.Type().(*types.Basic); basic {
			t, ok = basics[b.Kind()]
		}
	}
	return t, ok
}

// Bits returns the bits of a number or a bool in memory, 0 for other kinds of types.
func Bits(k types.BasicKind) int {
	if t, ok := basics[k]; ok {
		return 8 * t.Bytes()
	}
	return 0
}

// Sizeof implements types.Sizes.
func (ls Sizes) Sizeof(t types.Type) int64 {
	if l := ls.fixed(t); l != nil {
		return int64(l.Size)
	}
	return PointerBytes
}

// Alignof implements types.Sizes.
func (ls Sizes) Alignof(t types.Type) int64 {
	if l := ls.fixed(t); l != nil {
		return int64(l.Align)
	}
	return PointerBytes
}

// Offsetsof implements types.Sizes.
func (ls Sizes) Offsetsof(fields []*types.Var) []int64 {
	at := make([]int64, len(fields))
	for i, f := range ls.Of(types.NewStruct(fields, nil)).Fields {
		at[i] = int64(f.Offset)
	}
	return at
}

// fixed returns the layout of t, or nil where its size is not fixed: a type parameter has no size
// before it is instantiated.
func (ls Sizes) fixed(t types.Type) *Type {
	switch t.Underlying().(type) {
	case *types.Interface, *types.TypeParam:
		return nil
	}
	if l := ls.Of(t); l.Shape != Unknown {
		return l
	}
	return nil
}
