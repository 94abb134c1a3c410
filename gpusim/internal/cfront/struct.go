package cfront

// This file makes structs from their declarations, and lays them out.

import (
	"fmt"
	"go/ast"
	"go/token"
	"slices"

	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/cfront/syntax"
	"gpucourse/gpusim/internal/cfront/tree"
	"gpucourse/gpusim/internal/limit"
	"gpucourse/gpusim/internal/padding"
)

// structOf returns an instance of a struct.
func (u *unit) structOf(key string, args []targ, at diag.Pos) *structType {
	d, e, full := u.structDecl(key, args, at)
	if len(full) > 0 {
		key += "<" + keyArgs(full) + ">"
	}
	if len(key) > limit.TypeName {
		refuse(at, diag.TooManyInstances, "give the recursion of the template an end", "a type of template %s has a name of more than %d bytes", d.Name, limit.TypeName)
	}
	return u.makeStruct(d, e, nil, full, key, at)
}

// makeStruct returns the struct of a declaration, which key tells from others. scopes are those
// of the function that declares it.
func (u *unit) makeStruct(d *syntax.Struct, e *env, scopes []map[string]*object, full []targ, key string, at diag.Pos) *structType {
	name := d.Name
	if s := u.structs[key]; s != nil {
		return s
	}
	if d.Refused != nil {
		panic(refusal{*d.Refused})
	}
	u.begin(at, "struct "+name, len(u.structs), len(full) > 0)
	defer func() { u.depth-- }()
	s := &structType{name: name, decl: d, args: full, begun: true, scopes: slices.Clone(scopes)}
	u.structs[key] = s
	s.goName = u.unique(name)
	s.env = &env{outer: e, in: s}
	f := &fn{u: u, env: s.env, this: s, seen: d.Seen, scopes: slices.Clone(scopes)}
	for _, v := range d.Fields {
		e.notShadowed(v.Name, v.Pos)
		if !v.Attrs.Static {
			s.fields = append(s.fields, f.newField(s, v))
		}
	}
	for _, m := range d.Methods {
		e.notShadowed(m.Name, m.Pos)
	}
	s.begun = false
	f.countParts(s, at)
	s.align = f.alignment(d.Attrs.Align, d.Pos)
	u.writeStruct(s)
	for _, inner := range d.Nested {
		if a, ok := inner.(*syntax.StaticAssert); ok {
			f.staticAssert(a)
		}
	}
	return s
}

// newField resolves a field of the struct s.
func (f *fn) newField(s *structType, v *syntax.Var) *field {
	t := f.typeOf(v.Type)
	if _, ref := v.Type.(*syntax.Reference); ref {
		refuse(v.Pos, diag.CUDAConstruct, "make it a pointer", "field %s is a reference", v.Name)
	}
	inner := t
	for inner.k == array {
		if inner.n < 0 {
			refuse(v.Pos, diag.ArrayLength, "write its length", "array %s has no length", v.Name)
		}
		inner = inner.elem
	}
	if inner.k == structure && inner.s.begun {
		refuse(v.Pos, diag.TypeError, "make it a pointer", "struct %s holds itself", s.name)
	}
	return &field{name: v.Name, goName: goIdent(v.Name), t: t, init: v.Init, attrs: v.Attrs, align: f.alignment(v.Attrs.Align, v.Pos)}
}

// alignment computes what __align__ asks for; 0 for nothing.
func (f *fn) alignment(list []syntax.Expr, at diag.Pos) (n int) {
	for _, x := range list {
		n = int(f.constant(x, "an alignment").c.i)
	}
	const most = 1024 // where the widest pattern of a swizzle begins again
	if n > most || n&(n-1) != 0 {
		refuse(at, diag.CUDAConstruct, "align it to a power of two of at most 1024 bytes", "an alignment of %d bytes is not supported", n)
	}
	return n
}

