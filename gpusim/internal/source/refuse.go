package source

// This file refuses the parts of Go that kernels cannot use. It walks the typed
// syntax and reports every use.

import (
	"go/ast"
	"go/token"
	"go/types"
	"path"
	"path/filepath"
	"strings"

	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/layout"
	"gpucourse/gpusim/internal/limit"
	"gpucourse/gpusim/internal/lower"
)

// refuser collects the mistakes in one declaration.
type refuser struct {
	build   *build
	errs    diag.List
	formats map[ast.Expr]bool // strings that are allowed, or whose context was reported
}

func (r *refuser) say(p token.Pos, code diag.Code, hint, format string, args ...any) {
	r.errs = append(r.errs, r.build.src.diagnostic(p, code, hint, format, args...))
}

// refuse returns the parts of d that kernels cannot use.
func (b *build) refuse(d *decl) diag.List {
	r := &refuser{build: b, formats: map[ast.Expr]bool{}}
	switch n := d.node.(type) {
	case *ast.FuncDecl:
		r.signature(n)
		if n.Body == nil {
			r.say(n.Pos(), diag.NoBody, "write it in Go", "%s has no body", n.Name.Name)
		} else {
			r.walk(n.Body)
		}
	case *ast.GenDecl:
		if n.Tok == token.VAR {
			r.variable(n, d.value)
		} else if n.Tok == token.TYPE {
			r.typeDecl(n)
		}
	}
	return r.errs
}

// signature checks parameter and result types.
func (r *refuser) signature(f *ast.FuncDecl) {
	lists := []*ast.FieldList{f.Recv, f.Type.Params, f.Type.Results}
	for _, l := range lists {
		if l != nil {
			r.walk(l)
		}
	}
}

// typeDecl checks the parts of a type. An interface may be declared, as a
// constraint.
func (r *refuser) typeDecl(g *ast.GenDecl) {
	for _, s := range g.Specs {
		t := s.(*ast.TypeSpec).Type
		if _, ok := t.(*ast.InterfaceType); !ok {
			r.walk(t)
		}
	}
}

// variable checks package variables of type gpu.Constant and gpu.Global. The use of
// another variable is refused.
func (r *refuser) variable(g *ast.GenDecl, value ast.Expr) {
	for _, s := range g.Specs {
		s := s.(*ast.ValueSpec)
		t := r.build.info.TypeOf(s.Type)
		if t == nil {
			continue
		}
		if name := layout.GPUName(t); name == "Constant" || name == "Global" {
			r.walk(s.Type)
			if value != nil {
				r.say(value.Pos(), diag.PackageVariable, `leave it out, and copy it there: dev.Symbol(kernel, "`+s.Names[0].Name+`") and CopyFrom`,
					"the value of %s stays with the host: on a device a gpu.%s begins as zeros", s.Names[0].Name, name)
			}
		}
	}
}

// packageVariable refuses a variable of the host.
func (b *build) packageVariable(p token.Pos, name string) diag.Diagnostic {
	at := b.src.Pos(p)
	return lower.HostVariable(at, b.src.Line(at), name)
}

// refusals by token. Constructs that need more checks have a method.
var refusals = map[token.Token]struct {
	code diag.Code
	what string
	hint string
}{
	token.GO:     {diag.GoStatement, "go statement: a kernel starts no goroutines", "all threads of the launch already run in parallel; use a larger grid or block"},
	token.DEFER:  {diag.Defer, "defer: a kernel cannot defer calls", "write the call at the end of the function"},
	token.SELECT: {diag.Channel, "select: a kernel has no channels", "threads of a block communicate through gpu.Shared and gpu.SyncThreads"},
	token.ARROW:  {diag.Channel, "a kernel has no channels", "threads of a block communicate through gpu.Shared and gpu.SyncThreads"},
	token.CHAN:   {diag.Channel, "chan: a kernel has no channels", "threads of a block communicate through gpu.Shared and gpu.SyncThreads"},
	token.MAP:    {diag.Map, "map: a kernel has no maps", "index a slice or a gpu.Shared array by a small integer key"},
	token.GOTO:   {diag.Goto, "goto: a kernel has no goto", "use a loop, or break and continue with a label"},
	token.TYPE:   {diag.Interface, "a kernel has no interface values", "name the concrete type, or make the function generic"},
	token.STRING: {diag.String, "a kernel has no strings", "use numbers; gpu.Printf takes a literal format"},
}

