package memsys

// This file is the caches next to the SMs.

import (
	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/trace"
)

// Front plays what happens next to SMs, in the caches that each of them has. One
// goroutine uses it, for a launch; several may be used at a time for different SMs
// of a Hierarchy.
type Front struct {
	*Hierarchy
	pieces   *splitter
	known    splits // of the launch's shapes
	sm       int
	near     Near
	written  []uint32                          // of the requests of near
	onVictim func(line uint64, sectors uint32) // writeBack
	lacking  bool                              // loads by way of L1 tell of the lines alone that it lacks
}

// NewFront returns what plays the accesses of a launch.
func (h *Hierarchy) NewFront() *Front {
	f := &Front{Hierarchy: h, pieces: newSplitter(h.spec)}
	f.onVictim = f.writeBack
	return f
}

// Near plays one access of a warp in the caches next to SM sm and adds what
// happened there to c. What it returns is good until the next call.
func (f *Front) Near(sm int, a *trace.Access, c *trace.CacheCounts) *Near {
	f.sm = sm
	f.near = Near{Asks: f.near.Asks[:0]}
	f.written = f.written[:0]
	switch {
	case a.Space == ir.Const || a.Space == ir.Param:
		f.constant(a, c)
	case f.l2 == nil:
		f.uncached(a, c)
	default:
		f.requests(a, c)
	}
	return &f.near
}

// constant plays a load of constants.
func (f *Front) constant(a *trace.Access, c *trace.CacheCounts) {
	hits, misses, mids := c.ConstHits, c.ConstMisses, c.ConstMidMisses
	f.constants().access(a, c, f.piece)
	f.near.Requests = int(c.ConstHits - hits + c.ConstMisses - misses)
	f.near.Mid = int(c.ConstMisses - misses)
	f.near.Beyond = int(c.ConstMidMisses - mids)
}

// requests plays an access request by request: wide words take several where
// one is for a line at most. Those that pass the banks of the SM's memory at once
// look for their lines together (cc 3.x, whose banks are 8 bytes wide).
func (f *Front) requests(a *trace.Access, c *trace.CacheCounts) {
	n := f.lanes[a.Bytes]
	if n >= f.spec.WarpSize {
		f.request(a, c)
		return
	}
	w := *a
	w.Shape = 0
	for first := 0; first < f.spec.WarpSize; first += n {
		if w.Active = a.Active & lanes(first, n); w.Active != 0 {
			f.request(&w, c)
		}
	}
}

func (f *Front) request(a *trace.Access, c *trace.CacheCounts) {
	switch {
	case a.Kind == trace.Atomic:
		f.atomic(a, c)
	case a.Kind == trace.Store:
		f.store(a, c)
	case f.isReadOnly(a):
		f.loadReadOnly(a, c)
	default:
		f.load(a, c)
	}
}

// uncached asks memory for what a device without L2 moves: every transaction.
func (f *Front) uncached(a *trace.Access, c *trace.CacheCounts) {
	if a.Kind == trace.Load && f.isReadOnly(a) {
		f.loadReadOnly(a, c)
		return
	}
	w := *a
	w.Space = ir.Global // local addresses are laid out already
	f.pieces.moved = Coalesce(f.spec, &w, f.pieces.moved[:0])
	perLine := uint64(f.pieces.perLine)
	for i := range f.pieces.moved {
		t := &f.pieces.moved[i]
		first := t.Addr >> f.pieces.sector
		n := (uint64(t.Bytes) + 1<<f.pieces.sector - 1) >> f.pieces.sector
		f.ask(Ask{Line: t.Addr >> f.pieces.line, Sectors: uint32((uint64(1)<<n - 1) << (first % perLine)), Kind: a.Kind})
	}
}

// load plays a load that goes by way of L1, where there is one for it. One past
// L1 drops the line there (probe ld_vol_ld).
func (f *Front) load(a *trace.Access, c *trace.CacheCounts) {
	var l *l1
	if f.inL1(a) {
		l = f.l1()
	}
	pieces, from := f.known.of(f.pieces, a)
	for _, p := range pieces {
		p.line += from
		var hits uint32
		switch {
		case l == nil:
		case a.Volatile:
			l.drop(p.line)
			c.L1Misses += countSectors(p.sectors)
		default:
			hits = l.load(f.pieces, a, p, f.onVictim)
			c.L1Hits += countSectors(hits)
			c.L1Misses += countSectors(p.sectors &^ hits)
		}
		if missing := p.sectors &^ hits; missing != 0 || !f.lacking {
			f.ask(Ask{Line: p.line, Sectors: missing, Hits: hits, Strong: a.Volatile})
		}
	}
}

