package hostc

// This file is the types of a program, as they lie in memory.

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"gpucourse/gpusim/internal/cfront/number"
	"gpucourse/gpusim/internal/cfront/syntax"
	"gpucourse/gpusim/internal/padding"
)

type kind uint8

const (
	opaque kind = iota // of a library that is not read: its values are unknown
	void
	boolean
	integer
	floating
	pointer
	array
	record
	callable // a function or lambda
)

// typ is a type.
type typ struct {
	kind   kind
	num    number.Kind // of a boolean, integer or floating
	name   string
	size   int
	align  int
	elem   *typ // of a pointer, an array or a container
	n      int  // of an array
	fields []field
	decl   *syntax.Struct
	args   *scope // the template arguments of decl
	bases  []field
	whole  bool    // of a struct: its fields are known
	list   bool    // a container: std::vector and its like
	native *native // of a class that Go implements
	short  *short  // of a number of 16 bits
}

type field struct {
	name   string
	t      *typ
	offset int
	decl   *syntax.Var
}

// numberType is a type of numbers.
func numberType(k number.Kind, name string) *typ {
	t := &typ{kind: integer, num: k, name: name, size: k.Bytes(), align: k.Bytes()}
	switch {
	case k == number.Bool:
		t.kind = boolean
	case k.Floating():
		t.kind = floating
	}
	return t
}

var (
	opaqueType = &typ{kind: opaque, name: "?", size: 8, align: 8}
	voidType   = &typ{kind: void, name: "void", size: 1, align: 1}
	boolType   = numberType(number.Bool, "bool")
	charType   = numberType(number.Char, "char")
	intType    = numberType(number.Int, "int")
	uintType   = numberType(number.UInt, "unsigned int")
	longType   = numberType(number.Long, "long")
	sizeType   = numberType(number.ULong, "unsigned long")
	floatType  = numberType(number.Float, "float")
	doubleType = numberType(number.Double, "double")
	codeType   = &typ{kind: callable, name: "function", size: 8, align: 8}
)

// basicTypes are the types by the names that package syntax and headers give them.
var basicTypes = map[string]*typ{
	"void": voidType, "bool": boolType, "char": charType, "int": intType, "unsigned int": uintType, "long": longType, "unsigned long": sizeType,
	"float": floatType, "double": doubleType, "signed char": charType, "unsigned char": numberType(number.UChar, "unsigned char"),
	"short": numberType(number.Short, "short"), "unsigned short": numberType(number.UShort, "unsigned short"),
	"long long": numberType(number.LongLong, "long long"), "unsigned long long": numberType(number.ULongLong, "unsigned long long"),
	"wchar_t": intType,
}

// The structs of CUDA's headers.
var (
	dimType     = recordOf("dim3", []field{{name: "x", t: uintType}, {name: "y", t: uintType}, {name: "z", t: uintType}})
	extentType  = recordOf("cudaExtent", []field{{name: "width", t: sizeType}, {name: "height", t: sizeType}, {name: "depth", t: sizeType}})
	pitchedType = recordOf("cudaPitchedPtr", []field{{name: "ptr", t: pointerTo(voidType)}, {name: "pitch", t: sizeType}, {name: "xsize", t: sizeType}, {name: "ysize", t: sizeType}})
	configType  = recordOf("cudaLaunchConfig_t", []field{{name: "gridDim", t: dimType}, {name: "blockDim", t: dimType}, {name: "dynamicSmemBytes", t: sizeType},
		{name: "stream", t: pointerTo(voidType)}, {name: "attrs", t: pointerTo(voidType)}, {name: "numAttrs", t: uintType}})
)

