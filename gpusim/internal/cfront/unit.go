package cfront

// This file makes a kernel, the instances of functions that it calls, structs and
// variables.

import (
	"fmt"
	"go/ast"
	"go/token"
	"slices"
	"strings"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/cfront/syntax"
	"gpucourse/gpusim/internal/cfront/tree"
	"gpucourse/gpusim/internal/limit"
)

// unit is the translation of one kernel.
type unit struct {
	p         *Program
	checked   bool // variables without a value are marked
	unread    bool // a kernel may be one whose body cannot be read: its signature is asked for
	places    tree.Places
	decls     []ast.Decl // so far
	structs   map[string]*structType
	instances map[string]*instance
	named     map[string]int // how many declarations have a name
	globals   map[string]*object
	enums     map[enumKey]*enumType
	initial   map[string][]byte
	unmasked  map[diag.Pos]string // see Go
	errs      diag.List
	depth     int
	steps     int // of constants that were computed
	cases     int // of switches
}

// instance is a function that was made, with its template arguments.
type instance struct {
	goName string
	params []*object
	result *typ        // nil while it is not known
	ref    bool        // it returns a reference
	lambda *lambdaType // of the function as a value
}

// reserved are the names that Go and the imports have.
var reserved = map[string]bool{
	"func": true, "type": true, "map": true, "range": true, "var": true, "chan": true, "go": true, "defer": true, "select": true, "interface": true,
	"package": true, "import": true, "fallthrough": true, "gpu": true, "math": true, "bits": true, "nil": true, "true": true, "false": true,
	"bool": true, "int": true, "uint": true, "int8": true, "int16": true, "int32": true, "int64": true, "uint8": true, "uint16": true, "uint32": true,
	"uint64": true, "float32": true, "float64": true, "min": true, "max": true, "init": true, "main": true, "_": true,
}

// goIdent returns the name in Go for a name in C.
func goIdent(name string) string {
	name = strings.ReplaceAll(name, "$", "ʹ")
	if reserved[name] {
		return name + "ʹ"
	}
	return name
}

// localIdent returns the name in Go for a variable of a function. Where the source declares the
// name outside of functions too, that is not hidden: C can still name it.
func (u *unit) localIdent(name string) string {
	if u.p.outside[name] {
		return goIdent(name) + "ʹ"
	}
	return goIdent(name)
}

// unique returns a name for a declaration at package level.
func (u *unit) unique(name string) string {
	n := u.named[name]
	u.named[name]++
	if n == 0 {
		return goIdent(name)
	}
	return fmt.Sprintf("%sʹ%d", name, n)
}

// kernel translates the kernel of a name.
func (u *unit) kernel(name string) *Go {
	u.outerAssertions()
	written, args := u.kernelName(name)
	target, e := u.findKernel(written, args)
	base := written.Name
	if len(args) > 0 || target.Template {
		base += "<" + joinArgs(u.argsOf(target, e)) + ">"
	}
	if t := u.typeIn(target.Result, e); t.k != void {
		refuse(target.Pos, diag.TypeError, "write void, and store the result in an array", "kernel %s returns %s", target.Name, t)
	}
	goName := u.unique(target.Name)
	f := &fn{u: u, env: e, declName: target.Name, result: voidType, kernel: true, seen: target.Begun}
	params := f.parameters(target)
	f.body(target)
	decl := tree.Function(goName, tree.Signature(params(), nil), f.stmts, u.at(target.Pos))
	g := &Go{Kernel: goName, Name: base, Initial: u.initial, Unmasked: u.unmasked}
	g.MaxThreads, g.MinBlocks = f.launchBounds(target)
	g.Cluster = f.clusterDims(target)
	if len(u.errs) > 0 {
		return nil
	}
	g.File = u.places.File(target.Pos, slices.Concat(imports(), u.decls, []ast.Decl{called(decl, target)}))
	return g
}

// cudaName is the name of package cuda in Go: no name of C hides it.
const cudaName = "ʹc"

// inCUDA returns the path of a function of package cuda.
func inCUDA(name string) string { return cudaName + "." + name }

func imports() []ast.Decl {
	return []ast.Decl{
		tree.Import("gpu", "gpucourse/gpusim/gpu"), tree.Import(cudaName, "cuda"),
		tree.Import("math", "math"), tree.Import("bits", "math/bits"),
	}
}

// argsOf returns the template arguments of a kernel, as its environment has them.
func (u *unit) argsOf(target *syntax.Func, e *env) (args []targ) {
	if target.Spec != nil {
		return (&fn{u: u}).templateArgs(target.Spec)
	}
	for _, p := range target.TParams {
		args = append(args, e.args[p.Name])
	}
	return args
}

