// Package cells says which cell of a notebook each line of GoNB's program comes from.
//
// GoNB makes one Go program from all cells that were executed: main.go in the folder
// that GONB_TMP_DIR names. It knows the cell of each line and tells nobody but the
// reader of its own messages. So the course starts GoNB with a log of what it executes
// (package setup of the notebooks). The log holds the text of each cell and, by
// counting, its execution number, which JupyterLab shows beside the cell.
//
// A declaration of the program belongs to the cell that was executed last among those
// that hold the same declaration. GoNB copies the text of functions and of types, and
// writes variables and constants with single spaces, so declarations are compared line
// by line without regard to space. Where no cell fits, as with a GoNB that keeps no
// log, a position names the declaration and counts lines from its first: exact too,
// and found by looking.
//
// Locate and Mark give positions of package diag: "Cell[3]: Line 7" or "func Scale:
// Line 2".
package cells

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"

	"gpucourse/gpusim/diag"
)

// programDir is the environment variable that holds the folder of the program that
// GoNB makes from the cells of a notebook.
const programDir = "GONB_TMP_DIR"

// Program returns the path of a source file of GoNB's program by its last element, and
// whether there is such a file. A program built with -trimpath does not know its folder.
func Program(path string) (string, bool) {
	dir := os.Getenv(programDir)
	if dir == "" {
		return "", false
	}
	file := filepath.Join(dir, filepath.Base(path))
	_, err := os.Stat(file)
	return file, err == nil
}

// IsProgram reports whether a file is part of the program that GoNB made from cells.
func IsProgram(path string) bool {
	file, ok := Program(path)
	if !ok {
		return false
	}
	a, err := os.Stat(file)
	b, err2 := os.Stat(path)
	return err == nil && err2 == nil && os.SameFile(a, b)
}

// Locate returns the cell and line of a line of a file, or the given position when the
// file is not made from cells. The line is one of the file as the Go compiler sees it.
func Locate(file string, line int) diag.Pos {
	at := diag.Pos{File: file, Line: line}
	if !IsProgram(file) {
		return at
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return at
	}
	fset := token.NewFileSet()
	tree, _ := parser.ParseFile(fset, file, text, parser.ParseComments|parser.SkipObjectResolution)
	if tree == nil {
		return at
	}
	Mark(fset, tree, text)
	if of := fset.File(tree.FileStart); 1 <= line && line <= of.LineCount() {
		p := fset.Position(of.LineStart(line))
		return diag.Pos{File: p.Filename, Line: p.Line}
	}
	return at
}

// Mark adds line information to the file of a parsed program, as //line directives do:
// afterwards fset.Position gives cells and their lines.
func Mark(fset *token.FileSet, tree *ast.File, text []byte) {
	file, known := fset.File(tree.FileStart), readLog()
	places := make([]diag.Pos, file.LineCount())
	for i := range places {
		places[i] = diag.Pos{File: file.Name(), Line: i + 1}
	}
	for _, d := range declarations(fset, tree, splitLines(text)) {
		own := known[d.key]
		if own == nil {
			own = d.places()
		}
		copy(places[d.first-1:], own[:min(len(own), len(d.lines))])
	}
	for i, p := range places {
		file.AddLineColumnInfo(file.Offset(file.LineStart(i+1)), p.File, p.Line, 1)
	}
}

func splitLines(text []byte) []string { return strings.Split(string(text), "\n") }
