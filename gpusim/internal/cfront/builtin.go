package cfront

// This file translates calls of the functions that CUDA provides.

import (
	"fmt"
	"go/ast"
	"go/token"
	"math"
	"slices"
	"strings"

	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/cfront/syntax"
	"gpucourse/gpusim/internal/cfront/tree"
	"gpucourse/gpusim/internal/intrinsic"
	"gpucourse/gpusim/internal/ir"
)

// builtinCall is a call of a function of CUDA.
type builtinCall struct {
	name     string
	at       diag.Pos
	args     []val
	explicit []targ
}

type builtinFunc func(*fn, *builtinCall) val

// builtins are the functions of CUDA by name.
var builtins map[string]builtinFunc

// specialCalls are functions whose arguments are no values.
var specialCalls map[string]func(*fn, *syntax.Call, *syntax.Name) val

// signature describes a function of fixed types.
type signature struct {
	result *typ
	params []*typ
	call   *tree.Template // what it becomes; nil for nothing
	needed int            // arguments without a default value; the others are 0 by default
	header string         // that declares it
	// again says that an argument stands in the call more than once; unmasked, that C gives no
	// mask where Go takes one.
	again, unmasked bool
}

// kinds are the types of package intrinsic. A bool parameter is tested for 0.
var kinds = map[string]kind{
	"float": float, "double": double, "int": integer, "unsigned": uinteger, "long": long, "long long": longlong,
	"unsigned long": ulong, "unsigned long long": ulonglong, "bool": boolean, "void": void,
}

// typeNamed returns a type of package intrinsic.
func typeNamed(name string) *typ {
	if elem, ok := strings.CutSuffix(name, "*"); ok {
		plain, constant := strings.CutPrefix(elem, "const ")
		return pointerTo(basic(kinds[plain]).with(constant, false))
	}
	return basic(kinds[name])
}

// simple are functions of fixed types; floatMath are functions with a version for float,
// the first, and one for double, between which C++ chooses.
var (
	simple    = map[string]signature{}
	floatMath = map[string][2]signature{}
)

func init() {
	for i := range intrinsic.Functions {
		f := &intrinsic.Functions[i]
		named := map[string]signature{}
		for j := range f.Variants {
			v := &f.Variants[j]
			name := v.Prototype().Name
			if _, old := named[name]; v.C != "" && v.Types == "" && !old {
				named[name] = signatureOf(v, f.Header)
			}
		}
		for name, s := range named {
			ofFloat, family := named[name+"f"]
			if family && (s.result.k == double || s.result.k == long) {
				floatMath[name] = [2]signature{ofFloat, s}
			} else {
				simple[name] = s
			}
		}
	}
}

// signatureOf returns the signature of a function of fixed types.
func signatureOf(v *intrinsic.Variant, header string) signature {
	p := v.Prototype()
	s := signature{result: typeNamed(p.Result), header: header}
	if call := inPackage(v.Call()); call != "" {
		s.call = tree.NewTemplate(call)
		s.again, s.unmasked = strings.Contains(call, "%["), strings.Contains(call, "gpu.FullMask")
	}
	for _, t := range p.Params {
		t, optional := strings.CutSuffix(t, " = 0")
		if s.params = append(s.params, typeNamed(t)); !optional {
			s.needed++
		}
	}
	return s
}

// inPackage gives package cuda the name that it has in the imports.
func inPackage(call string) string { return strings.ReplaceAll(call, "cuda.", cudaName+".") }

