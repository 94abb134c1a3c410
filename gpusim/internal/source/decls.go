package source

// This file splits files into declarations.

import (
	"cmp"
	"go/ast"
	"go/token"
	"maps"
	"slices"

	"gpucourse/gpusim/diag"
)

// decl is one top-level declaration: a function, a method, a type, a variable, or a
// whole group of constants.
type decl struct {
	name  string
	recv  string // the receiver's type name, of a method
	file  *file
	node  ast.Decl // of a variable with a type: without its value
	names []string // all names that it declares
	uses  mentions
	// host is true for variables whose declaration names no type: they belong to the
	// host.
	host bool
	// value is the initial value of a variable on the host; nil for zero.
	value ast.Expr
	// duplicate is the first declaration of the same name in another file.
	duplicate *decl
}

// declAt returns the declaration at a position, or nil. Declarations of one group begin
// at the same place, and are told apart by their ends.
func (s *sources) declAt(p token.Pos) *decl {
	i, _ := slices.BinarySearchFunc(s.decls, p, func(d *decl, p token.Pos) int { return cmp.Compare(d.node.End(), p) })
	if i == len(s.decls) || p < s.decls[i].node.Pos() {
		return nil
	}
	return s.decls[i]
}

// fn returns the declaration as a function, or nil.
func (d *decl) fn() *ast.FuncDecl {
	f, _ := d.node.(*ast.FuncDecl)
	return f
}

func (s *sources) index() {
	s.named = map[string][]*decl{}
	taken := map[string]*decl{}
	for _, f := range s.files {
		for _, d := range split(f) {
			key := d.recv + "." + d.name
			if owner := taken[key]; owner != nil && owner.file != f && d.name != "init" {
				owner.duplicate = cmp.Or(owner.duplicate, d)
				continue
			}
			taken[key] = d
			d.uses = mentioned(d.node)
			s.dynamic = s.dynamic || d.uses.selected["DynamicShared"]
			s.decls = append(s.decls, d)
			for _, n := range d.names {
				s.named[n] = append(s.named[n], d)
			}
		}
	}
}

// ambiguous reports a name that two files declare, unless one is the given file.
func (s *sources) ambiguous(d *decl) diag.List {
	if d.duplicate == nil || d.file == s.given {
		return nil
	}
	return diag.List{s.diagnostic(d.node.Pos(), diag.DeclaredTwice, "keep one of them, or load only the file that is meant",
		"%s is declared in %s and in %s", d.name, s.Pos(d.node.Pos()).File, s.Pos(d.duplicate.node.Pos()).File)}
}

// split returns the declarations of a file, except imports.
func split(f *file) (ds []*decl) {
	for _, n := range f.ast.Decls {
		switch n := n.(type) {
		case *ast.FuncDecl:
			ds = append(ds, &decl{name: n.Name.Name, recv: receiver(n), file: f, node: n, names: []string{n.Name.Name}})
		case *ast.GenDecl:
			ds = append(ds, splitGroup(f, n)...)
		}
	}
	return ds
}

func splitGroup(f *file, g *ast.GenDecl) (ds []*decl) {
	switch {
	case len(g.Specs) == 0: // const ()
	case g.Tok == token.CONST:
		d := &decl{file: f, node: g}
		for _, s := range g.Specs {
			d.names = append(d.names, identNames(s.(*ast.ValueSpec).Names)...)
		}
		d.name = d.names[0]
		return []*decl{d}
	case g.Tok == token.TYPE, g.Tok == token.VAR:
		for _, s := range g.Specs {
			ds = append(ds, splitSpec(f, g, s))
		}
	}
	return ds
}

func splitSpec(f *file, g *ast.GenDecl, s ast.Spec) *decl {
	d := &decl{file: f}
	switch s := s.(type) {
	case *ast.TypeSpec:
		d.names = []string{s.Name.Name}
		d.node = &ast.GenDecl{TokPos: g.TokPos, Tok: g.Tok, Specs: []ast.Spec{s}}
	case *ast.ValueSpec:
		d.names = identNames(s.Names)
		bare := &ast.ValueSpec{Names: s.Names, Type: s.Type}
		if len(s.Values) == 1 {
			d.value = s.Values[0]
		}
		if lit, ok := d.value.(*ast.CompositeLit); ok && s.Type == nil && isSymbolType(lit.Type) {
			bare.Type = lit.Type
		}
		if lit, ok := d.value.(*ast.CompositeLit); ok && len(lit.Elts) == 0 {
			d.value = nil
		}
		d.host = bare.Type == nil
		d.node = &ast.GenDecl{TokPos: g.TokPos, Tok: g.Tok, Specs: []ast.Spec{bare}}
	}
	d.name = d.names[0]
	return d
}

// isSymbolType reports whether t reads gpu.Constant[…] or gpu.Global[…], or lacks the
// brackets, which the type checker then reports.
func isSymbolType(t ast.Expr) bool {
	id := calleeName(t)
	return id != nil && (id.Name == "Constant" || id.Name == "Global")
}

func identNames(ids []*ast.Ident) []string {
	names := make([]string, len(ids))
	for i, id := range ids {
		names[i] = id.Name
	}
	return names
}

// receiver returns the name of a method's receiver type; "" for a function.
func receiver(f *ast.FuncDecl) string {
	if f.Recv == nil || len(f.Recv.List) == 0 {
		return ""
	}
	name := ""
	ast.Inspect(f.Recv.List[0].Type, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && name == "" {
			name = id.Name
		}
		return name == ""
	})
	return name
}

// mentions is the identifiers in a declaration.
type mentions struct {
	plain    map[string]bool // unqualified: they may name other declarations
	selected map[string]bool // after a dot: they may name methods
}

// mentioned returns the identifiers in n. It leaves out the parameters of a
// function, which hide declarations of the same name.
func mentioned(n ast.Decl) mentions {
	m := mentions{map[string]bool{}, map[string]bool{}}
	f, ok := n.(*ast.FuncDecl)
	if !ok {
		m.collect(n, nil)
		return m
	}
	hidden := map[string]bool{}
	for _, l := range []*ast.FieldList{f.Recv, f.Type.TypeParams, f.Type.Params, f.Type.Results} {
		if l == nil {
			continue
		}
		for _, field := range l.List {
			m.collect(field.Type, nil)
			for _, id := range field.Names {
				hidden[id.Name] = true
			}
		}
	}
	if f.Body != nil {
		m.collect(f.Body, hidden)
	}
	return m
}

func (m mentions) collect(n ast.Node, hidden map[string]bool) {
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			m.selected[n.Sel.Name] = true
			m.collect(n.X, hidden)
			return false
		case *ast.InterfaceType:
			m.require(n)
		case *ast.Ident:
			if !hidden[n.Name] {
				m.plain[n.Name] = true
			}
		}
		return true
	})
}

// require adds the methods of an interface: a type that implements it needs them,
// even if nothing calls them.
func (m mentions) require(t *ast.InterfaceType) {
	for _, f := range t.Methods.List {
		for _, name := range f.Names {
			m.selected[name.Name] = true
		}
	}
}

// add adds the identifiers of o.
func (m mentions) add(o mentions) {
	maps.Copy(m.plain, o.plain)
	maps.Copy(m.selected, o.selected)
}

// sortDecls puts declarations in source order.
func sortDecls(ds []*decl) {
	slices.SortFunc(ds, func(a, b *decl) int { return cmp.Compare(a.node.Pos(), b.node.Pos()) })
}
