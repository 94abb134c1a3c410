package compile

// This file computes sizes, alignments and offsets of Go types in device memory.

import (
	"fmt"
	"go/types"

	"gpucourse/gpusim/internal/padding"

	"gpucourse/gpusim/internal/ir"
)

// Sizes on the device, in bytes.
const (
	wordBytes     = 4  // int and uint
	pointerBytes  = 8  // a device address
	sliceBytes    = 16 // address, length, padding
	sliceLenAt    = 8  // offset of a slice's length
	maxVectorSize = 16 // widest access of one lane, and so the largest natural alignment
)

// shape classifies a type by how lowering holds its values.
type shape uint8

const (
	unknown shape = iota // not a type of the device
	scalar
	structure
	array
	pointerTo
	sliceOf
	texture
	function
)

// layout is a type in device memory. Sizes, alignments and offsets are in bytes.
type layout struct {
	typ      types.Type
	shape    shape
	size     int
	align    int
	scalar   ir.Type // type in memory; U8 for bool
	bool     bool
	fields   []field // of a structure
	elem     *layout // of an array, pointer or slice
	len      int     // of an array
	readOnly bool    // gpu.ReadOnly
}

type field struct {
	name   string
	offset int
	*layout
}

// reg returns the register type of a scalar.
func (t *layout) reg() ir.Type {
	if t.bool {
		return ir.Pred
	}
	return t.scalar.Reg()
}

