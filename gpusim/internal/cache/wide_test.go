package cache

import (
	"testing"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/trace"
)

// Banks of 8 bytes let a warp's doubles pass at once: what the halves of the warp
// have in common is asked of L2 once, though the guide counts two requests.
func TestWideWordsAskOnceWhereBanksAreWide(t *testing.T) {
	spec, err := arch.Find("K20c")
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		bytes, step int
		reads       uint64
	}{{4, 0, 1}, {8, 0, 1}, {16, 0, 2}, {4, 4, 4}, {8, 8, 8}, {16, 16, 16}} {
		a := &trace.Access{Space: ir.Global, Kind: trace.Load, Bytes: tt.bytes, Active: trace.MaskOf(0, spec.WarpSize), Width: spec.WarpSize, Base: 4096, DX: int64(tt.step)}
		var c trace.CacheCounts
		h := NewHierarchy(spec)
		h.Begin(0)
		h.Access(0, 1, a, &c)
		if c.L2Reads != tt.reads {
			t.Errorf("%d-byte words, %d bytes apart: got %d sectors of L2, want %d", tt.bytes, tt.step, c.L2Reads, tt.reads)
		}
	}
}