func init() {
	same := func(of string, names string) {
		for n := range strings.FieldsSeq(names) {
			basicTypes[n] = basicTypes[of]
		}
	}
	same("unsigned long", "size_t uint64_t uintptr_t ulong size_type cudaTextureObject_t cudaSurfaceObject_t")
	same("long", "ptrdiff_t ssize_t int64_t intptr_t clock_t time_t off_t")
	same("int", "int32_t cudaError_t cudaError CUresult cudaMemcpyKind")
	same("unsigned int", "uint uint32_t")
	same("unsigned char", "uchar uint8_t u_char byte")
	same("char", "int8_t")
	same("short", "int16_t")
	same("unsigned short", "ushort uint16_t")
	for _, base := range []string{"char", "uchar", "short", "ushort", "int", "uint", "long", "ulong", "float", "double"} {
		for n := 1; n <= 4; n++ {
			basicTypes[base+strconv.Itoa(n)] = vectorType(base, n)
		}
	}
	basicTypes["longlong2"], basicTypes["ulonglong2"] = vectorType("long", 2), vectorType("ulong", 2)
	basicTypes["cudaStream_t"], basicTypes["cudaEvent_t"] = pointerTo(voidType), pointerTo(voidType)
	for _, t := range []*typ{dimType, pitchedType, extentType, configType, halfType, bfloatType} {
		basicTypes[t.name] = t
	}
	same("__half", "half")
	same("__nv_bfloat16", "nv_bfloat16")
}

func vectorType(base string, n int) *typ {
	var fields []field
	for _, name := range []string{"x", "y", "z", "w"}[:n] {
		fields = append(fields, field{name: name, t: basicTypes[base]})
	}
	t := recordOf(base+strconv.Itoa(n), fields)
	if n != 3 {
		t.align = min(t.size, 16)
	}
	return t
}

// recordOf places the fields of a struct as C does.
func recordOf(name string, fields []field) *typ {
	var s padding.Struct
	for i := range fields {
		f := &fields[i]
		f.offset = s.Add(f.t.size, f.t.align)
	}
	return &typ{kind: record, name: name, size: max(s.Size(), 1), align: s.Align(), fields: fields}
}

func pointerTo(t *typ) *typ {
	return &typ{kind: pointer, name: t.name + "*", size: 8, align: 8, elem: t}
}

func arrayOf(t *typ, n int) *typ {
	return &typ{kind: array, name: t.name + "[]", size: t.size * n, align: t.align, elem: t, n: n}
}

// listOf is std::vector: where its elements are, how many, and for how many there is room.
func listOf(t *typ) *typ {
	l := recordOf("std::vector<"+t.name+">", []field{{name: " data", t: pointerTo(t)}, {name: " size", t: sizeType}, {name: " capacity", t: sizeType}})
	l.list, l.elem = true, t
	return l
}

// stringType is std::string.
var stringType = func() *typ {
	t := listOf(charType)
	t.name = "std::string"
	return t
}()

// tuple is std::tuple, whose fields have numbers for names.
func (m *machine) tuple(args []syntax.Arg) *typ {
	var fields []field
	for i, a := range args {
		fields = append(fields, field{name: strconv.Itoa(i), t: m.argType(a)})
	}
	return recordOf("std::tuple", fields)
}

func (t *typ) scalar() bool {
	return t.kind == boolean || t.kind == integer || t.kind == floating || t.kind == pointer
}

func (t *typ) number() bool { return t.kind == boolean || t.kind == integer || t.kind == floating }

func (t *typ) field(name string) *field {
	for i := range t.fields {
		if t.fields[i].name == name {
			return &t.fields[i]
		}
	}
	return nil
}

// same reports whether two types are one.
func same(a, b *typ) bool {
	switch {
	case a == b:
		return true
	case a.kind != b.kind:
		return false
	case a.kind == pointer:
		return same(a.elem, b.elem)
	case a.kind == array:
		return a.n == b.n && same(a.elem, b.elem)
	}
	return a.name == b.name && a.size == b.size
}

// lists are the containers whose elements lie beside each other.
var lists = map[string]bool{"vector": true, "device_vector": true, "host_vector": true, "universal_vector": true, "deque": true}

// pointers are the templates that stand for a pointer.
var pointers = map[string]bool{"unique_ptr": true, "shared_ptr": true, "device_ptr": true}

// typeOf returns a type as written.
func (m *machine) typeOf(t syntax.Type) *typ {
	switch t := t.(type) {
	case *syntax.Pointer:
		if of := m.typeOf(t.Elem); of != codeType {
			return pointerTo(of)
		}
		return codeType
	case *syntax.Reference:
		return m.typeOf(t.Elem)
	case *syntax.Array:
		return m.arrayType(t)
	case *syntax.Function:
		return codeType
	case *syntax.Decltype:
		return m.eval(t.X).t
	case *syntax.Named:
		return m.named(t)
	}
	return opaqueType
}

