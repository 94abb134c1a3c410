package cache

// This file is the cache of the chip and the memory behind it.

import (
	"math/bits"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/internal/coalesce"
	"gpucourse/gpusim/internal/hash"
)

// l2 is the L2 of a device, in one or several parts. A line belongs to one
// part, its home, which fetches it from memory and writes it back. An SM asks
// the part it is next to; that part asks the home of a line and keeps a copy of
// what it gets (the H200's second readers in another half of the chip find data
// of the first without memory being read: probe read_8_61). A store goes to the
// home and to the part of its SM; other copies are dropped.
//
// A store needs no data from memory: the bytes written of a sector are known by
// a mask until the sector is whole, read, or must be written back.
type l2 struct {
	parts []l2Part
	hash  *arch.L2Hash // nil: not known
	line  uint         // log2 of bytes
	whole uint32       // every byte of a sector
	// fetch is how many neighbouring sectors come from memory together.
	perLine, fetch         int
	dirtyWays, partialWays int

	fetched      uint64      // sectors read from memory for reads
	fills, wrote uint64      // sectors read and written because lines were written back
	writeBacks   []WriteBack // those lines, since the last request
}

// l2Part is one part. What is dirty or partly written is so at home only.
type l2Part struct {
	cache   *Cache   // dirty: sectors that memory has older; partial: those of them that were written in part
	bytes   []uint32 // by slot and sector: what is written of those; nil before the first
	dirties []int16  // by set: lines with dirty sectors
	halves  []int16  // by set: lines with partly written ones
}

func newL2(s *arch.Spec, x coalesce.Geometry) *l2 {
	g, n := s.Caches.L2, max(1, s.Caches.L2Parts)
	g.Bytes /= n
	g.Hashed = true
	c := &l2{
		parts:       make([]l2Part, n),
		hash:        s.Caches.L2Hash,
		line:        x.LineBits,
		whole:       x.AllBytes(),
		perLine:     x.PerLine,
		fetch:       max(1, s.Caches.DRAMBytes/s.Global.SectorBytes),
		dirtyWays:   s.Caches.L2DirtyWays,
		partialWays: s.Caches.L2PartialWays,
	}
	for i := range c.parts {
		c.parts[i] = newL2Part(g, n, uint(bits.TrailingZeros(homeBytes))-x.LineBits)
	}
	return c
}

// newL2Part returns one of several parts, of which each owns one of as many neighbouring
// pieces of memory.
func newL2Part(g arch.Cache, parts int, piece uint) l2Part {
	c := New(g)
	c.group, c.piece = newDivisor(parts), piece
	return l2Part{cache: c, dirties: make([]int16, c.sets.n), halves: make([]int16, c.sets.n)}
}

// release leaves the memory of the part to others.
func (p *l2Part) release() {
	p.cache.release()
	bytePool.put(p.bytes)
}

func (p *l2Part) dirty(slot int) uint32   { return uint32(p.cache.lines[slot].dirty) }
func (p *l2Part) partial(slot int) uint32 { return uint32(p.cache.lines[slot].partial) }

// home is the part a line belongs to: without a hash the parts take turns by homeBytes, in an
// order that a hash turns.
func (c *l2) home(line uint64) int {
	if c.hash != nil {
		return c.hash.PartOf(line << c.line)
	}
	n, piece := uint64(len(c.parts)), line<<c.line/homeBytes
	if n == 1 {
		return 0
	}
	return int((piece + hash.Mix(piece/n)) % n)
}

// homeBytes is the lowest bit of the H200's hash.
const homeBytes = 1 << 12

// read returns the sectors that the part next to a reader has. Afterwards it
// has all that were asked for.
func (c *l2) read(side int, line uint64, sectors uint32) (hits uint32) {
	p, home := &c.parts[side], c.home(line)
	slot := c.slot(p, line)
	hits = p.cache.Valid(slot) & sectors
	missing := sectors &^ hits
	switch {
	case missing == 0:
	case side == home:
		c.fill(p, slot, missing)
	default:
		c.read(home, line, missing)
		p.cache.Fill(slot, missing)
	}
	return hits
}

// fill fetches sectors from memory, with the neighbours that come along. Bytes
// written before stay.
func (c *l2) fill(p *l2Part, slot int, missing uint32) {
	unit := uint32(uint64(1)<<c.fetch - 1)
	var fetched uint32
	for rest := missing; rest != 0; rest &^= fetched {
		fetched |= unit << (bits.TrailingZeros32(rest) / c.fetch * c.fetch)
	}
	c.fetched += coalesce.CountSectors(fetched)
	p.cache.Fill(slot, fetched)
	c.setPartial(p, slot, p.partial(slot)&^fetched)
}

