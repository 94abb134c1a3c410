package hostc

// This file makes variables and objects.

import (
	"slices"

	"gpucourse/gpusim/internal/cfront/syntax"
	"gpucourse/gpusim/internal/padding"
)

// variable declares a local variable.
func (m *machine) variable(v *syntax.Var) {
	if v.Attrs.Static {
		m.static(v)
		return
	}
	if ref, ok := v.Type.(*syntax.Reference); ok && v.Init != nil && v.Names == nil {
		m.reference(v, ref)
		return
	}
	if (isAuto(v.Type) || v.Names != nil) && v.Init != nil {
		m.automatic(v)
		return
	}
	at := m.local(m.variableType(v))
	m.bind(binding{name: v.Name, place: at})
	m.initialize(at, v.Init)
}

// static makes a static variable at its first declaration.
func (m *machine) static(v *syntax.Var) {
	at, made := m.statics[v]
	if !made {
		at = lvalue{m.variableType(v), 0}
		at.addr = m.alloc(max(at.t.size, 1), true)
		m.statics[v] = at
		if v.Init != nil || at.t.kind == record {
			m.initialize(at, v.Init)
		}
	}
	m.bind(binding{name: v.Name, place: at})
}

func (m *machine) reference(v *syntax.Var, ref *syntax.Reference) {
	a := m.argument(v.Init)
	if !a.placed {
		t := a.value.t
		if !isAuto(ref.Elem) {
			t = m.typeOf(ref.Elem)
		}
		a.place = m.local(t)
		m.store(a.place, a.value)
	}
	m.bind(binding{name: v.Name, place: a.place})
}

// automatic declares a variable whose initializer says its type.
func (m *machine) automatic(v *syntax.Var) {
	x := v.Init
	if c, ok := x.(*syntax.Construct); ok && len(c.Args) == 1 && isAuto(c.Type) {
		x = c.Args[0]
	}
	a := m.argument(x)
	if v.Names != nil {
		m.bindings(v, a)
		return
	}
	a.value = decayed(a.value)
	at := m.local(a.value.t)
	if at.t.list {
		m.mem.set(at.addr, at.t.size, 0, true)
	}
	m.store(at, a.value)
	m.bind(binding{name: v.Name, place: at})
}

// bindings declares auto [a, b], the fields of a copy, or auto &[a, b].
func (m *machine) bindings(v *syntax.Var, a argument) {
	if _, refers := v.Type.(*syntax.Reference); !refers && a.value.known && a.value.t.kind == record {
		at := m.local(a.value.t)
		m.mem.set(at.addr, at.t.size, 0, true)
		m.store(at, a.value)
		a.value = m.load(at)
	}
	for i, name := range v.Names {
		at := lvalue{opaqueType, 0}
		if a.value.known && a.value.t.kind == record && i < len(a.value.t.fields) {
			at = m.fieldPlace(lvalue{a.value.t, a.value.bits}, &a.value.t.fields[i])
		}
		m.bind(binding{name: name, place: at})
	}
}

// variableType returns the type of a variable; the initializer may say how long an array is.
func (m *machine) variableType(v *syntax.Var) *typ {
	if isAuto(v.Type) && v.Init != nil {
		return decayed(m.eval(v.Init)).t
	}
	if t := m.deducedType(v); t != nil {
		return t
	}
	t := m.typeOf(v.Type)
	a, ok := v.Type.(*syntax.Array)
	if !ok || a.Len != nil {
		return t
	}
	switch x := v.Init.(type) {
	case *syntax.List:
		return arrayOf(t.elem, m.listLength(x, t.elem))
	case *syntax.Literal:
		return arrayOf(t.elem, len(unquoted(x.Text))+1)
	}
	return t
}

// deducedType is the type of a container, an array or a pair whose template arguments follow from its
// first value: std::vector v(n, 1.0f). nil is for another variable.
func (m *machine) deducedType(v *syntax.Var) *typ {
	n, ok := v.Type.(*syntax.Named)
	if !ok || n.Args != nil || v.Init == nil || m.play != nil || m.structs[n.Name] != nil || m.aliases[n.Name] != nil || !lists[n.Name] && n.Name != "array" && n.Name != "pair" {
		return nil
	}
	args, brace := []syntax.Expr{v.Init}, false
	switch x := v.Init.(type) {
	case *syntax.List:
		args, brace = x.Elems, true
	case *syntax.Construct:
		args, brace = x.Args, x.Brace
	}
	types := make([]*typ, len(args))
	for i, x := range args[:min(len(args), 2)] {
		types[i] = decayed(value{t: m.typeOfExpr(x)}).t
	}
	switch {
	case len(args) == 0:
		return nil
	case n.Name == "array":
		return arrayOf(types[0], len(args))
	case n.Name == "pair" && len(args) == 2:
		return pairOfTypes(types[0], types[1])
	case types[0].list && len(args) == 1, types[0].kind == pointer && len(args) == 2 && !brace: // a copy, a range
		return listOf(types[0].elem)
	case brace:
		return listOf(types[0])
	case len(args) == 2: // a length and a value
		return listOf(types[1])
	}
	return nil
}

