package syntax

// This file parses host code. A program of the host uses libraries whose headers are not
// read, so an unknown name is a type where only a type can stand. A statement that cannot be
// read becomes an Unread, and a declaration that cannot be read is left out.

import (
	"slices"

	"gpucourse/gpusim/internal/cfront/lex"
)

// ParseHost parses the tokens of a source with the bodies of all functions. The Decls of the
// file are what a program of the host sees.
func ParseHost(tokens []lex.Token) *File {
	p := newParser(withLaunches(tokens))
	p.hosted = true
	p.declarations(lex.EOF, "")
	return p.file
}

// withLaunches joins << < and >> > of a launch that is written with spaces.
func withLaunches(tokens []lex.Token) []lex.Token {
	var out []lex.Token
	open := false
	for i := 0; i < len(tokens); i++ {
		t, next := tokens[i], tokens[min(i+1, len(tokens)-1)]
		switch {
		case t.Is("<<<"), t.Is("<<") && next.Is("<"):
			open = true
		case t.Is(";"), t.Is("{"), t.Is("}"):
			open = false
		}
		if t.Is("<<") && next.Is("<") || open && t.Is(">>") && next.Is(">") {
			t.Text += next.Text
			i++
		}
		out = append(out, t)
	}
	return out
}

// Unread is a statement that could not be read.
type Unread struct {
	At
	Err error
}

// RangeFor is for (T x : list).
type RangeFor struct {
	At
	Var  *Var
	X    Expr
	Body Stmt
}

// ConfiguredCall is kernel<<<grid, block, shared, stream>>>(args).
type ConfiguredCall struct {
	At
	Kernel       Expr
	Config, Args []Expr
}

// New is new T(args), or new T[len].
type New struct {
	At
	Type Type
	Len  Expr
	Args []Expr
}

// Leave is throw x, which ends the program where nothing catches it, or delete x.
type Leave struct {
	At
	Word string
	X    Expr
}

// Expand is x..., the elements of a pack.
type Expand struct {
	At
	X Expr
}

// Fold is (X op ... op Y), of which one is a pack and the other a value, or nil.
type Fold struct {
	At
	Op   string
	X, Y Expr
}

// fold reads a fold expression from its points on, behind x and an operator.
func (p *parser) fold(at At, op string, x Expr) Expr {
	p.next()
	f := &Fold{At: at, Op: op, X: x}
	if p.accept(op) {
		f.Y = p.unary()
	}
	return f
}

// leftFold reads (... op y) from the points on.
func (p *parser) leftFold() Expr {
	p.next()
	op := p.next()
	return &Fold{At: At{op.Pos}, Op: op.Text, Y: p.unary()}
}

// expanded reads what may follow an argument.
func (p *parser) expanded(x Expr) Expr {
	if p.hosted && p.is("...") {
		return &Expand{At{p.next().Pos}, x}
	}
	return x
}

// bases reads the base classes of a struct.
func (p *parser) bases(s *Struct) {
	p.next()
	p.try(func() {
		for {
			for slices.Contains([]string{"public", "private", "protected", "virtual"}, p.tok().Text) {
				p.next()
			}
			s.Bases = append(s.Bases, p.namedType())
			if !p.accept(",") {
				return
			}
		}
	})
}

// unknownType reports whether a type that no header declares stands at an offset, before the
// name that a declaration gives.
func (p *parser) unknownType(n int) bool {
	if !p.hosted {
		return false
	}
	start := p.i
	p.i += n
	defer func() { p.i = start }()
	_, skip := p.qualified(0)
	t := p.peek(skip)
	if t.Kind != lex.Ident || keywords[t.Text] || attributes[t.Text] {
		return false
	}
	if m, known := p.find(t.Text); known && skip == 0 && !isType(m) {
		return false // a product, such as n * n
	}
	if next := p.peek(skip + 1); next.Kind != lex.Ident && !slices.Contains([]string{"<", "*", "&", "&&", "::"}, next.Text) {
		return false
	}
	return p.declaresUnknown()
}

// instanceFollows reports whether a::b< stands here, with a name that no header declares.
func (p *parser) instanceFollows() bool {
	if m, known := p.find(p.tok().Text); !p.hosted || p.tok().Kind != lex.Ident || known && !isType(m) {
		return false
	}
	n := 1
	for p.peek(n).Is("::") && p.peek(n+1).Kind == lex.Ident {
		n += 2
	}
	return p.peek(n).Is("<")
}

// declaresUnknown reports whether T name stands here, with what may follow the name.
func (p *parser) declaresUnknown() (found bool) {
	start := p.cursor
	p.try(func() {
		p.namedType()
		for p.accept("*") || p.accept("&") || p.accept("&&") || p.accept("const") || p.accept("__restrict__") || p.accept("__restrict") {
		}
		t := p.tok()
		after := []string{"=", ";", "(", "{", "[", ",", ":", ")"}
		found = t.Kind == lex.Ident && !keywords[t.Text] && slices.Contains(after, p.peek(1).Text) ||
			t.Is("[") && p.tokens[p.i-1].Kind == lex.Ident && p.tokens[p.i-1].Text == "auto"
	})
	p.cursor = start
	return found
}

// unknownCast reports whether (T*) stands here, with a type that no header declares.
func (p *parser) unknownCast() bool {
	if !p.hosted || p.tok().Kind != lex.Punct || p.peek(1).Kind != lex.Ident || keywords[p.peek(1).Text] {
		return false
	}
	n := 2
	for p.peek(n).Is("::") || p.peek(n).Kind == lex.Ident && p.peek(n-1).Is("::") {
		n++
	}
	stars := n
	for p.peek(n).Is("*") {
		n++
	}
	return n > stars && p.peek(n).Is(")")
}

