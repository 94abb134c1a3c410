package syntax

// This file knows namespaces and scopes: what a name can mean at a place.

import (
	"slices"
	"strings"

	"gpucourse/gpusim/internal/cfront/lex"
)

// meaning is what the parser must know of a name.
type meaning uint8

const (
	value meaning = iota
	typeName
	templateType
	templateFunc
)

// scope is the names that one block, struct or namespace declares.
type scope struct {
	names   map[string]meaning
	spaces  map[string]string // namespace c = a::b
	using   []string          // namespaces of using directives
	outside *View             // the view around it
	space   string            // the namespace around it
}

func newScope() *scope { return &scope{names: map[string]meaning{}, spaces: map[string]string{}} }

func (p *parser) push() { p.enterScope(newScope()) }

func (p *parser) enterScope(s *scope) {
	s.outside, s.space = p.view, p.space
	p.scopes = append(p.scopes, s)
}

func (p *parser) pop() { p.unwind(len(p.scopes) - 1) }

// unwind leaves all scopes but n.
func (p *parser) unwind(n int) {
	if n < len(p.scopes) {
		p.view, p.space = p.scopes[n].outside, p.scopes[n].space
		p.scopes = p.scopes[:n]
	}
}

// declare gives a name a meaning in the innermost scope. A function beside a template of its name
// leaves that a template.
func (p *parser) declare(name string, m meaning) {
	names := p.scopes[len(p.scopes)-1].names
	if m != value || names[name] != templateFunc {
		names[name] = m
	}
}

// find returns the meaning of a name without qualification.
func (p *parser) find(name string) (m meaning, ok bool) {
	for _, s := range slices.Backward(p.scopes) {
		if m, ok = s.names[name]; ok {
			return m, true
		}
		if m, ok = p.findUsed(s.using, name); ok {
			return m, true
		}
	}
	return value, false
}

// findUsed returns the meaning of a name in namespaces, and in those that they use.
func (p *parser) findUsed(spaces []string, name string) (m meaning, ok bool) {
	for _, space := range Reachable(p.file.Directives, spaces) {
		if m, ok = p.spaces[space].names[name]; ok {
			return m, true
		}
	}
	return value, false
}

// Reachable returns namespaces with all that their using directives name, also by way of
// other namespaces.
func Reachable(directives map[string][]string, spaces []string) []string {
	found := slices.Clone(spaces)
	for i := 0; i < len(found); i++ {
		for _, space := range directives[found[i]] {
			if !slices.Contains(found, space) {
				found = append(found, space)
			}
		}
	}
	return found
}

// findSeen returns the meaning of a name with its qualification. The library std has what CUDA
// declares without a namespace.
func (p *parser) findSeen(s Seen, name string) (m meaning, ok bool) {
	if !s.Qualified {
		return p.find(name)
	}
	in := p.scopes[0]
	if s.Space != "" {
		in = p.spaces[s.Space]
	}
	if m, ok = in.names[name]; ok {
		return m, true
	}
	if s.Space == "std" {
		m, ok = p.scopes[0].names[name]
		return m, ok
	}
	return p.findUsed(in.using, name)
}

func (p *parser) meaning(name string) meaning {
	m, _ := p.find(name)
	return m
}

func isType(m meaning) bool { return m == typeName || m == templateType }

// declared reports whether a name was declared.
func (p *parser) declared(name string) bool {
	_, ok := p.find(name)
	return ok
}

// seen says what the current place sees.
func (p *parser) seen() Seen { return Seen{Space: p.space, View: p.view, Order: p.late + p.i} }

// join returns the path of a namespace or struct inside another.
func join(outer, name string) string { return Seen{Space: outer}.Key(name) }

// qualifier reads the namespaces before a name: a::b:: of a::b::f.
func (p *parser) qualifier() Seen {
	s, n := p.qualified(0)
	p.i += n
	return s
}

// qualified returns the namespaces that stand at an offset, and the offset behind them.
func (p *parser) qualified(n int) (Seen, int) {
	s := p.seen()
	if p.peek(n).Is("::") {
		s.Qualified, s.Space = true, ""
		n++
	}
	for p.peek(n).Kind == lex.Ident && p.peek(n+1).Is("::") {
		path, ok := p.findSpace(s, p.peek(n).Text)
		if !ok {
			break
		}
		s.Qualified, s.Space = true, path
		n += 2
	}
	return s, n
}

// findSpace returns the namespace of a name.
func (p *parser) findSpace(s Seen, name string) (path string, ok bool) {
	if s.Qualified {
		return p.spaceIn(Reachable(p.file.Directives, []string{s.Space}), name)
	}
	for _, in := range slices.Backward(p.scopes) {
		if path, ok = in.spaces[name]; ok {
			return path, true
		}
	}
	for _, level := range p.levels() {
		if path, ok = p.spaceIn(level, name); ok {
			return path, true
		}
	}
	return "", false
}

