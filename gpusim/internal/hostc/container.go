package hostc

// This file is the containers of C++: std::vector and its like, and what is called as a
// method of an array or a pointer.

import (
	"gpucourse/gpusim/internal/cfront/syntax"
)

// listParts returns where the elements of a container are, and how many.
func (m *machine) listParts(v value) (data uint64, n int) {
	data, ok1 := m.mem.word(v.bits, 8)
	size, ok2 := m.mem.word(v.bits+8, 8)
	if !ok1 || !ok2 || size > maxList {
		return 0, 0
	}
	return data, int(size)
}

// setList gives a container n elements, which are zero. keep keeps those that it has.
func (m *machine) setList(at lvalue, n int, keep bool) {
	old, had := m.listParts(m.load(at))
	room, _ := m.mem.word(at.addr+16, 8)
	if n > maxList || n < 0 {
		n = 0
	}
	if keep && uint64(n) <= room && at.t != stringType && old != 0 {
		m.mem.setWord(at.addr+8, 8, uint64(n), true)
		return
	}
	capacity := n
	if keep && had > 0 {
		capacity = max(n, 2*had)
	}
	if at.t == stringType {
		capacity++ // a text ends with 0
	}
	data := m.allocate(int64(capacity), at.t.elem, true)
	if keep && had > 0 {
		m.work(had * at.t.elem.size)
		m.mem.copy(data, old, min(had, n)*at.t.elem.size)
	}
	for i, word := range []uint64{data, uint64(n), uint64(capacity)} {
		m.mem.setWord(at.addr+uint64(8*i), 8, word, true)
	}
}

// constructList makes a container: of n elements, of n times a value, of a range, of a text, or a
// copy.
func (m *machine) constructList(at lvalue, a []argument) {
	m.mem.set(at.addr, at.t.size, 0, true)
	if len(a) == 0 {
		return
	}
	first := decayed(a[0].value)
	switch {
	case first.t.kind == pointer && len(a) == 1:
		m.append(at, a[0])
	case first.t.kind == record:
		m.store(at, first)
	case first.t.kind == pointer && len(a) > 1:
		m.assignRange(at, first, decayed(a[1].value))
	case !first.known:
		m.unknownList(at)
	case len(a) > 1 && a[1].value.t != opaqueType:
		m.setList(at, int(first.int()), false)
		m.fill(at, a[1].value)
	default:
		m.setList(at, int(first.int()), false)
	}
}

// unknownList makes a container of unknown length.
func (m *machine) unknownList(at lvalue) {
	v := m.unknownSize(at.t.elem)
	m.mem.setWord(at.addr, 8, v.bits, true)
	m.mem.setWord(at.addr+8, 8, 0, false)
}

func (m *machine) assignRange(at lvalue, from, to value) {
	if !from.known || !to.known {
		m.unknownList(at)
		return
	}
	n := int((to.bits - from.bits) / uint64(max(from.t.elem.size, 1)))
	m.setList(at, n, false)
	data, n := m.listParts(m.load(at))
	m.transfer(lvalue{at.t.elem, data}, lvalue{from.t.elem, from.bits}, n)
}

// transfer stores n elements from one place to another; it converts them.
func (m *machine) transfer(to, from lvalue, n int) {
	if same(to.t, from.t) && !to.t.list {
		m.work(n * to.t.size)
		m.mem.copy(to.addr, from.addr, n*to.t.size)
		return
	}
	for i := range uint64(max(n, 0)) {
		m.step()
		m.store(lvalue{to.t, to.addr + i*uint64(to.t.size)}, m.load(lvalue{from.t, from.addr + i*uint64(from.t.size)}))
	}
}

// fill stores a value to all elements of a container.
func (m *machine) fill(at lvalue, v value) {
	data, n := m.listParts(m.load(at))
	m.fillRange(lvalue{at.t.elem, data}, n, v)
}

func (m *machine) fillRange(at lvalue, n int, v value) {
	for i := range uint64(max(n, 0)) {
		m.step()
		m.store(lvalue{at.t, at.addr + i*uint64(at.t.size)}, v)
	}
}

