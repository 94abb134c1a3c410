package hostrun

// This file makes calls: of Go's own functions, of the file's, and of the API, which are recorded.

import (
	"fmt"
	"go/ast"
	"go/types"
	"reflect"
	"strings"
	"time"

	"gpucourse/grader/rubric"
	"gpucourse/internal/spelling"
)

// call makes a call and returns its results.
func (m *machine) call(f *frame, e *ast.CallExpr) []reflect.Value { return m.prepare(f, e)() }

// prepare computes what is called and the arguments, and returns the call.
func (m *machine) prepare(f *frame, e *ast.CallExpr) func() []reflect.Value {
	if e.Ellipsis.IsValid() {
		m.refuse(e, "a list of arguments with ...")
	}
	if id, ok := e.Fun.(*ast.Ident); ok && !f.scope.find(id.Name).IsValid() && m.Decl(id.Name) == nil {
		if do := builtins[id.Name]; do != nil {
			scope := f.scope
			return func() []reflect.Value {
				defer func(now *variables) { f.scope = now }(f.scope)
				f.scope = scope
				return do(m, f, e)
			}
		}
	}
	if t := m.conversion(f, e); t != nil {
		v := m.cast(e, m.one(f, e.Args[0]), t)
		return func() []reflect.Value { return []reflect.Value{v} }
	}
	if name := m.function(f, e.Fun); name != "" {
		return m.prepareFunction(f, e, name)
	}
	if s, ok := e.Fun.(*ast.SelectorExpr); ok {
		return m.prepareMethod(f, e, s)
	}
	c, ok := m.one(f, e.Fun).Interface().(*closure)
	if !ok {
		m.fail(e, "a kernel is launched: dev.Launch(kernel, config, args)", "%s is no function of the host", m.Print(e.Fun))
	}
	args := m.arguments(f, e)
	return func() []reflect.Value { return m.enter(c, args) }
}

// conversion returns the type that a call converts to; nil for any other call.
func (m *machine) conversion(f *frame, e *ast.CallExpr) reflect.Type {
	if len(e.Args) != 1 {
		return nil
	}
	name := m.qualified(f, e.Fun)
	if id, ok := e.Fun.(*ast.Ident); ok && !f.scope.find(id.Name).IsValid() {
		name = id.Name
	}
	return named[name]
}

// function returns the name of a function of a package, with the element type of a generic one.
func (m *machine) function(f *frame, e ast.Expr) string {
	if index, ok := e.(*ast.IndexExpr); ok {
		if name := m.qualified(f, index.X); name != "" {
			return name + "[" + m.Print(index.Index) + "]"
		}
	}
	return m.qualified(f, e)
}

func (m *machine) arguments(f *frame, e *ast.CallExpr) []reflect.Value {
	if len(e.Args) == 1 {
		return m.several(f, e.Args[0])
	}
	var list []reflect.Value
	for _, a := range e.Args {
		list = append(list, m.one(f, a))
	}
	return list
}

func (m *machine) prepareFunction(f *frame, e *ast.CallExpr, name string) func() []reflect.Value {
	args := m.arguments(f, e)
	switch name {
	case "notebook.OK", "notebook.Must", "gpusim.Must":
		return func() []reflect.Value { return args[:max(0, len(args)-1)] } // a call that failed has ended the run
	}
	do, ok := functions[name]
	if !ok && len(args) > 0 { // the element type follows from an argument
		do, ok = functions[name+"["+m.elementOf(args)+"]"]
	}
	if !ok {
		m.refuse(e, "this function")
	}
	return m.prepared(e, name, reflect.ValueOf(do), args)
}

// elementOf returns the element type of the first slice or buffer among some arguments.
func (m *machine) elementOf(args []reflect.Value) string {
	for _, a := range args {
		t := a.Type()
		if t.Kind() == reflect.Slice {
			return t.Elem().String()
		}
		if _, element, ok := strings.Cut(t.String(), "["); ok {
			return strings.TrimSuffix(element, "]")
		}
	}
	return ""
}

func (m *machine) prepareMethod(f *frame, e *ast.CallExpr, s *ast.SelectorExpr) func() []reflect.Value {
	receiver := m.one(f, s.X)
	t := receiver.Type()
	do, ok := methods[t][s.Sel.Name]
	if !ok && receiver.CanAddr() { // a variable's address is taken
		receiver = receiver.Addr()
		do, ok = methods[receiver.Type()][s.Sel.Name]
	}
	if !ok {
		known := make([]string, 0, len(methods[t]))
		for name := range methods[t] {
			known = append(known, name)
		}
		hint := "look at the tables of the chapter"
		if near := spelling.Suggest(s.Sel.Name, known); near != "" {
			hint = near
		}
		m.fail(e, hint, "a value of type %s has no method %s that the grader reads", typeName(t), s.Sel.Name)
	}
	if receiver.Kind() == reflect.Pointer && receiver.IsNil() {
		m.fail(e, "give it a value first", "%s is nil", m.Print(s.X))
	}
	name := strings.TrimLeft(t.String(), "*")
	if short, _, generic := strings.Cut(name, "["); generic {
		name = short
	}
	_, name, _ = strings.Cut(name, ".")
	return m.prepared(e, name+"."+s.Sel.Name, reflect.ValueOf(do), append([]reflect.Value{receiver}, m.arguments(f, e)...))
}