// functionFollows reports whether the parenthesis here opens the parameters of a function that
// has a body, or of a prototype.
func (p *parser) functionFollows() bool {
	if !p.hosted {
		return false
	}
	depth := 0
	for n := 0; p.peek(n).Kind != lex.EOF; n++ {
		switch t := p.peek(n); {
		case t.Is("("):
			depth++
		case t.Is(")"):
			if depth--; depth == 0 {
				next := p.peek(n + 1)
				return next.Is("{") || next.Is("const") || next.Is("noexcept") || next.Is(";") && p.unknownType(1)
			}
		case t.Is(";"):
			return false
		}
	}
	return false
}

// recovered reads a statement. In host code, one that cannot be read is skipped.
func (p *parser) recovered() (s Stmt) {
	if !p.hosted {
		return p.statement()
	}
	start := p.checkpoint()
	defer func() {
		if r := recover(); r != nil {
			err := p.back(start, r)
			p.angles = 0
			p.skipStatement()
			s = &Unread{At{start.tokens[start.i].Pos}, err.Diagnostic}
		}
	}()
	return p.statement()
}

// skipStatement skips to the end of a statement: a ; or a } at its own level. It stays before
// the } of the block around it.
func (p *parser) skipStatement() {
	depth := 0
	for first := true; p.tok().Kind != lex.EOF; first = false {
		switch t := p.tok(); {
		case t.Is("{") || t.Is("("):
			depth++
		case t.Is("}") && depth == 0:
			return
		case t.Is("}") || t.Is(")"):
			depth--
			if depth <= 0 && t.Is("}") && !first && !p.peek(1).Is(";") && !p.peek(1).Is(")") && !p.peek(1).Is(",") && !p.peek(1).Is("else") && !p.peek(1).Is("catch") && !p.peek(1).Is("while") {
				p.next()
				return
			}
		case t.Is(";") && depth <= 0:
			p.next()
			return
		}
		p.next()
	}
}

// hostWord reads a statement of the host that begins with a word of its own; nil for others.
func (p *parser) hostWord(t lex.Token) Stmt {
	if !p.hosted || t.Text != "try" {
		return nil
	}
	p.next()
	b := p.block()
	p.skipHandlers()
	return b
}

// skipHandlers skips what catches exceptions.
func (p *parser) skipHandlers() {
	for p.accept("catch") {
		p.skipParens()
		p.expect("{")
		for depth := 1; depth > 0 && p.tok().Kind != lex.EOF; {
			switch t := p.next(); {
			case t.Is("{"):
				depth++
			case t.Is("}"):
				depth--
			}
		}
	}
}

// rangeLoop reads for (T x : list) from behind its parenthesis.
func (p *parser) rangeLoop(at At) Stmt {
	s := &RangeFor{At: at}
	var a Attrs
	base := p.specifiers(&a)
	if v := p.bindingNames(base); v != nil {
		s.Var = v
	} else {
		t, name := p.declarator(base)
		s.Var = &Var{At: At{name.Pos}, Seen: p.seen(), Name: name.Text, Type: t, Attrs: a}
		p.declare(name.Text, value)
	}
	p.expect(":")
	if p.is("{") {
		s.X = p.list()
	} else {
		s.X = p.expression()
	}
	p.expect(")")
	s.Body = p.statement()
	return s
}

// launchCall reads what follows a kernel in host code, from <<< on.
func (p *parser) launchCall(kernel Expr) Expr {
	l := &ConfiguredCall{At: At{kernel.Position()}, Kernel: kernel}
	p.expect("<<<")
	l.Config = p.arguments(">>>")
	p.expect("(")
	l.Args = p.arguments(")")
	return l
}

// memoryWord reads new, delete or throw.
func (p *parser) memoryWord() Expr {
	t := p.next()
	at := At{t.Pos}
	if t.Text == "new" {
		return p.newObject(at)
	}
	if p.is("[") {
		p.next()
		p.expect("]")
	}
	l := &Leave{At: at, Word: t.Text}
	switch {
	case t.Text == "throw": // what is thrown, does not matter
		p.skipExpression()
	case !p.is(";") && !p.is(")"):
		l.X = p.assignment()
	}
	return l
}

// skipExpression skips to what ends an expression.
func (p *parser) skipExpression() {
	for depth := 0; p.tok().Kind != lex.EOF; p.next() {
		switch t := p.tok(); {
		case t.Is("(") || t.Is("{") || t.Is("["):
			depth++
		case depth == 0 && (t.Is(";") || t.Is(")") || t.Is("}") || t.Is(":")):
			return
		case t.Is(")") || t.Is("}") || t.Is("]"):
			depth--
		}
	}
}

func (p *parser) newObject(at At) Expr {
	n := &New{At: at}
	if p.is("(") && !p.typeFollows(1) { // placement
		p.skipParens()
	}
	var a Attrs
	n.Type = p.specifiers(&a)
	for p.is("*") {
		n.Type = &Pointer{At: At{p.next().Pos}, Elem: n.Type}
	}
	switch {
	case p.accept("["):
		n.Len = p.expression()
		p.expect("]")
		for p.accept("[") {
			n.Type = &Array{At: at, Elem: n.Type, Len: p.expression()}
			p.expect("]")
		}
		if p.accept("(") {
			n.Args = append(p.arguments(")"), &List{At: at})
		} else if p.is("{") {
			n.Args = []Expr{p.list()}
		}
	case p.accept("("):
		n.Args = p.arguments(")")
	case p.is("{"):
		n.Args = []Expr{p.list()}
	}
	return n
}
