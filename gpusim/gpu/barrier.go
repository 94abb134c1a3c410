package gpu

// This file holds barriers in shared memory, which threads and copies arrive at, and the copies
// that one thread begins for a whole block. Barriers need compute capability 8.0; expected bytes and
// bulk copies need 9.0.

import (
	"unsafe"

	"gpucourse/gpusim/internal/native"
)

// Barrier is a barrier in shared memory. A phase is over when as many arrivals have come as Init
// says, and all bytes that threads expect. Then the next phase begins. Kernels do not look into it.
// CUDA: cuda::barrier<cuda::thread_scope_block>.
//
//	bar := gpu.Shared[gpu.Barrier]()
//	if gpu.ThreadIdx.X == 0 {
//		bar.Init(gpu.BlockDim.X)
//	}
//	gpu.SyncThreads()
//	token := bar.Arrive()
//	bar.Wait(token)
type Barrier struct{ state uint64 }

// Init prepares the barrier for phases of that many arrivals. One thread calls it, and a barrier of the block follows.
// CUDA: init(&bar, count).
func (b *Barrier) Init(count int) {
	native.Self("gpu.Barrier.Init")
	*b = Barrier{native.NewPhase(count)}
}

// Arrive counts one arrival. It returns the phase as a token for Wait. CUDA: bar.arrive().
func (b *Barrier) Arrive() uint64 { return b.change("gpu.Barrier.Arrive", 1, 0) }

// ArriveTx counts one arrival, and lets the phase wait for more bytes of bulk copies.
// CUDA: cuda::device::barrier_arrive_tx(bar, 1, bytes).
func (b *Barrier) ArriveTx(bytes int) uint64 { return b.change("gpu.Barrier.ArriveTx", 1, bytes) }

// ExpectTx lets the phase wait for more bytes of bulk copies.
// CUDA: cuda::device::barrier_expect_tx(bar, bytes).
func (b *Barrier) ExpectTx(bytes int) { b.change("gpu.Barrier.ExpectTx", 0, bytes) }

// Wait waits until the phase of a token is over. What threads wrote before they arrived, and what
// copies brought, is then visible. CUDA: bar.wait(token).
func (b *Barrier) Wait(token uint64) {
	native.Self("gpu.Barrier.Wait").WaitUntil(func() bool { return native.PhaseOf(b.state) != native.PhaseOf(token) })
}

// WaitParity waits until a phase of this parity is over: phases are 0, 1, 0 and so on.
// CUDA: bar.wait_parity(parity).
func (b *Barrier) WaitParity(parity int) {
	native.Self("gpu.Barrier.WaitParity").WaitUntil(func() bool { return native.PhaseOf(b.state) != uint64(parity) })
}

// ArriveAndWait arrives, and waits until the phase is over. CUDA: bar.arrive_and_wait().
func (b *Barrier) ArriveAndWait() { b.Wait(b.Arrive()) }

// change counts arrivals and expected bytes in a native run.
func (b *Barrier) change(what string, arrivals, bytes int) (before uint64) {
	before = b.state
	b.state = native.Self(what).ChangePhase(before, arrivals, bytes)
	return before
}

// CopyBulk begins to copy n elements from global memory at src to shared memory at dst. Their bytes count
// at bar when they have come. Both addresses and the number of bytes are multiples of 16. One thread begins the copy for all.
// CUDA: cuda::device::experimental::cp_async_bulk_global_to_shared(dst, src, n * sizeof *dst, bar).
//
//	if gpu.ThreadIdx.X == 0 {
//		gpu.CopyBulk(&tile[0], &x[i], len(tile), bar)
//		bar.ArriveTx(4 * len(tile))
//	}
//	bar.WaitParity(0)
func CopyBulk[T any](dst, src *T, n int, bar *Barrier) {
	copy(unsafe.Slice(dst, n), unsafe.Slice(src, n))
	bar.change("gpu.CopyBulk", 0, -n*int(unsafe.Sizeof(*dst)))
}

// StoreBulk begins to copy n elements from shared memory at src to global memory at dst. WaitBulk waits for
// it. Threads that wrote the elements call FenceProxyAsync first, and a barrier follows.
// CUDA: cuda::device::experimental::cp_async_bulk_shared_to_global(dst, src, n * sizeof *dst).
func StoreBulk[T any](dst, src *T, n int) {
	native.Self("gpu.StoreBulk")
	copy(unsafe.Slice(dst, n), unsafe.Slice(src, n))
}

// AddBulk begins to add n elements in shared memory at src to global memory at dst, each as an atomic does. It is
// prepared and awaited as StoreBulk is.
// CUDA: cuda::ptx::cp_reduce_async_bulk(cuda::ptx::space_global, cuda::ptx::space_shared, cuda::ptx::op_add, dst, src, n * sizeof *dst).
func AddBulk[T int32 | uint32 | uint64 | float32 | float64](dst, src *T, n int) {
	native.Self("gpu.AddBulk")
	to := unsafe.Slice(dst, n)
	for i, v := range unsafe.Slice(src, n) {
		to[i] += v
	}
}

// CommitBulk closes a group: what this thread stored in bulk since the last group.
// CUDA: cuda::device::experimental::cp_async_bulk_commit_group().
func CommitBulk() { native.Self("gpu.CommitBulk") }

// WaitBulk waits until all groups of StoreBulk and of its like, except for the last prior groups, have written global
// memory. prior is a constant. CUDA: cuda::ptx::cp_async_bulk_wait_group(cuda::ptx::n32_t<prior>{}).
func WaitBulk(prior int) { native.Self("gpu.WaitBulk") }

// WaitBulkRead waits until all groups of StoreBulk, except for the last prior groups, have read shared memory.
// It may then be written again. prior is a constant.
// CUDA: cuda::device::experimental::cp_async_bulk_wait_group_read<prior>().
func WaitBulkRead(prior int) { native.Self("gpu.WaitBulkRead") }

// FenceProxyAsync lets bulk copies see what this thread wrote to shared memory before it.
// CUDA: cuda::device::experimental::fence_proxy_async_shared_cta().
func FenceProxyAsync() { native.Self("gpu.FenceProxyAsync") }
