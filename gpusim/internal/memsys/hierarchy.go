package memsys

// This file puts the caches of a device between its SMs and its memory.

import (
	"gpucourse/gpusim/internal/arch"
	"gpucourse/gpusim/internal/trace"
)

// CacheCounts is what happened in the caches and behind them. Figures are
// sectors of Spec.Global.SectorBytes, constants apart, which are requests.
type CacheCounts struct {
	L1Hits, L1Misses             uint64 // looked up in L1: loads that may use it, and stores that stay in it
	ReadOnlyHits, ReadOnlyMisses uint64 // looked up in the read-only cache
	ConstHits, ConstMisses       uint64 // looked up next to the SM
	ConstMidHits, ConstMidMisses uint64 // looked up behind it

	L2Reads, L2ReadHits     uint64 // asked of L2 by loads
	L2Writes, L2WriteHits   uint64 // handed to L2 by stores
	L2Atomics, L2AtomicHits uint64 // changed in L2
	DRAMReads, DRAMWrites   uint64
}

// Plus adds d to c.
func (c *CacheCounts) Plus(d *CacheCounts) {
	c.L1Hits += d.L1Hits
	c.L1Misses += d.L1Misses
	c.ReadOnlyHits += d.ReadOnlyHits
	c.ReadOnlyMisses += d.ReadOnlyMisses
	c.ConstHits += d.ConstHits
	c.ConstMisses += d.ConstMisses
	c.ConstMidHits += d.ConstMidHits
	c.ConstMidMisses += d.ConstMidMisses
	c.L2Reads += d.L2Reads
	c.L2ReadHits += d.L2ReadHits
	c.L2Writes += d.L2Writes
	c.L2WriteHits += d.L2WriteHits
	c.L2Atomics += d.L2Atomics
	c.L2AtomicHits += d.L2AtomicHits
	c.DRAMReads += d.DRAMReads
	c.DRAMWrites += d.DRAMWrites
}

// Hierarchy is the caches and the memory of one device. The contents of L2
// outlive a launch; the caches of the SMs are emptied when one begins.
type Hierarchy struct {
	coster coster
	lost   CacheCounts // what belongs to no access of this launch
}

// NewHierarchy returns the hierarchy of a device, everything cold.
func NewHierarchy(s *arch.Spec) *Hierarchy { return &Hierarchy{coster: newCoster(s)} }

// Begin starts a launch whose SMs use shared bytes of their memory as shared
// memory; where L1 divides that memory with it, L1 has the rest.
func (h *Hierarchy) Begin(shared int) { h.lost = CacheCounts{} }

// Access plays one access of a warp on SM sm and adds what happened to c. The
// space is global, local, constant or texture; local addresses are device
// addresses, laid out as LocalWord does. now counts turns and never falls: a
// turn is about one access of every resident warp of an SM.
func (h *Hierarchy) Access(sm int, now uint64, a *trace.Access, c *CacheCounts) {
	n := h.coster.cost(a).sectors()
	switch a.Kind {
	case trace.Load:
		c.L1Misses += n
		c.L2Reads += n
		c.DRAMReads += n
	case trace.Store:
		c.L2Writes += n
		c.DRAMWrites += n
	case trace.Atomic:
		c.L2Atomics += n
	}
}

// End returns what belongs to no access of the launch. Dirty data stay in L2.
func (h *Hierarchy) End() CacheCounts { return h.lost }
