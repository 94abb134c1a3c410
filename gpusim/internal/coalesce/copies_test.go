package coalesce_test

import (
	"testing"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/internal/coalesce"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/trace"
)

// copied is what an H100 counted for the warps of a block that copy rows to shared memory.
type copied struct {
	name                               string
	past                               bool
	warps                              int
	from, to                           func(warp, lane int) uint64
	bytes                              int
	sectors, pieces, wavefronts, ideal int
}

// rowsOf returns where the lanes of a warp copy to, if eight of them fill a row of 128 bytes and rows are some bytes apart.
func rowsOf(first, pitch uint64, swizzle bool) func(warp, lane int) uint64 {
	return func(warp, lane int) uint64 {
		row, chunk := uint64(4*warp+lane/8), uint64(lane%8)
		if swizzle {
			chunk ^= row % 8
		}
		return first + row*pitch + chunk*16
	}
}

// sides is the words left and right of the rows of a tile of a stencil: see stencil5_async_halo.
func sides(left, right, pitch uint64) func(warp, lane int) uint64 {
	return func(warp, lane int) uint64 {
		row := uint64(16*warp + lane/2)
		if lane%2 == 0 {
			return left + row*pitch
		}
		return right + row*pitch
	}
}

// TestCostOfCopy compares the cost of copies with counters of an H100 (ncu: ldgsts). The rows are those of products with
// ldmatrix and of a stencil, whose counters are divided by their blocks and tiles.
func TestCostOfCopy(t *testing.T) {
	s, err := arch.Find("H100")
	if err != nil {
		t.Fatal(err)
	}
	global := rowsOf(1<<20, 1024, false)
	for _, c := range []copied{
		{"rows of 128 bytes", true, 2, global, rowsOf(0, 128, false), 16, 32, 32, 8, 8},
		{"rows of 144 bytes", true, 2, global, rowsOf(0, 144, false), 16, 48, 36, 21, 21},
		{"chunks by XOR", true, 2, global, rowsOf(0, 128, true), 16, 32, 32, 8, 8},
		{"rows half a sector off", true, 1, global, rowsOf(16, 160, false), 16, 32, 20, 14, 14},
		{"words beside rows", false, 1, sides(1<<20-4, 1<<20+128, 8192), sides(12, 144, 160), 4, 32, 32, 16, 1},
		{"words in rows of the edge", false, 1, sides(1<<20, 1<<20+128, 8192), sides(12, 144, 160), 4, 32, 32, 32, 1},
	} {
		var got coalesce.CopyCost
		for warp := range c.warps {
			a := &trace.Access{Kind: trace.Load, Space: ir.Global, Bytes: c.bytes, Active: trace.MaskOf(0, s.WarpSize), Addr: &trace.Lanes{}, Into: &trace.Lanes{}, Past: c.past}
			for lane := range s.WarpSize {
				a.Addr[lane], a.Into[lane] = c.from(warp, lane), c.to(warp, lane)
			}
			w := coalesce.CostOfCopy(s, a)
			got.Sectors, got.Pieces = got.Sectors+w.Sectors, got.Pieces+w.Pieces
			got.Wavefronts, got.Ideal = got.Wavefronts+w.Wavefronts, got.Ideal+w.Ideal
		}
		if want := (coalesce.CopyCost{Sectors: c.sectors, Pieces: c.pieces, Wavefronts: c.wavefronts, Ideal: c.ideal}); got != want {
			t.Errorf("%s: got %+v, want %+v", c.name, got, want)
		}
	}
}
