package faulty

import "gpucourse/gpusim/gpu"

// Kernels that lose updates: another thread can write between a read and the write that
// depends on it.

// ReadThenExchange uses two atomics where one is needed.
//
//gpusim:check -grid 4 -block 1 t=1
func ReadThenExchange(t []int32) {
	old := gpu.AtomicAdd(&t[0], 0)
	gpu.AtomicExch(&t[0], old+3) // want "t\\[0\\] is updated by .* of block .*, and by .* what one of them writes between the other's read and write is lost.* LostUpdate"
}

// ExchangeInWarp does so with the lanes of one warp.
//
//gpusim:check -device K40 -grid 1 -block 32 t=1
func ExchangeInWarp(t []int32) {
	old := gpu.AtomicAdd(&t[0], 0)
	gpu.AtomicExch(&t[0], old+3) // want "LostUpdate"
}

// VolatileSum adds to what it reads, with volatile accesses and fences.
//
//gpusim:check -grid 4 -block 32 b=8 in=4:ramp
func VolatileSum(b, in []float32) {
	if t := gpu.ThreadIdx.X; t < 8 {
		gpu.Threadfence()
		gpu.StoreVolatile(&b[t], gpu.LoadVolatile(&b[t])+in[gpu.BlockIdx.X]) // want "b\\[\\d\\] is written .* LostUpdate"
		gpu.Threadfence()
	}
}

// OneTry ignores that an exchange can fail.
//
//gpusim:check -grid 4 -block 1 t=1
func OneTry(t []uint32) {
	old := gpu.LoadVolatile(&t[0])
	gpu.AtomicCAS(&t[0], old, old+1) // want "LostUpdate"
}

// SomeTries exchanges several times, whatever comes of it.
//
//gpusim:check -grid 4 -block 1 t=1
func SomeTries(t []uint32) {
	for range 3 {
		old := gpu.LoadVolatile(&t[0])
		gpu.AtomicCAS(&t[0], old, old+1) // want+ "LostUpdate"
	}
}

// PlainAmongAtomics adds without an atomic in one block, between fences.
//
//gpusim:check -grid 4 -block 1 t=1
func PlainAmongAtomics(t []uint32) {
	gpu.Threadfence()
	if gpu.BlockIdx.X == 2 {
		t[0] += 5 // want+ "LostUpdate|BlockRace"
	} else {
		gpu.AtomicAdd(&t[0], 1) // want? "LostUpdate|BlockRace"
	}
	gpu.Threadfence()
}

// PlainBetweenAtomics counts, adds and counts again: nothing waits for the other blocks.
//
//gpusim:check -grid 4 -block 1 t=1
func PlainBetweenAtomics(t []uint32) {
	gpu.AtomicAdd(&t[0], 1) // want+ "LostUpdate|BlockRace"
	gpu.Threadfence()
	t[0] += 5 // want+ "LostUpdate|BlockRace"
	gpu.Threadfence()
	gpu.AtomicAdd(&t[0], 1) // want? "LostUpdate|BlockRace"
}

// ReadOutsideLock reads before it has the lock.
//
//gpusim:check -grid 4 -block 1 lock=1 t=1
func ReadOutsideLock(lock, t []int32) {
	old := gpu.LoadVolatile(&t[0])
	for gpu.AtomicCAS(&lock[0], 0, 1) != 0 {
	}
	gpu.Threadfence()
	gpu.StoreVolatile(&t[0], old+1) // want "LostUpdate"
	gpu.Threadfence()
	gpu.AtomicExch(&lock[0], 0)
}

// LockWithoutFence holds the lock but has no fences.
//
//gpusim:check -grid 4 -block 1 lock=1 t=1
func LockWithoutFence(lock, t []int32) {
	for gpu.AtomicCAS(&lock[0], 0, 1) != 0 {
	}
	t[0] += 1 // want "LostUpdate"
	gpu.AtomicExch(&lock[0], 0)
}

