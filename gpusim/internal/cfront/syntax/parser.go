package syntax

// This file reads tokens, and knows which names are types.

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/cfront/lex"
	"gpucourse/gpusim/internal/limit"
)

// parser reads a list of tokens that ends with EOF.
type parser struct {
	cursor
	scopes []*scope
	spaces map[string]*scope // the namespaces by path
	inner  map[string]*scope // the structs by path
	space  string            // the namespace around
	view   *View
	late   int // added to the order of what is read
	file   *File
	depth  int
	angles int // lists of template arguments around the current token
	// spec and of are what the last declarator said beside its name: the arguments of a
	// specialization, and the struct of a method.
	spec     []Arg
	of       string
	into     *Seen    // the namespace that the last declarator named
	promises Promises // between the type and the name
	// methods are the names of templates that are methods.
	methods  map[string]bool
	concepts map[string]bool
	kernel   bool // the next declarator is a kernel's
	private  bool // the next member of the struct is
	host     bool // the declaration is a function of the host
	hosted   bool // host code is read, too: see ParseHost
	// noGreater is true in template arguments, where > ends the list.
	noGreater bool
}

// cursor is a place in a list of tokens. Whoever goes back to a place restores the list too,
// because closeAngle divides a token.
type cursor struct {
	tokens []lex.Token
	i      int
}

// A checkpoint is where a parser goes back to after text that it cannot read.
type checkpoint struct {
	cursor
	scopes, depth int
}

func (p *parser) checkpoint() checkpoint { return checkpoint{p.cursor, len(p.scopes), p.depth} }

// back goes back after a panic with what is wrong with the text, and returns that.
func (p *parser) back(to checkpoint, r any) syntaxError {
	err, ok := r.(syntaxError)
	if !ok {
		panic(r)
	}
	p.unwind(to.scopes)
	p.cursor, p.depth, p.noGreater = to.cursor, to.depth, false
	p.spec, p.of, p.into, p.promises = nil, "", nil, Promises{}
	return err
}

// syntaxError is the panic that leaves a declaration.
type syntaxError struct{ diag.Diagnostic }

func (p *parser) tok() lex.Token { return p.tokens[p.i] }

func (p *parser) peek(n int) lex.Token { return p.tokens[min(p.i+n, len(p.tokens)-1)] }

func (p *parser) is(text string) bool { return p.tok().Is(text) }

func (p *parser) next() lex.Token {
	t := p.tok()
	if t.Kind != lex.EOF {
		p.i++
	}
	return t
}

func (p *parser) accept(text string) bool {
	if p.is(text) {
		p.i++
		return true
	}
	return false
}

func (p *parser) fail(at diag.Pos, code diag.Code, hint, format string, args ...any) {
	panic(syntaxError{diag.Diagnostic{Pos: at, Code: code, Message: fmt.Sprintf(format, args...), Hint: hint}})
}

func (p *parser) unexpected(want string) {
	p.refuseLibrary()
	p.refuseWord()
	t := p.tok()
	if t.Kind == lex.Ident && !keywords[t.Text] {
		p.undefinedType(t, want)
	}
	found := t.Text
	if t.Kind == lex.EOF {
		found = "the end of the file"
	}
	p.fail(t.Pos, diag.Syntax, "correct the syntax; nvcc reports the same place", "found %s where %s is expected", found, want)
}

// undefinedType refuses a type that nothing declares, where a name stands that cannot. A
// member is no type.
func (p *parser) undefinedType(t lex.Token, want string) {
	if want != "a type" && p.i > 0 {
		t = p.tokens[p.i-1]
		if p.i > 1 && slices.Contains([]string{".", "->"}, p.tokens[p.i-2].Text) {
			return
		}
	}
	if t.Kind == lex.Ident && !keywords[t.Text] && !attributes[t.Text] && !p.declared(t.Text) {
		p.fail(t.Pos, diag.Undefined, "", "undefined: type %s", t.Text)
	}
}

func (p *parser) expect(text string) lex.Token {
	if !p.is(text) {
		p.unexpected(text)
	}
	return p.next()
}

// closeAngle takes one >, also from the front of a longer punctuator.
func (p *parser) closeAngle() {
	t := p.tok()
	if t.Kind != lex.Punct || !strings.HasPrefix(t.Text, ">") {
		p.unexpected(">")
	}
	if t.Text == ">" {
		p.i++
		return
	}
	p.tokens = slices.Clone(p.tokens)
	p.tokens[p.i].Text = t.Text[1:]
	p.tokens[p.i].Pos.Col++
}

