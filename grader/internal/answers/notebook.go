package answers

// This file reads notebooks.

import (
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/printer"
	"go/token"
	"slices"
	"strconv"
	"strings"

	"gpucourse/grader/task"
	"gpucourse/internal/ipynb"
)

// cell is a code cell, as GoNB divides it.
type cell struct {
	declarations string    // above the line %%, with the lines of the cell
	main         string    // below it
	parsed       *declared // the declarations
}

// The most code that a notebook may hold, in bytes, and the most answers to one task: each takes the
// declarations of all cells.
const (
	mostCode    = 1 << 20
	MostAnswers = 8
)

// ofNotebook returns the answers in the cells, by place.
func ofNotebook(text []byte) (list []Answer, err error) {
	var book struct {
		Cells []struct {
			Type   string     `json:"cell_type"`
			Source ipynb.Text `json:"source"`
		} `json:"cells"`
	}
	if err := json.Unmarshal(text, &book); err != nil {
		return nil, fmt.Errorf("it is no notebook: %w", err)
	}
	if book.Cells == nil {
		return nil, errors.New("it is no notebook: it has no cells")
	}
	var cells []cell
	code := 0
	for _, c := range book.Cells {
		if code += len(c.Source); code > mostCode {
			return nil, fmt.Errorf("its cells hold more than %d MB", mostCode>>20)
		}
		if c.Type == "code" {
			cells = append(cells, divided(string(c.Source)))
		}
	}
	known := map[string]int{}
	for i, c := range cells {
		for _, call := range c.tries() {
			id, _ := strconv.Unquote(textOf(call.Args[0])) // what is no text is no ID
			if known[id] == MostAnswers {
				continue
			}
			if a, begun := answerOf(id, call, cells, i); begun {
				known[id]++
				list = append(list, a)
			}
		}
	}
	return list, nil
}

// divided takes a cell apart. Lines for GoNB and for a shell are left empty.
func divided(source string) (c cell) {
	to := &c.declarations
	for line := range strings.Lines(strings.ReplaceAll(source, "\r\n", "\n")) {
		switch word := strings.TrimSpace(line); {
		case strings.HasPrefix(word, "%%") || word == "%main" || strings.HasPrefix(word, "%main "):
			to = &c.main
			continue
		case strings.HasPrefix(word, "%"), strings.HasPrefix(word, "!"):
			line = "\n"
		}
		*to += line
	}
	c.parsed = parsed(c.declarations)
	return c
}

// tries returns the calls of lesson.Try, in a function main too.
func (c *cell) tries() (calls []*ast.CallExpr) {
	for _, text := range []string{"package main; func main() {\n" + c.main + "\n}", "package main; " + c.declarations} {
		if !strings.Contains(text, "lesson") {
			continue
		}
		file, _ := parser.ParseFile(token.NewFileSet(), "", text, parser.SkipObjectResolution) // what is Go of it
		if file == nil {
			continue
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if call, ok := n.(*ast.CallExpr); ok && isTry(call) {
				calls = append(calls, call)
			}
			return true
		})
	}
	return calls
}

func isTry(call *ast.CallExpr) bool {
	s, ok := call.Fun.(*ast.SelectorExpr)
	if !ok || s.Sel.Name != "Try" || len(call.Args) != 2 {
		return false
	}
	pkg, ok := s.X.(*ast.Ident)
	return ok && pkg.Name == "lesson"
}

// answerOf returns the answer that a call in a cell gives. begun is false for a cell as it was
// handed out, and for a task that does not exist.
func answerOf(id string, call *ast.CallExpr, cells []cell, at int) (a Answer, begun bool) {
	t := asked(id)
	if t == nil {
		return a, false
	}
	a.ID = id
	switch ask := t.Ask.(type) {
	case task.Kernel, task.Program:
		if strings.TrimSpace(cells[at].declarations) == strings.TrimSpace(t.Cell("stub.go")) {
			return a, false
		}
		a.Program, a.Head = program(cells, at)
	case task.Number:
		n, err := number(call.Args[1])
		if a.Value = n; err != nil {
			a.Value, a.Unread = nil, err.Error()
		}
		return a, a.Value != float64(task.Unanswered)
	case task.Choice:
		letter, err := strconv.Unquote(textOf(call.Args[1]))
		if a.Value = letter; err != nil {
			a.Value, a.Unread = nil, "write the letter itself, in quotes"
		}
		return a, a.Value != task.Unchosen
	case task.Configuration:
		c, err := config(call.Args[1])
		if a.Value = c; err != nil {
			a.Value, a.Unread = nil, err.Error()
		}
		return a, err != nil || task.ShapeOf(c) != task.ShapeOf(ask.Stub)
	}
	return a, true
}

