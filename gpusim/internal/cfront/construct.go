package cfront

// This file makes values of structs and arrays, and the first values of variables.

import (
	"encoding/binary"
	"fmt"
	"math"
	"strings"

	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/cfront/syntax"
)

// construct translates T(args) and T{args}.
func (f *fn) construct(t *typ, args []syntax.Expr, fields []string, brace bool, at diag.Pos) val {
	if t.k != structure {
		switch len(args) {
		case 0:
			return val{s: zeroText(t), t: t, at: at, c: zeroConstant(t), simple: true}
		case 1:
			if l, ok := args[0].(*syntax.List); ok {
				return f.construct(t, l.Elems, l.Fields, true, l.Pos)
			}
			v := f.cast(f.expr(args[0]), t)
			v.at = at
			return v
		}
		refuse(at, diag.TypeError, "give it one value", "%s takes one value", t)
	}
	if hasConstructor(t.s) {
		vals := f.arguments(args)
		if len(vals) == 1 && vals[0].list == nil && same(vals[0].t, t) {
			return f.rvalue(vals[0])
		}
		name := f.temp()
		f.line("var %s %s", name, t.goType())
		f.constructWith("&"+name, t.s, vals, at)
		return val{s: name, t: t, at: at, lv: true}
	}
	if len(args) == 1 && (len(fields) == 0 || fields[0] == "") {
		if _, list := args[0].(*syntax.List); !list {
			v := f.expr(args[0])
			if same(v.t, t) {
				return f.rvalue(v)
			}
			if c, ok := f.constructFrom(f.rvalue(v), t); ok && !brace {
				return c
			}
			return f.aggregateOf(t, []val{v}, at)
		}
	}
	return f.aggregate(t, args, fields, at)
}

func zeroConstant(t *typ) *cval {
	if t.number() {
		return &cval{}
	}
	return nil
}

// aggregate makes a struct of the values of its fields; those that are missing have
// their first values or are zero. dim3 has ones.
func (f *fn) aggregate(t *typ, args []syntax.Expr, names []string, at diag.Pos) val {
	items := &listCursor{elems: args, names: names}
	v := val{s: f.aggregateText(t, items), t: t, at: at, simple: false}
	if items.i < len(args) {
		refuse(at, diag.TypeError, "leave out what is too much", "%s has %d fields and gets %d values", t, len(t.s.fields), len(args))
	}
	return v
}

// aggregateOf is aggregate of values that are translated already.
func (f *fn) aggregateOf(t *typ, vals []val, at diag.Pos) val {
	if len(vals) > len(t.s.fields) {
		refuse(at, diag.TypeError, "leave out what is too much", "%s has %d fields and gets %d values", t, len(t.s.fields), len(vals))
	}
	var parts []string
	simple := true
	for i, part := range t.s.fields {
		s := f.missing(part, t)
		if i < len(vals) {
			v := f.convert(vals[i], part.t)
			s, simple = v.s, simple && v.simple
		}
		parts = append(parts, part.goName+": "+s)
	}
	return val{s: t.goType() + "{" + strings.Join(parts, ", ") + "}", t: t, at: at, simple: simple}
}

// listCursor walks over the values of a list. C lets a list leave out inner braces.
type listCursor struct {
	elems []syntax.Expr
	names []string
	i     int
}

// aggregateText writes a struct or array with the values of a list.
func (f *fn) aggregateText(t *typ, c *listCursor) string {
	var parts []string
	if t.k == array {
		if t.n > maxExplicit {
			refuse(f.at, diag.LargeCopy, "assign the elements in a loop", "an array of %d elements is part of a value", t.n)
		}
		for range t.n {
			parts = append(parts, f.item(t.elem, c, zeroText(t.elem)))
		}
		return t.goType() + "{" + strings.Join(parts, ", ") + "}"
	}
	for _, part := range t.s.fields {
		if c.named() && c.names[c.i] != part.name {
			parts = append(parts, part.goName+": "+f.missing(part, t))
			continue
		}
		parts = append(parts, part.goName+": "+f.item(part.t, c, f.missing(part, t)))
	}
	return t.goType() + "{" + strings.Join(parts, ", ") + "}"
}

func (c *listCursor) named() bool { return c.i < len(c.names) && c.names[c.i] != "" }

// item writes the next value of a list; missing when there is none.
func (f *fn) item(t *typ, c *listCursor, missing string) string {
	if c.i >= len(c.elems) {
		return missing
	}
	x := c.elems[c.i]
	if l, ok := x.(*syntax.List); ok {
		c.i++
		if t.k == array {
			return f.aggregateText(t, &listCursor{elems: l.Elems, names: l.Fields})
		}
		return f.construct(t, l.Elems, l.Fields, true, l.Pos).s
	}
	if t.k == array {
		return f.aggregateText(t, c)
	}
	v := f.expr(x)
	if t.k == structure && !same(v.t, t) && !f.constructible(v.t, t) {
		return f.aggregateText(t, c)
	}
	c.i++
	return f.convert(v, t).s
}

