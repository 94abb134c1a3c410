package pass

// Passes that run other passes as helpers say so.

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"
	"testing"

	"gpucourse/internal/gofiles"
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
	p := gofiles.Read(t, ".")
	calls, runs = map[string][]string{}, map[string]string{}
	for _, f := range p.Files {
		for _, d := range f.Decls {
			fn, ok := d.(*ast.FuncDecl)
			if !ok {
				continue
			}
			name := p.Fset.Position(fn.Name.Pos()).String()
			ast.Inspect(fn, func(n ast.Node) bool {
				if id, ok := n.(*ast.Ident); ok {
					if g, ok := p.Info.Uses[id].(*types.Func); ok && g.Pkg() == p.Types {
						calls[name] = append(calls[name], p.Fset.Position(g.Pos()).String())
					}
				}
				return true
			})
		}
		ast.Inspect(f, func(n ast.Node) bool {
			if lit, ok := n.(*ast.CompositeLit); ok {
				addPass(runs, p, lit)
			}
			return true
		})
	}
	return calls, runs
}

// addPass notes the function of a pass by its name, if lit is a Pass with both.
func addPass(runs map[string]string, p *gofiles.Package, lit *ast.CompositeLit) {
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
			if f, ok := p.Info.Uses[v].(*types.Func); ok && key != nil && key.Name == "Run" {
				run = p.Fset.Position(f.Pos()).String()
			}
		}
	}
	if name != "" && run != "" {
		runs[name] = run
	}
}
