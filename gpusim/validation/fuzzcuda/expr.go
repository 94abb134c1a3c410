package fuzzcuda

// This file draws expressions.

import (
	"fmt"
	"slices"
	"strings"
)

// expr is the text of an expression and its type.
type expr struct {
	text string
	t    *typ
}

// rule draws an expression whose operands have a depth.
type rule struct {
	weight int
	draw   func(g *generator, depth int) expr
}

var integerRules, floatRules []rule

func init() { // the rules refer to themselves
	integerRules = []rule{
		{24, (*generator).sum}, {10, (*generator).quotient}, {10, (*generator).shift}, {12, (*generator).comparison}, {8, (*generator).logical},
		{8, (*generator).choice}, {8, (*generator).unary}, {10, (*generator).cast}, {3, (*generator).size}, {4, (*generator).rounded},
		{8, (*generator).callInteger}, {6, (*generator).device}, {4, (*generator).comma},
	}
	floatRules = []rule{
		{24, (*generator).floatSum}, {8, (*generator).floatProduct}, {6, (*generator).floatQuotient}, {10, (*generator).floatCast},
		{8, (*generator).floatChoice}, {6, (*generator).floatNegative}, {6, (*generator).floatDevice},
	}
}

func (g *generator) by(rules []rule, depth int) expr {
	sum := 0
	for _, r := range rules {
		sum += r.weight
	}
	n := g.IntN(sum)
	for _, r := range rules {
		if n -= r.weight; n < 0 {
			return r.draw(g, depth-1)
		}
	}
	panic("BUG: no rule")
}

// integer draws an expression of an integer type.
func (g *generator) integer(depth int) expr {
	if depth <= 0 || g.chance(15) {
		return g.integerLeaf()
	}
	return g.by(integerRules, depth)
}

// float draws an expression of a float type.
func (g *generator) float(depth int) expr {
	if depth <= 0 || g.chance(15) {
		return g.floatLeaf()
	}
	return g.by(floatRules, depth)
}

// number draws an expression of any type of numbers.
func (g *generator) number(depth int) expr {
	if g.chance(25) && !g.quiet {
		return g.float(depth)
	}
	return g.integer(depth)
}

func (g *generator) integerLeaf() expr {
	if list := g.readable(func(t *typ) bool { return !t.float }); len(list) > 0 && g.chance(60) {
		return g.read(pick(g, list))
	}
	return g.literal()
}

func (g *generator) floatLeaf() expr {
	if list := g.readable(func(t *typ) bool { return t.float }); len(list) > 0 && g.chance(65) {
		return g.read(pick(g, list))
	}
	return pick(g, []expr{{"1.5f", single}, {"(-0.25f)", single}, {"1e3f", single}, {".5", double}, {"3.", double}, {"2.125", double}, {"100.f", single}, {"0x1p-3", double}, {"1e-3", double}})
}

// readable returns the variables that an expression may read.
func (g *generator) readable(fits func(*typ) bool) []variable {
	if g.quiet {
		return g.constantsThat(fits)
	}
	return append(g.visible(func(v variable) bool { return fits(v.t) }), g.constantsThat(fits)...)
}

func (g *generator) constantsThat(fits func(*typ) bool) (list []variable) {
	for _, v := range g.constants {
		if fits(v.t) {
			list = append(list, v)
		}
	}
	return list
}

// read returns the value of a variable, or of an element of an array.
func (g *generator) read(v variable) expr {
	if v.length > 0 {
		return expr{fmt.Sprintf("%s[%s & %d]", v.name, g.position(), v.length-1), v.t}
	}
	return expr{v.name, v.t}
}

// position draws an index of an array: a variable or a literal.
func (g *generator) position() string {
	list := g.readable(func(t *typ) bool { return !t.float })
	list = slices.DeleteFunc(list, func(v variable) bool { return v.length > 0 })
	if len(list) == 0 || g.chance(20) {
		return g.literal().text
	}
	return pick(g, list).name
}

// characters are literals of type char.
var characters = []string{`'a'`, `'\n'`, `'\0'`, `'\x41'`, `'\377'`, `'\x80'`, `'\\'`, `'\''`, `'0'`, `'"'`}

func (g *generator) literal() expr {
	switch g.IntN(6) {
	case 0:
		return expr{pick(g, []string{"true", "false"}), boolean}
	case 1:
		return expr{pick(g, characters), integers[1]}
	}
	suffix := pick(g, []string{"", "", "", "u", "l", "ul", "ll", "ull", "U", "LL"})
	n := g.Uint64() >> g.IntN(64)
	form := pick(g, []string{"%d", "%d", "0x%x", "0%o"})
	if n>>63 != 0 && !strings.ContainsAny(suffix, "uU") && form == "%d" {
		n >>= 1
	}
	return expr{fmt.Sprintf(form, n) + suffix, literalType(n, strings.ToLower(suffix), form == "%d")}
}

