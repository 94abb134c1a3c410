// Package gonbtest makes of cells what GoNB makes of them, for tests without a kernel:
// the program main.go, and the log that package cells reads.
//
// As in GoNB, a declaration replaces an earlier one of the same name, func main belongs
// to the cell that was executed last, and the program holds imports, types, constants,
// variables and functions in this order, each sorted by name. Types, variables and
// constants lose their comments. The course has a test with GoNB itself.
package gonbtest

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// Notebook is the cells that were executed, and what GoNB remembers of them.
type Notebook struct {
	Cells []string // by execution number, from 1 at index 0

	t      *testing.T
	dir    string
	log    *os.File
	groups map[string]map[string]string // source by name, for each kind of declaration
	main   string
}

// kinds are the declarations, in the order of GoNB's program.
var kinds = []string{"import", "type", "const", "var", "func"}

// New returns a notebook without cells, whose program is that of this process until the
// test ends.
func New(t *testing.T) *Notebook {
	t.Helper()
	nb := &Notebook{t: t, dir: t.TempDir(), groups: map[string]map[string]string{}}
	for _, kind := range kinds {
		nb.groups[kind] = map[string]string{}
	}
	logs := t.TempDir()
	t.Setenv("GONB_TMP_DIR", nb.dir)
	t.Setenv("GPUCOURSE_CELL_LOGS", logs)
	file, err := os.Create(filepath.Join(logs, fmt.Sprintf("%d.log", os.Getppid())))
	if err != nil {
		t.Fatal(err)
	}
	nb.log = file
	t.Cleanup(func() { file.Close() })
	fmt.Fprintf(file, "\n\nLogging for \"gonb\" (pid=%d) starting at 2026-01-01\n", os.Getppid())
	return nb
}

// Forget removes the log: a GoNB that was installed elsewhere keeps none.
func (nb *Notebook) Forget() { os.Remove(nb.log.Name()) }

// LogFile returns the path of the log.
func (nb *Notebook) LogFile() string { return nb.log.Name() }

// Program returns the path of the program.
func (nb *Notebook) Program() string { return filepath.Join(nb.dir, "main.go") }

// Execute executes a cell: it writes the log and the program. It returns the number of
// the execution.
func (nb *Notebook) Execute(cell string) int {
	nb.t.Helper()
	nb.Cells = append(nb.Cells, cell)
	fmt.Fprintf(nb.log, "I0101 00:00:00.000000 %7d dispatcher.go:286] \x1b[7m[id]\x1b[0m > publish \"execute_input\" with code\n", os.Getppid())
	lines := strings.Split(cell, "\n")
	if program := goLines(lines); strings.TrimSpace(program) != "" {
		fmt.Fprintf(nb.log, "I0101 00:00:00.000000 %7d execcode.go:80] \x1b[7m[id]\x1b[0m ExecuteCell: %q\n", os.Getppid(), lines)
		nb.declare("package main\n\n" + program)
		nb.write()
	}
	return len(nb.Cells)
}

// Line returns a line of an executed cell, both counted from 1; "" for no line.
func (nb *Notebook) Line(execution, line int) string {
	if execution < 1 || execution > len(nb.Cells) {
		return ""
	}
	lines := strings.Split(nb.Cells[execution-1], "\n")
	if line < 1 || line > len(lines) {
		return ""
	}
	return lines[line-1]
}

// goLines is the Go code of a cell. %% begins func main; other commands are left out.
func goLines(lines []string) string {
	var b strings.Builder
	end := ""
	for _, line := range lines {
		switch {
		case line == "%%":
			b.WriteString("func main() {\n\tflag.Parse()\n")
			end = "\n}\n"
		case strings.HasPrefix(line, "%"), strings.HasPrefix(line, "!"), strings.HasPrefix(line, "package"):
		default:
			b.WriteString(line + "\n")
		}
	}
	return b.String() + end
}

// declare remembers the declarations of a program.
func (nb *Notebook) declare(program string) {
	nb.t.Helper()
	fset := token.NewFileSet()
	tree, err := parser.ParseFile(fset, "cell", program, parser.ParseComments)
	if err != nil {
		nb.t.Fatalf("%v in\n%s", err, program)
	}
	text := func(n ast.Node) string { return program[fset.Position(n.Pos()).Offset:fset.Position(n.End()).Offset] }
	nb.main = "func main() {\n\tflag.Parse()\n}"
	for _, d := range tree.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			nb.function(d, text)
		case *ast.GenDecl:
			for _, s := range d.Specs {
				nb.specification(d.Tok.String(), s, text)
			}
		}
	}
}

func (nb *Notebook) function(d *ast.FuncDecl, text func(ast.Node) string) {
	if d.Name.Name == "main" {
		nb.main = text(&ast.FuncDecl{Name: d.Name, Type: d.Type, Body: d.Body})
		return
	}
	source, name := "", d.Name.Name
	if d.Doc != nil {
		for _, c := range d.Doc.List {
			source += c.Text + "\n"
		}
	}
	if d.Recv != nil {
		name = text(d.Recv.List[0].Type) + "~" + name
	}
	nb.groups["func"][name] = source + text(&ast.FuncDecl{Recv: d.Recv, Name: d.Name, Type: d.Type, Body: d.Body}) + "\n"
}

func (nb *Notebook) specification(kind string, s ast.Spec, text func(ast.Node) string) {
	switch s := s.(type) {
	case *ast.ImportSpec:
		nb.groups[kind][text(s)] = "\t" + text(s)
	case *ast.TypeSpec:
		nb.groups[kind][s.Name.Name] = "type " + text(&ast.TypeSpec{Name: s.Name, TypeParams: s.TypeParams, Assign: s.Assign, Type: s.Type})
	case *ast.ValueSpec:
		for i, name := range s.Names {
			source := "\t" + name.Name
			if s.Type != nil {
				source += " " + text(s.Type)
			}
			if i < len(s.Values) {
				source += " = " + text(s.Values[i])
			}
			nb.groups[kind][name.Name] = source
		}
	}
}

// write writes the program.
func (nb *Notebook) write() {
	nb.t.Helper()
	var b strings.Builder
	b.WriteString("package main\n\n")
	for _, kind := range kinds {
		group := nb.groups[kind]
		grouped := len(group) > 0 && (kind == "import" || kind == "const" || kind == "var")
		if grouped {
			b.WriteString(kind + " (\n")
		}
		for _, name := range slices.Sorted(maps.Keys(group)) {
			b.WriteString(group[name] + "\n")
		}
		if grouped {
			b.WriteString(")\n")
		}
		b.WriteString("\n")
	}
	b.WriteString("\n" + nb.main + "\n")
	if err := os.WriteFile(nb.Program(), []byte(b.String()), 0o644); err != nil {
		nb.t.Fatal(err)
	}
}
