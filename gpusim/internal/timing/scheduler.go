package timing

// This file is the scheduler: it chooses the warp that issues next.

import (
	"math/bits"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/trace"
)

// scheduler issues for some of the SM's warps: those whose number is its own
// modulo the number of schedulers. It goes on with the warp that it issued last
// as long as that one can, else with the one that has waited longest.
//
// When an access can enter the memory pipeline changes with each access of any
// scheduler, so the choice is kept in two halves: who is first of those that make
// no access, and of those that do.
type scheduler struct {
	free    int64                 // when it can issue at all
	last    int                   // the warp that it issued last
	turns   []turn                // by number; noTurn: see candidate
	warps   []candidate           // by number
	queues  [gates]queue          // the warps that need each gate
	filled  uint8                 // queues that have a warp, a bit each
	unit    [arch.NumUnits]int64  // ticks: when each is free
	gates   [gates]int64          // the same in cycles; queued as access
	access  arch.Unit             // that accesses need
	returns int64                 // see arch.Clock
	halves  *multipliers          // nil: they have none
	consts  int64                 // ticks: when the next constant load can begin
	banks   [arch.MostBanks]int64 // until when each bank of registers reads
	lost    int64                 // ticks: the part of a cycle that branches took and that does not count yet
	frozen  int64                 // cycles in which it counted no waits: see freeze

	stale bool  // the choice was made before a candidate or a unit changed
	holds int64 // so long as accesses can enter the pipeline by then, the choice holds
	at    int64 // when the warp that was chosen can issue
	warp  int

	on             bool // the last warp can go on with an access, if the queue lets it
	plain, queuing choice
}

// candidate is a warp as its scheduler sees it, if that has a turn for it: it has none for
// one that cannot say when it can issue.
type candidate struct {
	gate    gate
	counted int64 // when what the scheduler counts has been counted, less what it was frozen
	comes   int64 // when what it counts at the end only comes
	from    int64 // when it begins to count that
}

// turn puts the warps that need one gate in order: when the operands of its next
// instruction are there, and in the lowest bits its number.
type turn int64

// warpBits bounds the warps of a scheduler.
const warpBits = 12

func turnOf(ready int64, warp int) turn { return turn(ready<<warpBits | int64(warp)) }

func (t turn) ready() int64 { return int64(t >> warpBits) }
func (t turn) warp() int    { return int(t % (1 << warpBits)) }

// noTurn is after all others.
const noTurn = turn(never << warpBits)

// gate is what must be free for an instruction: a unit, a half of one, or for an access
// of memory its unit and the pipeline's queue.
type gate uint8

const (
	queued = gate(arch.NumUnits)
	half   = queued + 1 // the multipliers that do integers too
	gates  = half + 1
)

// queue is the warps that need one gate.
type queue struct {
	first turn     // noTurn: there is none
	warps []uint64 // a bit each
}

const wordBits = 64

// join puts a warp into the queue.
func (q *queue) join(t turn) {
	q.first = min(q.first, t)
	q.warps[t.warp()/wordBits] |= 1 << (t.warp() % wordBits)
}

// leave takes a warp out of the queue; all is the turns of the scheduler's warps.
func (q *queue) leave(t turn, all []turn) {
	q.warps[t.warp()/wordBits] &^= 1 << (t.warp() % wordBits)
	if q.first != t {
		return
	}
	first := noTurn
	for i, rest := range q.warps {
		for ; rest != 0; rest &= rest - 1 {
			first = min(first, all[i*wordBits+bits.TrailingZeros64(rest)])
		}
	}
	q.first = first
}

// choice is the warp that can issue first; of several at the same cycle, the one
// that has waited longest.
type choice struct {
	at   int64
	turn turn
}

// equip gives the scheduler the device's units.
func (s *scheduler) equip(spec *arch.Spec) {
	c := &spec.Clock
	s.access, s.returns = c.Ops[arch.ClassMemory].Unit, int64(c.Returns)
	if c.Ops[arch.ClassMul].Half {
		s.halves = new(multipliers)
	}
}

// join takes one more warp.
func (s *scheduler) join() {
	if len(s.warps)%wordBits == 0 {
		for g := range s.queues {
			s.queues[g].first, s.queues[g].warps = noTurn, append(s.queues[g].warps, 0)
		}
	}
	s.turns, s.warps = append(s.turns, noTurn), append(s.warps, candidate{})
}

