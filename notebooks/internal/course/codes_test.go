package course

// This file raises every code of package diag in cells, and looks up the lines that the
// messages name.

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	gotoken "go/token"
	"html"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"gpucourse/gpusim/diag"
)

// refusedByGo are codes of compilation whose examples are no Go: GoNB does not run the cell,
// and names the line itself.
var refusedByGo = []diag.Code{
	diag.ArrayLength, diag.ConstantSize, diag.NoBody, diag.Syntax, diag.TypeArguments, diag.TypeError, diag.Undefined, diag.Unused,
}

// notOfCells says why no cell can have a mistake, by code.
var notOfCells = map[diag.Code]string{
	diag.AssertFailed:    "kernels in CUDA C are in files; the message names the file",
	diag.CompilerError:   "notebooks compile with the simulator's own front end",
	diag.CUDAConstruct:   "kernels in CUDA C are in files; the message names the file that a cell loads",
	diag.DeclaredTwice:   "GoNB keeps the last of two declarations of a name, as the cell twice shows",
	diag.NoKernel:        "a cell names its kernels as values; the message names a file that the cell loads",
	diag.Untimed:         "such operations are those of kernels in CUDA C or PTX",
	diag.ProductUnderWay: "products of four warps are those of kernels in CUDA C or PTX",
	diag.FragmentMix:     "fragments are those of kernels in CUDA C or PTX",
	diag.UnsetVariable:   "kernels in CUDA C are in files; Go sets every variable",
}

// tooManyMistakes is the source of a kernel with more mistakes than are listed.
var tooManyMistakes = "package p\n\nfunc K(x []float32) {\n" + strings.Repeat("\tx = append(x, 1)\n", 101) + "}"

// examplesOfCodes returns a source by code of compilation: package p, in which K makes the mistake.
func examplesOfCodes() map[diag.Code]string {
	sources := map[diag.Code]string{diag.TooManyMistakes: tooManyMistakes}
	for _, info := range diag.Codes() {
		if info.Example != "" && notOfCells[info.Code] == "" {
			sources[info.Code] = info.Example
		}
	}
	return sources
}

// codesCell is a cell that makes mistakes.
type codesCell struct {
	id, text string
	// codes holds what messages may say of a line of the cell, from 1.
	codes map[int][]diag.Code
}

// add appends a text whose lines all may have messages of one code.
func (c *codesCell) add(code diag.Code, text string) {
	first := strings.Count(c.text, "\n") + 1
	c.text += text + "\n"
	for line := first; line < strings.Count(c.text, "\n")+1; line++ {
		c.codes[line] = append(c.codes[line], code)
	}
}

// writtenCells reads the cells of testdata/codes.txtar.
func writtenCells(t *testing.T) (cells []codesCell) {
	ar, err := txtar.ParseFile("testdata/codes.txtar")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range ar.Files {
		c := codesCell{f.Name, string(f.Data), map[int][]diag.Code{}}
		for i, line := range strings.Split(c.text, "\n") {
			_, names, _ := strings.Cut(line, marker+":")
			for _, name := range strings.Fields(names) {
				c.codes[i+1] = append(c.codes[i+1], diag.Code(name))
			}
		}
		cells = append(cells, c)
	}
	return cells
}

// exampleCells puts the examples of the codes into cells: one for each that Go refuses, and one for
// all others.
func exampleCells(t *testing.T) (cells []codesCell) {
	all, run := codesCell{id: "compiled", codes: map[int][]diag.Code{}}, "%%\n"
	examples := examplesOfCodes()
	for _, info := range diag.Codes() {
		source := examples[info.Code]
		switch {
		case source == "":
		case slices.Contains(refusedByGo, info.Code):
			c := codesCell{id: string(info.Code), codes: map[int][]diag.Code{}}
			c.add(info.Code, declarationsOf(t, "", source)+"\n\n%%\n_ = K")
			cells = append(cells, c)
		default:
			all.add(info.Code, declarationsOf(t, string(info.Code), source))
			run += fmt.Sprintf("notebook.Show(failure(gpusim.Compile(K%s)))\n", info.Code)
		}
	}
	all.text += run
	return append(cells, all)
}

var (
	packageLine = regexp.MustCompile(`(?m)^(package p|import ".*")\n*`)
	word        = regexp.MustCompile(`\b[A-Za-z]\w*\b`)
)

// declarationsOf returns what a file declares, each name with an ending that no other cell has.
func declarationsOf(t *testing.T, ending, source string) string {
	t.Helper()
	text := packageLine.ReplaceAllString(source, "")
	if ending == "" {
		return text
	}
	file, err := parser.ParseFile(gotoken.NewFileSet(), "", source, parser.SkipObjectResolution)
	if err != nil {
		t.Fatalf("%v in\n%s", err, source)
	}
	names := declaredNames(file)
	return word.ReplaceAllStringFunc(text, func(name string) string {
		if slices.Contains(names, name) {
			return name + ending
		}
		return name
	})
}

