package check

// This file is racecheck: it follows blocks, barriers and fences, and holds each
// access against what was done to its elements before.

import (
	"math/bits"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/trace"
)

// racer is the checker of races.
//
// A block's time is its phase, which grows with each barrier and each fence of
// any of its warps. Warps between the same two barriers run in no order, so what
// is of a phase before the last barrier is over.
type racer struct {
	launch *Launch
	spaces [ir.Texture + 1]*shadow // nil: accesses are not watched
	strong []strongCell            // [0] is unused
	bytes  int64                   // of all pages
	whole  bool

	block    int
	phase    uint32
	barrier  uint32 // the phase that began with the last barrier
	waiting  []bool // by warp: it has come to a barrier
	fence    uint32 // the phase that began with the last fence
	wide     uint32 // likewise, with the last for the whole device
	acquired bool   // the block has looked at something strong
	// released is, by record.block, wide of the blocks before that had fences.
	released map[uint32]uint32

	now   record
	at    uint64 // the address of the element in hand
	stamp uint32 // counts stores
	addrs trace.Lanes

	races map[raceKey]*race
	order []*race
}

// raceKey is what is reported once, however often it happens.
type raceKey struct {
	first, second int32 // PCs
	code          diag.Code
}

// race is the first case of it.
type race struct {
	raceKey
	one, two record
	space    ir.Space
	addr     uint64
	count    uint64
}

func newRacer(l *Launch) Checker {
	warps := (l.Block.Count() + l.Spec.WarpSize - 1) / l.Spec.WarpSize
	return &racer{
		launch: l, whole: true, block: -1, waiting: make([]bool, warps), strong: make([]strongCell, 1),
		released: map[uint32]uint32{}, races: map[raceKey]*race{},
		spaces: [...]*shadow{
			ir.Shared:  newShadow(l, ir.Shared, true),
			ir.Global:  newShadow(l, ir.Global, false),
			ir.Texture: nil,
		},
	}
}

// newShadow makes the cells of a memory as small as the kernel's smallest access.
func newShadow(l *Launch, space ir.Space, private bool) *shadow {
	smallest := ir.F64.Bytes()
	for _, in := range l.Program.Instrs {
		if in.Op.Facts().Memory && in.Space == space {
			smallest = min(smallest, in.Type.Bytes())
		}
	}
	return &shadow{
		space: space, private: private, shift: uint(bits.TrailingZeros(uint(smallest))),
		ones: ^uint64(0) >> (64 - 8*smallest), pages: map[uint64]*page{},
	}
}

// Access implements trace.Observer. Stores come with their values, to Stored.
func (r *racer) Access(a *trace.Access) {
	s := r.spaces[a.Space]
	if s == nil {
		return
	}
	r.enter(a.Block, a.Warp)
	strong := a.Volatile || a.Kind == trace.Atomic
	r.acquired = r.acquired || strong && a.Kind != trace.Store
	switch {
	case a.Kind == trace.Store:
	case a.Kind == trace.Atomic:
		r.each(s, a, (*racer).writeStrong)
	case strong:
		r.each(s, a, (*racer).readStrong)
	default:
		r.each(s, a, (*racer).read)
	}
}

// each visits the elements of an access that stores no given values. Lanes with
// the address of the lane before do the same as that.
func (r *racer) each(s *shadow, a *trace.Access, visit func(*racer, *shadow, *cell)) {
	addrs := r.begin(a)
	last := ^uint64(0)
	for lanes := a.Active; lanes != 0; lanes &= lanes - 1 {
		lane := lanes.First()
		addr := addrs[lane]
		if addr == last {
			continue
		}
		last, r.now.lane = addr, uint8(lane)
		for at := addr; at < addr+uint64(a.Bytes); at += 1 << s.shift {
			if c := r.cell(s, at); c != nil {
				visit(r, s, c)
			}
		}
	}
}

// Stored implements trace.StoreObserver.
func (r *racer) Stored(a *trace.Access, offset, bytes int, values *trace.Lanes) {
	s := r.spaces[a.Space]
	if s == nil {
		return
	}
	addrs := r.begin(a)
	r.stamp++
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
				r.write(s, c, values[lane]>>(8*part)&s.ones)
			}
		}
	}
}

// begin prepares the record of an access and returns its addresses.
func (r *racer) begin(a *trace.Access) *trace.Lanes {
	r.now = record{block: uint32(a.Block) + 1, phase: r.phase, pc: a.PC, warp: uint16(a.Warp)}
	if a.Addr != nil {
		return a.Addr
	}
	for i, row := 0, a.Base; i < arch.MaxLanes; i, row = i+a.Width, row+uint64(a.DY) {
		for x := range a.Width {
			r.addrs[i+x] = row + uint64(int64(x)*a.DX)
		}
	}
	return &r.addrs
}

// cell returns the cell at an address; nil where there is no memory for it.
func (r *racer) cell(s *shadow, addr uint64) *cell {
	r.at = addr
	return s.cell(addr>>s.shift, r.take)
}

// take reports whether one more page may be taken.
func (r *racer) take() bool {
	if r.bytes += cellsAPage * cellBytes; r.bytes <= r.launch.Bytes {
		return true
	}
	r.whole = false
	return false
}

// enter follows the launch to the warp that acts now: to a new block, or over a
// barrier, which is open as soon as a warp that waited goes on.
func (r *racer) enter(block, warp int) {
	if block != r.block {
		if r.wide > 0 {
			r.released[uint32(r.block)+1] = r.wide
		}
		r.block, r.phase, r.barrier, r.fence, r.wide, r.acquired = block, 1, 1, 0, 0, false
		clear(r.waiting)
	}
	if r.waiting[warp] {
		r.phase++
		r.barrier = r.phase
		clear(r.waiting)
	}
}

// Barrier implements trace.BarrierObserver.
func (r *racer) Barrier(block, warp int) {
	r.enter(block, warp)
	r.waiting[warp] = true
}

// Fence implements trace.FenceObserver.
func (r *racer) Fence(block, warp int, device bool) {
	r.enter(block, warp)
	r.phase++
	r.fence = r.phase
	if device {
		r.wide = r.phase
	}
}
