// Package replay keeps the memory accesses of a launch, and plays them again in an
// order that a device could have made them in, to count what happens in its caches.
//
// A launch executes its blocks in any order on several goroutines, and the
// executor knows nothing of caches. Recorders watch it: each keeps the accesses
// of its blocks, warp by warp, in a few bytes an access or none. Joined they
// are a Trace. A timed one also keeps which runs of instructions a warp went
// through, and its accesses to shared memory: internal/timing plays that cycle by
// cycle. Run needs neither: it places the blocks on the SMs, lets the resident
// warps take turns, and hands each access to a Memory. Rest does the same for
// what is left of a grid whose first blocks were played by the clock.
//
// The machine of Run: SMs, each with as many slots as blocks are resident, which
// get their blocks from internal/dispatch. In a turn every resident warp, SM by SM and slot by slot, makes one access. A
// warp at a barrier waits until all warps of its block that have not ended are
// there. Local memory belongs to the slot: the next block finds the addresses
// of the last one.
//
// Units: accesses; a turn is one access of every resident warp. Invariants:
// what a Trace gives back for a warp is what was recorded, in its order; a
// Trace and the counts depend on the launch alone, never on which worker ran
// which block; every recorded access is played once.
//
// Not modelled: cycles. In Run a warp that computes much between two accesses
// takes its turn as often as one that computes nothing, and an access that misses
// takes as long as one that hits. Kernel parameters are not recorded.
package replay

import (
	"context"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/internal/dispatch"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/trace"
)

// Memory is what accesses are played on: cache.Hierarchy, or a test's.
type Memory interface {
	// Begin starts a launch whose SMs use that many bytes as shared memory.
	Begin(shared int)
	// Access plays one access of a warp on an SM at a turn that never falls,
	// and adds what happened to c. Local addresses are device addresses.
	Access(sm int, now uint64, a *trace.Access, c *trace.CacheCounts)
	// End returns what belongs to no access.
	End() trace.CacheCounts
}

// Launch is the shape of a recorded launch.
type Launch struct {
	Spec       *arch.Spec
	Blocks     int // in the grid
	Warps      int // a block
	Resident   int // blocks an SM holds at a time
	Shared     int // bytes of an SM's memory configured as shared memory
	LocalBytes int // of local memory a thread
}

// patience is how many turns pass between looks at the context.
const patience = 1 << 10

// Run plays a trace on m. It ends early only with ctx's error.
func Run(ctx context.Context, l Launch, t *Trace, m Memory) (*trace.CacheResult, error) {
	r := newRun(l, t, m)
	m.Begin(l.Shared)
	for now := uint64(0); r.turn(now); now++ {
		if now%patience == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
	}
	return &trace.CacheResult{ByPC: r.counts, Rest: m.End()}, nil
}

// Rest plays the blocks from one on, on caches that a launch uses already, at
// turns from now on, and adds what happened to counts. It ends early only with
// ctx's error.
func Rest(ctx context.Context, l Launch, t *Trace, m Memory, from int, now uint64, counts []trace.CacheCounts) error {
	r := &run{
		Launch: l, trace: t.Reader(), memory: m, local: NewLocals(l),
		sms: make([]sm, l.Spec.SMs), blocks: dispatch.New(l.Spec, from, l.Blocks), counts: counts,
	}
	r.fill()
	for ; r.turn(now); now++ {
		if now%patience == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
	}
	return nil
}

// run is a replay under way.
type run struct {
	Launch
	trace  *Reader
	memory Memory
	local  *Locals
	sms    []sm
	blocks *dispatch.Dispatcher
	counts []trace.CacheCounts
	access *trace.Access // under way
}

// sm is one streaming multiprocessor.
type sm struct {
	slots []slot
	live  int // slots with a block
}

// slot holds a resident block.
type slot struct {
	warps   []warp
	block   int // its index in the grid
	running int // warps that can go on
	waiting int // warps at a barrier
}

// warp is a resident warp.
type warp struct {
	state state
	Cursor
}

// state says whether a warp can go on.
type state uint8

const (
	ended state = iota
	running
	waiting // at a barrier
)

func newRun(l Launch, t *Trace, m Memory) *run {
	r := &run{
		Launch: l, trace: t.Reader(), memory: m, local: NewLocals(l),
		sms: make([]sm, l.Spec.SMs), blocks: dispatch.New(l.Spec, 0, l.Blocks), counts: make([]trace.CacheCounts, t.numPC),
	}
	r.fill()
	return r
}

// fill gives the SMs their first blocks.
func (r *run) fill() {
	slots := r.blocks.Slots(r.Resident)
	for i, n := range slots {
		r.sms[i].slots = make([]slot, n)
		for j := range r.sms[i].slots {
			r.sms[i].slots[j].warps = make([]warp, r.Warps)
		}
	}
	r.blocks.Fill(slots, r.start)
}

// start puts a block of the grid into a slot.
func (r *run) start(place dispatch.Slot, block int) {
	s := &r.sms[place.SM]
	at := &s.slots[place.Index]
	r.trace.Open(block, func(i int) *Cursor { return &at.warps[i].Cursor })
	for i := range at.warps {
		at.warps[i].state = running
	}
	at.block, at.running, at.waiting = block, len(at.warps), 0
	s.live++
}

// turn lets every resident warp make an access; false when no warp is left.
func (r *run) turn(now uint64) bool {
	busy := false
	for i := range r.sms {
		s := &r.sms[i]
		if s.live == 0 {
			continue
		}
		busy = true
		for j := range s.slots {
			if at := &s.slots[j]; at.running > 0 {
				r.turnBlock(i, j, at, now)
			}
		}
	}
	r.blocks.Refill(func(dispatch.Slot, int64) {}, r.start)
	return busy
}

// turnBlock lets the warps of one block make an access each.
func (r *run) turnBlock(smIndex, slotIndex int, at *slot, now uint64) {
	for i := range at.warps {
		w := &at.warps[i]
		if w.state != running {
			continue
		}
		switch r.upcoming(w) {
		case Access:
			r.access.Block, r.access.Warp = at.block, i
			r.play(smIndex, slotIndex, i, now)
		case Barrier:
			w.state = waiting
			at.running, at.waiting = at.running-1, at.waiting+1
		case End:
			w.state = ended
			at.running--
		}
	}
	if at.running == 0 {
		r.settle(dispatch.Slot{SM: smIndex, Index: slotIndex}, at, now)
	}
}

// upcoming returns what a warp does next, of what happens in turns.
func (r *run) upcoming(w *warp) Event {
	for {
		a, e := w.next(r.trace)
		if e != Flow && (e != Access || a.Space != ir.Shared) {
			r.access = a
			return e
		}
	}
}

// settle releases a block's barrier, or notes that a block has ended.
func (r *run) settle(place dispatch.Slot, at *slot, now uint64) {
	if at.waiting == 0 {
		r.sms[place.SM].live--
		r.blocks.Free(place, int64(now))
		return
	}
	for i := range at.warps {
		if at.warps[i].state == waiting {
			at.warps[i].state = running
		}
	}
	at.running, at.waiting = at.waiting, 0
}

// play hands the access under way to the memory.
func (r *run) play(smIndex, slotIndex, warpIndex int, now uint64) {
	a := r.access
	c := &r.counts[a.PC]
	if !r.local.Owns(a) {
		r.memory.Access(smIndex, now, a, c)
		return
	}
	share := r.local.Share(smIndex, slotIndex, warpIndex)
	for a := range r.local.Laid(a, share) {
		r.memory.Access(smIndex, now, a, c)
	}
}