func init() { // the tables and their functions refer to each other
	builtins = map[string]builtinFunc{
		"min": minMax("MinNum", "min"), "max": minMax("MaxNum", "max"), "abs": (*fn).abs, "labs": absOf(basic(long)), "llabs": absOf(basic(longlong)),
		"rsqrt": (*fn).rsqrt, "isnan": classify("math.IsNaN(%s)"), "isinf": classify("math.IsInf(%s, 0)"),
		"isfinite": classify("(%[1]s - %[1]s == 0)"), "signbit": classify("math.Signbit(%s)"), "ldexp": (*fn).ldexp, "scalbn": (*fn).ldexp,
		"__ldg": loadThrough("gpu.Ldg"), "__ldca": loadThrough(""), "__ldcg": loadThrough("gpu.LoadCG"), "__ldcs": loadThrough("gpu.LoadCS"), "__ldlu": loadThrough("gpu.LoadLU"), "__ldcv": loadThrough("gpu.LoadCV"),
		"__stwb": storeThrough(""), "__stcg": storeThrough("gpu.StoreCG"), "__stcs": storeThrough("gpu.StoreCS"), "__stwt": storeThrough("gpu.StoreWT"),
		"__syncwarp": (*fn).syncWarp,
		"sincosf":    (*fn).sincos, "sincos": (*fn).sincos, "frexpf": (*fn).frexp, "frexp": (*fn).frexp, "__match_any_sync": (*fn).matchAny, "__match_all_sync": (*fn).matchAll,
		"tex1Dfetch": texture1(1, "Fetch", intType), "tex1D": texture1(1, "At", floatType), "tex2D": texture1(2, "At", floatType),
		"__mul64hi": highProduct(longlong), "__umul64hi": highProduct(ulonglong), "swap": (*fn).swap,
	}
	for name, s := range simple {
		if builtins[name] == nil {
			builtins[name] = s.translate
		}
	}
	for name, pair := range floatMath {
		if builtins[name] == nil {
			builtins[name] = mathCall(pair)
		}
	}
	for i := range intrinsic.Functions {
		addOverloaded(&intrinsic.Functions[i])
	}
	for base := range vectorTypes {
		for _, n := range "1234" {
			name := base + string(n)
			builtins["make_"+name] = func(f *fn, c *builtinCall) val {
				return f.aggregateOf(f.u.vectorOf(name), c.args, c.at)
			}
		}
	}
	specialCalls = map[string]func(*fn, *syntax.Call, *syntax.Name) val{
		"printf": (*fn).printf, "assert": (*fn).assert, "static_assert": func(*fn, *syntax.Call, *syntax.Name) val { return val{t: voidType} },
		"__builtin_assume": func(*fn, *syntax.Call, *syntax.Name) val { return val{t: voidType} },
		"__builtin_expect": (*fn).expect,
	}
}

// addOverloaded adds a function with a version for each of several types.
func addOverloaded(f *intrinsic.Function) {
	for i := range f.Variants {
		v := &f.Variants[i]
		if v.Types == "" {
			continue
		}
		switch name := v.Prototype().Name; f.Op {
		case ir.Atom:
			for _, scope := range []string{"", "_block", "_system"} {
				builtins[name+scope] = atomic(v)
			}
		case ir.Shfl:
			builtins[name], builtins[strings.TrimSuffix(name, "_sync")] = shuffle(v, true), shuffle(v, false)
		case ir.Redux:
			builtins[name] = reduce(v)
		}
	}
}

// want refuses a call with another number of arguments.
func (c *builtinCall) want(n int) {
	if len(c.args) != n {
		refuse(c.at, diag.TypeError, "see the CUDA C++ Programming Guide", "%s takes %s and gets %d", c.name, diag.Count(n, "arguments"), len(c.args))
	}
}

// called returns a call of a function in Go.
func (f *fn) called(c *builtinCall, t *typ, path string, args ...ast.Expr) val {
	return val{x: f.u.call(path, c.at, args...), t: t, at: c.at}
}

// syncWarp is a barrier of the warp. Without a mask it is one of all lanes.
func (f *fn) syncWarp(c *builtinCall) val {
	if len(c.args) == 0 {
		return f.called(c, voidType, "gpu.SyncWarp")
	}
	c.want(1)
	return f.called(c, voidType, inCUDA("SyncWarp"), f.convert(f.number(c.args[0], c.name), uintType).x)
}

