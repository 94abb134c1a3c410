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

// TestRegistersOfAProgram: the kernels of a program run with the registers that ptxas gives them, and those of a file of
// PTX with our own.
func TestRegistersOfAProgram(t *testing.T) {
	if _, err := exec.LookPath("ptxas"); err != nil {
		t.Skip("ptxas is not installed; .ci/run installs it")
	}
	h100, err := arch.Find("H100")
	if err != nil {
		t.Fatal(err)
	}
	const text = `.version 8.0
.target sm_90
.address_size 64
.visible .entry k(.param .u64 to) {
.reg .u32 %r<3>; .reg .u64 %rd<2>;
ld.param.u64 %rd1, [to];
mov.u32 %r1, %tid.x;
st.global.u32 [%rd1], %r1;
ret;
}
`
	for _, c := range []struct {
		load  func(string, []byte) (source.Unit, error)
		asked bool
	}{{source.LoadProgram, true}, {source.LoadText, false}} {
		u, err := c.load("k.ptx", []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		k, err := compile.Kernel(u, "k", compile.Options{Spec: h100})
		if err != nil {
			t.Fatal(err)
		}
		said := k.Origin.Assembled
		if (said != nil) != c.asked {
			t.Errorf("ptxas was asked: %v, want %v", said != nil, c.asked)
		}
		if said != nil && (k.Usage.Registers != said.Registers || said.Registers == 0) {
			t.Errorf("the kernel has %d registers, ptxas gives it %d", k.Usage.Registers, said.Registers)
		}
	}
}
