package memsys

// This file is what lies behind the SMs: the unit that joins reads, L2, memory.

import "gpucourse/gpusim/trace"

// Near is what an access did next to its SM.
type Near struct {
	// Asks has one entry for each line that the access looked up or passed by;
	// those with Sectors go on to Far.
	Asks []Ask
	// Of constants: requests, those that the cache next to the SM lacked, and those
	// that the cache behind it lacked too.
	Requests, Mid, Beyond int
}

// Ask is what an SM asks of what is behind it: sectors of one line.
type Ask struct {
	Line    uint64 // its number
	Sectors uint32 // asked for; 0: the SM had them all
	Hits    uint32 // of a load: those it had
	Full    uint32 // of a store: sectors written whole
	Kind    trace.Kind
	SM      int32
	Strong  bool     // of a load: it passed by L1, as one that is volatile
	With    bool     // of constants: more of the line of a cache that the ask before it began
	back    bool     // a line that left L1
	Written []uint32 // of a store: bytes by sector
}

// Far is what became of an Ask.
type Far struct {
	Joined  bool   // with a read under way, which is back at Ready
	Ready   uint64 // of the read it was joined to
	Own     bool   // and that was of the same SM
	Hit     bool   // nothing was missing in L2
	Host    bool   // it is the host's memory
	Away    bool   // the line's home is another part of L2 than the SM's
	Fetched int    // sectors read from memory for it
	Outs    []Out  // what was written to memory to make room; until the next Far
}

// Out is a line that was written to memory.
type Out struct {
	Line          uint64
	Filled, Wrote int // sectors: read before, because they were written in part; written
}

// Home is the part of L2 that a line belongs to.
func (h *Hierarchy) Home(line uint64) int {
	if h.l2 == nil {
		return 0
	}
	return h.l2.home(line)
}

// Far plays an Ask, at a time that never falls, and adds what happened to c. Who
// is not joined must be answered: see Answer.
func (h *Hierarchy) Far(now uint64, a *Ask, c *trace.CacheCounts) Far {
	switch {
	case h.onHost(a.Line):
		h.farHost(a, c)
		return Far{Host: true}
	case h.l2 == nil:
		return h.farMemory(a, c)
	}
	f := Far{Hit: true, Away: h.Side(int(a.SM)) != h.l2.home(a.Line)}
	h.l2.outs = h.l2.outs[:0]
	switch a.Kind {
	case trace.Load:
		h.farRead(now, a, c, &f)
	case trace.Store:
		h.farWrite(a, c)
	case trace.Atomic:
		hits := h.l2.update(a.Line, a.Sectors)
		c.L2Atomics += countSectors(a.Sectors)
		c.L2AtomicHits += countSectors(hits)
		f.Hit = hits == a.Sectors
	}
	f.Fetched, f.Outs = int(h.l2.fetched), h.l2.outs
	c.DRAMReads += h.l2.fetched
	h.l2.fetched = 0
	return f
}

// farMemory counts what a device without L2 moves.
func (h *Hierarchy) farMemory(a *Ask, c *trace.CacheCounts) (f Far) {
	n := countSectors(a.Sectors)
	if a.Kind != trace.Store {
		c.DRAMReads += n
		f.Fetched = int(n)
	}
	if a.Kind != trace.Load {
		c.DRAMWrites += n
		h.outs[0] = Out{Line: a.Line, Wrote: int(n)}
		f.Outs = h.outs[:]
	}
	return f
}

func (h *Hierarchy) farHost(a *Ask, c *trace.CacheCounts) {
	if a.Kind == trace.Store {
		h.writeHost(a.Sectors, a.Written, c)
	} else {
		h.readHost(a.Sectors, c)
	}
}

func (h *Hierarchy) farRead(now uint64, a *Ask, c *trace.CacheCounts, f *Far) {
	if j := h.group(int(a.SM)); j != nil {
		if e, joined := j.joins(now, a.Line, a.Sectors, a.SM); joined {
			f.Joined, f.Ready, f.Own = true, e.ready, e.sm == a.SM
			return
		}
	}
	hits := h.l2.read(h.Side(int(a.SM)), a.Line, a.Sectors)
	c.L2Reads += countSectors(a.Sectors)
	c.L2ReadHits += countSectors(hits)
	f.Hit = hits == a.Sectors
}

func (h *Hierarchy) farWrite(a *Ask, c *trace.CacheCounts) {
	if a.back {
		c = &h.ends
	}
	h.l2.write(h.Side(int(a.SM)), a.Line, a.Sectors, a.Full, a.Written)
	c.L2Writes += countSectors(a.Sectors)
	c.L2WriteHits += countSectors(a.Sectors) // a store waits for nothing from memory
}

// Answer says when a read is back, and until when others can be joined to it.
func (h *Hierarchy) Answer(a *Ask, f Far, ready, until uint64) {
	if j := h.group(int(a.SM)); j != nil && a.Kind == trace.Load && !f.Host {
		j.answer(a.Line, f.Hit, ready, until)
	}
}

// group is what joins the reads of an SM, or nil.
func (h *Hierarchy) group(sm int) *joiner {
	if h.groups == nil {
		return nil
	}
	return h.groups[h.spec.GPCOf(sm)]
}
