package cfront

// This file translates calls: it chooses among overloads and templates.

import (
	"fmt"
	"slices"
	"strings"

	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/cfront/syntax"
)

// candidate is a function that a call may mean.
type candidate struct {
	d    *syntax.Func
	env  *env
	args []targ
	cost int
}

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
	if c := f.choose(f.functions(name, args), args, explicit, x.Pos); c != nil {
		return f.callFunction(c, args, x.Pos)
	}
	if builtin := builtins[name.Name]; builtin != nil && library(name.Seen, name.Scope) {
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
	self := val{s: "thisʹ", t: pointerTo(f.self()), at: name.Pos, simple: true}
	if f.static {
		self = f.noObject(f.this)
	}
	return f.method(f.through(self, name.Pos), name.Name, f.arguments(x.Args), x.Pos, f.templateArgs(name.Args)...), true
}

// noObject returns the address of an object for a static method, which reads none.
func (f *fn) noObject(s *structType) val {
	t := &typ{k: structure, s: s}
	return val{s: "&" + f.keep(val{s: zeroText(t)}), t: pointerTo(t)}
}

// callScoped calls s::name.
func (f *fn) callScoped(x *syntax.Call, name *syntax.Name, s *structType) val {
	if s.declares(name.Name) {
		self := f.noObject(s)
		if f.this == s && !f.static {
			self = val{s: "thisʹ", t: pointerTo(f.self()), at: name.Pos, simple: true}
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
	for _, x := range list {
		if l, ok := x.(*syntax.List); ok {
			args = append(args, val{t: basic(null), at: l.Pos, list: l})
			continue
		}
		args = append(args, f.expr(x))
	}
	return args
}

// choose returns the best of several functions; nil when none takes the arguments.
func (f *fn) choose(list []*syntax.Func, args []val, explicit []targ, at diag.Pos) *candidate {
	var best *candidate
	for _, d := range list {
		if d.Special || len(args) > len(d.Params) {
			continue
		}
		c := f.candidate(d, args, explicit, nil)
		if c != nil && (best == nil || c.cost < best.cost) {
			best = c
		}
	}
	if best == nil || !best.d.Template {
		return best
	}
	for _, d := range list {
		if d.Special && d.Body != nil && f.specializes(d, best) {
			return &candidate{d: d, env: &env{}, args: best.args}
		}
	}
	return best
}

// specializes reports whether a specialization is for the arguments of an instance.
func (f *fn) specializes(d *syntax.Func, c *candidate) bool {
	if d.Spec != nil {
		spec := f.templateArgs(d.Spec)
		return len(spec) <= len(c.args) && sameArgs(spec, c.args[:len(spec)])
	}
	if len(d.Params) != len(c.d.Params) {
		return false
	}
	for i := range d.Params {
		if !same(f.typeOf(d.Params[i].Type), f.u.typeIn(c.d.Params[i].Type, c.env)) {
			return false
		}
	}
	return true
}

// Costs of overloads. A template costs one more than a function that fits as well.
const (
	costTemplate  = 1
	costQualifier = 20
	costPromotion = 100
	costConvert   = 10000
	costStruct    = 1000000
	impossible    = -1
)

// candidate weighs a function; nil when it does not take the arguments.
func (f *fn) candidate(d *syntax.Func, args []val, explicit []targ, outer *env) *candidate {
	c := &candidate{d: d, env: &env{outer: outer}}
	if d.Template {
		c.env = bindArgs(d.TParams, explicit, outer)
		for i, a := range args {
			if a.list == nil {
				f.u.deduceParameter(d.Params[i].Type, a.t, d.TParams, c.env)
			}
		}
		full, ok := f.u.complete(d.TParams, c.env)
		if !ok || c.env.conflict {
			return nil
		}
		c.args, c.cost = full, costTemplate+bareParameters(d)
	} else if len(explicit) > 0 {
		return nil
	}
	for i, p := range d.Params {
		if i >= len(args) {
			if p.Init == nil {
				return nil
			}
			continue
		}
		cost := f.cost(args[i], p, c.env)
		if cost == impossible {
			return nil
		}
		c.cost += cost
	}
	return c
}

// bareParameters counts the parameters of a template that take any type: a template that
// says more about its parameters fits better.
func bareParameters(d *syntax.Func) (n int) {
	for _, p := range d.Params {
		t := p.Type
		if r, ok := t.(*syntax.Reference); ok {
			t = r.Elem
		}
		name, ok := t.(*syntax.Named)
		if !ok {
			continue
		}
		for _, q := range d.TParams {
			if q.Name == name.Name {
				n++
			}
		}
	}
	return n
}

// cost weighs the conversion of an argument to a parameter.
func (f *fn) cost(a val, p *syntax.Var, e *env) int {
	in := &fn{u: f.u, env: e}
	t := in.paramType(p)
	if a.list != nil {
		if t.k == structure {
			return costConvert
		}
		return impossible
	}
	from := a.t
	if _, ref := p.Type.(*syntax.Reference); ref {
		if !t.constant && t.k != array && (!same(from, t) || from.constant || !a.lv && t.k != function) {
			return impossible
		}
		if t.constant && !from.constant && a.lv && same(from, t) {
			return costQualifier
		}
	} else if from.k == array {
		from = pointerTo(from.elem)
	}
	switch {
	case from.k == bad:
		return 0
	case same(from, t):
		if t.k == pointer && t.elem.constant != from.elem.constant {
			if from.elem.constant {
				return impossible
			}
			return costQualifier
		}
		return 0
	case t.enum != nil || from.scoped():
		return impossible
	case from.number() && t.number():
		if promoted(from).k == t.k || from.k == float && t.k == double {
			return costPromotion
		}
		return costConvert
	case t.k == pointer && (from.k == null || from.k == pointer && t.elem.k == void || a.c != nil && a.t.isInt() && a.c.i == 0):
		return costConvert
	case f.converting && (t.k == structure || from.k == structure): // C++ converts by one constructor or operator
	case t.k == structure && t.s.vector && !named(p.Type, "dim3"):
	case t.k == structure && f.constructible(from, t), from.k == structure && t.k != structure && hasMethod(from.s, "operator type"):
		return costStruct
	case t.k == boolean && from.k == pointer:
		return costConvert + costPromotion
	}
	return impossible
}

// named reports whether a type is written as a name.
func named(t syntax.Type, name string) bool {
	if r, ok := t.(*syntax.Reference); ok {
		t = r.Elem
	}
	n, ok := t.(*syntax.Named)
	return ok && n.Name == name
}

// callFunction calls a function with arguments that fit.
func (f *fn) callFunction(c *candidate, args []val, at diag.Pos) val {
	if f.untaken > 0 {
		if t, ok := f.declaredResult(c); ok {
			return t
		}
	}
	if f.ev != nil {
		if v, ok := f.evaluate(c, args, at); ok {
			v.at = at
			return v
		}
	}
	if d := c.d; d.Attrs.Const && !d.Attrs.Device && !d.Attrs.Global {
		refuse(at, diag.HostPackage, "mark it __host__ __device__", "constexpr function %s belongs to the host: a kernel may only use it in a constant", d.Name)
	}
	in := f.u.write(c.d, c.env, fmt.Sprintf("%p<%s>", c.d, keyArgs(c.args)), nil)
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
	return val{t: f.u.typeIn(c.d.Result, c.env), s: "unevaluated", lv: ref}, true
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

// callInstance writes the call of an instance. self is the address of a method's object.
func (f *fn) callInstance(in *instance, d *syntax.Func, e *env, self []string, args []val, at diag.Pos) val {
	if in.result == nil {
		refuse(at, diag.TypeError, "write its result's type", "function %s calls itself, and its result is auto", d.Name)
	}
	texts := self
	for i, o := range in.params {
		var a val
		if i < len(args) {
			a = args[i]
		} else {
			a = f.defaultArgument(d.Params[i], e)
		}
		texts = append(texts, f.argument(a, o))
	}
	s := fmt.Sprintf("%s%s(%s)", in.goName, f.u.directive(at), strings.Join(texts, ", "))
	if in.ref {
		p := f.keep(val{s: s})
		f.bare("_ = " + p)
		return val{s: "(*" + p + ")", ptr: p, t: in.result, at: at, lv: true}
	}
	return val{s: s, t: in.result, at: at}
}

func (f *fn) defaultArgument(p *syntax.Var, e *env) (v val) {
	var this *structType
	for around := e; around != nil && this == nil; around = around.outer {
		this = around.in
	}
	f.elsewhere(e, this, p.Seen, func() { v = f.expr(p.Init) })
	return v
}

// argument writes an argument for a parameter.
func (f *fn) argument(a val, o *object) string {
	switch {
	case a.list != nil:
		a = f.construct(o.t, a.list.Elems, a.list.Fields, true, a.list.Pos)
	case o.t.k == texture && a.tex != nil:
		if o.tex != nil {
			a.tex.tex = o.tex
		}
		return a.s
	}
	if o.ref {
		if !same(a.t, o.t) {
			a = f.convert(a, o.t)
		}
		return f.addr(a)
	}
	return f.convert(a, o.t).s
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
	c := f.chooseMethod(s, name, args, v.t.constant, explicit...)
	if c == nil {
		if v.t.constant && f.chooseMethod(s, name, args, false, explicit...) != nil {
			refuse(at, diag.TypeError, "make the method const", "method %s of %s is not const: a const object cannot call it", name, s.display())
		}
		refuse(at, diag.TypeError, "see its declaration", "method %s of %s does not take these arguments", name, s.display())
	}
	if !c.d.Attrs.Device && !c.d.Attrs.Const {
		refuse(at, diag.HostPackage, "mark it __device__", "method %s of %s belongs to the host", name, s.display())
	}
	if way, ok := refusedMethods[s.name+"::"+name]; ok {
		refuse(at, diag.NoDeviceFunction, way, "%s::%s is not modelled", s.name, name)
	}
	in := f.u.write(c.d, c.env, fmt.Sprintf("%p %p<%s>", s, c.d, keyArgs(c.args)), s)
	return f.callInstance(in, c.d, c.env, []string{f.addr(v)}, args, at)
}

// refusedMethods are methods that are not modelled, with a way round. Blocks run in any
// order, also one after another, so none can wait for a later one.
var refusedMethods = map[string]string{"grid_group::sync": "end the kernel here, and launch the rest as another kernel: that is a barrier of the grid"}

// chooseMethod returns the best method of a name; nil for none. A const object has only const
// methods; others prefer methods that are not const.
func (f *fn) chooseMethod(s *structType, name string, args []val, constant bool, explicit ...targ) *candidate {
	if s.decl == nil {
		return nil
	}
	var best *candidate
	for _, d := range s.decl.Methods {
		if d.Name != name || d.Defaulted || len(args) > len(d.Params) || constant && !d.Const && !d.Attrs.Static && d.Result != nil {
			continue
		}
		c := f.candidate(d, args, explicit, s.env)
		if c != nil && d.Const && !constant {
			c.cost += costQualifier
		}
		if c != nil && (best == nil || c.cost < best.cost) {
			best = c
		}
	}
	return best
}

// operator calls an operator that the source defines for structs.
func (f *fn) operator(op string, at diag.Pos, x val, rest []val) val {
	name := "operator" + op
	if x.t.k == structure && f.chooseMethodOf(x, name, rest) {
		return f.method(x, name, rest, at)
	}
	args := append([]val{x}, rest...)
	if c := f.choose(f.operators(name, args), args, nil, at); c != nil {
		return f.callFunction(c, args, at)
	}
	if x.t.k == structure {
		if to := f.conversionOf(x); to != nil && len(rest) == 1 && rest[0].t.k != structure {
			return f.arithmetic(op, *to, rest[0], at)
		}
	}
	var types []string
	for _, a := range args {
		types = append(types, a.t.String())
	}
	refuse(at, diag.TypeError, "define "+name+" as a __device__ function, or compute with the fields", "%s is not defined for %s", op, strings.Join(types, " and "))
	return val{}
}

// hasOperator reports whether the source defines an operator for values.
func (f *fn) hasOperator(name string, x val, rest []val) bool {
	return f.chooseMethodOf(x, name, rest) || f.choose(f.operators(name, append([]val{x}, rest...)), append([]val{x}, rest...), nil, x.at) != nil
}

func (f *fn) chooseMethodOf(x val, name string, args []val) bool {
	return f.chooseMethod(x.t.s, name, args, x.t.constant) != nil
}

// assignOperator calls an assignment that the source defines. ok is false when it
// defines none.
func (f *fn) assignOperator(op string, x *syntax.Binary, to val) (v val, ok bool) {
	name := "operator" + op
	if !hasMethod(to.t.s, name) && len(f.operators(name, []val{to})) == 0 {
		if op == "=" {
			return val{}, false
		}
		y := f.rvalue(f.expr(x.Y)) // a = a op b
		to = f.placed(to, x.X)
		f.assign(to, f.operator(strings.TrimSuffix(op, "="), x.Pos, to, []val{y}), x.Pos)
		return to, true
	}
	if _, list := x.Y.(*syntax.List); list {
		return val{}, false
	}
	args := []val{f.expr(x.Y)}
	if f.chooseMethodOf(to, name, args) {
		return f.kept(f.method(to, name, args, x.Pos)), true
	}
	if c := f.choose(f.operators(name, append([]val{to}, args...)), append([]val{to}, args...), nil, x.Pos); c != nil {
		return f.kept(f.callFunction(c, append([]val{to}, args...), x.Pos)), true
	}
	if op == "=" {
		f.assign(to, args[0], x.Pos)
		return to, true
	}
	return f.operator(op, x.Pos, to, args), true
}

// kept writes a call as a statement, so that it happens in its place.
func (f *fn) kept(v val) val {
	switch {
	case v.t.k == void:
		f.line("%s", v.s)
		return val{t: voidType, at: v.at}
	case v.lv:
		return v
	}
	return f.settle(v)
}

// conversionOf returns what a struct's conversion operator gives; nil for none.
func (f *fn) conversionOf(v val) *val {
	if !hasMethod(v.t.s, "operator type") {
		return nil
	}
	r := f.method(v, "operator type", nil, v.at)
	return &r
}

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
		var texts []string
		for i, a := range args {
			texts = append(texts, f.argument(a, l.params[i]))
		}
		return val{s: fmt.Sprintf("%s%s(%s)", v.s, f.u.directive(x.Pos), strings.Join(texts, ", ")), t: l.result, at: x.Pos}
	}
	f.mismatch(v, "%s cannot be called", v.t)
	return v
}

// lambda declares a variable that holds a function.
func (f *fn) lambda(name string, l *syntax.Lambda) {
	v := f.literalFunction(name, l)
	f.declare(&object{name: name, goName: v.s, t: v.t, used: true})
}

// literalFunction writes a function literal and keeps it in a variable.
func (f *fn) literalFunction(name string, l *syntax.Lambda) val {
	if f.temps == nil {
		f.temps = new(int)
	}
	in := &instance{}
	sub := &fn{u: f.u, env: f.env, this: f.this, in: in, at: f.at, temps: f.temps}
	sub.scopes = append(sub.scopes, f.scopes...)
	if n, ok := l.Func.Result.(*syntax.Named); !ok || n.Name != "auto" {
		sub.result = f.typeOf(l.Func.Result)
	}
	if l.Copy {
		f.copies(sub, l)
	}
	params := sub.parameters(l.Func)
	sub.body(l.Func)
	if sub.result == nil {
		sub.result = voidType
	}
	if name == "lambda" {
		name = f.temp()
	} else {
		name = f.u.localIdent(name)
	}
	f.line("%s := func(%s) %s {\n%s}", name, params(), sub.resultType(), sub.text())
	f.bare("_ = " + name)
	return val{s: name, t: &typ{k: function, lambda: &lambdaType{in.params, sub.result}}, at: l.Pos, simple: true}
}

// copies gives a function literal that captures by value copies of the numbers that it
// sees.
func (f *fn) copies(sub *fn, l *syntax.Lambda) {
	sub.scopes = append(sub.scopes, map[string]*object{})
	own := sub.scopes[len(sub.scopes)-1]
	for _, name := range namesIn(l.Func.Body) {
		o := f.local(name)
		if o == nil || o.alias != nil || o.c != nil || o.ref || !o.t.number() && o.t.k != pointer || own[name] != nil {
			continue
		}
		o.used = true
		own[name] = &object{name: name, goName: f.keep(val{s: o.goName}), t: o.t, used: true}
	}
}
