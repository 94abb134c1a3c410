package cache

// This file is L1: the cache of an SM for global and local memory.

import (
	"math/bits"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/internal/coalesce"
	"gpucourse/gpusim/trace"
)

// l1 is the L1 of one SM. The bytes that stores wrote of a partial sector serve loads that
// need no others. Lines are dirty under the policy arch.WriteBack only; every dirty sector
// is valid.
type l1 struct {
	cache   *Cache
	evicted *Line // by the last load or store; nil if none
}

// slot returns the slot of a line, which it allocates if the line is not present.
func (l *l1) slot(line uint64) (slot int) {
	slot, l.evicted = l.cache.use(line)
	return slot
}

// load returns the sectors of a line that hit, and makes the others valid. If the load
// needs bytes that a partial sector lacks, it misses in all sectors of the line.
func (l *l1) load(x *coalesce.Splitter, a *trace.Access, line uint64, sectors uint32) (hits uint32) {
	slot := l.slot(line)
	at := l.cache.line(slot)
	hits = uint32(at.valid) & sectors
	if partial := uint32(at.partial) & sectors; partial != 0 {
		if l.enough(x, a, slot, partial) {
			hits |= partial
		} else {
			hits = 0
			at.valid &= at.dirty
			at.partial = 0
		}
	}
	at.valid |= uint8(sectors &^ hits)
	return hits
}

// enough reports whether the bytes written of partial sectors are all that a load uses of them.
func (l *l1) enough(x *coalesce.Splitter, a *trace.Access, slot int, partial uint32) bool {
	for ; partial != 0; partial &= partial - 1 {
		s := bits.TrailingZeros32(partial)
		if x.Used(a, l.cache.line(slot).Number, s)&^l.cache.bytes(slot)[s] != 0 {
			return false
		}
	}
	return true
}

// store plays a store by a write policy and returns the sectors that go on to L2.
func (l *l1) store(policy arch.WritePolicy, p *coalesce.LineAccess) (on uint32) {
	switch policy {
	case arch.WriteThrough:
		return p.Sectors
	case arch.WriteEvict:
		l.invalidate(p.Line)
		return p.Sectors
	case arch.WriteBack:
		at := l.cache.line(l.slot(p.Line))
		at.valid |= uint8(p.Full)
		at.partial &^= uint8(p.Full)
		kept := p.Sectors & uint32(at.valid)
		at.dirty |= uint8(kept)
		return p.Sectors &^ kept
	}
	l.cache.store(l.slot(p.Line), p)
	return p.Sectors
}

// invalidate makes all sectors of a line invalid. The line keeps its slot.
func (l *l1) invalidate(line uint64) {
	if slot := l.cache.Lookup(line); slot >= 0 {
		at := l.cache.line(slot)
		at.valid, at.partial, at.dirty = 0, 0, 0
	}
}
