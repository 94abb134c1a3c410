package compile

// This file describes kernels to the host: their parameters, the elements of slices
// and variables, and source lines.

import (
	"strings"

	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/ir"
)

// Param is a parameter of a kernel.
type Param struct {
	Name   string
	Type   string          // as in the source: "[]float32"
	Slices map[string]Elem // the elements of the slices in it, by path: "in", "a.Elements"
}

// Elem is the element of a slice parameter or of a variable.
type Elem struct {
	Bytes  int
	Leaves []Leaf // its scalars, in order of their offsets
}

// Leaf is a scalar in an element.
type Leaf struct {
	Offset int     // bytes
	Type   ir.Type // bool is U8
}

// Params returns the parameters of a kernel, in order. The kernel must compile.
func (u *Unit) Params(kernel string) []Param {
	if u.cuda != nil {
		c := u.cuda.kernel(kernel, false)
		return c.unit.Params(c.code.Kernel)
	}
	u.mu.Lock()
	defer u.mu.Unlock()
	base, _, _ := strings.Cut(kernel, "[")
	d := u.src.function(base)
	if d == nil {
		panic("BUG: parameters of " + kernel + ", which is not in the unit")
	}
	l := newLowerer(u.buildFor(kernel, d), kernel, d, false)
	var params []Param
	for _, p := range l.function().Params {
		t := l.typeOf(p.Type())
		param := Param{Name: plainName(p.Name()), Type: typeName(p.Type()), Slices: map[string]Elem{}}
		t.slices(param.Name, param.Slices)
		params = append(params, param)
	}
	return params
}

// SymbolElem returns the innermost element of a gpu.Constant or gpu.Global variable
// that a kernel uses. The kernel must compile.
func (u *Unit) SymbolElem(kernel, variable string) Elem {
	if u.cuda != nil {
		c := u.cuda.kernel(kernel, false)
		return c.unit.SymbolElem(c.code.Kernel, variable)
	}
	u.mu.Lock()
	defer u.mu.Unlock()
	base, _, _ := strings.Cut(kernel, "[")
	d := u.src.function(base)
	l := newLowerer(u.buildFor(kernel, d), kernel, d, false)
	t := l.typeOf(deref(l.build.ssa.Var(variable).Type()))
	elem, _ := t.fields[0].layout.inner()
	return Elem{elem.size, elem.scalars(0, nil)}
}

// Initial returns the first bytes of a variable that a kernel uses; nil for zeros. Only
// CUDA C has them.
func (u *Unit) Initial(kernel, variable string) []byte {
	if u.cuda == nil {
		return nil
	}
	return u.cuda.kernel(kernel, false).code.Initial[variable]
}

// Suggest returns "did you mean x?" for the name closest in spelling, or "".
func Suggest(name string, among []string) string { return suggest(name, among) }

// slices adds the slices in a parameter of type t to found.
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

// scalars appends the scalars of a value of type t at offset at.
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
	if u.cuda != nil {
		return u.cuda.program.Line(pos.File, pos.Line)
	}
	return u.src.text(pos)
}
