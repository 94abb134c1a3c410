package validation

// This file compares random kernels in CUDA C, which see memory at several widths, with their
// run on the CPU: with all passes, with none, and with each pass left out.

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/internal/compile"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/launch"
	"gpucourse/gpusim/internal/pass"
	"gpucourse/gpusim/internal/source"
	"gpucourse/gpusim/validation/fuzz/views"
)

// Kernels with views: how many run without and with -every, how many share a program for the
// CPU, and how many kernels without -every share the choice of the passes that are left out.
const (
	someViews  = 200
	everyViews = 10_000
	viewBatch  = 100
	viewTurns  = 10
)

// TestViews needs a C++ compiler. All kernels, each without each pass:
//
//	go test ./gpusim/validation -run TestViews -every -timeout 0
func TestViews(t *testing.T) {
	compiler := views.FindCompiler()
	if compiler == "" {
		t.Skip("no C++ compiler (g++, clang++ or c++) is installed")
	}
	n := someViews
	switch {
	case *every:
		n = everyViews
	case testing.Short():
		n = viewBatch / 2
	}
	for first := 0; first < n; first += viewBatch {
		t.Run(fmt.Sprint(first), func(t *testing.T) {
			t.Parallel()
			viewBatchAgrees(t, compiler, *randomSeed+uint64(first), min(viewBatch, n-first))
		})
	}
}

// viewBatchAgrees compares the kernels of some seeds.
func viewBatchAgrees(t *testing.T, compiler string, seed uint64, n int) {
	list := make([]*views.Kernel, n)
	for i := range list {
		list[i] = views.Generate(seed+uint64(i), *withUnions)
	}
	want, err := views.OnCPU(compiler, t.TempDir(), list)
	if err != nil {
		t.Fatal(err)
	}
	for i, k := range list {
		compareViews(t, compiler, k, want[i])
	}
}

// withUnions is a flag because package cfront may refuse unions.
var withUnions = flag.Bool("unions", false, "some objects of kernels with views are unions")

// viewVariants returns the ways to compile a kernel.
func viewVariants(seed uint64) []variant {
	list := []variant{{name: "all", passes: pass.Default, registers: testSpec.Regs.PerThreadMax}, {name: "none", passes: required()}}
	for i, p := range pass.Optional() {
		if *every || uint64(i)%viewTurns == seed%viewTurns {
			list = append(list, variant{name: "-" + p, passes: pass.Without(p)})
		}
	}
	return list
}

// compareViews runs a kernel each way. It makes one that differs small, and keeps it in a file.
func compareViews(t *testing.T, compiler string, k *views.Kernel, want views.Outputs) {
	t.Helper()
	u := loadViews(t, k)
	for _, v := range viewVariants(k.Seed) {
		diff := viewsDiffer(u, k, v, want)
		if diff == "" {
			continue
		}
		t.Errorf("seed %d, passes %s: simulated against the CPU: %s", k.Seed, v.name, diff)
		small := k.Shrink(func(k *views.Kernel) bool {
			want, err := views.OnCPU(compiler, t.TempDir(), []*views.Kernel{k})
			return err == nil && viewsDiffer(loadViews(t, k), k, v, want[0]) != ""
		})
		file := filepath.Join(os.TempDir(), k.Name+".cu")
		if err := os.WriteFile(file, []byte(small.Text()), 0o644); err != nil {
			t.Error(err)
		}
		t.Logf("made small:\n%s\nsee its code: go run ./gpusim/cmd/gpusim compile -ir -passes %s %s", small.Text(), v.name, file)
		return
	}
}

// loadViews reads the text of a kernel.
func loadViews(t *testing.T, k *views.Kernel) source.Unit {
	t.Helper()
	u, err := source.LoadText(k.Name+".cu", []byte(k.Text()))
	if err != nil {
		t.Fatal(err)
	}
	return u
}

// viewsDiffer returns where a kernel writes something else than want, or "".
func viewsDiffer(u source.Unit, k *views.Kernel, v variant, want views.Outputs) string {
	got, err := simulateViews(u, k, v)
	if err != nil {
		return err.Error()
	}
	return got.Diff(want)
}

// simulateViews compiles and runs a kernel. A panic is an error.
func simulateViews(u source.Unit, k *views.Kernel, v variant) (out views.Outputs, err error) {
	defer panicked(&err)
	opt := compile.Options{Passes: v.passes, MaxRegisters: v.registers}
	if v.registers > 0 {
		opt.Spec = cramped
	}
	code, err := compile.Kernel(u, k.Name, opt)
	if err != nil {
		return out, err
	}
	if err := ir.Verify(code); err != nil {
		return out, fmt.Errorf("invalid code: %w", err)
	}
	args, out := views.Args()
	l := Launch{
		Shape: launch.Shape{
			Spec: testSpec, Grid: arch.Dim3{X: views.Blocks, Y: 1, Z: 1}, Block: arch.Dim3{X: views.Threads, Y: 1, Z: 1},
			Dynamic: views.Threads * views.SharedBytes,
		},
		Args: args, Budget: budget,
	}
	return out, l.Run(code)
}
