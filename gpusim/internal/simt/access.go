package simt

// This file executes loads and stores: find the object, check every lane,
// tell the observer, move the data.

import (
	"math"
	"unsafe"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/trace"
)

// memOp is what decoding knows of a memory instruction.
type memOp struct {
	space  ir.Space
	kind   trace.Kind
	bytes  int // a lane, all elements together
	elem   int // bytes of one element
	off    int64
	root   ir.VarID
	region int     // index into warp.regions
	parts  []inst  // Ld: one for the result of each element
	values []int32 // St, Atom: slots of the values

	readOnly, volatile bool
}

// region is the memory that an instruction may touch, as one warp sees it.
type region struct {
	lo     uint64         // address of the first byte, as the kernel computes it
	size   uint64         // bytes
	p      unsafe.Pointer // the first byte; nil when size is 0
	base   uint64         // address of the first byte, as an Access tells it
	stride int            // from one lane's memory to the next lane's: local memory
	owners *ownerTable    // who else uses this memory; nil when nobody can
	search bool           // lo and size are not known before the access: find the allocation
}

// reach is where the lanes of the access under way go. When it is not closed,
// w.offsets holds the place of every active lane in the region of its group.
type target struct {
	affine bool
	region *region // closed: the one region
	offset int64   // closed: of lane 0, from the first byte of g
	dx, dy int64
	active trace.Mask
}

// group is the lanes of an access that use one region.
type laneGroup struct {
	p      unsafe.Pointer
	owners *ownerTable
	mask   trace.Mask
}

func (d *decoder) memOp(in *ir.Instr) *memOp {
	m := &memOp{
		space: in.Space, bytes: in.Natural(), elem: in.Type.Bytes(), off: in.Off, root: in.Root,
		region: regionIndex(d.p.Kernel, in), readOnly: in.ReadOnly, volatile: in.Volatile,
	}
	switch in.Op {
	case ir.Ld:
		for _, r := range in.Dst {
			m.parts = append(m.parts, inst{dst: int32(r), masked: d.masked.needed(d.block, r)})
		}
	case ir.St:
		m.kind = trace.Store
	case ir.Atom:
		m.kind = trace.Atomic
	}
	for i := 1; i < len(in.Src); i++ {
		m.values = append(m.values, d.operand(in, i))
	}
	return m
}

// regionIndex numbers the objects first, then the spaces, for accesses whose
// object is not known.
func regionIndex(k *ir.Kernel, in *ir.Instr) int {
	if in.Root != 0 {
		return int(in.Root) - 1
	}
	return len(k.Vars) + int(in.Space)
}

func accessExec(in *ir.Instr) exec {
	e := &elements[in.Type]
	if in.Op == ir.Ld {
		return func(w *warp, in *inst) { w.load(in, e) }
	}
	return func(w *warp, in *inst) { w.store(in, e) }
}

func (w *warp) load(in *inst, e *element) {
	active := w.guarded(in)
	if active == 0 {
		return
	}
	m, r := in.mem, &w.target
	if !w.resolve(in, active) {
		return
	}
	if c := w.worker.staleL1; c != nil {
		if from := c.cacheFor(m, w.worker.index); from != nil {
			w.loadStale(in, e, from)
			return
		}
		w.updateStale(in)
	}
	for i := range m.parts {
		part, off := &m.parts[i], i*m.elem
		switch {
		case !r.affine:
			d := w.beginWrite(part)
			for _, g := range w.groups {
				e.gather(d, unsafe.Add(g.p, off), &w.offsets, g.mask)
			}
			w.endWrite(part)
		case r.dx|r.dy|int64(r.region.stride) == 0:
			w.setScalar(part, e.one(unsafe.Add(r.region.p, r.offset+int64(off))))
		default:
			e.rows(w.beginWrite(part), w.laneLayout(r, off), w.shape)
			w.endWrite(part)
		}
	}
}

