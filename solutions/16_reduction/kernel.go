// Package reduction solves exercise 16: threads add up in registers first, then
// in shared memory, where ever fewer warps are left.
package reduction

import (
	"math"

	"gpucourse/gpusim/gpu"
)

// Blocks adds up runs of 256 elements in shared memory.
func Blocks(sums, work, in []float32, n int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	v := float32(0)
	if i < n {
		v = in[i] * in[i]
	}
	part := gpu.Shared[[256]float32]()
	addUp(part, v)
	if gpu.ThreadIdx.X == 0 {
		sums[gpu.BlockIdx.X] = part[0]
	}
}

// addUp leaves the sum of what the threads of a block bring in part[0]. All of
// them must call it.
func addUp(part *[256]float32, v float32) {
	t := gpu.ThreadIdx.X
	part[t] = v
	gpu.SyncThreads()
	for k := 128; k > 0; k /= 2 {
		if t < k {
			part[t] += part[t+k]
		}
		gpu.SyncThreads()
	}
}

// Total lets the threads of the grid take turns at the elements, four of them at a
// time so that four loads are under way. The block meets once.
func Total(total, in []float32, n int) {
	v, step := float32(0), gpu.GridDim.X*gpu.BlockDim.X
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	for ; i+3*step < n; i += 4 * step {
		a, b, c, d := in[i], in[i+step], in[i+2*step], in[i+3*step]
		v += a + b + c + d
	}
	for ; i < n; i += step {
		v += in[i]
	}
	part := gpu.Shared[[256]float32]()
	addUp(part, v)
	if gpu.ThreadIdx.X == 0 {
		gpu.AtomicAdd(&total[0], part[0])
	}
}

// Largest compares elements that lie half of what is left apart: lanes that are
// neighbours use neighbouring words.
func Largest(values []float32, places []int32, in []float32, width int) {
	best, place := gpu.DynamicShared[float32](), gpu.DynamicShared[int32]()[128:]
	t, row := gpu.ThreadIdx.X, gpu.BlockIdx.X*width
	v, at := float32(-math.MaxFloat32), 0
	for c := t; c < width; c += 128 {
		if x := in[row+c]; x > v {
			v, at = x, c
		}
	}
	best[t], place[t] = v, int32(at)
	gpu.SyncThreads()
	for k := 64; k > 0; k /= 2 {
		if t < k {
			if best[t+k] > best[t] || best[t+k] == best[t] && place[t+k] < place[t] {
				best[t], place[t] = best[t+k], place[t+k]
			}
		}
		gpu.SyncThreads()
	}
	if t == 0 {
		values[gpu.BlockIdx.X], places[gpu.BlockIdx.X] = best[0], place[0]
	}
}

// Peaks gives each warp a segment, so that no warp waits for another. Four loads of a lane are under way at
// the same time; behind the end they load the last element again.
func Peaks(peaks, in []float32, start []int32, segments int) {
	const lanes, ahead = 32, 4
	s := gpu.BlockIdx.X*8 + gpu.WarpID()
	if s >= segments {
		return
	}
	first, last := int(start[s])+gpu.LaneID(), int(start[s+1])-1
	most := in[min(first, last)]
	for i := first + lanes; i <= last; i += ahead * lanes {
		for k := range ahead {
			most = max(most, in[min(i+k*lanes, last)])
		}
	}
	for d := lanes / 2; d > 0; d /= 2 {
		most = max(most, gpu.ShflXorSync(gpu.FullMask, most, d))
	}
	if gpu.LaneID() == 0 {
		peaks[s] = most
	}
}
