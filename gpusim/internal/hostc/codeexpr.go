package hostc

// This file makes functions of Go of expressions.

import (
	"encoding/binary"
	"math"

	"gpucourse/gpusim/internal/cfront/number"
	"gpucourse/gpusim/internal/cfront/syntax"
)

// spot is where an expression is in memory: a fixed place, or an address that is computed.
type spot struct {
	t    *typ
	at   lvalue // if fixed
	page *page  // of a fixed place among the local variables; nil for others
	addr func() (uint64, bool)
}

// fixed is a place that stays. Pages of local variables do, so they need no search.
func (c *coder) fixed(at lvalue) spot {
	s := spot{t: at.t, at: at, addr: func() (uint64, bool) { return at.addr, true }}
	place := int(at.addr & placeMask)
	if int(at.addr>>placeBits) == c.m.stack && at.t.scalar() && place%at.t.size == 0 {
		s.page = c.m.mem.page(c.m.mem.blocks[c.m.stack], place, true)
	}
	return s
}

// held is a spot whose address do computes once.
func held(s spot) (do func(), same spot) {
	if s.at.t != nil {
		return func() {}, s
	}
	var addr uint64
	var known bool
	return func() { addr, known = s.addr() }, spot{t: s.t, addr: func() (uint64, bool) { return addr, known }}
}

// load reads a spot. An array is its address.
func (c *coder) load(s spot) code {
	t, mem, addr := s.t, &c.m.mem, s.addr
	if t.kind == array {
		return code{t: pointerTo(t.elem), run: addr}
	}
	if !t.scalar() {
		c.leave()
	}
	size := t.size
	if s.page == nil {
		return code{t: t, run: func() (uint64, bool) {
			a, ok := addr()
			if !ok {
				return 0, false
			}
			bits, known := mem.word(a, size)
			return decoded(bits, t), known
		}}
	}
	data, word, known := s.local()
	switch {
	case t.num == number.Int:
		return code{t: t, run: func() (uint64, bool) { return uint64(int32(binary.LittleEndian.Uint32(data))), *word&known == known }}
	case t.num == number.Float:
		return code{t: t, run: func() (uint64, bool) {
			return math.Float64bits(float64(math.Float32frombits(binary.LittleEndian.Uint32(data)))), *word&known == known
		}}
	case size == 8:
		return code{t: t, run: func() (uint64, bool) { return binary.LittleEndian.Uint64(data), *word&known == known }}
	}
	at := s.at.addr
	return code{t: t, run: func() (uint64, bool) { bits, ok := mem.word(at, size); return decoded(bits, t), ok }}
}

// local returns the bytes of a local variable, and the word with the bits that say of each byte
// whether it is known.
func (s *spot) local() (data []byte, word *uint64, known uint64) {
	place := int(s.at.addr & placeMask % pageBytes)
	return s.page.data[place : place+s.t.size], &s.page.known[place/64], mask(place%64, s.t.size)
}

// store writes a value to a spot.
func (c *coder) store(s spot, v code) func() {
	if !s.t.scalar() {
		c.leave()
	}
	t, mem, addr, size := s.t, &c.m.mem, s.addr, s.t.size
	value := c.converted(v, t).run
	if s.page == nil {
		return func() {
			a, ok := addr()
			n, known := value()
			if ok {
				mem.setWord(a, size, encoded(n, t), known)
			} else {
				c.m.forgotten()
			}
		}
	}
	data, word, bits := s.local()
	mark := func(known bool) {
		if known {
			*word |= bits
		} else {
			*word &^= bits
		}
	}
	switch {
	case size == 4 && t.kind == integer:
		return func() {
			n, known := value()
			binary.LittleEndian.PutUint32(data, uint32(n))
			mark(known)
		}
	case size == 8:
		return func() {
			n, known := value()
			binary.LittleEndian.PutUint64(data, n)
			mark(known)
		}
	}
	at := s.at.addr
	return func() { n, known := value(); mem.setWord(at, size, encoded(n, t), known) }
}

// place is where an expression is.
func (c *coder) place(x syntax.Expr) spot {
	switch x := x.(type) {
	case *syntax.Name:
		b := c.m.meaning(x)
		switch {
		case b == nil || b.isType || b.constant || x.Scope != nil:
		case b.moving != nil:
			return *b.moving
		case b.place.t != nil && b.place.addr != 0:
			return c.fixed(b.place)
		}
	case *syntax.Index:
		return c.element(x)
	case *syntax.Member:
		return c.field(x)
	case *syntax.Unary:
		if x.Op == "*" {
			if v := c.expr(x.X); v.t.kind == pointer {
				return spot{t: v.t.elem, addr: v.run}
			}
		}
	}
	c.leave()
	return spot{}
}

