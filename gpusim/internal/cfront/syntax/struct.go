package syntax

// This file parses structs and their members.

import (
	"fmt"
	"slices"

	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/cfront/lex"
)

// structure reads a struct with its fields and methods.
func (p *parser) structure(params []TParam, template bool) *Struct {
	s := &Struct{Union: p.is("union"), TParams: params, Defined: true}
	s.Pos = p.next().Pos
	p.alignment(&s.Attrs)
	if p.tok().Kind == lex.Ident && !keywords[p.tok().Text] {
		s.Pos = p.tok().Pos
		s.Name = p.next().Text
	}
	if s.Name == "" {
		s.Name = fmt.Sprintf("unnamed_%d_%d", s.Pos.Line, s.Pos.Col)
	}
	p.declare(s.Name, typeName)
	if template {
		p.declare(s.Name, templateType)
		s.Special = len(params) == 0
	}
	if p.is("<") {
		s.Spec, s.Special = p.templateArgs(), true
	}
	p.accept("final")
	p.alignment(&s.Attrs)
	for p.is(":") || s.Bases != nil && p.is(",") {
		p.next()
		for p.is("public") || p.is("private") || p.is("protected") || p.is("virtual") {
			s.Virtual = s.Virtual || p.is("virtual")
			p.next()
		}
		s.Bases = append(s.Bases, p.specifiers(&s.Attrs))
	}
	p.expect("{")
	p.push()
	outer := p.file.Decls
	p.file.Decls = nil
	for !p.is("}") {
		p.anyMember(s)
	}
	s.Nested = p.file.Decls
	for _, d := range s.Nested {
		if inner, ok := d.(*Struct); ok && inner.Outer == nil {
			inner.Outer = s
		}
	}
	p.file.Decls = append(outer, s.Nested...)
	p.pop()
	p.next()
	p.alignment(&s.Attrs)
	return s
}

// anyMember reads a member. A method that cannot be read leaves the others.
func (p *parser) anyMember(s *Struct) {
	start, scopes, decls := p.i, len(p.scopes), p.file.Decls
	defer func() {
		if r := recover(); r != nil {
			err, ok := r.(syntaxError)
			if !ok {
				panic(r)
			}
			p.i, p.scopes, p.depth, p.noGreater, p.file.Decls = start, p.scopes[:scopes], 0, false, decls
			p.spec, p.of, p.bounds = nil, "", nil
			p.skipDeclaration()
			tokens := p.tokens[start:p.i]
			if name := declaredName(tokens); name == "" || !slices.ContainsFunc(tokens, func(t lex.Token) bool { return t.Is("(") }) {
				panic(r) // a field, without which nobody knows the layout
			} else {
				p.broken(name, tokens, true, err)
			}
		}
	}()
	p.member(s)
}

// member reads a field, a method or a nested type.
func (p *parser) member(s *Struct) {
	switch {
	case p.accept(";"):
		return
	case p.is("public"), p.is("private"), p.is("protected"):
		p.next()
		p.expect(":")
		return
	case p.is("typedef"):
		p.typedef()
		return
	case p.is("using"):
		p.using()
		return
	case p.is("static_assert"):
		p.skipDeclaration()
		return
	}
	var params []TParam
	template := p.is("template")
	if template {
		p.next()
		p.push()
		depth := len(p.scopes)
		defer func() { p.leaveTemplate(depth, params) }()
		params = p.templateParams()
		if (p.is("struct") || p.is("class")) && p.definesStruct() {
			p.add(p.structure(params, true))
			p.expect(";")
			return
		}
	}
	if nested := p.structOrEnum(); nested != nil {
		p.variables(nested, Attrs{}, func(d Decl) { s.Fields = append(s.Fields, d.(*Var)) })
		return
	}
	var a Attrs
	start := p.i
	p.attributes(&a)
	s.Virtual = s.Virtual || slices.ContainsFunc(p.tokens[start:p.i], func(t lex.Token) bool { return t.Is("virtual") })
	if p.is("friend") {
		p.friend(s, a)
		return
	}
	if fn := p.special(s, a); fn != nil {
		fn.Template, fn.TParams = template, params
		p.method(s, fn)
		return
	}
	base := p.specifiers(&a)
	t, name := p.declarator(base)
	if f, ok := t.(*Function); ok {
		fn := &Func{At: At{name.Pos}, Name: name.Text, Attrs: a, Params: f.Params, Result: f.Result, Template: template, TParams: params}
		p.method(s, fn)
		return
	}
	if p.accept(":") {
		p.fail(name.Pos, diag.CUDAConstruct, "use masks and shifts", "bit field %s", name.Text)
	}
	p.rest(t, name, base, a, func(d Decl) { s.Fields = append(s.Fields, d.(*Var)) })
}

// friend reads a function of the file that a struct defines; it takes the struct's
// template parameters.
func (p *parser) friend(s *Struct, a Attrs) {
	start := p.i
	p.next()
	if p.is("class") || p.is("struct") || p.is("template") {
		p.skipDeclaration()
		return
	}
	base := p.specifiers(&a)
	t, name := p.declarator(base)
	f, ok := t.(*Function)
	if !ok {
		p.i = start
		p.skipDeclaration()
		return
	}
	if p.is(";") || p.is("const") {
		p.skipDeclaration()
		return
	}
	p.function(f, name, a, s.TParams, s.TParams != nil)
}

// special reads the head of a constructor, a destructor or a conversion; nil for none.
func (p *parser) special(s *Struct, a Attrs) *Func {
	switch {
	case p.is(s.Name) && p.peek(1).Is("("):
		t := p.next()
		return &Func{At: At{t.Pos}, Name: s.Name, Attrs: a, Params: p.params()}
	case p.is("~"):
		p.next()
		t := p.name()
		return &Func{At: At{t.Pos}, Name: "~" + t.Text, Attrs: a, Params: p.params()}
	case p.is("operator") && p.typeFollows(1):
		t := p.next()
		to := p.specifiers(&a)
		for p.is("*") || p.is("&") {
			if p.next().Is("*") {
				to = &Pointer{At: At{t.Pos}, Elem: to}
			}
		}
		return &Func{At: At{t.Pos}, Name: "operator type", Attrs: a, Params: p.params(), Result: to}
	}
	return nil
}

// method reads the rest of a method. One of the host keeps no body.
func (p *parser) method(s *Struct, fn *Func) {
	if fn.Template {
		p.methods[fn.Name] = true
	}
	p.trailing(fn)
	if !p.accept(";") {
		if fn.Attrs.Device || fn.Attrs.Const {
			p.body(fn)
		} else {
			p.skipDeclaration()
		}
	}
	s.Methods = append(s.Methods, fn)
}