func (w *warp) store(in *inst, e *element) {
	active := w.guarded(in)
	if active == 0 {
		return
	}
	m, r := in.mem, &w.target
	if !w.resolve(in, active) {
		return
	}
	for i, slot := range m.values {
		v, off := w.expand(&w.regs[slot]), i*m.elem
		w.notifyStore(m, v, w.regs[slot].wide, off)
		if r.affine {
			e.putRows(v, w.laneLayout(r, off), w.shape, active)
			continue
		}
		for _, g := range w.groups {
			e.scatter(v, unsafe.Add(g.p, off), &w.offsets, g.mask)
		}
	}
	w.updateStale(in)
}

// tellStored tells the observer the values of one element of a store.
func (w *warp) notifyStore(m *memOp, v *laneBits, wide bool, off int) {
	if w.worker.stores == nil {
		return
	}
	if wide {
		w.worker.stores.Stored(&w.access, off, m.elem, (*trace.Lanes)(lanesOf[uint64](v)))
		return
	}
	var values trace.Lanes
	for i, bits := range lanesOf[uint32](v) {
		values[i] = uint64(bits)
	}
	w.worker.stores.Stored(&w.access, off, m.elem, &values)
}

// guarded returns the lanes that execute a guarded instruction, and counts
// those that the guard holds back.
func (w *warp) guarded(in *inst) trace.Mask {
	if in.guard == 0 {
		return w.mask
	}
	p := w.pred(in.guard)
	if in.not {
		p = ^p
	}
	w.worker.predicatedOff[in.pc] += uint64((w.mask &^ p).Count())
	return w.mask & p
}

// pitch places a closed-form access in memory, off bytes into each lane's share.
func (w *warp) laneLayout(r *target, off int) laneLayout {
	return laneLayout{
		p:  unsafe.Add(r.region.p, r.offset+int64(off)),
		dx: int(r.dx) + r.region.stride,
		dy: int(r.dy) + r.region.stride*w.shape.width,
	}
}

// find works out w.reach, checks the addresses, claims the memory and tells
// the observer. It returns false after a fault.
func (w *warp) resolve(in *inst, active trace.Mask) bool {
	m, a, r := in.mem, &w.regs[in.a], &w.target
	r.active = active
	r.affine = a.kind != vector && w.resolveAffine(m, a)
	if !r.affine && !w.resolveLanes(in, a, active) || w.worker.speculative && !w.acquire(in) {
		return false
	}
	w.observe(in)
	return true
}

// closes finds the region of an address in closed form and whether the access
// is safe for the whole warp. While memory is claimed, lanes that do not take
// part must not be touched.
func (w *warp) resolveAffine(m *memOp, a *register) bool {
	g := &w.regions[m.region]
	if g.search {
		if g = w.findAllocation(uint64(address(a.base, a.wide, m.off))); g == nil {
			return false
		}
	}
	return (g.owners == nil || w.target.active == w.lanes) && w.target.checkAffine(m, a, g, w.shape)
}

// address returns the true address that a register and an offset stand for:
// 32-bit addresses are signed, so that "one before" is a small negative number.
func address(bits uint64, wide bool, off int64) int64 {
	if !wide {
		return int64(int32(bits)) + off
	}
	return int64(bits) + off
}

// close checks all lanes by the outermost ones. It fails when any lane of the
// warp, active or not, would be outside.
func (r *target) checkAffine(m *memOp, a *register, g *region, s warpShape) bool {
	at := address(a.base, a.wide, m.off) - int64(g.lo)
	first, last := at, at
	if a.kind != scalar {
		if !smallStep(a.dx) || !smallStep(a.dy) {
			return false
		}
		lo, hi := s.span(a.dx, a.dy)
		first, last = first+lo, last+hi
	}
	if uint64(first) > g.size || last > int64(g.size)-int64(m.bytes) || (uint64(at)+g.base|uint64(a.dx)|uint64(a.dy))&uint64(m.bytes-1) != 0 {
		return false
	}
	r.region, r.offset, r.dx, r.dy = g, at, a.dx, a.dy
	return true
}

