// Package gofiles parses the Go files of a folder, for tests that look at the tree itself. Only
// tests import it.
package gofiles

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"path/filepath"
	"strings"
	"testing"
)

// Package is the Go files of a folder, tests aside. Imported packages are not read, so Info knows
// nothing of what they declare.
type Package struct {
	Fset  *token.FileSet
	Files []*ast.File
	Types *types.Package
	Info  *types.Info
}

// Read parses the files of a folder and finds their types.
func Read(t testing.TB, dir string) *Package {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	p := &Package{Fset: token.NewFileSet(), Info: &types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Uses: map[*ast.Ident]types.Object{}}}
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(p.Fset, name, nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		p.Files = append(p.Files, f)
	}
	if len(p.Files) == 0 {
		t.Fatalf("%s has no Go files", dir)
	}
	p.Types, _ = (&types.Config{Error: func(error) {}}).Check(dir, p.Fset, p.Files, p.Info) // fails: nothing is imported
	return p
}

// Name returns the file of a node, without its folder.
func (p *Package) Name(n ast.Node) string { return filepath.Base(p.Fset.Position(n.Pos()).Filename) }
