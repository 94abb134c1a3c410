package cache

// This file is Cache: sets of sectored lines with least-recently-used replacement.

import (
	"cmp"
	"math"
	"math/bits"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/internal/coalesce"
)

// Cache says which lines are present, which of their sectors are valid, and when each was
// used. A line has a slot while it is present; the owner of a cache can keep more about a
// line in an array by slot.
type Cache struct {
	index
	ways    int    // most lines of a set
	sure    int    // lines that every set has room for
	spare   int    // lines beyond those, for whichever sets need them first
	taken   int    // of spare
	wayBits uint   // log2 of the slots per set
	setBits uint   // log2 of the sets per block
	now     uint32 // uses so far
	// blocks holds the lines by slot. A block is nil until one of its lines is used, so
	// that a launch pays for the lines that it uses.
	blocks [][]cacheLine

	lines   coalesce.Geometry
	written [][]uint32 // by block, slot and sector: the bytes written of partial sectors; nil as above
}

// cacheLine is a slot. It is empty if used is 0.
type cacheLine struct {
	number uint64
	used   uint32 // Cache.now at the last use
	valid  uint8  // sectors whose bytes are all present
	// A store makes sectors dirty: the level behind has older data. It makes a sector
	// partial if some of its bytes are present, but not all.
	dirty, partial uint8
}

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
	c.blocks = make([][]cacheLine, (c.sets-1)>>c.setBits+1)
	return c
}

// Slots returns how many slots there are.
func (c *Cache) Slots() int { return c.sets << c.wayBits }

// Clear empties the cache.
func (c *Cache) Clear() {
	for _, block := range c.blocks {
		clear(block)
	}
	c.now, c.taken = 0, 0
}

// waysOf returns the slots of a set; none if its block is unused.
func (c *Cache) waysOf(set int) []cacheLine {
	block := c.blocks[set>>c.setBits]
	if block == nil {
		return nil
	}
	first := set & (1<<c.setBits - 1) << c.wayBits
	return block[first : first+c.ways]
}

// line returns a slot whose block is in use.
func (c *Cache) line(slot int) *cacheLine {
	size := c.setBits + c.wayBits
	return &c.blocks[slot>>size][slot&(1<<size-1)]
}

// Lookup returns the slot of a line; -1 if the line is not present. It is no use of the line.
func (c *Cache) Lookup(line uint64) int {
	set := c.set(line)
	for i, l := range c.waysOf(set) {
		if l.number == line && l.used != 0 {
			return set<<c.wayBits | i
		}
	}
	return -1
}

// Holds reports whether a slot holds a line.
func (c *Cache) Holds(slot int) bool {
	return c.blocks[slot>>(c.setBits+c.wayBits)] != nil && c.line(slot).used != 0
}

// Line returns the number of the line in a slot.
func (c *Cache) Line(slot int) uint64 { return c.line(slot).number }

// Read looks sectors of a line up as a load does. It returns the sectors that hit;
// afterwards all of them are valid.
func (c *Cache) Read(line uint64, sectors uint32) (hits uint32) {
	slot := c.Lookup(line)
	if slot < 0 {
		slot, _ = c.Allocate(line)
	}
	c.Touch(slot)
	l := c.line(slot)
	hits = uint32(l.valid) & sectors
	l.valid |= uint8(sectors)
	return hits
}

// Victim is a line that was evicted.
type Victim struct {
	Line    uint64
	Present bool // false: the slot was empty
	cacheLine
}

// Allocate gives a line that is not present a slot of its set, with no valid sectors, as
// the most recently used. It evicts the least recently used line of a full set.
func (c *Cache) Allocate(line uint64) (slot int, victim Victim) {
	set := c.set(line)
	if block := &c.blocks[set>>c.setBits]; *block == nil {
		*block = make([]cacheLine, 1<<(c.setBits+c.wayBits))
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
	l := &ways[way]
	victim = Victim{l.number, l.used != 0, *l}
	*l = cacheLine{number: line}
	slot = set<<c.wayBits | way
	c.Touch(slot)
	return slot, victim
}

// room reports whether a set can have one more line than n, and takes it from the spare
// lines if need be.
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
				if ways[i].used != 0 && 0 < ways[j].used && ways[j].used <= ways[i].used {
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

// store records a store to sectors of a slot's line. Sectors in full are written whole, of
// the others the bytes in written, a mask per sector.
func (c *Cache) store(slot int, sectors, full uint32, written []uint32) {
	l := c.line(slot)
	l.valid |= uint8(full)
	l.partial &^= uint8(full)
	for rest := sectors &^ uint32(l.valid); rest != 0; rest &= rest - 1 {
		s := bits.TrailingZeros32(rest)
		b := &c.bytes(slot)[s]
		if l.partial>>s&1 == 0 {
			*b = 0
		}
		*b |= written[s]
		l.partial |= 1 << s
		if *b == c.lines.AllBytes() {
			l.partial &^= 1 << s
			l.valid |= 1 << s
		}
	}
}

// bytes returns the bytes written of the partial sectors of a slot, a mask per sector.
func (c *Cache) bytes(slot int) []uint32 {
	size := c.setBits + c.wayBits
	if c.written == nil {
		c.written = make([][]uint32, len(c.blocks))
	}
	block := &c.written[slot>>size]
	if *block == nil {
		*block = make([]uint32, c.lines.PerLine<<size)
	}
	return (*block)[slot&(1<<size-1)*c.lines.PerLine:][:c.lines.PerLine]
}
