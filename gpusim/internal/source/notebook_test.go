package source_test

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/cells/gonbtest"
	"gpucourse/gpusim/internal/source"
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
	path, err := source.SourceFile("example.com/cell/main.go", "main")
	if err != nil {
		t.Fatal(err)
	}
	u, err := source.LoadFile(path, source.Module)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"Scale[float32]", "Move"} {
		lowered(t, u, name)
	}
	if got := u.Kernels(); len(got) != 2 || got[0] != "Scale" || got[1] != "Move" {
		t.Errorf("got kernels %v, want Scale and Move", got)
	}
	if _, err := source.SourceFile("example.com/cell/other.go", "main"); err == nil {
		t.Error("a file that is nowhere was found")
	}
}

// TestPositionsInCells: for each code of a mistake that a kernel in a cell can have, the
// message names the cell, its line quotes the source, and all else is as in a file.
// GoNB itself reports syntax errors, so they are left out, as are mistakes in CUDA C.
func TestPositionsInCells(t *testing.T) {
	reached := map[diag.Code]bool{}
	for name, text := range mistakenSources(t) {
		t.Run(name, func(t *testing.T) {
			nb := gonbtest.New(t)
			nb.Execute("func Before() {}\n%%\nprintln(1)")
			nb.Execute("!ls")
			cell := nb.Execute(text)
			nb.Execute("%%\nBefore()") // the kernels are kept from an earlier cell
			plain := slices.DeleteFunc(mistakesIn(t, "k.go", text), func(d diag.Diagnostic) bool {
				return d.Code == diag.DeclaredTwice // in cells the later declaration replaces the earlier
			})
			for _, d := range plain {
				reached[d.Code] = true
			}
			sameMistakes(t, plain, notebookMistakes(t, nb), func(d diag.Diagnostic) diag.Diagnostic {
				if got := d.Pos.File; got != diag.CellFile(cell) {
					t.Errorf("got file %s, want %s: %v", got, diag.CellFile(cell), d)
				}
				if line := nb.Line(cell, d.Pos.Line); !strings.HasPrefix(line, strings.TrimSuffix(d.Source, "…")) || d.Source == "" {
					t.Errorf("%v quotes %q, the line is %q", d, d.Source, line)
				}
				return d
			})
			nb.Forget()
			lines := strings.Split(text, "\n")
			sameMistakes(t, plain, notebookMistakes(t, nb), func(d diag.Diagnostic) diag.Diagnostic {
				d.Pos.Line += declarationLine(t, lines, d.Pos.File) - 1
				quoted, _, _ := strings.Cut(strings.Join(strings.Fields(d.Source), " "), "…") // GoNB writes a variable anew
				if line := strings.Join(strings.Fields(lines[d.Pos.Line-1]), " "); !strings.Contains(line, strings.TrimPrefix(quoted, "type ")) {
					t.Errorf("%v quotes %q, the line is %q", d, quoted, line)
				}
				return d
			})
		})
	}
	for _, info := range diag.Codes() {
		if info.Example != "" && info.Code != diag.Syntax && info.Code != diag.NoKernel && info.Code != diag.CUDAConstruct && !reached[info.Code] {
			t.Errorf("no source has a %s", info.Code)
		}
	}
}

// mistakenSources returns the examples of all codes and the files that are refused.
func mistakenSources(t *testing.T) map[string]string {
	sources := map[string]string{}
	for _, info := range diag.Codes() {
		if info.Example != "" && info.Code != diag.Syntax && info.Code != diag.NoKernel && info.Code != diag.CUDAConstruct {
			sources[string(info.Code)] = info.Example
		}
	}
	paths, err := filepath.Glob("testdata/refuse/*.go")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no files: %v", err)
	}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		sources[filepath.Base(path)] = string(text)
	}
	return sources
}

// mistakesIn returns the mistakes of all functions K… of a text.
func mistakesIn(t *testing.T, name, text string) (list diag.List) {
	t.Helper()
	u, err := source.LoadText(name, []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return slices.Collect(maps.Keys(allMistakes(t, u)))
}

func notebookMistakes(t *testing.T, nb *gonbtest.Notebook) diag.List {
	t.Helper()
	u, err := source.LoadFile(nb.Program(), source.Module)
	if err != nil {
		t.Fatal(err)
	}
	source.Forget() // the log is not part of the key
	return slices.Collect(maps.Keys(allMistakes(t, u)))
}

// sameMistakes compares lines and codes, once place has changed the position of those in
// a notebook.
func sameMistakes(t *testing.T, plain, inCells diag.List, place func(diag.Diagnostic) diag.Diagnostic) {
	t.Helper()
	text := func(d diag.Diagnostic) string { return fmt.Sprintf("%04d %s", d.Pos.Line, d.Code) }
	var want, got []string
	for _, d := range plain {
		want = append(want, text(d))
	}
	for _, d := range inCells {
		got = append(got, text(place(d)))
	}
	slices.Sort(want)
	slices.Sort(got)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("in a file, then in a notebook:\n%s", diff)
	}
}

// declarationLine returns the line of a cell on which the declaration begins that File
// names: "func Scale", "func Body.Move".
func declarationLine(t *testing.T, lines []string, file string) int {
	t.Helper()
	kind, name, _ := strings.Cut(strings.TrimPrefix(file, diag.CommentOf+" "), " ")
	begins := `^\s*(?:` + kind + `\s+)?` + name + `\b`
	if kind == "func" {
		begins = `^func ` + name + `\b`
	}
	if recv, method, ok := strings.Cut(name, "."); ok {
		begins = `^func \(.*\b` + recv + `\b.*\) ` + method + `\(`
	}
	for i, line := range lines {
		if !regexp.MustCompile(begins).MatchString(line) {
			continue
		}
		for strings.HasPrefix(file, diag.CommentOf) && strings.HasPrefix(lines[i-1], "//") {
			i--
		}
		return i + 1
	}
	t.Errorf("no declaration of %q", file)
	return 1
}
