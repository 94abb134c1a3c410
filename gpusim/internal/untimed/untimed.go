// Package untimed plays a recorded launch through the caches without a clock, to count hits,
// misses and traffic.
//
// The model: package dispatch gives blocks to the slots of the SMs. In a turn every resident
// warp makes one access, SM by SM and slot by slot. A warp at a barrier waits until all warps
// of its block that have not ended are there. An SM plays a window of turns by itself, because
// its state then stays in the processor's caches; requests behind the SMs are served in the
// order of turns. An SM in which a block ends waits for the others until that turn.
//
// Run plays a whole launch. Rest plays the blocks that the timing model leaves when it
// extrapolates the end of a grid; package timing therefore imports this package.
//
// State: the decoders of the resident warps, the blocks that have not started, and the caches,
// which belong to the caller. Units: a time is a turn. Invariants: every recorded access to
// memory outside the SM's shared memory is played once; the counts depend on the launch alone.
//
// Not modelled: cycles. A warp that computes much between two accesses has its turn as often as
// one that computes nothing, and a miss takes as long as a hit.
package untimed

import (
	"context"
	"slices"

	"gpucourse/gpusim/internal/cache"
	"gpucourse/gpusim/internal/coalesce"
	"gpucourse/gpusim/internal/dispatch"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/tracefile"
	"gpucourse/gpusim/trace"
)

// Memory receives the accesses: cache.Hierarchy, or a test's.
type Memory interface {
	// Begin starts a launch whose SMs use that many bytes as shared memory.
	Begin(shared int)
	// Queue makes an access of a warp on an SM at a turn, which never falls for one SM,
	// and adds what happened to c. Local addresses are device addresses.
	Queue(sm int, turn uint64, a *trace.Access, c *trace.CacheCounts)
	// Serve ends a window of cache.Turns turns from turn first on: the accesses since the
	// last call meet behind the SMs, turn by turn and SM by SM.
	Serve(first uint64)
	// End returns the counts that belong to no access.
	End() trace.CacheCounts
}

// Run plays a trace on m. It ends early only with ctx's error.
func Run(ctx context.Context, l tracefile.Launch, t *tracefile.Trace, m Memory) (*trace.CacheResult, error) {
	counts := make([]trace.CacheCounts, t.Instructions())
	p := newPlayer(l, t, m, 0, counts)
	m.Begin(l.Shared)
	if err := p.play(ctx, 0); err != nil {
		return nil, err
	}
	return &trace.CacheResult{ByPC: counts, Rest: m.End()}, nil
}

// Rest plays the blocks from block first on, at turns from now on, on caches that an earlier
// part of the launch has used. It adds to counts, and ends early only with ctx's error.
func Rest(ctx context.Context, l tracefile.Launch, t *tracefile.Trace, m Memory, from Start, counts []trace.CacheCounts) error {
	return newPlayer(l, t, m, from.Block, counts).play(ctx, from.Turn)
}

// Start is where Rest starts.
type Start struct {
	Block int
	Turn  uint64
}

// player is the state of the SMs.
type player struct {
	tracefile.Launch
	reader *tracefile.Reader
	memory Memory
	local  *coalesce.LocalLayout
	sms    []sm
	blocks *dispatch.Dispatcher
	counts []trace.CacheCounts // by PC
	access *trace.Access       // the current one
}

// sm is one streaming multiprocessor.
type sm struct {
	slots []slot
	live  int             // slots with a block
	turn  uint64          // the next one
	freed []dispatch.Slot // whose blocks ended in the last turn; the SM waits for new ones
}

// slot holds a resident block.
type slot struct {
	warps   []warp
	block   int // its index in the grid
	running int // warps that neither wait nor have ended
	waiting int // warps at a barrier
}

// warp is a resident warp.
type warp struct {
	state state
	tracefile.Decoder
}

// state says whether a warp can continue.
type state uint8

const (
	ended state = iota
	running
	waiting // at a barrier
)

// newPlayer returns the SMs with their first blocks, from block first on.
func newPlayer(l tracefile.Launch, t *tracefile.Trace, m Memory, first int, counts []trace.CacheCounts) *player {
	p := &player{
		Launch: l, reader: t.Reader(), memory: m, counts: counts,
		local: coalesce.NewLocalLayout(l.Spec, l.Warps(), l.Resident, l.LocalBytes),
		sms:   make([]sm, l.Spec.SMs), blocks: dispatch.New(l.Spec, first, l.Blocks()),
	}
	slots := p.blocks.Slots(p.Resident)
	for i, n := range slots {
		p.sms[i].slots = make([]slot, n)
		for j := range p.sms[i].slots {
			p.sms[i].slots[j].warps = make([]warp, p.Warps())
		}
	}
	p.blocks.Fill(slots, p.start)
	return p
}