// kernelName divides "transpose<32,1>".
func (u *unit) kernelName(name string) (*syntax.Name, []targ) {
	n, err := u.p.file.ParseName(name)
	if err != nil {
		refuse(u.top(), diag.TypeArguments, "write it as in C: transpose<32,1>", "the kernel's name %s cannot be read", name)
	}
	return n, (&fn{u: u}).templateArgs(n.Args)
}

func (u *unit) top() diag.Pos { return diag.Pos{File: u.p.name} }

// kernelsOf returns the functions that a kernel's name means: of a unit for signatures those whose
// bodies cannot be read, too.
func (u *unit) kernelsOf(n *syntax.Name) []*syntax.Func {
	list := u.p.kernelsOf(n)
	if len(list) > 0 || !u.unread {
		return list
	}
	for _, key := range u.p.kernelKeys[n.Name] {
		list = append(list, u.p.signatures()[key]...)
	}
	return list
}

// findKernel returns the kernel of a name and the environment of its arguments.
func (u *unit) findKernel(n *syntax.Name, args []targ) (*syntax.Func, *env) {
	var template *syntax.Func
	var bound *env
	for _, f := range u.kernelsOf(n) {
		switch {
		case f.Body == nil || !f.Attrs.Global && !f.Attrs.Device:
		case f.Special && sameArgs((&fn{u: u}).templateArgs(f.Spec), args):
			return f, nil
		case f.Special:
		case f.Template:
			e := bindArgs(f.TParams, args, nil)
			if full, ok := u.complete(f.TParams, e); ok && len(args) <= len(f.TParams) && len(full) > 0 && template == nil {
				template, bound = f, e
			}
		case len(args) == 0:
			return f, nil
		}
	}
	if template == nil {
		u.noKernel(n, args)
	}
	return template, bound
}

// notBroken refuses a name whose declaration could not be read.
func (u *unit) notBroken(s syntax.Seen, name string) {
	for _, key := range u.p.keys(s, name) {
		if b := u.p.broken[key]; b != nil {
			u.refuseBroken(b)
		}
	}
}

// notBrokenMember refuses a member of a struct whose declaration could not be read.
func (u *unit) notBrokenMember(s *structType, name string) {
	if s.decl == nil {
		return
	}
	for _, d := range s.decl.Nested {
		if b, ok := d.(*syntax.Broken); ok && b.Name == name {
			u.refuseBroken(b)
		}
	}
}

func (u *unit) refuseBroken(b *syntax.Broken) {
	err := b.Err
	if err.Hint == "" {
		err.Hint = u.missingHint()
	}
	panic(refusal{err})
}

// noKernel refuses a kernel that is not there, or that lacks its arguments.
func (u *unit) noKernel(n *syntax.Name, args []targ) {
	base := n.Name
	for _, key := range u.p.kernelKeys[base] {
		if b := u.p.broken[key]; b != nil {
			u.refuseBroken(b)
		}
	}
	for _, f := range u.p.kernelsOf(n) {
		if f.Template {
			var names []string
			for _, p := range f.TParams {
				names = append(names, p.Name)
			}
			refuse(f.Pos, diag.TypeArguments, "write it as "+u.p.Example(base), "kernel %s is a template of %s", base, strings.Join(names, ", "))
		}
		if len(args) > 0 {
			refuse(f.Pos, diag.TypeArguments, "name it without <>", "kernel %s is no template", base)
		}
	}
	hint := "the source has no kernels"
	if names := u.p.Kernels(); len(names) > 0 {
		hint = "its kernels are " + strings.Join(names, ", ")
	}
	refuse(u.top(), diag.NoKernel, hint, "no kernel %s", base)
}

// launchBounds computes what __launch_bounds__ says of a kernel; 0 for what it does not say.
func (f *fn) launchBounds(d *syntax.Func) (threads, blocks int) {
	var bounds [2]int
	for i, x := range d.Attrs.Bounds[:min(len(bounds), len(d.Attrs.Bounds))] {
		n := int(f.constant(x, "a launch bound").c.i)
		if n < 0 || i == 0 && n == 0 {
			refuse(x.Position(), diag.LaunchBounds, "write __launch_bounds__(256), or __launch_bounds__(256, 4)",
				"a launch bound of %s is %d: threads per block and blocks per SM are positive", d.Name, n)
		}
		bounds[i] = n
	}
	return bounds[0], bounds[1]
}

