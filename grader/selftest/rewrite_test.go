package selftest

// This file rewrites submissions the way that somebody does who wants a counter to look
// better without doing less.

import (
	"bytes"
	"cmp"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strings"
	"testing"
)

// detour is a way to rewrite a submission. It returns nil where it does not apply.
type detour struct {
	name    string
	rewrite func(f *sourceFile, kernel string) []byte
}

// detours lists the ways that need no thought about the kernel.
var detours = []detour{
	{"atomics for loads", func(f *sourceFile, _ string) []byte { return f.loads("gpu.AtomicAdd(&", ", 0)") }},
	{"volatile loads", func(f *sourceFile, _ string) []byte { return f.loads("gpu.LoadVolatile(&", ")") }},
	{"read-only loads", func(f *sourceFile, _ string) []byte { return f.loads("gpu.Ldg(&", ")") }},
	{"atomics for stores", func(f *sourceFile, _ string) []byte { return f.stores("gpu.AtomicExch(&") }},
	{"volatile stores", func(f *sourceFile, _ string) []byte { return f.stores("gpu.StoreVolatile(&") }},
	{"atomics for both", (*sourceFile).onlyAtomics},
	{"loads that dilute", (*sourceFile).dilute},
	{"global for constant", func(f *sourceFile, _ string) []byte { return f.swap("gpu.Constant[", "gpu.Global[") }},
	{"constant for global", func(f *sourceFile, _ string) []byte { return f.swap("gpu.Global[", "gpu.Constant[") }},
	{"one warp per block", func(f *sourceFile, kernel string) []byte {
		return f.repeat(kernel, "gpu.ThreadIdx.X", "gpu.ThreadIdx.X < 32", "first := 0; first < gpu.BlockDim.X; first += 32", "first + gpu.ThreadIdx.X")
	}},
	{"one thread per block", func(f *sourceFile, kernel string) []byte {
		return f.repeat(kernel, "gpu.ThreadIdx.X", "gpu.ThreadIdx.X == 0", "t := 0; t < gpu.BlockDim.X; t++", "t")
	}},
	{"one block", func(f *sourceFile, kernel string) []byte {
		return f.repeat(kernel, "gpu.BlockIdx.X", "gpu.BlockIdx.X == 0", "b := 0; b < gpu.GridDim.X; b++", "b")
	}},
}

// sourceFile is a submission with its syntax.
type sourceFile struct {
	src    []byte
	fset   *token.FileSet
	syntax *ast.File
}

func parseSource(t *testing.T, src []byte) *sourceFile {
	t.Helper()
	fset := token.NewFileSet()
	syntax, err := parser.ParseFile(fset, "kernel.go", src, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	return &sourceFile{src, fset, syntax}
}

// patch replaces the text from one offset to another.
type patch struct {
	from, to int
	text     string
}

// apply returns the source with patches; nil when there are none. Of patches at one offset,
// the first of the list comes first.
func (f *sourceFile) apply(patches []patch) []byte {
	if len(patches) == 0 {
		return nil
	}
	slices.SortStableFunc(patches, func(a, b patch) int { return cmp.Compare(a.from, b.from) })
	var out bytes.Buffer
	at := 0
	for _, p := range patches {
		out.Write(f.src[at:p.from])
		out.WriteString(p.text)
		at = p.to
	}
	out.Write(f.src[at:])
	return out.Bytes()
}

func (f *sourceFile) offset(p token.Pos) int { return f.fset.Position(p).Offset }

func (f *sourceFile) text(n ast.Node) string {
	return string(f.src[f.offset(n.Pos()):f.offset(n.End())])
}

// around puts text before and behind an expression.
func (f *sourceFile) around(n ast.Node, before, behind string) []patch {
	from, to := f.offset(n.Pos()), f.offset(n.End())
	return []patch{{from, from, before}, {to, to, behind}}
}

// elements calls load for each element of a slice parameter that is only loaded, and store
// for each assignment to a single one.
func (f *sourceFile) elements(load func(*ast.IndexExpr), store func(*ast.AssignStmt)) {
	for _, d := range f.syntax.Decls {
		fn, ok := d.(*ast.FuncDecl)
		if !ok {
			continue
		}
		slices, skip := sliceParameters(fn), map[ast.Node]bool{}
		ast.Inspect(fn.Body, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.AssignStmt:
				for _, to := range n.Lhs {
					skip[to] = true
				}
				if at, ok := n.Lhs[0].(*ast.IndexExpr); ok && len(n.Lhs) == 1 && isElement(at, slices) {
					store(n)
				}
			case *ast.UnaryExpr:
				skip[n.X] = n.Op == token.AND
			case *ast.IncDecStmt:
				skip[n.X] = true
			case *ast.IndexExpr:
				if !skip[n] && isElement(n, slices) {
					load(n)
				}
			}
			return true
		})
	}
}