func (r *refuser) refuseToken(p token.Pos, t token.Token) {
	f := refusals[t]
	r.say(p, f.code, f.hint, "%s", f.what)
}

func (r *refuser) walk(n ast.Node) { ast.Inspect(n, r.visit) }

// visit checks one node. It reports whether to visit the children.
func (r *refuser) visit(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.GoStmt:
		r.refuseToken(n.Pos(), token.GO)
		return false
	case *ast.DeferStmt:
		r.refuseToken(n.Pos(), token.DEFER)
		return false
	case *ast.SelectStmt:
		r.refuseToken(n.Pos(), token.SELECT)
		return false
	case *ast.SendStmt:
		r.refuseToken(n.Arrow, token.ARROW)
	case *ast.UnaryExpr:
		if n.Op == token.ARROW {
			r.refuseToken(n.Pos(), token.ARROW)
		}
	case *ast.ChanType:
		r.refuseToken(n.Pos(), token.CHAN)
		return false
	case *ast.MapType:
		r.refuseToken(n.Pos(), token.MAP)
		return false
	case *ast.BranchStmt:
		if n.Tok == token.GOTO {
			r.refuseToken(n.Pos(), token.GOTO)
		}
	case *ast.ArrayType:
		return r.array(n)
	case *ast.InterfaceType, *ast.TypeAssertExpr, *ast.TypeSwitchStmt:
		r.refuseToken(n.Pos(), token.TYPE)
		return false
	case *ast.AssignStmt:
		if n.Tok == token.DEFINE {
			r.inferred(n.Lhs)
		}
	case *ast.RangeStmt:
		r.rangeOver(n)
	case *ast.CallExpr:
		r.call(n)
	case *ast.SelectorExpr:
		return r.selector(n)
	case *ast.BasicLit:
		if n.Kind == token.STRING && !r.formats[n] {
			r.refuseToken(n.Pos(), token.STRING)
		}
	case *ast.Ident:
		r.ident(n)
	case *ast.GenDecl:
		return n.Tok != token.IMPORT
	}
	return true
}

// array refuses the type of an array that no device has memory for. It reports whether to visit
// the children.
func (r *refuser) array(n *ast.ArrayType) bool {
	t := r.build.info.TypeOf(n)
	if t == nil {
		return true
	}
	size := r.build.sizes().Of(t).Size
	if size > limit.ArrayBytes {
		r.say(n.Pos(), diag.ArrayLength, "use shorter lengths", "an array of at least %d bytes is larger than the memory of any device", size)
	}
	return size <= limit.ArrayBytes
}

func (r *refuser) rangeOver(n *ast.RangeStmt) {
	t := r.build.info.TypeOf(n.X)
	if t == nil {
		return
	}
	switch u := t.Underlying().(type) {
	case *types.Map:
		r.refuseToken(n.X.Pos(), token.MAP)
	case *types.Chan:
		r.refuseToken(n.X.Pos(), token.CHAN)
	case *types.Signature:
		r.say(n.X.Pos(), diag.RangeOverFunc, "write the loop with for and an index", "range over a function: a kernel has no iterators")
	case *types.Basic:
		if u.Info()&types.IsString != 0 {
			r.refuseToken(n.X.Pos(), token.STRING)
		}
	}
}

