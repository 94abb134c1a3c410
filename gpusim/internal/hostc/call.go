package hostc

// This file calls functions, methods and lambdas, and finds the arguments of templates.

import (
	"slices"

	"gpucourse/gpusim/internal/cfront/syntax"
	"gpucourse/gpusim/internal/padding"
)

// argument is what a call passes.
type argument struct {
	value  value
	place  lvalue // where it is, if placed
	placed bool
}

// argument computes an argument of a call.
func (m *machine) argument(x syntax.Expr) argument {
	switch deref := x.(type) {
	case *syntax.Name, *syntax.Index, *syntax.Member:
		if at, ok := m.place(x); ok && at.addr != 0 {
			return argument{m.load(at), at, true}
		}
		if _, ok := x.(*syntax.Name); !ok {
			return argument{value: m.lost()}
		}
	case *syntax.Unary:
		if deref.Op == "*" {
			if at, ok := m.place(x); ok {
				return argument{m.load(at), at, true}
			}
			return argument{value: m.lost()}
		}
	case *syntax.List:
		return argument{value: m.lost()}
	}
	v := m.eval(x)
	if m.ref != nil {
		at := *m.ref
		m.ref = nil
		return argument{v, at, true}
	}
	return m.argumentOf(v)
}

// argumentOf is a value as an argument.
func (m *machine) argumentOf(v value) argument {
	if v.known && (v.t.kind == record || v.t.kind == array) {
		return argument{v, lvalue{v.t, v.bits}, true}
	}
	return argument{value: v}
}

func (m *machine) arguments(list []syntax.Expr) []argument {
	out := make([]argument, 0, len(list))
	for _, x := range list {
		if e, ok := x.(*syntax.Expand); ok {
			out = append(out, m.expand(e)...)
			continue
		}
		out = append(out, m.argument(x))
	}
	return out
}

// expand computes an expression with each element of the pack in it.
func (m *machine) expand(e *syntax.Expand) (out []argument) {
	pack := m.packIn(e.X)
	if pack == nil {
		return nil
	}
	name := pack.name
	for _, element := range pack.pack {
		leave := m.enter()
		at := element.place
		if !element.placed {
			at = m.local(element.value.t)
			m.store(at, element.value)
		}
		m.bind(binding{name: name, place: at})
		a := m.argument(e.X)
		leave()
		if a.placed && a.place == at {
			a = element // forwarded
		}
		out = append(out, a)
	}
	return out
}

// packIn returns the pack that an expression names; nil for none.
func (m *machine) packIn(x syntax.Expr) (pack *binding) {
	walk(x, func(n any) bool {
		if name, ok := n.(*syntax.Name); ok {
			if b := m.lookup(name.Name); b != nil && b.isPack {
				pack = b
			}
		}
		return pack == nil
	})
	return pack
}

// fold computes an operator over the elements of a pack: from the left if the pack comes last.
func (m *machine) fold(x *syntax.Fold) value {
	pack, with, left := x.X, x.Y, false
	if x.Y != nil && m.packIn(x.Y) != nil {
		pack, with, left = x.Y, x.X, true
	}
	list := m.expand(&syntax.Expand{At: x.At, X: pack})
	if with != nil {
		list = append(list, m.argument(with))
		if left {
			list = slices.Insert(list[:len(list)-1], 0, list[len(list)-1])
		}
	}
	if len(list) == 0 {
		return m.lost()
	}
	if left {
		v := decayed(list[0].value)
		for _, a := range list[1:] {
			v = m.binary(x.Op, v, decayed(a.value))
		}
		return v
	}
	v := decayed(list[len(list)-1].value)
	for _, a := range slices.Backward(list[:len(list)-1]) {
		v = m.binary(x.Op, decayed(a.value), v)
	}
	return v
}

// callExpr computes a call.
func (m *machine) callExpr(x *syntax.Call) value {
	switch f := x.Fun.(type) {
	case *syntax.Member:
		return m.callMember(f, x.Args)
	case *syntax.Name:
		if v, ok := m.callName(f, x); ok {
			return v
		}
	}
	v := m.eval(x.Fun)
	args := m.arguments(x.Args)
	if v.t.kind == record && v.known {
		r, _ := m.method(lvalue{v.t, v.bits}, "operator()", args)
		return r
	}
	return m.callValue(v, args)
}

