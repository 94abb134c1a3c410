package simt

// This file resolves the addresses of an access: which memory each lane uses, and
// whether it may.

import (
	"math"
	"unsafe"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/trace"
)

// accessState is what a warp can access, and the access that it is executing.
type accessState struct {
	regions        []region // by regionIndex
	local          []byte   // local memory of all lanes, one lane's behind the other's
	stride         int      // bytes of local memory per lane
	lastAllocation region   // found last by findAllocation

	target  target
	groups  []laneGroup
	addrs   trace.Lanes // as the observer sees them
	offsets trace.Lanes // from laneGroup.p
	into    trace.Lanes // as addrs: where copies of the lanes go
	record  trace.Access
}

// region is memory that an instruction may access, as one warp sees it.
type region struct {
	lo      uint64         // address of the first byte, as the kernel computes it
	size    uint64         // bytes
	p       unsafe.Pointer // the first byte; nil when size is 0
	base    uint64         // address of the first byte in a trace.Access
	stride  int            // local memory: bytes from one lane's memory to the next lane's
	owners  *ownerTable    // nil: no other worker can use this memory
	filling *filling       // nil: the memory holds its contents
	search  bool           // the object is not known: find the allocation of each address
}

// target is the memory that the current access uses. Unless it is affine, the
// groups and offsets of accessState say where each active lane goes.
type target struct {
	affine bool
	region *region // affine: the region of all lanes
	offset int64   // affine: of lane 0, from the first byte of region
	dx, dy int64
	active trace.Mask
}

// laneGroup is the lanes of an access that use one region.
type laneGroup struct {
	p       unsafe.Pointer
	owners  *ownerTable
	filling *filling
	mask    trace.Mask
}

// resolve computes w.mem.target, checks the addresses, prepares the memory and notifies the observer. It returns false after a fault or a
// conflict.
func (w *warp) resolve(in *inst, active trace.Mask) bool {
	m, a, t := in.mem, &w.regs[in.a], &w.mem.target
	t.active = active
	t.affine = a.kind != vector && m.space != ir.Cluster && w.resolveAffine(m, a)
	if !t.affine && !w.resolveLanes(in, a, active) || w.worker.prepares && !w.prepare(in) {
		return false
	}
	w.notifyAccess(in)
	return true
}

// prepare acquires the memory in w.mem.target in a parallel run, and fills what has not been used before. It returns false
// after a conflict.
func (w *warp) prepare(in *inst) bool {
	if w.worker.speculative && !w.acquire(in) {
		return false
	}
	if w.worker.fills {
		w.fillTarget(uint64(in.mem.bytes))
	}
	return true
}

// resolveAffine finds the region of an affine address. It fails when some lane of
// the warp, active or not, would be outside. Where memory must be acquired, it
// also fails when some lane is inactive.
func (w *warp) resolveAffine(m *memOp, a *register) bool {
	g := &w.mem.regions[m.region]
	if g.search {
		if g = w.findAllocation(uint64(address(a.base, a.wide, m.off))); g == nil {
			return false
		}
	}
	return (g.owners == nil || w.mem.target.active == w.lanes) && w.mem.target.checkAffine(m, a, g, w.shape)
}

// address adds an offset to an address register. 32-bit addresses are signed, so
// that an index of −1 gives a small negative address.
func address(bits uint64, wide bool, off int64) int64 {
	if !wide {
		return int64(int32(bits)) + off
	}
	return int64(bits) + off
}

// checkAffine checks all lanes by the outermost ones and fills t. It fails when any
// lane of the warp, active or not, would be outside of region g.
func (t *target) checkAffine(m *memOp, a *register, g *region, s warpShape) bool {
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
	t.region, t.offset, t.dx, t.dy = g, at, a.dx, a.dy
	return true
}

// resolveLanes checks every active lane and fills addrs, offsets and groups. It
// returns false after a fault. Inactive lanes get the address of an active one.
func (w *warp) resolveLanes(in *inst, a *register, active trace.Mask) bool {
	if in.mem.space == ir.Cluster {
		return w.resolveCluster(in, a, active)
	}
	m, g := in.mem, &w.mem.regions[in.mem.region]
	w.mem.groups = w.mem.groups[:0]
	if a.wide {
		laneAddresses[uint64, int64](w, a, active, m.off)
	} else {
		laneAddresses[uint32, int32](w, a, active, m.off)
	}
	if g.search {
		return w.searchAllocations(in, active)
	}
	w.mem.groups = append(w.mem.groups, laneGroup{p: g.p, owners: g.owners, filling: g.filling, mask: active})
	lo, hi, low := int64(math.MaxInt64), int64(math.MinInt64), uint64(0)
	for i := range w.mem.addrs {
		at := int64(w.mem.addrs[i]) - int64(g.lo)
		addr := uint64(at) + g.base
		lo, hi, low = min(lo, at), max(hi, at), low|addr
		w.mem.addrs[i], w.mem.offsets[i] = addr, uint64(at+int64(i*g.stride))
	}
	if lo >= 0 && hi <= int64(g.size)-int64(m.bytes) && low&uint64(m.bytes-1) == 0 {
		return true
	}
	if m.space == ir.Global && w.worker.launch.Beyond {
		return w.beyond(in, active, g)
	}
	for i := range w.mem.addrs {
		if active.Has(i) && !w.checkLane(in, i, int64(w.mem.addrs[i]-g.base), g) {
			return false
		}
	}
	panic("BUG: an access is out of range, but none of its lanes is")
}

