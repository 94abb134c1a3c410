package syntax

// This file parses statements.

import (
	"slices"

	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/cfront/lex"
)

func (p *parser) block() *Block {
	defer p.enter()()
	b := &Block{At: At{p.expect("{").Pos}}
	p.push()
	defer p.pop()
	for !p.is("}") {
		if p.tok().Kind == lex.EOF {
			p.unexpected("}")
		}
		b.Stmts = append(b.Stmts, p.recovered())
	}
	p.next()
	return b
}

func (p *parser) statement() Stmt {
	defer p.enter()()
	t := p.tok()
	at := At{t.Pos}
	if t.Kind == lex.Ident {
		if s := p.worded(t); s != nil {
			return s
		}
		if s := p.hostWord(t); s != nil {
			return s
		}
	}
	switch {
	case t.Is("[") && p.peek(1).Is("["):
		p.attributes(&Attrs{})
		return p.statement()
	case t.Is("{"):
		return p.block()
	case t.Is(";"):
		p.next()
		return &ExprStmt{At: at}
	case t.Kind == lex.Ident && p.peek(1).Is(":") && !keywords[t.Text]:
		p.next()
		p.next()
		return &Label{at, t.Text}
	case p.declares():
		return p.localDecl()
	}
	x := p.expression()
	p.expect(";")
	return &ExprStmt{at, x}
}

// worded reads a statement that begins with a word of its own; nil for others.
func (p *parser) worded(t lex.Token) Stmt {
	at := At{t.Pos}
	switch t.Text {
	case "if":
		return p.ifStmt()
	case "for":
		return p.forStmt()
	case "while":
		p.next()
		p.expect("(")
		if p.declares() {
			p.unsupported(p.tok().Pos, "variables in the condition of a while loop")
		}
		s := &For{At: at, C: p.parenthesized(), Unroll: p.unroll(t)}
		s.Body = p.statement()
		return s
	case "do":
		return p.doWhile()
	case "switch":
		p.next()
		p.expect("(")
		if p.declares() {
			p.unsupported(p.tok().Pos, "variables in the condition of a switch")
		}
		x := p.parenthesized()
		return &Switch{at, x, p.block()}
	case "case":
		p.next()
		x := p.conditional()
		if p.is("...") {
			p.unsupported(p.tok().Pos, "ranges of cases")
		}
		p.expect(":")
		return &Case{at, x}
	case "default":
		p.next()
		p.expect(":")
		return &Case{At: at}
	case "return":
		return p.returnStmt()
	case "break", "continue":
		p.next()
		p.expect(";")
		return &Jump{At: at, Word: t.Text}
	case "goto":
		p.next()
		label := p.name().Text
		p.expect(";")
		return &Jump{at, t.Text, label}
	case "asm", "__asm__", "__asm":
		p.fail(t.Pos, diag.CUDAConstruct, "write it in CUDA C; most instructions have a function such as __shfl_sync or __ldg", "asm: instructions of the assembler are not read")
	case "namespace":
		p.namespace()
		return &ExprStmt{At: at}
	case "static_assert":
		return p.staticAssert()
	case "using", "typedef", "struct", "class", "union", "enum":
		return p.localType(t)
	}
	return nil
}

// localType reads a type that is declared in a function; nil when only one is named.
func (p *parser) localType(t lex.Token) Stmt {
	if (t.Is("struct") || t.Is("class") || t.Is("union")) && !p.definesStruct() {
		return nil
	}
	outer := p.file.Decls
	p.file.Decls = nil
	defer func() { p.file.Decls = outer }()
	p.declaration()
	b := &Block{At: At{t.Pos}}
	for _, d := range p.file.Decls {
		if v, ok := d.(*Var); ok {
			b.Stmts = append(b.Stmts, &DeclStmt{v.At, []*Var{v}})
			continue
		}
		b.Stmts = append(b.Stmts, &TypeStmt{At{d.Position()}, d})
	}
	return &Types{b.At, b.Stmts}
}

// declares reports whether a declaration stands here, not an expression.
func (p *parser) declares() bool {
	if attributes[p.tok().Text] {
		return true
	}
	if !p.typeFollows(0) {
		return p.unknownType(0)
	}
	if p.is("decltype") {
		return p.namesAfterType()
	}
	_, n := p.qualified(0)
	for p.peek(n + 1).Is("::") {
		n += 2
	}
	next := p.peek(n + 1)
	if next.Is("<") {
		return p.namesAfterType()
	}
	if p.hosted && next.Is("(") && p.peek(n+2).Is("*") && p.peek(n+4).Is("[") {
		return true // an array of pointers to functions
	}
	return !next.Is("(") && !next.Is("{") || (p.peek(n+2).Is("*") || p.peek(n+2).Is("&")) && p.peek(n+4).Is(")")
}

// namesAfterType reports whether a declarator follows the type that stands here.
func (p *parser) namesAfterType() (names bool) {
	start := p.cursor
	p.try(func() {
		var a Attrs
		p.specifiers(&a)
		names = p.tok().Kind == lex.Ident || p.is("*") || p.is("&") || p.is("&&") || p.is("(") && p.peek(1).Is("*")
	})
	p.cursor = start
	return names
}