func (m *machine) arrayType(t *syntax.Array) *typ {
	elem, n := m.typeOf(t.Elem), 0
	if t.Len != nil {
		if v := m.eval(t.Len); v.known && v.t.kind == integer {
			n = int(v.bits)
		}
	}
	if n < 0 || elem.size > 0 && n > placeMask/elem.size {
		n = 0
	}
	return arrayOf(elem, n)
}

func (m *machine) named(t *syntax.Named) *typ {
	if t.Args == nil {
		if b := m.lookup(t.Name); b != nil && b.isType {
			return b.t
		}
		if d := m.alias(t.Name); d != nil {
			return d
		}
		if b := basicTypes[t.Name]; b != nil {
			return b
		}
	}
	switch {
	case m.structs[t.Name] != nil:
		return m.structType(m.structs[t.Name], t.Args)
	case len(t.Args) > 0 && m.aliases[t.Name] != nil && m.aliases[t.Name].TParams != nil:
		return m.aliasTemplate(m.aliases[t.Name], t.Args)
	case t.Name == "value_type" && t.Scope != nil:
		return m.elemOf(m.named(t.Scope))
	case t.Name == "string":
		return stringType
	case len(t.Args) > 0 && t.Name == "tuple":
		return m.tuple(t.Args)
	case len(t.Args) > 0 && lists[t.Name]:
		of := m.argType(t.Args[0])
		if m.play != nil && of.kind == record && (of.list || of.native != nil) {
			m.refuse("a container of containers is not read of host code")
		}
		return listOf(of)
	case len(t.Args) > 0 && pointers[t.Name]:
		of := m.argType(t.Args[0])
		if of.kind == array {
			of = of.elem
		}
		return pointerTo(of)
	case len(t.Args) == 2 && t.Name == "array":
		return arrayOf(m.argType(t.Args[0]), int(m.argValue(t.Args[1]).bits&placeMask))
	case len(t.Args) == 2 && t.Name == "pair":
		return pairOfTypes(m.argType(t.Args[0]), m.argType(t.Args[1]))
	}
	if m.enums[t.Name] != nil {
		return intType
	}
	return m.randomType(t)
}

// randomType returns a type of the header <random>.
func (m *machine) randomType(t *syntax.Named) *typ {
	var of *typ
	if len(t.Args) > 0 {
		of = m.argType(t.Args[0])
	}
	return cmp.Or(engineType(t.Name), distributionType(t.Name, of), opaqueType)
}

func (m *machine) elemOf(t *typ) *typ {
	if t.elem != nil {
		return t.elem
	}
	return opaqueType
}

// argType returns a template argument as a type.
func (m *machine) argType(a syntax.Arg) *typ {
	if a.Type != nil {
		return m.typeOf(a.Type)
	}
	return m.typeNamed(a.Value)
}

// typeNamed returns the type that an expression names.
func (m *machine) typeNamed(x syntax.Expr) *typ {
	if n, ok := x.(*syntax.Name); ok {
		return m.named(&syntax.Named{At: n.At, Name: n.Name, Args: n.Args, Scope: n.Scope})
	}
	return opaqueType
}

func (m *machine) argValue(a syntax.Arg) value {
	if a.Value != nil {
		return m.eval(a.Value)
	}
	if n, ok := a.Type.(*syntax.Named); ok {
		return m.eval(&syntax.Name{At: n.At, Name: n.Name, Args: n.Args, Scope: n.Scope})
	}
	return value{t: opaqueType}
}

// alias returns the type that a typedef or using names; nil for none.
func (m *machine) alias(name string) *typ {
	a := m.aliases[name]
	if a == nil || a.TParams != nil || m.depth > maxDepth {
		return nil
	}
	m.depth++
	defer func() { m.depth-- }()
	delete(m.aliases, name) // it may name itself
	defer func() { m.aliases[name] = a }()
	return m.typeOf(a.Type)
}

// aliasTemplate returns what an alias with template arguments names.
func (m *machine) aliasTemplate(a *syntax.Alias, args []syntax.Arg) *typ {
	if m.depth > maxDepth {
		return opaqueType
	}
	m.depth++
	outer := m.scope
	defer func() { m.scope = outer; m.depth-- }()
	in := m.bound(a.TParams, args)
	in.outer = outer
	m.scope = in
	return m.typeOf(a.Type)
}

