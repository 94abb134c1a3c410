package cache

// This file plays requests behind the SMs: in the L2 request coalescer, L2 and memory.

import (
	"gpucourse/gpusim/internal/coalesce"
	"gpucourse/gpusim/trace"
)

// MemRequest is a request of an SM for sectors of one line.
type MemRequest struct {
	coalesce.LineAccess        // Sectors is 0 if all hit in the caches of the SM
	Hits                uint32 // of a load: sectors that hit in the caches of the SM
	SM                  int32
	Kind                trace.Kind
	Turns, Degree       int32 // of an atomic: how often L2 changes sectors, and lanes that change the same word
	Hint                trace.Hint
	Volatile            bool // of a load: it bypassed L1
	Alone               bool // of a load: L2 looks it up whatever reads are pending; so it does for several blocks of a cluster (h100/modern: share_tile_multicast)
	Continues           bool // of a constant load: it completes the cache line that the request before it began
	evicted             bool // a dirty line that left L1
}

// L1Result is what an access did in the caches of its SM.
type L1Result struct {
	// Requests has one entry per line of the access. Those with Sectors go on to L2.
	Requests []MemRequest
	// Of a constant load: requests, misses in the first constant cache, and those of
	// them that also missed in the second.
	ConstRequests, ConstMisses, ConstMidMisses int
}

// L2Result is what became of a MemRequest.
type L2Result struct {
	Coalesced  bool        // the request joined a pending read
	Ready      uint64      // Coalesced: when the data of that read arrive
	Hit        bool        // L2 had every sector
	Host       bool        // the line is in host memory
	Remote     bool        // the line's home partition is not the SM's
	Fetched    int         // sectors read from DRAM for the request
	WriteBacks []WriteBack // lines that L2 wrote to DRAM; valid until the next request
}

// WriteBack is a line that L2 wrote to DRAM.
type WriteBack struct {
	Line    uint64
	Filled  int // sectors read first, because they were written in part
	Written int // sectors written
}

// HomePartition returns the partition of L2 that owns a line.
func (h *Hierarchy) HomePartition(line uint64) int {
	if h.l2 == nil {
		return 0
	}
	return h.l2.home(line)
}

// Partition returns the partition of L2 that an SM sends its requests to.
func (h *Hierarchy) Partition(sm int) int {
	if h.l2 == nil || len(h.l2.parts) == 1 {
		return 0
	}
	return h.spec.L2PartitionOf(sm)
}

// L2Access plays a request behind the SMs and adds what happened to c. now never
// decreases. The caller must call Reply for every load that was not coalesced.
func (h *Hierarchy) L2Access(now uint64, r *MemRequest, c *trace.CacheCounts) L2Result {
	switch {
	case h.onHost(r.Line) && r.Kind == trace.Store:
		h.writeHost(r, c)
		return L2Result{Host: true}
	case h.onHost(r.Line):
		h.readHost(r.Sectors, c)
		return L2Result{Host: true}
	case h.l2 == nil:
		return h.accessDRAM(r, c)
	}
	f := L2Result{Hit: true, Remote: h.Partition(int(r.SM)) != h.l2.home(r.Line)}
	h.l2.writeBacks = h.l2.writeBacks[:0]
	switch r.Kind {
	case trace.Load:
		h.read(now, r, c, &f)
	case trace.Store:
		h.write(r, c, f.Remote)
	case trace.Atomic:
		if f.Remote {
			c.L2FarAtomics += uint64(r.Turns)
		}
		hits := h.l2.update(r.Line, r.Sectors, h.priority(r))
		c.L2Requests++
		c.L2Atomics += uint64(r.Turns)
		c.L2AtomicHits += uint64(r.Turns) - coalesce.CountSectors(r.Sectors&^hits)
		f.Hit = hits == r.Sectors
	}
	f.Fetched, f.WriteBacks = int(h.l2.fetched), h.l2.writeBacks
	c.DRAMReads += h.l2.fetched
	h.l2.fetched = 0
	return f
}

// accessDRAM plays a request on a device without L2.
func (h *Hierarchy) accessDRAM(r *MemRequest, c *trace.CacheCounts) (f L2Result) {
	n := coalesce.CountSectors(r.Sectors)
	if r.Kind != trace.Store {
		c.DRAMReads += n
		f.Fetched = int(n)
	}
	if r.Kind != trace.Load {
		c.DRAMWrites += n
		h.written[0] = WriteBack{Line: r.Line, Written: int(n)}
		f.WriteBacks = h.written[:]
	}
	return f
}

func (h *Hierarchy) read(now uint64, r *MemRequest, c *trace.CacheCounts, f *L2Result) {
	if k := h.coalescerOf(r); k.limit > 0 && !r.Alone {
		if pending, joined := k.read(now, r.Line, r.Sectors); joined {
			f.Coalesced, f.Ready = true, pending.ready
			return
		}
	}
	p, part := h.priority(r), h.Partition(int(r.SM))
	present := p == trace.EvictLast && h.l2.parts[part].Lookup(r.Line) >= 0
	hits := h.l2.read(part, r.Line, r.Sectors, p)
	c.L2Requests++
	c.L2Reads += coalesce.CountSectors(r.Sectors)
	c.L2ReadHits += coalesce.CountSectors(hits)
	c.L2FarReads += h.l2.asked
	c.L2FarMisses += h.l2.asked - h.l2.found
	h.l2.asked, h.l2.found = 0, 0
	countPriority(c, p, r.Sectors, hits, present)
	f.Hit = hits == r.Sectors
}

// countPriority counts a request by the priority that it gave its line; present says that L2 had the line.
func countPriority(c *trace.CacheCounts, p trace.Priority, sectors, hits uint32, present bool) {
	switch p {
	case trace.EvictFirst:
		c.L2First++
	case trace.EvictLast:
		c.L2Last++
		c.L2LastSectors += coalesce.CountSectors(sectors)
		c.L2LastSectorHits += coalesce.CountSectors(hits)
		if present {
			c.L2LastHits++
		}
	}
}

func (h *Hierarchy) write(r *MemRequest, c *trace.CacheCounts, remote bool) {
	if r.evicted {
		c = &h.rest
	}
	p := h.priority(r)
	h.l2.write(h.Partition(int(r.SM)), &r.LineAccess, p)
	c.L2Requests++
	countPriority(c, p, r.Sectors, r.Sectors, true)
	c.L2Writes += coalesce.CountSectors(r.Sectors)
	if remote {
		c.L2FarWrites += coalesce.CountSectors(r.Sectors)
	}
	c.L2WriteHits += coalesce.CountSectors(r.Sectors) // a store never waits for DRAM
}

// Reply says when the data of a load arrive at its SM, and until when other reads can
// join it in the L2 request coalescer.
func (h *Hierarchy) Reply(r *MemRequest, f L2Result, ready, until uint64) {
	if k := h.coalescerOf(r); k.limit > 0 && r.Kind == trace.Load && !r.Alone && !f.Host {
		k.reply(r.Line, f.Hit, ready, until)
	}
}

func (h *Hierarchy) coalescerOf(r *MemRequest) *requestCoalescer {
	return &h.coalescers[h.spec.GPCOf(int(r.SM))]
}
