package gpusim_test

// This file keeps the engines small enough to be read in an hour.

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const (
	mostFields     = 20
	mostParameters = 5
)

// TestSizesOfEngines limits the lines of the timing model and of the caches, the fields of
// their structs and the parameters of their functions.
func TestSizesOfEngines(t *testing.T) {
	for _, x := range []struct {
		folders []string
		lines   int
	}{
		{[]string{"internal/timing"}, 4480},                     // 300 of them estimate the rest of a launch whose blocks differ, 300 of them play how warps wait for others, 900 copies, barriers in shared memory, clusters and products
		{[]string{"internal/coalesce", "internal/cache"}, 3150}, // 200 of them are the priorities of lines in L2
	} {
		lines := 0
		for _, folder := range x.folders {
			for _, path := range sources(t, folder) {
				lines += linesOf(t, path)
			}
		}
		if lines > x.lines {
			t.Errorf("%s: %d lines without tests, want at most %d", strings.Join(x.folders, " and "), lines, x.lines)
		}
	}
}

// sources returns the Go files of a folder that are not tests.
func sources(t *testing.T, folder string) (paths []string) {
	err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if strings.HasSuffix(path, ".go") && !strings.HasSuffix(path, "_test.go") {
			paths = append(paths, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return paths
}

// linesOf counts the lines of a file and checks the shapes of what it declares.
func linesOf(t *testing.T, path string) int {
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, path, text, 0)
	if err != nil {
		t.Fatal(err)
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.StructType:
			if n.Fields.NumFields() > mostFields {
				t.Errorf("%s: a struct of %d fields, want at most %d", files.Position(n.Pos()), n.Fields.NumFields(), mostFields)
			}
		case *ast.FuncType:
			if n.Params.NumFields() > mostParameters {
				t.Errorf("%s: a function of %d parameters, want at most %d", files.Position(n.Pos()), n.Params.NumFields(), mostParameters)
			}
		}
		return true
	})
	return bytes.Count(text, []byte("\n"))
}
