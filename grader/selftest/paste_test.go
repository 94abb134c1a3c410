package selftest

// This file pastes the functions of notebooks, of tasks and of other exercises into exercises.

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/printer"
	"go/token"
	"hash/fnv"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"gpucourse/grader/internal/grading"
	"gpucourse/grader/internal/source"
	"gpucourse/grader/rubric"
	"gpucourse/grader/verdict"
	"gpucourse/internal/ipynb"
)

// pastesPerGrade is how many pastes share a grade without -every.
const pastesPerGrade = 24

// paste is a function in the place of a kernel.
type paste struct {
	e    *rubric.Exercise
	k    *rubric.Kernel
	from *snippet
}

func (p *paste) String() string { return fmt.Sprintf("%s %s < %s", p.e.Name, p.k.Name, p.from) }

// TestNoPasteSolvesAnExercise: no function that stands in a notebook, in the solution of a task or in the
// solution of another exercise gets full marks as a kernel of an exercise. Each one whose parameters fit is
// tried, with what it needs and under the kernel's name; a part of them without -every.
func TestNoPasteSolvesAnExercise(t *testing.T) {
	all := snippets(t)
	pastes := pastesOf(all)
	some := rotated(pastes)
	solved := make([]bool, len(some))
	var valid atomic.Int64
	t.Run("all", func(t *testing.T) {
		for i, p := range some {
			t.Run(p.String(), func(t *testing.T) {
				t.Parallel()
				v := p.grade(t)
				solved[i] = v.State == verdict.Done
				if v.State != verdict.Invalid {
					valid.Add(1)
				}
			})
		}
	})
	count := 0
	for i, p := range some {
		if solved[i] {
			t.Errorf("%v: full marks", p)
			count++
		}
	}
	t.Logf("%d functions fit a kernel in %d ways, of which %d were graded; %d of these are valid submissions, %d get full marks",
		len(all), len(pastes), len(some), valid.Load(), count)
}

// pastesOf returns each function in the place of each kernel that its parameters fit.
func pastesOf(all []*snippet) (list []*paste) {
	for i := range rubric.Exercises {
		e := &rubric.Exercises[i]
		for j := range e.Kernels {
			for _, from := range all {
				if from.exercise != e.Name && from.fits(&e.Kernels[j]) != nil {
					list = append(list, &paste{e, &e.Kernels[j], from})
				}
			}
		}
	}
	return list
}

// rotated returns one of pastesPerGrade pastes, with -every all. Which ones depends on all of them, so that
// others are graded when one changes.
func rotated(list []*paste) []*paste {
	sum := fnv.New32a()
	for _, p := range list {
		sum.Write([]byte(p.String()))
	}
	first := int(sum.Sum32() % pastesPerGrade)
	if *every {
		first = 0
	}
	return oneIn(pastesPerGrade, list[first:])
}

// snippet is a function that somebody may paste.
type snippet struct {
	from     string // "notebook 13", "task 13.1", "solution 13_shared_memory"
	exercise string // whose solution it is; empty for none
	function *ast.FuncDecl
	params   []param
	scope    []*goFile // its own file first, then those whose declarations it may use
}

type param struct {
	name, kind string
	readOnly   bool // it is a gpu.ReadOnly
}

// String returns "notebook 13 Tiled16".
func (s *snippet) String() string { return s.from + " " + s.function.Name.Name }

// snippets returns all functions that have parameters and no result.
func snippets(t *testing.T) (all []*snippet) {
	t.Helper()
	matches := func(pattern string) []string {
		list, err := filepath.Glob(pattern)
		if err != nil || len(list) == 0 {
			t.Fatalf("%s: got %d files, %v", pattern, len(list), err)
		}
		return list
	}
	for _, f := range matches("../../notebooks/[0-9][0-9]_*.ipynb") {
		cells := cellsOf(t, f)
		for i := range cells {
			scope := append([]*goFile{cells[i]}, slices.Concat(cells[:i], cells[i+1:])...)
			all = append(all, snippetsOf("notebook "+filepath.Base(f)[:2], "", scope)...)
		}
	}
	for _, name := range []string{"solution", "best"} {
		for _, f := range matches("../task/_code/*/" + name + ".go") {
			all = append(all, snippetsOf("task "+filepath.Base(filepath.Dir(f)), "", []*goFile{parsedFile(f, textOf(t, f))})...)
		}
	}
	for i := range rubric.Exercises {
		name := rubric.Exercises[i].Name
		f := filepath.Join("../../solutions", name, source.KernelFile)
		all = append(all, snippetsOf("solution "+name, name, []*goFile{parsedFile(f, textOf(t, f))})...)
	}
	return all
}

