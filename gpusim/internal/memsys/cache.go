package memsys

// This file is the cache that every level uses: sets of sectored lines, the least recently used leaves.

import "gpucourse/gpusim/internal/arch"

// Cache keeps which lines are there, which of their sectors are valid, and in
// which order the lines of a set were used. Lines are numbered: the address
// divided by the bytes of a line. What else belongs to a line, its owner keeps
// in an array by slot. Slots are numbered as they are taken for the first time,
// so that a cache that is hardly used takes hardly any memory.
type Cache struct {
	ways, sets int
	hashed     bool
	group      uint64      // neighbouring lines that share a set
	lines      []cacheLine // by slot
	newest     []int32     // by set: the slot used last; −1: none
	index      []cacheRef  // open addressing by the hash of a line's number
	shift      uint        // of the hash
	used       []int32     // by set: slots taken
}

// cacheRef says where a line is.
type cacheRef struct {
	hash uint32 // of its number
	slot int32  // plus 1; 0: free
}

type cacheLine struct {
	number       uint64
	valid        uint32 // sectors
	set          int32
	newer, older int32 // ring of the set
}

// NewCache returns an empty cache of the given geometry, which must be valid.
func NewCache(g arch.Cache) *Cache {
	lines := g.Bytes / g.LineBytes
	ways := g.Ways
	if ways == 0 || ways > lines {
		ways = lines
	}
	c := &Cache{ways: ways, sets: lines / ways, hashed: g.Hashed, group: 1}
	c.newest = make([]int32, c.sets)
	c.used = make([]int32, c.sets)
	c.reindex(firstIndex)
	c.Clear()
	return c
}

// Clear empties the cache. All slots are free to be taken for the first time.
func (c *Cache) Clear() {
	c.lines = c.lines[:0]
	clear(c.index)
	clear(c.used)
	for s := range c.newest {
		c.newest[s] = -1
	}
}

// Find returns the slot of a line, or −1. It does not count as a use.
func (c *Cache) Find(line uint64) int {
	hash := hashOf(line)
	for at := int(hash >> c.shift); ; at++ {
		r := c.index[at&(len(c.index)-1)]
		if r.slot == 0 {
			return -1
		}
		if slot := int(r.slot - 1); r.hash == hash && c.lines[slot].number == line {
			return slot
		}
	}
}

// Valid is the sectors of a slot's line that are there.
func (c *Cache) Valid(slot int) uint32 { return c.lines[slot].valid }

// Line is the number of a slot's line.
func (c *Cache) Line(slot int) uint64 { return c.lines[slot].number }

// Fill adds sectors to a slot's line.
func (c *Cache) Fill(slot int, sectors uint32) { c.lines[slot].valid |= sectors }

// Drop takes sectors away from a slot's line, which keeps its place.
func (c *Cache) Drop(slot int, sectors uint32) { c.lines[slot].valid &^= sectors }

// Touch looks sectors of a line up as a read does: it returns those that were
// there, and afterwards all of them are. The line becomes the newest of its
// set; when it is new and the set is full, the oldest leaves.
func (c *Cache) Touch(line uint64, sectors uint32) (hits uint32) {
	slot := c.Find(line)
	if slot < 0 {
		slot, _, _ = c.Take(line)
	} else {
		c.Use(slot)
	}
	hits = c.lines[slot].valid & sectors
	c.lines[slot].valid |= sectors
	return hits
}

// Take gives a line that is not there a slot, with no valid sectors and as the
// newest of its set. When the oldest line had to leave for it, victim is what
// it was and out is true; its owner's arrays still hold what belonged to it.
func (c *Cache) Take(line uint64) (slot int, victim CacheVictim, out bool) {
	set := c.set(line)
	if int(c.used[set]) < c.ways {
		slot = c.grow()
		c.used[set]++
		c.link(set, slot)
	} else {
		slot = int(c.lines[c.newest[set]].newer) // the ring's other end
		victim, out = CacheVictim{c.lines[slot].number, c.lines[slot].valid}, true
		c.newest[set] = int32(slot)
		c.forget(victim.Line, slot)
	}
	l := &c.lines[slot]
	l.number, l.valid, l.set = line, 0, int32(set)
	c.remember(line, slot)
	return slot, victim, out
}