// clusterDims computes what __cluster_dims__ says of a kernel.
func (f *fn) clusterDims(d *syntax.Func) (dims arch.Dim3) {
	for i, x := range d.Attrs.Cluster {
		n := int(f.constant(x, "an extent of a cluster").c.i)
		if n < 1 || i > 2 {
			refuse(x.Position(), diag.LaunchBounds, "write __cluster_dims__(4), or __cluster_dims__(4, 1, 1)", "the cluster of %s has one to three extents, which are positive", d.Name)
		}
		*[...]*int{&dims.X, &dims.Y, &dims.Z}[i] = n
	}
	if len(d.Attrs.Cluster) > 0 {
		dims.Y, dims.Z = max(dims.Y, 1), max(dims.Z, 1)
	}
	return dims
}

// called returns the declaration of a function, marked where C asks to call it.
func called(decl *ast.FuncDecl, d *syntax.Func) ast.Decl {
	if d.Attrs.Noinline {
		return &tree.Func{FuncDecl: decl}
	}
	return decl
}

// begin counts an instance that is made: of a template, or of what has one instance. The caller
// takes it from u.depth at its end.
func (u *unit) begin(at diag.Pos, what string, made int, template bool) {
	u.depth++
	switch {
	case u.depth > limit.Instances && template:
		refuse(at, diag.TooManyInstances, "give the recursion of the template an end; without one, write some of the templates as one", "%s needs more instances than the compiler makes", what)
	case u.depth > limit.Instances:
		refuse(at, diag.TooManyInstances, "write some of them as one", "%s stands behind %d others, each of which needs the next", what, limit.Instances)
	case made > limit.Functions:
		refuse(at, diag.TooManyInstances, "write a smaller kernel", "%s is one more than the %d functions, or structs, that a kernel may have", what, limit.Functions)
	}
}

// instance translates a function with its environment and returns its instance. self is
// the type of a method's object.
func (u *unit) instance(d *syntax.Func, e *env, key string, self *structType) *instance {
	if in := u.instances[key]; in != nil {
		return in
	}
	u.begin(d.Pos, "function "+d.Name, len(u.instances), d.Template || self != nil && len(self.args) > 0)
	defer func() { u.depth-- }()
	name := methodName(d.Name)
	if self != nil {
		name = self.name + "_" + methodName(d.Name)
	}
	in := &instance{goName: u.unique(name)}
	u.instances[key] = in
	f := &fn{u: u, env: e, declName: d.Name, this: self, in: in, seen: d.Begun, static: d.Attrs.Static, constMethod: d.Const}
	if self != nil {
		f.scopes = slices.Clone(self.scopes)
	}
	params := f.parameters(d)
	if n, ok := d.Result.(*syntax.Named); !ok || n.Name != "auto" {
		in.result = voidType
		if d.Result != nil {
			in.result = f.typeOf(d.Result)
			_, in.ref = d.Result.(*syntax.Reference)
		}
	}
	f.result, f.ref = in.result, in.ref
	f.body(d)
	if f.result == nil {
		f.result = voidType
	}
	in.result = f.result
	u.decls = append(u.decls, called(tree.Function(in.goName, tree.Signature(params(), f.resultType()), f.stmts, u.at(d.Pos)), d))
	return in
}

// methodName returns an identifier for the name of a method or an operator.
func methodName(name string) string {
	if !strings.HasPrefix(name, "operator") {
		return strings.ReplaceAll(name, "~", "end")
	}
	var b strings.Builder
	b.WriteString("operator")
	for _, r := range name[len("operator"):] {
		if r == '_' || r >= 'a' && r <= 'z' {
			b.WriteRune(r)
		} else {
			fmt.Fprintf(&b, "ʹ%d", r)
		}
	}
	return b.String()
}

// resultType returns the type of the result in Go; nil for none.
func (f *fn) resultType() ast.Expr {
	switch {
	case f.result == nil || f.result.k == void:
		return nil
	case f.ref:
		return tree.Star(f.result.goType(), token.NoPos)
	}
	return f.result.goType()
}

// parameters declares the parameters of a function. The result makes them once the
// body is known, which decides what kinds of textures they are.
func (f *fn) parameters(d *syntax.Func) func() []*ast.Field {
	f.push()
	var list []func() *ast.Field
	if f.this != nil && !f.closure {
		list = append(list, func() *ast.Field {
			return tree.Param(thisName, tree.Star(tree.Name(f.this.goName), token.NoPos), token.NoPos)
		})
	}
	for _, p := range d.Params {
		t := f.paramType(p)
		_, ref := p.Type.(*syntax.Reference)
		name := p.Name
		if name == "" {
			name = fmt.Sprintf("unnamed%d", len(list))
		}
		goName := f.u.localIdent(name)
		o := &object{name: name, at: p.Pos, x: tree.Name(goName), t: t}
		o.ref = ref
		if f.kernel {
			list = append(list, f.kernelParameter(p, goName, o))
		} else {
			list = append(list, func() *ast.Field { return tree.Param(goName, o.paramType(), f.u.at(p.Pos)) })
		}
		f.declare(o)
		if f.in != nil {
			f.in.params = append(f.in.params, o)
		}
	}
	return func() (fields []*ast.Field) {
		for _, field := range list {
			fields = append(fields, field())
		}
		return fields
	}
}

