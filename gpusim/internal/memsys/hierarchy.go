package memsys

// This file puts the caches of a device between its SMs and its memory.

import (
	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/trace"
)

// Hierarchy is the caches and the memory of one device. The contents of L2
// outlive a launch; the caches of the SMs are emptied when one begins.
//
// A read asks the cache next to its SM, then L2, then memory; a store goes to L2
// as the policy of that cache says. A device without an L2 has memory there.
//
// Front.Near is what happens next to an SM, Far what happens behind it to the requests
// that Near returned; between them time may pass. Access is both at once.
//
// Not modelled: that what one access of an SM fetches is not yet there for the
// next (who keeps the time must do that), instructions and kernel parameters,
// translation.
type Hierarchy struct {
	outs   [1]Out // what a device without L2 writes
	spec   *arch.Spec
	split  *splitter
	lanes  [arch.MaxBytes + 1]int // by the bytes of a lane: how many lanes make a request
	sms    []smCaches
	groups []*joiner // of SMs whose reads are joined
	l2     *l2       // nil where there is none
	shared int       // bytes of Caches.Unified

	front *Front            // of Access; nil before the launch's first
	ends  trace.CacheCounts // what belongs to no access of this launch
}

// smCaches is what one SM has; what it never used it does not have yet.
type smCaches struct {
	l1       *l1
	readOnly *Cache
	consts   *constants
}

// NewHierarchy returns the hierarchy of a device, everything cold.
func NewHierarchy(s *arch.Spec) *Hierarchy {
	h := &Hierarchy{spec: s, split: newSplitter(s), sms: make([]smCaches, s.SMs)}
	for bytes := 1; bytes < len(h.lanes); bytes++ {
		h.lanes[bytes] = max(rules[s.Global.Coalesce].lanes(s, bytes), s.Shared.Banks*s.Shared.BankBytes/bytes)
	}
	if s.Caches.L2.Bytes > 0 {
		h.l2 = newL2(s, h.split)
	}
	if n := s.Caches.CoalescedReads; n > 0 {
		h.groups = make([]*joiner, s.GPCs())
		for i := range h.groups {
			h.groups[i] = newJoiner(n)
		}
	}
	return h
}

// Begin starts a launch whose SMs use shared bytes of their memory as shared
// memory; where L1 divides that memory with it, L1 has the rest. Turns begin
// anew.
func (h *Hierarchy) Begin(shared int) {
	h.ends = trace.CacheCounts{}
	h.front = nil
	for i := range h.sms {
		sm := &h.sms[i]
		if sm.l1 != nil && shared == h.shared {
			sm.l1.clear()
		} else {
			sm.l1 = nil
		}
		if sm.readOnly != nil {
			sm.readOnly.Clear()
		}
		if sm.consts != nil {
			sm.consts.clear()
		}
	}
	for _, j := range h.groups {
		clear(j.entries)
	}
	h.shared = shared
}

// LeaveDirty puts dirty data of nobody's into L2, as a program that ran before
// leaves them: whoever drives them out has them written to memory. A profiler
// leaves its own between flushing the caches and the launch it counts.
func (h *Hierarchy) LeaveDirty(bytes int) {
	const nobodys = 1 << 61 // above all memory and constants
	sectors := h.split.allSectors()
	for line := range uint64(bytes / h.spec.Global.LineBytes) {
		h.l2.write(0, nobodys>>h.split.line+line, sectors, sectors, nil)
	}
}

// End returns what belongs to no access of the launch: what was read and
// written because lines were written back. Dirty data stay in L2.
func (h *Hierarchy) End() trace.CacheCounts {
	if h.l2 != nil {
		h.ends.DRAMReads += h.l2.fills
		h.ends.DRAMWrites += h.l2.wrote
		h.l2.fills, h.l2.wrote = 0, 0
	}
	return h.ends
}

// Release leaves the memory of the caches to the next Hierarchy. This one must not be used
// any more.
func (h *Hierarchy) Release() {
	for i := range h.sms {
		if l := h.sms[i].l1; l != nil {
			l.release()
		}
	}
	if h.l2 != nil {
		for i := range h.l2.parts {
			h.l2.parts[i].release()
		}
	}
	for _, j := range h.groups {
		spareEntries.leave(j.entries)
	}
	h.sms, h.l2, h.groups = nil, nil, nil // so that nothing is left twice
}

// Access plays one access of a warp on SM sm and adds what happened to c. The
// space is global, local, constant or texture; local addresses are device
// addresses, laid out as LocalWord does. now counts turns and never falls: a
// turn is about one access of every resident warp of an SM.
func (h *Hierarchy) Access(sm int, now uint64, a *trace.Access, c *trace.CacheCounts) {
	if h.front == nil {
		h.front = h.NewFront()
		h.front.lacking = true
	}
	n := h.front.Near(sm, a, c)
	for i := range n.Asks {
		if ask := &n.Asks[i]; ask.Sectors != 0 {
			if f := h.Far(now, ask, c); !f.Joined {
				until := now
				if !f.Hit {
					until++ // to the end of the turn
				}
				h.Answer(ask, f, until, until)
			}
		}
	}
}

// Side is the part of L2 that the SM is next to: groups of SMs take turns.
func (h *Hierarchy) Side(sm int) int {
	if h.l2 == nil || len(h.l2.parts) == 1 {
		return 0
	}
	return h.spec.L2PartitionOf(sm)
}
