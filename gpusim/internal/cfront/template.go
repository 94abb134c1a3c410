package cfront

// This file binds template parameters and makes instances.

import (
	"fmt"
	"slices"
	"strings"

	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/cfront/syntax"
	"gpucourse/gpusim/internal/limit"
)

// targ is a template argument: a type, a value or a function.
type targ struct {
	t  *typ
	v  *val
	fn *syntax.Name // a function
}

func (a targ) String() string {
	switch {
	case a.fn != nil:
		return a.fn.Name
	case a.t != nil:
		return a.t.String()
	}
	if a.v.t.isFloat() {
		return fmt.Sprint(a.v.c.f)
	}
	if a.v.t.k == boolean {
		return fmt.Sprint(a.v.c.i != 0)
	}
	return fmt.Sprint(a.v.c.i)
}

func joinArgs(args []targ) string {
	var list []string
	for _, a := range args {
		list = append(list, a.String())
	}
	return strings.Join(list, ",")
}

// env is the names that a template or a struct binds.
type env struct {
	outer    *env
	args     map[string]targ
	in       *structType // whose nested types are in scope
	explicit int         // template parameters whose arguments are written
	conflict bool        // two arguments of a call say different things of a template parameter
}

func (e *env) lookup(name string) (targ, bool) {
	for ; e != nil; e = e.outer {
		if a, ok := e.args[name]; ok {
			return a, true
		}
	}
	return targ{}, false
}

// notShadowed refuses a declaration of the name of a template parameter inside its template.
func (e *env) notShadowed(name string, at diag.Pos) {
	if _, ok := e.lookup(name); ok {
		refuse(at, diag.TypeError, "give one of them another name", "%s is the name of a template parameter here", name)
	}
}

// typeIn resolves a type in an environment without local names.
func (u *unit) typeIn(t syntax.Type, e *env) *typ { return (&fn{u: u, env: e}).typeOf(t) }

// typeOf resolves a type as written.
func (f *fn) typeOf(t syntax.Type) *typ {
	switch t := t.(type) {
	case *syntax.Named:
		return f.namedType(t).with(t.Const, t.Volatile)
	case *syntax.Pointer:
		p := pointerTo(f.typeOf(t.Elem))
		p.constant, p.volatile, p.restrict = t.Const, t.Volatile, t.Restrict
		return p
	case *syntax.Reference:
		return f.typeOf(t.Elem)
	case *syntax.Array:
		a := &typ{k: array, elem: f.typeOf(t.Elem), n: -1}
		if a.elem.k == array && a.elem.n < 0 {
			refuse(t.Pos, diag.ArrayLength, "write the inner lengths", "the rows of an array have no length")
		}
		if t.Len != nil {
			a.n = f.length(t.Len)
		}
		if size, _ := a.elem.layout(); size > limit.ArrayBytes/max(a.n, 1) {
			refuse(t.Pos, diag.ArrayLength, "use shorter lengths", "an array of %d elements of %d bytes is larger than the memory of any device", a.n, size)
		}
		return a
	case *syntax.Decltype:
		return f.declaredType(t)
	case *syntax.Function:
		panic(refusal{syntax.Unsupported(t.Pos, "pointers to functions")})
	}
	panic(fmt.Sprintf("BUG: type %T", t))
}

// declaredType returns the type of decltype(x): that of the declaration of a name, else that of
// the expression. A type that is a reference would be needed for other variables.
func (f *fn) declaredType(t *syntax.Decltype) *typ {
	v := f.typeOfExpr(t.X)
	name, named := t.X.(*syntax.Name)
	_, member := t.X.(*syntax.Member)
	reference := v.lv || v.variable
	if (named || member) && !t.Paren {
		reference = false
		if named {
			o := f.local(name.Name)
			reference = o != nil && o.ref && !o.shared
		}
	}
	if reference {
		panic(refusal{syntax.Unsupported(t.Pos, "types decltype(x) of what has an address")})
	}
	return v.t.with(v.variable, false)
}

// maxLength bounds arrays.
const maxLength = 1 << 28

