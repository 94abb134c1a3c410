// Package sound holds kernels without mistakes, which the checkers must not complain about.
// Each is launched as its comment says.
package sound

import "gpucourse/gpusim/gpu"

// Tickets counts the blocks that are done.
var Tickets gpu.Global[uint32]

// LastBlock adds the sums of all blocks in the block that is done last.
//
//gpusim:check -grid 4 -block 32 sums=4 total=1 in=4:ramp
func LastBlock(sums, total, in []float32) {
	if gpu.ThreadIdx.X != 0 {
		return
	}
	last := uint32(gpu.GridDim.X - 1)
	sums[gpu.BlockIdx.X] = in[gpu.BlockIdx.X] * 2
	gpu.Threadfence()
	if gpu.AtomicInc(&Tickets.V, last) == last {
		gpu.Threadfence()
		sum := float32(0)
		for k := range gpu.GridDim.X {
			sum += sums[k]
		}
		total[0] = sum
	}
}

// LastBlockShared lets all threads of the last block add.
//
//gpusim:check -grid 8 -block 64 sums=8 total=1 in=512:ramp
func LastBlockShared(sums, total, in []float32) {
	s := gpu.Shared[[64]float32]()
	done := gpu.Shared[uint32]()
	t := gpu.ThreadIdx.X
	s[t] = in[gpu.BlockIdx.X*64+t]
	gpu.SyncThreads()
	for d := 32; d > 0; d /= 2 {
		if t < d {
			s[t] += s[t+d]
		}
		gpu.SyncThreads()
	}
	if t == 0 {
		sums[gpu.BlockIdx.X] = s[0]
		gpu.Threadfence()
		*done = gpu.AtomicAdd(&Tickets.V, 1)
		gpu.Threadfence()
	}
	gpu.SyncThreads()
	if *done == uint32(gpu.GridDim.X-1) && t < gpu.GridDim.X {
		gpu.AtomicAdd(&total[0], sums[t])
	}
}

// Ready and Data are a flag and its message.
var (
	Ready gpu.Global[int32]
	Data  gpu.Global[[4]float32]
)

// Message passes a message from the first block to the second.
//
//gpusim:check -grid 2 -block 1 out=1
func Message(out []float32) {
	if gpu.BlockIdx.X == 0 {
		Data.V[2] = 5
		gpu.Threadfence()
		gpu.StoreVolatile(&Ready.V, 1)
	} else if gpu.LoadVolatile(&Ready.V) == 1 {
		gpu.Threadfence()
		out[0] = Data.V[2]
	}
}

// Relay passes a message on over the blocks.
//
//gpusim:check -grid 4 -block 1 data=5 flags=5
func Relay(data []float32, flags []int32) {
	b := gpu.BlockIdx.X
	v := float32(1)
	if b > 0 {
		for gpu.LoadVolatile(&flags[b]) == 0 {
		}
		gpu.Threadfence()
		v = data[b] + data[1]
	}
	data[b+1] = v
	gpu.Threadfence()
	gpu.StoreVolatile(&flags[b+1], 1)
}

// LookBack finds the sum before its block from the sums of the blocks before it: those that
// have only their own sum are added until one has the sum of all before it.
//
//gpusim:check -grid 8 -block 32 own=8 all=8 state=8 out=256 in=256:ramp
func LookBack(own, all []float32, state []int32, out, in []float32) {
	b, t := gpu.BlockIdx.X, gpu.ThreadIdx.X
	before := gpu.Shared[float32]()
	v := in[b*32+t]
	for d := 1; d < 32; d *= 2 {
		if up := gpu.ShflUpSync(gpu.FullMask, v, d); t >= d {
			v += up
		}
	}
	if t == 31 {
		own[b] = v
		gpu.Threadfence()
		gpu.StoreVolatile(&state[b], 1)
		sum := float32(0)
		for k := b - 1; k >= 0; k-- {
			s := gpu.LoadVolatile(&state[k])
			for s == 0 {
				s = gpu.LoadVolatile(&state[k])
			}
			gpu.Threadfence()
			if s == 2 {
				sum += all[k]
				break
			}
			sum += own[k]
		}
		all[b] = sum + v
		gpu.Threadfence()
		gpu.StoreVolatile(&state[b], 2)
		*before = sum
	}
	gpu.SyncThreads()
	out[b*32+t] = *before + v
}

// Histogram counts with atomics in shared and then in global memory.
//
//gpusim:check -grid 4 -block 64 bins=16 in=256:rand(1)
func Histogram(bins, in []uint32) {
	s := gpu.Shared[[16]uint32]()
	t := gpu.ThreadIdx.X
	if t < 16 {
		s[t] = 0
	}
	gpu.SyncThreads()
	gpu.AtomicAdd(&s[in[gpu.BlockIdx.X*64+t]&15], 1)
	gpu.SyncThreads()
	if t < 16 {
		gpu.AtomicAdd(&bins[t], s[t])
	}
}

// Append takes places in a list with an atomic.
//
//gpusim:check -grid 4 -block 64 n=1 list=256 in=256:rand(1)
func Append(n []uint32, list []int32, in []float32) {
	i := gpu.BlockIdx.X*64 + gpu.ThreadIdx.X
	if in[i] > 0.5 {
		list[gpu.AtomicAdd(&n[0], 1)] = int32(i)
	}
}

// GridStride adds up with a step of the grid.
//
//gpusim:check -grid 4 -block 64 out=1000 in=1000:ramp
func GridStride(out, in []float32) {
	for i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X; i < len(in); i += gpu.GridDim.X * gpu.BlockDim.X {
		out[i] = in[i] * 2
	}
}

// InPlace doubles each element.
//
//gpusim:check -grid 4 -block 64 x=256:ramp
func InPlace(x []float32) { x[gpu.BlockIdx.X*64+gpu.ThreadIdx.X] *= 2 }

// Largest keeps the largest value with an atomic.
//
//gpusim:check -grid 4 -block 64 most=1 in=256:rand(3)
func Largest(most, in []uint32) {
	gpu.AtomicMax(&most[0], in[gpu.BlockIdx.X*64+gpu.ThreadIdx.X])
}

// Claim lets the first thread that comes write an element.
//
//gpusim:check -grid 4 -block 64 taken=16 by=16 in=256:rand(4)
func Claim(taken, by []int32, in []uint32) {
	i := gpu.BlockIdx.X*64 + gpu.ThreadIdx.X
	at := in[i] & 15
	if gpu.AtomicCAS(&taken[at], 0, 1) == 0 {
		by[at] = int32(i)
	}
}

// Exchange passes elements between the threads of a block through global memory.
//
//gpusim:check -grid 2 -block 64 tmp=128 x=128:ramp
func Exchange(tmp, x []float32) {
	t, first := gpu.ThreadIdx.X, gpu.BlockIdx.X*64
	tmp[first+t] = x[first+t]
	gpu.SyncThreads()
	x[first+t] = tmp[first+63-t]
}
