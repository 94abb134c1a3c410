package cfront

// This file defines types and their layout.

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"gpucourse/gpusim/internal/cfront/number"
	"gpucourse/gpusim/internal/cfront/syntax"
	"gpucourse/gpusim/internal/cfront/tree"
	"gpucourse/gpusim/internal/layout"
	"gpucourse/gpusim/internal/padding"
)

// kind classifies a type.
type kind uint8

// The kinds. Those of numbers stand in the order of package number.
const (
	bad kind = iota
	void
	boolean
	char
	schar
	uchar
	short
	ushort
	integer
	uinteger
	long
	ulong
	longlong
	ulonglong
	float
	double
	pointer
	array
	structure
	function
	texture
	null // of nullptr
)

// typ is a type.
type typ struct {
	k        kind
	elem     *typ
	n        int // elements of an array; -1 when not known
	s        *structType
	lambda   *lambdaType
	enum     *enumType // of a number that is a value of an enumeration
	constant bool      // const, of what the type describes
	volatile bool
	restrict bool // of a pointer
}

// lambdaType is the type of one function literal.
type lambdaType struct {
	params []*object
	result *typ
}

func (l *lambdaType) goType() ast.Expr {
	var params []*ast.Field
	for _, p := range l.params {
		params = append(params, &ast.Field{Type: p.paramType()})
	}
	if l.result.k == void {
		return tree.Signature(params, nil)
	}
	return tree.Signature(params, l.result.goType())
}

// structType is a struct with its fields.
type structType struct {
	name   string // in C
	goName string
	fields []*field
	align  int // at least; 0 for that of its fields
	decl   *syntax.Struct
	env    *env
	scopes []map[string]*object // of the function that declares it
	args   []targ
	vector bool
	begun  bool // its fields are not all known
	parts  int  // its fields, with those of its fields
}

type field struct {
	name, goName string
	t            *typ
	init         syntax.Expr
	align        int // at least; 0 for that of its type
	attrs        syntax.Attrs
}

// layout is the layout of the field's type, with the field's own alignment.
func (f *field) layout() (size, align int) {
	size, align = f.t.layout()
	return size, max(align, f.align)
}

func (s *structType) hasField(name string) bool {
	return slices.ContainsFunc(s.fields, func(f *field) bool { return f.name == name })
}

func basic(k kind) *typ { return &typ{k: k} }

var (
	voidType  = basic(void)
	boolType  = basic(boolean)
	intType   = basic(integer)
	uintType  = basic(uinteger)
	sizeType  = basic(ulong)
	longType  = basic(long)
	floatType = basic(float)
	badType   = basic(bad)
)

func pointerTo(t *typ) *typ { return &typ{k: pointer, elem: t} }

// basicKinds are the kinds by C's names, with those that headers define.
var basicKinds = map[string]kind{
	"void": void, "bool": boolean, "char": char, "signed char": schar, "unsigned char": uchar, "short": short, "unsigned short": ushort,
	"int": integer, "unsigned int": uinteger, "long": long, "unsigned long": ulong, "long long": longlong, "unsigned long long": ulonglong,
	"float": float, "double": double, "size_t": ulong, "ptrdiff_t": long, "ssize_t": long, "intptr_t": long, "uintptr_t": ulong,
	"int8_t": schar, "uint8_t": uchar, "int16_t": short, "uint16_t": ushort, "int32_t": integer, "uint32_t": uinteger,
	"int64_t": long, "uint64_t": ulong, "uint": uinteger, "ushort": ushort, "uchar": uchar, "ulong": ulong, "clock_t": long,
}

// goKinds are the types of Go.
var goKinds = map[kind]types.BasicKind{
	boolean: types.Bool, char: types.Int8, schar: types.Int8, uchar: types.Uint8, short: types.Int16, ushort: types.Uint16,
	integer: types.Int32, uinteger: types.Uint32, long: types.Int64, ulong: types.Uint64, longlong: types.Int64, ulonglong: types.Uint64,
	float: types.Float32, double: types.Float64, void: types.Uint8,
}

