package site

// This file lists what the editor completes: the exported names of package gpu.

import (
	"go/ast"
	"go/doc"
	"go/parser"
	"go/printer"
	"go/token"
	"path/filepath"
	"strings"
)

// completion is a name as CodeMirror takes it.
type completion struct {
	Label  string `json:"label"`
	Type   string `json:"type"`   // "function", "type", "variable", "constant"
	Detail string `json:"detail"` // the signature of a function
	Info   string `json:"info"`   // the first sentence of its documentation
}

// completions reads the package in a folder.
func completions(folder string) ([]completion, error) {
	fset := token.NewFileSet()
	names, err := filepath.Glob(filepath.Join(folder, "*.go"))
	if err != nil {
		return nil, err
	}
	var files []*ast.File
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(fset, name, nil, parser.ParseComments)
		if err != nil {
			return nil, err
		}
		files = append(files, f)
	}
	p, err := doc.NewFromFiles(fset, files, "gpucourse/gpusim/gpu")
	if err != nil {
		return nil, err
	}
	l := &lister{fset: fset, pkg: p}
	l.values("constant", p.Consts)
	l.values("variable", p.Vars)
	l.functions(p.Funcs)
	for _, t := range p.Types {
		l.add(t.Name, "type", "", t.Doc)
		l.values("constant", t.Consts)
		l.values("variable", t.Vars)
		l.functions(t.Funcs)
	}
	return l.list, nil
}

// lister collects completions.
type lister struct {
	fset *token.FileSet
	pkg  *doc.Package
	list []completion
}

func (l *lister) add(name, kind, detail, text string) {
	if ast.IsExported(name) {
		l.list = append(l.list, completion{name, kind, detail, l.pkg.Synopsis(text)})
	}
}

func (l *lister) values(kind string, groups []*doc.Value) {
	for _, g := range groups {
		for _, name := range g.Names {
			l.add(name, kind, "", g.Doc)
		}
	}
}

func (l *lister) functions(list []*doc.Func) {
	for _, f := range list {
		var b strings.Builder
		printer.Fprint(&b, l.fset, f.Decl.Type) // a strings.Builder takes everything
		l.add(f.Name, "function", strings.TrimPrefix(b.String(), "func"), f.Doc)
	}
}
