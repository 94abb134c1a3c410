package main

import "gpucourse/gpusim/gpu"

// Carousel moves the numbers of each block to the next block of the cluster, once per round.
//
//gpu:cluster 4
func Carousel(out, in []float32, rounds int) {
	own := gpu.Shared[[64]float32]()
	t := gpu.ThreadIdx.X
	own[t] = in[64*gpu.BlockIdx.X+t]
	before := gpu.MapShared(own, (gpu.ClusterRank()+3)%4)
	for range rounds {
		gpu.ClusterSync()
		v := before[t]
		gpu.ClusterSync()
		own[t] = v
	}
	gpu.ClusterSync()
	out[64*gpu.BlockIdx.X+t] = own[t]
}
