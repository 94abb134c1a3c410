package pass

// Passes that run other passes as helpers say so.

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestUsesNamesHelpers: Pass.Uses names the passes whose function a pass reaches by calls.
func TestUsesNamesHelpers(t *testing.T) {
	calls, runs := callGraph(t)
	passOf := map[string]string{} // by function
	for name, run := range runs {
		passOf[run] = name
	}
	used := 0
	for name, run := range runs {
		seen, helpers := map[string]bool{run: true}, []string{}
		var visit func(string)
		visit = func(f string) {
			for _, g := range calls[f] {
				switch {
				case seen[g]:
				case passOf[g] != "":
					seen[g], helpers = true, append(helpers, passOf[g])
				default:
					seen[g] = true
					visit(g)
				}
			}
		}
		visit(run)
		slices.Sort(helpers)
		want := slices.Sorted(slices.Values(find(t, name).Uses))
		if !slices.Equal(helpers, want) {
			t.Errorf("pass %s runs %q, and its Uses says %q", name, helpers, want)
		}
		used += len(helpers)
	}
	if len(runs) < 25 || used == 0 {
		t.Errorf("%d passes found, which use %d others", len(runs), used)
	}
}

// callGraph returns the functions of this package that each mentions, and the function of each
// pass by the pass's name.
func callGraph(t *testing.T) (calls map[string][]string, runs map[string]string) {
	fset, files := token.NewFileSet(), []*ast.File{}
	names, _ := filepath.Glob("*.go")
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(fset, name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, f)
	}
	info := &types.Info{Uses: map[*ast.Ident]types.Object{}}
	pkg, _ := (&types.Config{Error: func(error) {}}).Check("pass", fset, files, info) // fails: nothing is imported
	calls, runs = map[string][]string{}, map[string]string{}
	for _, f := range files {
		for _, d := range f.Decls {
			fn, ok := d.(*ast.FuncDecl)
			if !ok {
				continue
			}
			name := fset.Position(fn.Name.Pos()).String()
			ast.Inspect(fn, func(n ast.Node) bool {
				if id, ok := n.(*ast.Ident); ok {
					if g, ok := info.Uses[id].(*types.Func); ok && g.Pkg() == pkg {
						calls[name] = append(calls[name], fset.Position(g.Pos()).String())
					}
				}
				return true
			})
		}
		ast.Inspect(f, func(n ast.Node) bool {
			if lit, ok := n.(*ast.CompositeLit); ok {
				addPass(runs, fset, info, lit)
			}
			return true
		})
	}
	return calls, runs
}

// addPass notes the function of a pass by its name, if lit is a Pass with both.
func addPass(runs map[string]string, fset *token.FileSet, info *types.Info, lit *ast.CompositeLit) {
	name, run := "", ""
	for _, e := range lit.Elts {
		kv, ok := e.(*ast.KeyValueExpr)
		if !ok {
			return
		}
		key, _ := kv.Key.(*ast.Ident)
		switch v := kv.Value.(type) {
		case *ast.BasicLit:
			if key != nil && key.Name == "Name" {
				name = strings.Trim(v.Value, `"`)
			}
		case *ast.Ident:
			if f, ok := info.Uses[v].(*types.Func); ok && key != nil && key.Name == "Run" {
				run = fset.Position(f.Pos()).String()
			}
		}
	}
	if name != "" && run != "" {
		runs[name] = run
	}
}
