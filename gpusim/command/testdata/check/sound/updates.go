package sound

import "gpucourse/gpusim/gpu"

// Kernels that update elements which threads share, and lose nothing.

// CASLoop repeats until it succeeds.
//
//gpusim:check -grid 4 -block 64 t=1
func CASLoop(t []uint32) {
	old := gpu.LoadVolatile(&t[0])
	for {
		seen := gpu.AtomicCAS(&t[0], old, old*2+1)
		if seen == old {
			break
		}
		old = seen
	}
}

// CASOrAdd tries once and has another way.
//
//gpusim:check -grid 4 -block 1 t=1 failed=1
func CASOrAdd(t, failed []uint32) {
	old := gpu.LoadVolatile(&t[0])
	if gpu.AtomicCAS(&t[0], old, old+1) != old {
		gpu.AtomicExch(&failed[0], 1)
	}
}

// Locked adds while it holds a lock.
//
//gpusim:check -grid 4 -block 1 lock=1 t=1
func Locked(lock, t []int32) {
	for gpu.AtomicCAS(&lock[0], 0, 1) != 0 {
	}
	gpu.Threadfence()
	t[0] += 1
	gpu.Threadfence()
	gpu.AtomicExch(&lock[0], 0)
}

// LockedVolatile does so with volatile accesses and a lock by exchange.
//
//gpusim:check -grid 4 -block 1 lock=1 t=1
func LockedVolatile(lock, t []int32) {
	for gpu.AtomicExch(&lock[0], 1) != 0 {
	}
	gpu.Threadfence()
	gpu.StoreVolatile(&t[0], gpu.LoadVolatile(&t[0])+1)
	gpu.Threadfence()
	gpu.AtomicExch(&lock[0], 0)
}

// TicketLock serves blocks in the order of their tickets. The holder alone writes serving.
//
//gpusim:check -grid 4 -block 1 ticket=1 serving=1 t=1
func TicketLock(ticket, serving, t []uint32) {
	mine := gpu.AtomicAdd(&ticket[0], 1)
	for gpu.LoadVolatile(&serving[0]) != mine {
	}
	gpu.Threadfence()
	t[0] += 1
	gpu.Threadfence()
	gpu.StoreVolatile(&serving[0], gpu.LoadVolatile(&serving[0])+1)
}

// TakeAndPut takes a value out by an exchange and puts it back.
//
//gpusim:check -grid 4 -block 1 t=1
func TakeAndPut(t []uint32) {
	mine := uint32(1)
	for mine != 0 {
		mine += gpu.AtomicExch(&t[0], 0)
		mine = gpu.AtomicExch(&t[0], mine)
	}
}

// OwnElement is written by one thread alone.
//
//gpusim:check -grid 4 -block 64 x=256
func OwnElement(x []int32) {
	i := gpu.BlockIdx.X*64 + gpu.ThreadIdx.X
	gpu.StoreVolatile(&x[i], gpu.LoadVolatile(&x[i])+1)
	old := gpu.LoadVolatile(&x[i])
	gpu.AtomicExch(&x[i], old*2)
}

// OneWriter changes an element that the others only look at.
//
//gpusim:check -grid 4 -block 1 n=1 out=4
func OneWriter(n, out []int32) {
	if gpu.BlockIdx.X == 1 {
		gpu.StoreVolatile(&n[0], gpu.LoadVolatile(&n[0])+1)
	} else {
		out[gpu.BlockIdx.X] = gpu.AtomicAdd(&n[0], 0)
	}
}

// Turns lets the threads of a block write after each other.
//
//gpusim:check -grid 1 -block 64 out=1
func Turns(out []int32) {
	n := gpu.Shared[int32]()
	if gpu.ThreadIdx.X == 0 {
		*n = 1
	}
	for k := range 64 {
		gpu.SyncThreads()
		if gpu.ThreadIdx.X == k {
			*n = *n*3 + 1
		}
	}
	gpu.SyncThreads()
	if gpu.ThreadIdx.X == 0 {
		out[0] = *n
	}
}

// FenceOfEach lets each thread fence what it has stored, and one raise the flag.
//
//gpusim:check -grid 2 -block 32 data=32 flag=1 out=32
func FenceOfEach(data, flag, out []int32) {
	t := gpu.ThreadIdx.X
	if gpu.BlockIdx.X == 0 {
		data[t] = 7
		gpu.Threadfence()
		gpu.SyncWarp()
		if t == 0 {
			gpu.StoreVolatile(&flag[0], 1)
		}
	} else if gpu.LoadVolatile(&flag[0]) == 1 {
		gpu.Threadfence()
		out[t] = data[31-t]
	}
}
