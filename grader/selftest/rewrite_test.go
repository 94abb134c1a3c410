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
	"maps"
	"slices"
	"strings"
	"testing"
)

// detour is a way to rewrite a submission. It returns nil where it does not apply.
type detour struct {
	name    string
	rewrite func(f *sourceFile, kernel string) []byte
}

// detours are the ways that need no thought about the kernel.
var detours = []detour{
	{"atomics for loads", func(f *sourceFile, _ string) []byte { return f.apply(f.loads("gpu.AtomicAdd(&", ", 0)")) }},
	{"read-only loads", func(f *sourceFile, _ string) []byte { return f.apply(f.loads("gpu.Ldg(&", ")")) }},
	{"atomics for stores", func(f *sourceFile, _ string) []byte { return f.apply(f.stores("gpu.AtomicExch(&")) }},
	{"volatile loads and stores", func(f *sourceFile, _ string) []byte {
		return f.apply(append(f.loads("gpu.LoadVolatile(&", ")"), f.stores("gpu.StoreVolatile(&")...))
	}},
	{"atomics for loads and stores", func(f *sourceFile, _ string) []byte {
		return f.apply(append(f.loads("gpu.AtomicAdd(&", ", 0)"), f.stores("gpu.AtomicExch(&")...))
	}},
	{"loads that dilute", (*sourceFile).dilute},
	{"global for constant", func(f *sourceFile, _ string) []byte { return f.swap("gpu.Constant[", "gpu.Global[") }},
	{"constant for global", func(f *sourceFile, _ string) []byte { return f.swap("gpu.Global[", "gpu.Constant[") }},
}

// idle are the ways to leave the work to a few threads.
var idle = []detour{
	{"one warp per block", func(f *sourceFile, kernel string) []byte {
		return f.repeat(kernel, loop{"ThreadIdx", "X", "gpu.ThreadIdx.X < 32", "at := gpu.ThreadIdx.X; at < gpu.BlockDim.X; at += 32"})
	}},
	{"one thread per block", func(f *sourceFile, kernel string) []byte {
		return f.repeat(kernel, loop{"ThreadIdx", "X", "gpu.ThreadIdx.X == 0", "at := range gpu.BlockDim.X"})
	}},
	{"one row of threads", func(f *sourceFile, kernel string) []byte {
		return f.repeat(kernel, loop{"ThreadIdx", "Y", "gpu.ThreadIdx.Y == 0", "at := range gpu.BlockDim.Y"})
	}},
	{"one block", func(f *sourceFile, kernel string) []byte {
		return f.repeat(kernel, loop{"BlockIdx", "X", "gpu.BlockIdx.X == 0", "at := range gpu.GridDim.X"})
	}},
	{"one row of blocks", func(f *sourceFile, kernel string) []byte {
		return f.repeat(kernel, loop{"BlockIdx", "Y", "gpu.BlockIdx.Y == 0", "at := range gpu.GridDim.Y"})
	}},
}

// sourceFile is a submission with its syntax.
type sourceFile struct {
	src    []byte
	fset   *token.FileSet
	syntax *ast.File
	// mentions are the names in each declaration; nil before they are asked for.
	mentions map[string][]string
}

func parseSource(t *testing.T, src []byte) *sourceFile {
	t.Helper()
	fset := token.NewFileSet()
	syntax, err := parser.ParseFile(fset, "kernel.go", src, parser.SkipObjectResolution|parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	return &sourceFile{src: src, fset: fset, syntax: syntax}
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
func (f *sourceFile) loads(before, behind string) (patches []patch) {
	f.elements(func(e *ast.IndexExpr) { patches = append(patches, f.around(e, before, behind)...) }, func(*ast.AssignStmt) {})
	return patches
}

// stores turns assignments into calls.
func (f *sourceFile) stores(call string) (patches []patch) {
	f.elements(func(*ast.IndexExpr) {}, func(s *ast.AssignStmt) {
		to, operands, end := f.text(s.Lhs[0]), ", ", ")"
		if s.Tok != token.ASSIGN {
			operands, end = fmt.Sprintf(", %s %s (", to, strings.TrimSuffix(s.Tok.String(), "=")), "))"
		}
		patches = append(patches, f.around(s, call, end)...)
		patches = append(patches, patch{f.offset(s.Lhs[0].End()), f.offset(s.Rhs[0].Pos()), operands})
	})
	return patches
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

// dilute begins a kernel with loads of one element by all lanes, from each slice that it
// does not write.
func (f *sourceFile) dilute(kernel string) []byte {
	fn := f.function(kernel)
	written, code := f.written(), ""
	for _, name := range slices.Sorted(maps.Keys(sliceParameters(fn))) {
		if !written[name] {
			code += fmt.Sprintf("\nfor range 64 { if gpu.LoadVolatile(&%s[0]) == 123456 { return } }", name)
		}
	}
	at := f.offset(fn.Body.Lbrace) + 1
	return f.apply([]patch{{at, at, code}})
}

// written returns the names of the slices that the file assigns to.
func (f *sourceFile) written() map[string]bool {
	names := map[string]bool{}
	ast.Inspect(f.syntax, func(n ast.Node) bool {
		if s, ok := n.(*ast.AssignStmt); ok {
			for _, to := range s.Lhs {
				if at, ok := to.(*ast.IndexExpr); ok {
					names[f.text(at.X)] = true
				}
			}
		}
		return true
	})
	return names
}

// loop makes the threads with a condition repeat a kernel for all values of an index.
type loop struct{ index, axis, condition, header string }

// repeat makes some threads do the work of all. The body becomes a function with one more
// parameter in the place of an index. It does not apply to an index in two dimensions along X.
func (f *sourceFile) repeat(kernel string, l loop) []byte {
	fn := f.function(kernel)
	body, index := f.text(fn.Body), "gpu."+l.index+"."+l.axis
	flat := !strings.Contains(body, "gpu."+l.index+".Y")
	if !strings.Contains(body, index) || strings.Contains(body, "gpu.Sync") || flat != (l.axis == "X") {
		return nil
	}
	var names []string
	for _, p := range fn.Type.Params.List {
		for _, name := range p.Names {
			names = append(names, name.Name)
		}
	}
	params := f.text(fn.Type.Params)
	code := fmt.Sprintf("{\nif %s {\nfor %s {\nworkOf%s(%s, at)\n}\n}\n}\n\nfunc workOf%s%s, index int) %s",
		l.condition, l.header, kernel, strings.Join(names, ", "), kernel,
		strings.TrimSuffix(params, ")"), strings.ReplaceAll(body, index, "index"))
	return f.apply([]patch{{f.offset(fn.Body.Lbrace), f.offset(fn.End()), code}})
}
