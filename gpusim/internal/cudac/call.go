package cudac

// This file writes calls, conversions, function literals and composite literals.

import (
	"go/ast"
	"go/types"
	"strings"

	"gpucourse/gpusim/internal/layout"
	"gpucourse/gpusim/internal/source"
)

// callee returns the function or method that a call names, nil for a value.
func (f *function) callee(e *ast.CallExpr) *types.Func {
	id := source.CalleeName(e.Fun)
	if id == nil {
		return nil
	}
	fn, _ := f.s.Info.Uses[id].(*types.Func)
	return fn
}

// deviceName returns "gpu.Sqrt" or "gpu.Pitched.Row", "" for functions of the program.
func deviceName(fn *types.Func) string {
	if fn == nil || fn.Pkg() == nil {
		return ""
	}
	switch fn.Pkg().Path() {
	case layout.GPUPath, "math", "math/bits":
	default:
		return ""
	}
	name := fn.Pkg().Name() + "."
	if recv := fn.Signature().Recv(); recv != nil {
		t := types.Unalias(recv.Type())
		if p, ok := t.(*types.Pointer); ok {
			t = types.Unalias(p.Elem())
		}
		name += t.(*types.Named).Obj().Name() + "."
	}
	return name + fn.Name()
}

func (f *function) isDevice(e *ast.CallExpr, name string) bool {
	return deviceName(f.callee(e)) == name
}

// call writes a call.
func (f *function) call(e *ast.CallExpr) ex {
	if f.s.Info.Types[e.Fun].IsType() {
		return f.conversion(e)
	}
	if id := source.CalleeName(e.Fun); id != nil {
		if b, ok := f.s.Info.Uses[id].(*types.Builtin); ok {
			return f.builtin(b.Name(), e)
		}
	}
	x := f.calls(e)
	if f.hoist && f.impure(e) && f.resultCount(e) == 1 {
		t := f.s.Info.TypeOf(e)
		if f.isSlice(t) {
			return x
		}
		name := f.temp("t")
		f.line("%s = %s;", f.declare(t, name, false), f.cast(x, t).s)
		return primary(name)
	}
	return x
}

func (f *function) resultCount(e *ast.CallExpr) int {
	switch t := f.s.Info.TypeOf(e).(type) {
	case nil:
		return 0
	case *types.Tuple:
		return t.Len()
	}
	return 1
}

// calls writes a call of a function of the program or of the device.
func (f *function) calls(e *ast.CallExpr) ex {
	fn := f.callee(e)
	if name := deviceName(fn); name != "" {
		if write := deviceCall(name); write != nil {
			return write(f, e)
		}
		f.refuse(e.Pos(), "", "%s cannot be written in CUDA C", name)
	}
	if fn == nil {
		return f.callValue(e)
	}
	var args []string
	if sel, ok := ast.Unparen(e.Fun).(*ast.SelectorExpr); ok {
		if s := f.s.Info.Selections[sel]; s != nil && s.Kind() == types.MethodVal {
			fn = f.method(s, fn)
			args = append(args, f.receiver(sel, s, fn)...)
		}
	}
	name := f.functionNamed(e.Fun, fn)
	args = append(args, f.arguments(e, fn.Origin().Signature())...)
	return ex{s: name + "(" + strings.Join(args, ", ") + ")", prec: precPostfix}
}

// method returns the method that a call means: for a type parameter that of the type
// argument.
func (f *function) method(s *types.Selection, fn *types.Func) *types.Func {
	recv := f.substitute(s.Recv())
	obj, _, _ := types.LookupFieldOrMethod(recv, true, f.s.Package, fn.Name())
	if m, ok := obj.(*types.Func); ok {
		return m
	}
	return fn
}

// receiver writes the receiver of a method as its first argument.
func (f *function) receiver(sel *ast.SelectorExpr, s *types.Selection, fn *types.Func) []string {
	recv := fn.Origin().Signature().Recv()
	_, wantsPointer := types.Unalias(recv.Type()).(*types.Pointer)
	x := sel.X
	path := s.Index()
	t := f.substitute(s.Recv())
	base, isPointer := ex{}, false
	if len(path) > 1 { // a method of an embedded field
		base = f.field(&ast.SelectorExpr{X: x, Sel: sel.Sel}, path[:len(path)-1])
		t = f.fieldType(t, path[:len(path)-1])
		_, isPointer = t.Underlying().(*types.Pointer)
		f.writes(x)
	} else if _, isPointer = t.Underlying().(*types.Pointer); isPointer {
		base = f.expr(x)
	} else if wantsPointer {
		return []string{f.address(x).s}
	} else if f.isSlice(t) {
		return f.sliceArgument(f.slice(x), recv)
	} else {
		return []string{f.settled(x, t).s}
	}
	switch {
	case wantsPointer && !isPointer:
		return []string{"&" + f.paren(base, precUnary)}
	case !wantsPointer && isPointer:
		if v := f.placedVar(x); v != nil {
			return []string{f.local(v)}
		}
		return []string{"*" + f.paren(base, precUnary)}
	}
	return []string{base.s}
}

