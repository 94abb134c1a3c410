package faulty

import "gpucourse/gpusim/gpu"

// Kernels whose threads do not come together.

// InIf lets half of a warp wait.
//
//gpusim:check -grid 1 -block 64 x=64:ramp
func InIf(x []float32) {
	if gpu.ThreadIdx.X < 48 {
		gpu.SyncThreads() // want "SyncThreads in code that not all threads of a warp execute.* BarrierDivergence"
		x[gpu.ThreadIdx.X] *= 2
	}
}

// TwoBarriers lets warps wait at different barriers.
//
//gpusim:check -grid 1 -block 64 x=64:ramp
func TwoBarriers(x []float32) {
	if gpu.WarpID() == 0 {
		gpu.SyncThreads() // want "BarrierDivergence"
		x[gpu.ThreadIdx.X] *= 2
	} else {
		gpu.SyncThreads()
		x[gpu.ThreadIdx.X] *= 3
	}
}

// EarlyReturn returns before the barrier, on a device whose barriers count all threads.
//
//gpusim:check -device C2050 -grid 1 -block 64 x=40:ramp
func EarlyReturn(x []float32) {
	s := gpu.Shared[[64]float32]()
	t := gpu.ThreadIdx.X
	if t >= len(x) {
		return
	}
	s[t] = x[t]
	gpu.SyncThreads() // want "BarrierDivergence"
	x[t] = s[len(x)-1-t]
}

// UnevenLoop waits as often as a thread has elements.
//
//gpusim:check -grid 1 -block 32 x=100:ramp
func UnevenLoop(x []float32) {
	for i := gpu.ThreadIdx.X; i < len(x); i += gpu.BlockDim.X {
		x[i] *= 2
		gpu.SyncThreads() // want "BarrierDivergence"
	}
}

// AbsentLanes names lanes that do not execute the call.
//
//gpusim:check -grid 1 -block 32 x=32:ramp
func AbsentLanes(x []float32) {
	if t := gpu.ThreadIdx.X; t < 16 {
		x[t] += gpu.ShflDownSync(gpu.FullMask, x[t], 1) // want "names lane 16, which does not execute this call.* WarpMask"
	}
}

// NotInMask calls with a mask that leaves the caller out.
//
//gpusim:check -grid 1 -block 32 x=32:ramp
func NotInMask(x []float32) {
	t := gpu.ThreadIdx.X
	x[t] += gpu.ShflXorSync(0xffff, x[t], 1) // want "the mask 0x0000ffff does not name lane 16, which passes it.* WarpMask"
}

// MatchInIf lets a match ask lanes that are not there.
//
//gpusim:check -grid 1 -block 32 out=32 in=32:rand(4)
func MatchInIf(out []int32, in []float32) {
	t := gpu.ThreadIdx.X
	if in[t] > 0.2 {
		out[t] = int32(gpu.MatchAnySync(gpu.FullMask, in[t])) // want "WarpMask"
	}
}

// VoteInIf lets a vote ask lanes that are not there.
//
//gpusim:check -grid 1 -block 32 out=32 in=32:rand(1)
func VoteInIf(out []int32, in []float32) {
	if t := gpu.ThreadIdx.X; in[t] > 0.5 {
		out[t] = int32(gpu.BallotSync(gpu.FullMask, in[t] > 0.7)) // want "WarpMask"
	}
}

// BeyondMask takes values of lanes outside of the mask.
//
//gpusim:check -grid 1 -block 32 x=32:ramp
func BeyondMask(x []float32) {
	if t := gpu.ThreadIdx.X; t < 24 {
		v := x[t]
		v += gpu.ShflDownSync(0xffffff, v, 8) // want "lane 16 of its warp, takes the value of lane 24.* UndefinedLane"
		x[t] = v
	}
}

// EndedLanes takes values of lanes that have returned.
//
//gpusim:check -grid 1 -block 32 x=20:ramp
func EndedLanes(x []float32) {
	t := gpu.ThreadIdx.X
	if t >= len(x) {
		return
	}
	v := x[t]
	for d := 16; d > 0; d /= 2 {
		v += gpu.ShflDownSync(gpu.FullMask, v, d) // want "UndefinedLane"
	}
	if t == 0 {
		x[0] = v
	}
}

// UndefinedBranch lets a value of a lane that does not take part decide a branch.
//
//gpusim:check -grid 1 -block 32 x=32:ramp
func UndefinedBranch(x []float32) {
	if t := gpu.ThreadIdx.X; t < 24 {
		if gpu.ShflDownSync(0xffffff, x[t], 8) > 3 { // want "lane 16 of its warp, takes the value of lane 24.* UndefinedLane"
			x[t] = 0
		}
	}
}

// UndefinedIndex loads from where a value of a lane that does not take part says.
//
//gpusim:check -grid 1 -block 32 out=32 in=32:ramp
func UndefinedIndex(out, in []int32) {
	if t := gpu.ThreadIdx.X; t < 24 {
		i := gpu.ShflDownSync(0xffffff, in[t], 8) // want "lane 16 of its warp, takes the value of lane 24.* UndefinedLane"
		if t < 20 {
			out[t] = in[i&15]
		}
	}
}

// UndefinedPassedOn passes an undefined value on to a lane that stores it.
//
//gpusim:check -grid 1 -block 32 x=32:ramp
func UndefinedPassedOn(x []float32) {
	if t := gpu.ThreadIdx.X; t < 24 {
		v := 2*gpu.ShflDownSync(0xffffff, x[t], 8) + 1 // want "lane 20 of its warp, takes the value of lane 28.* UndefinedLane"
		v = gpu.ShflSync(0xffffff, v, 20)
		if t == 3 {
			x[t] = v
		}
	}
}

// OddWidth shuffles among 12 lanes.
//
//gpusim:check -grid 1 -block 32 x=32:ramp width=12
func OddWidth(x []float32, width int) {
	t := gpu.ThreadIdx.X
	x[t] = gpu.ShflXorSync(gpu.FullMask, x[t], 1, width) // want "the width 12 of a shuffle is no power of two.* ShuffleWidth"
}

// WarpBarrierInIf lets half of a warp wait for all of it.
//
//gpusim:check -grid 1 -block 32 x=32:ramp
func WarpBarrierInIf(x []float32) {
	if gpu.ThreadIdx.X < 16 {
		gpu.SyncWarp() // want "WarpMask"
		x[gpu.ThreadIdx.X] = 1
	}
}
