package cache

// This file plays accesses in the caches of the SMs.

import (
	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/internal/coalesce"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/trace"
)

// SMCaches plays accesses in the caches of the SMs of a Hierarchy. It belongs to one
// goroutine and one launch; several can play different SMs at the same time.
type SMCaches struct {
	shared *Hierarchy
	spec   *arch.Spec
	split  *coalesce.Splitter
	moved  []trace.Transaction
	id     int        // of the SM of the current access
	hint   trace.Hint // of the current access
	sm     *smState
	result L1Result
	pieces []MemRequest // the memory of the requests that divide replaced
	// missesOnly leaves out requests without sectors for L2: the caller needs no times.
	missesOnly bool
}

// smState is the caches of one SM.
type smState struct {
	l1       *l1
	readOnly *Cache // nil if the device has none
	consts   *constants
}

// NewSMCaches returns a player of accesses for a launch.
func (h *Hierarchy) NewSMCaches() *SMCaches {
	return &SMCaches{shared: h, spec: h.spec, split: coalesce.NewSplitter(h.spec)}
}

// newSM returns the caches of an SM, all empty.
func (h *Hierarchy) newSM() *smState {
	k := &h.spec.Caches
	m := &smState{consts: newConstants(h.spec)}
	if g := k.L1; g.Bytes > 0 {
		if k.Unified > 0 {
			g.Bytes = max(g.Bytes, k.Unified-h.sharedBytes)
		}
		m.l1 = &l1{cache: New(g)}
		m.l1.cache.lines = h.lines
	}
	if k.ReadOnly.Bytes > 0 {
		m.readOnly = New(k.ReadOnly)
	}
	return m
}

// Access plays one access of a warp in the caches of an SM and adds what happened there
// to c. The result is valid until the next access.
func (f *SMCaches) Access(sm int, a *trace.Access, c *trace.CacheCounts) *L1Result {
	state := &f.shared.sms[sm]
	if *state == nil {
		*state = f.shared.newSM()
	}
	f.id, f.sm, f.hint = sm, *state, a.Hint
	f.result = L1Result{Requests: f.result.Requests[:0]}
	switch {
	case a.Space == ir.Const || a.Space == ir.Param:
		f.constant(a, c)
	case f.shared.l2 == nil:
		f.uncached(a, c)
	default:
		f.global(a, c)
	}
	if a.Split != 0 {
		f.divide(a)
	}
	return &f.result
}

// divide replaces each request for a line of lanes of Split by one per piece of shared memory.
func (f *SMCaches) divide(a *trace.Access) {
	whole := f.result.Requests
	list := f.pieces[:0]
	for i := range whole {
		r := whole[i]
		if !anyInLine(a, r.Line, f.split.LineBits) {
			list = append(list, r)
			continue
		}
		for _, sectors := range coalesce.PiecesOf(r.Sectors) {
			r.Sectors = sectors
			list = append(list, r)
		}
	}
	f.pieces, f.result.Requests = whole, list
}

// anyInLine reports whether a lane of Split uses a line.
func anyInLine(a *trace.Access, line uint64, bits uint) bool {
	for rest := a.Split & a.Active; rest != 0; rest &= rest - 1 {
		if a.Lane(rest.First())>>bits == line {
			return true
		}
	}
	return false
}

// Touch reads the memory of an SM's L1, so that the host fetches it. The sum means nothing.
func (f *SMCaches) Touch(sm int) (sum uint64) {
	if m := f.shared.sms[sm]; m != nil && m.l1 != nil {
		const hostLine = 4 // lines of L1
		for _, block := range m.l1.cache.blocks {
			for i := 0; i < len(block); i += hostLine {
				sum += block[i].Number
			}
		}
	}
	return sum
}

func (f *SMCaches) constant(a *trace.Access, c *trace.CacheCounts) {
	hits, misses, midMisses := c.ConstHits, c.ConstMisses, c.ConstMidMisses
	f.sm.consts.access(a, c, f.constantLine)
	f.result.ConstRequests = int(c.ConstHits - hits + c.ConstMisses - misses)
	f.result.ConstMisses = int(c.ConstMisses - misses)
	f.result.ConstMidMisses = int(c.ConstMidMisses - midMisses)
}

// constantLine adds requests for bytes that a constant cache had, or fetches.
func (f *SMCaches) constantLine(addr uint64, bytes int, hit bool) {
	line := uint64(f.spec.Global.LineBytes)
	for from, end := addr, addr+uint64(bytes); addr < end; {
		next := min(end, addr/line*line+line)
		p := coalesce.LineAccess{Line: addr / line, Sectors: f.split.Sectors(addr, next)}
		if hit {
			f.requestLoad(p.Line, p.Sectors, p.Sectors, false)
		} else {
			f.request(MemRequest{LineAccess: p, Continues: addr > from})
		}
		addr = next
	}
}

// uncached sends every transaction of an access to DRAM, on a device without L2.
func (f *SMCaches) uncached(a *trace.Access, c *trace.CacheCounts) {
	if a.Kind == trace.Load && f.isReadOnly(a) {
		f.loadReadOnly(a, c)
		return
	}
	w := *a
	w.Space = ir.Global // local addresses are device addresses here
	f.moved = coalesce.Coalesce(f.spec, &w, f.moved[:0])
	for _, t := range f.moved {
		p := coalesce.LineAccess{Line: t.Addr >> f.split.LineBits, Sectors: f.split.Sectors(t.Addr, t.Addr+uint64(t.Bytes))}
		w.Active = t.Lanes
		turns, degree := w.Turns(p.Line, f.split.LineBits, f.split.SectorBits)
		f.request(MemRequest{LineAccess: p, Kind: a.Kind, Turns: turns, Degree: degree})
	}
}

