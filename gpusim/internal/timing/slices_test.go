package timing

import (
	"fmt"
	"strings"
	"testing"

	"gpucourse/gpusim/internal/replay"
	"gpucourse/gpusim/validation/h200"
)

// measuredFirst is where the block of slices.txt begins.
const measuredFirst = 528 << 20

// TestSlicesAsMeasured compares the slices of lines with those that an H200 changes them in, and
// which slices share a way with those that hinder each other there.
func TestSlicesAsMeasured(t *testing.T) {
	c := &chip{Launch: &Launch{Launch: replay.Launch{Spec: device(t, "H200")}}}
	n := c.Spec.Clock.Memory.L2Slices / c.Spec.Caches.L2Parts
	slices, numbers := map[float64]int{}, map[int]float64{}
	for _, row := range h200.Slices("line") {
		address := uint64(row["at"]) + measuredFirst
		home := c.Spec.Caches.L2Hash.PartOf(address)
		got, want := home*n+c.sliceIn(address/uint64(c.Spec.Global.LineBytes), home, n), row["slice"]
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
	besides := 0
	for i, row := range h200.Slices("beside") {
		for key := range row {
			var with float64
			if rest, ok := strings.CutPrefix(key, "with"); ok {
				fmt.Sscan(rest, &with)
				if a, b := slices[float64(i)], slices[with]; a%n != b%n && a^1 != b {
					besides++
				}
			}
		}
	}
	if besides > 2 { // the slice that lacks its neighbour, with another
		t.Errorf("%d slices hinder each other that share nothing here", besides)
	}
}
