package cfront

// This file keeps what is known while a function is made: its statements, its scopes and
// its variables.

import (
	"fmt"
	"go/ast"
	"go/token"
	"slices"
	"strings"

	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/cfront/number"
	"gpucourse/gpusim/internal/cfront/syntax"
	"gpucourse/gpusim/internal/cfront/tree"
)

// object is a variable, a parameter or a constant.
type object struct {
	name       string
	x          ast.Expr // in Go
	at         diag.Pos // of its declaration; without a line for what the compiler makes
	t          *typ
	ref        bool // x is its address
	c          *val // its value, of a constant
	tex        *sampler
	alias      *typ      // a type that is declared in the function
	shared     bool      // it is in shared memory
	uncaptured bool      // a lambda sees it and may not use it
	computed   bool      // it is a variable of a function that is evaluated: c is its value now
	cells      []*object // the elements of such an array
	outside    bool      // it is a constant outside of functions: a kernel has its value, no address
	fixed      *val      // its value where a constant is needed, of a const variable of the device
}

// sampler is what the reads of a texture say about it.
type sampler struct {
	dims int
	elem *typ
}

// texture returns the type of a texture in Go.
func (o *object) texture() ast.Expr {
	if o.tex == nil {
		return tree.Of("gpu.Texture2D", floatType.goType())
	}
	return tree.Of(fmt.Sprintf("gpu.Texture%dD", o.tex.dims), o.tex.elem.goType())
}

// fn is a function that is being made.
type fn struct {
	u        *unit
	env      *env
	declName string      // of the function in the source
	this     *structType // of a method
	seen     syntax.Seen // what the body sees
	in       *instance
	kernel   bool
	closure  bool // of a lambda
	result   *typ // nil while it is not known
	ref      bool // it returns a reference
	// static and constMethod are true of such methods.
	static, constMethod bool
	stmts               []ast.Stmt
	scopes              []map[string]*object
	flow                []*target
	at                  diag.Pos // of the statement
	temps               *int
	depth               int
	// converting is true while a constructor is chosen that converts a value.
	converting bool
	ev         *evaluation // not nil while constants are computed
	untaken    int         // above 0 where only types matter
	callDepth  int         // of functions that are evaluated
	returned   *val        // of a function that is evaluated
}

// target is what break and continue may leave.
type target struct {
	loop        bool
	label       string // of the loop; break uses it where it is used
	inner       string // of the block that continue leaves; "" when Go's continue does
	labelUsed   bool
	innerUsed   bool
	insideInner bool
}

func (f *fn) push() { f.scopes = append(f.scopes, map[string]*object{}) }

func (f *fn) pop() { f.scopes = f.scopes[:len(f.scopes)-1] }

func (f *fn) declare(o *object) {
	f.notRepeated(o)
	f.scopes[len(f.scopes)-1][o.name] = o
}

// joined marks the scope of a body, which C++ counts to the scope of what stands before it:
// parameters, or the first part of a for.
const joined = ""

// pushJoined is push for such a scope.
func (f *fn) pushJoined() {
	f.push()
	f.scopes[len(f.scopes)-1][joined] = &object{}
}

// notRepeated refuses a second variable, or a second type, of one name in a scope.
func (f *fn) notRepeated(o *object) {
	if o.at.Line == 0 {
		return
	}
	f.env.notShadowed(o.name, o.at)
	for i := len(f.scopes) - 1; i >= 0; i-- {
		if old := f.scopes[i][o.name]; old != nil && old.at.Line > 0 && (old.alias == nil) == (o.alias == nil) {
			refuse(o.at, diag.TypeError, "give one of them another name, or remove one", "%s is declared again: line %d declares it in the same block", o.name, old.at.Line)
		}
		if f.scopes[i][joined] == nil {
			return
		}
	}
}

func (f *fn) local(name string) *object {
	for i := len(f.scopes) - 1; i >= 0; i-- {
		if o := f.scopes[i][name]; o != nil {
			return o
		}
	}
	return nil
}

// localType returns a type that the function declares.
func (f *fn) localType(name string) *typ {
	o := f.local(name)
	if o == nil {
		return nil
	}
	return o.alias
}

// add adds a statement at the place of the current one in C; nil may be filled later.
func (f *fn) add(s ast.Stmt) *tree.Stmt { return f.addAt(f.at, s) }

func (f *fn) addAt(at diag.Pos, s ast.Stmt) *tree.Stmt {
	placed := &tree.Stmt{Stmt: s, At: f.u.at(at)}
	f.stmts = append(f.stmts, placed)
	return placed
}