func (f *function) fieldType(t types.Type, path []int) types.Type {
	for _, i := range path {
		if p, ok := t.Underlying().(*types.Pointer); ok {
			t = p.Elem()
		}
		t = t.Underlying().(*types.Struct).Field(i).Type()
	}
	return t
}

// arguments writes the arguments of a call.
func (f *function) arguments(e *ast.CallExpr, sig *types.Signature) []string {
	params := sig.Params()
	if len(e.Args) == 1 && params.Len() > 1 {
		return f.forwardedArguments(e.Args[0], params)
	}
	var args []string
	for i := range params.Len() {
		p := params.At(i)
		if sig.Variadic() && i == params.Len()-1 && !e.Ellipsis.IsValid() {
			args = append(args, f.sliceArgument(f.variadic(e.Args[i:], p), p)...)
			break
		}
		args = append(args, f.argument(e.Args[i], p)...)
	}
	return args
}

// argument writes one argument: a slice as a pointer, with its length if the function
// needs it.
func (f *function) argument(e ast.Expr, p *types.Var) []string {
	t := f.s.Info.TypeOf(e)
	switch {
	case f.isSlice(p.Type()) || !f.s.Info.Types[e].IsNil() && f.isSlice(t):
		return f.sliceArgument(f.slice(e), p)
	case f.isFunc(t):
		return []string{f.function(e)}
	case f.isArray(t):
		f.byValue(t)
	}
	x := f.convertTo(e, t)
	if x.class != exact && f.isInteger(t) && isParametric(p.Type()) {
		x = f.cast(x, t)
	}
	return []string{x.s}
}

// isParametric reports whether C++ may deduce a parameter's type from the argument.
func isParametric(t types.Type) bool {
	_, param := types.Unalias(t).(*types.TypeParam)
	return param
}

func (f *function) sliceArgument(s slice, p *types.Var) []string {
	f.flowTo(p.Origin(), s)
	args := []string{s.ptr.s}
	if f.lengths[p.Origin()] {
		args = append(args, s.len())
	}
	return args
}

// variadic writes the arguments of a variadic parameter as an array.
func (f *function) variadic(list []ast.Expr, p *types.Var) slice {
	if len(list) == 0 {
		return slice{ptr: primary("nullptr"), length: func() string { return "0" }}
	}
	elem := f.s.Info.TypeOf(list[0])
	if b, ok := elem.(*types.Basic); ok && b.Info()&types.IsUntyped != 0 {
		elem = p.Type().Underlying().(*types.Slice).Elem()
	}
	var texts []string
	for _, e := range list {
		texts = append(texts, f.settled(e, elem).s)
	}
	return f.list(types.NewArray(elem, int64(len(list))), "{"+strings.Join(texts, ", ")+"}")
}

// forwardedArguments passes the results of a call to another one.
func (f *function) forwardedArguments(call ast.Expr, params *types.Tuple) []string {
	var args []string
	for i, v := range f.multiple(call) {
		if p := params.At(i); f.isSlice(p.Type()) {
			args = append(args, f.sliceArgument(v.slice(), p)...)
		} else {
			args = append(args, v.s)
		}
	}
	return args
}

// callValue calls a variable or a function literal.
func (f *function) callValue(e *ast.CallExpr) ex {
	sig := f.s.Info.TypeOf(e.Fun).Underlying().(*types.Signature)
	name := f.expr(e.Fun)
	var args []string
	for i := range sig.Params().Len() {
		p := sig.Params().At(i)
		if !f.isSlice(p.Type()) {
			args = append(args, f.argument(e.Args[i], p)...)
			continue
		}
		s := slice{}
		if sig.Variadic() && i == sig.Params().Len()-1 && !e.Ellipsis.IsValid() {
			s = f.variadic(e.Args[i:], p)
		} else {
			s = f.slice(e.Args[i])
		}
		for _, k := range s.keys {
			learn(f.writer, f.written, k)
		}
		args = append(args, s.ptr.s, s.len())
	}
	return ex{s: f.paren(name, precPostfix) + "(" + strings.Join(args, ", ") + ")", prec: precPostfix}
}