// beyond completes resolveLanes when lanes leave the window: each uses the allocation that it hits.
// What a parallel run must acquire is not known then, so the launch runs in order.
func (w *warp) beyond(in *inst, active trace.Mask, g *region) bool {
	if w.worker.speculative {
		w.stop(errConflict)
		return false
	}
	for i := range w.mem.addrs {
		if active.Has(i) && w.findAllocation(w.mem.addrs[i]) == nil {
			w.outOfRange(in, i, int64(w.mem.addrs[i]-g.base), g)
			return false
		}
	}
	w.mem.groups = w.mem.groups[:0]
	return w.searchAllocations(in, active)
}

// laneAddresses writes the address of each lane to w.mem.addrs.
func laneAddresses[T uint32 | uint64, S int32 | int64](w *warp, a *register, active trace.Mask, off int64) {
	s := lanesOf[T](w.expand(a))
	example := s[active.First()&(arch.MaxLanes-1)]
	for i := range s {
		v := s[i]
		if active>>i&1 == 0 {
			v = example
		}
		w.mem.addrs[i] = uint64(int64(S(v)) + off)
	}
}

// searchAllocations completes resolveLanes when the object is not known: it finds
// the allocation of each active lane.
func (w *warp) searchAllocations(in *inst, active trace.Mask) bool {
	for i := range w.mem.addrs {
		if !active.Has(i) {
			continue
		}
		g := w.findAllocation(w.mem.addrs[i])
		if g == nil {
			w.unallocatedAddress(in, i, w.mem.addrs[i])
			return false
		}
		at := int64(w.mem.addrs[i] - g.lo)
		if !w.checkLane(in, i, at, g) {
			return false
		}
		w.mem.offsets[i] = uint64(at)
		w.addToGroup(g, i)
	}
	return true
}

// checkLane reports whether lane i may access region g at the given offset. It
// returns false after a fault.
func (w *warp) checkLane(in *inst, i int, at int64, g *region) bool {
	bytes := int64(in.mem.bytes)
	if at < 0 || at > int64(g.size)-bytes {
		w.outOfRange(in, i, at, g)
		return false
	}
	if addr := uint64(at) + g.base; addr&uint64(bytes-1) != 0 {
		w.misaligned(in, i, addr)
		return false
	}
	return true
}

// addToGroup adds lane i to the group of region g.
func (w *warp) addToGroup(g *region, i int) {
	for j := range w.mem.groups {
		if w.mem.groups[j].p == g.p {
			w.mem.groups[j].mask |= 1 << i
			return
		}
	}
	w.mem.groups = append(w.mem.groups, laneGroup{p: g.p, owners: g.owners, filling: g.filling, mask: 1 << i})
}

// findAllocation returns the allocation that holds an address as a region, or nil.
func (w *warp) findAllocation(addr uint64) *region {
	if addr-w.mem.lastAllocation.lo < w.mem.lastAllocation.size {
		return &w.mem.lastAllocation
	}
	alloc := w.worker.launch.Memory.Find(addr)
	if alloc == nil {
		return nil
	}
	w.mem.lastAllocation = w.worker.region(alloc, alloc.Base, alloc.End())
	return &w.mem.lastAllocation
}

// notifyAccess passes the access in w.mem.target to the observer, except for loads of
// parameters.
func (w *warp) notifyAccess(in *inst) {
	if w.observe == nil || in.mem.space == ir.Param {
		return
	}
	a, t := &w.mem.record, &w.mem.target
	a.PC, a.Kind, a.Space, a.Bytes, a.Active = in.pc, in.mem.kind, in.mem.space, in.mem.bytes, t.active
	a.ReadOnly, a.Volatile, a.Hint, a.Counted, a.Whole = in.mem.readOnly, in.mem.volatile, in.mem.hint, in.mem.counted, in.mem.whole
	if t.affine {
		a.Base, a.DX, a.DY, a.Addr = uint64(t.offset)+t.region.base, t.dx, t.dy, nil
	} else {
		a.Base, a.DX, a.DY, a.Addr = 0, 0, 0, &w.mem.addrs
	}
	w.worker.since.observed(a)
	w.observe(a)
}
