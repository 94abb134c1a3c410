package source

import (
	"maps"
	"reflect"
	"slices"
	"testing"

	"gpucourse/gpusim/plan"
)

// TestCalls: a plan may hold every call of package plan.
func TestCalls(t *testing.T) {
	for kind, of := range map[string]reflect.Type{"Thread": reflect.TypeFor[plan.Thread](), "Stream": reflect.TypeFor[plan.Stream]()} {
		var want []string
		for m := range of.Methods() {
			if m.Type.NumOut() == 1 && m.Type.Out(0) == reflect.TypeFor[plan.Call]() {
				want = append(want, m.Name)
			}
		}
		if got := slices.Sorted(maps.Keys(calls[kind])); !slices.Equal(got, want) {
			t.Errorf("a %s has the calls %v, want %v", kind, got, want)
		}
	}
}
