package hostc

// This file computes expressions.

import (
	"math"
	"strings"

	"gpucourse/gpusim/internal/cfront/number"
	"gpucourse/gpusim/internal/cfront/syntax"
)

// eval computes an expression.
func (m *machine) eval(x syntax.Expr) value {
	m.step()
	if m.play != nil {
		m.play.at, m.play.in = x.Position(), x
	}
	switch x := x.(type) {
	case *syntax.Literal:
		return m.literalOf(x)
	case *syntax.Name:
		return m.name(x)
	case *syntax.Unary:
		return m.unary(x)
	case *syntax.Binary:
		return m.binaryExpr(x)
	case *syntax.Cond:
		return m.conditional(x)
	case *syntax.Index, *syntax.Member:
		if at, ok := m.place(x); ok {
			return m.load(at)
		}
		return m.lost()
	case *syntax.Call:
		return m.callExpr(x)
	case *syntax.Cast:
		return m.cast(x)
	case *syntax.Construct:
		return m.temporary(m.typeOf(x.Type), x.Args, x.Brace)
	case *syntax.Sizeof:
		return m.sizeof(x)
	case *syntax.Lambda:
		if m.play != nil { // what it captures by value may change
			return m.lost()
		}
		return value{t: codeType, known: true, fn: &function{decls: []*syntax.Func{x.Func}, env: m.captured(x)}}
	case *syntax.Fold:
		return m.fold(x)
	case *syntax.ConfiguredCall:
		return m.launch(x)
	case *syntax.New:
		return m.newObject(x)
	case *syntax.Leave:
		if x.Word == "throw" && m.play == nil {
			panic(exit{})
		}
		if x.Word == "delete" {
			return value{t: voidType}
		}
	}
	return m.lost()
}

// captured returns the variables that a lambda sees. Those that it makes itself live on.
func (m *machine) captured(x *syntax.Lambda) *scope {
	in := &scope{outer: m.scope}
	for _, v := range x.Inits {
		a := m.argument(v.Init)
		t := decayed(a.value).t
		at := lvalue{t, m.alloc(t.size, false)}
		m.assignInitial(at, a)
		in.list = append(in.list, binding{name: v.Name, place: at})
	}
	return in
}

func (m *machine) literalOf(x *syntax.Literal) value {
	if v, ok := m.literals[x]; ok {
		return v
	}
	v := m.literal(x.Text)
	m.literals[x] = v
	return v
}

// name computes a name.
func (m *machine) name(x *syntax.Name) value {
	switch x.Name {
	case "true", "false":
		return truthValue(x.Name == "true")
	case "nullptr", "NULL":
		return value{t: pointerTo(voidType), known: true}
	case "this":
		if at := m.this(); at != nil {
			return value{t: pointerTo(at.t), known: true, bits: at.addr}
		}
		return m.lost()
	}
	if x.Scope != nil {
		if v, ok := m.scoped(x); ok {
			return v
		}
	}
	b := m.meaning(x)
	switch {
	case b == nil:
		return m.otherName(x)
	case b.isType:
		return m.lost()
	case b.constant:
		return b.value
	}
	return m.load(b.place)
}

// this returns the object of the current method; nil outside of one.
func (m *machine) this() *lvalue {
	for s := m.scope; s != nil; s = s.outer {
		if s.this != nil {
			return s.this
		}
	}
	return nil
}

// scoped computes S::name, a static constant of a struct.
func (m *machine) scoped(x *syntax.Name) (value, bool) {
	if x.Scope.Name == "numeric_limits" && len(x.Scope.Args) == 1 {
		return value{t: codeType, known: true, fn: &function{name: x.Name, args: x.Scope.Args}}, true
	}
	s, alias := m.structs[x.Scope.Name], false
	if s == nil {
		if t := m.named(x.Scope); t.decl != nil {
			s, alias = t.decl, true
		}
	}
	if s == nil {
		return value{}, false
	}
	for _, v := range s.Fields {
		if v.Attrs.Static && v.Name == x.Name && v.Init != nil && (s.TParams != nil || alias) {
			defer func(outer *scope) { m.scope = outer }(m.scope)
			if t := m.named(x.Scope); t.args != nil {
				m.scope = t.args
			}
			return convert(m.eval(v.Init), m.typeOf(v.Type)), true
		}
	}
	for _, f := range s.Methods {
		if f.Name == x.Name {
			return value{t: codeType, known: true, fn: &function{name: x.Name, decls: []*syntax.Func{f}}}, true
		}
	}
	return value{}, false
}

// otherName is a function, or a constant of a header.
func (m *machine) otherName(x *syntax.Name) value {
	if list := m.funcs[x.Name]; list != nil {
		return value{t: codeType, known: true, fn: &function{name: x.Name, decls: list, args: x.Args}}
	}
	if v, ok := constants[x.Name]; ok {
		return v
	}
	if m.play != nil {
		return m.namePlayed(x.Name)
	}
	if strings.HasPrefix(x.Name, "cuda") {
		return unknown(intType)
	}
	return m.lost()
}

