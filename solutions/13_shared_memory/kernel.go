// Package tiling solves exercise 13: a block loads each element once and shares
// it through shared memory.
package tiling

import "gpucourse/gpusim/gpu"

// tile is the side of the tiles of Product, that of the blocks.
const tile = 16

// Product multiplies by tiles. Every thread takes part to the end, also those
// whose element of c does not exist: they load what others need.
func Product(c, a, b []float32, m, k, n int) {
	as, bs := gpu.Shared[[tile][tile]float32](), gpu.Shared[[tile][tile]float32]()
	tx, ty := gpu.ThreadIdx.X, gpu.ThreadIdx.Y
	row, col := gpu.BlockIdx.Y*tile+ty, gpu.BlockIdx.X*tile+tx
	sum := float32(0)
	for first := 0; first < k; first += tile {
		as[ty][tx] = element(a, row, first+tx, m, k)
		bs[ty][tx] = element(b, first+ty, col, k, n)
		gpu.SyncThreads() // the tiles are complete
		for e := range tile {
			sum += as[ty][e] * bs[e][tx]
		}
		gpu.SyncThreads() // nobody needs the tiles any more
	}
	if row < m && col < n {
		c[row*n+col] = sum
	}
}

// element returns an element of a matrix, and 0 outside of it.
func element(x []float32, row, col, rows, columns int) float32 {
	if row < rows && col < columns {
		return x[row*columns+col]
	}
	return 0
}

// Radius is how far Window looks to each side.
const Radius = 8

// Window adds up neighbours. The first threads of a block also load what lies
// Radius to the left of its elements and Radius to their right.
func Window(out, in []float32, n int) {
	near := gpu.Shared[[128 + 2*Radius]float32]()
	t, first := gpu.ThreadIdx.X, gpu.BlockIdx.X*gpu.BlockDim.X
	near[Radius+t] = at(in, first+t, n)
	if t < Radius {
		near[t] = at(in, first+t-Radius, n)
		near[128+Radius+t] = at(in, first+128+t, n)
	}
	gpu.SyncThreads()
	sum := float32(0)
	for j := range 2*Radius + 1 {
		sum += near[t+j]
	}
	if first+t < n {
		out[first+t] = sum
	}
}

// at returns in[i], and 0 outside of the data.
func at(in []float32, i, n int) float32 {
	if i >= 0 && i < n {
		return in[i]
	}
	return 0
}

// Distances compares every element with one tile after the other.
func Distances(out, in []float32, n int) {
	part := gpu.DynamicShared[float32]()
	t := gpu.ThreadIdx.X
	i := gpu.BlockIdx.X*gpu.BlockDim.X + t
	mine, sum := at(in, i, n), float32(0)
	for first := 0; first < n; first += gpu.BlockDim.X {
		part[t] = at(in, first+t, n)
		gpu.SyncThreads()
		for j := range min(gpu.BlockDim.X, n-first) {
			sum += gpu.Abs(mine - part[j])
		}
		gpu.SyncThreads()
	}
	if i < n {
		out[i] = sum
	}
}
