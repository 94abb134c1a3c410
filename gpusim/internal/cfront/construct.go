package cfront

// This file makes values of structs and arrays, and the first values of variables.

import (
	"encoding/binary"
	"fmt"
	"go/ast"
	"go/token"
	"math"
	"slices"
	"strings"

	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/cfront/syntax"
	"gpucourse/gpusim/internal/cfront/tree"
	"gpucourse/gpusim/internal/limit"
	"gpucourse/gpusim/internal/padding"
)

// construct translates T(args) and T{args}.
func (f *fn) construct(t *typ, args []syntax.Expr, fields []string, brace bool, at diag.Pos) val {
	if t.k != structure {
		switch len(args) {
		case 0:
			return val{x: zero(t), t: t, at: at, c: zeroConstant(t), simple: true}
		case 1:
			if l, ok := args[0].(*syntax.List); ok {
				return f.construct(t, l.Elems, l.Fields, true, l.Pos)
			}
			v := f.expr(args[0])
			if brace && t.enum == nil {
				v = f.convert(v, t)
			} else {
				v = f.cast(v, t)
			}
			v.at = at
			return v.prvalue()
		}
		refuse(at, diag.TypeError, "give it one value", "%s takes one value", t)
	}
	if hasConstructor(t.s) {
		vals := f.arguments(args)
		if len(vals) == 1 && vals[0].list == nil && same(vals[0].t, t) {
			return f.rvalue(vals[0])
		}
		return f.constructed(t, vals, at)
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
			f.parenthesized(t, brace, at)
			return f.aggregateOf(t, []val{v}, at)
		}
	}
	if len(args) > 0 {
		f.parenthesized(t, brace, at)
	}
	return f.aggregate(t, args, fields, at)
}

// constructed returns a new variable that a constructor sets.
func (f *fn) constructed(t *typ, args []val, at diag.Pos) val {
	name := f.temp()
	f.add(tree.Var(name, t.goType()))
	f.constructWith(tree.Address(tree.Name(name)), t.s, args, at)
	return val{x: tree.Name(name), t: t, at: at, lv: true}
}

// parenthesized refuses T(values) of a struct without constructors.
func (f *fn) parenthesized(t *typ, brace bool, at diag.Pos) {
	if !brace && t.s.name != "uint3" { // dim3
		refuse(at, diag.TypeError, "write the values in braces", "%s has no constructor", t)
	}
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
	v := val{x: f.aggregateLiteral(t, items), t: t, at: at, simple: false}
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
	var parts []ast.Expr
	simple := true
	for i, part := range t.s.fields {
		var x ast.Expr
		if i < len(vals) {
			v := f.convert(vals[i], part.t)
			x, simple = v.x, simple && v.simple
		} else {
			x = f.missing(part, t)
		}
		parts = append(parts, tree.Field(part.goName, x))
	}
	return val{x: tree.Literal(t.goType(), parts...), t: t, at: at, simple: simple}
}

// listCursor walks over the values of a list. C lets a list leave out inner braces.
type listCursor struct {
	elems []syntax.Expr
	names []string
	i     int
}

// aggregateLiteral returns a struct or array with the values of a list.
func (f *fn) aggregateLiteral(t *typ, c *listCursor) ast.Expr {
	var parts []ast.Expr
	if t.k == array {
		if t.n > maxExplicit {
			refuse(f.at, diag.LargeCopy, "assign the elements in a loop", "an array of %d elements is part of a value", t.n)
		}
		for range t.n {
			parts = append(parts, f.item(t.elem, c, func() ast.Expr { return f.emptyValue(t.elem) }))
		}
		return tree.Literal(t.goType(), parts...)
	}
	for _, part := range t.s.fields {
		if c.named() && c.names[c.i] != part.name {
			parts = append(parts, tree.Field(part.goName, f.missing(part, t)))
			continue
		}
		parts = append(parts, tree.Field(part.goName, f.item(part.t, c, func() ast.Expr { return f.missing(part, t) })))
	}
	return tree.Literal(t.goType(), parts...)
}

func (c *listCursor) named() bool { return c.i < len(c.names) && c.names[c.i] != "" }

