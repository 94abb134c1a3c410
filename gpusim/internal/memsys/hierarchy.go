package memsys

// This file puts the caches of a device between its SMs and its memory.

import (
	"gpucourse/gpusim/internal/arch"
	"gpucourse/gpusim/internal/ir"
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

	HostReads, HostWrites         uint64 // of the host's memory, which L2 does not keep
	BusReadBytes, BusWrittenBytes uint64 // moved for them over PCIe, with what frames them
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
	c.HostReads += d.HostReads
	c.HostWrites += d.HostWrites
	c.BusReadBytes += d.BusReadBytes
	c.BusWrittenBytes += d.BusWrittenBytes
}

// Hierarchy is the caches and the memory of one device. The contents of L2
// outlive a launch; the caches of the SMs are emptied when one begins.
//
// A read asks the cache next to its SM, then L2, then memory; a store goes to L2
// as the policy of that cache says. A device without an L2 has memory there.
//
// Near is what happens next to an SM, Far what happens behind it to the requests
// that Near returned; between them time may pass. Access is both at once.
//
// Not modelled: that what one access of an SM fetches is not yet there for the
// next (who keeps the time must do that), instructions and kernel parameters,
// translation.
type Hierarchy struct {
	spec   *arch.Spec
	split  *splitter
	splits splits                 // of the launch's shapes
	lanes  [arch.MaxBytes + 1]int // by the bytes of a lane: how many lanes make a request
	sms    []smCaches
	groups []*joiner // of SMs whose reads are joined
	l2     *l2       // nil where there is none
	shared int       // bytes of Caches.Unified

	sm       int
	near     Near
	written  []uint32                          // of the requests of near
	onVictim func(line uint64, sectors uint32) // writeBack
	ends     CacheCounts                       // what belongs to no access of this launch
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
	h.onVictim = h.writeBack
	for bytes := 1; bytes < len(h.lanes); bytes++ {
		h.lanes[bytes] = max(rules[s.Global.Coalesce].lanes(s, bytes), s.Shared.Banks*s.Shared.BankBytes/bytes)
	}
	if s.Caches.L2.Bytes > 0 {
		h.l2 = newL2(s, h.split)
	}
	if n := s.Caches.JoinSMs; n > 0 {
		h.groups = make([]*joiner, (s.SMs+n-1)/n)
		for i := range h.groups {
			h.groups[i] = newJoiner(s.Caches.JoinReads)
		}
	}
	return h
}

