package cache

// L1 against walk.cu on an H200: one thread that goes round places at equal distances.

import (
	"math"
	"testing"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/validation/h200"
)

// TestL1Walks: in the last round about as many places miss as on the device.
func TestL1Walks(t *testing.T) {
	const most = 0.16 // of the places
	g := spec(t, "H200").Caches.L1
	g.Bytes = 248 << 10 // shared=0
	for _, walk := range []struct {
		words string
		step  int
	}{
		{"order=forward shared=0 step=128", 128}, {"order=forward step=256", 256}, {"order=forward step=384", 384},
		{"order=forward step=512", 512}, {"order=forward step=640", 640}, {"order=forward step=1024", 1024},
		{"order=forward step=2048", 2048}, {"order=forward step=4096", 4096},
	} {
		for _, m := range h200.Walk("walk " + walk.words) {
			n, misses, c := int(m["places"]), 0, New(g)
			for range 8 { // the device needs some rounds too
				misses = 0
				for i := range n {
					if c.Read(uint64(i*walk.step/g.LineBytes), 1) == 0 {
						misses++
					}
				}
			}
			if want := m["miss3"]; math.Abs(float64(misses)-want) > most*float64(n) {
				t.Errorf("%s, %d places: %d miss, want %.0f", walk.words, n, misses, want)
			}
		}
	}
}

// TestPowersOfTwoUseAllSets: as many lines as there are sets, a power of two apart, lie in
// one set each.
func TestPowersOfTwoUseAllSets(t *testing.T) {
	for degree := range irreducible {
		sets := 1 << degree
		x := newIndex(arch.Cache{Folded: true}, sets)
		for shift := range 20 {
			seen := map[int]bool{}
			for i := range uint64(sets) {
				seen[x.set(i<<shift)] = true
			}
			if len(seen) != sets {
				t.Errorf("lines %d apart lie in %d of %d sets", 1<<shift, len(seen), sets)
			}
		}
	}
}
