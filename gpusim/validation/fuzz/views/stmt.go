package views

// This file draws statements and expressions.

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// maxDepth is how deep loops and branches stand in each other.
const maxDepth = 3

// generator draws one kernel.
type generator struct {
	*rand.Rand
	objects []*object
	scalars []field
	loops   []counter // the loops around
	named   int       // loop counters and pointers so far
}

// counter is the variable of a loop, which is less than trips.
type counter struct {
	name  string
	trips int
}

func (g *generator) chance(percent int) bool { return g.IntN(100) < percent }

func (g *generator) statements(n, depth int) (list []*stmt) {
	for range n {
		list = append(list, g.statement(depth))
	}
	return list
}

func (g *generator) statement(depth int) *stmt {
	n := g.IntN(100)
	switch {
	case depth > 0 && n < 18:
		return g.loop(depth)
	case depth > 0 && n < 26:
		return g.branch(depth)
	case n < 40:
		return g.copyBytes()
	case n < 46:
		return g.copyLoop()
	case n < 50:
		return line("poke(%s, 0, %s);", g.object().name, g.integer(1))
	case n < 53:
		return g.fence()
	case n < 57:
		return g.pointer()
	}
	place, of := g.place()
	if n < 62 && of != f32 && of != f64 {
		return line("%s %s= (%s)%s;", place, pick(g, []string{"+", "^", "-"}), of.c, g.value(of, 1))
	}
	return line("%s = (%s)%s;", place, of.c, g.value(of, 2))
}

func line(form string, args ...any) *stmt { return &stmt{lines: []string{fmt.Sprintf(form, args...)}} }

// loop draws a loop: up, down or by two, of a constant or a run-time trip count.
func (g *generator) loop(depth int) *stmt {
	c := counter{name: fmt.Sprintf("i%d", g.named), trips: 1 + g.IntN(8)}
	g.named++
	bound := fmt.Sprint(c.trips)
	if g.chance(30) {
		bound, c.trips = "n", Trips
	}
	head := ""
	switch n := c.name; g.IntN(5) {
	case 0:
		head = fmt.Sprintf("for (int %s = %s - 1; %s >= 0; %s--) {", n, bound, n, n)
	case 1:
		head = fmt.Sprintf("for (unsigned %s = 0; %s < %s; %s += 2) {", n, n, bound, n)
	default:
		head = fmt.Sprintf("for (int %s = 0; %s < %s; %s++) {", n, n, bound, n)
	}
	if g.chance(25) {
		head = pick(g, []string{"#pragma unroll\n", "#pragma unroll 1\n", "#pragma unroll 2\n"}) + head
	}
	g.loops = append(g.loops, c)
	s := &stmt{lines: []string{head, "}"}, body: g.statements(1+g.IntN(3), depth-1)}
	if g.chance(15) {
		s.body = append(s.body, line("if (%s) %s;", g.condition(), pick(g, []string{"break", "continue"})), g.statement(0))
	}
	g.loops = g.loops[:len(g.loops)-1]
	return s
}

func (g *generator) branch(depth int) *stmt {
	s := &stmt{lines: []string{"if (" + g.condition() + ") {", "}"}, body: g.statements(1+g.IntN(2), depth-1)}
	if g.chance(50) {
		s.lines = []string{s.lines[0], "} else {", "}"}
		s.other = g.statements(1+g.IntN(2), depth-1)
	}
	return s
}

func (g *generator) condition() string {
	return fmt.Sprintf("%s %s %s", g.integer(1), pick(g, []string{"<", "==", ">="}), g.integer(0))
}

// fence is what other threads may see: a fence, an atomic, a volatile access.
func (g *generator) fence() *stmt {
	word := pick(g, []string{"(unsigned *)g", "gw", "(unsigned *)s + 1"})
	switch g.IntN(4) {
	case 0:
		return line("u0 ^= atomicAdd(%s, %s);", word, g.integer(1))
	case 1:
		return line("*(volatile unsigned *)(%s) = %s;", word, g.integer(1))
	case 2:
		return line("__threadfence();")
	}
	return line("u0 += *(volatile unsigned *)(%s);", word)
}

// pointer draws accesses through a pointer of its own that moves.
func (g *generator) pointer() *stmt {
	o, of := g.object(), pick(g, all)
	if o.bytes < 2*of.bytes {
		of = u8
	}
	p := fmt.Sprintf("p%d", g.named)
	g.named++
	if o.bytes == 1 {
		return line("*(unsigned char *)(%s) = (unsigned char)%s;", o.name, g.integer(1))
	}
	return line("{ %s *%s = (%s *)(%s); %s[1] = (%s)%s; %s++; *%s = (%s)%s; }", of.c, p, of.c, o.name, p, of.c, g.value(of, 1), p, p, of.c, g.value(of, 1))
}

