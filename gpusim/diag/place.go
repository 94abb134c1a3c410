package diag

// This file prints positions as learners look them up: in a notebook the cell and its
// line, in a file a short path and the line.

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// CellFile returns the File of positions in a cell of a notebook: "Cell[3]", as GoNB
// names the cell that was the third to be executed. Lines count from the cell's first.
func CellFile(execution int) string { return fmt.Sprintf("Cell[%d]", execution) }

// DeclFile returns the File of positions in a declaration of an unknown cell: "func
// Scale" for kind "func". Lines count from the declaration's first. Kind "task" is the cell
// with an answer to a task.
func DeclFile(kind, name string) string { return kind + " " + name }

// declKinds are the kinds of DeclFile.
var declKinds = []string{"func", "type", "var", "const", "import", CommentOf + " func", "task"}

// CommentOf begins the kind of a comment in front of a declaration: "comment of func".
const CommentOf = "comment of"

// InNotebook reports whether the position is in a cell or a declaration of a notebook
// and not in a file.
func (p Pos) InNotebook() bool {
	return strings.HasPrefix(p.File, "Cell[") ||
		slices.ContainsFunc(declKinds, func(kind string) bool { return strings.HasPrefix(p.File, kind+" ") })
}

// Where names the line without its column: "exercises/07_coalescing/kernel.go:19",
// "Cell[3]: Line 7", or "func Scale: Line 2". It is "" for the zero Pos.
func (p Pos) Where() string {
	p.Col = 0
	return p.String()
}

// From names the line for a text about here: "line 7" in the same file, cell or
// declaration, Where() elsewhere.
func (p Pos) From(here Pos) string {
	if p.File == here.File {
		return fmt.Sprintf("line %d", p.Line)
	}
	return p.Where()
}

// String returns file:line:col without the unknown parts. The file is a short path. In
// a notebook it returns cell and line in GoNB's words, which name no column.
func (p Pos) String() string {
	switch file := ShortPath(p.File); {
	case p.Line == 0:
		return file
	case p.InNotebook():
		return fmt.Sprintf("%s: Line %d", file, p.Line)
	case p.Col == 0:
		return fmt.Sprintf("%s:%d", file, p.Line)
	default:
		return fmt.Sprintf("%s:%d:%d", file, p.Line, p.Col)
	}
}

// ShortPath returns an absolute path relative to the repository's root, or relative to
// the working directory, where it lies inside; other paths as they are. It follows links:
// work/exercises is exercises.
func ShortPath(file string) string {
	if !filepath.IsAbs(file) {
		return file
	}
	here, err := os.Getwd()
	if err != nil {
		return file
	}
	for _, dir := range []string{rootOf(here), here} {
		if rel, err := filepath.Rel(resolved(dir), resolved(file)); dir != "" && err == nil && filepath.IsLocal(rel) {
			return filepath.ToSlash(rel)
		}
	}
	return file
}

// resolved returns path without links, or as it is if it does not exist.
func resolved(path string) string {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		return real
	}
	return path
}

// Root returns the repository's root at or above the working directory: the folder of
// go.work or, where there is none, of go.mod.
func Root() (string, error) {
	here, err := os.Getwd()
	if err != nil {
		return "", err
	}
	if root := rootOf(here); root != "" {
		return root, nil
	}
	return "", errors.New("no go.work and no go.mod above the working directory")
}

// rootOf returns the root at or above dir; "" for none.
func rootOf(dir string) string { return cmp.Or(above(dir, "go.work"), above(dir, "go.mod")) }

// above returns the nearest folder with a file of some name at or above dir; "" for none.
func above(dir, name string) string {
	for {
		if _, err := os.Stat(filepath.Join(dir, name)); err == nil {
			return dir
		}
		up := filepath.Dir(dir)
		if up == dir {
			return ""
		}
		dir = up
	}
}
