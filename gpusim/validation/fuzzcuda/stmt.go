package fuzzcuda

// This file draws statements.

import (
	"fmt"
	"strings"
)

// maxLoops bounds how deep loops stand in one another.
const maxLoops = 2

// statementRule draws one statement.
type statementRule struct {
	weight int
	draw   func(g *generator)
}

var statementRules []statementRule

func init() { // the rules refer to themselves
	statementRules = []statementRule{
		{24, (*generator).define}, {20, (*generator).assign}, {10, (*generator).step}, {8, (*generator).array}, {8, (*generator).branch},
		{8, (*generator).loop}, {5, (*generator).while}, {6, (*generator).choose}, {6, (*generator).scope}, {10, (*generator).sequenced},
		{8, (*generator).mix}, {6, (*generator).useStruct}, {5, (*generator).reference}, {4, (*generator).chain},
		{5, (*generator).useEnum}, {5, (*generator).lambda},
	}
}

func (g *generator) statements(n int) {
	for range n {
		sum := 0
		for _, r := range statementRules {
			sum += r.weight
		}
		k := g.IntN(sum)
		for _, r := range statementRules {
			if k -= r.weight; k < 0 {
				r.draw(g)
				break
			}
		}
	}
}

// body draws the statements of a block, whose braces stand around it.
func (g *generator) body(n int) {
	g.indent++
	g.push()
	g.statements(n)
	g.localMix()
	g.pop()
	g.indent--
}

// localMix adds the variables of the innermost scope to the hash.
func (g *generator) localMix() {
	for _, v := range g.scopes[len(g.scopes)-1] {
		if v.length == 0 && !v.fixed {
			g.line("h = mix(h, %s);", v.name)
		}
	}
}

// fresh returns a name for a local variable, sometimes one that hides an outer variable.
func (g *generator) fresh() string {
	if len(g.scopes) > 2 && g.chance(25) {
		outer := g.visible(func(v variable) bool { return v.length == 0 && !v.fixed })
		if len(outer) > 0 {
			name := pick(g, outer).name
			taken := false
			for _, v := range g.scopes[len(g.scopes)-1] {
				taken = taken || v.name == name
			}
			if !taken {
				return name
			}
		}
	}
	return g.name("v")
}

// value draws a value that may become a t.
func (g *generator) value(t *typ, depth int) expr {
	if t.float {
		return g.number(depth)
	}
	return g.integer(depth)
}

func (g *generator) define() {
	t := pick(g, numbers)
	e := g.value(t, 3)
	name := g.name("v")
	fixed := false
	switch g.IntN(6) {
	case 0:
		g.line("%s %s((%s));", t.name, name, e.text)
	case 1:
		t = e.t
		g.line("auto %s = %s;", name, e.text)
	case 2:
		g.line("%s %s{};", t.name, name)
	case 3:
		fixed = true
		g.line("const %s %s = %s;", t.name, name, e.text)
	default:
		g.line("%s %s = %s;", t.name, name, e.text)
	}
	g.declare(variable{name: name, t: t, fixed: fixed})
}

// target draws a variable, or an element, to write to; ok is false where there is none.
func (g *generator) target(fits func(*typ) bool) (text string, t *typ, ok bool) {
	list := g.visible(func(v variable) bool { return !v.fixed && fits(v.t) })
	if len(list) == 0 {
		return "", nil, false
	}
	v := pick(g, list)
	return g.read(v).text, v.t, true
}

func anyType(*typ) bool     { return true }
func isInteger(t *typ) bool { return !t.float }
func isNumber(t *typ) bool  { return t != boolean }

func (g *generator) assign() {
	text, t, ok := g.target(anyType)
	if !ok {
		return
	}
	switch op := g.IntN(5); {
	case op < 2:
		g.line("%s = %s;", text, g.value(t, 3).text)
	case t.float:
		g.line("%s %s= %s;", text, pick(g, []string{"+", "-"}), g.number(2).text)
	case op == 2:
		g.line("%s %s= %s & 7;", text, pick(g, []string{"<<", ">>"}), g.integer(2).text)
	case op == 3:
		g.line("%s %s= %s;", text, pick(g, []string{"/", "%"}), g.divisor(2))
	default:
		g.line("%s %s= %s;", text, pick(g, []string{"+", "-", "*", "&", "|", "^"}), g.integer(3).text)
	}
}

