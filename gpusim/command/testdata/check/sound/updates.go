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

// MaximumLocked compares and writes while it holds a lock.
//
//gpusim:check -grid 4 -block 1 lock=1 most=1 in=4:rand(1)
func MaximumLocked(lock, most, in []int32) {
	for gpu.AtomicCAS(&lock[0], 0, 1) != 0 {
	}
	gpu.Threadfence()
	if v := in[gpu.BlockIdx.X]; v > most[0] {
		most[0] = v
	}
	gpu.Threadfence()
	gpu.AtomicExch(&lock[0], 0)
}

// MaximumSwapped repeats until its value, or a larger one, is there.
//
//gpusim:check -grid 4 -block 64 most=1 in=256:rand(1)
func MaximumSwapped(most, in []uint32) {
	v := in[gpu.BlockIdx.X*64+gpu.ThreadIdx.X]
	for old := gpu.LoadVolatile(&most[0]); old < v; {
		seen := gpu.AtomicCAS(&most[0], old, v)
		if seen == old {
			break
		}
		old = seen
	}
}

// OwnMaximum keeps the largest value of each thread.
//
//gpusim:check -grid 2 -block 64 most=128 in=512:rand(1)
func OwnMaximum(most, in []int32) {
	i := gpu.BlockIdx.X*64 + gpu.ThreadIdx.X
	for k := i; k < len(in); k += 128 {
		if in[k] > most[i] {
			most[i] = in[k]
		}
	}
}

// Levels lets all threads write the same value where it is smaller.
//
//gpusim:check -grid 2 -block 64 dist=4 level=0
func Levels(dist []int32, level int) {
	at := gpu.ThreadIdx.X & 3
	if next := int32(level) - 1; gpu.LoadVolatile(&dist[at]) > next {
		gpu.StoreVolatile(&dist[at], next)
	}
}

// TakesIfFree takes a place if there is one. Who fails takes none.
//
//gpusim:check -grid 4 -block 64 free=1 list=8
func TakesIfFree(free []uint32, list []int32) {
	old := gpu.LoadVolatile(&free[0])
	if old < 8 && gpu.AtomicCAS(&free[0], old, old+1) == old {
		list[old] = int32(gpu.ThreadIdx.X)
	}
}

// TriesThenAdds tries twice, and has another way then.
//
//gpusim:check -grid 4 -block 1 t=1
func TriesThenAdds(t []uint32) {
	done := false
	for k := 0; k < 2 && !done; k++ {
		old := gpu.LoadVolatile(&t[0])
		done = gpu.AtomicCAS(&t[0], old, old+1) == old
	}
	if !done {
		gpu.AtomicAdd(&t[0], 1)
	}
}

// DoubleChecked looks before it takes the lock, and again when it has it.
//
//gpusim:check -grid 4 -block 1 lock=1 ready=1 table=1 out=4
func DoubleChecked(lock, ready, table, out []int32) {
	if gpu.LoadVolatile(&ready[0]) == 0 {
		for gpu.AtomicCAS(&lock[0], 0, 1) != 0 {
		}
		gpu.Threadfence()
		if gpu.LoadVolatile(&ready[0]) == 0 {
			table[0] = 42
			gpu.Threadfence()
			gpu.StoreVolatile(&ready[0], 1)
		}
		gpu.Threadfence()
		gpu.AtomicExch(&lock[0], 0)
	}
	gpu.Threadfence()
	out[gpu.BlockIdx.X] = table[0]
}

// Baton is passed on by whoever has it.
//
//gpusim:check -grid 4 -block 1 turn=1 t=1
func Baton(turn, t []int32) {
	me := int32(gpu.BlockIdx.X)
	for done := false; !done; {
		if gpu.LoadVolatile(&turn[0]) == me {
			gpu.Threadfence()
			t[0] += me
			gpu.Threadfence()
			gpu.StoreVolatile(&turn[0], me+1)
			done = true
		}
	}
}
