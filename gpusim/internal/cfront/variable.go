package cfront

// This file translates local variables: their types, their first values, and what references
// stand for.

import (
	"go/ast"
	"go/token"

	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/cfront/syntax"
	"gpucourse/gpusim/internal/cfront/tree"
)

// variable declares a variable of a function.
func (f *fn) variable(v *syntax.Var) {
	if v.Attrs.Shared {
		f.shared(v)
		return
	}
	if v.Attrs.Static && !isConst(v.Type) {
		refuse(v.Pos, diag.CUDAConstruct, "declare it __device__ outside of the function", "static variable %s", v.Name)
	}
	if l, ok := v.Init.(*syntax.Lambda); ok {
		f.lambda(v, l)
		return
	}
	if v.Names != nil {
		f.bindings(v)
		return
	}
	o := &object{name: v.Name, at: v.Pos, x: tree.Name(f.u.localIdent(v.Name))}
	f.notRepeated(o)
	if _, ref := v.Type.(*syntax.Reference); ref {
		f.reference(v, o)
		return
	}
	if auto, ok := isAuto(v.Type); ok {
		f.inferred(v, o, auto)
		return
	}
	o.t = f.sized(f.typeOf(v.Type).with(v.Attrs.Const, false), v.Init)
	if o.t.k == void {
		refuse(v.Pos, diag.TypeError, "give it another type", "variable %s is void", v.Name)
	}
	if o.t.k == array && o.t.n < 0 {
		refuse(v.Pos, diag.ArrayLength, "write its length", "array %s has no length", v.Name)
	}
	if v.Init == nil {
		f.needsValue(v, o.t)
	}
	f.define(o, v)
	if v.Attrs.Static && o.t.number() && o.c == nil {
		panic(refusal{syntax.Unsupported(v.Pos, "static variables that are computed")})
	}
}

// needsValue refuses a constant variable, or one with a constant field, that gets no value.
func (f *fn) needsValue(v *syntax.Var, t *typ) {
	for t.k == array {
		t = t.elem
	}
	if t.constant && !initialized(t) {
		refuse(v.Pos, diag.TypeError, "give it a value, or remove const", "%s is const and gets no value", v.Name)
	}
	if part := constantField(t); part != "" && !hasConstructor(t.s) {
		refuse(v.Pos, diag.TypeError, "give it a value, or remove const", "field %s of %s is const and gets no value", part, v.Name)
	}
}

// constantField returns the name of a field without a first value that is const; "" for none.
func constantField(t *typ) string {
	for t.k == array {
		t = t.elem
	}
	if t.k != structure {
		return ""
	}
	for _, part := range t.s.fields {
		inner := part.t
		for inner.k == array {
			inner = inner.elem
		}
		if inner.constant && part.init == nil || constantField(inner) != "" {
			return part.name
		}
	}
	return ""
}

// isAuto reports whether a type is auto, with the pointers around it left out.
func isAuto(t syntax.Type) (*syntax.Named, bool) {
	switch t := t.(type) {
	case *syntax.Pointer:
		return isAuto(t.Elem)
	case *syntax.Named:
		return t, t.Name == "auto"
	}
	return nil, false
}

func isConst(t syntax.Type) bool {
	switch t := t.(type) {
	case *syntax.Named:
		return t.Const
	case *syntax.Array:
		return isConst(t.Elem)
	}
	return false
}

// inferred declares a variable of the type of its value.
func (f *fn) inferred(v *syntax.Var, o *object, auto *syntax.Named) {
	if v.Init == nil {
		refuse(v.Pos, diag.TypeError, "give it a value", "the type of auto variable %s is not known", v.Name)
	}
	x := f.first(v, func() val { return f.rvalue(f.initialValue(v.Init)) })
	if x.t.k == function { // a copy of a lambda
		f.declare(&object{name: v.Name, at: v.Pos, x: x.x, t: x.t})
		return
	}
	if x.t.k == bad || x.t.k == void {
		f.mismatch(x, "variable %s has no type", v.Name)
	}
	o.t = x.t.with(auto.Const || v.Attrs.Const, auto.Volatile)
	f.store(o, x)
}

// bindings declares auto [a, b] = x.
func (f *fn) bindings(v *syntax.Var) {
	x := f.rvalue(f.initialValue(v.Init))
	if x.t.k == pointer {
		panic(refusal{syntax.Unsupported(v.Pos, "structured bindings of arrays")})
	}
	if x.t.k != structure || len(x.t.s.fields) != len(v.Names) {
		f.mismatch(x, "%d names need a struct of as many fields, not %s", len(v.Names), x.t)
	}
	whole := f.keep(x)
	for i, name := range v.Names {
		part := x.t.s.fields[i]
		o := &object{name: name, at: v.Pos, x: tree.Name(f.u.localIdent(name)), t: part.t.with(isConst(v.Type), false)}
		f.store(o, val{x: tree.Select(whole, part.goName, token.NoPos), t: part.t})
	}
}

// store declares o with a value.
func (f *fn) store(o *object, x val) {
	if x.c != nil && o.t.constant {
		o.c = &x
		f.declare(o)
		return
	}
	f.begin(o, x.x)
}

