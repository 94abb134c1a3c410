package gpu

// This file holds what the blocks of a cluster do together. They run at the same time and reach
// each other's shared memory. That needs compute capability 9.0. A native run has clusters of one
// block.

import "gpucourse/gpusim/internal/native"

// ClusterRank returns the position of the block in its cluster, from 0; the x coordinate runs
// fastest. CUDA: cooperative_groups::this_cluster().block_rank().
func ClusterRank() int { native.Self("gpu.ClusterRank"); return 0 }

// ClusterSize returns the number of blocks in a cluster.
// CUDA: cooperative_groups::this_cluster().num_blocks().
func ClusterSize() int { native.Self("gpu.ClusterSize"); return 1 }

// ClusterSync waits until every thread of the cluster has called it. What they wrote to shared and
// global memory before is then visible to the cluster. A block whose shared memory others read has
// to call it before it ends.
// CUDA: cooperative_groups::this_cluster().sync().
func ClusterSync() { native.Self("gpu.ClusterSync").Barrier() }

// ClusterArrive says that the thread has come to the barrier of the cluster, and goes on. ClusterWait
// must follow. CUDA: cooperative_groups::this_cluster().barrier_arrive().
func ClusterArrive() { native.Self("gpu.ClusterArrive") }

// ClusterArriveRelaxed is ClusterArrive that shows no writes to other threads.
// CUDA: __cluster_barrier_arrive_relaxed().
func ClusterArriveRelaxed() { native.Self("gpu.ClusterArriveRelaxed") }

// ClusterWait waits until every thread of the cluster has arrived.
// CUDA: cooperative_groups::this_cluster().barrier_wait().
func ClusterWait() { native.Self("gpu.ClusterWait").Barrier() }

// MapShared returns the address that the object at p, in shared memory, has in the block of a rank
// in the cluster. Loads, stores and atomic operations may use it.
// CUDA: cooperative_groups::this_cluster().map_shared_rank(p, rank).
func MapShared[T any](p *T, rank int) *T { native.Self("gpu.MapShared"); return p }

// ShareBulk begins to copy n elements from shared memory at src to the shared memory of another block of the cluster, at
// dst. Their bytes count there at bar. MapShared gives both addresses.
// CUDA: cuda::ptx::cp_async_bulk(cuda::ptx::space_cluster, cuda::ptx::space_shared, dst, src, n * sizeof *dst, bar).
func ShareBulk[T any](dst, src *T, n int, bar *Barrier) { CopyBulk(dst, src, n, bar) }

// CopyBulkTo is CopyBulk for several blocks of the cluster: those whose ranks have a bit in blocks. Each block gets the
// elements where dst lies in its own shared memory, and their bytes count at its own barrier, where bar lies.
// CUDA: cuda::ptx::cp_async_bulk(cuda::ptx::space_cluster, cuda::ptx::space_global, dst, src, n * sizeof *dst, bar, blocks).
func CopyBulkTo[T any](dst, src *T, n int, bar *Barrier, blocks uint32) {
	if blocks&1 != 0 {
		CopyBulk(dst, src, n, bar)
	}
}

// CopyBox2DTo is CopyBox2D for several blocks of the cluster, as CopyBulkTo is.
// CUDA: cuda::ptx::cp_async_bulk_tensor(cuda::ptx::space_cluster, cuda::ptx::space_global, dst, &m, {x, y}, bar, blocks).
func CopyBox2DTo[T any](dst *T, m TensorMap, x, y int, bar *Barrier, blocks uint32) {
	if blocks&1 != 0 {
		CopyBox2D(dst, m, x, y, bar)
	}
}