// element is x[i], of a pointer, an array or a container.
func (c *coder) element(x *syntax.Index) spot {
	base, i := c.base(x.X), c.converted(c.expr(x.I), longType).run
	if base.t.kind != pointer {
		c.leave()
	}
	from, size := base.run, uint64(base.t.elem.size)
	return spot{t: base.t.elem, addr: func() (uint64, bool) {
		at, ok := from()
		n, known := i()
		return at + n*size, ok && known
	}}
}

// base is a pointer to the first element of x.
func (c *coder) base(x syntax.Expr) code {
	switch x.(type) {
	case *syntax.Name, *syntax.Member, *syntax.Index:
		if s := c.place(x); s.t.list {
			return c.load(spot{t: pointerTo(s.t.elem), addr: s.addr})
		}
	}
	return c.expr(x)
}

func (c *coder) field(x *syntax.Member) spot {
	var of spot
	if x.Arrow {
		v := c.expr(x.X)
		if v.t.kind != pointer {
			c.leave()
		}
		of = spot{t: v.t.elem, addr: v.run}
	} else {
		of = c.place(x.X)
	}
	f := of.t.field(x.Name)
	if f == nil || f.refers() {
		c.leave()
	}
	if of.at.t != nil {
		return c.fixed(lvalue{f.t, of.at.addr + uint64(f.offset)})
	}
	addr, offset := of.addr, uint64(f.offset)
	return spot{t: f.t, addr: func() (uint64, bool) { a, ok := addr(); return a + offset, ok }}
}

// constant is a value that stays.
func (c *coder) constant(v value) code {
	if !v.t.scalar() {
		c.leave()
	}
	bits, known := v.bits, v.known
	return code{t: v.t, run: func() (uint64, bool) { return bits, known }, fixed: known}
}

// expr is an expression.
func (c *coder) expr(x syntax.Expr) code {
	switch x := x.(type) {
	case *syntax.Literal:
		return c.constant(c.m.literalOf(x))
	case *syntax.Name:
		return c.name(x)
	case *syntax.Unary:
		return c.unary(x)
	case *syntax.Binary:
		return c.binary(x)
	case *syntax.Cond:
		return c.conditional(x)
	case *syntax.Index, *syntax.Member:
		return c.load(c.place(x))
	case *syntax.Call:
		return c.callExpr(x)
	case *syntax.Cast:
		if _, refers := x.Type.(*syntax.Reference); !refers {
			return c.converted(c.expr(x.X), c.m.typeOf(x.Type))
		}
	case *syntax.Construct:
		if len(x.Args) == 1 {
			return c.converted(c.expr(x.Args[0]), c.m.typeOf(x.Type))
		}
	case *syntax.Sizeof:
		return c.constant(c.m.sizeof(x))
	}
	c.leave()
	return code{}
}

func (c *coder) name(x *syntax.Name) code {
	b := c.m.meaning(x)
	switch {
	case x.Scope != nil || x.Name == "this" || b != nil && b.isType:
		c.leave()
	case b == nil:
		return c.constant(c.m.name(x))
	case b.constant:
		return c.constant(b.value)
	}
	return c.load(c.place(x))
}

func (c *coder) unary(x *syntax.Unary) code {
	switch x.Op {
	case "&":
		s := c.place(x.X)
		return code{t: pointerTo(s.t), run: s.addr}
	case "*":
		return c.load(c.place(x))
	case "++", "--":
		do, value := c.update(c.place(x.X), x.Op[:1], c.constant(intValue(intType, 1)), x.Postfix)
		return code{t: value.t, run: func() (uint64, bool) { do(); return value.run() }}
	case "!":
		holds := c.truth(x.X)
		return code{t: boolType, run: func() (uint64, bool) { n, known := holds(); return number.Truth(n == 0), known }}
	}
	v := c.expr(x.X)
	if !v.t.number() {
		c.leave()
	}
	t, op := promoted(v.t), x.Op
	run := c.converted(v, t).run
	return code{t: t, run: func() (uint64, bool) { n, known := run(); return prefixed(op, n, t), known }}
}

