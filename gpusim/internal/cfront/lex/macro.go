package lex

// This file defines and expands macros.

import (
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/cfront/limit"
)

// macro is a #define.
type macro struct {
	name     string
	function bool
	variadic bool
	params   []string
	body     []Token
}

// preludeText defines what CUDA's and C's headers define as macros. The device is of
// compute capability 9.0 where the source asks. __GPUSIM__ lets a source have another text
// for the simulator, for instance where it uses asm.
const preludeText = `
#define __GPUSIM__ 1
#define __CUDACC__ 1
#define __NVCC__ 1
#define __CUDA_ARCH__ 900
#define __CUDACC_VER_MAJOR__ 13
#define CUDART_VERSION 13000
#define CUDA_VERSION 13000
#define __cplusplus 201703L
#define __linux__ 1
#define __linux 1
#define __unix__ 1
#define __x86_64__ 1
#define __LP64__ 1
#define __GNUC__ 13
#define __GNUC_MINOR__ 0
#define NULL nullptr
#define INFINITY __int_as_float(0x7f800000)
#define NAN __int_as_float(0x7fffffff)
#define HUGE_VALF INFINITY
#define HUGE_VAL __longlong_as_double(0x7ff0000000000000LL)
#define CUDART_INF_F INFINITY
#define CUDART_INF HUGE_VAL
#define CUDART_NAN_F NAN
#define CUDART_PI_F 3.141592654f
#define CUDART_PI 3.1415926535897931e+0
#define M_PI 3.14159265358979323846
#define M_PI_2 1.57079632679489661923
#define M_PI_4 0.78539816339744830962
#define M_1_PI 0.31830988618379067154
#define M_2_PI 0.63661977236758134308
#define M_E 2.7182818284590452354
#define M_LN2 0.69314718055994530942
#define M_SQRT2 1.41421356237309504880
#define M_SQRT1_2 0.70710678118654752440
#define FLT_MAX 3.402823466e+38f
#define FLT_MIN 1.175494351e-38f
#define FLT_EPSILON 1.192092896e-07f
#define DBL_MAX 1.7976931348623157e+308
#define DBL_MIN 2.2250738585072014e-308
#define DBL_EPSILON 2.2204460492503131e-16
#define CHAR_BIT 8
#define SCHAR_MIN (-128)
#define SCHAR_MAX 127
#define CHAR_MIN SCHAR_MIN
#define CHAR_MAX SCHAR_MAX
#define UCHAR_MAX 255
#define SHRT_MAX 32767
#define SHRT_MIN (-32768)
#define USHRT_MAX 65535
#define INT_MAX 2147483647
#define INT_MIN (-2147483647 - 1)
#define UINT_MAX 4294967295u
#define LONG_MAX 9223372036854775807L
#define LLONG_MAX 9223372036854775807LL
#define LLONG_MIN (-9223372036854775807LL - 1)
#define ULLONG_MAX 18446744073709551615ULL
#define INT32_MAX INT_MAX
#define INT32_MIN INT_MIN
#define UINT32_MAX UINT_MAX
#define SIZE_MAX ULLONG_MAX
#define INT64_MAX LONG_MAX
#define INT64_MIN LLONG_MIN
#define UINT64_MAX ULLONG_MAX
#define ULONG_MAX ULLONG_MAX
#define LONG_MIN LLONG_MIN
#define UINT8_MAX 255
#define UINT16_MAX 65535
#define INT16_MAX 32767
#define INT8_MAX 127
#define UINT32_C(x) x##u
#define INT64_C(x) x##L
#define UINT64_C(x) x##UL
#define MAXFLOAT FLT_MAX
#define M_SQRTPI 1.77245385090551602792981
#define M_2_SQRTPI 1.12837916709551257390
#define M_LN10 2.30258509299404568402
#define M_LOG2E 1.4426950408889634074
#define M_LOG10E 0.43429448190325182765
#define RAND_MAX 2147483647
`

var preludeTokens, _ = scan("prelude", preludeText)

func (p *preprocessor) prelude() { p.lines(preludeTokens) }

