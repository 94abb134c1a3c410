package intrinsic_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gpucourse/gpusim/gpu"
	"gpucourse/gpusim/internal/intrinsic"
)

// documented finds what CUDA calls a function in its documentation.
var documented = regexp.MustCompile(`CUDA:\s+((?:[a-z_]\w*(?:\([^)]*\))?,?\s?)+)`)

// onHost are functions of package gpu that no kernel calls.
var onHost = []string{"gpu.Texture1DOf", "gpu.Texture2DOf", "gpu.Texture1D.Object", "gpu.Texture2D.Object", "gpu.TensorMapOf", "gpu.TensorMap.Encode"}

// TestPackageGPU compares the table with package gpu: the functions, and what their
// documentation says that CUDA calls them.
func TestPackageGPU(t *testing.T) {
	docs := gpuDocs(t)
	for name, text := range docs {
		if slices.Contains(onHost, name) {
			continue
		}
		if intrinsic.ByGo[name] == nil {
			t.Errorf("%s has no row", name)
			continue
		}
		c := intrinsic.CName(name)
		m := documented.FindStringSubmatch(text)
		if c == "" {
			continue
		}
		if m == nil || !slices.Contains(strings.FieldsFunc(m[1], func(r rune) bool { return r != '_' && (r < '0' || r > 'z') }), c) {
			t.Errorf("%s: its documentation does not say that CUDA calls it %s: %q", name, c, text)
		}
	}
	for name := range intrinsic.ByGo {
		if strings.HasPrefix(name, "gpu.") && docs[name] == "" {
			t.Errorf("%s has a row and no documentation in package gpu", name)
		}
	}
}

// gpuDocs returns the documentation of package gpu's functions and methods of the device.
func gpuDocs(t *testing.T) map[string]string {
	t.Helper()
	docs := map[string]string{}
	files, err := gpu.Source.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		text, err := gpu.Source.ReadFile(file.Name())
		if err != nil {
			t.Fatal(err)
		}
		f, err := parser.ParseFile(token.NewFileSet(), file.Name(), text, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range f.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok && fn.Name.IsExported() {
				docs["gpu."+receiver(fn)+fn.Name.Name] = fn.Doc.Text()
			}
		}
	}
	return docs
}

func receiver(fn *ast.FuncDecl) string {
	if fn.Recv == nil {
		return ""
	}
	t := fn.Recv.List[0].Type
	if p, ok := t.(*ast.StarExpr); ok {
		t = p.X
	}
	if g, ok := t.(*ast.IndexExpr); ok {
		t = g.X
	}
	return t.(*ast.Ident).Name + "."
}

// TestPrototypes: every call in Go takes as many arguments as its prototype.
func TestPrototypes(t *testing.T) {
	for _, f := range intrinsic.Functions {
		for _, v := range f.Variants {
			p := v.Prototype()
			if v.C == "" {
				continue
			}
			if p.Name == "" || p.Result == "" || strings.Contains(v.C, "T") != (v.Types != "") {
				t.Errorf("%q: got %+v", v.C, p)
			}
			if call := v.Call(); v.Types == "" && call != "" && !strings.Contains(call, "%[1]s") && strings.Count(call, "%s") != len(p.Params) {
				t.Errorf("%s becomes %s", v.C, call)
			}
		}
	}
}