// length computes the extent of an array.
func (f *fn) length(x syntax.Expr) int {
	v := f.constant(x, "the length of an array")
	if v.c.i < 1 || v.c.i > maxLength {
		refuse(x.Position(), diag.ArrayLength, "use a length between 1 and 268435456", "the length %d of an array is not positive, or too large", v.c.i)
	}
	return int(v.c.i)
}

// constant computes a constant integer.
func (f *fn) constant(x syntax.Expr, what string) val {
	var v val
	ev := f.evaluating(func() { v = f.rvalue(f.expr(x)) })
	if v.c == nil || !v.t.isInt() {
		if v.t.k == bad {
			panic(refusal{})
		}
		refuse(x.Position(), diag.ArrayLength, "use a constant, such as a #define, a constexpr variable or a template parameter; extern __shared__ for a size that the launch gives",
			"%s is not constant%s", what, ev.reason())
	}
	return v
}

const wideHint = "use char, short or int"

// refusedTypes are types of CUDA that are not modelled, with a way round.
var refusedTypes = map[string]string{
	"half": includeHalf, "__half": includeHalf, "half2": includeHalf, "__half2": includeHalf,
	"cudaSurfaceObject_t": "write to an array", "curandState": randomHint, "curandState_t": randomHint, "curandStatePhilox4_32_10_t": randomHint, "curandStateXORWOW_t": randomHint,
	"cudaStream_t": "it belongs to the host",
	"wchar_t":      wideHint, "char8_t": wideHint, "char16_t": wideHint, "char32_t": wideHint,
	"__int128": "use two numbers of 64 bits", "initializer_list": "write a constructor per number of values",
}

func (f *fn) namedType(n *syntax.Named) *typ {
	if n.Name == "auto" {
		refuse(n.Pos, diag.TypeError, "write the type", "the type of auto is not known here")
	}
	if plainly(n.Seen, n.Scope) {
		if t := f.nearType(n); t != nil {
			return t
		}
	}
	if s := f.scope(n.Scope); s != nil {
		if t := f.memberType(s, n.Name); t != nil {
			f.mayUse(s, syntax.Attrs{Private: s.decl.PrivateTypes[n.Name]}, "type "+n.Name, n.Pos)
			return t
		}
		refuse(n.Pos, diag.Undefined, "see its declaration", "%s declares no type %s", s.display(), n.Name)
	}
	if n.Scope == nil {
		if t := f.fileType(n); t != nil {
			return t
		}
	}
	if library(n.Seen, n.Scope) {
		if t := f.libraryType(n); t != nil {
			return t
		}
	}
	f.refuseLibrary(n.Scope, n.Pos)
	f.u.notBroken(n.Seen, n.Name)
	refuse(n.Pos, diag.Undefined, f.u.missingHint(), "undefined: type %s", n.Name)
	return nil
}

// nearType returns a type that the function, the template or the struct around declares.
func (f *fn) nearType(n *syntax.Named) *typ {
	if local := f.localType(n.Name); local != nil {
		return local
	}
	if a, ok := f.env.lookup(n.Name); ok && a.t != nil {
		return a.t
	}
	for e := f.env; e != nil; e = e.outer {
		if e.in == nil {
			continue
		}
		if e.in.name == n.Name && n.Args == nil {
			return &typ{k: structure, s: e.in}
		}
		if t := f.memberType(e.in, n.Name); t != nil {
			return t
		}
	}
	return nil
}

// fileType returns a type that the source declares outside of functions and structs.
func (f *fn) fileType(n *syntax.Named) *typ {
	keys := f.u.p.keys(n.Seen, n.Name)
	ambiguous(n.Pos, n.Name, keys)
	for _, key := range keys {
		if list := f.u.p.structs[key]; list != nil {
			args := f.templateArgs(n.Args)
			if n.Args == nil {
				args = f.friendArgs(list)
			}
			return &typ{k: structure, s: f.u.structOf(key, args, n.Pos)}
		}
		if d := f.u.p.enumTypes[key]; d != nil {
			return f.u.enumOf(d, nil).typ()
		}
		if a := f.u.p.aliases[key]; a != nil {
			return f.alias(a, n)
		}
	}
	return nil
}