func (p *parser) localDecl() *DeclStmt {
	d := &DeclStmt{At: At{p.tok().Pos}}
	var a Attrs
	base := p.specifiers(&a)
	if v := p.bindings(base); v != nil {
		d.Vars = []*Var{v}
		return d
	}
	p.variables(base, a, func(v Decl) { d.Vars = append(d.Vars, v.(*Var)) })
	return d
}

// bindings reads auto [a, b] = x; nil when none stands here.
func (p *parser) bindings(base Type) *Var {
	n, ok := base.(*Named)
	skip := 0
	if p.is("&") || p.is("&&") {
		skip = 1
	}
	if !ok || n.Name != "auto" || !p.peek(skip).Is("[") {
		return nil
	}
	if skip > 0 && !p.hosted {
		p.unsupported(p.tok().Pos, "structured bindings that refer")
	}
	v := p.bindingNames(base)
	p.initializer(v)
	p.expect(";")
	return v
}

// bindingNames reads [a, b] of auto [a, b], in host code also of auto &[a, b]; nil when none
// stands here.
func (p *parser) bindingNames(base Type) *Var {
	if p.hosted && p.peek(1).Is("[") && (p.is("&") || p.is("&&")) {
		p.next()
		base = &Reference{Elem: base}
	}
	if !p.is("[") {
		return nil
	}
	v := &Var{At: At{p.next().Pos}, Type: base}
	for {
		name := p.name().Text
		p.declare(name, value)
		v.Names = append(v.Names, name)
		if !p.accept(",") {
			break
		}
	}
	p.expect("]")
	return v
}

func (p *parser) ifStmt() Stmt {
	s := &If{At: At{p.next().Pos}}
	s.Constexpr = p.accept("constexpr")
	p.expect("(")
	p.push()
	defer p.pop()
	if p.declares() {
		d := p.condDecl()
		s.Init = d
		if p.accept(";") {
			s.C = p.expression()
		} else {
			v := d.Vars[len(d.Vars)-1]
			s.C = &Name{At: v.At, Seen: p.seen(), Name: v.Name}
		}
		p.expect(")")
	} else if s.C = p.expression(); p.accept(";") {
		s.Init = &ExprStmt{At{s.C.Position()}, s.C}
		s.C = p.parenthesized()
	} else {
		p.expect(")")
	}
	s.Then = p.statement()
	if p.accept("else") {
		s.Else = p.statement()
	}
	return s
}

// condDecl reads a declaration in a condition, without its end.
func (p *parser) condDecl() *DeclStmt {
	d := &DeclStmt{At: At{p.tok().Pos}}
	var a Attrs
	t, name := p.declarator(p.specifiers(&a))
	v := &Var{At: At{name.Pos}, Name: name.Text, Type: t, Attrs: a}
	p.declare(v.Name, value)
	p.initializer(v)
	d.Vars = []*Var{v}
	return d
}

func (p *parser) forStmt() Stmt {
	t := p.next()
	s := &For{At: At{t.Pos}, Unroll: p.unroll(t)}
	p.expect("(")
	p.push()
	defer p.pop()
	switch {
	case p.accept(";"):
	case p.declares():
		if p.rangeFor() && p.hosted {
			return p.rangeLoop(s.At)
		}
		if p.rangeFor() {
			p.unsupported(s.Pos, "range-based for loops")
		}
		s.Init = p.localDecl()
	default:
		s.Init = &ExprStmt{At{p.tok().Pos}, p.expression()}
		p.expect(";")
	}
	if !p.is(";") {
		s.C = p.expression()
	}
	p.expect(";")
	if !p.is(")") {
		s.Post = p.expression()
	}
	p.expect(")")
	s.Body = p.statement()
	return s
}

// rangeFor reports whether the loop is for (T x : list).
func (p *parser) rangeFor() bool {
	depth := 0
	for n := 0; ; n++ {
		switch t := p.peek(n); {
		case t.Kind == lex.EOF, t.Is(";"), t.Is("?"), depth < 0:
			return false
		case t.Is("("):
			depth++
		case t.Is(")"):
			depth--
		case t.Is(":"):
			return true
		}
	}
}

func (p *parser) doWhile() Stmt {
	t := p.next()
	s := &DoWhile{At: At{t.Pos}, Unroll: p.unroll(t)}
	s.Body = p.statement()
	p.expect("while")
	p.expect("(")
	s.C = p.parenthesized()
	p.expect(";")
	return s
}

// unroll reads what stands behind the #pragma unroll above a loop's first token.
func (p *parser) unroll(t lex.Token) *Unroll {
	switch {
	case t.Unroll == nil:
		return nil
	case len(t.Unroll) == 0:
		return &Unroll{}
	}
	before := p.cursor
	defer func() { p.cursor = before }()
	p.tokens, p.i = append(slices.Clone(t.Unroll), lex.Token{Kind: lex.EOF, Pos: t.Pos}), 0
	u := &Unroll{p.conditional()}
	if p.tok().Kind != lex.EOF {
		p.unexpected("the end of the line")
	}
	return u
}

func (p *parser) returnStmt() Stmt {
	s := &Return{At: At{p.next().Pos}}
	switch {
	case p.is("{"):
		s.X = p.list()
	case !p.is(";"):
		s.X = p.expression()
	}
	p.expect(";")
	return s
}
