package lex

// This file computes the conditions of #if.

import (
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"gpucourse/gpusim/internal/limit"
)

// number is a value in a condition: of intmax_t, or of uintmax_t.
type number struct {
	bits     uint64
	unsigned bool
}

// truth evaluates the condition of #if.
func (p *preprocessor) truth(at Token, rest []Token) bool {
	line, ok := p.replaceTests(at, rest)
	if !ok {
		return false
	}
	c := &evaluator{p: p, at: at, tokens: withOperators(p.expand(line))}
	v := c.choice(true)
	if c.i < len(c.tokens) {
		c.fail()
	}
	return v.bits != 0 && !c.failed
}

// replaceTests replaces defined(NAME) and __has_include(<file>) by 1 or 0. Macros are not
// expanded in them.
func (p *preprocessor) replaceTests(at Token, rest []Token) (line []Token, ok bool) {
	for i := 0; i < len(rest); i++ {
		switch t := rest[i]; {
		case t.Is("__has_include"):
			end := i + slices.IndexFunc(rest[i:], func(t Token) bool { return t.Is(")") })
			if end <= i+1 {
				p.fail(at.Pos, "write __has_include(<file>)", "__has_include names no file")
				return nil, false
			}
			file, system := p.headerOf(rest[i+2 : end])
			found, sure := p.has(at.Pos.File, file, system)
			if !sure {
				p.fail(at.Pos, "decide it with a macro of your own", "whether the compiler has the header %s is not known here", file)
				return nil, false
			}
			line = append(line, truthToken(found, t))
			i = end
		case t.Is("defined"):
			name, length := definedName(rest[i+1:])
			if length == 0 {
				p.fail(at.Pos, "write defined(NAME)", "defined names no macro")
				return nil, false
			}
			line = append(line, truthToken(p.isDefined(name), t))
			i += length
		default:
			line = append(line, t)
		}
	}
	return line, true
}

// definedName returns what stands behind defined, and its length in tokens.
func definedName(rest []Token) (name Token, length int) {
	switch {
	case len(rest) > 0 && rest[0].Kind == Ident:
		return rest[0], 1
	case len(rest) > 2 && rest[0].Is("(") && rest[1].Kind == Ident && rest[2].Is(")"):
		return rest[1], 3
	}
	return Token{}, 0
}

// compilerName matches names that compilers define by themselves, and that differ between
// them. What they say of this compiler is not known.
var compilerName = regexp.MustCompile(`^__(SIZEOF_\w+|\w+_(MAX|MIN|WIDTH|TYPE|C)__|CHAR_BIT__|ORDER_\w+__|(BYTE|FLOAT_WORD)_ORDER__|cpp_\w+|G(CC|XX)_\w+|U?INT\w+|(FLT|DBL|LDBL|DEC)\w+__|STDC\w*|COUNTER__|OPTIMIZE__|VERSION__|has_\w+)$`)

// isDefined reports whether a name is a macro.
func (p *preprocessor) isDefined(name Token) bool {
	if p.macros[name.Text] != nil || name.Text == "__has_include" || name.Text == "__LINE__" || name.Text == "__FILE__" {
		return true
	}
	p.refuseCompilerName(name)
	return false
}

// refuseCompilerName refuses the name of a macro of compilers that is not defined here.
func (p *preprocessor) refuseCompilerName(name Token) {
	if compilerName.MatchString(name.Text) {
		p.fail(name.Pos, "decide it with a macro of your own", "the macro %s of compilers is not known here", name.Text)
	}
}

func truthToken(b bool, at Token) Token {
	text := "0"
	if b {
		text = "1"
	}
	return Token{Kind: Number, Text: text, Pos: at.Pos, Space: true}
}

// evaluator computes the integer expression of an #if. An operand that && || ?: leave out
// is read, and its type counts, but it is not evaluated.
type evaluator struct {
	p      *preprocessor
	at     Token
	tokens []Token
	i      int
	depth  int
	failed bool
}

func (c *evaluator) fail() {
	c.stop("use integers, defined(NAME) and operators", "")
}

// stop reports why the condition has no value.
func (c *evaluator) stop(hint, why string) number {
	if !c.failed {
		if why != "" {
			why = ", because " + why
		}
		c.p.fail(c.at.Pos, hint, "the condition of #%s cannot be computed%s: %s", c.at.Text, why, Shortened(spell(c.tokens)))
	}
	c.failed = true
	return number{}
}

// Shortened returns a text as a message quotes it.
func Shortened(text string) string {
	if len(text) <= limit.QuotedBytes {
		return text
	}
	return strings.ToValidUTF8(text[:limit.QuotedBytes], "") + "…"
}

func (c *evaluator) take() Token {
	if c.i >= len(c.tokens) {
		return Token{}
	}
	c.i++
	return c.tokens[c.i-1]
}

// takes takes the next token if it is the punctuator text.
func (c *evaluator) takes(text string) bool {
	if c.i < len(c.tokens) && c.tokens[c.i].Kind == Punct && c.tokens[c.i].Text == text {
		c.i++
		return true
	}
	return false
}

// enter counts an expression inside others.
func (c *evaluator) enter() bool {
	if c.depth++; c.depth > limit.MacroDepth {
		c.fail()
	}
	return !c.failed
}

