// Package gpu is what kernels import: the words of CUDA C in Go.
//
// A kernel is an ordinary Go function without results. gpusim reads its
// source, compiles it and runs it warp by warp on a simulated device; these
// functions are names the compiler knows. On the device int and uint are 32
// bits wide, as CUDA's int is, so arrays in memory are written []int32 or
// []uint32, never []int.
//
//	// Scale multiplies each element of x by a.
//	func Scale(x []float32, a float32) {
//		i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
//		if i < len(x) {
//			x[i] *= a
//		}
//	}
//
// Comments above a function or a loop tell the compiler more:
//
//	//gpu:launchbounds 256 4	a kernel for at most 256 threads per block and at least 4 blocks per SM; CUDA: __launch_bounds__
//	//gpu:cluster 4		a kernel whose blocks form clusters of 4; CUDA: __cluster_dims__
//	//gpu:noinline			a function that is called, with a stack frame; CUDA: __noinline__
//	//gpu:unroll 4			a loop of which one pass executes 4 iterations; 1 forbids that, no number means all of them; CUDA: #pragma unroll 4
//
// The functions also have bodies, which run a kernel natively: every thread a
// coroutine, one at a time, block after block. That run is a second opinion
// for tests on what a kernel computes. It counts nothing, it knows no
// divergence, and it is not how kernels are launched: outside of it the
// functions that need a thread panic with the remedy.
//
// State: the index variables below, which the native run sets before it
// resumes a thread; nothing else.
package gpu

import "gpucourse/gpusim/internal/native"

// Dim3 is a position or an extent in up to three dimensions. CUDA: dim3, uint3.
type Dim3 struct{ X, Y, Z int }

// The position of the running thread, and the shape of the launch it belongs to.
var (
	ThreadIdx Dim3 // in its block; CUDA: threadIdx
	BlockIdx  Dim3 // of its block in the grid; CUDA: blockIdx
	BlockDim  Dim3 // threads per block; CUDA: blockDim
	GridDim   Dim3 // blocks in the grid; CUDA: gridDim
	WarpSize  int  // lanes per warp; CUDA: warpSize
)

// LaneID returns the position of the running thread in its warp, from 0.
// CUDA: (threadIdx.x + blockDim.x*(threadIdx.y + blockDim.y*threadIdx.z)) % warpSize.
func LaneID() int { return native.Self("gpu.LaneID").Lane() }

// WarpID returns the position of the running thread's warp in its block, from 0.
// CUDA: (threadIdx.x + blockDim.x*(threadIdx.y + blockDim.y*threadIdx.z)) / warpSize.
func WarpID() int { return native.Self("gpu.WarpID").Warp() }

// Printf prints from the kernel with Go's verbs: %d, %f, %g, %v, %x … CUDA: printf.
func Printf(format string, args ...any) { native.Self("gpu.Printf").Printf(format, args...) }

func init() {
	native.SetPlaceFunc(func(p native.Place) {
		ThreadIdx, BlockIdx = Dim3(p.Thread), Dim3(p.Block)
		BlockDim, GridDim = Dim3(p.BlockDim), Dim3(p.GridDim)
		WarpSize = p.WarpSize
	})
}
