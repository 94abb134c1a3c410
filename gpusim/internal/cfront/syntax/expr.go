package syntax

// This file parses expressions.

import (
	"strings"

	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/cfront/lex"
)

// levels are the binary operators, from the weakest.
var levels = map[string]int{
	"||": 1, "&&": 2, "|": 3, "^": 4, "&": 5, "==": 6, "!=": 6, "<": 7, ">": 7, "<=": 7, ">=": 7,
	"<<": 8, ">>": 8, "+": 9, "-": 9, "*": 10, "/": 10, "%": 10,
}

var assignments = words("= += -= *= /= %= &= |= ^= <<= >>=")

// expression reads an expression with commas.
func (p *parser) expression() Expr {
	x := p.assignment()
	for p.is(",") {
		at := At{p.next().Pos}
		x = &Binary{at, ",", x, p.assignment()}
	}
	return x
}

// assignment reads an expression without commas.
func (p *parser) assignment() Expr {
	defer p.enter()()
	x := p.conditional()
	if t := p.tok(); t.Kind == lex.Punct && assignments[t.Text] {
		p.next()
		if p.is("{") {
			return &Binary{At{t.Pos}, t.Text, x, p.list()}
		}
		return &Binary{At{t.Pos}, t.Text, x, p.assignment()}
	}
	return x
}

func (p *parser) conditional() Expr {
	defer p.enter()()
	c := p.binary(1)
	if !p.is("?") {
		return c
	}
	at := At{p.next().Pos}
	saved := p.noGreater
	p.noGreater = false
	x := p.expression()
	p.noGreater = saved
	p.expect(":")
	return &Cond{at, c, x, p.assignment()}
}

// binary reads operators of a level and above.
func (p *parser) binary(level int) Expr {
	x := p.unary()
	for {
		t := p.tok()
		l := levels[t.Text]
		if t.Kind != lex.Punct || l < level || p.noGreater && strings.HasPrefix(t.Text, ">") && t.Text != ">=" {
			return x
		}
		p.next()
		if p.hosted && p.is("...") {
			return p.fold(At{t.Pos}, t.Text, x)
		}
		x = &Binary{At{t.Pos}, t.Text, x, p.binary(l + 1)}
	}
}

var prefixes = words("+ - ! ~ * & ++ --")

func (p *parser) unary() Expr {
	defer p.enter()()
	t := p.tok()
	at := At{t.Pos}
	switch {
	case t.Kind == lex.Punct && prefixes[t.Text]:
		p.next()
		return &Unary{at, t.Text, p.unary(), false}
	case t.Is("sizeof"), t.Is("alignof"):
		return p.sizeof()
	case p.hosted && (t.Is("new") || t.Is("delete") || t.Is("throw")):
		return p.memoryWord()
	case t.Is("new"), t.Is("delete"), t.Is("throw"), t.Is("try"):
		p.fail(t.Pos, diag.CUDAConstruct, "use arrays of a fixed size, or memory that the host allocates", "%s: kernels cannot allocate memory or throw", t.Text)
	case t.Is("("):
		if x := p.cast(); x != nil {
			return x
		}
	}
	return p.postfix(p.primary())
}

func (p *parser) sizeof() Expr {
	t := p.next()
	s := &Sizeof{At: At{t.Pos}, Align: t.Text == "alignof"}
	if p.is("(") && p.typeFollows(1) && !p.castFollows(1) {
		p.next()
		s.Type = p.typeID()
		p.expect(")")
		return s
	}
	s.X = p.unary()
	return s
}

// cast reads (T)x; nil when the parenthesis holds no type.
func (p *parser) cast() Expr {
	if !p.typeFollows(1) && !p.unknownCast() {
		return nil
	}
	start := p.cursor
	at := At{p.next().Pos}
	var t Type
	if !p.try(func() { t = p.typeID(); p.expect(")") }) {
		p.cursor = start
		return nil
	}
	if p.is("{") {
		return p.postfix(&Construct{at, t, p.list().Elems, true})
	}
	return &Cast{at, t, p.unary(), ""}
}

var casts = words("static_cast reinterpret_cast const_cast")

