package run

// This file finds the warp that accesses global memory most often.

import (
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/trace"
)

// busiest counts the accesses to global memory of each warp. A worker executes one block
// after another, so the counts of one block are enough.
type busiest struct {
	block int
	count []uint64 // of the block, by warp
	most  uint64   // of all blocks so far
}

// access counts an access.
func (b *busiest) access(a *trace.Access) {
	if a.Space != ir.Global {
		return
	}
	if a.Block != b.block {
		b.block = a.Block
		clear(b.count)
	}
	for a.Warp >= len(b.count) {
		b.count = append(b.count, 0)
	}
	b.count[a.Warp]++
	b.most = max(b.most, b.count[a.Warp])
}
