package trace_test

import (
	"fmt"
	"reflect"
	"slices"
	"testing"

	"gpucourse/gpusim/trace"
)

// hearing returns an Observer with all its functions, which note their names behind a prefix.
func hearing(prefix string, heard *[]string) (o trace.Observer) {
	v := reflect.ValueOf(&o).Elem()
	for i := range v.NumField() {
		f, name := v.Field(i), prefix+v.Type().Field(i).Name
		f.Set(reflect.MakeFunc(f.Type(), func([]reflect.Value) []reflect.Value {
			*heard = append(*heard, name)
			if f.Type().NumOut() == 0 {
				return nil
			}
			return []reflect.Value{reflect.ValueOf(func(*trace.Step) { *heard = append(*heard, name+" of one") })}
		}))
	}
	return o
}

// TestJoin: each event reaches the observers that ask for it, in their order, whatever others
// ask for.
func TestJoin(t *testing.T) {
	var heard []string
	first, second := hearing("first ", &heard), hearing("second ", &heard)
	for i := range reflect.TypeFor[trace.Observer]().NumField() {
		var one trace.Observer // asks for one kind of event
		reflect.ValueOf(&one).Elem().Field(i).Set(reflect.ValueOf(&first).Elem().Field(i))
		name := reflect.TypeFor[trace.Observer]().Field(i).Name
		for _, test := range []struct {
			all  []trace.Observer
			want []string
		}{
			{[]trace.Observer{first, second}, []string{"first " + name, "second " + name}},
			{[]trace.Observer{{}, one, {}, second}, []string{"first " + name, "second " + name}},
			{[]trace.Observer{one}, []string{"first " + name}},
		} {
			heard = nil
			call(reflect.ValueOf(trace.Join(test.all...)).Field(i))
			if name == "Steps" {
				for _, s := range slices.Clone(test.want) {
					test.want = append(test.want, s+" of one")
				}
			}
			if !slices.Equal(heard, test.want) {
				t.Errorf("%s: got %q, want %q", name, heard, test.want)
			}
		}
	}
	if o := trace.Join(trace.Observer{}, trace.Observer{}); !reflect.ValueOf(o).IsZero() {
		t.Errorf("observers that ask for nothing are joined to one that does: %s", fmt.Sprint(o))
	}
}

// call calls a function with zeros, and a function that it returns.
func call(f reflect.Value) {
	var args []reflect.Value
	for i := range f.Type().NumIn() {
		args = append(args, reflect.Zero(f.Type().In(i)))
	}
	for _, next := range f.Call(args) {
		call(next)
	}
}
