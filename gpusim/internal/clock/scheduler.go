package clock

// This file is the scheduler: it chooses the warp that issues next.

import (
	"math/bits"

	"gpucourse/gpusim/internal/arch"
)

// scheduler issues for some of the SM's warps: those whose number is its own
// modulo the number of schedulers. It goes on with the warp that it issued last
// as long as that one can, else with the one that has waited longest.
//
// When an access can enter the memory pipeline changes with each access of any
// scheduler, so the choice is kept in two halves: who is first of those that make
// no access, and of those that do.
type scheduler struct {
	free   int64                 // when it can issue at all
	last   int                   // the warp that it issued last
	warps  []candidate           // by number
	queues [gates]queue          // the warps that need each gate
	filled uint8                 // queues that have a warp, a bit each
	unit   [arch.NumUnits]int64  // ticks: when each is free
	gates  [gates]int64          // the same in cycles; queued as access
	access arch.Unit             // that accesses need
	consts int64                 // ticks: when the next constant load can begin
	banks  [arch.MostBanks]int64 // until when each bank of registers reads

	stale bool  // the choice was made before a candidate or a unit changed
	holds int64 // so long as accesses can enter the pipeline by then, the choice holds
	at    int64 // when the warp that was chosen can issue
	warp  int

	on             bool // the last warp can go on with an access, if the queue lets it
	plain, queuing choice
}

// candidate is a warp as its scheduler sees it.
type candidate struct {
	turn turn
	gate gate // nothing, when it cannot say when it can issue
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

// gate is what must be free for an instruction: a unit, or for an access of memory
// its unit and the pipeline's queue.
type gate uint8

const (
	queued  = gate(arch.NumUnits)
	gates   = 1 << 3
	nothing = gate(gates) // of a warp that is no candidate
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

// leave takes a warp out of the queue, of which all are among the candidates.
func (q *queue) leave(t turn, all []candidate) {
	q.warps[t.warp()/wordBits] &^= 1 << (t.warp() % wordBits)
	if q.first != t {
		return
	}
	first := noTurn
	for i, rest := range q.warps {
		for ; rest != 0; rest &= rest - 1 {
			first = min(first, all[i*wordBits+bits.TrailingZeros64(rest)].turn)
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

// join takes one more warp.
func (s *scheduler) join() {
	if len(s.warps)%wordBits == 0 {
		for g := range s.queues {
			s.queues[g].first, s.queues[g].warps = noTurn, append(s.queues[g].warps, 0)
		}
	}
	s.warps = append(s.warps, candidate{gate: nothing})
}

// offer shows the scheduler a warp whose operands are there at a cycle, or never.
func (s *scheduler) offer(warp int, ready int64, g gate) {
	s.stale = true
	c := &s.warps[warp]
	if c.gate != nothing {
		q := &s.queues[c.gate]
		q.leave(c.turn, s.warps)
		if q.first == noTurn {
			s.filled &^= 1 << c.gate
		}
	}
	if c.gate = nothing; ready < never {
		*c = candidate{turnOf(ready, warp), g}
		s.queues[g].join(c.turn)
		s.filled |= 1 << g
	}
}

// use keeps a unit busy.
func (s *scheduler) use(u arch.Unit, now, ticks int64) {
	s.unit[u] = max(s.unit[u], now<<tickBits) + ticks
	s.gates[u] = s.unit[u] >> tickBits
	s.gates[queued] = s.gates[s.access]
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
	if c := &s.warps[s.last]; c.gate != nothing && max(c.turn.ready(), s.gates[c.gate]) <= s.free {
		if s.on = c.gate == queued; !s.on {
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