// offer shows the scheduler a warp whose operands are there at a cycle, or never; of
// these, what is counted, and what comes.
func (s *scheduler) offer(warp int, ready, counted, comes int64, g gate) {
	s.stale = true
	c, t := &s.warps[warp], &s.turns[warp]
	if *t != noTurn {
		q := &s.queues[c.gate]
		q.leave(*t, s.turns)
		if q.first == noTurn {
			s.filled &^= 1 << c.gate
		}
	}
	if *t = noTurn; ready < never {
		*t, *c = turnOf(ready, warp), candidate{g, counted, comes, comes - s.returns}
		s.queues[g].join(*t)
		s.filled |= 1 << g
	}
}

// use keeps what an instruction needs busy.
func (s *scheduler) use(o *op, now int64) {
	u := o.unit
	if s.halves != nil && u == arch.UnitFMA {
		s.multiply(o, now<<tickBits)
		return
	}
	s.unit[u] = max(s.unit[u], now<<tickBits) + o.busy
	s.gates[u] = s.unit[u] >> tickBits
	s.gates[queued] = s.gates[s.access]
}

// freeze stops the counting of waits at a cycle for some: what has not been counted by
// then comes so much later.
func (s *scheduler) freeze(from, cycles int64) {
	before, changed := s.frozen, false
	s.frozen += cycles
	past := turnOf(from+1, 0) // those before it are ready by then
	for i, t := range s.turns {
		if t < past || t == noTurn {
			continue
		}
		if later := turnOf(s.warps[i].later(t.ready(), from, cycles, before), i); later != t {
			s.turns[i], changed = later, true
		}
	}
	if changed {
		s.findFirst()
	}
	s.stale = true
}

// findFirst finds the first turn at each gate anew.
func (s *scheduler) findFirst() {
	var first [gates]turn
	for g := range first {
		first[g] = noTurn
	}
	for i, t := range s.turns {
		if t != noTurn {
			g := s.warps[i].gate
			first[g] = min(first[g], t)
		}
	}
	for g := range first {
		s.queues[g].first = first[g]
	}
}

// later is when a warp is ready, which was to be at a cycle, when some cycles of its waits
// are not counted, by a scheduler that was frozen for some before.
func (c *candidate) later(ready, from, cycles, before int64) int64 {
	if c.counted+before > from {
		ready = max(ready, c.counted+before+cycles)
	}
	if c.comes > from {
		c.comes += max(0, from+cycles-max(from, c.from))
		ready = max(ready, c.comes)
	}
	return ready
}

// late is why a warp is ready only at a cycle, if it would have been before for a reason.
func (c *candidate) late(ready int64, why trace.StallReason) trace.StallReason {
	if c.comes == ready {
		return why
	}
	return trace.Wait
}

// next returns when the next warp issues, if accesses can enter the memory
// pipeline from a cycle on, which never comes earlier. Then warp says which.
func (s *scheduler) next(queue int64) int64 {
	if s.stale || queue > s.holds {
		s.choose(queue)
	}
	return s.at
}

func (s *scheduler) choose(queue int64) {
	if s.stale {
		s.find()
	}
	if s.on && queue <= s.free {
		s.at, s.warp, s.holds = s.free, s.last, s.free
		return
	}
	s.at, s.warp, s.holds = s.plain.at, s.plain.turn.warp(), never
	x := &s.queuing
	if at := max(x.at, queue); at < s.at || at == s.at && x.turn < s.plain.turn {
		s.at, s.warp, s.holds = at, x.turn.warp(), at
	}
}

// find chooses anew in both halves.
func (s *scheduler) find() {
	s.stale, s.on = false, false
	s.plain, s.queuing = choice{never, noTurn}, choice{never, noTurn}
	if s.filled == 0 {
		return
	}
	if g := s.warps[s.last].gate; max(s.turns[s.last].ready(), s.gates[g]) <= s.free {
		if s.on = g == queued; !s.on {
			s.plain = choice{s.free, turnOf(0, s.last)} // before all others
			return
		}
	}
	for rest := s.filled &^ (1 << queued); rest != 0; rest &= rest - 1 {
		g := bits.TrailingZeros8(rest)
		first := s.queues[g].first
		if at := max(s.free, first.ready(), s.gates[g]); at < s.plain.at || at == s.plain.at && first < s.plain.turn {
			s.plain = choice{at, first}
		}
	}
	if first := s.queues[queued].first; first != noTurn {
		s.queuing = choice{max(s.free, first.ready(), s.gates[queued]), first}
	}
}
