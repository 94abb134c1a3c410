package source

// This file type-checks the packages that kernels may import: gpu, from its source,
// and the parts of math and math/bits that the device has.

import (
	"embed"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"path"
	"strings"
	"sync"

	"gpucourse/gpusim/gpu"
	"gpucourse/gpusim/internal/intrinsic"
	"gpucourse/gpusim/internal/layout"
)

//go:embed std/*.txt
var stdText embed.FS

// cudaPath is the package with what C can say and Go cannot. Only package cfront writes
// its name.
const cudaPath = "cuda"

// importer imports only the packages that kernels may import.
type importer struct{}

// Import implements types.Importer.
func (importer) Import(path string) (*types.Package, error) {
	switch path {
	case layout.GPUPath:
		return gpuPackage(), nil
	case "math":
		return mathPackage(), nil
	case "math/bits":
		return bitsPackage(), nil
	case cudaPath:
		return cudaPackage(), nil
	case "unsafe":
		return types.Unsafe, nil
	}
	return nil, fmt.Errorf("package %s is not for kernels", path)
}

var (
	mathPackage = sync.OnceValue(func() *types.Package { return checkStd("math") })
	bitsPackage = sync.OnceValue(func() *types.Package { return checkStd("math/bits") })
	cudaPackage = sync.OnceValue(func() *types.Package { return checkStd(cudaPath) })
	gpuPackage  = sync.OnceValue(func() *types.Package {
		entries, err := fs.ReadDir(gpu.Source, ".")
		if err != nil {
			panic("BUG: " + err.Error())
		}
		var names []string
		for _, e := range entries {
			if !strings.HasSuffix(e.Name(), "_test.go") {
				names = append(names, e.Name())
			}
		}
		return checkText(layout.GPUPath, gpu.Source, names...)
	})
)

// checkStd type-checks the file of std for a package, and adds what the table of device functions
// has for it with doubles alone. The file declares the rest.
func checkStd(importPath string) *types.Package {
	pkg := checkText(importPath, stdText, "std/"+path.Base(importPath)+".txt")
	for i := range intrinsic.Functions {
		for _, v := range intrinsic.Functions[i].Variants {
			p := v.Prototype()
			if in, name, _ := strings.Cut(v.Go, "."); in == pkg.Name() && p.Doubles() && pkg.Scope().Lookup(name) == nil {
				pkg.Scope().Insert(types.NewFunc(token.NoPos, pkg, name, ofDoubles(pkg, len(p.Params))))
			}
		}
	}
	return pkg
}

// ofDoubles is the type of a function of n doubles that returns one.
func ofDoubles(pkg *types.Package, n int) *types.Signature {
	double := func() *types.Var { return types.NewParam(token.NoPos, pkg, "", types.Typ[types.Float64]) }
	var params []*types.Var
	for range n {
		params = append(params, double())
	}
	return types.NewSignatureType(nil, nil, nil, types.NewTuple(params...), types.NewTuple(double()), false)
}

// checkText type-checks the declarations of a package. It ignores bodies and
// imports.
func checkText(importPath string, texts fs.FS, names ...string) *types.Package {
	fset := token.NewFileSet()
	var files []*ast.File
	for _, name := range names {
		text, err := fs.ReadFile(texts, name)
		if err != nil {
			panic("BUG: " + err.Error())
		}
		f, err := parser.ParseFile(fset, name, text, parser.SkipObjectResolution)
		if err != nil {
			panic("BUG: " + err.Error())
		}
		files = append(files, f)
	}
	conf := types.Config{IgnoreFuncBodies: true, Importer: importer{}, Sizes: layout.Sizes{}, Error: func(error) {}}
	pkg, _ := conf.Check(importPath, fset, files, nil) // errors come only from its imports, which no declaration uses
	return pkg
}

func isTypeName(obj types.Object) bool {
	_, ok := obj.(*types.TypeName)
	return ok
}
