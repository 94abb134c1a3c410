package lex

// This file defines and expands macros.

import (
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/limit"
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
	if len(rest) > 1 && rest[1].Is("(") && !rest[1].Space && !p.parameters(m, at, rest[2:]) {
		return
	}
	if n := len(m.body); n > 0 && (m.body[0].Is("##") || m.body[n-1].Is("##")) {
		p.fail(at.Pos, "write a name on both sides of it", "macro %s begins or ends with ##", m.name)
		return
	}
	p.macros[m.name] = m
}

// parameters reads the parameters of a function-like macro, and its body behind them.
func (p *preprocessor) parameters(m *macro, at Token, rest []Token) bool {
	m.function = true
	end := slices.IndexFunc(rest, func(t Token) bool { return t.Is(")") })
	if end < 0 {
		p.fail(at.Pos, "close the list with )", "the parameters of macro %s have no end", m.name)
		return false
	}
	list := rest[:end]
	m.body = rest[end+1:]
	for len(list) > 0 && !m.variadic {
		name := list[0]
		if name.Is("...") {
			name = Token{Kind: Ident, Text: "__VA_ARGS__"}
			m.variadic = true
		}
		if list = list[1:]; len(list) > 0 && list[0].Is("...") { // args...
			m.variadic = true
			list = list[1:]
		}
		if name.Kind != Ident || slices.Contains(m.params, name.Text) || len(list) > 0 && (!list[0].Is(",") || len(list) == 1) {
			break
		}
		if m.params = append(m.params, name.Text); len(m.params) > limit.MacroParameters {
			p.fail(at.Pos, "pass fewer arguments", "macro %s has more than %d parameters", m.name, limit.MacroParameters)
			return false
		}
		list = list[min(1, len(list)):]
		if len(list) == 0 {
			return true
		}
	}
	if end > 0 {
		p.fail(at.Pos, "write different names with commas between them, ... as the last", "the parameters of macro %s are no list of names: %s", m.name, spell(rest[:end]))
	}
	return end == 0
}

// frame is tokens that are read; name is the macro that they come from.
type frame struct {
	tokens []Token
	name   string
}

// expander expands the macros in a list of tokens.
type expander struct {
	p      *preprocessor
	outer  *expander // of the call whose argument is expanded
	frames []frame
	out    []Token
	unroll []Token // Token.Unroll of the next token
}

// expand returns tokens with all macros expanded.
func (p *preprocessor) expand(tokens []Token) []Token {
	return (&expander{p: p}).expand(tokens)
}

// expand returns tokens with all macros expanded but those that e is inside of.
func (e *expander) expand(tokens []Token) []Token {
	if len(tokens) == 0 {
		return nil
	}
	e.frames = []frame{{tokens: tokens}}
	p := e.p
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
	return slices.ContainsFunc(e.frames, func(f frame) bool { return f.name == name }) || e.outer != nil && e.outer.within(name)
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
	body := e.substitute(m, args, use.Pos)
	if len(body) > 0 {
		body[0].Space = use.Space
	}
	e.frames = append(e.frames, frame{body, m.name})
	return true
}

// arguments takes the arguments of a function-like macro. Variable arguments that are left
// out are nil.
func (e *expander) arguments(m *macro, use Token) (args [][]Token, ok bool) {
	e.next()
	arg := []Token{}
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
			arg = []Token{}
			continue
		}
		arg = append(arg, t)
	}
	if args = append(args, arg); len(m.params) == 0 && len(arg) == 0 {
		args = nil
	}
	switch last := len(m.params) - 1; {
	case m.variadic && len(args) == last:
		args = append(args, nil)
	case m.variadic && last == 0 && len(args[0]) == 0:
		args[0] = nil
	}
	if len(args) != len(m.params) {
		e.p.fail(use.Pos, "give it as many", "macro %s has %s and %s", m.name, diag.Count(len(m.params), "parameters"), diag.Count(len(args), "arguments"))
		return nil, false
	}
	return args, true
}

