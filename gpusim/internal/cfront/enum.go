package cfront

// This file knows enumerations.

import (
	"math"

	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/cfront/syntax"
)

// enumType is an enumeration. Its values have the kind base in memory.
type enumType struct {
	decl  *syntax.Enum
	base  *typ
	items map[string]*val // nil until all are known
}

// enumOf returns the enumeration of a declaration in an environment.
func (u *unit) enumOf(d *syntax.Enum, e *env) *enumType {
	var in *structType
	if e != nil {
		in = e.in
	}
	key := enumKey{d, in}
	en := u.enums[key]
	if en == nil {
		en = &enumType{decl: d}
		u.enums[key] = en
		f := &fn{u: u, env: e, this: in, seen: d.Seen}
		f.push()
		en.fill(f)
	}
	if en.items == nil {
		refuse(d.Pos, diag.TypeError, "write its values as numbers", "the values of enumeration %s depend on each other", d.Name)
	}
	return en
}

// enumKey tells enumerations apart: one of a template struct is another in each instance.
type enumKey struct {
	decl *syntax.Enum
	in   *structType
}

// fill computes the values in the scope of f, where the earlier ones are known.
func (en *enumType) fill(f *fn) {
	d := en.decl
	switch {
	case d.Base != nil:
		en.base = f.typeOf(d.Base).plain()
		if !en.base.isInt() {
			refuse(d.Pos, diag.TypeError, "name an integer type", "the base of enumeration %s is %s", d.Name, en.base)
		}
	case d.Scoped:
		en.base = intType
	}
	var values []val
	for i, item := range d.Items {
		var v val
		switch {
		case item.Value != nil:
			v = f.constant(item.Value, "the value of an enumeration")
		case i > 0:
			v = after(values[i-1])
		default:
			v = intConstant(0, intType, d.Pos)
		}
		if en.base != nil {
			v = f.convert(plainNumber(v), en.base)
		}
		values = append(values, v)
		f.declare(&object{name: item.Name, at: d.Pos, t: v.t, c: &v})
	}
	if en.base == nil {
		en.base = baseOf(values)
	}
	items := map[string]*val{}
	for i, item := range d.Items {
		v := f.convert(plainNumber(values[i]), en.base)
		v.t = &typ{k: en.base.k, enum: en}
		items[item.Name] = &v
	}
	en.items = items
}

// after returns the value that follows another, in a type that holds it.
func after(v val) val {
	v = plainNumber(v)
	t := promoted(v.t)
	switch {
	case t.k == integer && v.c.i == math.MaxInt32:
		t = longType
	case t.k == uinteger && v.c.i == math.MaxUint32:
		t = sizeType
	}
	return intConstant(v.c.i+1, t, v.at)
}

// baseOf returns the type that holds all values of an enumeration without a base.
func baseOf(values []val) *typ {
	low, high, wide := int64(0), uint64(0), false
	for _, v := range values {
		if v.c.i < 0 && !v.t.unsigned() {
			low = min(low, v.c.i)
		} else {
			high = max(high, uint64(v.c.i))
		}
	}
	wide = low < math.MinInt32 || high > math.MaxUint32 || low < 0 && high > math.MaxInt32
	switch {
	case !wide && high <= math.MaxInt32:
		return intType
	case !wide:
		return uintType
	case high <= math.MaxInt64:
		return longType
	}
	return sizeType
}

// typ returns the type of the enumeration's values.
func (en *enumType) typ() *typ { return &typ{k: en.base.k, enum: en} }

// item returns a value of the enumeration.
func (en *enumType) item(name string, at diag.Pos) (val, bool) {
	v, ok := en.items[name]
	if !ok {
		return val{}, false
	}
	c := *v
	c.at, c.literal = at, false
	return c, true
}

// scoped reports whether a type is an enum class, which becomes no number by itself.
func (t *typ) scoped() bool { return t.enum != nil && t.enum.decl.Scoped }

// plainNumber returns a value of an enumeration as a number of its base.
func plainNumber(v val) val {
	if v.t.enum != nil {
		v.t = basic(v.t.k)
	}
	return v
}
