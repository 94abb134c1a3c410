package run

// This file finds the warp that accesses global memory most often.

import (
	"slices"

	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/trace"
)

// busiest counts the accesses to global memory of each warp. A worker executes one block
// after another, so it needs the counts of one block, and of those that wait for others.
type busiest struct {
	block int
	count []uint64         // of the block, by warp
	held  map[int][]uint64 // of blocks that stopped before their end
	most  uint64           // of all blocks so far
}

// suspend keeps the counts of a block that stops before its end.
func (b *busiest) suspend(block int) {
	if b.held == nil {
		b.held = map[int][]uint64{}
	}
	if block == b.block {
		b.held[block] = slices.Clone(b.count)
	}
}

// access counts an access. A unit of the SM makes those of bulk copies, not the warp.
func (b *busiest) access(a *trace.Access) {
	if bulk := a.Past && a.Into == nil; bulk || a.Space != ir.Global {
		return
	}
	if a.Block != b.block {
		b.block = a.Block
		b.count = append(b.count[:0], b.held[a.Block]...)
	}
	for a.Warp >= len(b.count) {
		b.count = append(b.count, 0)
	}
	b.count[a.Warp]++
	b.most = max(b.most, b.count[a.Warp])
}
