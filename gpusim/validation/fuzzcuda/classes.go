package fuzzcuda

// This file draws enumerations, namespaces and structs with constructors.

import (
	"fmt"
	"strings"
)

// enumeration is an enum that a program declares.
type enumeration struct {
	name   string
	values []string // as they are written in expressions
	class  bool
}

// enumeration draws an enum, with a base and without.
func (g *generator) enumeration() {
	e := enumeration{name: g.name("E"), class: g.chance(40)}
	base := ""
	if g.chance(60) {
		base = " : " + pick(g, integers[1:]).name
	}
	var list []string
	for i := range 2 + g.IntN(3) {
		value := fmt.Sprintf("%sv%d", e.name, i)
		switch first := fmt.Sprintf("%sv0", e.name); {
		case i > 0 && g.chance(30):
			list = append(list, fmt.Sprintf("%s = (int)%s + %d", value, first, 1+g.IntN(9)))
		case g.chance(40):
			list = append(list, fmt.Sprintf("%s = %d", value, g.IntN(100)))
		default:
			list = append(list, value)
		}
		if e.class {
			value = e.name + "::" + value
		}
		e.values = append(e.values, value)
	}
	kind := "enum "
	if e.class {
		kind = pick(g, []string{"enum class ", "enum struct "})
	}
	g.line("%s%s%s { %s };", kind, e.name, base, strings.Join(list, ", "))
	if g.chance(40) {
		g.line("__device__ %s operator|(%s a, %s b) { return (%s)((int)a / 2 + (int)b %% 3); }", e.name, e.name, e.name, e.name)
		g.line("__device__ int or%s(int x) { return (int)((%s)(x & 3) | %s) + 1; }", e.name, e.name, e.values[0])
		g.functions = append(g.functions, function{name: "or" + e.name, params: []*typ{integer}, result: integer})
	}
	g.enums = append(g.enums, e)
}

// useEnum draws uses of an enum.
func (g *generator) useEnum() {
	if len(g.enums) == 0 {
		return
	}
	e, v := pick(g, g.enums), g.name("e")
	first, last := e.values[0], e.values[len(e.values)-1]
	g.line("%s %s = %s ? %s : %s;", e.name, v, g.number(2).text, first, last)
	switch g.IntN(5) {
	case 0:
		g.line("switch (%s) {", v)
		g.line("case %s: h += 3;", first)
		g.line("default: h ^= 5;")
		g.line("}")
	case 1:
		g.line("%s = (%s)(%s & 15);", v, e.name, g.integer(2).text)
	case 2:
		g.line("%s %sa[3] = {%s, %s}; %sa[%s & 1] = %s; h = mix(h, (int)%sa[0]); h = mix(h, (int)%sa[2]);", e.name, v, first, last, v, g.integer(1).text, v, v, v)
	case 3:
		g.line("h = mix(h, %s == %s || %s < %s); h = mix(h, sizeof(%s));", v, last, first, v, e.name)
	case 4:
		t := pick(g, numbers)
		g.line("%s %sn = static_cast<%s>(%s); h = mix(h, %sn);", t.name, v, t.name, v, v)
	}
	if !e.class {
		g.line("h = mix(h, %s + 1); h = mix(h, -%s & %s); h = mix(h, %s);", v, v, g.integer(1).text, v)
	}
	g.line("h = mix(h, static_cast<long long>(%s));", v)
}

// namespace draws declarations in a namespace, which others name by it or by using.
func (g *generator) namespace() {
	if g.indent > 1 {
		return
	}
	name := g.name("N")
	functions, templates, structs := len(g.functions), len(g.templates), len(g.structs)
	constants, enums, tables := len(g.constants), len(g.enums), len(g.scopes[0])
	g.line("namespace %s {", name)
	g.indent++
	for range 1 + g.IntN(3) {
		g.declaration()
	}
	g.indent--
	g.line("}")
	if g.chance(35) {
		g.line("using namespace %s;", name)
		return
	}
	if g.chance(25) {
		short := g.name("M")
		g.line("namespace %s = %s;", short, name)
		name = short
	}
	qualify := func(list []variable) {
		for i := range list {
			list[i].name = name + "::" + list[i].name
		}
	}
	qualify(g.constants[constants:])
	qualify(g.scopes[0][tables:])
	for _, list := range [][]function{g.functions[functions:], g.templates[templates:]} {
		for i := range list {
			list[i].name = name + "::" + list[i].name
			if rest, ok := strings.CutPrefix(list[i].value, "<(int)"); ok && g.declaredSince(constants, rest) {
				list[i].value = "<(int)" + name + "::" + rest
			}
		}
	}
	for i := range g.structs[structs:] {
		g.structs[structs+i].space = name + "::" + g.structs[structs+i].space
	}
	for i := range g.enums[enums:] {
		e := &g.enums[enums+i]
		e.name = name + "::" + e.name
		for j := range e.values {
			e.values[j] = name + "::" + e.values[j]
		}
	}
}