// countParts counts the fields of a struct, with those in its fields.
func (f *fn) countParts(s *structType, at diag.Pos) {
	for _, part := range s.fields {
		t := part.t
		for t.k == array {
			t = t.elem
		}
		s.parts++
		if t.k == structure {
			s.parts += t.s.parts
		}
	}
	if s.parts > limit.Fields {
		refuse(at, diag.TooManyInstances, "nest fewer structs", "struct %s has more than %d fields, with those of its fields", s.name, limit.Fields)
	}
}

// structDecl returns the declaration for a struct's arguments.
func (u *unit) structDecl(key string, args []targ, at diag.Pos) (*syntax.Struct, *env, []targ) {
	var template *syntax.Struct
	name := u.p.structs[key][0].Name
	for _, d := range u.p.structs[key] {
		switch {
		case d.Special:
		case d.TParams != nil:
			template = d
		default:
			return d, nil, nil
		}
	}
	var e *env
	full, ok := args, true
	if template != nil {
		e = bindArgs(template.TParams, args, nil)
		full, ok = u.complete(template.TParams, e)
	}
	if template != nil && len(args) == 0 && !ok {
		refuse(at, diag.TypeArguments, "write them in <>", "struct %s lacks its template arguments: to deduce them from a constructor is not supported", name)
	}
	if !ok || template != nil && len(args) > len(template.TParams) {
		refuse(at, diag.TypeArguments, "give each parameter one", "struct %s has %d template parameters", name, len(template.TParams))
	}
	for _, d := range u.p.structs[key] {
		if d.Special {
			if bound, ok := u.specialized(d, full); ok {
				return d, bound, full
			}
		}
	}
	if template == nil {
		refuse(at, diag.TypeArguments, "write them in <>", "struct %s lacks its template arguments", name)
	}
	return template, e, full
}

// specialized binds the parameters of a specialization to the arguments of a struct. ok is
// false when it is for others.
func (u *unit) specialized(d *syntax.Struct, args []targ) (e *env, ok bool) {
	if len(d.Spec) > len(args) {
		return nil, false
	}
	e = bindArgs(d.TParams, nil, nil)
	isParam := func(name string) bool {
		return slices.ContainsFunc(d.TParams, func(p syntax.TParam) bool { return p.Name == name })
	}
	for i, a := range d.Spec {
		u.deduceArg(a, args[i], isParam, d.TParams, e, func(name string, got targ) {
			if _, bound := e.args[name]; !bound {
				e.args[name] = got
			}
		})
	}
	if len(e.args) < len(d.TParams) {
		return nil, false
	}
	return e, sameArgs((&fn{u: u, env: e}).templateArgs(d.Spec), args[:len(d.Spec)])
}

// writeStruct declares a struct in Go, padded so that Go places its fields as C does.
func (u *unit) writeStruct(s *structType) {
	var fields []*ast.Field
	add := func(name string, t ast.Expr) { fields = append(fields, tree.Param(name, t, token.NoPos)) }
	pad := func(n int) { add("_", tree.Array(n, tree.Name("int8"))) }
	if _, align := s.layout(); align > naturalAlign(s) {
		add("_", tree.Path(fmt.Sprintf("gpu.Align%d", align)))
	}
	var device, host padding.Struct
	for _, f := range s.fields {
		at, align := device.Add(f.layout()), hostAlignment(f.t)
		if at != padding.Up(host.End, align) {
			pad(at - host.End)
		}
		add(f.goName, f.t.goType())
		host.End = device.End
		host.Raise(align)
	}
	if size, _ := s.layout(); size != host.Size() {
		pad(size - host.End)
	}
	u.decls = append(u.decls, tree.Struct(s.goName, fields))
}

// naturalAlign returns the alignment that the types of the fields give a struct.
func naturalAlign(s *structType) int {
	n := 1
	for _, f := range s.fields {
		_, a := f.t.layout()
		n = max(n, a)
	}
	return n
}

// hostAlignment returns the alignment that Go gives a type on the host.
func hostAlignment(t *typ) int {
	switch t.k {
	case array:
		return hostAlignment(t.elem)
	case structure:
		a := 1
		for _, f := range t.s.fields {
			a = max(a, hostAlignment(f.t))
		}
		return a
	}
	_, a := t.layout()
	return a
}
