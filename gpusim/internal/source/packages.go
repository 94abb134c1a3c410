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
	"strings"
	"sync"

	"gpucourse/gpusim/gpu"
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
	mathPackage = sync.OnceValue(func() *types.Package { return checkText("math", stdText, "std/math.txt") })
	bitsPackage = sync.OnceValue(func() *types.Package { return checkText("math/bits", stdText, "std/bits.txt") })
	cudaPackage = sync.OnceValue(func() *types.Package { return checkText(cudaPath, stdText, "std/cuda.txt") })
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

// checkText type-checks the declarations of a package. It ignores bodies and
// imports.
func checkText(path string, texts fs.FS, names ...string) *types.Package {
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
	pkg, _ := conf.Check(path, fset, files, nil) // errors come only from its imports, which no declaration uses
	return pkg
}

func isTypeName(obj types.Object) bool {
	_, ok := obj.(*types.TypeName)
	return ok
}