// grow adds a slot. The index is kept at least twice as long as there are slots.
func (c *Cache) grow() int {
	if 2*len(c.lines) == len(c.index) {
		c.reindex(2 * len(c.index))
	}
	c.lines = append(c.lines, cacheLine{})
	return len(c.lines) - 1
}

// reindex makes an index of n places, a power of two, of all lines.
func (c *Cache) reindex(n int) {
	c.shift = uint(hashBits - log2(n))
	c.index = make([]cacheRef, n)
	for slot := range c.lines {
		c.remember(c.lines[slot].number, slot)
	}
}

// Oldest returns the slot of the line used longest ago among those of slot's
// set that are wanted, or −1.
func (c *Cache) Oldest(slot int, wanted func(slot int) bool) int {
	newest := c.newest[c.lines[slot].set]
	for at := c.lines[newest].newer; ; at = c.lines[at].newer {
		if wanted(int(at)) {
			return int(at)
		}
		if at == newest {
			return -1
		}
	}
}

// Set is the number of a slot's set.
func (c *Cache) Set(slot int) int { return int(c.lines[slot].set) }

// CacheVictim is a line that had to leave.
type CacheVictim struct {
	Line    uint64
	Sectors uint32 // those that were valid
}

// Use makes a slot's line the newest of its set.
func (c *Cache) Use(slot int) {
	set := c.lines[slot].set
	newest := int(c.newest[set])
	if newest == slot {
		return
	}
	l := &c.lines[slot]
	if int(c.lines[newest].newer) != slot { // the oldest is in place already
		c.lines[l.newer].older = l.older
		c.lines[l.older].newer = l.newer
		c.join(slot, newest)
	}
	c.newest[set] = int32(slot)
}

// link puts a slot that is in no ring into its set's, as the newest.
func (c *Cache) link(set, slot int) {
	if newest := int(c.newest[set]); newest >= 0 {
		c.join(slot, newest)
	} else {
		c.lines[slot].newer, c.lines[slot].older = int32(slot), int32(slot)
	}
	c.newest[set] = int32(slot)
}

// join puts a slot between the newest line of a ring and its oldest.
func (c *Cache) join(slot, newest int) {
	oldest := c.lines[newest].newer
	c.lines[slot].newer, c.lines[slot].older = oldest, int32(newest)
	c.lines[newest].newer, c.lines[oldest].older = int32(slot), int32(slot)
}

// set is where a line may be: neighbours lie in neighbouring sets, and a hash
// turns the sets of each run of as many neighbours as there are sets.
func (c *Cache) set(line uint64) int {
	if c.sets == 1 {
		return 0
	}
	line /= c.group
	run, at := line/uint64(c.sets), line%uint64(c.sets)
	if c.hashed {
		at = (at + mix(run)) % uint64(c.sets)
	}
	return int(at)
}

// mix returns half of the bits of a number, well stirred.
func mix(x uint64) uint64 {
	x *= golden
	x ^= x >> 29
	return x * golden >> 32
}

// golden is 2⁶⁴ divided by the golden ratio: a multiplier that spreads numbers.
const golden = 0x9e3779b97f4a7c15

// firstIndex is the length of the index of an empty cache.
const firstIndex = 1 << 8

// hashBits is the length of a line's hash; its upper bits are where the search
// for the line begins.
const hashBits = 32

func hashOf(line uint64) uint32 { return uint32(line * golden >> hashBits) }

func (c *Cache) remember(line uint64, slot int) {
	hash, last := hashOf(line), len(c.index)-1
	at := int(hash >> c.shift)
	for c.index[at].slot != 0 {
		at = (at + 1) & last
	}
	c.index[at] = cacheRef{hash, int32(slot + 1)}
}

// forget takes the line of a slot out of the index and moves those behind it
// up, so that no search ends too early.
func (c *Cache) forget(line uint64, slot int) {
	last := len(c.index) - 1
	at := int(hashOf(line) >> c.shift)
	for c.index[at].slot != int32(slot+1) {
		at = (at + 1) & last
	}
	for next := (at + 1) & last; c.index[next].slot != 0; next = (next + 1) & last {
		home := int(c.index[next].hash >> c.shift)
		if (next-home)&last >= (next-at)&last {
			c.index[at] = c.index[next]
			at = next
		}
	}
	c.index[at] = cacheRef{}
}
