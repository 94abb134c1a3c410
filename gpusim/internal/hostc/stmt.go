package hostc

// This file runs statements.

import (
	"gpucourse/gpusim/internal/cfront/number"
	"gpucourse/gpusim/internal/cfront/syntax"
)

// flow is how a statement ends.
type flow uint8

const (
	next flow = iota
	breaks
	continues
	returns
	jumps // to m.label
	tired // the loop without launches takes too long
)

// run runs a statement.
func (m *machine) run(s syntax.Stmt) flow {
	if m.step(); m.loopEnd > 0 && m.steps > m.loopEnd {
		return tired
	}
	if m.play != nil {
		m.play.at = s.Position()
	}
	switch s := s.(type) {
	case *syntax.Block:
		defer m.enter()()
		return m.runAll(s.Stmts)
	case *syntax.Types:
		return m.runAll(s.Stmts)
	case *syntax.DeclStmt:
		for _, v := range s.Vars {
			m.variable(v)
		}
	case *syntax.TypeStmt:
		m.localType(s.Decl)
	case *syntax.ExprStmt:
		if s.X != nil {
			m.eval(s.X)
		}
	case *syntax.If:
		return m.runIf(s)
	case *syntax.For:
		return m.runFor(s)
	case *syntax.RangeFor:
		return m.runRange(s)
	case *element:
		s.declare()
	case *syntax.DoWhile:
		return m.runDo(s)
	case *syntax.Switch:
		return m.runSwitch(s)
	case *syntax.Return:
		m.result = m.returnValue(s.X)
		return returns
	case *syntax.Jump:
		switch s.Word {
		case "break":
			return breaks
		case "continue":
			return continues
		}
		m.label = s.Label
		return jumps
	}
	return next
}

// runAll runs statements in order. A goto to a label among them goes on there.
// The program ends where no launch follows that matters.
func (m *machine) runAll(list []syntax.Stmt) flow {
	depth := len(m.rests)
	m.rests = append(m.rests, nil)
	defer func() { m.rests = m.rests[:depth] }()
	for i := 0; i < len(list); i++ {
		m.rests[depth] = list[i:]
		if m.play == nil && m.over() {
			panic(exit{})
		}
		end := m.run(list[i])
		if end == jumps {
			if to := labelled(list, m.label); to >= 0 {
				m.step()
				i = to
				continue
			}
		}
		if end != next {
			return end
		}
	}
	return next
}

// labelled returns where a label stands; -1 for nowhere.
func labelled(list []syntax.Stmt, name string) int {
	for i, s := range list {
		if l, ok := s.(*syntax.Label); ok && l.Name == name {
			return i
		}
	}
	return -1
}

func (m *machine) localType(d syntax.Decl) {
	switch d := d.(type) {
	case *syntax.Enum:
		m.enums[d.Name] = d
		m.enumItems(d, m.bind)
	case *syntax.Alias:
		m.bind(binding{name: d.Name, isType: true, t: m.typeOf(d.Type)})
	default:
		m.collect([]syntax.Decl{d})
	}
}

// runIf runs an if. When the condition is unknown, it runs what a program without errors runs:
// the branch with a launch, or else what does not leave.
func (m *machine) runIf(s *syntax.If) flow {
	defer m.enter()()
	if s.Init != nil {
		m.run(s.Init)
	}
	holds, known := m.eval(s.C).truth()
	switch {
	case known && holds:
		return m.run(s.Then)
	case known && s.Else != nil:
		return m.run(s.Else)
	case known:
		return next
	}
	m.forgotten()
	switch {
	case m.launches(s.Then):
		m.forget(s.Else)
		return m.run(s.Then)
	case s.Else != nil && (m.launches(s.Else) || leaves(s.Then)):
		m.forget(s.Then)
		return m.run(s.Else)
	case s.Else != nil && leaves(s.Else):
		return m.run(s.Then)
	case leaves(s.Then):
		return next
	}
	m.forget(s.Then)
	m.forget(s.Else)
	return next
}

// loop is a loop that runs.
type loop struct {
	s, body syntax.Stmt
	cond    func() value
	post    func()
	code    func(c *coder) func() flow // from the condition on
}