// declaredSince reports whether the constant in C> stands in the innermost namespace.
func (g *generator) declaredSince(first int, text string) bool {
	for _, c := range g.constants[first:] {
		if strings.HasSuffix(c.name, "::"+strings.TrimSuffix(text, ">")) {
			return true
		}
	}
	return false
}

// class draws a struct with constructors, first values, static members and operators, and
// a function that uses them.
func (g *generator) class() {
	name, use := g.name("R"), g.name("f")
	a, b, c := pick(g, integers[1:]), pick(g, numbers), pick(g, integers)
	small := func() int { return g.IntN(100) }
	r := strings.NewReplacer("$R", name, "$use", use, "$a", a.name, "$b", b.name, "$c", c.name)
	line := func(format string, args ...any) { g.line("%s", r.Replace(fmt.Sprintf(format, args...))) }
	line("struct $R {")
	g.indent++
	line("$a x = %d;", small())
	line("$b y{%d}; $c z[2] = {%d};", g.IntN(2), g.IntN(2))
	line("static constexpr $a N = %d;", 1+small())
	line("static const int M = (int)N * 2 + 1;")
	if g.chance(50) {
		line("enum { Q = M + %d, P };", small())
	} else {
		line("enum class W : unsigned char { Q = %d, P }; static const int P = (int)W::P;", small())
	}
	line("$R() = default;")
	line("__device__ %s$R($a x, $b y = ($b)%d) : x(x), y(y) {%s}", pick(g, []string{"", "explicit "}), small(), pick(g, []string{"", " z[1] = ($c)(x + 1); ", " this->x += N; "}))
	if g.chance(60) {
		line("__device__ $R($a p, $b q, $c r) : $R(p, q) { z[0] = r; z[1] = ($c)(r + x); }")
	} else {
		line("__device__ $R($a p, $b q, $c r) : y(q), x(p + N) { z[0] = z[1] = r; }")
	}
	line("__device__ $c &at(int i) { return z[i & 1]; }")
	line("__device__ $c at(int i) const { return ($c)(z[i & 1] + %d); }", 1+small())
	line("__device__ $a get(int i = %d, $a k = N) const { return ($a)(x + i + k); }", small())
	line("static __device__ $R make(int i) { $R r; r.x = ($a)(r.x + (i & 63)); return r; }")
	line("__device__ $R operator-() const { return $R(($a)-x, y); }")
	line("__device__ bool operator==(const $R &o) const { return x == o.x && y == o.y; }")
	line("__device__ $R &operator*=(int i) { x = ($a)(x * (i & 7)); return *this; }")
	line("__device__ $c operator[](int i) const { return z[i & 1]; }")
	line("__device__ int operator()(int i) const { return i * 2 + x; }")
	line("__device__ $R &operator++() { ++x; return *this; }")
	line("__device__ $R operator++(int) { $R old = *this; ++*this; return old; }")
	line("friend __device__ int operator<<(const $R &r, int i) { return r.x * 4 + (i & 15); }")
	line("__device__ unsigned long long hash(unsigned long long h) const;")
	g.indent--
	line("};")
	line("__device__ unsigned long long $R::hash(unsigned long long h) const { h = mix(h, x); h = mix(h, y); h = mix(h, z[0]); h = mix(h, at(1)); return mix(mix(h, N), P + M); }")
	line("__device__ unsigned long long $use(int p) {")
	g.indent++
	line("unsigned long long h = sizeof($R);")
	line("p &= 31; $R s; const $R t((%s)p, ($b)%d);", a.name, small())
	for range 3 + g.IntN(5) {
		use := strings.NewReplacer("$v", g.name("q"), "$k", fmt.Sprint(small()))
		line("%s", use.Replace(pick(g, classUses)))
	}
	line("return t.hash(s.hash(h));")
	g.indent--
	line("}")
	g.functions = append(g.functions, function{name: use, params: []*typ{integer}, result: ulonglong})
}