// callName calls what a name means; ok is false for a variable that holds a function.
func (m *machine) callName(f *syntax.Name, x *syntax.Call) (v value, ok bool) {
	if b := m.lookup(f.Name); b != nil && f.Scope == nil {
		if b.isType {
			return m.temporary(b.t, x.Args, false), true
		}
		return v, false
	}
	if f.Scope != nil {
		if v, found := m.scoped(f); found {
			return m.callValue(v, m.arguments(x.Args)), true
		}
	}
	if f.Scope == nil {
		if this := m.this(); this != nil && this.t.decl != nil && m.hasMethod(this.t, f.Name) {
			r, _ := m.method(m.dynamic(*this), f.Name, m.arguments(x.Args))
			return r, true
		}
	}
	if list := m.funcs[f.Name]; list != nil {
		args := m.arguments(x.Args)
		if d := m.choose(list, args, f.Args); d != nil && d.Body != nil {
			return m.call(d, args, f.Args, nil, nil), true
		}
		if !m.known(f.Name) {
			m.forgetArrays(&invocation{args: args, exprs: x.Args})
			return m.lost(), true
		}
	}
	if t := m.typeNamed(f); t != opaqueType {
		return m.temporary(t, x.Args, false), true
	}
	if x.Args == nil {
		x.Args = []syntax.Expr{}
	}
	v = m.library(f, x)
	return v, true
}

// callValue calls a function or a lambda.
func (m *machine) callValue(v value, args []argument) value {
	if v.fn == nil {
		return m.lost()
	}
	if v.fn.decls == nil && len(v.fn.args) == 1 {
		return limit(v.fn.name, m.argType(v.fn.args[0]))
	}
	d := m.choose(v.fn.decls, args, v.fn.args)
	if d == nil || d.Body == nil {
		return m.lost()
	}
	return m.call(d, args, v.fn.args, v.fn.env, v.fn.this)
}

// choose picks the overload that the arguments fit best; nil for none.
func (m *machine) choose(list []*syntax.Func, args []argument, targs []syntax.Arg) (best *syntax.Func) {
	if list = ofHost(list); m.play != nil && definitions(list) > 1 {
		m.refuse("function " + list[0].Name + " has several definitions, of which none is chosen here")
	}
	bestScore := -1
	for _, d := range list {
		if len(args) > len(d.Params) && !packed(d) || len(targs) > len(d.TParams) && !d.Special || len(args) < len(d.Params) && d.Params[len(args)].Init == nil && !d.Params[len(args)].Pack {
			continue
		}
		score := 1
		if len(list) > 1 {
			score = m.fit(d, args)
		}
		if d.Body != nil {
			score++
		}
		if score > bestScore {
			best, bestScore = d, score
		}
	}
	return best
}

// ofHost returns the functions of a name that the host can call; all where it can call none. The headers
// of the device have names, such as reduce, that programs also use.
func ofHost(list []*syntax.Func) []*syntax.Func {
	ofDevice := func(d *syntax.Func) bool { return d.Attrs.Device && !d.Attrs.Host }
	if !slices.ContainsFunc(list, ofDevice) || !slices.ContainsFunc(list, func(d *syntax.Func) bool { return !ofDevice(d) }) {
		return list
	}
	return slices.DeleteFunc(slices.Clone(list), ofDevice)
}

// definitions counts the functions of a list that have a body.
func definitions(list []*syntax.Func) (n int) {
	for _, d := range list {
		if d.Body != nil {
			n++
		}
	}
	return n
}

// packed reports whether a function takes any number of arguments.
func packed(d *syntax.Func) bool {
	return len(d.Params) > 0 && d.Params[len(d.Params)-1].Pack
}

// fit says how well arguments fit the parameters of a function.
func (m *machine) fit(d *syntax.Func, args []argument) (score int) {
	for i, a := range args[:min(len(args), len(d.Params))] {
		p := d.Params[i].Type
		if len(d.TParams) > 0 {
			score += 2
			continue
		}
		switch t := m.typeOf(p); {
		case same(t, a.value.t):
			score += 6
		case t.kind == decayed(a.value).t.kind:
			score += 3
		case t.number() && a.value.t.number():
			score++
		}
	}
	return score
}

// call runs a function of the source.
func (m *machine) call(d *syntax.Func, args []argument, targs []syntax.Arg, env *scope, this *lvalue) value {
	m.calledHere(d)
	if m.depth > maxDepth {
		m.spent = true
		panic(exit{})
	}
	in := &scope{outer: env, this: this}
	m.templateArguments(in, d, args, targs)
	outer, end, result, refers := m.scope, m.sp, m.returns, m.refers
	m.depth++
	defer func() {
		m.scope, m.sp, m.returns, m.refers = outer, end, result, refers
		m.depth--
	}()
	m.scope = in
	for i, p := range d.Params {
		if p.Pack {
			m.bind(binding{name: p.Name, isPack: true, pack: args[min(i, len(args)):]})
			break
		}
		m.parameter(p, args, i)
	}
	m.returns, m.refers = m.resultType(d)
	m.result, m.ref = value{t: voidType}, nil
	switch m.run(d.Body) {
	case returns:
	case tired:
		m.result = unknown(opaqueType)
	default:
		m.result, m.ref = value{t: voidType}, nil
	}
	var v value
	v, end = m.returned(end)
	return v
}

