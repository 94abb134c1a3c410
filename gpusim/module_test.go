package gpusim_test

// This file looks kernels up in a module.

import (
	"slices"
	"testing"

	"gpucourse/gpusim"
)

func TestModuleListsItsKernels(t *testing.T) {
	mod, err := gpusim.LoadFile("validation/kernels/matmul.go")
	if err != nil {
		t.Fatal(err)
	}
	if got, want := mod.Kernels(), []string{"MatmulNaive", "MatmulTiled16", "MatmulTiled8", "MatmulTiled32"}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	for _, name := range mod.Kernels() {
		if _, err := mod.Kernel(name); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}
