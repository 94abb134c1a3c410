package validation

// This file prints the measured kernels as PTX after the passes of nvcc's front end, and launches
// what is printed.

import (
	"bytes"
	"cmp"
	"regexp"
	"testing"

	"gpucourse/gpusim"
	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/internal/compile"
	"gpucourse/gpusim/internal/source"
	"gpucourse/gpusim/validation/cases"
	"gpucourse/gpusim/validation/kernels"
	"gpucourse/gpusim/validation/unseenkernels"
)

// TestWritten: a kernel that is printed as PTX after the passes of the front end, and read again,
// gives the same results and counters as the kernel itself. Of every kernel:
//
//	go test ./gpusim/validation -every -run Written
func TestWritten(t *testing.T) {
	if testing.Short() {
		t.Skip("launches sixty cases twice")
	}
	for path, all := range map[string][]cases.Case{"h200/cases/visible.cu": kernels.Cases(), "h200/cases/unseen_kernels.cu": unseenkernels.Cases()} {
		m, u := gpusim.Must(gpusim.LoadFile(path)), gpusim.Must(source.LoadFile(path, source.Module))
		list := onePerKernel(all)
		if !*every && *only == "" {
			list = some(list)
		}
		for _, c := range list {
			if regexp.MustCompile(*only).MatchString(c.Name) {
				t.Run(c.Name, func(t *testing.T) { checkWritten(t, m, u, c) })
			}
		}
	}
}

func checkWritten(t *testing.T, m *gpusim.Module, u source.Unit, c cases.Case) {
	name := cudaName(c, m)
	text, err := compile.PTX(u, name, gpusim.Must(arch.Find(testSpec.Name)), 0)
	if err != nil {
		t.Fatal(err)
	}
	written, err := ptxModule(text)
	if err != nil {
		t.Fatal(err)
	}
	want, arrays := launchArrays(t, m, name, c, gpusim.Options{})
	got, others := launchArrays(t, written, written.Kernels()[0], c, gpusim.Options{})
	if want == nil || got == nil {
		return
	}
	for i := range arrays {
		if !bytes.Equal(arrays[i], others[i]) {
			t.Errorf("array %d differs", i+1)
		}
	}
	for _, counter := range counters {
		if counter.tier != exact {
			continue
		}
		a, _ := want.Metric(counter.name)
		b, _ := got.Metric(counter.name)
		if cmp.Compare(a, b) != 0 {
			t.Errorf("%s: %.0f from CUDA C, %.0f from PTX", counter.name, a, b)
		}
	}
}
