package gpu

// This file holds copies from global to shared memory that no register takes part in. A thread
// begins them, goes on, and waits for them later.

import (
	"unsafe"

	"gpucourse/gpusim/internal/native"
)

// CopyAsync begins to copy n elements from global memory at src to shared memory at dst. The copy
// is done when WaitCopies says so. n is a constant, and n elements have 4, 8 or 16 bytes; both
// addresses are multiples of that. It needs compute capability 8.0.
// CUDA: __pipeline_memcpy_async(dst, src, n * sizeof *dst).
//
//	gpu.CopyAsync(&tile[0][gpu.ThreadIdx.X], &x[i], 1)
//	gpu.CommitCopies()
//	gpu.WaitCopies(0)  // of this thread
//	gpu.SyncThreads() // now the copies of all threads are done
func CopyAsync[T any](dst, src *T, n int) { CopyAsyncZfill(dst, src, n, 0) }

// CopyAsyncZfill is CopyAsync, but it reads only the first n-z elements. The last z become 0.
// CUDA: __pipeline_memcpy_async(dst, src, n * sizeof *dst, z * sizeof *dst).
func CopyAsyncZfill[T any](dst, src *T, n, z int) {
	native.Self("gpu.CopyAsync")
	to := unsafe.Slice(dst, n)
	clear(to[copy(to, unsafe.Slice(src, n-z)):])
}

// CommitCopies closes a group: the copies that this thread began since the last group.
// CUDA: __pipeline_commit().
func CommitCopies() { native.Self("gpu.CommitCopies") }

// WaitCopies waits until all groups of this thread are done, except for the last prior groups.
// prior is a constant. CUDA: __pipeline_wait_prior(prior).
func WaitCopies(prior int) { native.Self("gpu.WaitCopies") }
