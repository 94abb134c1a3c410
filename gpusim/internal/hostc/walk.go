package hostc

// This file looks at statements that do not run: whether they launch a kernel, whether they
// leave, and what they would write.

import (
	"reflect"
	"slices"
	"strings"

	"gpucourse/gpusim/internal/cfront/number"
	"gpucourse/gpusim/internal/cfront/syntax"
)

// walk calls f for a node and all nodes inside of it, until f returns false.
func walk(node any, f func(any) bool) bool {
	v := reflect.ValueOf(node)
	if !v.IsValid() || v.Kind() == reflect.Pointer && v.IsNil() {
		return true
	}
	if v.Kind() == reflect.Pointer {
		if !f(node) {
			return false
		}
		v = v.Elem()
	}
	if v.Kind() != reflect.Struct {
		return true
	}
	for i := range v.NumField() {
		if v.Type().Field(i).IsExported() && !walkField(v.Field(i), f) {
			return false
		}
	}
	return true
}

func walkField(v reflect.Value, f func(any) bool) bool {
	switch v.Kind() {
	case reflect.Interface, reflect.Pointer:
		if v.IsNil() || v.Type() == viewType {
			return true
		}
		return walk(v.Interface(), f)
	case reflect.Slice:
		for i := range v.Len() {
			if e := v.Index(i); e.Kind() == reflect.Interface || e.Kind() == reflect.Pointer || e.Kind() == reflect.Struct {
				if e.Kind() == reflect.Struct {
					if !walk(e.Interface(), f) {
						return false
					}
				} else if !walkField(e, f) {
					return false
				}
			}
		}
	}
	return true
}

var viewType = reflect.TypeOf((*syntax.View)(nil))

// kernels are the names of kernels that are launched; anyKernel stands for one whose name only the
// launch tells: an instance of a template, or a pointer to a kernel.
type kernels map[string]bool

const anyKernel = ""

// launches reports whether a statement holds a launch, also in the functions that it calls.
func (m *machine) launches(s syntax.Stmt) bool { return len(m.launched(s)) > 0 }

// over reports whether all launches that matter were made: none of what is still to run makes one.
func (m *machine) over() bool {
	if m.made == 0 || m.loopEnd > 0 {
		return false
	}
	for _, rest := range m.rests {
		if slices.ContainsFunc(rest, m.needed) {
			return false
		}
	}
	return true
}

// needed reports whether a statement launches a kernel of which a launch is wanted.
func (m *machine) needed(s syntax.Stmt) bool {
	for name := range m.launched(s) {
		if name == anyKernel || m.wants(name) {
			return true
		}
	}
	return false
}

// launched returns the kernels that a statement launches, also in the functions that it calls.
func (m *machine) launched(s syntax.Stmt) kernels {
	if s == nil {
		return nil
	}
	found, ok := m.started[s]
	if !ok {
		found = kernels{}
		m.collectLaunches(s, found, map[string]bool{})
		m.started[s] = found
	}
	return found
}

func (m *machine) collectLaunches(node any, found kernels, seen map[string]bool) {
	walk(node, func(n any) bool {
		switch n := n.(type) {
		case *syntax.ConfiguredCall:
			found[m.launchedName(n.Kernel)] = true
		case *syntax.Name:
			if strings.HasPrefix(n.Name, "cudaLaunch") {
				found[anyKernel] = true
			}
			if !seen[n.Name] {
				seen[n.Name] = true
				m.collectFrom(m.funcs[n.Name], found, seen)
			}
		case *syntax.Member:
			if key := "." + n.Name; !seen[key] {
				seen[key] = true
				m.collectFrom(m.methodsNamed(n.Name), found, seen)
			}
		}
		return true
	})
}

// launchedName returns the name that a launch has as KernelCall.Kernel.
func (m *machine) launchedName(x syntax.Expr) string {
	n, ok := x.(*syntax.Name)
	if !ok {
		return anyKernel
	}
	list := globals(m.funcs[n.Name])
	if len(list) != 1 || len(list[0].TParams) > 0 {
		return anyKernel
	}
	return list[0].Key(n.Name)
}

func (m *machine) collectFrom(list []*syntax.Func, found kernels, seen map[string]bool) {
	for _, f := range list {
		if f.Body != nil && !f.Attrs.Global {
			m.collectLaunches(f.Body, found, seen)
		}
	}
}

// methodsNamed returns the methods of a name, of any struct.
func (m *machine) methodsNamed(name string) (list []*syntax.Func) {
	for key, found := range m.methods {
		if strings.HasSuffix(key, "::"+name) {
			list = append(list, found...)
		}
	}
	for _, s := range m.structs {
		for _, f := range s.Methods {
			if f.Name == name {
				list = append(list, f)
			}
		}
	}
	return list
}

// endings are functions that do not return.
var endings = map[string]bool{"exit": true, "abort": true, "_exit": true, "quick_exit": true, "terminate": true, "cudaDeviceReset": true}

// leaves reports whether a statement may end the function or the program.
func leaves(s syntax.Stmt) (found bool) {
	walk(s, func(n any) bool {
		switch n := n.(type) {
		case *syntax.Return, *syntax.Leave:
			found = true
		case *syntax.Jump:
			found = true
		case *syntax.Lambda:
			return true
		case *syntax.Name:
			found = found || endings[n.Name]
		}
		return !found
	})
	return found
}

// forget makes unknown what a statement that does not run, or not to its end, would write to
// variables.
func (m *machine) forget(s syntax.Stmt) {
	if s == nil {
		return
	}
	walk(s, func(n any) bool {
		switch n := n.(type) {
		case *syntax.Binary:
			if n.Op == "=" || len(n.Op) > 1 && strings.HasSuffix(n.Op, "=") && !number.Compares(n.Op) {
				m.forgetName(n.X)
			}
		case *syntax.Unary:
			if n.Op == "++" || n.Op == "--" {
				m.forgetName(n.X)
			}
		}
		return true
	})
}

// forgetName makes a scalar variable unknown.
func (m *machine) forgetName(x syntax.Expr) {
	n, ok := x.(*syntax.Name)
	if !ok {
		return
	}
	if b := m.lookup(n.Name); b != nil && !b.isType && !b.constant && b.place.t != nil && b.place.t.scalar() {
		m.store(b.place, unknown(b.place.t))
	}
}
