package gpusim_test

// This file checks that no logic of the engines stands twice.

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"
)

// cloneLines is how many equal lines in a row are a clone. Lines of brackets alone do not count.
const cloneLines = 6

// TestNoClones: no two functions of the engines share cloneLines lines in a row.
func TestNoClones(t *testing.T) {
	first := map[string]string{} // by the lines: where they stand first
	for _, root := range []string{"internal", "arch", "trace", "occupancy"} {
		err := filepath.WalkDir(root, func(path string, _ fs.DirEntry, err error) error {
			if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") || strings.Contains(path, "testdata") {
				return err
			}
			for name, lines := range functionsOf(t, path) {
				for i := range len(lines) - cloneLines + 1 {
					window, here := strings.Join(lines[i:i+cloneLines], "\n"), path+": "+name
					if before, ok := first[window]; ok {
						t.Errorf("%s and %s both have\n%s", before, here, window)
					}
					first[window] = here
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

// functionsOf returns the lines of the functions of a file, without comments and white space.
func functionsOf(t *testing.T, path string) map[string][]string {
	t.Helper()
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, path, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	functions := map[string][]string{}
	for _, decl := range file.Decls {
		f, ok := decl.(*ast.FuncDecl)
		if !ok || f.Body == nil {
			continue
		}
		var text bytes.Buffer
		if err := format.Node(&text, fset, f); err != nil {
			t.Fatal(err)
		}
		var lines []string
		for line := range strings.Lines(text.String()) {
			if line = strings.TrimSpace(line); strings.Trim(line, "{}()") != "" {
				lines = append(lines, line)
			}
		}
		functions[fmt.Sprintf("%s (line %d)", f.Name.Name, fset.Position(f.Pos()).Line)] = lines
	}
	return functions
}
