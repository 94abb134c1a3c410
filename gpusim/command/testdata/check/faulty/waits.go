package faulty

import "gpucourse/gpusim/gpu"

// Kernels whose lanes and blocks wait for each other, and lack an order all the same.

// LaneLock takes a lock, but reads before.
//
//gpusim:check -grid 1 -block 32 lock=1 sum=1
func LaneLock(lock, sum []int32) {
	for done := false; !done; {
		old := sum[0] // want "(WarpRace|LostUpdate)"
		if gpu.AtomicCAS(&lock[0], 0, 1) == 0 {
			gpu.Threadfence()
			sum[0] = old + 1
			gpu.Threadfence()
			gpu.AtomicExch(&lock[0], 0)
			done = true
		}
	}
}

// LaneLockUnfenced frees the lock without a fence.
//
//gpusim:check -grid 1 -block 32 lock=1 sum=1
func LaneLockUnfenced(lock, sum []int32) {
	for done := false; !done; {
		if gpu.AtomicCAS(&lock[0], 0, 1) == 0 {
			sum[0]++ // want "(WarpRace|LostUpdate)"
			gpu.AtomicExch(&lock[0], 0)
			done = true
		}
	}
}

// TwoLocks guards one sum by two locks.
//
//gpusim:check -grid 1 -block 32 lock=2 sum=1
func TwoLocks(lock, sum []int32) {
	mine := &lock[gpu.ThreadIdx.X&1]
	for done := false; !done; {
		if gpu.AtomicCAS(mine, 0, 1) == 0 {
			gpu.Threadfence()
			sum[0]++ // want "(WarpRace|LostUpdate)"
			gpu.Threadfence()
			gpu.AtomicExch(mine, 0)
			done = true
		}
	}
}

// Backwards reads before it waits for the block after it.
//
//gpusim:check -grid 20 -block 1 data=21 flags=21
func Backwards(data []float32, flags []int32) {
	b := gpu.BlockIdx.X
	if b < gpu.GridDim.X-1 {
		v := data[b+1] // want+ "BlockRace"
		for gpu.LoadVolatile(&flags[b+1]) == 0 {
		}
		data[b] = v
	} else {
		data[b] = 1
	}
	gpu.Threadfence()
	gpu.StoreVolatile(&flags[b], 1)
}

// GridBarrier lets blocks meet without fences.
//
//gpusim:check -grid 6 -block 64 a=384 out=384 count=1
func GridBarrier(a, out []float32, count []uint32) {
	n, i := 64*gpu.GridDim.X, gpu.BlockIdx.X*64+gpu.ThreadIdx.X
	a[i] = float32(i) // want "BlockRace"
	gpu.SyncThreads()
	if gpu.ThreadIdx.X == 0 {
		gpu.AtomicAdd(&count[0], 1)
		for gpu.LoadVolatile(&count[0]) < uint32(gpu.GridDim.X) {
		}
	}
	gpu.SyncThreads()
	out[i] = a[n-1-i]
}

// InVain has a race before it waits for a flag that nobody raises.
//
//gpusim:check -grid 1 -block 64 flag=1 out=64
func InVain(flag, out []int32) {
	s := gpu.Shared[[64]int32]()
	t := gpu.ThreadIdx.X
	s[t] = int32(t)                       // want "SharedRace"
	v := s[63-t]                          // want "Uninitialized"
	for gpu.LoadVolatile(&flag[0]) == 0 { // want "nothing can change what its loop reads any more.* InstructionBudget"
	}
	out[t] = v
}
