package cache

// This file puts the caches of a device between its SMs and DRAM.

import (
	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/internal/coalesce"
	"gpucourse/gpusim/trace"
)

// Hierarchy is the caches of one device. The contents of L2 outlive a launch; the caches
// of the SMs begin each launch empty.
type Hierarchy struct {
	spec          *arch.Spec
	lines         coalesce.Geometry
	lanesTogether [arch.MaxBytes + 1]int // by bytes per lane: the lanes whose lines are looked up together
	sms           []*smState             // nil before the SM's first access
	coalescers    []requestCoalescer     // by cluster
	l2            *l2                    // nil if the device has none
	sharedBytes   int                    // of the memory of an SM that L1 and shared memory divide
	written       [1]WriteBack           // of a device without L2

	player *SMCaches         // of Access; nil before the launch's first
	rest   trace.CacheCounts // what belongs to no access of the launch
}

// NewHierarchy returns the caches of a device, all empty.
func NewHierarchy(s *arch.Spec) *Hierarchy {
	h := &Hierarchy{spec: s, lines: coalesce.NewGeometry(s), sms: make([]*smState, s.SMs)}
	for bytes := 1; bytes < len(h.lanesTogether); bytes++ {
		h.lanesTogether[bytes] = max(coalesce.LanesPerRequest(s, bytes), s.Shared.Banks*s.Shared.BankBytes/bytes)
	}
	if s.Caches.L2.Bytes > 0 {
		h.l2 = newL2(s, h.lines)
	}
	h.coalescers = make([]requestCoalescer, s.GPCs())
	for i := range h.coalescers {
		h.coalescers[i].limit = s.Caches.CoalescedReads
	}
	return h
}

// Begin starts a launch whose SMs use sharedBytes of their memory as shared memory. L1 has
// the rest on devices where the two divide one memory.
func (h *Hierarchy) Begin(sharedBytes int) {
	h.rest = trace.CacheCounts{}
	h.player = nil
	clear(h.sms)
	for i := range h.coalescers {
		clear(h.coalescers[i].entries)
	}
	h.sharedBytes = sharedBytes
}

// LeaveDirty puts dirty lines into L2 that no access of a launch uses. A profiler leaves
// such lines when it flushes the caches, and a launch that evicts them pays for writing them.
func (h *Hierarchy) LeaveDirty(bytes int) {
	const unused = 1 << 61 // above all memory and constants
	sectors := h.lines.AllSectors()
	for line := range uint64(bytes / h.spec.Global.LineBytes) {
		h.l2.write(0, &coalesce.LineAccess{Line: unused>>h.lines.LineBits + line, Sectors: sectors, Full: sectors})
	}
}

// End returns what belongs to no access of the launch: the DRAM traffic of writing lines
// back. Dirty lines stay in L2.
func (h *Hierarchy) End() trace.CacheCounts {
	if h.l2 != nil {
		h.rest.DRAMReads += h.l2.fills
		h.rest.DRAMWrites += h.l2.wrote
		h.l2.fills, h.l2.wrote = 0, 0
	}
	return h.rest
}

// Access plays one access of a warp on an SM at all levels and adds what happened to c.
// The space is global, local, constant or texture; local addresses are device addresses.
// now counts turns and never decreases; in one turn each resident warp makes about one
// access. A read that missed stays pending until the end of its turn.
func (h *Hierarchy) Access(sm int, now uint64, a *trace.Access, c *trace.CacheCounts) {
	if h.player == nil {
		h.player = h.NewSMCaches()
		h.player.missesOnly = true
	}
	result := h.player.Access(sm, a, c)
	for i := range result.Requests {
		r := &result.Requests[i]
		if r.Sectors == 0 {
			continue
		}
		if f := h.L2Access(now, r, c); !f.Coalesced {
			until := now
			if !f.Hit {
				until++
			}
			h.Reply(r, f, until, until)
		}
	}
}
