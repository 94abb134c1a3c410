package compile

// This file tells the host what it must know to launch a kernel: the
// parameters as the source has them, the elements of slices and variables, and
// source lines.

import (
	"strings"

	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/ir"
)

// Param is a parameter of a kernel.
type Param struct {
	Name   string
	Type   string          // as the learner writes it: "[]float32"
	Slices map[string]Elem // what the slices in it hold, by path: "in", "a.Elements"
}

// Elem is an element of a slice parameter.
type Elem struct {
	Bytes  int
	Leaves []Leaf // its scalars, in order of their offsets
}

// Leaf is a scalar inside an element.
type Leaf struct {
	Offset int
	Type   ir.Type // bool is U8
}

// Params returns the parameters of a kernel that compiles, in order.
func (u *Unit) Params(kernel string) []Param {
	u.mu.Lock()
	defer u.mu.Unlock()
	base, _, _ := strings.Cut(kernel, "[")
	d := u.src.function(base)
	if d == nil {
		panic("BUG: parameters of " + kernel + ", which is not in the unit")
	}
	l := newLowerer(u.buildFor(kernel, d), kernel, d)
	var params []Param
	for _, p := range l.function().Params {
		t := l.typeOf(p.Type())
		param := Param{Name: p.Name(), Type: typeName(p.Type()), Slices: map[string]Elem{}}
		t.slices(p.Name(), param.Slices)
		params = append(params, param)
	}
	return params
}

// SymbolElem returns the innermost element of a gpu.Constant or gpu.Global
// variable that a kernel which compiles uses.
func (u *Unit) SymbolElem(kernel, variable string) Elem {
	u.mu.Lock()
	defer u.mu.Unlock()
	base, _, _ := strings.Cut(kernel, "[")
	d := u.src.function(base)
	l := newLowerer(u.buildFor(kernel, d), kernel, d)
	t := l.typeOf(deref(l.ssa.Var(variable).Type()))
	elem, _ := t.fields[0].layout.inner()
	return Elem{elem.size, elem.scalars(0, nil)}
}

// Suggest returns "did you mean x?" for the nearest of the names, or "".
func Suggest(name string, among []string) string { return suggest(name, among) }

// slices puts the slices inside a parameter of type t into found.
func (t *layout) slices(path string, found map[string]Elem) {
	if t.shape == sliceOf {
		found[path] = Elem{t.elem.size, t.elem.scalars(0, nil)}
		return
	}
	for i := range t.parts() {
		part, _ := t.part(i)
		part.slices(path+t.partName(i), found)
	}
}

// scalars appends the scalars of a value of type t that lies at offset at.
func (t *layout) scalars(at int, leaves []Leaf) []Leaf {
	if t.shape == scalar {
		return append(leaves, Leaf{at, t.scalar})
	}
	for i := range t.parts() {
		part, offset := t.part(i)
		leaves = part.scalars(at+offset, leaves)
	}
	return leaves
}

// Line returns the text of a line of the Unit's source, or "".
func (u *Unit) Line(pos diag.Pos) string {
	for _, f := range u.src.files {
		if f.name == pos.File {
			return f.line(pos.Line)
		}
	}
	return ""
}
