package kernels

// This file holds reductions: each block sums its part of an array.

import "gpucourse/gpusim/gpu"

// ReduceGlobal sums each block's elements in place, neighbours first.
func ReduceGlobal(p, sums []float32, n int) {
	tid := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	for k := 1; k < gpu.BlockDim.X; k *= 2 {
		if tid < n && gpu.ThreadIdx.X%(k*2) == 0 {
			p[tid] += p[tid+k]
		}
		gpu.SyncThreads()
	}
	if gpu.ThreadIdx.X == 0 {
		sums[gpu.BlockIdx.X] = p[tid]
	}
}

// load fills s with the block's elements of p, and with zeros after the end of p.
func load(s, p []float32, n int) {
	tid := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	v := float32(0)
	if tid < n {
		v = p[tid]
	}
	s[gpu.ThreadIdx.X] = v
	gpu.SyncThreads()
}

// ReduceShared sums in shared memory, neighbours first.
func ReduceShared(p, sums []float32, n int) {
	s := gpu.DynamicShared[float32]()
	load(s, p, n)
	for k := 1; k < gpu.BlockDim.X; k *= 2 {
		if gpu.ThreadIdx.X%(k*2) == 0 {
			s[gpu.ThreadIdx.X] += s[gpu.ThreadIdx.X+k]
		}
		gpu.SyncThreads()
	}
	if gpu.ThreadIdx.X == 0 {
		sums[gpu.BlockIdx.X] = s[0]
	}
}

// ReduceSequential sums in shared memory, halves first.
func ReduceSequential(p, sums []float32, n int) {
	s := gpu.DynamicShared[float32]()
	load(s, p, n)
	for k := gpu.BlockDim.X / 2; k > 0; k >>= 1 {
		if gpu.ThreadIdx.X < k {
			s[gpu.ThreadIdx.X] += s[gpu.ThreadIdx.X+k]
		}
		gpu.SyncThreads()
	}
	if gpu.ThreadIdx.X == 0 {
		sums[gpu.BlockIdx.X] = s[0]
	}
}

// ReduceShuffle sums in registers, then once over the block's warps.
func ReduceShuffle(p, sums []float32, n int) {
	w := gpu.Shared[[32]float32]()
	tid := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	v := float32(0)
	if tid < n {
		v = p[tid]
	}
	for d := 16; d > 0; d >>= 1 {
		v += gpu.ShflDownSync(gpu.FullMask, v, d)
	}
	if gpu.ThreadIdx.X%32 == 0 {
		w[gpu.ThreadIdx.X/32] = v
	}
	gpu.SyncThreads()
	if gpu.ThreadIdx.X < 32 {
		v = 0
		if gpu.ThreadIdx.X < gpu.BlockDim.X/32 {
			v = w[gpu.ThreadIdx.X]
		}
		for d := 16; d > 0; d >>= 1 {
			v += gpu.ShflDownSync(gpu.FullMask, v, d)
		}
		if gpu.ThreadIdx.X == 0 {
			sums[gpu.BlockIdx.X] = v
		}
	}
}
