// Package heap decides where allocations of device memory lie and how long calls of
// the allocator take. It knows addresses and no contents.
//
// State: an address space of blocks. The kernel driver maps memory to a block and
// unmaps an empty block. Both take long. A request of up to Rules.SmallBytes takes
// the lowest free range in a block for small requests, or in a new block of that
// kind. A larger request gets a block of its own.
//
// Units: addresses and sizes are bytes, times are microseconds.
//
// Invariants: allocations do not overlap and lie within blocks. Blocks do not
// overlap, and none is empty. Addresses and sizes of allocations are multiples of
// their alignment.
//
// The rules and the times come from an H200 (arch.Allocator). A request for 0 bytes
// gets no address.
package heap

import (
	"slices"

	"gpucourse/gpusim/internal/padding"

	"gpucourse/gpusim/arch"
)

// Counts is what a heap holds and has done.
type Counts struct {
	Served, Returned int     // requests and frees that needed no block from the driver
	Mapped, Unmapped int     // blocks that the driver mapped and unmapped
	Pieces           int     // live allocations
	PieceBytes       int64   // bytes of live allocations, rounded up to their alignment
	BlockBytes       int64   // bytes that the driver has mapped
	Micros           float64 // microseconds that all calls took
}

// Heap is an address space. New makes one.
type Heap struct {
	rules  *arch.Allocator
	first  uint64
	beyond uint64
	blocks []*block // ascending
	counts Counts
}

// block is memory that the driver has mapped.
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

// WindowBytes is how many addresses from the first on are a heap's own.
const WindowBytes = 1 << 36

// New returns an empty heap whose addresses begin at first. Blocks that do not fit into WindowBytes there lie from
// beyond on. Both are multiples of the block size.
func New(rules *arch.Allocator, first, beyond uint64) *Heap {
	return &Heap{rules: rules, first: first, beyond: beyond}
}

// Counts returns what the heap holds and has done.
func (h *Heap) Counts() Counts { return h.counts }

// Needs returns the size of the block that the driver would have to map for a
// request; 0 when a block has room.
func (h *Heap) Needs(bytes, align int) int {
	size := padding.Up(bytes, align)
	if b, _ := h.findFree(size, align); b != nil || size == 0 {
		return 0
	}
	return padding.Up(size, h.rules.BlockBytes)
}

// Alloc allocates bytes, above 0, at a multiple of align, and returns the address.
// align is a power of two. It divides the block size unless every request gets a
// block of its own.
func (h *Heap) Alloc(bytes, align int) uint64 {
	size := padding.Up(bytes, align)
	b, at := h.findFree(size, align)
	if b == nil {
		b = h.mapBlock(padding.Up(size, h.rules.BlockBytes), align, size <= h.rules.SmallBytes)
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

// findFree returns the lowest free range for a small request in the existing blocks.
func (h *Heap) findFree(size, align int) (*block, uint64) {
	if size > h.rules.SmallBytes {
		return nil, 0
	}
	for _, b := range h.blocks {
		if at, ok := lowestGap(b.base, b.end(), b.allocations, size, align); ok && b.shared {
			return b, at
		}
	}
	return nil, 0
}

// mapBlock maps a new block at the lowest free addresses.
func (h *Heap) mapBlock(bytes, align int, shared bool) *block {
	all := make([]span, len(h.blocks))
	for i, b := range h.blocks {
		all[i] = b.span
	}
	at, ok := lowestGap(h.first, h.first+WindowBytes, all, bytes, max(align, h.rules.BlockBytes))
	if !ok {
		at, _ = lowestGap(h.beyond, 1<<63, all, bytes, max(align, h.rules.BlockBytes))
	}
	b := &block{span: span{at, bytes}, shared: shared}
	i, _ := search(h.blocks, at, blockBase)
	h.blocks = slices.Insert(h.blocks, i, b)
	h.counts.Mapped++
	h.counts.BlockBytes += int64(bytes)
	h.counts.Micros += callMicros(h.rules.Mapped, bytes)
	return b
}

// lowestGap returns the lowest multiple of align, from lo on, at which size bytes fit
// between the taken spans and below hi.
func lowestGap(lo, hi uint64, taken []span, size, align int) (uint64, bool) {
	at := lo
	for _, s := range taken {
		if at+uint64(size) <= s.base {
			break
		}
		at = max(at, (s.end()+uint64(align)-1)&^(uint64(align)-1))
	}
	return at, at+uint64(size) <= hi
}

// Free frees the allocation at addr. It returns false when there is none.
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

// search returns the index of the element whose base is addr, or the index at which
// it would be inserted.
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
