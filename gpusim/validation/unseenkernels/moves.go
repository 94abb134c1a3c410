package unseenkernels

// This file holds copies that kernels/streams.go lacks: other words, strides on both sides,
// other block shapes, index arrays.

import "gpucourse/gpusim/gpu"

// Move copies element i·si + oi of in to element i·so + oo of out.
func Move[T any](out, in []T, so, oo, si, oi int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	out[i*so+oo] = in[i*si+oi]
}

// ShapeLinear copies with blocks and grids of any shape, threads in their order.
func ShapeLinear(out, in []float32) {
	t := gpu.ThreadIdx.X + gpu.BlockDim.X*(gpu.ThreadIdx.Y+gpu.BlockDim.Y*gpu.ThreadIdx.Z)
	b := gpu.BlockIdx.X + gpu.GridDim.X*gpu.BlockIdx.Y
	i := b*(gpu.BlockDim.X*gpu.BlockDim.Y*gpu.BlockDim.Z) + t
	out[i] = in[i]
}

// ShapeRows copies a w×h matrix; neighbours in x take neighbours in a row.
func ShapeRows(out, in []float32, w, h int) {
	x := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	y := gpu.BlockIdx.Y*gpu.BlockDim.Y + gpu.ThreadIdx.Y
	if x < w && y < h {
		out[y*w+x] = in[y*w+x]
	}
}

// ShapeColumns copies a matrix; neighbours in x take neighbours in a column.
func ShapeColumns(out, in []float32, w, h int) {
	x := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	y := gpu.BlockIdx.Y*gpu.BlockDim.Y + gpu.ThreadIdx.Y
	if x < w && y < h {
		out[x*h+y] = in[x*h+y]
	}
}

// ShapeVolume adds 1 to a w×h×d volume.
func ShapeVolume(out, in []float32, w, h, d int) {
	x := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	y := gpu.BlockIdx.Y*gpu.BlockDim.Y + gpu.ThreadIdx.Y
	z := gpu.BlockIdx.Z*gpu.BlockDim.Z + gpu.ThreadIdx.Z
	if x < w && y < h && z < d {
		out[(z*h+y)*w+x] = in[(z*h+y)*w+x] + 1
	}
}

// Gather reads through an index array.
func Gather[T float32 | float64](out, in []T, idx []int32) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	out[i] = in[idx[i]]
}

// Scatter writes through an index array.
func Scatter(out, in []float32, idx []int32) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	out[idx[i]] = in[i]
}

// Grayscale4 converts pixels of four bytes to grey.
func Grayscale4(out []uint8, in []gpu.Uchar4) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	p := in[i]
	out[i] = uint8((int(p.X)*77 + int(p.Y)*150 + int(p.Z)*29) >> 8)
}

// Grayscale3 converts pixels of three bytes to grey.
func Grayscale3(out, in []uint8) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	out[i] = uint8((int(in[3*i])*77 + int(in[3*i+1])*150 + int(in[3*i+2])*29) >> 8)
}

// Invert4 inverts the colours of pixels of four bytes.
func Invert4(out, in []gpu.Uchar4) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	p := in[i]
	out[i] = gpu.Uchar4{X: 255 - p.X, Y: 255 - p.Y, Z: 255 - p.Z, W: p.W}
}

// SaxpyGrid writes a·x + y to y with a grid-stride loop.
func SaxpyGrid(y, x []float32, a float32, n int) {
	for i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X; i < n; i += gpu.BlockDim.X * gpu.GridDim.X {
		y[i] = a*x[i] + y[i]
	}
}

// Chunk4 gives each thread four neighbouring elements.
func Chunk4(out, in []float32) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	for k := range 4 {
		out[4*i+k] = in[4*i+k] + 1
	}
}

// ChunkRun gives each thread n neighbouring elements.
func ChunkRun(out, in []float32, n int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	for k := range n {
		out[n*i+k] = in[n*i+k] + 1
	}
}

// Vec4Sum sums four words at a time with a grid-stride loop.
func Vec4Sum(out []float32, in []gpu.Float4, n int) {
	s := float32(0)
	for i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X; i < n; i += gpu.BlockDim.X * gpu.GridDim.X {
		v := in[i]
		s += v.X + v.Y + v.Z + v.W
	}
	out[gpu.BlockIdx.X*gpu.BlockDim.X+gpu.ThreadIdx.X] = s
}

// Vec2Scale scales pairs in place.
func Vec2Scale(p []gpu.Float2, a float32) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	v := p[i]
	v.X *= a
	v.Y *= a
	p[i] = v
}

// UniformArray lets every thread read the same n elements.
func UniformArray(out, in []float32, n int) {
	s := float32(0)
	for k := range n {
		s += in[k]
	}
	out[gpu.BlockIdx.X*gpu.BlockDim.X+gpu.ThreadIdx.X] = s
}

// UniformBlock lets the threads of a block read the same two elements.
func UniformBlock(out, in []float32) {
	out[gpu.BlockIdx.X*gpu.BlockDim.X+gpu.ThreadIdx.X] = in[gpu.BlockIdx.X] + in[0]
}

// UniformWarp lets the threads of a warp read the same element.
func UniformWarp(out, in []float32) {
	out[gpu.BlockIdx.X*gpu.BlockDim.X+gpu.ThreadIdx.X] = in[gpu.ThreadIdx.X/32]
}
