package hostc

// This file says what is wrong with a program that no compiler takes, or that uses what it never
// set. Such a program is refused in its own words: nvcc would not run it either.

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/cfront/syntax"
	"gpucourse/internal/spelling"
)

// mistake ends a program that is played, for a mistake of its author.
func (m *machine) mistake(code diag.Code, hint, format string, args ...any) {
	panic(refused{diag.Diagnostic{Code: code, Pos: m.play.at, Message: fmt.Sprintf(format, args...), Hint: hint}})
}

// unread returns an error for each statement that could not be read and that main() may reach.
func (m *machine) unread() error {
	var list []error
	seen := map[string]bool{}
	var visit func(n any) bool
	bodies := func(of []*syntax.Func) {
		for _, f := range of {
			if f.Body != nil && !f.Attrs.Global {
				walk(f.Body, visit)
			}
		}
	}
	named := func(key string, of func() []*syntax.Func) {
		if !seen[key] {
			seen[key] = true
			bodies(of())
		}
	}
	visit = func(n any) bool {
		switch n := n.(type) {
		case *syntax.Unread:
			list = append(list, unread(n.Err))
		case *syntax.Name:
			named(n.Name, func() []*syntax.Func { return m.funcs[n.Name] })
		case *syntax.Member:
			named("."+n.Name, func() []*syntax.Func { return m.methodsNamed(n.Name) })
		}
		return true
	}
	named("main", func() []*syntax.Func { return m.funcs["main"] })
	return errors.Join(list...)
}

// unread is the error of a statement as one of host code, of which this package reads a part.
func unread(err error) error {
	d, ok := errors.AsType[diag.Diagnostic](err)
	if !ok {
		return err
	}
	d.Hint = strings.TrimPrefix(d.Hint+"; if a compiler accepts it: "+otherWay, "; ")
	return d
}

// noLaunch ends a program whose launch fits no kernel.
func (m *machine) noLaunch(at diag.Pos, fn *function, args int) {
	m.play.at = at
	kernels := globals(fn.decls)
	if len(kernels) == 0 && len(fn.decls) > 0 {
		m.mistake(diag.TypeError, fmt.Sprintf("write __global__ before it, in line %d", fn.decls[0].Position().Line), "function %s is launched, and it is no kernel", fn.name)
	}
	if len(kernels) == 1 && len(fn.args) <= len(kernels[0].TParams) {
		m.mistake(diag.TypeError, "pass one argument for each parameter, in their order: "+parameterNames(kernels[0]),
			"kernel %s has %s, and this launch passes %d", fn.name, plural(len(kernels[0].Params), "parameter"), args)
	}
	m.refuse("a launch of " + fn.name + " with these arguments")
}

func plural(n int, of string) string {
	if n == 1 {
		return "1 " + of
	}
	return fmt.Sprint(n, " ", of, "s")
}

func parameterNames(f *syntax.Func) string {
	names := make([]string, len(f.Params))
	for i, p := range f.Params {
		names[i] = p.Name
	}
	return strings.Join(names, ", ")
}

// fits ends a program that passes a number for a pointer to a kernel, or a pointer for a number or
// for a pointer to numbers of another type.
func (m *machine) fits(d *syntax.Func, args []argument) {
	for i, p := range d.Params[:min(len(args), len(d.Params))] {
		want, got := m.typeOf(p.Type), decayed(args[i].value).t
		null := got.kind == integer && args[i].value.known && args[i].value.bits == 0
		if (want.kind == pointer) == (got.kind == pointer) && !differ(want, got) || null || !want.plain() || !got.plain() {
			continue
		}
		m.mistake(diag.TypeError, "pass the arguments in the order of the parameters: "+parameterNames(d),
			"argument %s of kernel %s has type %s, and its parameter has type %s", p.Name, d.Name, got.name, want.name)
	}
}

// plain reports whether a type is a number or a pointer to numbers.
func (t *typ) plain() bool {
	return t.number() || t.kind == pointer && t.elem.number()
}

// differ reports whether two pointers to numbers have different types. A char and its signed and
// unsigned kinds are one here.
func differ(a, b *typ) bool {
	return a.kind == pointer && b.kind == pointer && (a.elem.size != b.elem.size || (a.elem.kind == floating) != (b.elem.kind == floating))
}