// translate translates a function of fixed types.
func (s signature) translate(f *fn, c *builtinCall) val {
	if len(c.args) < s.needed || len(c.args) > len(s.params) {
		c.want(len(s.params))
	}
	if s.header != "" && !slices.Contains(f.u.p.source.Headers, s.header) {
		refuse(c.at, diag.Undefined, fmt.Sprintf("write #include <%s>", s.header), "%s is declared in a header that the source does not include", c.name)
	}
	if s.unmasked {
		f.u.unmasked[c.at] = c.name
	}
	if v, ok := s.folded(f, c, s.result); ok {
		return v
	}
	var list []ast.Expr
	for i, a := range c.args {
		if s.params[i].k == pointer {
			list = append(list, f.convert(a, s.params[i]).x)
			continue
		}
		v := f.convert(f.number(a, c.name), s.params[i])
		if strings.HasPrefix(c.name, "__") && strings.Contains(c.name, "mul") {
			v = f.variableOf(v)
		}
		if s.again {
			v = f.variableOf(f.settle(v))
		}
		list = append(list, v.x)
	}
	for range s.params[len(list):] {
		list = append(list, tree.Int(0))
	}
	if s.call == nil {
		return val{t: voidType, at: c.at}
	}
	return f.filled(c, s.result, s.call, list...)
}

// filled returns a template with its arguments.
func (f *fn) filled(c *builtinCall, t *typ, call *tree.Template, args ...ast.Expr) val {
	return val{x: &tree.Expr{Expr: call.With(args...), At: f.u.at(c.at)}, t: t, at: c.at}
}

// variableOf keeps a constant in a variable: Go refuses a constant product that
// overflows.
func (f *fn) variableOf(v val) val {
	if v.c == nil {
		return v
	}
	return val{x: f.keep(v), t: v.t, at: v.at, simple: true}
}

// folded computes the functions that headers use in constants.
func (s signature) folded(f *fn, c *builtinCall, t *typ) (val, bool) {
	if len(c.args) != 1 || c.args[0].c == nil {
		return val{}, false
	}
	i := c.args[0].c.i
	switch c.name {
	case "__int_as_float":
		return constantOf(cval{f: float64(math.Float32frombits(uint32(i)))}, t, c.at), true
	case "__longlong_as_double":
		return constantOf(cval{f: math.Float64frombits(uint64(i))}, t, c.at), true
	}
	return val{}, false
}

// mathCall calls the function of float when all arguments are float, as C++ does.
func mathCall(pair [2]signature) builtinFunc {
	return func(f *fn, c *builtinCall) val {
		if c.want(len(pair[0].params)); f.floatType(c).k == double {
			return pair[1].translate(f, c)
		}
		return pair[0].translate(f, c)
	}
}

// floatType returns float when all arguments are float, and double when all are double. For other
// numbers the C++ library has functions of the host: kernels cannot call them, except pow.
func (f *fn) floatType(c *builtinCall) *typ {
	for i := range c.args {
		c.args[i] = f.number(c.args[i], c.name)
	}
	t := c.args[0].t
	other := slices.IndexFunc(c.args, func(a val) bool { return a.t.k != t.k })
	switch {
	case t.isFloat() && other < 0:
		return basic(t.k)
	case c.name == "pow", c.name == "copysign" && t.isFloat() && c.args[other].t.isFloat():
		return basic(double)
	case len(c.args) == 1:
		f.mismatch(c.args[0], "%s takes a float or a double, not %s", c.name, t)
	case other < 0:
		f.mismatch(c.args[0], "%s takes floats or doubles, not %s", c.name, t)
	}
	f.mismatch(c.args[other], "%s takes floats or doubles, not %s and %s", c.name, t, c.args[other].t)
	return nil
}

func minMax(name, integers string) builtinFunc {
	return func(f *fn, c *builtinCall) val {
		c.want(2)
		x, y := f.promote(f.number(c.args[0], c.name)), f.promote(f.number(c.args[1], c.name))
		if x.t.isFloat() != y.t.isFloat() || x.t.isInt() && x.t.bits() != y.t.bits() {
			refuse(c.at, diag.TypeError, "convert one of them to the type of the other", "%s has no version for %s and %s", c.name, x.t, y.t)
		}
		x, y = f.common(x, y)
		if x.c != nil && y.c != nil {
			if less, _ := fold("<", x, y, c.at); (less.c.i != 0) == (integers == "min") {
				return x
			}
			return y
		}
		goName := integers
		if x.t.isFloat() {
			goName = inCUDA(name)
		}
		return f.called(c, x.t, goName, x.x, y.x)
	}
}

