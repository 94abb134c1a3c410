package cfront

// This file walks over syntax.

import (
	"reflect"

	"gpucourse/gpusim/internal/cfront/syntax"
)

// namesIn returns the names that a function's body mentions.
func namesIn(b *syntax.Block) (names []string) {
	var walk func(v reflect.Value)
	walk = func(v reflect.Value) {
		switch v.Kind() {
		case reflect.Interface, reflect.Pointer:
			if v.IsNil() {
				return
			}
			if n, ok := v.Interface().(*syntax.Name); ok {
				names = append(names, n.Name)
			}
			walk(v.Elem())
		case reflect.Struct:
			for i := range v.NumField() {
				walk(v.Field(i))
			}
		case reflect.Slice:
			for i := range v.Len() {
				walk(v.Index(i))
			}
		}
	}
	walk(reflect.ValueOf(b))
	return names
}
