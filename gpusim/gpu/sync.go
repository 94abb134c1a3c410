package gpu

// This file holds barriers and fences.

import "gpucourse/gpusim/internal/native"

// SyncThreads waits until every thread of the block has called it or, from
// compute capability 7.0 on, has ended. What they wrote to shared and global
// memory before is then visible to the block.
// CUDA: __syncthreads().
func SyncThreads() { native.Self("gpu.SyncThreads").Barrier() }

// SyncThreadsCount is SyncThreads, and returns for how many of the threads p holds.
// CUDA: __syncthreads_count(p).
func SyncThreadsCount(p bool) int {
	count, _ := native.Self("gpu.SyncThreadsCount").BarrierVote(p)
	return count
}

// SyncThreadsAnd is SyncThreads, and reports whether p holds for all of the threads.
// CUDA: __syncthreads_and(p).
func SyncThreadsAnd(p bool) bool {
	count, of := native.Self("gpu.SyncThreadsAnd").BarrierVote(p)
	return count == of
}

// SyncThreadsOr is SyncThreads, and reports whether p holds for some of the threads.
// CUDA: __syncthreads_or(p).
func SyncThreadsOr(p bool) bool {
	count, _ := native.Self("gpu.SyncThreadsOr").BarrierVote(p)
	return count > 0
}

// SyncWarp waits until every running thread of the warp has called it.
// CUDA: __syncwarp().
func SyncWarp() { native.Self("gpu.SyncWarp").Exchange("SyncWarp", FullMask, nil) }

// Threadfence lets no other thread of the device see a write made after it
// before the writes made ahead of it. CUDA: __threadfence().
func Threadfence() { native.Self("gpu.Threadfence") }

// ThreadfenceBlock is Threadfence for the threads of the block.
// CUDA: __threadfence_block().
func ThreadfenceBlock() { native.Self("gpu.ThreadfenceBlock") }

// ThreadfenceSystem is Threadfence for all devices and the host.
// CUDA: __threadfence_system().
func ThreadfenceSystem() { native.Self("gpu.ThreadfenceSystem") }
