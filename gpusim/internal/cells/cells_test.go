package cells

import (
	"os"
	"strings"
	"testing"

	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/cells/gonbtest"
)

// The cells of a session. Its third cell is executed again after an edit, as cell 5.
const (
	declarations1 = `%noautoget
import "gpucourse/gpusim/gpu"

// Coef is read by all threads.
var  Coef   gpu.Constant[[4]float32]

// Body is a point.
type Body struct {
	X, Y float32 // where it is
}

const (
	A, B = 1, 2
	Tile = 32
)`
	shell2 = "!ls"
	scale3 = `// Scale scales.
//
//gpu:launchbounds 256
func Scale[T float32 | int32](x []T, a T) {
	   x[gpu.ThreadIdx.X] *= a
}

func (b *Body) Move() { b.X += b.Y }

%%
!date
println("first")`
	main4 = `func Other(x []float32) {
	x[0] = 1
}

%%
println(1)

!ls
println(2)`
	scale5 = `// Scale scales.
//
//gpu:launchbounds 256

func Scale[T float32 | int32](x []T, a T) {
	   x[gpu.ThreadIdx.X] *= 2 * a
}

%%
println(3)`
)

func session(t *testing.T) *gonbtest.Notebook {
	nb := gonbtest.New(t)
	for _, cell := range []string{declarations1, shell2, scale3, main4, scale5} {
		nb.Execute(cell)
	}
	return nb
}

// lineWith returns the number of the first line of the program that holds text.
func lineWith(t *testing.T, program, text string) int {
	t.Helper()
	source, err := os.ReadFile(program)
	if err != nil {
		t.Fatal(err)
	}
	for i, line := range strings.Split(string(source), "\n") {
		if strings.Contains(line, text) {
			return i + 1
		}
	}
	t.Fatalf("no line with %q in\n%s", text, source)
	return 0
}

func TestLocate(t *testing.T) {
	for _, tt := range []struct{ text, inCell, logged, bare string }{
		{`"gpucourse/gpusim/gpu"`, `import "gpucourse/gpusim/gpu"`, "Cell[1]: Line 2", `import "gpucourse/gpusim/gpu": Line 1`},
		{"Coef", "var Coef gpu.Constant", "Cell[1]: Line 5", "var Coef: Line 1"},
		{"type Body", "type Body", "Cell[1]: Line 8", "type Body: Line 1"},
		{"X, Y", "X, Y float32 // where it is", "Cell[1]: Line 9", "type Body: Line 2"},
		{"B = 2", "A, B = 1, 2", "Cell[1]: Line 13", "const B: Line 1"},
		{"Tile", "Tile", "Cell[1]: Line 14", "const Tile: Line 1"},
		{"Move()", "Move()", "Cell[3]: Line 8", "func Body.Move: Line 1"},
		{"func Other", "func Other", "Cell[4]: Line 1", "func Other: Line 1"},
		{"x[0] = 1", "x[0] = 1", "Cell[4]: Line 2", "func Other: Line 2"},
		{"func Scale", "func Scale", "Cell[5]: Line 5", "func Scale: Line 1"},
		{"2 * a", "2 * a", "Cell[5]: Line 6", "func Scale: Line 2"},
		{"println(3)", "println(3)", "Cell[5]: Line 10", "func main: Line 3"},
	} {
		nb := session(t)
		line := lineWith(t, nb.Program(), tt.text)
		if p := Locate(nb.Program(), line); p.At.Where() != tt.logged || !strings.Contains(squeeze(p.Text), tt.inCell) {
			t.Errorf("%s: got %s %q, want %s", tt.text, p.At.Where(), p.Text, tt.logged)
		}
		nb.Forget()
		if at := Locate(nb.Program(), line).At; at.Where() != tt.bare {
			t.Errorf("%s without a log: got %s, want %s", tt.text, at.Where(), tt.bare)
		}
	}
}

// TestLineInTheCell: the line of a cell that a position names holds the text of the
// program's line, for every line of every declaration, after each execution.
func TestLineInTheCell(t *testing.T) {
	nb := gonbtest.New(t)
	located := 0
	for _, cell := range []string{declarations1, shell2, scale3, main4, scale5, scale3, main4} {
		nb.Execute(cell)
		source, err := os.ReadFile(nb.Program())
		if err != nil {
			t.Fatal(err)
		}
		for i, line := range strings.Split(string(source), "\n") {
			at := Locate(nb.Program(), i+1).At
			n := executionOf(at)
			if n == 0 || strings.Contains(line, "Parse()") || strings.Contains(line, "main()") {
				continue
			}
			located++
			if got := nb.Line(n, at.Line); squeeze(line) != "" && squeeze(line) != "}" && !sameLine(got, line) {
				t.Errorf("after %d cells: %s is %q, the program's line %d is %q", len(nb.Cells), at.Where(), got, i+1, line)
			}
		}
	}
	if located < 100 {
		t.Errorf("%d lines are located, want at least 100", located)
	}
}

// executionOf is the number of a cell; 0 for another place.
func executionOf(p diag.Pos) int {
	for n := range 10 {
		if p.File == diag.CellFile(n) {
			return n
		}
	}
	return 0
}

func squeeze(s string) string { return strings.Join(strings.Fields(s), " ") }

// sameLine reports whether a line of a cell holds what a line of the program holds. The
// program gives each constant a line of its own and drops comments.
func sameLine(cell, program string) bool {
	name, _, _ := strings.Cut(squeeze(program), " ")
	return strings.HasPrefix(squeeze(cell), squeeze(program)) || strings.HasSuffix(squeeze(cell), squeeze(program)) || strings.Contains(cell, name)
}

// TestCommentOfFunction: a directive is part of a function's comment.
func TestCommentOfFunction(t *testing.T) {
	nb := gonbtest.New(t)
	nb.Execute("\n" + scale3)
	line := lineWith(t, nb.Program(), "launchbounds")
	if at := Locate(nb.Program(), line).At; at.Where() != "Cell[1]: Line 4" {
		t.Errorf("got %s, want Cell[1]: Line 4", at.Where())
	}
	nb.Forget()
	if at := Locate(nb.Program(), line).At; at.Where() != "comment of func Scale: Line 3" {
		t.Errorf("without a log: got %s", at.Where())
	}
}

// TestNextKernelWithThePID: a log of an ended process with the same PID does not count.
func TestNextKernelWithThePID(t *testing.T) {
	nb := gonbtest.New(t)
	nb.Execute(main4)
	before, err := os.ReadFile(nb.LogFile())
	if err != nil {
		t.Fatal(err)
	}
	next := gonbtest.New(t)
	next.Execute(main4)
	after, err := os.ReadFile(next.LogFile())
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(next.LogFile(), append(before, after...), 0o644); err != nil {
		t.Fatal(err)
	}
	if at := Locate(next.Program(), lineWith(t, next.Program(), "x[0] = 1")).At; at.Where() != "Cell[1]: Line 2" {
		t.Errorf("got %s, want Cell[1]: Line 2", at.Where())
	}
}

// TestOtherFiles: a file that is not made from cells keeps its positions.
func TestOtherFiles(t *testing.T) {
	session(t)
	if p := Locate("cells.go", 1); p.At != (diag.Pos{File: "cells.go", Line: 1}) || !strings.HasPrefix(p.Text, "// Package cells") {
		t.Errorf("got %+v", p)
	}
	if p := Locate("nowhere.go", 3); p.At.Line != 3 || p.Text != "" {
		t.Errorf("got %+v", p)
	}
}
