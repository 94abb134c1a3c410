package syntax

// This file parses declarations.

import (
	"slices"

	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/cfront/lex"
)

// attributes are words that stand before declarations and are not types.
var attributes = words("__global__ __device__ __host__ __shared__ __constant__ __managed__ __forceinline__ __noinline__ __inline__ __launch_bounds__ __cluster_dims__ " +
	"__restrict__ __restrict __align__ __attribute__ alignas inline static extern register constexpr const volatile noexcept __grid_constant__ explicit virtual friend mutable thread_local")

// declaration reads one declaration at file level.
func (p *parser) declaration() {
	switch {
	case p.accept(";"):
	case p.is("inline") && p.peek(1).Is("namespace"):
		p.next()
		p.inlineNamespace()
	case p.is("namespace"):
		p.namespace()
	case p.is("extern") && p.peek(1).Kind == lex.String:
		p.next()
		p.next()
		if p.accept("{") {
			p.declarations(lex.Punct, "}")
			p.accept("}")
		}
	case p.is("using"):
		p.using()
	case p.is("static_assert"):
		p.assertion()
	case p.is("template"):
		p.template()
	case p.is("typedef"):
		p.typedef()
	case p.textureReference():
		p.unsupported(p.tok().Pos, "texture references")
	default:
		p.simple(nil, false)
	}
}

// assertion adds a static_assert. One that cannot be read may be about types of the host.
func (p *parser) assertion() {
	var s *StaticAssert
	if start := p.cursor; p.try(func() { s = p.staticAssert() }) {
		p.add(s)
	} else {
		p.cursor = start
		p.skipDeclaration()
	}
}

func (p *parser) staticAssert() *StaticAssert {
	s := &StaticAssert{At: At{p.next().Pos}}
	p.expect("(")
	s.C = p.assignment()
	if p.accept(",") {
		p.text()
	}
	p.expect(")")
	p.expect(";")
	return s
}

// textureReference reports whether a variable of type texture<…> is declared here.
func (p *parser) textureReference() bool {
	n := 0
	for p.peek(n).Is("static") || p.peek(n).Is("extern") || p.peek(n).Is("const") {
		n++
	}
	return p.peek(n).Is("texture") && p.peek(n+1).Is("<") && !p.declared("texture")
}

func (p *parser) add(d Decl) { p.file.Decls = append(p.file.Decls, d) }

func (p *parser) typedef() {
	at := p.next().Pos
	base := p.structOrEnum()
	if base == nil {
		var a Attrs
		base = p.specifiers(&a)
	}
	p.aliases(at, base)
}

// aliases reads the other names of a type.
func (p *parser) aliases(at diag.Pos, base Type) {
	for !p.is(";") {
		t, name := p.declarator(base)
		p.declare(name.Text, typeName)
		p.add(&Alias{At: At{at}, Seen: p.seen(), Name: name.Text, Type: t})
		if !p.accept(",") {
			break
		}
	}
	p.expect(";")
}

// structOrEnum reads the definition of a struct, union or enum at the current place and
// returns its name as a type; nil when there is none.
func (p *parser) structOrEnum() Type {
	switch {
	case p.is("enum"):
		return p.enum()
	case (p.is("struct") || p.is("class") || p.is("union")) && p.definesStruct():
		s := p.structure(nil, false)
		p.add(s)
		return &Named{At: s.At, Seen: p.seen(), Name: s.Name}
	}
	return nil
}

// definesStruct reports whether a struct is defined here, not only named.
func (p *parser) definesStruct() bool {
	for n := 1; ; n++ {
		switch t := p.peek(n); {
		case t.Is("{") || t.Is(":"):
			return true
		case t.Is("(") && n > 1:
			for depth := 0; p.peek(n).Kind != lex.EOF; n++ {
				if p.peek(n).Is("(") {
					depth++
				}
				if p.peek(n).Is(")") {
					if depth--; depth == 0 {
						break
					}
				}
			}
		case t.Kind == lex.Ident, t.Kind == lex.Number, t.Is("<"), t.Is(">"), t.Is(","), t.Is("-"), t.Is("::"), t.Is("*") && !p.peek(n-1).Is(">"):
		default:
			return false
		}
	}
}

