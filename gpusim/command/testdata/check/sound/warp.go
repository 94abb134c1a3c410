package sound

import "gpucourse/gpusim/gpu"

// WarpReduce adds up in shared memory with warp barriers.
//
//gpusim:check -grid 1 -block 32 out=1 in=32:ramp
func WarpReduce(out, in []float32) {
	s := gpu.Shared[[32]float32]()
	t := gpu.LaneID()
	s[t] = in[t]
	gpu.SyncWarp()
	for d := 16; d > 0; d /= 2 {
		v := s[t]
		if t < d {
			v += s[t+d]
		}
		gpu.SyncWarp()
		s[t] = v
		gpu.SyncWarp()
	}
	if t == 0 {
		out[0] = s[0]
	}
}

// WarpReduceInPlace lets only the lower lanes write.
//
//gpusim:check -grid 1 -block 32 out=1 in=32:ramp
func WarpReduceInPlace(out, in []float32) {
	s := gpu.Shared[[32]float32]()
	t := gpu.LaneID()
	s[t] = in[t]
	for d := 16; d > 0; d /= 2 {
		gpu.SyncWarp()
		if t < d {
			s[t] += s[t+d]
		}
	}
	gpu.SyncWarp()
	if t == 0 {
		out[0] = s[0]
	}
}

// WarpReduceVolatile is the old form, with the warp barriers that it needs today.
//
//gpusim:check -grid 1 -block 32 out=1 in=32:ramp
func WarpReduceVolatile(out, in []float32) {
	s := gpu.Shared[[32]float32]()
	t := gpu.LaneID()
	gpu.StoreVolatile(&s[t], in[t])
	for d := 16; d > 0; d /= 2 {
		gpu.SyncWarp()
		v := gpu.LoadVolatile(&s[t]) + gpu.LoadVolatile(&s[(t+d)%32])
		gpu.SyncWarp()
		gpu.StoreVolatile(&s[t], v)
	}
	if t == 0 {
		out[0] = gpu.LoadVolatile(&s[0])
	}
}

// Lockstep relies on lanes in lockstep, on a device that has them.
//
//gpusim:check -device K40 -grid 1 -block 32 out=1 in=32:ramp
func Lockstep(out, in []float32) {
	s := gpu.Shared[[64]float32]()
	t := gpu.LaneID()
	gpu.StoreVolatile(&s[t], in[t])
	gpu.StoreVolatile(&s[t+32], 0)
	for d := 16; d > 0; d /= 2 {
		gpu.StoreVolatile(&s[t], gpu.LoadVolatile(&s[t])+gpu.LoadVolatile(&s[t+d]))
	}
	if t == 0 {
		out[0] = gpu.LoadVolatile(&s[0])
	}
}

// Handover lets one half of the warp write and the other read.
//
//gpusim:check -grid 1 -block 32 out=32 in=32:ramp
func Handover(out, in []float32) {
	s := gpu.Shared[[16]float32]()
	t := gpu.LaneID()
	if t < 16 {
		s[t] = in[t]
	}
	gpu.SyncWarp()
	if t >= 16 {
		out[t] = s[t-16]
	}
}

// Rotate waits after writing and after reading.
//
//gpusim:check -grid 1 -block 64 x=64:ramp
func Rotate(x []float32) {
	s := gpu.Shared[[64]float32]()
	t := gpu.ThreadIdx.X
	base, lane := t/32*32, t%32
	v := x[t]
	for range 4 {
		s[t] = v
		gpu.SyncWarp()
		v = s[base+(lane+1)%32]
		gpu.SyncWarp()
	}
	x[t] = v
}

// Butterfly adds up with shuffles.
//
//gpusim:check -grid 1 -block 64 x=64:ramp
func Butterfly(x []float32) {
	v := x[gpu.ThreadIdx.X]
	for d := 16; d > 0; d /= 2 {
		v += gpu.ShflXorSync(gpu.FullMask, v, d)
	}
	x[gpu.ThreadIdx.X] = v
}

// Segments shuffles within segments of eight lanes.
//
//gpusim:check -grid 1 -block 32 x=32:ramp
func Segments(x []float32) {
	v := x[gpu.LaneID()]
	for d := 4; d > 0; d /= 2 {
		v += gpu.ShflDownSync(gpu.FullMask, v, d, 8)
	}
	x[gpu.LaneID()] = v
}

// HalfMask lets the lower half work by itself.
//
//gpusim:check -grid 1 -block 32 x=32:ramp
func HalfMask(x []float32) {
	if t := gpu.LaneID(); t < 16 {
		x[t] = gpu.ShflXorSync(0xffff, x[t], 1)
	}
}

// Votes counts the lanes that find something.
//
//gpusim:check -grid 1 -block 64 out=2 in=64:rand(1)
func Votes(out []int32, in []float32) {
	votes := gpu.BallotSync(gpu.FullMask, in[gpu.ThreadIdx.X] > 0.5)
	if gpu.LaneID() == 0 {
		out[gpu.WarpID()] = int32(gpu.Popc(votes))
	}
}

