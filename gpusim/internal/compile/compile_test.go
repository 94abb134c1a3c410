package compile

import (
	"path/filepath"
	"strings"
	"testing"

	"gpucourse/internal/golden"

	"github.com/rogpeppe/go-internal/txtar"

	"gpucourse/gpusim/internal/ir"
)

// TestLower compares the lowered IR of each kernel in testdata/ir with its golden
// text.
func TestLower(t *testing.T) {
	paths, err := filepath.Glob("testdata/ir/*.txtar")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no golden files: %v", err)
	}
	for _, path := range paths {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) { goldenFile(t, path) })
	}
}

func goldenFile(t *testing.T, path string) {
	ar, err := txtar.ParseFile(path)
	if err != nil {
		t.Fatal(err)
	}
	u, err := LoadSource("kernel.go", ar.Files[0].Data)
	if err != nil {
		t.Fatal(err)
	}
	out := &txtar.Archive{Comment: ar.Comment, Files: ar.Files[:1:1]}
	for _, name := range wantedKernels(u, ar) {
		out.Files = append(out.Files, txtar.File{Name: name, Data: []byte(lowered(t, u, name))})
	}
	golden.Check(t, path, string(txtar.Format(out)))
}

// wantedKernels returns the kernels that the golden file names, by default all.
func wantedKernels(u *Unit, ar *txtar.Archive) []string {
	var names []string
	for _, f := range ar.Files[1:] {
		names = append(names, f.Name)
	}
	if names == nil {
		return u.Kernels()
	}
	return names
}

// lowered compiles a kernel, verifies it after each pass, and returns its text
// before the first pass.
func lowered(t *testing.T, u *Unit, name string) (text string) {
	t.Helper()
	_, err := u.Kernel(name, Options{After: func(pass string, k *ir.Kernel) {
		if err := ir.Verify(k); err != nil {
			t.Errorf("%s after %s: %v\n%s", name, pass, err, k)
		}
		if pass == "lower" {
			text = k.String()
		}
	}})
	if err != nil {
		t.Errorf("%s: %v", name, err)
	}
	return text
}
