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
	v := in[128*gpu.BlockIdx.X+t]
	for k := 16; k > 0; k /= 2 {
		v += gpu.ShflDownSync(gpu.FullMask, v, k)
	}
	if t%32 == 0 {
		gpu.AtomicAdd(gpu.MapShared(total, 0), v)
	}
	gpu.ClusterSync()
	if t == 0 && gpu.ClusterRank() == 0 {
		out[gpu.BlockIdx.X/4] = *total
	}
}
