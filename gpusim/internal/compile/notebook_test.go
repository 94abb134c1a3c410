package compile

import (
	"os"
	"path/filepath"
	"testing"
)

// notebookProgram is a program as GoNB makes it from cells: kernels, and host code
// with packages that this module does not have.
const notebookProgram = `package main

import (
	"fmt"
	"example.com/plot"
	"gpucourse/gpusim/gpu"
)

var curves = plot.New()

type Sample struct{ X, Y float32 }

func (s Sample) Show() { fmt.Println(s) }

func Scale[T int32 | float32](x []T, a T) {
	x[gpu.ThreadIdx.X] *= a
}

func Move(x []Sample) {
	plot := &x[gpu.ThreadIdx.X]
	plot.X += plot.Y
}

func main() {
	curves.Draw(Move)
}
`

// TestNotebookProgram compiles kernels of a notebook's program that is found only
// through GoNB's folder, as after a build with -trimpath.
func TestNotebookProgram(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "main.go"), []byte(notebookProgram), 0o644); err != nil {
		t.Fatal(err)
	}
	t.Setenv("GONB_TMP_DIR", dir)
	path, err := sourceFile("example.com/cell/main.go", "main")
	if err != nil {
		t.Fatal(err)
	}
	u, err := LoadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"Scale[float32]", "Move"} {
		lowered(t, u, name)
	}
	if got := u.Kernels(); len(got) != 2 || got[0] != "Scale" || got[1] != "Move" {
		t.Errorf("got kernels %v, want Scale and Move", got)
	}
	if _, err := sourceFile("example.com/cell/other.go", "main"); err == nil {
		t.Error("a file that is nowhere was found")
	}
}
