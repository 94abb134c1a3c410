package sm

// This file is the scheduling policies: which of several ready warps issues.

import "gpucourse/gpusim/arch"

// policy chooses among the ready warps of a scheduler.
type policy interface {
	// greedy reports whether the warp that issued last continues as long as it is ready.
	greedy() bool
	// before reports whether ready warp a issues before ready warp b.
	before(s *scheduler, a, b int) bool
}

var policies = [...]policy{
	arch.GreedyThenLongestWaiting: greedyThenLongestWaiting{},
	arch.GreedyThenOldest:         greedyThenOldest{},
	arch.LooseRoundRobin:          looseRoundRobin{},
}

// greedyThenLongestWaiting prefers the warp that has been ready for the longest time.
type greedyThenLongestWaiting struct{}

func (greedyThenLongestWaiting) greedy() bool { return true }

func (greedyThenLongestWaiting) before(s *scheduler, a, b int) bool {
	return s.ready[a] < s.ready[b] || s.ready[a] == s.ready[b] && a < b
}

// greedyThenOldest prefers the warp whose block started first (GTO in Accel-Sim).
type greedyThenOldest struct{}

func (greedyThenOldest) greedy() bool { return true }

func (greedyThenOldest) before(s *scheduler, a, b int) bool {
	return s.started[a] < s.started[b] || s.started[a] == s.started[b] && a < b
}

// looseRoundRobin prefers the next ready warp after the one that issued last (LRR in
// Accel-Sim).
type looseRoundRobin struct{}

func (looseRoundRobin) greedy() bool { return false }

func (looseRoundRobin) before(s *scheduler, a, b int) bool { return s.distance(a) < s.distance(b) }
