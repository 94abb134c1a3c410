package cache

// This file is L2.

import (
	"math/bits"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/internal/coalesce"
	"gpucourse/gpusim/internal/hash"
	"gpucourse/gpusim/trace"
)

// l2 is the L2 of a device, in one or several partitions. A line belongs to one of them,
// its home partition, which reads it from DRAM and writes it back. An SM sends its requests
// to the partition next to it. That partition fetches lines of another from there and
// keeps copies. A store goes to the home partition and to the partition of its SM; copies
// elsewhere become invalid. Only the home partition has dirty or partial sectors of a line;
// every partial sector is dirty.
//
// A store fetches nothing from DRAM. The bytes that it writes of a sector are a mask until
// the sector is complete, or read, or written back.
type l2 struct {
	parts []*Cache
	hash  *arch.L2Hash // nil: not known
	lines coalesce.Geometry
	fetch int // neighbouring sectors that are read from DRAM together
	// dirtyWays and partialWays limit the lines of a set with dirty and with partial
	// sectors; 0: no limit.
	dirtyWays, partialWays int

	fetched      uint64      // sectors read from DRAM for the current request
	asked, found uint64      // sectors that the current request asked the home partition for from another one, and those that it had
	fills, wrote uint64      // sectors read and written because lines were written back
	writeBacks   []WriteBack // of the current request
}

// pieceBytes is the size of the pieces of memory that belong to one partition, on devices
// whose hash is not known: the lowest bit of an H200's hash.
const pieceBytes = 1 << 12

func newL2(s *arch.Spec, lines coalesce.Geometry) *l2 {
	g, n := s.Caches.L2, max(1, s.Caches.L2Parts)
	g.Bytes /= n
	g.Hashed = true
	c := &l2{
		parts:       make([]*Cache, n),
		hash:        s.Caches.L2Hash,
		lines:       lines,
		fetch:       max(1, s.Caches.DRAMBytes/s.Global.SectorBytes),
		dirtyWays:   s.Caches.L2DirtyWays,
		partialWays: s.Caches.L2PartialWays,
	}
	for i := range c.parts {
		p := New(g)
		p.lines = lines
		p.parts, p.pieceBits = uint64(n), uint(bits.TrailingZeros(pieceBytes))-lines.LineBits
		c.parts[i] = p
	}
	return c
}

// home returns the home partition of a line. Without a known hash, the partitions share
// the pieces of memory out in an order that differs from group to group.
func (c *l2) home(line uint64) int {
	if c.hash != nil {
		return c.hash.PartOf(line << c.lines.LineBits)
	}
	n, piece := uint64(len(c.parts)), line<<c.lines.LineBits/pieceBytes
	if n == 1 {
		return 0
	}
	return int((piece + hash.Mix(piece/n)) % n)
}

// slot returns the slot of a line, which it allocates if the line is not present. A dirty
// victim is written back.
func (c *l2) slot(p *Cache, line uint64, priority trace.Priority) int {
	slot, victim := p.use(line)
	if victim != nil && victim.dirty != 0 {
		c.writeBack(victim)
	}
	p.rank(slot, priority)
	return slot
}

// ofCopy returns the priority of a copy in another partition than the home partition: a copy is
// given up like any other line, however long its line is kept (h100/modern: after a stream, the
// lines that were kept are farther away than before).
func ofCopy(p trace.Priority) trace.Priority {
	if p == trace.EvictLast {
		return trace.EvictUnchanged
	}
	return p
}

// read returns the sectors that hit in a partition. Afterwards the partition has all of them.
func (c *l2) read(part int, line uint64, sectors uint32, priority trace.Priority) (hits uint32) {
	p, home, own := c.parts[part], c.home(line), priority
	if part != home {
		own = ofCopy(priority)
	}
	at := p.line(c.slot(p, line, own))
	hits = uint32(at.valid) & sectors
	missing := sectors &^ hits
	switch {
	case missing == 0:
	case part == home:
		c.fill(at, missing)
	default:
		c.asked = coalesce.CountSectors(missing)
		c.found = coalesce.CountSectors(c.read(home, line, missing, priority))
		at.valid |= uint8(missing)
	}
	return hits
}

