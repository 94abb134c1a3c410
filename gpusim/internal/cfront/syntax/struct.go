package syntax

// This file parses structs and their members.

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/cfront/lex"
)

// structure reads a struct with its fields and methods.
func (p *parser) structure(params []TParam, template bool) *Struct {
	defer func(outer bool) { p.private = outer }(p.private)
	p.private = p.is("class")
	s := &Struct{Union: p.is("union"), TParams: params, Defined: true, Seen: p.seen()}
	s.Pos = p.next().Pos
	p.alignment(&s.Attrs)
	if p.tok().Kind == lex.Ident && !keywords[p.tok().Text] {
		s.Pos = p.tok().Pos
		s.Name = p.next().Text
	}
	if s.Unnamed = s.Name == ""; s.Unnamed {
		s.Name = unnamed(s.Pos)
	}
	p.declare(s.Name, typeName)
	if template {
		p.declare(s.Name, templateType)
		s.Special = len(params) == 0
	}
	if p.is("<") {
		if len(params) > 0 {
			s.refuse(s.Pos, "partial specializations")
		}
		s.Spec, s.Special = p.templateArgs(), true
	}
	p.accept("final")
	p.alignment(&s.Attrs)
	if p.is(":") {
		s.refuse(p.tok().Pos, "base classes")
		if p.hosted {
			p.bases(s)
		}
		for !p.is("{") && p.tok().Kind != lex.EOF {
			p.next()
		}
	}
	if s.Union {
		s.refuse(s.Pos, "unions")
	}
	p.expect("{")
	p.push()
	outer := p.file.Decls
	p.file.Decls = nil
	s.PrivateTypes = map[string]bool{}
	for !p.is("}") {
		known := len(p.file.Decls)
		p.anyMember(s)
		if p.private {
			for _, d := range p.file.Decls[min(known, len(p.file.Decls)):] {
				s.hide(d)
			}
		}
	}
	for _, d := range p.file.Decls {
		if f, ok := d.(*Func); ok { // a friend
			outer = append(outer, f)
		} else {
			s.Nested = append(s.Nested, d)
		}
	}
	p.file.Decls = outer
	p.inner[s.Key(s.Name)] = p.scopes[len(p.scopes)-1]
	p.pop()
	p.next()
	p.alignment(&s.Attrs)
	for _, t := range s.Attrs.Odd {
		s.refuse(t.Pos, oddWords[t.Text])
	}
	return s
}

// hide notes that a nested type is private.
func (s *Struct) hide(d Decl) {
	switch d := d.(type) {
	case *Alias:
		s.PrivateTypes[d.Name] = true
	case *Struct:
		s.PrivateTypes[d.Name] = true
	case *Enum:
		s.PrivateTypes[d.Name] = true
		for _, item := range d.Items {
			s.PrivateTypes[item.Name] = true
		}
	}
}

// unnamed returns a name for a type without one.
func unnamed(at diag.Pos) string { return fmt.Sprintf("unnamed_%d_%d", at.Line, at.Col) }

