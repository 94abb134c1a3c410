package mem

import (
	"testing"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/validation/h200"
)

// measuredFirst is where the block of slices.txt begins.
const measuredFirst = 528 << 20

// TestSlicesAsMeasured compares the slices of lines with those that an H200 changes them in.
func TestSlicesAsMeasured(t *testing.T) {
	spec, err := arch.Find("H200")
	if err != nil {
		t.Fatal(err)
	}
	m := Memory{spec: spec}
	n := spec.Clock.Memory.L2Slices / spec.Caches.L2Parts
	slices, numbers := map[float64]int{}, map[int]float64{}
	for _, row := range h200.Slices("line") {
		address := uint64(row["at"]) + measuredFirst
		home := spec.Caches.L2Hash.PartOf(address)
		got, want := home*n+m.sliceIn(address/uint64(spec.Global.LineBytes), home, n), row["slice"]
		if s, ok := slices[want]; ok && s != got {
			t.Fatalf("address %#x is in slice %d, others of measured slice %g in %d", address, got, want, s)
		}
		if w, ok := numbers[got]; ok && w != want {
			t.Fatalf("address %#x is in slice %d, as lines of measured slice %g are, want as those of %g", address, got, w, want)
		}
		slices[want], numbers[got] = got, want
	}
	if want := 2 * (n - 1); len(slices) != want {
		t.Errorf("%d slices, want %d", len(slices), want)
	}
}