func (p *parser) name() lex.Token {
	if t := p.tok(); t.Kind != lex.Ident || keywords[t.Text] {
		p.unexpected("a name")
	}
	return p.next()
}

// deepest bounds the parser's own depth. A statement in a block, and an operand in parentheses,
// is two steps deeper than what is around it.
const deepest = 2 * limit.Nesting

// enter counts one more level of nesting; the result leaves it.
func (p *parser) enter() func() {
	if p.depth++; p.depth > deepest {
		p.depth = 0
		p.fail(p.tok().Pos, diag.NestingDepth, "divide it into smaller expressions or functions", "statements or expressions stand inside one another too deep to be read")
	}
	return func() { p.depth-- }
}

// keywords are words that cannot be names.
var keywords = words("if else for while do switch case default break continue goto return sizeof alignof struct class union enum typedef " +
	"using template typename const constexpr volatile static extern inline register auto void operator namespace this new delete " +
	"static_cast reinterpret_cast const_cast dynamic_cast public private protected friend virtual true false nullptr try throw catch decltype static_assert " +
	strings.Join(basicWords, " "))

// basicWords are the words that basic types consist of.
var basicWords = strings.Fields("bool char short int long float double signed unsigned __int64")

var basicWord = words(strings.Join(basicWords, " "))

func words(list string) map[string]bool {
	set := map[string]bool{}
	for w := range strings.FieldsSeq(list) {
		set[w] = true
	}
	return set
}

// known are the types that headers define.
var known = strings.Fields("size_t ptrdiff_t ssize_t int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t intptr_t uintptr_t " +
	"wchar_t char8_t char16_t char32_t __int128 initializer_list uint ushort uchar ulong dim3 cudaTextureObject_t cudaSurfaceObject_t half __half half2 __half2 clock_t " +
	"curandState curandState_t curandStatePhilox4_32_10_t curandStateXORWOW_t cudaStream_t cudaPitchedPtr cudaExtent")

// vectors are the vector types without their counts.
var vectors = strings.Fields("char uchar short ushort int uint long ulong longlong ulonglong float double")

// newParser returns a parser that knows the types of CUDA.
func newParser(tokens []lex.Token) *parser {
	p := &parser{cursor: cursor{tokens: tokens}, methods: map[string]bool{}, concepts: map[string]bool{}, spaces: map[string]*scope{"std": newScope()}, inner: map[string]*scope{}}
	p.file = &File{Hosts: map[string]diag.Pos{}, Usings: map[string][]string{}, Directives: map[string][]string{}, Forward: map[string]int{}}
	p.push()
	for _, n := range known {
		p.declare(n, typeName)
	}
	for _, v := range vectors {
		for _, n := range []string{"1", "2", "3", "4"} {
			p.declare(v+n, typeName)
		}
	}
	for _, n := range strings.Fields("min max tex1D tex2D tex3D tex1Dfetch tex2DLayered static_cast swap") {
		p.declare(n, templateFunc)
	}
	return p
}

// Parse parses the tokens of a source.
func Parse(tokens []lex.Token) *File {
	p := newParser(tokens)
	p.declarations(lex.EOF, "")
	p.file.parser = p
	return p.file
}

// declarations reads declarations up to a token.
func (p *parser) declarations(kind lex.Kind, text string) {
	for p.tok().Kind != lex.EOF && !(kind != lex.EOF && p.is(text)) {
		start := p.cursor
		p.outer(start)
		if p.i == start.i {
			p.i++
		}
	}
}

// outer reads one declaration. One that cannot be read is skipped.
func (p *parser) outer(start cursor) {
	scopes, decls := len(p.scopes), p.file.Decls
	defer func() {
		if r := recover(); r != nil {
			err, ok := r.(syntaxError)
			if !ok {
				panic(r)
			}
			p.file.Decls = decls // without those of a struct that was begun
			p.unwind(scopes)
			p.depth, p.kernel, p.noGreater = 0, false, false
			p.spec, p.of, p.into, p.promises = nil, "", nil, Promises{}
			p.skipBroken(start, err)
		}
	}()
	p.host = false
	if p.declaration(); p.host {
		p.hostCode(p.tokens[start.i:p.i])
	}
	p.host = false
}

// skipBroken skips a declaration that could not be read.
func (p *parser) skipBroken(start cursor, err syntaxError) {
	p.cursor = start
	if p.hosted {
		p.skipDeclaration()
		return
	}
	device := p.textureReference()
	device = p.skipDeclaration() || device
	tokens := p.tokens[start.i:p.i]
	device = device || specialization(tokens) || definesType(tokens) // or the template itself would stand for it
	if !device {
		p.hostCode(tokens)
	}
	name := declaredName(tokens)
	if definesType(tokens) {
		p.declare(name, map[bool]meaning{false: typeName, true: templateType}[tokens[0].Is("template")])
	}
	p.broken(name, tokens, device, err)
}