func (g *generator) object() *object { return pick(g, g.objects) }

func (g *generator) bytesOf(o *object) string { return "(unsigned char *)(" + o.name + ")" }

// copyBytes copies a constant number of bytes between two objects, or sets some.
func (g *generator) copyBytes() *stmt {
	to, from := g.object(), g.object()
	if g.chance(15) {
		n := 1 + g.IntN(to.bytes)
		return line("memset(%s + %d, (int)%s, %d);", g.bytesOf(to), g.IntN(to.bytes-n+1), g.integer(1), n)
	}
	if to.shares(from) {
		return g.swap(to)
	}
	n := pick(g, []int{1, 2, 4, 8, 4, 8, 3, 5, 16})
	n = min(n, to.bytes, from.bytes)
	return line("memcpy(%s + %d, %s + %d, %d);", g.bytesOf(to), g.IntN(to.bytes-n+1), g.bytesOf(from), g.IntN(from.bytes-n+1), n)
}

// shares reports whether two objects may have bytes in common.
func (o *object) shares(p *object) bool {
	return strings.TrimSuffix(o.name, "w") == strings.TrimSuffix(p.name, "w")
}

// swap exchanges the halves of an object.
func (g *generator) swap(o *object) *stmt {
	if o.bytes == 1 {
		return line("*%s ^= 1;", g.bytesOf(o))
	}
	half := o.bytes / 2
	return line("{ unsigned char h[%d]; memcpy(h, %s, %d); memcpy(%s, %s + %d, %d); memcpy(%s + %d, h, %d); }",
		half, g.bytesOf(o), half, g.bytesOf(o), g.bytesOf(o), half, half, g.bytesOf(o), half, half)
}

// copyLoop copies elements of one width in a loop.
func (g *generator) copyLoop() *stmt {
	to, from, of := g.object(), g.object(), pick(g, all)
	if min(to.bytes, from.bytes) < of.bytes {
		of = u8
	}
	n := min(to.bytes, from.bytes) / of.bytes
	i := fmt.Sprintf("i%d", g.named)
	g.named++
	index := i
	if n&(n-1) == 0 && g.chance(30) {
		index = fmt.Sprintf("(%s ^ %d)", i, n-1)
	}
	bound := fmt.Sprint(n)
	if n >= Trips && g.chance(20) {
		bound, index = "n", i
	}
	return line("for (int %s = 0; %s < %s; %s++) ((%s *)(%s))[%s] = ((%s *)(%s))[%s];", i, i, bound, i, of.c, to.name, index, of.c, from.name, i)
}

// place draws a place to store to or to load from.
func (g *generator) place() (text string, of view) {
	if g.chance(25) {
		f := pick(g, g.scalars)
		return f.form, f.of
	}
	o := g.object()
	if len(o.fields) > 0 && g.chance(35) {
		f := pick(g, o.fields)
		if strings.Contains(f.form, "%s") {
			return fmt.Sprintf(f.form, g.index(f.count)), f.of
		}
		return f.form, f.of
	}
	of = pick(g, all)
	for of.bytes > o.bytes {
		of = pick(g, all)
	}
	count := o.bytes / of.bytes
	if g.chance(50) {
		return fmt.Sprintf("((%s *)(%s))[%s]", of.c, o.name, g.index(count)), of
	}
	return fmt.Sprintf("*(%s *)(%s + %s * %d)", of.c, g.bytesOf(o), g.index(count), of.bytes), of
}

// index draws an index below count: a constant, a loop counter or a run-time value.
func (g *generator) index(count int) string {
	if n := len(g.loops); n > 0 && g.chance(60) {
		c := g.loops[g.IntN(n)]
		switch {
		case c.trips <= count && g.chance(60):
			return c.name
		case count&(count-1) == 0:
			return fmt.Sprintf("((%s * %d + %d) & %d)", c.name, 1+g.IntN(3), g.IntN(count), count-1)
		}
		return fmt.Sprintf("(%s %% %d)", c.name, count)
	}
	if g.chance(12) {
		return fmt.Sprintf("(%s %% %du)", g.integer(0), count)
	}
	return fmt.Sprint(g.IntN(count))
}

// value draws an expression that may be converted to a type.
func (g *generator) value(of view, depth int) string {
	switch of {
	case f32:
		return g.float(depth)
	case f64:
		return g.double(depth)
	case u64, i64:
		return g.long(depth)
	}
	return g.integer(depth)
}