// cNames are the names of C.
var cNames = map[kind]string{
	void: "void", boolean: "bool", char: "char", schar: "signed char", uchar: "unsigned char", short: "short", ushort: "unsigned short",
	integer: "int", uinteger: "unsigned int", long: "long", ulong: "unsigned long", longlong: "long long", ulonglong: "unsigned long long",
	float: "float", double: "double", null: "nullptr_t", function: "a function", texture: "cudaTextureObject_t", bad: "?",
}

// goType returns the type in Go.
func (t *typ) goType() ast.Expr {
	switch t.k {
	case pointer:
		return tree.Star(t.elem.goType(), token.NoPos)
	case array:
		return tree.Array(max(t.n, 0), t.elem.goType())
	case structure:
		return tree.Path(t.s.goName)
	case null:
		return pointerTo(voidType).goType()
	case function:
		return t.lambda.goType()
	}
	return tree.Name(types.Typ[goKinds[t.k]].Name())
}

// sameInGo reports whether two types are one in Go.
func sameInGo(a, b *typ) bool {
	switch {
	case a.k == null:
		return sameInGo(pointerTo(voidType), b)
	case b.k == null:
		return sameInGo(a, pointerTo(voidType))
	case goKinds[a.k] != types.Invalid || a.k != b.k:
		return goKinds[a.k] == goKinds[b.k] && goKinds[a.k] != types.Invalid
	case a.k == pointer:
		return sameInGo(a.elem, b.elem)
	case a.k == array:
		return a.n == b.n && sameInGo(a.elem, b.elem)
	case a.k == structure:
		return a.s.goName == b.s.goName
	}
	return a.lambda == b.lambda
}

// String returns the type in C.
func (t *typ) String() string {
	prefix := ""
	if t.constant {
		prefix = "const "
	}
	if t.volatile {
		prefix += "volatile "
	}
	switch t.k {
	case pointer:
		return t.elem.String() + "*"
	case array:
		inner, dims := t, ""
		for inner.k == array {
			dims += fmt.Sprintf("[%d]", inner.n)
			inner = inner.elem
		}
		return inner.String() + dims
	case structure:
		return prefix + t.s.display()
	}
	if t.enum != nil {
		return prefix + t.enum.decl.Key(t.enum.decl.Name)
	}
	return prefix + cNames[t.k]
}

func (s *structType) display() string {
	name := s.name
	if s.decl != nil {
		name = s.decl.Key(name)
	}
	if len(s.args) == 0 {
		return name
	}
	return name + "<" + joinArgs(s.args) + ">"
}

// same reports whether two types are equal but for const and volatile.
func same(a, b *typ) bool {
	if a.k != b.k {
		return false
	}
	switch a.k {
	case pointer:
		return same(a.elem, b.elem)
	case array:
		return a.n == b.n && same(a.elem, b.elem)
	case structure:
		return a.s == b.s
	case function:
		return a.lambda == b.lambda
	}
	return a.enum == b.enum
}

func (t *typ) isInt() bool   { return t.k >= boolean && t.k <= ulonglong }
func (t *typ) isFloat() bool { return t.k == float || t.k == double }
func (t *typ) number() bool  { return t.k >= boolean && t.k <= double }

func (t *typ) unsigned() bool { return t.number() && t.num().Unsigned() }

// num returns the kind of a number for package number.
func (t *typ) num() number.Kind { return number.Kind(t.k-boolean) + number.Bool }

// kindOf is the kind of numbers that package number has.
func kindOf(k number.Kind) kind { return kind(k-number.Bool) + boolean }

// bits returns the width of a number, and for other types that of an address.
func (t *typ) bits() int {
	if t.number() {
		return layout.Bits(goKinds[t.k])
	}
	return 8 * layout.PointerBytes
}

// plain returns t without const and volatile.
func (t *typ) plain() *typ {
	if !t.constant && !t.volatile && !t.restrict {
		return t
	}
	c := *t
	c.constant, c.volatile, c.restrict = false, false, false
	return &c
}

// with returns t with more qualifiers. Those of an array belong to its elements.
func (t *typ) with(constant, volatile bool) *typ {
	if !constant && !volatile {
		return t
	}
	c := *t
	if t.k == array {
		c.elem = t.elem.with(constant, volatile)
		return &c
	}
	c.constant, c.volatile = c.constant || constant, c.volatile || volatile
	return &c
}

