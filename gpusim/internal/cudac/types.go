package cudac

// This file writes types and declarations.

import (
	"fmt"
	"go/ast"
	"go/types"
	"strings"

	"gpucourse/gpusim/internal/layout"
)

// substitute returns t with type arguments in the place of type parameters.
func (f *function) substitute(t types.Type) types.Type {
	if len(f.args) == 0 {
		return types.Unalias(t)
	}
	switch t := types.Unalias(t).(type) {
	case *types.TypeParam:
		if a := f.args[t]; a != nil {
			return a
		}
	case *types.Named:
		return f.substituteNamed(t)
	case *types.Pointer:
		return types.NewPointer(f.substitute(t.Elem()))
	case *types.Slice:
		return types.NewSlice(f.substitute(t.Elem()))
	case *types.Array:
		return types.NewArray(f.substitute(t.Elem()), t.Len())
	case *types.Struct:
		return f.substituteStruct(t)
	case *types.Tuple:
		return f.substituteTuple(t)
	case *types.Signature:
		return types.NewSignatureType(nil, nil, nil, f.substituteTuple(t.Params()), f.substituteTuple(t.Results()), false)
	default:
		return t
	}
	return t
}

func (f *function) substituteNamed(t *types.Named) types.Type {
	if t.TypeArgs().Len() == 0 {
		return t
	}
	var args []types.Type
	for a := range t.TypeArgs().Types() {
		args = append(args, f.substitute(a))
	}
	inst, err := types.Instantiate(f.ctx, t.Origin(), args, false)
	if err != nil {
		panic("BUG: " + err.Error())
	}
	return inst
}

func (f *function) substituteStruct(t *types.Struct) types.Type {
	var fields []*types.Var
	var tags []string
	for i := range t.NumFields() {
		v := t.Field(i)
		fields = append(fields, types.NewField(v.Pos(), v.Pkg(), v.Name(), f.substitute(v.Type()), v.Embedded()))
		tags = append(tags, t.Tag(i))
	}
	return types.NewStruct(fields, tags)
}

func (f *function) substituteTuple(t *types.Tuple) *types.Tuple {
	var vars []*types.Var
	for v := range t.Variables() {
		vars = append(vars, types.NewVar(v.Pos(), v.Pkg(), v.Name(), f.substitute(v.Type())))
	}
	return types.NewTuple(vars...)
}

// under returns the underlying type of t with the type arguments of the instance.
func (f *function) under(t types.Type) types.Type { return f.substitute(t).Underlying() }

// basicNames are the C names of Go's numbers on the device.
var basicNames = map[types.BasicKind]string{
	types.Bool: "bool", types.UntypedBool: "bool", types.Int: "int", types.Uint: "unsigned", types.Uintptr: "unsigned long long",
	types.Int8: "signed char", types.Int16: "short", types.Int32: "int", types.Int64: "long long",
	types.Uint8: "unsigned char", types.Uint16: "unsigned short", types.Uint32: "unsigned", types.Uint64: "unsigned long long",
	types.Float32: "float", types.Float64: "double",
	types.UntypedInt: "int", types.UntypedRune: "int", types.UntypedFloat: "double",
}

// ctype returns the name of a type, as a template argument or in a conversion.
func (f *function) ctype(t types.Type) string { return f.declare(t, "", false) }

func (f *function) typeList(list []types.Type) string {
	names := make([]string, len(list))
	for i, t := range list {
		names[i] = f.ctype(t)
	}
	return strings.Join(names, ", ")
}

// declare returns the declaration of name with a type, or the type alone for "".
// constant says that the elements of a slice are not written.
func (f *function) declare(t types.Type, name string, constant bool) string {
	t = types.Unalias(t)
	if p, ok := t.(*types.TypeParam); ok && f.symbolic {
		return prefixed(constant, "const ") + join(cName(p.Obj().Name()), name)
	}
	if !f.symbolic {
		t = f.substitute(t)
	}
	switch u := t.Underlying().(type) {
	case *types.Array:
		return f.declareArray(t, u, name, constant)
	case *types.Slice:
		return f.pointerTo(u.Elem(), name, constant || layout.GPUName(t) == "ReadOnly")
	case *types.Pointer:
		elem := u.Elem()
		if a, ok := f.plainArray(elem); ok {
			elem = a.Elem()
		}
		return f.pointerTo(elem, name, constant)
	}
	return prefixed(constant, "const ") + join(f.baseName(t), name)
}

func prefixed(yes bool, text string) string {
	if yes {
		return text
	}
	return ""
}

func join(typ, name string) string {
	if name == "" {
		return typ
	}
	return typ + " " + name
}

