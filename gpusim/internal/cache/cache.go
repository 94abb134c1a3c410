package cache

// This file is Cache: sets of sectored lines with least-recently-used replacement.

import (
	"cmp"
	"math"
	"math/bits"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/internal/coalesce"
	"gpucourse/gpusim/trace"
)

// Cache says which lines are present, which of their sectors are valid, and when each was
// used. A line has a slot while it is present; the owner of a cache can keep more about a
// line in an array by slot.
type Cache struct {
	index
	ways    int    // most lines of a set
	sure    int    // lines that every set has room for
	spare   int    // lines beyond those, for the sets that need them first
	taken   int    // of spare
	wayBits uint   // log2 of the slots per set
	setBits uint   // log2 of the sets per block
	now     uint32 // uses so far
	victim  Line   // that the last line allocated replaced
	// blocks holds the lines by slot. A block is nil until one of its lines is used, so
	// that a launch pays for the lines that it uses.
	blocks [][]Line
	ranked bool // some line has had a priority
	keep   int  // most lines of a set with EvictLast

	lines   coalesce.Geometry
	written [][]coalesce.Bytes // by block and slot: the bytes written of partial sectors; nil as above
}

// Line is what a slot holds.
type Line struct {
	Number uint64
	used   uint32 // Cache.now at the last use; 0: the slot is empty
	valid  uint8  // sectors whose bytes are all present
	// A store makes sectors dirty: the level behind has older data. It makes a sector
	// partial if some of its bytes are present, but not all.
	dirty, partial uint8
	priority       trace.Priority // of L2: EvictFirst, EvictLast, or 0 for a normal line
}

// Present reports whether the slot is in use.
func (l Line) Present() bool { return l.used != 0 }

// blockBits is the least log2 of the slots of a block.
const blockBits = 10

// New returns an empty cache of a geometry, which must be valid.
func New(g arch.Cache) *Cache {
	lines := g.Bytes / g.LineBytes
	ways := cmp.Or(min(g.Ways, lines), lines)
	c := &Cache{index: newIndex(g, lines/ways), wayBits: uint(bits.Len(uint(ways - 1)))}
	if g.Spare > 0 {
		lines -= lines / g.Spare
	}
	c.ways, c.sure, c.spare = ways, max(1, lines/c.sets), lines%c.sets
	c.setBits = max(blockBits, c.wayBits) - c.wayBits
	c.blocks = make([][]Line, (c.sets-1)>>c.setBits+1)
	return c
}

// Slots returns the number of slots.
func (c *Cache) Slots() int { return c.sets << c.wayBits }

// place returns the block of a slot and the index in it.
func (c *Cache) place(slot int) (block, at int) {
	size := c.setBits + c.wayBits
	return slot >> size, slot & (1<<size - 1)
}

// waysOf returns the slots of a set; none if its block is unused.
func (c *Cache) waysOf(set int) []Line {
	block := c.blocks[set>>c.setBits]
	if block == nil {
		return nil
	}
	first := set & (1<<c.setBits - 1) << c.wayBits
	return block[first : first+c.ways]
}

// line returns a slot whose block is in use.
func (c *Cache) line(slot int) *Line {
	block, at := c.place(slot)
	return &c.blocks[block][at]
}

// At returns what a slot holds.
func (c *Cache) At(slot int) Line {
	if block, _ := c.place(slot); c.blocks[block] == nil {
		return Line{}
	}
	return *c.line(slot)
}

// Lookup returns the slot of a line; -1 if the line is not present. It is no use of the line.
func (c *Cache) Lookup(line uint64) int {
	set := c.set(line)
	ways := c.waysOf(set)
	for i := range ways {
		if ways[i].Number == line && ways[i].used != 0 {
			return set<<c.wayBits | i
		}
	}
	return -1
}

// use returns the slot of a line, as the most recently used. A line that is not present is
// allocated; otherwise the victim is nil.
func (c *Cache) use(line uint64) (slot int, victim *Line) {
	if slot = c.Lookup(line); slot < 0 {
		return c.Allocate(line)
	}
	c.Touch(slot)
	return slot, nil
}

// Read looks sectors of a line up as a load does. It returns the sectors that hit;
// afterwards all of them are valid.
func (c *Cache) Read(line uint64, sectors uint32) (hits uint32) {
	slot, _ := c.use(line)
	l := c.line(slot)
	hits = uint32(l.valid) & sectors
	l.valid |= uint8(sectors)
	return hits
}

// Allocate gives a line that is not present a slot of its set, with no valid sectors, as
// the most recently used. In a full set, the least recently used line is the victim; it is
// valid until the next call.
func (c *Cache) Allocate(line uint64) (slot int, victim *Line) {
	set := c.set(line)
	if block := &c.blocks[set>>c.setBits]; *block == nil {
		*block = make([]Line, 1<<(c.setBits+c.wayBits))
	}
	ways, way := c.waysOf(set), 0
	for i := range ways {
		if ways[i].used == 0 { // so are those behind it
			if c.room(i) {
				way = i
			}
			break
		}
		if ways[i].used < ways[way].used {
			way = i
		}
	}
	if c.ranked && ways[way].used != 0 {
		way = lowest(ways)
	}
	c.victim, ways[way] = ways[way], Line{Number: line}
	slot = set<<c.wayBits | way
	c.Touch(slot)
	return slot, &c.victim
}

// room reports whether a set of n lines can have one more, which takes a spare line if need be.
func (c *Cache) room(n int) bool {
	if n >= c.sure {
		if c.taken == c.spare {
			return false
		}
		c.taken++
	}
	return true
}

// Touch makes a slot's line the most recently used.
func (c *Cache) Touch(slot int) {
	if c.now == math.MaxUint32 {
		c.renumber()
	}
	c.now++
	c.line(slot).used = c.now
}

// renumber makes room for more uses. The lines of each set keep their order.
func (c *Cache) renumber() {
	for set := range c.sets {
		ways := c.waysOf(set)
		order := make([]uint32, len(ways))
		for i := range ways {
			for j := range ways {
				if 0 < ways[j].used && ways[j].used <= ways[i].used {
					order[i]++
				}
			}
		}
		for i := range ways {
			ways[i].used = order[i]
		}
	}
	c.now = uint32(c.ways)
}

// store records a store to a slot's line. Its full sectors become valid; the others keep
// the bytes written until they are complete.
func (c *Cache) store(slot int, p *coalesce.LineAccess) {
	l := c.line(slot)
	l.valid |= uint8(p.Full)
	l.partial &^= uint8(p.Full)
	for rest := p.Sectors &^ uint32(l.valid); rest != 0; rest &= rest - 1 {
		s := bits.TrailingZeros32(rest)
		b := &c.bytes(slot)[s]
		if l.partial>>s&1 == 0 {
			*b = 0
		}
		*b |= p.Written[s]
		l.partial |= 1 << s
		if *b == c.lines.AllBytes() {
			l.partial &^= 1 << s
			l.valid |= 1 << s
		}
	}
}

// bytes returns the bytes written of the partial sectors of a slot.
func (c *Cache) bytes(slot int) *coalesce.Bytes {
	if c.written == nil {
		c.written = make([][]coalesce.Bytes, len(c.blocks))
	}
	block, at := c.place(slot)
	if c.written[block] == nil {
		c.written[block] = make([]coalesce.Bytes, len(c.blocks[block]))
	}
	return &c.written[block][at]
}