// layout returns size and alignment in bytes, as C has them.
func (t *typ) layout() (size, align int) {
	switch t.k {
	case pointer, texture, null:
		return layout.PointerBytes, layout.PointerBytes
	case array:
		size, align = t.elem.layout()
		return size * max(t.n, 0), align
	case structure:
		return t.s.layout()
	case void, function, bad:
		return 1, 1
	}
	return t.bits() / 8, t.bits() / 8
}

func (s *structType) layout() (size, align int) {
	var placed padding.Struct
	for _, f := range s.fields {
		placed.Add(f.layout())
	}
	placed.Raise(s.align)
	return max(placed.Size(), 1), placed.Align()
}

// vectorTypes are the vector types of package gpu, by their names in C.
var vectorTypes = map[string]kind{
	"char": char, "uchar": uchar, "short": short, "ushort": ushort, "int": integer, "uint": uinteger,
	"longlong": longlong, "ulonglong": ulonglong, "long": long, "ulong": ulong, "float": float, "double": double,
}

// vectorLengths says which lengths package gpu has; others are structs of their own.
var vectorLengths = map[string]string{
	"char": "234", "uchar": "234", "short": "234", "ushort": "234", "int": "234", "uint": "234", "longlong": "2", "ulonglong": "2",
	"long": "2", "ulong": "2", "float": "234", "double": "234",
}

// vectorOf returns the vector type of a name such as float4; nil for other names.
func (u *unit) vectorOf(name string) *typ {
	if name == "dim3" {
		name = "uint3"
	}
	if len(name) < 2 {
		return nil
	}
	base, n := name[:len(name)-1], int(name[len(name)-1]-'0')
	k, ok := vectorTypes[base]
	if !ok || n < 1 || n > 4 {
		return nil
	}
	if s := u.structs[name]; s != nil {
		return &typ{k: structure, s: s}
	}
	s := &structType{name: name, goName: name + "ʹ", vector: true}
	goField := strings.ToLower
	if strings.Contains(vectorLengths[base], name[len(name)-1:]) {
		goBase := strings.ToUpper(base[:1]) + base[1:]
		if k == long || k == ulong {
			goBase = map[kind]string{long: "Longlong", ulong: "Ulonglong"}[k]
		}
		s.goName, goField = "gpu."+goBase+name[len(name)-1:], strings.ToUpper
		s.align = layout.VectorAlign(n, basic(k).bits()/8)
	}
	for _, f := range strings.Split("xyzw", "")[:n] {
		s.fields = append(s.fields, &field{name: f, goName: goField(f), t: basic(k)})
	}
	u.structs[name] = s
	if !strings.HasPrefix(s.goName, "gpu.") {
		u.writeStruct(s)
	}
	return &typ{k: structure, s: s}
}

// headerStruct returns a struct of CUDA's headers that the host makes and a kernel may get; nil for
// another name.
func (u *unit) headerStruct(name string) *typ {
	var fields []*field
	sizes := func(names ...string) {
		for _, n := range names {
			fields = append(fields, &field{name: n, goName: n, t: basic(ulong)})
		}
	}
	switch name {
	case "cudaPitchedPtr":
		fields = append(fields, &field{name: "ptr", goName: "ptr", t: &typ{k: pointer, elem: basic(void)}})
		sizes("pitch", "xsize", "ysize")
	case "cudaExtent":
		sizes("width", "height", "depth")
	default:
		return nil
	}
	s := u.structs[name]
	if s == nil {
		s = &structType{name: name, goName: name + "ʹ", fields: fields}
		u.structs[name] = s
		u.writeStruct(s)
	}
	return &typ{k: structure, s: s}
}

// holdsPointer reports whether a value of the type contains addresses.
func (t *typ) holdsPointer() bool {
	switch t.k {
	case pointer:
		return true
	case array:
		return t.elem.holdsPointer()
	case structure:
		for _, f := range t.s.fields {
			if f.t.holdsPointer() {
				return true
			}
		}
	}
	return false
}