// textOf returns an expression as it is written.
func textOf(e ast.Expr) string {
	var b strings.Builder
	if err := printer.Fprint(&b, token.NewFileSet(), e); err != nil {
		return ""
	}
	return b.String()
}

// imports are what a cell may use without an import of its own, as GoNB adds imports.
var imports = []string{`"gpucourse/gpusim/gpu"`, `"math"`}

// program returns a program with the declarations of a cell, and below them those of other cells
// that it does not declare itself: the last before the cell, or the first behind it.
func program(cells []cell, at int) (text, head string) {
	own := cells[at].parsed
	taken, needed := map[string]bool{}, slices.Clone(imports)
	var rest strings.Builder
	own.take(taken, &needed, &strings.Builder{})
	for i := at - 1; i >= 0; i-- {
		cells[i].parsed.take(taken, &needed, &rest)
	}
	for i := at + 1; i < len(cells); i++ {
		cells[i].parsed.take(taken, &needed, &rest)
	}
	text, head = headed(own.withoutImports(), headOf(needed))
	return text + "\n" + rest.String(), head
}

// headOf returns the package clause and imports on one line.
func headOf(imports []string) string {
	head := "package main; "
	for _, i := range imports {
		head += "import " + i + "; "
	}
	return head
}

// directive begins a comment that the compiler reads, if it stands alone above a function.
const directive = "//gpu:"

// headed returns a text with a head in its first line. A directive there keeps its line, and all
// lines have higher numbers by one.
func headed(text, head string) (program, with string) {
	if strings.HasPrefix(text, directive) {
		head += "\n"
	}
	return head + text, head
}

// declared is the text of declarations with its syntax; nil when it is no Go.
type declared struct {
	text string
	head int // bytes in front of the text
	fset *token.FileSet
	file *ast.File
}

func parsed(text string) *declared {
	const head = "package main; "
	d := &declared{text: head + text, head: len(head), fset: token.NewFileSet()}
	if file, err := parser.ParseFile(d.fset, "", d.text, parser.SkipObjectResolution|parser.ParseComments); err == nil {
		d.file = file
	}
	return d
}

// take writes the declarations of names that are not taken, and takes them. It adds imports that are
// not there.
func (d *declared) take(taken map[string]bool, needed *[]string, to *strings.Builder) {
	if d.file == nil {
		return
	}
	for _, i := range d.file.Imports {
		line := i.Path.Value
		if i.Name != nil {
			line = i.Name.Name + " " + line
		}
		if !slices.Contains(*needed, line) {
			*needed = append(*needed, line)
		}
	}
	for _, decl := range d.file.Decls {
		names := namesOf(decl)
		if len(names) == 0 || slices.ContainsFunc(names, func(n string) bool { return taken[n] }) {
			continue
		}
		for _, n := range names {
			taken[n] = true
		}
		to.WriteString(d.of(decl) + "\n")
	}
}

// of returns a declaration with the comment above it, which may hold directives.
func (d *declared) of(decl ast.Decl) string {
	from := decl.Pos()
	switch decl := decl.(type) {
	case *ast.FuncDecl:
		if decl.Doc != nil {
			from = decl.Doc.Pos()
		}
	case *ast.GenDecl:
		if decl.Doc != nil {
			from = decl.Doc.Pos()
		}
	}
	return d.text[d.fset.PositionFor(from, false).Offset:d.fset.PositionFor(decl.End(), false).Offset]
}

// namesOf returns what a declaration declares; nothing for imports and for main.
func namesOf(decl ast.Decl) (names []string) {
	switch decl := decl.(type) {
	case *ast.FuncDecl:
		name := decl.Name.Name
		if decl.Recv != nil && len(decl.Recv.List) == 1 {
			name = textOf(decl.Recv.List[0].Type) + "." + name
		}
		if name != "main" && name != "init" {
			names = []string{name}
		}
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

// withoutImports returns the text with its lines, and spaces for imports.
func (d *declared) withoutImports() string {
	text := []byte(d.text)
	if d.file != nil {
		for _, decl := range d.file.Decls {
			if g, ok := decl.(*ast.GenDecl); !ok || g.Tok != token.IMPORT {
				continue
			}
			for i := d.fset.PositionFor(decl.Pos(), false).Offset; i < d.fset.PositionFor(decl.End(), false).Offset; i++ {
				if text[i] != '\n' {
					text[i] = ' '
				}
			}
		}
	}
	return string(text[d.head:])
}
