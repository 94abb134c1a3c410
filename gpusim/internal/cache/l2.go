package cache

// This file is L2.

import (
	"math/bits"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/internal/coalesce"
	"gpucourse/gpusim/internal/hash"
)

// l2 is the L2 of a device, in one or several partitions. A line belongs to one of them,
// its home partition, which reads it from DRAM and writes it back. An SM sends its requests
// to the partition next to it. That partition fetches lines of another from there and
// keeps copies. A store goes to the home partition and to the partition of its SM; copies
// elsewhere become invalid.
//
// A store fetches nothing from DRAM. The bytes it writes of a sector are a mask until the
// sector is complete, or read, or written back.
type l2 struct {
	parts []l2Partition
	hash  *arch.L2Hash // nil: not known
	lines coalesce.Geometry
	fetch int // neighbouring sectors that are read from DRAM together
	// dirtyWays and partialWays limit the lines of a set with dirty and with partial
	// sectors; 0: no limit.
	dirtyWays, partialWays int

	fetched      uint64      // sectors read from DRAM for the request under way
	fills, wrote uint64      // sectors read and written because lines were written back
	writeBacks   []WriteBack // of the request under way
}

// l2Partition is one partition. Only the home partition of a line has dirty or partial
// sectors of it.
type l2Partition struct {
	cache    *Cache
	dirty    []int16 // by set: lines with dirty sectors
	partials []int16 // by set: lines with partial sectors
}

// pieceBytes is the size of the pieces of memory that belong to one partition, on devices
// whose hash is not known: the lowest bit of an H200's hash.
const pieceBytes = 1 << 12

func newL2(s *arch.Spec, lines coalesce.Geometry) *l2 {
	g, n := s.Caches.L2, max(1, s.Caches.L2Parts)
	g.Bytes /= n
	g.Hashed = true
	c := &l2{
		parts:       make([]l2Partition, n),
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
		c.parts[i] = l2Partition{p, make([]int16, p.sets), make([]int16, p.sets)}
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

// read returns the sectors that hit in a partition. Afterwards it has all of them.
func (c *l2) read(part int, line uint64, sectors uint32) (hits uint32) {
	p, home := &c.parts[part], c.home(line)
	slot := c.slot(p, line)
	at := p.cache.line(slot)
	hits = uint32(at.valid) & sectors
	missing := sectors &^ hits
	switch {
	case missing == 0:
	case part == home:
		c.fill(p, slot, missing)
	default:
		c.read(home, line, missing)
		at.valid |= uint8(missing)
	}
	return hits
}

// fill reads sectors from DRAM, with the neighbours that come along. Bytes of partial
// sectors that stores wrote before stay.
func (c *l2) fill(p *l2Partition, slot int, missing uint32) {
	unit := uint32(uint64(1)<<c.fetch - 1)
	var fetched uint32
	for rest := missing; rest != 0; rest &^= fetched {
		fetched |= unit << (bits.TrailingZeros32(rest) / c.fetch * c.fetch)
	}
	c.fetched += coalesce.CountSectors(fetched)
	p.change(slot, func(at *cacheLine) {
		at.valid |= uint8(fetched)
		at.partial &^= uint8(fetched)
	})
}

// write plays a store of an SM next to a partition: see Cache.store.
func (c *l2) write(part int, line uint64, sectors, full uint32, written []uint32) {
	home := c.home(line)
	for i := range c.parts {
		p := &c.parts[i]
		switch {
		case i == home:
			slot := c.slot(p, line)
			p.change(slot, func(at *cacheLine) {
				p.cache.store(slot, sectors, full, written)
				at.dirty |= uint8(sectors)
			})
			c.limit(p, slot)
		case i == part:
			p.cache.line(c.slot(p, line)).valid |= uint8(full)
		default:
			c.invalidate(p, line, sectors)
		}
	}
}

// update plays an atomic in the home partition and returns the sectors that hit. Copies
// become invalid.
func (c *l2) update(line uint64, sectors uint32) (hits uint32) {
	home := c.home(line)
	for i := range c.parts {
		if i != home {
			c.invalidate(&c.parts[i], line, sectors)
		}
	}
	hits = c.read(home, line, sectors)
	p := &c.parts[home]
	slot := c.slot(p, line)
	p.change(slot, func(at *cacheLine) { at.dirty |= uint8(sectors) })
	c.limit(p, slot)
	return hits
}

// invalidate makes sectors of a copy invalid.
func (c *l2) invalidate(p *l2Partition, line uint64, sectors uint32) {
	if slot := p.cache.Lookup(line); slot >= 0 {
		p.cache.line(slot).valid &^= uint8(sectors)
	}
}

// slot returns the slot of a line, which it allocates if the line is not present. The line
// evicted for it is written back.
func (c *l2) slot(p *l2Partition, line uint64) int {
	if slot := p.cache.Lookup(line); slot >= 0 {
		p.cache.Touch(slot)
		return slot
	}
	slot, victim := p.cache.Allocate(line)
	if victim.dirty != 0 {
		c.writeBack(&victim.cacheLine)
		p.count(slot, victim.cacheLine, cacheLine{})
	}
	return slot
}

// limit writes the least recently used dirty or partial line of a set back while the set
// has too many of them. The line stays, and all its sectors are valid.
func (c *l2) limit(p *l2Partition, slot int) {
	set := slot >> p.cache.wayBits
	if c.partialWays > 0 && int(p.partials[set]) > c.partialWays {
		c.clean(p, set, func(at *cacheLine) bool { return at.partial != 0 })
	}
	if c.dirtyWays > 0 && int(p.dirty[set]) > c.dirtyWays {
		c.clean(p, set, func(at *cacheLine) bool { return at.dirty != 0 })
	}
}

// clean writes the least recently used line of a set back for which wanted is true.
func (c *l2) clean(p *l2Partition, set int, wanted func(*cacheLine) bool) {
	ways, oldest := p.cache.waysOf(set), -1
	for i := range ways {
		if wanted(&ways[i]) && (oldest < 0 || ways[i].used < ways[oldest].used) {
			oldest = i
		}
	}
	p.change(set<<p.cache.wayBits|oldest, func(at *cacheLine) {
		c.writeBack(at)
		at.valid |= at.partial
		at.dirty, at.partial = 0, 0
	})
}

// writeBack writes the dirty sectors of a line to DRAM. It first reads its partial sectors,
// one by one.
func (c *l2) writeBack(at *cacheLine) {
	filled, wrote := coalesce.CountSectors(uint32(at.partial)), coalesce.CountSectors(uint32(at.dirty))
	c.fills += filled
	c.wrote += wrote
	c.writeBacks = append(c.writeBacks, WriteBack{at.number, int(filled), int(wrote)})
}

// change changes a line and keeps count of the dirty and the partial lines of its set.
func (p *l2Partition) change(slot int, do func(*cacheLine)) {
	at := p.cache.line(slot)
	before := *at
	do(at)
	p.count(slot, before, *at)
}

func (p *l2Partition) count(slot int, before, after cacheLine) {
	set := slot >> p.cache.wayBits
	p.dirty[set] += int16(min(after.dirty, 1)) - int16(min(before.dirty, 1))
	p.partials[set] += int16(min(after.partial, 1)) - int16(min(before.partial, 1))
}
