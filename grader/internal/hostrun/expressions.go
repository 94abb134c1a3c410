package hostrun

// This file computes expressions.

import (
	"go/ast"
	"go/constant"
	"go/token"
	"reflect"
	"slices"
)

// untyped is a constant that has no type yet.
type untyped struct{ constant.Value }

// nothing is the literal nil.
type nothing struct{}

// kernel is a function of the file that the API launches.
type kernel struct{ name string }

// one computes an expression with one value.
func (m *machine) one(f *frame, e ast.Expr) reflect.Value {
	list := m.several(f, e)
	if len(list) != 1 {
		m.fail(e, "use a call with one result here", "%s has %s, want one", m.Print(e), count(len(list), "value"))
	}
	return list[0]
}

// several computes an expression, which is a call where it has not one value.
func (m *machine) several(f *frame, e ast.Expr) []reflect.Value {
	if call, ok := e.(*ast.CallExpr); ok {
		return m.call(f, call)
	}
	return []reflect.Value{m.value(f, e)}
}

func (m *machine) value(f *frame, e ast.Expr) reflect.Value {
	switch e := e.(type) {
	case *ast.BasicLit:
		return reflect.ValueOf(untyped{constant.MakeFromLiteral(e.Value, e.Kind, 0)})
	case *ast.ParenExpr:
		return m.one(f, e.X)
	case *ast.Ident:
		return m.named(f, e)
	case *ast.SelectorExpr:
		return m.selected(f, e)
	case *ast.IndexExpr:
		return m.element(f, e, false)
	case *ast.SliceExpr:
		return m.part(f, e)
	case *ast.CompositeLit:
		return m.composite(f, e, nil)
	case *ast.FuncLit:
		return reflect.ValueOf(&closure{e.Type.Params, e.Type.Results, e.Body, f.scope})
	case *ast.UnaryExpr:
		return m.unary(f, e)
	case *ast.StarExpr:
		return m.pointed(e, m.one(f, e.X))
	case *ast.BinaryExpr:
		return m.both(f, e)
	}
	m.refuse(e, "this expression")
	return reflect.Value{}
}

// named returns what a name stands for.
func (m *machine) named(f *frame, id *ast.Ident) reflect.Value {
	if v := f.scope.find(id.Name); v.IsValid() {
		return v
	}
	switch id.Name {
	case "nil":
		return reflect.ValueOf(nothing{})
	case "true", "false":
		return reflect.ValueOf(id.Name == "true")
	}
	if slices.Contains(m.Kernels, id.Name) {
		return reflect.ValueOf(kernel{id.Name})
	}
	if fn, ok := m.Decl(id.Name).(*ast.FuncDecl); ok && fn.Recv == nil && fn.Type.TypeParams == nil {
		return reflect.ValueOf(&closure{params: fn.Type.Params, results: fn.Type.Results, body: fn.Body})
	}
	if v := m.global(id.Name); v.IsValid() {
		return v
	}
	m.fail(id, "look at the spelling", "%s is not declared", id.Name)
	return reflect.Value{}
}

// qualified returns the name of something of a package, such as gpusim.Malloc; "" for anything else.
func (m *machine) qualified(f *frame, e ast.Expr) string {
	s, ok := e.(*ast.SelectorExpr)
	if !ok {
		return ""
	}
	if id, ok := s.X.(*ast.Ident); ok && packages[id.Name] && !f.scope.find(id.Name).IsValid() {
		return id.Name + "." + s.Sel.Name
	}
	return ""
}

// selected reads a field, or a constant of a package.
func (m *machine) selected(f *frame, s *ast.SelectorExpr) reflect.Value {
	if name := m.qualified(f, s); name != "" {
		v, ok := constants[name]
		if !ok {
			m.refuse(s, "this name")
		}
		return reflect.ValueOf(v)
	}
	v := m.one(f, s.X)
	for v.Kind() == reflect.Pointer && !v.IsNil() {
		v = v.Elem()
	}
	if v.Kind() == reflect.Struct && ast.IsExported(s.Sel.Name) {
		if field := v.FieldByName(s.Sel.Name); field.IsValid() {
			return reflect.ValueOf(field.Interface())
		}
	}
	m.fail(s, "look at the spelling", "%s has no field %s", m.Print(s.X), s.Sel.Name)
	return reflect.Value{}
}

// place returns a variable or an element that can be set.
func (m *machine) place(f *frame, e ast.Expr) reflect.Value {
	switch e := e.(type) {
	case *ast.ParenExpr:
		return m.place(f, e.X)
	case *ast.Ident:
		if v := f.scope.find(e.Name); v.IsValid() {
			return v
		}
		m.fail(e, "declare it with :=", "%s is no variable of the function", e.Name)
	case *ast.IndexExpr:
		return m.element(f, e, true)
	case *ast.StarExpr:
		return m.pointed(e, m.one(f, e.X))
	}
	m.refuse(e, "an assignment to this")
	return reflect.Value{}
}

func (m *machine) pointed(e *ast.StarExpr, v reflect.Value) reflect.Value {
	if v.Kind() != reflect.Pointer || v.Type().Elem().Kind() == reflect.Struct {
		m.refuse(e, "this pointer")
	}
	if v.IsNil() {
		m.fail(e, "let it point to something first", "%s is nil", m.Print(e.X))
	}
	return v.Elem()
}

