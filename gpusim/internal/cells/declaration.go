package cells

// This file splits Go source into declarations that can be compared.

import (
	"go/ast"
	"go/token"
	"slices"
	"strings"

	"gpucourse/gpusim/diag"
)

// declaration is a function with its comment, or one specification of a group of
// imports, types, variables or constants.
type declaration struct {
	kind, name string   // "func", "Scale"
	key        string   // equal for equal declarations
	first      int      // its first line, from 1
	comment    int      // lines of the comment, which a function begins with
	lines      []string // of its source
}

// places returns the places of the lines of a declaration of an unknown cell.
func (d *declaration) places() []Place {
	list := make([]Place, len(d.lines))
	for i, text := range d.lines {
		list[i] = Place{diag.Pos{File: diag.DeclFile(d.kind, d.name), Line: i - d.comment + 1}, text}
		if i < d.comment {
			list[i].At = diag.Pos{File: diag.DeclFile(diag.CommentOf+" "+d.kind, d.name), Line: i + 1}
		}
	}
	return list
}

// declarations returns the declarations of a file in order.
func declarations(fset *token.FileSet, tree *ast.File, lines []string) (list []declaration) {
	s := source{fset, lines}
	for _, n := range tree.Decls {
		switch n := n.(type) {
		case *ast.FuncDecl:
			list = append(list, s.function(n))
		case *ast.GenDecl:
			for _, spec := range n.Specs {
				list = append(list, s.specification(n.Tok, spec)...)
			}
		}
	}
	return list
}

// source is the lines of a file.
type source struct {
	fset  *token.FileSet
	lines []string
}

// span returns the number of the first line from one position to another, and the lines.
func (s source) span(from, to token.Pos) (first int, lines []string) {
	a, b := s.fset.PositionFor(from, false).Line, s.fset.PositionFor(to, false).Line
	return a, s.lines[a-1 : min(b, len(s.lines))]
}

// text returns the source from one position to another, line by line.
func (s source) text(from, to token.Pos) []string {
	a, b := s.fset.PositionFor(from, false), s.fset.PositionFor(to, false)
	_, lines := s.span(from, to)
	lines = slices.Clone(lines)
	if n := len(lines) - 1; b.Line == a.Line+n { // not at the end of a file that breaks off
		lines[n] = lines[n][:min(b.Column-1, len(lines[n]))]
	}
	lines[0] = lines[0][min(a.Column-1, len(lines[0])):]
	return lines
}

func (s source) function(n *ast.FuncDecl) declaration {
	d := declaration{kind: "func", name: receiver(n) + n.Name.Name}
	from := n.Pos()
	if n.Doc != nil {
		from = n.Doc.Pos()
	}
	d.first, d.lines = s.span(from, n.End())
	d.comment = s.fset.PositionFor(n.Pos(), false).Line - d.first
	d.key = key(d.kind, s.text(from, n.End()))
	return d
}

// receiver returns "Body." for a method of type Body, "" for a function.
func receiver(n *ast.FuncDecl) (name string) {
	if n.Recv == nil {
		return ""
	}
	ast.Inspect(n.Recv, func(n ast.Node) bool {
		f, isField := n.(*ast.Field)
		if !isField {
			return true
		}
		ast.Inspect(f.Type, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok && name == "" {
				name = id.Name + "."
			}
			return name == ""
		})
		return false
	})
	return name
}

// specification returns the declarations of an import, a type, or of each variable or
// constant. GoNB declares several variables of one specification one by one.
func (s source) specification(tok token.Token, n ast.Spec) (list []declaration) {
	d := declaration{kind: tok.String()}
	d.first, d.lines = s.span(n.Pos(), n.End())
	switch n := n.(type) {
	case *ast.ImportSpec:
		d.name, d.key = n.Path.Value, key(d.kind, s.text(n.Pos(), n.End()))
		return append(list, d)
	case *ast.TypeSpec:
		d.name, d.key = n.Name.Name, key(d.kind, s.text(n.Pos(), n.End()))
		return append(list, d)
	case *ast.ValueSpec:
		for i, name := range n.Names {
			d.name, d.key = name.Name, key(d.kind, s.value(n, i))
			list = append(list, d)
		}
	}
	return list
}

// value returns the i-th variable or constant of a specification as GoNB writes it.
func (s source) value(n *ast.ValueSpec, i int) []string {
	if len(n.Names) > 1 && len(n.Values) == 1 {
		return s.text(n.Pos(), n.End())
	}
	text := func(n ast.Node) string { return strings.Join(s.text(n.Pos(), n.End()), "\n") }
	out := n.Names[i].Name
	if n.Type != nil {
		out += " " + text(n.Type)
	}
	if i < len(n.Values) {
		out += " = " + text(n.Values[i])
	}
	return strings.Split(out, "\n")
}

// key joins lines without regard to space.
func key(kind string, lines []string) string {
	out := make([]string, len(lines))
	for i, line := range lines {
		out[i] = strings.Join(strings.Fields(line), " ")
	}
	return kind + "\x00" + strings.Join(out, "\n")
}