func (m *machine) unary(x *syntax.Unary) value {
	switch x.Op {
	case "&":
		return m.addressOf(x.X)
	case "*":
		v := m.eval(x.X)
		if v.fn != nil {
			return v
		}
		if v = decayed(v); v.t.kind != pointer {
			return m.lost()
		}
		if !v.known {
			return unknown(v.t.elem)
		}
		return m.load(lvalue{v.t.elem, v.bits})
	case "++", "--":
		return m.count(x)
	}
	v := m.eval(x.X)
	switch {
	case x.Op == "!":
		holds, known := v.truth()
		if !known {
			return unknown(boolType)
		}
		return truthValue(!holds)
	case !v.t.number():
		return unknown(v.t)
	}
	t := v.t
	if t.kind != floating {
		t = promoted(t)
	}
	v = convert(v, t)
	if v.known {
		v.bits = prefixed(x.Op, v.bits, t)
	}
	return v
}

// prefixed computes a prefix operator of a number.
func prefixed(op string, bits uint64, t *typ) uint64 {
	switch {
	case op == "-" && t.kind == floating:
		return math.Float64bits(-math.Float64frombits(bits))
	case op == "-":
		return number.Fit(-bits, t.num)
	case op == "~":
		return number.Fit(^bits, t.num)
	}
	return bits
}

// count computes ++ and --.
func (m *machine) count(x *syntax.Unary) value {
	at, ok := m.place(x.X)
	if !ok {
		return m.lost()
	}
	old := m.load(at)
	changed := m.binary(x.Op[:1], old, intValue(intType, 1))
	m.store(at, changed)
	if x.Postfix {
		return old
	}
	return m.load(at)
}

func (m *machine) binaryExpr(x *syntax.Binary) value {
	switch {
	case x.Op == ",":
		m.eval(x.X)
		return m.eval(x.Y)
	case x.Op == "&&" || x.Op == "||":
		return m.logical(x)
	case isAssignment(x.Op):
		return m.assign(x)
	}
	a := decayed(m.eval(x.X))
	b := decayed(m.eval(x.Y))
	if x.Op == ">>" && a.t == opaqueType && m.play == nil { // a stream that is read
		if at, ok := m.place(x.Y); ok && at.addr != 0 && at.t.scalar() {
			m.store(at, unknown(at.t))
		}
		return a
	}
	if a.t == streamType && a.known && x.Op == "<<" {
		m.play.in = x.Y
		return m.write(a, b)
	}
	a, b = m.widened(a), m.widened(b)
	m.shiftedKernel(x.Op, a)
	if a.t.kind == record || b.t.kind == record {
		return m.operator(x.Op, a, b)
	}
	return m.binary(x.Op, a, b)
}

// operator calls an operator that the source defines.
func (m *machine) operator(op string, a, b value) value {
	args := []argument{m.argumentOf(a), m.argumentOf(b)}
	if a.t.kind == record && a.known {
		if v, ok := m.method(lvalue{a.t, a.bits}, "operator"+op, args[1:]); ok {
			return v
		}
	}
	if d := m.choose(m.funcs["operator"+op], args, nil); d != nil && d.Body != nil {
		return m.call(d, args, nil, nil, nil)
	}
	if a.t.list && b.t.kind == integer { // an iterator was no pointer
		return a
	}
	return m.binary(op, a, b)
}

func (m *machine) logical(x *syntax.Binary) value {
	a, known := m.eval(x.X).truth()
	if known && a == (x.Op == "||") {
		return truthValue(a)
	}
	b, knownToo := m.eval(x.Y).truth()
	switch {
	case knownToo && b == (x.Op == "||"):
		return truthValue(b)
	case known && knownToo:
		return truthValue(b)
	}
	return unknown(boolType)
}

func (m *machine) assign(x *syntax.Binary) value {
	at, ok := m.place(x.X)
	if x.Op != "=" {
		v := decayed(m.eval(x.Y))
		if !ok {
			return m.lost()
		}
		old := m.load(at)
		if old.t.list && x.Op == "+=" {
			m.append(at, m.argumentOf(v))
			return m.load(at)
		}
		if old.t.kind == record {
			r, _ := m.method(at, "operator"+x.Op, []argument{m.argumentOf(v)})
			return r
		}
		m.store(at, m.binary(x.Op[:len(x.Op)-1], old, v))
		return m.load(at)
	}
	if l, isList := x.Y.(*syntax.List); isList && ok {
		m.initialize(at, l)
		return m.load(at)
	}
	v := m.eval(x.Y)
	if !ok {
		return v
	}
	if at.t.kind == record && !at.t.list && v.t.number() {
		m.constructFrom(at, []argument{{value: v}})
	} else {
		m.store(at, v)
	}
	if at.addr == 0 {
		return convert(v, at.t)
	}
	return m.load(at)
}

