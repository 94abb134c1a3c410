package check

// This file orders accesses to global memory by the barriers of clusters.

import (
	"slices"

	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/trace"
)

// clusterOrder is what a warp and the barriers of its cluster know of each other.
type clusterOrder struct {
	arrivals int  // of the warp
	waits    bool // for the barrier at which it arrived last
	known    view // what all warps had done when they arrived at the last barrier for which it waited
}

// clusterBarriers are what the warps of a cluster did before they arrived at its barriers, by the number of the barrier.
// A warp arrives at the next one only after all have arrived at this one, so two are enough.
type clusterBarriers map[int]view

// clustered arrives at the barrier of the cluster, or waits for it. A relaxed arrival makes nothing known.
func (r *raceChecker) clustered(e trace.Event) {
	r.advance(e.Block, e.Warp)
	w := &r.clusters[e.Warp]
	mod := r.launch.Program.Instrs[e.PC].Mod
	if mod == ir.ClusterWait {
		w.waits = true
		return
	}
	w.arrivals++
	all := r.barriersOf(e.Block)
	if all[w.arrivals] == nil {
		all[w.arrivals] = view{}
		delete(all, w.arrivals-2)
	}
	if mod == ir.ClusterArrive {
		mark := r.nextPhase()
		all[w.arrivals].add(r.ordinal, visible{e.Warp, allLanes, mark, mark, r.barrier, noRead, allLanes})
	}
}

// barriersOf returns the barriers of the cluster of a block.
func (r *raceChecker) barriersOf(block int) clusterBarriers {
	if r.numbers == nil {
		r.numbers, r.barriers = r.launch.clusterNumbers(), map[int]clusterBarriers{}
	}
	cluster := r.numbers[block] / r.launch.ClusterBlocks()
	if r.barriers[cluster] == nil {
		r.barriers[cluster] = clusterBarriers{}
	}
	return r.barriers[cluster]
}

// leaveCluster lets a warp go on behind the barrier of its cluster.
func (r *raceChecker) leaveCluster(w *clusterOrder) {
	w.waits = false
	w.known = r.barriersOf(r.block)[w.arrivals]
}

// metInCluster reports whether a barrier of the cluster orders an earlier access before those of the current warp.
func (r *raceChecker) metInCluster(old stamp) bool {
	known := r.clusters[r.now.warp()].known
	return known != nil && slices.ContainsFunc(known[r.ordinalOf(old)], func(seen visible) bool { return seen.covers(old) })
}
