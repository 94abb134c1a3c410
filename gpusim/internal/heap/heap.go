// Package heap decides where allocations of device memory lie, and what asking
// for them takes. It knows addresses and no contents.
//
// The machine: an address space of blocks. A block comes from the kernel driver,
// which maps memory to it, and goes back when nothing is left in it; both take
// long. A request of up to Rules.SmallBytes is served from the lowest hole that
// is large enough in a block that small requests share, or from a new block; a
// larger one gets a block of its own. Pieces are multiples of the alignment.
//
// Invariants: pieces do not overlap and lie within blocks, blocks do not overlap
// and none is empty, addresses are multiples of the alignment.
//
// The rules and the times are those of an H200 (arch.Allocator); a request for 0
// bytes takes nothing and has no address.
package heap

import (
	"slices"

	"gpucourse/gpusim/arch"
)

// Counts is what a heap did, and what it holds.
type Counts struct {
	Served, Returned int     // requests and frees that no block was got or given back for
	Mapped, Unmapped int     // blocks got from the driver, and given back
	Pieces           int     // allocations that live
	PieceBytes       int64   // that they take, rounded up to the alignment
	BlockBytes       int64   // that the driver has mapped
	Micros           float64 // microseconds that all calls took
}

// Heap is an address space. Use New.
type Heap struct {
	rules  *arch.Allocator
	first  uint64
	blocks []*block // ascending
	counts Counts
}

// block is memory from the driver.
type block struct {
	span
	shared      bool // by small requests
	allocations []span
}

// span is the addresses base to base+bytes-1.
type span struct {
	base  uint64
	bytes int
}

func (s span) end() uint64 { return s.base + uint64(s.bytes) }

// New returns an empty heap whose addresses begin at first, a multiple of the
// block size.
func New(rules *arch.Allocator, first uint64) *Heap { return &Heap{rules: rules, first: first} }

// Counts returns what the heap did.
func (h *Heap) Counts() Counts { return h.counts }

// Needs returns the bytes of the block that a request would take from the
// driver, 0 when a block has room.
func (h *Heap) Needs(bytes, align int) int {
	size := roundUp(bytes, align)
	if b, _ := h.findFree(size); b != nil || size == 0 {
		return 0
	}
	return roundUp(size, h.rules.BlockBytes)
}

// Alloc takes room for that many bytes, above 0, at a multiple of align, a power
// of two that divides the block size unless every request has its own block.
func (h *Heap) Alloc(bytes, align int) uint64 {
	size := roundUp(bytes, align)
	b, at := h.findFree(size)
	if b == nil {
		b = h.mapBlock(roundUp(size, h.rules.BlockBytes), align, size <= h.rules.SmallBytes)
		at = b.base
	} else {
		h.counts.Served++
		h.counts.Micros += h.rules.Served
	}
	i, _ := search(b.allocations, at, spanBase)
	b.allocations = slices.Insert(b.allocations, i, span{at, size})
	h.counts.Pieces++
	h.counts.PieceBytes += int64(size)
	return at
}

// hole returns the lowest place for a small request in the blocks that there are.
func (h *Heap) findFree(size int) (*block, uint64) {
	if size > h.rules.SmallBytes {
		return nil, 0
	}
	for _, b := range h.blocks {
		if at, ok := lowestGap(b.base, b.end(), b.allocations, size, 1); ok && b.shared {
			return b, at
		}
	}
	return nil, 0
}

// add gets a block from the driver: the lowest addresses that are free.
func (h *Heap) mapBlock(bytes, align int, shared bool) *block {
	all := make([]span, len(h.blocks))
	for i, b := range h.blocks {
		all[i] = b.span
	}
	at, _ := lowestGap(h.first, 1<<63, all, bytes, max(align, h.rules.BlockBytes))
	b := &block{span: span{at, bytes}, shared: shared}
	i, _ := search(h.blocks, at, blockBase)
	h.blocks = slices.Insert(h.blocks, i, b)
	h.counts.Mapped++
	h.counts.BlockBytes += int64(bytes)
	h.counts.Micros += callMicros(h.rules.Mapped, bytes)
	return b
}

// gap returns the lowest multiple of align from lo on where size bytes lie
// between spans and before hi.
func lowestGap(lo, hi uint64, taken []span, size, align int) (uint64, bool) {
	at := lo
	for _, s := range taken {
		if at+uint64(size) <= s.base {
			break
		}
		at = (s.end() + uint64(align) - 1) &^ (uint64(align) - 1)
	}
	return at, at+uint64(size) <= hi
}

// Free gives the piece that begins at addr back; false when there is none.
func (h *Heap) Free(addr uint64) bool {
	i, exact := search(h.blocks, addr, blockBase)
	if !exact {
		i--
	}
	if i < 0 {
		return false
	}
	b := h.blocks[i]
	j, ok := search(b.allocations, addr, spanBase)
	if !ok {
		return false
	}
	h.counts.Pieces--
	h.counts.PieceBytes -= int64(b.allocations[j].bytes)
	b.allocations = slices.Delete(b.allocations, j, j+1)
	if len(b.allocations) > 0 {
		h.counts.Returned++
		h.counts.Micros += h.rules.Returned
		return true
	}
	h.blocks = slices.Delete(h.blocks, i, i+1)
	h.counts.Unmapped++
	h.counts.BlockBytes -= int64(b.bytes)
	h.counts.Micros += callMicros(h.rules.Unmapped, b.bytes)
	return true
}

func spanBase(s span) uint64    { return s.base }
func blockBase(b *block) uint64 { return b.base }

// search returns the index of what begins at addr, or where it would stand.
func search[T any](all []T, addr uint64, base func(T) uint64) (int, bool) {
	return slices.BinarySearchFunc(all, addr, func(x T, addr uint64) int {
		switch b := base(x); {
		case b < addr:
			return -1
		case b > addr:
			return 1
		}
		return 0
	})
}

func callMicros(l arch.Link, bytes int) float64 {
	if l == (arch.Link{}) {
		return 0
	}
	return l.Micros + float64(bytes)/l.BytesPerSecond*1e6
}

func roundUp(n, unit int) int { return (n + unit - 1) / unit * unit }
