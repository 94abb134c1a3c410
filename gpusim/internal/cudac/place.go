package cudac

// This file writes fields, elements and slices.

import (
	"go/ast"
	"go/types"
	"strconv"
	"strings"

	"gpucourse/gpusim/internal/layout"
)

// lvalue writes a place that is assigned to.
func (f *function) lvalue(e ast.Expr) ex {
	f.writes(e)
	return f.lvaluePlain(e)
}

func (f *function) lvaluePlain(e ast.Expr) ex {
	if star, ok := ast.Unparen(e).(*ast.StarExpr); ok {
		if v := f.placedVar(star.X); v != nil {
			return primary(f.local(v))
		}
		if _, plain := f.plainArray(f.s.Info.TypeOf(e)); plain {
			return f.expr(star.X)
		}
	}
	return f.expr(e)
}

// writes notes that the elements of the slice that holds a place are written.
func (f *function) writes(e ast.Expr) {
	switch e := ast.Unparen(e).(type) {
	case *ast.IndexExpr:
		t := f.s.Info.TypeOf(e.X)
		if f.isSlice(t) {
			for _, k := range f.sliceKeys(e.X) {
				learn(f.writer, f.written, k)
			}
		} else if f.isArray(t) {
			f.writes(e.X)
		}
	case *ast.SelectorExpr:
		if sel := f.s.Info.Selections[e]; sel != nil && !sel.Indirect() {
			f.writes(e.X)
		}
	case *ast.SliceExpr:
		f.writes(e.X)
	}
}

// sliceKeys returns the keys of the slices that e takes its elements from.
func (f *function) sliceKeys(e ast.Expr) []any {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		if v, ok := f.s.Info.ObjectOf(e).(*types.Var); ok {
			return []any{v.Origin()}
		}
	case *ast.SelectorExpr:
		if f.symbolOf(e) != "" {
			return []any{f.s.Info.Uses[ast.Unparen(e.X).(*ast.Ident)]}
		}
		if sel := f.s.Info.Selections[e]; sel != nil && sel.Kind() == types.FieldVal {
			return []any{sel.Obj().(*types.Var).Origin()}
		}
	case *ast.SliceExpr:
		if f.isSlice(f.s.Info.TypeOf(e.X)) {
			return f.sliceKeys(e.X)
		}
	case *ast.CallExpr:
		if f.s.Info.Types[e.Fun].IsType() {
			return f.sliceKeys(e.Args[0])
		}
		if fn := f.callee(e); fn != nil && f.decl[fn.Origin()] != nil {
			return []any{result{fn.Origin(), 0}}
		}
	}
	return nil
}

// isRow reports whether a call is of gpu.Pitched.Row.
func (f *function) isRow(e *ast.CallExpr) bool {
	fn := f.callee(e)
	return fn != nil && deviceName(fn) == "gpu.Pitched.Row"
}

// sliceKey is the key of a slice that is assigned to.
func (f *function) sliceKey(e ast.Expr) any {
	if keys := f.sliceKeys(e); len(keys) == 1 {
		return keys[0]
	}
	return [1]any{e}
}

// flowTo notes that a slice becomes the value of what key names.
func (f *function) flowTo(key any, s slice) {
	v, _ := key.(*types.Var)
	if _, element := key.([1]any); element {
		v = nil
	} else if !f.written[key] && (v == nil || !v.IsField() && v.Parent() != f.s.Package.Scope()) {
		return
	}
	for _, k := range s.keys {
		if k != nil {
			learn(f.writer, f.written, k)
		}
	}
}

// slice is a slice: a pointer and a length. The length is noted as needed when it is
// asked for.
type slice struct {
	ptr    ex
	keys   []any
	length func() string
}

func (s slice) len() string { return s.length() }

// sliceVar is a slice in a variable.
func sliceVar(v *types.Var, name string) slice {
	return slice{ptr: primary(name), keys: []any{v.Origin()}, length: func() string { return name + "_len" }}
}

