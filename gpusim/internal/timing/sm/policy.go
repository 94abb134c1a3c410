package sm

// This file is the scheduling policies: which of the warps that can issue in a cycle does.

import "gpucourse/gpusim/arch"

// policy chooses among the warps of a scheduler. Both methods look at warps that have an
// instruction ready.
type policy interface {
	// greedy reports whether the warp that issued last goes on as long as it can.
	greedy() bool
	// before reports whether warp a issues before warp b, when both can.
	before(s *scheduler, a, b int) bool
}

// policies is indexed by arch.SchedulerPolicy.
var policies = [...]policy{
	arch.GreedyThenLongestWaiting: greedyThenLongestWaiting{},
	arch.GreedyThenOldest:         greedyThenOldest{},
	arch.LooseRoundRobin:          looseRoundRobin{},
}

// greedyThenLongestWaiting prefers the warp whose instruction has been ready for longest.
type greedyThenLongestWaiting struct{}

func (greedyThenLongestWaiting) greedy() bool { return true }

func (greedyThenLongestWaiting) before(s *scheduler, a, b int) bool {
	return s.ready[a] < s.ready[b] || s.ready[a] == s.ready[b] && a < b
}

// greedyThenOldest prefers the warp whose block started first (GTO of Accel-Sim).
type greedyThenOldest struct{}

func (greedyThenOldest) greedy() bool { return true }

func (greedyThenOldest) before(s *scheduler, a, b int) bool {
	return s.started[a] < s.started[b] || s.started[a] == s.started[b] && a < b
}

// looseRoundRobin prefers the next warp after the one that issued last, and passes over
// those that cannot issue (LRR of Accel-Sim).
type looseRoundRobin struct{}

func (looseRoundRobin) greedy() bool { return false }

func (looseRoundRobin) before(s *scheduler, a, b int) bool { return s.distance(a) < s.distance(b) }
