package hostc

// This file is the libraries of C and C++.

import (
	"math"
	"sort"
	"strings"

	"gpucourse/gpusim/internal/cfront/number"
	"gpucourse/gpusim/internal/cfront/syntax"
)

// constants are what headers define.
var constants = map[string]value{
	"RAND_MAX": intValue(intType, math.MaxInt32), "INT_MAX": intValue(intType, math.MaxInt32), "INT_MIN": intValue(intType, math.MinInt32),
	"UINT_MAX": intValue(uintType, math.MaxUint32), "LONG_MAX": intValue(longType, math.MaxInt64), "SIZE_MAX": intValue(sizeType, -1), "CHAR_BIT": intValue(intType, 8),
	"FLT_MAX": floatValue(floatType, math.MaxFloat32), "FLT_MIN": floatValue(floatType, 0x1p-126), "FLT_EPSILON": floatValue(floatType, 0x1p-23),
	"DBL_MAX": floatValue(doubleType, math.MaxFloat64), "DBL_EPSILON": floatValue(doubleType, 0x1p-52), "INFINITY": floatValue(floatType, math.Inf(1)),
	"M_PI": floatValue(doubleType, math.Pi), "M_PI_2": floatValue(doubleType, math.Pi/2), "M_E": floatValue(doubleType, math.E), "M_SQRT2": floatValue(doubleType, math.Sqrt2),
	"CUDART_PI_F": floatValue(floatType, math.Pi), "CUDART_PI": floatValue(doubleType, math.Pi), "EXIT_SUCCESS": intValue(intType, 0), "EXIT_FAILURE": intValue(intType, 1),
	"CLOCKS_PER_SEC": intValue(longType, 1000000), "cudaSuccess": intValue(intType, 0), "CUDA_SUCCESS": intValue(intType, 0),
	"cudaMemcpyHostToHost": intValue(intType, 0), "cudaMemcpyHostToDevice": intValue(intType, 1), "cudaMemcpyDeviceToHost": intValue(intType, 2),
	"cudaMemcpyDeviceToDevice": intValue(intType, 3), "cudaMemcpyDefault": intValue(intType, 4), "cudaStreamDefault": intValue(intType, 0), "cudaMemAttachGlobal": intValue(intType, 1),
}

// limit is a function of std::numeric_limits<T>.
func limit(name string, t *typ) value {
	switch {
	case t.kind == floating && (name == "max" || name == "lowest"):
		f := math.MaxFloat64
		if t.size == 4 {
			f = math.MaxFloat32
		}
		if name == "lowest" {
			f = -f
		}
		return floatValue(t, f)
	case t.kind == floating && name == "infinity":
		return floatValue(t, math.Inf(1))
	case t.kind == floating && name == "epsilon":
		return floatValue(t, map[int]float64{4: 0x1p-23, 8: 0x1p-52}[t.size])
	case t.kind != integer:
		return unknown(t)
	case name == "max" && !t.num.Unsigned():
		return intValue(t, int64(uint64(1)<<(8*t.size-1)-1))
	case name == "max":
		return intValue(t, -1)
	case !t.num.Unsigned():
		return intValue(t, int64(uint64(1)<<(8*t.size-1)))
	}
	return intValue(t, 0)
}

// mathFunctions are the functions of math.h of one number. The names of those for float end in
// f.
var mathFunctions = map[string]func(float64) float64{
	"sqrt": math.Sqrt, "sin": math.Sin, "cos": math.Cos, "tan": math.Tan, "exp": math.Exp, "log": math.Log, "log2": math.Log2, "log10": math.Log10,
	"fabs": math.Abs, "abs": math.Abs, "floor": math.Floor, "ceil": math.Ceil, "round": math.Round, "trunc": math.Trunc, "tanh": math.Tanh, "cbrt": math.Cbrt,
	"atan": math.Atan, "asin": math.Asin, "acos": math.Acos, "exp2": math.Exp2, "sinh": math.Sinh, "cosh": math.Cosh, "rint": math.RoundToEven, "expm1": math.Expm1, "log1p": math.Log1p, "erf": math.Erf,
	"sqrtf": math.Sqrt, "lround": math.Round, "llround": math.Round, "nearbyint": math.RoundToEven,
}

