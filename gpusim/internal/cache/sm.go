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
	shared  *Hierarchy
	spec    *arch.Spec
	split   *coalesce.Splitter
	moved   []trace.Transaction
	sm      int // whose access is under way
	result  L1Result
	written []uint32 // MemRequest.Written of the requests in result
	// missesOnly leaves out the requests of loads that hit in L1: the caller needs no times.
	missesOnly bool
}

// smState is the caches of one SM. Each is made when the SM first uses it.
type smState struct {
	l1       *l1
	readOnly *Cache
	consts   *constants
}

// NewSMCaches returns a player of accesses for a launch.
func (h *Hierarchy) NewSMCaches() *SMCaches {
	return &SMCaches{shared: h, spec: h.spec, split: coalesce.NewSplitter(h.spec)}
}

// Access plays one access of a warp in the caches of an SM and adds what happened there
// to c. The result is valid until the next access.
func (f *SMCaches) Access(sm int, a *trace.Access, c *trace.CacheCounts) *L1Result {
	f.sm = sm
	f.result = L1Result{Requests: f.result.Requests[:0]}
	f.written = f.written[:0]
	switch {
	case a.Space == ir.Const || a.Space == ir.Param:
		f.constant(a, c)
	case f.shared.l2 == nil:
		f.uncached(a, c)
	default:
		f.global(a, c)
	}
	return &f.result
}

func (f *SMCaches) constant(a *trace.Access, c *trace.CacheCounts) {
	hits, misses, midMisses := c.ConstHits, c.ConstMisses, c.ConstMidMisses
	f.constants().access(a, c, f.constantLine)
	f.result.ConstRequests = int(c.ConstHits - hits + c.ConstMisses - misses)
	f.result.ConstMisses = int(c.ConstMisses - misses)
	f.result.ConstMidMisses = int(c.ConstMidMisses - midMisses)
}