// primary reads an expression without operators.
func (p *parser) primary() Expr {
	t := p.tok()
	at := At{t.Pos}
	switch {
	case t.Kind == lex.Number || t.Kind == lex.Char:
		p.next()
		return &Literal{at, t.Text}
	case t.Kind == lex.String:
		return p.text()
	case p.hosted && t.Is("..."):
		return p.leftFold()
	case t.Is("("):
		p.next()
		saved := p.noGreater
		p.noGreater = false
		x := p.expression()
		p.noGreater = saved
		p.expect(")")
		return x
	case t.Is("["):
		return p.lambda()
	case casts[t.Text] && t.Kind == lex.Ident:
		p.next()
		p.expect("<")
		typ := p.typeID()
		p.closeAngle()
		p.expect("(")
		x := p.parenthesized()
		return &Cast{at, typ, x, t.Text}
	case t.Is("this"), t.Is("true"), t.Is("false"), t.Is("nullptr"):
		p.next()
		return &Name{At: at, Seen: p.seen(), Name: t.Text}
	case p.typeFollows(0):
		return p.construct()
	case t.Kind == lex.Ident && !keywords[t.Text] || t.Is("operator"):
		return p.named()
	case t.Is("::"):
		return p.named()
	}
	p.unexpected("an expression")
	return nil
}

// parenthesized reads an expression and the parenthesis that closes it.
func (p *parser) parenthesized() Expr {
	saved := p.noGreater
	p.noGreater = false
	defer func() { p.noGreater = saved }()
	x := p.expression()
	p.expect(")")
	return x
}

// text reads texts that stand beside each other as one.
func (p *parser) text() Expr {
	at := At{p.tok().Pos}
	var all strings.Builder
	for p.tok().Kind == lex.String {
		all.WriteString(p.next().Text)
	}
	return &Literal{at, all.String()}
}

// construct reads T(args) or T{args}.
func (p *parser) construct() Expr {
	at := At{p.tok().Pos}
	var a Attrs
	t := p.specifiers(&a)
	switch {
	case p.is("{"):
		return &Construct{at, t, p.list().Elems, true}
	case p.is("("):
		p.next()
		args := p.arguments(")")
		if n, ok := t.(*Named); ok && n.Scope != nil && n.Args == nil && !isType(p.meaning(n.Name)) {
			return &Call{at, &Name{At: at, Seen: n.Seen, Name: n.Name, Scope: n.Scope}, args}
		}
		return &Construct{at, t, args, false}
	}
	if n, ok := t.(*Named); ok && n.Scope != nil {
		return &Name{At: at, Seen: n.Seen, Name: n.Name, Scope: n.Scope}
	}
	p.unexpected("( after the type")
	return nil
}

func (p *parser) named() Expr {
	s := p.qualifier()
	if p.is("operator") {
		t := p.operatorName()
		return &Name{At: At{t.Pos}, Seen: s, Name: t.Text}
	}
	t := p.next()
	n := &Name{At: At{t.Pos}, Seen: s, Name: t.Text}
	for p.is("::") && p.peek(1).Kind == lex.Ident {
		p.next()
		p.accept("template")
		n = &Name{At: n.At, Seen: p.seen(), Scope: &Named{At: n.At, Seen: n.Seen, Name: n.Name, Scope: n.Scope}, Name: p.next().Text}
	}
	m, declared := p.findSeen(n.Seen, n.Name)
	if short, ok := strings.CutSuffix(n.Name, "_v"); ok && p.is("<") {
		if m, _ := p.findSeen(n.Seen, short); m == templateType {
			return &Name{At: n.At, Seen: p.seen(), Name: "value", Scope: &Named{At: n.At, Seen: n.Seen, Name: short, Args: p.templateArgs()}}
		}
	}
	if p.is("<") && (m == templateFunc || p.methods[n.Name] && !declared) {
		n.Args = p.templateArgs()
	} else if p.is("<") && !declared {
		p.unknownTemplate(n)
	}
	for p.hosted && p.is("::") && p.peek(1).Kind == lex.Ident {
		p.next()
		n = &Name{At: n.At, Seen: p.seen(), Scope: &Named{At: n.At, Seen: n.Seen, Name: n.Name, Args: n.Args, Scope: n.Scope}, Name: p.next().Text}
	}
	return n
}

// unknownTemplate reads the arguments of a template that no header declares, where a call
// follows them.
func (p *parser) unknownTemplate(n *Name) {
	start := p.cursor
	var args []Arg
	if p.try(func() { args = p.templateArgs() }) && (p.is("(") || p.is("{") || p.is("::")) {
		n.Args = args
		return
	}
	if p.i > start.i && p.tok().Kind == lex.Ident {
		p.refuseLibrary()
		p.fail(n.Pos, diag.Undefined, "", "undefined: type %s", n.Name)
	}
	p.cursor = start
}