// whole converts a value to an int between two limits.
func (m *machine) whole(n ast.Node, v reflect.Value, least, most int) int {
	i := int(m.convert(n, v, reflect.TypeFor[int]()).Int())
	if i < least || i > most {
		m.fail(n, "compute the index for the round of the loop in which it happens", "the index %d is not between %d and %d", i, least, most)
	}
	return i
}

// element returns an element of a slice or an array.
func (m *machine) element(f *frame, e *ast.IndexExpr, write bool) reflect.Value {
	of := m.one(f, e.X)
	if of.Kind() != reflect.Slice && of.Kind() != reflect.Array {
		m.fail(e, "host code reads slices of the host; memory of the device is copied first", "%s has no elements that the host can use", m.Print(e.X))
	}
	i := m.whole(e.Index, m.one(f, e.Index), 0, of.Len()-1)
	m.touched(e, of, i, i+1, write)
	return of.Index(i)
}

// part returns a part of a slice.
func (m *machine) part(f *frame, e *ast.SliceExpr) reflect.Value {
	of := m.one(f, e.X)
	if e.Slice3 || of.Kind() != reflect.Slice && of.Kind() != reflect.Array || of.Kind() == reflect.Array && !of.CanAddr() {
		m.refuse(e, "a part of this")
	}
	lo, hi := 0, of.Len()
	if e.High != nil {
		hi = m.whole(e.High, m.one(f, e.High), 0, of.Len())
	}
	if e.Low != nil {
		lo = m.whole(e.Low, m.one(f, e.Low), 0, hi)
	}
	return of.Slice(lo, hi)
}

// composite makes a struct, a slice or an array. within is the type of a literal in a list that names no type.
func (m *machine) composite(f *frame, e *ast.CompositeLit, within reflect.Type) reflect.Value {
	t := within
	if array, ok := e.Type.(*ast.ArrayType); ok && array.Len != nil {
		if _, open := array.Len.(*ast.Ellipsis); open {
			m.refuse(e, "an array without a length")
		}
	}
	if e.Type != nil {
		t = m.typeOf(e.Type)
	}
	switch {
	case t == nil:
	case t.Kind() == reflect.Struct:
		return m.structure(f, e, t)
	case t.Kind() == reflect.Slice:
		list := m.made(e, t, len(e.Elts))
		m.elements(f, e, list)
		return list
	case t.Kind() == reflect.Array && len(e.Elts) <= t.Len():
		list := reflect.New(t).Elem()
		m.elements(f, e, list)
		return list
	}
	m.refuse(e, "this literal")
	return reflect.Value{}
}

func (m *machine) elements(f *frame, e *ast.CompositeLit, list reflect.Value) {
	for i, x := range e.Elts {
		at := list.Index(i)
		if inner, ok := x.(*ast.CompositeLit); ok {
			at.Set(m.composite(f, inner, at.Type()))
			continue
		}
		if _, keyed := x.(*ast.KeyValueExpr); keyed {
			m.refuse(x, "an index in a literal")
		}
		at.Set(m.convert(x, m.one(f, x), at.Type()))
	}
}

func (m *machine) structure(f *frame, e *ast.CompositeLit, t reflect.Type) reflect.Value {
	v := reflect.New(t).Elem()
	for i, x := range e.Elts {
		pair, ok := x.(*ast.KeyValueExpr)
		if !ok && len(e.Elts) == t.NumField() && len(fields[t]) == t.NumField() { // all fields, in their order
			pair, ok = &ast.KeyValueExpr{Key: ast.NewIdent(t.Field(i).Name), Value: x}, true
		}
		if !ok {
			m.refuse(e, "a struct without the names of its fields")
		}
		key, _ := pair.Key.(*ast.Ident)
		if key == nil || !slices.Contains(fields[t], key.Name) {
			m.refuse(pair, "this field")
		}
		at := v.FieldByName(key.Name)
		at.Set(m.convert(x, m.one(f, pair.Value), at.Type()))
	}
	return v
}

func (m *machine) unary(f *frame, e *ast.UnaryExpr) reflect.Value {
	if e.Op == token.AND {
		if lit, ok := e.X.(*ast.CompositeLit); ok {
			at := m.composite(f, lit, nil)
			to := reflect.New(at.Type())
			to.Elem().Set(at)
			return to
		}
		return m.place(f, e.X).Addr()
	}
	v := m.one(f, e.X)
	if u, ok := v.Interface().(untyped); ok && e.Op != token.NOT {
		return reflect.ValueOf(untyped{constant.UnaryOp(e.Op, u.Value, 0)})
	}
	switch {
	case e.Op == token.NOT && v.Kind() == reflect.Bool:
		return reflect.ValueOf(!v.Bool())
	case e.Op == token.SUB && (v.CanInt() || v.CanFloat()):
		return m.binary(e, token.SUB, reflect.Zero(v.Type()), v)
	}
	m.refuse(e, "this operator")
	return v
}

// both computes an expression with two operands. The second of && and || is computed where it counts.
func (m *machine) both(f *frame, e *ast.BinaryExpr) reflect.Value {
	if e.Op == token.LAND || e.Op == token.LOR {
		first := m.truth(f, e.X)
		if first == (e.Op == token.LOR) {
			return reflect.ValueOf(first)
		}
		return reflect.ValueOf(m.truth(f, e.Y))
	}
	x := m.one(f, e.X)
	return m.binary(e, e.Op, x, m.one(f, e.Y))
}
