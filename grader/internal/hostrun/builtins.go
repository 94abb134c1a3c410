package hostrun

// This file is Go's own functions.

import (
	"go/ast"
	"go/token"
	"reflect"
)

// builtins are the functions of Go that are read.
var builtins map[string]func(*machine, *frame, *ast.CallExpr) []reflect.Value

func init() { // they lead to each other
	builtins = map[string]func(*machine, *frame, *ast.CallExpr) []reflect.Value{
		"len": (*machine).length, "make": (*machine).make, "append": (*machine).appended, "copy": (*machine).copied,
		"min": (*machine).least, "max": (*machine).most, "new": (*machine).fresh, "panic": (*machine).panics,
	}
}

// wants ends the run where a call has another number of arguments.
func (m *machine) wants(e *ast.CallExpr, n int) {
	if len(e.Args) != n {
		m.fail(e, "look at the call", "%s: %s, want %d", m.Print(e), count(len(e.Args), "argument"), n)
	}
}

func (m *machine) length(f *frame, e *ast.CallExpr) []reflect.Value {
	m.wants(e, 1)
	v := m.one(f, e.Args[0])
	if k := v.Kind(); k != reflect.Slice && k != reflect.Array && k != reflect.String {
		m.fail(e, "a buffer has the method Len", "%s has no length", m.Print(e.Args[0]))
	}
	return []reflect.Value{reflect.ValueOf(v.Len())}
}

func (m *machine) make(f *frame, e *ast.CallExpr) []reflect.Value {
	if len(e.Args) != 2 && len(e.Args) != 3 {
		m.fail(e, "write make([]float32, n)", "%s: make takes a type and a length", m.Print(e))
	}
	t := m.typeOf(e.Args[0])
	if t.Kind() != reflect.Slice {
		m.refuse(e, "make of anything but a slice")
	}
	return []reflect.Value{m.made(e, t, m.whole(e, m.one(f, e.Args[1]), 0, 1<<40))}
}

func (m *machine) appended(f *frame, e *ast.CallExpr) []reflect.Value {
	if len(e.Args) == 0 {
		m.wants(e, 2)
	}
	list := m.one(f, e.Args[0])
	if list.Kind() != reflect.Slice {
		m.fail(e, "append to a slice", "%s is no slice", m.Print(e.Args[0]))
	}
	for _, a := range e.Args[1:] {
		m.grow(e, int(list.Type().Elem().Size()))
		list = reflect.Append(list, m.convert(a, m.one(f, a), list.Type().Elem()))
	}
	return []reflect.Value{list}
}

func (m *machine) copied(f *frame, e *ast.CallExpr) []reflect.Value {
	m.wants(e, 2)
	to, from := m.one(f, e.Args[0]), m.one(f, e.Args[1])
	if to.Kind() != reflect.Slice || from.Kind() != reflect.Slice || to.Type() != from.Type() {
		m.fail(e, "copy is for slices of the host; x.CopyFrom(host) copies to the device", "%s: want two slices of one type", m.Print(e))
	}
	n := min(to.Len(), from.Len())
	m.touched(e.Args[1], from, 0, n, false)
	m.touched(e.Args[0], to, 0, n, true)
	return []reflect.Value{reflect.ValueOf(reflect.Copy(to, from))}
}

func (m *machine) least(f *frame, e *ast.CallExpr) []reflect.Value { return m.extreme(f, e, token.LSS) }
func (m *machine) most(f *frame, e *ast.CallExpr) []reflect.Value  { return m.extreme(f, e, token.GTR) }

func (m *machine) extreme(f *frame, e *ast.CallExpr, better token.Token) []reflect.Value {
	if len(e.Args) == 0 {
		m.wants(e, 2)
	}
	best := m.one(f, e.Args[0])
	for _, a := range e.Args[1:] {
		v := m.one(f, a)
		if m.binary(e, better, v, best).Bool() {
			v, best = best, v
		}
		if _, ok := best.Interface().(untyped); ok {
			if _, also := v.Interface().(untyped); !also {
				best = m.convert(e, best, v.Type())
			}
		}
	}
	return []reflect.Value{best}
}

func (m *machine) fresh(_ *frame, e *ast.CallExpr) []reflect.Value {
	m.wants(e, 1)
	return []reflect.Value{reflect.New(m.typeOf(e.Args[0]))}
}

func (m *machine) panics(f *frame, e *ast.CallExpr) []reflect.Value {
	m.wants(e, 1)
	m.fail(e, "why does the program come here?", "the function panics: %v", m.settled(e, m.one(f, e.Args[0])).Interface())
	return nil
}