// isReadOnly reports whether a load goes by way of the read-only cache.
func (f *Front) isReadOnly(a *trace.Access) bool {
	return a.ReadOnly && f.spec.Caches.ReadOnly.Bytes > 0 && (a.Space == ir.Texture || f.spec.Has(arch.ReadOnlyLoads))
}

// loadReadOnly plays a load through the cache for what nobody writes.
func (f *Front) loadReadOnly(a *trace.Access, c *trace.CacheCounts) {
	ro := f.readOnly()
	for _, p := range f.pieces.of(a) {
		hits := ro.Touch(p.line, p.sectors)
		c.ReadOnlyHits += countSectors(hits)
		c.ReadOnlyMisses += countSectors(p.sectors &^ hits)
		f.ask(Ask{Line: p.line, Sectors: p.sectors &^ hits, Hits: hits})
	}
}

// store plays a store: in L1 as its policy says, and what goes on to L2 there.
func (f *Front) store(a *trace.Access, c *trace.CacheCounts) {
	policy := f.spec.Caches.GlobalStores
	if a.Space == ir.Local {
		policy = f.spec.Caches.LocalStores
	}
	for i, p := range f.pieces.of(a) {
		on := p.sectors
		if f.inL1(a) {
			on = f.l1().store(policy, p, f.pieces.written(i), f.onVictim)
		}
		f.ask(Ask{Line: p.line, Sectors: on, Full: p.full & on, Kind: trace.Store, Written: f.keep(f.pieces.written(i))})
	}
}

// keep copies the bytes written by sector, so that they outlive the splitter's.
func (f *Front) keep(written []uint32) []uint32 {
	at := len(f.written)
	f.written = append(f.written, written...)
	return f.written[at:len(f.written):len(f.written)]
}

// atomic plays an atomic: L2 changes the data, L1 forgets the line (probe
// ld_red_ld). Lanes that use one address are one request.
func (f *Front) atomic(a *trace.Access, c *trace.CacheCounts) {
	for _, p := range f.pieces.of(a) {
		if f.inL1(a) {
			f.l1().drop(p.line)
		}
		f.ask(Ask{Line: p.line, Sectors: p.sectors, Kind: trace.Atomic})
	}
}

// piece tells of a piece of memory that a constant cache has, or asks for it.
func (f *Front) piece(addr uint64, bytes int, had bool) {
	line := uint64(f.spec.Global.LineBytes)
	for from, end := addr, addr+uint64(bytes); addr < end; {
		next := min(end, addr/line*line+line)
		first := addr % line >> f.pieces.sector
		last := (next - 1) % line >> f.pieces.sector
		sectors := uint32(uint64(2)<<last - uint64(1)<<first)
		if had {
			f.ask(Ask{Line: addr / line, Hits: sectors})
		} else {
			f.ask(Ask{Line: addr / line, Sectors: sectors, With: addr > from})
		}
		addr = next
	}
}

// writeBack hands a dirty line that left L1 on.
func (f *Front) writeBack(line uint64, sectors uint32) {
	f.ask(Ask{Line: line, Sectors: sectors, Full: sectors, Kind: trace.Store, back: true})
}

// Touch asks the processor for the memory that accesses of an SM will need; see
// Near. What it returns means nothing.
func (f *Front) Touch(sm int) uint64 {
	if l := f.sms[sm].l1; l != nil {
		return l.cache.touch()
	}
	return 0
}

// inL1 reports whether L1 has to do with an access.
func (f *Front) inL1(a *trace.Access) bool {
	return f.spec.Caches.L1.Bytes > 0 && (a.Space == ir.Local || a.Space == ir.Texture || f.spec.Global.GlobalInL1)
}

// l1 returns the L1 of the SM, made when it is first used.
func (f *Front) l1() *l1 {
	sm := &f.sms[f.sm]
	if sm.l1 == nil {
		g := f.spec.Caches.L1
		if all := f.spec.Caches.Unified; all > 0 {
			g.Bytes = max(g.Bytes, all-f.shared)
		}
		sm.l1 = newL1(g, f.pieces)
	}
	return sm.l1
}

func (f *Front) readOnly() *Cache {
	sm := &f.sms[f.sm]
	if sm.readOnly == nil {
		sm.readOnly = NewCache(f.spec.Caches.ReadOnly)
	}
	return sm.readOnly
}

func (f *Front) constants() *constants {
	sm := &f.sms[f.sm]
	if sm.consts == nil {
		sm.consts = newConstants(f.spec)
	}
	return sm.consts
}

func (f *Front) ask(a Ask) {
	a.SM = int32(f.sm)
	f.near.Asks = append(f.near.Asks, a)
}