func (f *function) declareArray(t types.Type, a *types.Array, name string, constant bool) string {
	if f.isSlice(a.Elem()) {
		return prefixed(constant, "const ") + join(f.sliceType(a.Elem(), false), name+"["+f.length(a)+"]")
	}
	if _, plain := f.plainArray(t); plain {
		return f.declare(a.Elem(), name+"["+f.length(a)+"]", constant)
	}
	f.helpers["Array"] = true
	return prefixed(constant, "const ") + join(fmt.Sprintf("Array<%s, %d>", f.ctype(a.Elem()), a.Len()), name)
}

// sliceType returns the struct of a slice that is no variable.
func (f *function) sliceType(t types.Type, constant bool) string {
	f.helpers["Slice"] = true
	elem := f.original(t).(*types.Slice).Elem()
	if !f.symbolic {
		elem = f.under(t).(*types.Slice).Elem()
	}
	return "Slice<" + f.declare(elem, "", constant) + ">"
}

// length returns the length of an array, as the source writes it.
func (f *function) length(a *types.Array) string {
	if e := f.extents[a]; e != nil {
		return f.constant(e).s
	}
	return fmt.Sprint(a.Len())
}

// pointerTo declares a pointer to an element.
func (f *function) pointerTo(elem types.Type, name string, constant bool) string {
	if _, ok := f.plainArray(elem); ok {
		return f.declare(elem, "(*"+name+")", constant)
	}
	text := f.declare(elem, "", constant)
	if strings.Contains(text, "(*)") {
		return strings.Replace(text, "(*)", "(**"+name+")", 1)
	}
	return join(text+"*", name)
}

// plainArray reports whether t is an array that is written as a C array.
func (f *function) plainArray(t types.Type) (*types.Array, bool) {
	c := f.substitute(t)
	a, ok := c.Underlying().(*types.Array)
	if !ok || f.values[typeKey(c)] {
		return nil, false
	}
	if b, ok := f.original(t).(*types.Array); ok {
		return b, true // its element as the source has it
	}
	return a, true
}

// original returns the underlying type as the source writes it.
func (f *function) original(t types.Type) types.Type { return types.Unalias(t).Underlying() }

// typeKey identifies a type. Arrays of equal elements and lengths are one type.
func typeKey(t types.Type) string {
	if a, ok := t.Underlying().(*types.Array); ok {
		return fmt.Sprintf("[%d]%s", a.Len(), typeKey(a.Elem()))
	}
	return types.TypeString(t, nil)
}

// baseName returns the name of a type that is neither array nor pointer.
func (f *function) baseName(t types.Type) string {
	if n, ok := t.(*types.Named); ok {
		return f.namedType(n)
	}
	switch u := t.(type) {
	case *types.Basic:
		if name := basicNames[u.Kind()]; name != "" {
			return name
		}
	case *types.Struct:
		return f.anonymous(u)
	case *types.Signature:
		return "auto"
	}
	panic("BUG: no C type for " + t.String())
}

func (f *function) namedType(n *types.Named) string {
	if g := layout.GPUName(n); g != "" {
		return f.gpuType(n, g)
	}
	name := f.typeDecl(n.Origin().Obj())
	if n.TypeArgs().Len() == 0 {
		return name
	}
	var args []types.Type
	for a := range n.TypeArgs().Types() {
		args = append(args, a)
	}
	return name + "<" + f.typeList(args) + ">"
}

// gpuType returns the C name of a type of package gpu.
func (f *function) gpuType(n *types.Named, name string) string {
	switch name {
	case "Dim3":
		return "int3"
	case "Pitched":
		f.helpers["Pitched"] = true
		return "Pitched<" + f.ctype(n.TypeArgs().At(0)) + ">"
	case "Texture1D", "Texture2D":
		return "cudaTextureObject_t"
	case "TensorMap":
		return "CUtensorMap"
	case "Half":
		return "unsigned short"
	case "Barrier":
		return "cuda::barrier<cuda::thread_scope_block>"
	}
	if layout.AlignOf(name) > 0 {
		return "char"
	}
	return strings.ToLower(name)
}

// typeDecl writes the declaration of a type before its first use and returns its name.
func (f *function) typeDecl(obj *types.TypeName) string {
	if name := f.names[obj]; name != "" {
		return name
	}
	if obj.Pkg() != nil && obj.Parent() != obj.Pkg().Scope() {
		f.refuse(obj.Pos(), "declare it outside of the function", "type %s is declared in a function and used before", obj.Name())
	}
	name := f.global(obj)
	g := &function{writer: f.writer, symbolic: true}
	head := ""
	named := obj.Type().(*types.Named)
	if p := named.TypeParams(); p.Len() > 0 {
		head = templateHead(p)
	}
	text := docText(f.doc[obj], "") + head + g.typeBody(name, named.Underlying(), f.spec[obj])
	f.structs = append(f.structs, text)
	return name
}

