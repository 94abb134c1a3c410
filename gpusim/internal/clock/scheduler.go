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
	free   int64                // when it can issue at all
	last   int                  // the warp that it issued last
	warps  []candidate          // by number
	known  warpSet              // warps that have a candidate
	unit   [arch.NumUnits]int64 // ticks: when each is free
	gates  [gates]int64         // the same in cycles; queued as access
	access arch.Unit            // that accesses need
	consts int64                // ticks: when the next constant load can begin

	stale bool  // the choice was made before a candidate or a unit changed
	holds int64 // so long as accesses can enter the pipeline by then, the choice holds
	at    int64 // when the warp that was chosen can issue
	warp  int

	on             bool // the last warp can go on with an access, if the queue lets it
	plain, queuing choice
}

// warpSet is a set of a scheduler's warps, so many a word.
type warpSet []uint64

const wordBits = 64

func (x warpSet) has(warp int) bool {
	return warp < len(x)*wordBits && x[warp/wordBits]>>(warp%wordBits)&1 != 0
}
func (x warpSet) add(warp int)    { x[warp/wordBits] |= 1 << (warp % wordBits) }
func (x warpSet) remove(warp int) { x[warp/wordBits] &^= 1 << (warp % wordBits) }

// candidate is a warp as its scheduler sees it: when the operands of its next
// instruction are there, and above the lowest bits that, its gate.
type candidate int64

// gate is what must be free for an instruction: a unit, or for an access of memory
// its unit and the pipeline's queue.
type gate uint8

const (
	queued   = gate(arch.NumUnits)
	gateBits = 3
	gates    = 1 << gateBits
)

func candidateOf(ready int64, g gate) candidate { return candidate(ready<<gateBits | int64(g)) }

func (c candidate) ready() int64 { return int64(c >> gateBits) }
func (c candidate) gate() gate   { return gate(c % gates) }

// choice is the warp that can issue first; of several at the same cycle, the one
// that has waited longest.
type choice struct {
	at, ready int64
	warp      int
}

// join takes one more warp.
func (s *scheduler) join() {
	if len(s.warps)%wordBits == 0 {
		s.known = append(s.known, 0)
	}
	s.warps = append(s.warps, 0)
}

// can is when a candidate can issue, the queue and what the scheduler does apart.
func (s *scheduler) can(c candidate) int64 { return max(c.ready(), s.gates[c.gate()]) }

// offer shows the scheduler a warp whose operands are there at a cycle, or never.
func (s *scheduler) offer(warp int, ready int64, g gate) {
	s.stale = true
	if ready >= never {
		s.known.remove(warp)
		return
	}
	s.known.add(warp)
	s.warps[warp] = candidateOf(ready, g)
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
	s.at, s.warp, s.holds = s.plain.at, s.plain.warp, never
	x := &s.queuing
	if at := max(x.at, queue); at < s.at || at == s.at && (x.ready < s.plain.ready || x.ready == s.plain.ready && x.warp < s.warp) {
		s.at, s.warp, s.holds = at, x.warp, at
	}
}

// find chooses anew in both halves.
func (s *scheduler) find() {
	s.stale, s.on = false, false
	plain, queuing := choice{at: never, ready: never}, choice{at: never, ready: never}
	if s.known.has(s.last) && s.can(s.warps[s.last]) <= s.free {
		if s.on = s.warps[s.last].gate() == queued; !s.on {
			s.plain, s.queuing = choice{at: s.free, ready: -1, warp: s.last}, queuing
			return
		}
	}
	for first, rest := range s.known {
		for ; rest != 0; rest &= rest - 1 {
			i := first*wordBits + bits.TrailingZeros64(rest)
			c := s.warps[i]
			ready := c.ready()
			if c.gate() == queued { // all wait for the same
				if ready < queuing.ready {
					queuing.ready, queuing.warp = ready, i
				}
				continue
			}
			if at := max(s.free, s.can(c)); at < plain.at || at == plain.at && ready < plain.ready {
				plain = choice{at, ready, i}
			}
		}
	}
	queuing.at = max(s.free, queuing.ready, s.gates[queued])
	s.plain, s.queuing = plain, queuing
}
