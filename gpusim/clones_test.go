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
	"os"
	"path/filepath"
	"regexp"
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

// roundedUp is a division that rounds up. Its two divisors are the same.
var roundedUp = regexp.MustCompile(`\+ ?([\w.]+) ?- ?1\) ?/ ?([\w.]+)`)

// spelledOut are calls that are written out, by the call that stands for them: in gpusim, tests
// aside, or in tests, too.
var spelledOut = map[string]struct {
	tests bool
	form  *regexp.Regexp
}{
	"padding.Units": {false, roundedUp},
	"hash.Golden":   {false, regexp.MustCompile(`(?i)0x()9e3779b9()`)},
	"golden.Update": {true, regexp.MustCompile(`Bool\(()"upd` + `ate"()`)},
}

// TestNoCallIsSpelledOut: rounding up, the golden ratio and the flag of goldens stand in one file
// each.
func TestNoCallIsSpelledOut(t *testing.T) {
	first := map[string]string{}
	for _, path := range filesOf(t, ".go") {
		if course.MatchString(path) {
			continue
		}
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for call, c := range spelledOut {
			for _, m := range c.form.FindAllStringSubmatch(string(text), -1) {
				switch before := first[call]; {
				case m[1] != m[2] || !c.tests && (strings.HasSuffix(path, "_test.go") || !strings.HasPrefix(path, "../gpusim/")):
				case before == "":
					first[call] = path
				case before != path:
					t.Errorf("%s and %s write out %s: %s", before, path, call, m[0])
				}
			}
		}
	}
	if len(first) != len(spelledOut) {
		t.Errorf("found %v, want all of them once", first)
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
