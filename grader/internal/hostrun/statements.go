package hostrun

// This file executes statements.

import (
	"fmt"
	"go/ast"
	"go/token"
	"reflect"
)

// flow says how a statement ended.
type flow int

const (
	next flow = iota
	leave
	again
	returned
)

// block executes statements in a scope of their own.
func (m *machine) block(f *frame, b *ast.BlockStmt) flow {
	outer := f.scope
	f.scope = outer.inner()
	defer func() { f.scope = outer }()
	for _, s := range b.List {
		if how := m.statement(f, s); how != next {
			return how
		}
	}
	return next
}

// step counts a statement.
func (m *machine) step(s ast.Stmt) {
	m.at = s
	if m.steps++; m.steps > mostSteps {
		m.fail(s, "does a loop end?", "the function has executed %d statements, the limit", mostSteps)
	}
}

func (m *machine) statement(f *frame, s ast.Stmt) flow {
	m.step(s)
	switch s := s.(type) {
	case *ast.ExprStmt:
		m.several(f, s.X)
	case *ast.AssignStmt:
		m.assign(f, s)
	case *ast.IncDecStmt:
		op := token.ADD
		if s.Tok == token.DEC {
			op = token.SUB
		}
		to := m.place(f, s.X)
		to.Set(m.binary(s, op, to, reflect.ValueOf(1).Convert(to.Type())))
	case *ast.DeclStmt:
		m.declaration(f, s)
	case *ast.BlockStmt:
		return m.block(f, s)
	case *ast.IfStmt:
		return m.condition(f, s)
	case *ast.ForStmt:
		return m.loop(f, s)
	case *ast.RangeStmt:
		return m.ranged(f, s)
	case *ast.ReturnStmt:
		f.results = m.returns(f, s)
		return returned
	case *ast.BranchStmt:
		return m.branch(s)
	case *ast.DeferStmt:
		m.deferred(f, s)
	case *ast.EmptyStmt:
	default:
		m.refuse(s, "this statement")
	}
	return next
}

func (m *machine) branch(s *ast.BranchStmt) flow {
	switch {
	case s.Label == nil && s.Tok == token.BREAK:
		return leave
	case s.Label == nil && s.Tok == token.CONTINUE:
		return again
	}
	m.refuse(s, "a jump")
	return next
}

func (m *machine) returns(f *frame, s *ast.ReturnStmt) []reflect.Value {
	if len(s.Results) == 1 {
		return m.several(f, s.Results[0])
	}
	var list []reflect.Value
	for _, e := range s.Results {
		list = append(list, m.one(f, e))
	}
	return list
}

// deferred keeps a call for the end of the function; its arguments are computed now.
func (m *machine) deferred(f *frame, s *ast.DeferStmt) {
	do := m.prepare(f, s.Call)
	f.defers = append(f.defers, func() {
		m.at = s
		do()
	})
}

func (m *machine) declaration(f *frame, s *ast.DeclStmt) {
	decl := s.Decl.(*ast.GenDecl)
	for _, spec := range decl.Specs {
		v, ok := spec.(*ast.ValueSpec)
		if !ok || decl.Tok == token.CONST && len(v.Values) == 0 {
			m.refuse(s, "this declaration")
		}
		if len(v.Values) == 1 && len(v.Names) > 1 {
			m.refuse(s, "a declaration of several variables with one call; use := for it")
		}
		for i := range v.Names {
			m.declare(f, v, i)
		}
	}
}

// declare makes variable i of a specification.
func (m *machine) declare(f *frame, v *ast.ValueSpec, i int) {
	value := reflect.Value{}
	if i < len(v.Values) {
		value = m.one(f, v.Values[i])
	}
	switch {
	case v.Type != nil && !value.IsValid():
		value = reflect.Zero(m.typeOf(v.Type))
	case v.Type != nil:
		value = m.convert(v, value, m.typeOf(v.Type))
	}
	f.scope.define(v.Names[i].Name, value)
}