func textOf(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// cellsOf parses the declarations of a notebook's code cells; those that are no Go are left out.
func cellsOf(t *testing.T, file string) (cells []*goFile) {
	var book struct {
		Cells []struct {
			Type   string     `json:"cell_type"`
			Source ipynb.Text `json:"source"`
		} `json:"cells"`
	}
	if err := json.Unmarshal([]byte(textOf(t, file)), &book); err != nil {
		t.Fatal(err)
	}
	for _, c := range book.Cells {
		declarations, _, _ := strings.Cut("\n"+string(c.Source), "\n%%")
		if f := parsedFile(file, "package p\n"+declarations); c.Type == "code" && f != nil {
			cells = append(cells, f)
		}
	}
	return cells
}

// goFile is a file with its text.
type goFile struct {
	*ast.File
	text string
	fset *token.FileSet
}

// parsedFile returns nil for what is no Go.
func parsedFile(name, text string) *goFile {
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, name, text, parser.SkipObjectResolution|parser.ParseComments)
	if err != nil {
		return nil
	}
	return &goFile{f, text, fset}
}

// declaration is a declaration of a file.
type declaration struct {
	*goFile
	decl ast.Decl
}

// declarations returns those of a file but imports.
func (f *goFile) declarations() (list []declaration) {
	for _, d := range f.Decls {
		if g, ok := d.(*ast.GenDecl); !ok || g.Tok != token.IMPORT {
			list = append(list, declaration{f, d})
		}
	}
	return list
}

// names returns what is declared; of a method "type.method".
func (d declaration) names() (names []string) {
	switch decl := d.decl.(type) {
	case *ast.FuncDecl:
		if decl.Recv != nil {
			return []string{printed(decl.Recv.List[0].Type) + "." + decl.Name.Name}
		}
		return []string{decl.Name.Name}
	case *ast.GenDecl:
		for _, spec := range decl.Specs {
			switch spec := spec.(type) {
			case *ast.TypeSpec:
				names = append(names, spec.Name.Name)
			case *ast.ValueSpec:
				for _, n := range spec.Names {
					names = append(names, n.Name)
				}
			}
		}
	}
	return names
}

// renamed returns the text of the declaration, with another name in the place of one.
func (d declaration) renamed(from, to string) string {
	start := d.fset.Position(d.decl.Pos()).Offset
	text := d.text[start:d.fset.Position(d.decl.End()).Offset]
	fields := map[*ast.Ident]bool{}
	var places []int
	ast.Inspect(d.decl, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			fields[n.Sel] = true
		case *ast.Ident:
			if n.Name == from && !fields[n] {
				places = append(places, d.fset.Position(n.Pos()).Offset-start)
			}
		}
		return true
	})
	slices.Sort(places)
	for _, at := range slices.Backward(places) {
		text = text[:at] + to + text[at+len(from):]
	}
	return text
}

func snippetsOf(from, exercise string, scope []*goFile) (list []*snippet) {
	for _, d := range scope[0].Decls {
		f, ok := d.(*ast.FuncDecl)
		if !ok || f.Recv != nil || f.Type.Results != nil || f.Body == nil {
			continue
		}
		if params := paramsOf(f.Type); len(params) > 0 {
			list = append(list, &snippet{from: from, exercise: exercise, function: f, params: params, scope: scope})
		}
	}
	return list
}

// paramsOf returns the parameters of a function. One that is only read, and one of a type parameter, count as
// slices of numbers.
func paramsOf(f *ast.FuncType) (list []param) {
	for _, field := range f.Params.List {
		kind := printed(field.Type)
		element, readOnly := strings.CutPrefix(kind, "gpu.ReadOnly[")
		if readOnly {
			kind = "[]" + strings.TrimSuffix(element, "]")
		}
		if f.TypeParams != nil && kind == "[]"+f.TypeParams.List[0].Names[0].Name {
			kind = "[]float32"
		}
		for _, name := range field.Names {
			list = append(list, param{name.Name, kind, readOnly})
		}
	}
	return list
}

func printed(n ast.Node) string {
	var b strings.Builder
	if err := printer.Fprint(&b, token.NewFileSet(), n); err != nil {
		panic("BUG: " + err.Error())
	}
	return b.String()
}

// kernelParams returns the parameters of a kernel of the rubric.
func kernelParams(k *rubric.Kernel) []param {
	e, err := parser.ParseExpr(k.Signature)
	if err != nil {
		panic("BUG: " + err.Error())
	}
	return paramsOf(e.(*ast.FuncType))
}

