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
	policy  policy
	access  arch.Unit            // the unit of memory instructions
	ready   []int64              // by warp: when the operands of its next instruction are ready
	port    []issuePort          // by warp: the issue port of its next instruction
	started []int64              // by warp: when its block started
	free    int64                // cycle from which the scheduler can issue
	unit    [arch.NumUnits]int64 // ticks: when each unit is free
	open    [numIssuePorts]int64 // cycle at which each issue port is free
	last    int                  // the warp that issued last
	consts  int64                // tick from which the next load of a constant can begin

	stale bool  // the choice must be made again
	holds int64 // the choice is right as long as the LSU queue has space at this cycle
	at    int64 // the cycle at which the chosen warp issues
	warp  int   // the chosen warp
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

// grow gives the scheduler one more warp.
func (s *scheduler) grow() {
	s.ready, s.port, s.started = append(s.ready, notReady), append(s.port, 0), append(s.started, 0)
}

// update sets when a warp is ready, and its issue port.
func (s *scheduler) update(warp int, ready int64, p issuePort) {
	s.stale = true
	s.ready[warp], s.port[warp] = ready, p
}

// use occupies the unit of an instruction from a cycle on.
func (s *scheduler) use(o *op, now int64) {
	u := o.Unit
	s.unit[u] = max(s.unit[u], now<<mem.TickBits) + o.busy
	s.open[u] = s.unit[u] >> mem.TickBits
}

// distance returns how many places after the last issued warp a warp comes.
func (s *scheduler) distance(warp int) int {
	if warp <= s.last {
		warp += len(s.ready)
	}
	return warp - s.last
}

// next returns the cycle at which the chosen warp issues. The LSU queue has space from a cycle
// on that never decreases.
func (s *scheduler) next(space int64) int64 {
	if s.stale || space > s.holds {
		s.choose(space)
	}
	return s.at
}

// choose finds the warp that can issue first. If several can issue in the same cycle, the
// policy decides.
func (s *scheduler) choose(space int64) {
	s.stale, s.at, s.holds = false, notReady, notReady
	if len(s.ready) == 0 {
		return
	}
	s.open[lsuQueue] = max(s.open[s.access], space)
	if w := s.last; s.policy.greedy() && max(s.ready[w], s.open[s.port[w]]) <= s.free {
		s.at, s.warp = s.free, w
	} else {
		s.search()
	}
	if s.port[s.warp] == lsuQueue { // with later space, other memory instructions are later too
		s.holds = s.at
	}
}

// search looks at all warps.
func (s *scheduler) search() {
	for w, ready := range s.ready {
		if ready > s.at || ready == notReady {
			continue
		}
		at := max(s.free, ready, s.open[s.port[w]])
		if at < s.at || at == s.at && s.policy.before(s, w, s.warp) {
			s.at, s.warp = at, w
		}
	}
}
