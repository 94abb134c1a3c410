package selftest

// This file grades mutants: solutions with one edit. The rubric must notice each edit.

import (
	"bytes"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"gpucourse/grader/internal/grading"
	"gpucourse/grader/internal/source"
	"gpucourse/grader/rubric"
	"gpucourse/grader/verdict"
)

// mutant is a solution with one edit.
type mutant struct {
	kernel string // with the edit; "" for all, when a helper has it
	what   string // "i < n: < becomes <="
	src    []byte
}

// swaps are the edits: what replaces an operator or a name.
var swaps = map[string][]string{
	"<": {"<=", ">"}, ">=": {">", "<"}, "<=": {"<"}, ">": {">="},
	"+": {"-"}, "-": {"+"}, "*": {"+"}, "/": {"*", "%"}, "%": {"/"},
	"&&": {"||"}, "||": {"&&"}, "+=": {"="},
	"X": {"Y"}, "Y": {"X"},
	"ThreadIdx": {"BlockIdx"}, "BlockIdx": {"ThreadIdx"}, "BlockDim": {"GridDim"}, "GridDim": {"BlockDim"},
}

// survivors reads testdata/survivors/NN_topic.txt: the mutants of an exercise that get
// full marks, one per line, each followed by an indented line with the reason. An
// exercise without the file has none.
func survivors(t *testing.T, exercise string) map[string]string {
	data, err := os.ReadFile(filepath.Join("testdata", "survivors", exercise+".txt"))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	reasons, mutant := map[string]string{}, ""
	for line := range strings.Lines(string(data)) {
		if reason := strings.TrimSpace(line); reason != line[:len(line)-1] {
			reasons[mutant] = reason
		} else {
			mutant = reason
		}
	}
	return reasons
}

func TestMutantsAreNoticed(t *testing.T) {
	if testing.Short() {
		t.Skip("grades a few hundred broken solutions")
	}
	for i := range rubric.Exercises {
		t.Run(rubric.Exercises[i].Name, func(t *testing.T) {
			t.Parallel()
			checkMutants(t, &rubric.Exercises[i])
		})
	}
}

func checkMutants(t *testing.T, e *rubric.Exercise) {
	expected := survivors(t, e.Name)
	for _, m := range mutate(t, filepath.Join("..", "..", "solutions", e.Name, source.KernelFile)) {
		survived, wanted := gradeMutant(t, e, m), expected[m.what] != ""
		if survived != wanted {
			t.Errorf("%s: got full marks %v, want %v", m.what, survived, wanted)
		}
		delete(expected, m.what)
	}
	for what := range expected {
		t.Errorf("%s: got no such mutant, want none listed", what)
	}
}

// mutantInstructions limits the warp instructions of a launch, so that mutants with
// endless loops end early. No solution needs as many.
const mutantInstructions = 1_000_000

// gradeMutant reports whether a mutant gets full marks.
func gradeMutant(t *testing.T, e *rubric.Exercise, m mutant) bool {
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, source.KernelFile), m.src, 0o644); err != nil {
		t.Fatal(err)
	}
	one := *e
	one.Kernels = nil
	for _, k := range e.Kernels {
		if m.kernel == "" || m.kernel == k.Name {
			one.Kernels = append(one.Kernels, k)
		}
	}
	g := grading.New()
	g.PassOrFail, g.Instructions = true, mutantInstructions
	for _, v := range g.Grade(&one, folder) {
		if v.State != verdict.Done {
			return false
		}
	}
	return true
}

// mutate returns every mutant of a solution.
func mutate(t *testing.T, file string) []mutant {
	src, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	fset := token.NewFileSet()
	syntax, err := parser.ParseFile(fset, file, src, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	var mutants []mutant
	for _, d := range syntax.Decls {
		fn, ok := d.(*ast.FuncDecl)
		if !ok {
			continue
		}
		for _, e := range edits(fn) {
			mutants = append(mutants, e.apply(fset, fn, src))
		}
	}
	return mutants
}

// edit replaces the text old at pos.
type edit struct {
	pos      token.Pos
	old, new string
}

func (e edit) apply(fset *token.FileSet, fn *ast.FuncDecl, src []byte) mutant {
	at := fset.Position(e.pos)
	m := mutant{src: bytes.Join([][]byte{src[:at.Offset], []byte(e.new), src[at.Offset+len(e.old):]}, nil)}
	if fn.Name.IsExported() {
		m.kernel = fn.Name.Name
	}
	line := strings.TrimSpace(strings.Split(string(src), "\n")[at.Line-1])
	m.what = fmt.Sprintf("%s: %s: %s becomes %s", fn.Name.Name, line, e.old, e.new)
	return m
}

// edits lists what can be changed in a function.
func edits(fn *ast.FuncDecl) []edit {
	var list []edit
	swap := func(pos token.Pos, old string) {
		for _, s := range swaps[old] {
			list = append(list, edit{pos, old, s})
		}
	}
	ast.Inspect(fn.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BinaryExpr:
			swap(n.OpPos, n.Op.String())
		case *ast.AssignStmt:
			swap(n.TokPos, n.Tok.String())
		case *ast.SelectorExpr:
			object := types.ExprString(n.X) + "."
			for _, s := range swaps[n.Sel.Name] {
				list = append(list, edit{n.Pos(), object + n.Sel.Name, object + s})
			}
		case *ast.IfStmt:
			list = append(list, edit{n.Cond.Pos(), types.ExprString(n.Cond), "true"})
		case *ast.BasicLit:
			if v, err := strconv.Atoi(n.Value); err == nil {
				list = append(list, edit{n.Pos(), n.Value, strconv.Itoa(v + 1)})
			}
		}
		return true
	})
	return list
}