// paramType returns the type of a parameter: an array is a pointer.
func (f *fn) paramType(p *syntax.Var) *typ {
	if n, ok := p.Type.(*syntax.Named); ok && n.Name == "auto" {
		refuse(p.Pos, diag.CUDAConstruct, "make it a template", "parameter %s is auto", p.Name)
	}
	t := f.typeOf(p.Type)
	if _, ref := p.Type.(*syntax.Reference); !ref && t.k == array {
		t = pointerTo(t.elem)
	}
	return t
}

func (o *object) paramType() ast.Expr {
	switch {
	case o.t.k == texture:
		return o.texture()
	case o.ref:
		return tree.Star(o.t.goType(), token.NoPos)
	}
	return o.t.goType()
}

// kernelParameter declares a parameter of a kernel. A launch passes slices and ints; the
// kernel begins with the conversions to what C has.
func (f *fn) kernelParameter(p *syntax.Var, name string, o *object) func() *ast.Field {
	t := o.t
	if o.ref {
		refuse(p.Pos, diag.KernelParameter, "pass a pointer, or a value", "parameter %s of a kernel is a reference", o.name)
	}
	if t.k == texture {
		return func() *ast.Field { return tree.Param(name, o.texture(), f.u.at(p.Pos)) }
	}
	outside := f.outside(p, t, o.name)
	if outside == nil {
		outside = t.goType()
	} else {
		inner := name + "ʹ"
		f.add(tree.Define(inside(tree.Name(name), t), inner))
		o.x = tree.Name(inner)
	}
	return func() *ast.Field { return tree.Param(name, outside, f.u.at(p.Pos)) }
}

// outside returns the type that a launch passes for a parameter; nil for the type that C has.
func (f *fn) outside(p *syntax.Var, t *typ, name string) ast.Expr {
	switch t.k {
	case integer:
		return tree.Name("int")
	case uinteger:
		return tree.Name("uint")
	case pointer:
		if t.elem.holdsPointer() || t.elem.k == texture {
			what, way := "is a pointer to pointers", "pass one array, and an index such as y*width+x"
			if t.elem.k == structure {
				what, way = "points to structs that hold pointers", "keep indices of an array in the structs"
			}
			refuse(p.Pos, diag.NestedSlice, way, "parameter %s %s", name, what)
		}
		if t.elem.k == array && t.elem.n < 0 {
			refuse(p.Pos, diag.ArrayLength, "write the inner lengths", "parameter %s is an array of unknown rows", name)
		}
		if t.restrict && t.elem.constant {
			return tree.Of("gpu.ReadOnly", t.elem.goType())
		}
		return tree.Slice(t.elem.goType())
	case structure:
		if t.holdsPointer() {
			return tree.Name(f.outsideStruct(p, t, name))
		}
	}
	return nil
}

// outsideStruct declares a struct whose pointers are slices.
func (f *fn) outsideStruct(p *syntax.Var, t *typ, name string) string {
	goName := t.s.goName + "ʹargument"
	if f.u.named[goName] > 0 {
		return goName
	}
	f.u.named[goName]++
	var fields []*ast.Field
	for _, part := range t.s.fields {
		inner := part.t.goType()
		if part.t.k == pointer || part.t.k == structure {
			if other := f.outside(p, part.t, name+"."+part.name); other != nil {
				inner = other
			}
		}
		if part.t.k == array && part.t.holdsPointer() {
			refuse(p.Pos, diag.NestedSlice, "pass the pointers as parameters", "parameter %s holds an array of pointers", name)
		}
		fields = append(fields, tree.Param(part.goName, inner, token.NoPos))
	}
	f.u.decls = append(f.u.decls, tree.Struct(goName, fields))
	return goName
}

// inside converts what a launch passes to a value of C.
func inside(x ast.Expr, t *typ) ast.Expr {
	switch t.k {
	case integer, uinteger:
		return tree.Apply(t.goType(), x)
	case pointer:
		return tree.Apply(tree.Path(inCUDA("Pointer")), x)
	}
	return tree.Apply(tree.Of(inCUDA("Argument"), t.goType()), x)
}

// at returns the place of a token in Go.
func (u *unit) at(at diag.Pos) token.Pos { return u.places.At(at) }

// call calls a function of a package.
func (u *unit) call(path string, at diag.Pos, args ...ast.Expr) ast.Expr {
	return tree.Call(tree.Path(path), u.at(at), args...)
}
