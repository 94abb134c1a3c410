package cases

// This file flattens arguments.

import "reflect"

// Leaves replaces structs that hold slices by their fields, as the compiler flattens
// parameters.
func Leaves(args []any) []any {
	var list []any
	for _, a := range args {
		v := reflect.ValueOf(a)
		if v.Kind() != reflect.Struct {
			list = append(list, a)
			continue
		}
		for i := range v.NumField() {
			list = append(list, Leaves([]any{v.Field(i).Interface()})...)
		}
	}
	return list
}