// global plays an access to device memory. It looks the lines of several requests up
// together if one wavefront serves their lanes (cc 3.x, whose banks are 8 bytes wide).
func (f *SMCaches) global(a *trace.Access, c *trace.CacheCounts) {
	n := f.shared.lanesTogether[a.Bytes]
	if n >= f.spec.WarpSize {
		f.lookUp(a, c)
		return
	}
	w := *a
	for first := 0; first < f.spec.WarpSize; first += n {
		if w.Active = a.Active & trace.MaskOf(first, n); w.Active != 0 {
			f.lookUp(&w, c)
		}
	}
}

// lookUp plays an access whose lanes are looked up together.
func (f *SMCaches) lookUp(a *trace.Access, c *trace.CacheCounts) {
	switch {
	case a.Kind == trace.Atomic:
		f.atomic(a)
	case a.Kind == trace.Store:
		f.store(a)
	case f.isReadOnly(a):
		f.loadReadOnly(a, c)
	default:
		f.load(a, c)
	}
}

// load plays a load through L1, if L1 caches it. A volatile load invalidates the line in L1.
func (f *SMCaches) load(a *trace.Access, c *trace.CacheCounts) {
	lines, first := f.split.Split(a)
	for i := range lines {
		line, sectors, hits := lines[i].Line+first, lines[i].Sectors, uint32(0)
		switch {
		case !f.inL1(a):
		case pastL1(a):
			f.sm.l1.invalidate(line)
			c.L1Misses += coalesce.CountSectors(sectors)
		case a.Hint.L1 == trace.L1Found && f.sm.l1.cache.Lookup(line) < 0:
			c.L1Misses += coalesce.CountSectors(sectors)
		default:
			hits = f.sm.l1.load(f.split, a, line, sectors)
			f.sendEvicted()
			c.L1Hits += coalesce.CountSectors(hits)
			c.L1Misses += coalesce.CountSectors(sectors &^ hits)
		}
		f.requestLoad(line, sectors, hits, a.Volatile)
	}
}

// pastL1 reports whether a load passes L1 by.
func pastL1(a *trace.Access) bool {
	return a.Hint.L1 == trace.L1Bypass || a.Volatile && a.Hint.L1 != trace.L1Always
}

// requestLoad adds the request for the sectors of a load that did not hit.
func (f *SMCaches) requestLoad(line uint64, sectors, hits uint32, volatile bool) {
	if sectors != hits || !f.missesOnly {
		f.request(MemRequest{LineAccess: coalesce.LineAccess{Line: line, Sectors: sectors &^ hits}, Hits: hits, Volatile: volatile})
	}
}

// isReadOnly reports whether a load goes through the read-only cache.
func (f *SMCaches) isReadOnly(a *trace.Access) bool {
	return a.ReadOnly && f.spec.Caches.ReadOnly.Bytes > 0 && (a.Space == ir.Texture || f.spec.Has(arch.ReadOnlyLoads))
}

func (f *SMCaches) loadReadOnly(a *trace.Access, c *trace.CacheCounts) {
	lines, first := f.split.Split(a)
	for i := range lines {
		line, sectors := lines[i].Line+first, lines[i].Sectors
		hits := f.sm.readOnly.Read(line, sectors)
		c.ReadOnlyHits += coalesce.CountSectors(hits)
		c.ReadOnlyMisses += coalesce.CountSectors(sectors &^ hits)
		f.requestLoad(line, sectors, hits, false)
	}
}

// store plays a store in L1 by the device's write policy, and sends on what L1 does not keep.
func (f *SMCaches) store(a *trace.Access) {
	policy := f.spec.Caches.GlobalStores
	if a.Space == ir.Local {
		policy = f.spec.Caches.LocalStores
	}
	lines, first := f.split.Split(a)
	for _, p := range lines {
		p.Line += first
		if f.inL1(a) {
			p.Sectors = f.sm.l1.store(policy, &p)
			p.Full &= p.Sectors
			f.sendEvicted()
		}
		f.request(MemRequest{LineAccess: p, Kind: trace.Store})
	}
}

// atomic invalidates the lines of an atomic in L1: L2 executes it.
func (f *SMCaches) atomic(a *trace.Access) {
	lines, first := f.split.Split(a)
	for _, p := range lines {
		p.Line += first
		if f.inL1(a) {
			f.sm.l1.invalidate(p.Line)
		}
		turns, degree := a.Turns(p.Line, f.split.LineBits, f.split.SectorBits)
		f.request(MemRequest{LineAccess: p, Kind: trace.Atomic, Turns: turns, Degree: degree})
	}
}

// sendEvicted sends the line that left L1 to L2 if it is dirty.
func (f *SMCaches) sendEvicted() {
	if v := f.sm.l1.evicted; v != nil && v.dirty != 0 {
		sectors := uint32(v.dirty)
		f.request(MemRequest{LineAccess: coalesce.LineAccess{Line: v.Number, Sectors: sectors, Full: sectors}, Kind: trace.Store, evicted: true})
	}
}

// inL1 reports whether L1 serves an access.
func (f *SMCaches) inL1(a *trace.Access) bool {
	return f.sm.l1 != nil && !a.Past && (a.Space == ir.Local || a.Space == ir.Texture || f.spec.Global.GlobalInL1)
}

func (f *SMCaches) request(r MemRequest) {
	r.SM, r.Hint = int32(f.id), f.hint
	f.result.Requests = append(f.result.Requests, r)
}
