package fuzzcuda

// This file draws the declarations of a program: functions, templates, structs, constants
// and data in constant memory.

import (
	"fmt"
	"strings"
)

// record is a struct that a program declares.
type record struct {
	name   string
	space  string // its namespace, with ::
	fields []*typ // named f0, f1, …
}

// declaration draws one declaration at the level of the file.
func (g *generator) declaration() {
	switch g.IntN(14) {
	case 0, 1:
		g.helper(g.name("f"), pick(g, numbers), 1+g.IntN(3))
	case 2:
		g.overloads()
	case 3:
		g.template()
	case 4:
		g.constant()
	case 5:
		g.constexprFunction()
	case 6:
		g.record()
	case 7:
		g.table()
	case 8, 9:
		g.class()
	case 10:
		g.enumeration()
	case 11:
		g.defaults()
	case 12, 13:
		g.namespace()
	}
}

// helper draws a function whose parameters are variables.
func (g *generator) helper(name string, first *typ, params int) {
	f := function{name: name, result: pick(g, numbers)}
	var list []string
	g.push()
	for i := range params {
		t := pick(g, numbers)
		if i == 0 {
			t = first
		}
		f.params = append(f.params, t)
		p := g.name("p")
		text := t.name + " " + p
		f.refs = append(f.refs, g.chance(20))
		if f.refs[i] {
			text = "const " + t.name + " &" + p
			g.declare(variable{name: p, t: t, fixed: true})
		} else {
			g.declare(variable{name: p, t: t})
		}
		list = append(list, text)
	}
	functions := g.functions
	g.functions = nil // no recursion, and no doubling
	g.line("__device__ %s %s(%s) {", f.result.name, name, strings.Join(list, ", "))
	g.indent++
	if g.chance(60) {
		g.line("if (%s) return %s;", g.number(2).text, g.value(f.result, 2).text)
	}
	g.assign()
	g.line("return %s;", g.value(f.result, 3).text)
	g.indent--
	g.line("}")
	g.pop()
	g.functions = append(functions, f)
}

// overloads draws functions of one name.
func (g *generator) overloads() {
	name := g.name("f")
	types := append([]*typ{}, numbers...)
	g.Shuffle(len(types), func(i, j int) { types[i], types[j] = types[j], types[i] })
	for _, t := range types[:2+g.IntN(4)] {
		g.helper(name, t, 1)
	}
}

// template draws a function template.
func (g *generator) template() {
	name := g.name("t")
	f := function{name: name}
	if g.chance(50) {
		n := g.IntN(9)
		f.value = fmt.Sprintf("<%d>", n)
		if len(g.constants) > 0 && g.chance(50) {
			f.value = "<(int)" + pick(g, g.constants).name + ">"
		}
		g.line("template <int N, class T> __device__ T %s(T x) { T s = 0; for (int i = 0; i < (N & 7); i++) s += x ^ (T)i; return s; }", name)
	} else {
		g.line("template <class T> __device__ T %s(T x) { T y = x; y += sizeof(T); return y < x ? (T)(y - x) : y; }", name)
	}
	g.templates = append(g.templates, f)
}

// constant draws a constant of the file.
func (g *generator) constant() {
	t := pick(g, integers)
	name := g.name("C")
	g.quiet = true
	g.line("%s %s %s = (%s)(%s);", pick(g, []string{"constexpr", "const"}), t.name, name, t.name, g.integer(3).text)
	g.quiet = false
	g.constants = append(g.constants, variable{name: name, t: t, fixed: true})
}

