// Helpers with generics; the last warp works on without barriers of the block.
package reduction

import (
	"math"

	"gpucourse/gpusim/gpu"
)

const lanes = 32

func warpSum[T float32 | float64](v T) T {
	for d := lanes / 2; d > 0; d /= 2 {
		v += gpu.ShflDownSync(gpu.FullMask, v, d)
	}
	return v
}

func blockSum(v float32) float32 {
	part := gpu.Shared[[256 / lanes]float32]()
	v = warpSum(v)
	if gpu.ThreadIdx.X%lanes == 0 {
		part[gpu.ThreadIdx.X/lanes] = v
	}
	gpu.SyncThreads()
	sum := float32(0)
	if gpu.ThreadIdx.X < lanes {
		if gpu.ThreadIdx.X < 256/lanes {
			sum = part[gpu.ThreadIdx.X]
		}
		sum = warpSum(sum)
	}
	return sum
}

func Blocks(sums, work, in []float32, n int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	v := float32(0)
	if i < n {
		v = in[i] * in[i]
	}
	if sum := blockSum(v); gpu.ThreadIdx.X == 0 {
		sums[gpu.BlockIdx.X] = sum
	}
}

func Total(total, in []float32, n int) {
	var v [8]float32
	step := gpu.GridDim.X * gpu.BlockDim.X
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	for ; i+7*step < n; i += 8 * step {
		for k := range v {
			v[k] += in[i+k*step]
		}
	}
	for ; i < n; i += step {
		v[0] += in[i]
	}
	sum := blockSum(v[0] + v[1] + v[2] + v[3] + v[4] + v[5] + v[6] + v[7])
	if gpu.ThreadIdx.X == 0 {
		gpu.AtomicAdd(&total[0], sum)
	}
}

type candidate struct {
	value float32
	place int32
}

func better(a, b candidate) candidate {
	if b.value > a.value || b.value == a.value && b.place < a.place {
		return b
	}
	return a
}

func Largest(values []float32, places []int32, in []float32, width int) {
	best := candidate{-math.MaxFloat32, math.MaxInt32}
	row := in[gpu.BlockIdx.X*width : (gpu.BlockIdx.X+1)*width]
	for c := gpu.ThreadIdx.X; c < width; c += gpu.BlockDim.X {
		best = better(best, candidate{row[c], int32(c)})
	}
	for d := lanes / 2; d > 0; d /= 2 {
		best = better(best, candidate{gpu.ShflDownSync(gpu.FullMask, best.value, d), gpu.ShflDownSync(gpu.FullMask, best.place, d)})
	}
	of := gpu.Shared[[4]candidate]()
	if gpu.ThreadIdx.X%lanes == 0 {
		of[gpu.ThreadIdx.X/lanes] = best
	}
	gpu.SyncThreads()
	if gpu.ThreadIdx.X == 0 {
		best = better(better(of[0], of[1]), better(of[2], of[3]))
		values[gpu.BlockIdx.X], places[gpu.BlockIdx.X] = best.value, best.place
	}
}