// here gives a statement the place of the current one.
func (f *fn) here(s ast.Stmt) ast.Stmt { return &tree.Stmt{Stmt: s, At: f.u.at(f.at)} }

// set assigns a value to a variable that the compiler makes.
func (f *fn) set(to ast.Expr, v val) *tree.Stmt { return f.add(tree.Set(to, v.x)) }

// bare adds a statement without a place.
func (f *fn) bare(s ast.Stmt) *tree.Stmt { return f.addAt(diag.Pos{}, s) }

// capture runs do and returns the statements that it adds.
func (f *fn) capture(do func()) []ast.Stmt {
	saved := f.stmts
	f.stmts = nil
	defer func() { f.stmts = saved }()
	do()
	return f.stmts
}

// block runs do and returns a block of the statements that it adds.
func (f *fn) block(do func()) *ast.BlockStmt { return tree.Block(f.capture(do)) }

// temp returns the name of a new variable.
func (f *fn) temp() string {
	if f.temps == nil {
		f.temps = new(int)
	}
	*f.temps++
	return fmt.Sprintf("ʹt%d", *f.temps)
}

// body translates the body of a function.
func (f *fn) body(d *syntax.Func) {
	if d.Body == nil {
		refuse(d.Pos, diag.NoBody, "write it in this file, or include its file", "function %s has no body", d.Name)
	}
	if d.Result == nil && f.this != nil {
		f.initFields(d)
	}
	f.pushJoined()
	f.statements(d.Body.Stmts)
	f.pop()
	f.at = d.Ended
	if f.result != nil && f.result.k != void && !endsInReturn(d.Body) {
		f.missingReturn()
	}
	f.pop()
}

func endsInReturn(b *syntax.Block) bool {
	if len(b.Stmts) == 0 {
		return false
	}
	_, ok := b.Stmts[len(b.Stmts)-1].(*syntax.Return)
	return ok
}

// missingReturn ends a function whose end C leaves undefined.
func (f *fn) missingReturn() {
	name := f.temp()
	f.add(tree.Var(name, f.resultType()))
	f.add(tree.Return(tree.Name(name)))
}

// statements translates statements. A mistake leaves one of them, and the next go on.
func (f *fn) statements(list []syntax.Stmt) {
	for _, s := range list {
		f.tried(s)
	}
}

func (f *fn) tried(s syntax.Stmt) {
	scopes, flow, depth := len(f.scopes), len(f.flow), f.depth
	defer func() {
		if r := recover(); r != nil {
			err, ok := r.(refusal)
			if !ok {
				panic(r)
			}
			f.u.report(err)
			f.scopes, f.flow, f.depth = f.scopes[:scopes], f.flow[:flow], depth
			f.giveUp(s)
		}
	}()
	f.statement(s)
}

// giveUp declares the variables of a statement with a mistake, so that their uses are no
// mistakes of their own.
func (f *fn) giveUp(s syntax.Stmt) {
	switch d := s.(type) {
	case *syntax.TypeStmt:
		if u, ok := d.Decl.(*syntax.Struct); ok {
			f.declare(&object{name: u.Name, alias: badType})
		}
		if e, ok := d.Decl.(*syntax.Enum); ok {
			f.declare(&object{name: e.Name, alias: badType})
			for _, item := range e.Items {
				f.declare(&object{name: item.Name, x: tree.Name("nil"), t: badType})
			}
		}
	case *syntax.DeclStmt:
		for _, v := range d.Vars {
			for _, name := range append(v.Names, v.Name) {
				if f.scopes[len(f.scopes)-1][name] == nil {
					f.declare(&object{name: name, x: tree.Name("nil"), t: badType})
				}
			}
		}
	}
	if len(f.u.errs) == 0 {
		panic(refusal{}) // the mistake was reported in a function around
	}
}

// lookup translates a name.
func (f *fn) lookup(n *syntax.Name) val {
	if plainly(n.Seen, n.Scope) {
		if v, ok := f.near(n); ok {
			return v
		}
	}
	if n.Scope == nil {
		if o := f.u.global(n); o != nil {
			return f.useObject(o, n.Pos)
		}
		if list := f.functions(n, nil); len(list) == 1 && !list[0].Template && list[0].Attrs.Device {
			return f.functionValue(list[0], n.Pos)
		}
	}
	if library(n.Seen, n.Scope) {
		if v, ok := f.word(n); ok {
			return v
		}
	}
	f.undefined(n)
	return val{}
}

