package source_test

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/source"
)

// write makes a folder of files and returns it.
func write(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

const head = "package p\n\nimport \"gpucourse/gpusim/gpu\"\n\n"

// lowered lowers a kernel, which it verifies.
func lowered(t *testing.T, u source.Unit, name string) {
	t.Helper()
	k, err := u.Lower(name, false)
	if err != nil {
		t.Errorf("%s: %v", name, err)
	} else if err := ir.Verify(k); err != nil {
		t.Errorf("%s: %v\n%s", name, err, k)
	}
}

// TestFiles loads files and folders. Helpers come from the other files of the
// package, broken files and files of other packages are left out, and a declaration
// in the given file counts.
func TestFiles(t *testing.T) {
	dir := write(t, map[string]string{
		"a.go":      head + "func A(x []float32) { x[gpu.ThreadIdx.X] = twice(x[0]) }\n\nfunc Same(x []int32) { x[gpu.ThreadIdx.X] = 1 }\n",
		"b.go":      "package p\n\nfunc twice(v float32) float32 { return v * 2 }\n\nfunc Same(x []int32) { x[0] = nosuch }\n",
		"broken.go": "package p\n\nfunc {\n",
		"other.go":  "package other\n\nfunc twice() {}\n",
		"a_test.go": head + "func T(x []float32) { x[gpu.ThreadIdx.X] = twice(3) }\n\nfunc twice(int) float32 { return 0 }\n",
	})
	u, err := source.LoadFile(filepath.Join(dir, "a.go"), source.Module)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"A", "Same"} {
		lowered(t, u, name)
	}
	if got, want := u.Kernels(), []string{"A", "Same"}; !slices.Equal(got, want) {
		t.Errorf("got kernels %v, want %v", got, want)
	}
	if u, err = source.LoadFile(filepath.Join(dir, "a_test.go"), source.Module); err != nil {
		t.Fatal(err)
	}
	lowered(t, u, "T")
	if _, err := source.LoadFile(dir, source.Module); err == nil || !strings.Contains(err.Error(), "broken.go:3:6") {
		t.Errorf("folder: got %v, want a syntax error in broken.go:3:6", err)
	}
	if _, err := source.LoadFile(t.TempDir(), source.Module); err == nil || !strings.Contains(err.Error(), "no Go files") {
		t.Errorf("empty folder: got %v, want \"no Go files\"", err)
	}
}

// TestFoldersAsEditorsLeaveThem: brackets in the name of a folder have no meaning,
// and files that the go command ignores are ignored.
func TestFoldersAsEditorsLeaveThem(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "course [1]")
	if err := os.MkdirAll(filepath.Join(dir, "old.go"), 0o755); err != nil {
		t.Fatal(err)
	}
	files := map[string]string{
		"a.go":   head + "func A(x []float32) { x[gpu.ThreadIdx.X] = twice(1) }\n",
		"b.go":   "package p\n\nfunc twice(v float32) float32 { return v * 2 }\n",
		"._a.go": "\x00\x05\x16\x07",
		"_b.go":  "package p\n\nfunc twice(",
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink("user@host.1234", filepath.Join(dir, ".#a.go")); err != nil {
		t.Skip("no symbolic links:", err)
	}
	for _, load := range []func() (source.Unit, error){
		func() (source.Unit, error) { return source.LoadFile(dir, source.Module) },
		func() (source.Unit, error) { return source.LoadFile(filepath.Join(dir, "a.go"), source.Module) },
	} {
		u, err := load()
		if err != nil {
			t.Fatal(err)
		}
		lowered(t, u, "A")
	}
}

// TestDeclaredTwice: the use of a name that two files declare is an error, unless
// one is the given file.
func TestDeclaredTwice(t *testing.T) {
	dir := write(t, map[string]string{
		"a.go": head + "func Same(x []float32) { x[gpu.ThreadIdx.X] = 1 }\n\nfunc Alone(x []float32) { x[gpu.ThreadIdx.X] = 1 }\n",
		"b.go": head + "func Same(x []float32) { x[gpu.ThreadIdx.X] = 2 }\n\nfunc helper() float32 { return 1 }\n",
		"c.go": head + "func Uses(x []float32) { x[gpu.ThreadIdx.X] = helper() }\n\nfunc helper() float32 { return 2 }\n",
		"d.go": head + "func Too(x []float32) { x[gpu.ThreadIdx.X] = helper() }\n",
	})
	folder, err := source.LoadFile(dir, source.Module)
	if err != nil {
		t.Fatal(err)
	}
	lowered(t, folder, "Alone")
	for _, file := range []string{"a.go", "b.go", "c.go"} {
		u, err := source.LoadFile(filepath.Join(dir, file), source.Module)
		if err != nil {
			t.Fatal(err)
		}
		lowered(t, u, map[string]string{"a.go": "Same", "b.go": "Same", "c.go": "Uses"}[file])
	}
	d, err := source.LoadFile(filepath.Join(dir, "d.go"), source.Module)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		u                   source.Unit
		kernel, first, then string
	}{{folder, "Same", "a.go", "b.go"}, {folder, "Uses", "b.go", "c.go"}, {d, "Too", "b.go", "c.go"}} {
		_, err := c.u.Lower(c.kernel, false)
		var list diag.List
		if !errors.As(err, &list) || list[0].Code != diag.DeclaredTwice {
			t.Errorf("%s: got %v, want %s", c.kernel, err, diag.DeclaredTwice)
			continue
		}
		for _, file := range []string{c.first, c.then} {
			if !strings.Contains(list[0].Message, filepath.Join(dir, file)) {
				t.Errorf("%s: got %q, want it to name %s", c.kernel, list[0].Message, file)
			}
		}
	}
}

// TestKernels lists the functions that look like kernels.
func TestKernels(t *testing.T) {
	u, err := source.LoadText("k.go", []byte(head+`
import host "gpucourse/gpusim"

func Direct(x []float32)                { x[gpu.ThreadIdx.X] = 1 }
func ByHelper(x []float32)              { x[index()] = 1 }
func Generic[T any](x []T)              { x[gpu.LaneID()] = x[0] }
func index() int                        { return gpu.ThreadIdx.X }
func helper(x []float32)                { x[index()] = 2 }
func Caller(x []float32)                { helper(x) }
func ByVariable(x []float32)            { Count.V += x[0] }
func Misspelt(x []float32)              { x[gpu.TreadIdx.X] = 1 }
func Launch(dev *host.Device)           { dev.Launch(Direct, host.Config{}, gpu.LaneID) }
func TypesOnly(x []gpu.Float4)          { x[0].X = 1 }
func (t table) Method(x []float32)      { x[gpu.ThreadIdx.X] = 1 }
func main()                             { _ = gpu.LaneID() }
type table struct{}

var Count gpu.Global[float32]
`))
	if err != nil {
		t.Fatal(err)
	}
	if got, want := u.Kernels(), []string{"Direct", "ByHelper", "Generic", "Caller", "ByVariable", "Misspelt"}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	lowered(t, u, "TypesOnly")
}