// mathPairs are those of two numbers.
var mathPairs = map[string]func(a, b float64) float64{
	"pow": math.Pow, "fmod": math.Mod, "atan2": math.Atan2, "hypot": math.Hypot, "fmin": math.Min, "fmax": math.Max,
}

// known reports whether a library has a function of this name.
func (m *machine) known(name string) bool {
	return calls[name] != nil || mathOf(name) != nil || pairOf(name) != nil || strings.HasPrefix(name, "cuda") || strings.HasPrefix(name, "make_")
}

func mathOf(name string) func(float64) float64 {
	if f := mathFunctions[name]; f != nil {
		return f
	}
	return mathFunctions[strings.TrimSuffix(name, "f")]
}

func pairOf(name string) func(a, b float64) float64 {
	if f := mathPairs[name]; f != nil {
		return f
	}
	return mathPairs[strings.TrimSuffix(name, "f")]
}

// invocation is a call of a library function.
type invocation struct {
	name  string
	targs []syntax.Arg
	args  []argument
	exprs []syntax.Expr
}

// arg returns an argument; what is left out is unknown.
func (c *invocation) arg(i int) value {
	if i >= len(c.args) {
		return unknown(opaqueType)
	}
	return decayed(c.args[i].value)
}

// expr returns an argument as written; nil for one of a pack.
func (c *invocation) expr(i int) syntax.Expr {
	if len(c.exprs) != len(c.args) {
		return nil
	}
	return c.exprs[i]
}

// count returns an argument as a whole number.
func (c *invocation) count(i int) (n int, known bool) {
	v := c.arg(i)
	if !v.known || v.t.kind != integer {
		return 0, false
	}
	return int(v.int()), true
}

// library calls a function of a library. One that is not known gives an unknown result.
func (m *machine) library(f *syntax.Name, x *syntax.Call) value {
	c := &invocation{name: f.Name, targs: f.Args, args: m.arguments(x.Args), exprs: x.Args}
	m.ref = nil
	if m.play != nil {
		return m.libraryPlayed(c)
	}
	if call := calls[f.Name]; call != nil {
		return call(m, c)
	}
	if endings[f.Name] && f.Name != "cudaDeviceReset" {
		panic(exit{})
	}
	if v, ok := m.mathCall(c); ok {
		return v
	}
	if base, ok := strings.CutPrefix(f.Name, "make_"); ok && basicTypes[base] != nil {
		at := m.local(basicTypes[base])
		m.constructFrom(at, c.args)
		return m.load(at)
	}
	if strings.HasPrefix(f.Name, "cuda") && !strings.Contains(f.Name, "String") && !strings.Contains(f.Name, "Name") {
		m.forgetOutputs(c)
		return intValue(intType, 0) // cudaSuccess
	}
	m.forgetOutputs(c)
	m.forgetArrays(c)
	return m.lost()
}

// forgetArrays makes unknown what is behind the pointers and in the containers that an unknown
// function gets: it may fill them.
func (m *machine) forgetArrays(c *invocation) {
	for i := range c.args {
		v := c.arg(i)
		if _, text := c.expr(i).(*syntax.Literal); text || !v.known {
			continue
		}
		if v.t.list {
			v.bits, _ = m.listParts(v)
		} else if v.t.kind != pointer {
			continue
		}
		if b, place := m.mem.find(v.bits); b != nil && int(v.bits>>placeBits) != m.stack {
			m.mem.set(v.bits, b.size-place, 0, false)
		}
	}
}

