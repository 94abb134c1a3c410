package hostrun

// This file converts values and applies operators to them.

import (
	"go/ast"
	"go/constant"
	"go/token"
	"reflect"
	"slices"
)

// settled gives a constant its default type.
func (m *machine) settled(n ast.Node, v reflect.Value) reflect.Value {
	switch u := v.Interface().(type) {
	case untyped:
		switch u.Kind() {
		case constant.Int:
			return m.convert(n, v, reflect.TypeFor[int]())
		case constant.Float:
			return m.convert(n, v, reflect.TypeFor[float64]())
		case constant.String:
			return m.convert(n, v, reflect.TypeFor[string]())
		case constant.Bool:
			return reflect.ValueOf(constant.BoolVal(u.Value))
		}
		m.refuse(n, "this constant")
	case nothing:
		m.fail(n, "say of which type it is: var x *gpusim.Buffer[float32]", "nil has no type of its own")
	}
	return v
}

// convert returns a value that can be assigned to a type. It changes the type of constants alone.
func (m *machine) convert(n ast.Node, v reflect.Value, t reflect.Type) reflect.Value {
	switch u := v.Interface().(type) {
	case untyped:
		if t.Kind() == reflect.Interface {
			return m.settled(n, v)
		}
		return m.constant(n, u, t)
	case nothing:
		switch t.Kind() {
		case reflect.Pointer, reflect.Slice, reflect.Interface, reflect.Func:
			return reflect.Zero(t)
		}
	}
	if v.Type().AssignableTo(t) {
		return v
	}
	m.fail(n, "pass a value of the type that is wanted", "%s: a value of type %s is no %s", m.Print(n), typeName(v.Type()), typeName(t))
	return v
}

// constant converts a constant to a type that can hold it.
func (m *machine) constant(n ast.Node, u untyped, t reflect.Type) reflect.Value {
	v := reflect.New(t).Elem()
	switch x := u.Value; {
	case v.CanInt():
		if i, exact := constant.Int64Val(constant.ToInt(x)); x.Kind() != constant.String && exact && !v.OverflowInt(i) {
			v.SetInt(i)
			return v
		}
	case v.CanUint():
		if i, exact := constant.Uint64Val(constant.ToInt(x)); x.Kind() != constant.String && exact && !v.OverflowUint(i) {
			v.SetUint(i)
			return v
		}
	case v.CanFloat() && (x.Kind() == constant.Int || x.Kind() == constant.Float):
		f, _ := constant.Float64Val(x)
		v.SetFloat(f)
		return v
	case t.Kind() == reflect.String && x.Kind() == constant.String:
		v.SetString(constant.StringVal(x))
		return v
	case t.Kind() == reflect.Bool && x.Kind() == constant.Bool:
		return reflect.ValueOf(constant.BoolVal(x))
	}
	m.fail(n, "write a number that the type can hold", "%s is no %s", u.Value, typeName(t))
	return v
}

// cast converts a number to another type, as float32(n) does.
func (m *machine) cast(n ast.Node, v reflect.Value, t reflect.Type) reflect.Value {
	if _, ok := v.Interface().(untyped); ok {
		return m.convert(n, v, t)
	}
	number := func(t reflect.Type) bool {
		v := reflect.Zero(t)
		return v.CanInt() || v.CanUint() || v.CanFloat()
	}
	if !v.Type().AssignableTo(t) && (!number(v.Type()) || !number(t)) {
		m.refuse(n, "this conversion")
	}
	return v.Convert(t)
}

var comparisons = []token.Token{token.EQL, token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ}

// binary applies an operator to two values.
func (m *machine) binary(n ast.Node, op token.Token, x, y reflect.Value) reflect.Value {
	a, first := x.Interface().(untyped)
	b, second := y.Interface().(untyped)
	shift := op == token.SHL || op == token.SHR
	switch {
	case first && second:
		return m.constants(n, op, a, b)
	case shift:
		x, y = m.settled(n, x), m.convert(n, y, reflect.TypeFor[int]())
	case first:
		x = m.convert(n, x, y.Type())
	case second:
		y = m.convert(n, y, x.Type())
	}
	if x.Type() != y.Type() && !shift && !isNothing(x) && !isNothing(y) {
		m.fail(n, "convert one of them, as float32(n) does", "%s: the operands have the types %s and %s", m.Print(n), typeName(x.Type()), typeName(y.Type()))
	}
	if op == token.EQL || op == token.NEQ {
		return reflect.ValueOf(m.same(n, x, y) == (op == token.EQL))
	}
	if slices.Contains(comparisons, op) {
		return reflect.ValueOf(m.less(n, op, x, y))
	}
	return m.computed(n, op, x, y)
}