func (m *machine) resultType(d *syntax.Func) (t *typ, refers bool) {
	n, isNamed := d.Result.(*syntax.Named)
	_, refers = d.Result.(*syntax.Reference)
	if d.Result == nil || isNamed && n.Name == "auto" {
		return nil, false
	}
	t = m.typeOf(d.Result)
	if t == opaqueType {
		return nil, refers
	}
	return t, refers
}

// returned is the result of the current function. A struct lives on from place sp of the stack;
// end is where the stack ends then.
func (m *machine) returned(sp int) (v value, end int) {
	v = m.result
	if m.returns != nil && m.ref == nil {
		if m.returns.kind == record && v.known && v.t.kind != record {
			at := m.local(m.returns)
			m.constructFrom(at, []argument{{value: v}})
			v = m.load(at)
		}
		v = convert(decayedUnless(v, m.returns), m.returns)
	}
	if m.ref != nil || !v.known || v.t.kind != record && v.t.kind != array {
		return v, sp
	}
	sp = padding.Up(sp, max(v.t.align, 16))
	addr := addressOf(m.stack, sp)
	m.mem.copy(addr, v.bits, v.t.size)
	return value{t: v.t, known: true, bits: addr}, sp + v.t.size
}

func decayedUnless(v value, t *typ) value {
	if t.kind == array || t.kind == record {
		return v
	}
	return decayed(v)
}

// parameter declares a parameter with its argument.
func (m *machine) parameter(p *syntax.Var, args []argument, i int) {
	a := argument{value: unknown(opaqueType)}
	switch {
	case i < len(args):
		a = args[i]
	case p.Init != nil:
		a = m.argument(p.Init)
	}
	ref, isRef := p.Type.(*syntax.Reference)
	if isRef && a.placed {
		m.bind(binding{name: p.Name, place: a.place})
		return
	}
	pt := p.Type
	if isRef {
		pt = ref.Elem
	}
	v := decayed(a.value)
	t := v.t
	if !isAuto(pt) {
		t = m.typeOf(pt)
		if t.kind == array {
			t = pointerTo(t.elem)
		}
	}
	at := m.local(t)
	switch {
	case t.kind == record && t.list:
		m.mem.set(at.addr, t.size, 0, true)
		m.store(at, v)
	case t.kind == record && v.t.kind != record && a.value.known:
		m.constructFrom(at, []argument{a})
	default:
		m.store(at, v)
	}
	m.bind(binding{name: p.Name, place: at})
}

func isAuto(t syntax.Type) bool {
	if p, ok := t.(*syntax.Pointer); ok {
		return isAuto(p.Elem)
	}
	n, ok := t.(*syntax.Named)
	return ok && n.Name == "auto"
}

// templateArguments binds the parameters of a template: as given, from the arguments of the
// call, or by default.
func (m *machine) templateArguments(in *scope, d *syntax.Func, args []argument, targs []syntax.Arg) {
	if len(d.TParams) == 0 {
		return
	}
	found := make([]binding, len(d.TParams))
	for i, p := range d.TParams {
		found[i] = binding{name: p.Name, isType: p.Type == nil}
		if i < len(targs) {
			m.bindArgument(&found[i], targs[i])
		}
	}
	for i, p := range d.Params {
		if i < len(args) {
			m.deduce(found, p.Type, args[i].value)
		}
	}
	for i, p := range d.TParams {
		b := &found[i]
		if b.isType && b.t == nil && p.Default != nil || !b.isType && !b.constant && p.Default != nil {
			m.bindArgument(b, *p.Default)
		}
		if b.isType && b.t == nil {
			b.t = opaqueType
		}
		if !b.isType && !b.constant {
			b.constant, b.value = true, unknown(intType)
		}
		in.list = append(in.list, *b)
	}
}

// deduce finds template arguments from the type of an argument.
func (m *machine) deduce(found []binding, p syntax.Type, v value) {
	switch p := p.(type) {
	case *syntax.Reference:
		m.deduceType(found, p.Elem, v.t)
	default:
		m.deduceType(found, p, decayed(v).t)
	}
}