func (g *generator) step() {
	text, _, ok := g.target(isNumber)
	if !ok {
		return
	}
	g.line(pick(g, []string{"%s++;", "++%s;", "%s--;", "--%s;"}), text)
}

func (g *generator) array() {
	t := pick(g, numbers)
	name, length := g.name("a"), pick(g, []int{2, 4, 8})
	var list []string
	for range g.IntN(length + 1) {
		list = append(list, fmt.Sprintf("(%s)(%s)", t.name, g.value(t, 2).text))
	}
	g.line("%s %s[%s] = {%s};", t.name, name, g.length(length), strings.Join(list, ", "))
	g.declare(variable{name: name, t: t, length: length})
}

// length writes a length, also as an expression.
func (g *generator) length(n int) string {
	switch g.IntN(5) {
	case 0:
		return fmt.Sprintf("%d * sizeof(int) / 4", n)
	case 1:
		return fmt.Sprintf("twice(%d)", n/2)
	case 2:
		return fmt.Sprintf("((unsigned char)(256 + %d))", n)
	}
	return fmt.Sprint(n)
}

func (g *generator) branch() {
	switch g.IntN(4) {
	case 0:
		t := pick(g, integers)
		name := g.name("c")
		g.line("if (%s %s = %s; %s > %s) {", t.name, name, g.integer(2).text, name, g.integer(2).text)
		g.push()
		g.declare(variable{name: name, t: t})
		g.arms()
		g.pop()
	case 1:
		name := g.name("c")
		g.line("if (int %s = %s) {", name, g.integer(2).text)
		g.push()
		g.declare(variable{name: name, t: integer})
		g.arms()
		g.pop()
	default:
		g.line("if (%s) {", g.number(3).text)
		g.arms()
	}
}

// arms draws the rest of an if.
func (g *generator) arms() {
	g.body(1 + g.IntN(2))
	if g.chance(50) {
		g.line("} else {")
		g.body(1 + g.IntN(2))
	}
	g.line("}")
}

func (g *generator) loop() {
	if g.loops >= maxLoops {
		return
	}
	g.loops++
	t := pick(g, integers[1:])
	name := g.name("i")
	bound, up := 1+g.IntN(6), g.chance(60)
	if up {
		g.line("for (%s %s = 0; %s < %d; %s++) {", t.name, name, name, bound, name)
	} else {
		g.line("for (%s %s = %d; %s-- > 0;) {", t.name, name, bound, name)
	}
	g.push()
	g.declare(variable{name: name, t: t, fixed: true})
	g.jumps()
	g.body(1 + g.IntN(3))
	g.pop()
	g.line("}")
	g.loops--
}

// jumps draws a break or continue.
func (g *generator) jumps() {
	if g.chance(40) {
		g.indent++
		g.line("if (%s) %s;", g.integer(2).text, pick(g, []string{"break", "continue"}))
		g.indent--
	}
}

func (g *generator) while() {
	if g.loops >= maxLoops {
		return
	}
	g.loops++
	name := g.name("n")
	g.line("int %s = %d;", name, 1+g.IntN(5))
	do := g.chance(50)
	if do {
		g.line("do {")
	} else {
		g.line("while (%s-- > 0 && %s) {", name, g.number(2).text)
	}
	g.jumps()
	g.body(1 + g.IntN(2))
	if do {
		g.line("} while (--%s > 0);", name)
	} else {
		g.line("}")
	}
	g.loops--
}

// choose draws a switch.
func (g *generator) choose() {
	g.line("switch (%s & 3) {", g.integer(3).text)
	cases := []string{"case 0:", "case 1:", "case 1 + 1:", "case 3:", "default:"}
	g.Shuffle(len(cases), func(i, j int) { cases[i], cases[j] = cases[j], cases[i] })
	for _, c := range cases[:1+g.IntN(len(cases))] {
		g.line("%s {", c)
		g.body(1)
		g.line("}")
		if g.chance(60) {
			g.indent++
			g.line("break;")
			g.indent--
		}
	}
	g.line("}")
}