func (m *machine) assign(f *frame, s *ast.AssignStmt) {
	if op, ok := operators[s.Tok]; ok {
		to := m.place(f, s.Lhs[0])
		to.Set(m.convert(s, m.binary(s, op, to, m.one(f, s.Rhs[0])), to.Type()))
		return
	}
	values := m.values(f, s)
	for i, e := range s.Lhs {
		id, named := e.(*ast.Ident)
		switch {
		case named && id.Name == "_":
		case named && s.Tok == token.DEFINE && !f.scope.names[id.Name].IsValid():
			f.scope.define(id.Name, m.settled(s, values[i]))
		default:
			to := m.place(f, e)
			to.Set(m.convert(s, values[i], to.Type()))
		}
	}
}

// values computes the right side of an assignment: all of it before anything is stored.
func (m *machine) values(f *frame, s *ast.AssignStmt) []reflect.Value {
	var list []reflect.Value
	if len(s.Rhs) == 1 {
		list = append(list, m.several(f, s.Rhs[0])...)
	} else {
		for _, e := range s.Rhs {
			v := m.one(f, e)
			if v.CanAddr() { // a, b = b, a
				v = reflect.ValueOf(v.Interface())
			}
			list = append(list, v)
		}
	}
	if len(list) != len(s.Lhs) {
		m.fail(s, "count the values on both sides", "%s: the right side has %s, the left side %d", m.Print(s), count(len(list), "value"), len(s.Lhs))
	}
	return list
}

// operators are those of assignments such as +=.
var operators = map[token.Token]token.Token{
	token.ADD_ASSIGN: token.ADD, token.SUB_ASSIGN: token.SUB, token.MUL_ASSIGN: token.MUL, token.QUO_ASSIGN: token.QUO,
	token.REM_ASSIGN: token.REM, token.SHL_ASSIGN: token.SHL, token.SHR_ASSIGN: token.SHR,
}

func (m *machine) condition(f *frame, s *ast.IfStmt) flow {
	outer := f.scope
	f.scope = outer.inner()
	defer func() { f.scope = outer }()
	if s.Init != nil {
		m.statement(f, s.Init)
	}
	if m.truth(f, s.Cond) {
		return m.block(f, s.Body)
	}
	if s.Else != nil {
		return m.statement(f, s.Else)
	}
	return next
}

// truth computes a condition; none is true.
func (m *machine) truth(f *frame, e ast.Expr) bool {
	if e == nil {
		return true
	}
	v := m.one(f, e)
	if v.Kind() != reflect.Bool {
		m.fail(e, "compare it with something", "%s is no condition", m.Print(e))
	}
	return v.Bool()
}

func (m *machine) loop(f *frame, s *ast.ForStmt) flow {
	outer := f.scope
	f.scope = outer.inner()
	defer func() { f.scope = outer }()
	if s.Init != nil {
		m.statement(f, s.Init)
	}
	for m.truth(f, s.Cond) {
		m.step(s)
		if how := m.block(f, s.Body); how == leave {
			break
		} else if how == returned {
			return how
		}
		if s.Post != nil {
			m.statement(f, s.Post)
		}
	}
	return next
}

func (m *machine) ranged(f *frame, s *ast.RangeStmt) flow {
	over := m.settled(s, m.one(f, s.X))
	n := 0
	switch over.Kind() {
	case reflect.Int:
		n = int(over.Int())
	case reflect.Slice, reflect.Array:
		n = over.Len()
	default:
		m.refuse(s.X, "a loop over this")
	}
	for i := range n {
		m.step(s)
		outer := f.scope
		f.scope = outer.inner()
		m.loopVariable(f, s, s.Key, func() reflect.Value { return reflect.ValueOf(i) })
		m.loopVariable(f, s, s.Value, func() reflect.Value {
			m.touched(s, over, i, i+1, false)
			return over.Index(i)
		})
		how := m.block(f, s.Body)
		f.scope = outer
		if how == leave {
			break
		} else if how == returned {
			return how
		}
	}
	return next
}

// loopVariable gives a variable of a loop its value.
func (m *machine) loopVariable(f *frame, s *ast.RangeStmt, e ast.Expr, value func() reflect.Value) {
	id, named := e.(*ast.Ident)
	switch {
	case e == nil || named && id.Name == "_":
	case s.Tok == token.DEFINE:
		f.scope.define(id.Name, value())
	default:
		m.place(f, e).Set(value())
	}
}

// count returns "1 value" and "2 values".
func count(n int, what string) string {
	if n != 1 {
		what += "s"
	}
	return fmt.Sprintf("%d %s", n, what)
}
