// Package faulty holds kernels whose blocks lack a barrier. Each is launched as its comment
// says; a want comment is what the checkers say about its line.
package faulty

import "gpucourse/gpusim/gpu"

// Reverse does not wait for the whole block.
//
//gpusim:check -grid 2 -block 64 x=128:ramp
func Reverse(x []float32) {
	s := gpu.Shared[[64]float32]()
	t := gpu.ThreadIdx.X
	i := gpu.BlockIdx.X*64 + t
	s[t] = x[i]    // want "s\\[\\d+\\] is written by thread .* and read by thread .* in line 15 .*with no barrier between.* SharedRace"
	x[i] = s[63-t] // want "before any thread of block .* Uninitialized"
}

// Broadcast lets the block read what thread 0 writes, without waiting for it.
//
//gpusim:check -grid 1 -block 64 out=64 in=1:ramp
func Broadcast(out, in []float32) {
	v := gpu.Shared[float32]()
	if gpu.ThreadIdx.X == 0 {
		*v = in[0] + 1 // want "SharedRace"
	}
	out[gpu.ThreadIdx.X] = *v
}

// Reduce halves the block without waiting in the loop.
//
//gpusim:check -grid 1 -block 128 out=1 in=128:ramp
func Reduce(out, in []float32) {
	s := gpu.Shared[[128]float32]()
	t := gpu.ThreadIdx.X
	s[t] = in[t]
	gpu.SyncThreads()
	for d := 64; d > 0; d /= 2 {
		if t < d {
			s[t] += s[t+d] // want "written by .*read by .* in the same line.* SharedRace"
		}
	}
	if t == 0 {
		out[0] = s[0]
	}
}

// Scan reads and writes its array in one round with one barrier.
//
//gpusim:check -grid 1 -block 128 x=128:ramp
func Scan(x []float32) {
	s := gpu.Shared[[128]float32]()
	t := gpu.ThreadIdx.X
	s[t] = x[t]
	for d := 1; d < 128; d *= 2 {
		gpu.SyncThreads()
		if t >= d {
			s[t] += s[t-d] // want "SharedRace"
		}
	}
	x[t] = s[t]
}

// Tiles loads the next tile before all threads have read the last one.
//
//gpusim:check -grid 1 -block 64 out=64 in=256:ramp
func Tiles(out, in []float32) {
	s := gpu.Shared[[64]float32]()
	t := gpu.ThreadIdx.X
	sum := float32(0)
	for tile := range 4 {
		s[t] = in[tile*64+t] // want "written by .*, and read by thread .* in line 74 .* SharedRace"
		gpu.SyncThreads()
		for k := range 64 {
			sum += s[k]
		}
	}
	out[t] = sum
}

// FirstWarpLoads lets one warp load for all of them.
//
//gpusim:check -grid 1 -block 128 out=128 in=128:ramp
func FirstWarpLoads(out, in []float32) {
	s := gpu.Shared[[128]float32]()
	t := gpu.ThreadIdx.X
	if t < 32 {
		for k := t; k < 128; k += 32 {
			s[k] = in[k] // want "SharedRace"
		}
	}
	out[t] = s[t]
}

// Histogram counts before all counters are zero.
//
//gpusim:check -grid 1 -block 64 bins=16 in=64:rand(1)
func Histogram(bins, in []uint32) {
	s := gpu.Shared[[64]uint32]()
	t := gpu.ThreadIdx.X
	s[t] = 0                       // want "written by .*, and updated by .* SharedRace"
	gpu.AtomicAdd(&s[in[t]&63], 1) // want? ""
	gpu.SyncThreads()
	if t < 16 {
		gpu.AtomicAdd(&bins[t], s[t])
	}
}

// HistogramEarly adds the counters up before all threads have counted.
//
//gpusim:check -grid 1 -block 64 bins=16 in=64:rand(1)
func HistogramEarly(bins, in []uint32) {
	s := gpu.Shared[[16]uint32]()
	t := gpu.ThreadIdx.X
	if t < 16 {
		s[t] = 0
	}
	gpu.SyncThreads()
	gpu.AtomicAdd(&s[in[t]&15], 1) // want "updated by .*, and read by .* SharedRace"
	if t < 16 {
		bins[t] = s[t]
	}
}