// forgetOutputs makes scalar variables unknown whose addresses an unknown function gets.
func (m *machine) forgetOutputs(c *invocation) {
	for i := range c.args {
		v := c.arg(i)
		if u, ok := c.expr(i).(*syntax.Unary); ok && u.Op == "&" && v.known && v.t.kind == pointer && v.t.elem.scalar() {
			m.store(lvalue{v.t.elem, v.bits}, unknown(v.t.elem))
		}
	}
}

func (m *machine) mathCall(c *invocation) (v value, ok bool) {
	if f := mathOf(c.name); f != nil && len(c.args) == 1 {
		x := c.arg(0)
		t := typeOfMath(c.name, x.t)
		if !x.known || !x.t.number() {
			return unknown(t), true
		}
		return convert(floatValue(doubleType, f(x.float())), t), true
	}
	f := pairOf(c.name)
	if f == nil || len(c.args) != 2 {
		return v, false
	}
	x, y := c.arg(0), c.arg(1)
	t := common(typeOfMath(c.name, x.t), typeOfMath(c.name, y.t))
	if !x.known || !y.known || !x.t.number() || !y.t.number() {
		return unknown(t), true
	}
	return floatValue(t, f(x.float(), y.float())), true
}

// typeOfMath returns the type of the result for an argument.
func typeOfMath(name string, t *typ) *typ {
	switch {
	case name == "abs" && t.kind == integer:
		return promoted(t)
	case strings.HasSuffix(name, "f") && name != "erf", t.num == number.Float:
		return floatType
	}
	return doubleType
}

// calls are the functions that are known by name.
var calls map[string]func(m *machine, c *invocation) value

func init() {
	calls = map[string]func(m *machine, c *invocation) value{
		"malloc":        func(m *machine, c *invocation) value { return m.malloc(c, 0, false) },
		"aligned_alloc": func(m *machine, c *invocation) value { return m.malloc(c, 1, false) },
		"_mm_malloc":    func(m *machine, c *invocation) value { return m.malloc(c, 0, false) },
		"calloc": func(m *machine, c *invocation) value {
			c.args = []argument{{value: m.binary("*", convert(c.arg(0), sizeType), convert(c.arg(1), sizeType))}}
			return m.malloc(c, 0, true)
		},
		"realloc": func(m *machine, c *invocation) value {
			v := m.malloc(c, 1, false)
			if n, known := c.count(1); known && c.arg(0).known {
				m.work(n)
				if b, place := m.mem.find(c.arg(0).bits); b != nil {
					m.mem.copy(v.bits, c.arg(0).bits, min(n, b.size-place))
				}
			}
			return v
		},
		"getopt": noOption, "getopt_long": noOption, "getopt_long_only": noOption,
		"free": nothing, "printf": nothing, "fprintf": nothing, "puts": nothing, "fflush": nothing, "srand": seed, "srand48": nothing, "assert": nothing, "putchar": nothing,
		"memcpy": copyMemory, "memmove": copyMemory, "memset": setMemory,
		"rand": func(m *machine, _ *invocation) value { return intValue(intType, m.rand()) }, "rand_r": func(m *machine, _ *invocation) value { return intValue(intType, m.rand()) },
		"random":  func(m *machine, _ *invocation) value { return intValue(longType, m.rand()) },
		"drand48": func(m *machine, _ *invocation) value { return floatValue(doubleType, float64(m.rand())/(1<<31)) },
		"swap":    swap, "min": least, "max": least, "move": first, "forward": first, "raw_pointer_cast": first, "ref": first,
		"fill": fillRange, "fill_n": fillRange, "iota": count, "sequence": count, "generate": generate, "generate_n": generate,
		"copy": copyRange, "copy_n": copyRange, "transform": transform, "sort": sortRange, "begin": begin, "cbegin": begin, "data": begin, "end": end, "cend": end, "size": size,
		"get": tupleElement, "make_pair": makePair, "make_unique": makePointer, "make_shared": makePointer, "distance": func(m *machine, c *invocation) value { return m.binary("-", c.arg(1), c.arg(0)) },
	}
	for name, t := range map[string]*typ{"half": halfType, "bfloat16": bfloatType} {
		for _, from := range []string{"__float2", "__double2"} {
			calls[from+name], calls[from+name+"_rn"] = toShort(t), toShort(t)
		}
		calls["__"+name+"2float"] = fromShort
	}
	for name, call := range cudaCalls {
		calls[name] = call
	}
	for name, call := range textCalls {
		calls[name] = call
	}
}

