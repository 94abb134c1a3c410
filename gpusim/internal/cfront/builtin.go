package cfront

// This file translates calls of the functions that CUDA provides.

import (
	"fmt"
	"math"
	"strings"

	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/cfront/syntax"
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

// signature describes a function by letters, the result before the colon: f float,
// d double, i int, u unsigned, l long long, U unsigned long long, b bool, v void.
// go is what it becomes; %s stands for its arguments.
type signature struct{ types, go_ string }

var letters = map[byte]kind{'f': float, 'd': double, 'i': integer, 'u': uinteger, 'l': longlong, 'U': ulonglong, 'b': boolean, 'v': void}

// simple are functions of fixed types.
var simple = map[string]signature{
	"__syncthreads": {"v:", "gpu.SyncThreads()"}, "__threadfence": {"v:", "gpu.Threadfence()"}, "__threadfence_block": {"v:", "gpu.ThreadfenceBlock()"},
	"__threadfence_system": {"v:", "gpu.ThreadfenceSystem()"}, "__activemask": {"u:", "gpu.ActiveMask()"}, "__trap": {"v:", `ʹc.Trap("__trap()")`},
	"__ballot_sync": {"u:ub", "gpu.BallotSync(%s, %s)"}, "__any_sync": {"b:ub", "gpu.AnySync(%s, %s)"}, "__all_sync": {"b:ub", "gpu.AllSync(%s, %s)"},
	"__ballot": {"u:b", "gpu.BallotSync(gpu.FullMask, %s)"}, "__any": {"b:b", "gpu.AnySync(gpu.FullMask, %s)"}, "__all": {"b:b", "gpu.AllSync(gpu.FullMask, %s)"},
	"__popc": {"i:u", "int32(gpu.Popc(%s))"}, "__popcll": {"i:U", "int32(gpu.Popcll(%s))"}, "__clz": {"i:u", "int32(gpu.Clz(%s))"}, "__clzll": {"i:U", "int32(gpu.Clzll(%s))"},
	"__ffs": {"i:u", "int32(gpu.Ffs(%s))"}, "__ffsll": {"i:U", "int32(gpu.Ffsll(%s))"}, "__brev": {"u:u", "gpu.Brev(%s)"}, "__brevll": {"U:U", "gpu.Brevll(%s)"},
	"__float_as_uint": {"u:f", "math.Float32bits(%s)"}, "__float_as_int": {"i:f", "int32(math.Float32bits(%s))"},
	"__uint_as_float": {"f:u", "math.Float32frombits(%s)"}, "__int_as_float": {"f:i", "math.Float32frombits(uint32(%s))"},
	"__double_as_longlong": {"l:d", "int64(math.Float64bits(%s))"}, "__longlong_as_double": {"d:l", "math.Float64frombits(uint64(%s))"},
	"__fadd_rn": {"f:ff", "gpu.AddRn(%s, %s)"}, "__fsub_rn": {"f:ff", "gpu.SubRn(%s, %s)"}, "__fmul_rn": {"f:ff", "gpu.MulRn(%s, %s)"}, "__fdiv_rn": {"f:ff", "(%s / %s)"},
	"__dadd_rn": {"d:dd", "gpu.AddRn(%s, %s)"}, "__dsub_rn": {"d:dd", "gpu.SubRn(%s, %s)"}, "__dmul_rn": {"d:dd", "gpu.MulRn(%s, %s)"}, "__ddiv_rn": {"d:dd", "(%s / %s)"},
	"__fdividef": {"f:ff", "(%s / %s)"}, "fdividef": {"f:ff", "(%s / %s)"}, "__fmaf_rn": {"f:fff", "gpu.Fma(%s, %s, %s)"}, "__fma_rn": {"d:ddd", "math.FMA(%s, %s, %s)"},
	"__frcp_rn": {"f:f", "gpu.Rcp(%s)"}, "__frsqrt_rn": {"f:f", "gpu.Rsqrt(%s)"}, "__fsqrt_rn": {"f:f", "gpu.Sqrt(%s)"}, "__dsqrt_rn": {"d:d", "math.Sqrt(%s)"},
	"__drcp_rn": {"d:d", "(float64(1) / %s)"}, "__saturatef": {"f:f", "ʹc.MinNum(ʹc.MaxNum(%s, float32(0)), float32(1))"},
	"__exp10f": {"f:f", "gpu.Pow(float32(10), %s)"}, "exp10f": {"f:f", "gpu.Pow(float32(10), %s)"}, "exp10": {"d:d", "math.Pow(float64(10), %s)"},
	"__mul24": {"i:ii", "((%s << 8 >> 8) * (%s << 8 >> 8))"}, "__umul24": {"u:uu", "((%s & 0xffffff) * (%s & 0xffffff))"}, "__mulhi": {"i:ii", "int32(int64(%s) * int64(%s) >> 32)"},
	"__umulhi":       {"u:uu", "uint32(uint64(%s) * uint64(%s) >> 32)"},
	"__int2float_rn": {"f:i", "float32(%s)"}, "__uint2float_rn": {"f:u", "float32(%s)"}, "__int2double_rn": {"d:i", "float64(%s)"}, "__ll2float_rn": {"f:l", "float32(%s)"},
	"__float2int_rz": {"i:f", "int32(%s)"}, "__float2int_rn": {"i:f", "int32(gpu.RoundEven(%s))"}, "__float2int_rd": {"i:f", "int32(gpu.Floor(%s))"}, "__float2int_ru": {"i:f", "int32(gpu.Ceil(%s))"},
	"__float2uint_rz": {"u:f", "uint32(%s)"}, "__float2uint_rn": {"u:f", "uint32(gpu.RoundEven(%s))"}, "__float2uint_rd": {"u:f", "uint32(gpu.Floor(%s))"},
	"__double2int_rz": {"i:d", "int32(%s)"}, "__double2int_rn": {"i:d", "int32(math.RoundToEven(%s))"}, "__double2float_rn": {"f:d", "float32(%s)"},
	"lrintf": {"l:f", "int64(gpu.RoundEven(%s))"}, "lroundf": {"l:f", "int64(gpu.Round(%s))"}, "lrint": {"l:d", "int64(math.RoundToEven(%s))"}, "lround": {"l:d", "int64(math.Round(%s))"},
	"fmaf": {"f:fff", "gpu.Fma(%s, %s, %s)"}, "ldexpf": {"f:fi", "gpu.Ldexp(%s, int(%s))"}, "copysignf": {"f:ff", "gpu.Copysign(%s, %s)"},
	"fabsf": {"f:f", "gpu.Abs(%s)"}, "fminf": {"f:ff", "ʹc.MinNum(%s, %s)"}, "fmaxf": {"f:ff", "ʹc.MaxNum(%s, %s)"}, "rsqrtf": {"f:f", "gpu.Rsqrt(%s)"},
	"nearbyintf": {"f:f", "gpu.RoundEven(%s)"}, "rintf": {"f:f", "gpu.RoundEven(%s)"}, "fmodf": {"f:ff", "gpu.Mod(%s, %s)"},
	"umin": {"u:uu", "min(%s, %s)"}, "umax": {"u:uu", "max(%s, %s)"}, "llmin": {"l:ll", "min(%s, %s)"}, "llmax": {"l:ll", "max(%s, %s)"},
	"__funnelshift_l": {"u:uuu", "ʹc.FunnelLeft(%s, %s, %s)"}, "__funnelshift_r": {"u:uuu", "ʹc.FunnelRight(%s, %s, %s)"},
	"__nanosleep": {"v:u", ""},
}

// floatMath are functions with a version for each float type: the name of the function
// in packages gpu and math.
var floatMath = map[string][2]string{
	"sqrt": {"gpu.Sqrt", "math.Sqrt"}, "sin": {"gpu.Sin", "math.Sin"}, "cos": {"gpu.Cos", "math.Cos"}, "tan": {"gpu.Tan", "math.Tan"},
	"asin": {"gpu.Asin", "math.Asin"}, "acos": {"gpu.Acos", "math.Acos"}, "atan": {"gpu.Atan", "math.Atan"}, "atan2": {"gpu.Atan2", "math.Atan2"},
	"sinh": {"gpu.Sinh", "math.Sinh"}, "cosh": {"gpu.Cosh", "math.Cosh"}, "tanh": {"gpu.Tanh", "math.Tanh"}, "exp": {"gpu.Exp", "math.Exp"},
	"exp2": {"gpu.Exp2", "math.Exp2"}, "log": {"gpu.Log", "math.Log"}, "log2": {"gpu.Log2", "math.Log2"}, "log10": {"gpu.Log10", "math.Log10"},
	"log1p": {"gpu.Log1p", "math.Log1p"}, "expm1": {"gpu.Expm1", "math.Expm1"}, "pow": {"gpu.Pow", "math.Pow"}, "floor": {"gpu.Floor", "math.Floor"},
	"ceil": {"gpu.Ceil", "math.Ceil"}, "trunc": {"gpu.Trunc", "math.Trunc"}, "round": {"gpu.Round", "math.Round"}, "rint": {"gpu.RoundEven", "math.RoundToEven"},
	"nearbyint": {"gpu.RoundEven", "math.RoundToEven"}, "hypot": {"gpu.Hypot", "math.Hypot"}, "cbrt": {"gpu.Cbrt", "math.Cbrt"}, "erf": {"gpu.Erf", "math.Erf"},
	"erfc": {"gpu.Erfc", "math.Erfc"}, "fabs": {"gpu.Abs", "math.Abs"}, "fmod": {"gpu.Mod", "math.Mod"}, "fma": {"gpu.Fma", "math.FMA"},
	"fmin": {"ʹc.MinNum", "ʹc.MinNum"}, "fmax": {"ʹc.MaxNum", "ʹc.MaxNum"}, "copysign": {"gpu.Copysign", "math.Copysign"},
}

// fast are intrinsics that are computed as the exact function.
var fast = map[string]string{
	"__sinf": "sin", "__cosf": "cos", "__tanf": "tan", "__expf": "exp", "__logf": "log", "__log2f": "log2", "__log10f": "log10", "__powf": "pow",
}

func init() { // the tables and their functions refer to each other
	builtins = map[string]builtinFunc{
		"min": minMax("MinNum", "min"), "max": minMax("MaxNum", "max"), "abs": (*fn).abs, "labs": (*fn).abs, "llabs": (*fn).abs,
		"rsqrt": (*fn).rsqrt, "isnan": classify("math.IsNaN(%s)"), "isinf": classify("math.IsInf(%s, 0)"),
		"isfinite": classify("(%[1]s - %[1]s == 0)"), "signbit": classify("math.Signbit(%s)"), "ldexp": (*fn).ldexp, "scalbn": (*fn).ldexp,
		"__ldg": loadThrough("gpu.Ldg"), "__ldca": loadThrough(""), "__ldcg": loadThrough(""), "__ldcs": loadThrough(""), "__ldlu": loadThrough(""), "__ldcv": loadThrough("gpu.LoadVolatile"),
		"__stwb": (*fn).storeThrough, "__stcg": (*fn).storeThrough, "__stcs": (*fn).storeThrough, "__stwt": (*fn).storeThrough,
		"__syncwarp": (*fn).syncWarp,
		"sincosf":    sincos("gpu.Sincos", floatType), "__sincosf": sincos("gpu.Sincos", floatType), "sincos": sincos("math.Sincos", basic(double)),
		"modff": parts("gpu.Modf", floatType, floatType, true), "modf": parts("math.Modf", basic(double), basic(double), true),
		"frexpf": parts("gpu.Frexp", floatType, intType, false), "frexp": parts("math.Frexp", basic(double), intType, false), "__match_any_sync": (*fn).matchAny, "__match_all_sync": (*fn).matchAll,
		"tex1Dfetch": texture1(1, "Fetch", intType), "tex1D": texture1(1, "At", floatType), "tex2D": texture1(2, "At", floatType),
		"__mul64hi": highProduct(longlong), "__umul64hi": highProduct(ulonglong), "swap": (*fn).swap, "atomicInc": counter("AtomicInc"), "atomicDec": counter("AtomicDec"),
		"atomicInc_block": counter("AtomicInc"), "atomicDec_block": counter("AtomicDec"), "atomicInc_system": counter("AtomicInc"), "atomicDec_system": counter("AtomicDec"),
	}
	for name, s := range simple {
		builtins[name] = s.call
	}
	for name, pair := range floatMath {
		builtins[name] = mathCall(pair)
		if simple[name+"f"].types == "" {
			builtins[name+"f"] = floatCall(pair[0])
		}
	}
	for name, exact := range fast {
		builtins[name] = floatCall(floatMath[exact][0])
	}
	for _, op := range []string{"Add", "Sub", "Min", "Max", "And", "Or", "Xor", "Exch", "CAS"} {
		for _, scope := range []string{"", "_block", "_system"} {
			builtins["atomic"+op+scope] = atomic(op)
		}
	}
	for _, m := range [][2]string{{"", "ShflSync"}, {"_up", "ShflUpSync"}, {"_down", "ShflDownSync"}, {"_xor", "ShflXorSync"}} {
		builtins["__shfl"+m[0]+"_sync"] = shuffle(m[1], true)
		builtins["__shfl"+m[0]] = shuffle(m[1], false)
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

// want refuses a call with another number of arguments.
func (c *builtinCall) want(n int) {
	if len(c.args) != n {
		refuse(c.at, diag.TypeError, "see the CUDA C++ Programming Guide", "%s takes %s and gets %d", c.name, diag.Count(n, "arguments"), len(c.args))
	}
}

// called returns a call with the place of the call in its text.
func (f *fn) called(c *builtinCall, t *typ, format string, args ...any) val {
	if i := strings.IndexByte(format, '('); i > 0 && format[i-1] != ' ' && f.u.directive(c.at) != "" {
		format = format[:i] + strings.ReplaceAll(f.u.directive(c.at), "%", "%%") + format[i:]
	}
	return val{s: fmt.Sprintf(format, args...), t: t, at: c.at}
}

// syncWarp is a barrier of the warp. Without a mask it is one of all lanes.
func (f *fn) syncWarp(c *builtinCall) val {
	if len(c.args) == 0 {
		return signature{"v:", "gpu.SyncWarp()"}.call(f, c)
	}
	return signature{"v:u", "ʹc.SyncWarp(%s)"}.call(f, c)
}

// call translates a function of fixed types.
func (s signature) call(f *fn, c *builtinCall) val {
	result, params, _ := strings.Cut(s.types, ":")
	c.want(len(params))
	if strings.Contains(s.go_, "gpu.FullMask") {
		f.u.unmasked[c.at] = c.name
	}
	t := basic(letters[result[0]])
	if v, ok := s.folded(f, c, t); ok {
		return v
	}
	var texts []any
	for i, a := range c.args {
		v := f.convert(f.number(a, c.name), basic(letters[params[i]]))
		if strings.HasPrefix(c.name, "__") && strings.Contains(c.name, "mul") {
			v = f.variableOf(v)
		}
		texts = append(texts, v.s)
	}
	if s.go_ == "" {
		return val{t: voidType, at: c.at}
	}
	return f.called(c, t, s.go_, texts...)
}

// variableOf keeps a constant in a variable: Go refuses a constant product that
// overflows.
func (f *fn) variableOf(v val) val {
	if v.c == nil {
		return v
	}
	return val{s: f.keep(v), t: v.t, at: v.at, simple: true}
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

// mathCall calls the float32 function when all arguments are float, as C++ does.
func mathCall(pair [2]string) builtinFunc {
	return func(f *fn, c *builtinCall) val {
		t := f.floatType(c)
		if pair[0] == "gpu.Pow" && len(c.args) == 2 && c.args[0].t.k == float && c.args[1].t.isInt() {
			t = floatType // CUDA has an overload for powf(float, int)
		}
		name := pair[0]
		if t.k == double {
			name = pair[1]
		}
		return f.floats(c, name, t)
	}
}

func floatCall(name string) builtinFunc {
	return func(f *fn, c *builtinCall) val { return f.floats(c, name, floatType) }
}

// arity is how many arguments functions take, one where they are not listed.
var arity = map[string]int{"Atan2": 2, "Pow": 2, "Hypot": 2, "Mod": 2, "MinNum": 2, "MaxNum": 2, "Copysign": 2, "Fma": 3, "FMA": 3}

func arityOf(goName string) int { return max(1, arity[goName[strings.IndexByte(goName, '.')+1:]]) }

func mathArity(name string) int { return arityOf(floatMath[name][0]) }

func (f *fn) floats(c *builtinCall, name string, t *typ) val {
	c.want(arityOf(name))
	var list []string
	for _, a := range c.args {
		list = append(list, f.convert(f.number(a, c.name), t).s)
	}
	return f.called(c, t, name+"(%s)", strings.Join(list, ", "))
}

// floatType returns float when all arguments are float, otherwise double.
func (f *fn) floatType(c *builtinCall) *typ {
	for i := range c.args {
		if c.args[i] = f.number(c.args[i], c.name); c.args[i].t.k != float {
			return basic(double)
		}
	}
	return floatType
}

func minMax(name, integers string) builtinFunc {
	return func(f *fn, c *builtinCall) val {
		c.want(2)
		x, y := f.common(f.number(c.args[0], c.name), f.number(c.args[1], c.name))
		if x.c != nil && y.c != nil {
			if less := foldCompare("<", x, y, c.at); (less.c.i != 0) == (integers == "min") {
				return x
			}
			return y
		}
		goName := integers
		if x.t.isFloat() {
			goName = "ʹc." + name
		}
		return f.called(c, x.t, goName+"(%s, %s)", x.s, y.s)
	}
}

func (f *fn) abs(c *builtinCall) val {
	c.want(1)
	x := f.promote(f.number(c.args[0], c.name))
	switch {
	case x.t.k == float:
		return f.called(c, x.t, "gpu.Abs(%s)", x.s)
	case x.t.k == double:
		return f.called(c, x.t, "math.Abs(%s)", x.s)
	case x.t.unsigned():
		return x
	case x.c != nil:
		return intConstant(max(x.c.i, -x.c.i), x.t, c.at)
	}
	x = f.settle(x)
	return f.called(c, x.t, "max(%s, -%s)", x.s, x.s)
}

func (f *fn) rsqrt(c *builtinCall) val {
	c.want(1)
	if t := f.floatType(c); t.k == float {
		return f.floats(c, "gpu.Rsqrt", t)
	}
	return val{s: fmt.Sprintf("(float64(1) / math.Sqrt(%s))", f.convert(c.args[0], basic(double)).s), t: basic(double), at: c.at}
}

func classify(format string) builtinFunc {
	return func(f *fn, c *builtinCall) val {
		c.want(1)
		x := f.settle(f.convert(f.number(c.args[0], c.name), basic(double)))
		return f.called(c, boolType, format, x.s)
	}
}

func (f *fn) ldexp(c *builtinCall) val {
	c.want(2)
	if c.args[0].t.k == float {
		return f.called(c, floatType, "gpu.Ldexp(%s, int(%s))", f.rvalue(c.args[0]).s, f.convert(c.args[1], intType).s)
	}
	return f.called(c, basic(double), "math.Ldexp(%s, int(%s))", f.convert(c.args[0], basic(double)).s, f.convert(c.args[1], intType).s)
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
		return f.called(c, p.t.elem.plain(), name+"(%s)", p.s)
	}
}

func (f *fn) storeThrough(c *builtinCall) val {
	c.want(2)
	f.assign(f.through(f.pointerArgument(c, 0), c.at), c.args[1], c.at)
	return val{t: voidType, at: c.at}
}

func atomic(op string) builtinFunc {
	return func(f *fn, c *builtinCall) val {
		p := f.pointerArgument(c, 0)
		t := p.t.elem.plain()
		if !t.number() || t.bits() < 32 {
			f.mismatch(p, "%s needs the address of a number of 32 or 64 bits, not %s", c.name, p.t)
		}
		if t.isFloat() && strings.Contains("And Or Xor Sub", op) {
			f.mismatch(p, "%s needs integers, not %s", c.name, t)
		}
		if op == "CAS" {
			c.want(3)
			return f.called(c, t, "gpu.AtomicCAS(%s, %s, %s)", p.s, f.convert(c.args[1], t).s, f.convert(c.args[2], t).s)
		}
		c.want(2)
		return f.called(c, t, "gpu.Atomic"+op+"(%s, %s)", p.s, f.convert(c.args[1], t).s)
	}
}

func counter(name string) builtinFunc {
	return func(f *fn, c *builtinCall) val {
		c.want(2)
		p := f.pointerArgument(c, 0)
		if p.t.elem.k != uinteger {
			f.mismatch(p, "%s needs the address of an unsigned int, not %s", c.name, p.t)
		}
		return f.called(c, uintType, "gpu."+name+"(%s, %s)", p.s, f.convert(c.args[1], uintType).s)
	}
}

// shuffle translates __shfl_sync and its like, and the old ones without a mask.
func shuffle(name string, masked bool) builtinFunc {
	return func(f *fn, c *builtinCall) val {
		mask, args := "gpu.FullMask", c.args
		if !masked {
			f.u.unmasked[c.at] = c.name
		}
		if masked && len(args) > 0 {
			mask, args = f.convert(args[0], uintType).s, args[1:]
		}
		if len(args) != 2 && len(args) != 3 {
			c.want(3)
		}
		v := f.promote(f.number(args[0], c.name))
		width := ""
		if len(args) == 3 {
			width = ", int(" + f.convert(args[2], intType).s + ")"
		}
		return f.called(c, v.t, "gpu."+name+"(%s, %s, int(%s)%s)", mask, v.s, f.convert(args[1], intType).s, width)
	}
}

func (f *fn) matchAny(c *builtinCall) val {
	c.want(2)
	return f.match(c, "MatchAnySync")
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
	return f.called(c, uintType, "gpu."+name+"(%s, %s)", f.convert(c.args[0], uintType).s, v.s)
}

func sincos(name string, t *typ) builtinFunc {
	return func(f *fn, c *builtinCall) val {
		c.want(3)
		s, k := f.temp(), f.temp()
		f.line("%s, %s := %s(%s)", s, k, name, f.convert(c.args[0], t).s)
		f.assign(f.through(f.pointerArgument(c, 1), c.at), val{s: s, t: t, at: c.at}, c.at)
		f.assign(f.through(f.pointerArgument(c, 2), c.at), val{s: k, t: t, at: c.at}, c.at)
		return val{t: voidType, at: c.at}
	}
}

// parts translates modf and frexp, which return one part and store the other.
func parts(name string, t, stored *typ, storesFirst bool) builtinFunc {
	return func(f *fn, c *builtinCall) val {
		c.want(2)
		a, b := f.temp(), f.temp()
		f.line("%s, %s := %s(%s)", a, b, name, f.convert(c.args[0], t).s)
		if storesFirst {
			a, b = b, a
		}
		f.bare("_ = " + a)
		f.assign(f.through(f.pointerArgument(c, 1), c.at), f.convert(val{s: stored.goType() + "(" + b + ")", t: stored, at: c.at}, stored), c.at)
		return val{s: a, t: t, at: c.at, simple: true}
	}
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
		var list []string
		for _, a := range c.args[1:] {
			s := f.convert(a, coordinate).s
			if coordinate.k == integer {
				s = "int(" + s + ")"
			}
			list = append(list, s)
		}
		return f.called(c, t, c.args[0].s+"."+method+"(%s)", strings.Join(list, ", "))
	}
}

func highProduct(k kind) builtinFunc {
	return func(f *fn, c *builtinCall) val {
		c.want(2)
		if k == longlong {
			x, y := f.settle(f.convert(c.args[0], basic(k))), f.settle(f.convert(c.args[1], basic(k)))
			hi := f.temp()
			f.line("%s, _ := bits.Mul64(uint64(%s), uint64(%s))", hi, x.s, y.s)
			return val{s: fmt.Sprintf("(int64(%s) - (%s >> 63 & %s) - (%s >> 63 & %s))", hi, x.s, y.s, y.s, x.s), t: basic(k), at: c.at}
		}
		hi := f.temp()
		f.line("%s, _ := bits.Mul64(%s, %s)", hi, f.convert(c.args[0], basic(k)).s, f.convert(c.args[1], basic(k)).s)
		return val{s: hi, t: basic(k), at: c.at, simple: true}
	}
}

func (f *fn) swap(c *builtinCall) val {
	c.want(2)
	x, y := c.args[0], c.args[1]
	if !x.lv || !y.lv || !same(x.t, y.t) {
		f.mismatch(x, "swap needs two variables of one type")
	}
	p, q := f.keep(val{s: f.addr(x)}), f.keep(val{s: f.addr(y)})
	f.line("*%s, *%s = *%s, *%s", p, q, q, p)
	return val{t: voidType, at: c.at}
}

// expect translates __builtin_expect, a hint for compilers.
func (f *fn) expect(x *syntax.Call, _ *syntax.Name) val {
	if len(x.Args) != 2 {
		refuse(x.Pos, diag.TypeError, "write __builtin_expect(value, expected)", "__builtin_expect takes two arguments")
	}
	return f.expr(x.Args[0])
}