// enum reads an enumeration, or only its name, and returns it as a type.
func (p *parser) enum() Type {
	e := &Enum{At: At{p.next().Pos}, Seen: p.seen()}
	if p.is("class") || p.is("struct") {
		e.Scoped = true
		p.next()
	}
	p.attributes(&Attrs{})
	n := &Named{At: At{p.tok().Pos}, Seen: p.seen()}
	if p.tok().Kind == lex.Ident && !keywords[p.tok().Text] {
		n.Seen = p.qualifier()
		n.Name = p.name().Text
	} else {
		n.Name = unnamed(e.Pos)
	}
	e.Name = n.Name
	if p.accept(":") {
		var a Attrs
		e.Base = p.specifiers(&a)
	}
	if p.is("{") {
		p.enumItems(e)
	}
	if p.is("{") || e.Base != nil || e.Items != nil {
		p.declare(e.Name, typeName)
		p.add(e)
	}
	n.Order = p.seen().Order
	return n
}

// enumItems reads { A, B = 3 }.
func (p *parser) enumItems(e *Enum) {
	p.next()
	e.Items = []EnumItem{}
	for !p.is("}") {
		item := EnumItem{Name: p.name().Text}
		p.attributes(&Attrs{})
		if p.accept("=") {
			item.Value = p.conditional()
		}
		if !e.Scoped {
			p.declare(item.Name, value)
		}
		e.Items = append(e.Items, item)
		if !p.accept(",") {
			break
		}
	}
	p.expect("}")
}

// template reads template<…> and the declaration after it.
func (p *parser) template() {
	p.next()
	if !p.is("<") { // an explicit instantiation
		p.skipDeclaration()
		return
	}
	p.push()
	params := p.templateParams()
	depth := len(p.scopes)
	defer func() { p.leaveTemplate(depth, params) }()
	if p.is("template") {
		p.unsupported(p.tok().Pos, "templates inside a template")
	}
	if p.is("using") {
		at := p.next().Pos
		name := p.name().Text
		p.expect("=")
		t := p.typeID()
		p.expect(";")
		p.declare(name, templateType)
		p.add(&Alias{At: At{at}, Seen: p.seen(), Name: name, Type: t, TParams: params})
		return
	}
	if p.is("concept") {
		p.concepts[p.peek(1).Text] = true
	}
	if p.is("concept") || p.is("requires") {
		p.unsupported(p.tok().Pos, "concepts")
	}
	p.simple(params, true)
}

// leaveTemplate leaves the scope of a template, and declares what it declares around it.
func (p *parser) leaveTemplate(depth int, params []TParam) {
	names := p.scopes[depth-1].names
	p.unwind(depth - 1)
	for name, m := range names {
		if m == templateFunc || m == templateType || m == typeName && !isParam(params, name) {
			p.declare(name, m)
		}
	}
}

func isParam(params []TParam, name string) bool {
	for _, t := range params {
		if t.Name == name {
			return true
		}
	}
	return false
}

// templateParams reads <typename T, int N = 4>.
func (p *parser) templateParams() []TParam {
	p.expect("<")
	params := []TParam{}
	for !p.is(">") && !p.is(">>") {
		var t TParam
		if p.is("template") {
			p.unsupported(p.tok().Pos, "template template parameters")
		}
		if p.concepts[p.tok().Text] {
			p.unsupported(p.tok().Pos, "concepts")
		}
		if p.is("typename") || p.is("class") {
			p.next()
			if t.Pack = p.hosted && p.accept("..."); p.is("...") {
				p.unsupported(p.tok().Pos, "variadic templates")
			}
			if p.tok().Kind == lex.Ident {
				t.Name = p.next().Text
			}
			p.declare(t.Name, typeName)
			if p.accept("=") {
				t.Default = &Arg{Type: p.typeID()}
			}
		} else {
			var a Attrs
			typ := p.specifiers(&a)
			if t.Pack = p.hosted && p.accept("..."); p.is("...") {
				p.unsupported(p.tok().Pos, "variadic templates")
			}
			var name lex.Token
			t.Type, name = p.declarator(typ)
			t.Name = name.Text
			if p.accept("=") {
				arg := Arg{Value: p.binaryNoGreater()}
				t.Default = &arg
			}
		}
		if t.Name != "" && slices.ContainsFunc(params, func(q TParam) bool { return q.Name == t.Name }) {
			p.fail(p.tok().Pos, diag.Syntax, "give one of them another name", "two template parameters are named %s", t.Name)
		}
		params = append(params, t)
		if !p.accept(",") {
			break
		}
	}
	p.closeAngle()
	return params
}