// define runs #define.
func (p *preprocessor) define(at Token, rest []Token) {
	if len(rest) == 0 || rest[0].Kind != Ident {
		p.fail(at.Pos, "write #define NAME value", "#define has no name")
		return
	}
	m := &macro{name: rest[0].Text, body: rest[1:]}
	if len(rest) > 1 && rest[1].Is("(") && !rest[1].Space {
		m.function = true
		end := slices.IndexFunc(rest, func(t Token) bool { return t.Is(")") })
		if end < 0 {
			p.fail(at.Pos, "close the list with )", "the parameters of macro %s have no end", m.name)
			return
		}
		for i, t := range rest[2:end] {
			switch {
			case t.Is("...") && len(m.params) > 0 && !rest[2:end][i-1].Is(","): // args...
				m.variadic = true
			case t.Is("..."):
				m.variadic = true
				m.params = append(m.params, "__VA_ARGS__")
			case t.Kind == Ident:
				m.params = append(m.params, t.Text)
			}
		}
		m.body = rest[end+1:]
	}
	p.macros[m.name] = m
}

// frame is tokens that are read; name is the macro that they come from.
type frame struct {
	tokens []Token
	name   string
}

// expander expands the macros in a list of tokens.
type expander struct {
	p      *preprocessor
	frames []frame
	out    []Token
	unroll []Token // Token.Unroll of the next token
}

// expand returns tokens with all macros expanded.
func (p *preprocessor) expand(tokens []Token) []Token {
	if len(tokens) == 0 {
		return nil
	}
	e := &expander{p: p, frames: []frame{{tokens: tokens}}}
	for {
		t, ok := e.next()
		if !ok || p.tooBig {
			return e.out
		}
		if len(e.out) > limit.Tokens {
			p.emit(e.out)
			return nil
		}
		if m := p.macros[t.Text]; t.Kind == Ident && m != nil && !t.spent {
			if t.spent = e.within(t.Text); !t.spent && e.call(m, t) {
				continue
			}
		}
		switch {
		case t.Kind != Ident:
		case t.Text == "__LINE__":
			t.Kind, t.Text = Number, strconv.Itoa(t.Pos.Line)
		case t.Text == "__FILE__":
			t.Kind, t.Text = String, strconv.Quote(filepath.Base(t.Pos.File))
		case t.Text == "_Pragma":
			e.pragma(e.inParens())
			continue
		}
		if e.unroll != nil {
			t.Unroll, e.unroll = e.unroll, nil
		}
		e.out = append(e.out, t)
	}
}

// next takes the next token.
func (e *expander) next() (Token, bool) {
	for len(e.frames) > 0 {
		f := &e.frames[len(e.frames)-1]
		if len(f.tokens) > 0 {
			t := f.tokens[0]
			f.tokens = f.tokens[1:]
			return t, true
		}
		e.frames = e.frames[:len(e.frames)-1]
	}
	return Token{}, false
}

// peek returns the next token without taking it.
func (e *expander) peek() (Token, bool) {
	for i := len(e.frames) - 1; i >= 0; i-- {
		if f := e.frames[i]; len(f.tokens) > 0 {
			return f.tokens[0], true
		}
	}
	return Token{}, false
}

// inParens takes what stands in parentheses.
func (e *expander) inParens() (inside []Token) {
	for depth := 0; ; {
		t, ok := e.peek()
		if !ok || depth == 0 && !t.Is("(") {
			return inside
		}
		e.next()
		switch {
		case t.Is("("):
			depth++
		case t.Is(")"):
			if depth--; depth == 0 {
				return inside
			}
		default:
			inside = append(inside, t)
		}
	}
}

// pragma runs _Pragma("unroll 4").
func (e *expander) pragma(quoted []Token) {
	if len(quoted) != 1 || quoted[0].Kind != String {
		return
	}
	rest, _ := scan(quoted[0].Pos.File, strings.Trim(quoted[0].Text, `"`))
	for i := range rest {
		rest[i].Pos = quoted[0].Pos
	}
	if len(rest) > 0 {
		if n := e.p.unrolling(rest); n != nil {
			e.unroll = n
		}
	}
}

// within reports whether the tokens being read come from a macro.
func (e *expander) within(name string) bool {
	return slices.ContainsFunc(e.frames, func(f frame) bool { return f.name == name })
}

// call replaces a use of a macro. A function-like macro without arguments is no use.
func (e *expander) call(m *macro, use Token) bool {
	var args [][]Token
	if m.function {
		if t, ok := e.peek(); !ok || !t.Is("(") {
			return false
		}
		var ok bool
		if args, ok = e.arguments(m, use); !ok {
			return true
		}
	}
	if len(e.frames) > limit.MacroDepth {
		e.p.fail(use.Pos, "write it with fewer macros", "macro %s stands inside too many others", m.name)
		e.p.tooBig = true
		return true
	}
	body := e.p.substitute(m, args, use.Pos)
	if len(body) > 0 {
		body[0].Space = use.Space
	}
	e.frames = append(e.frames, frame{body, m.name})
	return true
}