// write takes what a store hands on of a line. Sectors in full are written
// whole, of the others the bytes in written, by sector.
func (c *l2) write(side int, line uint64, sectors, full uint32, written []uint32) {
	home := c.home(line)
	for i := range c.parts {
		p := &c.parts[i]
		switch {
		case i == home:
			slot := c.slot(p, line)
			c.put(p, slot, sectors, full, written)
			c.limit(p, slot)
		case i == side:
			p.cache.Fill(c.slot(p, line), full)
		default:
			c.forget(p, line, sectors)
		}
	}
}

// put makes sectors dirty in their home.
func (c *l2) put(p *l2Part, slot int, sectors, full uint32, written []uint32) {
	partial := p.partial(slot) &^ full
	p.cache.Fill(slot, full)
	rest := sectors &^ full &^ p.cache.Valid(slot)
	if rest != 0 && p.bytes == nil {
		p.bytes = bytePool.take(c.perLine * p.cache.Slots())
	}
	for ; rest != 0; rest &= rest - 1 {
		s := bits.TrailingZeros32(rest)
		b := &p.bytes[slot*c.perLine+s]
		if partial>>s&1 == 0 {
			*b = 0
		}
		*b |= written[s]
		partial |= 1 << s
		if *b == c.whole {
			partial &^= 1 << s
			p.cache.Fill(slot, 1<<s)
		}
	}
	c.setPartial(p, slot, partial)
	c.setDirty(p, slot, p.dirty(slot)|sectors)
}

// update changes sectors in their home, as atomics do, and returns those that
// were there. Copies are dropped.
func (c *l2) update(line uint64, sectors uint32) (hits uint32) {
	home := c.home(line)
	for i := range c.parts {
		if i != home {
			c.forget(&c.parts[i], line, sectors)
		}
	}
	hits = c.read(home, line, sectors)
	p := &c.parts[home]
	slot := c.slot(p, line)
	c.setDirty(p, slot, p.dirty(slot)|sectors)
	c.limit(p, slot)
	return hits
}

// forget drops sectors of a copy.
func (c *l2) forget(p *l2Part, line uint64, sectors uint32) {
	if slot := p.cache.Lookup(line); slot >= 0 {
		p.cache.Drop(slot, sectors)
	}
}

// slot finds a line in a part or puts it in its place; what had to leave is
// written back.
func (c *l2) slot(p *l2Part, line uint64) int {
	if slot := p.cache.Lookup(line); slot >= 0 {
		p.cache.Touch(slot)
		return slot
	}
	slot, victim, out := p.cache.Allocate(line)
	if out {
		c.clean(p, slot, victim.Line)
	}
	return slot
}

// limit writes the oldest lines of a set back while too many are dirty or
// partly written. They stay where they are.
func (c *l2) limit(p *l2Part, slot int) {
	set := p.cache.Set(slot)
	if c.partialWays > 0 && int(p.halves[set]) > c.partialWays {
		c.settle(p, p.cache.Oldest(slot, func(s int) bool { return p.partial(s) != 0 }))
	}
	if c.dirtyWays > 0 && int(p.dirties[set]) > c.dirtyWays {
		c.settle(p, p.cache.Oldest(slot, func(s int) bool { return p.dirty(s) != 0 }))
	}
}

// settle writes a line back that stays.
func (c *l2) settle(p *l2Part, slot int) {
	p.cache.Fill(slot, p.partial(slot))
	c.clean(p, slot, p.cache.lines[slot].number)
}

// clean writes the dirty sectors of a slot to memory. What misses of those that
// were written in part is read first, sector by sector (probe sparse_256_512:
// one read for each).
func (c *l2) clean(p *l2Part, slot int, line uint64) {
	filled, wrote := coalesce.CountSectors(p.partial(slot)), coalesce.CountSectors(p.dirty(slot))
	c.fills += filled
	c.wrote += wrote
	if wrote > 0 {
		c.writeBacks = append(c.writeBacks, WriteBack{line, int(filled), int(wrote)})
	}
	c.setPartial(p, slot, 0)
	c.setDirty(p, slot, 0)
}

func (c *l2) setDirty(p *l2Part, slot int, sectors uint32) {
	p.dirties[p.cache.Set(slot)] += change(p.dirty(slot), sectors)
	p.cache.lines[slot].dirty = uint8(sectors)
}

func (c *l2) setPartial(p *l2Part, slot int, sectors uint32) {
	p.halves[p.cache.Set(slot)] += change(p.partial(slot), sectors)
	p.cache.lines[slot].partial = uint8(sectors)
}

// change is what a count of sets that hold something changes by when one does.
func change(before, after uint32) int16 {
	switch {
	case before == 0 && after != 0:
		return 1
	case before != 0 && after == 0:
		return -1
	}
	return 0
}