// simple reads a struct, a function or variables.
func (p *parser) simple(params []TParam, template bool) {
	before, own := p.cursor, Attrs{}
	if p.attributes(&own); !template && (own.Device || own.Constant) && (p.is("struct") || p.is("union")) && p.definesStruct() {
		p.variables(p.structOrEnum(), own, p.add) // __constant__ struct { … } c;
		return
	}
	p.cursor = before
	if (p.is("struct") || p.is("class") || p.is("union")) && p.definesStruct() {
		s := p.structure(params, template)
		p.add(s)
		if p.is("typedef") {
			p.aliases(p.next().Pos, &Named{At: s.At, Seen: p.seen(), Name: s.Name})
			return
		}
		p.variables(&Named{At: s.At, Seen: p.seen(), Name: s.Name}, Attrs{}, p.add)
		return
	}
	if p.is("enum") {
		t := p.enum()
		p.variables(t, Attrs{}, p.add)
		return
	}
	var a Attrs
	base := p.specifiers(&a)
	if p.is("typedef") {
		p.aliases(p.next().Pos, base)
		return
	}
	if p.is(";") {
		if n, ok := base.(*Named); ok {
			p.forward(n, template)
		}
		p.next()
		return
	}
	p.refuseWords(a)
	t, name := p.declarator(base)
	if f, ok := t.(*Function); ok {
		p.function(f, name, a, params, template)
		return
	}
	if template && (len(params) == 0 || p.spec != nil) {
		p.unsupported(name.Pos, "specializations of constants")
	}
	p.rest(t, name, base, a, func(d Decl) {
		d.(*Var).TParams = params
		p.add(d)
	})
	if template {
		p.declare(name.Text, templateFunc)
	}
}

// forward declares a struct that is defined later.
func (p *parser) forward(n *Named, template bool) {
	m := typeName
	if template {
		m = templateType
	}
	p.declare(n.Name, m)
	p.foresee(n.Name)
}

// foresee notes that a struct is named here.
func (p *parser) foresee(name string) {
	key := p.seen().Key(name)
	if _, ok := p.file.Forward[key]; !ok {
		p.file.Forward[key] = p.late + p.i - 1
	}
}

// variables reads declarators up to a semicolon.
func (p *parser) variables(base Type, a Attrs, add func(Decl)) {
	if p.accept(";") {
		return
	}
	t, name := p.declarator(base)
	p.rest(t, name, base, a, add)
}

// rest reads the initializer of a first variable, and the other variables.
func (p *parser) rest(t Type, name lex.Token, base Type, a Attrs, add func(Decl)) {
	for {
		v := &Var{At: At{name.Pos}, Seen: p.seen(), Name: name.Text, Type: t, Attrs: a}
		p.declare(name.Text, value)
		p.initializer(v)
		add(v)
		if !p.accept(",") {
			break
		}
		t, name = p.declarator(base)
	}
	p.expect(";")
}

// initializer reads = x, (x, y) or {x, y}.
func (p *parser) initializer(v *Var) {
	switch {
	case p.accept("="):
		if v.Init = nil; p.is("{") {
			v.Init = p.list()
			return
		}
		v.Init = p.assignment()
	case p.is("{"):
		v.Init = p.list()
	case p.is("("):
		at := p.next().Pos
		v.Init = &Construct{At{at}, v.Type, p.arguments(")"), false}
	}
}

