package sm

// This file is the warp scheduler.

import (
	"math/bits"

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
	tensor int64                // tick from which the tensor core can begin the next product of four warps

	stale  bool  // the choice must be made again
	chosen int   // the warp that can issue first
	at     int64 // the cycle at which it can
	holds  int64 // the choice is right while the LSU queue has space by this cycle
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

// next returns the cycle at which the scheduler can issue, and chooses the warp. The LSU queue
// has space from a cycle on that never decreases.
func (s *scheduler) next(space int64) int64 {
	if s.stale || space > s.holds {
		s.choose(space)
	}
	return s.at
}

// choose finds the warp that can issue first.
func (s *scheduler) choose(space int64) {
	s.stale, s.at, s.holds = false, notReady, notReady
	if len(s.warps) == 0 {
		return
	}
	s.open[lsuQueue] = max(s.open[s.access], space)
	last := &s.warps[s.last]
	if s.policy.greedy && max(last.ready, s.open[last.port]) <= s.free {
		s.chosen, s.at = s.last, s.free
	} else {
		s.chosen, s.at = s.search()
	}
	if s.warps[s.chosen].port == lsuQueue {
		s.holds = s.at
	}
}

// search returns the warp that can issue first, and when. If several can issue in the same
// cycle, the policy decides; of equal keys, the first one after the last warp has its turn.
func (s *scheduler) search() (best int, at int64) {
	first, key := uint64(notReady), uint64(0)
	i := s.last
	for range s.warps {
		if i++; i == len(s.warps) {
			i = 0
		}
		c := &s.warps[i]
		then, k := uint64(max(s.free, c.ready, s.open[c.port])), uint64(c.key)
		_, less := bits.Sub64(k, key, 0) // one comparison of pairs: branches would be mispredicted
		if _, less = bits.Sub64(then, first, less); less != 0 {
			best, first, key = i, then, k
		}
	}
	return best, int64(first)
}