// noOption is getopt without arguments.
func noOption(m *machine, _ *invocation) value {
	return value{t: intType, known: m.argc.known, bits: math.MaxUint64}
}

func nothing(*machine, *invocation) value { return unknown(intType) }

func first(m *machine, c *invocation) value {
	if len(c.args) == 0 {
		return m.lost()
	}
	if c.args[0].placed {
		m.ref = &c.args[0].place
	}
	return c.args[0].value
}

// malloc allocates the bytes that argument i counts.
func (m *machine) malloc(c *invocation, i int, zero bool) value {
	n, known := c.count(i)
	if !known {
		return m.unknownSize(voidType)
	}
	addr := m.alloc(n, zero)
	return value{t: pointerTo(voidType), known: addr != 0, bits: addr}
}

func copyMemory(m *machine, c *invocation) value {
	m.copyBytes(c.arg(0), c.arg(1), c.arg(2))
	return c.arg(0)
}

// copyBytes copies between two allocations. What is unknown makes the target unknown.
func (m *machine) copyBytes(to, from, n value) {
	if !to.known || !n.known || !from.known {
		m.forgotten()
	}
	if !to.known {
		return
	}
	b, place := m.mem.find(to.bits)
	switch {
	case b == nil:
		m.mem.missed(to.bits)
	case !n.known || !from.known:
		m.mem.set(to.bits, b.size-place, 0, false)
	default:
		m.work(int(min(n.bits, placeMask)))
		m.mem.copy(to.bits, from.bits, int(min(n.bits, placeMask)))
	}
}

func setMemory(m *machine, c *invocation) value {
	to, v, n := c.arg(0), c.arg(1), c.arg(2)
	if !to.known || !n.known {
		m.forgotten()
	}
	if to.known && n.known {
		m.work(int(min(n.bits, placeMask)))
		m.mem.set(to.bits, int(min(n.bits, placeMask)), byte(v.bits), v.known)
	}
	return to
}

// rand is that of the GNU C library: r(i) = r(i-3) + r(i-31).
func (m *machine) rand() int64 {
	if m.randoms == nil {
		m.seedRandom(1)
	}
	n := len(m.randoms)
	m.randoms = append(m.randoms, m.randoms[n-31]+m.randoms[n-3])
	if len(m.randoms) > 4096 {
		m.randoms = append(m.randoms[:0], m.randoms[len(m.randoms)-31:]...)
	}
	return int64(m.randoms[len(m.randoms)-1] >> 1)
}

func (m *machine) seedRandom(seed uint32) {
	const warmUp = 310
	r := []uint32{seed}
	word := int64(int32(seed))
	for range 30 {
		if word = 16807 * word % math.MaxInt32; word < 0 {
			word += math.MaxInt32
		}
		r = append(r, uint32(word))
	}
	for i := 31; i < 34; i++ {
		r = append(r, r[i-31])
	}
	for range warmUp {
		r = append(r, r[len(r)-31]+r[len(r)-3])
	}
	m.randoms = r
}

// seed is srand. A seed from a clock is 1, so that a program does the same each time.
func seed(m *machine, c *invocation) value {
	m.seedRandom(1)
	if v := c.arg(0); v.known && v.bits != 0 {
		m.seedRandom(uint32(v.bits))
	}
	return value{t: voidType}
}