// selector checks pkg.Name. It reports whether to visit the children.
func (r *refuser) selector(n *ast.SelectorExpr) bool {
	x, ok := n.X.(*ast.Ident)
	if !ok {
		return true
	}
	pkg, ok := r.build.info.Uses[x].(*types.PkgName)
	if !ok {
		return true
	}
	if _, err := r.build.Import(pkg.Imported().Path()); err != nil {
		r.hostName(n, x.Name+"."+n.Sel.Name, pkg.Imported().Path())
	}
	return false
}

// hostName refuses a name of a package that kernels cannot use.
func (r *refuser) hostName(n *ast.SelectorExpr, name, pkg string) {
	hint, known := hostHints[name]
	file, err := filepath.Abs(r.build.src.fset.File(n.Pos()).Name())
	if _, own := folderOf(pkg, file); own && err == nil && pkg != path.Dir(layout.GPUPath) {
		r.say(n.Pos(), diag.HostPackage, "copy "+n.Sel.Name+" and what it uses to the package of the kernel",
			"%s is in another package: only the package of the kernel is compiled for the device", name)
		return
	}
	if !known {
		hint = "a kernel may use package gpu, math and math/bits, and functions of its own module"
	}
	r.say(n.Pos(), diag.HostPackage, hint, "%s belongs to the host: a kernel cannot use it", name)
}

// hostHints suggest the device's alternative to common host functions.
var hostHints = map[string]string{
	"fmt.Println": "use gpu.Printf", "fmt.Printf": "use gpu.Printf", "fmt.Print": "use gpu.Printf",
	"log.Println": "use gpu.Printf", "log.Printf": "use gpu.Printf",
	"sync.WaitGroup": "use gpu.SyncThreads", "sync.Mutex": "use atomics such as gpu.AtomicCAS",
	"atomic.AddInt32": "use gpu.AtomicAdd", "atomic.AddUint32": "use gpu.AtomicAdd", "atomic.AddInt64": "use gpu.AtomicAdd",
	"atomic.CompareAndSwapInt32": "use gpu.AtomicCAS", "atomic.CompareAndSwapUint32": "use gpu.AtomicCAS",
	"time.Now": "the report of the launch contains its time", "rand.Float32": "compute random numbers from the thread's index",
}

// ident refuses variables of the host, and types that the device does not have.
func (r *refuser) ident(n *ast.Ident) {
	if v, ok := r.build.info.Uses[n].(*types.Var); ok && v.Parent() == r.build.pkg.Scope() && v.Type() != types.Typ[types.Invalid] {
		if name := layout.GPUName(v.Type()); name != "Constant" && name != "Global" {
			r.errs = append(r.errs, r.build.packageVariable(n.Pos(), n.Name))
		}
	}
	if obj := r.build.info.Uses[n]; obj != nil && isTypeName(obj) {
		r.typeUse(n, obj.Type())
	}
}

// typeUse refuses named types that the device does not have. A constraint is
// allowed: it is the type of no value.
func (r *refuser) typeUse(n *ast.Ident, t types.Type) {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		if u.Info()&types.IsString != 0 {
			r.refuseToken(n.Pos(), token.STRING)
		} else if u.Info()&types.IsComplex != 0 {
			r.say(n.Pos(), diag.Complex, "use two floats, or gpu.Float2", "%s: a kernel has no complex numbers", n.Name)
		}
	case *types.Interface:
		if _, param := t.(*types.TypeParam); !param {
			r.refuseToken(n.Pos(), token.TYPE)
		}
	}
}

// inferred refuses variables of an inferred complex type.
func (r *refuser) inferred(vars []ast.Expr) {
	for _, v := range vars {
		t := r.build.info.TypeOf(v)
		if t == nil {
			continue
		}
		if b, ok := t.Underlying().(*types.Basic); ok && b.Info()&types.IsComplex != 0 {
			r.say(v.Pos(), diag.Complex, "use two floats, or gpu.Float2", "%s is complex: a kernel has no complex numbers", v)
		}
	}
}