// update changes what is at a spot by an operator, before value is asked for: the new value, or the
// old one.
func (c *coder) update(s spot, op string, by code, postfix bool) (do func(), value code) {
	hold, s := held(s)
	old := c.load(s)
	change := c.store(s, c.operation(op, old, by))
	if !postfix {
		return func() { hold(); change() }, old
	}
	var bits uint64
	var known bool
	return func() { hold(); bits, known = old.run(); change() }, code{t: old.t, run: func() (uint64, bool) { return bits, known }}
}

// assignment is =, +=, and so on. The value is that afterwards, if it is wanted.
func (c *coder) assignment(x *syntax.Binary, wanted bool) (func(), code) {
	s := c.place(x.X)
	if x.Op != "=" {
		var n uint64
		var known bool
		y := c.expr(x.Y)
		do, value := c.update(s, x.Op[:len(x.Op)-1], code{t: y.t, run: func() (uint64, bool) { return n, known }}, false)
		return func() { n, known = y.run(); do() }, value
	}
	if !wanted {
		return c.store(s, c.expr(x.Y)), code{}
	}
	hold, s := held(s)
	change := c.store(s, c.expr(x.Y))
	return func() { hold(); change() }, c.load(s)
}

func (c *coder) binary(x *syntax.Binary) code {
	switch {
	case x.Op == ",":
		do, y := c.effect(x.X), c.expr(x.Y)
		return code{t: y.t, run: func() (uint64, bool) { do(); return y.run() }}
	case x.Op == "&&" || x.Op == "||":
		return c.logical(x)
	case isAssignment(x.Op):
		do, value := c.assignment(x, true)
		return code{t: value.t, run: func() (uint64, bool) { do(); return value.run() }}
	}
	return c.operation(x.Op, c.expr(x.X), c.expr(x.Y))
}

func (c *coder) logical(x *syntax.Binary) code {
	a, b, decides := c.truth(x.X), c.truth(x.Y), x.Op == "||"
	return code{t: boolType, run: func() (uint64, bool) {
		m, known := a()
		if known && (m != 0) == decides {
			return number.Truth(decides), true
		}
		n, knownToo := b()
		return number.Truth(n != 0), knownToo && (known || (n != 0) == decides)
	}}
}

// operation is an operator of two values.
func (c *coder) operation(op string, a, b code) code {
	if a.t.kind == pointer && b.t.kind == integer && (op == "+" || op == "-") {
		return c.moved(op, a, b)
	}
	if !a.t.number() || !b.t.number() {
		c.leave()
	}
	operands, result := operationTypes(op, a.t, b.t)
	compute := number.Of(op, operands.num)
	if compute == nil {
		c.leave()
	}
	x, y := c.converted(a, operands).run, c.converted(b, operands).run
	if b.fixed {
		n, _ := y()
		return code{t: result, run: func() (uint64, bool) {
			m, known := x()
			if !known {
				return 0, false
			}
			return compute(m, n)
		}}
	}
	return code{t: result, run: func() (uint64, bool) {
		m, known := x()
		n, knownToo := y()
		if !known || !knownToo {
			return 0, false
		}
		return compute(m, n)
	}}
}

// moved is a pointer and a number of elements.
func (c *coder) moved(op string, p, n code) code {
	from, count, size := p.run, c.converted(n, longType).run, uint64(p.t.elem.size)
	if op == "-" {
		size = -size
	}
	return code{t: p.t, run: func() (uint64, bool) {
		at, ok := from()
		i, known := count()
		return at + i*size, ok && known
	}}
}

func (c *coder) conditional(x *syntax.Cond) code {
	if c.m.asksArguments(x.C) {
		c.leave()
	}
	holds, a, b := c.truth(x.C), c.expr(x.X), c.expr(x.Y)
	t := a.t
	if a.t.number() && b.t.number() {
		t = common(a.t, b.t)
	}
	yes, no := c.converted(a, t).run, c.converted(b, t).run
	return code{t: t, run: func() (uint64, bool) {
		n, known := holds()
		if known && n != 0 {
			return yes()
		}
		n, knownToo := no()
		return n, known && knownToo
	}}
}

// converted is a value in another type.
func (c *coder) converted(v code, t *typ) code {
	run, from, to := v.run, v.t.num, t.num
	switch {
	case v.t.kind == pointer && t.kind == pointer, t.number() && from == to, from == number.Float && to == number.Double:
		return code{t: t, run: run}
	case !v.t.number() || !t.number():
		c.leave()
	case from == number.Int && to.Floating():
		return code{t: t, run: func() (uint64, bool) { n, known := run(); return number.Bits(float64(int32(n)), to), known }}
	}
	return code{t: t, run: func() (uint64, bool) { n, known := run(); return number.Convert(n, from, to), known }}
}