// begin declares o with a value in Go.
func (f *fn) begin(o *object, x ast.Expr) {
	f.add(tree.Assign(o.x, token.DEFINE, x, token.NoPos))
	f.declare(o)
}

// empty declares o without a value in Go.
func (f *fn) empty(o *object) {
	f.add(tree.Var(o.x.(*ast.Ident).Name, o.t.goType()))
	f.declare(o)
}

// define declares o with the value that its declaration gives.
func (f *fn) define(o *object, v *syntax.Var) {
	switch {
	case v.Init == nil && (o.t.k == structure || initialized(o.t)):
		f.empty(o)
		f.initialize(o.x, o.t)
	case v.Init == nil && f.u.checked && (o.t.isInt() || o.t.isFloat()) && !o.t.volatile:
		f.begin(o, tree.Apply(tree.Of(inCUDA("Unset"), o.t.goType()), tree.String(o.name)))
	case v.Init == nil:
		f.empty(o)
	case o.t.k == array:
		f.empty(o)
		f.fill(o.x, o.t, v.Init)
	default:
		f.store(o, f.first(v, func() val { return f.initial(v.Init, o.t) }))
	}
}

// first returns the first value of a variable. That of a constexpr variable is computed
// where it can be.
func (f *fn) first(v *syntax.Var, value func() val) (x val) {
	if v.Attrs.Const {
		ev := f.evaluating(func() { x = value() })
		if x.c != nil {
			return x
		}
		if x = value(); x.t.number() {
			refuse(v.Pos, diag.TypeError, "write const", "constexpr variable %s has no constant value%s", v.Name, ev.reason())
		}
		return x
	}
	return value()
}

// initial translates the initializer of a variable that is no array.
func (f *fn) initial(x syntax.Expr, t *typ) val {
	switch x := x.(type) {
	case *syntax.List:
		return f.construct(t, x.Elems, x.Fields, true, x.Pos)
	case *syntax.Construct:
		if n, ok := x.Type.(*syntax.Named); (!ok || n.Name != "") && same(f.typeOf(x.Type), t) { // T x(y), T x = T(y)
			return f.construct(t, x.Args, nil, x.Brace, x.Pos)
		}
	}
	return f.convert(f.expr(x), t)
}

// reference declares a reference.
func (f *fn) reference(v *syntax.Var, o *object) {
	if v.Init == nil {
		refuse(v.Pos, diag.TypeError, "give it a variable", "reference %s refers to nothing", v.Name)
	}
	x := f.initialValue(v.Init).asPlace()
	elem := v.Type.(*syntax.Reference).Elem
	if auto, ok := isAuto(elem); ok {
		if x.t.k == function {
			f.declare(&object{name: v.Name, x: x.x, t: x.t})
			return
		}
		o.t = x.t.with(auto.Const, false)
		f.hasAddress(x)
	} else {
		o.t = f.typeOf(elem)
		f.refers(x, o.t)
		if !same(o.t, x.t) {
			x = f.convert(x, o.t)
		} else {
			f.hasAddress(x)
		}
	}
	if !x.lv && !o.t.constant {
		f.mismatch(x, "reference %s needs a variable, not a value: only a reference to const keeps one", v.Name)
	}
	o.ref = true
	f.begin(o, f.addr(x))
}

// refers refuses a variable that a reference of the type cannot refer to.
func (f *fn) refers(x val, t *typ) {
	from := x.t
	for from.k == array {
		from = from.elem
	}
	if !t.constant && t.k != array && (!same(t, x.t) || from.constant) {
		f.mismatch(x, "a reference to %s cannot refer to %s", t, x.t)
	}
}

// dynamicShared is the function of Go that returns the dynamic shared memory.
const dynamicShared = cudaName + ".Dynamic"

// staticShared returns the shared memory of a variable, at an address that its declaration and its type ask for.
func (f *fn) staticShared(v *syntax.Var, t *typ) ast.Expr {
	if n := f.alignment(v.Attrs.Align, v.Pos); n > 0 {
		return tree.Call(tree.Of(inCUDA("SharedAligned"), t.goType()), token.NoPos, tree.Int(n))
	}
	return tree.Call(tree.Of("gpu.Shared", t.goType()), token.NoPos)
}

// shared declares a variable in shared memory.
func (f *fn) shared(v *syntax.Var) {
	t := f.typeOf(v.Type)
	f.noConstructor(v, t)
	o := &object{name: v.Name, at: v.Pos, x: tree.Name(f.u.localIdent(v.Name)), shared: true}
	if v.Init != nil {
		refuse(v.Pos, diag.CUDAConstruct, "assign it in the kernel, before a barrier", "shared variable %s has a first value: CUDA allows none", v.Name)
	}
	if t.k == array && t.n < 0 {
		o.t = pointerTo(t.elem)
		f.begin(o, tree.Call(tree.Of(dynamicShared, t.elem.goType()), token.NoPos))
	} else {
		o.t, o.ref = t, true
		f.begin(o, f.staticShared(v, t))
	}
}
