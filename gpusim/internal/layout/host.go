package layout

// This file compares the memory of the host with that of a device.

import (
	"fmt"
	"go/types"
	"reflect"
)

// hostSizes are the sizes in the memory of the host, where the contents of slices
// are.
var hostSizes = types.SizesFor("gc", "amd64")

// goTypes are the numbers of Go, and bool, by name.
var goTypes = map[string]reflect.Type{}

func init() {
	for _, t := range []reflect.Type{
		reflect.TypeFor[bool](), reflect.TypeFor[int](), reflect.TypeFor[uint](), reflect.TypeFor[float32](), reflect.TypeFor[float64](),
		reflect.TypeFor[int8](), reflect.TypeFor[int16](), reflect.TypeFor[int32](), reflect.TypeFor[int64](),
		reflect.TypeFor[uint8](), reflect.TypeFor[uint16](), reflect.TypeFor[uint32](), reflect.TypeFor[uint64](),
	} {
		goTypes[t.Name()] = t
	}
}

// GoType returns the type of a number or a bool of Go by its name, nil for other names.
func GoType(name string) reflect.Type {
	if name == "byte" {
		return reflect.TypeFor[byte]()
	}
	return goTypes[name]
}

// Difference says how the layouts of a type on host and device differ, and what to
// do about it.
type Difference struct{ What, Remedy string }

// HostDiffers compares the layouts of the element of a slice on host and device. The
// result is zero when they agree byte for byte.
func (ls Sizes) HostDiffers(t types.Type) Difference {
	l := ls.Of(t)
	switch u := t.Underlying().(type) {
	case *types.Array:
		if d := ls.HostDiffers(u.Elem()); d != (Difference{}) {
			return d
		}
	case *types.Struct:
		if d := ls.fieldsDiffer(l, u); d != (Difference{}) {
			return d
		}
	}
	host := int(hostSizes.Sizeof(t))
	if host == l.Size {
		return Difference{}
	}
	d := Difference{
		What:   fmt.Sprintf("%s takes %d bytes in Go and %d on the device", TypeName(t), host, l.Size),
		Remedy: "put fields such as gpu.Align16 first",
	}
	if host < l.Size {
		d.Remedy = fmt.Sprintf("pad it: add _ %s as its last field", filler(l.Size-host))
	}
	return d
}

func (ls Sizes) fieldsDiffer(l *Type, s *types.Struct) Difference {
	vars := make([]*types.Var, s.NumFields())
	for i := range vars {
		vars[i] = s.Field(i)
	}
	for i, at := range hostSizes.Offsetsof(vars) {
		if d := ls.HostDiffers(vars[i].Type()); d != (Difference{}) {
			return d
		}
		if off := int64(l.Fields[i].Offset); at != off {
			return Difference{
				What: fmt.Sprintf("field %s of %s lies at byte %d in Go and at byte %d on the device",
					vars[i].Name(), TypeName(l.Go), at, off),
				Remedy: fmt.Sprintf("put it first, or add _ %s before it", filler(int(off-at))),
			}
		}
	}
	return Difference{}
}

// filler names an array type of n bytes with the largest elements that fit.
func filler(n int) string {
	for _, t := range []types.BasicKind{types.Int32, types.Int16} {
		if size := basics[t].Bytes(); n%size == 0 {
			return fmt.Sprintf("[%d]%s", n/size, types.Typ[t].Name())
		}
	}
	return fmt.Sprintf("[%d]int8", n)
}
