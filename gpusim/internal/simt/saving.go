package simt

// This file keeps what a parallel run writes over, so that the run can be undone.

import (
	"bytes"
	"sync"
)

// checkpoint is the memory that a kernel may write, as it was before a parallel run.
type checkpoint struct {
	whole map[*Allocation][]byte // of small allocations
	large []*saving
}

// save keeps an allocation, whose owner table t tells what is written.
func (c *checkpoint) save(a *Allocation, t *ownerTable) {
	if a.reserved == nil {
		c.whole[a] = bytes.Clone(a.Data)
		return
	}
	t.saving = &saving{of: a, pieces: newPieces(len(a.Data), fillBytes), kept: map[uint64][]byte{}}
	c.large = append(c.large, t.saving)
}

// restore puts the saved contents back.
func (c *checkpoint) restore() {
	for a, data := range c.whole {
		copy(a.Data, data)
	}
	for _, s := range c.large {
		for i, data := range s.kept {
			lo, _ := s.pieces.span(i)
			copy(s.of.Data[lo:], data)
		}
	}
}

// saving is the pieces of a large allocation that a run writes, as they were before.
type saving struct {
	of     *Allocation
	pieces *pieces
	mu     sync.Mutex
	kept   map[uint64][]byte
}

// before keeps n bytes from byte at on, which will be written.
func (s *saving) before(at, n uint64) { s.pieces.need(at, n, s.keep) }

func (s *saving) keep(piece uint64) {
	lo, hi := s.pieces.span(piece)
	data := bytes.Clone(s.of.Bytes(int(lo), int(hi)))
	s.mu.Lock()
	defer s.mu.Unlock()
	s.kept[piece] = data
}
