package gpu

// This file holds the memories a kernel can name, and the ways to reach them.

import "gpucourse/gpusim/internal/native"

// Shared returns a pointer to an object in shared memory: one object per block
// for each place in the source that calls it. Its contents are undefined until
// written. CUDA: __shared__ T name;
//
//	tile := gpu.Shared[[32][33]float32]() // __shared__ float tile[32][33];
//	tile[ty][tx] = in[i]
func Shared[T any]() *T { return native.Shared[T](native.Self("gpu.Shared")) }

// DynamicShared returns the shared memory that the launch configuration asks
// for, as a slice: as many elements as fit into Config.Shared bytes. Every call
// returns the same bytes. CUDA: extern __shared__ T name[];
func DynamicShared[T any]() []T { return native.DynamicShared[T](native.Self("gpu.DynamicShared")) }

// Constant is a variable in constant memory: written by the host, read by
// kernels. It is declared at package level. CUDA: __constant__ T name;
//
//	var Coef gpu.Constant[[49]float32] // used as Coef.V[i]
type Constant[T any] struct{ V T }

// Global is a variable in global memory, which kernels read and write. It is
// declared at package level. CUDA: __device__ T name;
type Global[T any] struct{ V T }

// ReadOnly is a slice parameter that the kernel promises never to write. It is
// read through the read-only cache where the device has one for it (compute
// capability 3.5 and later). CUDA: const T* __restrict__.
type ReadOnly[T any] []T

// Ldg reads *p through the read-only cache where the device has one for it
// (compute capability 3.5 and later); nothing may write *p while the kernel runs.
// CUDA: __ldg(p).
func Ldg[T any](p *T) T { return *p }

// LoadVolatile reads *p from memory, however often it was read before.
// CUDA: a read through a volatile pointer.
func LoadVolatile[T any](p *T) T { return *p }

// StoreVolatile writes *p to memory at once. CUDA: a write through a volatile
// pointer.
func StoreVolatile[T any](p *T, v T) { *p = v }

// LoadCA reads *p through L1 and L2, as a plain load does. CUDA: __ldca(p).
func LoadCA[T any](p *T) T { return *p }

// LoadCG reads *p from L2: L1 neither has nor gets it. CUDA: __ldcg(p).
func LoadCG[T any](p *T) T { return *p }

// LoadCS reads *p, which nothing will read again: L2 gives its line up before others.
// CUDA: __ldcs(p).
func LoadCS[T any](p *T) T { return *p }

// LoadLU reads *p for the last time: L1 does not keep it. CUDA: __ldlu(p).
func LoadLU[T any](p *T) T { return *p }

// LoadCV reads *p from memory, as LoadVolatile does. CUDA: __ldcv(p).
func LoadCV[T any](p *T) T { return *p }

// StoreWB writes *p as a plain store does. CUDA: __stwb(p, v).
func StoreWB[T any](p *T, v T) { *p = v }

// StoreCG writes *p to L2. CUDA: __stcg(p, v).
func StoreCG[T any](p *T, v T) { *p = v }

// StoreCS writes *p, which nothing will read soon: L2 gives its line up before others.
// CUDA: __stcs(p, v).
func StoreCS[T any](p *T, v T) { *p = v }

// StoreWT writes *p to memory through L2. CUDA: __stwt(p, v).
func StoreWT[T any](p *T, v T) { *p = v }

// Pitched is a matrix in memory whose rows begin at aligned addresses: row y
// is Data[y*Stride : y*Stride+Width]. CUDA: cudaMallocPitch's result, whose
// pitch is in bytes; Stride is in elements.
type Pitched[T any] struct {
	Data                  []T
	Width, Height, Stride int
}

// Row returns row y, Width elements.
func (p Pitched[T]) Row(y int) []T { return p.Data[y*p.Stride : y*p.Stride+p.Width] }