func (p *parser) postfix(x Expr) Expr {
	for {
		t := p.tok()
		at := At{t.Pos}
		switch {
		case t.Is("["):
			p.next()
			saved := p.noGreater
			p.noGreater = false
			i := p.expression()
			p.noGreater = saved
			p.expect("]")
			x = &Index{at, x, i}
		case t.Is("("):
			p.next()
			x = &Call{at, x, p.arguments(")")}
		case t.Is(".") || t.Is("->"):
			p.next()
			template := p.accept("template")
			m := &Member{At: at, X: x, Arrow: t.Text == "->"}
			if p.is("operator") {
				m.Name = p.operatorName().Text
			} else {
				p.accept("~")
				m.At, m.Name = At{p.tok().Pos}, p.name().Text
			}
			if p.is("<") && (template || p.methods[m.Name]) {
				m.Args = p.templateArgs()
			}
			x = m
		case t.Is("++") || t.Is("--"):
			p.next()
			x = &Unary{at, t.Text, x, true}
		case t.Is("{") && p.hosted && qualified(x):
			n := x.(*Name) // of a type that the source does not define
			x = &Construct{at, &Named{At: n.At, Seen: n.Seen, Name: n.Name, Args: n.Args, Scope: n.Scope}, p.list().Elems, true}
		case t.Is("<<<") && p.hosted:
			return p.launchCall(x)
		case t.Is("<<<"):
			p.fail(t.Pos, diag.CUDAConstruct, "launch it from the host", "a kernel launches a kernel")
		default:
			return x
		}
	}
}

// qualified reports whether an expression is a name with a namespace or scope before it.
func qualified(x Expr) bool {
	n, ok := x.(*Name)
	return ok && (n.Scope != nil || n.Qualified)
}

// arguments reads expressions up to a token, which it takes; "" stands for the end.
func (p *parser) arguments(end string) (list []Expr) {
	saved := p.noGreater
	p.noGreater = false
	defer func() { p.noGreater = saved }()
	for !p.is(end) && p.tok().Kind != lex.EOF {
		if p.is("{") {
			list = append(list, p.list())
		} else {
			list = append(list, p.expanded(p.assignment()))
		}
		if !p.accept(",") {
			break
		}
	}
	if end != "" {
		p.expect(end)
	}
	return list
}

// list reads an initializer in braces.
func (p *parser) list() *List {
	defer p.enter()()
	l := &List{At: At{p.expect("{").Pos}}
	saved := p.noGreater
	p.noGreater = false
	defer func() { p.noGreater = saved }()
	for !p.is("}") {
		field := ""
		if p.is(".") {
			p.next()
			field = p.name().Text
			if p.is(".") || p.is("[") {
				p.unsupported(p.tok().Pos, "names of inner fields in a list")
			}
			p.expect("=")
		}
		if p.is("[") && p.indexFollows() {
			p.unsupported(p.tok().Pos, "indices in a list")
		}
		l.Fields = append(l.Fields, field)
		if p.is("{") {
			l.Elems = append(l.Elems, p.list())
		} else {
			l.Elems = append(l.Elems, p.assignment())
		}
		if !p.accept(",") {
			break
		}
	}
	p.expect("}")
	return l
}

// lambda reads [&](int x) { … }.
func (p *parser) lambda() Expr {
	l := &Lambda{At: At{p.expect("[").Pos}, Captures: map[string]bool{}}
	p.captures(l)
	if p.is("<") {
		p.fail(p.tok().Pos, diag.CUDAConstruct, "write a __device__ function template", "a lambda with template parameters")
	}
	fn := &Func{At: l.At, Name: "lambda", Result: &Named{At: l.At, Name: "auto"}}
	if p.is("(") {
		fn.Params = p.params()
	}
	for p.accept("__device__") || p.accept("__host__") {
	}
	if p.is("mutable") {
		p.unsupported(p.tok().Pos, "mutable lambdas")
	}
	p.trailing(fn)
	p.body(fn)
	l.Func = fn
	return l
}

// captures reads the list of a lambda up to its bracket.
func (p *parser) captures(l *Lambda) {
	for !p.is("]") {
		value := !p.accept("&")
		switch t := p.tok(); {
		case p.accept("="):
			l.Default = "="
		case p.accept("this"):
		case p.is("*"):
			p.unsupported(t.Pos, "captures of *this")
		case !value && (p.is(",") || p.is("]")):
			l.Default = "&"
		default:
			l.Captures[p.name().Text] = value
			if p.hosted && p.accept("=") {
				l.Inits = append(l.Inits, &Var{At: At{t.Pos}, Name: t.Text, Type: &Named{At: At{t.Pos}, Name: "auto"}, Init: p.assignment()})
			}
			if !p.is(",") && !p.is("]") {
				p.unsupported(t.Pos, "captures with values")
			}
		}
		if !p.accept(",") {
			break
		}
	}
	p.expect("]")
}

// indexFollows reports whether [i] = stands here, not a lambda.
func (p *parser) indexFollows() bool {
	for n := 1; p.peek(n).Kind != lex.EOF && !p.peek(n).Is(";"); n++ {
		if p.peek(n).Is("]") {
			return p.peek(n + 1).Is("=")
		}
	}
	return false
}
