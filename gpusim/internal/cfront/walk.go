package cfront

// This file walks over syntax.

import (
	"reflect"

	"gpucourse/gpusim/internal/cfront/syntax"
)

// namesIn returns the names that a function's body mentions.
func namesIn(b *syntax.Block) (names []string) {
	each(reflect.ValueOf(b), func(v any) {
		if n, ok := v.(*syntax.Name); ok {
			names = append(names, n.Name)
		}
	})
	return names
}

// acts reports whether an expression may do something besides computing its value.
func acts(x syntax.Expr) (found bool) {
	each(reflect.ValueOf(x), func(v any) {
		switch v := v.(type) {
		case *syntax.Call:
			found = true
		case *syntax.Unary:
			found = found || v.Op == "++" || v.Op == "--"
		case *syntax.Binary:
			found = found || v.Op == "=" || isCompound(v.Op)
		}
	})
	return found
}

// writes reports whether an expression may change a variable by itself.
func writes(x syntax.Expr) (found bool) {
	each(reflect.ValueOf(x), func(v any) {
		switch v := v.(type) {
		case *syntax.Unary:
			found = found || v.Op == "++" || v.Op == "--"
		case *syntax.Binary:
			found = found || v.Op == "=" || isCompound(v.Op)
		}
	})
	return found
}

// each visits the nodes below a value.
func each(v reflect.Value, visit func(any)) {
	switch v.Kind() {
	case reflect.Interface, reflect.Pointer:
		if v.IsNil() {
			return
		}
		visit(v.Interface())
		each(v.Elem(), visit)
	case reflect.Struct:
		for i := range v.NumField() {
			each(v.Field(i), visit)
		}
	case reflect.Slice:
		for i := range v.Len() {
			each(v.Index(i), visit)
		}
	}
}