// libraryType returns a type of C, of CUDA or of their headers.
func (f *fn) libraryType(n *syntax.Named) *typ {
	if k, ok := basicKinds[n.Name]; ok {
		return basic(k)
	}
	if n.Name == "cudaTextureObject_t" {
		return &typ{k: texture}
	}
	if v := f.u.vectorOf(n.Name); v != nil {
		return v
	}
	if s := f.u.headerStruct(n.Name); s != nil {
		return s
	}
	if way, ok := refusedTypes[n.Name]; ok {
		refuse(n.Pos, diag.CUDAConstruct, way, "type %s is not modelled", n.Name)
	}
	return nil
}

// friendArgs returns the arguments of a template struct for a friend of it, which names
// the struct without them.
func (f *fn) friendArgs(list []*syntax.Struct) (args []targ) {
	for _, p := range list[0].TParams {
		a, ok := f.env.lookup(p.Name)
		if !ok {
			return nil
		}
		args = append(args, a)
	}
	return args
}

// scope resolves the A of A::b to a struct; nil for a namespace.
func (f *fn) scope(n *syntax.Named) *structType {
	if n == nil {
		return nil
	}
	if t := f.scopeType(n); t != nil && t.k == structure {
		return t.s
	}
	return nil
}

// scopeType resolves the A of A::b to a type; nil for a namespace that is not known.
func (f *fn) scopeType(n *syntax.Named) *typ {
	if n.Scope != nil && f.scopeType(n.Scope) == nil {
		return nil
	}
	near := plainly(n.Seen, n.Scope) && f.nearType(n) != nil
	if !near && n.Scope == nil && len(f.u.p.keys(n.Seen, n.Name)) == 0 {
		return nil
	}
	return f.namedType(n)
}

// memberType returns the type that a struct declares under a name; nil for none.
func (f *fn) memberType(s *structType, name string) *typ {
	if s.decl == nil {
		return nil
	}
	for _, d := range s.decl.Nested {
		switch d := d.(type) {
		case *syntax.Alias:
			if d.Name == name {
				return f.u.typeIn(d.Type, s.env)
			}
		case *syntax.Struct:
			if d.Name == name && d.TParams == nil {
				return &typ{k: structure, s: f.u.makeStruct(d, s.env, s.scopes, nil, fmt.Sprintf("%p %p", d, s), d.Pos)}
			}
		case *syntax.Enum:
			if d.Name == name {
				return f.u.enumOf(d, s.env).typ()
			}
		}
	}
	return nil
}

// refuseLibrary refuses a name of a library that is not modelled.
func (f *fn) refuseLibrary(n *syntax.Named, at diag.Pos) {
	for ; n != nil; n = n.Scope {
		if way, ok := syntax.Libraries[n.Name]; ok {
			refuse(at, diag.NoDeviceFunction, way, "the library %s is not modelled", n.Name)
		}
	}
}

func (f *fn) alias(a *syntax.Alias, n *syntax.Named) *typ {
	var e *env
	if a.TParams != nil {
		e = bindArgs(a.TParams, f.templateArgs(n.Args), nil)
		if _, ok := f.u.complete(a.TParams, e); !ok {
			refuse(n.Pos, diag.TypeArguments, "give each parameter one", "alias %s has %d template parameters", n.Name, len(a.TParams))
		}
	}
	if f.u.depth++; f.u.depth > limit.Instances {
		refuse(n.Pos, diag.TooManyInstances, "name the type itself", "the alias %s stands behind %d others, or refers to itself", n.Name, limit.Instances)
	}
	defer func() { f.u.depth-- }()
	return f.u.typeIn(a.Type, e)
}

func (u *unit) missingHint() string {
	if len(u.p.missing) > 0 {
		return "the included file " + strings.Join(u.p.missing, ", ") + " was not found beside the source; if that declares it, give its folder with -I"
	}
	return "declare it above, or include its file"
}

// templateArgs computes the arguments of a template.
// templateArgs returns template arguments: nil where none are written, an empty list for <>.
func (f *fn) templateArgs(args []syntax.Arg) (list []targ) {
	if args != nil {
		list = []targ{}
	}
	for _, a := range args {
		list = append(list, f.templateArg(a))
	}
	return list
}

