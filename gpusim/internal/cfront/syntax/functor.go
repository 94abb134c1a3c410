package syntax

// This file makes structs of the lambdas with which host code launches kernels.

import (
	"fmt"
	"slices"
	"strings"

	"gpucourse/gpusim/internal/cfront/lex"
)

// Functors replaces the lambdas with __device__ in functions of the host:
//
//	[=] __device__ (int i) { y[i] *= a; }    becomes    lambda15<decltype(y), decltype(a)>{y, a}
//
// The 15 is the line. Before the function comes a struct of this name, whose fields have the captured
// values and whose operator() has the body. So the kernel that gets it has a name. A lambda
// of another form stays as it is: with initial values in its captures, with auto parameters, or in a
// template.
func Functors(tokens []lex.Token) []lex.Token {
	if !slices.ContainsFunc(tokens, isDevice) {
		return tokens
	}
	out, names := make([]lex.Token, 0, len(tokens)), map[string]bool{}
	for len(tokens) > 0 {
		d := declarationAt(tokens)
		if d.ofHost() {
			structs, rest := d.functors(names)
			out = append(append(out, structs...), rest...)
		} else {
			out = append(out, d.tokens...)
		}
		tokens = tokens[len(d.tokens):]
	}
	return out
}

// maxFunctors is the most lambdas of a source that are replaced.
const maxFunctors = 100

func isDevice(t lex.Token) bool { return t.Is("__device__") }

// outer is a declaration outside of functions: its tokens, and how many stand before its body.
type outer struct {
	tokens []lex.Token
	head   int
}

// declarationAt cuts off the declaration with which tokens begin. What opens a namespace is one by itself.
func declarationAt(tokens []lex.Token) outer {
	for i, t := range tokens {
		switch {
		case t.Is(";"), t.Is("}"):
			return outer{tokens[:i+1], i}
		case t.Is("{") && (tokens[0].Is("namespace") || tokens[0].Is("inline") && tokens[1].Is("namespace") || tokens[0].Is("extern") && i == 2):
			return outer{tokens[:i+1], i}
		case t.Is("{"):
			return outer{tokens[:i+closing(tokens[i:])+1], i}
		}
	}
	return outer{tokens, len(tokens)}
}

// closing returns the place of the bracket that closes the first token.
func closing(tokens []lex.Token) int {
	depth := 0
	for i, t := range tokens {
		switch {
		case t.Is("("), t.Is("["), t.Is("{"):
			depth++
		case t.Is(")"), t.Is("]"), t.Is("}"):
			depth--
		}
		if depth == 0 {
			return i
		}
	}
	return len(tokens) - 1
}

// ofHost reports whether the declaration is a function of the host, and no template.
func (d outer) ofHost() bool {
	for _, word := range []string{"template", "__global__", "__device__", "struct", "class"} {
		if slices.ContainsFunc(d.tokens[:d.head], func(t lex.Token) bool { return t.Is(word) }) {
			return false
		}
	}
	return d.head < len(d.tokens) && slices.ContainsFunc(d.tokens[:d.head], func(t lex.Token) bool { return t.Is("(") })
}

// functors returns the structs of the function's lambdas, and the function without them.
func (d outer) functors(names map[string]bool) (structs, rest []lex.Token) {
	for i := 0; i < len(d.tokens); {
		l, ok := lambdaAt(d.tokens[i:])
		if !ok || i < d.head || len(names) == maxFunctors {
			rest = append(rest, d.tokens[i])
			i++
			continue
		}
		l.capture(d.tokens[:d.head], d.tokens[d.head:i])
		for n := 1; l.name == "" || names[l.name]; n++ {
			l.name = fmt.Sprintf("lambda%d%s", l.at.Pos.Line, strings.Repeat("ʹ", n-1))
		}
		names[l.name] = true
		structs = append(structs, l.definition()...)
		rest = append(rest, l.object()...)
		i += l.length
	}
	return structs, rest
}

// literal is a lambda with __device__.
type literal struct {
	name     string
	at       lex.Token
	length   int
	captures []string
	all      bool // it captures what it uses
	host     bool // it has __host__, too
	params   []lex.Token
	result   []lex.Token // from -> on
	body     []lex.Token
}

// lambdaAt reads a lambda with __device__ with which tokens begin; ok is false for anything else.
func lambdaAt(tokens []lex.Token) (l literal, ok bool) {
	if !tokens[0].Is("[") {
		return l, false
	}
	const longest = 100 // tokens of captures
	end := slices.IndexFunc(tokens[:min(longest, len(tokens))], func(t lex.Token) bool { return t.Is("]") })
	if end < 0 {
		return l, false
	}
	at := end + 1
	device := false
	for ; at < len(tokens) && (tokens[at].Is("__device__") || tokens[at].Is("__host__")); at++ {
		device = device || isDevice(tokens[at])
		l.host = l.host || tokens[at].Is("__host__")
	}
	if !device || !l.captureList(tokens[1:end]) {
		return l, false
	}
	l.at = tokens[0]
	if at < len(tokens) && tokens[at].Is("(") {
		n := max(closing(tokens[at:]), 1)
		l.params = tokens[at+1 : at+n]
		at += n + 1
	}
	start := at
	for at < len(tokens) && !tokens[at].Is("{") {
		if at == start && !tokens[at].Is("->") {
			return l, false
		}
		at++
	}
	if at >= len(tokens) || slices.ContainsFunc(l.params, func(t lex.Token) bool { return t.Is("auto") }) {
		return l, false
	}
	l.result = tokens[start:at]
	n := closing(tokens[at:])
	l.body, l.length = tokens[at:at+n+1], at+n+1
	return l, true
}

