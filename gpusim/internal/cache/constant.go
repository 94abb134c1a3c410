package cache

// This file is the way of constants: two small caches of an SM, then L2.

import (
	"math/bits"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/internal/coalesce"
	"gpucourse/gpusim/trace"
)

// constantBase is where constant memory lies in the address space that L2
// serves: above all that is ever allocated.
const constantBase = 1 << 60

// constants is the constant caches of one SM: Caches.Const next to it, and
// Caches.ConstMid behind. A load makes one request for each distinct address,
// in the order of its lanes. A request that misses fills a line at once, so that
// the next to ask for it hits; a device counts those that come while the line is
// still on its way as misses too.
type constants struct {
	near, mid constantLevel
}

// constantLevel is one of the caches; without a cache everything misses.
type constantLevel struct {
	cache *Cache
	line  uint // log2 of its bytes
}

func newConstants(s *arch.Spec) *constants {
	return &constants{near: newConstantLevel(s.Caches.Const), mid: newConstantLevel(s.Caches.ConstMid)}
}

func newConstantLevel(g arch.Cache) constantLevel {
	if g == (arch.Cache{}) {
		return constantLevel{}
	}
	return constantLevel{New(g), uint(bits.TrailingZeros(uint(g.LineBytes)))}
}

// clear empties both caches.
func (k *constants) clear() {
	for _, l := range []constantLevel{k.near, k.mid} {
		if l.cache != nil {
			l.cache.Clear()
		}
	}
}

// hit looks an address up and leaves its line in the cache.
func (l *constantLevel) hit(addr uint64) bool {
	return l.cache != nil && l.cache.Read(addr>>l.line, 1) != 0
}

// fills is what the level asks of the one behind it for an address: its line.
func (l *constantLevel) fills(addr uint64, bytes int) (uint64, int) {
	if l.cache == nil {
		return addr, bytes
	}
	return addr >> l.line << l.line, 1 << l.line
}

// access plays one load of a warp and counts its requests. Each is handed to tell: an
// address in memory, how many bytes from there, and whether a cache holds them.
func (k *constants) access(a *trace.Access, c *trace.CacheCounts, tell func(addr uint64, bytes int, had bool)) {
	for rest := coalesce.Distinct(a, a.Active); rest != 0; rest &= rest - 1 {
		k.request(constantBase+a.Lane(rest.First()), a.Bytes, c, tell)
	}
}

func (k *constants) request(addr uint64, bytes int, c *trace.CacheCounts, tell func(addr uint64, bytes int, had bool)) {
	if k.near.hit(addr) {
		c.ConstHits++
		tell(addr, bytes, true)
		return
	}
	c.ConstMisses++
	addr, bytes = k.near.fills(addr, bytes)
	if k.mid.cache != nil {
		if k.mid.hit(addr) {
			c.ConstMidHits++
			tell(addr, bytes, true)
			return
		}
		c.ConstMidMisses++
		addr, bytes = k.mid.fills(addr, bytes)
	}
	tell(addr, bytes, false)
}
