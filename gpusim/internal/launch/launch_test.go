package launch_test

import (
	"cmp"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/launch"
	"gpucourse/gpusim/occupancy"
	"gpucourse/gpusim/report"
)

// root is the folder of package gpusim.
const root = "../.."

func TestShape(t *testing.T) {
	spec := &arch.Spec{WarpSize: 32}
	s := launch.Shape{Spec: spec, Grid: arch.Dim3{X: 2, Y: 3, Z: 5}, Block: arch.Dim3{X: 33, Y: 1, Z: 2}, Dynamic: 10}.
		Of(&ir.Kernel{SharedBytes: 7, Usage: &ir.Usage{Registers: 9}})
	if s.Blocks() != 30 || s.Threads() != 66 || s.GridThreads() != 1980 || s.Warps() != 3 {
		t.Errorf("got %d blocks of %d threads, %d in all, %d warps per block; want 30, 66, 1980, 3", s.Blocks(), s.Threads(), s.GridThreads(), s.Warps())
	}
	for least, want := range map[int]int{0: 9, 9: 9, 16: 16} {
		spec.Regs.LaunchMin = least
		if got := s.Demand(); got != (occupancy.BlockResources{Threads: 66, Registers: want, Shared: 17}) {
			t.Errorf("a driver that allocates at least %d registers: got %+v, want 66 threads, %d registers, 17 bytes", least, got, want)
		}
	}
}

// TestSpecialRegisters: what reports say of a special register is what it holds, and the allocator
// knows of all that a launch or a block shares.
func TestSpecialRegisters(t *testing.T) {
	s := launch.Shape{Spec: &arch.Spec{WarpSize: 32}, Grid: arch.Dim3{X: 2, Y: 3, Z: 5}, Block: arch.Dim3{X: 7, Y: 11, Z: 13}, Dynamic: 17}
	registers := 0
	for m := ir.TidX; m <= ir.DynSharedBytes; m++ {
		value, launched := s.Special(m)
		if blockIdx := m == ir.CtaidX || m == ir.CtaidY || m == ir.CtaidZ; m.OfBlock() != (launched || blockIdx) {
			t.Errorf("%v is the same in a block: %v, in a launch: %v", m, m.OfBlock(), launched)
		}
		if m == ir.WarpSize {
			continue // the device's
		}
		registers++
		r := report.RegisterNamed(m.String())
		if got, ok := r.Of(s.Grid, s.Block, s.Dynamic); r == report.NoRegister || got != value || ok != launched {
			t.Errorf("%v holds %d in all threads: %v; the report says %d, %v", m, value, launched, got, ok)
		}
	}
	if registers != int(report.SharedBytes) {
		t.Errorf("%d registers, and reports know %d", registers, report.SharedBytes)
	}
}

// TestNoSmallDemandBinds: on every device, blocks of LaunchMin registers per thread are limited
// by something else, so what the driver adds never changes how many blocks are resident.
func TestNoSmallDemandBinds(t *testing.T) {
	for i := range arch.Devices {
		spec := &arch.Devices[i]
		for threads := 1; threads <= spec.Limits.ThreadsPerBlock; threads++ {
			s := launch.Shape{Spec: spec, Block: arch.Dim3{X: threads, Y: 1, Z: 1}, Registers: 1}
			compiled := occupancy.BlockResources{Threads: threads, Registers: 1}
			if got, want := s.Occupancy().Blocks, occupancy.Occupy(spec, compiled).Blocks; got != want {
				t.Errorf("%s, %d threads: got %d blocks with the driver's registers, %d without", spec.Name, threads, got, want)
			}
		}
	}
}

// TestEveryLaunchHasAShape: every type that is called a launch embeds Shape, itself or in
// another launch.
func TestEveryLaunchHasAShape(t *testing.T) {
	shaped := 0
	eachFile(t, func(path string, f *ast.File) {
		ast.Inspect(f, func(n ast.Node) bool {
			spec, ok := n.(*ast.TypeSpec)
			if !ok || !strings.HasSuffix(strings.ToLower(spec.Name.Name), "launch") {
				return true
			}
			body, ok := spec.Type.(*ast.StructType)
			if !ok {
				return true
			}
			if !slices.ContainsFunc(body.Fields.List, embedsShape) {
				t.Errorf("%s: type %s embeds neither launch.Shape nor a Launch", path, spec.Name.Name)
			}
			shaped++
			return true
		})
	})
	if shaped < 9 {
		t.Errorf("found %d types of launches, want at least 9", shaped)
	}
}

// embedsShape reports whether a field is an embedded launch.Shape, or an embedded Launch,
// which has one by this very test.
func embedsShape(f *ast.Field) bool {
	if len(f.Names) > 0 {
		return false
	}
	if star, ok := f.Type.(*ast.StarExpr); ok {
		f = &ast.Field{Type: star.X}
	}
	name := ""
	switch typ := f.Type.(type) {
	case *ast.SelectorExpr:
		name = typ.Sel.Name
	case *ast.Ident:
		name = typ.Name
	}
	return name == "Shape" || name == "Launch"
}

// TestOneDemand: outside of package occupancy, Shape.Demand alone says what a block takes.
func TestOneDemand(t *testing.T) {
	var places []string
	eachFile(t, func(path string, f *ast.File) {
		if strings.HasPrefix(path, filepath.Join(root, "occupancy")+string(filepath.Separator)) {
			return
		}
		for _, decl := range f.Decls {
			fn, ok := decl.(*ast.FuncDecl)
			if ok && computesDemand(fn) {
				places = append(places, filepath.Base(path)+" "+fn.Name.Name)
			}
		}
	})
	if want := []string{"launch.go Demand"}; !slices.Equal(places, want) {
		t.Errorf("the demand of a block is computed by %v, want %v", places, want)
	}
}

// computesDemand reports whether a function makes a BlockResources of parts, or reads the
// least that a driver allocates.
func computesDemand(fn *ast.FuncDecl) bool {
	found := false
	ast.Inspect(fn, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CompositeLit:
			sel, ok := n.Type.(*ast.SelectorExpr)
			found = found || ok && sel.Sel.Name == "BlockResources" && len(n.Elts) > 0
		case *ast.SelectorExpr:
			found = found || n.Sel.Name == "LaunchMin"
		}
		return true
	})
	return found
}

// eachFile parses all files of gpusim but tests and data of tests.
func eachFile(t *testing.T, visit func(path string, f *ast.File)) {
	t.Helper()
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() && d.Name() == "testdata" {
			return cmp.Or(err, fs.SkipDir)
		}
		if filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go") {
			return nil
		}
		f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err == nil {
			visit(path, f)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