// function reads the rest of a function. Bodies of the host are skipped.
func (p *parser) function(f *Function, name lex.Token, a Attrs, params []TParam, template bool) {
	fn := &Func{At: At{name.Pos}, Seen: p.seen(), Name: name.Text, Attrs: a, Params: f.Params, Result: f.Result, Template: template, TParams: params}
	if p.into != nil {
		fn.Space, p.into = p.into.Space, nil
		defer p.unwind(len(p.scopes))
		p.openSpace(fn.Space)
	}
	p.operator(fn, p.of != "")
	fn.Special = template && len(params) == 0
	p.declare(fn.Name, meaningOf(template))
	if p.spec != nil {
		fn.Spec, fn.Special = p.spec, true
	}
	fn.Of = p.of
	fn.Attrs.Promises.add(p.promises)
	p.spec, p.of, p.into, p.promises = nil, "", nil, Promises{}
	p.trailing(fn)
	try := p.accept("try") // its handlers stand behind the body
	device := fn.Attrs.Global || fn.Attrs.Device
	switch {
	case p.accept(";"):
	case !p.is("{") && !p.is(":"):
		p.unexpected("{")
	case p.hosted || device || fn.Of != "" || a.Const && !fn.Attrs.Host:
		p.body(fn)
		if try {
			p.skipHandlers()
		}
	default:
		p.skipDeclaration()
		p.host = true
		p.file.Hosts[fn.Name] = fn.Pos
		p.file.HostFuncs = append(p.file.HostFuncs, fn)
		return
	}
	p.add(fn)
}

func meaningOf(template bool) meaning {
	if template {
		return templateFunc
	}
	return value
}

// trailing reads what may follow the parameters of a function.
func (p *parser) trailing(fn *Func) {
	for {
		switch {
		case p.accept("const"):
			fn.Const = true
		case p.is("requires"):
			p.unsupported(p.tok().Pos, "concepts")
		case p.is("&"), p.is("&&"):
			p.unsupported(p.tok().Pos, "ref-qualified methods")
		case p.is("override"), p.is("final"):
			fn.Attrs.Odd = append(fn.Attrs.Odd, lex.Token{Pos: p.next().Pos, Text: "virtual"})
		case p.is("noexcept"):
			p.next()
			if p.is("(") {
				p.skipParens()
			}
		case p.accept("->"):
			fn.Result = p.typeID()
		case p.is("__attribute__"):
			p.next()
			p.skipParens()
		case p.is("__launch_bounds__"), p.is("__cluster_dims__"):
			p.attribute(&fn.Attrs)
		case p.accept("="):
			switch {
			case p.accept("delete"):
				fn.Deleted = true
			case !p.accept("default"): // = 0
				fn.Attrs.Odd = append(fn.Attrs.Odd, lex.Token{Pos: p.next().Pos, Text: "virtual"})
			}
			fn.Defaulted = true
		default:
			return
		}
	}
}

func (p *parser) skipParens() {
	p.expect("(")
	for depth := 1; depth > 0 && p.tok().Kind != lex.EOF; {
		switch t := p.next(); {
		case t.Is("("):
			depth++
		case t.Is(")"):
			depth--
		}
	}
}

// body reads the list of a constructor and the body of a function.
func (p *parser) body(fn *Func) {
	p.push()
	defer p.pop()
	fn.Begun = p.seen()
	for _, v := range fn.Params {
		p.declare(v.Name, value)
	}
	if p.accept(":") {
		for {
			in := FieldInit{At: At{p.tok().Pos}, Name: p.name().Text}
			for p.is("<") || p.is("::") { // Base<T>(…)
				if p.accept("::") {
					in.Name = p.name().Text
				} else {
					p.templateArgs()
				}
			}
			if p.accept("{") {
				in.Args = p.arguments("}")
			} else {
				p.expect("(")
				in.Args = p.arguments(")")
			}
			fn.Inits = append(fn.Inits, in)
			if !p.accept(",") {
				break
			}
		}
	}
	fn.Body = p.block()
	fn.Ended = p.tokens[p.i-1].Pos
}