// builtinRefusals are the built-in functions that kernels cannot call.
var builtinRefusals = map[string]struct {
	code diag.Code
	why  string
	hint string
}{
	"append":  {diag.Append, "append: a kernel cannot grow slices", "write to an index below len; count with gpu.AtomicAdd when threads share the slice"},
	"make":    {diag.Make, "make: a kernel cannot allocate", "use a local array such as var a [8]float32, gpu.Shared, or a slice parameter"},
	"copy":    {diag.Copy, "copy: a kernel copies element by element", "write a loop, best with one element per thread"},
	"cap":     {diag.Capacity, "cap: slices on the device have no capacity", "use len"},
	"delete":  {diag.Map, "delete: a kernel has no maps", "index a slice or a gpu.Shared array by a small integer key"},
	"close":   {diag.Channel, "close: a kernel has no channels", "threads of a block communicate through gpu.Shared and gpu.SyncThreads"},
	"panic":   {diag.Panic, "panic: a kernel cannot panic", "return, or write an error code to a slice; an index out of range is reported anyway"},
	"recover": {diag.Panic, "recover: a kernel cannot panic", "remove it"},
	"print":   {diag.HostPackage, "print belongs to the host: a kernel cannot use it", "use gpu.Printf"},
	"println": {diag.HostPackage, "println belongs to the host: a kernel cannot use it", "use gpu.Printf"},
	"complex": {diag.Complex, "complex: a kernel has no complex numbers", "use two floats, or gpu.Float2"},
	"real":    {diag.Complex, "real: a kernel has no complex numbers", "use two floats, or gpu.Float2"},
	"imag":    {diag.Complex, "imag: a kernel has no complex numbers", "use two floats, or gpu.Float2"},
}

func (r *refuser) call(n *ast.CallExpr) {
	id := calleeName(n.Fun)
	if id == nil {
		return
	}
	switch obj := r.build.info.Uses[id].(type) {
	case *types.Builtin:
		if f, ok := builtinRefusals[obj.Name()]; ok && !r.makesOther(obj.Name(), n) {
			r.say(n.Pos(), f.code, f.hint, "%s", f.why)
			for _, a := range n.Args {
				r.formats[ast.Unparen(a)] = true // do not report the argument too
			}
		}
	case *types.Func:
		if obj.Pkg() != nil && obj.Pkg().Path() == layout.GPUPath && obj.Name() == "Printf" && len(n.Args) > 0 {
			r.printf(n)
		}
		if obj.Pkg() != nil && obj.Pkg().Path() == "cuda" && (obj.Name() == "Trap" || obj.Name() == "Unset") {
			r.formats[n.Args[0]] = true // the reason, which the report of the fault quotes
		}
	case *types.PkgName, nil:
		for _, a := range n.Args {
			r.formats[ast.Unparen(a)] = true // the call of the host is reported
		}
	}
}

// makesOther reports whether a call of make makes a map or a channel, whose type is
// refused by itself.
func (r *refuser) makesOther(name string, n *ast.CallExpr) bool {
	if name != "make" || len(n.Args) == 0 {
		return false
	}
	_, slice := r.build.info.TypeOf(n.Args[0]).Underlying().(*types.Slice)
	return !slice
}

// printf checks that the format of gpu.Printf is constant.
func (r *refuser) printf(n *ast.CallExpr) {
	if r.build.info.Types[n.Args[0]].Value == nil {
		r.say(n.Args[0].Pos(), diag.PrintfFormat, "write the format as a literal", "gpu.Printf: the format is not a constant")
	}
	for _, a := range n.Args {
		ast.Inspect(a, func(m ast.Node) bool {
			if e, ok := m.(ast.Expr); ok && r.build.info.Types[e].Value != nil {
				r.formats[e] = true
			}
			return true
		})
	}
}