// constexprFunction draws a function that is evaluated for a constant.
func (g *generator) constexprFunction() {
	name, result, c := g.name("g"), pick(g, integers), g.name("C")
	body := pick(g, []string{
		"return x * x + 1;", "return x <= 1 ? 1 : x * %[1]s(x - 1);", "int s = 0; for (int i = 0; i < x; i++) { if (i == 2) continue; s += i * 3; } return s;",
		"unsigned n = x; int k = 0; while (n >>= 1) ++k; return k;", "if (x > 3) { x -= 2; return x; } else return -x;", "int a[4] = {1, 2, 3, 4}; int s = 0; for (int v = 0; v < 4; v++) s += a[v] << (x & 3); return s;",
		"switch (x & 3) { case 0: return 7; case 1: x += 3; break; default: x = 1; } return x;", "unsigned char c = x; c += 250; short s = c << 4; return s - c;",
	})
	if strings.Contains(body, "%") {
		body = fmt.Sprintf(body, name)
	}
	g.line("__host__ __device__ constexpr %s %s(int x) { %s }", result.name, name, body)
	g.line("constexpr %s %s = %s(%d);", result.name, c, name, g.IntN(7))
	g.line("__device__ int use%s(int x) { int a[%s(2) %% 5 + 6] = {}; a[x & 3] = x; enum { E = %s(3) }; switch (x & 1) { case %s(1) & 1: return a[1] + E; } return a[0] - sizeof(a); }", c, name, name, name)
	g.constants = append(g.constants, variable{name: c, t: result, fixed: true})
	g.functions = append(g.functions, function{name: "use" + c, params: []*typ{integer}, result: integer})
}

// record draws a struct.
func (g *generator) record() {
	r := record{name: g.name("S")}
	var fields, init, sum []string
	for i := range 1 + g.IntN(4) {
		t := pick(g, numbers)
		r.fields = append(r.fields, t)
		fields = append(fields, fmt.Sprintf("%s f%d;", t.name, i))
		init = append(init, fmt.Sprintf("s.f%d = (%s)(x + %d);", i, t.name, i))
		sum = append(sum, fmt.Sprintf("h = mix(h, f%d);", i))
	}
	g.line("struct %s {", r.name)
	g.line("\t%s", strings.Join(fields, " "))
	g.line("\t__device__ unsigned long long hash(unsigned long long h) const { %s return mix(h, sizeof(%s)); }", strings.Join(sum, " "), r.name)
	g.line("\t__device__ %s operator+(const %s &o) const { %s r = *this; r.f0 += o.f0; return r; }", r.name, r.name, r.name)
	g.line("\t__device__ %s &operator+=(int x) { f0 += x; return *this; }", r.name)
	g.line("};")
	g.line("__device__ %s make%s(int x) { %s s; %s return s; }", r.name, r.name, r.name, strings.Join(init, " "))
	g.structs = append(g.structs, r)
}

// useStruct draws uses of a struct.
func (g *generator) useStruct() {
	if len(g.structs) == 0 {
		return
	}
	r, s := pick(g, g.structs), g.name("s")
	g.line("%s%s %s = %smake%s((%s) & 63), %sb = %s;", r.space, r.name, s, r.space, r.name, g.integer(2).text, s, s)
	for range 1 + g.IntN(3) {
		i := g.IntN(len(r.fields))
		switch g.IntN(5) {
		case 0:
			g.line("%s.f%d = %s;", s, i, g.value(r.fields[i], 2).text)
		case 1:
			g.line("%sb = %s + %sb;", s, s, s)
		case 2:
			g.line("%s += (%s) & 15;", s, g.integer(2).text)
		case 3:
			g.line("%s%s %sa[2] = {%s, %sb}; %sa[%s & 1].f%d = (%s)7; %s = %sa[1]; h = %sa[0].hash(h);", r.space, r.name, s, s, s, s, g.integer(1).text, i, r.fields[i].name, s, s, s)
			g.line("h = %s.hash(h);", s)
			return
		case 4:
			g.line("%s.f%d += 3;", s, i)
		}
	}
	g.line("h = %sb.hash(%s.hash(h));", s, s)
}

// table draws data in constant memory.
func (g *generator) table() {
	t, name := pick(g, numbers), g.name("T")
	g.quiet = true
	var list []string
	for range 4 {
		list = append(list, fmt.Sprintf("(%s)(%s)", t.name, g.integer(2).text))
	}
	g.quiet = false
	g.line("__constant__ %s %s[4] = {%s};", t.name, name, strings.Join(list, ", "))
	g.scopes[0] = append(g.scopes[0], variable{name: name, t: t, length: 4, fixed: true})
}