func (f *fn) abs(c *builtinCall) val {
	c.want(1)
	x := f.promote(f.number(c.args[0], c.name))
	switch {
	case x.t.k == float:
		return f.called(c, x.t, "gpu.Abs", x.x)
	case x.t.k == double:
		return f.called(c, x.t, "math.Abs", x.x)
	case x.t.unsigned():
		refuse(c.at, diag.TypeError, "leave out abs, or convert the argument to int", "abs has no version for %s", x.t)
	case x.c != nil:
		return intConstant(max(x.c.i, -x.c.i), x.t, c.at)
	}
	x = f.settle(x)
	return f.called(c, x.t, "max", x.x, tree.Unary(token.SUB, x.x, token.NoPos))
}

// absOf converts its argument to a type of its name.
func absOf(t *typ) builtinFunc {
	return func(f *fn, c *builtinCall) val {
		c.want(1)
		c.args[0] = f.convert(c.args[0], t)
		return f.abs(c)
	}
}

func (f *fn) rsqrt(c *builtinCall) val {
	c.want(1)
	if t := f.floatType(c); t.k == float {
		return simple["rsqrtf"].translate(f, c)
	}
	root := f.called(c, basic(double), "math.Sqrt", f.convert(c.args[0], basic(double)).x)
	return f.operation("/", constantOf(cval{f: 1}, basic(double), c.at), root, basic(double), c.at)
}

func classify(text string) builtinFunc {
	call := tree.NewTemplate(text)
	return func(f *fn, c *builtinCall) val {
		c.want(1)
		f.floatType(c)
		x := f.settle(f.convert(c.args[0], basic(double)))
		return f.filled(c, boolType, call, x.x)
	}
}

func (f *fn) ldexp(c *builtinCall) val {
	c.want(2)
	x := &builtinCall{c.name, c.at, c.args[:1], nil}
	t, name := f.floatType(x), "math.Ldexp"
	if t.k == float {
		name = "gpu.Ldexp"
	}
	return f.called(c, t, name, x.args[0].x, f.goInt(c.args[1]))
}

// goInt returns a number as an int of Go.
func (f *fn) goInt(v val) ast.Expr {
	return tree.Apply(tree.Name("int"), f.convert(v, intType).x)
}

// pointerArgument returns an argument that is a pointer to a value.
func (f *fn) pointerArgument(c *builtinCall, i int) val {
	if i >= len(c.args) {
		c.want(i + 1)
	}
	p := f.rvalue(c.args[i])
	if p.t.k != pointer || p.t.elem.k == void {
		f.mismatch(p, "%s needs an address, not %s", c.name, p.t)
	}
	return p
}

func loadThrough(name string) builtinFunc {
	return func(f *fn, c *builtinCall) val {
		c.want(1)
		p := f.pointerArgument(c, 0)
		if name == "" {
			return f.rvalue(f.through(p, c.at))
		}
		return f.called(c, p.t.elem.plain(), name, p.x)
	}
}

func storeThrough(name string) builtinFunc {
	return func(f *fn, c *builtinCall) val {
		c.want(2)
		p := f.pointerArgument(c, 0)
		if name == "" {
			f.assign(f.through(p, c.at), c.args[1], c.at)
			return val{t: voidType, at: c.at}
		}
		f.add(tree.Do(f.u.call(name, c.at, p.x, f.convert(c.args[1], p.t.elem).x)))
		return val{t: voidType, at: c.at}
	}
}

