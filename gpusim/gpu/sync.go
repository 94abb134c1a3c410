package gpu

// This file holds barriers and fences.

import "gpucourse/gpusim/internal/native"

// SyncThreads waits until every thread of the block has called it or, from
// compute capability 7.0 on, has ended. What they wrote to shared and global
// memory before is then visible to the block.
// CUDA: __syncthreads().
func SyncThreads() { native.Self("gpu.SyncThreads").Barrier() }

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