// slice writes a slice.
func (f *function) slice(e ast.Expr) slice {
	if f.s.Info.Types[e].IsNil() {
		return slice{ptr: primary("nullptr"), length: func() string { return "0" }}
	}
	keys := f.sliceKeys(e)
	switch e := e.(type) {
	case *ast.ParenExpr:
		return f.slice(e.X)
	case *ast.SliceExpr:
		return f.subslice(e, keys)
	case *ast.CallExpr:
		return f.sliceCall(e, keys)
	case *ast.CompositeLit:
		return f.sliceLit(e)
	case *ast.Ident, *ast.SelectorExpr:
		x := f.expr(e)
		return slice{ptr: x, keys: keys, length: func() string {
			if len(keys) != 1 {
				f.refuse(e.Pos(), "pass the length as a parameter", "the length of this slice is not known in CUDA C")
			}
			if sel, ok := e.(*ast.SelectorExpr); ok && layout.GPUName(f.substitute(f.s.Info.TypeOf(sel.X))) == "Pitched" {
				base := f.paren(f.expr(sel.X), precPostfix)
				return base + ".Stride * " + base + ".Height"
			}
			learn(f.writer, f.lengths, keys[0])
			return f.paren(x, precPostfix) + "_len"
		}}
	}
	x := f.expr(e)
	if element, ok := strings.CutSuffix(x.s, ".data"); ok {
		return slice{ptr: x, length: func() string { return element + ".len" }}
	}
	return slice{ptr: x, keys: keys, length: func() string {
		f.refuse(e.Pos(), "keep the length in a variable of its own", "the length of this slice is not known in CUDA C")
		return ""
	}}
}

// subslice writes x[low:high].
func (f *function) subslice(e *ast.SliceExpr, keys []any) slice {
	base := slice{}
	if t := f.s.Info.TypeOf(e.X); f.isSlice(t) {
		base = f.slice(e.X)
	} else {
		f.writes(e.X)
		a, _ := f.arrayOf(t)
		base = slice{ptr: f.decayed(e.X), length: func() string { return f.length(a) }}
	}
	s := slice{ptr: base.ptr, keys: keys}
	low := ex{}
	if e.Low != nil && !f.isZero(e.Low) {
		low = f.subscript(e.Low)
		s.ptr = ex{s: f.paren(base.ptr, precAdd) + " + " + f.operand(low, precAdd, true), prec: precAdd}
	}
	s.length = func() string {
		n := ""
		if e.High != nil {
			n = f.paren(f.settled(e.High, f.s.Info.TypeOf(e.High)), precAdd)
		} else {
			n = base.len()
		}
		if low.s != "" {
			n += " - " + f.operand(f.settled(e.Low, f.s.Info.TypeOf(e.Low)), precAdd, true)
		}
		return n
	}
	return s
}

func (f *function) isZero(e ast.Expr) bool {
	n, ok := intValue(f.s.Info.Types[e].Value)
	return ok && n == 0
}

// decayed writes a pointer to the first element of an array, or of what a pointer to
// an array points to.
func (f *function) decayed(e ast.Expr) ex {
	x := f.indexed(e)
	t := f.s.Info.TypeOf(e)
	if p, ok := f.under(t).(*types.Pointer); ok {
		t = p.Elem()
	}
	if _, plain := f.plainArray(t); plain {
		return x
	}
	return ex{s: f.paren(x, precPostfix) + ".v", prec: precPostfix}
}

func (f *function) sliceLit(e *ast.CompositeLit) slice {
	t := f.s.Info.TypeOf(e)
	n := f.litLength(e)
	a := types.NewArray(f.under(t).(*types.Slice).Elem(), int64(n))
	if f.symbolic {
		a = types.NewArray(f.original(t).(*types.Slice).Elem(), int64(n))
	}
	return f.list(a, f.bracedList(e, a.Elem()))
}

// list declares an array with some elements, and returns it as a slice.
func (f *function) list(a *types.Array, elements string) slice {
	name := f.temp("list")
	s := slice{ptr: primary(name), length: func() string { return strconv.FormatInt(a.Len(), 10) }}
	if _, plain := f.plainArray(a); !plain {
		s.ptr, elements = ex{s: name + ".v", prec: precPostfix}, "{"+elements+"}"
	}
	f.line("%s = %s;", f.declare(a, name, false), elements)
	return s
}

// sliceCall writes a call that returns a slice.
func (f *function) sliceCall(e *ast.CallExpr, keys []any) slice {
	switch {
	case f.s.Info.Types[e.Fun].IsType():
		return f.slice(e.Args[0])
	case f.isRow(e):
		sel := ast.Unparen(e.Fun).(*ast.SelectorExpr)
		p := f.paren(f.expr(sel.X), precPostfix)
		if _, ptr := f.under(f.s.Info.TypeOf(sel.X)).(*types.Pointer); ptr {
			p = "(*" + p + ")"
		}
		row := f.operand(f.subscript(e.Args[0]), precMul, false)
		return slice{ptr: ex{s: p + ".Data + " + row + " * " + p + ".Stride", prec: precAdd}, length: func() string { return p + ".Width" }}
	case f.isDevice(e, "gpu.DynamicShared"):
		return f.dynamicSlice(e)
	}
	x := f.call(e)
	if len(keys) != 1 {
		return slice{ptr: x, length: func() string {
			f.refuse(e.Pos(), "call a function by its name", "the length of this slice is not known in CUDA C")
			return ""
		}}
	}
	if !f.lengths[keys[0]] {
		return slice{ptr: x, keys: keys, length: func() string {
			learn(f.writer, f.lengths, keys[0])
			return "0"
		}}
	}
	name := f.temp("s")
	f.line("auto %s = %s;", name, x.s)
	return slice{ptr: primary(name + ".data"), keys: keys, length: func() string { return name + ".len" }}
}

