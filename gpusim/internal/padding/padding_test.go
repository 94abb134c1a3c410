package padding

import (
	"fmt"
	"reflect"
	"testing"

	"pgregory.net/rapid"
)

func TestUp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, unit := rapid.IntRange(0, 1000).Draw(t, "n"), rapid.IntRange(0, 40).Draw(t, "unit")
		want := n
		for unit > 0 && want%unit != 0 {
			want++
		}
		if got := Up(n, unit); got != want {
			t.Errorf("Up(%d, %d) = %d, want %d", n, unit, got, want)
		}
		if unit > 0 && Units(n, unit) != want/unit {
			t.Errorf("Units(%d, %d) = %d, want %d", n, unit, Units(n, unit), want/unit)
		}
	})
}

// TestStruct compares with how Go places fields, which is as C does on 64-bit machines, for all
// structs that do not end in a field of no size.
func TestStruct(t *testing.T) {
	scalars := []reflect.Type{reflect.TypeFor[int8](), reflect.TypeFor[int16](), reflect.TypeFor[float32](), reflect.TypeFor[float64]()}
	rapid.Check(t, func(t *rapid.T) {
		types := append([]reflect.Type{}, scalars...)
		for range 4 { // later structs contain earlier ones
			var fields []reflect.StructField
			var s Struct
			var offsets []int
			for i := range rapid.IntRange(1, 5).Draw(t, "fields") {
				f := rapid.SampledFrom(types).Draw(t, "type")
				fields = append(fields, reflect.StructField{Name: fmt.Sprintf("F%d", i), Type: f})
				offsets = append(offsets, s.Add(int(f.Size()), f.Align()))
			}
			made := reflect.StructOf(fields)
			for i, got := range offsets {
				if want := int(made.Field(i).Offset); got != want {
					t.Errorf("%v: field %d is at %d, want %d", made, i, got, want)
				}
			}
			if s.Size() != int(made.Size()) || s.Align() != made.Align() {
				t.Errorf("%v: got size %d, alignment %d; want %d, %d", made, s.Size(), s.Align(), made.Size(), made.Align())
			}
			types = append(types, made)
		}
	})
}
