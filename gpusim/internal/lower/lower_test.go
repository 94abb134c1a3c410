package lower_test

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/source"
	"gpucourse/internal/golden"
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
	u, err := source.LoadText("kernel.go", ar.Files[0].Data)
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
func wantedKernels(u source.Unit, ar *txtar.Archive) []string {
	var names []string
	for _, f := range ar.Files[1:] {
		names = append(names, f.Name)
	}
	if names == nil {
		return u.Kernels()
	}
	return names
}

// lowered returns the text of a lowered kernel, which it verifies.
func lowered(t *testing.T, u source.Unit, name string) string {
	t.Helper()
	k, err := u.Lower(name, false)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	if err := ir.Verify(k); err != nil {
		t.Errorf("%s: %v\n%s", name, err, k)
	}
	return k.String()
}

// TestFrames follows the frames of an inlined load to the kernel.
func TestFrames(t *testing.T) {
	u, err := source.LoadText("k.go", []byte("package p\n\nimport \"gpucourse/gpusim/gpu\"\n\n"+`type row struct{ v []float32 }

func (r row) at(i int) float32 {
	return r.v[i]
}

func pick(r row) float32 {
	return r.at(
		gpu.ThreadIdx.X)
}

func K(out []float32, r row) {
	out[0] = pick(r)
}
`))
	if err != nil {
		t.Fatal(err)
	}
	k, err := u.Lower("K", false)
	if err != nil {
		t.Fatal(err)
	}
	loads := 0
	for _, b := range k.Blocks {
		for _, in := range b.Instrs {
			if in.Op != ir.Ld || in.Space != ir.Global {
				continue
			}
			loads++
			var got []string
			for f := k.Frame(in.Pos); f != nil; f = f.Caller {
				got = append(got, f.Func+" "+f.Pos.String())
			}
			if want := []string{"row.at k.go:8:12", "pick k.go:12:13", "K k.go:17:15"}; !slices.Equal(got, want) {
				t.Errorf("got %q, want %q", got, want)
			}
		}
	}
	if loads != 1 {
		t.Errorf("got %d loads, want 1", loads)
	}
}