// anyMember reads a member. A method that cannot be read leaves the others; not so a
// constructor or an operator, which C++ calls by itself.
func (p *parser) anyMember(s *Struct) {
	start, decls := p.checkpoint(), p.file.Decls
	start.depth = 0
	defer func() {
		if r := recover(); r != nil {
			err := p.back(start, r)
			p.file.Decls = decls
			p.skipDeclaration()
			tokens := p.tokens[start.i:p.i]
			name := declaredName(tokens)
			if name == "" || !slices.ContainsFunc(tokens, func(t lex.Token) bool { return t.Is("(") }) {
				panic(r) // a field, without which nobody knows the layout
			}
			if (name == s.Name || slices.ContainsFunc(tokens, func(t lex.Token) bool { return t.Is("operator") || t.Is("~") })) && s.Refused == nil {
				s.Refused = &err.Diagnostic
			}
			p.broken(name, tokens, true, err)
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
		p.private = !p.next().Is("public")
		p.expect(":")
		return
	case p.is("typedef"):
		p.typedef()
		return
	case p.is("using"):
		p.using()
		return
	case p.is("static_assert"):
		p.assertion()
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
		if p.is("struct") || p.is("class") {
			s.refuse(p.tok().Pos, "class templates inside a struct")
			p.skipDeclaration()
			return
		}
	}
	if nested := p.structOrEnum(); nested != nil {
		p.nestedFields(s, nested)
		return
	}
	a := Attrs{Private: p.private}
	p.attributes(&a)
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
	if p.is(";") { // a nested type that is only named
		p.next()
		return
	}
	t, name := p.declarator(base)
	if f, ok := t.(*Function); ok {
		fn := &Func{At: At{name.Pos}, Name: name.Text, Attrs: a, Params: f.Params, Result: f.Result, Template: template, TParams: params}
		p.method(s, fn)
		return
	}
	p.fields(s, t, name, base, a)
}

// nestedFields reads the fields of a type that is defined here. A struct without a name and
// without fields of its own would lend its fields to the struct around.
func (p *parser) nestedFields(s *Struct, nested Type) {
	if !p.is(";") {
		t, name := p.declarator(nested)
		p.fields(s, t, name, nested, Attrs{Private: p.private})
		return
	}
	p.next()
	if inner, ok := p.file.Decls[len(p.file.Decls)-1].(*Struct); ok && inner.Unnamed {
		s.refuse(inner.Pos, map[bool]string{false: "anonymous structs", true: "anonymous unions"}[inner.Union])
	}
}

// fields reads the rest of a declaration of fields, which begins with t and name.
func (p *parser) fields(s *Struct, t Type, name lex.Token, base Type, a Attrs) {
	if p.is(":") {
		s.refuse(name.Pos, "bit-fields")
		p.skipDeclaration()
		return
	}
	for _, w := range a.Odd {
		s.refuse(w.Pos, oddWords[w.Text])
	}
	p.rest(t, name, base, a, func(d Decl) {
		if p.is(":") {
			s.refuse(d.Position(), "bit-fields")
			p.skipDeclaration()
			p.i--
		}
		s.Fields = append(s.Fields, d.(*Var))
	})
}

// friend reads a friend: a type or a function, or an operator of the file that the struct
// defines; such an operator takes the struct's template parameters. Of a method, the whole
// struct is a friend.
func (p *parser) friend(s *Struct, a Attrs) {
	p.next()
	start := p.cursor
	if p.is("class") || p.is("struct") || p.is("template") {
		p.skipDeclaration()
		s.befriend(lastName(p.tokens[start.i:p.i]))
		return
	}
	base := p.specifiers(&a)
	t, name := p.declarator(base)
	f, ok := t.(*Function)
	if !ok {
		p.cursor = start
		p.skipDeclaration()
		s.befriend(lastName(p.tokens[start.i:p.i]))
		return
	}
	if s.befriend(cmp.Or(p.of, name.Text)); p.is(";") || p.is("const") {
		p.skipDeclaration()
		p.spec, p.of, p.into = nil, "", nil
		return
	}
	if !strings.HasPrefix(name.Text, "operator") {
		s.refuse(name.Pos, "friends that are no operators")
	}
	p.function(f, name, a, s.TParams, s.TParams != nil)
}

// befriend gives the code of a struct or a function access to private members.
func (s *Struct) befriend(name string) {
	if s.Friends == nil {
		s.Friends = map[string]bool{}
	}
	s.Friends[name] = true
}

// lastName returns the name that a friend declaration of a type ends with.
func lastName(tokens []lex.Token) (name string) {
	for _, t := range tokens {
		switch {
		case t.Is("<"):
			return name
		case t.Kind == lex.Ident && !keywords[t.Text]:
			name = t.Text
		}
	}
	return name
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
	p.operator(fn, true)
	s.checkMethod(fn)
	if !p.accept(";") {
		if fn.Attrs.Device || fn.Attrs.Const || p.hosted {
			p.body(fn)
		} else {
			p.skipDeclaration()
		}
	}
	s.Methods = append(s.Methods, fn)
}
