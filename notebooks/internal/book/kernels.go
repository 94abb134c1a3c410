package book

// This file finds the kernels of cells and exercises, and makes the links that open them in
// the workbench.

import (
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"gpucourse/gpusim"
	"gpucourse/workbench/site"
)

// importable are the packages that a kernel may use.
var importable = []string{"gpucourse/gpusim/gpu", "math"}

// openable is a kernel with the source that the workbench opens.
type openable struct{ kernel, source string }

// openLinks returns a directive of course_book.py with a link per kernel, or "".
func openLinks(list []openable) string {
	if len(list) == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString("\n```{workbench}\n")
	for _, o := range list {
		fmt.Fprintf(&b, "%s %s\n", site.Link(site.Shared{Source: o.source}), o.kernel)
	}
	return b.String() + "```\n"
}

// exerciseLinks returns the kernels of an exercise's file, each with the whole file.
func exerciseLinks(code string) (list []openable) {
	names := compilable(code)
	if len(names) > 0 {
		list = append(list, openable{strings.Join(names, ","), code})
	}
	return list
}

// compilable lists the kernels of a file that compile.
func compilable(code string) (names []string) {
	dir, err := os.MkdirTemp("", "kernel")
	if err != nil {
		return nil
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "kernel.go")
	if err := os.WriteFile(file, []byte(code), 0o644); err != nil {
		return nil
	}
	module, err := gpusim.LoadFile(file)
	if err != nil {
		return nil
	}
	for _, name := range module.Kernels() {
		if _, err := module.Kernel(name); err == nil {
			names = append(names, name)
		}
	}
	return names
}

// declarations are what the cells of a notebook have declared so far. A later cell may declare
// a name again.
type declarations struct {
	byName  map[string]*declared
	imports map[string]string // paths by name
	count   int
}

// declared is a declaration at the top of a cell. The text of a method belongs to its type.
type declared struct {
	text  string
	order int
	uses  map[string]bool // every name in it
}

func newDeclarations() *declarations {
	return &declarations{byName: map[string]*declared{}, imports: map[string]string{}}
}

// links adds the declarations of a cell and returns those of its functions that are kernels.
func (d *declarations) links(source string) (list []openable) {
	for _, f := range d.add(source) {
		if o, ok := d.openable(f); ok {
			list = append(list, o)
		}
	}
	return list
}

// add reads a cell and returns the names of its functions. What is not Go, like a cell of
// which a learner is to write a part, declares nothing.
func (d *declarations) add(source string) (functions []string) {
	source, _, _ = strings.Cut("\n"+source, "\n%%")
	source = strings.ReplaceAll(source, "\n%", "\n// %")
	text := "package kernels\n" + source
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "", text, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return nil
	}
	for _, decl := range file.Decls {
		from := decl.Pos()
		if doc := docOf(decl); doc != nil {
			from = doc.Pos()
		}
		x := &declared{text: text[fset.Position(from).Offset:fset.Position(decl.End()).Offset], order: d.count, uses: namesIn(decl)}
		d.count++
		functions = append(functions, d.declare(decl, x)...)
	}
	return functions
}

func docOf(decl ast.Decl) *ast.CommentGroup {
	switch x := decl.(type) {
	case *ast.FuncDecl:
		return x.Doc
	case *ast.GenDecl:
		return x.Doc
	}
	return nil
}

func namesIn(decl ast.Decl) map[string]bool {
	names := map[string]bool{}
	ast.Inspect(decl, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			names[id.Name] = true
		}
		return true
	})
	return names
}

// declare notes what a declaration names, and returns the name of a function without results.
func (d *declarations) declare(decl ast.Decl, x *declared) []string {
	switch decl := decl.(type) {
	case *ast.FuncDecl:
		if decl.Recv != nil {
			d.method(decl, x)
			return nil
		}
		d.byName[decl.Name.Name] = x
		if decl.Type.Results == nil {
			return []string{decl.Name.Name}
		}
	case *ast.GenDecl:
		for _, spec := range decl.Specs {
			d.spec(spec, x)
		}
	}
	return nil
}

// method adds a method to its type.
func (d *declarations) method(f *ast.FuncDecl, x *declared) {
	for name := range namesIn(&ast.FuncDecl{Name: ast.NewIdent("_"), Type: &ast.FuncType{Params: f.Recv}}) {
		if t := d.byName[name]; t != nil {
			t.text += "\n\n" + x.text
			for used := range x.uses {
				t.uses[used] = true
			}
			return
		}
	}
}

func (d *declarations) spec(spec ast.Spec, x *declared) {
	switch spec := spec.(type) {
	case *ast.ImportSpec:
		path, _ := strconv.Unquote(spec.Path.Value) // the parser has checked it
		d.imports[path[strings.LastIndex(path, "/")+1:]] = path
	case *ast.TypeSpec:
		d.byName[spec.Name.Name] = x
	case *ast.ValueSpec:
		for _, name := range spec.Names {
			d.byName[name.Name] = x
		}
	}
}

// openable returns a function with all that it needs, if it is a kernel that compiles.
func (d *declarations) openable(name string) (openable, bool) {
	needed, imports := map[*declared]bool{}, map[string]bool{}
	d.need(name, needed, imports)
	var paths []string
	for path := range imports {
		if !slices.Contains(importable, path) {
			return openable{}, false
		}
		paths = append(paths, path)
	}
	if !imports[importable[0]] {
		return openable{}, false
	}
	code := assemble(needed, paths)
	return openable{name, code}, slices.Contains(compilable(code), name)
}

// need collects the declarations and imports that a name needs.
func (d *declarations) need(name string, needed map[*declared]bool, imports map[string]bool) {
	x := d.byName[name]
	if x == nil {
		if path := d.imports[name]; path != "" {
			imports[path] = true
		}
		return
	}
	if needed[x] {
		return
	}
	needed[x] = true
	for used := range x.uses {
		d.need(used, needed, imports)
	}
}

// assemble returns a file of declarations, in the order of the notebook.
func assemble(needed map[*declared]bool, imports []string) string {
	list := make([]*declared, 0, len(needed))
	for x := range needed {
		list = append(list, x)
	}
	slices.SortFunc(list, func(a, b *declared) int { return a.order - b.order })
	slices.Sort(imports)
	var b strings.Builder
	b.WriteString("package kernels\n\n")
	for _, path := range imports {
		fmt.Fprintf(&b, "import %q\n", path)
	}
	for _, x := range list {
		b.WriteString("\n" + x.text + "\n")
	}
	code, err := format.Source([]byte(b.String()))
	if err != nil {
		return b.String()
	}
	return string(code)
}