// scope draws a block whose variables may hide outer ones.
func (g *generator) scope() {
	g.line("{")
	g.indent++
	g.push()
	t := pick(g, numbers)
	e := g.value(t, 2)
	name := g.fresh()
	if strings.Contains(e.text, name) { // a variable is in scope in its own initializer
		e = expr{"7", integer}
	}
	g.line("%s %s = %s;", t.name, name, e.text)
	g.declare(variable{name: name, t: t})
	g.statements(1 + g.IntN(2))
	g.localMix()
	g.pop()
	g.indent--
	g.line("}")
}

// sequenced draws side effects whose order C++17 defines.
func (g *generator) sequenced() {
	v, j, a := g.name("v"), g.name("j"), g.name("a")
	t, u := pick(g, integers[1:]), pick(g, integers[1:])
	g.line("%s %s = %s, %s_ = %s;", t.name, v, g.integer(2).text, v, g.integer(1).text)
	g.line("int %s = %d;", j, g.IntN(3))
	g.line("%s %s[4] = {};", u.name, a)
	forms := []string{
		"$a[$j++] = $j;", "$a[$j++] += $j + 1;", "$j = $j++;", "$j += $j++;", "$j = ++$j + 1;", "$v = $v++ + 3;", "$v = ($v_ = $v, $v_ + 1);",
		"$v_ = $v && ($v = 3);", "$v_ = ($v & 1) || ($v += 5);", "$v = $v_ & 1 ? ++$v_ : $v_--;", "($v_ & 1) ? (void)($v = 4) : (void)($v_ = 2);", "$v = $v_ = $j = 300;",
		"$v_ = ($v += 200);", "$v_ = ($v <<= 3);", "$v = $j << $j++;", "$v = $j++ << $j;", "int $b[] = {$j++, $j, $j++, $j}; h = mix(h, $b[0] + 10 * $b[1] + 100 * $b[2] + 1000 * $b[3]);",
		"int $b[] = {$j, $j++, $j}; h = mix(h, $b[0] + 10 * $b[1] + 100 * $b[2]);", "++$v += 2;", "($v = 3) *= 70;", "$v = -$v--;", "$v = ($j++, $j++, $j);",
		"for (int $b = 0, $c = 9; $b < $c; $b++, $c -= 2) $v += $b * $c;", "do { if ($j++ & 1) continue; $v++; } while ($j < 5 && $v_++);", "$v_ = $v-- - ($j = 2);",
		"$a[$j] = $j++;", "$a[($v = 1, $j)] = $v;", "$v = $j++ ? $j : $j + 1;", "if ($j++ > 0 && $j > 1) $v = $j;", "while ($j++ < 3) $v += $j;",
	}
	for range 1 + g.IntN(3) {
		r := strings.NewReplacer("$v_", v+"_", "$v", v, "$j", j, "$a", a, "$b", g.name("b"), "$c", g.name("c"))
		g.line("%s", r.Replace(pick(g, forms)))
		g.line("%s &= 1; h = mix(h, %s); h = mix(h, %s_);", j, v, v)
	}
	g.line("for (int q = 0; q < 4; q++) h = mix(h, %s[q]);", a)
	g.line("h = mix(h, %s);", j)
}

// mix adds an expression to the hash; the overloads of mix tell its type.
func (g *generator) mix() { g.line("h = mix(h, %s);", g.number(4).text) }

// reference draws references to variables.
func (g *generator) reference() {
	text, t, ok := g.target(anyType)
	if !ok {
		return
	}
	name := g.name("r")
	if g.chance(50) {
		g.line("%s &%s = %s;", t.name, name, text)
		g.line("%s = %s;", name, g.value(t, 2).text)
		return
	}
	g.line("bump(%s);", text)
}

// chain draws assignments to variables of several types.
func (g *generator) chain() {
	a, _, ok := g.target(isInteger)
	b, _, ok2 := g.target(isInteger)
	if !ok || !ok2 || a == b || strings.Contains(a, "[") || strings.Contains(b, "[") {
		return
	}
	g.line("%s = %s = %s;", a, b, g.integer(3).text)
}
