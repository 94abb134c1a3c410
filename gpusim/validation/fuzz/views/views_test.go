package views

// This file tests the generator: its kernels depend only on the seed, compile as C++ with and
// without unions, and become small.

import (
	"strings"
	"testing"
)

func TestGenerateIsDeterministic(t *testing.T) {
	for seed := range uint64(20) {
		if a, b := Generate(seed, true).Text(), Generate(seed, true).Text(); a != b {
			t.Fatalf("seed %d gives two kernels:\n%s\n%s", seed, a, b)
		}
	}
}

func TestKernelsWithUnionsRunOnCPU(t *testing.T) {
	compiler := FindCompiler()
	if compiler == "" || testing.Short() {
		t.Skip("needs a C++ compiler (g++, clang++ or c++)")
	}
	var list []*Kernel
	for seed := range uint64(20) {
		list = append(list, Generate(seed, true))
	}
	if !strings.Contains(cpuText(list), "Tagged t0;") {
		t.Error("no kernel has a union")
	}
	if _, err := OnCPU(compiler, t.TempDir(), list); err != nil {
		t.Error(err)
	}
}

func TestShrink(t *testing.T) {
	for seed := range uint64(10) {
		k := Generate(seed, false)
		had := strings.Contains(k.Text(), "memcpy")
		small := k.Shrink(func(k *Kernel) bool { return strings.Contains(k.Text(), "memcpy") })
		if n := strings.Count(small.function(), "memcpy"); had && (n == 0 || len(small.body) != 1) {
			t.Errorf("seed %d shrunk to %d statements, want one with memcpy:\n%s", seed, len(small.body), small.Text())
		}
	}
}
