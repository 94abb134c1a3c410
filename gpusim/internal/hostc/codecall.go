package hostc

// This file makes functions of Go of calls.

import (
	"gpucourse/gpusim/internal/cfront/number"
	"gpucourse/gpusim/internal/cfront/syntax"
)

func (c *coder) callExpr(x *syntax.Call) code {
	switch f := x.Fun.(type) {
	case *syntax.Member:
		return c.method(f, x.Args)
	case *syntax.Name:
		return c.callName(f, x.Args)
	}
	c.leave()
	return code{}
}

// method is size of a container.
func (c *coder) method(f *syntax.Member, args []syntax.Expr) code {
	if f.Name != "size" || f.Arrow || len(args) > 0 {
		c.leave()
	}
	of := c.place(f.X)
	if !of.t.list {
		c.leave()
	}
	addr := of.addr
	return c.load(spot{t: sizeType, addr: func() (uint64, bool) { at, ok := addr(); return at + 8, ok }})
}

// results are functions of the library without arguments that matter, and their results.
var results = map[string]*typ{"rand": intType, "rand_r": intType, "random": longType, "drand48": doubleType}

func (c *coder) callName(f *syntax.Name, list []syntax.Expr) code {
	m := c.m
	if this := m.this(); m.lookup(f.Name) != nil || this != nil && m.hasMethod(this.t, f.Name) || f.Scope != nil && m.structs[f.Scope.Name] != nil {
		c.leave()
	}
	if m.funcs[f.Name] != nil {
		return c.callFunction(f, list)
	}
	if t := m.typeNamed(f); t != opaqueType && len(list) == 1 {
		return c.converted(c.expr(list[0]), t)
	}
	if t := results[f.Name]; t != nil {
		call, none := calls[f.Name], &invocation{}
		return code{t: t, run: func() (uint64, bool) { v := call(m, none); return v.bits, v.known }}
	}
	args := make([]code, len(list))
	for i, x := range list {
		if args[i] = c.expr(x); !args[i].t.number() {
			c.leave()
		}
	}
	switch {
	case len(args) == 1:
		return c.mathCall(f.Name, args[0])
	case len(args) == 2:
		return c.mathPair(f.Name, args[0], args[1])
	}
	c.leave()
	return code{}
}

func (c *coder) mathCall(name string, x code) code {
	f := mathOf(name)
	if f == nil {
		c.leave()
	}
	t, run, from := typeOfMath(name, x.t), x.run, x.t.num
	return code{t: t, run: func() (uint64, bool) {
		n, known := run()
		return number.Convert(number.Bits(f(number.Real(n, from)), number.Double), number.Double, t.num), known
	}}
}

func (c *coder) mathPair(name string, x, y code) code {
	if op := order[name]; op != "" {
		return c.least(op, x, y)
	}
	f := pairOf(name)
	if f == nil {
		c.leave()
	}
	t := common(typeOfMath(name, x.t), typeOfMath(name, y.t))
	a, b := c.converted(x, doubleType).run, c.converted(y, doubleType).run
	return code{t: t, run: func() (uint64, bool) {
		m, known := a()
		n, knownToo := b()
		return number.Bits(f(number.Real(m, number.Double), number.Real(n, number.Double)), t.num), known && knownToo
	}}
}

// least is min or max.
func (c *coder) least(op string, x, y code) code {
	t := common(x.t, y.t)
	a, b, before := c.converted(x, t).run, c.converted(y, t).run, number.Of(op, t.num)
	return code{t: t, run: func() (uint64, bool) {
		m, known := a()
		n, knownToo := b()
		if first, _ := before(n, m); first != 0 {
			m = n
		}
		return m, known && knownToo
	}}
}

// callFunction puts a function of the source in the place of its call.
func (c *coder) callFunction(f *syntax.Name, list []syntax.Expr) code {
	d := c.function(f, len(list))
	args := make([]code, len(list))
	for i, x := range list {
		if _, refers := d.Params[i].Type.(*syntax.Reference); !refers {
			args[i] = c.expr(x)
		}
	}
	m, outer := c.m, c.m.scope
	var start []func()
	in := &scope{}
	for i, p := range d.Params {
		if _, refers := p.Type.(*syntax.Reference); refers {
			hold, s := held(c.place(list[i]))
			start = append(start, hold)
			in.list = append(in.list, binding{name: p.Name, moving: &s})
			continue
		}
		t := m.typeOf(p.Type)
		if !t.scalar() {
			c.leave()
		}
		at := m.local(t)
		start = append(start, c.store(c.fixed(at), args[i]))
		in.list = append(in.list, binding{name: p.Name, place: at})
	}
	m.scope = in
	result, _ := m.resultType(d)
	call := &call{d: d, result: result}
	c.calls = append(c.calls, call)
	body := c.statement(d.Body)
	c.calls = c.calls[:len(c.calls)-1]
	m.scope = outer
	return code{t: result, run: func() (uint64, bool) {
		for _, do := range start {
			do()
		}
		call.known = false
		body()
		return call.bits, call.known
	}}
}

// function returns the one function of a name that can stand in the place of its call.
func (c *coder) function(f *syntax.Name, args int) (d *syntax.Func) {
	for _, one := range c.m.funcs[f.Name] {
		if one.Body == nil {
			continue
		}
		if d != nil {
			c.leave() // overloaded
		}
		d = one
	}
	if c.copies++; c.copies > maxCopies || d == nil || len(d.TParams) > 0 || len(d.Params) != args || f.Args != nil {
		c.leave()
	}
	for _, around := range c.calls {
		if around.d == d {
			c.leave() // recursive
		}
	}
	if t, refers := c.m.resultType(d); refers || t == nil {
		c.leave()
	}
	return d
}
