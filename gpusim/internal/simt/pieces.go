package simt

// This file does something once to each piece of a large memory, before it is used.

import (
	"sync"
	"sync/atomic"

	"gpucourse/gpusim/internal/padding"
)

// wordBits is the pieces per word of done.
const wordBits = 64

// pieces is which pieces of a memory something was done to.
type pieces struct {
	total, bytes uint64 // of the memory, of a piece
	// done has a bit per piece. Who sets it holds the lock.
	done  []atomic.Uint64
	locks [16]sync.Mutex // by number of the piece, so that workers do it at the same time
}

func newPieces(total, bytes int) *pieces {
	return &pieces{total: uint64(total), bytes: uint64(bytes), done: make([]atomic.Uint64, padding.Units(padding.Units(total, bytes), wordBits))}
}

// need calls do for each piece of n bytes from byte at on, one at least, for which nobody has called it. Other workers wait
// until it has returned.
func (p *pieces) need(at, n uint64, do func(piece uint64)) {
	for i := at / p.bytes; i <= (at+n-1)/p.bytes; i++ {
		if !p.has(i) {
			p.once(i, do)
		}
	}
}

func (p *pieces) once(i uint64, do func(piece uint64)) {
	lock := &p.locks[i%uint64(len(p.locks))]
	lock.Lock()
	defer lock.Unlock()
	if !p.has(i) {
		do(i)
		p.done[i/wordBits].Or(1 << (i % wordBits))
	}
}

// has reports whether it is done to a piece.
func (p *pieces) has(i uint64) bool { return p.done[i/wordBits].Load()>>(i%wordBits)&1 != 0 }

// span returns where a piece begins, and where it ends.
func (p *pieces) span(i uint64) (lo, hi uint64) { return i * p.bytes, min((i+1)*p.bytes, p.total) }
