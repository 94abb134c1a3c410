package sm

// This file is the scheduler: it chooses the warp that issues next.

import (
	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/internal/timing/mem"
)

// notReady is the ready key of a warp that cannot say when it can issue: it waits for
// memory or at a barrier, or has ended.
const notReady = mem.Never

// scheduler issues for some of the SM's warps: those whose number is its own modulo the
// number of schedulers. A warp can issue when its operands are there and its gate is open.
type scheduler struct {
	policy  policy
	access  arch.Unit            // that accesses need
	ready   []int64              // ready key: by warp, when the operands of its next instruction are there; notReady
	needs   []gate               // by warp: the gate of its next instruction
	started []int64              // by warp: when its block started
	free    int64                // when the scheduler can issue at all
	unit    [arch.NumUnits]int64 // ticks: when each unit is free
	open    [numGates]int64      // when each gate opens
	last    int                  // the warp that it issued last
	consts  int64                // ticks: when the next constant load can begin

	stale bool  // the choice was made before a warp or a unit changed
	holds int64 // the choice holds while the queue has room by then
	at    int64 // when the chosen warp can issue
	warp  int   // the chosen warp
}

// gate is what must be free for an instruction: its unit, or for an access the unit and the
// queue of the load/store unit.
type gate uint8

const (
	queue    = gate(arch.NumUnits)
	numGates = queue + 1
)

// gateOf is what must be free for an instruction.
func gateOf(o *op) gate {
	if o.queued {
		return queue
	}
	return gate(o.unit)
}

// grow gives the scheduler one more warp.
func (s *scheduler) grow() {
	s.ready, s.needs, s.started = append(s.ready, notReady), append(s.needs, 0), append(s.started, 0)
}

// offer shows the scheduler when a warp is ready, and for what.
func (s *scheduler) offer(warp int, ready int64, g gate) {
	s.stale = true
	s.ready[warp], s.needs[warp] = ready, g
}

// use keeps the unit of an instruction busy from a cycle on.
func (s *scheduler) use(o *op, now int64) {
	u := o.unit
	s.unit[u] = max(s.unit[u], now<<mem.TickBits) + o.busy
	s.open[u] = s.unit[u] >> mem.TickBits
}

// distance is how far a warp comes behind the one that issued last, in the order of their
// numbers.
func (s *scheduler) distance(warp int) int {
	if warp <= s.last {
		warp += len(s.ready)
	}
	return warp - s.last
}

// next returns when the next warp issues, if the queue of the load/store unit has room from
// a cycle on, which never comes earlier. Then warp says which.
func (s *scheduler) next(room int64) int64 {
	if s.stale || room > s.holds {
		s.choose(room)
	}
	return s.at
}

// choose finds the warp that can issue first; of several in the same cycle, the one that
// the policy prefers.
func (s *scheduler) choose(room int64) {
	s.stale, s.at, s.holds = false, notReady, notReady
	if len(s.ready) == 0 {
		return
	}
	s.open[queue] = max(s.open[s.access], room)
	if w := s.last; s.policy.greedy() && max(s.ready[w], s.open[s.needs[w]]) <= s.free {
		s.at, s.warp = s.free, w
	} else {
		s.search()
	}
	if s.needs[s.warp] == queue { // the others only come later when the queue has room later
		s.holds = s.at
	}
}

// search looks at all warps.
func (s *scheduler) search() {
	for w, ready := range s.ready {
		if ready > s.at || ready == notReady {
			continue
		}
		at := max(s.free, ready, s.open[s.needs[w]])
		if at < s.at || at == s.at && s.policy.before(s, w, s.warp) {
			s.at, s.warp = at, w
		}
	}
}