// calledHere ends a program that calls what runs on the device alone as a function of the host.
func (m *machine) calledHere(d *syntax.Func) {
	switch {
	case m.play == nil:
	case d.Attrs.Global:
		m.mistake(diag.TypeError, fmt.Sprintf("launch it: %s<<<blocks, threads>>>(%s)", d.Name, parameterNames(d)), "kernel %s is called like a function of the host", d.Name)
	case d.Attrs.Device && !d.Attrs.Host && !m.known(d.Name):
		m.mistake(diag.TypeError, "mark it __host__ __device__", "main() calls %s, a function of the device", d.Name)
	}
}

// shiftedKernel ends a program that writes << and >> for <<< and >>>.
func (m *machine) shiftedKernel(op string, a value) {
	if m.play != nil && a.fn != nil && (op == "<<" || op == ">>") && len(globals(a.fn.decls)) > 0 {
		m.mistake(diag.Syntax, fmt.Sprintf("write three: %s<<<blocks, threads>>>(…)", a.fn.name), "a launch of kernel %s has two angle brackets", a.fn.name)
	}
}

// undeclared ends a program for a name that it does not declare: misspelt, or of a library.
func (m *machine) undeclared(kind, name string, names []string) {
	err := m.refusal(kind + " " + name + " is not read of host code")
	if near := spelling.Suggest(name, names); near != "" {
		err.Hint = near + " If not: " + err.Hint
	}
	panic(refused{err})
}

// variables are the names of what a program has declared.
func (m *machine) variables() (names []string) {
	for s := m.scope; s != nil; s = s.outer {
		for i := range s.list {
			names = append(names, s.list[i].name)
		}
	}
	return slices.AppendSeq(names, maps.Keys(m.globals))
}

// functions are the names of what a program may call.
func (m *machine) functions() (names []string) {
	names = append(m.play.Names(), played...)
	names = slices.AppendSeq(names, maps.Keys(printing))
	return slices.AppendSeq(names, maps.Keys(m.funcs))
}

// unsetValue ends a program that uses a value that it never set.
func (m *machine) unsetValue(x syntax.Expr) {
	what := "a value"
	if x != nil {
		what = cmp.Or(written(x), what)
		m.play.at = x.Position()
	}
	m.mistake(diag.UnsetVariable, m.setFirst(), "%s is used, and the program has never set it", what)
}

// setFirst is the remedy for a value that was never set.
func (m *machine) setFirst() string {
	if m.made > 0 {
		return "set it first; the results of a kernel reach the host with cudaMemcpy(…, cudaMemcpyDeviceToHost)"
	}
	return "set it first"
}

// written writes a name or an element as the program does; "" for anything else.
func written(x syntax.Expr) string {
	switch x := x.(type) {
	case *syntax.Name:
		return x.Name
	case *syntax.Literal:
		return x.Text
	case *syntax.Index:
		if of, at := written(x.X), written(x.I); of != "" && at != "" {
			return of + "[" + at + "]"
		}
	case *syntax.Member:
		if of := written(x.X); of != "" && x.Arrow {
			return of + "->" + x.Name
		} else if of != "" {
			return of + "." + x.Name
		}
	}
	return ""
}

// unsetArgument ends a program that passes to the runtime what it never set.
func (m *machine) unsetArgument(c *invocation, i int) {
	x := c.expr(i)
	if name := written(x); name != "" && c.arg(i).t.kind == pointer {
		m.mistake(diag.UnsetVariable, fmt.Sprintf("allocate memory first: cudaMalloc(&%s, bytes)", name), "%s is passed to %s, and the program has never set it", name, c.name)
	}
	m.unsetValue(x)
}

// allocating are the functions that store an address where their first argument points.
var allocating = []string{"cudaMalloc", "cudaMallocManaged", "cudaMallocHost", "cudaHostAlloc", "cudaMallocAsync"}

// takesAddress ends a program that passes a pointer where the address of a pointer belongs.
func (m *machine) takesAddress(c *invocation) {
	t := c.arg(0).t
	if !slices.Contains(allocating, c.name) || t.kind != pointer || !t.elem.number() {
		return
	}
	name := cmp.Or(written(c.expr(0)), "pointer")
	m.mistake(diag.TypeError, fmt.Sprintf("pass the address of the pointer: %s(&%s, …)", c.name, name), "%s stores an address, and %s is a pointer to %s", c.name, name, t.elem.name)
}
