package gpusim_test

// This file loads CUDA C with a compiler of the caller's choice.

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gpucourse/gpusim"
	"gpucourse/gpusim/internal/toolchain"
)

// TestChosenCompilers: LoadFile has a file compiled by the compiler that it is told.
func TestChosenCompilers(t *testing.T) {
	file := filepath.Join(t.TempDir(), "k.cu")
	if err := os.WriteFile(file, []byte("__global__ void k(int *x, int n) { again: if (--n > 0) goto again; x[threadIdx.x] = n + 3; }"), 0o644); err != nil {
		t.Fatal(err)
	}
	for name, option := range map[string]gpusim.LoadOption{"nvcc": gpusim.NVCC, "clang": gpusim.Clang} {
		t.Run(name, func(t *testing.T) {
			for _, s := range toolchain.Sets {
				if (s.Name == name || s.Name == "headers" && name == "clang") && s.Missing() {
					t.Skip(s.Name + " is not installed; .ci/run installs it")
				}
			}
			k := gpusim.Must(gpusim.Must(gpusim.LoadFile(file, option)).Kernel("k"))
			d := gpusim.Must(gpusim.Open("H200"))
			x := gpusim.Must(gpusim.Upload(d, make([]int32, 32)))
			report, err := d.Launch(k, gpusim.Config{Grid: gpusim.Dim(1), Block: gpusim.Dim(32)}, x, int32(5))
			if err != nil {
				t.Fatal(err)
			}
			if got := gpusim.Must(x.Host())[31]; got != 3 || !strings.HasPrefix(report.Compiler.Name, name) {
				t.Errorf("got %d, compiled by %s; want 3 by %s", got, report.Compiler.Name, name)
			}
		})
	}
	if _, err := gpusim.LoadFile("k.go", gpusim.Clang); err == nil || !strings.Contains(err.Error(), "no file .cu") {
		t.Errorf("got %v for a file in Go", err)
	}
}
