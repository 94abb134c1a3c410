package cudac

// This file writes functions: kernels, device functions and methods.

import (
	"fmt"
	"go/ast"
	"go/types"
	"strings"

	"gpucourse/gpusim/internal/layout"
)

// function writes one function, or one instance of a generic function.
type function struct {
	*writer
	obj      *types.Func
	args     map[*types.TypeParam]types.Type
	symbolic bool // type parameters keep their names

	locals   map[types.Object]string
	used     map[string][]types.Object // the objects with each name
	temps    map[string]bool
	placed   map[types.Object]bool // pointers to shared memory that are written as variables
	template []string              // names of type parameters for functions that are passed

	statement ast.Expr // the expression that is a statement, its value unused

	out      *strings.Builder
	depth    int
	comments []*ast.CommentGroup
	pragma   string     // the line above the next loop
	rest     []ast.Stmt // the statements of the block behind the one that is written
	results  *types.Tuple
	resultOf any // the key of the results in facts: the function or its literal
	named    []types.Object
	resType  string
	labels   map[*types.Label]*label
	breaks   []*target
	methods  map[string]bool // that the function calls
	bytes    bool            // it uses the dynamic shared memory as bytes
	hoist    bool            // calls with effects become statements
}

func (w *writer) newFunction(obj *types.Func, args []types.Type) *function {
	f := &function{
		writer: w, obj: obj, args: map[*types.TypeParam]types.Type{},
		locals: map[types.Object]string{}, used: map[string][]types.Object{}, temps: map[string]bool{}, placed: map[types.Object]bool{},
		out: &strings.Builder{}, labels: map[*types.Label]*label{},
	}
	params := typeParams(obj)
	for i := range params.Len() {
		f.args[params.At(i)] = args[i]
	}
	f.symbolic = params.Len() > 0 && !w.split[obj]
	f.results, f.resultOf = obj.Signature().Results(), obj
	return f
}

// typeParams returns the type parameters of a function, or of a method's receiver.
func typeParams(obj *types.Func) *types.TypeParamList {
	sig := obj.Signature()
	if sig.RecvTypeParams().Len() > 0 {
		return sig.RecvTypeParams()
	}
	return sig.TypeParams()
}

// instance writes an instance of a function before what is being written, once, and
// returns its name.
func (w *writer) instance(obj *types.Func, args []types.Type) string {
	f := w.newFunction(obj, args)
	key := obj.FullName() + fmt.Sprint(obj.Pos())
	for _, a := range args {
		key += "," + typeKey(a)
	}
	if name := w.done[key]; name != "" {
		if w.active[key] {
			w.recursive(f, name)
		}
		return name
	}
	name := w.functionName(f, args)
	w.done[key] = name
	w.active[key] = true
	text := f.write(name)
	w.active[key] = false
	if !f.symbolic {
		w.funcs = append(w.funcs, text)
		return name
	}
	if w.text[obj] == nil {
		w.text[obj] = map[string]bool{}
		w.funcs = append(w.funcs, text)
	}
	w.text[obj][text.results+text.body] = true
	return name
}

// recursive writes a prototype of a function that is being written.
func (w *writer) recursive(f *function, name string) {
	text := f.head(name) + ";\n"
	for _, p := range w.protos {
		if p == text {
			return
		}
	}
	w.protos = append(w.protos, text)
}

// functionName returns the name of an instance. Methods are overloads, so that a
// template can call them.
func (w *writer) functionName(f *function, args []types.Type) string {
	obj := f.obj
	name := cName(obj.Name())
	recv := obj.Signature().Recv()
	if recv == nil {
		name = w.global(obj)
	} else if named, plain := receiverType(recv); plain {
		name = cName(named.Obj().Name() + "_" + obj.Name())
	} else if w.s.Package.Scope().Lookup(obj.Name()) != nil {
		name += "_"
	}
	if !f.symbolic {
		for _, a := range args {
			name += "_" + identifier(f.ctype(a))
		}
	}
	return name
}

// receiverType returns the type of a receiver, and whether C has no type of its own for
// it, so that a method needs the type's name.
func receiverType(recv *types.Var) (*types.Named, bool) {
	t := types.Unalias(recv.Type())
	if p, ok := t.(*types.Pointer); ok {
		t = types.Unalias(p.Elem())
	}
	named := t.(*types.Named)
	_, isStruct := named.Underlying().(*types.Struct)
	return named, !isStruct
}

// identifier turns the name of a type into part of a name.
func identifier(typ string) string {
	return strings.Trim(strings.Map(func(r rune) rune {
		if r == '*' || r == '<' || r == '>' || r == ',' || r == ' ' || r == '(' || r == ')' || r == '[' || r == ']' {
			return '_'
		}
		return r
	}, typ), "_")
}

