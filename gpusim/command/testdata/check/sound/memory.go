package sound

import "gpucourse/gpusim/gpu"

// Guarded has more threads than elements.
//
//gpusim:check -grid 4 -block 32 x=100:ramp
func Guarded(x []float32) {
	if i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X; i < len(x) {
		x[i] *= 2
	}
}

// EarlyReturn returns before the barrier; it waits for the threads that are left.
//
//gpusim:check -grid 1 -block 64 x=40:ramp
func EarlyReturn(x []float32) {
	s := gpu.Shared[[64]float32]()
	t := gpu.ThreadIdx.X
	if t >= len(x) {
		return
	}
	s[t] = x[t]
	gpu.SyncThreads()
	x[t] = s[len(x)-1-t]
}

// SameBarrier lets both sides of an if come to the barrier behind it.
//
//gpusim:check -grid 1 -block 64 x=64:ramp
func SameBarrier(x []float32) {
	s := gpu.Shared[[64]float32]()
	t := gpu.ThreadIdx.X
	if t < 20 {
		s[t] = x[t]
	} else {
		s[t] = -x[t]
	}
	gpu.SyncThreads()
	x[t] = s[63-t]
}

// UniformBarrier waits in an if that the whole block takes or leaves.
//
//gpusim:check -grid 2 -block 64 x=128:ramp
func UniformBarrier(x []float32) {
	s := gpu.Shared[[64]float32]()
	t, i := gpu.ThreadIdx.X, gpu.BlockIdx.X*64+gpu.ThreadIdx.X
	s[t] = x[i]
	if gpu.BlockIdx.X == 1 {
		gpu.SyncThreads()
		x[i] = s[63-t]
	}
}

// LocalArray sorts in a local array, which Go sets to zero.
//
//gpusim:check -grid 1 -block 32 out=32 in=32:ramp
func LocalArray(out, in []float32) {
	var a [8]float32
	t := gpu.ThreadIdx.X
	a[t%8] = in[t]
	sum := float32(0)
	for k := range a {
		sum += a[(k*3+t)%8]
	}
	out[t] = sum
}

// Table is constant memory.
var Table gpu.Constant[[16]float32]

// Lookup reads constant memory.
//
//gpusim:check -grid 1 -block 32 out=32 Table=16:ramp
func Lookup(out []float32) { out[gpu.ThreadIdx.X] = Table.V[gpu.ThreadIdx.X%16] }

// Unset writes an array to which nobody copied, and reads what it wrote.
//
//gpusim:check -grid 1 -block 64 tmp=64:unset out=64
func Unset(tmp, out []float32) {
	t := gpu.ThreadIdx.X
	tmp[t] = float32(t)
	gpu.SyncThreads()
	out[t] = tmp[63-t]
}

// Edges clamps its indexes.
//
//gpusim:check -grid 2 -block 32 out=64 in=64:ramp
func Edges(out, in []float32) {
	i := gpu.BlockIdx.X*32 + gpu.ThreadIdx.X
	out[i] = in[max(i-1, 0)] + in[min(i+1, len(in)-1)]
}

// depth calls itself n times.
//
//gpu:noinline
func depth(n int) int {
	if n == 0 {
		return 0
	}
	return depth(n-1) + n
}

// Deep has stack enough.
//
//gpusim:check -stack 4096 -grid 1 -block 1 out=1 n=20
func Deep(out []int32, n int) { out[0] = int32(depth(n)) }

// ByColumns lets each thread walk down a column.
//
//gpusim:check -grid 1 -block 32 x=1024:ramp
func ByColumns(x []float32) {
	for y := range 32 {
		x[y*32+gpu.ThreadIdx.X] *= 2
	}
}

// Strided gives each thread a run of elements.
//
//gpusim:check -grid 1 -block 32 x=256:ramp
func Strided(x []float32) {
	for k := range 8 {
		x[gpu.ThreadIdx.X*8+k] *= 2
	}
}

// Bytes lets threads write the bytes of one word.
//
//gpusim:check -grid 1 -block 64 x=64
func Bytes(x []uint8) { x[gpu.ThreadIdx.X] = uint8(gpu.ThreadIdx.X) }

// ExchangedIn sets shared memory by exchanges that return nothing.
//
//gpusim:check -grid 2 -block 64 out=128 in=128:ramp
func ExchangedIn(out, in []int32) {
	s := gpu.Shared[[64]int32]()
	t := gpu.ThreadIdx.X
	i := gpu.BlockIdx.X*gpu.BlockDim.X + t
	gpu.AtomicExch(&s[t], in[i])
	gpu.SyncThreads()
	out[i] = s[63-t]
}