// choice reads an expression with ?: in it. Unless evaluated, it has only a type.
func (c *evaluator) choice(evaluated bool) number {
	defer func() { c.depth-- }()
	if !c.enter() {
		return number{}
	}
	x := c.binary(0, evaluated)
	if !c.takes("?") {
		return x
	}
	a := c.choice(evaluated && x.bits != 0)
	if !c.takes(":") {
		c.fail()
		return number{}
	}
	b := c.choice(evaluated && x.bits == 0)
	if x.bits == 0 {
		a.bits = b.bits
	}
	return number{a.bits, a.unsigned || b.unsigned}
}

// conditionLevels are the binary operators, the loosest first.
var conditionLevels = [][]string{{"||"}, {"&&"}, {"|"}, {"^"}, {"&"}, {"==", "!="}, {"<", ">", "<=", ">="}, {"<<", ">>"}, {"+", "-"}, {"*", "/", "%"}}

// binary reads operators of a level and above.
func (c *evaluator) binary(level int, evaluated bool) number {
	if level == len(conditionLevels) {
		return c.unary(evaluated)
	}
	x := c.binary(level+1, evaluated)
	for !c.failed && c.i < len(c.tokens) && c.tokens[c.i].Kind == Punct && slices.Contains(conditionLevels[level], c.tokens[c.i].Text) {
		op := c.take().Text
		needed := evaluated && !(op == "||" && x.bits != 0) && !(op == "&&" && x.bits == 0)
		y := c.binary(level+1, needed)
		x = c.compute(op, x, y, needed)
	}
	return x
}

func (c *evaluator) unary(evaluated bool) number {
	defer func() { c.depth-- }()
	if !c.enter() {
		return number{}
	}
	switch t := c.take(); {
	case t.Is("!"):
		return truthOf(c.unary(evaluated).bits == 0)
	case t.Is("-"):
		x := c.unary(evaluated)
		return number{-x.bits, x.unsigned}
	case t.Is("+"):
		return c.unary(evaluated)
	case t.Is("~"):
		x := c.unary(evaluated)
		return number{^x.bits, x.unsigned}
	case t.Is("("):
		v := c.choice(evaluated)
		if !c.takes(")") {
			c.fail()
		}
		return v
	case t.Kind == Ident:
		c.p.refuseCompilerName(t)
		return truthOf(t.Text == "true")
	case t.Kind == Number:
		if n, suffix, ok := Integer(t.Text); ok {
			return number{n, strings.Contains(suffix, "u") || n > math.MaxInt64}
		}
	case t.Kind == Char:
		if n, ok := Character(t.Text); ok {
			return number{uint64(int64(int8(n))), false}
		}
	}
	c.fail()
	return number{}
}

func truthOf(b bool) number {
	if b {
		return number{bits: 1}
	}
	return number{}
}

// compute returns x op y. Where one operand is unsigned, the other becomes unsigned too.
func (c *evaluator) compute(op string, x, y number, evaluated bool) number {
	unsigned := x.unsigned || y.unsigned
	less := int64(x.bits) < int64(y.bits)
	if unsigned {
		less = x.bits < y.bits
	}
	equal := x.bits == y.bits
	switch op {
	case "||":
		return truthOf(x.bits != 0 || y.bits != 0)
	case "&&":
		return truthOf(x.bits != 0 && y.bits != 0)
	case "==":
		return truthOf(equal)
	case "!=":
		return truthOf(!equal)
	case "<":
		return truthOf(less)
	case ">":
		return truthOf(!less && !equal)
	case "<=":
		return truthOf(less || equal)
	case ">=":
		return truthOf(!less)
	case "<<", ">>":
		return c.shift(op, x, y, evaluated)
	case "/", "%":
		return c.divide(op, x, y, evaluated)
	}
	return number{bitwise(op, x.bits, y.bits), unsigned}
}

// bitwise computes the operators that have the same bits with and without sign.
func bitwise(op string, x, y uint64) uint64 {
	switch op {
	case "|":
		return x | y
	case "^":
		return x ^ y
	case "&":
		return x & y
	case "+":
		return x + y
	case "-":
		return x - y
	}
	return x * y
}

// shift computes x << y and x >> y, which have the type of x.
func (c *evaluator) shift(op string, x, y number, evaluated bool) number {
	const width = 64
	switch {
	case !evaluated:
		return number{0, x.unsigned}
	case y.bits >= width:
		return c.stop("shift by 0 to 63 bits", "a number of 64 bits is shifted by "+y.String())
	case op == "<<":
		return number{x.bits << y.bits, x.unsigned}
	case x.unsigned:
		return number{x.bits >> y.bits, true}
	}
	return number{uint64(int64(x.bits) >> y.bits), false}
}

func (c *evaluator) divide(op string, x, y number, evaluated bool) number {
	unsigned := x.unsigned || y.unsigned
	switch {
	case !evaluated:
		return number{0, unsigned}
	case y.bits == 0:
		return c.stop("divide by another number", "it divides by 0")
	case unsigned && op == "/":
		return number{x.bits / y.bits, true}
	case unsigned:
		return number{x.bits % y.bits, true}
	case op == "/":
		return number{uint64(int64(x.bits) / int64(y.bits)), false}
	}
	return number{uint64(int64(x.bits) % int64(y.bits)), false}
}

func (n number) String() string {
	if n.unsigned {
		return strconv.FormatUint(n.bits, 10)
	}
	return strconv.FormatInt(int64(n.bits), 10)
}