// write returns the text of the function.
func (f *function) write(name string) funcText {
	d := f.decl[f.obj]
	if d == nil {
		panic("BUG: no syntax of " + f.obj.FullName())
	}
	f.comments = f.within(d.Body)
	head := f.head(name)
	f.depth = 1
	f.namedResults()
	f.block(d.Body.List)
	f.flushComments(d.Body.Rbrace)
	body := f.out.String()
	if f.bytes {
		body = "\textern __shared__ __align__(16) unsigned char dynamic_shared[];\n" + body
	}
	return funcText{f.resultStruct(), docText(d.Doc, "") + head + " {\n" + body + "}\n"}
}

// within returns the comments in a body.
func (f *function) within(body *ast.BlockStmt) (list []*ast.CommentGroup) {
	for _, c := range f.s.Comments {
		if c.Pos() > body.Lbrace && c.End() <= body.Rbrace {
			list = append(list, c)
		}
	}
	return list
}

// head writes a function up to its parameters.
func (f *function) head(name string) string {
	sig := f.obj.Signature()
	f.resType = f.resultType(name)
	var params []string
	if recv := sig.Recv(); recv != nil {
		params = append(params, f.parameter(recv)...)
	}
	for p := range sig.Params().Variables() {
		params = append(params, f.parameter(p)...)
	}
	var names []string
	for p := range typeParams(f.obj).TypeParams() {
		if f.symbolic {
			names = append(names, "typename "+cName(p.Obj().Name()))
		}
	}
	names = append(names, f.template...)
	text := ""
	if len(names) > 0 {
		text = "template <" + strings.Join(names, ", ") + ">\n"
	}
	return text + f.qualifiers() + name + "(" + strings.Join(params, ", ") + ")"
}

// qualifiers returns what stands before a function's name: __global__ or __device__, its
// type, and what directives add.
func (f *function) qualifiers() string {
	d := f.decl[f.obj]
	if d != f.s.Kernel {
		return "__device__ " + prefixed(hasDirective(d.Doc, "noinline") != nil, "__noinline__ ") + f.resType + " "
	}
	promises := ""
	for _, p := range []struct{ directive, word string }{{"launchbounds", "__launch_bounds__"}, {"cluster", "__cluster_dims__"}} {
		if numbers := hasDirective(d.Doc, p.directive); len(numbers) > 1 {
			promises += p.word + "(" + strings.Join(numbers[1:], ", ") + ") "
		}
	}
	return "__global__ " + f.resType + " " + promises
}

// hasDirective returns the words of a //gpu: comment, nil if there is none.
func hasDirective(doc *ast.CommentGroup, name string) []string {
	if doc == nil {
		return nil
	}
	for _, c := range doc.List {
		if words := strings.Fields(strings.TrimPrefix(c.Text, "//gpu:")); strings.HasPrefix(c.Text, "//gpu:") && len(words) > 0 && words[0] == name {
			return words
		}
	}
	return nil
}

// parameter returns the declarations for one parameter.
func (f *function) parameter(p *types.Var) []string {
	name := f.paramName(p)
	if f.isFunc(p.Type()) {
		t := "F_" + name
		f.template = append(f.template, "typename "+t)
		return []string{t + " " + name}
	}
	if f.isArray(p.Type()) {
		f.byValue(p.Type())
	}
	list := []string{f.declareVar(p, name)}
	if f.isSlice(p.Type()) && f.lengths[p.Origin()] {
		list = append(list, "int "+name+"_len")
	}
	return list
}

func (f *function) paramName(p *types.Var) string {
	if p.Name() == "" || p.Name() == "_" {
		if f.locals[p] == "" {
			f.locals[p] = f.temp("unused")
		}
		return f.locals[p]
	}
	return f.local(p)
}

// declareVar declares a variable. The elements of a slice that is never written are
// const.
func (f *function) declareVar(v *types.Var, name string) string {
	text := f.declare(v.Type(), name, f.constantElements(v))
	if d := f.decl[f.obj]; d != f.s.Kernel || !isParam(f.obj, v) {
		return text
	}
	switch t := f.substitute(v.Type()); {
	case layout.GPUName(t) == "ReadOnly":
		return strings.Replace(text, "* ", "* __restrict__ ", 1)
	case layout.IsTensorMap(t):
		return "const __grid_constant__ " + text
	}
	return text
}

// constantElements reports whether a variable is a slice whose elements are not written.
func (f *function) constantElements(v *types.Var) bool {
	return f.isSlice(v.Type()) && !f.written[v.Origin()] && !v.IsField()
}

func isParam(fn *types.Func, v *types.Var) bool {
	for p := range fn.Signature().Params().Variables() {
		if p == v {
			return true
		}
	}
	return false
}

// byValue notes that an array type is used as a value.
func (f *function) byValue(t types.Type) { learn(f.writer, f.values, typeKey(f.substitute(t))) }

func (f *function) isArray(t types.Type) bool {
	_, ok := f.under(t).(*types.Array)
	return ok
}

// resultType returns the type that the function returns in C.
func (f *function) resultType(name string) string {
	switch r := f.results; r.Len() {
	case 0:
		return "void"
	case 1:
		return f.oneResult(r.At(0).Type(), 0)
	default:
		t := name + "_result"
		if f.symbolic {
			t += "<" + f.paramNames() + ">"
		}
		return t
	}
}

