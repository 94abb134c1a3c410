package sm

// This file is the warp scheduler.

import (
	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/internal/timing/mem"
)

// notReady is the ready cycle of a warp that waits for memory or at a barrier, or has ended.
const notReady = mem.Never

// scheduler issues the instructions of the warps whose number modulo the number of schedulers
// is its own. A warp can issue when its operands are ready and its issue port is free. The
// scheduler keeps its choice until a warp or a port changes.
type scheduler struct {
	policy *policy
	access arch.Unit            // the unit of memory instructions
	warps  []candidate          // in the order of their numbers
	free   int64                // cycle from which the scheduler can issue
	unit   [arch.NumUnits]int64 // ticks: when each unit is free
	open   [numIssuePorts]int64 // cycle at which each issue port is free
	last   int                  // the warp that issued last
	consts int64                // tick from which the next load of a constant can begin

	stale  bool   // the choice must be made again
	holds  int64  // the choice is right until the LSU queue has no space at this cycle
	space  int64  // cycle from which the LSU queue had space when the choice was made
	plain  choice // of the warps that do not need the LSU queue
	queued choice // of the warps that need it
}

// choice is a warp that can issue first.
type choice struct {
	at, key    int64 // cycle at which it can issue, and its key
	warp, turn int   // its number, and its distance from the warp that issued last
}

// issuePort is what an instruction needs besides operands: its unit, or the unit and the
// queue of the load/store unit (LSU).
type issuePort uint8

const (
	lsuQueue      = issuePort(arch.NumUnits)
	numIssuePorts = lsuQueue + 1
)

func portOf(o *op) issuePort {
	if o.Queued {
		return lsuQueue
	}
	return issuePort(o.Unit)
}

// candidate is a warp as its scheduler sees it.
type candidate struct {
	ready int64 // cycle at which the operands of its next instruction are ready
	key   int64 // of the policy
	port  issuePort
}

// grow gives the scheduler one more warp.
func (s *scheduler) grow() { s.warps = append(s.warps, candidate{ready: notReady}) }

// update sets when a warp started and when it is ready, and its issue port.
func (s *scheduler) update(warp int, started, ready int64, p issuePort) {
	s.warps[warp] = candidate{ready, s.policy.key(int64(warp), started, ready), p}
	s.stale = true
}

// warpBits is enough for the index of a warp.
const warpBits = 8

// use occupies the unit of an instruction from a cycle on.
func (s *scheduler) use(o *op, now int64) {
	s.unit[o.Unit] = max(s.unit[o.Unit], now<<mem.TickBits) + o.busy
	s.open[o.Unit] = s.unit[o.Unit] >> mem.TickBits
}

// next returns the cycle at which the scheduler can issue. The LSU queue has space from a
// cycle on that never decreases.
func (s *scheduler) next(space int64) int64 {
	if s.stale || space > s.holds {
		s.choose(space)
	}
	return min(s.plain.at, max(s.queued.at, space))
}

// pick returns the warp that issues then.
func (s *scheduler) pick(space int64) int {
	if space > max(s.space, s.free) && max(s.queued.at, space) <= s.plain.at && !s.policy.patient {
		s.choose(space) // other warps may be ready by then
	}
	q, p := &s.queued, &s.plain
	at := max(q.at, space)
	if at < p.at || at == p.at && (q.key < p.key || q.key == p.key && q.turn < p.turn) {
		return q.warp
	}
	return p.warp
}

// choose finds the warp that can issue first. If several can issue in the same cycle, the
// policy decides.
func (s *scheduler) choose(space int64) {
	s.stale, s.space, s.holds = false, space, notReady
	s.plain, s.queued = choice{at: notReady}, choice{at: notReady}
	if len(s.warps) == 0 {
		return
	}
	s.open[lsuQueue] = max(s.open[s.access], space)
	switch last := &s.warps[s.last]; {
	case !s.policy.greedy || max(last.ready, s.open[last.port]) > s.free:
		s.search()
	case last.port == lsuQueue:
		s.queued, s.holds = choice{at: s.free, warp: s.last}, s.free
	default:
		s.plain = choice{at: s.free, warp: s.last}
	}
}

// search looks at all warps, those after the last one first.
func (s *scheduler) search() {
	i := s.last
	for turn := range s.warps {
		if i++; i == len(s.warps) {
			i = 0
		}
		c, best := &s.warps[i], &s.plain
		if c.ready >= notReady {
			continue
		}
		if c.port == lsuQueue {
			best = &s.queued
		}
		if at := max(s.free, c.ready, s.open[c.port]); at < best.at || at == best.at && c.key < best.key {
			*best = choice{at, c.key, i, turn}
		}
	}
}
