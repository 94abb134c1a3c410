package simt

// This file lets blocks run at the same time with the result of running one
// after another: memory that two chunks of blocks would have to share makes
// the launch start again in order.

import (
	"errors"
	"sync/atomic"

	"gpucourse/gpusim/trace"
)

// claims says, for each piece of one allocation, which chunk has used it: 0
// none, manyReaders, or the chunk's number from 1 on, times two, plus one when
// it has written. A claim is made before the memory is touched and is never
// given up, so no two chunks ever touch a piece that either writes.
type ownerTable struct {
	base    uint64 // address of the first piece
	granule uint64 // bytes of a piece
	owners  []atomic.Uint32
}

const manyReaders = 1

// pieceSizes are the sizes to try, in bytes: large pieces are claimed faster,
// small ones are less often shared by accident. Elements smaller than the last
// that lie in one piece count as shared.
var granuleSizes = [...]uint64{32, 4}

func newOwnerTable(a *Allocation, piece uint64) *ownerTable {
	return &ownerTable{base: a.Base, granule: piece, owners: make([]atomic.Uint32, uint64(len(a.Data))/piece+1)}
}

// take claims one piece for a chunk; false when another chunk is in the way.
func (c *ownerTable) acquire(piece uint64, chunk uint32, write bool) bool {
	mine := chunk << 1
	p := &c.owners[piece]
	for {
		now := p.Load()
		next, ok := mine|now&1, true
		switch {
		case write:
			next, ok = mine|1, now == 0 || now>>1 == chunk
		case now == 0 || now>>1 == chunk: // mine to read, and to write if I did before
		case now == manyReaders:
			next = now
		case now&1 == 0:
			next = manyReaders
		default:
			ok = false
		}
		if !ok {
			return false
		}
		if now == next || p.CompareAndSwap(now, next) {
			return true
		}
	}
}

// takeRange claims the pieces of n bytes from addr on.
func (c *ownerTable) acquireRange(addr, n uint64, chunk uint32, write bool) bool {
	at := addr - c.base
	for p := at / c.granule; p <= (at+n-1)/c.granule; p++ {
		if !c.acquire(p, chunk, write) {
			return false
		}
	}
	return true
}

// errShared means that two chunks use the same memory and one writes it.
var errConflict = errors.New("blocks share memory")

// claim claims what the access in w.reach uses; false stops the worker. Global
// atomics never come here: their kernels run in order.
func (w *warp) acquire(in *inst) bool {
	write := in.mem.kind != trace.Load
	if w.target.affine && w.acquireRows(in, write) || !w.target.affine && w.acquireLanes(in, write) {
		return true
	}
	w.stop(errConflict)
	return false
}

// claimLanes claims what each lane uses.
func (w *warp) acquireLanes(in *inst, write bool) bool {
	for _, g := range w.groups {
		if g.owners == nil {
			continue
		}
		for i := range w.addrs {
			if g.mask.Has(i) && !g.owners.acquireRange(w.addrs[i], uint64(in.mem.bytes), w.worker.chunk, write) {
				return false
			}
		}
	}
	return true
}

// claimRows claims what a closed access of all lanes uses: a row at once where
// its lanes leave no gaps.
func (w *warp) acquireRows(in *inst, write bool) bool {
	r, s := &w.target, w.shape
	if r.region.owners == nil {
		return true
	}
	lanes, bytes := s.width, uint64(in.mem.bytes)
	if r.dx >= 0 && r.dx <= int64(bytes) {
		lanes, bytes = 1, bytes+uint64(r.dx)*uint64(s.width-1)
	}
	for y := range s.rows {
		for x := range lanes {
			addr := r.region.base + uint64(r.offset+int64(x)*r.dx+int64(y)*r.dy)
			if !r.region.owners.acquireRange(addr, bytes, w.worker.chunk, write) {
				return false
			}
		}
	}
	return true
}
