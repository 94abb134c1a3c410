package syntax

// This file parses types and declarators.

import (
	"slices"
	"strings"

	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/cfront/lex"
	"gpucourse/gpusim/internal/limit"
)

// attributes reads attributes. It reports whether it read any.
func (p *parser) attributes(a *Attrs) (found bool) {
	for p.attribute(a) {
		found = true
	}
	return found
}

func (p *parser) attribute(a *Attrs) bool {
	if p.is("__attribute__") || p.is("__align__") || p.is("alignas") {
		p.alignment(a)
		return true
	}
	if p.is("[") && p.peek(1).Is("[") { // [[nodiscard]]
		for !p.is("]") && p.tok().Kind != lex.EOF {
			p.next()
		}
		p.expect("]")
		p.expect("]")
		return true
	}
	switch t := p.tok(); t.Text {
	case "__global__":
		a.Global, p.kernel = true, true
	case "__device__":
		a.Device = true
	case "__host__":
		a.Host = true
	case "__shared__":
		a.Shared = true
	case "__constant__":
		a.Constant = true
	case "__managed__":
		a.Managed = true
	case "static":
		a.Static = true
	case "extern":
		a.Extern = true
	case "constexpr":
		a.Const = true
	case "__noinline__":
		a.Noinline = true
	case "__launch_bounds__":
		p.next()
		p.expect("(")
		a.Bounds = p.arguments(")")
		return true
	case "__cluster_dims__":
		p.next()
		p.expect("(")
		a.Cluster = p.arguments(")")
		return true
	case "explicit":
		a.Explicit = true
	case "virtual", "mutable", "thread_local":
		a.Odd = append(a.Odd, t)
	case "__forceinline__", "__inline__", "inline", "register", "__restrict__", "__restrict", "__grid_constant__", "__extension__":
	default:
		return false
	}
	p.next()
	return true
}

// alignment reads __align__(n), alignas(n) and __attribute__((aligned(n))).
func (p *parser) alignment(a *Attrs) {
	for p.is("__align__") || p.is("alignas") || p.is("__attribute__") {
		if p.next().Text == "__attribute__" {
			p.expect("(")
			p.expect("(")
			word := p.name()
			if isOdd(word) {
				a.Odd = append(a.Odd, word)
			}
			if p.accept("(") {
				if args := p.arguments(")"); word.Is("aligned") || word.Is("__aligned__") {
					a.Align = args
				}
			}
			p.expect(")")
			p.expect(")")
			continue
		}
		p.expect("(")
		if p.typeFollows(0) {
			at := p.tok().Pos
			a.Align = []Expr{&Sizeof{At: At{at}, Type: p.typeID(), Align: true}}
			p.expect(")")
			continue
		}
		a.Align = p.arguments(")")
	}
}

// specifiers reads what stands before a declarator: attributes and a type.
func (p *parser) specifiers(a *Attrs) Type {
	at := p.tok().Pos
	isConst, isVolatile := false, false
	var basic []string
	var named Type
	for {
		switch t := p.tok(); {
		case t.Is("const"):
			isConst = true
			p.next()
		case t.Is("volatile"):
			isVolatile = true
			p.next()
		case p.attribute(a):
		case basicWord[t.Text] && t.Kind == lex.Ident && named == nil:
			basic = append(basic, p.next().Text)
		case named == nil && basic == nil && p.startsNamed():
			named = p.namedType()
		default:
			return p.specified(at, basic, named, isConst, isVolatile)
		}
	}
}

// startsNamed reports whether a type that has a name stands here.
func (p *parser) startsNamed() bool {
	switch t := p.tok(); {
	case t.Kind != lex.Ident && !t.Is("::"):
		return false
	case t.Is("struct"), t.Is("class"), t.Is("union"), t.Is("enum"), t.Is("typename"), t.Is("auto"), t.Is("void"), t.Is("decltype"):
		return true
	}
	return p.typeFollows(0) || p.hosted && !keywords[p.tok().Text] && !p.declared(p.tok().Text)
}

