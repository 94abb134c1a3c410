package cfront

// This file converts values as C does by itself, and on request.

import (
	"go/ast"
	"go/token"

	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/cfront/number"
	"gpucourse/gpusim/internal/cfront/tree"
)

// rvalue returns the value of v: an array becomes a pointer, and a volatile variable is
// read.
func (f *fn) rvalue(v val) val {
	switch {
	case v.special != "":
		return f.indexVariable(v)
	case v.t.k == array:
		of := v.x
		if v.ptr != nil {
			of = v.ptr
		}
		return val{x: tree.Address(tree.Index(of, tree.Int(0), token.NoPos)), t: pointerTo(v.t.elem), at: v.at, simple: v.simple}
	case v.lv && v.t.volatile && v.t.k != structure:
		return val{x: f.u.call("gpu.LoadVolatile", v.at, f.addr(v)), t: v.t.plain(), at: v.at}
	}
	v.t = v.t.plain()
	return v
}

// indexVariable returns threadIdx and the like as a whole.
func (f *fn) indexVariable(v val) val {
	t := f.u.vectorOf("uint3")
	var parts []ast.Expr
	for _, part := range t.s.fields {
		parts = append(parts, tree.Field(part.goName, specialField(v.special, part)))
	}
	return val{x: tree.Literal(t.goType(), parts...), t: t, at: v.at, simple: true}
}

// specialField returns a field of threadIdx and the like.
func specialField(name string, part *field) ast.Expr {
	return tree.Apply(part.t.goType(), tree.Select(tree.Path("gpu."+name), part.goName, token.NoPos))
}

// addr returns the address of v. A value that has none is kept in a variable first.
func (f *fn) addr(v val) ast.Expr {
	switch {
	case v.ptr != nil:
		return v.ptr
	case v.lv && v.c == nil:
		return tree.Address(v.x)
	}
	v = f.rvalue(v)
	return tree.Address(f.keep(v))
}

// keep stores a value in a new variable and returns the variable.
func (f *fn) keep(v val) ast.Expr {
	name := f.temp()
	f.add(tree.Define(v.x, name))
	return tree.Name(name)
}

// settle returns v as a value that may stand more than once.
func (f *fn) settle(v val) val {
	if v.c != nil || v.simple {
		return v
	}
	v.x, v.signed, v.lv, v.ptr, v.simple = f.keep(v), nil, false, nil, true
	return v
}

// prvalue returns v as a value of its own: no variable, and without an address.
func (v val) prvalue() val {
	v.lv, v.ptr, v.variable, v.outside, v.literal, v.chosen = false, nil, false, false, false, nil
	return v
}

// fixed returns v as a value that what follows does not change.
func (f *fn) fixed(v val) val {
	if v.c != nil || v.t.k == function || v.t.k == void || v.t.k == null {
		return v
	}
	return val{x: f.keep(v), t: v.t, at: v.at, simple: true}
}

// number returns the value of v as a number: a bool stays one.
func (f *fn) number(v val, what string) val {
	v = f.rvalue(v)
	if v.t.k == structure {
		if to := f.conversionOf(v); to != nil {
			v = f.rvalue(*to)
		}
	}
	if !v.t.number() || v.t.scoped() {
		f.mismatch(v, "%s needs a number, not %s", what, v.t)
	}
	return v
}

func (f *fn) mismatch(v val, format string, args ...any) {
	if v.t.k == bad {
		panic(refusal{}) // reported where it was declared
	}
	refuse(v.at, diag.TypeError, "convert it, or use another variable", format, args...)
}

// promote returns a number as C computes with it: at least as an int.
func (f *fn) promote(v val) val {
	if t := promoted(v.t); v.t.isInt() && !same(v.t, t) {
		return f.convert(v, t)
	}
	return v
}

// common returns two numbers in the type that C computes in.
func (f *fn) common(x, y val) (val, val) {
	x, y = f.promote(x), f.promote(y)
	t := commonType(x.t, y.t)
	return f.convert(x, t), f.convert(y, t)
}

func commonType(a, b *typ) *typ {
	a, b = promoted(a), promoted(b)
	if a.k == b.k {
		return basic(a.k)
	}
	return basic(kindOf(number.Common(a.num(), b.num())))
}

// promoted returns the type that C computes a number in. That of an enum class stays: it
// is no number.
func promoted(t *typ) *typ {
	switch {
	case t.scoped():
	case t.isInt() && t.k < integer:
		return intType
	case t.enum != nil:
		return basic(t.k)
	}
	return t
}

// condition returns v as a bool of Go.
func (f *fn) condition(v val) val { return f.convert(v, boolType) }

