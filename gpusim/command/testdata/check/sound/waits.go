package sound

import "gpucourse/gpusim/gpu"

// Kernels whose lanes and blocks wait for each other.

// LaneLock lets the lanes of a warp take a lock in turns.
//
//gpusim:check -grid 3 -block 64 lock=1 sum=1
func LaneLock(lock, sum []int32) {
	for done := false; !done; {
		if gpu.AtomicCAS(&lock[0], 0, 1) == 0 {
			gpu.Threadfence()
			sum[0] += int32(gpu.ThreadIdx.X)
			gpu.Threadfence()
			gpu.AtomicExch(&lock[0], 0)
			done = true
		}
	}
}

// LaneTickets serves the lanes of a block in the order of their tickets.
//
//gpusim:check -grid 1 -block 64 out=64
func LaneTickets(out []int32) {
	next := gpu.Shared[int32]()
	serving := gpu.Shared[int32]()
	last := gpu.Shared[int32]()
	if gpu.ThreadIdx.X == 0 {
		*next, *serving, *last = 0, 0, 0
	}
	gpu.SyncThreads()
	mine := gpu.AtomicAdd(next, 1)
	for gpu.AtomicAdd(serving, 0) != mine {
	}
	gpu.ThreadfenceBlock()
	*last = 3**last + 1
	out[mine] = *last
	gpu.ThreadfenceBlock()
	gpu.AtomicAdd(serving, 1)
}

// LaneRelay passes a value from lane to lane with flags.
//
//gpusim:check -grid 1 -block 32 out=33
func LaneRelay(out []int32) {
	flags := gpu.Shared[[33]int32]()
	t := gpu.ThreadIdx.X
	flags[t] = 0
	gpu.SyncThreads()
	if t > 0 {
		for gpu.LoadVolatile(&flags[t]) == 0 {
		}
		gpu.ThreadfenceBlock()
	}
	out[t+1] = out[t] + 1
	gpu.ThreadfenceBlock()
	gpu.StoreVolatile(&flags[t+1], 1)
}

// Backwards lets each block wait for the block after it.
//
//gpusim:check -grid 20 -block 32 data=21 flags=21
func Backwards(data []float32, flags []int32) {
	s := gpu.Shared[[32]float32]()
	b, t := gpu.BlockIdx.X, gpu.ThreadIdx.X
	s[t] = float32(b + t)
	gpu.SyncThreads()
	if t == 0 {
		v := s[31]
		if b < gpu.GridDim.X-1 {
			for gpu.LoadVolatile(&flags[b+1]) == 0 {
			}
			gpu.Threadfence()
			v += data[b+1]
		}
		data[b] = v + s[b]
		gpu.Threadfence()
		gpu.StoreVolatile(&flags[b], 1)
	}
}

// GridBarrier lets all blocks meet twice, and then read what another one wrote.
//
//gpusim:check -grid 6 -block 64 a=384 b=384 out=384 count=1
func GridBarrier(a, b, out []float32, count []uint32) {
	n, i := 64*gpu.GridDim.X, gpu.BlockIdx.X*64+gpu.ThreadIdx.X
	a[i] = float32(i)
	meet(count, 1)
	b[i] = a[n-1-i]
	meet(count, 2)
	out[i] = b[(i+64)%n]
	a[i] = out[i]
}

func meet(count []uint32, time uint32) {
	gpu.SyncThreads()
	if gpu.ThreadIdx.X == 0 {
		gpu.Threadfence()
		gpu.AtomicAdd(&count[0], 1)
		for gpu.LoadVolatile(&count[0]) < time*uint32(gpu.GridDim.X) {
		}
		gpu.Threadfence()
	}
	gpu.SyncThreads()
}

// PingPong lets two blocks pass a value to and fro.
//
//gpusim:check -grid 2 -block 1 ball=1 turn=1
func PingPong(ball []float32, turn []int32) {
	for k := range 10 {
		mine := int32(2*k + gpu.BlockIdx.X)
		for gpu.LoadVolatile(&turn[0]) != mine {
		}
		gpu.Threadfence()
		ball[0] = 2*ball[0] + 1
		gpu.Threadfence()
		gpu.StoreVolatile(&turn[0], mine+1)
	}
}