// spaceIn returns the first namespace of a name in others, also by another name.
func (p *parser) spaceIn(spaces []string, name string) (path string, ok bool) {
	for _, outer := range spaces {
		in := p.scopes[0]
		if outer != "" {
			in = p.spaces[outer]
		}
		if in != nil && in.spaces[name] != "" {
			return in.spaces[name], true
		}
		if path = join(outer, name); p.spaces[path] != nil {
			return path, true
		}
	}
	return "", false
}

func (p *parser) levels() [][]string {
	if p.view == nil {
		return [][]string{{""}}
	}
	return p.view.Levels
}

// namespace reads a namespace, or another name of one. Those without a name are part of the
// namespace around.
func (p *parser) namespace() {
	defer p.enter()()
	p.next()
	if name := p.tok(); p.peek(1).Is("=") {
		p.next()
		p.next()
		if path, ok := p.spaceName(); ok {
			p.scopes[len(p.scopes)-1].spaces[name.Text] = path
		}
		p.expect(";")
		return
	}
	depth := len(p.scopes)
	for p.tok().Kind == lex.Ident {
		p.openSpace(join(p.space, p.next().Text))
		p.accept("::")
	}
	p.expect("{")
	p.declarations(lex.Punct, "}")
	p.accept("}")
	p.unwind(depth)
}

// inlineNamespace reads a namespace whose names are those of the namespace around.
func (p *parser) inlineNamespace() {
	p.next()
	if p.tok().Kind == lex.Ident {
		p.scopes[len(p.scopes)-1].spaces[p.next().Text] = p.space
	}
	p.expect("{")
	p.declarations(lex.Punct, "}")
	p.accept("}")
}

// spaceName reads the name of a namespace; ok is false for an unknown one.
func (p *parser) spaceName() (path string, ok bool) {
	s, n := p.qualified(0)
	p.i += n
	path, ok = p.findSpace(s, p.name().Text)
	for p.accept("::") {
		p.name()
	}
	return path, ok
}

// openSpace enters a namespace, which may have been open before.
func (p *parser) openSpace(path string) {
	s := p.spaces[path]
	if s == nil {
		s = newScope()
		p.spaces[path] = s
	}
	p.enterScope(s)
	p.space, p.view = path, &View{slices.Concat([][]string{{path}}, p.levels())}
	p.see(s.using)
}

// see adds namespaces, and those that they use, to what the place sees: C++ takes their names
// for those of the nearest namespace around both.
func (p *parser) see(spaces []string) {
	levels := slices.Clone(p.levels())
	for _, space := range Reachable(p.file.Directives, spaces) {
		for i, level := range levels {
			if at := level[0]; at == "" || at == space || strings.HasPrefix(space, at+"::") {
				levels[i] = append(slices.Clone(level), space)
				break
			}
		}
	}
	p.view = &View{levels}
}

// using reads using namespace a, using a::f and using T = int.
func (p *parser) using() {
	at := p.next().Pos
	if p.accept("namespace") {
		if space, ok := p.spaceName(); ok {
			s := p.scopes[len(p.scopes)-1]
			s.using = append(s.using, space)
			if s == p.scopes[0] || s == p.spaces[p.space] {
				p.file.Directives[p.space] = append(p.file.Directives[p.space], space)
			}
			p.see([]string{space})
		}
		p.expect(";")
		return
	}
	if p.peek(1).Is("::") || p.is("::") || p.is("typename") {
		p.usingName()
		return
	}
	name := p.name().Text
	p.attributes(&Attrs{})
	p.expect("=")
	t := p.typeID()
	p.expect(";")
	p.declare(name, typeName)
	p.add(&Alias{At: At{at}, Seen: p.seen(), Name: name, Type: t})
}

// usingName reads using a::f, a second name for what a declares.
func (p *parser) usingName() {
	s := p.qualifier()
	t := p.tok()
	switch {
	case !s.Qualified || !p.peek(1).Is(";"): // of a library that is not known, or of a base
		p.skipDeclaration()
		return
	case s.Space == "std":
	case len(p.scopes) > 1 && p.scopes[len(p.scopes)-1] != p.spaces[p.space]:
		p.unsupported(t.Pos, "using declarations inside functions")
	}
	p.next()
	p.expect(";")
	if m, ok := p.findSeen(s, t.Text); ok {
		p.declare(t.Text, m)
		key := p.seen().Key(t.Text)
		p.file.Usings[key] = append(p.file.Usings[key], s.Key(t.Text))
	}
}
