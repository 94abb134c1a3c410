package sm

// This file is the scheduling policies: which of several ready warps issues.

import "gpucourse/gpusim/arch"

// policy chooses among the ready warps of a scheduler.
type policy struct {
	greedy bool // the warp that issued last continues as long as it is ready
	// key returns the priority of a warp from its number and the cycles at which it started
	// and is ready: the smallest key issues first. Warps with equal keys take turns.
	key func(warp, started, ready int64) int64
}

// longestWaiting prefers the warp that has been ready for the longest time.
var longestWaiting = policy{true, func(warp, _, ready int64) int64 { return ready<<warpBits | warp }}

var policies = [arch.NumSchedulerPolicies]policy{
	arch.DefaultPolicy:            longestWaiting,
	arch.GreedyThenLongestWaiting: longestWaiting,
	// The warp that started first is preferred (GTO in Accel-Sim).
	arch.GreedyThenOldest: {true, func(warp, started, _ int64) int64 { return started<<warpBits | warp }},
	// The next ready warp after the one that issued last is preferred (LRR in Accel-Sim).
	arch.LooseRoundRobin: {false, func(_, _, _ int64) int64 { return 0 }},
}