func (m *machine) constants(n ast.Node, op token.Token, a, b untyped) reflect.Value {
	if slices.Contains(comparisons, op) {
		return reflect.ValueOf(constant.Compare(a.Value, op, b.Value))
	}
	if op == token.SHL || op == token.SHR {
		by, ok := constant.Uint64Val(constant.ToInt(b.Value))
		if !ok || by >= 64 {
			m.refuse(n, "this shift")
		}
		return reflect.ValueOf(untyped{constant.Shift(constant.ToInt(a.Value), op, uint(by))})
	}
	integers := a.Kind() == constant.Int && b.Kind() == constant.Int
	if (op == token.QUO || op == token.REM) && (b.Kind() != constant.Int && b.Kind() != constant.Float || constant.Sign(b.Value) == 0) {
		m.fail(n, "by what should it be divided?", "a division by zero")
	}
	if op == token.QUO && integers {
		op = token.QUO_ASSIGN // of package constant: a division of integers
	}
	if (a.Kind() == constant.String) != (b.Kind() == constant.String) || op == token.REM && !integers {
		m.refuse(n, "this operator between these constants")
	}
	return reflect.ValueOf(untyped{constant.BinaryOp(a.Value, op, b.Value)})
}

// isNothing reports whether a value is the literal nil.
func isNothing(v reflect.Value) bool { _, ok := v.Interface().(nothing); return ok }

// same compares two values.
func (m *machine) same(n ast.Node, x, y reflect.Value) bool {
	if isNothing(x) || isNothing(y) {
		if isNothing(x) {
			x = y
		}
		switch x.Kind() {
		case reflect.Pointer, reflect.Slice, reflect.Interface:
			return x.IsNil()
		}
		m.fail(n, "compare it with a value of its type", "a value of type %s is never nil", typeName(x.Type()))
	}
	if !x.Comparable() || !y.Comparable() {
		m.fail(n, "compare its parts", "values of type %s cannot be compared", typeName(x.Type()))
	}
	return x.Interface() == y.Interface()
}

func (m *machine) less(n ast.Node, op token.Token, x, y reflect.Value) bool {
	var a, b constant.Value
	switch {
	case x.CanInt():
		a, b = constant.MakeInt64(x.Int()), constant.MakeInt64(y.Int())
	case x.CanUint():
		a, b = constant.MakeUint64(x.Uint()), constant.MakeUint64(y.Uint())
	case x.CanFloat():
		a, b = constant.MakeFloat64(x.Float()), constant.MakeFloat64(y.Float())
	}
	if a == nil || b == nil || a.Kind() == constant.Unknown || b.Kind() == constant.Unknown {
		m.refuse(n, "this comparison")
	}
	return constant.Compare(a, op, b)
}

// computed applies an operator of arithmetic to two values of one type.
func (m *machine) computed(n ast.Node, op token.Token, x, y reflect.Value) reflect.Value {
	v := reflect.New(x.Type()).Elem()
	switch {
	case x.CanInt():
		v.SetInt(integer(m, n, op, x.Int(), y.Int()))
	case x.CanUint() && y.CanUint():
		v.SetUint(integer(m, n, op, x.Uint(), y.Uint()))
	case x.CanFloat():
		v.SetFloat(m.float(n, op, x.Float(), y.Float()))
	case x.Kind() == reflect.String && op == token.ADD:
		v.SetString(x.String() + y.String())
	default:
		m.refuse(n, "this operator")
	}
	return v
}

func integer[T int64 | uint64](m *machine, n ast.Node, op token.Token, x, y T) T {
	switch op {
	case token.ADD:
		return x + y
	case token.SUB:
		return x - y
	case token.MUL:
		return x * y
	case token.AND:
		return x & y
	case token.OR:
		return x | y
	case token.SHL, token.SHR:
		if y < 0 {
			m.fail(n, "shift by 0 or more", "a shift by %d", y)
		}
		if op == token.SHL {
			return x << y
		}
		return x >> y
	case token.QUO, token.REM:
		if y == 0 {
			m.fail(n, "by what should it be divided?", "a division by zero")
		}
		if op == token.QUO {
			return x / y
		}
		return x % y
	}
	m.refuse(n, "this operator")
	return 0
}

func (m *machine) float(n ast.Node, op token.Token, x, y float64) float64 {
	switch op {
	case token.ADD:
		return x + y
	case token.SUB:
		return x - y
	case token.MUL:
		return x * y
	case token.QUO:
		return x / y
	}
	m.refuse(n, "this operator")
	return 0
}
