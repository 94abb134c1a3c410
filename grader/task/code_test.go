package task_test

// This file checks the Go files of tasks, which the go command passes over.

import (
	"go/ast"
	"go/format"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"maps"
	"os"
	"os/exec"
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
	var trees []*ast.File
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
		trees = append(trees, tree)
		if !slices.Contains(codeOf(filepath.Base(filepath.Dir(file))), filepath.Base(file)) {
			t.Errorf("%s: no row mentions it", file)
		}
	}
	conf := types.Config{Importer: compiled(t, fset, trees)}
	for _, tree := range trees {
		if _, err := conf.Check("main", fset, []*ast.File{tree}, nil); err != nil {
			t.Error(err)
		}
	}
}

// compiled imports what files import from the packages that the go command has compiled.
func compiled(t *testing.T, fset *token.FileSet, files []*ast.File) types.Importer {
	t.Helper()
	paths := map[string]bool{}
	for _, f := range files {
		for _, i := range f.Imports {
			paths[strings.Trim(i.Path.Value, `"`)] = true
		}
	}
	list := []string{"list", "-export", "-deps", "-f", "{{.ImportPath}}\t{{.Export}}"}
	out, err := exec.Command("go", slices.AppendSeq(list, maps.Keys(paths))...).Output()
	if err != nil {
		t.Fatal(err)
	}
	exports := map[string]string{}
	for line := range strings.Lines(string(out)) {
		path, export, _ := strings.Cut(strings.TrimSpace(line), "\t")
		exports[path] = export
	}
	return importer.ForCompiler(fset, "gc", func(path string) (io.ReadCloser, error) { return os.Open(exports[path]) })
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