// Halo does not wait for the neighbours of its edges.
//
//gpusim:check -grid 1 -block 64 out=64 in=66:ramp
func Halo(out, in []float32) {
	s := gpu.Shared[[66]float32]()
	t := gpu.ThreadIdx.X
	s[t+1] = in[t+1] // want+ "SharedRace"
	if t == 0 {
		s[0] = in[0] // want? ""
	}
	if t == 63 {
		s[65] = in[65] // want? "WarpRace|SharedRace"
	}
	out[t] = s[t] + s[t+1] + s[t+2] // want "Uninitialized"
}

// Transpose reads columns before all rows are there.
//
//gpusim:check -grid 1 -block 16,16 out=256 in=256:ramp
func Transpose(out, in []float32) {
	tile := gpu.Shared[[16][17]float32]()
	x, y := gpu.ThreadIdx.X, gpu.ThreadIdx.Y
	tile[y][x] = in[y*16+x]  // want "tile\\[\\d+\\]\\[\\d+\\] is written by thread .* SharedRace"
	out[y*16+x] = tile[x][y] // want "Uninitialized"
}

// WaitFirst waits before it writes, not after.
//
//gpusim:check -grid 1 -block 64 x=64:ramp
func WaitFirst(x []float32) {
	s := gpu.Shared[[64]float32]()
	t := gpu.ThreadIdx.X
	gpu.SyncThreads()
	s[t] = x[t]    // want "SharedRace"
	x[t] = s[t^32] // want "Uninitialized"
}

// PlainCount counts without atomics.
//
//gpusim:check -grid 1 -block 64 out=1
func PlainCount(out []int32) {
	n := gpu.Shared[int32]()
	if gpu.ThreadIdx.X == 0 {
		*n = 0
	}
	gpu.SyncThreads()
	*n += 1 // want "n is .* by .* LostUpdate"
	gpu.SyncThreads()
	if gpu.ThreadIdx.X == 0 {
		out[0] = *n
	}
}

// OneBuffer means to use two buffers in turn and uses the same one.
//
//gpusim:check -grid 1 -block 64 x=64:ramp
func OneBuffer(x []float32) {
	s := gpu.Shared[[2][64]float32]()
	t := gpu.ThreadIdx.X
	v := x[t]
	for round := range 4 {
		s[round/4][t] = v // want "SharedRace"
		gpu.SyncThreads()
		v += s[round/4][(t+32)%64]
	}
	x[t] = v
}

// Overlap lets two parts of dynamic shared memory overlap.
//
//gpusim:check -grid 1 -block 64 -shared 512 out=64 in=64:ramp
func Overlap(out, in []float32) {
	s := gpu.DynamicShared[float32]()
	t := gpu.ThreadIdx.X
	s[t] = in[t] // want "SharedRace"
	s[32+t] = 2 * in[t]
	gpu.SyncThreads()
	out[t] = s[t] + s[32+t]
}

// WarpSums adds the sums of the warps before they are all there.
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
		sums[t/32] = v // want "SharedRace"
	}
	if t == 0 {
		out[0] = sums[0] + sums[1] + sums[2] + sums[3] // want "Uninitialized"
	}
}

// pair is a value with its place.
type pair struct {
	value float32
	place int32
}

// Largest compares fields that another warp may be writing.
//
//gpusim:check -grid 1 -block 64 out=1 in=64:rand(1)
func Largest(out []int32, in []float32) {
	s := gpu.Shared[[64]pair]()
	t := gpu.ThreadIdx.X
	s[t] = pair{in[t], int32(t)} // want+ "SharedRace"
	for d := 32; d > 0; d /= 2 {
		if t < d && s[t+d].value > s[t].value { // want+ "Race|Uninitialized"
			s[t] = s[t+d] // want? "Race|Uninitialized"
		}
		gpu.SyncThreads()
	}
	if t == 0 {
		out[0] = s[0].place
	}
}

// LeaderWaits lets only the leader's value depend on all others, which do not wait.
//
//gpusim:check -grid 1 -block 96 out=1 in=96:ramp
func LeaderWaits(out, in []float32) {
	s := gpu.Shared[[96]float32]()
	t := gpu.ThreadIdx.X
	s[t] = in[t] // want "SharedRace"
	if t == 0 {
		sum := float32(0)
		for k := range 96 {
			sum += s[k] // want "Uninitialized"
		}
		out[0] = sum
	}
}
