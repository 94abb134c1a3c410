package hostc

import (
	"math"

	"gpucourse/gpusim/internal/cfront/number"
	"gpucourse/gpusim/internal/cfront/syntax"
)

// This file is places in memory: what an expression names, and what lies there.

// load reads a place. An array or struct is its address.
func (m *machine) load(at lvalue) value {
	switch at.t.kind {
	case record, array:
		return value{t: at.t, known: true, bits: at.addr}
	case boolean, integer, pointer, floating:
	case callable:
		return m.loadCode(at)
	default:
		return unknown(at.t)
	}
	bits, known := m.mem.word(at.addr, at.t.size)
	if !known {
		return unknown(at.t)
	}
	return value{t: at.t, known: true, bits: decoded(bits, at.t)}
}

// decoded returns the bits of a value that lies in memory as bits.
func decoded(bits uint64, t *typ) uint64 {
	switch {
	case t.num == number.Float:
		return math.Float64bits(float64(math.Float32frombits(uint32(bits))))
	case t.kind == integer:
		return number.Fit(bits, t.num)
	}
	return bits
}

// encoded returns the bits that lie in memory for those of a value.
func encoded(bits uint64, t *typ) uint64 {
	if t.num == number.Float {
		return uint64(math.Float32bits(float32(math.Float64frombits(bits))))
	}
	return bits
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
	case callable:
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
	m.mem.setWord(at.addr, at.t.size, encoded(v.bits, at.t), v.known)
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
		b := m.meaning(x)
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

func isAssignment(op string) bool { return op[len(op)-1] == '=' && !number.Compares(op) }

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