// missing writes the value of a field that a list leaves out.
func (f *fn) missing(part *field, t *typ) string {
	if part.init != nil {
		in := &fn{u: f.u, env: t.s.env, this: t.s}
		return in.initial(part.init, part.t).s
	}
	if t.s.name == "uint3" { // dim3
		return "uint32(1)"
	}
	return zeroText(part.t)
}

// maxExplicit is how many elements a value lists one by one.
const maxExplicit = 256

// zeroText writes zero of a type. It names every element, because the text is also used
// where memory is not cleared.
func zeroText(t *typ) string {
	switch t.k {
	case pointer, null:
		return "(" + t.goType() + ")(nil)"
	case array:
		return t.goType() + "{" + strings.TrimSuffix(strings.Repeat(zeroText(t.elem)+", ", min(t.n, maxExplicit)), ", ") + "}"
	case structure:
		var parts []string
		for _, part := range t.s.fields {
			parts = append(parts, part.goName+": "+zeroText(part.t))
		}
		return t.goType() + "{" + strings.Join(parts, ", ") + "}"
	}
	return cval{}.text(t)
}

// hasConstructor reports whether a struct has a constructor for the device.
func hasConstructor(s *structType) bool {
	if s.decl == nil {
		return false
	}
	for _, m := range s.decl.Methods {
		if m.Name == s.name && !m.Defaulted && (m.Attrs.Device || m.Attrs.Const) {
			return true
		}
	}
	return false
}

// constructible reports whether a struct has a constructor for one value of a type.
func (f *fn) constructible(from, t *typ) bool {
	if t.s.vector {
		return t.s.name == "uint3" && from.number()
	}
	if !hasConstructor(t.s) || same(from, t) || f.converting {
		return false
	}
	f.converting = true
	defer func() { f.converting = false }()
	return f.chooseMethod(t.s, t.s.name, []val{{t: from}}) != nil
}

// constructFrom converts a value to a struct with its constructor.
func (f *fn) constructFrom(v val, t *typ) (val, bool) {
	if !f.constructible(v.t, t) {
		return val{}, false
	}
	if t.s.vector {
		return f.aggregateOf(t, []val{v}, v.at), true
	}
	name := f.temp()
	f.line("var %s %s", name, t.goType())
	f.constructWith("&"+name, t.s, []val{v}, v.at)
	return val{s: name, t: t, at: v.at, lv: true}, true
}

func (f *fn) constructAt(p string, s *structType, args []syntax.Expr, at diag.Pos) {
	f.constructWith(p, s, f.arguments(args), at)
}

// constructWith calls the constructor of the struct at an address.
func (f *fn) constructWith(p string, s *structType, args []val, at diag.Pos) {
	c := f.chooseMethod(s, s.name, args)
	if c == nil {
		if len(args) == 0 {
			return
		}
		refuse(at, diag.TypeError, "see its constructors", "%s cannot be made of these values", s.display())
	}
	in := f.u.write(c.d, c.env, fmt.Sprintf("%p %p<%s>", s, c.d, keyArgs(c.args)), s)
	f.discard(f.callInstance(in, c.d, c.env, []string{p}, args, at))
}

// fieldInit writes one item of a constructor's list.
func (f *fn) fieldInit(in syntax.FieldInit) {
	f.at = in.Pos
	for _, part := range f.this.fields {
		if part.base && part.t.s.name == in.Name {
			if hasConstructor(part.t.s) {
				f.constructAt("&thisʹ."+part.goName, part.t.s, in.Args, in.Pos)
			} else if len(in.Args) > 0 {
				f.line("thisʹ.%s = %s", part.goName, f.construct(part.t, in.Args, nil, false, in.Pos).s)
			}
			return
		}
		if part.base || part.name != in.Name {
			continue
		}
		if part.t.k == array {
			f.fill("thisʹ."+part.goName, part.t, &syntax.List{At: in.At, Elems: in.Args, Fields: make([]string, len(in.Args))})
			return
		}
		f.line("thisʹ.%s = %s", part.goName, f.construct(part.t, in.Args, nil, false, in.Pos).s)
		return
	}
	if in.Name == f.this.name {
		f.constructAt("thisʹ", f.this, in.Args, in.Pos)
		return
	}
	refuse(in.Pos, diag.Undefined, "name a field", "%s has no field %s", f.this.display(), in.Name)
}

// defaultFields writes the first values of fields that a constructor's list leaves out.
func (f *fn) defaultFields(d *syntax.Func) {
	listed := map[string]bool{}
	for _, in := range d.Inits {
		listed[in.Name] = true
	}
	for _, part := range f.this.fields {
		if name := part.name; !listed[name] && !(part.base && listed[part.t.s.name]) {
			f.defaultField("thisʹ", part)
		}
	}
}

func (f *fn) fieldDefaults(p string, s *structType) {
	for _, part := range s.fields {
		f.defaultField("("+p+")", part)
	}
}