func (m *machine) conditional(x *syntax.Cond) value {
	holds, known := m.eval(x.C).truth()
	switch {
	case known && holds:
		return m.branch(m.eval(x.X), x.Y)
	case known:
		return m.branch(m.eval(x.Y), x.X)
	}
	m.forgotten()
	v := m.eval(x.Y) // without arguments, the other value is what the program has by itself
	if v.t.kind == record || v.t.kind == array {
		return v
	}
	if v.known && m.asksArguments(x.C) {
		return v
	}
	return unknown(v.t)
}

// branch returns the value of one branch of ?: in the type that it has in common with the other.
func (m *machine) branch(v value, other syntax.Expr) value {
	if v.t.number() {
		if t := m.typeOfExpr(other); t.number() && t != v.t {
			return convert(v, common(v.t, t))
		}
	}
	return v
}

// asksArguments reports whether a condition looks at the arguments of the program.
func (m *machine) asksArguments(x syntax.Expr) (found bool) {
	walk(x, func(n any) bool {
		if name, ok := n.(*syntax.Name); ok && (name.Name == "argc" || name.Name == "argv") {
			found = true
		}
		return !found
	})
	return found
}

func (m *machine) cast(x *syntax.Cast) value {
	t := m.typeOf(x.Type)
	v := m.eval(x.X)
	if _, ok := x.Type.(*syntax.Reference); ok {
		return v
	}
	if v.t.short != nil && t.number() {
		v = m.widened(v)
	}
	if t.kind == record && v.t.kind != record {
		return m.temporary(t, []syntax.Expr{x.X}, false)
	}
	return convert(decayed(v), t)
}

func (m *machine) sizeof(x *syntax.Sizeof) value {
	var t *typ
	switch {
	case x.Type != nil:
		t = m.typeOf(x.Type)
	default:
		if t = m.typeNamed(x.X); t == opaqueType {
			t = m.typeOfExpr(x.X)
		}
	}
	switch {
	case t.kind == opaque:
		return unknown(sizeType)
	case x.Align:
		return intValue(sizeType, int64(t.align))
	}
	return intValue(sizeType, int64(t.size))
}

// typeOfExpr returns the type of an expression, which C does not evaluate.
func (m *machine) typeOfExpr(x syntax.Expr) (t *typ) {
	t = opaqueType
	outer, sp := m.scope, m.sp
	c := &coder{m: m}
	known := c.tried(func() { t = c.place(x).t }) || // an array stays one
		c.tried(func() { t = c.expr(x).t })
	m.scope, m.sp = outer, sp
	if _, calls := x.(*syntax.Call); known || calls {
		return t
	}
	return m.eval(x).t
}

// temporary makes an object without a name.
func (m *machine) temporary(t *typ, args []syntax.Expr, brace bool) value {
	if t.scalar() || t.kind == opaque {
		v := intValue(t, 0)
		if t.kind == floating {
			v = floatValue(t, 0)
		}
		for _, a := range args {
			v = convert(decayed(m.eval(a)), t)
		}
		if t.kind == opaque {
			return unknown(t)
		}
		return v
	}
	at := m.local(t)
	m.construct(at, args, brace)
	return m.load(at)
}

func (m *machine) newObject(x *syntax.New) value {
	t, n := m.typeOf(x.Type), int64(1)
	if x.Len != nil {
		v := m.eval(x.Len)
		if !v.known {
			return m.unknownSize(t)
		}
		n = v.int()
	}
	addr := m.allocate(n, t, x.Args != nil && x.Len != nil)
	if addr != 0 && x.Len == nil {
		m.construct(lvalue{t, addr}, x.Args, false)
	}
	if l := firstList(x.Args); addr != 0 && x.Len != nil && l != nil {
		m.initialize(lvalue{arrayOf(t, int(n)), addr}, l)
	}
	return value{t: pointerTo(t), known: addr != 0, bits: addr}
}

func firstList(args []syntax.Expr) *syntax.List {
	if len(args) == 1 {
		if l, ok := args[0].(*syntax.List); ok {
			return l
		}
	}
	return nil
}

// allocate makes an array; 0 where it cannot.
func (m *machine) allocate(n int64, t *typ, zero bool) uint64 {
	if n < 0 || n > placeMask/int64(max(t.size, 1)) {
		return 0
	}
	addr := m.alloc(int(n)*t.size, zero)
	if b, _ := m.mem.find(addr); b != nil {
		b.elem = t
	}
	return addr
}

// unknownSize is an allocation of unknown size: a place about which nothing is known.
func (m *machine) unknownSize(t *typ) value {
	addr := m.alloc(0, false)
	if b, _ := m.mem.find(addr); b != nil {
		b.elem, b.unsized = t, true
	}
	return value{t: pointerTo(t), known: addr != 0, bits: addr}
}

// returnValue computes what a function returns.
func (m *machine) returnValue(x syntax.Expr) value {
	l, isList := x.(*syntax.List)
	switch {
	case x == nil:
		return value{t: voidType}
	case isList && m.returns != nil:
		at := m.local(m.returns)
		m.initialize(at, l)
		return m.load(at)
	case m.refers:
		if at, ok := m.place(x); ok {
			m.ref = &at
			return m.load(at)
		}
	}
	v := m.eval(x)
	m.ref = nil
	return v
}
