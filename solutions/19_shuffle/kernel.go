// Package shuffle solves exercise 19: lanes of a warp hand each other values and
// votes in registers; shared memory holds one word per warp.
package shuffle

import (
	"math/bits"

	"gpucourse/gpusim/gpu"
)

// Running adds up the elements of each block as it goes.
func Running(out, in []float32, n int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	v := float32(0)
	if i < n {
		v = in[i]
	}
	v = running(v)
	v += below(ofWarps(v))
	if i < n {
		out[i] = v
	}
}

// lanes of a warp. It is gpu.WarpSize, but a constant lets loops unroll.
const lanes = 32

type number interface{ float32 | int32 }

// running adds up the v of a lane and of all lanes below it. Lanes that have
// none so far below get their own v back and must not add it.
func running[T number](v T) T {
	for d := 1; d < lanes; d *= 2 {
		below := gpu.ShflUpSync(gpu.FullMask, v, d)
		if gpu.LaneID() >= d {
			v += below
		}
	}
	return v
}

// below returns what the warps before a thread's own bring, by the running sums
// of warps.
func below[T number](sums *[lanes]T) T {
	if gpu.WarpID() == 0 {
		return 0
	}
	return sums[gpu.WarpID()-1]
}

// ofWarps returns running sums of what the warps of a block bring; the last lane
// of a warp says what that is. The first warp adds up for all of them: it is whole
// whenever there is another. A last warp that is not whole has no sum.
func ofWarps[T number](mine T) *[lanes]T {
	sums := gpu.Shared[[lanes]T]()
	lane, warp := gpu.LaneID(), gpu.WarpID()
	if lane == lanes-1 {
		sums[warp] = mine
	}
	gpu.SyncThreads()
	if warp == 0 {
		v := T(0)
		if lane < gpu.BlockDim.X/lanes {
			v = sums[lane]
		}
		sums[lane] = running(v)
	}
	gpu.SyncThreads()
	return sums
}

const columns = 8

// Portions divides each element by the sum of its row. A butterfly of 4, 2 and 1
// stays within eight lanes and leaves the sum in all of them.
func Portions(out, in []float32, rows int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	v := float32(0)
	if i < columns*rows {
		v = in[i]
	}
	sum := v
	for d := columns / 2; d > 0; d /= 2 {
		sum += gpu.ShflXorSync(gpu.FullMask, sum, d)
	}
	if i < columns*rows {
		out[i] = v / sum
	}
}

// Pack keeps the elements of each block that are above 0. A ballot tells a lane
// how many below it keep theirs.
func Pack(out, in []float32, n int) {
	first, t := gpu.BlockIdx.X*gpu.BlockDim.X, gpu.ThreadIdx.X
	v := float32(0)
	if first+t < n {
		v = in[first+t]
	}
	votes := gpu.BallotSync(gpu.FullMask, v > 0)
	sums := ofWarps(int32(bits.OnesCount32(votes)))
	if v > 0 {
		rank := bits.OnesCount32(votes & (1<<gpu.LaneID() - 1))
		out[first+int(below(sums))+rank] = v
	}
	if kept := int(sums[gpu.BlockDim.X/lanes-1]); t >= kept && first+t < n {
		out[first+t] = 0
	}
}

// Runs lets the lanes vote on where runs begin. The votes below a lane's own count the runs before its run, and
// the next vote above says where the next run begins.
func Runs(values, lengths, in []int32, rows int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if i >= lanes*rows {
		return // the whole warp
	}
	v, lane := in[i], gpu.LaneID()
	before := gpu.ShflUpSync(gpu.FullMask, v, 1)
	begins := lane == 0 || v != before
	votes := gpu.BallotSync(gpu.FullMask, begins)
	if begins {
		place := i - lane + bits.OnesCount32(votes&(1<<lane-1))
		values[place] = v
		lengths[place] = int32(min(bits.TrailingZeros32(votes>>lane>>1), lanes-1-lane) + 1)
	}
	if lane >= bits.OnesCount32(votes) {
		values[i], lengths[i] = 0, 0
	}
}