func pairOfTypes(a, b *typ) *typ {
	return recordOf("std::pair", []field{{name: "first", t: a}, {name: "second", t: b}})
}

// listLength returns how many elements a list gives an array: one per item. Where the
// lists of inner arrays have no braces, an element takes as many items as it has scalars.
func (m *machine) listLength(l *syntax.List, elem *typ) int {
	for _, x := range l.Elems {
		if _, ok := x.(*syntax.List); ok {
			return len(l.Elems)
		}
	}
	if per := scalarsOf(elem); elem.kind == array && per > 0 {
		return padding.Units(len(l.Elems), per)
	}
	return len(l.Elems)
}

func scalarsOf(t *typ) int {
	if t.kind == array {
		return t.n * scalarsOf(t.elem)
	}
	return 1
}

// initialize gives a new object its first value; init is nil where nothing is written.
func (m *machine) initialize(at lvalue, init syntax.Expr) {
	switch x := init.(type) {
	case nil:
		if at.t.kind == record {
			m.construct(at, nil, false)
		}
	case *syntax.List:
		m.construct(at, x.Elems, true)
	case *syntax.Construct:
		if same(m.constructed(x, at.t), at.t) {
			m.construct(at, x.Args, x.Brace)
			return
		}
		m.assignInitial(at, m.argument(x))
	default:
		m.assignInitial(at, m.argument(init))
	}
}

// constructed returns the type that an initializer constructs: the variable's own for
// T x(args).
func (m *machine) constructed(x *syntax.Construct, own *typ) *typ {
	if t := m.typeOf(x.Type); t != opaqueType {
		return t
	}
	return own
}

// assignInitial stores the first value of an object.
func (m *machine) assignInitial(at lvalue, a argument) {
	if at.t.list {
		m.mem.set(at.addr, at.t.size, 0, true)
	}
	switch {
	case at.t.kind == record && a.value.t.kind != record:
		m.constructFrom(at, []argument{a})
	case at.t.kind == array && a.value.t.kind == pointer && a.value.known: // a text
		m.mem.set(at.addr, at.t.size, 0, true)
		if b, place := m.mem.find(a.value.bits); b != nil {
			m.mem.copy(at.addr, a.value.bits, min(at.t.size, b.size-place))
		}
	default:
		m.store(at, a.value)
	}
}

// construct makes an object of a list or of the arguments of a constructor.
func (m *machine) construct(at lvalue, args []syntax.Expr, brace bool) {
	switch {
	case at.t.list && brace && (len(args) > 0 && (at.t.elem.kind != record || isList(args[0])) || len(args) > 2):
		m.listOfItems(at, args)
	case at.t.list:
		m.constructList(at, m.arguments(args))
	case at.t.kind == array:
		m.mem.set(at.addr, at.t.size, 0, true)
		m.items(at, &items{list: args})
	case at.t.kind == record && brace && len(m.methodsOf(at.t, at.t.name)) == 0 && at.t.name != "dim3" && at.t.native == nil:
		m.defaults(at)
		m.items(at, &items{list: args})
	case at.t.kind == record:
		m.constructFrom(at, m.arguments(args))
	case len(args) == 0:
		m.mem.set(at.addr, at.t.size, 0, true)
	default: // what follows the value of a pointer, is how to free it
		m.store(at, m.eval(args[0]))
	}
}

func isList(x syntax.Expr) bool {
	_, ok := x.(*syntax.List)
	return ok
}

// items is a list of initial values that is read in order.
type items struct {
	list []syntax.Expr
	i    int
}

// items gives the parts of an array or struct the items of a list. Inner braces may be left
// out.
func (m *machine) items(at lvalue, list *items) {
	part := func(of lvalue) {
		if list.i >= len(list.list) {
			return
		}
		x := list.list[list.i]
		if l, ok := x.(*syntax.List); ok {
			list.i++
			m.construct(of, l.Elems, true)
			return
		}
		if of.t.kind == array || of.t.kind == record && !of.t.list && of.t.decl != nil && !m.isRecord(x) {
			if _, isText := x.(*syntax.Literal); !isText || of.t.kind != array || of.t.elem != charType {
				m.items(of, list)
				return
			}
		}
		list.i++
		m.initialize(of, x)
	}
	switch at.t.kind {
	case array:
		for i := 0; i < at.t.n && list.i < len(list.list); i++ {
			m.step()
			part(lvalue{at.t.elem, at.addr + uint64(i*at.t.elem.size)})
		}
	case record:
		for i := range at.t.fields {
			part(m.fieldPlace(at, &at.t.fields[i]))
		}
	}
	if len(at.t.fields) == 0 && at.t.kind == record {
		list.i++
	}
}