// near translates a name that the function, its template or its struct declares.
func (f *fn) near(n *syntax.Name) (val, bool) {
	if o := f.local(n.Name); o != nil && o.alias == nil {
		return f.useObject(o, n.Pos), true
	}
	if a, ok := f.env.lookup(n.Name); ok && a.v != nil {
		v := *a.v
		v.at, v.literal = n.Pos, false
		return v, true
	}
	if v, ok := f.member(n); ok {
		return v, true
	}
	for e := f.env; e != nil; e = e.outer {
		if e.in != nil && e.in != f.this {
			if v, ok := f.staticMember(e.in, n); ok {
				return v, true
			}
		}
	}
	return val{}, false
}

// word translates a name that CUDA C declares itself.
func (f *fn) word(n *syntax.Name) (v val, ok bool) {
	switch n.Name {
	case "true", "false":
		return intConstant(int64(number.Truth(n.Name == "true")), boolType, n.Pos), true
	case "nullptr":
		return val{x: tree.Name("nil"), t: basic(null), at: n.Pos, simple: true}, true
	case "threadIdx", "blockIdx", "blockDim", "gridDim":
		return val{special: strings.ToUpper(n.Name[:1]) + n.Name[1:], t: f.u.vectorOf("uint3"), at: n.Pos, x: tree.Name(n.Name), simple: true}, true
	case "warpSize":
		return val{x: f.keep(val{x: tree.Apply(intType.goType(), tree.Path("gpu.WarpSize"))}), t: intType, at: n.Pos, simple: true}, true
	}
	return val{}, false
}

// functionValue returns a function as an argument for a template.
func (f *fn) functionValue(d *syntax.Func, at diag.Pos) val {
	in := f.u.instance(d, nil, fmt.Sprintf("%p<>", d), nil)
	if in.lambda == nil {
		in.lambda = &lambdaType{in.params, in.result}
	}
	return val{x: tree.Name(in.goName), t: &typ{k: function, lambda: in.lambda}, at: at, simple: true}
}

func (f *fn) useObject(o *object, at diag.Pos) val {
	if o.uncaptured && f.untaken == 0 {
		refuse(at, diag.TypeError, "write [&] or [=] in front of the lambda, or name it there", "%s is not captured by the lambda", o.name)
	}
	if o.c != nil {
		v := *o.c
		v.literal = false
		v.at, v.variable, v.outside = at, o.t != nil && o.t.enum == nil || o.c.t.enum == nil, o.outside
		return v
	}
	if o.fixed != nil && f.ev != nil {
		v := *o.fixed
		v.literal, v.at, v.variable, v.outside = false, at, true, true
		return v
	}
	if o.ref {
		return f.behind(o.x, o.t, at)
	}
	if o.t.k == texture {
		return val{x: o.x, t: o.t, at: at, tex: o, simple: true}
	}
	return val{x: o.x, t: o.t, at: at, lv: true, simple: o.t.k != structure && o.t.k != array && !o.t.volatile}
}

// member translates the name of a field in a method.
func (f *fn) member(n *syntax.Name) (val, bool) {
	if f.this == nil {
		return val{}, false
	}
	if n.Name == "this" && !f.static {
		return f.thisPointer(n.Pos), true
	}
	for _, part := range f.this.fields {
		if part.name != n.Name {
			continue
		}
		if f.static {
			refuse(n.Pos, diag.CUDAConstruct, "pass the object, or set the field in a constructor",
				"field %s of %s is used without an object: in a static method, or in the first value of another field", n.Name, f.this.display())
		}
		return val{x: tree.Select(tree.Name(thisName), part.goName, token.NoPos), t: part.t.with(f.constMethod, false), at: n.Pos, lv: true}, true
	}
	return f.staticMember(f.this, n)
}

// thisName is the parameter of a method that points to its object.
const thisName = "thisʹ"

// thisPointer returns the address of a method's object.
func (f *fn) thisPointer(at diag.Pos) val {
	return val{x: tree.Name(thisName), t: pointerTo(f.self()), at: at, simple: true}
}

// behind returns what the address of a value points to.
func (f *fn) behind(p ast.Expr, t *typ, at diag.Pos) val {
	return val{x: tree.Paren(tree.Star(p, token.NoPos)), ptr: p, t: t, at: at, lv: true}
}

// self returns the type of a method's object.
func (f *fn) self() *typ { return (&typ{k: structure, s: f.this}).with(f.constMethod, false) }