func swap(m *machine, c *invocation) value {
	if len(c.args) == 2 && c.args[0].placed && c.args[1].placed {
		a, b := c.args[0].place, c.args[1].place
		tmp := lvalue{a.t, m.alloc(max(a.t.size, 1), false)}
		m.mem.copy(tmp.addr, a.addr, a.t.size)
		m.mem.copy(a.addr, b.addr, a.t.size)
		m.mem.copy(b.addr, tmp.addr, a.t.size)
	}
	return value{t: voidType}
}

// order is which of two values comes first.
var order = map[string]string{"min": "<", "max": ">"}

// least is min and max, also of a list in braces.
func least(m *machine, c *invocation) value {
	op := order[c.name]
	if len(c.exprs) == 1 {
		if l, ok := c.exprs[0].(*syntax.List); ok {
			c.args = m.arguments(l.Elems)
		}
	}
	best := c.arg(0)
	for i := 1; i < len(c.args); i++ {
		v := c.arg(i)
		t := best.t
		if best.t.number() && v.t.number() {
			t = common(best.t, v.t)
		}
		before, known := m.binary(op, v, best).truth()
		switch {
		case !known:
			best = unknown(t)
		case before:
			best = convert(v, t)
		default:
			best = convert(best, t)
		}
	}
	return best
}

// tupleElement is std::get<i>(tuple).
func tupleElement(m *machine, c *invocation) value {
	if len(c.args) != 1 || len(c.targs) != 1 || !c.args[0].placed {
		return m.lost()
	}
	f := c.args[0].place.t.field(m.argValue(c.targs[0]).text())
	if f == nil {
		return m.lost()
	}
	at := m.fieldPlace(c.args[0].place, f)
	m.ref = &at
	return m.load(at)
}

// makePair is std::make_pair(first, second).
func makePair(m *machine, c *invocation) value {
	if len(c.args) != 2 {
		return m.lost()
	}
	t := pairOfTypes(c.arg(0).t, c.arg(1).t)
	at := m.local(t)
	m.plainFields(at, []argument{{value: c.arg(0)}, {value: c.arg(1)}})
	return m.load(at)
}

// span returns the elements between two iterators, or from one on.
func (m *machine) span(c *invocation, counted bool) (at lvalue, n int, ok bool) {
	from, to := c.arg(0), c.arg(1)
	if from.t.kind != pointer || !from.known || !to.known || from.t.elem.size == 0 {
		return at, 0, false
	}
	at = lvalue{from.t.elem, from.bits}
	if counted {
		return at, int(to.int()), to.int() <= maxList
	}
	n = int(to.bits-from.bits) / from.t.elem.size
	return at, n, to.t.kind == pointer && n >= 0 && n <= maxList
}

func fillRange(m *machine, c *invocation) value {
	at, n, ok := m.span(c, c.name == "fill_n")
	if !ok {
		return m.lost()
	}
	m.fillRange(at, n, c.arg(2))
	return value{t: voidType}
}

// count fills a range with successive numbers.
func count(m *machine, c *invocation) value {
	at, n, ok := m.span(c, false)
	if !ok {
		return m.lost()
	}
	v := intValue(intType, 0)
	if len(c.args) > 2 {
		v = c.arg(2)
	}
	for i := range uint64(n) {
		m.step()
		m.store(lvalue{at.t, at.addr + i*uint64(at.t.size)}, v)
		v = m.binary("+", v, intValue(intType, 1))
	}
	return value{t: voidType}
}

// generate fills a range with the results of a function, until the budget of a loop is spent.
func generate(m *machine, c *invocation) value {
	at, n, ok := m.span(c, c.name == "generate_n")
	if !ok {
		return value{t: voidType}
	}
	end := m.steps + min(maxLoopSteps, (maxSteps-m.steps)/2)
	for i := uint64(0); i < uint64(n) && m.steps < end; i++ {
		m.store(lvalue{at.t, at.addr + i*uint64(at.t.size)}, m.invoke(c.args[2], nil))
	}
	return value{t: voidType}
}

