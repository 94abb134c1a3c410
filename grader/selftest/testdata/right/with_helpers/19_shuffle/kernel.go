// Sums of warps by a type; portions with a width; ranks by ballots.
package shuffle

import (
	"math/bits"

	"gpucourse/gpusim/gpu"
)

const lanes = 32

func inclusive(v float32) float32 {
	lane := gpu.ThreadIdx.X % lanes
	for d := 1; d < lanes; d <<= 1 {
		if below := gpu.ShflUpSync(gpu.FullMask, v, d); lane >= d {
			v += below
		}
	}
	return v
}

func Running(out, in []float32, n int) {
	t := gpu.ThreadIdx.X
	i := gpu.BlockIdx.X*gpu.BlockDim.X + t
	v := float32(0)
	if i < n {
		v = in[i]
	}
	sums := gpu.Shared[[lanes]float32]()
	if t < lanes {
		sums[t] = 0
	}
	gpu.SyncThreads()
	v = inclusive(v)
	if t%lanes == lanes-1 {
		sums[t/lanes] = v
	}
	gpu.SyncThreads()
	if t < lanes {
		sums[t] = inclusive(sums[t])
	}
	gpu.SyncThreads()
	before := float32(0)
	if t >= lanes {
		before = sums[t/lanes-1]
	}
	if i < n {
		out[i] = before + v
	}
}

const columns = 8

func Portions(out, in []float32, rows int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	v := float32(0)
	if i < columns*rows {
		v = in[i]
	}
	sum := v
	sum += gpu.ShflXorSync(gpu.FullMask, sum, 1)
	sum += gpu.ShflXorSync(gpu.FullMask, sum, 2)
	sum += gpu.ShflXorSync(gpu.FullMask, sum, 4)
	if i < columns*rows {
		out[i] = v / sum
	}
}

func Pack(out, in []float32, n int) {
	first, t := gpu.BlockIdx.X*gpu.BlockDim.X, gpu.ThreadIdx.X
	keep, v := false, float32(0)
	if first+t < n {
		v = in[first+t]
		keep = v > 0
	}
	votes := gpu.BallotSync(gpu.FullMask, keep)
	counts := gpu.Shared[[lanes]int32]()
	if t%lanes == 0 {
		counts[t/lanes] = int32(bits.OnesCount32(votes))
	}
	gpu.SyncThreads()
	if t < lanes {
		sum := int32(0)
		if t < gpu.BlockDim.X/lanes {
			sum = counts[t]
		}
		for d := 1; d < lanes; d *= 2 {
			if below := gpu.ShflUpSync(gpu.FullMask, sum, d); t >= d {
				sum += below
			}
		}
		counts[t] = sum
	}
	gpu.SyncThreads()
	before := 0
	if t >= lanes {
		before = int(counts[t/lanes-1])
	}
	if keep {
		out[first+before+bits.OnesCount32(votes<<(31-t%lanes)<<1)] = v
	}
	if first+t < n && t >= int(counts[gpu.BlockDim.X/lanes-1]) {
		out[first+t] = 0
	}
}