func (p *parser) namedType() Type {
	elaborated := false
	for p.is("struct") || p.is("class") || p.is("union") || p.is("enum") || p.is("typename") {
		elaborated = p.next().Text != "typename"
	}
	if p.is("decltype") {
		at := At{p.next().Pos}
		p.expect("(")
		if p.is("auto") {
			p.unsupported(at.Pos, "types decltype(auto)")
		}
		paren := p.is("(")
		x := p.expression()
		p.expect(")")
		return &Decltype{at, x, paren}
	}
	s := p.qualifier()
	t := p.next()
	if elaborated && !s.Qualified && !p.declared(t.Text) { // struct S *p names S before it is defined
		p.declare(t.Text, typeName)
		p.foresee(t.Text)
	}
	n := &Named{At: At{t.Pos}, Seen: s, Name: t.Text}
	if p.is("<") && !keywords[t.Text] {
		n.Args = p.templateArgs()
	}
	for p.is("::") && p.peek(1).Kind == lex.Ident {
		p.next()
		p.accept("template")
		n = &Named{At: n.At, Seen: p.seen(), Scope: n, Name: p.next().Text}
		if p.is("<") && (p.hosted || p.meaning(n.Name) != value) {
			n.Args = p.templateArgs()
		}
	}
	return n
}

func (p *parser) specified(at diag.Pos, basic []string, named Type, isConst, isVolatile bool) Type {
	switch n := named.(type) {
	case *Named:
		n.Const, n.Volatile = isConst, isVolatile
		return n
	case nil:
	default:
		return n
	}
	if basic == nil {
		p.unexpected("a type")
	}
	if p.is("__int128") {
		p.unsupported(p.tok().Pos, "numbers of 128 bits")
	}
	if slices.Contains(basic, "long") && slices.Contains(basic, "double") {
		p.unsupported(at, "numbers of type long double")
	}
	if !combines(basic) {
		p.fail(at, diag.Syntax, "name one type", "the words %s are no type together", strings.Join(basic, " "))
	}
	return &Named{At: At{at}, Name: basicName(basic), Const: isConst, Volatile: isVolatile}
}

// combines reports whether the words of a basic type, in any order, name one.
func combines(list []string) bool {
	count := map[string]int{}
	for _, w := range list {
		count[w]++
	}
	signs, others := count["signed"]+count["unsigned"], 0
	for _, w := range []string{"bool", "char", "short", "__int64", "float", "double"} {
		others += count[w]
	}
	if count["long"] > 0 {
		others++
	}
	switch {
	case signs > 1, others > 1, count["int"] > 1, count["long"] > 2:
		return false
	case count["bool"]+count["float"]+count["double"] > 0:
		return len(list) == 1
	}
	return count["char"] == 0 || count["int"] == 0
}

// basicName returns the normal form of a basic type.
func basicName(words []string) string {
	has := func(w string) bool { return slices.Contains(words, w) }
	prefix := ""
	if has("unsigned") {
		prefix = "unsigned "
	}
	longs := strings.Count(strings.Join(words, " "), "long")
	switch {
	case has("bool"), has("float"):
		return words[len(words)-1]
	case has("double"):
		return "double"
	case has("char") && has("signed"):
		return "signed char"
	case has("char"):
		return prefix + "char"
	case has("short"):
		return prefix + "short"
	case longs >= 2, has("__int64"):
		return prefix + "long long"
	case longs == 1:
		return prefix + "long"
	}
	return prefix + "int"
}

// typeFollows reports whether the token at an offset begins a type.
func (p *parser) typeFollows(n int) bool {
	t := p.peek(n)
	if t.Kind != lex.Ident && !t.Is("::") {
		return false
	}
	if basicWord[t.Text] {
		return true
	}
	switch t.Text {
	case "const", "volatile", "struct", "class", "union", "enum", "typename", "auto", "void", "decltype", "unsigned", "signed":
		return true
	}
	s, n := p.qualified(n)
	if p.peek(n+1).Is("::") && p.peek(n+2).Kind == lex.Ident {
		return p.memberType(s, n)
	}
	m, _ := p.findSeen(s, p.peek(n).Text)
	return isType(m)
}

