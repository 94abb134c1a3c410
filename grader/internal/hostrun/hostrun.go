// Package hostrun runs a function of the host that a learner wrote, such as one that copies, launches and
// waits. It reads the function statement by statement and makes the calls itself: nothing of it is built
// by the Go toolchain, and nothing of it runs natively.
//
// The machine: variables in nested scopes, and values of Go. A statement is executed as Go would, and each
// counts as a step; too many steps end the run, and so do too many bytes of slices. A function reaches what
// api.go lists, and the other functions of its file: packages gpusim and driver, notebook.OK and
// notebook.Must, and fmt.Sprint for names. A kernel of the file is a value that the API launches. Every call
// of the API is recorded, with what it returned and when; a call that fails ends the run.
//
// Not modelled: type declarations, generics, goroutines, channels, maps, switch and labels. A function that
// uses them gets feedback that says so. Types are checked when a value is used, not before.
package hostrun

import (
	"fmt"
	"go/ast"
	"go/token"
	"reflect"

	"gpucourse/gpusim"
	"gpucourse/grader/rubric"
)

// Program is a file with a host function.
type Program struct {
	Decl   func(name string) ast.Node // the declaration of a name, or nil
	Line   func(n ast.Node) int
	Print  func(n ast.Node) string
	Module *gpusim.Module // with the kernels of the file; nil for a file without kernels
	// Kernels are the functions that run on the device.
	Kernels []string
}

// Stop is why a run ended before the function returned.
type Stop struct {
	Line    int
	Message string
	Hint    string
	Refused bool  // the function uses what is not read
	Err     error // of a call of the API that failed; nil for other reasons
}

// Error returns the message.
func (s *Stop) Error() string { return s.Message }

// Limits of a run: statements, and bytes of slices that it makes.
const (
	mostSteps = 200_000
	mostBytes = 256 << 20
	mostDepth = 100
)

// Run calls a function with the arguments of a start. Its second result is nil when the function returned.
func (p *Program) Run(name string, start *rubric.Start) (played *rubric.Played, stop *Stop) {
	m := &machine{Program: p, played: &rubric.Played{Start: start}, globals: map[string]reflect.Value{}}
	played = m.played
	defer func() {
		switch r := recover().(type) {
		case nil:
		case *Stop:
			stop = r
		default:
			panic(r)
		}
	}()
	fn := p.Decl(name).(*ast.FuncDecl)
	args := make([]reflect.Value, len(start.Args))
	for i, a := range start.Args {
		args[i] = reflect.ValueOf(a)
	}
	m.at = fn
	if start.Before != nil {
		start.Before(func(name string) *gpusim.Kernel { return gpusim.Must(p.Module.Kernel(name)) })
	}
	start.Begun = m.now()
	m.played.Results = interfaces(m.enter(&closure{params: fn.Type.Params, results: fn.Type.Results, body: fn.Body}, args))
	return played, nil
}

// machine is the state of a run.
type machine struct {
	*Program
	played  *rubric.Played
	globals map[string]reflect.Value // variables of the file, made when they are first used
	at      ast.Node                 // the statement that is executed
	steps   int
	bytes   int
	depth   int // of calls
}

// fail ends the run with what is wrong.
func (m *machine) fail(n ast.Node, hint, format string, args ...any) {
	panic(&Stop{Line: m.Line(n), Message: fmt.Sprintf(format, args...), Hint: hint})
}

// refuse ends the run at something that is not read.
func (m *machine) refuse(n ast.Node, what string) {
	panic(&Stop{
		Line: m.Line(n), Message: "the grader does not read " + what + " in a host function: " + m.Print(n), Refused: true,
		Hint: "write it with variables, loops, conditions and calls of packages gpusim and driver",
	})
}

// closure is a function of the file, or one that a function made.
type closure struct {
	params, results *ast.FieldList
	body            *ast.BlockStmt
	scope           *variables // that it was made in; nil for a function of the file
}

// variables is a scope: it holds variables, which are addressable.
type variables struct {
	outer *variables
	names map[string]reflect.Value
}

func (s *variables) inner() *variables { return &variables{s, map[string]reflect.Value{}} }

// find returns a variable, or the zero Value for an unknown name.
func (s *variables) find(name string) reflect.Value {
	for ; s != nil; s = s.outer {
		if v, ok := s.names[name]; ok {
			return v
		}
	}
	return reflect.Value{}
}

// define makes a variable of a type with a value.
func (s *variables) define(name string, v reflect.Value) {
	if name == "_" {
		return
	}
	at := reflect.New(v.Type()).Elem()
	at.Set(v)
	s.names[name] = at
}

// frame is a call of a function of the file.
type frame struct {
	scope   *variables
	results []reflect.Value
	defers  []func()
}

// enter calls a function of the file.
func (m *machine) enter(c *closure, args []reflect.Value) []reflect.Value {
	if m.depth++; m.depth > mostDepth {
		m.fail(m.at, "let the function end before it calls itself again", "functions call each other %d deep", mostDepth)
	}
	defer func() { m.depth-- }()
	f := &frame{scope: c.scope.inner()}
	i := 0
	for _, field := range c.params.List {
		if _, variadic := field.Type.(*ast.Ellipsis); variadic {
			m.refuse(field, "a variadic parameter")
		}
		for _, name := range field.Names {
			if i >= len(args) {
				m.fail(m.at, "pass what the function takes", "the call has too few arguments")
			}
			f.scope.define(name.Name, m.convert(m.at, args[i], m.typeOf(field.Type)))
			i++
		}
	}
	if i < len(args) {
		m.fail(m.at, "pass what the function takes", "the call has too many arguments")
	}
	m.block(f, c.body)
	for i := len(f.defers) - 1; i >= 0; i-- {
		f.defers[i]()
	}
	return m.resultsOf(c, f.results)
}

// resultsOf converts what a function returns to the types that it declares.
func (m *machine) resultsOf(c *closure, got []reflect.Value) []reflect.Value {
	if c.results == nil {
		return nil
	}
	var types []reflect.Type
	for _, field := range c.results.List {
		if len(field.Names) > 0 {
			m.refuse(field, "a result with a name")
		}
		types = append(types, m.typeOf(field.Type))
	}
	if len(got) != len(types) {
		m.fail(m.at, "end the function with a return", "the function returns %d values, and declares %d", len(got), len(types))
	}
	for i, t := range types {
		got[i] = m.convert(m.at, got[i], t)
	}
	return got
}

// interfaces returns values as any.
func interfaces(values []reflect.Value) []any {
	var list []any
	for _, v := range values {
		list = append(list, v.Interface())
	}
	return list
}

// global returns a variable or constant of the file, or the zero Value for an unknown name.
func (m *machine) global(name string) reflect.Value {
	if v, ok := m.globals[name]; ok {
		return v
	}
	decl, ok := m.Decl(name).(*ast.GenDecl)
	if !ok || decl.Tok != token.VAR && decl.Tok != token.CONST {
		return reflect.Value{}
	}
	m.globals[name] = reflect.Value{} // unknown while its own value is computed
	outer := &frame{scope: (*variables)(nil).inner()}
	for _, spec := range decl.Specs {
		spec := spec.(*ast.ValueSpec)
		for i, id := range spec.Names {
			if id.Name != name {
				continue
			}
			if decl.Tok == token.CONST && len(spec.Values) == 0 {
				m.refuse(spec, "a constant without a value")
			}
			m.declare(outer, spec, i)
			m.globals[name] = outer.scope.find(name)
		}
	}
	return m.globals[name]
}