// load draws a load of one of some types, with its type.
func (g *generator) load(list ...view) string {
	for range 20 {
		if text, of := g.place(); slices.Contains(list, of) {
			return text
		}
	}
	return map[view]string{f32: "f0", f64: "d0", u64: "q0", u32: "u0"}[list[0]]
}

func (g *generator) integer(depth int) string {
	if depth == 0 {
		switch n := g.IntN(10); {
		case n < 2:
			return fmt.Sprintf("%du", g.Uint32()>>g.IntN(32))
		case n < 3:
			return "t"
		case n < 4 && len(g.loops) > 0:
			return "(unsigned)" + pick(g, g.loops).name
		case n < 5:
			return "(unsigned)n"
		case n < 6:
			return fmt.Sprintf("in[%d]", g.IntN(8))
		}
		return "(unsigned)(" + g.load(u32, u8, i8, u16, i16, i32) + ")"
	}
	switch g.IntN(12) {
	case 0:
		return fmt.Sprintf("((%s) %s %d)", g.integer(depth-1), pick(g, []string{"<<", ">>"}), g.IntN(32))
	case 1:
		return fmt.Sprintf("(unsigned)(%s)(%s)", pick(g, []view{u8, i8, u16, i16}).c, g.integer(depth-1))
	case 2:
		return "(unsigned)(" + g.long(depth-1) + ")"
	case 3:
		return "__float_as_uint(" + g.float(depth-1) + ")"
	case 4:
		return "(unsigned)(int)tameF(" + g.float(depth-1) + ")"
	case 5:
		return fmt.Sprintf("(%s ? %s : %s)", g.condition(), g.integer(depth-1), g.integer(depth-1))
	case 6:
		o := g.object()
		return fmt.Sprintf("peek(%s, %s)", o.name, g.index(o.bytes))
	case 7:
		return fmt.Sprintf("(unsigned)((int)%s >> %d)", g.integer(depth-1), g.IntN(32))
	}
	return fmt.Sprintf("(%s %s %s)", g.integer(depth-1), pick(g, []string{"+", "-", "*", "&", "|", "^"}), g.integer(depth-1))
}

func (g *generator) long(depth int) string {
	switch n := g.IntN(6); {
	case depth == 0 && n < 4:
		return "(unsigned long long)(" + g.load(u64, i64) + ")"
	case depth == 0:
		return fmt.Sprintf("%dull", g.Uint64()>>g.IntN(64))
	case n == 0:
		return fmt.Sprintf("((%s) %s %d)", g.long(depth-1), pick(g, []string{"<<", ">>"}), g.IntN(64))
	case n == 1:
		return "(unsigned long long)" + g.integer(depth-1)
	case n == 2:
		return "(unsigned long long)__double_as_longlong(" + g.double(depth-1) + ")"
	case n == 3:
		return "(unsigned long long)(int)" + g.integer(depth-1)
	}
	return fmt.Sprintf("(%s %s %s)", g.long(depth-1), pick(g, []string{"+", "-", "*", "&", "|", "^"}), g.long(depth-1))
}

func (g *generator) float(depth int) string {
	switch n := g.IntN(6); {
	case depth == 0 && n < 5:
		return g.load(f32)
	case depth == 0:
		return pick(g, []string{"0.0f", "-0.0f", "1.0f", "-2.5f", "0.125f"})
	case n == 0:
		return "__uint_as_float(" + g.integer(depth-1) + ")"
	case n == 1:
		return fmt.Sprintf("(float)(int)(%s & 4095u)", g.integer(depth-1))
	case n == 2:
		return "(float)tameD(" + g.double(depth-1) + ")"
	case n == 3:
		return fmt.Sprintf("__fmul_rn(tameF(%s), tameF(%s))", g.float(depth-1), g.float(depth-1))
	}
	return fmt.Sprintf("(tameF(%s) %s tameF(%s))", g.float(depth-1), pick(g, []string{"+", "-"}), g.float(depth-1))
}

func (g *generator) double(depth int) string {
	switch n := g.IntN(6); {
	case depth == 0 && n < 5:
		return g.load(f64)
	case depth == 0:
		return pick(g, []string{"0.0", "-0.0", "1.0", "-2.5", "0.125"})
	case n == 0:
		return "__longlong_as_double((long long)" + g.long(depth-1) + ")"
	case n == 1:
		return fmt.Sprintf("(double)(int)(%s)", g.integer(depth-1))
	case n == 2:
		return "(double)tameF(" + g.float(depth-1) + ")"
	case n == 3:
		return fmt.Sprintf("__dmul_rn(tameD(%s), tameD(%s))", g.double(depth-1), g.double(depth-1))
	}
	return fmt.Sprintf("(tameD(%s) %s tameD(%s))", g.double(depth-1), pick(g, []string{"+", "-"}), g.double(depth-1))
}