// memberType reports whether S::name at an offset is a type.
func (p *parser) memberType(s Seen, n int) bool {
	path, known := p.findInner(s, p.peek(n).Text)
	for n += 2; p.peek(n+1).Is("::") && p.peek(n+2).Kind == lex.Ident; n += 2 {
		path = join(path, p.peek(n).Text)
	}
	if inner := p.inner[path]; known && inner != nil {
		return isType(inner.names[p.peek(n).Text])
	}
	return isType(p.meaning(p.peek(n).Text)) || !known && p.peek(n+1).Kind == lex.Ident // S is another name of a type: S::name x
}

// findInner returns the path of a struct.
func (p *parser) findInner(s Seen, name string) (path string, ok bool) {
	levels := p.levels()
	if s.Qualified {
		levels = [][]string{{s.Space}}
	}
	for _, level := range levels {
		for _, space := range level {
			if path = join(space, name); p.inner[path] != nil {
				return path, true
			}
		}
	}
	return "", false
}

// typeID reads a type without a name.
func (p *parser) typeID() Type {
	var a Attrs
	t, name := p.declarator(p.specifiers(&a))
	if name.Text != "" {
		p.fail(name.Pos, diag.Syntax, "remove the name", "found %s where only a type is expected", name.Text)
	}
	return t
}

// declarator reads what stands around a declared name, and the name if there is one.
func (p *parser) declarator(base Type) (Type, lex.Token) {
	defer p.enter()()
	for {
		at := At{p.tok().Pos}
		switch {
		case p.accept("*"):
			ptr := &Pointer{At: at, Elem: base}
			p.qualifiers(ptr)
			base = ptr
			continue
		case p.is("&&") && !p.hosted:
			p.unsupported(at.Pos, "rvalue references")
		case p.accept("&"), p.accept("&&"):
			base = &Reference{at, base}
			continue
		}
		var a Attrs
		if p.attribute(&a) {
			p.promises.add(a.Promises)
			continue
		}
		break
	}
	if p.is("(") && (p.peek(1).Is("*") || p.peek(1).Is("&") || p.peek(1).Is("&&")) {
		p.next()
		inner := p.i
		p.i--
		p.skipParens()
		t := p.suffixes(base)
		end := p.i
		p.i = inner
		t, name := p.declarator(t)
		p.expect(")")
		p.i = end
		return t, name
	}
	name := p.declaredName()
	return p.suffixes(base), name
}

func (p *parser) qualifiers(ptr *Pointer) {
	for {
		switch {
		case p.accept("const"):
			ptr.Const = true
		case p.accept("volatile"):
			ptr.Volatile = true
		case p.accept("__restrict__"), p.accept("__restrict"), p.accept("restrict"):
			ptr.Restrict = true
		default:
			return
		}
	}
}

// declaredName reads the name of a declarator; a token without text for none.
func (p *parser) declaredName() lex.Token {
	if s, n := p.qualified(0); s.Qualified && n > 1 {
		p.i += n
		p.into = &s
	}
	t := p.tok()
	if t.Is("operator") {
		return p.operatorName()
	}
	if t.Kind != lex.Ident || keywords[t.Text] {
		return lex.Token{Pos: t.Pos}
	}
	p.next()
	if p.is("<") && (p.meaning(t.Text) == templateFunc || p.meaning(t.Text) == templateType) {
		p.spec = p.templateArgs()
	}
	if p.accept("::") {
		if p.is("*") {
			p.unsupported(t.Pos, "pointers to members")
		}
		p.of, p.spec = t.Text, nil
		return p.declaredName()
	}
	return t
}

// operatorName reads operator+, operator() and the like as one name.
func (p *parser) operatorName() lex.Token {
	t := p.next()
	t.Text += p.next().Text
	if strings.HasSuffix(t.Text, "(") || strings.HasSuffix(t.Text, "[") {
		t.Text += p.next().Text
	}
	return t
}

// castFollows reports whether T(x) stands n tokens ahead, not the parameter T (*f)(…), nor the
// type decltype(x).
func (p *parser) castFollows(n int) bool {
	inside := p.peek(n + 2)
	return p.peek(n).Kind == lex.Ident && !p.peek(n).Is("decltype") && p.peek(n+1).Is("(") && !inside.Is("*") && !inside.Is("&")
}

