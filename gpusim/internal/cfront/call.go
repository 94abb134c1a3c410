package cfront

// This file translates calls.

import (
	"fmt"
	"go/ast"
	"slices"
	"strings"

	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/cfront/syntax"
	"gpucourse/gpusim/internal/cfront/tree"
)

// call translates a call.
func (f *fn) call(x *syntax.Call) val {
	switch fun := x.Fun.(type) {
	case *syntax.Name:
		return f.callName(x, fun)
	case *syntax.Member:
		return f.callMember(x, fun)
	}
	return f.callValue(f.expr(x.Fun), x)
}

func (f *fn) callName(x *syntax.Call, name *syntax.Name) val {
	if plainly(name.Seen, name.Scope) {
		if v, ok := f.callNear(x, name); ok {
			return v
		}
		if a, ok := f.env.lookup(name.Name); ok && a.fn != nil {
			name = a.fn
		}
	}
	if s := f.scope(name.Scope); s != nil {
		return f.callScoped(x, name, s)
	}
	if special := specialCalls[name.Name]; special != nil && library(name.Seen, name.Scope) && len(f.functions(name, nil)) == 0 {
		return special(f, x, name)
	}
	if name.Scope == nil && f.u.global(name) != nil {
		return f.callValue(f.lookup(name), x)
	}
	if name.Scope == nil && len(f.functions(name, nil)) == 0 {
		f.u.notBroken(name.Seen, name.Name)
	}
	args := f.arguments(x.Args)
	explicit := f.templateArgs(name.Args)
	builtin := builtins[name.Name]
	if !library(name.Seen, name.Scope) {
		builtin = nil
	}
	if builtin != nil && name.Seen.Qualified && name.Seen.Space == "std" {
		f.mayCallStd(name)
	}
	if c := f.chooseNamed(name, args, explicit, builtin != nil, x.Pos); c != nil && c.d != nil {
		return f.callFunction(c, args, x.Pos)
	}
	if builtin != nil {
		for i := range args {
			args[i] = args[i].settled(f)
		}
		return builtin(f, &builtinCall{name.Name, x.Pos, args, explicit})
	}
	f.noFunction(name, args)
	return val{}
}

// callNear calls what the function, its template or its struct declares under a name.
func (f *fn) callNear(x *syntax.Call, name *syntax.Name) (v val, ok bool) {
	if o := f.local(name.Name); o != nil && o.alias == nil {
		return f.callValue(f.useObject(o, name.Pos), x), true
	}
	if a, ok := f.env.lookup(name.Name); ok && a.t != nil {
		return f.construct(a.t, x.Args, nil, false, x.Pos), true
	}
	if f.this == nil || !f.this.declares(name.Name) {
		return val{}, false
	}
	self := f.thisPointer(name.Pos)
	if f.static {
		self = f.noObject(f.this)
	}
	return f.method(f.through(self, name.Pos), name.Name, f.arguments(x.Args), x.Pos, f.templateArgs(name.Args)...), true
}

// noObject returns the address of an object for a static method, which reads none.
func (f *fn) noObject(s *structType) val {
	t := &typ{k: structure, s: s}
	return val{x: tree.Address(f.keep(val{x: zero(t)})), t: pointerTo(t)}
}

// callScoped calls s::name.
func (f *fn) callScoped(x *syntax.Call, name *syntax.Name, s *structType) val {
	if s.declares(name.Name) {
		self := f.noObject(s)
		if f.this == s && !f.static {
			self = f.thisPointer(name.Pos)
		} else if i := slices.IndexFunc(s.decl.Methods, func(m *syntax.Func) bool { return m.Name == name.Name && !m.Attrs.Static }); i >= 0 {
			refuse(name.Pos, diag.TypeError, "call it on an object", "method %s of %s is not static", name.Name, s.display())
		}
		return f.method(f.through(self, name.Pos), name.Name, f.arguments(x.Args), x.Pos, f.templateArgs(name.Args)...)
	}
	if t := f.memberType(s, name.Name); t != nil {
		return f.construct(t, x.Args, nil, false, x.Pos)
	}
	f.u.notBrokenMember(s, name.Name)
	refuse(name.Pos, diag.Undefined, "see its declaration", "%s has no method %s", s.display(), name.Name)
	return val{}
}

