package h100

import (
	"fmt"
	"math"
	"testing"

	"gpucourse/gpusim"
	"gpucourse/gpusim/gpu"
)

// The chases of modern_micro.cu by cache operator: one thread follows n links of a ring of 16 KB.

func chaseCA(n int, p, sink []uint32) {
	j := uint32(0)
	for range n {
		j = gpu.LoadCA(&p[j])
	}
	sink[0] = j
}

func chaseCG(n int, p, sink []uint32) {
	j := uint32(0)
	for range n {
		j = gpu.LoadCG(&p[j])
	}
	sink[0] = j
}

func chaseCS(n int, p, sink []uint32) {
	j := uint32(0)
	for range n {
		j = gpu.LoadCS(&p[j])
	}
	sink[0] = j
}

func chaseLU(n int, p, sink []uint32) {
	j := uint32(0)
	for range n {
		j = gpu.LoadLU(&p[j])
	}
	sink[0] = j
}

func chaseCV(n int, p, sink []uint32) {
	j := uint32(0)
	for range n {
		j = gpu.LoadCV(&p[j])
	}
	sink[0] = j
}

// TestOperators compares the cycles of a load by its cache operator with the measured rows.
func TestOperators(t *testing.T) {
	const elements, step, links, limit = 4096, 32, 512, 0.1
	ring := make([]uint32, elements)
	for i := range ring {
		ring[i] = uint32((i + step) % elements)
	}
	dev := gpusim.Must(gpusim.Open("H100"))
	links16K, sink := gpusim.Must(gpusim.Upload(dev, ring)), gpusim.Must(gpusim.Malloc[uint32](dev, 1))
	cycles := func(kernel any, n int) float64 {
		r := gpusim.Must(dev.Launch(kernel, gpusim.Config{Grid: gpusim.Dim(1), Block: gpusim.Dim(1)}, n, links16K, sink))
		v, _ := r.Metric("sm__cycles_elapsed.max")
		return v
	}
	for name, kernel := range map[string]any{"ca": chaseCA, "cg": chaseCG, "cs": chaseCS, "lu": chaseLU, "cv": chaseCV} {
		row := fmt.Sprintf("chase_16KB_ld_%s", name)
		want, ok := rowOf(residencyText, row)
		if !ok {
			t.Fatalf("no row %s", row)
		}
		if got := (cycles(kernel, 2*links) - cycles(kernel, links)) / links; math.Abs(got/want-1) > limit {
			t.Errorf("%s: %.1f cycles per load, on the device %.1f", row, got, want)
		}
	}
}
