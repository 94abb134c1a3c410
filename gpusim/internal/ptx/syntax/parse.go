package syntax

// This file reads declarations.

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"text/scanner"

	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/limit"
)

// parser reads tokens. It stops at the first mistake with a panic of the type failure.
type parser struct {
	m      *Module
	tokens []token
	i      int
	depth  int
	loc    *Loc
	places map[[3]int]*Loc // the last place of each file, line and column
	named  []*Loc          // places whose function is a label of .debug_str
	texts  map[string]string
}

type failure struct{ err error }

// Parse reads a file of PTX. The error is a diag.List.
func Parse(file string, text []byte) (m *Module, err error) {
	p := &parser{m: &Module{Name: file, Sources: map[int]string{}}, places: map[[3]int]*Loc{}, texts: map[string]string{}}
	if len(text) > limit.FileBytes {
		return nil, mistake(diag.Pos{File: file}, fmt.Sprintf("the file has %d bytes; at most %d are read", len(text), limit.FileBytes))
	}
	if p.tokens, err = lex(file, string(text)); err != nil {
		return nil, err
	}
	p.m.lines = strings.Split(string(text), "\n")
	defer func() {
		if f, ok := recover().(failure); ok {
			m, err = nil, f.err
		}
	}()
	for p.at().kind != scanner.EOF {
		p.declaration()
	}
	for _, l := range p.named {
		l.Func = p.texts[l.Func]
	}
	p.m.Vars = single(p.m.Vars)
	return p.m, nil
}

func (p *parser) at() token { return p.tokens[p.i] }

func (p *parser) pos() diag.Pos {
	return diag.Pos{File: p.m.Name, Line: p.at().line, Col: p.at().col}
}

func (p *parser) fail(format string, args ...any) {
	err := mistake(p.pos(), fmt.Sprintf(format, args...)).(diag.List)
	err[0].Source = p.m.Line(err[0].Pos.Line)
	panic(failure{err})
}

// next returns the token and steps behind it; the end of the file stays.
func (p *parser) next() token {
	t := p.at()
	if t.kind != scanner.EOF {
		p.i++
	}
	return t
}

// is reports whether the next token is this word or punctuation.
func (p *parser) is(text string) bool {
	t := p.at()
	return t.text == text && t.kind != stringToken && t.kind != scanner.EOF
}

// take steps behind a word or punctuation, if it is the next token.
func (p *parser) take(text string) bool {
	ok := p.is(text)
	if ok {
		p.i++
	}
	return ok
}

func (p *parser) want(text string) {
	if !p.take(text) {
		p.fail("here is %s instead of %s", p.at(), text)
	}
}

// word returns the next word.
func (p *parser) word(what string) string {
	if p.at().kind != wordToken {
		p.fail("here is %s instead of %s", p.at(), what)
	}
	return p.next().text
}

// name returns the next word, a name.
func (p *parser) name() string {
	w := p.at()
	if w.kind == wordToken && isName(w.text) {
		p.i++
		return w.text
	}
	p.fail("here is %s instead of a name", w)
	return ""
}

// isName reports whether a word is a name: neither a number nor a directive.
func isName(w string) bool { return w[0] != '.' && (w[0] < '0' || w[0] > '9') }

// number returns the next integer, which may have a sign.
func (p *parser) number() int {
	negative := p.take("-")
	n, err := strconv.ParseInt(integerText(p.at().text), 0, 64)
	if p.at().kind != wordToken || err != nil {
		p.fail("here is %s instead of a whole number", p.at())
	}
	p.i++
	if negative {
		n = -n
	}
	return int(n)
}

// integerText returns an integer as package strconv reads it: without the U of PTX.
func integerText(s string) string { return strings.TrimSuffix(strings.TrimSuffix(s, "U"), "u") }

// numbers returns integers with commas between them, if one follows.
func (p *parser) numbers() (list []int) {
	for p.at().kind == wordToken && p.at().text[0] >= '0' && p.at().text[0] <= '9' {
		list = append(list, p.number())
		if !p.take(",") {
			break
		}
	}
	return list
}

// nested runs f one level deeper.
func (p *parser) nested(f func()) {
	if p.depth++; p.depth > limit.Nesting {
		p.fail("more than %d braces or brackets stand inside one another", limit.Nesting)
	}
	f()
	p.depth--
}

// linkages are the words before a declaration that say who sees it.
var linkages = []string{".visible", ".extern", ".weak", ".common"}

// declaration reads one directive, variable or function of the module.
func (p *parser) declaration() {
	switch w := p.at(); {
	case p.take(".version"):
		p.m.Version = p.word("a version")
	case p.take(".target"):
		p.m.Targets = p.names()
	case p.take(".address_size"):
		if bits := p.number(); bits != 64 {
			p.i--
			p.fail("addresses of %d bits: only 64 are simulated", bits)
		}
	case p.place():
	case p.take(".section"):
		p.section()
	case p.take(".pragma"):
		p.pragma()
	case p.take(".alias"):
		p.fail("an alias of a function is not read")
	case slices.Contains(linkages, w.text), isSpace(w.text), w.text == ".entry", w.text == ".func":
		p.linked()
	case p.take(";"):
	default:
		p.fail("here is %s instead of a declaration", w)
	}
}

