package propose_test

import (
	"path/filepath"
	"testing"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/internal/propose"
	"gpucourse/gpusim/internal/source"
)

// programs are programs as tutorials write them, with the launches that their main() makes.
var programs = []struct {
	file     string
	launches []propose.Chosen
}{
	{"vectoradd", []propose.Chosen{{Name: "vectorAdd", Grid: "196", Block: "256", Shared: "0", Values: "a=50000:main b=50000:main c=50000 n=50000"}}},
	{"saxpy", []propose.Chosen{{Name: "saxpy", Grid: "1024", Block: "256", Shared: "0", Values: "n=262144 a=2 x=262144:main y=262144:main"}}},
	{"reduction", []propose.Chosen{{Name: "reduce", Grid: "512", Block: "128", Shared: "512", Values: "in=65536:main out=512 n=65536"}}},
	{"stencil", []propose.Chosen{{Name: "stencil", Grid: "16", Block: "256", Shared: "0", Values: "in=4096:main out=4096 n=4096 weights=7:main"}}},
	{"matrixproduct", []propose.Chosen{
		{Name: "matMul<16>", Grid: "8,8", Block: "16,16", Shared: "0", Values: "A=16384:main B=16384:main C=16384 width=128"},
		{Name: "matMul<32>", Grid: "4,4", Block: "32,32", Shared: "0", Values: "A=16384:main B=16384:main C=16384 width=128"},
	}},
	{"bitonic", []propose.Chosen{{Name: "bitonicStep", Grid: "16", Block: "512", Shared: "0", Values: "values=8192:main j=1 k=2"}}},
}

func open(t *testing.T, path string) *propose.Source {
	t.Helper()
	unit, err := source.LoadFile(path, source.Module)
	if err != nil {
		t.Fatal(err)
	}
	return propose.Of(unit, h200(t))
}

func h200(t *testing.T) *arch.Spec {
	t.Helper()
	spec, err := arch.Find("H200")
	if err != nil {
		t.Fatal(err)
	}
	return spec
}

func TestLaunchesOfMain(t *testing.T) {
	for _, p := range programs {
		found, err := open(t, filepath.Join("testdata", "programs", p.file+".cu")).All()
		if err != nil {
			t.Errorf("%s: %v", p.file, err)
			continue
		}
		if len(found.Kernels) != len(p.launches) {
			t.Errorf("%s: got %d kernels, want %d", p.file, len(found.Kernels), len(p.launches))
			continue
		}
		for i, want := range p.launches {
			got := found.Kernels[i]
			if got.Because = nil; got.Name != want.Name || got.Grid != want.Grid || got.Block != want.Block || got.Shared != want.Shared || got.Values != want.Values {
				t.Errorf("%s: got\n%+v, want\n%+v", p.file, got, want)
			}
		}
	}
}