// fill reads sectors from DRAM, with the neighbours that DRAM transfers together with them.
// Bytes of partial sectors that stores wrote before stay.
func (c *l2) fill(at *Line, missing uint32) {
	unit := uint32(uint64(1)<<c.fetch - 1)
	var fetched uint32
	for rest := missing; rest != 0; rest &^= fetched {
		fetched |= unit << (bits.TrailingZeros32(rest) / c.fetch * c.fetch)
	}
	c.fetched += coalesce.CountSectors(fetched)
	at.valid |= uint8(fetched)
	at.partial &^= uint8(fetched)
}

// write plays a store of an SM next to a partition: see Cache.store.
func (c *l2) write(part int, a *coalesce.LineAccess, priority trace.Priority) {
	home := c.home(a.Line)
	for i, p := range c.parts {
		switch {
		case i == home:
			slot := c.slot(p, a.Line, priority)
			before := *p.line(slot)
			p.store(slot, a)
			c.dirty(p, slot, before, a.Sectors)
		case i == part:
			p.line(c.slot(p, a.Line, ofCopy(priority))).valid |= uint8(a.Full)
		default:
			invalidate(p, a.Line, a.Sectors)
		}
	}
}

// update plays an atomic in the home partition and returns the sectors that hit. Copies
// become invalid.
func (c *l2) update(line uint64, sectors uint32, priority trace.Priority) (hits uint32) {
	home := c.home(line)
	for i, p := range c.parts {
		if i != home {
			invalidate(p, line, sectors)
		}
	}
	hits = c.read(home, line, sectors, priority)
	p := c.parts[home]
	slot := c.slot(p, line, priority)
	c.dirty(p, slot, *p.line(slot), sectors)
	return hits
}

// invalidate makes sectors of a copy invalid.
func invalidate(p *Cache, line uint64, sectors uint32) {
	if slot := p.Lookup(line); slot >= 0 {
		p.line(slot).valid &^= uint8(sectors)
	}
}

// dirty makes sectors of a slot's line dirty, which was as before until the current request.
func (c *l2) dirty(p *Cache, slot int, before Line, sectors uint32) {
	l, ways := p.line(slot), p.waysOf(slot>>p.wayBits)
	l.dirty |= uint8(sectors)
	if c.partialWays > 0 && before.partial == 0 && l.partial != 0 {
		c.limit(ways, c.partialWays, true)
	}
	if c.dirtyWays > 0 && before.dirty == 0 {
		c.limit(ways, c.dirtyWays, false)
	}
}

// limit cleans the least recently used dirty line of a set, or partial line, if the set has
// more than most of them.
func (c *l2) limit(ways []Line, most int, partial bool) {
	n, oldest := 0, (*Line)(nil)
	for i := range ways {
		if l := &ways[i]; l.dirty != 0 && (!partial || l.partial != 0) {
			n++
			if oldest == nil || l.used < oldest.used {
				oldest = l
			}
		}
	}
	if n > most {
		c.clean(oldest)
	}
}

// clean writes a line back. The line stays, and all its sectors are valid.
func (c *l2) clean(l *Line) {
	c.writeBack(l)
	l.valid |= l.partial
	l.dirty, l.partial = 0, 0
}

// writeBack writes the dirty sectors of a line to DRAM. It first reads its partial sectors,
// one by one.
func (c *l2) writeBack(l *Line) {
	filled, wrote := coalesce.CountSectors(uint32(l.partial)), coalesce.CountSectors(uint32(l.dirty))
	c.fills += filled
	c.wrote += wrote
	c.writeBacks = append(c.writeBacks, WriteBack{l.Number, int(filled), int(wrote)})
}
