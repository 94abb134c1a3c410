package main

import "gpucourse/gpusim/gpu"

// Totals adds up the 512 numbers of each cluster.
//
//gpu:cluster 4
func Totals(out, in []float32) {
	total := gpu.Shared[float32]()
	t := gpu.ThreadIdx.X
	if t == 0 {
		*total = 0
	}
	gpu.ClusterSync()
	gpu.AtomicAdd(gpu.MapShared(total, 0), in[128*gpu.BlockIdx.X+t])
	gpu.ClusterSync()
	if t == 0 && gpu.ClusterRank() == 0 {
		out[gpu.BlockIdx.X/4] = *total
	}
}