// staticMember translates the name of a constant of a struct.
func (f *fn) staticMember(s *structType, n *syntax.Name) (val, bool) {
	if s.decl == nil {
		return val{}, false
	}
	for _, v := range s.decl.Fields {
		if v.Name != n.Name || !v.Attrs.Static {
			continue
		}
		f.mayUse(s, v.Attrs, "constant "+v.Name, n.Pos)
		if v.Init == nil || !isConst(v.Type) && !v.Attrs.Const {
			panic(refusal{syntax.Unsupported(v.Pos, "static variables of structs")})
		}
		in := &fn{u: f.u, env: s.env, this: s, static: true, seen: v.Seen}
		in.push()
		var c val
		in.evaluating(func() {
			c = in.initialValue(v.Init)
			if _, auto := isAuto(v.Type); !auto {
				c = in.convert(c, in.typeOf(v.Type))
			}
		})
		if c.c == nil {
			refuse(v.Pos, diag.CUDAConstruct, "write a constant number", "the value of %s::%s is not constant", s.display(), n.Name)
		}
		c.at, c.variable, c.outside = n.Pos, true, true
		return c, true
	}
	for _, d := range s.decl.Nested {
		if e, ok := d.(*syntax.Enum); ok && !e.Scoped && slices.ContainsFunc(e.Items, func(i syntax.EnumItem) bool { return i.Name == n.Name }) {
			f.mayUse(s, syntax.Attrs{Private: s.decl.PrivateTypes[n.Name]}, "value "+n.Name, n.Pos)
			return f.u.enumOf(e, s.env).item(n.Name, n.Pos)
		}
	}
	return val{}, false
}

// undefined refuses a name that is not declared.
func (f *fn) undefined(n *syntax.Name) {
	f.u.notBroken(n.Seen, n.Name)
	if len(f.functions(n, nil)) > 0 {
		refuse(n.Pos, diag.FuncValue, "call it", "function %s is used as a value", n.Name)
	}
	if at, ok := f.u.p.hosts[n.Name]; ok {
		refuse(n.Pos, diag.HostPackage, "mark it __device__ in line "+fmt.Sprint(at.Line)+", or pass its value as a parameter",
			"%s belongs to the host: a kernel cannot use it", n.Name)
	}
	f.refuseLibrary(n.Scope, n.Pos)
	notModelled(n)
	refuse(n.Pos, diag.Undefined, f.u.missingHint(), "undefined: %s", n.Name)
}

// global returns a variable or constant of the file; nil for none.
func (u *unit) global(n *syntax.Name) *object {
	keys := u.p.keys(n.Seen, n.Name)
	for _, key := range keys {
		if u.p.vars[key] == nil && u.p.enums[key] == nil {
			continue
		}
		ambiguous(n.Pos, n.Name, keys)
		return u.globalOf(key, n.Name)
	}
	return nil
}

func (u *unit) globalOf(key, name string) *object {
	if o := u.globals[key]; o != nil {
		return o
	}
	o := u.newGlobal(key, name)
	u.globals[key] = o
	return o
}

func (u *unit) newGlobal(key, name string) *object {
	if d := u.p.enums[key]; d != nil {
		v, _ := u.enumOf(d, nil).item(name, d.Pos)
		return &object{name: name, t: v.t, c: &v}
	}
	v := u.p.vars[key]
	f := &fn{u: u, seen: v.Seen}
	if o := f.fileConstant(v); o != nil {
		return o
	}
	return u.variable(f, v)
}

// fileConstant returns a const variable of the file that has a constant value.
func (f *fn) fileConstant(v *syntax.Var) *object {
	if v.Attrs.Constant || v.Attrs.Device {
		return nil
	}
	if c := f.fixedValue(v); c != nil {
		return &object{name: v.Name, t: c.t, c: c, outside: true}
	}
	return nil
}

// fixedValue returns the value of a const number outside of functions that constant expressions
// may read, as nvcc lets them: it is not volatile, and its first value is constant. nil: they may not.
func (f *fn) fixedValue(v *syntax.Var) *val {
	n, named := v.Type.(*syntax.Named)
	if v.Init == nil || !named || n.Volatile || !n.Const && !v.Attrs.Const {
		return nil
	}
	var c val
	f.evaluating(func() {
		c = f.initialValue(v.Init)
		if n.Name != "auto" {
			c = f.convert(c, f.typeOf(v.Type))
		}
	})
	if c.c == nil {
		return nil
	}
	return &c
}

