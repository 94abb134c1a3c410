package compile_test

import (
	"slices"
	"testing"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/internal/compile"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/source"
)

// TestOneLoweringServesAllDevices: a kernel that is lowered once and compiled for one device after
// the other has the code that it has when it is compiled for each device alone.
func TestOneLoweringServesAllDevices(t *testing.T) {
	u, err := source.LoadFolder(corpus)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range slices.DeleteFunc(u.Kernels(), u.Generic) {
		lowered, err := compile.Lower(u, name, false)
		if err != nil {
			t.Fatal(err)
		}
		for i := range arch.Devices {
			if testing.Short() && i%5 > 0 {
				continue
			}
			opt := compile.Options{Spec: &arch.Devices[i]}
			got, err := compile.Specialize(u, lowered, opt)
			if err != nil {
				t.Fatal(err)
			}
			want, err := compile.Kernel(u, name, opt)
			if err != nil {
				t.Fatal(err)
			}
			text := ir.Printer{Positions: true}.Print
			if text(got) != text(want) {
				t.Errorf("%s for %s: of one lowering\n%s\nalone\n%s", name, opt.Spec.Name, got, want)
			}
		}
	}
}
