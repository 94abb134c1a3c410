// Package shuffle is exercise 19. Three of its kernels compute the right values, but
// the lanes of a warp exchange values through shared memory. The fourth is for you to write;
// see README.md.
package shuffle

import "gpucourse/gpusim/gpu"

// Running adds up the elements of each block as it goes. Block b has the
// elements from b·gpu.BlockDim.X on, one per thread: out[i] is the sum of the
// block's elements up to in[i], in[i] included. Elements of out from n on stay
// as they are.
//
// It is launched with blocks of 1 to 1024 threads, which need not be whole warps.
//
// Wanted: the wavefronts, instructions and cycles of README.md.
func Running(out, in []float32, n int) {
	part := gpu.Shared[[1024]float32]()
	t := gpu.ThreadIdx.X
	i := gpu.BlockIdx.X*gpu.BlockDim.X + t
	part[t] = 0
	if i < n {
		part[t] = in[i]
	}
	gpu.SyncThreads()
	for d := 1; d < gpu.BlockDim.X; d *= 2 {
		below := float32(0)
		if t >= d {
			below = part[t-d]
		}
		gpu.SyncThreads()
		part[t] += below
		gpu.SyncThreads()
	}
	if i < n {
		out[i] = part[t]
	}
}

// columns is the length of a row in Portions.
const columns = 8

// Portions divides each element of a matrix by the sum of its row. A row has 8
// elements; element c of row r is in[8r + c]. Elements of out from 8·rows on stay
// as they are.
//
// It is launched with blocks of 128 threads, one thread per element.
//
// Wanted: no shared memory.
func Portions(out, in []float32, rows int) {
	tile := gpu.Shared[[128]float32]()
	t := gpu.ThreadIdx.X
	i := gpu.BlockIdx.X*gpu.BlockDim.X + t
	if i < columns*rows {
		tile[t] = in[i]
	}
	gpu.SyncThreads()
	if i < columns*rows {
		sum := float32(0)
		for c := range columns {
			sum += tile[t/columns*columns+c]
		}
		out[i] = tile[t] / sum
	}
}

// Pack keeps the elements of each block that are above 0 and sets the others to
// 0: the kept ones come first, in their order, and zeros follow. Block b has the
// elements from 1024·b on, of in and of out. Elements of out from n on stay as they
// are.
//
// It is launched with blocks of 1024 threads, one thread per element.
//
// Wanted: the wavefronts, instructions and cycles of README.md.
func Pack(out, in []float32, n int) {
	part := gpu.Shared[[1024]int32]()
	first, t := gpu.BlockIdx.X*gpu.BlockDim.X, gpu.ThreadIdx.X
	v := float32(0)
	if first+t < n {
		v = in[first+t]
	}
	part[t] = 0
	if v > 0 {
		part[t] = 1
	}
	gpu.SyncThreads()
	for d := 1; d < gpu.BlockDim.X; d *= 2 {
		below := int32(0)
		if t >= d {
			below = part[t-d]
		}
		gpu.SyncThreads()
		part[t] += below
		gpu.SyncThreads()
	}
	if v > 0 {
		out[first+int(part[t])-1] = v
	}
	if t >= int(part[gpu.BlockDim.X-1]) && first+t < n {
		out[first+t] = 0
	}
}

// Runs writes rows of 32 numbers as runs of equal numbers that stand side by side. Run k of row r has its
// number in values[32r + k], and how often it stands there in lengths[32r + k]: the row 7 7 7 2 7 … has the
// runs 3 × 7, 1 × 2 and so on. Behind the last run, both have zeros up to the end of the row. A run ends with
// its row. Elements from 32·rows on stay as they are.
//
// It is launched with blocks of 128 threads, one thread per number.
//
// Write it. README.md says what it may use.
func Runs(values, lengths, in []int32, rows int) {
}
