package views

// This file draws the objects of a kernel and the ways to see their bytes.

import (
	"fmt"
	"strings"
)

// view is a type through which memory is seen.
type view struct {
	c     string // in C
	bytes int
}

var (
	u8  = view{"unsigned char", 1}
	i8  = view{"signed char", 1}
	u16 = view{"unsigned short", 2}
	i16 = view{"short", 2}
	u32 = view{"unsigned", 4}
	i32 = view{"int", 4}
	f32 = view{"float", 4}
	u64 = view{"unsigned long long", 8}
	i64 = view{"long long", 8}
	f64 = view{"double", 8}
)

var all = []view{u8, i8, u16, i16, u32, i32, f32, u64, i64, f64}

// object is some bytes of memory with a name.
type object struct {
	name        string // an expression of its address
	declaration string
	bytes       int
	fields      []field // what can be named without a cast
	union       bool
}

// field is a part of an object: an expression, with %s for an index where it is an array.
type field struct {
	form  string
	of    view
	count int
}

// scalar is a variable whose address is taken.
func scalar(name string, of view, first string) *object {
	return &object{name: "&" + name, declaration: fmt.Sprintf("\t%s %s = %s;\n", of.c, name, first), bytes: of.bytes, fields: []field{{name, of, 1}}}
}

// array is a local array.
func array(name string, of view, count int) *object {
	return &object{
		name: name, bytes: of.bytes * count, fields: []field{{name + "[%s]", of, count}},
		declaration: fmt.Sprintf("\t__align__(8) %s %s[%d] = {};\n", of.c, name, count),
	}
}

// aggregate is a struct or union.
func aggregate(typ, name string, bytes int, fields ...field) *object {
	for i := range fields {
		fields[i].form = name + "." + fields[i].form
	}
	o := &object{name: "&" + name, bytes: bytes, fields: fields, union: typ != "Mixed" && typ != "Bytes"}
	o.declaration = fmt.Sprintf("\t__align__(8) %s %s;\n\tmemset(&%s, %d, sizeof %s);\n", typ, name, name, bytes, name)
	return o
}

// draw chooses the objects of a kernel: memory of each kind and some local variables.
func (g *generator) draw(unions bool) []*object {
	g.scalars = []field{{"u0", u32, 1}, {"q0", u64, 1}, {"f0", f32, 1}, {"d0", f64, 1}}
	list := []*object{
		scalar("u0", u32, "t * 2654435761u"), scalar("q0", u64, "0x0123456789abcdefull * (t + 1)"), scalar("f0", f32, "(float)t * 0.5f"), scalar("d0", f64, "(double)t - 7.25"),
		{name: "s", bytes: SharedBytes}, {name: "g", bytes: GlobalBytes},
	}
	other := []func() *object{
		func() *object { return scalar("h0", u16, "(unsigned short)t") },
		func() *object { return scalar("c0", i8, "(signed char)(t - 9)") },
		func() *object { return array("b0", u8, 8<<g.IntN(2)) },
		func() *object { return array("a0", pick(g, all), 4) },
		func() *object { return array("a1", pick(g, all), 8) },
		func() *object { return &object{name: "y", bytes: SharedBytes} },
		func() *object {
			return &object{name: "yw", bytes: SharedBytes, fields: []field{{"yw[%s]", u32, SharedBytes / u32.bytes}}}
		},
		func() *object {
			return &object{name: "gw", bytes: GlobalBytes, fields: []field{{"gw[%s]", u32, GlobalBytes / u32.bytes}}}
		},
		func() *object {
			return aggregate("Mixed", "m0", 24, field{"b[%s]", u8, 4}, field{"h[%s]", u16, 2}, field{"f", f32, 1}, field{"w", u32, 1}, field{"d", f64, 1})
		},
		func() *object { return aggregate("Bytes", "e0", 8, field{"b[%s]", u8, 8}) },
	}
	if unions {
		other = append(other,
			func() *object {
				return aggregate("Word", "w0", 4, field{"w", u32, 1}, field{"f", f32, 1}, field{"h[%s]", u16, 2}, field{"b[%s]", u8, 4})
			},
			func() *object {
				return aggregate("Long", "l0", 8, field{"q", u64, 1}, field{"d", f64, 1}, field{"w[%s]", u32, 2}, field{"b[%s]", u8, 8}, field{"f[%s]", f32, 2})
			},
			func() *object {
				return aggregate("Tagged", "t0", 8, field{"tag", i32, 1}, field{"value.w", u32, 1}, field{"value.f", f32, 1}, field{"value.h[%s]", u16, 2}, field{"value.b[%s]", u8, 4})
			})
	}
	for _, i := range g.Perm(len(other))[:2+g.IntN(4)] {
		list = append(list, other[i]())
	}
	return list
}

// write prints the stores of a local object or of shared memory to the output, and returns
// the next free word.
func (o *object) write(b *strings.Builder, at int) int {
	n := 0
	switch {
	case o.name == "g" || o.name == "gw":
		return at
	case o.bytes < u64.bytes:
		of := map[int]view{1: u8, 2: u16, 4: u32}[o.bytes]
		fmt.Fprintf(b, "\to[%d] = *(%s *)(%s);\n", at, of.c, o.name)
		n = 1
	default:
		n = o.bytes / u64.bytes
		fmt.Fprintf(b, "\tfor (int i = 0; i < %d; i++) o[%d + i] = ((unsigned long long *)(%s))[i];\n", n, at, o.name)
	}
	return at + n
}

func pick[T any](g *generator, list []T) T { return list[g.IntN(len(list))] }