// names returns words with commas between them.
func (p *parser) names() (list []string) {
	list = append(list, p.word("a name"))
	for p.take(",") {
		list = append(list, p.word("a name"))
	}
	return list
}

// linked reads a variable or a function behind its linkage.
func (p *parser) linked() {
	at, linkage := p.pos(), ""
	if slices.Contains(linkages, p.at().text) {
		linkage = p.next().text[1:]
	}
	switch {
	case p.take(".entry"):
		p.function(&Func{Pos: at, Linkage: linkage, Entry: true})
	case p.take(".func"):
		p.function(&Func{Pos: at, Linkage: linkage})
	case isSpace(p.at().text):
		p.m.Vars = append(p.m.Vars, p.variables(linkage)...)
	default:
		p.fail("here is %s instead of a variable or function", p.at())
	}
}

// function reads a kernel or function behind .entry or .func.
func (p *parser) function(f *Func) {
	p.loc = nil
	p.funcDirectives(f)
	if p.is("(") && !f.Entry {
		f.Results = p.parameters()
	}
	f.Name = p.name()
	if p.is("(") {
		f.Params = p.parameters()
	}
	p.funcDirectives(f)
	p.m.Funcs = append(p.m.Funcs, f)
	if !p.take(";") {
		f.Body = p.block()
	}
}

// funcDirectives reads directives of a function: .maxntid 256, 1, 1.
func (p *parser) funcDirectives(f *Func) {
	for p.at().kind == wordToken && p.at().text[0] == '.' && !isSpace(p.at().text) {
		switch {
		case p.place():
		case p.take(".pragma"):
			p.pragma()
		case p.is(".attribute"):
			p.attribute()
		default:
			name := p.next().text[1:]
			f.Directives = append(f.Directives, Directive{name, p.numbers()})
		}
	}
}

// pragma reads the text of a pragma.
func (p *parser) pragma() *Pragma {
	if p.at().kind != stringToken {
		p.fail("here is %s instead of a string", p.at())
	}
	text := p.next().text
	p.want(";")
	return &Pragma{text}
}

// attribute reads .attribute(.managed), and returns its names.
func (p *parser) attribute() (names []string) {
	p.want(".attribute")
	p.want("(")
	for !p.take(")") {
		switch w := p.next(); w.kind {
		case scanner.EOF:
			p.fail("the attribute does not end")
		case wordToken:
			names = append(names, w.text)
		}
	}
	return names
}

// parameters reads the parameters of a function or its results.
func (p *parser) parameters() (list []*Var) {
	p.want("(")
	for !p.take(")") {
		v := p.head("")
		v.Name = p.name()
		p.extents(v)
		list = append(list, v)
		if !p.take(",") && !p.is(")") {
			p.fail("here is %s instead of , or )", p.at())
		}
	}
	return list
}

// section skips a section of debugging information, except for the texts of .debug_str.
func (p *parser) section() {
	name := p.word("a section")
	p.want("{")
	label := ""
	for depth := 1; depth > 0; {
		switch t := p.next(); {
		case t.kind == scanner.EOF:
			p.fail("the section %s does not end", name)
		case t.text == "{":
			depth++
		case t.text == "}":
			depth--
		case name != ".debug_str":
		case p.take(":"):
			label = t.text
		case t.text == ".b8":
			p.debugText(label)
		}
	}
}

// debugText reads bytes of a text in .debug_str.
func (p *parser) debugText(label string) {
	for _, c := range p.numbers() {
		if c > 0 {
			p.texts[label] += string(rune(c))
		}
	}
}

// place reads a .file or .loc directive, if one follows.
func (p *parser) place() bool {
	switch {
	case p.take(".file"):
		n := p.number()
		if p.at().kind != stringToken {
			p.fail("here is %s instead of the name of a file", p.at())
		}
		p.m.Sources[n] = p.next().text
		if p.take(",") {
			p.numbers()
		}
	case p.take(".loc"):
		p.loc = p.location()
	default:
		return false
	}
	return true
}

// location reads a place behind .loc.
func (p *parser) location() *Loc {
	l := &Loc{File: p.number(), Line: p.number(), Col: p.number()}
	for p.take(",") {
		switch w := p.word("function_name or inlined_at"); w {
		case "function_name":
			l.Func = p.name()
			if p.take("+") {
				p.number()
			}
			p.named = append(p.named, l)
		case "inlined_at":
			key := [3]int{p.number(), p.number(), p.number()}
			if l.Caller = p.places[key]; l.Caller == nil {
				l.Caller = &Loc{File: key[0], Line: key[1], Col: key[2]}
			}
		default:
			p.fail("here is %s instead of function_name or inlined_at", w)
		}
	}
	p.places[[3]int{l.File, l.Line, l.Col}] = l
	return l
}