// dynamicSlice writes the dynamic shared memory where it is not a variable's value.
func (f *function) dynamicSlice(e *ast.CallExpr) slice {
	elem := f.under(f.s.Info.TypeOf(e)).(*types.Slice).Elem()
	learn(f.writer, f.dynamic, typeKey(f.substitute(elem)))
	learn(f.writer, f.dynamic, "") // the variable has no name in Go
	return f.dynamicBytes(f.s.Info.TypeOf(e))
}

func (f *function) dynamicBytes(t types.Type) slice {
	f.bytes = true
	return slice{
		ptr:    ex{s: "(" + f.declare(t, "", false) + ")dynamic_shared", prec: precUnary},
		length: func() string { return f.dynamicLength(t) },
	}
}

func (f *function) dynamicLength(t types.Type) string {
	f.helpers["dynamicBytes"] = true
	elem := f.original(t).(*types.Slice).Elem()
	return "(int)(dynamic_shared_bytes() / sizeof(" + f.ctype(elem) + "))"
}

// placeShared declares a variable of shared memory for x := gpu.Shared[T]() and
// x := gpu.DynamicShared[T](). It reports whether from is such a call.
func (f *function) placeShared(v *types.Var, from ast.Expr) bool {
	call, ok := ast.Unparen(from).(*ast.CallExpr)
	if !ok || f.reassigned(v) {
		return false
	}
	switch {
	case f.isDevice(call, "gpu.Shared"):
		f.placed[v] = true
		f.line("__shared__ %s;", f.declare(v.Type().Underlying().(*types.Pointer).Elem(), f.local(v), false))
		return true
	case f.isDevice(call, "gpu.DynamicShared"):
		f.placeDynamic(v)
		return true
	}
	return false
}

func (f *function) placeDynamic(v *types.Var) {
	name := f.local(v)
	elem := v.Type().Underlying().(*types.Slice).Elem()
	learn(f.writer, f.dynamic, typeKey(f.substitute(elem)))
	if _, param := types.Unalias(elem).(*types.TypeParam); len(f.dynamic) == 1 && !(param && f.symbolic) {
		f.line("extern __shared__ %s;", f.declare(elem, name+"[]", false))
	} else {
		f.line("%s = %s;", f.declare(v.Type(), name, false), f.dynamicBytes(v.Type()).ptr.s)
	}
	if f.lengths[v.Origin()] {
		f.line("int %s_len = %s;", name, f.dynamicLength(v.Type()))
	}
}

// reassigned reports whether the function assigns to the variable itself, or takes its
// address.
func (f *function) reassigned(v *types.Var) bool {
	found := false
	is := func(e ast.Expr) {
		if id, ok := ast.Unparen(e).(*ast.Ident); ok && f.s.Info.Uses[id] == v {
			found = true
		}
	}
	ast.Inspect(f.decl[f.obj].Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for _, l := range n.Lhs {
				is(l)
			}
		case *ast.UnaryExpr:
			is(n.X)
		}
		return !found
	})
	return found
}

// index writes x[i].
func (f *function) index(e *ast.IndexExpr) ex {
	if _, fn := f.s.Info.TypeOf(e.X).(*types.Signature); fn {
		return primary(f.funcName(e))
	}
	base := ex{}
	if f.isSlice(f.s.Info.TypeOf(e.X)) {
		base = f.slice(e.X).ptr
	} else {
		base = f.indexed(e.X)
	}
	x := ex{s: f.paren(base, precPostfix) + "[" + f.subscript(e.Index).s + "]", prec: precPostfix}
	if f.isSlice(f.s.Info.TypeOf(e)) { // an array of slices
		x.s += ".data"
	}
	return x
}

// indexed writes an array, or the array that a pointer points to, for an index.
func (f *function) indexed(e ast.Expr) ex {
	p, ok := f.under(f.s.Info.TypeOf(e)).(*types.Pointer)
	if !ok {
		return f.lvaluePlain(e)
	}
	if v := f.placedVar(e); v != nil {
		return primary(f.local(v))
	}
	x := f.expr(e)
	if _, plain := f.plainArray(p.Elem()); plain {
		return x
	}
	return ex{s: "(*" + f.paren(x, precUnary) + ")"}
}

// subscript writes an index. One of type int may be unsigned in C: it is not negative.
func (f *function) subscript(e ast.Expr) ex {
	x := f.expr(e)
	if f.kind(f.s.Info.TypeOf(e)) != types.Int {
		return f.cast(x, f.s.Info.TypeOf(e))
	}
	return x
}

