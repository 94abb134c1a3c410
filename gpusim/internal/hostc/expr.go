package hostc

// This file computes expressions.

import (
	"math"
	"strings"

	"gpucourse/gpusim/internal/cfront/syntax"
)

// eval computes an expression.
func (m *machine) eval(x syntax.Expr) value {
	m.step()
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
		return unknown(opaqueType)
	case *syntax.Call:
		return m.callExpr(x)
	case *syntax.Cast:
		return m.cast(x)
	case *syntax.Construct:
		return m.temporary(m.typeOf(x.Type), x.Args, x.Brace)
	case *syntax.Sizeof:
		return m.sizeof(x)
	case *syntax.Lambda:
		return value{t: codeType, known: true, fn: &function{decls: []*syntax.Func{x.Func}, env: m.scope}}
	case *syntax.ConfiguredCall:
		return m.launch(x)
	case *syntax.New:
		return m.newObject(x)
	case *syntax.Leave:
		if x.Word == "throw" {
			panic(exit{})
		}
	}
	return unknown(opaqueType)
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
		return unknown(opaqueType)
	}
	if x.Scope != nil {
		if v, ok := m.scoped(x); ok {
			return v
		}
	}
	b := m.lookup(x.Name)
	switch {
	case b == nil:
		return m.otherName(x)
	case b.isType:
		return unknown(opaqueType)
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
	s := m.structs[x.Scope.Name]
	if s == nil {
		return value{}, false
	}
	for _, v := range s.Fields {
		if v.Attrs.Static && v.Name == x.Name && v.Init != nil && s.TParams != nil {
			t := m.named(x.Scope)
			defer func(outer *scope) { m.scope = outer }(m.scope)
			m.scope = t.args
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
	if strings.HasPrefix(x.Name, "cuda") {
		return unknown(intType)
	}
	return unknown(opaqueType)
}

// load reads a place. An array or struct is its address.
func (m *machine) load(at lvalue) value {
	switch at.t.kind {
	case record, array:
		return value{t: at.t, known: true, bits: at.addr}
	case boolean, integer, pointer, floating:
	case code:
		return m.loadCode(at)
	default:
		return unknown(at.t)
	}
	bits, known := m.mem.word(at.addr, at.t.size)
	if !known {
		return unknown(at.t)
	}
	if at.t.kind == floating {
		if at.t.size == 4 {
			return value{t: at.t, known: true, bits: math.Float64bits(float64(math.Float32frombits(uint32(bits))))}
		}
		return value{t: at.t, known: true, bits: bits}
	}
	return value{t: at.t, known: true, bits: bits}.wrapped()
}

// loadCode reads a variable that holds a function.
func (m *machine) loadCode(at lvalue) value {
	n, known := m.mem.word(at.addr, 8)
	if !known || n == 0 || n > uint64(len(m.code)) {
		return unknown(codeType)
	}
	return value{t: codeType, known: true, fn: m.code[n-1]}
}

// store writes a value to a place.
func (m *machine) store(at lvalue, v value) {
	switch at.t.kind {
	case record:
		m.storeRecord(at, v)
		return
	case array:
		if v.t.kind == array && v.known {
			m.work(at.t.size)
			m.mem.copy(at.addr, v.bits, min(at.t.size, v.t.size))
		}
		return
	case code:
		if v.fn != nil && len(m.code) < maxTypes {
			m.code = append(m.code, v.fn)
			m.mem.setWord(at.addr, 8, uint64(len(m.code)), true)
		}
		return
	case boolean, integer, pointer, floating:
	default:
		return
	}
	v = convert(decayed(v), at.t)
	bits := v.bits
	if at.t.kind == floating && at.t.size == 4 {
		bits = uint64(math.Float32bits(float32(v.float())))
	}
	m.mem.setWord(at.addr, at.t.size, bits, v.known)
}

// storeRecord copies a struct. A container is copied with its elements.
func (m *machine) storeRecord(at lvalue, v value) {
	if !v.known || v.t.kind != record {
		if at.t.list {
			return
		}
		m.mem.set(at.addr, at.t.size, 0, false)
		return
	}
	if at.t.list && v.t.list {
		data, n := m.listParts(v)
		m.setList(at, n, false)
		if n > 0 && at.t.elem.size == v.t.elem.size {
			to, _ := m.listParts(m.load(at))
			m.work(n * at.t.elem.size)
			m.mem.copy(to, data, n*at.t.elem.size)
		}
		return
	}
	m.work(at.t.size)
	m.mem.copy(at.addr, v.bits, min(at.t.size, v.t.size))
	for _, f := range at.t.fields { // containers in it get elements of their own
		if f.t.list {
			from := m.load(lvalue{f.t, v.bits + uint64(f.offset)})
			to := lvalue{f.t, at.addr + uint64(f.offset)}
			m.mem.set(to.addr, f.t.size, 0, true)
			m.storeRecord(to, from)
		}
	}
}

// decayed makes a pointer of an array.
func decayed(v value) value {
	if v.t.kind == array {
		v.t = pointerTo(v.t.elem)
	}
	return v
}

// place returns where an expression is in memory; ok is false where that is unknown.
func (m *machine) place(x syntax.Expr) (at lvalue, ok bool) {
	m.step()
	switch x := x.(type) {
	case *syntax.Name:
		b := m.lookup(x.Name)
		if b == nil || b.isType || b.constant {
			return at, false
		}
		return b.place, true
	case *syntax.Index:
		return m.element(x)
	case *syntax.Member:
		return m.memberPlace(x)
	case *syntax.Unary:
		switch {
		case x.Op == "*":
			v := decayed(m.eval(x.X))
			return lvalue{m.elemOf(v.t), v.bits}, v.known && v.t.kind == pointer
		case (x.Op == "++" || x.Op == "--") && !x.Postfix:
			m.unary(x)
			return m.place(x.X)
		}
	case *syntax.Binary:
		if isAssignment(x.Op) {
			m.binaryExpr(x)
			return m.place(x.X)
		}
	}
	v := m.eval(x)
	if m.ref != nil {
		at, m.ref = *m.ref, nil
		return at, true
	}
	return lvalue{v.t, v.bits}, v.known && (v.t.kind == record || v.t.kind == array)
}

func isAssignment(op string) bool { return op[len(op)-1] == '=' && !comparisons[op] }

// element returns the place of x[i].
func (m *machine) element(x *syntax.Index) (at lvalue, ok bool) {
	v := m.eval(x.X)
	i := m.eval(x.I)
	if v.t.kind == record && v.known && v.t.list {
		data, _ := m.listParts(v)
		v = value{t: pointerTo(v.t.elem), known: data != 0, bits: data}
	}
	v = decayed(v)
	if v.t.kind == record {
		return m.indexOperator(v, i)
	}
	if v.t.kind != pointer {
		return at, false
	}
	at = lvalue{v.t.elem, v.bits + i.bits*uint64(v.t.elem.size)}
	if !v.known || !i.known || i.t.kind == floating {
		at.addr = 0
		return at, i.t.kind == integer // an unknown element of a known type
	}
	return at, true
}

// indexOperator calls a struct's operator[].
func (m *machine) indexOperator(v, i value) (lvalue, bool) {
	r, ok := m.method(lvalue{v.t, v.bits}, "operator[]", []argument{{value: i}})
	if !ok {
		return lvalue{}, false
	}
	if m.ref != nil {
		at := *m.ref
		m.ref = nil
		return at, true
	}
	return lvalue{r.t, r.bits}, r.t.kind == record && r.known
}

func (m *machine) memberPlace(x *syntax.Member) (at lvalue, ok bool) {
	if x.Arrow {
		v := decayed(m.eval(x.X))
		if v.t.kind != pointer {
			return at, false
		}
		at = lvalue{v.t.elem, v.bits}
		if !v.known {
			at.addr = 0
		}
	} else if at, ok = m.place(x.X); !ok {
		return at, false
	}
	if at.t.kind == array && x.Name == "size" {
		return at, false
	}
	f := at.t.field(x.Name)
	if f == nil {
		return at, false
	}
	if at.addr == 0 {
		return lvalue{f.t, 0}, true
	}
	return m.fieldPlace(at, f), true
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
			return unknown(opaqueType)
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
	switch {
	case !v.known || x.Op == "+":
	case x.Op == "-" && t.kind == floating:
		return floatValue(t, -v.float())
	case x.Op == "-":
		v.bits = -v.bits
	case x.Op == "~":
		v.bits = ^v.bits
	}
	return v.wrapped()
}

func (m *machine) addressOf(x syntax.Expr) value {
	if n, ok := x.(*syntax.Name); ok && m.lookup(n.Name) == nil {
		if v := m.otherName(n); v.fn != nil {
			return v
		}
	}
	at, ok := m.place(x)
	if !ok || at.t == nil {
		return unknown(pointerTo(opaqueType))
	}
	return value{t: pointerTo(at.t), known: at.addr != 0, bits: at.addr}
}

// count computes ++ and --.
func (m *machine) count(x *syntax.Unary) value {
	at, ok := m.place(x.X)
	if !ok {
		return unknown(opaqueType)
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
			return unknown(opaqueType)
		}
		old := m.load(at)
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
	m.store(at, v)
	if at.addr == 0 {
		return convert(v, at.t)
	}
	return m.load(at)
}

func (m *machine) conditional(x *syntax.Cond) value {
	holds, known := m.eval(x.C).truth()
	switch {
	case known && holds:
		return m.eval(x.X)
	case known:
		return m.eval(x.Y)
	}
	v := m.eval(x.Y) // without arguments, the other value is what the program has by itself
	if v.t.kind == record || v.t.kind == array {
		return v
	}
	if v.known && m.asksArguments(x.C) {
		return v
	}
	return unknown(v.t)
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

// typeOfExpr returns the type of an expression. C does not evaluate it.
func (m *machine) typeOfExpr(x syntax.Expr) *typ {
	switch x := x.(type) {
	case *syntax.Call:
		return opaqueType
	case *syntax.Unary:
		if x.Op == "++" || x.Op == "--" {
			return m.typeOfExpr(x.X)
		}
	case *syntax.Binary:
		if isAssignment(x.Op) {
			return m.typeOfExpr(x.X)
		}
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
	addr := m.mem.alloc(int(n)*t.size, zero)
	if b, _ := m.mem.find(addr); b != nil {
		b.elem = t
	}
	return addr
}

// unknownSize is an allocation of unknown size: a place about which nothing is known.
func (m *machine) unknownSize(t *typ) value {
	addr := m.mem.alloc(0, false)
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
