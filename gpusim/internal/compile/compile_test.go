package compile_test

import (
	"errors"
	"slices"
	"testing"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/compile"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/source"
	_ "gpucourse/internal/collect"
)

// TestOneLoweringServesAllDevices: a kernel that is lowered once and compiled for one device after
// the other has the code that it has when it is compiled for each device alone.
func TestOneLoweringServesAllDevices(t *testing.T) {
	u, err := source.LoadFile(corpus, source.Module)
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

// TestLocalMemoryIsKnownWhenLowered: lowering refuses local variables that no thread can have, and
// not those that the passes remove.
func TestLocalMemoryIsKnownWhenLowered(t *testing.T) {
	for _, c := range []struct {
		use     string
		refused bool
	}{
		{"for i := range n { a[i], b[n-i] = x[i], 1 }; x[0] = a[n] + b[2*n]", true},
		{"a[n], b[n] = x[1], x[2]", false},
	} {
		u, err := source.LoadText("k.go", []byte(head+"func K(x []float32) {\nn := int(x[0])\nvar a [100_000]float32\nvar b [90_000]float32\n"+c.use+"\nx[3] = float32(n + gpu.ThreadIdx.X)\n}\n"))
		if err != nil {
			t.Fatal(err)
		}
		_, err = compile.Lower(u, "K", false)
		var list diag.List
		if got := errors.As(err, &list) && list[0].Code == diag.LocalMemory; got != c.refused {
			t.Errorf("%s: got %v", c.use, err)
		}
	}
}