func (m *machine) deduceType(found []binding, p syntax.Type, t *typ) {
	switch p := p.(type) {
	case *syntax.Pointer:
		if t.kind == pointer {
			m.deduceType(found, p.Elem, t.elem)
		}
	case *syntax.Array:
		if t.kind == array || t.kind == pointer {
			m.deduceType(found, p.Elem, t.elem)
			m.deduceValue(found, p.Len, t.n)
		}
	case *syntax.Named:
		for i := range found {
			if b := &found[i]; b.isType && b.t == nil && b.name == p.Name && p.Args == nil {
				b.t = t
			}
		}
		m.deduceArgs(found, p, t)
	}
}

// deduceArgs finds template arguments in those of a struct or container.
func (m *machine) deduceArgs(found []binding, p *syntax.Named, t *typ) {
	for i, a := range p.Args {
		switch {
		case t.list && i == 0 && a.Type != nil:
			m.deduceType(found, a.Type, t.elem)
		case t.list && i == 0:
			if n, ok := a.Value.(*syntax.Name); ok {
				m.deduceType(found, &syntax.Named{Name: n.Name}, t.elem)
			}
		case t.args != nil && i < len(t.args.list):
			name := ""
			if n, ok := a.Type.(*syntax.Named); ok {
				name = n.Name
			} else if n, ok := a.Value.(*syntax.Name); ok {
				name = n.Name
			}
			for k := range found {
				if found[k].name == name && found[k].t == nil && !found[k].constant {
					b := t.args.list[i]
					b.name = name
					found[k] = b
				}
			}
		}
	}
}

func (m *machine) deduceValue(found []binding, x syntax.Expr, n int) {
	name, ok := x.(*syntax.Name)
	for i := range found {
		if b := &found[i]; ok && !b.isType && !b.constant && b.name == name.Name {
			b.constant, b.value = true, intValue(intType, int64(n))
		}
	}
}

// hasMethod reports whether a struct has a method.
func (m *machine) hasMethod(t *typ, name string) bool {
	return len(m.methodsOf(t, name)) > 0 || slices.ContainsFunc(t.bases, func(b field) bool { return m.hasMethod(b.t, name) })
}

// methodsOf lists the methods of a name, those with a body first.
func (m *machine) methodsOf(t *typ, name string) (list []*syntax.Func) {
	if t.decl == nil {
		return nil
	}
	list = append(list, m.methods[t.decl.Name+"::"+name]...)
	for _, f := range t.decl.Methods {
		if f.Name == name {
			list = append(list, f)
		}
	}
	return list
}

// method calls a method of the source; ok is false if the type has no such method.
func (m *machine) method(at lvalue, name string, args []argument) (v value, ok bool) {
	return m.instance(at, name, args, nil)
}

// instance calls a method with template arguments.
func (m *machine) instance(at lvalue, name string, args []argument, targs []syntax.Arg) (v value, ok bool) {
	if at.t.native != nil {
		return at.t.native.method(m, at, name, args), true
	}
	if m.play != nil && m.hasMethod(at.t, name) {
		m.refuse("methods of structs are not read of host code")
	}
	d := m.choose(m.methodsOf(at.t, name), args, targs)
	if d != nil && d.Body != nil {
		return m.call(d, args, targs, at.t.args, &at), true
	}
	for _, b := range at.t.bases {
		if v, ok := m.instance(lvalue{b.t, at.addr + uint64(b.offset)}, name, args, targs); ok {
			return v, true
		}
	}
	return unknown(opaqueType), false
}

// callMember calls a method.
func (m *machine) callMember(f *syntax.Member, list []syntax.Expr) value {
	of := m.object(f)
	if of.value.t.kind == record && of.value.known && !of.value.t.list {
		args := m.arguments(list)
		if v, ok := m.instance(lvalue{of.value.t, of.value.bits}, f.Name, args, f.Args); ok {
			return v
		}
		if at := of.value.t.field(f.Name); at != nil {
			return m.callValue(m.load(m.fieldPlace(lvalue{of.value.t, of.value.bits}, at)), args)
		}
		return m.lost()
	}
	return m.containerCall(of, f, list)
}

// object computes what stands before a point or an arrow.
func (m *machine) object(f *syntax.Member) argument {
	a := m.argument(f.X)
	if v := decayed(a.value); f.Arrow && v.t.kind == pointer {
		if !v.known {
			return argument{value: unknown(v.t.elem)}
		}
		at := m.dynamic(lvalue{v.t.elem, v.bits})
		return argument{m.load(at), at, true}
	}
	return a
}