// arguments takes the arguments of a function-like macro.
func (e *expander) arguments(m *macro, use Token) (args [][]Token, ok bool) {
	e.next()
	var arg []Token
	for depth := 1; ; {
		t, more := e.next()
		if !more {
			e.p.fail(use.Pos, "close it with )", "the arguments of macro %s have no end", m.name)
			return nil, false
		}
		switch {
		case t.Is("("):
			depth++
		case t.Is(")"):
			depth--
		}
		if depth == 0 {
			break
		}
		if t.Is(",") && depth == 1 && !(m.variadic && len(args) == len(m.params)-1) {
			args = append(args, arg)
			arg = nil
			continue
		}
		arg = append(arg, t)
	}
	if args = append(args, arg); len(m.params) == 0 && len(arg) == 0 {
		args = nil
	}
	if m.variadic && len(args) == len(m.params)-1 {
		args = append(args, nil)
	}
	if len(args) != len(m.params) {
		e.p.fail(use.Pos, "give it as many", "macro %s has %s and %s", m.name, diag.Count(len(m.params), "parameters"), diag.Count(len(args), "arguments"))
		return nil, false
	}
	return args, true
}

// substitute returns the body of a macro with its arguments, at the place of its use.
func (p *preprocessor) substitute(m *macro, args [][]Token, at diag.Pos) []Token {
	var out []Token
	if p.depth++; p.depth > limit.Includes+limit.MacroDepth {
		p.fail(at, "write it with fewer macros", "macro %s stands inside too many others", m.name)
		p.tooBig = true
		return nil
	}
	defer func() { p.depth-- }()
	for i := 0; i < len(m.body); i++ {
		t := m.body[i]
		param := slices.Index(m.params, t.Text)
		pasted := i+1 < len(m.body) && m.body[i+1].Is("##") || i > 0 && m.body[i-1].Is("##")
		switch {
		case m.function && t.Is("#") && i+1 < len(m.body) && slices.Contains(m.params, m.body[i+1].Text):
			i++
			text := spell(args[slices.Index(m.params, m.body[i].Text)])
			out = append(out, p.bounded(Token{Kind: String, Text: strconv.Quote(text), Pos: at, Space: t.Space}))
		case t.Is("##"):
			continue
		case t.Is(",") && m.lastEmpty(i, args): // , ## __VA_ARGS__ without arguments
			continue
		case m.function && param >= 0 && t.Kind == Ident:
			arg := args[param]
			if !pasted {
				arg = p.expand(arg)
			}
			out = p.join(out, m, i, arg)
		default:
			t.Pos = at
			out = p.join(out, m, i, []Token{t})
		}
		if len(out) > limit.Tokens {
			p.emit(out)
			return nil
		}
	}
	if p.written += len(out); p.written > limit.MacroTokens && !p.tooBig {
		p.fail(at, "write it with fewer macros", "macros write more than %d tokens", limit.MacroTokens)
		p.tooBig = true
	}
	for i := range out {
		out[i].first = false
	}
	return out
}

// bounded refuses a token that # and ## have made too long.
func (p *preprocessor) bounded(t Token) Token {
	if len(t.Text) <= limit.TokenBytes {
		return t
	}
	if !p.tooBig {
		p.fail(t.Pos, "write it with fewer macros", "macros make a token of more than %d bytes", limit.TokenBytes)
	}
	p.tooBig = true
	t.Text = t.Text[:1]
	return t
}

// lastEmpty reports whether ## and the variable arguments follow item i of the body, and
// the call gives no such arguments.
func (m *macro) lastEmpty(i int, args [][]Token) bool {
	return m.variadic && i+2 < len(m.body) && m.body[i+1].Is("##") && m.body[i+2].Is(m.params[len(m.params)-1]) && len(args[len(args)-1]) == 0
}

// join appends tokens for item i of a macro's body. After ## the first of them becomes
// one token with the last before.
func (p *preprocessor) join(out []Token, m *macro, i int, tokens []Token) []Token {
	if i == 0 || !m.body[i-1].Is("##") || len(out) == 0 || len(tokens) == 0 {
		return append(out, slices.Clone(tokens)...)
	}
	last := out[len(out)-1]
	whole := p.bounded(Token{Text: last.Text + tokens[0].Text, Pos: last.Pos})
	joined, _ := scan("", whole.Text)
	for j := range joined {
		joined[j].Pos, joined[j].Space = last.Pos, last.Space && j == 0
	}
	return append(append(out[:len(out)-1], joined...), tokens[1:]...)
}

