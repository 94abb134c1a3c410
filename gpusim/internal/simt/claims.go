package simt

// This file lets blocks run at the same time with the result of running one
// after another: memory that two chunks of blocks would have to share makes
// the launch start again in order.

import (
	"errors"
	"sync/atomic"

	"gpucourse/gpusim/internal/trace"
)

// claimBytes is the piece of memory that a chunk claims as a whole. Smaller
// elements of one piece in two chunks count as shared.
const claimBytes = 4

// claims says, for each piece of one allocation, which chunk has used it: 0
// none, manyReaders, or the chunk's number from 1 on, times two, plus one when
// it has written. A claim is made before the memory is touched and is never
// given up, so no two chunks ever touch a piece that either writes.
type claims struct {
	base   uint64 // address of the first piece
	pieces []atomic.Uint32
}

const manyReaders = 1

func newClaims(a *Allocation) *claims {
	return &claims{base: a.Base, pieces: make([]atomic.Uint32, (len(a.Data)+claimBytes-1)/claimBytes)}
}

// take claims one piece for a chunk; false when another chunk is in the way.
func (c *claims) take(piece uint64, chunk uint32, write bool) bool {
	mine := chunk << 1
	p := &c.pieces[piece]
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

// claim claims what the lanes of the access in w.groups use; false stops the
// worker.
func (w *warp) claim(in *inst) bool {
	bytes, write := uint64(in.mem.bytes), in.mem.kind != trace.Load
	for _, g := range w.groups {
		if g.claims == nil {
			continue
		}
		for i := range w.addrs {
			if !g.mask.Has(i) {
				continue
			}
			first := w.addrs[i] - g.claims.base
			for piece := first / claimBytes; piece*claimBytes < first+bytes; piece++ {
				if !g.claims.take(piece, w.worker.chunk, write) {
					w.stop(errShared)
					return false
				}
			}
		}
	}
	return true
}

// errShared means that two chunks use the same memory and one writes it.
var errShared = errors.New("blocks share memory: run them in order")