func (p *parser) hostCode(tokens []lex.Token) {
	if len(tokens) > 0 {
		p.file.HostCode = append(p.file.HostCode, Span{tokens[0], tokens[len(tokens)-1]})
	}
}

// broken notes a declaration that could not be read.
func (p *parser) broken(name string, tokens []lex.Token, device bool, err syntaxError) {
	if name == "" {
		return
	}
	if !device {
		p.file.Hosts[name] = tokens[0].Pos
		return
	}
	kernel := slices.ContainsFunc(tokens, func(t lex.Token) bool { return t.Is("__global__") })
	p.file.Decls = append(p.file.Decls, &Broken{At{tokens[0].Pos}, p.seen(), name, kernel, err.Diagnostic})
}

// skipDeclaration skips to the end of a declaration: a ; or a } at its own level. It
// reports whether the declaration belongs to the device.
func (p *parser) skipDeclaration() (device bool) {
	depth := 0
	for p.tok().Kind != lex.EOF {
		t := p.next()
		switch {
		case t.Is("__global__") || t.Is("__device__") || t.Is("__constant__"):
			device = true
		case t.Is("{") || t.Is("("):
			depth++
		case t.Is("}") || t.Is(")"):
			if depth--; depth < 0 {
				return device
			}
			if depth == 0 && t.Is("}") && !p.is(";") && !p.is(",") && !p.is("=") {
				return device
			}
		case t.Is(";") && depth == 0:
			return device
		}
	}
	return device
}

// specialization reports whether a declaration begins with template <>.
func specialization(tokens []lex.Token) bool {
	return len(tokens) > 2 && tokens[0].Is("template") && tokens[2].Is(">")
}

// definesType reports whether a declaration begins as that of a struct.
func definesType(tokens []lex.Token) bool {
	tokens = behindTemplate(tokens)
	return len(tokens) > 0 && (tokens[0].Is("struct") || tokens[0].Is("class") || tokens[0].Is("union"))
}

// behindTemplate leaves out template <…> before a declaration.
func behindTemplate(tokens []lex.Token) []lex.Token {
	if len(tokens) == 0 || !tokens[0].Is("template") {
		return tokens
	}
	depth := 0
	for i, t := range tokens {
		if t.Is("<") {
			depth++
		}
		if t.Kind == lex.Punct && strings.Trim(t.Text, ">") == "" {
			if depth -= len(t.Text); depth <= 0 {
				return tokens[i+1:]
			}
		}
	}
	return tokens
}

// declaredName guesses which name a declaration declares.
func declaredName(tokens []lex.Token) string {
	special := specialization(tokens)
	tokens = behindTemplate(tokens)
	for i, t := range tokens {
		if t.Is("operator") && i+1 < len(tokens) {
			return t.Text + tokens[i+1].Text
		}
		if t.Kind != lex.Ident || keywords[t.Text] {
			continue
		}
		if next := tokens[min(i+1, len(tokens)-1)]; (next.Is("(") || next.Is("[") || next.Is("<") && special || next.Is("=") || next.Is(";") || next.Is("{")) && !attributes[t.Text] {
			return t.Text
		}
	}
	return ""
}

// atEnd is an order after all of a source.
const atEnd = 1 << 40

// sub returns a parser for a text of its own that knows what p knows.
func (p *parser) sub() *parser {
	sub := *p
	sub.file, sub.late = &File{Usings: map[string][]string{}, Directives: map[string][]string{}, Forward: map[string]int{}}, atEnd
	return &sub
}

// ParseName reads the name of a kernel with its template arguments.
func (f *File) ParseName(text string) (n *Name, err error) {
	src := lex.Preprocess("name", []byte(text), func(string) ([]byte, error) { return nil, errNoFile })
	p := f.parser.sub()
	p.tokens, p.i = src.Tokens, 0
	defer func() {
		if r := recover(); r != nil {
			e, ok := r.(syntaxError)
			if !ok {
				panic(r)
			}
			err = e.Diagnostic
		}
	}()
	n = &Name{Seen: p.qualifier(), Name: p.name().Text}
	if p.is("<") {
		n.Args = p.templateArgs()
	}
	if p.tok().Kind != lex.EOF {
		p.unexpected("the end of the name")
	}
	return n, nil
}

var errNoFile = errors.New("no file")
