// Package kernels has the kernels of the course that were measured on an H200, ported from
// CUDA C line by line, with their measured launches. Tests of the compiler, the executor
// and the counters use them.
//
// A Case is one measured launch. Its arguments are Go slices and numbers, so that it can
// run natively or on a simulated device. An array has only the elements that the launch
// uses. It holds the data of the measured buffers: the numbers of a linear congruential
// generator as float32 in [0,1), reinterpreted for other element types. Arrays that the
// kernel writes begin as zeros.
//
// Do not change the bodies: a rewritten kernel may no longer make the measured accesses.
package kernels

import "gpucourse/gpusim/gpu"

// Kernel1 writes the thread index to x, one element per thread.
func Kernel1(x []float32) {
	tid := gpu.ThreadIdx.X + gpu.BlockDim.X*gpu.BlockIdx.X
	x[tid] = float32(gpu.ThreadIdx.X)
}

// Kernel2 is Kernel1 with a stride of 1000 elements.
func Kernel2(x []float32) {
	tid := gpu.ThreadIdx.X + gpu.BlockDim.X*gpu.BlockIdx.X
	x[1000*tid] = float32(gpu.ThreadIdx.X)
}

// Word is an element of the copy kernels: 1, 2, 4, 8 or 16 bytes.
type Word interface {
	uint8 | uint16 | float32 | float64 | gpu.Float2 | gpu.Float4
}

// CopyOffset copies in, shifted by offset elements, to out.
func CopyOffset[T Word](out, in []T, offset int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	out[i] = in[i+offset]
}

// CopyStride copies every stride-th element of in to out.
func CopyStride[T Word](out, in []T, stride int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	out[i] = in[i*stride]
}

// The structs of the array-of-structs kernels.
type (
	// Packed3 is 12 bytes, aligned to 4.
	Packed3 struct{ X, Y, Z float32 }
	// Packed4 is 16 bytes, aligned to 4.
	Packed4 struct{ X, Y, Z, W float32 }
	// Aligned4 is 16 bytes, aligned to 16.
	Aligned4 struct {
		_          gpu.Align16
		X, Y, Z, W float32
	}
	// Aligned2 is 8 bytes, aligned to 8.
	Aligned2 struct {
		_    gpu.Align8
		X, Y float32
	}
)

// SumPacked3 sums the fields of each element.
func SumPacked3(in []Packed3, out []float32) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	p := in[i]
	out[i] = p.X + p.Y + p.Z
}

// SumPacked4 sums the fields of each element.
func SumPacked4(in []Packed4, out []float32) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	p := in[i]
	out[i] = p.X + p.Y + p.Z + p.W
}

// SumAligned4 sums the fields of each element.
func SumAligned4(in []Aligned4, out []float32) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	p := in[i]
	out[i] = p.X + p.Y + p.Z + p.W
}

// SumAligned2 sums the fields of each element.
func SumAligned2(in []Aligned2, out []float32) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	p := in[i]
	out[i] = p.X + p.Y
}

// SumArrays3 does what SumPacked3 does, with the fields in three arrays.
func SumArrays3(x, y, z, out []float32) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	out[i] = x[i] + y[i] + z[i]
}

// CopyRows copies a matrix whose rows are pitch elements apart.
func CopyRows(out, in []float32, width, height, pitch int) {
	x := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	y := gpu.BlockIdx.Y*gpu.BlockDim.Y + gpu.ThreadIdx.Y
	if x < width && y < height {
		out[y*pitch+x] = in[y*pitch+x]
	}
}

// VectorAdd writes a + b to c.
func VectorAdd(a, b, c []float32, n int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if i < n {
		c[i] = a[i] + b[i]
	}
}

// UniformLoad sums 100 elements at addresses that do not depend on the thread. The index is
// unsigned, as in the CUDA kernel. It may wrap, so the compiler computes each address
// separately.
func UniformLoad(a gpu.ReadOnly[float32], out []float32) {
	t := float32(0)
	for k := range 100 {
		t += a[uint32(gpu.BlockIdx.X)+uint32(k)]
	}
	out[gpu.BlockIdx.X*gpu.BlockDim.X+gpu.ThreadIdx.X] = t
}

// FilterGlobal convolves a w×h image with a (2r+1)×(2r+1) filter k, except for a border of
// r pixels.
func FilterGlobal(in, out, k []float32, w, h, r int) {
	x := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	y := gpu.BlockIdx.Y*gpu.BlockDim.Y + gpu.ThreadIdx.Y
	if x < r || y < r || x >= w-r || y >= h-r {
		return
	}
	s := float32(0)
	for i := 0; i <= 2*r; i++ {
		for j := 0; j <= 2*r; j++ {
			s += in[(y+i-r)*w+x+j-r] * k[i*(2*r+1)+j]
		}
	}
	out[y*w+x] = s
}

// AtomicSame counts all threads in one word.
func AtomicSame(p []int32) { gpu.AtomicAdd(&p[0], 1) }

// AtomicSpread counts the threads in 1024 words.
func AtomicSpread(p []int32) {
	gpu.AtomicAdd(&p[(gpu.BlockIdx.X*gpu.BlockDim.X+gpu.ThreadIdx.X)%1024], 1)
}
