package faulty

import "gpucourse/gpusim/gpu"

// Kernels that access what they must not.

// OffByOne goes one element too far.
//
//gpusim:check -grid 1 -block 32 x=100:ramp
func OffByOne(x []float32) {
	for i := gpu.ThreadIdx.X; i <= len(x); i += gpu.BlockDim.X {
		x[i] *= 2 // want "x: index 100 is out of range, it has 100 elements.* IndexOutOfRange"
	}
}

// Unguarded has more threads than elements.
//
//gpusim:check -grid 4 -block 32 x=100:ramp
func Unguarded(x []float32) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	x[i] *= 2 // want "index 100 is out of range.*thread \\(4,0,0\\) of block \\(3,0,0\\).* IndexOutOfRange"
}

// LeftEdge reads before the first element.
//
//gpusim:check -grid 1 -block 32 out=32 in=32:ramp
func LeftEdge(out, in []float32) {
	i := gpu.ThreadIdx.X
	out[i] = in[i] - in[i-1] // want "index -1 is out of range.* IndexOutOfRange"
}

// SharedEdge reads behind a shared array.
//
//gpusim:check -grid 1 -block 64 x=64:ramp
func SharedEdge(x []float32) {
	s := gpu.Shared[[64]float32]()
	t := gpu.ThreadIdx.X
	s[t] = x[t]
	gpu.SyncThreads()
	x[t] = s[t+1] // want "reading s: index 64 is out of range.* IndexOutOfRange"
}

// LocalEdge writes behind a local array.
//
//gpusim:check -grid 1 -block 32 out=32 n=9
func LocalEdge(out []float32, n int) {
	var a [8]float32
	for k := range n {
		a[k] = float32(k) // want "a: index 8 is out of range.* IndexOutOfRange"
	}
	out[gpu.ThreadIdx.X] = a[n/2]
}

// Table is constant memory.
var Table gpu.Constant[[16]float32]

// ConstantEdge reads behind constant memory.
//
//gpusim:check -grid 1 -block 32 out=32
func ConstantEdge(out []float32) {
	out[gpu.ThreadIdx.X] = Table.V[gpu.ThreadIdx.X] // want "IndexOutOfRange"
}

// Columns takes the height for the width.
//
//gpusim:check -grid 1 -block 8,8 out=64 in=32:ramp width=8
func Columns(out, in []float32, width int) {
	x, y := gpu.ThreadIdx.X, gpu.ThreadIdx.Y
	out[y*width+x] = in[y*width+x] // want "in: index 32 is out of range.* IndexOutOfRange"
}

// Part goes beyond a part of a slice.
//
//gpusim:check -grid 1 -block 32 x=64:ramp
func Part(x []float32) {
	i := gpu.ThreadIdx.X
	x[i+40] = x[i] // want "index 64 is out of range.* IndexOutOfRange"
}

// Count updates a counter that is not there.
//
//gpusim:check -grid 1 -block 32 bins=8 in=32:ramp
func Count(bins, in []int32) {
	gpu.AtomicAdd(&bins[in[gpu.ThreadIdx.X]], 1) // want "updating bins: index 8 is out of range.* IndexOutOfRange"
}

// TooLittle has less dynamic shared memory than it uses.
//
//gpusim:check -grid 1 -block 64 -shared 128 x=64:ramp
func TooLittle(x []float32) {
	s := gpu.DynamicShared[float32]()
	s[gpu.ThreadIdx.X] = x[gpu.ThreadIdx.X] // want "index 32 is out of range.* IndexOutOfRange"
	gpu.SyncThreads()
	x[gpu.ThreadIdx.X] = s[63-gpu.ThreadIdx.X]
}

// Empty uses an array without elements.
//
//gpusim:check -grid 1 -block 1 x=0
func Empty(x []float32) {
	x[0] = 1 // want "IndexOutOfRange"
}

// depth calls itself n times.
//
//gpu:noinline
func depth(n int) int {
	if n == 0 {
		return 0
	}
	return depth(n-1) + n // want "StackOverflow"
}

// Deep calls deeper than the stack allows.
//
//gpusim:check -grid 1 -block 1 out=1 n=100000
func Deep(out []int32, n int) {
	out[0] = int32(depth(n))
}

// Scattered writes where an index array points.
//
//gpusim:check -grid 1 -block 32 out=16 index=32:ramp
func Scattered(out []float32, index []int32) {
	out[index[gpu.ThreadIdx.X]] = 1 // want "index 16 is out of range.* IndexOutOfRange"
}
