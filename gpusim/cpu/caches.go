package cpu

// This file is the caches between a core and memory.

import (
	"math/bits"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/internal/cache"
)

// LevelCounts is what happened at one cache.
type LevelCounts struct {
	Loads, LoadMisses   uint64 // asked of it for a load
	Stores, StoreMisses uint64 // asked of it for a store
	LinesOut            uint64 // written lines that left it for the next level
	// LoadBytes and StoreBytes are what the core asked of the first cache.
	LoadBytes, StoreBytes uint64
}

// linesIn is how many lines came from the next level.
func (n *LevelCounts) linesIn() uint64 { return n.LoadMisses + n.StoreMisses }

func (n *LevelCounts) plus(m *LevelCounts) {
	n.Loads += m.Loads
	n.LoadMisses += m.LoadMisses
	n.Stores += m.Stores
	n.StoreMisses += m.StoreMisses
	n.LinesOut += m.LinesOut
	n.LoadBytes += m.LoadBytes
	n.StoreBytes += m.StoreBytes
}

// usedParts is into how many parts a line is divided to tell what is used of it.
const usedParts = 64

// caches is the state of all levels. A line that is asked for is put into every
// level from the one that has it inwards.
type caches struct {
	lineBytes int
	levels    []level
	used      []uint64 // by slot of the first level: the parts of its line that were used
	usedParts uint64   // of lines that left the first level
	left      uint64   // lines that left it
}

// level is one cache and which of its lines were written.
type level struct {
	cache *cache.Cache
	dirty []bool // by slot
}

func newCaches(s *Spec) *caches {
	h := &caches{lineBytes: s.LineBytes}
	for _, l := range s.Levels {
		g := arch.Cache{Bytes: l.Bytes, LineBytes: s.LineBytes, Ways: l.Ways}
		c := cache.New(g)
		h.levels = append(h.levels, level{cache: c, dirty: make([]bool, c.Slots())})
	}
	h.used = make([]uint64, len(h.levels[0].dirty))
	return h
}

// access plays a load or a store of bytes that lie in one line. It returns the
// level that had the line, len(levels) for memory.
func (h *caches) access(addr uint64, bytes int, store bool, n []LevelCounts) int {
	line, at := addr/uint64(h.lineBytes), int(addr%uint64(h.lineBytes))
	found, slot := h.fetch(0, line, store, n)
	grain := h.lineBytes / usedParts
	first, last := at/grain, (at+bytes-1)/grain
	h.used[slot] |= uint64(2)<<last - uint64(1)<<first
	if store {
		h.levels[0].dirty[slot] = true
		n[0].StoreBytes += uint64(bytes)
	} else {
		n[0].LoadBytes += uint64(bytes)
	}
	return found
}

// fetch asks level i for a line, and puts it there when it comes from farther out. It returns
// the level that had the line, and the line's slot in level i.
func (h *caches) fetch(i int, line uint64, store bool, n []LevelCounts) (found, slot int) {
	if i == len(h.levels) {
		return i, -1
	}
	asked, missed := &n[i].Loads, &n[i].LoadMisses
	if store {
		asked, missed = &n[i].Stores, &n[i].StoreMisses
	}
	*asked++
	c := h.levels[i].cache
	if slot = c.Lookup(line); slot >= 0 {
		c.Touch(slot)
		return i, slot
	}
	*missed++
	found, _ = h.fetch(i+1, line, store, n)
	return found, h.put(i, line, false, n)
}

// put takes a line into a slot of level i, from which another may have to leave.
func (h *caches) put(i int, line uint64, dirty bool, n []LevelCounts) (slot int) {
	l := &h.levels[i]
	slot, victim := l.cache.Allocate(line)
	if victim.Present() {
		h.leave(i, slot, victim.Number, n)
	}
	l.dirty[slot] = dirty
	return slot
}

// leave sees a line out of level i.
func (h *caches) leave(i, slot int, line uint64, n []LevelCounts) {
	if i == 0 {
		h.left++
		h.usedParts += uint64(bits.OnesCount64(h.used[slot]))
		h.used[slot] = 0
	}
	if h.levels[i].dirty[slot] {
		h.levels[i].dirty[slot] = false
		n[i].LinesOut++
		h.writeBack(i+1, line, n)
	}
}

// writeBack hands a written line to level i. One that is not there is put there
// without being fetched: it comes whole.
func (h *caches) writeBack(i int, line uint64, n []LevelCounts) {
	if i == len(h.levels) {
		return
	}
	l := &h.levels[i]
	if slot := l.cache.Lookup(line); slot >= 0 {
		l.cache.Touch(slot)
		l.dirty[slot] = true
		return
	}
	h.put(i, line, true, n)
}

// flush writes back what was written, level by level.
func (h *caches) flush(n []LevelCounts) {
	for i := range h.levels {
		c := h.levels[i].cache
		for slot := range c.Slots() {
			if l := c.At(slot); l.Present() {
				h.leave(i, slot, l.Number, n)
			}
		}
	}
}

// usedBytes is how much of a line was used while it was in the first level, on
// average over the lines that left it; 0 when none did.
func (h *caches) usedBytes() float64 {
	if h.left == 0 {
		return 0
	}
	return float64(h.usedParts) / float64(h.left) * float64(h.lineBytes/usedParts)
}