func (f *fn) templateArg(a syntax.Arg) targ {
	if a.Type != nil {
		if n, ok := a.Type.(*syntax.Named); ok {
			if bound, ok := f.env.lookup(n.Name); ok && bound.v != nil && plainly(n.Seen, n.Scope) {
				return bound
			}
			if v := f.memberValue(n); v != nil {
				return targ{v: v}
			}
		}
		return targ{t: f.typeOf(a.Type)}
	}
	if n, ok := a.Value.(*syntax.Name); ok {
		near := plainly(n.Seen, n.Scope)
		if bound, ok := f.env.lookup(n.Name); ok && near {
			return bound
		}
		if (!near || f.local(n.Name) == nil) && len(f.functions(n, nil)) > 0 {
			return targ{fn: n}
		}
	}
	v := f.constant(a.Value, "a template argument")
	return targ{v: &v}
}

// memberValue returns the value of S<1>::v, which reads as a type where S has no type of that name;
// nil for a type.
func (f *fn) memberValue(n *syntax.Named) *val {
	if n.Scope == nil || n.Args != nil {
		return nil
	}
	if s := f.scope(n.Scope); s == nil || f.memberType(s, n.Name) != nil {
		return nil
	}
	v := f.constant(&syntax.Name{At: syntax.At{Pos: n.Pos}, Seen: n.Seen, Name: n.Name, Scope: n.Scope}, "a template argument")
	return &v
}

// bindArgs binds template parameters to arguments.
func bindArgs(params []syntax.TParam, args []targ, outer *env) *env {
	e := &env{outer: outer, args: map[string]targ{}, explicit: len(args)}
	for i, p := range params {
		if i < len(args) {
			e.args[p.Name] = args[i]
		}
	}
	return e
}

// complete adds default arguments. ok is false when an argument has none.
func (u *unit) complete(params []syntax.TParam, e *env) (args []targ, ok bool) {
	for _, p := range params {
		a, bound := e.args[p.Name]
		if !bound {
			if p.Default == nil {
				return nil, false
			}
			a = (&fn{u: u, env: e}).templateArg(*p.Default)
			e.args[p.Name] = a
		}
		if a.v != nil && p.Type != nil {
			to := u.typeIn(p.Type, e)
			v := (&fn{u: u, env: e}).convert(*a.v, to)
			if !keepsValue(*a.v, v) {
				return nil, false
			}
			a = targ{v: &v}
			e.args[p.Name] = a
		}
		if (a.t != nil) != (p.Type == nil) {
			return nil, false
		}
		args = append(args, a)
	}
	return args, true
}

// keepsValue reports whether an integer is the same after its conversion.
func keepsValue(from, to val) bool {
	if from.c == nil || to.c == nil || !from.t.isInt() || !to.t.isInt() || to.t.k == boolean {
		return true
	}
	negative := func(v val) bool { return v.c.i < 0 && !v.t.unsigned() }
	return from.c.i == to.c.i && negative(from) == negative(to)
}

func sameArgs(a, b []targ) bool { return slices.EqualFunc(a, b, sameArg) }

func sameArg(a, b targ) bool {
	if a.t != nil && b.t != nil {
		return same(a.t, b.t) && a.t.constant == b.t.constant
	}
	return (a.t == nil) == (b.t == nil) && a.String() == b.String()
}

// bind notes what an argument says of a template parameter.
func (e *env) bind(name string, a targ, params []syntax.TParam) {
	old, bound := e.args[name]
	switch written := slices.IndexFunc(params, func(p syntax.TParam) bool { return p.Name == name }) < e.explicit; {
	case !bound:
		e.args[name] = a
	case !written && !sameArg(old, a):
		e.conflict = true
	}
}

// unqualified returns t without the const and volatile that a parameter's type has itself.
func unqualified(t *typ, p *syntax.Named) *typ {
	c := *t
	c.constant, c.volatile, c.restrict = c.constant && !p.Const, c.volatile && !p.Volatile, false
	return &c
}

