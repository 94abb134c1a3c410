package fuzz

// This file hands []Pair to kernels whose own type has the same layout.

import (
	"reflect"
	"unsafe"
)

// adapt gives slices of structs the element type that the kernel declares.
func adapt(kernel any, args []any) []any {
	t := reflect.TypeOf(kernel)
	out := make([]any, len(args))
	for i, a := range args {
		out[i] = a
		want := t.In(i)
		if v := reflect.ValueOf(a); v.Type() != want && want.Kind() == reflect.Slice {
			out[i] = reflect.SliceAt(want.Elem(), unsafe.Pointer(v.Pointer()), v.Len()).Interface()
		}
	}
	return out
}