// noFunction refuses a call of a function that is not there, or that takes other
// arguments.
func (f *fn) noFunction(name *syntax.Name, args []val) {
	f.u.notBroken(name.Seen, name.Name)
	if way, ok := refusedCalls[name.Name]; ok {
		refuse(name.Pos, diag.NoDeviceFunction, way, "%s is not modelled", name.Name)
	}
	var types []string
	for _, a := range args {
		if a.t.k == bad {
			panic(refusal{})
		}
		types = append(types, a.t.String())
	}
	if list := f.functions(name, nil); len(list) > 0 {
		refuse(name.Pos, diag.TypeError, fmt.Sprintf("it is declared in line %d", list[0].Pos.Line), "%s cannot be called with (%s)", name.Name, strings.Join(types, ", "))
	}
	f.undefined(name)
}

// arguments translates the arguments of a call. A list in braces stays as it is.
func (f *fn) arguments(list []syntax.Expr) (args []val) {
	for i, x := range list {
		if l, ok := x.(*syntax.List); ok {
			args = append(args, val{t: basic(null), at: l.Pos, list: l})
			continue
		}
		v := f.expr(x)
		if slices.ContainsFunc(list[i+1:], writes) {
			v.held = f.bare(nil)
		}
		args = append(args, v)
	}
	return args
}

// onHost reports whether a candidate is a constexpr function of the host.
func (c *candidate) onHost() bool { return c.d.Attrs.Const && !c.d.Attrs.Device && !c.d.Attrs.Global }

// refuseHost refuses a constexpr function of the host. nvcc lets kernels use its values in constants
// outside of functions alone.
func refuseHost(c *candidate, at diag.Pos) {
	refuse(at, diag.HostPackage, "mark it __host__ __device__, or give its value to a constexpr variable outside of the function", "constexpr function %s belongs to the host", c.d.Name)
}

// callFunction calls a function with arguments that fit.
func (f *fn) callFunction(c *candidate, args []val, at diag.Pos) val {
	if f.ev != nil {
		if c.onHost() && f.inBody() {
			refuseHost(c, at)
		}
		if v, ok := f.evaluate(c, args, at); ok {
			v.at, v.literal = at, false
			return v
		}
	}
	if f.untaken > 0 {
		if t, ok := f.declaredResult(c); ok {
			return t
		}
	}
	if c.onHost() {
		refuseHost(c, at)
	}
	in := f.u.instance(c.d, c.env, fmt.Sprintf("%p<%s>", c.d, keyArgs(c.args)), nil)
	return f.callInstance(in, c.d, c.env, nil, args, at)
}

// declaredResult returns a call that only has a type; ok is false where the body says it.
func (f *fn) declaredResult(c *candidate) (v val, ok bool) {
	if n, is := c.d.Result.(*syntax.Named); is && n.Name == "auto" {
		return v, false
	}
	if _, is := c.d.Result.(*syntax.Decltype); is { // of its parameters
		return v, false
	}
	_, ref := c.d.Result.(*syntax.Reference)
	return val{t: f.u.typeIn(c.d.Result, c.env), x: tree.Name("unevaluated"), lv: ref}, true
}

func keyArgs(args []targ) string {
	key := joinArgs(args)
	for _, a := range args {
		for t := a.t; t != nil; t = t.elem {
			key += fmt.Sprintf(" %p %p %p", t.lambda, t.s, t.enum)
		}
	}
	return key
}

// callInstance calls an instance. self is the address of a method's object.
func (f *fn) callInstance(in *instance, d *syntax.Func, e *env, self []ast.Expr, args []val, at diag.Pos) val {
	if in.result == nil {
		refuse(at, diag.TypeError, "write its result's type", "function %s calls itself, and its result is auto", d.Name)
	}
	list := self
	for i, o := range in.params {
		var a val
		if i < len(args) {
			a = args[i]
		} else {
			a = f.defaultArgument(d.Params[i], e)
		}
		list = append(list, f.argument(a, o))
	}
	x := f.u.call(in.goName, at, list...)
	if in.ref {
		return f.behind(f.keep(val{x: x}), in.result, at)
	}
	return val{x: x, t: in.result, at: at}
}

func (f *fn) defaultArgument(p *syntax.Var, e *env) (v val) {
	var this *structType
	for around := e; around != nil && this == nil; around = around.outer {
		this = around.in
	}
	f.elsewhere(e, this, p.Seen, func() { v = f.expr(p.Init) })
	return v
}

// argument returns an argument for a parameter, in Go.
func (f *fn) argument(a val, o *object) ast.Expr {
	switch {
	case a.list != nil:
		a = f.construct(o.t, a.list.Elems, a.list.Fields, true, a.list.Pos)
	case o.t.k == texture && a.tex != nil:
		if o.tex != nil {
			a.tex.tex = o.tex
		}
		return a.x
	}
	if o.ref {
		if !o.t.constant {
			a = a.asPlace()
		}
		if !same(a.t, o.t) {
			a = f.convert(a, o.t)
		} else {
			f.hasAddress(a)
		}
		return f.addr(a)
	}
	return f.convert(a.settled(f), o.t).x
}

