package cfront

// This file finds what a name means: which declarations a place in the source sees.

import (
	"slices"
	"strings"

	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/cfront/syntax"
)

// declared notes where a key is declared first.
func (p *Program) declared(key string, order int) {
	p.outside[key[strings.LastIndex(key, ":")+1:]] = true
	if old, ok := p.first[key]; !ok || order < old {
		p.first[key] = order
	}
}

// keys returns the declarations that a name means. C++ looks in the namespaces around,
// from the innermost; the first that declares the name hides those outside. Only what
// stands above the place counts.
func (p *Program) keys(s syntax.Seen, name string) []string {
	if s.Qualified {
		if found := p.keysIn([]string{s.Space}, name, s.Order); len(found) > 0 {
			return found
		}
		return p.keysIn(syntax.Reachable(p.file.Directives, p.file.Directives[s.Space]), name, s.Order)
	}
	if s.View == nil {
		return p.keysIn([]string{""}, name, s.Order)
	}
	for _, level := range s.View.Levels {
		if found := p.keysIn(level, name, s.Order); len(found) > 0 {
			return found
		}
	}
	return nil
}

// keysIn returns the declarations of a name in namespaces. Order 0 means all of the source.
func (p *Program) keysIn(spaces []string, name string, order int) (found []string) {
	for _, space := range spaces {
		own := syntax.Seen{Space: space}.Key(name)
		for _, key := range append([]string{own}, p.usings[own]...) {
			if first, ok := p.first[key]; ok && (first < order || order == 0) && !slices.Contains(found, key) {
				found = append(found, key)
			}
		}
	}
	return found
}

// functions returns the functions that a name means, of those above the place. Beside them
// stand those in the namespaces of the arguments' types: C++ looks there too where the name
// is not qualified, in a template also below the place.
func (f *fn) functions(n *syntax.Name, args []val) (list []*syntax.Func) {
	if n.Scope != nil {
		return nil
	}
	add := func(keys []string, order int) {
		for _, key := range keys {
			for _, d := range f.u.p.funcs[key] {
				if (d.Order < order || order == 0 || d.Special) && !slices.Contains(list, d) {
					list = append(list, d)
				}
			}
		}
	}
	add(f.u.p.keys(n.Seen, n.Name), n.Order)
	if n.Qualified {
		return list
	}
	order := n.Order
	if f.env != nil {
		order = 0
	}
	for _, a := range args {
		if space, ok := spaceOf(a.t); ok {
			add(f.u.p.keysIn([]string{space}, n.Name, order), order)
		}
	}
	return list
}

// spaceOf returns the namespace of the struct or enumeration in a type.
func spaceOf(t *typ) (space string, ok bool) {
	for t.k == pointer || t.k == array {
		t = t.elem
	}
	switch {
	case t.enum != nil:
		return t.enum.decl.Space, true
	case t.k == structure && t.s.decl != nil:
		return t.s.decl.Space, true
	}
	return "", false
}

// enumOperator calls the operator that the source defines for values of an enumeration. ok is
// false when it defines none.
func (f *fn) enumOperator(op string, at diag.Pos, args ...val) (v val, ok bool) {
	if !slices.ContainsFunc(args, func(a val) bool { return a.t.enum != nil }) {
		return val{}, false
	}
	c := f.chooseOperator("operator"+op, args, at)
	if c == nil {
		return val{}, false
	}
	return f.kept(f.callFunction(c, args, at)), true
}

// operators returns the functions that an operator may mean.
func (f *fn) operators(name string, args []val) []*syntax.Func {
	return f.functions(&syntax.Name{Seen: f.seen, Name: name}, args)
}

// is reports whether a name as written means a struct.
func (u *unit) is(n *syntax.Named, s *structType) bool {
	return s.decl != nil && s.name == n.Name && (n.Scope != nil || slices.Contains(u.p.keys(n.Seen, n.Name), s.decl.Key(s.name)))
}

// plainly reports whether a name is written alone: locals, members and template parameters
// come before what namespaces declare.
func plainly(s syntax.Seen, scope *syntax.Named) bool { return !s.Qualified && scope == nil }

// library reports whether the headers of CUDA and C++ may declare the name: in no namespace,
// or in std.
func library(s syntax.Seen, scope *syntax.Named) bool {
	return scope == nil && (!s.Qualified || s.Space == "" || s.Space == "std")
}

// mayUse refuses a private member where neither the struct's own code stands nor that of a
// friend. Friends are told apart by their names.
func (f *fn) mayUse(s *structType, a syntax.Attrs, member string, at diag.Pos) {
	if !a.Private || f.this == s || f.this == nil && s.decl.Friends[f.declName] {
		return
	}
	for e := f.env; e != nil; e = e.outer {
		if e.in != nil && (e.in.decl == s.decl || s.decl.Friends[e.in.name]) {
			return
		}
	}
	refuse(at, diag.TypeError, "make it public, or use a method of "+s.display(), "%s of %s is private", member, s.display())
}

// ambiguous refuses a name that several namespaces declare.
func ambiguous(at diag.Pos, name string, keys []string) {
	if len(keys) > 1 {
		refuse(at, diag.TypeError, "write "+keys[0]+" or "+keys[1], "%s is ambiguous: %s declare it", name, strings.Join(keys, " and "))
	}
}

// scopedName translates S::name, of a struct or an enumeration.
func (f *fn) scopedName(x *syntax.Name) val {
	t := f.scopeType(x.Scope)
	switch {
	case t == nil:
		return f.lookup(x)
	case t.enum != nil:
		if v, ok := t.enum.item(x.Name, x.Pos); ok {
			return v
		}
	case t.k == structure:
		if v, ok := f.staticMember(t.s, x); ok {
			return v
		}
		if f.this == t.s {
			if v, ok := f.member(x); ok {
				return v
			}
		}
	}
	refuse(x.Pos, diag.Undefined, "see its declaration", "%s declares no %s", t, x.Name)
	return val{}
}

// elsewhere runs do where the function's own variables are not in scope, as in a default
// argument or the first value of a field.
func (f *fn) elsewhere(e *env, this *structType, seen syntax.Seen, do func()) {
	scopes, env, self, view, static := f.scopes, f.env, f.this, f.seen, f.static
	f.scopes, f.env, f.this, f.seen = nil, e, this, seen
	if this != nil {
		f.scopes = slices.Clone(this.scopes)
	}
	f.push()
	f.static = static || self != this // there is no object
	defer func() { f.scopes, f.env, f.this, f.seen, f.static = scopes, env, self, view, static }()
	do()
}
