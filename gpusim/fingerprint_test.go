package gpusim_test

import (
	"os"
	"path/filepath"
	"testing"

	"gpucourse/gpusim"
)

// fingerprint returns that of the kernel K of a source.
func fingerprint(t *testing.T, source string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "kernel.go")
	if err := os.WriteFile(file, []byte("package k\n\nimport \"gpucourse/gpusim/gpu\"\n\n"+source), 0o600); err != nil {
		t.Fatal(err)
	}
	module, err := gpusim.LoadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	kernel, err := module.Kernel("K")
	if err != nil {
		t.Fatal(err)
	}
	sum, instructions := kernel.Fingerprint()
	if instructions < 5 {
		t.Errorf("got %d instructions, want some", instructions)
	}
	return sum
}

// TestFingerprint: what does not change the code does not change the fingerprint, and what
// changes the code does.
func TestFingerprint(t *testing.T) {
	const original = `func K(y, x []float32, a float32, n int) {
	tile := gpu.Shared[[64]float32]()
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	tile[gpu.ThreadIdx.X] = x[i]
	gpu.SyncThreads()
	if i < n {
		y[i] = a * tile[63-gpu.ThreadIdx.X]
	}
}`
	want := fingerprint(t, original)
	same := map[string]string{
		"names": `func K(out, in []float32, factor float32, count int) {
	buffer := gpu.Shared[[64]float32]()
	thread := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	buffer[gpu.ThreadIdx.X] = in[thread]
	gpu.SyncThreads()
	if thread < count {
		out[thread] = factor * buffer[63-gpu.ThreadIdx.X]
	}
}`,
		"helpers, comments and dead code": `// K is mine.
func K(y, x []float32, a float32, n int) {
	tile := gpu.Shared[[64]float32]()
	i := number()
	unused := a * 2
	_ = unused
	tile[gpu.ThreadIdx.X] = x[i]

	gpu.SyncThreads() // all are here
	if i < n {
		y[i] = a * tile[63-gpu.ThreadIdx.X]
	}
}

func number() int { return gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X }`,
	}
	for what, source := range same {
		if got := fingerprint(t, source); got != want {
			t.Errorf("%s change the fingerprint", what)
		}
	}
	other := `func K(y, x []float32, a float32, n int) {
	tile := gpu.Shared[[64]float32]()
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	tile[63-gpu.ThreadIdx.X] = x[i]
	gpu.SyncThreads()
	if i < n {
		y[i] = a * tile[gpu.ThreadIdx.X]
	}
}`
	if fingerprint(t, other) == want {
		t.Error("another order of the tile has the same fingerprint")
	}
}
