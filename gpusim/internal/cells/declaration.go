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

// places returns the lines of a declaration of an unknown cell.
func (d *declaration) places() []diag.Pos {
	list := make([]diag.Pos, len(d.lines))
	for i := range list {
		list[i] = diag.Pos{File: diag.DeclFile(d.kind, d.name), Line: i - d.comment + 1}
		if i < d.comment {
			list[i] = diag.Pos{File: diag.DeclFile(diag.CommentOf+" "+d.kind, d.name), Line: i + 1}
		}
	}
	return list
}

// declarations returns the declarations of a file in order.
func declarations(fset *token.FileSet, tree *ast.File, lines []string) (list []declaration) {
	for _, n := range tree.Decls {
		switch n := n.(type) {
		case *ast.FuncDecl:
			list = append(list, function(fset, n, lines))
		case *ast.GenDecl:
			for _, s := range n.Specs {
				list = append(list, specification(fset, n.Tok, s, lines)...)
			}
		}
	}
	return list
}

// span returns the lines from one position to another.
func span(fset *token.FileSet, from, to token.Pos, lines []string) (first int, text []string) {
	a, b := fset.PositionFor(from, false).Line, fset.PositionFor(to, false).Line
	return a, lines[a-1 : min(b, len(lines))]
}

func function(fset *token.FileSet, n *ast.FuncDecl, lines []string) declaration {
	d := declaration{kind: "func", name: n.Name.Name}
	from := n.Pos()
	if n.Doc != nil {
		from = n.Doc.Pos()
	}
	d.first, d.lines = span(fset, from, n.End(), lines)
	d.comment = fset.PositionFor(n.Pos(), false).Line - d.first
	d.key = key(d.kind, d.lines)
	return d
}

// specification returns the declarations of a type, or of each variable or constant.
// GoNB declares several variables of one specification one by one.
func specification(fset *token.FileSet, tok token.Token, s ast.Spec, lines []string) (list []declaration) {
	d := declaration{kind: tok.String()}
	d.first, d.lines = span(fset, s.Pos(), s.End(), lines)
	text := func(n ast.Node) string {
		from, to := fset.PositionFor(n.Pos(), false), fset.PositionFor(n.End(), false)
		part := slices.Clone(lines[from.Line-1 : to.Line])
		part[len(part)-1] = part[len(part)-1][:to.Column-1]
		part[0] = part[0][from.Column-1:]
		return strings.Join(part, "\n")
	}
	switch s := s.(type) {
	case *ast.ImportSpec:
		d.name, d.key = s.Path.Value, key(d.kind, strings.Split(text(s), "\n"))
		return append(list, d)
	case *ast.TypeSpec:
		d.name, d.key = s.Name.Name, key(d.kind, strings.Split(text(s), "\n"))
		return append(list, d)
	case *ast.ValueSpec:
		for i, name := range s.Names {
			d.name, d.key = name.Name, key(d.kind, strings.Split(valueText(s, i, text), "\n"))
			list = append(list, d)
		}
	}
	return list
}

// valueText returns the i-th variable or constant of a specification as GoNB writes it.
func valueText(s *ast.ValueSpec, i int, text func(ast.Node) string) string {
	if len(s.Names) > 1 && len(s.Values) == 1 {
		return text(s)
	}
	out := s.Names[i].Name
	if s.Type != nil {
		out += " " + text(s.Type)
	}
	if i < len(s.Values) {
		out += " = " + text(s.Values[i])
	}
	return out
}

// key joins lines without regard to space.
func key(kind string, lines []string) string {
	out := make([]string, len(lines))
	for i, line := range lines {
		out[i] = strings.Join(strings.Fields(line), " ")
	}
	return kind + "\x00" + strings.Join(out, "\n")
}
