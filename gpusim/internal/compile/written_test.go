package compile_test

import (
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/internal/compile"
	"gpucourse/gpusim/internal/source"
)

var every = flag.Bool("every", false, "assemble the PTX of every kernel, not of some")

// written are the sources whose kernels are printed as PTX: those of the validation and of the course.
var written = []string{"../../validation/h200/cases/*.cu", "../../validation/h[12]00/blind/*.cu", "../../validation/h[12]00/*.cu", "../../validation/h200/compiler/*.cu", "../../../solutions/*", corpus, "../../validation/unseenkernels"}

// someOf is how many kernels share one that is assembled without -every.
const someOf = 25

// TestAssembled: ptxas accepts the PTX that kernels are printed as.
func TestAssembled(t *testing.T) {
	ptxas, err := exec.LookPath("ptxas")
	if err != nil {
		t.Skip("ptxas is not installed; .ci/run installs it")
	}
	h100, err := arch.Find("H100")
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, pattern := range written {
		files, _ := filepath.Glob(pattern)
		for _, file := range files {
			u, err := source.LoadFile(file, source.Module)
			if err != nil {
				continue // no kernels, or for nvcc alone
			}
			for _, name := range u.Kernels() {
				if u.Generic(name) {
					name = u.Example(name)
				}
				text, err := compile.PTX(u, name, h100, 0)
				if err != nil {
					continue
				}
				if n++; *every || n%someOf == 0 {
					assemble(t, ptxas, file+", "+name, text)
				}
			}
		}
	}
	if n < 1000 {
		t.Errorf("%d kernels are printed, want 1000", n)
	}
}

func assemble(t *testing.T, ptxas, name, text string) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "kernel.ptx")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command(ptxas, "-c", "-arch=sm_90", "-o", file+".o", file).CombinedOutput(); err != nil {
		t.Errorf("%s: %v\n%s", name, err, out)
	}
}