// literalType returns the first type of the suffix's list that holds n.
func literalType(n uint64, suffix string, decimal bool) *typ {
	rank := map[string]int{"": 3, "u": 3, "l": 4, "ul": 4, "ll": 5, "ull": 5}[suffix]
	for _, t := range integers {
		bits := t.bits
		if t.signed {
			bits--
		}
		if t.rank < rank || n>>1>>(bits-1) != 0 || strings.Contains(suffix, "u") && t.signed || !strings.Contains(suffix, "u") && decimal && !t.signed {
			continue
		}
		return t
	}
	panic("BUG: no type holds the literal")
}

func (g *generator) two(op string, x, y expr) expr {
	return expr{fmt.Sprintf("(%s %s %s)", x.text, op, y.text), common(x.t, y.t)}
}

func (g *generator) sum(depth int) expr {
	ops := []string{"&", "|", "^", "+", "-", "*"}
	if g.quiet { // a constant may not overflow, -fwrapv or not
		ops = ops[:3]
	}
	return g.two(pick(g, ops), g.integer(depth), g.integer(depth))
}

// divisor draws a positive integer.
func (g *generator) divisor(depth int) string {
	return fmt.Sprintf("((%s & 1023) + 3)", g.integer(depth).text)
}

func (g *generator) quotient(depth int) expr {
	x, y := g.integer(depth), g.integer(depth)
	text := fmt.Sprintf("(%s %s ((%s & 1023) + 3))", x.text, pick(g, []string{"/", "%"}), y.text)
	return expr{text, common(x.t, common(y.t, integer))}
}

func (g *generator) shift(depth int) expr {
	x, ops := g.integer(depth), []string{">>", "<<"}
	if g.quiet {
		ops = ops[:1]
	}
	return expr{fmt.Sprintf("(%s %s (%s & %d))", x.text, pick(g, ops), g.integer(depth).text, promoted(x.t).bits-1), promoted(x.t)}
}

func (g *generator) comparison(depth int) expr {
	return expr{fmt.Sprintf("(%s %s %s)", g.number(depth).text, pick(g, []string{"<", "<=", ">", ">=", "==", "!="}), g.number(depth).text), boolean}
}

func (g *generator) logical(depth int) expr {
	if g.chance(25) {
		return expr{"(!" + g.number(depth).text + ")", boolean}
	}
	return expr{fmt.Sprintf("(%s %s %s)", g.number(depth).text, pick(g, []string{"&&", "||"}), g.number(depth).text), boolean}
}

// joined returns the type of c ? x : y.
func joined(x, y *typ) *typ {
	if x == y {
		return x
	}
	return common(x, y)
}

func (g *generator) choice(depth int) expr {
	x, y := g.integer(depth), g.integer(depth)
	return expr{fmt.Sprintf("(%s ? %s : %s)", g.number(depth).text, x.text, y.text), joined(x.t, y.t)}
}

func (g *generator) unary(depth int) expr {
	x := g.integer(depth)
	ops := []string{"~", "+", "-"}
	if g.quiet {
		ops = ops[:2]
	}
	return expr{"(" + pick(g, ops) + x.text + ")", promoted(x.t)}
}

func (g *generator) cast(depth int) expr {
	t := pick(g, integers)
	form := pick(g, []string{"(%s)%s", "static_cast<%s>(%s)"})
	if !strings.Contains(t.name, " ") && g.chance(30) {
		form = "%s(%s)"
	}
	return expr{fmt.Sprintf(form, t.name, "("+g.integer(depth).text+")"), t}
}

func (g *generator) size(depth int) expr {
	if g.chance(50) {
		return expr{"sizeof(" + pick(g, numbers).name + ")", ulong}
	}
	return expr{"sizeof(" + g.number(depth).text + ")", ulong}
}

// rounded converts a float to an integer. Small floats fit into all types.
func (g *generator) rounded(depth int) expr {
	t := pick(g, integers)
	if g.quiet {
		return g.integerLeaf()
	}
	return expr{fmt.Sprintf("(%s)small(%s)", t.name, g.float(depth).text), t}
}

func (g *generator) comma(depth int) expr {
	y := g.integer(depth)
	return expr{fmt.Sprintf("((void)%s, %s)", g.number(depth).text, y.text), y.t}
}

// deviceFunctions are functions of CUDA on integers, with their result and parameters.
var deviceFunctions = []function{
	{"__mul24", []*typ{integer, integer}, integer, "", nil}, {"__umul24", []*typ{uinteger, uinteger}, uinteger, "", nil}, {"__mulhi", []*typ{integer, integer}, integer, "", nil},
	{"__umulhi", []*typ{uinteger, uinteger}, uinteger, "", nil}, {"__popc", []*typ{uinteger}, integer, "", nil}, {"__clz", []*typ{integer}, integer, "", nil}, {"__ffs", []*typ{integer}, integer, "", nil},
	{"__brev", []*typ{uinteger}, uinteger, "", nil}, {"__popcll", []*typ{ulonglong}, integer, "", nil}, {"abs", []*typ{integer}, integer, "", nil}, {"min", []*typ{integer, integer}, integer, "", nil},
	{"max", []*typ{uinteger, uinteger}, uinteger, "", nil}, {"min", []*typ{ulonglong, ulonglong}, ulonglong, "", nil}, {"__umul64hi", []*typ{ulonglong, ulonglong}, ulonglong, "", nil},
	{"__funnelshift_l", []*typ{uinteger, uinteger, uinteger}, uinteger, "", nil}, {"__byte_perm", []*typ{uinteger, uinteger, uinteger}, uinteger, "", nil},
}