// play plays turns from now on until no warp is left.
func (p *player) play(ctx context.Context, now uint64) error {
	for i := range p.sms {
		p.sms[i].turn = now
	}
	for slices.ContainsFunc(p.sms, func(s sm) bool { return s.live > 0 }) {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		for p.window(now + cache.Turns) {
		}
		p.memory.Serve(now)
		now += cache.Turns
	}
	return nil
}

// window lets each SM play until the end of a window, or until one of its blocks ends. It
// starts blocks in the slots that are free first, and returns false if there are none.
func (p *player) window(end uint64) bool {
	first, free := end, false
	for i := range p.sms {
		s := &p.sms[i]
		for s.live > 0 && s.turn < end && len(s.freed) == 0 {
			p.turn(i, s)
		}
		if len(s.freed) > 0 {
			first, free = min(first, s.turn), true
		}
	}
	if free {
		p.refill(first)
	}
	return free
}

// refill starts blocks in the slots that became free before a turn.
func (p *player) refill(turn uint64) {
	for i := range p.sms {
		s := &p.sms[i]
		if s.turn == turn {
			for _, slot := range s.freed {
				p.blocks.Free(slot, int64(turn))
			}
			s.freed = s.freed[:0]
		}
	}
	p.blocks.Refill(func(dispatch.Slot, int64) {}, p.start)
}

// start puts a block of the grid into a slot.
func (p *player) start(place dispatch.Slot, block int) {
	s := &p.sms[place.SM]
	at := &s.slots[place.Index]
	p.reader.Open(block, func(i int) *tracefile.Decoder { return &at.warps[i].Decoder })
	for i := range at.warps {
		at.warps[i].state = running
	}
	at.block, at.running, at.waiting = block, len(at.warps), 0
	s.live++
}

// turn lets the resident warps of an SM make an access each.
func (p *player) turn(id int, s *sm) {
	for j := range s.slots {
		if at := &s.slots[j]; at.running > 0 {
			p.turnBlock(dispatch.Slot{SM: id, Index: j}, at, s.turn)
		}
	}
	s.turn++
}

// turnBlock lets the warps of one block make an access each.
func (p *player) turnBlock(place dispatch.Slot, at *slot, now uint64) {
	for i := range at.warps {
		w := &at.warps[i]
		if w.state != running {
			continue
		}
		switch p.next(w) {
		case tracefile.Access:
			p.access.Block, p.access.Warp = at.block, i
			p.makeAccess(place, now)
		case tracefile.Barrier:
			w.state = waiting
			at.running, at.waiting = at.running-1, at.waiting+1
		case tracefile.End:
			w.state = ended
			at.running--
		}
	}
	if at.running == 0 {
		p.release(place, at)
	}
}

// next returns what a warp does next. Jumps and accesses to shared memory take no turn.
func (p *player) next(w *warp) tracefile.Event {
	for split := trace.Mask(0); ; {
		site, e := w.Next(p.reader)
		switch e {
		case tracefile.Flow, tracefile.Leave, tracefile.Diverge:
			continue
		case tracefile.Access:
			a := w.Access(p.reader, site)
			if a.Space == ir.Shared {
				split = tracefile.SplitOf(a)
				continue
			}
			p.access = p.reader.Divide(a, split)
		}
		return e
	}
}

// release lets the warps of a block continue after a barrier, or frees the slot of a block
// that has ended.
func (p *player) release(place dispatch.Slot, at *slot) {
	if at.waiting == 0 {
		s := &p.sms[place.SM]
		s.live--
		if p.blocks.Left() > 0 {
			s.freed = append(s.freed, place)
		}
		return
	}
	for i := range at.warps {
		if at.warps[i].state == waiting {
			at.warps[i].state = running
		}
	}
	at.running, at.waiting = at.waiting, 0
}

// makeAccess makes the current access.
func (p *player) makeAccess(place dispatch.Slot, now uint64) {
	a := p.access
	c := &p.counts[a.PC]
	if a.Space != ir.Local {
		p.memory.Queue(place.SM, now, a, c)
		return
	}
	for word := range p.local.Accesses(a, p.local.Warp(place.SM, place.Index, a.Warp)) {
		p.memory.Queue(place.SM, now, word, c)
	}
}
