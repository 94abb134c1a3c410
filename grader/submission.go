package grader

// This file reads a submission as text: is it all there, does it fit the task,
// and has the learner started?

import (
	"bytes"
	"embed"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/printer"
	"go/scanner"
	"go/token"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// kernelFile is what every submission is called, in its exercise's folder.
const kernelFile = "kernel.go"

// stubs are the exercises as they are given out, so that a started exercise can
// be told from an untouched one, and started again.
//
//go:embed stubs
var stubs embed.FS

// submission is a parsed kernel file.
type submission struct {
	folder string // "" for a stub
	file   string
	fset   *token.FileSet
	syntax *ast.File
	decls  map[string]ast.Node // functions, methods (by name alone), types, variables and constants
	lines  []string            // of the file
}

// read parses the submission in folder, which must be package pkg.
func read(folder, pkg string) (*submission, *Feedback) {
	file := filepath.Join(folder, kernelFile)
	src, err := os.ReadFile(file)
	if err != nil {
		return nil, missingFile(folder, err)
	}
	sub, err := parse(folder, file, src)
	if err != nil {
		return nil, syntaxFeedback(file, err)
	}
	if got := sub.syntax.Name.Name; got != pkg {
		return nil, &Feedback{
			Title: fmt.Sprintf("the file says package %s, the exercise is package %s", got, pkg),
			Place: sub.place(sub.syntax.Name), Hint: "change the package clause to: package " + pkg,
		}
	}
	return sub, nil
}

func missingFile(folder string, err error) *Feedback {
	f := &Feedback{
		Title: "there is no " + kernelFile,
		Notes: []Note{{"looked", "in " + shown(folder)}},
		Hint:  "the kernels belong into a file named " + kernelFile,
	}
	if !os.IsNotExist(err) {
		f.Title = kernelFile + " cannot be read"
		f.Notes = append(f.Notes, Note{"because", err.Error()})
		return f
	}
	others, _ := filepath.Glob(filepath.Join(folder, "*.go"))
	for _, other := range others {
		f.Notes = append(f.Notes, Note{"found", filepath.Base(other)})
	}
	return f
}

// stub returns the exercise as it was given out.
func stub(e *Exercise) *submission {
	file := path.Join("stubs", e.Name, kernelFile)
	src, err := stubs.ReadFile(file)
	if err != nil {
		panic("BUG: the rubric names an exercise without a stub: " + err.Error())
	}
	sub, err := parse("", file, src)
	if err != nil {
		panic("BUG: " + err.Error())
	}
	return sub
}

// syntaxFeedback explains source that is not Go.
func syntaxFeedback(file string, err error) *Feedback {
	f := &Feedback{
		Title: "the file is not Go: " + err.Error(),
		Place: Place{File: file},
		Hint:  "this is the compiler's first complaint; `gofmt -l` in the folder gives the same",
	}
	var list scanner.ErrorList
	if errors.As(err, &list) {
		f.Title = "the file is not Go: " + list[0].Msg
		f.Place = placeIn(file, list[0].Pos.Line)
	}
	return f
}

func parse(folder, file string, src []byte) (*submission, error) {
	fset := token.NewFileSet()
	syntax, err := parser.ParseFile(fset, file, src, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	sub := &submission{
		folder: folder, file: file, fset: fset, syntax: syntax, decls: map[string]ast.Node{},
		lines: strings.Split(string(src), "\n"),
	}
	for _, d := range syntax.Decls {
		sub.declare(d)
	}
	return sub, nil
}

func (s *submission) declare(d ast.Decl) {
	switch d := d.(type) {
	case *ast.FuncDecl:
		s.decls[d.Name.Name] = d
	case *ast.GenDecl:
		for _, spec := range d.Specs {
			switch spec := spec.(type) {
			case *ast.TypeSpec:
				s.decls[spec.Name.Name] = spec
			case *ast.ValueSpec:
				for _, name := range spec.Names {
					s.decls[name.Name] = d // the whole group: constants may count by iota
				}
			}
		}
	}
}

func (s *submission) place(n ast.Node) Place {
	p := s.fset.Position(n.Pos())
	return placeIn(s.file, p.Line)
}

// check reports whether kernel k is missing, there twice, or has another
// signature.
func (s *submission) check(k *Kernel) *Feedback {
	fn, ok := s.decls[k.Name].(*ast.FuncDecl)
	if !ok || fn.Recv != nil {
		return &Feedback{
			Title: "func " + k.Name + " is missing",
			Place: Place{File: s.file},
			Notes: []Note{{"want", "func " + k.Name + strings.TrimPrefix(k.Signature, "func")}, {"found", s.functions()}},
			Hint:  "the grader calls the kernels by name: keep names and parameters as the stub has them",
		}
	}
	if other := s.elsewhere(k.Name); other != nil {
		return &Feedback{
			Title: "func " + k.Name + " is there twice",
			Place: s.place(fn),
			Notes: []Note{{"also", other.String()}},
			Hint:  "keep one in the folder, and old versions somewhere else",
		}
	}
	got, want := s.signature(fn.Type), normal(k.Signature)
	if got == want {
		return nil
	}
	return &Feedback{
		Title: "func " + k.Name + " has another signature than the exercise",
		Place: s.place(fn),
		Notes: []Note{{"got", s.print(fn.Type)}, {"want", k.Signature}},
		Hint:  "put the parameters back as they were; parameter names are free, their types and order are not",
	}
}

// elsewhere returns where another file of the folder declares a function, or nil.
func (s *submission) elsewhere(name string) *Place {
	if s.folder == "" {
		return nil
	}
	files, _ := filepath.Glob(filepath.Join(s.folder, "*.go"))
	for _, file := range files {
		src, err := os.ReadFile(file)
		if filepath.Base(file) == kernelFile || strings.HasSuffix(file, "_test.go") || err != nil {
			continue
		}
		other, err := parse(s.folder, file, src)
		if err != nil {
			continue // the compiler says so
		}
		if fn, ok := other.decls[name].(*ast.FuncDecl); ok && fn.Recv == nil {
			p := other.place(fn)
			return &p
		}
	}
	return nil
}

// functions lists the functions the file has.
func (s *submission) functions() string {
	var names []string
	for _, d := range s.syntax.Decls {
		if fn, ok := d.(*ast.FuncDecl); ok && fn.Recv == nil {
			names = append(names, fn.Name.Name)
		}
	}
	if len(names) == 0 {
		return "no function at all"
	}
	return strings.Join(names, ", ")
}

// signature returns the types of parameters and results, one by one.
func (s *submission) signature(t *ast.FuncType) string {
	var b strings.Builder
	for _, list := range []*ast.FieldList{t.TypeParams, t.Params, t.Results} {
		b.WriteByte('(')
		if list != nil {
			for _, f := range list.List {
				b.WriteString(strings.Repeat(s.print(f.Type)+",", max(1, len(f.Names))))
			}
		}
		b.WriteByte(')')
	}
	return b.String()
}

// normal returns the signature of Go source text, as signature does.
func normal(text string) string {
	expr, err := parser.ParseExpr(text)
	if err != nil {
		panic("BUG: the rubric's signature " + text + ": " + err.Error())
	}
	s := &submission{fset: token.NewFileSet()}
	return s.signature(expr.(*ast.FuncType))
}

// print returns the source of a node in canonical form. The parser has dropped
// comments.
func (s *submission) print(n ast.Node) string {
	var b bytes.Buffer
	if err := printer.Fprint(&b, token.NewFileSet(), n); err != nil {
		panic("BUG: a parsed node cannot be printed: " + err.Error())
	}
	return b.String()
}

// directives returns the //gpu: lines of the comment above a declaration, which
// the parser has dropped.
func (s *submission) directives(decl ast.Node) string {
	text := ""
	for i := s.fset.Position(decl.Pos()).Line - 2; i >= 0 && strings.HasPrefix(s.lines[i], "//"); i-- {
		if strings.HasPrefix(s.lines[i], "//gpu:") {
			text += s.lines[i] + "\n"
		}
	}
	return text
}

// same reports whether kernel name, with all it uses from its own file, is the
// same code in s and t, directives included. Comments and layout do not count.
func (s *submission) same(t *submission, name string) bool {
	return maps.Equal(s.reach(name), t.reach(name))
}

// reach returns the source of name and of every declaration its code mentions.
// A name that is also a field or a local counts as mentioned: too much is
// compared rather than too little.
func (s *submission) reach(name string) map[string]string {
	seen := map[string]string{}
	work := []string{name}
	for len(work) > 0 {
		name := work[0]
		work = work[1:]
		decl, ok := s.decls[name]
		if _, done := seen[name]; done || !ok {
			continue
		}
		seen[name] = s.directives(decl) + s.print(decl)
		ast.Inspect(decl, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok {
				work = append(work, id.Name)
			}
			return true
		})
	}
	return seen
}

// folders returns the names of the folders in dir, sorted.
func folders(dir string) ([]string, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	var names []string
	for _, e := range entries {
		if e.IsDir() {
			names = append(names, e.Name())
		}
	}
	return slices.Sorted(slices.Values(names)), nil
}