// FenceOfAnother lets a thread fence that has stored nothing.
//
//gpusim:check -grid 2 -block 32 data=1 flag=1 out=1
func FenceOfAnother(data, flag, out []int32) {
	t := gpu.ThreadIdx.X
	if gpu.BlockIdx.X == 0 {
		if t == 0 {
			data[0] = 7 // want "BlockRace|FencedRace"
		}
		if t == 1 {
			gpu.Threadfence()
		}
		if t == 0 {
			gpu.StoreVolatile(&flag[0], 1)
		}
	} else if t == 0 && gpu.LoadVolatile(&flag[0]) == 1 {
		gpu.Threadfence()
		out[0] = data[0]
	}
}

// ThroughShared passes the value that was read to the thread that writes.
//
//gpusim:check -grid 4 -block 32 t=1
func ThroughShared(t []int32) {
	old := gpu.Shared[int32]()
	if gpu.ThreadIdx.X == 0 {
		*old = gpu.AtomicAdd(&t[0], 0)
	}
	gpu.SyncThreads()
	if gpu.ThreadIdx.X == 1 {
		gpu.AtomicExch(&t[0], *old+1) // want "LostUpdate"
	}
}

// SharedExchange loses updates of a block's own memory.
//
//gpusim:check -grid 1 -block 64 out=1
func SharedExchange(out []int32) {
	n := gpu.Shared[int32]()
	if gpu.ThreadIdx.X == 0 {
		*n = 0
	}
	gpu.SyncThreads()
	old := gpu.AtomicAdd(n, 0)
	gpu.AtomicExch(n, old+1) // want "LostUpdate"
	gpu.SyncThreads()
	if gpu.ThreadIdx.X == 0 {
		out[0] = *n
	}
}

// Maximum compares before it writes.
//
//gpusim:check -grid 4 -block 64 most=1 in=256:rand(1)
func Maximum(most, in []int32) {
	if v := in[gpu.BlockIdx.X*64+gpu.ThreadIdx.X]; v > most[0] {
		most[0] = v // want "LostUpdate"
	}
}

// VolatileMinimum does so with volatile accesses.
//
//gpusim:check -grid 4 -block 1 least=1 in=4:ramp
func VolatileMinimum(least, in []float32) {
	v := -in[gpu.BlockIdx.X]
	if gpu.LoadVolatile(&least[0]) >= v {
		gpu.StoreVolatile(&least[0], v) // want "LostUpdate"
	}
}

// MaximumByExchange writes with an atomic.
//
//gpusim:check -grid 4 -block 64 most=1 in=256:rand(1)
func MaximumByExchange(most, in []uint32) {
	v := in[gpu.BlockIdx.X*64+gpu.ThreadIdx.X]
	if gpu.AtomicOr(&most[0], 0) < v {
		gpu.AtomicExch(&most[0], v) // want "LostUpdate"
	}
}

// SharedMaximum loses within a block.
//
//gpusim:check -grid 1 -block 64 out=1 in=64:rand(1)
func SharedMaximum(out, in []int32) {
	most := gpu.Shared[int32]()
	t := gpu.ThreadIdx.X
	if t == 0 {
		*most = 0
	}
	gpu.SyncThreads()
	if v := in[t]; *most < v {
		*most = v // want "LostUpdate"
	}
	gpu.SyncThreads()
	if t == 0 {
		out[0] = *most
	}
}

// GivesUp tries three times.
//
//gpusim:check -grid 4 -block 1 t=1
func GivesUp(t []uint32) {
	for range 3 {
		old := gpu.LoadVolatile(&t[0])
		if gpu.AtomicCAS(&t[0], old, old+1) == old { // want "LostUpdate"
			break
		}
	}
}

// LooksAndForgets looks at what came of it, and does nothing.
//
//gpusim:check -grid 4 -block 1 t=1
func LooksAndForgets(t []uint32) {
	old := gpu.LoadVolatile(&t[0])
	if gpu.AtomicCAS(&t[0], old, old+1) != old { // want "LostUpdate"
		gpu.Threadfence()
	}
}