// item returns the next value of a list, and behind its end what missing returns.
func (f *fn) item(t *typ, c *listCursor, missing func() ast.Expr) ast.Expr {
	if c.i >= len(c.elems) {
		return missing()
	}
	x := c.elems[c.i]
	if l, ok := x.(*syntax.List); ok {
		c.i++
		if t.k == array {
			return f.aggregateLiteral(t, &listCursor{elems: l.Elems, names: l.Fields})
		}
		return f.construct(t, l.Elems, l.Fields, true, l.Pos).x
	}
	if t.k == array {
		return f.aggregateLiteral(t, c)
	}
	v := f.expr(x)
	if t.k == structure && !same(v.t, t) && !f.constructible(v.t, t) {
		return f.aggregateLiteral(t, c)
	}
	c.i++
	v = f.convert(v, t)
	if slices.ContainsFunc(c.elems[c.i:], writes) { // the items of a list come one after another
		v = f.fixed(v)
	}
	return v.x
}

// missing returns the value of a field that a list leaves out.
func (f *fn) missing(part *field, t *typ) ast.Expr {
	if part.init != nil {
		return f.firstValue(part, t.s)
	}
	if t.s.name == "uint3" { // dim3
		return cval{i: 1}.expr(uintType)
	}
	return f.emptyValue(part.t)
}

// firstValue returns the value that a struct's declaration gives a field.
func (f *fn) firstValue(part *field, s *structType) (x ast.Expr) {
	f.elsewhere(s.env, s, s.decl.Seen, func() {
		if l, ok := part.init.(*syntax.List); ok && part.t.k == array {
			x = f.aggregateLiteral(part.t, &listCursor{elems: l.Elems, names: l.Fields})
			return
		}
		x = f.initial(part.init, part.t).x
	})
	return x
}

// emptyValue returns the value that T{} has: zero, and what constructors and first values of
// fields say.
func (f *fn) emptyValue(t *typ) ast.Expr {
	if !initialized(t) {
		return zero(t)
	}
	x := f.keep(val{x: zero(t)})
	f.initialize(x, t)
	return x
}

// initialized reports whether C++ gives a variable of the type a value that its declaration
// does not write: by a constructor, or by first values of fields.
func initialized(t *typ) bool {
	switch t.k {
	case array:
		return initialized(t.elem)
	case structure:
		return hasConstructor(t.s) && !hasDefaulted(t.s) || slices.ContainsFunc(t.s.fields, func(f *field) bool { return f.init != nil || initialized(f.t) })
	}
	return false
}

// initialize gives a variable the value that its type says.
func (f *fn) initialize(place ast.Expr, t *typ) {
	switch {
	case !initialized(t):
	case t.k == array:
		f.eachElement(place, t, 0, func(element ast.Expr) { f.initialize(element, t.elem) })
	case hasConstructor(t.s):
		f.constructWith(tree.Address(place), t.s, nil, f.at)
	default:
		for _, part := range t.s.fields {
			f.initializeField(place, part, t.s)
		}
	}
}

// eachElement adds a loop over the elements of an array from one on; do adds its body.
func (f *fn) eachElement(place ast.Expr, t *typ, from int, do func(element ast.Expr)) {
	i := f.temp()
	loop := f.add(nil)
	body := f.capture(func() { do(tree.Index(place, tree.Name(i), token.NoPos)) })
	loop.Stmt = tree.Count(i, from, t.n, body...)
}

// initializeField gives a field of a struct its first value.
func (f *fn) initializeField(place ast.Expr, part *field, s *structType) {
	at := tree.Select(place, part.goName, token.NoPos)
	if part.init == nil {
		f.initialize(at, part.t)
		return
	}
	if part.t.k == array {
		f.elsewhere(s.env, s, s.decl.Seen, func() { f.fill(at, part.t, part.init) })
		return
	}
	f.add(tree.Set(at, f.firstValue(part, s)))
}

// maxExplicit is how many elements a value lists one by one.
const maxExplicit = 256

// zero returns zero of a type. It names every element, because it also stands where memory is
// not cleared.
func zero(t *typ) ast.Expr {
	switch t.k {
	case pointer, null:
		return nilOf(t)
	case array:
		return tree.Literal(t.goType(), slices.Repeat([]ast.Expr{zero(t.elem)}, min(t.n, maxExplicit))...)
	case structure:
		var parts []ast.Expr
		for _, part := range t.s.fields {
			parts = append(parts, tree.Field(part.goName, zero(part.t)))
		}
		return tree.Literal(t.goType(), parts...)
	}
	return cval{}.expr(t)
}

// nilOf returns the null pointer of a type.
func nilOf(t *typ) ast.Expr { return tree.Apply(tree.Paren(t.goType()), tree.Name("nil")) }

