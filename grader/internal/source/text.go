package source

import (
	"cmp"
	"go/ast"
	"maps"
	"path"
	"slices"
	"strings"
)

// This file gives back declarations as they are written.

// Span returns the bytes of a declaration in the file, with the comment above it; 0, 0
// when nothing is declared by the name.
func (s *Submission) Span(name string) (from, to int) {
	decl, ok := s.decls[name]
	if !ok {
		return 0, 0
	}
	for _, d := range s.syntax.Decls { // a type's specification lies in a declaration
		if d.Pos() <= decl.Pos() && decl.End() <= d.End() {
			decl = d
		}
	}
	line := s.at(decl.Pos()).Line - 1
	for line > 0 && strings.HasPrefix(s.lines[line-1], "//") {
		line--
	}
	for _, l := range s.lines[:line] {
		from += len(l) + 1
	}
	return from, s.at(decl.End()).Offset
}

// Text returns a declaration as it is written, with the comment above it, and "" when
// nothing is declared by the name.
func (s *Submission) Text(name string) string {
	from, to := s.Span(name)
	return strings.Join(s.lines, "\n")[from:to]
}

// TextWithUses returns a declaration and all that it uses from its own file, as they are
// written, in the order of the file; "" when nothing is declared by the name.
func (s *Submission) TextWithUses(name string) string {
	var texts []string
	for _, used := range s.Uses(name) {
		if text := s.Text(used); !slices.Contains(texts, text) { // constants share a declaration
			texts = append(texts, text)
		}
	}
	if texts == nil {
		return ""
	}
	return strings.Join(texts, "\n\n") + "\n"
}

// Alone returns a declaration as TextWithUses does, below the imports that it needs; "" when
// nothing is declared by the name.
func (s *Submission) Alone(name string) string {
	text, head := s.TextWithUses(name), ""
	if text == "" {
		return ""
	}
	for _, i := range s.syntax.Imports {
		if strings.Contains(text, importedAs(i)+".") {
			head += "import " + s.Print(i) + "\n"
		}
	}
	if head != "" {
		head += "\n"
	}
	return head + text
}

// importedAs returns the name that a file has for a package.
func importedAs(i *ast.ImportSpec) string {
	if i.Name != nil {
		return i.Name.Name
	}
	return path.Base(strings.Trim(i.Path.Value, "\"`"))
}

// Uses returns the names of a declaration and of all that it uses from its own file, in
// the order of the file.
func (s *Submission) Uses(name string) []string {
	own := slices.DeleteFunc(slices.Collect(maps.Keys(s.reachable(name))), func(used string) bool { return s.decls[used] == nil })
	slices.SortFunc(own, func(a, b string) int { return cmp.Compare(s.decls[a].Pos(), s.decls[b].Pos()) })
	return own
}

// Imports returns the imports of the file, such as `"math"`.
func (s *Submission) Imports() (paths []string) {
	for _, i := range s.syntax.Imports {
		paths = append(paths, s.Print(i))
	}
	return paths
}

// AfterPackage returns the offset behind the package clause.
func (s *Submission) AfterPackage() int { return s.at(s.syntax.Name.End()).Offset }