// eachReach checks every active lane and fills w.addrs, w.offsets and
// w.groups; false after a fault. Lanes that do not take part are given the
// place of one that does.
func (w *warp) resolveLanes(in *inst, a *register, active trace.Mask) bool {
	m, g := in.mem, &w.regions[in.mem.region]
	w.groups = w.groups[:0]
	if a.wide {
		spreadAddresses[uint64, int64](w, a, active, m.off)
	} else {
		spreadAddresses[uint32, int32](w, a, active, m.off)
	}
	if g.search {
		return w.searchAllocations(in, active)
	}
	w.groups = append(w.groups, laneGroup{p: g.p, owners: g.owners, mask: active})
	lo, hi, low := int64(math.MaxInt64), int64(math.MinInt64), uint64(0)
	for i := range w.addrs {
		at := int64(w.addrs[i]) - int64(g.lo)
		told := uint64(at) + g.base
		lo, hi, low = min(lo, at), max(hi, at), low|told
		w.addrs[i], w.offsets[i] = told, uint64(at+int64(i*g.stride))
	}
	if lo >= 0 && hi <= int64(g.size)-int64(m.bytes) && low&uint64(m.bytes-1) == 0 {
		return true
	}
	for i := range w.addrs {
		if active.Has(i) && !w.checkLane(in, i, int64(w.addrs[i]-g.base), g) {
			return false
		}
	}
	panic("BUG: the lanes of an access are out of range together and not one by one")
}

// spreadAddresses writes the address of each lane to w.addrs.
func spreadAddresses[T uint32 | uint64, S int32 | int64](w *warp, a *register, active trace.Mask, off int64) {
	s := lanesOf[T](w.expand(a))
	example := s[active.First()&(arch.MaxLanes-1)]
	for i := range s {
		v := s[i]
		if active>>i&1 == 0 {
			v = example
		}
		w.addrs[i] = uint64(int64(S(v)) + off)
	}
}

// searchLanes is the rest of eachReach for lanes of unknown objects.
func (w *warp) searchAllocations(in *inst, active trace.Mask) bool {
	for i := range w.addrs {
		if !active.Has(i) {
			continue
		}
		g := w.findAllocation(w.addrs[i])
		if g == nil {
			w.wildAddress(in, i, w.addrs[i])
			return false
		}
		at := int64(w.addrs[i] - g.lo)
		if !w.checkLane(in, i, at, g) {
			return false
		}
		w.offsets[i] = uint64(at)
		w.addToGroup(g, i)
	}
	return true
}

// checkLane reports whether lane i, at bytes from the start of g, may access
// it; false after a fault.
func (w *warp) checkLane(in *inst, i int, at int64, g *region) bool {
	bytes := int64(in.mem.bytes)
	if at < 0 || at > int64(g.size)-bytes {
		w.outOfRange(in, i, at, g)
		return false
	}
	if told := uint64(at) + g.base; told&uint64(bytes-1) != 0 {
		w.misaligned(in, i, told)
		return false
	}
	return true
}

// join adds lane i to the group of g.
func (w *warp) addToGroup(g *region, i int) {
	for j := range w.groups {
		if w.groups[j].p == g.p {
			w.groups[j].mask |= 1 << i
			return
		}
	}
	w.groups = append(w.groups, laneGroup{p: g.p, owners: g.owners, mask: 1 << i})
}

// allocation returns the region of an address of unknown origin, or nil when
// no memory is there.
func (w *warp) findAllocation(addr uint64) *region {
	if addr-w.lastAllocation.lo < w.lastAllocation.size {
		return &w.lastAllocation
	}
	alloc := w.worker.launch.Memory.Find(addr)
	if alloc == nil {
		return nil
	}
	w.lastAllocation = w.worker.region(alloc, alloc.Base, alloc.End())
	return &w.lastAllocation
}

// observe tells the observer of the access in w.reach. Parameters are read
// through no memory that anyone watches.
func (w *warp) observe(in *inst) {
	if w.observer == nil || in.mem.space == ir.Param {
		return
	}
	a, r := &w.access, &w.target
	a.PC, a.Kind, a.Space, a.Bytes, a.Active = in.pc, in.mem.kind, in.mem.space, in.mem.bytes, r.active
	a.ReadOnly, a.Volatile = in.mem.readOnly, in.mem.volatile
	if r.affine {
		a.Base, a.DX, a.DY, a.Addr = uint64(r.offset)+r.region.base, r.dx, r.dy, nil
	} else {
		a.Base, a.DX, a.DY, a.Addr = 0, 0, 0, &w.addrs
	}
	w.observer.Access(a)
}
