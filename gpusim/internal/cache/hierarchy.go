package cache

// This file puts the caches of a device between its SMs and DRAM.

import (
	"cmp"
	"slices"

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
	residency     Residency

	player *SMCaches         // of Queue; nil before the launch's first access
	queues [Turns][]queued   // by turn
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
	h.Keep(Residency{})
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
		h.l2.write(0, &coalesce.LineAccess{Line: unused>>h.lines.LineBits + line, Sectors: sectors, Full: sectors}, trace.EvictUnchanged)
	}
}

// End returns what belongs to no access of the launch: the DRAM traffic of writing lines
// back. Dirty lines stay in L2.
func (h *Hierarchy) End() trace.CacheCounts {
	h.rest = h.Rest()
	if h.l2 != nil {
		h.l2.fills, h.l2.wrote = 0, 0
	}
	return h.rest
}

// Rest returns what belongs to no access of the launch up to now.
func (h *Hierarchy) Rest() trace.CacheCounts {
	rest := h.rest
	if h.l2 != nil {
		rest.DRAMReads += h.l2.fills
		rest.DRAMWrites += h.l2.wrote
	}
	return rest
}

// Access plays one access of a warp at all levels and adds what happened to c. The space is
// global, local, constant or texture; local addresses are device addresses. A turn is a time
// in which each resident warp makes about one access; turns never decrease.
func (h *Hierarchy) Access(sm int, turn uint64, a *trace.Access, c *trace.CacheCounts) {
	for _, r := range h.accessSM(sm, a, c) {
		h.serve(&queued{r, turn, c})
	}
}

// Queue plays one access as Access does, but in the caches of its SM only. What misses
// waits for Serve. The turns of one SM never decrease; those of a queue differ by less than
// Turns.
func (h *Hierarchy) Queue(sm int, turn uint64, a *trace.Access, c *trace.CacheCounts) {
	queue := &h.queues[turn%Turns]
	for _, r := range h.accessSM(sm, a, c) {
		*queue = append(*queue, queued{r, turn, c})
	}
}

// accessSM plays one access in the caches of its SM and returns the requests behind them.
func (h *Hierarchy) accessSM(sm int, a *trace.Access, c *trace.CacheCounts) []MemRequest {
	if h.player == nil {
		h.player = h.NewSMCaches()
		h.player.missesOnly = true
	}
	return h.player.Access(sm, a, c).Requests
}

// Turns is how many turns a queue holds: enough that an SM's state stays in the processor's
// caches, and few enough that its requests do.
const Turns = 16

// queued is a request that waits for Serve.
type queued struct {
	MemRequest
	turn   uint64
	counts *trace.CacheCounts
}

// Serve plays the queued requests behind the SMs, turn by turn and SM by SM. A read that
// misses stays pending until the end of its turn.
func (h *Hierarchy) Serve(first uint64) {
	for i := range uint64(Turns) {
		queue := &h.queues[(first+i)%Turns]
		slices.SortStableFunc(*queue, func(a, b queued) int { return cmp.Compare(a.SM, b.SM) })
		for j := range *queue {
			h.serve(&(*queue)[j])
		}
		*queue = (*queue)[:0]
	}
}

// serve plays a request behind the SMs, unless its sectors all hit in the caches of the SM.
func (h *Hierarchy) serve(q *queued) {
	if q.Sectors == 0 {
		return
	}
	f := h.L2Access(q.turn, &q.MemRequest, q.counts)
	if f.Coalesced {
		return
	}
	until := q.turn
	if !f.Hit {
		until++
	}
	h.Reply(&q.MemRequest, f, until, until)
}
