package compile

import (
	"runtime/debug"
	"slices"
	"testing"

	"gpucourse/gpusim/internal/pass"
	"gpucourse/gpusim/validation/kernels"
	"gpucourse/gpusim/validation/unseenkernels"
)

const corpus = "../../validation/kernels"

// TestCorpus compiles the kernel of every case from its function value and verifies
// it after each pass.
func TestCorpus(t *testing.T) {
	compiled := map[string]bool{}
	for _, c := range slices.Concat(kernels.Cases(), unseenkernels.Cases()) {
		u, name, err := LoadFunc(c.Kernel)
		if err != nil {
			t.Errorf("%s: %v", c.Name, err)
		} else if !compiled[name] {
			compiled[name] = true
			lowered(t, u, name)
		}
	}
	if len(compiled) < 40 {
		t.Errorf("%d kernels compiled, want at least 40", len(compiled))
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
		recent.units, recent.order = nil, nil
		u, err := LoadFolder(corpus)
		if err != nil {
			b.Fatal(err)
		}
		names := slices.DeleteFunc(u.Kernels(), u.Generic)
		if _, err := u.All(names, Options{Passes: passes}); err != nil {
			b.Fatal(err)
		}
		n = len(names)
	}
	b.ReportMetric(float64(n), "kernels")
}

// TestAllAgreesWithOneAtATime: kernels that are compiled in parallel equal kernels
// that are compiled alone.
func TestAllAgreesWithOneAtATime(t *testing.T) {
	recent.units, recent.order = nil, nil
	u, err := LoadFolder(corpus)
	if err != nil {
		t.Fatal(err)
	}
	names := slices.DeleteFunc(u.Kernels(), u.Generic)
	together, err := u.All(names, Options{})
	if err != nil {
		t.Fatal(err)
	}
	for i, name := range names {
		alone, err := u.Kernel(name, Options{})
		if err != nil {
			t.Fatal(err)
		}
		if got, want := together[i].String(), alone.String(); got != want {
			t.Errorf("%s: compiled with others:\n%s\nalone:\n%s", name, got, want)
		}
	}
}