// hasAddress refuses a constant outside of functions where a reference would refer to it.
func (f *fn) hasAddress(v val) {
	if v.outside && f.ev == nil {
		refuse(v.at, diag.TypeError, "copy it into a local variable, and pass that", "a reference cannot refer to a constant outside of functions: a kernel has its value, but no address of it")
	}
}

// settled returns an argument whose value later arguments do not change: C++ computes them
// from the left to the right, and so does nvcc.
func (v val) settled(f *fn) val {
	if v.held == nil || v.c != nil || v.t.k == function || v.t.k == void || v.t.k == null {
		return v
	}
	name := f.temp()
	v = f.rvalue(v)
	v.held.Stmt, v.held.At = tree.Define(v.x, name), f.u.at(v.at)
	return val{x: tree.Name(name), t: v.t, at: v.at, simple: true}
}

// callMember calls a method, or what a field holds.
func (f *fn) callMember(x *syntax.Call, m *syntax.Member) val {
	v := f.expr(m.X)
	if m.Arrow {
		v = f.rvalue(v)
		if v.t.k != pointer {
			f.mismatch(v, "-> needs a pointer to a struct, not %s", v.t)
		}
		v = f.through(v, m.Pos)
	}
	if v.t.k == structure && hasMethod(v.t.s, m.Name) {
		return f.method(v, m.Name, f.arguments(x.Args), x.Pos, f.templateArgs(m.Args)...)
	}
	return f.callValue(f.fieldOf(v, m), x)
}

func hasMethod(s *structType, name string) bool { return s.declares(name) }

// declares reports whether the struct has a method.
func (s *structType) declares(name string) bool {
	return s.decl != nil && slices.ContainsFunc(s.decl.Methods, func(m *syntax.Func) bool { return m.Name == name })
}

// method calls a method of v.
func (f *fn) method(v val, name string, args []val, at diag.Pos, explicit ...targ) val {
	s := v.t.s
	f.u.notBrokenMember(s, name)
	c := f.chooseMethod(s, name, args, v.t.constant, at, explicit...)
	if c == nil {
		if v.t.constant && f.chooseMethod(s, name, args, false, at, explicit...) != nil {
			refuse(at, diag.TypeError, "make the method const", "method %s of %s is not const: a const object cannot call it", name, s.display())
		}
		refuse(at, diag.TypeError, "see its declaration", "method %s of %s does not take these arguments", name, s.display())
	}
	if !c.d.Attrs.Device && !c.d.Attrs.Const {
		refuse(at, diag.HostPackage, "mark it __device__", "method %s of %s belongs to the host", name, s.display())
	}
	f.mayUse(s, c.d.Attrs, "method "+name, at)
	if !c.d.Const && !c.d.Attrs.Static {
		v = v.asPlace()
	}
	if way, ok := refusedMethods[s.name+"::"+name]; ok {
		refuse(at, diag.NoDeviceFunction, way, "%s::%s is not modelled", s.name, name)
	}
	in := f.u.instance(c.d, c.env, fmt.Sprintf("%p %p<%s>", s, c.d, keyArgs(c.args)), s)
	return f.callInstance(in, c.d, c.env, []ast.Expr{f.addr(v)}, args, at)
}

// refusedMethods are methods that are not modelled, with a way round. Blocks run in any
// order, also one after another, so none can wait for a later one.
var refusedMethods = map[string]string{"grid_group::sync": "end the kernel here, and launch the rest as another kernel: that is a barrier of the grid"}

// callValue calls a lambda or a struct with operator().
func (f *fn) callValue(v val, x *syntax.Call) val {
	switch v.t.k {
	case structure:
		return f.method(v, "operator()", f.arguments(x.Args), x.Pos)
	case function:
		l := v.t.lambda
		args := f.arguments(x.Args)
		if len(args) != len(l.params) {
			refuse(x.Pos, diag.TypeError, "give it as many", "the function takes %s and gets %d", diag.Count(len(l.params), "arguments"), len(args))
		}
		var list []ast.Expr
		for i, a := range args {
			list = append(list, f.argument(a, l.params[i]))
		}
		return val{x: tree.Call(v.x, f.u.at(x.Pos), list...), t: l.result, at: x.Pos}
	}
	f.mismatch(v, "%s cannot be called", v.t)
	return v
}