// leaves counts the scalars, pointers and slices in t.
func (t *layout) leaves() int {
	switch t.shape {
	case structure:
		n := 0
		for _, f := range t.fields {
			n += f.leaves()
		}
		return n
	case array:
		return multiply(t.len, t.elem.leaves())
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

// inner returns the innermost element and the extents of nested arrays.
func (t *layout) inner() (*layout, []int) {
	var dims []int
	for t.shape == array {
		dims = append(dims, t.len)
		t = t.elem
	}
	return t, dims
}

// layouts caches layouts. It implements types.Sizes, so that unsafe.Sizeof and the
// overflow of constants follow the device.
type layouts map[types.Type]*layout

var basics = map[types.BasicKind]ir.Type{
	types.Int: ir.S32, types.Uint: ir.U32, types.Uintptr: ir.U64,
	types.Int8: ir.S8, types.Int16: ir.S16, types.Int32: ir.S32, types.Int64: ir.S64,
	types.Uint8: ir.U8, types.Uint16: ir.U16, types.Uint32: ir.U32, types.Uint64: ir.U64,
	types.Float32: ir.F32, types.Float64: ir.F64,
}

// of returns the layout of t. A type that the device does not have has shape
// unknown.
func (ls layouts) of(t types.Type) *layout {
	if l, ok := ls[t]; ok {
		return l
	}
	l := &layout{typ: t, align: 1}
	ls[t] = l // before the elements: a type may be recursive through a pointer
	if dims, texel := textureOf(t); dims > 0 {
		l.shape, l.elem, l.size, l.align = texture, ls.of(texel), pointerBytes, pointerBytes
		return l
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		l.setBasic(types.Default(u).(*types.Basic).Kind())
	case *types.Struct:
		ls.setStruct(l, u)
	case *types.Array:
		l.shape, l.elem, l.len = array, ls.of(u.Elem()), int(u.Len())
		l.size, l.align = multiply(l.len, l.elem.size), l.elem.align
	case *types.Pointer:
		l.shape, l.elem, l.size, l.align = pointerTo, ls.of(u.Elem()), pointerBytes, pointerBytes
	case *types.Slice:
		l.shape, l.elem, l.size, l.align = sliceOf, ls.of(u.Elem()), sliceBytes, pointerBytes
		l.readOnly = gpuName(t) == "ReadOnly"
	case *types.Signature:
		l.shape = function
	}
	return l
}

func (l *layout) setBasic(k types.BasicKind) {
	if k == types.Bool {
		l.shape, l.scalar, l.bool = scalar, ir.U8, true
	} else if t, ok := basics[k]; ok {
		l.shape, l.scalar = scalar, t
	} else {
		return
	}
	l.size = l.scalar.Bytes()
	l.align = l.size
}

// setStruct places fields as C does. The types gpu.Align8 and gpu.Align16 have no
// size and raise the alignment, as vector types do.
func (ls layouts) setStruct(l *layout, s *types.Struct) {
	l.shape = structure
	placed := padding.Struct{}
	for i := range s.NumFields() {
		f := ls.of(s.Field(i).Type())
		l.fields = append(l.fields, field{s.Field(i).Name(), placed.Add(f.size, f.align), f})
	}
	placed.Raise(max(l.align, raisedAlign(l)))
	l.align, l.size = placed.Align(), placed.Size()
}

// raisedAlign returns the alignment that a type of package gpu has beyond that of
// its fields: gpu.Align8, gpu.Align16, and vectors of two or four elements.
func raisedAlign(l *layout) int {
	switch gpuName(l.typ) {
	case "":
		return 1
	case "Align8":
		return 8
	case "Align16":
		return 16
	}
	if n := len(l.fields); (n == 2 || n == 4) && l.fields[0].shape == scalar && l.fields[0].name == "X" {
		return min(n*l.fields[0].size, maxVectorSize)
	}
	return 1
}

// gpuName returns the name of t when it is a type of package gpu, else "".
func gpuName(t types.Type) string {
	n, ok := types.Unalias(t).(*types.Named)
	if !ok || n.Obj().Pkg() == nil || n.Obj().Pkg().Path() != gpuPath {
		return ""
	}
	return n.Obj().Name()
}

// Sizeof implements types.Sizes.
func (ls layouts) Sizeof(t types.Type) int64 {
	if l := ls.fixed(t); l != nil {
		return int64(l.size)
	}
	return pointerBytes
}

// Alignof implements types.Sizes.
func (ls layouts) Alignof(t types.Type) int64 {
	if l := ls.fixed(t); l != nil {
		return int64(l.align)
	}
	return pointerBytes
}

// Offsetsof implements types.Sizes.
func (ls layouts) Offsetsof(fields []*types.Var) []int64 {
	at := make([]int64, len(fields))
	for i, f := range ls.of(types.NewStruct(fields, nil)).fields {
		at[i] = int64(f.offset)
	}
	return at
}

// fixed returns the layout of t, or nil when t has none. A type parameter has no
// size before it is instantiated.
func (ls layouts) fixed(t types.Type) *layout {
	switch t.Underlying().(type) {
	case *types.Interface, *types.TypeParam:
		return nil
	}
	if l := ls.of(t); l.shape != unknown {
		return l
	}
	return nil
}

// hostSizes are the sizes in the memory of the host, where the contents of slices
// are.
var hostSizes = types.SizesFor("gc", "amd64")

// difference says how the layouts of a type on host and device differ, and what to
// do about it.
type difference struct{ what, remedy string }

// hostDiffers compares the layouts of the element of a slice on host and device. The
// result is zero when they agree byte for byte.
func (ls layouts) hostDiffers(t types.Type) difference {
	l := ls.of(t)
	switch u := t.Underlying().(type) {
	case *types.Array:
		if d := ls.hostDiffers(u.Elem()); d != (difference{}) {
			return d
		}
	case *types.Struct:
		if d := ls.fieldsDiffer(l, u); d != (difference{}) {
			return d
		}
	}
	host := int(hostSizes.Sizeof(t))
	if host == l.size {
		return difference{}
	}
	d := difference{
		what:   fmt.Sprintf("%s takes %d bytes in Go and %d on the device", typeName(t), host, l.size),
		remedy: "put fields such as gpu.Align16 first",
	}
	if host < l.size {
		d.remedy = fmt.Sprintf("pad it: add _ %s as its last field", filler(l.size-host))
	}
	return d
}

func (ls layouts) fieldsDiffer(l *layout, s *types.Struct) difference {
	vars := make([]*types.Var, s.NumFields())
	for i := range vars {
		vars[i] = s.Field(i)
	}
	for i, at := range hostSizes.Offsetsof(vars) {
		if d := ls.hostDiffers(vars[i].Type()); d != (difference{}) {
			return d
		}
		if off := int64(l.fields[i].offset); at != off {
			return difference{
				what: fmt.Sprintf("field %s of %s lies at byte %d in Go and at byte %d on the device",
					vars[i].Name(), typeName(l.typ), at, off),
				remedy: fmt.Sprintf("put it first, or add _ %s before it", filler(int(off-at))),
			}
		}
	}
	return difference{}
}

// filler names an array type of n bytes with the largest elements that fit.
func filler(n int) string {
	for _, t := range []types.BasicKind{types.Int32, types.Int16} {
		if size := basics[t].Bytes(); n%size == 0 {
			return fmt.Sprintf("[%d]%s", n/size, types.Typ[t].Name())
		}
	}
	return fmt.Sprintf("[%d]int8", n)
}

// typeName prints t as the source writes it: types of package gpu with the package's
// name, types of the kernel's own package without.
func typeName(t types.Type) string {
	return types.TypeString(unaliased(t), func(p *types.Package) string {
		if p.Path() == gpuPath {
			return p.Name()
		}
		return ""
	})
}

// unaliased returns t, and the element of a slice, without aliases: the type's name
// at run time.
func unaliased(t types.Type) types.Type {
	t = types.Unalias(t)
	if s, ok := t.(*types.Slice); ok {
		return types.NewSlice(unaliased(s.Elem()))
	}
	return t
}