// function writes a function that is passed or kept.
func (f *function) function(e ast.Expr) string { return f.expr(e).s }

// funcName returns the name of a function that an expression names.
func (f *function) funcName(e ast.Expr) string {
	id := source.CalleeName(e)
	fn, ok := f.s.Info.Uses[id].(*types.Func)
	if !ok {
		f.refuse(e.Pos(), "", "%s cannot be written in CUDA C", id.Name)
	}
	if name := deviceName(fn); name != "" {
		if c := simpleName(name); c != "" {
			return "[](auto... x) { return " + c + "(x...); }"
		}
		f.refuse(e.Pos(), "write a function literal that calls it", "%s is used as a value", name)
	}
	f.anyCaller(fn)
	return f.functionNamed(e, fn)
}

// anyCaller notes that a function is a value: its callers pass the lengths of all slices.
func (f *function) anyCaller(fn *types.Func) {
	for p := range fn.Origin().Signature().Params().Variables() {
		if f.isSlice(p.Type()) {
			learn(f.writer, f.lengths, any(p.Origin()))
			learn(f.writer, f.written, any(p.Origin()))
		}
	}
}

// methodValue writes a method that is bound to a receiver.
func (f *function) methodValue(e *ast.SelectorExpr, s *types.Selection) ex {
	fn := f.method(s, s.Obj().(*types.Func))
	f.anyCaller(fn)
	recv := f.receiver(e, s, fn)
	name := f.temp("receiver")
	f.line("auto %s = %s;", name, recv[0])
	recv[0] = name
	return primary("[&](auto... args) { return " + f.functionNamed(e, fn) + "(" + strings.Join(recv, ", ") + ", args...); }")
}

// functionNamed writes the function that e names before this one, and returns its name.
func (f *function) functionNamed(e ast.Expr, fn *types.Func) string {
	origin := fn.Origin()
	var args, concrete []types.Type
	if recv := fn.Signature().Recv(); recv != nil {
		named, _ := receiverType(recv)
		for a := range named.TypeArgs().Types() {
			concrete = append(concrete, f.substitute(a))
		}
		return f.instance(origin, concrete)
	}
	for a := range f.s.Info.Instances[source.CalleeName(e)].TypeArgs.Types() {
		args = append(args, a)
		concrete = append(concrete, f.substitute(a))
	}
	name := f.instance(origin, concrete)
	if f.split[origin] {
		for _, a := range args {
			f.onlyFor(a)
		}
	}
	if len(args) > 0 && !f.split[origin] {
		name += "<" + f.typeList(args) + ">"
	}
	return name
}

// conversion writes T(x).
func (f *function) conversion(e *ast.CallExpr) ex {
	to, from := f.s.Info.TypeOf(e), f.s.Info.TypeOf(e.Args[0])
	x := f.expr(e.Args[0])
	switch {
	case f.isInteger(to) && f.isInteger(from):
		return f.toInteger(x, to, from)
	case f.sameType(to, from):
		return x
	case f.isStruct(to) && f.ctype(to) != f.ctype(from):
		f.helpers["same_bytes"] = true
		return postfix("same_bytes<%s>(%s)", f.ctype(to), x.s)
	case !f.isInteger(to) && !f.isFloat(to):
		return x // types of one form
	}
	if x.class == wrapped {
		x = f.cast(x, from)
	}
	return ex{s: "(" + f.ctype(to) + ")" + f.paren(x, precUnary), prec: precUnary}
}

// sameType reports whether both types are written in the same way.
func (f *function) sameType(t, u types.Type) bool {
	return types.Identical(f.substitute(t).Underlying(), f.substitute(u).Underlying()) && f.ctype(t) == f.ctype(u)
}

// toInteger converts between integers.
func (f *function) toInteger(x ex, to, from types.Type) ex {
	width, was := f.bits(to), f.bits(from)
	if f.sameType(to, from) || f.kind(to) == f.kind(from) && !f.symbolic {
		return x
	}
	if x.class == wrapped && width > was {
		x = f.cast(x, from)
	}
	if x.class == natural && f.ctype(to) == "unsigned" {
		return ex{s: x.s, prec: x.prec}
	}
	if x.class != wrapped && f.ctype(to) == f.ctype(from) {
		return x // int and int32
	}
	return ex{s: "(" + f.ctype(to) + ")" + f.paren(x, precUnary), prec: precUnary}
}

