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
		as[ty][tx] = element(a, first+ty, gpu.BlockIdx.Y*tile+tx, k, m)
		bs[ty][tx] = element(b, first+ty, col, k, n)
		gpu.SyncThreads() // the tiles are complete
		for e := range tile {
			sum += as[e][ty] * bs[e][tx]
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

// at returns element i of a ring of n, from i = -n on.
func at(in []float32, i, n int) float32 { return in[(i+n)%n] }

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

// reach is how far the square of a pixel reaches to each side.
const reach = 4

// Dilate looks along rows first, and then down the columns of what it found: 18 pixels per thread and row
// instead of 81. A pixel outside of the picture is as its nearest one inside, which is in the square, too.
func Dilate(out, in []float32, width, height int) {
	const wide, high = 32, 8
	near := gpu.Shared[[high + 2*reach][wide + 2*reach]float32]()
	rows := gpu.Shared[[high + 2*reach][wide]float32]()
	tx, ty := gpu.ThreadIdx.X, gpu.ThreadIdx.Y
	left, top := gpu.BlockIdx.X*wide-reach, gpu.BlockIdx.Y*high-reach
	for row := ty; row < high+2*reach; row += high {
		for column := tx; column < wide+2*reach; column += wide {
			near[row][column] = inside(in, left+column, top+row, width, height)
		}
	}
	gpu.SyncThreads()
	for row := ty; row < high+2*reach; row += high {
		most := near[row][tx]
		for d := 1; d <= 2*reach; d++ {
			most = max(most, near[row][tx+d])
		}
		rows[row][tx] = most
	}
	gpu.SyncThreads()
	most := rows[ty][tx]
	for d := 1; d <= 2*reach; d++ {
		most = max(most, rows[ty+d][tx])
	}
	if x, y := left+reach+tx, top+reach+ty; x < width && y < height {
		out[y*width+x] = most
	}
}

// inside returns the pixel of a picture that is nearest to (x, y).
func inside(picture []float32, x, y, width, height int) float32 {
	return picture[min(max(y, 0), height-1)*width+min(max(x, 0), width-1)]
}
