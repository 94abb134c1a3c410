package cache

// This file is the constant caches of an SM.

import (
	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/internal/coalesce"
	"gpucourse/gpusim/trace"
)

// constantBase is the address of constant memory in L2: above all allocations.
const constantBase = 1 << 60

// constants is the constant caches of one SM: Caches.Const next to the SM and
// Caches.ConstMid behind it. A load makes one request per distinct address, in the order
// of its lanes. A request that misses fills the line at once, so that later requests hit;
// a device counts requests as misses until the line arrives.
type constants struct {
	near, mid constantLevel
}

// constantLevel is one of the caches; without a cache everything misses.
type constantLevel struct {
	cache *Cache
	bytes uint64 // of a line
}

func newConstants(s *arch.Spec) *constants {
	return &constants{near: newConstantLevel(s.Caches.Const), mid: newConstantLevel(s.Caches.ConstMid)}
}

func newConstantLevel(g arch.Cache) constantLevel {
	if g == (arch.Cache{}) {
		return constantLevel{}
	}
	return constantLevel{New(g), uint64(g.LineBytes)}
}

// hit looks an address up and leaves its line in the cache.
func (l *constantLevel) hit(addr uint64) bool {
	return l.cache != nil && l.cache.Read(addr/l.bytes, 1) != 0
}

// fill returns what the level requests from the next one for a miss: its line.
func (l *constantLevel) fill(addr uint64, bytes int) (uint64, int) {
	if l.cache == nil {
		return addr, bytes
	}
	return addr / l.bytes * l.bytes, int(l.bytes)
}

// access plays one load of a warp and counts its requests. It calls play for each, with an
// address in L2, a number of bytes, and whether a cache has them.
func (k *constants) access(a *trace.Access, c *trace.CacheCounts, play func(addr uint64, bytes int, hit bool)) {
	for rest := coalesce.Distinct(a, a.Active); rest != 0; rest &= rest - 1 {
		play(k.request(constantBase+a.Lane(rest.First()), a.Bytes, c))
	}
}

func (k *constants) request(addr uint64, bytes int, c *trace.CacheCounts) (uint64, int, bool) {
	if k.near.hit(addr) {
		c.ConstHits++
		return addr, bytes, true
	}
	c.ConstMisses++
	addr, bytes = k.near.fill(addr, bytes)
	if k.mid.hit(addr) {
		c.ConstMidHits++
		return addr, bytes, true
	}
	if k.mid.cache != nil {
		c.ConstMidMisses++
	}
	addr, bytes = k.mid.fill(addr, bytes)
	return addr, bytes, false
}
