package compile_test

// This file compiles texts that the fuzzing engine makes of small kernels.

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/compile"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/source"
)

// fuzzedBytes is the longest text that FuzzSource compiles.
const fuzzedBytes = 4 << 10

// FuzzSource: any text gives IR that verifies, or diagnostics whose positions lie in the
// text. The compiler does not panic.
func FuzzSource(f *testing.F) {
	addSources(f)
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > fuzzedBytes {
			return
		}
		u, err := source.LoadText("k.go", []byte(text))
		if err != nil {
			checkPositions(t, text, err)
			return
		}
		for _, name := range u.Kernels() {
			k, err := compile.Kernel(u, name, compile.Options{Spec: &arch.Devices[0]})
			if err != nil {
				checkPositions(t, text, err)
			} else if err := ir.Verify(k); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
	})
}

// addSources adds the kernels of package lower's golden files as seeds, and the examples of the codes.
func addSources(f *testing.F) {
	paths, err := filepath.Glob("../lower/testdata/ir/*.txtar")
	if err != nil || len(paths) == 0 {
		f.Fatalf("no golden files: %v", err)
	}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(txtar.Parse(text).Files[0].Data))
	}
	for _, info := range diag.Codes() {
		if info.Example != "" {
			f.Add(info.Example)
		}
	}
}

// checkPositions checks that each diagnostic has a position, or none, in the text. The end
// of the text is a position too: go/parser places it behind the newline of the last line.
func checkPositions(t *testing.T, text string, err error) {
	t.Helper()
	var list diag.List
	var one diag.Diagnostic
	switch {
	case errors.As(err, &list):
	case errors.As(err, &one):
		list = diag.List{one}
	default:
		t.Fatalf("got a %T, want diagnostics: %v", err, err)
	}
	lines := strings.Split(text, "\n")
	for _, d := range list {
		if d.Pos.File != "k.go" {
			continue
		}
		if d.Pos.Line < 0 || d.Pos.Line > len(lines) || d.Pos.Col < 0 || d.Pos.Line > 0 && d.Pos.Col > len(lines[d.Pos.Line-1])+2 {
			t.Errorf("%v: the text has no such position", d)
		}
	}
}
