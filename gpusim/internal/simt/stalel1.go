package simt

// This file lets programs notice that the L1 caches of two SMs do not know of
// each other: a block may read what its SM's cache holds, and not what a block
// elsewhere has written since.

import (
	"container/list"
	"unsafe"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/trace"
)

// staleCaches are the caches of all SMs, with the data in them. They hold what
// loads of global memory leave there: L1 where the device keeps globals in it,
// the read-only cache what is loaded through that. Stores go to memory, and
// change or drop the line in the SM's own L1 as the device's policy says. A
// volatile load and an atomic go to memory and drop the line; a fence for the
// device empties the SM's L1, as on an H200 (validation/h200/texture_stale.txt).
//
// Block b runs on SM b mod SMs. The least recently used line leaves, wherever
// it lies. Not modelled: copies that a store leaves in L1 without a load, and
// textures, whose reads see memory.
type staleL1s struct {
	spec     *arch.Spec
	memory   *Memory
	l1       []staleCache // by SM
	readOnly []staleCache // read-only caches, by SM; nil where L1 serves those loads
}

// newStaleCaches returns empty caches; L1 has so many bytes.
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
	order    list.List                // of *staleLine, the newest first
}

// staleLine is a copy of some sectors of a line.
type staleLine struct {
	addr  uint64
	data  []byte
	valid uint64 // sectors
}

// line returns a line, which is then the newest; nil when it is not there.
func (c *staleCache) find(addr uint64) *staleLine {
	e := c.lines[addr]
	if e == nil {
		return nil
	}
	c.order.MoveToFront(e)
	return e.Value.(*staleLine)
}

// take makes room for a line.
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

// of returns the cache that a load of block b goes through, or nil.
func (c *staleL1s) cacheFor(m *memOp, b int) *staleCache {
	sm := b % len(c.l1)
	switch {
	case m.space != ir.Global || m.volatile:
		return nil
	case m.readOnly && c.readOnly != nil:
		return &c.readOnly[sm]
	case c.spec.Global.GlobalInL1 && c.l1[sm].capacity > 0:
		return &c.l1[sm]
	}
	return nil
}

// read copies bytes from a cache, which first fetches the sectors it lacks. They
// lie in one line.
func (c *staleL1s) read(from *staleCache, to []byte, addr uint64) {
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

// fill copies what of a sector is allocated.
func (c *staleL1s) fill(to []byte, addr uint64) {
	if a := c.memory.Find(addr); a != nil {
		copy(to, a.Data[addr-a.Base:])
	}
}

// wrote tells the L1 of block b's SM of bytes that were written.
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

// widest is the most bytes that one lane loads.
const maxLaneBytes = 16

// loadStale is load through a cache that may hold what is not so any more.
func (w *warp) loadStale(in *inst, e *element, from *staleCache) {
	var data [arch.MaxLanes * maxLaneBytes]byte
	var at trace.Lanes
	m := in.mem
	for i := range at {
		at[i] = uint64(i * maxLaneBytes)
		if w.mem.target.active.Has(i) {
			w.worker.staleL1.read(from, data[i*maxLaneBytes:][:m.bytes], w.laneAddress(i))
		}
	}
	for i := range m.parts {
		part := &m.parts[i]
		e.gather(w.beginWrite(part), unsafe.Pointer(&data[i*m.elem]), &at, w.mem.target.active)
		w.endWrite(part)
	}
}

// tellStale tells the SM's L1 of an access that went to memory.
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

// address returns the device address that lane i of the access in w.reach uses.
func (w *warp) laneAddress(i int) uint64 {
	r := &w.mem.target
	if !r.affine {
		return w.mem.addrs[i]
	}
	x, y := int64(i&(w.shape.width-1)), int64(i>>w.shape.shift)
	return r.region.base + uint64(r.offset+x*r.dx+y*r.dy)
}

// execMembar is a fence. Accesses are visible at once, but to caches that hold
// something else; one for the whole device empties the SM's.
func execMembar(w *warp, in *inst) {
	if f := w.worker.fences; f != nil {
		f.Fence(w.worker.index, w.index, in.ir.Mod != ir.ScopeBlock)
	}
	if c := w.worker.staleL1; c != nil && in.ir.Mod != ir.ScopeBlock {
		c.l1[w.worker.index%len(c.l1)].clear()
	}
}