// isRecord reports whether an expression without effects is a struct.
func (m *machine) isRecord(x syntax.Expr) bool {
	switch x := x.(type) {
	case *syntax.Literal, *syntax.Binary, *syntax.Unary:
		return false
	case *syntax.Name:
		b := m.lookup(x.Name)
		return b != nil && b.place.t != nil && b.place.t.kind == record
	}
	return true
}

// defaults gives the fields of a struct the values that its definition says, and zeros to the
// others.
func (m *machine) defaults(at lvalue) {
	m.mem.set(at.addr, at.t.size, 0, true)
	m.defaultFields(at)
}

func (m *machine) defaultFields(at lvalue) {
	for i := range at.t.fields {
		f := &at.t.fields[i]
		switch {
		case f.decl != nil && f.decl.Init != nil:
			m.within(at, func() { m.initialize(m.fieldPlace(at, f), f.decl.Init) })
		case f.t.kind == record:
			m.construct(m.fieldPlace(at, f), nil, false)
		}
	}
}

// within runs do in the scope of an object.
func (m *machine) within(at lvalue, do func()) {
	outer := m.scope
	m.scope = &scope{outer: at.t.args, this: &at}
	defer func() { m.scope = outer }()
	do()
}

// constructFrom calls the constructor of a struct, or copies.
func (m *machine) constructFrom(at lvalue, args []argument) {
	switch {
	case at.t.name == "dim3":
		m.dim3(at, args)
		return
	case len(args) == 1 && args[0].value.t.kind == record && same(args[0].value.t, at.t):
		if at.t.list {
			m.mem.set(at.addr, at.t.size, 0, true)
		}
		m.store(at, args[0].value)
		return
	}
	switch {
	case at.t.list:
		m.constructList(at, args)
		return
	case at.t.native != nil:
		at.t.native.construct(m, at, args)
		return
	}
	d := m.choose(m.methodsOf(at.t, at.t.name), args, nil)
	m.defaultFields(at)
	if d == nil || d.Body == nil {
		if at.t.decl == nil {
			m.plainFields(at, args)
		}
		return
	}
	m.constructor(at, d, args)
}

// plainFields gives the fields of a vector or pair their values.
func (m *machine) plainFields(at lvalue, args []argument) {
	for i := range at.t.fields {
		if i < len(args) {
			m.store(m.fieldPlace(at, &at.t.fields[i]), args[i].value)
		}
	}
}

// constructor runs a constructor. Its list of initial values comes before its body.
func (m *machine) constructor(at lvalue, d *syntax.Func, args []argument) {
	if m.depth > maxDepth {
		panic(exit{})
	}
	outer, sp := m.scope, m.sp
	m.depth++
	defer func() { m.scope, m.sp = outer, sp; m.depth-- }()
	m.scope = &scope{outer: at.t.args, this: &at}
	for i, p := range d.Params {
		m.parameter(p, args, i)
	}
	for _, in := range d.Inits {
		if in.Name == at.t.name { // another constructor
			m.constructFrom(at, m.arguments(in.Args))
			continue
		}
		if i := slices.IndexFunc(at.t.bases, func(b field) bool { return b.name == in.Name }); i >= 0 {
			base := at.t.bases[i]
			m.constructFrom(lvalue{base.t, at.addr + uint64(base.offset)}, m.arguments(in.Args))
			continue
		}
		f := at.t.field(in.Name)
		if f == nil {
			continue
		}
		place := lvalue{f.t, at.addr + uint64(f.offset)}
		if f.refers() && len(in.Args) == 1 {
			a := m.argument(in.Args[0])
			m.store(place, value{t: f.t, known: a.placed, bits: a.place.addr})
			continue
		}
		if len(in.Args) == 1 && f.t.kind != array {
			m.initialize(place, in.Args[0])
			continue
		}
		m.construct(place, in.Args, false)
	}
	m.run(d.Body)
}

// dim3 makes the size of a grid or block: what is left out is 1.
func (m *machine) dim3(at lvalue, args []argument) {
	if len(args) == 1 && args[0].value.t.kind == record {
		m.store(at, args[0].value)
		return
	}
	for i := range at.t.fields {
		v := intValue(uintType, 1)
		if i < len(args) {
			v = args[i].value
		}
		m.store(m.fieldPlace(at, &at.t.fields[i]), v)
	}
}