// fits returns which parameters of a kernel a snippet takes, in its order; nil where it does not fit. Types in the same
// order fit. Otherwise each parameter is the kernel's of the same name and type, or else the next one of its type.
func (s *snippet) fits(k *rubric.Kernel) (taken []string) {
	have := kernelParams(k)
	kinds := func(list []param) (kinds []string) {
		for _, p := range list {
			kinds = append(kinds, p.kind)
		}
		return kinds
	}
	if slices.Equal(kinds(have), kinds(s.params)) {
		for _, p := range have {
			taken = append(taken, p.name)
		}
		return taken
	}
	for _, p := range s.params {
		if slices.Contains(have, param{p.name, p.kind, false}) {
			taken = append(taken, p.name)
		}
	}
	if len(taken) == len(s.params) {
		return taken
	}
	taken = nil
	for _, p := range s.params {
		i := slices.IndexFunc(have, func(h param) bool { return h.kind == p.kind && !slices.Contains(taken, h.name) })
		if i < 0 {
			return nil
		}
		taken = append(taken, have[i].name)
	}
	return taken
}

// grade grades the function as the kernel, beside the constants and variables that are handed out.
func (p *paste) grade(t *testing.T) *verdict.Verdict {
	t.Helper()
	folder := t.TempDir()
	put(t, filepath.Join(folder, source.KernelFile), []byte(p.from.as(t, p.k, p.e)))
	g := grading.New()
	g.PassOrFail, g.Instructions, g.Untouched = true, mutantInstructions, true
	return g.Grade(only(p.e, p.k.Name), folder)[0]
}

// as returns the file of a learner: a kernel that calls the snippet, with all that the snippet needs, and
// with what the stub declares beside its kernels.
func (s *snippet) as(t *testing.T, k *rubric.Kernel, e *rubric.Exercise) string {
	const pasted = "Pasted"
	var b strings.Builder
	fmt.Fprintf(&b, "package %s\n\nimport (\n\"math\"\n\"math/bits\"\n\n\"gpucourse/gpusim/gpu\"\n)\n\n", e.Package)
	b.WriteString("var (\n_ = math.Pi\n_ = bits.UintSize\n)\n\n")
	declared := map[string]bool{k.Name: true}
	for _, d := range s.needed() {
		for _, name := range d.names() {
			declared[name] = true
		}
		b.WriteString(d.renamed(k.Name, k.Name+pasted) + "\n\n")
	}
	for _, d := range parsedFile("stub", textOf(t, filepath.Join("..", "stubs", e.Name, source.KernelFile))).declarations() {
		if _, ok := d.decl.(*ast.GenDecl); ok && !slices.ContainsFunc(d.names(), func(n string) bool { return declared[n] }) {
			b.WriteString(d.renamed("", "") + "\n\n")
		}
	}
	name := s.function.Name.Name
	if name == k.Name {
		name += pasted
	}
	if s.function.Doc != nil {
		for _, c := range s.function.Doc.List {
			if strings.HasPrefix(c.Text, "//gpu:") {
				b.WriteString(c.Text + "\n")
			}
		}
	}
	fmt.Fprintf(&b, "func %s%s {\n%s(%s)\n}\n", k.Name, s.signature(k), name, strings.Join(s.fits(k), ", "))
	return b.String()
}

// signature returns the kernel's, where an array that the snippet only reads says so.
func (s *snippet) signature(k *rubric.Kernel) string {
	list, taken := kernelParams(k), s.fits(k)
	var parts []string
	for _, p := range list {
		if i := slices.Index(taken, p.name); i >= 0 && s.params[i].readOnly {
			p.kind = "gpu.ReadOnly[" + p.kind[len("[]"):] + "]"
		}
		parts = append(parts, p.name+" "+p.kind)
	}
	return "(" + strings.Join(parts, ", ") + ")"
}

// needed returns the declaration of the snippet and those that it uses, directly or not: of a name the first in the
// order of its files.
func (s *snippet) needed() (list []declaration) {
	known := map[string]declaration{}
	for _, f := range s.scope {
		for _, d := range f.declarations() {
			for _, name := range d.names() {
				if _, ok := known[name]; !ok {
					known[name] = d
				}
			}
		}
	}
	done := map[ast.Decl]bool{}
	var need func(name string)
	need = func(name string) {
		d, ok := known[name]
		if !ok || done[d.decl] {
			return
		}
		done[d.decl] = true
		list = append(list, d)
		for method := range known {
			if strings.HasPrefix(strings.TrimPrefix(method, "*"), name+".") {
				need(method)
			}
		}
		ast.Inspect(d.decl, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok {
				need(id.Name)
			}
			return true
		})
	}
	need(s.function.Name.Name)
	return list
}