// truth evaluates the condition of #if.
func (p *preprocessor) truth(at Token, rest []Token) bool {
	var line []Token
	for i := 0; i < len(rest); i++ {
		if rest[i].Is("__has_include") { // of what is read, only the file knows
			i += 1 + slices.IndexFunc(rest[i+1:], func(t Token) bool { return t.Is(")") })
			line = append(line, p.flag(Token{}))
			continue
		}
		if rest[i].Is("defined") && i+1 < len(rest) {
			i++
			if rest[i].Is("(") && i+1 < len(rest) {
				i++
				line = append(line, p.flag(rest[i]))
				i++
				continue
			}
			line = append(line, p.flag(rest[i]))
			continue
		}
		line = append(line, rest[i])
	}
	c := &conditionParser{p: p, at: at, tokens: p.expand(line)}
	v := c.binary(0)
	if c.i < len(c.tokens) && !c.failed {
		c.fail()
	}
	return v != 0
}

// flag returns 1 for a macro that is defined, otherwise 0.
func (p *preprocessor) flag(name Token) Token {
	text := "0"
	if p.macros[name.Text] != nil {
		text = "1"
	}
	return Token{Kind: Number, Text: text, Pos: name.Pos, Space: true}
}

// conditionParser computes the integer expression of an #if.
type conditionParser struct {
	p      *preprocessor
	at     Token
	tokens []Token
	i      int
	depth  int
	failed bool
}

func (c *conditionParser) fail() {
	if !c.failed {
		c.p.fail(c.at.Pos, "use integers, defined(NAME) and operators", "the condition of #%s cannot be computed: %s", c.at.Text, spell(c.tokens))
	}
	c.failed = true
}

func (c *conditionParser) take() Token {
	if c.i >= len(c.tokens) {
		return Token{}
	}
	c.i++
	return c.tokens[c.i-1]
}

var conditionLevels = []string{"||", "&&", "|", "^", "&", "== !=", "< > <= >=", "<< >>", "+ -", "* / %"}

// binary computes operators of a level and above.
func (c *conditionParser) binary(level int) int64 {
	if level == len(conditionLevels) {
		return c.unary()
	}
	x := c.binary(level + 1)
	for c.i < len(c.tokens) && c.tokens[c.i].Kind == Punct && slices.Contains(strings.Fields(conditionLevels[level]), c.tokens[c.i].Text) {
		op := c.take().Text
		x = c.compute(op, x, c.binary(level+1))
	}
	if level == 0 && c.i < len(c.tokens) && c.tokens[c.i].Is("?") {
		c.take()
		a := c.binary(0)
		c.take()
		if b := c.binary(0); x == 0 {
			return b
		}
		return a
	}
	return x
}

func (c *conditionParser) unary() int64 {
	if c.depth++; c.depth > limit.MacroDepth {
		c.fail()
		return 0
	}
	defer func() { c.depth-- }()
	switch t := c.take(); {
	case t.Is("!"):
		return truthOf(c.unary() == 0)
	case t.Is("-"):
		return -c.unary()
	case t.Is("+"):
		return c.unary()
	case t.Is("~"):
		return ^c.unary()
	case t.Is("("):
		v := c.binary(0)
		if !c.take().Is(")") {
			c.fail()
		}
		return v
	case t.Kind == Ident:
		return truthOf(t.Text == "true")
	case t.Kind == Number:
		n, err := strconv.ParseUint(strings.ReplaceAll(strings.TrimRight(t.Text, "uUlL"), "'", ""), 0, 64)
		if err == nil {
			return int64(n)
		}
	case t.Kind == Char && len(t.Text) == len("'a'"):
		return int64(t.Text[1])
	}
	c.fail()
	return 0
}

func truthOf(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

func (c *conditionParser) compute(op string, x, y int64) int64 {
	switch op {
	case "||":
		return truthOf(x != 0 || y != 0)
	case "&&":
		return truthOf(x != 0 && y != 0)
	case "|":
		return x | y
	case "^":
		return x ^ y
	case "&":
		return x & y
	case "==":
		return truthOf(x == y)
	case "!=":
		return truthOf(x != y)
	case "<":
		return truthOf(x < y)
	case ">":
		return truthOf(x > y)
	case "<=":
		return truthOf(x <= y)
	case ">=":
		return truthOf(x >= y)
	case "<<":
		return x << (uint64(y) & 63)
	case ">>":
		return x >> (uint64(y) & 63)
	case "+":
		return x + y
	case "-":
		return x - y
	case "*":
		return x * y
	}
	if y == 0 {
		c.fail()
		return 0
	}
	if op == "/" {
		return x / y
	}
	return x % y
}