// convert converts v to t as an initialization does.
func (f *fn) convert(v val, t *typ) val {
	v = f.rvalue(v)
	t = t.plain()
	switch {
	case v.t.k == bad || t.k == bad:
		panic(refusal{})
	case same(v.t, t) && !dropsQualifier(v.t, t):
		v.t = t
		return v
	case t.k == structure:
		if c, ok := f.constructFrom(v, t); ok {
			return c
		}
	case v.t.k == structure:
		if to := f.conversionOf(v); to != nil {
			return f.convert(*to, t)
		}
	case t.enum != nil:
		f.mismatch(v, "%s cannot become enumeration %s without a cast", v.t, t)
	case v.t.scoped() && t.number():
		f.mismatch(v, "%s is an enum class and cannot become %s without a cast", v.t, t)
	case t.number() && v.t.number():
		return f.convertNumber(plainNumber(v), t)
	case t.k == boolean && (v.t.k == pointer || v.t.k == null):
		return val{x: notEqual(v.x, tree.Name("nil")), t: boolType, at: v.at}
	case t.k == pointer:
		if p, ok := convertPointer(v, t); ok {
			return p
		}
	}
	f.mismatch(v, "%s cannot become %s", v.t, t)
	return v
}

// convertPointer converts a pointer without a cast.
func convertPointer(v val, t *typ) (val, bool) {
	switch {
	case v.t.k == null, v.literal && v.c.i == 0:
		return val{x: nilOf(t), t: t, at: v.at, simple: true}, true
	case v.t.k != pointer:
		return v, false
	case dropsQualifier(v.t, t):
		return v, false
	case same(v.t.elem, t.elem):
		v.t = t
		return v, true
	case t.elem.k == void:
		return recast(v, t), true
	}
	return v, false
}

// dropsQualifier reports whether a pointer would lose const or volatile of what it points to.
func dropsQualifier(from, t *typ) bool {
	return from.k == pointer && t.k == pointer && (from.elem.constant && !t.elem.constant || from.elem.volatile && !t.elem.volatile)
}

// recast returns a pointer as one to another type.
func recast(v val, t *typ) val {
	if !sameInGo(v.t, t) {
		v.x = tree.Apply(tree.Of(inCUDA("Cast"), t.elem.goType()), v.x)
	}
	v.t, v.lv, v.ptr = t, false, nil
	return v
}

// convertNumber converts between numbers.
func (f *fn) convertNumber(v val, t *typ) val {
	switch {
	case v.c != nil:
		return convertConstant(v, t)
	case t.k == boolean && v.truth != nil:
		return val{x: v.truth, t: boolType, at: v.at, simple: v.simple}
	case t.k == boolean:
		return val{x: notEqual(v.x, tree.Int(0)), t: boolType, at: v.at, simple: v.simple}
	case v.t.k == boolean:
		return val{x: tree.Apply(t.goType(), tree.Apply(tree.Path(inCUDA("Int")), v.x)), t: t, at: v.at, simple: v.simple}
	case sameInGo(v.t, t):
		v.t, v.lv, v.ptr = t, false, nil
		return v
	case v.t.isFloat() && t.isInt() && t.k < integer: // a device converts to 32 bits, and keeps the low ones
		return f.convertNumber(f.convertNumber(v, inWord(t)), t)
	case v.t.k == uinteger && t.k == integer && v.signed != nil:
		return val{x: v.signed, t: t, at: v.at, simple: v.simple}
	}
	return val{x: tree.Apply(t.goType(), v.x), signed: signedOf(v, t), t: t, at: v.at, simple: v.simple}
}

// inWord returns the type of 32 bits with the sign of a shorter one.
func inWord(t *typ) *typ {
	if t.unsigned() {
		return uintType
	}
	return intType
}

func notEqual(x, y ast.Expr) ast.Expr { return tree.Binary(x, token.NEQ, y, token.NoPos) }

// signedOf returns val.signed of v as a t.
func signedOf(v val, t *typ) ast.Expr {
	switch {
	case t.k != uinteger:
		return nil
	case v.c != nil:
		return convertConstant(v, intType).x
	case v.t.k == integer:
		return v.x
	}
	return v.signed
}

// logicWords are the functions that compute both sides, as & does and && of Go does not.
var logicWords = map[string]string{"&": inCUDA("And"), "|": inCUDA("Or"), "^": inCUDA("Xor")}

// truthOf returns a bool, or val.truth.
func truthOf(v val) ast.Expr {
	if v.t.k == boolean && v.c == nil {
		return v.x
	}
	return v.truth
}

// cast converts v as (T)v does.
func (f *fn) cast(v val, t *typ) val {
	if t.k == void {
		return f.discard(v)
	}
	if v.t.enum != nil || t.enum != nil {
		v = f.cast(plainNumber(f.rvalue(v)), basic(t.k))
		v.t = t.plain()
		return v
	}
	if v.t.k != array && v.t.k != pointer {
		return f.convert(v, t)
	}
	v = f.rvalue(v)
	switch {
	case t.k == pointer:
		return recast(v, t.plain())
	case t.isInt() && t.k != boolean:
		return f.convert(val{x: tree.Apply(tree.Path(inCUDA("Address")), v.x), t: sizeType, at: v.at}, t)
	}
	return f.convert(v, t)
}

// discard evaluates v for its effects.
func (f *fn) discard(v val) val {
	switch {
	case v.x == nil || v.c != nil || v.special != "":
	case v.t.k == void:
		f.add(tree.Do(v.x))
	case !v.lv && v.t.k != null && v.t.k != function:
		f.add(tree.Use(v.x))
	}
	return val{t: voidType, at: v.at}
}