// sliceParameters returns the names of a function's parameters that are slices.
func sliceParameters(fn *ast.FuncDecl) map[string]bool {
	names := map[string]bool{}
	for _, p := range fn.Type.Params.List {
		if a, ok := p.Type.(*ast.ArrayType); ok && a.Len == nil {
			for _, name := range p.Names {
				names[name.Name] = true
			}
		}
	}
	return names
}

// isElement reports whether an expression is an element of a slice parameter, or of a
// variable of the package.
func isElement(e *ast.IndexExpr, slices map[string]bool) bool {
	switch x := e.X.(type) {
	case *ast.Ident:
		return slices[x.Name]
	case *ast.SelectorExpr:
		return x.Sel.Name == "V"
	}
	return false
}

// loads wraps all loads.
func (f *sourceFile) loads(before, behind string) []byte {
	return f.apply(f.loadPatches(before, behind))
}

func (f *sourceFile) loadPatches(before, behind string) (patches []patch) {
	f.elements(func(e *ast.IndexExpr) { patches = append(patches, f.around(e, before, behind)...) }, func(*ast.AssignStmt) {})
	return patches
}

// stores turns assignments into calls.
func (f *sourceFile) stores(call string) []byte { return f.apply(f.storePatches(call)) }

func (f *sourceFile) storePatches(call string) (patches []patch) {
	f.elements(func(*ast.IndexExpr) {}, func(s *ast.AssignStmt) {
		to := f.text(s.Lhs[0])
		operands := ", "
		if s.Tok != token.ASSIGN {
			operands = fmt.Sprintf(", %s %s (", to, strings.TrimSuffix(s.Tok.String(), "="))
			patches = append(patches, patch{f.offset(s.End()), f.offset(s.End()), ")"})
		}
		begin, end := f.offset(s.Pos()), f.offset(s.End())
		patches = append(patches, patch{begin, begin, call},
			patch{f.offset(s.Lhs[0].End()), f.offset(s.Rhs[0].Pos()), operands}, patch{end, end, ")"})
	})
	return patches
}

// onlyAtomics turns all loads and stores into atomics.
func (f *sourceFile) onlyAtomics(string) []byte {
	return f.apply(append(f.loadPatches("gpu.AtomicAdd(&", ", 0)"), f.storePatches("gpu.AtomicExch(&")...))
}

// swap replaces text.
func (f *sourceFile) swap(old, replacement string) []byte {
	if !bytes.Contains(f.src, []byte(old)) {
		return nil
	}
	return bytes.ReplaceAll(f.src, []byte(old), []byte(replacement))
}

// function returns a function of the file.
func (f *sourceFile) function(name string) *ast.FuncDecl {
	for _, d := range f.syntax.Decls {
		if fn, ok := d.(*ast.FuncDecl); ok && fn.Name.Name == name {
			return fn
		}
	}
	return nil
}

// dilute begins a kernel with loads of one element by all lanes, from each slice.
func (f *sourceFile) dilute(kernel string) []byte {
	fn := f.function(kernel)
	var code strings.Builder
	for _, p := range fn.Type.Params.List {
		if _, ok := p.Type.(*ast.ArrayType); !ok {
			continue
		}
		for _, name := range p.Names {
			fmt.Fprintf(&code, "\nfor range 64 { if gpu.LoadVolatile(&%s[0]) == 123456 { return } }", name.Name)
		}
	}
	at := f.offset(fn.Body.Lbrace) + 1
	return f.apply([]patch{{at, at, code.String()}})
}

// repeat makes the threads with a condition do the work of all. The body becomes a
// function with one more parameter in the place of an index.
func (f *sourceFile) repeat(kernel, index, condition, loop, value string) []byte {
	fn := f.function(kernel)
	var names []string
	for _, p := range fn.Type.Params.List {
		for _, name := range p.Names {
			names = append(names, name.Name)
		}
	}
	body := string(f.src[f.offset(fn.Body.Lbrace):f.offset(fn.End())])
	if !strings.Contains(body, index) || strings.Contains(body, "gpu.Sync") {
		return nil
	}
	params := f.text(fn.Type.Params)
	code := fmt.Sprintf("{\nif %s {\nfor %s {\nworkOf%s(%s, %s)\n}\n}\n}\n\nfunc workOf%s%s, index int) %s",
		condition, loop, kernel, strings.Join(names, ", "), value, kernel,
		strings.TrimSuffix(params, ")"), strings.ReplaceAll(body, index, "index"))
	return f.apply([]patch{{f.offset(fn.Body.Lbrace), f.offset(fn.End()), code}})
}