// deduceParameter is deduce of a whole parameter, which drops const and the length of an array
// where it is no reference.
func (u *unit) deduceParameter(p syntax.Type, t *typ, params []syntax.TParam, e *env) {
	if _, ref := p.(*syntax.Reference); !ref {
		if t.k == array {
			t = pointerTo(t.elem)
		}
		t = t.plain()
	}
	u.deduce(p, t, params, e)
}

// deduce binds the template parameters in a parameter's type to an argument's type.
func (u *unit) deduce(p syntax.Type, t *typ, params []syntax.TParam, e *env) {
	isParam := func(name string) bool {
		for _, q := range params {
			if q.Name == name {
				return true
			}
		}
		return false
	}
	bind := func(name string, a targ) { e.bind(name, a, params) }
	switch p := p.(type) {
	case *syntax.Named:
		switch {
		case isParam(p.Name) && plainly(p.Seen, p.Scope):
			if t.k != null && t.k != void {
				bind(p.Name, targ{t: unqualified(t, p)})
			}
		case t.k == structure && u.is(p, t.s) && p.Args == nil && t.s.decl != nil && len(t.s.decl.TParams) == len(t.s.args):
			for i, q := range t.s.decl.TParams {
				if isParam(q.Name) {
					bind(q.Name, t.s.args[i])
				}
			}
		case t.k == structure && u.is(p, t.s) && len(p.Args) <= len(t.s.args):
			for i, a := range p.Args {
				u.deduceArg(a, t.s.args[i], isParam, params, e, bind)
			}
		}
	case *syntax.Pointer:
		if t.k == pointer || t.k == array {
			u.deduce(p.Elem, t.elem, params, e)
		}
	case *syntax.Reference:
		if a, ok := p.Elem.(*syntax.Array); ok && t.k == array {
			u.deduceArray(a, t, params, e)
			return
		}
		u.deduce(p.Elem, t, params, e)
	case *syntax.Array:
		if t.k == pointer || t.k == array {
			u.deduce(p.Elem, t.elem, params, e)
		}
	}
}

// deduceArray binds the parameters in T (&a)[N].
func (u *unit) deduceArray(p *syntax.Array, t *typ, params []syntax.TParam, e *env) {
	if n, ok := p.Len.(*syntax.Name); ok && slices.ContainsFunc(params, func(q syntax.TParam) bool { return q.Name == n.Name }) {
		v := intConstant(int64(t.n), intType, p.Pos)
		e.bind(n.Name, targ{v: &v}, params)
	}
	if inner, ok := p.Elem.(*syntax.Array); ok && t.elem.k == array {
		u.deduceArray(inner, t.elem, params, e)
		return
	}
	u.deduce(p.Elem, t.elem, params, e)
}

func (u *unit) deduceArg(a syntax.Arg, got targ, isParam func(string) bool, params []syntax.TParam, e *env, bind func(string, targ)) {
	name := ""
	if n, ok := a.Value.(*syntax.Name); ok {
		name = n.Name
	}
	if n, ok := a.Type.(*syntax.Named); ok && n.Args == nil {
		name = n.Name
	}
	switch {
	case isParam(name):
		bind(name, got)
	case a.Type != nil && got.t != nil:
		u.deduce(a.Type, got.t, params, e)
	}
}

// variableTemplate translates an instance of a template of constants.
func (f *fn) variableTemplate(v *syntax.Var, x *syntax.Name) val {
	e := bindArgs(v.TParams, f.templateArgs(x.Args), nil)
	if _, ok := f.u.complete(v.TParams, e); !ok || v.Init == nil || v.Attrs.Device || v.Attrs.Constant {
		refuse(x.Pos, diag.CUDAConstruct, "declare one variable per type, or make it constexpr", "variable %s is a template", x.Name)
	}
	in := &fn{u: f.u, env: e}
	c := in.initialValue(v.Init)
	if n, ok := v.Type.(*syntax.Named); !ok || n.Name != "auto" {
		c = in.convert(c, in.typeOf(v.Type))
	}
	c.at = x.Pos
	return c
}
