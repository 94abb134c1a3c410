package compile_test

import (
	"os"
	"runtime/debug"
	"slices"
	"testing"

	"gpucourse/gpusim/internal/compile"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/pass"
	"gpucourse/gpusim/internal/source"
	"gpucourse/gpusim/validation/kernels"
	"gpucourse/gpusim/validation/unseenkernels"
)

const corpus = "../../validation/kernels"

// TestCorpus compiles the kernel of every case from its function value and verifies
// it after each pass.
func TestCorpus(t *testing.T) {
	compiled := map[string]bool{}
	for _, c := range slices.Concat(kernels.Cases(), unseenkernels.Cases()) {
		u, name, err := source.LoadFunc(c.Kernel)
		if err != nil {
			t.Errorf("%s: %v", c.Name, err)
		} else if !compiled[name] {
			compiled[name] = true
			verified(t, u, name)
		}
	}
	if len(compiled) < 40 {
		t.Errorf("%d kernels compiled, want at least 40", len(compiled))
	}
}

// verified compiles a kernel and verifies it after each pass.
func verified(t *testing.T, u source.Unit, name string) {
	t.Helper()
	_, err := compile.Kernel(u, name, compile.Options{After: func(pass string, k *ir.Kernel) {
		if err := ir.Verify(k); err != nil {
			t.Errorf("%s after %s: %v\n%s", name, pass, err, k)
		}
	}})
	if err != nil {
		t.Errorf("%s: %v", name, err)
	}
}

// BenchmarkCompileCorpus compiles all kernels of the corpus that are not generic,
// from source to final IR, without caches. The garbage collector has the settings
// of the command gpusim.
func BenchmarkCompileCorpus(b *testing.B) {
	defer debug.SetGCPercent(debug.SetGCPercent(400))
	compileCorpus(b, nil)
}

// BenchmarkLowerCorpus measures the part before the passes.
func BenchmarkLowerCorpus(b *testing.B) { compileCorpus(b, []pass.Pass{}) }

func compileCorpus(b *testing.B, passes []pass.Pass) {
	n := 0
	for b.Loop() {
		b.StopTimer()
		folder := b.TempDir() // a Unit of the same files would be kept
		if err := os.CopyFS(folder, os.DirFS(corpus)); err != nil {
			b.Fatal(err)
		}
		b.StartTimer()
		u, err := source.LoadFile(folder, source.Module)
		if err != nil {
			b.Fatal(err)
		}
		names := slices.DeleteFunc(u.Kernels(), u.Generic)
		if _, err := compile.All(u, names, compile.Options{Passes: passes}); err != nil {
			b.Fatal(err)
		}
		n = len(names)
	}
	b.ReportMetric(float64(n), "kernels")
}

// TestAllAgreesWithOneAtATime: kernels that are compiled in parallel equal kernels
// that are compiled alone.
func TestAllAgreesWithOneAtATime(t *testing.T) {
	u, err := source.LoadFile(corpus, source.Module)
	if err != nil {
		t.Fatal(err)
	}
	names := slices.DeleteFunc(u.Kernels(), u.Generic)
	together, err := compile.All(u, names, compile.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for i, name := range names {
		alone, err := compile.Kernel(u, name, compile.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if got, want := together[i].String(), alone.String(); got != want {
			t.Errorf("%s: compiled with others:\n%s\nalone:\n%s", name, got, want)
		}
	}
}
