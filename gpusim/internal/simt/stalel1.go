package simt

// This file simulates L1 caches without coherence. A block may read an old value
// from its SM's cache after a block on another SM has written a new one.

import (
	"container/list"
	"unsafe"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/trace"
)

// staleL1s are the caches of all SMs with their data. They hold lines that loads of
// global memory fill: L1 where the device caches globals there, and the read-only
// cache. Stores write memory. In the SM's own L1 they update or evict the line, as
// arch.Caches.GlobalStores says. Volatile loads and atomics access memory and evict
// the line. A fence for the device empties the SM's L1, as on an H200
// (validation/h200/texture/texture_stale.txt).
//
// Block b runs on SM b mod SMs. A cache is fully associative and evicts the least
// recently used line. Not modelled: lines that a store allocates, and textures,
// whose reads always read memory.
type staleL1s struct {
	spec     *arch.Spec
	memory   *Memory
	l1       []staleCache // by SM
	readOnly []staleCache // read-only caches, by SM; nil where L1 serves those loads
}

// newStaleL1s returns empty caches, with the given bytes of L1 per SM.
func newStaleL1s(s *arch.Spec, m *Memory, bytes int) *staleL1s {
	c := &staleL1s{spec: s, memory: m, l1: make([]staleCache, s.SMs)}
	for i := range c.l1 {
		c.l1[i].capacity = bytes / s.Global.LineBytes
	}
	if s.Caches.ReadOnly.Bytes > 0 && s.Has(arch.ReadOnlyLoads) {
		c.readOnly = make([]staleCache, s.SMs)
		for i := range c.readOnly {
			c.readOnly[i].capacity = s.Caches.ReadOnly.Bytes / s.Global.LineBytes
		}
	}
	return c
}

// staleCache is the lines of one cache.
type staleCache struct {
	capacity int
	lines    map[uint64]*list.Element // by address
	order    list.List                // of *staleLine, the most recently used first
}

// staleLine is a copy of some sectors of a line.
type staleLine struct {
	addr  uint64
	data  []byte
	valid uint64 // mask of sectors
}

// find returns a line and makes it the most recently used; nil on a miss.
func (c *staleCache) find(addr uint64) *staleLine {
	e := c.lines[addr]
	if e == nil {
		return nil
	}
	c.order.MoveToFront(e)
	return e.Value.(*staleLine)
}

// allocate adds an empty line, evicting another one if the cache is full.
func (c *staleCache) allocate(addr uint64, bytes int) *staleLine {
	if c.lines == nil {
		c.lines = map[uint64]*list.Element{}
	}
	if len(c.lines) == c.capacity {
		c.drop(c.order.Back().Value.(*staleLine).addr)
	}
	l := &staleLine{addr: addr, data: make([]byte, bytes)}
	c.lines[addr] = c.order.PushFront(l)
	return l
}

func (c *staleCache) drop(addr uint64) {
	if e := c.lines[addr]; e != nil {
		c.order.Remove(e)
		delete(c.lines, addr)
	}
}

func (c *staleCache) clear() {
	clear(c.lines)
	c.order.Init()
}

// cacheFor returns the cache that serves a load of block b; nil when it reads
// memory.
func (c *staleL1s) cacheFor(m *memOp, b int) *staleCache {
	sm := b % len(c.l1)
	switch {
	case m.space != ir.Global || m.hint.L1 == trace.L1Bypass || m.hint.L1 == trace.L1Found || m.volatile && m.hint.L1 != trace.L1Always:
		return nil
	case m.readOnly && c.readOnly != nil:
		return &c.readOnly[sm]
	case c.spec.Global.GlobalInL1 && c.l1[sm].capacity > 0:
		return &c.l1[sm]
	}
	return nil
}

// load copies bytes of one line from a cache, which first fetches missing sectors.
func (c *staleL1s) load(from *staleCache, to []byte, addr uint64) {
	line, sector := uint64(c.spec.Global.LineBytes), uint64(c.spec.Global.SectorBytes)
	at := addr &^ (line - 1)
	l := from.find(at)
	if l == nil {
		l = from.allocate(at, int(line))
	}
	for s := (addr - at) / sector; s <= (addr-at+uint64(len(to))-1)/sector; s++ {
		if l.valid>>s&1 == 0 {
			c.fill(l.data[s*sector:(s+1)*sector], at+s*sector)
			l.valid |= 1 << s
		}
	}
	copy(to, l.data[addr-at:])
}

// fill copies the allocated part of a sector from memory.
func (c *staleL1s) fill(to []byte, addr uint64) {
	if a := c.memory.Find(addr); a != nil {
		c.memory.fill(addr, uint64(len(to)))
		copy(to, a.Data[addr-a.Base:])
	}
}

// store updates or evicts the line of written bytes in the L1 of block b's SM.
func (c *staleL1s) store(b int, addr uint64, bytes int) {
	l1 := &c.l1[b%len(c.l1)]
	at := addr &^ uint64(c.spec.Global.LineBytes-1)
	l := l1.find(at)
	switch {
	case l == nil:
	case c.spec.Caches.GlobalStores == arch.WriteEvict:
		l1.drop(at)
	default:
		c.fill(l.data[addr-at:addr-at+uint64(bytes)], addr)
	}
}

// maxLaneBytes is the most bytes that one lane loads.
const maxLaneBytes = 16

// loadStale executes a load through a cache that may hold old data.
func (w *warp) loadStale(in *inst, e *element, from *staleCache) {
	var data [arch.MaxLanes * maxLaneBytes]byte
	var at trace.Lanes
	m := in.mem
	for i := range at {
		at[i] = uint64(i * maxLaneBytes)
		if w.mem.target.active.Has(i) {
			w.worker.staleL1.load(from, data[i*maxLaneBytes:][:m.bytes], w.laneAddress(i))
		}
	}
	for i := range m.parts {
		part := &m.parts[i]
		e.gather(w.beginWrite(part), unsafe.Pointer(&data[i*m.elem]), &at, w.mem.target.active)
		w.endWrite(part)
	}
}

// updateStale updates the SM's L1 after an access to memory.
func (w *warp) updateStale(in *inst) {
	c := w.worker.staleL1
	if c == nil || in.mem.space != ir.Global {
		return
	}
	for i := range w.mem.addrs {
		switch {
		case !w.mem.target.active.Has(i):
		case in.mem.kind == trace.Store && !in.mem.volatile:
			c.store(w.worker.index, w.laneAddress(i), in.mem.bytes)
		default:
			c.l1[w.worker.index%len(c.l1)].drop(w.laneAddress(i) &^ uint64(c.spec.Global.LineBytes-1))
		}
	}
}

// laneAddress returns the device address of lane i of the current access.
func (w *warp) laneAddress(i int) uint64 {
	r := &w.mem.target
	if !r.affine {
		return w.mem.addrs[i]
	}
	x, y := int64(i&(w.shape.width-1)), int64(i>>w.shape.shift)
	return r.region.base + uint64(r.offset+x*r.dx+y*r.dy)
}

// execMembar executes a fence. Accesses are visible at once except to stale L1
// caches: a fence for the device empties that of the SM.
func execMembar(w *warp, in *inst) {
	if f := w.worker.observer.Fence; f != nil {
		f(w.event(in.pc), in.ir.Mod > ir.ScopeBlock)
	}
	if c := w.worker.staleL1; c != nil && in.ir.Mod > ir.ScopeBlock {
		c.l1[w.worker.index%len(c.l1)].clear()
	}
}
