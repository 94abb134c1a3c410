// Types for tiles, and helpers that all threads call.
package tiling

import "gpucourse/gpusim/gpu"

const tile = 16

type square [tile][tile]float32

func (s *square) fill(x []float32, row, column, rows, columns int) {
	v := float32(0)
	if row < rows && column < columns {
		v = x[row*columns+column]
	}
	s[gpu.ThreadIdx.Y][gpu.ThreadIdx.X] = v
}

func Product(c, a, b []float32, m, k, n int) {
	left, right := gpu.Shared[square](), gpu.Shared[square]()
	x, y := gpu.ThreadIdx.X, gpu.ThreadIdx.Y
	row, column := gpu.BlockIdx.Y*tile+y, gpu.BlockIdx.X*tile+x
	sum := float32(0)
	for t := range (k + tile - 1) / tile {
		left.fill(a, t*tile+y, gpu.BlockIdx.Y*tile+x, k, m)
		right.fill(b, t*tile+y, column, k, n)
		gpu.SyncThreads()
		for e := range min(tile, k-t*tile) {
			sum += left[e][y] * right[e][x]
		}
		gpu.SyncThreads()
	}
	if row >= m || column >= n {
		return
	}
	c[row*n+column] = sum
}

const Radius = 8

func Window(out, in []float32, n int) {
	const width = 128 + 2*Radius
	near := gpu.Shared[[width]float32]()
	first := gpu.BlockIdx.X*128 - Radius
	for k := gpu.ThreadIdx.X; k < width; k += 128 {
		near[k] = in[(first+k+n)%n]
	}
	gpu.SyncThreads()
	i := gpu.BlockIdx.X*128 + gpu.ThreadIdx.X
	if i >= n {
		return
	}
	sum := near[gpu.ThreadIdx.X]
	for d := 1; d <= 2*Radius; d++ {
		sum += near[gpu.ThreadIdx.X+d]
	}
	out[i] = sum
}

func Distances(out, in []float32, n int) {
	part := gpu.DynamicShared[float32]()
	t, size := gpu.ThreadIdx.X, gpu.BlockDim.X
	i := gpu.BlockIdx.X*size + t
	own := in[min(i, n-1)]
	sum := float32(0)
	for first := 0; first < n; first += size {
		gpu.SyncThreads()
		if first+t < n {
			part[t] = in[first+t]
		}
		gpu.SyncThreads()
		for _, v := range part[:min(size, n-first)] {
			sum += max(v-own, own-v)
		}
	}
	if i < n {
		out[i] = sum
	}
}
