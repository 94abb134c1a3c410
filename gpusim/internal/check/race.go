package check

// This file is racecheck: it follows blocks, barriers and fences, and holds each
// access against what was done to its elements before.

import (
	"math/bits"

	"gpucourse/gpusim/internal/arch"
	"gpucourse/gpusim/internal/diag"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/trace"
)

// racer is the checker of races.
//
// A block's time is its phase, which grows with each barrier and each fence of
// any of its warps. Warps between the same two barriers run in no order, so what
// is of a phase before the last barrier is over.
type racer struct {
	launch *Launch
	spaces map[ir.Space]*shadow
	strong []strongCell // [0] is unused
	bytes  int64        // of all pages
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
	stamp uint32 // counts stores
	store trace.Access

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
		spaces: map[ir.Space]*shadow{
			ir.Shared: newShadow(l, ir.Shared, true),
			ir.Global: newShadow(l, ir.Global, false),
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
	return &shadow{private: private, shift: uint(bits.TrailingZeros(uint(smallest))), pages: map[uint64]*[cellsAPage]cell{}}
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
	if a.Kind == trace.Store {
		return
	}
	visit := r.read
	switch {
	case a.Kind == trace.Atomic:
		visit = r.writeStrong
	case strong:
		visit = r.readStrong
	}
	r.now = record{block: uint32(a.Block) + 1, phase: r.phase, pc: a.PC, warp: uint16(a.Warp)}
	lanes := a.Active
	if a.Uniform() {
		lanes = 1 << a.Active.First()
	}
	for lane := range arch.MaxLanes {
		if lanes.Has(lane) {
			r.now.lane = uint8(lane)
			r.each(s, a.Space, a.Lane(lane), a.Bytes, visit)
		}
	}
}

// Stored implements trace.StoreObserver.
func (r *racer) Stored(a *trace.Access, offset, bytes int, values *trace.Lanes) {
	s := r.spaces[a.Space]
	if s == nil {
		return
	}
	r.stamp++
	r.now = record{block: uint32(a.Block) + 1, phase: r.phase, pc: a.PC, warp: uint16(a.Warp)}
	visit := r.writeStrong
	var value uint64
	if !a.Volatile {
		visit = func(t touch) { r.write(t, value) }
	}
	for lane := range arch.MaxLanes {
		if !a.Active.Has(lane) {
			continue
		}
		r.now.lane = uint8(lane)
		addr := a.Lane(lane) + uint64(offset)
		for part := 0; part < bytes; part += 1 << s.shift {
			value = values[lane] >> (8 * part) & (1<<(8<<s.shift) - 1)
			r.each(s, a.Space, addr+uint64(part), 1<<s.shift, visit)
		}
	}
}

// touch is one element in the hands of the access under way.
type touch struct {
	*cell
	space ir.Space
	addr  uint64
}

// each visits the elements from addr on.
func (r *racer) each(s *shadow, space ir.Space, addr uint64, bytes int, visit func(touch)) {
	first := addr >> s.shift
	for i := first; i < first+uint64(bytes)>>s.shift; i++ {
		if c := s.cell(i, r.take); c != nil {
			visit(touch{c, space, i << s.shift})
		}
	}
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