func (f *fn) defaultField(p string, part *field) {
	switch {
	case part.init != nil && part.t.k == array:
		f.fill(p+"."+part.goName, part.t, part.init)
	case part.init != nil:
		f.line("%s.%s = %s", p, part.goName, f.initial(part.init, part.t).s)
	case part.t.k == structure && hasConstructor(part.t.s):
		f.constructWith("&"+p+"."+part.goName, part.t.s, nil, f.at)
	}
}

// sized gives an array without a length the length of its initializer.
func (f *fn) sized(t *typ, init syntax.Expr) *typ {
	l, ok := init.(*syntax.List)
	if !ok || t.k != array || t.n >= 0 {
		return t
	}
	c := *t
	c.n = len(l.Elems)
	if t.elem.k == array && len(l.Elems) > 0 {
		if _, nested := l.Elems[0].(*syntax.List); !nested {
			c.n = (len(l.Elems) + t.elem.n - 1) / max(1, t.elem.n)
		}
	}
	return &c
}

// fill assigns the elements of an array.
func (f *fn) fill(name string, t *typ, init syntax.Expr) {
	l, ok := init.(*syntax.List)
	if !ok {
		refuse(init.Position(), diag.CUDAConstruct, "write a list in braces", "an array gets a value that is no list")
	}
	c := &listCursor{elems: l.Elems, names: l.Fields}
	f.fillFrom(name, t, c)
	if c.i < len(c.elems) {
		refuse(l.Pos, diag.TypeError, "leave out what is too much", "the array has %d elements and gets more", t.n)
	}
}

func (f *fn) fillFrom(name string, t *typ, c *listCursor) {
	for i := 0; i < t.n; i++ {
		if c.i >= len(c.elems) {
			f.clear(name, t, i)
			return
		}
		at := fmt.Sprintf("%s[%d]", name, i)
		l, nested := c.elems[c.i].(*syntax.List)
		switch {
		case t.elem.k == array && nested:
			c.i++
			f.fill(at, t.elem, l)
		case t.elem.k == array:
			f.fillFrom(at, t.elem, c)
		default:
			s := f.item(t.elem, c, "")
			f.line("%s = %s", at, s)
		}
	}
}

// clear sets the elements of an array from one on to zero.
func (f *fn) clear(name string, t *typ, from int) {
	i := f.temp()
	f.line("for %s := int32(%d); %s < %d; %s++ {", i, from, i, t.n, i)
	at := name + "[" + i + "]"
	if t.elem.k == array {
		f.clear(at, t.elem, 0)
	} else {
		f.line("%s = %s", at, zeroText(t.elem))
	}
	f.bare("}")
}

// initialBytes computes the bytes of a variable in constant or global memory.
func (f *fn) initialBytes(v *syntax.Var, t *typ) []byte {
	size, _ := t.layout()
	data := make([]byte, size)
	if l, ok := v.Init.(*syntax.List); ok {
		f.bytes(data, t, &listCursor{elems: l.Elems, names: l.Fields})
	} else {
		f.bytes(data, t, &listCursor{elems: []syntax.Expr{v.Init}})
	}
	return data
}

// bytes writes the constants of a list as C lays them out.
func (f *fn) bytes(data []byte, t *typ, c *listCursor) {
	if c.i >= len(c.elems) {
		return
	}
	if l, ok := c.elems[c.i].(*syntax.List); ok && t.k != array {
		c.i++
		f.bytes(data, t, &listCursor{elems: l.Elems, names: l.Fields})
		return
	}
	switch t.k {
	case array:
		size, _ := t.elem.layout()
		for i := 0; i < t.n && c.i < len(c.elems); i++ {
			part := data[i*size : (i+1)*size]
			if l, ok := c.elems[c.i].(*syntax.List); ok {
				c.i++
				f.bytes(part, t.elem, &listCursor{elems: l.Elems, names: l.Fields})
				continue
			}
			f.bytes(part, t.elem, c)
		}
		return
	case structure:
		at := 0
		for _, part := range t.s.fields {
			size, align := part.t.layout()
			at = roundUp(at, align)
			f.bytes(data[at:at+size], part.t, c)
			at += size
		}
		return
	}
	x := c.elems[c.i]
	c.i++
	f.at = x.Position()
	var v val
	f.capture(func() { v = f.convert(f.expr(x), t) })
	if v.c == nil {
		refuse(x.Position(), diag.PackageVariable, "write a constant", "the first value of a variable on the device is not constant")
	}
	v.c.put(data, t)
}

// put writes a constant in little-endian order.
func (c cval) put(data []byte, t *typ) {
	bits := uint64(c.i)
	switch t.k {
	case float:
		bits = uint64(math.Float32bits(float32(c.f)))
	case double:
		bits = math.Float64bits(c.f)
	}
	var b [8]byte
	binary.LittleEndian.PutUint64(b[:], bits)
	copy(data, b[:t.bits()/8])
}