// loop runs a loop.
func (m *machine) loop(l *loop) flow {
	if !m.launches(l.s) && m.loopEnd == 0 {
		m.loopEnd = m.steps + min(maxLoopSteps, (maxSteps-m.steps)/2)
		if m.play != nil {
			m.loopEnd = m.limit
		}
		defer func() { m.loopEnd = 0 }()
		end := m.rounds(l)
		if end != tired {
			return end
		}
		if m.play != nil {
			m.refuse("the program takes more steps than are played")
		}
		m.forget(l.s)
		return next
	}
	return m.rounds(l)
}

func (m *machine) rounds(l *loop) flow {
	body := l.body
	for n := 0; ; n++ {
		if n == m.hot && m.loopEnd > 0 {
			if run := m.compiled(l.s, l.code); run != nil {
				return run()
			}
		}
		holds, known := l.cond().truth()
		if !known {
			m.forgotten()
			m.forget(body)
			if m.launches(body) {
				if end := m.run(body); end == returns || end == jumps || end == tired {
					return end
				}
			}
			return next
		}
		if !holds {
			return next
		}
		switch end := m.run(body); end {
		case breaks:
			return next
		case returns, jumps, tired:
			return end
		}
		l.post()
	}
}

func (m *machine) runFor(s *syntax.For) flow {
	defer m.enter()()
	if s.Init != nil {
		m.run(s.Init)
	}
	cond := func() value { return truthValue(true) }
	if s.C != nil {
		cond = func() value { return m.eval(s.C) }
	}
	post := func() {
		if s.Post != nil {
			m.eval(s.Post)
		}
	}
	return m.loop(&loop{s, s.Body, cond, post, func(c *coder) func() flow { return c.loop(s.C, s.Body, s.Post) }})
}

func (m *machine) runDo(s *syntax.DoWhile) flow {
	first := true
	cond := func() value {
		if first {
			first = false
			return truthValue(true)
		}
		return m.eval(s.C)
	}
	return m.loop(&loop{s, s.Body, cond, func() {}, func(c *coder) func() flow { return c.loop(s.C, s.Body, nil) }})
}

// runRange runs a loop over the elements of a container or an array.
func (m *machine) runRange(s *syntax.RangeFor) flow {
	var begin value
	var n int
	if l, ok := s.X.(*syntax.List); ok {
		begin, n = m.listElements(l)
	} else {
		begin, n = m.elements(m.argument(s.X))
	}
	i := -1
	cond := func() value {
		if n < 0 {
			return unknown(boolType)
		}
		i++
		return truthValue(i < n)
	}
	defer m.enter()()
	t := opaqueType
	if begin.t.kind == pointer {
		t = begin.t.elem
	}
	body := &syntax.Block{At: s.At, Stmts: []syntax.Stmt{&element{s, func() {
		at := lvalue{t, begin.bits + uint64(max(i, 0)*t.size)}
		if s.Var.Names != nil {
			m.bindings(s.Var, argument{m.load(at), at, true})
			return
		}
		if _, ok := s.Var.Type.(*syntax.Reference); ok {
			m.bind(binding{name: s.Var.Name, place: at})
			return
		}
		own := m.local(t)
		m.store(own, m.load(at))
		m.bind(binding{name: s.Var.Name, place: own})
	}}, s.Body}}
	return m.loop(&loop{s, body, cond, func() {}, func(c *coder) func() flow {
		at := spot{t: t, addr: func() (uint64, bool) { return begin.bits + uint64(i*t.size), true }}
		return c.elements(s, at, func() (uint64, bool) { i++; return number.Truth(i < n), true })
	}})
}

// element is the statement that declares the variable of a loop over elements.
type element struct {
	*syntax.RangeFor
	declare func()
}

func (m *machine) runSwitch(s *syntax.Switch) flow {
	x := m.eval(s.X)
	start := s.From(func(value syntax.Expr) bool { return x.known && m.eval(value).bits == x.bits })
	if !x.known {
		m.forgotten()
		m.forget(s.Body)
		start = m.launchingCase(s.Body.Stmts)
	}
	if start < 0 {
		return next
	}
	defer m.enter()()
	if end := m.runAll(s.Body.Stmts[start:]); end != breaks {
		return end
	}
	return next
}

// launchingCase returns the first case with a launch; -1 for none.
func (m *machine) launchingCase(list []syntax.Stmt) int {
	at := -1
	for i, s := range list {
		if _, ok := s.(*syntax.Case); ok {
			at = i
		}
		if m.launches(s) {
			return at
		}
	}
	return -1
}
