package hostc

// This file makes functions of Go of the parts of a loop that runs often. Types and places are
// found once, so that an iteration only computes.
//
// What is left out here, runs as everywhere else: a statement is the unit for that. Both ways
// share memory, so they mix. Nothing is left out where names have places that only code knows: in
// functions that a loop calls, and where a name refers to another element each time.

import (
	"gpucourse/gpusim/internal/cfront/syntax"
)

// code computes a value of a type that is known before.
type code struct {
	t     *typ
	run   func() (bits uint64, known bool)
	fixed bool // run gives the same known value each time
}

// coder makes code of statements and expressions.
type coder struct {
	m      *machine
	calls  []*call // the functions of the source around
	refers bool    // a name around refers to another place each time
	copies int     // of functions
}

// call is a function of the source that code calls.
type call struct {
	d      *syntax.Func
	result *typ
	bits   uint64
	known  bool
}

// left is the panic that leaves what code is not made of.
type left struct{}

func (c *coder) leave() { panic(left{}) }

// maxCopies bounds the functions that stand in the place of their calls, in one loop.
const maxCopies = 200

// hotRounds is for how many iterations making code of a loop is not worth it.
const hotRounds = 32

// compiled makes code of a loop without launches, which goes on with its condition; nil where that
// is not possible.
func (m *machine) compiled(s syntax.Stmt, code func(c *coder) func() flow) func() flow {
	if m.cold[s] {
		return nil
	}
	c := &coder{m: m}
	scope, sp := m.scope, m.sp
	var run func() flow
	whole := c.tried(func() { run = code(c) })
	m.scope = scope
	if !whole {
		m.sp, m.cold[s] = sp, true
		return nil
	}
	return func() flow {
		defer func() { m.sp = sp }()
		return run()
	}
}

// tried reports whether do was not left.
func (c *coder) tried(do func()) (ok bool) {
	calls, refers := c.calls, c.refers
	defer func() {
		if r := recover(); r != nil {
			if _, is := r.(left); !is {
				panic(r)
			}
			c.calls, c.refers = calls, refers
		}
	}()
	do()
	return true
}

// loop is a for or do loop from its condition on.
func (c *coder) loop(cond syntax.Expr, body syntax.Stmt, post syntax.Expr) func() flow {
	holds := func() (uint64, bool) { return 1, true }
	if cond != nil {
		holds = c.truth(cond)
	}
	once, after := c.statement(body), func() {}
	if post != nil {
		after = c.effect(post)
	}
	return rounds(holds, once, after, c.forgetting(body))
}

// elements is a loop over the elements of a list: more goes to the next one, which is at a spot.
func (c *coder) elements(s *syntax.RangeFor, at spot, more func() (uint64, bool)) func() flow {
	if s.Var.Names != nil {
		c.leave()
	}
	defer c.enter()()
	start := func() {}
	if _, refers := s.Var.Type.(*syntax.Reference); refers {
		c.refers = true
		c.m.bind(binding{name: s.Var.Name, moving: &at})
	} else {
		if !at.t.scalar() {
			c.leave()
		}
		own := c.m.local(at.t)
		c.m.bind(binding{name: s.Var.Name, place: own})
		start = c.store(c.fixed(own), c.load(at))
	}
	body := c.statement(s.Body)
	return rounds(more, func() flow { start(); return body() }, func() {}, func() {})
}

// rounds runs a loop as machine.rounds does.
func rounds(holds func() (uint64, bool), once func() flow, after, forget func()) func() flow {
	return func() flow {
		for {
			yes, known := holds()
			if !known {
				forget()
				return next
			}
			if yes == 0 {
				return next
			}
			switch end := once(); end {
			case breaks:
				return next
			case returns, jumps, tired:
				return end
			}
			after()
		}
	}
}

// forgetting forgets, where it stands, what statements would write.
func (c *coder) forgetting(list ...syntax.Stmt) func() {
	m, scope := c.m, c.m.scope
	return func() {
		outer := m.scope
		m.scope = scope
		m.forgotten()
		for _, s := range list {
			m.forget(s)
		}
		m.scope = outer
	}
}

// statement is a statement, as code if it can be.
func (c *coder) statement(s syntax.Stmt) func() flow {
	m, scope := c.m, c.m.scope
	var run func() flow
	if !c.tried(func() { run = c.coded(s) }) {
		m.scope = scope
		if _, declares := s.(*syntax.DeclStmt); declares || c.refers || len(c.calls) > 0 {
			c.leave()
		}
		return func() flow {
			outer := m.scope
			m.scope = scope
			end := m.run(s)
			m.scope = outer
			return end
		}
	}
	return func() flow {
		if m.step(); m.steps > m.loopEnd {
			return tired
		}
		return run()
	}
}