func atomic(v *intrinsic.Variant) builtinFunc {
	return func(f *fn, c *builtinCall) val {
		p := f.pointerArgument(c, 0)
		t := p.t.elem.plain()
		if !hasFor(v, t) {
			f.mismatch(p, "CUDA has no %s on %s; it has one on %s", c.name, t, strings.Join(v.TypeNames(), ", "))
		}
		c.want(len(v.Prototype().Params))
		list := []ast.Expr{p.x}
		for _, a := range c.args[1:] {
			list = append(list, f.convert(a, t).x)
		}
		return f.called(c, t, v.Go, list...)
	}
}

// hasFor reports whether CUDA has a function for a type.
func hasFor(v *intrinsic.Variant, t *typ) bool {
	return slices.ContainsFunc(v.TypeNames(), func(name string) bool { return kinds[name] == t.k })
}

// shuffle translates __shfl_sync and its like, and the old ones without a mask.
func shuffle(g *intrinsic.Variant, masked bool) builtinFunc {
	return func(f *fn, c *builtinCall) val {
		mask, args := tree.Path("gpu.FullMask"), c.args
		if !masked {
			f.u.unmasked[c.at] = c.name
		}
		if masked && len(args) > 0 {
			mask, args = f.convert(args[0], uintType).x, args[1:]
		}
		if len(args) != 2 && len(args) != 3 {
			c.want(3)
		}
		v := f.promote(f.number(args[0], c.name))
		var width []ast.Expr
		if len(args) == 3 {
			width = append(width, f.goInt(args[2]))
		}
		return f.called(c, v.t, g.Go, append([]ast.Expr{mask, v.x, f.goInt(args[1])}, width...)...)
	}
}

func (f *fn) matchAny(c *builtinCall) val {
	c.want(2)
	return f.match(c, "MatchAnySync")
}

// reduce translates __reduce_add_sync and its like, which CUDA has for int and unsigned.
func reduce(v *intrinsic.Variant) builtinFunc {
	return func(f *fn, c *builtinCall) val {
		c.want(2)
		x := f.promote(f.number(c.args[1], c.name))
		if !hasFor(v, x.t) {
			f.mismatch(x, "%s takes an int or an unsigned, not %s", c.name, x.t)
		}
		return f.called(c, x.t, v.Go, f.convert(c.args[0], uintType).x, x.x)
	}
}

// matchAll translates __match_all_sync, which also stores whether all values are equal.
func (f *fn) matchAll(c *builtinCall) val {
	c.want(3)
	set := f.settle(f.match(c, "MatchAllSync"))
	f.assign(f.through(f.pointerArgument(c, 2), c.at), f.convert(f.condition(set), intType), c.at)
	return set
}

func (f *fn) match(c *builtinCall, name string) val {
	v := f.promote(f.number(c.args[1], c.name))
	return f.called(c, uintType, "gpu."+name, f.convert(c.args[0], uintType).x, v.x)
}

// ofFloats chooses between the functions of float and of double, as C++ does.
func (f *fn) ofFloats(c *builtinCall, ofFloat, ofDouble string) (*typ, string) {
	c.args[0] = f.number(c.args[0], c.name)
	if c.args[0].t.k == float || strings.HasSuffix(c.name, "f") {
		return floatType, ofFloat
	}
	return basic(double), ofDouble
}

func (f *fn) sincos(c *builtinCall) val {
	c.want(3)
	t, name := f.ofFloats(c, "gpu.Sincos", "math.Sincos")
	s, k := f.temp(), f.temp()
	f.add(tree.Define(tree.Apply(tree.Path(name), f.convert(c.args[0], t).x), s, k))
	f.assign(f.through(f.pointerArgument(c, 1), c.at), val{x: tree.Name(s), t: t, at: c.at}, c.at)
	f.assign(f.through(f.pointerArgument(c, 2), c.at), val{x: tree.Name(k), t: t, at: c.at}, c.at)
	return val{t: voidType, at: c.at}
}

