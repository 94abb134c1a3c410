package check

// This file is racecheck. It follows blocks, barriers and fences and compares each
// access with earlier accesses of its elements.

import (
	"math/bits"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/trace"
)

// raceChecker is the checker of races.
//
// A block counts phases. Each barrier of the block and each fence of one of its
// warps begins a new phase. Warps run in no order between two barriers. An access
// of a phase before the last barrier races with nothing after it.
type raceChecker struct {
	indifferent
	launch   *Launch
	spaces   [ir.Texture + 1]*shadowMemory // nil: accesses are not checked
	strong   []strongAccesses              // [0] is unused
	bytes    int64                         // of all pages
	complete bool                          // memory sufficed for all cells

	block       int
	phase       uint32
	barrier     uint32 // the phase that began with the last barrier
	waiting     []bool // by warp: it waits at a barrier
	warps       []warpOrder
	flags       []warpFlags
	fence       uint32 // the phase that began with the last fence
	deviceFence uint32 // the phase that began with the last fence for the device
	acquired    bool   // the block has made a strong read
	// released is the deviceFence of earlier blocks, by accessRecord.block.
	released map[uint32]uint32

	now        accessRecord // the current access
	addr       uint64       // of the current element
	storeCount uint32
	laneAddrs  trace.Lanes // buffer

	races map[raceKey]*race
	order []*race // in the order of discovery
}

// raceKey identifies races that are reported once.
type raceKey struct {
	firstPC, secondPC int32 // PCs
	code              diag.Code
}

// race is the first race with a key.
type race struct {
	raceKey
	first, second accessRecord
	space         ir.Space
	addr          uint64
	count         uint64
}

func newRaceChecker(l *Launch) Checker {
	warps := (l.Block.Count() + l.Spec.WarpSize - 1) / l.Spec.WarpSize
	return &raceChecker{
		launch: l, complete: true, block: -1, waiting: make([]bool, warps), warps: make([]warpOrder, warps), flags: make([]warpFlags, warps),
		strong:   make([]strongAccesses, 1),
		released: map[uint32]uint32{}, races: map[raceKey]*race{},
		spaces: [...]*shadowMemory{
			ir.Shared:  newShadow(l, ir.Shared, true),
			ir.Global:  newShadow(l, ir.Global, false),
			ir.Texture: nil,
		},
	}
}

// newShadow returns the shadow memory of a space. An element has the size of the
// kernel's smallest access.
func newShadow(l *Launch, space ir.Space, private bool) *shadowMemory {
	smallest := ir.F64.Bytes()
	for _, in := range l.Program.Instrs {
		if in.Op.Facts().Memory && in.Space == space {
			smallest = min(smallest, in.Type.Bytes())
		}
	}
	return &shadowMemory{
		space: space, private: private, shift: uint(bits.TrailingZeros(uint(smallest))),
		elementMask: ^uint64(0) >> (64 - 8*smallest), pages: map[uint64]*page{},
	}
}

// Access implements trace.Observer. Stored handles stores.
func (r *raceChecker) Access(a *trace.Access) {
	s := r.spaces[a.Space]
	if s == nil {
		return
	}
	r.advance(a.Block, a.Warp)
	strong := a.Volatile || a.Kind == trace.Atomic
	r.acquired = r.acquired || strong && a.Kind != trace.Store
	switch {
	case a.Kind == trace.Store:
	case a.Kind == trace.Atomic:
		r.visitElements(s, a, (*raceChecker).writeStrong)
	case strong:
		r.visitElements(s, a, (*raceChecker).readStrong)
	default:
		r.visitElements(s, a, (*raceChecker).read)
	}
}

// visitElements visits the elements of an access. Of lanes with one address it visits the
// first two: they represent the others.
func (r *raceChecker) visitElements(s *shadowMemory, a *trace.Access, visit func(*raceChecker, *shadowMemory, *shadowCell)) {
	addrs := r.beginAccess(a)
	last, before := ^uint64(0), ^uint64(0)
	for lanes := a.Active; lanes != 0; lanes &= lanes - 1 {
		lane := lanes.First()
		addr := addrs[lane]
		if addr == last && addr == before {
			continue
		}
		last, before, r.now.lane = addr, last, uint8(lane)
		for at := addr; at < addr+uint64(a.Bytes); at += 1 << s.shift {
			if c := r.cell(s, at); c != nil {
				visit(r, s, c)
			}
		}
	}
}

// Stored implements trace.StoreObserver.
func (r *raceChecker) Stored(a *trace.Access, offset, bytes int, values *trace.Lanes) {
	s := r.spaces[a.Space]
	if s == nil {
		return
	}
	addrs := r.beginAccess(a)
	r.storeCount++
	for lanes := a.Active; lanes != 0; lanes &= lanes - 1 {
		lane := lanes.First()
		r.now.lane = uint8(lane)
		for part := 0; part < bytes; part += 1 << s.shift {
			c := r.cell(s, addrs[lane]+uint64(offset+part))
			switch {
			case c == nil:
			case a.Volatile:
				r.writeStrong(s, c)
			default:
				r.write(s, c, values[lane]>>(8*part)&s.elementMask)
			}
		}
	}
}

// beginAccess prepares the record of an access and returns the lanes' addresses.
func (r *raceChecker) beginAccess(a *trace.Access) *trace.Lanes {
	r.now = accessRecord{block: uint32(a.Block) + 1, phase: r.phase, pc: a.PC, warp: uint16(a.Warp)}
	if a.Addr != nil {
		return a.Addr
	}
	for i, row := 0, a.Base; i < arch.MaxLanes; i, row = i+a.Width, row+uint64(a.DY) {
		for x := range a.Width {
			r.laneAddrs[i+x] = row + uint64(int64(x)*a.DX)
		}
	}
	return &r.laneAddrs
}

// cell returns the cell at an address; nil when there is no memory for it.
func (r *raceChecker) cell(s *shadowMemory, addr uint64) *shadowCell {
	r.addr = addr
	return s.cell(addr>>s.shift, r.takePage)
}

// takePage reports whether memory for one more page is left.
func (r *raceChecker) takePage() bool {
	if r.bytes += cellsPerPage * cellBytes; r.bytes <= r.launch.Bytes {
		return true
	}
	r.complete = false
	return false
}

// advance follows the launch to the current warp: to a new block, or past a
// barrier. A barrier has completed when a warp that waited at it continues.
func (r *raceChecker) advance(block, warp int) {
	if block != r.block {
		if r.deviceFence > 0 {
			r.released[uint32(r.block)+1] = r.deviceFence
		}
		r.block, r.phase, r.barrier, r.fence, r.deviceFence, r.acquired = block, 1, 1, 0, 0, false
		clear(r.waiting)
		clear(r.warps)
		clear(r.flags)
	}
	if r.waiting[warp] {
		r.phase++
		r.barrier = r.phase
		clear(r.waiting)
		r.meetWarps()
	}
}

// Barrier implements trace.BarrierObserver.
func (r *raceChecker) Barrier(block, warp int) {
	r.advance(block, warp)
	r.waiting[warp] = true
}

// Fence implements trace.FenceObserver.
func (r *raceChecker) Fence(block, warp int, device bool) {
	r.advance(block, warp)
	r.phase++
	r.fence = r.phase
	r.fenceWarp(warp, device)
	if device {
		r.deviceFence = r.phase
	}
}