// hasConstructor reports whether a struct has a constructor, also one of the host: that is
// refused where it is called.
func hasConstructor(s *structType) bool {
	if s.decl == nil {
		return false
	}
	for _, m := range s.decl.Methods {
		if m.Name == s.name && !m.Defaulted {
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
	c := f.chooseMethod(t.s, t.s.name, []val{{t: from}}, false, f.at)
	return c != nil && !c.d.Attrs.Explicit
}

// constructFrom converts a value to a struct with its constructor.
func (f *fn) constructFrom(v val, t *typ) (val, bool) {
	if !f.constructible(v.t, t) {
		return val{}, false
	}
	if t.s.vector {
		return f.aggregateOf(t, []val{v}, v.at), true
	}
	return f.constructed(t, []val{v}, v.at), true
}

func (f *fn) constructAt(p ast.Expr, s *structType, args []syntax.Expr, at diag.Pos) {
	f.constructWith(p, s, f.arguments(args), at)
}

// constructWith calls the constructor of the struct at an address.
func (f *fn) constructWith(p ast.Expr, s *structType, args []val, at diag.Pos) {
	c := f.chooseMethod(s, s.name, args, false, at)
	if c == nil {
		if len(args) == 0 && hasDefaulted(s) {
			for _, part := range s.fields {
				f.initializeField(tree.Paren(p), part, s)
			}
			return
		}
		refuse(at, diag.TypeError, "see its constructors", "%s cannot be made of these values", s.display())
	}
	if !c.d.Attrs.Device && !c.d.Attrs.Const {
		refuse(at, diag.HostPackage, "mark it __device__", "the constructor of %s in line %d belongs to the host", s.display(), c.d.Pos.Line)
	}
	f.mayUse(s, c.d.Attrs, "the constructor", at)
	in := f.u.instance(c.d, c.env, fmt.Sprintf("%p %p<%s>", s, c.d, keyArgs(c.args)), s)
	f.discard(f.callInstance(in, c.d, c.env, []ast.Expr{p}, args, at))
}

// hasDefaulted reports whether a struct says S() = default.
func hasDefaulted(s *structType) bool {
	return slices.ContainsFunc(s.decl.Methods, func(m *syntax.Func) bool { return m.Name == s.name && m.Defaulted && len(m.Params) == 0 })
}

// initFields adds what a constructor does before its body: it sets the fields in the order
// of their declarations, by its list or by their first values.
func (f *fn) initFields(d *syntax.Func) {
	if len(d.Inits) == 1 && d.Inits[0].Name == f.this.name {
		f.at = d.Inits[0].Pos
		f.constructAt(tree.Name(thisName), f.this, d.Inits[0].Args, d.Inits[0].Pos)
		return
	}
	listed := map[string]syntax.FieldInit{}
	for _, in := range d.Inits {
		if !f.this.hasField(in.Name) {
			refuse(in.Pos, diag.Undefined, "name a field", "%s has no field %s", f.this.display(), in.Name)
		}
		listed[in.Name] = in
	}
	for _, part := range f.this.fields {
		if in, ok := listed[part.name]; ok {
			f.fieldInit(in, part)
		} else {
			f.initializeField(tree.Name(thisName), part, f.this)
		}
	}
}

// fieldInit translates one item of a constructor's list.
func (f *fn) fieldInit(in syntax.FieldInit, part *field) {
	f.at = in.Pos
	place := tree.Select(tree.Name(thisName), part.goName, token.NoPos)
	if part.t.k == array {
		f.fill(place, part.t, &syntax.List{At: in.At, Elems: in.Args, Fields: make([]string, len(in.Args))})
		return
	}
	f.set(place, f.construct(part.t, in.Args, nil, false, in.Pos))
}

// sized gives an array without a length the length of its initializer.
func (f *fn) sized(t *typ, init syntax.Expr) *typ {
	if t.k != array || t.n >= 0 || init == nil {
		return t
	}
	c, l := *t, listFor(init)
	c.n = len(l.Elems)
	if t.elem.k == array && len(l.Elems) > 0 {
		if _, nested := l.Elems[0].(*syntax.List); !nested {
			c.n = (len(l.Elems) + t.elem.n - 1) / max(1, t.elem.n)
		}
	}
	return &c
}

// listFor returns the list that an array gets.
func listFor(init syntax.Expr) *syntax.List {
	switch x := init.(type) {
	case *syntax.List:
		return x
	case *syntax.Literal:
		if strings.HasPrefix(x.Text, `"`) {
			panic(refusal{syntax.Unsupported(x.Pos, "arrays that get a text")})
		}
	}
	refuse(init.Position(), diag.CUDAConstruct, "write a list in braces", "an array gets a value that is no list")
	return nil
}

// fill assigns the elements of an array.
func (f *fn) fill(place ast.Expr, t *typ, init syntax.Expr) {
	l := listFor(init)
	if len(l.Elems) > limit.Elements {
		refuse(l.Pos, diag.LargeCopy, "declare it __constant__ outside of the kernel", "a list for a local array has %d values: it may have %d", len(l.Elems), limit.Elements)
	}
	c := &listCursor{elems: l.Elems, names: l.Fields}
	f.fillFrom(place, t, c)
	if c.i < len(c.elems) {
		refuse(l.Pos, diag.TypeError, "leave out what is too much", "the array has %d elements and gets more", t.n)
	}
}

func (f *fn) fillFrom(place ast.Expr, t *typ, c *listCursor) {
	for i := 0; i < t.n; i++ {
		if c.i >= len(c.elems) {
			f.clear(place, t, i)
			return
		}
		at := tree.Index(place, tree.Int(i), token.NoPos)
		l, nested := c.elems[c.i].(*syntax.List)
		switch {
		case t.elem.k == array && nested:
			c.i++
			f.fill(at, t.elem, l)
		case t.elem.k == array:
			f.fillFrom(at, t.elem, c)
		default:
			x := f.item(t.elem, c, nil)
			f.add(tree.Set(at, x))
		}
	}
}

// clear sets the elements of an array from one on to zero.
func (f *fn) clear(place ast.Expr, t *typ, from int) {
	f.eachElement(place, t, from, func(element ast.Expr) {
		if t.elem.k == array {
			f.clear(element, t.elem, 0)
		} else {
			f.add(tree.Set(element, f.emptyValue(t.elem)))
		}
	})
}

// initialBytes computes the bytes of a variable in constant or global memory.
func (f *fn) initialBytes(v *syntax.Var, t *typ) []byte {
	size, _ := t.layout()
	data := make([]byte, size)
	if c, ok := v.Init.(*syntax.Construct); ok && t.k != structure { // int x(3)
		v.Init = &syntax.List{At: c.At, Elems: c.Args, Fields: make([]string, len(c.Args))}
	}
	f.bytes(data, t, &listCursor{elems: []syntax.Expr{v.Init}})
	return data
}

// bytes writes the next value of a list as C lays it out. An array or struct takes a list of
// its own, or as many values as it needs.
func (f *fn) bytes(data []byte, t *typ, c *listCursor) {
	if c.i >= len(c.elems) {
		f.defaultBytes(data, t)
		return
	}
	if l, ok := c.elems[c.i].(*syntax.List); ok {
		c.i++
		inner := &listCursor{elems: l.Elems, names: l.Fields}
		f.parts(data, t, inner)
		if inner.i < len(l.Elems) {
			refuse(l.Pos, diag.TypeError, "leave out what is too much", "%s gets more values than it holds", t)
		}
		return
	}
	f.parts(data, t, c)
}

// parts writes the values of an array, a struct or a number from a list.
func (f *fn) parts(data []byte, t *typ, c *listCursor) {
	switch t.k {
	case array:
		size, _ := t.elem.layout()
		for i := range t.n {
			f.bytes(data[i*size:(i+1)*size], t.elem, c)
		}
	case structure:
		if hasConstructor(t.s) {
			refuse(f.at, diag.CUDAConstruct, "use a struct without constructors, and set its fields in the kernel", "a variable of the device holds %s, which has a constructor", t)
		}
		var placed padding.Struct
		for _, part := range t.s.fields {
			at := placed.Add(part.layout())
			place := data[at:placed.End]
			if c.named() && c.names[c.i] != part.name {
				f.fieldBytes(place, part, t.s)
			} else if c.i < len(c.elems) {
				f.bytes(place, part.t, c)
			} else {
				f.fieldBytes(place, part, t.s)
			}
		}
	default:
		if c.i < len(c.elems) {
			f.constantBytes(data, t, c)
		}
	}
}

// defaultBytes writes the value of what a list leaves out.
func (f *fn) defaultBytes(data []byte, t *typ) {
	if initialized(t) {
		f.parts(data, t, &listCursor{})
	}
}

// fieldBytes writes the value that a struct's declaration gives a field.
func (f *fn) fieldBytes(data []byte, part *field, s *structType) {
	if part.init == nil {
		f.defaultBytes(data, part.t)
		return
	}
	f.elsewhere(s.env, s, s.decl.Seen, func() { f.bytes(data, part.t, &listCursor{elems: []syntax.Expr{part.init}}) })
}

// constantBytes writes one constant number.
func (f *fn) constantBytes(data []byte, t *typ, c *listCursor) {
	x := c.elems[c.i]
	c.i++
	f.at = x.Position()
	var v val
	f.evaluating(func() { v = f.convert(f.expr(x), t) })
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
