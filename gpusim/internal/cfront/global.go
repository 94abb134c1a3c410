package cfront

// This file makes what is declared outside of functions: constants, memory of the device and of
// blocks.

import (
	"go/ast"
	"go/token"

	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/cfront/syntax"
	"gpucourse/gpusim/internal/cfront/tree"
)

// global returns a variable or constant of the file; nil for none.
func (u *unit) global(n *syntax.Name) *object {
	keys := u.p.keys(n.Seen, n.Name)
	for _, key := range keys {
		if u.p.vars[key] == nil && u.p.enums[key] == nil {
			continue
		}
		ambiguous(n.Pos, n.Name, keys)
		return u.globalOf(key, n.Name)
	}
	return nil
}

func (u *unit) globalOf(key, name string) *object {
	if o := u.globals[key]; o != nil {
		return o
	}
	o := u.newGlobal(key, name)
	u.globals[key] = o
	return o
}

func (u *unit) newGlobal(key, name string) *object {
	if d := u.p.enums[key]; d != nil {
		v, _ := u.enumOf(d, nil).item(name, d.Pos)
		return &object{name: name, t: v.t, c: &v}
	}
	v := u.p.vars[key]
	f := &fn{u: u, seen: v.Seen}
	if o := f.fileConstant(v); o != nil {
		return o
	}
	return u.variable(f, v)
}

// fileConstant returns a const variable of the file that has a constant value.
func (f *fn) fileConstant(v *syntax.Var) *object {
	if v.Attrs.Constant || v.Attrs.Device {
		return nil
	}
	if c := f.fixedValue(v); c != nil {
		return &object{name: v.Name, t: c.t, c: c, outside: true}
	}
	return nil
}

// fixedValue returns the value of a const number outside of functions that constant expressions
// may read, as nvcc lets them: it is not volatile, and its first value is constant. nil: they may not.
func (f *fn) fixedValue(v *syntax.Var) *val {
	n, named := v.Type.(*syntax.Named)
	if v.Init == nil || !named || n.Volatile || !n.Const && !v.Attrs.Const {
		return nil
	}
	var c val
	f.evaluating(func() {
		c = f.initialValue(v.Init)
		if n.Name != "auto" {
			c = f.convert(c, f.typeOf(v.Type))
		}
	})
	if c.c == nil {
		return nil
	}
	return &c
}

// initialValue translates an initializer with one value.
func (f *fn) initialValue(x syntax.Expr) val {
	switch x := x.(type) {
	case *syntax.List:
		if len(x.Elems) == 1 {
			return f.expr(x.Elems[0])
		}
	case *syntax.Construct: // auto x(y), T &x(y); T(y) of a type makes a value
		_, ref := x.Type.(*syntax.Reference)
		if auto, ok := isAuto(x.Type); len(x.Args) == 1 && (ref || ok && auto.Name == "auto") {
			return f.expr(x.Args[0])
		}
	}
	return f.expr(x)
}

// variable declares a variable in constant or global memory.
func (u *unit) variable(f *fn, v *syntax.Var) *object {
	switch {
	case v.Attrs.Shared:
		return u.sharedAtFile(f, v)
	case !v.Attrs.Constant && !v.Attrs.Device && !v.Attrs.Managed:
		f.hostConstexpr(v)
		refuse(v.Pos, diag.PackageVariable, "pass it as a parameter, make it constexpr, or declare it __device__ or __constant__",
			"%s is a variable of the host: a kernel cannot reach it", v.Name)
	}
	t := f.sized(f.typeOf(v.Type), v.Init)
	f.noConstructor(v, t)
	if t.holdsPointer() && (t.k != pointer || t.elem.holdsPointer()) {
		refuse(v.Pos, diag.NestedSlice, "declare the array itself, or pass the pointer as a parameter", "variable %s holds pointers", v.Name)
	}
	kind := "gpu.Global"
	if v.Attrs.Constant {
		kind = "gpu.Constant"
	}
	goName := u.unique(v.Name)
	if v.Init != nil {
		u.initial[goName] = f.initialBytes(v, t)
	}
	u.decls = append(u.decls, tree.Global(goName, tree.Of(kind, t.goType()), u.at(v.Pos)))
	o := &object{name: v.Name, x: tree.Select(tree.Name(goName), "V", token.NoPos), t: t}
	if t.number() {
		o.fixed = f.fixedValue(v)
	}
	return o
}

// hostConstexpr refuses a constexpr variable that a kernel uses and whose value is not known.
func (f *fn) hostConstexpr(v *syntax.Var) {
	if !v.Attrs.Const || v.Init == nil {
		return
	}
	if _, auto := isAuto(v.Type); !auto && !f.typeOf(v.Type).number() {
		refuse(v.Pos, diag.PackageVariable, "declare it __constant__ or __device__, or pass it as a parameter",
			"%s is a constexpr variable of the host, and no number: a kernel has the values of numbers alone", v.Name)
	}
	ev := f.evaluating(func() { f.initialValue(v.Init) })
	refuse(v.Pos, diag.TypeError, "compute it from literals, and from constexpr or const numbers that are not volatile", "constexpr variable %s has no constant value%s", v.Name, ev.reason())
}

// noConstructor refuses a variable of the device or of a block that C++ would construct: CUDA
// allows none.
func (f *fn) noConstructor(v *syntax.Var, t *typ) {
	for t.k == array {
		t = t.elem
	}
	if t.k == structure && (v.Init != nil && hasConstructor(t.s) || v.Init == nil && initialized(t)) {
		refuse(v.Pos, diag.CUDAConstruct, "use a struct without constructors and first values, and set its fields in the kernel",
			"variable %s needs its constructor to run: memory of the device is not constructed", v.Name)
	}
}

// sharedAtFile returns shared memory that is declared outside of functions.
func (u *unit) sharedAtFile(f *fn, v *syntax.Var) *object {
	t := f.typeOf(v.Type)
	f.noConstructor(v, t)
	name := u.unique(v.Name)
	declare := func(elem, memory ast.Expr) { // faults name memory by the variable that it is assigned to
		body := []ast.Stmt{tree.Define(memory, name), tree.Return(tree.Name(name))}
		u.decls = append(u.decls, tree.Function(name, tree.Signature(nil, tree.Star(elem, token.NoPos)), body, token.NoPos))
	}
	o := &object{name: v.Name, x: tree.Call(tree.Name(name), token.NoPos), t: t}
	if t.k == array && t.n < 0 {
		declare(t.elem.goType(), tree.Call(tree.Of(dynamicShared, t.elem.goType()), token.NoPos))
		o.t = pointerTo(t.elem)
		return o
	}
	declare(t.goType(), f.staticShared(v, t))
	o.ref = true
	return o
}
