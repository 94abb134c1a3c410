package fuzzcuda

// This file prints random programs as PTX and reads them again.

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/internal/compile"
	"gpucourse/gpusim/internal/pass"
	"gpucourse/gpusim/internal/source"
)

// TestWritten: a program that is printed as PTX after the passes of nvcc's front end gives the values
// that it gives from CUDA C.
func TestWritten(t *testing.T) {
	if testing.Short() {
		t.Skip("runs thirty programs")
	}
	n := uint64(30)
	if *every {
		n = 1000
	}
	s, err := arch.Find("H200")
	if err != nil {
		t.Fatal(err)
	}
	for i := range n {
		p := Generate(*first + i)
		want, err := simulate(t, p)
		if err != nil {
			t.Fatal(err)
		}
		got, err := simulateWritten(t, p, s)
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("seed %d: got %x, %v, want %x", p.Seed, got[:min(4, len(got))], err, want[:4])
			save(t, p)
		}
	}
}

// simulateWritten prints a program as PTX, without fused products, and runs that.
func simulateWritten(t *testing.T, p Program, s *arch.Spec) ([]uint64, error) {
	t.Helper()
	u, err := source.LoadText("k.cu", []byte(Common+p.Text))
	if err != nil {
		return nil, err
	}
	without, err := pass.LeftOut("-fuse")
	if err != nil {
		return nil, err
	}
	text, err := compile.PTX(u, "K", s, without)
	if err != nil {
		return nil, err
	}
	file := filepath.Join(t.TempDir(), "k.ptx")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return launch(file)
}