// bound gives the parameters of a template their arguments.
func (m *machine) bound(params []syntax.TParam, args []syntax.Arg) *scope {
	in := &scope{}
	for i, p := range params {
		b := binding{name: p.Name, isType: p.Type == nil}
		switch {
		case i < len(args):
			m.bindArgument(&b, args[i])
		case p.Default != nil:
			m.bindArgument(&b, *p.Default)
		case b.isType:
			b.t = opaqueType
		}
		in.list = append(in.list, b)
	}
	return in
}

// text writes a type as a template argument.
func (t *typ) text() string {
	switch {
	case t.kind == pointer:
		return t.elem.text() + "*"
	case t.decl == nil:
		return t.name
	case len(t.args.list) == 0:
		return t.decl.Key(t.decl.Name)
	}
	return t.decl.Key(t.decl.Name) + "<" + texts(t.args.list) + ">"
}

// texts writes template arguments.
func texts(list []binding) string {
	words := make([]string, len(list))
	for i := range list {
		words[i] = list[i].text()
	}
	return strings.Join(words, ",")
}

// structType returns a struct with template arguments.
func (m *machine) structType(s *syntax.Struct, args []syntax.Arg) *typ {
	in := m.bound(s.TParams, args)
	key := s.Name + "<" + texts(in.list)
	if t := m.types[key]; t != nil {
		return t
	}
	if m.depth > maxDepth || len(m.types) > maxTypes {
		return opaqueType
	}
	m.playable(s)
	m.depth++
	defer func() { m.depth-- }()
	t := &typ{kind: record, name: s.Name, size: 1, align: 1, decl: s, args: in}
	in.outer = &scope{list: []binding{{name: s.Name, isType: true, t: t}}} // inside, the name alone means it
	m.types[key] = t
	outer := m.scope
	m.scope = in
	defer func() { m.scope = outer }()
	fields := m.inherited(t)
	for _, v := range s.Fields {
		if v.Attrs.Static {
			continue
		}
		ft := m.typeOf(v.Type)
		if _, ok := v.Type.(*syntax.Reference); ok {
			ft = pointerTo(ft)
		}
		fields = append(fields, field{name: v.Name, t: ft, decl: v})
	}
	r := recordOf(s.Name, fields)
	t.size, t.align, t.fields = r.size, r.align, r.fields
	for _, x := range s.Attrs.Align {
		if v := m.eval(x); v.known && v.bits > 0 && v.bits <= 256 {
			t.align = max(t.align, int(v.bits))
			t.size = padding.Up(t.size, t.align)
		}
	}
	if s.Union {
		t.size = 0
		for i := range t.fields {
			t.fields[i].offset = 0
			t.size = max(t.size, t.fields[i].t.size)
		}
	}
	t.whole = true
	return t
}

// inherited returns the fields of the base classes of a struct, one after the other.
func (m *machine) inherited(t *typ) (fields []field) {
	for _, b := range t.decl.Bases {
		base := m.typeOf(b)
		if base.decl == nil || !base.whole { // a struct cannot be its own base
			continue
		}
		at := 0
		if len(fields) > 0 {
			at = recordOf("", fields).size
		}
		t.bases = append(t.bases, field{name: base.decl.Name, t: base, offset: at})
		fields = append(fields, base.fields...)
	}
	return fields
}

// derives reports whether a struct is another, or has it among its base classes.
func (t *typ) derives(from *typ) bool {
	return t == from || slices.ContainsFunc(t.bases, func(b field) bool { return b.t.derives(from) })
}

// dynamic is an object as what it was made as: a struct may be derived from the one that a pointer
// points to.
func (m *machine) dynamic(at lvalue) lvalue {
	b, place := m.mem.find(at.addr)
	if b == nil || b.elem == nil || b.elem == at.t || b.elem.size == 0 || place%b.elem.size != 0 || !b.elem.derives(at.t) {
		return at
	}
	return lvalue{b.elem, at.addr}
}

// bindArgument gives a template parameter its argument.
func (m *machine) bindArgument(b *binding, a syntax.Arg) {
	if b.isType {
		b.t = m.argType(a)
		return
	}
	b.value = m.argValue(a)
	b.constant = true
}
