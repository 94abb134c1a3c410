package gpu

// This file holds copies of boxes: parts of a tensor in global memory that one thread copies at once. They need compute
// capability 9.0.

import (
	"unsafe"

	"gpucourse/gpusim/internal/native"
	"gpucourse/gpusim/internal/tensormap"
)

// TensorMap is a kernel parameter that describes a tensor in global memory and the box of it that one copy moves; the
// host makes one with gpusim.NewTensorMap. CUDA: const __grid_constant__ CUtensorMap.
type TensorMap struct {
	tensor tensormap.Map
	memory []byte // from the address of the tensor on
}

// TensorMapOf returns the parameter for a tensor; gpusim.NewTensorMap calls it. memory is the bytes from the tensor's address on.
func TensorMapOf(tensor any, memory []byte) TensorMap {
	return TensorMap{tensor.(tensormap.Map), memory}
}

// Encode returns what a launch passes to the kernel. Kernels cannot call it.
func (m TensorMap) Encode() []byte { return m.tensor.Encode() }

// CopyBox2D begins to copy the box whose first element has column x and row y to shared memory at dst. Its bytes
// count at bar when they have come: all of the box, also where it lies outside of the tensor and becomes 0. The address is a
// multiple of 128, and under a swizzle of 128 bytes the pattern begins at multiples of 1024. One thread begins the copy for all.
// CUDA: cuda::device::experimental::cp_async_bulk_tensor_2d_global_to_shared(dst, &m, x, y, bar).
//
//	tile := gpu.Shared[struct {
//		_ gpu.Align128
//		V [32][32]float32
//	}]()
//	if gpu.ThreadIdx.X == 0 {
//		gpu.CopyBox2D(&tile.V[0][0], m, x, y, bar)
//		bar.ArriveTx(4 * 32 * 32)
//	}
//	bar.WaitParity(0)
func CopyBox2D[T any](dst *T, m TensorMap, x, y int, bar *Barrier) {
	copyBox("gpu.CopyBox2D", dst, m, bar, x, y)
}

// CopyBox1D is CopyBox2D of a tensor of one dimension.
// CUDA: cuda::device::experimental::cp_async_bulk_tensor_1d_global_to_shared(dst, &m, x, bar).
func CopyBox1D[T any](dst *T, m TensorMap, x int, bar *Barrier) {
	copyBox("gpu.CopyBox1D", dst, m, bar, x)
}

// CopyBox3D is CopyBox2D of a tensor of three dimensions.
// CUDA: cuda::device::experimental::cp_async_bulk_tensor_3d_global_to_shared(dst, &m, x, y, z, bar).
func CopyBox3D[T any](dst *T, m TensorMap, x, y, z int, bar *Barrier) {
	copyBox("gpu.CopyBox3D", dst, m, bar, x, y, z)
}

// StoreBox2D begins to copy a box from shared memory at src to the tensor, to column x and row y. What lies
// outside of the tensor is not written. Threads that wrote the box call FenceProxyAsync first, and a barrier follows.
// CommitBulk and WaitBulk wait for it.
// CUDA: cuda::device::experimental::cp_async_bulk_tensor_2d_shared_to_global(&m, x, y, src).
func StoreBox2D[T any](m TensorMap, x, y int, src *T) { storeBox("gpu.StoreBox2D", m, src, x, y) }

// StoreBox1D is StoreBox2D of a tensor of one dimension.
// CUDA: cuda::device::experimental::cp_async_bulk_tensor_1d_shared_to_global(&m, x, src).
func StoreBox1D[T any](m TensorMap, x int, src *T) { storeBox("gpu.StoreBox1D", m, src, x) }

// StoreBox3D is StoreBox2D of a tensor of three dimensions.
// CUDA: cuda::device::experimental::cp_async_bulk_tensor_3d_shared_to_global(&m, x, y, z, src).
func StoreBox3D[T any](m TensorMap, x, y, z int, src *T) {
	storeBox("gpu.StoreBox3D", m, src, x, y, z)
}

// copyBox is the native run of CopyBox2D and its like. A box begins at the begin of its pattern.
func copyBox[T any](name string, dst *T, m TensorMap, bar *Barrier, at ...int) {
	box := bytesAt(dst, m.tensor.BoxBytes())
	if clear(box); m.tensor.NaN {
		m.tensor.FillNaN(box)
	}
	m.elements(false, at, func(inBox, inMemory []byte) { copy(inBox, inMemory) }, box)
	bar.change(name, 0, -len(box))
}

// storeBox is the native run of StoreBox2D and its like.
func storeBox[T any](name string, m TensorMap, src *T, at ...int) {
	native.Self(name)
	m.elements(true, at, func(inBox, inMemory []byte) { copy(inMemory, inBox) }, bytesAt(src, m.tensor.BoxBytes()))
}

// elements calls f for each element of a box inside the tensor.
func (m *TensorMap) elements(store bool, at []int, f func(inBox, inMemory []byte), box []byte) {
	size, first := m.tensor.Element.Bytes(), make([]int32, len(at))
	for i, x := range at {
		first[i] = int32(x)
	}
	m.tensor.Rows(first, store, func(r tensormap.Row) {
		m.tensor.EachElement(r, 0, func(inBox, inMemory int) {
			f(box[inBox:][:size], m.memory[r.Memory-m.tensor.Address+uint64(inMemory):][:size])
		})
	})
}

// bytesAt returns bytes at an address.
func bytesAt[T any](p *T, n int) []byte { return unsafe.Slice((*byte)(unsafe.Pointer(p)), n) }