// suffixes reads the extents of arrays and the parameters of functions.
func (p *parser) suffixes(base Type) Type {
	at := At{p.tok().Pos}
	switch {
	case p.is("[") && !p.peek(1).Is("["):
		defer p.enter()()
		p.next()
		var n Expr
		if !p.is("]") {
			n = p.conditional()
		}
		p.expect("]")
		return &Array{at, p.suffixes(base), n}
	case p.is("(") && (p.kernel || p.peek(1).Is(")") || p.peek(1).Is("...") || p.typeFollows(1) && !p.castFollows(1) || attributes[p.peek(1).Text] || p.functionFollows()):
		p.kernel = false
		return &Function{at, base, p.params()}
	}
	return base
}

// params reads the parameters of a function.
func (p *parser) params() (list []*Var) {
	p.expect("(")
	if p.is("void") && p.peek(1).Is(")") {
		p.next()
	}
	for !p.is(")") {
		if p.hosted && p.accept("...") {
			break
		}
		if p.is("...") {
			p.unsupported(p.tok().Pos, "functions with variable arguments")
		}
		v := &Var{}
		base := p.specifiers(&v.Attrs)
		t, name := p.declarator(base)
		if v.Pack = p.hosted && p.accept("..."); v.Pack && p.tok().Kind == lex.Ident {
			name = p.next()
		}
		if p.is("...") {
			p.unsupported(p.tok().Pos, "variadic templates")
		}
		v.Type, v.Pos, v.Name = t, name.Pos, name.Text
		if p.accept("=") {
			v.Init = p.assignment()
		}
		list = append(list, v)
		if !p.accept(",") {
			break
		}
	}
	p.expect(")")
	for i := 1; i < len(list); i++ {
		if list[i].Init == nil && list[i-1].Init != nil {
			p.fail(list[i].Pos, diag.Syntax, "give it one too, or move it to the front", "parameter %s has no default argument, and the one before it has", list[i].Name)
		}
	}
	return list
}

// templateArgs reads <int, 4>.
func (p *parser) templateArgs() []Arg {
	defer p.enter()()
	if p.angles++; p.angles > limit.TemplateArgs { // each may be read twice, with all that is in it
		p.angles = 0
		p.fail(p.tok().Pos, diag.NestingDepth, "name the inner types with using", "more than %d lists of template arguments stand inside one another", limit.TemplateArgs)
	}
	defer func() { p.angles = max(0, p.angles-1) }()
	p.expect("<")
	args := []Arg{}
	for p.tok().Kind != lex.EOF && !(p.tok().Kind == lex.Punct && p.tok().Text[0] == '>') {
		args = append(args, p.templateArg())
		if !p.accept(",") {
			break
		}
	}
	p.closeAngle()
	return args
}

// templateArg reads a type or a value.
func (p *parser) templateArg() Arg {
	start := p.cursor
	if p.typeFollows(0) || p.instanceFollows() {
		var t Type
		ok := p.try(func() { t = p.typeID() })
		if ok && (p.is(",") || strings.HasPrefix(p.tok().Text, ">")) {
			return Arg{Type: t}
		}
		p.cursor = start
	}
	return Arg{Value: p.binaryNoGreater()}
}

// try runs f. It reports false, with the place as before, when f meets a mistake.
func (p *parser) try(f func()) (ok bool) {
	start, depth, scopes, spec, of, into := p.cursor, p.depth, len(p.scopes), p.spec, p.of, p.into
	defer func() {
		if r := recover(); r != nil {
			if err, syntax := r.(syntaxError); !syntax || err.Code == diag.NestingDepth {
				panic(r) // another reading would be as deep
			}
			p.unwind(scopes)
			p.cursor, p.depth, p.spec, p.of, p.into = start, depth, spec, of, into
			ok = false
		}
	}()
	f()
	return true
}

// binaryNoGreater reads an expression in which > ends a list of template arguments.
func (p *parser) binaryNoGreater() Expr {
	saved := p.noGreater
	p.noGreater = true
	defer func() { p.noGreater = saved }()
	return p.conditional()
}
