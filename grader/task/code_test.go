package task_test

// This file checks the Go files of tasks, which the go command passes over.

import (
	"go/ast"
	"go/format"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gpucourse/grader/hints"
	"gpucourse/grader/task"
)

// TestCode: every Go file is formatted, is of package main, passes the type checker (a cell
// with a stub must compile), and belongs to a row.
func TestCode(t *testing.T) {
	files, err := filepath.Glob("_code/*/*.go")
	if err != nil || len(files) == 0 {
		t.Fatalf("got files %v, %v", files, err)
	}
	fset := token.NewFileSet()
	conf := types.Config{Importer: remembering{importer.ForCompiler(fset, "source", nil), map[string]*types.Package{}}}
	for _, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if formatted, err := format.Source(src); err != nil || string(formatted) != string(src) {
			t.Errorf("%s: not formatted by gofmt (%v)", file, err)
		}
		tree, err := parser.ParseFile(fset, file, src, parser.SkipObjectResolution)
		if err != nil || tree.Name.Name != "main" {
			t.Errorf("%s: %v, package %s", file, err, tree.Name)
			continue
		}
		if _, err := conf.Check("main", fset, []*ast.File{tree}, nil); err != nil {
			t.Error(err)
		}
		if !slices.Contains(codeOf(filepath.Base(filepath.Dir(file))), filepath.Base(file)) {
			t.Errorf("%s: no row mentions it", file)
		}
	}
}

// remembering imports each package once. The importer behind it asks the go command where a
// package is whenever it is imported.
type remembering struct {
	types.Importer
	known map[string]*types.Package
}

func (r remembering) Import(path string) (*types.Package, error) {
	if p := r.known[path]; p != nil {
		return p, nil
	}
	p, err := r.Importer.Import(path)
	r.known[path] = p
	return p, err
}

// codeOf returns the names of the Go files that a task mentions.
func codeOf(id string) []string {
	row, err := task.Find(id)
	if err != nil {
		return nil
	}
	switch ask := row.Ask.(type) {
	case task.Configuration:
		return []string{task.GivenFile}
	case task.Program:
		return filesOf(ask.Wrong)
	case task.Kernel:
		files := filesOf(ask.Wrong)
		if ask.Best > 0 {
			files = append(files, "best.go")
		}
		return files
	}
	return nil
}

func filesOf(wrong []task.Wrong) []string {
	files := []string{"stub.go", "solution.go"}
	for _, w := range wrong {
		files = append(files, "wrong_"+w.File+".go")
	}
	return files
}

// TestHoles: the code with a hole is Go alone; the card makes a block of it.
func TestHoles(t *testing.T) {
	for i := range task.Tasks {
		if row := &task.Tasks[i]; strings.Contains(row.Hints.Hole, "```") || !strings.Contains(row.Hints.Hole, hints.Hole) {
			t.Errorf("task %s: got %q, want Go with a hole, without a fence", row.ID, row.Hints.Hole)
		}
	}
}

// TestCells: a cell has no package clause and no import.
func TestCells(t *testing.T) {
	each(t, func(t *testing.T, row *task.Task) {
		switch row.Ask.(type) {
		case task.Kernel, task.Program:
		default:
			return
		}
		for _, file := range []string{"stub.go", "solution.go"} {
			if cell := row.Cell(file); !strings.HasPrefix(cell, "//") || strings.Contains(cell, "import ") {
				t.Errorf("%s: got\n%s\nwant a comment and declarations", file, cell)
			}
		}
	})
}
