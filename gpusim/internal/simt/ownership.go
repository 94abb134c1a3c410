package simt

// This file detects conflicts between blocks that run in parallel: two chunks of
// blocks use the same granule of memory and one of them writes it. After a
// conflict the launch runs again in order.

import (
	"errors"
	"sync/atomic"
	"unsafe"

	"gpucourse/gpusim/trace"
)

// ownerTable holds the owner of each granule of one allocation: 0 for no owner,
// manyReaders, or twice the number of the chunk that uses it, plus one when the
// chunk has written it. Chunks are numbered from 1. A chunk acquires a granule
// before it accesses the memory and never releases it. So no two chunks access a
// granule that one of them writes.
type ownerTable struct {
	base     uint64 // address of the first granule
	granule  uint64 // bytes per granule
	owners   []atomic.Uint32
	saving   *saving      // keeps what is written; nil where all is saved already
	reserved *reservation // that owners are; nil: they are in Go's heap
}

// manyReaders is the owner of a granule that several chunks have read.
const manyReaders = 1

// granuleSizes are the sizes to try, in bytes. Large granules are faster, small
// ones have fewer false conflicts. Smaller elements in one granule of the last
// size still conflict.
var granuleSizes = [...]uint64{32, 4}

func newOwnerTable(a *Allocation, granule uint64) *ownerTable {
	t, n := &ownerTable{base: a.Base, granule: granule}, len(a.Data)/int(granule)+1
	if bytes := n * int(unsafe.Sizeof(t.owners[0])); a.reserved != nil {
		t.reserved, _ = reserve(bytes)
	}
	if t.reserved == nil {
		t.owners = make([]atomic.Uint32, n)
	} else {
		t.owners = unsafe.Slice((*atomic.Uint32)(unsafe.Pointer(unsafe.SliceData(t.reserved.data))), n)
	}
	return t
}

// free gives the memory of the table back. No worker uses it any more.
func (t *ownerTable) free() {
	t.owners = nil
	if t.reserved != nil {
		t.reserved.unmap()
	}
}

// acquire makes a chunk an owner of granule i. It returns false on a conflict.
func (t *ownerTable) acquire(i uint64, chunk uint32, write bool) bool {
	mine := chunk << 1
	p := &t.owners[i]
	for {
		now := p.Load()
		next, ok := mine|now&1, true
		switch {
		case write:
			next, ok = mine|1, now == 0 || now>>1 == chunk
		case now == 0 || now>>1 == chunk: // the chunk keeps the right to write
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

// acquireRange acquires the granules of n bytes from addr on.
func (t *ownerTable) acquireRange(addr, n uint64, chunk uint32, write bool) bool {
	at := addr - t.base
	for p := at / t.granule; p <= (at+n-1)/t.granule; p++ {
		if !t.acquire(p, chunk, write) {
			return false
		}
	}
	if write && t.saving != nil {
		t.saving.before(at, n)
	}
	return true
}

// errConflict means that two chunks use the same granule and one writes it.
var errConflict = errors.New("blocks share memory")

// acquire acquires the memory of the access in w.mem.target. On a conflict it
// stops the warp and returns false. Kernels with global atomics run in order and
// never acquire memory.
func (w *warp) acquire(in *inst) bool {
	write := in.mem.kind != trace.Load
	if w.mem.target.affine && w.acquireRows(in, write) || !w.mem.target.affine && w.acquireLanes(in, write) {
		return true
	}
	w.stop(errConflict)
	return false
}

// acquireLanes acquires the memory of each active lane.
func (w *warp) acquireLanes(in *inst, write bool) bool {
	for _, g := range w.mem.groups {
		if g.owners == nil {
			continue
		}
		for i := range w.mem.addrs {
			if g.mask.Has(i) && !g.owners.acquireRange(w.mem.addrs[i], uint64(in.mem.bytes), w.worker.chunk, write) {
				return false
			}
		}
	}
	return true
}

// acquireRows acquires the memory of an affine access of all lanes, a whole row at
// a time where its lanes leave no gaps.
func (w *warp) acquireRows(in *inst, write bool) bool {
	r, s := &w.mem.target, w.shape
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