func templateHead(params *types.TypeParamList) string {
	var names []string
	for p := range params.TypeParams() {
		names = append(names, "typename "+cName(p.Obj().Name()))
	}
	return "template <" + strings.Join(names, ", ") + ">\n"
}

// typeBody writes the declaration of a type.
func (f *function) typeBody(name string, t types.Type, spec ast.Spec) string {
	s, ok := t.(*types.Struct)
	if !ok {
		if _, sig := t.(*types.Signature); sig {
			return ""
		}
		return "using " + name + " = " + f.ctype(t) + ";\n"
	}
	return f.structBody(name, s, spec)
}

func (f *function) structBody(name string, s *types.Struct, spec ast.Spec) string {
	comments, beside := fieldComments(spec)
	body, align := "", ""
	for i := range s.NumFields() {
		v := s.Field(i)
		if n := layout.AlignOf(layout.GPUName(v.Type())); n > 0 {
			align = fmt.Sprintf("__align__(%d) ", n)
			continue
		}
		if f.emptyType(v.Type()) {
			continue
		}
		if _, number := v.Type().(*types.Basic); number && beside[v.Pos()] {
			body = strings.TrimSuffix(body, ";\n") + ", " + fieldName(s, i) + ";" + comments[v.Pos()] + "\n"
			continue
		}
		body += "\t" + f.declare(v.Type(), fieldName(s, i), false) + ";" + comments[v.Pos()] + "\n"
		if f.isSlice(v.Type()) && f.lengths[v.Origin()] {
			body += "\tint " + fieldName(s, i) + "_len;\n"
		}
	}
	return "struct " + align + name + " {\n" + body + "};\n"
}

// emptyType reports whether a type has no bytes.
func (f *function) emptyType(t types.Type) bool {
	switch u := f.under(t).(type) {
	case *types.Struct:
		for i := range u.NumFields() {
			if !f.emptyType(u.Field(i).Type()) {
				return false
			}
		}
		return true
	case *types.Array:
		return u.Len() == 0
	}
	return false
}

// fieldName returns the name of a field in C.
func fieldName(s *types.Struct, i int) string {
	v := s.Field(i)
	if v.Name() == "_" {
		return fmt.Sprintf("unused%d", i)
	}
	if n, ok := types.Unalias(v.Type()).(*types.Named); ok && n.Obj().Name() == v.Name() {
		return v.Name() + "_" // in C++ the field would change what the name means
	}
	return cName(v.Name())
}

// anonymous names a struct type without a name.
func (f *function) anonymous(s *types.Struct) string {
	key := typeKey(f.substitute(s))
	if name := f.anon[key]; name != "" {
		return name
	}
	name := f.unique("Struct")
	f.anon[key] = name
	g := &function{writer: f.writer, args: f.args}
	f.structs = append(f.structs, g.structBody(name, s, nil))
	return name
}

func (f *function) isSlice(t types.Type) bool {
	_, ok := f.under(t).(*types.Slice)
	return ok
}

func (f *function) isStruct(t types.Type) bool {
	_, ok := f.under(t).(*types.Struct)
	return ok
}

func (f *function) isFunc(t types.Type) bool {
	_, ok := f.under(t).(*types.Signature)
	return ok
}

// basic returns the kind of number that t is.
func (f *function) basic(t types.Type) (*types.Basic, bool) {
	b, ok := f.under(t).(*types.Basic)
	return b, ok
}

func (f *function) isFloat(t types.Type) bool {
	b, ok := f.basic(t)
	return ok && b.Info()&types.IsFloat != 0
}

func (f *function) isInteger(t types.Type) bool {
	b, ok := f.basic(t)
	return ok && b.Info()&types.IsInteger != 0
}

func (f *function) kind(t types.Type) types.BasicKind {
	if b, ok := f.basic(t); ok {
		return b.Kind()
	}
	return types.Invalid
}

// bits returns the width of an integer on the device.
func (f *function) bits(t types.Type) int {
	if n := layout.Bits(f.kind(t)); f.isInteger(t) && n > 0 {
		return n
	}
	return 32 // untyped
}

func (f *function) unsigned(t types.Type) bool {
	b, ok := f.basic(t)
	return ok && b.Info()&types.IsUnsigned != 0
}