// initialValue translates an initializer with one value.
func (f *fn) initialValue(x syntax.Expr) val {
	switch x := x.(type) {
	case *syntax.List:
		if len(x.Elems) == 1 {
			return f.expr(x.Elems[0])
		}
	case *syntax.Construct: // auto x(y), T &x(y); T(y) of a type makes a value
		_, ref := x.Type.(*syntax.Reference)
		if auto, ok := isAuto(x.Type); len(x.Args) == 1 && (ref || ok && auto.Name == "auto") {
			return f.expr(x.Args[0])
		}
	}
	return f.expr(x)
}

// variable declares a variable in constant or global memory.
func (u *unit) variable(f *fn, v *syntax.Var) *object {
	switch {
	case v.Attrs.Shared:
		return u.sharedAtFile(f, v)
	case !v.Attrs.Constant && !v.Attrs.Device && !v.Attrs.Managed:
		f.hostConstexpr(v)
		refuse(v.Pos, diag.PackageVariable, "pass it as a parameter, make it constexpr, or declare it __device__ or __constant__",
			"%s is a variable of the host: a kernel cannot reach it", v.Name)
	}
	t := f.sized(f.typeOf(v.Type), v.Init)
	f.noConstructor(v, t)
	if t.holdsPointer() && (t.k != pointer || t.elem.holdsPointer()) {
		refuse(v.Pos, diag.NestedSlice, "declare the array itself, or pass the pointer as a parameter", "variable %s holds pointers", v.Name)
	}
	kind := "gpu.Global"
	if v.Attrs.Constant {
		kind = "gpu.Constant"
	}
	goName := u.unique(v.Name)
	if v.Init != nil {
		u.initial[goName] = f.initialBytes(v, t)
	}
	u.decls = append(u.decls, tree.Global(goName, tree.Of(kind, t.goType()), u.at(v.Pos)))
	o := &object{name: v.Name, x: tree.Select(tree.Name(goName), "V", token.NoPos), t: t}
	if t.number() {
		o.fixed = f.fixedValue(v)
	}
	return o
}

// hostConstexpr refuses a constexpr variable that a kernel uses and whose value is not known.
func (f *fn) hostConstexpr(v *syntax.Var) {
	if !v.Attrs.Const || v.Init == nil {
		return
	}
	if _, auto := isAuto(v.Type); !auto && !f.typeOf(v.Type).number() {
		refuse(v.Pos, diag.PackageVariable, "declare it __constant__ or __device__, or pass it as a parameter",
			"%s is a constexpr variable of the host, and no number: a kernel has the values of numbers alone", v.Name)
	}
	ev := f.evaluating(func() { f.initialValue(v.Init) })
	refuse(v.Pos, diag.TypeError, "compute it from literals, and from constexpr or const numbers that are not volatile", "constexpr variable %s has no constant value%s", v.Name, ev.reason())
}

// noConstructor refuses a variable of the device or of a block that C++ would construct: CUDA
// allows none.
func (f *fn) noConstructor(v *syntax.Var, t *typ) {
	for t.k == array {
		t = t.elem
	}
	if t.k == structure && (v.Init != nil && hasConstructor(t.s) || v.Init == nil && initialized(t)) {
		refuse(v.Pos, diag.CUDAConstruct, "use a struct without constructors and first values, and set its fields in the kernel",
			"variable %s needs its constructor to run: memory of the device is not constructed", v.Name)
	}
}

// sharedAtFile returns shared memory that is declared outside of functions.
func (u *unit) sharedAtFile(f *fn, v *syntax.Var) *object {
	t := f.typeOf(v.Type)
	f.noConstructor(v, t)
	name := u.unique(v.Name)
	declare := func(elem ast.Expr, memory string) { // faults name memory by the variable that it is assigned to
		body := []ast.Stmt{tree.Define(tree.Call(tree.Of(memory, elem), token.NoPos), name), tree.Return(tree.Name(name))}
		u.decls = append(u.decls, tree.Function(name, tree.Signature(nil, tree.Star(elem, token.NoPos)), body, token.NoPos))
	}
	o := &object{name: v.Name, x: tree.Call(tree.Name(name), token.NoPos), t: t}
	if t.k == array && t.n < 0 {
		declare(t.elem.goType(), dynamicShared)
		o.t = pointerTo(t.elem)
		return o
	}
	declare(t.goType(), staticShared)
	o.ref = true
	return o
}