// frexp returns the fraction and stores the exponent.
func (f *fn) frexp(c *builtinCall) val {
	c.want(2)
	t, name := f.ofFloats(c, "gpu.Frexp", "math.Frexp")
	fraction, exponent := f.temp(), f.temp()
	f.add(tree.Define(tree.Apply(tree.Path(name), f.convert(c.args[0], t).x), fraction, exponent))
	f.assign(f.through(f.pointerArgument(c, 1), c.at), val{x: tree.Apply(intType.goType(), tree.Name(exponent)), t: intType, at: c.at}, c.at)
	return val{x: tree.Name(fraction), t: t, at: c.at, simple: true}
}

// texture1 translates a read of a texture; its template argument is the texel.
func texture1(dims int, method string, coordinate *typ) builtinFunc {
	return func(f *fn, c *builtinCall) val {
		if len(c.args) != dims+1 || len(c.explicit) != 1 || c.explicit[0].t == nil || c.args[0].tex == nil {
			refuse(c.at, diag.TypeError, fmt.Sprintf("write %s<float>(texture, …) with a parameter of type cudaTextureObject_t", c.name), "%s cannot be read", c.name)
		}
		t := c.explicit[0].t
		o := c.args[0].tex
		if o.tex != nil && (o.tex.dims != dims || !same(o.tex.elem, t)) {
			refuse(c.at, diag.TypeError, "use one texture per kind of read", "texture %s is read in two ways", o.name)
		}
		o.tex = &sampler{dims, t}
		var list []ast.Expr
		for _, a := range c.args[1:] {
			if coordinate.k == integer {
				list = append(list, f.goInt(a))
			} else {
				list = append(list, f.convert(a, coordinate).x)
			}
		}
		return val{x: tree.Call(tree.Select(c.args[0].x, method, token.NoPos), f.u.at(c.at), list...), t: t, at: c.at}
	}
}

// signedHigh is the upper half of a signed product, of the upper half of the unsigned one.
var (
	mul64      = tree.NewTemplate("bits.Mul64(%s, %s)")
	signedHigh = tree.NewTemplate("(int64(%s) - (%[2]s >> 63 & %[3]s) - (%[3]s >> 63 & %[2]s))")
)

func asUnsigned(v val) ast.Expr { return tree.Apply(sizeType.goType(), v.x) }

func highProduct(k kind) builtinFunc {
	return func(f *fn, c *builtinCall) val {
		c.want(2)
		if k == longlong {
			x, y := f.variableOf(f.settle(f.convert(c.args[0], basic(k)))), f.variableOf(f.settle(f.convert(c.args[1], basic(k))))
			hi := f.temp()
			f.add(tree.Define(mul64.With(asUnsigned(x), asUnsigned(y)), hi, "_"))
			return val{x: signedHigh.With(tree.Name(hi), x.x, y.x), t: basic(k), at: c.at}
		}
		hi := f.temp()
		f.add(tree.Define(mul64.With(f.convert(c.args[0], basic(k)).x, f.convert(c.args[1], basic(k)).x), hi, "_"))
		return val{x: tree.Name(hi), t: basic(k), at: c.at, simple: true}
	}
}

func (f *fn) swap(c *builtinCall) val {
	c.want(2)
	x, y := c.args[0], c.args[1]
	if !x.lv || !y.lv || !same(x.t, y.t) {
		f.mismatch(x, "swap needs two variables of one type")
	}
	p, q := f.keep(val{x: f.addr(x)}), f.keep(val{x: f.addr(y)})
	x.x, y.x = tree.Star(p, token.NoPos), tree.Star(q, token.NoPos)
	f.add(&ast.AssignStmt{Lhs: []ast.Expr{x.x, y.x}, Tok: token.ASSIGN, Rhs: []ast.Expr{y.x, x.x}})
	return val{t: voidType, at: c.at}
}

// expect translates __builtin_expect, a hint for compilers.
func (f *fn) expect(x *syntax.Call, _ *syntax.Name) val {
	if len(x.Args) != 2 {
		refuse(x.Pos, diag.TypeError, "write __builtin_expect(value, expected)", "__builtin_expect takes two arguments")
	}
	return f.expr(x.Args[0])
}
