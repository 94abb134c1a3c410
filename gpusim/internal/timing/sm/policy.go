package sm

// This file is the scheduling policies: which of several ready warps issues.

import "gpucourse/gpusim/arch"

// policy chooses among the ready warps of a scheduler.
type policy interface {
	// greedy reports whether the warp that issued last continues as long as it is ready.
	greedy() bool
	// key returns the priority of a warp: the smallest key issues first. Warps with equal keys
	// take turns.
	key(c *candidate) int64
}

var policies = [...]policy{
	arch.GreedyThenLongestWaiting: greedyThenLongestWaiting{},
	arch.GreedyThenOldest:         greedyThenOldest{},
	arch.LooseRoundRobin:          looseRoundRobin{},
}

// greedyThenLongestWaiting prefers the warp that has been ready for the longest time.
type greedyThenLongestWaiting struct{}

func (greedyThenLongestWaiting) greedy() bool           { return true }
func (greedyThenLongestWaiting) key(c *candidate) int64 { return c.ready<<warpBits | c.index }

// greedyThenOldest prefers the warp that started first (GTO in Accel-Sim).
type greedyThenOldest struct{}

func (greedyThenOldest) greedy() bool           { return true }
func (greedyThenOldest) key(c *candidate) int64 { return c.started<<warpBits | c.index }

// looseRoundRobin prefers the next ready warp after the one that issued last (LRR in
// Accel-Sim).
type looseRoundRobin struct{}

func (looseRoundRobin) greedy() bool         { return false }
func (looseRoundRobin) key(*candidate) int64 { return 0 }
