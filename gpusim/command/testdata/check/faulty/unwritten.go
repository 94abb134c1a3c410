package faulty

import "gpucourse/gpusim/gpu"

// Kernels that read what nobody has written.

// NeverCleared counts in shared memory that holds what was there before.
//
//gpusim:check -grid 1 -block 64 bins=16 in=64:rand(1)
func NeverCleared(bins, in []uint32) {
	s := gpu.Shared[[16]uint32]()
	t := gpu.ThreadIdx.X
	gpu.AtomicAdd(&s[in[t]&15], 1) // want "s\\[\\d+\\] is read by thread .*before any thread of block \\(0,0,0\\) has written it.* Uninitialized"
	gpu.SyncThreads()
	if t < 16 {
		bins[t] = s[t] // want? "Uninitialized"
	}
}

// PartlyCleared clears as many counters as a warp has lanes.
//
//gpusim:check -grid 1 -block 64 bins=64 in=64:ramp
func PartlyCleared(bins, in []uint32) {
	s := gpu.Shared[[64]uint32]()
	t := gpu.ThreadIdx.X
	if t < 32 {
		s[t] = 0
	}
	gpu.SyncThreads()
	gpu.AtomicAdd(&s[in[t]&63], 1) // want "s\\[32\\] .* Uninitialized"
	gpu.SyncThreads()
	bins[t] = s[t]
}

// NoHalo does not load the edges of its part.
//
//gpusim:check -grid 1 -block 64 out=64 in=64:ramp
func NoHalo(out, in []float32) {
	s := gpu.Shared[[66]float32]()
	t := gpu.ThreadIdx.X
	s[t+1] = in[t]
	gpu.SyncThreads()
	out[t] = s[t] + s[t+2] // want "Uninitialized"
}

// NoSum adds to a sum that was never set.
//
//gpusim:check -grid 1 -block 64 out=1 in=64:ramp
func NoSum(out, in []float32) {
	sum := gpu.Shared[float32]()
	gpu.AtomicAdd(sum, in[gpu.ThreadIdx.X]) // want "sum is read .* Uninitialized"
	gpu.SyncThreads()
	if gpu.ThreadIdx.X == 0 {
		out[0] = *sum
	}
}

// Padding reads the column that pads the rows.
//
//gpusim:check -grid 1 -block 16,16 out=256 in=256:ramp
func Padding(out, in []float32) {
	tile := gpu.Shared[[16][17]float32]()
	x, y := gpu.ThreadIdx.X, gpu.ThreadIdx.Y
	tile[y][x] = in[y*16+x]
	gpu.SyncThreads()
	out[y*16+x] = tile[y][x+1] // want "tile\\[0\\]\\[16\\] .* Uninitialized"
}

// Unset reads an array to which nobody copied.
//
//gpusim:check -grid 1 -block 64 out=64 in=64:unset
func Unset(out, in []float32) {
	out[gpu.ThreadIdx.X] = in[gpu.ThreadIdx.X] // want "in\\[0\\] is read .*neither the host nor a launch.* Uninitialized"
}

// Accumulate adds to an array that was never set to zero.
//
//gpusim:check -grid 1 -block 64 out=64:unset in=64:ramp
func Accumulate(out, in []float32) {
	out[gpu.ThreadIdx.X] += in[gpu.ThreadIdx.X] // want "Uninitialized"
}

// HalfWritten reads more of an array than the launch has written.
//
//gpusim:check -grid 1 -block 64 tmp=64:unset out=64
func HalfWritten(tmp, out []float32) {
	t := gpu.ThreadIdx.X
	if t < 32 {
		tmp[t] = float32(t)
	}
	gpu.SyncThreads()
	out[t] = tmp[t] // want "tmp\\[32\\] .* Uninitialized"
}

// Dynamic reads dynamic shared memory behind what was loaded.
//
//gpusim:check -grid 1 -block 64 -shared 512 out=64 in=64:ramp
func Dynamic(out, in []float32) {
	s := gpu.DynamicShared[float32]()
	t := gpu.ThreadIdx.X
	s[t] = in[t]
	gpu.SyncThreads()
	out[t] = s[t] + s[t+64] // want "Uninitialized"
}

// LastTile leaves the end of the last tile as it was.
//
//gpusim:check -grid 2 -block 64 out=2 in=100:ramp
func LastTile(out, in []float32) {
	s := gpu.Shared[[64]float32]()
	t := gpu.ThreadIdx.X
	i := gpu.BlockIdx.X*64 + t
	if i < len(in) {
		s[t] = in[i]
	}
	gpu.SyncThreads()
	if t == 0 {
		sum := float32(0)
		for k := range 64 {
			sum += s[k] // want "s\\[36\\] .*block \\(1,0,0\\).* Uninitialized"
		}
		out[gpu.BlockIdx.X] = sum
	}
}

// entry has a field that nobody sets.
type entry struct{ key, value int32 }

// Field reads it.
//
//gpusim:check -grid 1 -block 32 out=32
func Field(out []int32) {
	s := gpu.Shared[[32]entry]()
	t := gpu.ThreadIdx.X
	s[t].key = int32(t)
	out[t] = s[t].key + s[t].value // want "Uninitialized"
}

// EarlyBroadcast reads before anyone has written, and writes afterwards.
//
//gpusim:check -grid 1 -block 32 out=32
func EarlyBroadcast(out []int32) {
	v := gpu.Shared[int32]()
	out[gpu.ThreadIdx.X] = *v // want "Uninitialized"
	gpu.SyncThreads()
	if gpu.ThreadIdx.X == 0 {
		*v = 7
	}
}

// ExchangedOut keeps what an exchange found.
//
//gpusim:check -grid 1 -block 64 out=64 in=64:ramp
func ExchangedOut(out, in []int32) {
	s := gpu.Shared[[64]int32]()
	t := gpu.ThreadIdx.X
	out[t] = gpu.AtomicExch(&s[t], in[t]) // want "s\\[\\d+\\] is read by .* Uninitialized"
}