// constantLine adds requests for bytes that a constant cache had, or fetches.
func (f *SMCaches) constantLine(addr uint64, bytes int, hit bool) {
	line := uint64(f.spec.Global.LineBytes)
	for from, end := addr, addr+uint64(bytes); addr < end; {
		next := min(end, addr/line*line+line)
		first := addr % line >> f.split.SectorBits
		last := (next - 1) % line >> f.split.SectorBits
		sectors := uint32(uint64(2)<<last - uint64(1)<<first)
		if hit {
			f.request(MemRequest{Line: addr / line, Hits: sectors})
		} else {
			f.request(MemRequest{Line: addr / line, Sectors: sectors, Continues: addr > from})
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
	perLine := uint64(f.split.PerLine)
	for i := range f.moved {
		t := &f.moved[i]
		first := t.Addr >> f.split.SectorBits
		n := (uint64(t.Bytes) + 1<<f.split.SectorBits - 1) >> f.split.SectorBits
		f.request(MemRequest{Line: t.Addr >> f.split.LineBits, Sectors: uint32((uint64(1)<<n - 1) << (first % perLine)), Kind: a.Kind})
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
	w.Shape = 0
	for first := 0; first < f.spec.WarpSize; first += n {
		if w.Active = a.Active & trace.MaskOf(first, n); w.Active != 0 {
			f.lookUp(&w, c)
		}
	}
}

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
	var l *l1
	if f.inL1(a) {
		l = f.l1()
	}
	lines, first := f.split.SplitLoad(a)
	for _, p := range lines {
		p.Line += first
		var hits uint32
		switch {
		case l == nil:
		case a.Volatile:
			l.invalidate(p.Line)
			c.L1Misses += coalesce.CountSectors(p.Sectors)
		default:
			hits = l.load(f.split, a, p)
			f.sendEvicted(l)
			c.L1Hits += coalesce.CountSectors(hits)
			c.L1Misses += coalesce.CountSectors(p.Sectors &^ hits)
		}
		if missing := p.Sectors &^ hits; missing != 0 || !f.missesOnly {
			f.request(MemRequest{Line: p.Line, Sectors: missing, Hits: hits, Volatile: a.Volatile})
		}
	}
}

// isReadOnly reports whether a load goes through the read-only cache.
func (f *SMCaches) isReadOnly(a *trace.Access) bool {
	return a.ReadOnly && f.spec.Caches.ReadOnly.Bytes > 0 && (a.Space == ir.Texture || f.spec.Has(arch.ReadOnlyLoads))
}

func (f *SMCaches) loadReadOnly(a *trace.Access, c *trace.CacheCounts) {
	ro := f.readOnly()
	for _, p := range f.split.Split(a) {
		hits := ro.Read(p.Line, p.Sectors)
		c.ReadOnlyHits += coalesce.CountSectors(hits)
		c.ReadOnlyMisses += coalesce.CountSectors(p.Sectors &^ hits)
		f.request(MemRequest{Line: p.Line, Sectors: p.Sectors &^ hits, Hits: hits})
	}
}

// store plays a store in L1 by the device's write policy, and sends on what L1 does not keep.
func (f *SMCaches) store(a *trace.Access) {
	policy := f.spec.Caches.GlobalStores
	if a.Space == ir.Local {
		policy = f.spec.Caches.LocalStores
	}
	for i, p := range f.split.Split(a) {
		on := p.Sectors
		if f.inL1(a) {
			on = f.l1().store(policy, p, f.split.Written(i))
			f.sendEvicted(f.l1())
		}
		f.request(MemRequest{Line: p.Line, Sectors: on, Full: p.Full & on, Kind: trace.Store, Written: f.keep(f.split.Written(i))})
	}
}

// keep copies masks that belong to the splitter.
func (f *SMCaches) keep(written []uint32) []uint32 {
	at := len(f.written)
	f.written = append(f.written, written...)
	return f.written[at:len(f.written):len(f.written)]
}

// atomic invalidates the lines of an atomic in L1: L2 executes it. Lanes that use one
// address are one request.
func (f *SMCaches) atomic(a *trace.Access) {
	for _, p := range f.split.Split(a) {
		if f.inL1(a) {
			f.l1().invalidate(p.Line)
		}
		f.request(MemRequest{Line: p.Line, Sectors: p.Sectors, Kind: trace.Atomic})
	}
}

// sendEvicted sends the line that left L1 to L2 if it is dirty.
func (f *SMCaches) sendEvicted(l *l1) {
	if v := &l.evicted; v.dirty != 0 {
		sectors := uint32(v.dirty)
		f.request(MemRequest{Line: v.Line, Sectors: sectors, Full: sectors, Kind: trace.Store, evicted: true})
	}
}

// inL1 reports whether L1 serves an access.
func (f *SMCaches) inL1(a *trace.Access) bool {
	return f.spec.Caches.L1.Bytes > 0 && (a.Space == ir.Local || a.Space == ir.Texture || f.spec.Global.GlobalInL1)
}

func (f *SMCaches) l1() *l1 {
	sm := &f.shared.sms[f.sm]
	if sm.l1 == nil {
		g := f.spec.Caches.L1
		if all := f.spec.Caches.Unified; all > 0 {
			g.Bytes = max(g.Bytes, all-f.shared.sharedBytes)
		}
		sm.l1 = newL1(g, f.split.Geometry)
	}
	return sm.l1
}

func (f *SMCaches) readOnly() *Cache {
	sm := &f.shared.sms[f.sm]
	if sm.readOnly == nil {
		sm.readOnly = New(f.spec.Caches.ReadOnly)
	}
	return sm.readOnly
}

func (f *SMCaches) constants() *constants {
	sm := &f.shared.sms[f.sm]
	if sm.consts == nil {
		sm.consts = newConstants(f.spec)
	}
	return sm.consts
}

func (f *SMCaches) request(r MemRequest) {
	r.SM = int32(f.sm)
	f.result.Requests = append(f.result.Requests, r)
}