// Begin starts a launch whose SMs use shared bytes of their memory as shared
// memory; where L1 divides that memory with it, L1 has the rest. Turns begin
// anew.
func (h *Hierarchy) Begin(shared int) {
	h.ends = CacheCounts{}
	h.splits.forget()
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
func (h *Hierarchy) End() CacheCounts {
	if h.l2 != nil {
		h.ends.DRAMReads += h.l2.fills
		h.ends.DRAMWrites += h.l2.wrote
		h.l2.fills, h.l2.wrote = 0, 0
	}
	return h.ends
}

// Touch asks the processor for the memory that accesses of an SM will need; see
// Near. What it returns means nothing.
func (h *Hierarchy) Touch(sm int) uint64 {
	if l := h.sms[sm].l1; l != nil {
		return l.cache.touch()
	}
	return 0
}

// Access plays one access of a warp on SM sm and adds what happened to c. The
// space is global, local, constant or texture; local addresses are device
// addresses, laid out as LocalWord does. now counts turns and never falls: a
// turn is about one access of every resident warp of an SM.
func (h *Hierarchy) Access(sm int, now uint64, a *trace.Access, c *CacheCounts) {
	n := h.Near(sm, a, c)
	for i := range n.Asks {
		if ask := &n.Asks[i]; ask.Sectors != 0 {
			if f := h.Far(now, ask, c); !f.Joined {
				until := now
				if !f.Hit {
					until++ // to the end of the turn
				}
				h.Answer(ask, f, until)
			}
		}
	}
}

// Near plays one access of a warp in the caches next to SM sm and adds what
// happened there to c. What it returns is good until the next call.
func (h *Hierarchy) Near(sm int, a *trace.Access, c *CacheCounts) *Near {
	h.sm = sm
	h.near = Near{Asks: h.near.Asks[:0]}
	h.written = h.written[:0]
	switch {
	case a.Space == ir.Const || a.Space == ir.Param:
		h.constant(a, c)
	case h.l2 == nil:
		h.uncached(a, c)
	default:
		h.requests(a, c)
	}
	return &h.near
}

// constant plays a load of constants.
func (h *Hierarchy) constant(a *trace.Access, c *CacheCounts) {
	hits, misses, mids := c.ConstHits, c.ConstMisses, c.ConstMidMisses
	h.constants().access(a, c, h.fetch)
	h.near.Requests = int(c.ConstHits - hits + c.ConstMisses - misses)
	h.near.Mid = int(c.ConstMisses - misses)
	h.near.Beyond = int(c.ConstMidMisses - mids)
}

// requests plays an access request by request: wide words take several where
// one is for a line at most. Those that pass the banks of the SM's memory at once
// look for their lines together (cc 3.x, whose banks are 8 bytes wide).
func (h *Hierarchy) requests(a *trace.Access, c *CacheCounts) {
	n := h.lanes[a.Bytes]
	if n >= h.spec.WarpSize {
		h.request(a, c)
		return
	}
	w := *a
	w.Shape = 0
	for first := 0; first < h.spec.WarpSize; first += n {
		if w.Active = a.Active & lanes(first, n); w.Active != 0 {
			h.request(&w, c)
		}
	}
}

func (h *Hierarchy) request(a *trace.Access, c *CacheCounts) {
	switch {
	case a.Kind == trace.Atomic:
		h.atomic(a, c)
	case a.Kind == trace.Store:
		h.store(a, c)
	case h.isReadOnly(a):
		h.loadReadOnly(a, c)
	default:
		h.load(a, c)
	}
}

// uncached asks memory for what a device without L2 moves: every transaction.
func (h *Hierarchy) uncached(a *trace.Access, c *CacheCounts) {
	if a.Kind == trace.Load && h.isReadOnly(a) {
		h.loadReadOnly(a, c)
		return
	}
	w := *a
	w.Space = ir.Global // local addresses are laid out already
	h.split.moved = Coalesce(h.spec, &w, h.split.moved[:0])
	perLine := uint64(h.split.perLine)
	for i := range h.split.moved {
		t := &h.split.moved[i]
		first := t.Addr >> h.split.sector
		n := (uint64(t.Bytes) + 1<<h.split.sector - 1) >> h.split.sector
		h.ask(Ask{Line: t.Addr >> h.split.line, Sectors: uint32((uint64(1)<<n - 1) << (first % perLine)), Kind: a.Kind})
	}
}

// load plays a load that goes by way of L1, where there is one for it. One past
// L1 drops the line there (probe ld_vol_ld).
func (h *Hierarchy) load(a *trace.Access, c *CacheCounts) {
	var l *l1
	if h.inL1(a) {
		l = h.l1()
	}
	for _, p := range h.splits.of(h.split, a) {
		var hits uint32
		switch {
		case l == nil:
		case a.Volatile:
			l.drop(p.line)
			c.L1Misses += countSectors(p.sectors)
		default:
			hits = l.load(h.split, a, p, h.onVictim)
			c.L1Hits += countSectors(hits)
			c.L1Misses += countSectors(p.sectors &^ hits)
		}
		h.ask(Ask{Line: p.line, Sectors: p.sectors &^ hits, Hits: hits, Strong: a.Volatile})
	}
}

// isReadOnly reports whether a load goes by way of the read-only cache.
func (h *Hierarchy) isReadOnly(a *trace.Access) bool {
	return a.ReadOnly && h.spec.Caches.ReadOnly.Bytes > 0 && (a.Space == ir.Texture || h.spec.Has(arch.ReadOnlyLoads))
}

// loadReadOnly plays a load through the cache for what nobody writes.
func (h *Hierarchy) loadReadOnly(a *trace.Access, c *CacheCounts) {
	ro := h.readOnly()
	for _, p := range h.split.of(a) {
		hits := ro.Touch(p.line, p.sectors)
		c.ReadOnlyHits += countSectors(hits)
		c.ReadOnlyMisses += countSectors(p.sectors &^ hits)
		h.ask(Ask{Line: p.line, Sectors: p.sectors &^ hits, Hits: hits})
	}
}

// store plays a store: in L1 as its policy says, and what goes on to L2 there.
func (h *Hierarchy) store(a *trace.Access, c *CacheCounts) {
	policy := h.spec.Caches.GlobalStores
	if a.Space == ir.Local {
		policy = h.spec.Caches.LocalStores
	}
	for i, p := range h.split.of(a) {
		on := p.sectors
		if h.inL1(a) {
			on = h.l1().store(policy, p, h.split.written(i), h.onVictim)
		}
		h.ask(Ask{Line: p.line, Sectors: on, Full: p.full & on, Kind: trace.Store, Written: h.keep(h.split.written(i))})
	}
}

// keep copies the bytes written by sector, so that they outlive the splitter's.
func (h *Hierarchy) keep(written []uint32) []uint32 {
	at := len(h.written)
	h.written = append(h.written, written...)
	return h.written[at:len(h.written):len(h.written)]
}

// atomic plays an atomic: L2 changes the data, L1 forgets the line (probe
// ld_red_ld). Lanes that use one address are one request.
func (h *Hierarchy) atomic(a *trace.Access, c *CacheCounts) {
	for _, p := range h.split.of(a) {
		if h.inL1(a) {
			h.l1().drop(p.line)
		}
		h.ask(Ask{Line: p.line, Sectors: p.sectors, Kind: trace.Atomic})
	}
}

// fetch asks for a piece of memory for a constant cache.
func (h *Hierarchy) fetch(addr uint64, bytes int) {
	line := uint64(h.spec.Global.LineBytes)
	for end := addr + uint64(bytes); addr < end; {
		next := min(end, addr/line*line+line)
		first := addr % line >> h.split.sector
		last := (next - 1) % line >> h.split.sector
		h.ask(Ask{Line: addr / line, Sectors: uint32(uint64(2)<<last - uint64(1)<<first)})
		addr = next
	}
}

// writeBack hands a dirty line that left L1 on.
func (h *Hierarchy) writeBack(line uint64, sectors uint32) {
	h.ask(Ask{Line: line, Sectors: sectors, Full: sectors, Kind: trace.Store, back: true})
}

// side is the part of L2 that the SM is next to: groups of SMs take turns.
func (h *Hierarchy) side(sm int) int {
	if len(h.l2.parts) == 1 {
		return 0
	}
	return sm / max(1, h.spec.Caches.JoinSMs) % len(h.l2.parts)
}

// inL1 reports whether L1 has to do with an access.
func (h *Hierarchy) inL1(a *trace.Access) bool {
	return h.spec.Caches.L1.Bytes > 0 && (a.Space == ir.Local || a.Space == ir.Texture || h.spec.Global.GlobalInL1)
}

// l1 returns the L1 of the SM, made when it is first used.
func (h *Hierarchy) l1() *l1 {
	sm := &h.sms[h.sm]
	if sm.l1 == nil {
		g := h.spec.Caches.L1
		if all := h.spec.Caches.Unified; all > 0 {
			g.Bytes = max(g.Bytes, all-h.shared)
		}
		sm.l1 = newL1(g, h.split)
	}
	return sm.l1
}

func (h *Hierarchy) readOnly() *Cache {
	sm := &h.sms[h.sm]
	if sm.readOnly == nil {
		sm.readOnly = NewCache(h.spec.Caches.ReadOnly)
	}
	return sm.readOnly
}

func (h *Hierarchy) constants() *constants {
	sm := &h.sms[h.sm]
	if sm.consts == nil {
		sm.consts = newConstants(h.spec)
	}
	return sm.consts
}
