package memsys

// This file compares Footprint with a set of sector numbers.

import (
	"testing"

	"pgregory.net/rapid"

	"gpucourse/gpusim/internal/arch"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/trace"
)

// TestFootprint: random accesses, split over two footprints and merged, leave
// as many sectors as a map of them has.
func TestFootprint(t *testing.T) {
	s, err := arch.Find("H200")
	if err != nil {
		t.Fatal(err)
	}
	rapid.Check(t, func(t *rapid.T) {
		halves := []*Footprint{NewFootprint(s), NewFootprint(s)}
		loaded, stored := map[uint64]bool{}, map[uint64]bool{}
		for range rapid.IntRange(1, 20).Draw(t, "accesses") {
			a := drawGlobal(t)
			halves[rapid.IntRange(0, 1).Draw(t, "half")].Access(&a)
			for lane := range s.WarpSize {
				if a.Active>>lane&1 == 0 {
					continue
				}
				for b := range a.Bytes {
					sector := (a.Lane(lane) + uint64(b)) / uint64(s.Global.SectorBytes)
					loaded[sector] = loaded[sector] || a.Kind != trace.Store
					stored[sector] = stored[sector] || a.Kind != trace.Load
				}
			}
		}
		halves[0].Merge(halves[1])
		if got, want := halves[0].Loaded(), members(loaded); got != want {
			t.Errorf("loaded: got %d sectors, want %d", got, want)
		}
		if got, want := halves[0].Stored(), members(stored); got != want {
			t.Errorf("stored: got %d sectors, want %d", got, want)
		}
	})
}

func members(set map[uint64]bool) (n uint64) {
	for _, in := range set {
		if in {
			n++
		}
	}
	return n
}

// drawGlobal makes an access in affine form, or with an address a lane.
func drawGlobal(t *rapid.T) trace.Access {
	bytes := 1 << rapid.IntRange(0, 4).Draw(t, "log bytes")
	a := trace.Access{
		Kind: trace.Kind(rapid.IntRange(0, 2).Draw(t, "kind")), Space: ir.Global, Bytes: bytes,
		Base:   1<<39 + uint64(rapid.IntRange(0, 1<<22).Draw(t, "base")*bytes),
		DX:     int64(rapid.IntRange(-2, 40).Draw(t, "dx") * bytes),
		DY:     int64(rapid.IntRange(-100, 100).Draw(t, "dy") * bytes),
		Width:  1 << rapid.IntRange(0, 5).Draw(t, "log width"),
		Active: ^trace.Mask(0),
	}
	if rapid.Bool().Draw(t, "part") {
		a.Active = trace.Mask(rapid.Uint32Range(1, 1<<32-1).Draw(t, "active"))
	}
	if rapid.Bool().Draw(t, "vector") {
		a.Addr = new(trace.Lanes)
		for i := range a.Addr {
			a.Addr[i] = 1<<39 + uint64(rapid.IntRange(0, 1<<20).Draw(t, "address")*bytes)
		}
	}
	return a
}

// BenchmarkFootprint is a warp's row of floats.
func BenchmarkFootprint(b *testing.B) {
	s, err := arch.Find("H200")
	if err != nil {
		b.Fatal(err)
	}
	f := NewFootprint(s)
	a := trace.Access{Space: ir.Global, Bytes: 4, Base: 1 << 39, DX: 4, Width: 32, Active: ^trace.Mask(0)}
	for b.Loop() {
		a.Base += 128
		if a.Base > 1<<39+1<<20 {
			a.Base = 1 << 39
		}
		f.Access(&a)
	}
}
