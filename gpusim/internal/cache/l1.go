package cache

// This file is the cache of an SM that keeps global and local memory.

import (
	"math/bits"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/internal/coalesce"
	"gpucourse/gpusim/trace"
)

// l1 is one SM's L1. A sector is valid, or absent, or written in part: then the
// bytes written are known and serve loads that need no others. What a load
// fetches counts as there from then on, although it may still be on its way.
// Only where stores are written back does a line have dirty sectors; all of
// them are valid.
type l1 struct {
	cache   *Cache
	perLine int
	whole   uint32   // every byte of a sector
	bytes   []uint32 // by slot and sector: what is written of those written in part; nil before the first
}

// newL1 returns an empty L1 for pieces of a splitter.
func newL1(g arch.Cache, lines coalesce.Geometry) *l1 {
	return &l1{cache: New(g), perLine: lines.PerLine, whole: lines.AllBytes()}
}

// clear empties the cache. What is dirty is local memory, which ends with the
// threads that used it.
func (l *l1) clear() { l.cache.Clear() }

// release leaves the memory of the cache to others.
func (l *l1) release() {
	l.cache.release()
	bytePool.put(l.bytes)
}

// slot finds a line or puts it in its place. A dirty line that had to leave is
// handed to onEvict.
func (l *l1) slot(line uint64, onEvict func(line uint64, sectors uint32)) int {
	if slot := l.cache.Lookup(line); slot >= 0 {
		l.cache.Touch(slot)
		return slot
	}
	slot, victim, out := l.cache.Allocate(line)
	x := &l.cache.lines[slot]
	if out && x.dirty != 0 {
		onEvict(victim.Line, uint32(x.dirty))
	}
	x.dirty, x.partial = 0, 0
	return slot
}

// load returns the sectors of a piece that are there, and fills the others. A
// load that needs bytes which a partly written sector lacks drops the line and
// fetches all it needs anew (probe ldsome_stsome_ld).
func (l *l1) load(x *coalesce.Splitter, a *trace.Access, p coalesce.LineAccess, onEvict func(uint64, uint32)) (hits uint32) {
	slot := l.slot(p.Line, onEvict)
	at := &l.cache.lines[slot]
	hits = uint32(at.valid) & p.Sectors
	if some := uint32(at.partial) & p.Sectors; some != 0 {
		if l.enough(x, a, p.Line, slot, some) {
			hits |= some
		} else {
			hits = 0
			at.valid &= at.dirty
			at.partial = 0
		}
	}
	at.valid |= uint8(p.Sectors &^ hits)
	return hits
}

// enough reports whether the bytes written of some sectors are all that a load uses of them.
func (l *l1) enough(x *coalesce.Splitter, a *trace.Access, line uint64, slot int, some uint32) bool {
	for ; some != 0; some &= some - 1 {
		s := bits.TrailingZeros32(some)
		if x.Used(a, line, s)&^l.bytes[slot*l.perLine+s] != 0 {
			return false
		}
	}
	return true
}

// store writes a piece as the policy says and returns the sectors that go on to
// L2.
func (l *l1) store(policy arch.WritePolicy, p coalesce.LineAccess, written []uint32, onEvict func(uint64, uint32)) (on uint32) {
	switch policy {
	case arch.WriteThrough:
		return p.Sectors
	case arch.WriteEvict:
		l.invalidate(p.Line)
		return p.Sectors
	}
	slot := l.slot(p.Line, onEvict)
	l.cache.Fill(slot, p.Full)
	at := &l.cache.lines[slot]
	at.partial &^= uint8(p.Full)
	if policy == arch.WriteBack {
		kept := p.Sectors & l.cache.Valid(slot)
		at.dirty |= uint8(kept)
		return p.Sectors &^ kept
	}
	l.keepBytes(slot, p.Sectors&^l.cache.Valid(slot), written)
	return p.Sectors
}

// keepBytes notes what is written of sectors that are not valid; those that
// become whole are valid.
func (l *l1) keepBytes(slot int, sectors uint32, written []uint32) {
	at := &l.cache.lines[slot]
	if l.bytes == nil && sectors != 0 {
		l.bytes = bytePool.take(l.perLine * l.cache.Slots())
	}
	for ; sectors != 0; sectors &= sectors - 1 {
		s := bits.TrailingZeros32(sectors)
		b := &l.bytes[slot*l.perLine+s]
		if at.partial>>s&1 == 0 {
			*b = 0
		}
		*b |= written[s]
		at.partial |= 1 << s
		if *b == l.whole {
			at.partial &^= 1 << s
			at.valid |= 1 << s
		}
	}
}

// invalidate forgets a line that is there: nothing of it is valid. It keeps its place.
func (l *l1) invalidate(line uint64) {
	if slot := l.cache.Lookup(line); slot >= 0 {
		at := &l.cache.lines[slot]
		at.valid, at.partial, at.dirty = 0, 0, 0
	}
}