// builtin writes len, min, max and new.
func (f *function) builtin(name string, e *ast.CallExpr) ex {
	switch name {
	case "len":
		t := f.s.Info.TypeOf(e.Args[0])
		if a, ok := f.arrayOf(t); ok {
			return primary(f.length(a))
		}
		n := f.slice(e.Args[0]).len()
		if strings.Contains(n, " ") {
			return ex{s: n, prec: precAdd}
		}
		return primary(n)
	case "min", "max":
		return f.minMax(name, e)
	case "new":
		t := f.s.Info.TypeOf(e.Args[0])
		v := f.temp("v")
		f.line("%s = {};", f.declare(t, v, false))
		return f.pointerToVar(t, v)
	}
	f.refuse(e.Pos(), "", "%s cannot be written in CUDA C", name)
	return ex{}
}

func (f *function) minMax(name string, e *ast.CallExpr) ex {
	t := f.s.Info.TypeOf(e)
	if f.isFloat(t) {
		name = f.nanAware(name)
	}
	text := ""
	for i, a := range e.Args {
		x := f.typed(a, f.settled(a, t), t)
		if i == 0 {
			text = x.s
		} else {
			text = name + "(" + text + ", " + x.s + ")"
		}
	}
	return ex{s: text, prec: precPostfix, class: narrow(f.bits(t))}
}

// nanAware returns the helper that is min or max as Go has it: NaN if an operand is.
func (f *function) nanAware(name string) string {
	f.helpers["f"+name+"_nan"] = true
	return "f" + name + "_nan"
}

// multiple writes a call with several results and returns them.
func (f *function) multiple(e ast.Expr) []value {
	call := ast.Unparen(e).(*ast.CallExpr)
	if name := deviceName(f.callee(call)); name != "" {
		return f.multipleDevice(name, call)
	}
	results := f.s.Info.TypeOf(call).(*types.Tuple)
	owner := any(nil)
	if fn := f.callee(call); fn != nil {
		results, owner = fn.Origin().Signature().Results(), fn.Origin()
	}
	x := f.calls(call)
	name := f.temp("r")
	f.line("auto %s = %s;", name, x.s)
	values := make([]value, results.Len())
	for i := range values {
		at := primary(name + "." + resultField(results, i))
		v := value{ex: at, key: resultOf(owner, i)}
		if f.isSlice(results.At(i).Type()) {
			key := v.key
			if f.lengths[key] {
				v.ex, v.length = primary(at.s+".data"), at.s+".len"
			} else {
				learn(f.writer, f.lengths, key) // simpler than to ask whether it is used
				v.length = "0"
			}
		}
		values[i] = v
	}
	return values
}

// literal writes a function literal as a lambda.
func (f *function) literal(e *ast.FuncLit) string {
	sig := f.s.Info.TypeOf(e).(*types.Signature)
	was := *f
	defer func() {
		f.results, f.resultOf, f.named, f.resType, f.breaks, f.hoist = was.results, was.resultOf, was.named, was.resType, was.breaks, was.hoist
	}()
	f.results, f.resultOf, f.breaks, f.hoist = sig.Results(), e, nil, false
	var params []string
	for p := range sig.Params().Variables() {
		if f.isFunc(p.Type()) {
			params = append(params, "auto "+f.paramName(p))
			continue
		}
		if f.isSlice(p.Type()) {
			learn(f.writer, f.written, any(p.Origin()))
			learn(f.writer, f.lengths, any(p.Origin()))
		}
		params = append(params, f.parameter(p)...)
	}
	f.resType = f.literalResult()
	body := f.capture(func() {
		f.depth++
		f.namedResults()
		f.depth--
		f.braces(e.Body.List, e.Body.Rbrace)
	})
	return "[&](" + strings.Join(params, ", ") + ") -> " + f.resType + " {\n" + body + strings.Repeat("\t", f.depth) + "}"
}

// literalResult declares the struct of several results, and returns the result's type.
func (f *function) literalResult() string {
	if f.results.Len() < 2 {
		return f.resultType("")
	}
	name := f.temp("result")
	var fields []string
	for i := range f.results.Len() {
		fields = append(fields, f.oneResult(f.results.At(i).Type(), i)+" "+f.resultField(i)+";")
	}
	f.line("struct %s { %s };", name, strings.Join(fields, " "))
	return name
}