func (c *coder) coded(s syntax.Stmt) func() flow {
	switch s := s.(type) {
	case *syntax.Block:
		return c.block(s)
	case *syntax.DeclStmt:
		return c.declaration(s)
	case *syntax.ExprStmt:
		if s.X == nil {
			return func() flow { return next }
		}
		do := c.effect(s.X)
		return func() flow { do(); return next }
	case *syntax.If:
		return c.choice(s)
	case *syntax.For:
		defer c.enter()()
		first := func() flow { return next }
		if s.Init != nil {
			first = c.statement(s.Init)
		}
		loop := c.loop(s.C, s.Body, s.Post)
		return func() flow { first(); return loop() }
	case *syntax.Return:
		return c.result(s)
	case *syntax.Jump:
		switch s.Word {
		case "break":
			return func() flow { return breaks }
		case "continue":
			return func() flow { return continues }
		}
	}
	c.leave()
	return nil
}

func (c *coder) enter() func() {
	outer := c.m.scope
	c.m.scope = &scope{outer: outer}
	return func() { c.m.scope = outer }
}

func (c *coder) block(s *syntax.Block) func() flow {
	defer c.enter()()
	var list []func() flow
	for _, part := range s.Stmts {
		list = append(list, c.statement(part))
	}
	if len(list) == 1 {
		return list[0]
	}
	return func() flow {
		for _, run := range list {
			if end := run(); end != next {
				return end
			}
		}
		return next
	}
}

// declaration declares variables of numbers and pointers.
func (c *coder) declaration(s *syntax.DeclStmt) func() flow {
	var list []func()
	for _, v := range s.Vars {
		list = append(list, c.variable(v))
	}
	return func() flow {
		for _, do := range list {
			do()
		}
		return next
	}
}

func (c *coder) variable(v *syntax.Var) func() {
	_, refers := v.Type.(*syntax.Reference)
	if v.Attrs.Static || refers || v.Names != nil {
		c.leave()
	}
	value := code{run: func() (uint64, bool) { return 0, false }}
	if v.Init != nil {
		value = c.expr(v.Init)
	}
	t := value.t
	if !isAuto(v.Type) {
		t = c.m.typeOf(v.Type)
	}
	if t == nil || !t.scalar() {
		c.leave()
	}
	if value.t == nil {
		value.t = t
	}
	at := lvalue{t, c.m.local(t).addr}
	c.m.bind(binding{name: v.Name, place: at})
	return c.store(c.fixed(at), value)
}

// choice is an if. With an unknown condition it does what machine.runIf does where nothing
// launches.
func (c *coder) choice(s *syntax.If) func() flow {
	if s.Init != nil {
		c.leave()
	}
	holds, then := c.truth(s.C), c.statement(s.Then)
	otherwise := func() flow { return next }
	if s.Else != nil {
		otherwise = c.statement(s.Else)
	}
	forget, skip := c.forgetting(s.Then, s.Else), func() flow { return next }
	switch {
	case s.Else != nil && leaves(s.Then):
		forget, skip = c.forgetting(s.Then), otherwise
	case s.Else != nil && leaves(s.Else):
		forget, skip = func() {}, then
	case leaves(s.Then):
		forget = func() {}
	}
	return func() flow {
		switch yes, known := holds(); {
		case !known:
			c.m.forgotten()
			forget()
			return skip()
		case yes != 0:
			return then()
		}
		return otherwise()
	}
}

// result is a return of a function that code calls.
func (c *coder) result(s *syntax.Return) func() flow {
	if len(c.calls) == 0 {
		c.leave()
	}
	in := c.calls[len(c.calls)-1]
	if s.X == nil {
		return func() flow { return returns }
	}
	value := c.converted(c.expr(s.X), in.result)
	return func() flow {
		in.bits, in.known = value.run()
		return returns
	}
}

// effect is an expression whose value nobody asks for.
func (c *coder) effect(x syntax.Expr) func() {
	if u, ok := x.(*syntax.Unary); ok && (u.Op == "++" || u.Op == "--") {
		x = &syntax.Unary{At: u.At, Op: u.Op, X: u.X}
	}
	if b, ok := x.(*syntax.Binary); ok && isAssignment(b.Op) {
		do, _ := c.assignment(b, false)
		return do
	}
	value := c.expr(x)
	return func() { value.run() }
}

// truth is a condition.
func (c *coder) truth(x syntax.Expr) func() (uint64, bool) {
	v := c.expr(x)
	if v.t.kind == floating {
		return c.converted(v, boolType).run
	}
	return v.run
}
