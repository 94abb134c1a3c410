package faulty

import "gpucourse/gpusim/gpu"

// Kernels whose lanes lack a warp barrier: since cc 7.0 they run in any order.

// WarpReduce adds up in shared memory as if lanes ran in lockstep.
//
//gpusim:check -grid 1 -block 32 out=1 in=32:ramp
func WarpReduce(out, in []float32) {
	s := gpu.Shared[[32]float32]()
	t := gpu.ThreadIdx.X
	s[t] = in[t] // want "WarpRace"
	for d := 16; d > 0; d /= 2 {
		if t < d {
			s[t] += s[t+d] // want "WarpRace" "Uninitialized"
		}
	}
	if t == 0 {
		out[0] = s[0]
	}
}

// WarpReduceVolatile is the same with volatile accesses, which do not order lanes.
//
//gpusim:check -grid 1 -block 32 out=1 in=32:ramp
func WarpReduceVolatile(out, in []float32) {
	s := gpu.Shared[[64]float32]()
	t := gpu.ThreadIdx.X
	gpu.StoreVolatile(&s[t], in[t]) // want "with no gpu.SyncWarp\\(\\) between.* WarpRace"
	gpu.StoreVolatile(&s[t+32], 0)  // want "WarpRace"
	for d := 16; d > 0; d /= 2 {
		gpu.StoreVolatile(&s[t], gpu.LoadVolatile(&s[t])+gpu.LoadVolatile(&s[t+d])) // want "WarpRace"
	}
	if t == 0 {
		out[0] = gpu.LoadVolatile(&s[0])
	}
}

// Handover lets one half of the warp write and the other read, in two branches.
//
//gpusim:check -grid 1 -block 32 out=32 in=32:ramp
func Handover(out, in []float32) {
	s := gpu.Shared[[16]float32]()
	t := gpu.ThreadIdx.X
	if t < 16 {
		s[t] = in[t] // want "WarpRace"
	} else {
		out[t] = s[t-16]
	}
}

// Leader lets a lane write for its warp.
//
//gpusim:check -grid 1 -block 32 out=32 in=1:ramp
func Leader(out, in []float32) {
	s := gpu.Shared[float32]()
	if gpu.LaneID() == 0 {
		*s = in[0] // want "WarpRace"
	}
	out[gpu.LaneID()] = *s
}

// Rotate writes for the next round without waiting for this round's readers.
//
//gpusim:check -grid 1 -block 32 x=32:ramp
func Rotate(x []float32) {
	s := gpu.Shared[[32]float32]()
	t := gpu.LaneID()
	v := x[t]
	for range 4 {
		s[t] = v // want "WarpRace"
		gpu.SyncWarp()
		v = s[(t+1)%32]
	}
	x[t] = v
}

// WarpScan reads and writes in one round.
//
//gpusim:check -grid 1 -block 32 x=32:ramp
func WarpScan(x []float32) {
	s := gpu.Shared[[32]float32]()
	t := gpu.LaneID()
	s[t] = x[t]
	for d := 1; d < 32; d *= 2 {
		gpu.SyncWarp()
		if t >= d {
			s[t] += s[t-d] // want "WarpRace"
		}
	}
	x[t] = s[t]
}

// SwapGlobal exchanges neighbours in global memory.
//
//gpusim:check -grid 1 -block 32 x=32:ramp
func SwapGlobal(x []float32) {
	t := gpu.ThreadIdx.X
	v := x[t^1] // want "x\\[\\d+\\] is read by .*, and written by .* WarpRace"
	x[t] = v
}

// CountAndRead reads the counter that other lanes update.
//
//gpusim:check -grid 1 -block 32 out=1 in=32:rand(3)
func CountAndRead(out []int32, in []float32) {
	n := gpu.Shared[int32]()
	if gpu.LaneID() == 0 {
		*n = 0
	}
	gpu.SyncWarp()
	if in[gpu.LaneID()] > 0.5 {
		gpu.AtomicAdd(n, 1) // want "WarpRace"
	}
	if gpu.LaneID() == 0 {
		out[0] = *n
	}
}

// EachWarp gives each warp its own part, but lanes read their neighbour's element.
//
//gpusim:check -grid 2 -block 64 x=128:ramp
func EachWarp(x []float32) {
	s := gpu.Shared[[64]float32]()
	t := gpu.ThreadIdx.X
	i := gpu.BlockIdx.X*64 + t
	s[t] = x[i] // want "WarpRace"
	x[i] = s[t/32*32+31-t%32]
}

// Matrix lets lanes fill a row and read a column.
//
//gpusim:check -grid 1 -block 32 out=32 in=1024:ramp
func Matrix(out, in []float32) {
	tile := gpu.Shared[[32][33]float32]()
	t := gpu.LaneID()
	for y := range 32 {
		tile[y][t] = in[y*32+t] // want "WarpRace"
	}
	sum := float32(0)
	for x := range 32 {
		sum += tile[t][x]
	}
	out[t] = sum
}