// captureList reads the captures; it is false where one is more than a name or =.
func (l *literal) captureList(list []lex.Token) bool {
	for i, t := range list {
		switch {
		case i%2 == 1 && t.Is(","):
		case i == 0 && t.Is("="):
			l.all = true
		case i%2 == 0 && t.Kind == lex.Ident && !keywords[t.Text]:
			l.captures = append(l.captures, t.Text)
		default:
			return false
		}
	}
	return true
}

// capture adds what the lambda uses of the function's variables, where it captures all: head is
// that of the function, body what stands before the lambda.
func (l *literal) capture(head, body []lex.Token) {
	if !l.all {
		return
	}
	own := parameters(l.params)
	variables(l.body, own)
	first := slices.IndexFunc(head, func(t lex.Token) bool { return t.Is("(") })
	local := parameters(head[first+1:])
	variables(body, local)
	for i, t := range l.body {
		member := i > 0 && (l.body[i-1].Is(".") || l.body[i-1].Is("->") || l.body[i-1].Is("::"))
		if t.Kind == lex.Ident && !member && local[t.Text] && !own[t.Text] && !slices.Contains(l.captures, t.Text) {
			l.captures = append(l.captures, t.Text)
		}
	}
}

// parameters are the names of a list of parameters.
func parameters(tokens []lex.Token) map[string]bool {
	found := map[string]bool{}
	for len(tokens) > 0 {
		end := 0
		for end < len(tokens) && !tokens[end].Is(",") {
			end += 1 + closing(tokens[end:])
		}
		declared(append(slices.Clone(tokens[:end]), lex.Token{Kind: lex.Punct, Text: ";"}), found)
		tokens = tokens[min(end+1, len(tokens)):]
	}
	return found
}

// variables adds the names that statements declare.
func variables(tokens []lex.Token, found map[string]bool) {
	for i, t := range tokens {
		if t.Is(";") || t.Is("{") || t.Is("}") || t.Is("(") && i > 0 && (tokens[i-1].Is("for") || tokens[i-1].Is("if")) {
			declared(tokens[i+1:], found)
		}
	}
}

// declared adds the names that a statement declares, if it is a declaration.
func declared(tokens []lex.Token, found map[string]bool) {
	i, typed := 0, false
	at := func() lex.Token {
		if i < len(tokens) {
			return tokens[i]
		}
		return lex.Token{}
	}
	for t := at(); t.Kind == lex.Ident && (!keywords[t.Text] || basicWord[t.Text] || ofType[t.Text]); t = at() {
		if next := min(i+1, len(tokens)-1); typed && slices.Contains(afterName, tokens[next].Text) {
			break
		}
		i++
		typed = true
		for at().Is("::") {
			i += 2
		}
		if at().Is("<") {
			i += angles(tokens[i:])
		}
	}
	for typed {
		for at().Is("*") || at().Is("&") || at().Is("&&") || at().Is("const") || at().Is("__restrict__") || at().Is("[") {
			i++
		}
		name := at()
		i++
		if name.Kind != lex.Ident || !slices.Contains(afterName, at().Text) {
			return
		}
		found[name.Text] = true
		for i < len(tokens) && !at().Is(",") {
			if at().Is(";") || at().Is(")") || at().Is(":") {
				return
			}
			i += 1 + closing(tokens[i:])
		}
		i++
	}
}

// ofType are other words before a name that is declared.
var ofType = words("const static constexpr volatile auto void struct")

// afterName is what may follow the name of a variable that is declared.
var afterName = []string{"=", ";", ",", "(", "{", "[", "]", ":", ")"}

// angles returns the length of template arguments.
func angles(tokens []lex.Token) int {
	depth := 0
	for i, t := range tokens {
		switch {
		case t.Is("<"):
			depth++
		case t.Is(">"):
			depth--
		case t.Is(">>"):
			depth -= 2
		case t.Is(";"), t.Is("{"):
			return i
		}
		if depth <= 0 {
			return i + 1
		}
	}
	return len(tokens)
}

// definition is the struct.
func (l *literal) definition() []lex.Token {
	var text []string
	if len(l.captures) > 0 {
		text = append(text, "template", "<")
		for i := range l.captures {
			text = append(text, comma(i), "class", fmt.Sprintf("T%dʹ", i))
		}
		text = append(text, ">")
	}
	text = append(text, "struct", l.name, "{")
	for i, c := range l.captures {
		text = append(text, fmt.Sprintf("T%dʹ", i), c, ";")
	}
	if l.host {
		text = append(text, "__host__")
	}
	out := l.words(append(text, "__device__", "auto", "operator", "(", ")", "(")...)
	out = append(out, l.params...)
	out = append(out, l.words(")", "const")...)
	out = append(append(out, l.result...), l.body...)
	return append(out, l.words("}", ";")...)
}

// object is the expression that makes one.
func (l *literal) object() []lex.Token {
	text := []string{l.name}
	if len(l.captures) > 0 {
		text = append(text, "<")
		for i, c := range l.captures {
			text = append(text, comma(i), "decltype", "(", c, ")")
		}
		text = append(text, ">")
	}
	text = append(text, "{")
	for i, c := range l.captures {
		text = append(text, comma(i), c)
	}
	return l.words(append(text, "}")...)
}

func comma(i int) string {
	if i > 0 {
		return ","
	}
	return ""
}

// words makes tokens at the place of the lambda; empty words are left out.
func (l *literal) words(list ...string) (out []lex.Token) {
	for _, w := range list {
		if w == "" {
			continue
		}
		kind := lex.Punct
		if c := w[0]; c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' {
			kind = lex.Ident
		}
		out = append(out, lex.Token{Kind: kind, Text: w, Pos: l.at.Pos, Space: true})
	}
	return out
}
