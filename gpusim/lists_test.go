package gpusim_test

// This file checks that no list stands twice: a list of constants is a fact, and whoever needs it
// asks the package that knows it.

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// listMembers is how many equal members make two lists one.
const listMembers = 4

// otherMeaning are lists of equal members that answer different questions, by the files in which
// they stand.
var otherMeaning = map[string]string{
	"diag/place.go, internal/cells/gonbtest/gonbtest.go": "declarations of Go, in positions and in the program of a notebook",
	"internal/pass/cse.go, internal/regalloc/class.go":   "operations that ignore signs, and those of the uniform datapath",
}

// course is the folders of the course's material and of data of tests.
var course = regexp.MustCompile(`/(validation|exercises|solutions|testdata|stubs|examples)/`)

// constantList is a set that stands in the source: a case, a slice without keys, a map to true, or
// comparisons joined by ||.
type constantList struct {
	file, at string
	members  map[string]bool
}

// TestNoListStandsTwice: no two files list the same constants.
func TestNoListStandsTwice(t *testing.T) {
	var lists []constantList
	fset := token.NewFileSet()
	for _, path := range filesOf(t, ".go") {
		if strings.HasSuffix(path, "_test.go") || course.MatchString(path) {
			continue
		}
		f, err := parser.ParseFile(fset, path, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		lists = append(lists, listsOf(fset, f)...)
	}
	if len(lists) < 50 {
		t.Errorf("%d lists found, want 50 at least", len(lists))
	}
	used := map[string]bool{}
	for _, d := range doubles(lists) {
		pair := strings.ReplaceAll(d.files, "../gpusim/", "")
		if used[pair] = true; otherMeaning[pair] == "" {
			t.Errorf("%s: %q", d.at, d.members)
		}
	}
	for pair := range otherMeaning {
		if !used[pair] {
			t.Errorf("%s list nothing twice", pair)
		}
	}
}

// listsOf returns the lists of a file.
func listsOf(fset *token.FileSet, f *ast.File) (lists []constantList) {
	ast.Inspect(f, func(n ast.Node) bool {
		members := map[string]bool{}
		switch n := n.(type) {
		case nil:
			return false
		case *ast.CaseClause:
			addConstants(members, n.List)
		case *ast.CompositeLit:
			addConstants(members, n.Elts)
		case *ast.BinaryExpr:
			addCompared(members, n)
		}
		if at := fset.Position(n.Pos()); len(members) >= listMembers {
			lists = append(lists, constantList{at.Filename, at.String(), members})
		}
		return true
	})
	return lists
}

// addConstants adds the constants of a list. An element with a key counts where its value is true.
func addConstants(members map[string]bool, list []ast.Expr) {
	for _, e := range list {
		if kv, ok := e.(*ast.KeyValueExpr); ok {
			if v, ok := kv.Value.(*ast.Ident); !ok || v.Name != "true" {
				continue
			}
			e = kv.Key
		}
		if name := constantName(e); name != "" {
			members[name] = true
		}
	}
}

// constantName returns what looks like a constant: a name with a capital letter, without its
// package, or a text. What package token lists is no list of ours.
func constantName(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.SelectorExpr:
		if x, ok := e.X.(*ast.Ident); ok && x.Name != "token" && e.Sel.IsExported() {
			return e.Sel.Name
		}
	case *ast.Ident:
		if e.IsExported() {
			return e.Name
		}
	case *ast.BasicLit:
		if e.Kind == token.STRING && len(e.Value) > len(`"ab"`) {
			return e.Value
		}
	}
	return ""
}

// addCompared adds the constants of comparisons joined by ||.
func addCompared(members map[string]bool, e *ast.BinaryExpr) {
	switch e.Op {
	case token.LOR:
		for _, side := range []ast.Expr{e.X, e.Y} {
			if b, ok := side.(*ast.BinaryExpr); ok {
				addCompared(members, b)
			}
		}
	case token.EQL:
		addConstants(members, []ast.Expr{e.Y})
	}
}

// double is two lists that are one.
type double struct {
	files, at string
	members   []string
}

// doubles finds the lists of different files of which the shorter one has nearly all members in the
// longer one, and the longer one has no more than twice as many.
func doubles(lists []constantList) (found []double) {
	for i, a := range lists {
		for _, b := range lists[i+1:] {
			var both []string
			for m := range a.members {
				if b.members[m] {
					both = append(both, m)
				}
			}
			n, short, long := len(both), min(len(a.members), len(b.members)), max(len(a.members), len(b.members))
			if a.file != b.file && n >= listMembers && 10*n >= 9*short && 2*n >= long {
				slices.Sort(both)
				files := []string{a.file, b.file}
				slices.Sort(files)
				found = append(found, double{strings.Join(files, ", "), fmt.Sprintf("%s and %s", a.at, b.at), both})
			}
		}
	}
	return found
}

// TestDoublesAreFound: lists of every form are compared, and short or different ones are left alone.
func TestDoublesAreFound(t *testing.T) {
	forms := []string{
		"var x = []int{p.A, p.B, p.C, p.D}", "var x = map[int]bool{A: true, B: true, C: true, D: true, E: true}",
		"func f(x int) { switch x { case p.D, p.C, p.B, p.A: } }", "var x = y == A || y == B || (y == C || y == D) || y == p.C || y == p.D",
		"var x = []int{p.A, p.B, p.C}", "var x = []int{p.A, p.B, p.C, p.F, p.G}", "var x = []int{a, b, c, d}", "var x = T{A: 1, B: 2, C: 3, D: 4}",
	}
	fset, lists := token.NewFileSet(), []constantList{}
	for i, form := range forms {
		f, err := parser.ParseFile(fset, fmt.Sprint(i), "package p\n"+form, 0)
		if err != nil {
			t.Fatal(err)
		}
		lists = append(lists, listsOf(fset, f)...)
	}
	pairs := map[string]bool{}
	for _, d := range doubles(lists) {
		pairs[d.files] = true
	}
	for i := range forms {
		for j := range i {
			if pair, want := fmt.Sprintf("%d, %d", j, i), i < 4; pairs[pair] != want {
				t.Errorf("%s and %s: got %v, want %v", forms[j], forms[i], pairs[pair], want)
			}
		}
	}
}