func (f *function) paramNames() string {
	var names []string
	for p := range typeParams(f.obj).TypeParams() {
		names = append(names, cName(p.Obj().Name()))
	}
	return strings.Join(names, ", ")
}

// oneResult returns the type of a result.
func (f *function) oneResult(t types.Type, i int) string {
	if f.isArray(t) {
		f.byValue(t)
	}
	if !f.isSlice(t) {
		return f.ctype(t)
	}
	key := f.resultKey(i)
	constant := !f.written[key]
	if !f.lengths[key] {
		return f.declare(t, "", constant)
	}
	return f.sliceType(t, constant)
}

func (f *function) resultKey(i int) any { return resultOf(f.resultOf, i) }

func resultOf(owner any, i int) any {
	if fn, ok := owner.(*types.Func); ok {
		return result{fn, i}
	}
	return [2]any{owner, i}
}

// resultStruct declares the struct of several results.
func (f *function) resultStruct() string {
	if f.results.Len() < 2 {
		return ""
	}
	name, _, _ := strings.Cut(f.resType, "<")
	head := ""
	if f.symbolic {
		head = templateHead(typeParams(f.obj))
	}
	body := ""
	for i := range f.results.Len() {
		body += "\t" + f.oneResult(f.results.At(i).Type(), i) + " " + f.resultField(i) + ";\n"
	}
	return head + "struct " + name + " {\n" + body + "};\n"
}

// resultField names a result in the struct of results.
func (f *function) resultField(i int) string { return resultField(f.results, i) }

func resultField(results *types.Tuple, i int) string {
	if n := results.At(i).Name(); n != "" && n != "_" {
		return cName(n)
	}
	return fmt.Sprintf("r%d", i)
}

// namedResults declares the results that have names.
func (f *function) namedResults() {
	f.named = nil
	if d := f.body(); d != nil && !f.usesNamed(d) {
		return
	}
	for v := range f.results.Variables() {
		if v.Name() == "" {
			return
		}
		f.named = append(f.named, v)
	}
	for _, v := range f.named {
		f.declareZero(v.(*types.Var), f.paramName(v.(*types.Var)))
	}
}

// body returns the body of the function or function literal that is written.
func (f *function) body() *ast.BlockStmt {
	if lit, ok := f.resultOf.(*ast.FuncLit); ok {
		return lit.Body
	}
	return f.decl[f.obj].Body
}

// usesNamed reports whether a body mentions a named result, or returns without values.
func (f *function) usesNamed(body *ast.BlockStmt) bool {
	used := false
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ReturnStmt:
			used = used || n.Results == nil
		case *ast.Ident:
			for v := range f.results.Variables() {
				used = used || f.s.Info.Uses[n] == v
			}
		}
		return !used
	})
	return used
}

// parameters describes the parameters of the kernel to the host.
func (w *writer) parameters(obj *types.Func) []Param {
	f := w.newFunction(obj, w.s.TypeArgs)
	f.symbolic = false
	f.results = obj.Signature().Results()
	var params []Param
	for v := range obj.Signature().Params().Variables() {
		name := f.paramName(v)
		p := Param{Name: v.Name(), C: name, Declare: f.declare(v.Type(), name, false)}
		f.parts(&p, v.Type(), v.Name(), name, f.lengths[v.Origin()])
		params = append(params, p)
	}
	return params
}

// parts adds the numbers and slices of a parameter.
func (f *function) parts(p *Param, t types.Type, path, c string, length bool) {
	switch u := f.under(t).(type) {
	case *types.Struct:
		if dims, _ := layout.TextureOf(f.substitute(t)); dims > 0 || layout.IsTensorMap(t) {
			break
		}
		for i := range u.NumFields() {
			v := u.Field(i)
			name := fieldName(u, i)
			if vectorType(f.substitute(t)) {
				name = vectorFields[v.Name()]
			}
			f.parts(p, v.Type(), path+"."+v.Name(), c+"."+name, f.lengths[v.Origin()])
		}
		return
	case *types.Array:
		for i := range u.Len() {
			f.parts(p, u.Elem(), fmt.Sprintf("%s[%d]", path, i), fmt.Sprintf("%s[%d]", c, i), false)
		}
		return
	case *types.Slice:
		part := Part{Path: path, C: c, Slice: true, Type: f.ctype(u.Elem())}
		if length {
			part.Length = c + "_len"
		}
		p.Parts = append(p.Parts, part)
		return
	}
	p.Parts = append(p.Parts, Part{Path: path, C: c, Type: f.ctype(t)})
}

// vectorType reports whether t is one of CUDA's vector types.
func vectorType(t types.Type) bool {
	switch n := layout.GPUName(t); n {
	case "", "Pitched", "Constant", "Global", "Texture1D", "Texture2D", "ReadOnly", "Barrier", "Half", "TensorMap":
		return false
	default:
		return layout.AlignOf(n) == 0
	}
}
