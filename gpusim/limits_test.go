package gpusim_test

// This file launches what asks for much memory.

import (
	"os"
	"path/filepath"
	"testing"

	"gpucourse/gpusim"
	"gpucourse/gpusim/gpu"
)

// largeLocal has a local array of three quarters of a thread's local memory, of which each
// thread sets what it reads.
const largeLocal = `__global__ void large(int *f) {
  int a[98304];
  a[f[0]] = 1;
  f[0] = a[f[1]];
}
`

// TestLargeLocalArray: a checked launch refuses no local memory that a launch may have, though
// checkers keep beside each array what of it is set.
func TestLargeLocalArray(t *testing.T) {
	file := filepath.Join(t.TempDir(), "large.cu")
	if err := os.WriteFile(file, []byte(largeLocal), 0o600); err != nil {
		t.Fatal(err)
	}
	m, err := gpusim.LoadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	kernel, err := m.Kernel("large")
	if err != nil {
		t.Fatal(err)
	}
	dev := open(t)
	config := gpusim.Config{Grid: gpusim.Dim(1), Block: gpusim.Dim(1)}
	if _, err := dev.Launch(kernel, config, upload(t, dev, make([]int32, 2))); err != nil {
		t.Error(err)
	}
	found, err := dev.Check(gpusim.AllChecks, kernel, config, upload(t, dev, make([]int32, 2)))
	if err != nil || len(found.Findings) > 0 {
		t.Errorf("got %v, %v, want nothing", found, err)
	}
}

// countUp counts threads in elements far apart.
func countUp(x []int32) { gpu.AtomicAdd(&x[64*gpu.ThreadIdx.X], 1) }

// TestCheckBytes: a checker that may not have the memory for all elements says so.
func TestCheckBytes(t *testing.T) {
	dev := open(t)
	for _, bytes := range []int64{0, 20_000} {
		config := gpusim.Config{Grid: gpusim.Dim(2), Block: gpusim.Dim(256), Options: gpusim.Options{CheckBytes: bytes}}
		found, err := dev.Check(gpusim.Racecheck, countUp, config, upload(t, dev, make([]int32, 64*256)))
		if err != nil || found.Whole != (bytes == 0) || found.Errors() > 0 {
			t.Errorf("with %d bytes: got %v, %v", bytes, found, err)
		}
	}
}
