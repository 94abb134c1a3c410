package write

// This file writes copies between global and shared memory that no register takes part in.

import "gpucourse/gpusim/internal/ir"

// caches are the cache operators of asynchronous copies.
var caches = map[ir.Mod]string{ir.CopyNear: "ca", ir.CopyFar: "cg"}

func (w *writer) copyAsync() {
	w.emit("cp.async.%s.shared.global [%s], [%s], %s, %s", caches[w.in.Mod], w.register(0), w.register(1), w.src(2), w.src(3))
}

// clusterBarrier writes the arrival at the barrier of the cluster, and the wait there.
func (w *writer) clusterBarrier() {
	w.emit("%s", map[ir.Mod]string{ir.ClusterArrive: "barrier.cluster.arrive", ir.ClusterRelaxed: "barrier.cluster.arrive.relaxed", ir.ClusterWait: "barrier.cluster.wait"}[w.in.Mod])
}

// groups are the instructions that close groups of copies and wait for them.
var groups = map[ir.Mod]string{ir.CopyCommit: "cp.async.commit_group", ir.CopyWait: "cp.async.wait_group"}

func (w *writer) copyGroup() {
	if w.in.Mod == ir.CopyCommit {
		w.emit("%s", groups[w.in.Mod])
		return
	}
	w.emit("%s %s", groups[w.in.Mod], w.src(0))
}
