package cfront

// This file translates names into values.

import (
	"fmt"
	"go/ast"
	"go/token"
	"slices"
	"strings"

	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/cfront/number"
	"gpucourse/gpusim/internal/cfront/syntax"
	"gpucourse/gpusim/internal/cfront/tree"
)

// lookup translates a name.
func (f *fn) lookup(n *syntax.Name) val {
	if plainly(n.Seen, n.Scope) {
		if v, ok := f.near(n); ok {
			return v
		}
	}
	if n.Scope == nil {
		if o := f.u.global(n); o != nil {
			return f.useObject(o, n.Pos)
		}
		if list := f.functions(n, nil); len(list) == 1 && !list[0].Template && list[0].Attrs.Device {
			return f.functionValue(list[0], n.Pos)
		}
	}
	if library(n.Seen, n.Scope) {
		if v, ok := f.word(n); ok {
			return v
		}
	}
	f.undefined(n)
	return val{}
}

// near translates a name that the function, its template or its struct declares.
func (f *fn) near(n *syntax.Name) (val, bool) {
	if o := f.local(n.Name); o != nil && o.alias == nil {
		return f.useObject(o, n.Pos), true
	}
	if a, ok := f.env.lookup(n.Name); ok && a.v != nil {
		v := *a.v
		v.at, v.literal = n.Pos, false
		return v, true
	}
	if v, ok := f.member(n); ok {
		return v, true
	}
	for e := f.env; e != nil; e = e.outer {
		if e.in != nil && e.in != f.this {
			if v, ok := f.staticMember(e.in, n); ok {
				return v, true
			}
		}
	}
	return val{}, false
}

// word translates a name that CUDA C declares itself.
func (f *fn) word(n *syntax.Name) (v val, ok bool) {
	switch n.Name {
	case "true", "false":
		return intConstant(int64(number.Truth(n.Name == "true")), boolType, n.Pos), true
	case "nullptr":
		return val{x: tree.Name("nil"), t: basic(null), at: n.Pos, simple: true}, true
	case "threadIdx", "blockIdx", "blockDim", "gridDim":
		return val{special: strings.ToUpper(n.Name[:1]) + n.Name[1:], t: f.u.vectorOf("uint3"), at: n.Pos, x: tree.Name(n.Name), simple: true}, true
	case "warpSize":
		return val{x: f.keep(val{x: tree.Apply(intType.goType(), tree.Path("gpu.WarpSize"))}), t: intType, at: n.Pos, simple: true}, true
	}
	return val{}, false
}

// functionValue returns a function as an argument for a template.
func (f *fn) functionValue(d *syntax.Func, at diag.Pos) val {
	in := f.u.instance(d, nil, fmt.Sprintf("%p<>", d), nil)
	if in.lambda == nil {
		in.lambda = &lambdaType{in.params, in.result}
	}
	return val{x: tree.Name(in.goName), t: &typ{k: function, lambda: in.lambda}, at: at, simple: true}
}

func (f *fn) useObject(o *object, at diag.Pos) val {
	if o.uncaptured && f.untaken == 0 {
		refuse(at, diag.TypeError, "write [&] or [=] in front of the lambda, or name it there", "%s is not captured by the lambda", o.name)
	}
	if o.c != nil {
		v := *o.c
		v.literal = false
		v.at, v.variable, v.outside = at, o.t != nil && o.t.enum == nil || o.c.t.enum == nil, o.outside
		return v
	}
	if o.fixed != nil && f.ev != nil {
		v := *o.fixed
		v.literal, v.at, v.variable, v.outside = false, at, true, true
		return v
	}
	if o.ref {
		return f.behind(o.x, o.t, at)
	}
	if o.t.k == texture {
		return val{x: o.x, t: o.t, at: at, tex: o, simple: true}
	}
	return val{x: o.x, t: o.t, at: at, lv: true, simple: o.t.k != structure && o.t.k != array && !o.t.volatile}
}

