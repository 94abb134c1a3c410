package source_test

import (
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/source"
)

// wantComment is `// want "regexp" "regexp" …` at the end of the line that is
// wrong.
var (
	wantComment = regexp.MustCompile(`// want ("(?:[^"\\]|\\.)*"\s*)+$`)
	wantPattern = regexp.MustCompile(`"(?:[^"\\]|\\.)*"`)
)

// TestRefuse compiles every function K… of the files in testdata/refuse. The
// diagnostics must be exactly those that the comments want.
func TestRefuse(t *testing.T) {
	paths, err := filepath.Glob("testdata/refuse/*.go")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no files: %v", err)
	}
	for _, path := range paths {
		t.Run(filepath.Base(path), func(t *testing.T) {
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			u, err := source.LoadText(path, text)
			if err != nil {
				t.Fatal(err)
			}
			wants := wantedAt(t, text)
			for d := range allMistakes(t, u) {
				if !take(wants, d) {
					t.Errorf("not wanted: %s", d)
				}
			}
			for line, patterns := range wants {
				for _, p := range patterns {
					t.Errorf("%s:%d: no diagnostic matches %q", path, line, p)
				}
			}
		})
	}
}

// wantedAt reads the wanted patterns by line.
func wantedAt(t *testing.T, text []byte) map[int][]string {
	wants := map[int][]string{}
	for i, line := range strings.Split(string(text), "\n") {
		for _, q := range wantPattern.FindAllString(wantComment.FindString(line), -1) {
			p, err := strconv.Unquote(q)
			if err != nil {
				t.Fatalf("line %d: %v", i+1, err)
			}
			wants[i+1] = append(wants[i+1], p)
		}
	}
	return wants
}

// allMistakes compiles every function whose name begins with K.
func allMistakes(t *testing.T, u source.Unit) map[diag.Diagnostic]bool {
	all := map[diag.Diagnostic]bool{}
	for _, name := range source.Functions(u) {
		if !strings.HasPrefix(name, "K") {
			continue
		}
		_, err := u.Lower(name, false)
		var list diag.List
		if err != nil && !errors.As(err, &list) {
			t.Fatalf("%s: got a %T, want a diag.List: %v", name, err, err)
		}
		for _, m := range list {
			all[m] = true
		}
	}
	return all
}

// take removes the first wanted pattern of d's line that d matches.
func take(wants map[int][]string, d diag.Diagnostic) bool {
	for i, p := range wants[d.Pos.Line] {
		if regexp.MustCompile(p).MatchString(d.Error()) {
			wants[d.Pos.Line] = append(wants[d.Pos.Line][:i], wants[d.Pos.Line][i+1:]...)
			return true
		}
	}
	return false
}
