package kernel

import (
	"math"
	"testing"

	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/source"
)

// TestCoarse: floats that follow from indices and lead to an integer or to a comparison hold fewer bits, others hold all.
func TestCoarse(t *testing.T) {
	for body, want := range map[string]int{
		"i := int(float32(gpu.ThreadIdx.X) / float32(n))\n	out[i] = 1":                                        3, // each conversion, and the quotient
		"for f := float32(0); f < float32(n); f += float32(gpu.BlockDim.X) {\n		out[0] += f\n	}":              3,
		"i := gpu.ThreadIdx.X\n	out[i] = float32(i) / float32(n)":                                             0,
		"i := gpu.ThreadIdx.X\n	out[i] = float32(int(out[i]))":                                                0,
		"i := gpu.ThreadIdx.X\n	if float32(i)*0.5 < out[i] {\n		out[i] = 0\n	}":                               0,
		"i := gpu.ThreadIdx.X\n	out[i] = float32(n) * 3\n	out[int(float32(n)*0.25)] = float32(int32(out[i]))": 2,
	} {
		u, err := source.LoadText(t.Name()+".go", []byte("package p\n\nimport \"gpucourse/gpusim/gpu\"\n\nfunc K(out []float32, n int) {\n	"+body+"\n}\n"))
		if err != nil {
			t.Fatal(err)
		}
		k, err := New(u, "K")
		if err != nil {
			t.Fatal(err)
		}
		got := 0
		if coarse, _ := k.Coarse(); coarse != nil {
			for _, b := range coarse.Lowered.Blocks {
				for _, in := range b.Instrs {
					if in.Op == ir.And && in.Src[1] == ir.I(math.MaxUint32-dropped) {
						got++
					}
				}
			}
			if _, err := coarse.For(Target{}); err != nil {
				t.Errorf("%s: %v", body, err)
			}
		}
		if got != want {
			t.Errorf("%s: got %d numbers of fewer bits, want %d", body, got, want)
		}
	}
}