// invoke calls an argument: a function, a lambda, an object with operator(), or rand.
func (m *machine) invoke(f argument, args []argument) value {
	if f.value.t.kind == record && f.value.known {
		v, _ := m.method(lvalue{f.value.t, f.value.bits}, "operator()", args)
		return v
	}
	return m.callValue(f.value, args)
}

func copyRange(m *machine, c *invocation) value {
	if at, n, ok := m.span(c, c.name == "copy_n"); ok && c.arg(2).known && c.arg(2).t.kind == pointer {
		to := c.arg(2)
		m.transfer(lvalue{to.t.elem, to.bits}, at, n)
	}
	return value{t: voidType}
}

// transform stores the results of a function of one range, or of two.
func transform(m *machine, c *invocation) value {
	at, n, ok := m.span(c, false)
	last := len(c.args) - 1
	if !ok || last < 3 || c.arg(last-1).t.kind != pointer || !c.arg(last-1).known {
		return value{t: voidType}
	}
	to := c.arg(last - 1)
	end := m.steps + min(maxLoopSteps, (maxSteps-m.steps)/2)
	for i := uint64(0); i < uint64(n) && m.steps < end; i++ {
		args := []argument{{value: m.load(lvalue{at.t, at.addr + i*uint64(at.t.size)})}}
		if second := c.arg(2); last == 4 && second.t.kind == pointer {
			args = append(args, argument{value: m.load(lvalue{second.t.elem, second.bits + i*uint64(second.t.elem.size)})})
		}
		m.store(lvalue{to.t.elem, to.bits + i*uint64(to.t.elem.size)}, m.invoke(c.args[last], args))
	}
	return value{t: voidType}
}

// sortRange sorts numbers in ascending order.
func sortRange(m *machine, c *invocation) value {
	at, n, ok := m.span(c, false)
	if !ok || !at.t.number() || len(c.args) > 2 || n > 1<<20 {
		return value{t: voidType}
	}
	m.work(64 * n)
	list := make([]value, n)
	for i := range list {
		list[i] = m.load(lvalue{at.t, at.addr + uint64(i*at.t.size)})
	}
	sort.SliceStable(list, func(i, j int) bool { return list[i].float() < list[j].float() })
	for i, v := range list {
		m.store(lvalue{at.t, at.addr + uint64(i*at.t.size)}, v)
	}
	return value{t: voidType}
}

func begin(m *machine, c *invocation) value {
	if len(c.args) == 1 {
		v, _ := m.elements(c.args[0])
		return v
	}
	return m.lost()
}

func end(m *machine, c *invocation) value {
	if len(c.args) == 1 {
		if v, n := m.elements(c.args[0]); n >= 0 {
			v.bits += uint64(n * v.t.elem.size)
			return v
		}
	}
	return m.lost()
}

func size(m *machine, c *invocation) value {
	if len(c.args) == 1 {
		if _, n := m.elements(c.args[0]); n >= 0 {
			return intValue(sizeType, int64(n))
		}
	}
	return unknown(sizeType)
}

// makePointer is make_unique<T>(args) and make_unique<T[]>(n).
func makePointer(m *machine, c *invocation) value {
	if len(c.targs) != 1 {
		return m.lost()
	}
	t := m.argType(c.targs[0])
	if t.kind != array {
		addr := m.allocate(1, t, true)
		m.construct(lvalue{t, addr}, c.exprs, false)
		return value{t: pointerTo(t), known: addr != 0, bits: addr}
	}
	n, known := c.count(0)
	if !known {
		return m.unknownSize(t.elem)
	}
	addr := m.allocate(int64(n), t.elem, true)
	return value{t: pointerTo(t.elem), known: addr != 0, bits: addr}
}
