package h100

import (
	_ "embed"
	"fmt"
	"math"
	"math/bits"
	"testing"

	"gpucourse/gpusim"
	"gpucourse/gpusim/validation/h200"
)

//go:embed conflicts.txt
var conflictsText string

// TestConflictsOfFewWarps compares the cycles per access with conflicts.txt, where one warp, two or four of a scheduler,
// two or four of each of two schedulers, or all use the LSU. Stores of one register are not compared: the simulator
// takes their time for that of stores of sums. Furthest are two warps of one scheduler with conflicts in L1 (0.62): on the
// device they disturb each other.
func TestConflictsOfFewWarps(t *testing.T) {
	const unrolled, few, many, near = 16, 4, 24, 0.4
	module, err := gpusim.LoadFile("conflicts.cu")
	if err != nil {
		t.Fatal(err)
	}
	var sum float64
	rows := 0
	for _, name := range []string{"loads", "sums", "cached"} {
		kernel, err := module.Kernel(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, row := range h200.Rows(conflictsText, name) {
			mask, stride := int32(row["mask"]), int32(row["stride"])
			cycles := func(rounds int32) float64 {
				dev := gpusim.Must(gpusim.Open("H100"))
				sink, g := gpusim.Must(gpusim.Malloc[float32](dev, 512)), gpusim.Must(gpusim.Malloc[float32](dev, 4096))
				r, err := dev.Launch(kernel, gpusim.Config{Grid: gpusim.Dim(1), Block: gpusim.Dim(512)}, sink, g, mask, stride, rounds)
				if err != nil {
					t.Fatal(err)
				}
				return r.Time.Cycles
			}
			warps := bits.OnesCount32(uint32(mask))
			got, want := (cycles(many)-cycles(few))/float64(unrolled*(many-few)*warps), row["cycles"]
			t.Logf("%s mask=%#x stride=%d: %.2f cycles per access, measured %.2f", name, mask, stride, got, want)
			if math.Abs(got/want-1) > near {
				t.Errorf("%s mask=%#x stride=%d: %.2f cycles per access, measured %.2f", name, mask, stride, got, want)
			}
			sum += math.Abs(math.Log(got / want))
			rows++
		}
	}
	t.Logf("%d rows: geometric mean of the error %.1f %%", rows, 100*(math.Exp(sum/float64(rows))-1))
}

//go:embed reductions.txt
var reductionsText string

// TestConflictsOfReductions compares what bank conflicts cost a reduction of 2²⁰ elements with reductions.txt: in each
// block first eight warps have conflicts, and at last one.
func TestConflictsOfReductions(t *testing.T) {
	const blocks, block, near = 2048, 512, 0.07
	module, err := gpusim.LoadFile("reductions.cu")
	if err != nil {
		t.Fatal(err)
	}
	cycles := func(name string) (simulated, measured float64) {
		dev := gpusim.Must(gpusim.Open("H100"))
		in, sums := gpusim.Must(gpusim.Malloc[float32](dev, blocks*block)), gpusim.Must(gpusim.Malloc[float32](dev, blocks))
		kernel, err := module.Kernel(name)
		if err != nil {
			t.Fatal(err)
		}
		r, err := dev.Launch(kernel, gpusim.Config{Grid: gpusim.Dim(blocks), Block: gpusim.Dim(block), Shared: 4 * block}, in, sums, int32(blocks*block))
		if err != nil {
			t.Fatal(err)
		}
		return r.Time.Cycles, h200.Rows(reductionsText, fmt.Sprintf("%s blocks=%d", name, blocks))[0]["cycles"]
	}
	crowded, measuredCrowded := cycles("Crowded")
	halves, measuredHalves := cycles("Halves")
	t.Logf("Crowded %.0f cycles, measured %.0f; Halves %.0f, measured %.0f", crowded, measuredCrowded, halves, measuredHalves)
	if got, want := crowded/halves, measuredCrowded/measuredHalves; math.Abs(got/want-1) > near {
		t.Errorf("conflicts take %.2f times as long, measured %.2f", got, want)
	}
}