// indexNames are the variables of package gpu that say where a thread is.
var indexNames = map[string]string{"ThreadIdx": "threadIdx", "BlockIdx": "blockIdx", "BlockDim": "blockDim", "GridDim": "gridDim"}

// indexVariable returns the name in C of gpu.ThreadIdx and the like.
func (f *function) indexVariable(e ast.Expr) string {
	var id *ast.Ident
	switch e := ast.Unparen(e).(type) {
	case *ast.SelectorExpr:
		id = e.Sel
	case *ast.Ident:
		id = e
	default:
		return ""
	}
	v, ok := f.s.Info.Uses[id].(*types.Var)
	if !ok || v.Pkg() == nil || v.Pkg().Path() != layout.GPUPath || v.IsField() {
		return ""
	}
	return indexNames[v.Name()]
}

// selector writes x.name.
func (f *function) selector(e *ast.SelectorExpr) ex {
	if name := f.indexVariable(e.X); name != "" {
		return ex{s: name + "." + vectorFields[e.Sel.Name], prec: precPostfix, class: natural}
	}
	if name := f.indexVariable(e); name != "" {
		return ex{s: "make_int3(" + name + ".x, " + name + ".y, " + name + ".z)", prec: precPostfix}
	}
	sel := f.s.Info.Selections[e]
	if sel == nil {
		if v, ok := f.s.Info.Uses[e.Sel].(*types.Var); ok && v.Name() == "WarpSize" {
			return primary("warpSize")
		}
		return primary(f.funcName(e))
	}
	switch sel.Kind() {
	case types.MethodVal:
		return f.methodValue(e, sel)
	case types.MethodExpr:
		f.refuse(e.Pos(), "write a function literal", "the method %s is used as a function", e.Sel.Name)
	}
	if name := f.symbolOf(e); name != "" {
		return primary(name)
	}
	return f.field(e, sel.Index())
}

// symbolOf returns the C variable of C.V, for a gpu.Constant or gpu.Global C.
func (f *function) symbolOf(e *ast.SelectorExpr) string {
	id, ok := ast.Unparen(e.X).(*ast.Ident)
	if !ok {
		return ""
	}
	v, ok := f.s.Info.Uses[id].(*types.Var)
	if !ok || v.Parent() != f.s.Package.Scope() {
		return ""
	}
	if f.names[v] != "" {
		return f.names[v]
	}
	space := map[string]string{"Constant": "__constant__ ", "Global": "__device__ "}[layout.GPUName(v.Type())]
	if space == "" {
		return ""
	}
	name := f.global(v)
	g := &function{writer: f.writer, symbolic: true}
	elem := v.Type().Underlying().(*types.Struct).Field(0).Type()
	if s, ok := f.spec[v].(*ast.ValueSpec); ok {
		if a := f.symbolType(s); a != nil {
			elem = a
		}
	}
	f.vars = append(f.vars, docText(f.doc[v], "")+space+g.declare(elem, name, false)+";\n")
	if f.isSlice(elem) && f.lengths[v] {
		f.vars = append(f.vars, space+"int "+name+"_len;\n")
	}
	f.symbols = append(f.symbols, Symbol{Name: v.Name(), C: name})
	return name
}

// symbolType returns the type of a variable as the source has it.
func (f *function) symbolType(s *ast.ValueSpec) types.Type {
	if ix, ok := s.Type.(*ast.IndexExpr); ok {
		return f.s.Info.TypeOf(ix.Index)
	}
	return nil
}

// field writes the field at a path of indexes.
func (f *function) field(e *ast.SelectorExpr, path []int) ex {
	t := f.s.Info.TypeOf(e.X)
	x := ex{}
	placed := f.placedVar(e.X)
	if placed != nil {
		x = primary(f.local(placed))
	} else {
		x = f.lvaluePlain(e.X)
	}
	for n, i := range path {
		dot := "."
		if p, ok := f.under(t).(*types.Pointer); ok {
			if t = p.Elem(); placed == nil || n > 0 {
				dot = "->"
				if rest, ok := cutAddress(x); ok {
					x, dot = rest, "."
				}
			}
		}
		s := f.under(t).(*types.Struct)
		name := fieldName(s, i)
		if vectorType(f.substitute(t)) {
			name = vectorFields[s.Field(i).Name()]
		}
		x = ex{s: f.paren(x, precPostfix) + dot + name, prec: precPostfix}
		t = s.Field(i).Type()
	}
	return x
}

// cutAddress returns v for &v.
func cutAddress(x ex) (ex, bool) {
	if x.prec == precUnary && x.s[0] == '&' {
		return ex{s: x.s[1:], prec: precPostfix}, true
	}
	return x, false
}