// listOfItems makes a container of the items in braces.
func (m *machine) listOfItems(at lvalue, list []syntax.Expr) {
	m.mem.set(at.addr, at.t.size, 0, true)
	m.setList(at, len(list), false)
	data, n := m.listParts(m.load(at))
	m.items(lvalue{arrayOf(at.t.elem, n), data}, &items{list: list})
}

// listElements are the items of a loop over a list in braces.
func (m *machine) listElements(l *syntax.List) (begin value, n int) {
	if len(l.Elems) == 0 {
		return unknown(opaqueType), 0
	}
	t := m.eval(l.Elems[0]).t
	at := m.local(arrayOf(t, len(l.Elems)))
	m.construct(at, l.Elems, true)
	return value{t: pointerTo(t), known: true, bits: at.addr}, len(l.Elems)
}

// elements returns the elements of a container or array; n is -1 where they are unknown.
func (m *machine) elements(a argument) (begin value, n int) {
	switch v := a.value; {
	case v.known && v.t.kind == record && v.t.list:
		data, n := m.listParts(v)
		return value{t: pointerTo(v.t.elem), known: data != 0, bits: data}, n
	case v.known && v.t.kind == array:
		return decayed(v), v.t.n
	}
	return m.lost(), -1
}

// containerCall calls a method of a container, an array or a pointer.
func (m *machine) containerCall(of argument, f *syntax.Member, list []syntax.Expr) value {
	args := m.arguments(list)
	if of.value.t.kind == pointer {
		if f.Name == "get" || f.Name == "release" {
			return of.value
		}
		return m.lost()
	}
	begin, n := m.elements(of)
	if n < 0 {
		return m.lost()
	}
	size := begin.t.elem.size
	at := func(i int) value {
		p := lvalue{begin.t.elem, begin.bits + uint64(i*size)}
		if i < 0 || i >= n {
			return unknown(p.t)
		}
		m.ref = &p
		return m.load(p)
	}
	switch f.Name {
	case "data", "begin", "cbegin", "c_str":
		return begin
	case "end", "cend":
		begin.bits += uint64(n * size)
		return begin
	case "size", "length":
		if _, known := m.mem.word(of.value.bits+8, 8); of.value.t.list && !known {
			return unknown(sizeType)
		}
		return intValue(sizeType, int64(n))
	case "empty":
		return truthValue(n == 0)
	case "front":
		return at(0)
	case "back":
		return at(n - 1)
	case "at":
		if len(args) == 1 && args[0].value.known {
			return at(int(args[0].value.int()))
		}
		return unknown(begin.t.elem)
	case "fill":
		if len(args) == 1 {
			m.fillRange(lvalue{begin.t.elem, begin.bits}, n, args[0].value)
		}
	}
	if of.value.t.list {
		m.changeList(lvalue{of.value.t, of.value.bits}, f.Name, args, n)
	}
	return value{t: voidType}
}

// changeList calls a method that changes a container of n elements.
func (m *machine) changeList(at lvalue, name string, args []argument, n int) {
	switch name {
	case "push_back", "emplace_back":
		m.setList(at, n+1, true)
		data, _ := m.listParts(m.load(at))
		last := lvalue{at.t.elem, data + uint64(n*at.t.elem.size)}
		if len(args) == 1 {
			m.assignInitial(last, args[0])
		} else if last.t.kind == record {
			m.constructFrom(last, args)
		}
	case "append":
		if len(args) == 1 {
			m.append(at, args[0])
		}
	case "pop_back":
		m.setList(at, max(n-1, 0), true)
	case "clear":
		m.setList(at, 0, true)
	case "resize", "assign":
		m.resize(at, name, args, n)
	case "fill", "reserve":
	default:
		m.lost()
	}
}

func (m *machine) resize(at lvalue, name string, args []argument, n int) {
	if len(args) == 0 {
		return
	}
	if first := decayed(args[0].value); first.t.kind == pointer && len(args) > 1 {
		m.assignRange(at, first, decayed(args[1].value))
		return
	} else if !first.known {
		m.unknownList(at)
		return
	}
	if len(args) > 1 && name == "resize" && n > 0 {
		m.lost() // the new elements alone have the value
	}
	m.setList(at, int(args[0].value.int()), name == "resize")
	if len(args) > 1 && (name == "assign" || n == 0) {
		m.fill(at, args[1].value)
	}
}