// refuseKernel returns the mistakes in the signature of a kernel: results, and
// parameters that a launch cannot pass.
func (b *build) refuseKernel(d *decl) diag.List {
	r := &refuser{build: b}
	f := d.fn()
	if f.Type.Results != nil {
		r.say(f.Type.Results.Pos(), diag.KernelResult, "write results to a slice parameter", "kernel %s returns a value", d.name)
	}
	for _, p := range f.Type.Params.List {
		if _, ok := p.Type.(*ast.Ellipsis); ok {
			r.say(p.Pos(), diag.KernelParameter, "use a slice", "kernel %s takes a variable number of arguments", d.name)
			continue
		}
		t := b.info.TypeOf(p.Type)
		if t == nil || t == types.Typ[types.Invalid] || isGeneric(d) {
			continue
		}
		for _, name := range p.Names {
			r.parameter(name.Name, p.Pos(), t)
		}
	}
	return r.errs
}

// parameter refuses types that a launch cannot pass. name is that of the parameter,
// or of a field in it.
func (r *refuser) parameter(name string, p token.Pos, t types.Type) {
	if dims, _ := layout.TextureOf(t); dims > 0 {
		return
	}
	switch u := t.Underlying().(type) {
	case *types.Slice:
		r.elements(name, p, u.Elem())
	case *types.Pointer:
		r.say(p, diag.KernelParameter, "pass a slice, []"+layout.TypeName(u.Elem())+", or a struct by value", "parameter %s is a pointer", name)
	case *types.Struct:
		for i := range u.NumFields() {
			r.parameter(name+"."+u.Field(i).Name(), p, u.Field(i).Type())
		}
	case *types.Array:
		r.parameter(name+"[]", p, u.Elem())
	case *types.Signature:
		r.say(p, diag.KernelParameter, "call the function by name, or make the kernel generic", "parameter %s is a function", name)
	}
}

// elements refuses elements that a slice parameter cannot have.
func (r *refuser) elements(name string, p token.Pos, elem types.Type) {
	if where, bad := holdsInt(elem); bad != "" {
		r.say(p, diag.IntSlice, "use []"+bad+"32 for 32 bits as CUDA's "+bad+", or []"+bad+"64",
			"parameter %s%s holds %s, which has 64 bits in Go and 32 on the device", name, where, bad)
		return
	}
	if holdsReference(elem) {
		r.say(p, diag.NestedSlice, "use one slice and an index such as y*width+x", "parameter %s is a slice of %s", name, layout.TypeName(elem))
		return
	}
	if t := r.build.sizes().Of(elem); t.Shape == layout.Unknown || t.Size == 0 {
		return
	}
	if d := r.build.sizes().HostDiffers(elem); d != (layout.Difference{}) {
		r.say(p, diag.LayoutDiffers, d.Remedy, "parameter %s: %s", name, d.What)
	}
}

func (b *build) sizes() layout.Sizes {
	if b.layouts == nil {
		b.layouts = layout.Sizes{}
	}
	return b.layouts
}

// holdsInt looks for an int or uint in a type. It returns the path to it and its
// name.
func holdsInt(t types.Type) (where, which string) {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		if u.Kind() == types.Int || u.Kind() == types.Uint {
			return "", u.Name()
		}
	case *types.Array:
		return holdsInt(u.Elem())
	case *types.Struct:
		for i := range u.NumFields() {
			if where, which := holdsInt(u.Field(i).Type()); which != "" {
				return strings.TrimSuffix("[]."+u.Field(i).Name()+where, "."), which
			}
		}
	}
	return "", ""
}

// holdsReference reports whether a type contains slices, pointers or functions.
func holdsReference(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Slice, *types.Pointer, *types.Signature:
		return true
	case *types.Array:
		return holdsReference(u.Elem())
	case *types.Struct:
		for i := range u.NumFields() {
			if holdsReference(u.Field(i).Type()) {
				return true
			}
		}
	}
	return false
}
