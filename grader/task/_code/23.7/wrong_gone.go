package main

import "gpucourse/gpusim/gpu"

// Threes adds up each number and its two neighbours, in rings of 256 numbers. A block has 64 threads and 64 results.
//
//gpu:cluster 4
func Threes(out, in []float32) {
	own := gpu.Shared[[64]float32]()
	t, rank := gpu.ThreadIdx.X, gpu.ClusterRank()
	own[t] = in[64*gpu.BlockIdx.X+t]
	gpu.ClusterSync()
	left := *gpu.MapShared(&own[(t+63)%64], (rank+(t+63)/64+3)%4)
	right := *gpu.MapShared(&own[(t+1)%64], (rank+(t+1)/64)%4)
	out[64*gpu.BlockIdx.X+t] = left + own[t] + right
}
