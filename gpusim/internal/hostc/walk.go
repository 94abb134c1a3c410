package hostc

// This file looks at statements that do not run: whether they launch a kernel, whether they
// leave, and what they would write.

import (
	"reflect"
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

// launches reports whether a statement holds a launch, also in the functions that it calls.
func (m *machine) launches(s syntax.Stmt) bool {
	if s == nil {
		return false
	}
	if has, ok := m.started[s]; ok {
		return has
	}
	has := m.launchesIn(s, map[string]bool{})
	m.started[s] = has
	return has
}

func (m *machine) launchesIn(node any, seen map[string]bool) (has bool) {
	walk(node, func(n any) bool {
		switch n := n.(type) {
		case *syntax.ConfiguredCall:
			has = true
		case *syntax.Name:
			has = has || strings.HasPrefix(n.Name, "cudaLaunch")
			if !seen[n.Name] {
				seen[n.Name] = true
				has = has || m.functionLaunches(m.funcs[n.Name], seen)
			}
		case *syntax.Member:
			if key := "." + n.Name; !seen[key] {
				seen[key] = true
				has = has || m.methodLaunches(n.Name, seen)
			}
		}
		return !has
	})
	return has
}

func (m *machine) functionLaunches(list []*syntax.Func, seen map[string]bool) bool {
	for _, f := range list {
		if f.Body != nil && !f.Attrs.Global && m.launchesIn(f.Body, seen) {
			return true
		}
	}
	return false
}

// methodLaunches reports whether a method of this name launches, of any struct.
func (m *machine) methodLaunches(name string, seen map[string]bool) bool {
	for key, list := range m.methods {
		if strings.HasSuffix(key, "::"+name) && m.functionLaunches(list, seen) {
			return true
		}
	}
	for _, s := range m.structs {
		for _, f := range s.Methods {
			if f.Name == name && m.functionLaunches([]*syntax.Func{f}, seen) {
				return true
			}
		}
	}
	return false
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