// classUses are statements on the objects s, t and the number p. $v is a new name, $k a
// small number, $R the struct, and $a, $b and $c are the types of its fields.
var classUses = []string{
	"s = $R(($a)$k, ($b)p, ($c)p);", "h = mix(h, s.at(p)); h = mix(h, t.at(p));", "s.at(p) = ($c)$k; h = mix(h, s.at(p));", "h = mix(h, s.get() + t.get(p) - s.get(1, 2));",
	"s = $R::make(p + $k);", "s = -t;", "h = mix(h, s == t);", "(s *= p) *= 3;", "h = mix(h, s[p]); h = mix(h, t(p) + s(2));", "h = mix(h, (s++).get()); h = mix(h, (++s).x);",
	"h = mix(h, t << p); h = mix(h, s << 2);", "$R $v[3]; $v[p % 3].x = ($a)p; s = $v[1]; h = $v[2].hash(h);", "$R $v[2] = {$R(($a)p), $R()}; $v[0].at(1) = ($c)1; h = $v[0].hash($v[1].hash(h));",
	"$R $v{($a)p, ($b)2, ($c)3}; h = $v.hash(h);", "const $R &$v = p & 1 ? s : t; h = $v.hash(h);", "$R *$v = &s; $v->x = ($a)$k; h = mix(h, (*$v).at(0)); h = mix(h, $v->at(0));",
	"h = mix(h, $R::N); h = mix(h, $R::M + s.N);", "auto $v = s; $v.x += 1; h = $v.hash(h); h = mix(h, $v == s);", "$R $v = t; s = $v;", "for ($R $v; $v.z[0] < 1 && p > 0; p--) { ++$v; h = $v.hash(h); if (p < 4) break; }",
	"s = p & 1 ? $R() : t;", "h = $R(($a)p, ($b)1).hash(h); h = mix(h, $R().x);",
	"struct $vT { $R a; int n = 4; }; $vT $v; $v.a = t; $v.a.x = ($a)7; h = $v.a.hash(h + $v.n);",
	"auto [$va, $vb, $vc] = s; h = mix(h, $va); h = mix(h, $vb); h = mix(h, $vc[1]);",
}

// defaults draws a function with default arguments.
func (g *generator) defaults() {
	name := g.name("d")
	first, second, result := pick(g, integers), pick(g, numbers), pick(g, integers)
	value := fmt.Sprintf("(%s)%d", second.name, g.IntN(100))
	if len(g.constants) > 0 {
		value = fmt.Sprintf("(%s)%s", second.name, pick(g, g.constants).name)
	}
	if g.chance(40) {
		g.line("__device__ %s %s(%s x, %s y = %s, int z = 4);", result.name, name, first.name, second.name, value)
		g.line("__device__ %s %s(%s x, %s y, int z) { return (%s)(x + (y < 9) * z); }", result.name, name, first.name, second.name, result.name)
	} else {
		g.line("__device__ %s %s(%s x, %s y = %s, int z = 4) { return (%s)(x - (y < 9) * z); }", result.name, name, first.name, second.name, value, result.name)
	}
	params := []*typ{first, second, integer}
	g.functions = append(g.functions, function{name: name, params: params[:1+g.IntN(3)], result: result})
}

// lambda draws a function literal and its calls.
func (g *generator) lambda() {
	name := g.name("l")
	capture := pick(g, []string{"&", "="})
	t := pick(g, numbers)
	g.push()
	p := g.name("p")
	g.declare(variable{name: p, t: t})
	body := g.value(t, 2)
	g.pop()
	head := fmt.Sprintf("auto %s = [%s](%s %s)", name, capture, t.name, p)
	if g.chance(50) {
		result := pick(g, numbers)
		if body.t.float && !result.float {
			result = body.t
		}
		head += " -> " + result.name
	}
	text, u, ok := g.target(isInteger)
	if capture == "&" && ok && g.chance(60) {
		g.line("%s { %s = (%s)(%s ^ 3); return %s; };", head, text, u.name, text, body.text)
	} else {
		g.line("%s { return %s; };", head, body.text)
	}
	for range 1 + g.IntN(2) {
		g.assign()
		g.line("h = mix(h, %s(%s));", name, g.argument(2, t))
	}
}
