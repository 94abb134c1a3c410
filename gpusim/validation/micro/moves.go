package micro

// This file holds the kernels that load and store with all SMs, and atomics.

import "gpucourse/gpusim/gpu"

// StreamRead reads all of a, one vector per thread at a time.
func StreamRead(a []gpu.Float4, sink []float32, n int64) {
	s, step := float32(0), threads()
	for i := first(); i < n; i += step {
		v := a[i]
		s += v.X + v.Y + v.Z + v.W
	}
	if s == 12345.678 {
		sink[0] = s
	}
}

// StreamCopy copies all of a, one vector per thread at a time.
func StreamCopy(a, o []gpu.Float4, n int64) {
	step := threads()
	for i := first(); i < n; i += step {
		o[i] = a[i]
	}
}

// ReadEight reads all of p, two times four vectors per thread at a time. Nothing is read
// twice, so it does not matter that the CUDA kernel bypasses L1.
func ReadEight(p []gpu.Float4, sink []float32, n int64) {
	z, step := float32(0), threads()
	for i := first(); i < n; {
		for range 2 {
			var v [4]gpu.Float4
			for k := range v {
				v[k] = p[i]
				i += step
			}
			for k := range v {
				z += v[k].X + v[k].Y + v[k].Z + v[k].W
			}
		}
	}
	if z == 3.21 {
		sink[0] = z
	}
}

// first returns the thread's number in the grid, threads the number of threads.
func first() int64   { return int64(gpu.BlockIdx.X)*int64(gpu.BlockDim.X) + int64(gpu.ThreadIdx.X) }
func threads() int64 { return int64(gpu.GridDim.X) * int64(gpu.BlockDim.X) }

// StorePart writes one word per lane, n times at successive places of a range that all
// blocks share, with a distance between words. Stores are volatile, as in partial.cu.
func StorePart(n int, p []uint32, apart, mask uint32) {
	warps := uint32(gpu.GridDim.X) * uint32(gpu.BlockDim.X) / 32
	at := (uint32(gpu.BlockIdx.X)*uint32(gpu.BlockDim.X) + uint32(gpu.ThreadIdx.X)) * apart
	for i := range n {
		gpu.StoreVolatile(&p[at&mask], uint32(i))
		at += warps * 32 * apart
	}
	gpu.Threadfence()
	gpu.SyncThreads()
}

// CopyAll, ReadAll and WriteAll move one vector per thread.
func CopyAll(out, in []gpu.Float4) { out[first()] = in[first()] }

// ReadAll: see CopyAll.
func ReadAll(out, in []gpu.Float4) {
	if v := in[first()]; v.X+v.Y+v.Z+v.W < -1 {
		out[0] = v
	}
}

// WriteAll: see CopyAll.
func WriteAll(out, _ []gpu.Float4) { out[first()] = gpu.Float4{X: 1, Y: 2, Z: 3, W: 4} }

// Stores writes words at a stride, four per iteration.
func Stores(n int, p []float32, stride, mask uint32) {
	a := (uint32(gpu.BlockIdx.X)*uint32(gpu.BlockDim.X) + uint32(gpu.ThreadIdx.X)) * stride
	step := uint32(gpu.GridDim.X) * uint32(gpu.BlockDim.X) * stride
	for range n {
		for range 4 {
			p[a&mask] = float32(a)
			a += step
		}
	}
}

// Atomics adds to one of spread words, four times per iteration.
func Atomics(n int, p []int32, spread int) {
	q := &p[(gpu.ThreadIdx.X+gpu.BlockIdx.X*gpu.BlockDim.X)%spread]
	for range n {
		for range 4 {
			gpu.AtomicAdd(q, 1)
		}
	}
}

// AtomicsReturned is Atomics with used results.
func AtomicsReturned(n int, p []int32, spread int, sink []int32) {
	q := &p[(gpu.ThreadIdx.X+gpu.BlockIdx.X*gpu.BlockDim.X)%spread]
	z := int32(0)
	for range n {
		a, b := gpu.AtomicAdd(q, 1), gpu.AtomicAdd(q, 1)
		c, d := gpu.AtomicAdd(q, 1), gpu.AtomicAdd(q, 1)
		z += a + b + c + d
	}
	if z == -77 {
		sink[0] = z
	}
}

// AtomicsShared is AtomicsReturned in shared memory.
func AtomicsShared(n, spread int, sink []int32) {
	s := gpu.Shared[[1024]int32]()
	s[gpu.ThreadIdx.X] = 0
	if n == 0 {
		return // the remainder below is in the timed part
	}
	q := &s[gpu.ThreadIdx.X%spread]
	z := int32(0)
	for range n {
		a, b := gpu.AtomicAdd(q, 1), gpu.AtomicAdd(q, 1)
		c, d := gpu.AtomicAdd(q, 1), gpu.AtomicAdd(q, 1)
		z += a + b + c + d
	}
	if z == -5 {
		sink[0] = z
	}
}

// StoreSame is StorePart where every block writes the same places, independently of the
// others.
func StoreSame(n int, p []uint32, apart, mask uint32) {
	at := uint32(gpu.ThreadIdx.X) * apart
	for i := range n {
		gpu.StoreVolatile(&p[at&mask], uint32(i))
		at += uint32(gpu.BlockDim.X) * apart
	}
	gpu.Threadfence()
	gpu.SyncThreads()
}