func (g *generator) device(depth int) expr {
	if g.quiet {
		return g.integerLeaf()
	}
	f := pick(g, deviceFunctions)
	var args []string
	for _, t := range f.params {
		args = append(args, fmt.Sprintf("(%s)%s", t.name, "("+g.integer(depth).text+")"))
	}
	return expr{fmt.Sprintf("%s(%s)", f.name, strings.Join(args, ", ")), f.result}
}

// argument draws an argument for a parameter. Only small floats become integers.
func (g *generator) argument(depth int, to *typ) string {
	switch {
	case to.float:
		return g.number(depth).text
	}
	return g.integer(depth).text
}

// callInteger calls a helper of the program.
func (g *generator) callInteger(depth int) expr {
	if g.quiet || len(g.functions)+len(g.templates) == 0 {
		return g.integerLeaf()
	}
	if e, ok := g.call(depth); ok && !e.t.float {
		return e
	}
	return g.integerLeaf()
}

// call calls a helper; ok is false where the call would be ambiguous.
func (g *generator) call(depth int) (e expr, ok bool) {
	if len(g.templates) > 0 && (len(g.functions) == 0 || g.chance(40)) {
		return g.callTemplate(depth), true
	}
	f := pick(g, g.functions)
	var set []function
	for _, x := range g.functions {
		if x.name == f.name {
			set = append(set, x)
		}
	}
	if len(set) > 1 {
		x := g.integer(depth)
		if g.chance(25) {
			x = g.float(depth)
		}
		best := overload(set, x.t)
		if best == nil || x.t.float && !best.params[0].float {
			return e, false
		}
		return expr{fmt.Sprintf("%s(%s)", best.name, best.passed(0, x)), best.result}, true
	}
	var args []string
	for i, t := range f.params {
		args = append(args, f.passed(i, expr{g.argument(depth, t), t}))
	}
	return expr{fmt.Sprintf("%s(%s)", f.name, strings.Join(args, ", ")), f.result}, true
}

// passed writes an argument. A reference gets a value: nvcc lets none refer to a constant of
// the file.
func (f function) passed(i int, x expr) string {
	if i < len(f.refs) && f.refs[i] {
		return fmt.Sprintf("(%s)(%s)", x.t.name, x.text)
	}
	return x.text
}

// callTemplate calls a template. Its result has the type of its first argument.
func (g *generator) callTemplate(depth int) expr {
	f := pick(g, g.templates)
	x := g.integer(depth)
	if f.value == "" && g.chance(40) {
		t := pick(g, integers)
		return expr{fmt.Sprintf("%s<%s>(%s)", f.name, t.name, x.text), t}
	}
	return expr{fmt.Sprintf("%s%s(%s)", f.name, f.value, x.text), x.t}
}

func (g *generator) floatSum(depth int) expr {
	x, y := g.float(depth), g.number(depth)
	if g.chance(30) {
		x, y = y, x
	}
	return g.two(pick(g, []string{"+", "-"}), x, y)
}

func (g *generator) floatProduct(depth int) expr {
	x, y := g.float(depth), g.float(depth)
	if common(x.t, y.t) == single {
		return expr{fmt.Sprintf("__fmul_rn(%s, %s)", x.text, y.text), single}
	}
	return expr{fmt.Sprintf("__dmul_rn(%s, %s)", x.text, y.text), double}
}

func (g *generator) floatQuotient(depth int) expr { return g.two("/", g.float(depth), g.number(depth)) }

func (g *generator) floatCast(depth int) expr {
	t := pick(g, floats)
	return expr{fmt.Sprintf(pick(g, []string{"(%s)(%s)", "%s(%s)", "static_cast<%s>(%s)"}), t.name, g.number(depth).text), t}
}

func (g *generator) floatChoice(depth int) expr {
	x, y := g.float(depth), g.number(depth)
	return expr{fmt.Sprintf("(%s ? %s : %s)", g.number(depth).text, x.text, y.text), joined(x.t, y.t)}
}

func (g *generator) floatNegative(depth int) expr {
	x := g.float(depth)
	return expr{"(-" + x.text + ")", x.t}
}

func (g *generator) floatDevice(depth int) expr {
	f := pick(g, []string{"fabsf", "floorf", "ceilf", "truncf", "rintf"})
	if g.chance(30) {
		return expr{fmt.Sprintf("%s(%s, %s)", pick(g, []string{"fminf", "fmaxf"}), g.float(depth).text, g.number(depth).text), single}
	}
	return expr{fmt.Sprintf("%s(%s)", f, g.number(depth).text), single}
}