// OneAtomic lets one lane add for all that want to.
//
//gpusim:check -grid 2 -block 64 n=1 list=128 in=128:rand(1)
func OneAtomic(n []uint32, list []int32, in []float32) {
	i := gpu.BlockIdx.X*64 + gpu.ThreadIdx.X
	want := in[i] > 0.5
	votes := gpu.BallotSync(gpu.FullMask, want)
	at := uint32(0)
	if gpu.LaneID() == 0 {
		at = gpu.AtomicAdd(&n[0], uint32(gpu.Popc(votes)))
	}
	at = gpu.ShflSync(gpu.FullMask, at, 0)
	if want {
		list[int(at)+gpu.Popc(votes&(1<<gpu.LaneID()-1))] = int32(i)
	}
}

// WarpSums adds the sums of warps in the first warp.
//
//gpusim:check -grid 1 -block 128 out=1 in=128:ramp
func WarpSums(out, in []float32) {
	sums := gpu.Shared[[4]float32]()
	t := gpu.ThreadIdx.X
	v := in[t]
	for d := 16; d > 0; d /= 2 {
		v += gpu.ShflDownSync(gpu.FullMask, v, d)
	}
	if t%32 == 0 {
		sums[t/32] = v
	}
	gpu.SyncThreads()
	if t < 32 {
		v = 0
		if t < 4 {
			v = sums[t]
		}
		for d := 2; d > 0; d /= 2 {
			v += gpu.ShflDownSync(gpu.FullMask, v, d)
		}
		if t == 0 {
			out[0] = v
		}
	}
}

// Matrix fills rows and reads columns within a warp.
//
//gpusim:check -grid 1 -block 32 out=32 in=1024:ramp
func Matrix(out, in []float32) {
	tile := gpu.Shared[[32][33]float32]()
	t := gpu.LaneID()
	for y := range 32 {
		tile[y][t] = in[y*32+t]
	}
	gpu.SyncWarp()
	sum := float32(0)
	for x := range 32 {
		sum += tile[t][x]
	}
	out[t] = sum
}

// CountAndRead waits for the lanes that count.
//
//gpusim:check -grid 1 -block 32 out=1 in=32:rand(3)
func CountAndRead(out []int32, in []float32) {
	n := gpu.Shared[int32]()
	if gpu.LaneID() == 0 {
		*n = 0
	}
	gpu.SyncWarp()
	if in[gpu.LaneID()] > 0.5 {
		gpu.AtomicAdd(n, 1)
	}
	gpu.SyncWarp()
	if gpu.LaneID() == 0 {
		out[0] = *n
	}
}

// ReadTwice lets lanes read each other's element, and nobody writes.
//
//gpusim:check -grid 1 -block 64 out=64 in=64:ramp
func ReadTwice(out, in []float32) {
	t := gpu.ThreadIdx.X
	out[t] = in[t] + in[t^1] + in[63-t]
}

// Tail has a last warp that is not full.
//
//gpusim:check -grid 1 -block 40 out=40 in=40:ramp
func Tail(out, in []float32) {
	s := gpu.Shared[[40]float32]()
	t := gpu.ThreadIdx.X
	s[t] = in[t]
	gpu.SyncThreads()
	out[t] = s[39-t]
}

// ShuffleInArms lets both arms of a branch exchange values.
//
//gpusim:check -grid 1 -block 64 x=64:ramp
func ShuffleInArms(x []float32) {
	t := gpu.ThreadIdx.X
	v := x[t]
	if t%32 < 16 {
		v = 2 * gpu.ShflXorSync(gpu.FullMask, v, 16)
	} else {
		v += 3
		v = gpu.ShflXorSync(gpu.FullMask, v, 16)
	}
	x[t] = v
}

// SyncWarpInArms passes values between the arms of a branch.
//
//gpusim:check -grid 1 -block 32 x=32:ramp
func SyncWarpInArms(x []float32) {
	s := gpu.Shared[[32]float32]()
	t := gpu.ThreadIdx.X
	if t%2 == 0 {
		s[t] = x[t]
		gpu.SyncWarp()
		x[t] = s[t^1]
	} else {
		s[t] = -x[t]
		gpu.SyncWarp()
		x[t] = s[t^1]
	}
}

// HalvesMeet lets each half of a warp exchange values by itself.
//
//gpusim:check -grid 1 -block 32 x=32:ramp
func HalvesMeet(x []float32) {
	t := gpu.ThreadIdx.X
	if t < 16 {
		x[t] = gpu.ShflXorSync(0xffff, x[t], 8)
	} else {
		x[t] += gpu.ShflXorSync(0xffff0000, x[t], 4)
	}
}

// SumOfSome adds the values of the first n lanes. What lanes beyond them bring is taken, but
// not added.
//
//gpusim:check -grid 1 -block 32 x=32:ramp n=20
//gpusim:check -grid 1 -block 32 x=32:ramp n=1
func SumOfSome(x []int32, n int) {
	t := gpu.ThreadIdx.X
	mask, v := gpu.BallotSync(gpu.FullMask, t < n), x[t]
	if t < n {
		for d := 16; d > 0; d /= 2 {
			if w := gpu.ShflDownSync(mask, v, d); t+d < n {
				v += w
			}
		}
	}
	x[t] = v
}

// DropUndefined computes with undefined values, and drops the results.
//
//gpusim:check -grid 1 -block 32 x=32:ramp
func DropUndefined(x []int32) {
	t := gpu.ThreadIdx.X
	if t >= 20 {
		return
	}
	w := gpu.ShflDownSync(0xfffff, x[t], 4)*3 + 1
	if w += gpu.ShflSync(0xfffff, w, t/2); t < 8 && w > 3 {
		x[t] = w
	}
}
