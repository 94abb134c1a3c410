package validation

// This file compares the results of the measured kernels on the simulated device with a
// native run, bit for bit.

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"testing"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/internal/compile"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/launch"
	"gpucourse/gpusim/internal/pass"
	"gpucourse/gpusim/internal/source"
	"gpucourse/gpusim/validation/cases"
	"gpucourse/gpusim/validation/kernels"
	"gpucourse/gpusim/validation/unseenkernels"
)

// plain is the passes that keep every bit: all but fuse, which rounds a·b + c once.
var plain = pass.Without("fuse")

// nativeBlocks is the most blocks of a case that run natively.
const nativeBlocks = 8

// budget is the limit of warp instructions, more than any launch of these tests needs.
const budget = 1 << 26

// TestNativeAgrees compares the smallest launch of each kernel. Of all launches:
//
//	go test ./gpusim/validation -every -run Native
func TestNativeAgrees(t *testing.T) {
	skipIfFused(t)
	for _, c := range smallest(Cases()) {
		t.Run(c.Name, func(t *testing.T) {
			if testing.Short() && c.Threads() > 1<<18 {
				t.Skip("large arrays")
			}
			nativeAgrees(t, c.Clip(nativeBlocks))
		})
	}
}

// smallest returns the smallest case of each kernel, or all with -every.
func smallest(list []cases.Case) []cases.Case {
	if *every {
		return list
	}
	bySize := slices.SortedStableFunc(slices.Values(list), func(a, b cases.Case) int { return a.Threads() - b.Threads() })
	seen := map[string]bool{}
	return slices.DeleteFunc(bySize, func(c cases.Case) bool {
		name := compiledName(c.Kernel)
		again := seen[name]
		seen[name] = true
		return again
	})
}

func nativeAgrees(t *testing.T, c cases.Case) {
	want, got := c.Args(), c.Args()
	if err := c.Native(want); err != nil {
		t.Fatalf("native run: %v", err)
	}
	k := compiled(t, c.Kernel, plain)
	l := Launch{Shape: launch.Shape{Spec: testSpec, Grid: arch.Dim3(c.Grid), Block: arch.Dim3(c.Block), Dynamic: c.Shared}, Args: got, Symbols: symbols(), Budget: budget}
	if err := l.Run(k); err != nil {
		t.Fatalf("simulated run: %v", err)
	}
	results := cases.Leaves(got)
	for i, w := range cases.Leaves(want) {
		if reflect.TypeOf(w).Kind() != reflect.Slice {
			continue
		}
		if d := cases.Diff(results[i], w); d != "" {
			t.Errorf("array or number %d: simulated against native: %s\nsee its code: %s", i+1, d, irCommand(k))
		}
	}
}

// irCommand returns the command that prints the IR of a kernel.
func irCommand(k *ir.Kernel) string {
	return fmt.Sprintf("go run ./gpusim/cmd/gpusim compile -ir %s '%s'", k.File, k.Name)
}

func compiled(t *testing.T, kernel any, passes []pass.Pass) *ir.Kernel {
	t.Helper()
	u, name, err := source.LoadFunc(kernel)
	if err != nil {
		t.Fatal(err)
	}
	k, err := compile.Kernel(u, name, compile.Options{Passes: passes})
	if err != nil {
		t.Fatal(err)
	}
	return k
}

var testSpec = mustFind("H200")

func mustFind(name string) *arch.Spec {
	s, err := arch.Find(name)
	if err != nil {
		panic(err)
	}
	return s
}

// fusesNatively reports whether this machine's Go compiler rounds x*y + z once, as the
// language allows.
func fusesNatively() bool {
	x := opaque(1 + 0x1p-12)
	return x*x-(1+0x1p-11) != 0
}

//go:noinline
func opaque(x float32) float32 { return x }

// symbols returns the values of the kernels' variables.
func symbols() map[string]any {
	all := maps.Clone(kernels.Symbols)
	maps.Copy(all, unseenkernels.Symbols)
	return all
}