// declaredNames returns the names that a file declares.
func declaredNames(file *ast.File) (names []string) {
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			names = append(names, d.Name.Name)
		case *ast.GenDecl:
			for _, s := range d.Specs {
				switch s := s.(type) {
				case *ast.TypeSpec:
					names = append(names, s.Name.Name)
				case *ast.ValueSpec:
					for _, n := range s.Names {
						names = append(names, n.Name)
					}
				}
			}
		}
	}
	return names
}

// executedCells executes a notebook of some cells, all of which may fail, and returns what they put out.
func executedCells(t *testing.T, cells []codesCell) notebookFile {
	t.Helper()
	env := theEnvironment(t)
	var list []any
	for _, c := range cells {
		list = append(list, map[string]any{
			"cell_type": "code", "id": c.id, "execution_count": nil, "outputs": []any{}, "source": c.text,
			"metadata": map[string]any{"tags": []string{"raises-exception"}},
		})
	}
	text, err := json.Marshal(map[string]any{
		"cells": list, "nbformat": 4, "nbformat_minor": 5,
		"metadata": map[string]any{"kernelspec": map[string]any{"display_name": "Go (gonb)", "language": "go", "name": "gonb"}},
	})
	if err != nil {
		t.Fatal(err)
	}
	folder, out := t.TempDir(), t.TempDir()
	file := filepath.Join(folder, "cells.ipynb")
	if err := os.WriteFile(file, text, 0o600); err != nil {
		t.Fatal(err)
	}
	err = execute(beforeTimeout(t), env, []string{file}, out, func(o outcome) {
		if o.Error != "" {
			t.Errorf("cell %d: %s", o.Cell, o.Error)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	return readNotebook(t, filepath.Join(out, "cells.ipynb"))
}

// message is a mistake as a notebook shows it: place, text, code, quoted line.
var message = regexp.MustCompile(`<code data-line="\d+">([^<]*)</code> <b>([^<]*)</b> \[(\w+)\](?:<pre[^>]*>([^<]*)</pre>)?`)

// TestEveryCodeNamesItsLine: every code of package diag is raised by a cell, or is known to need
// something else. Each message names a cell and a line, quotes that line, and the line is one with
// that mistake.
func TestEveryCodeNamesItsLine(t *testing.T) {
	written := writtenCells(t)
	cells := slices.Concat(written, exampleCells(t))
	nb := executedCells(t, cells)
	raised, named := map[diag.Code]bool{}, map[string]bool{}
	for i, cell := range nb.Cells {
		text := outputText(cell.Outputs)
		if id := diag.Code(cell.ID); slices.Contains(refusedByGo, id) {
			raised[id] = cellPosition.MatchString(text) && slices.Contains(cells[i].lines(), nb.lineNamedIn(t, text))
			if !raised[id] {
				t.Errorf("%s: GoNB names no line of the cell:\n%s", id, text)
			}
			continue
		}
		for _, m := range message.FindAllStringSubmatch(htmlOf(cell.Outputs), -1) {
			raised[diag.Code(m[3])], named[m[1]+" "+m[3]] = true, true
			if err := holds(cells, m); err != nil {
				t.Errorf("%s [%s]: %v", html.UnescapeString(m[2]), m[3], err)
			}
		}
	}
	for i, cell := range written {
		for line, codes := range cell.codes {
			for _, code := range codes {
				if where := fmt.Sprintf("Cell[%d]: Line %d %s", i+1, line, code); !named[where] {
					t.Errorf("cell %s: no message says %s", cell.id, where)
				}
			}
		}
	}
	for _, info := range diag.Codes() {
		if reason := notOfCells[info.Code]; raised[info.Code] == (reason != "") {
			t.Errorf("%s: raised %v, but the reason not to be raised is %q", info.Code, raised[info.Code], reason)
		}
	}
}

func (c codesCell) lines() (lines []string) {
	for line := range strings.Lines(c.text) {
		lines = append(lines, strings.TrimSpace(line))
	}
	return lines
}

// holds checks that a message names a line of a cell, quotes it, and that the line has such a mistake.
func holds(cells []codesCell, m []string) error {
	place, code, quoted := m[1], diag.Code(m[3]), strings.TrimSuffix(html.UnescapeString(m[4]), "…")
	var cell, line int
	if _, err := fmt.Sscanf(place, "Cell[%d]: Line %d", &cell, &line); err != nil || cell < 1 || cell > len(cells) {
		return fmt.Errorf("%q is no line of a cell", place)
	}
	source := cells[cell-1].lines()
	if line < 1 || line > len(source) || quoted == "" || !strings.HasPrefix(source[line-1], quoted) {
		return fmt.Errorf("%s is quoted as %q, it is %q", place, quoted, source[min(max(line, 1), len(source))-1])
	}
	if codes := cells[cell-1].codes[line]; !slices.Contains(codes, code) && !slices.Contains(codes, diag.TooManyMistakes) {
		return fmt.Errorf("%s, %s: the line has %v", place, quoted, codes)
	}
	return nil
}

// htmlOf returns the HTML that a cell has put out.
func htmlOf(outputs []notebookOutput) string {
	text := ""
	for _, o := range outputs {
		switch data := o.Data["text/html"].(type) {
		case string:
			text += data
		case []any:
			for _, line := range data {
				text += fmt.Sprint(line)
			}
		}
	}
	return text
}