// substitute returns the body of a macro with its arguments, at the place of its use.
func (e *expander) substitute(m *macro, args [][]Token, at diag.Pos) []Token {
	p := e.p
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
		first := i // of the body's tokens that the next ones stand for
		item := []Token{t}
		item[0].Pos = at
		switch {
		case m.function && t.Is("#"):
			i++
			if param = -1; i < len(m.body) {
				param = slices.Index(m.params, m.body[i].Text)
			}
			if param < 0 {
				p.fail(at, "write # before a parameter", "in macro %s, # stands before no parameter", m.name)
				return nil
			}
			item[0] = p.bounded(Token{Kind: String, Text: quote(args[param]), Pos: at, Space: t.Space})
		case t.Is("##"):
			continue
		case t.Is(",") && m.lastEmpty(i, args): // , ## __VA_ARGS__ without arguments
			i += 2
			continue
		case t.Is(",") && m.commaBeforeLast(i): // , ## __VA_ARGS__ with some: the comma stays
			item = append(item, args[len(args)-1]...)
			i += 2
		case m.function && param >= 0 && t.Kind == Ident:
			if item = args[param]; !pasted {
				item = (&expander{p: p, outer: e}).expand(item)
			}
			item = spaced(item, t.Space)
		}
		out = p.join(out, m, first, i, item)
		if len(out) > limit.Tokens {
			p.emit(out)
			return nil
		}
	}
	out = slices.DeleteFunc(out, func(t Token) bool { return t.Kind == EOF })
	if p.written += len(out); p.written > limit.MacroTokens && !p.tooBig {
		p.failLarge(at, "write it with fewer macros", "macros write more than %d tokens", limit.MacroTokens)
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
		p.failLarge(t.Pos, "write it with fewer macros", "macros make a token of more than %d bytes", limit.TokenBytes)
	}
	p.tooBig = true
	t.Text = t.Text[:1]
	return t
}

// commaBeforeLast reports whether ## and the variable arguments follow a comma, item i of the
// body.
func (m *macro) commaBeforeLast(i int) bool {
	return m.variadic && i+2 < len(m.body) && m.body[i+1].Is("##") && m.body[i+2].Is(m.params[len(m.params)-1])
}

// lastEmpty reports commaBeforeLast of a call that leaves such arguments out.
func (m *macro) lastEmpty(i int, args [][]Token) bool {
	return m.commaBeforeLast(i) && args[len(args)-1] == nil
}

// spaced returns a copy of the tokens of an argument, which has the space of its parameter.
func spaced(tokens []Token, space bool) []Token {
	tokens = slices.Clone(tokens)
	if len(tokens) > 0 {
		tokens[0].Space = space
	}
	return tokens
}

// quote returns tokens as a text, for #.
func quote(tokens []Token) string {
	tokens = slices.Clone(tokens)
	for i := range tokens {
		if t := &tokens[i]; t.Kind == String || t.Kind == Char {
			t.Text = escapeQuotes.Replace(t.Text)
		}
	}
	return `"` + spell(tokens) + `"`
}

var escapeQuotes = strings.NewReplacer(`\`, `\\`, `"`, `\"`)

// join appends the tokens of the body's items first to last. After ## the first of them
// becomes one token with the last before. A token EOF stands for an empty argument
// beside ##.
func (p *preprocessor) join(out []Token, m *macro, first, last int, tokens []Token) []Token {
	before := first > 0 && m.body[first-1].Is("##")
	if len(tokens) == 0 && (before || last+1 < len(m.body) && m.body[last+1].Is("##")) {
		tokens = []Token{{Kind: EOF}}
	}
	if !before || len(tokens) == 0 {
		return append(out, tokens...)
	}
	left := &out[len(out)-1]
	switch {
	case tokens[0].Kind == EOF:
	case left.Kind == EOF:
		space := left.Space
		*left = tokens[0]
		left.Space = space
	default:
		whole := p.bounded(Token{Text: left.Text + tokens[0].Text, Pos: left.Pos})
		joined, errs := scan("", whole.Text)
		if len(errs) > 0 || len(joined) != 1 {
			p.fail(left.Pos, "leave ## out", "in macro %s, ## makes %s, which is no token", m.name, whole.Text)
			return append(out, tokens...)
		}
		joined[0].Pos, joined[0].Space = left.Pos, left.Space
		*left = joined[0]
	}
	return append(out, tokens[1:]...)
}
