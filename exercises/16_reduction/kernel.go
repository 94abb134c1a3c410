// Package reduction is exercise 16. Its four kernels compute the right values
// and take the long way to them. Shorten it; see README.md.
package reduction

import (
	"math"

	"gpucourse/gpusim/gpu"
)

// Blocks adds up the squares of runs of 256 elements: sums[b] = in[256b]² + … + in[256b+255]².
// Elements of in from n on do not count, and sums beyond the last block stay as
// they are. work has room for n elements; what is left in it does not matter.
//
// It is launched with n threads, rounded up to whole blocks of 256: one block for
// each sum.
//
// Wanted: the sectors, wavefronts and cycles of README.md.
func Blocks(sums, work, in []float32, n int) {
	t := gpu.ThreadIdx.X
	i := gpu.BlockIdx.X*gpu.BlockDim.X + t
	if i < n {
		work[i] = in[i] * in[i]
	}
	gpu.SyncThreads()
	for k := 1; k < gpu.BlockDim.X; k *= 2 {
		if t%(2*k) == 0 && i+k < n {
			work[i] += work[i+k]
		}
		gpu.SyncThreads()
	}
	if t == 0 {
		sums[gpu.BlockIdx.X] = work[i]
	}
}

// Total adds all elements of in to total[0]. Elements of in from n on do not
// count, and the rest of total stays as it is.
//
// It is launched with blocks of 256 threads, and with fewer threads than there are
// elements: a few blocks, or as many as a device can hold.
//
// Wanted: the same of a few blocks.
func Total(total, in []float32, n int) {
	part := gpu.Shared[[256]float32]()
	t := gpu.ThreadIdx.X
	for first := gpu.BlockIdx.X * 256; first < n; first += gpu.GridDim.X * 256 {
		part[t] = 0
		if first+t < n {
			part[t] = in[first+t]
		}
		gpu.SyncThreads()
		for k := 128; k > 0; k /= 2 {
			if t < k {
				part[t] += part[t+k]
			}
			gpu.SyncThreads()
		}
		if t == 0 {
			gpu.AtomicAdd(&total[0], part[0])
		}
	}
}

// Largest finds the largest element of each row of a matrix, and the first column
// that holds it: values[r] = in[r·width + c] and places[r] = c, where no element
// of row r is larger and none before column c is as large.
//
// It is launched with one block of 128 threads per row, and with 8 bytes of dynamic
// shared memory for each thread of a block: 4 for a value, 4 for a place.
//
// Wanted: the conflicts and wavefronts of README.md.
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
	for k := 1; k < 128; k *= 2 {
		if i := 2 * k * t; i < 128 {
			better := best[i+k] > best[i] || best[i+k] == best[i] && place[i+k] < place[i]
			if better {
				best[i], place[i] = best[i+k], place[i+k]
			}
		}
		gpu.SyncThreads()
	}
	if t == 0 {
		values[gpu.BlockIdx.X], places[gpu.BlockIdx.X] = best[0], place[0]
	}
}

// Peaks finds the largest element of each segment. Segment s has the elements start[s] to
// start[s+1]−1 of in: at least one, and fewer than 400. peaks[s] gets the largest. start has
// segments + 1 numbers.
//
// It is launched with blocks of 256 threads, one block for each 8 segments.
//
// Wanted: as few cycles as you can; README.md says what par is.
func Peaks(peaks, in []float32, start []int32, segments int) {
	part := gpu.Shared[[256]float32]()
	t := gpu.ThreadIdx.X
	for s := gpu.BlockIdx.X * 8; s < min(segments, gpu.BlockIdx.X*8+8); s++ {
		most := float32(-math.MaxFloat32)
		for i := int(start[s]) + t; i < int(start[s+1]); i += 256 {
			most = max(most, in[i])
		}
		part[t] = most
		gpu.SyncThreads()
		for k := 128; k > 0; k /= 2 {
			if t < k {
				part[t] = max(part[t], part[t+k])
			}
			gpu.SyncThreads()
		}
		if t == 0 {
			peaks[s] = part[0]
		}
		gpu.SyncThreads()
	}
}