// member translates the name of a field in a method.
func (f *fn) member(n *syntax.Name) (val, bool) {
	if f.this == nil {
		return val{}, false
	}
	if n.Name == "this" && !f.static {
		return f.thisPointer(n.Pos), true
	}
	for _, part := range f.this.fields {
		if part.name != n.Name {
			continue
		}
		if f.static {
			refuse(n.Pos, diag.CUDAConstruct, "pass the object, or set the field in a constructor",
				"field %s of %s is used without an object: in a static method, or in the first value of another field", n.Name, f.this.display())
		}
		return val{x: tree.Select(tree.Name(thisName), part.goName, token.NoPos), t: part.t.with(f.constMethod, false), at: n.Pos, lv: true}, true
	}
	return f.staticMember(f.this, n)
}

// thisName is the parameter of a method that points to its object.
const thisName = "thisʹ"

// thisPointer returns the address of a method's object.
func (f *fn) thisPointer(at diag.Pos) val {
	return val{x: tree.Name(thisName), t: pointerTo(f.self()), at: at, simple: true}
}

// behind returns what the address of a value points to.
func (f *fn) behind(p ast.Expr, t *typ, at diag.Pos) val {
	return val{x: tree.Paren(tree.Star(p, token.NoPos)), ptr: p, t: t, at: at, lv: true}
}

// self returns the type of a method's object.
func (f *fn) self() *typ { return (&typ{k: structure, s: f.this}).with(f.constMethod, false) }

// staticMember translates the name of a constant of a struct.
func (f *fn) staticMember(s *structType, n *syntax.Name) (val, bool) {
	if s.decl == nil {
		return val{}, false
	}
	for _, v := range s.decl.Fields {
		if v.Name != n.Name || !v.Attrs.Static {
			continue
		}
		f.mayUse(s, v.Attrs, "constant "+v.Name, n.Pos)
		if v.Init == nil || !isConst(v.Type) && !v.Attrs.Const {
			panic(refusal{syntax.Unsupported(v.Pos, "static variables of structs")})
		}
		in := &fn{u: f.u, env: s.env, this: s, static: true, seen: v.Seen}
		in.push()
		var c val
		in.evaluating(func() {
			c = in.initialValue(v.Init)
			if _, auto := isAuto(v.Type); !auto {
				c = in.convert(c, in.typeOf(v.Type))
			}
		})
		if c.c == nil {
			refuse(v.Pos, diag.CUDAConstruct, "write a constant number", "the value of %s::%s is not constant", s.display(), n.Name)
		}
		c.at, c.variable, c.outside = n.Pos, true, true
		return c, true
	}
	for _, d := range s.decl.Nested {
		if e, ok := d.(*syntax.Enum); ok && !e.Scoped && slices.ContainsFunc(e.Items, func(i syntax.EnumItem) bool { return i.Name == n.Name }) {
			f.mayUse(s, syntax.Attrs{Private: s.decl.PrivateTypes[n.Name]}, "value "+n.Name, n.Pos)
			return f.u.enumOf(e, s.env).item(n.Name, n.Pos)
		}
	}
	return val{}, false
}

// undefined refuses a name that is not declared.
func (f *fn) undefined(n *syntax.Name) {
	f.u.notBroken(n.Seen, n.Name)
	if len(f.functions(n, nil)) > 0 {
		refuse(n.Pos, diag.FuncValue, "call it", "function %s is used as a value", n.Name)
	}
	if at, ok := f.u.p.hosts[n.Name]; ok {
		refuse(n.Pos, diag.HostPackage, "mark it __device__ in line "+fmt.Sprint(at.Line)+", or pass its value as a parameter",
			"%s belongs to the host: a kernel cannot use it", n.Name)
	}
	f.refuseLibrary(n.Scope, n.Pos)
	notModelled(n)
	refuse(n.Pos, diag.Undefined, f.u.missingHint(), "undefined: %s", n.Name)
}