// prepared is a call of the API with its arguments.
func (m *machine) prepared(e *ast.CallExpr, name string, do reflect.Value, args []reflect.Value) func() []reflect.Value {
	t := do.Type()
	fixed := t.NumIn()
	if t.IsVariadic() {
		fixed--
	}
	if len(args) < fixed || len(args) > fixed && !t.IsVariadic() {
		m.fail(e, "look at the call in the tables of the chapter", "%s: %s, want %d", m.Print(e), count(len(args), "argument"), fixed)
	}
	for i := range args {
		want := t.In(min(i, t.NumIn()-1))
		if i >= fixed {
			want = want.Elem()
		}
		args[i] = m.convert(e, m.launched(e, args[i]), want)
	}
	return func() []reflect.Value { return m.record(e, name, do, args) }
}

// launched replaces a kernel of the file by that of its module.
func (m *machine) launched(e *ast.CallExpr, v reflect.Value) reflect.Value {
	k, ok := v.Interface().(kernel)
	if !ok {
		return v
	}
	of, err := m.Module.Kernel(k.name)
	if err != nil {
		m.fail(e, "leave the kernel as it was given", "%v", err)
	}
	return reflect.ValueOf(of)
}

// record makes a call of the API.
func (m *machine) record(e *ast.CallExpr, name string, do reflect.Value, args []reflect.Value) []reflect.Value {
	c := rubric.HostCall{Name: name, Args: interfaces(args), Line: m.Line(e), From: m.now()}
	if m.allocates(e, name, args); c.Is("Stream.CopyFrom", "Stream.CopyTo") {
		c.Staged = rubric.IsStaged(m.played.Devices[0], c.Args)
	}
	results := m.called(e, do, args)
	c.To, c.Results = m.now(), interfaces(results)
	if n := len(results); n > 0 {
		c.Err, _ = results[n-1].Interface().(error)
	}
	m.played.Calls = append(m.played.Calls, c)
	if c.Err != nil && !m.played.Start.MayFail {
		panic(&Stop{Line: c.Line, Message: c.Err.Error(), Err: c.Err})
	}
	return results
}

// called makes a call that may panic, such as one for a part that a buffer has not.
func (m *machine) called(e *ast.CallExpr, do reflect.Value, args []reflect.Value) []reflect.Value {
	defer func() {
		if r := recover(); r != nil {
			m.fail(e, "compare the numbers of the call with the sizes of the memory", "%v", r)
		}
	}()
	return do.Call(args)
}

// now returns the time on the host's clock.
func (m *machine) now() time.Duration {
	if devices := m.played.Start.Devices; len(devices) > 0 {
		return devices[0].Now()
	}
	return 0
}

// allocates counts the bytes that a call makes of the memory of this machine.
func (m *machine) allocates(e *ast.CallExpr, name string, args []reflect.Value) {
	if !strings.Contains(name, "Malloc") && !strings.Contains(name, "MemAlloc") {
		return
	}
	bytes := 4
	for _, a := range args[1:] {
		if a.Kind() == reflect.Int {
			bytes *= max(1, min(int(a.Int()), 1<<40))
			if bytes > 1<<50 {
				break
			}
		}
	}
	m.grow(e, bytes)
}

// grow counts bytes.
func (m *machine) grow(n ast.Node, bytes int) {
	if m.bytes += bytes; m.bytes > mostBytes || m.bytes < 0 {
		m.fail(n, "the task needs far less memory", "the function takes more than %d MiB", mostBytes>>20)
	}
}

// made makes a slice.
func (m *machine) made(n ast.Node, t reflect.Type, length int) reflect.Value {
	if length > mostBytes {
		length = mostBytes
	}
	m.grow(n, length*max(1, int(t.Elem().Size())))
	return reflect.MakeSlice(t, length, length)
}

// touched records that the host reads or writes elements of a slice.
func (m *machine) touched(n ast.Node, of reflect.Value, lo, hi int, write bool) {
	if of.Kind() != reflect.Slice || hi <= lo || !elementary(of.Type().Elem()) {
		return
	}
	name := rubric.HostReads
	if write {
		name = rubric.HostWrites
	}
	line, calls := m.Line(n), m.played.Calls
	if last := len(calls) - 1; last >= 0 && calls[last].Name == name && calls[last].Line == line {
		return // a loop over elements: the first stands for all
	}
	m.played.Calls = append(calls, rubric.HostCall{Name: name, Args: []any{of.Slice(lo, hi).Interface()}, Line: line, From: m.now(), To: m.now()})
}

// elementary reports whether elements are numbers.
func elementary(t reflect.Type) bool { return t.Kind() >= reflect.Int && t.Kind() <= reflect.Float64 }

// typeOf returns the type that an expression names.
func (m *machine) typeOf(e ast.Expr) reflect.Type {
	switch e := e.(type) {
	case *ast.ParenExpr:
		return m.typeOf(e.X)
	case *ast.StarExpr:
		return reflect.PointerTo(m.typeOf(e.X))
	case *ast.ArrayType:
		if e.Len == nil {
			return reflect.SliceOf(m.typeOf(e.Elt))
		}
		n := m.whole(e, m.value(&frame{scope: (*variables)(nil).inner()}, e.Len), 0, 1<<16)
		return reflect.ArrayOf(n, m.typeOf(e.Elt))
	case *ast.FuncType:
		return reflect.TypeFor[*closure]()
	}
	if t := named[types.ExprString(e)]; t != nil {
		return t
	}
	m.refuse(e, "this type")
	return nil
}

// typeName returns a type as Go writes it.
func typeName(t reflect.Type) string {
	switch t {
	case reflect.TypeFor[nothing]():
		return "nil"
	case reflect.TypeFor[kernel]():
		return "kernel"
	case reflect.TypeFor[*closure]():
		return "func"
	}
	return strings.ReplaceAll(fmt.Sprint(t), "interface {}", "any")
}
