package faulty

import "gpucourse/gpusim/gpu"

// Kernels that race in global memory.

// ReverseGlobal reverses in place.
//
//gpusim:check -grid 1 -block 64 x=64:ramp
func ReverseGlobal(x []float32) {
	t := gpu.ThreadIdx.X
	v := x[t] // want "x\\[\\d+\\] is read .*, and written .* GlobalRace"
	x[63-t] = v
}

// Chain adds to what the block before it left.
//
//gpusim:check -grid 8 -block 1 sum=8
func Chain(sum []float32) {
	b := gpu.BlockIdx.X
	before := float32(0)
	if b > 0 {
		before = sum[b-1] // want "read by .* of block .*, and written by .*though blocks run in any order.* BlockRace"
	}
	sum[b] = before + 1
}

// Total adds without atomics.
//
//gpusim:check -grid 4 -block 32 sum=1 in=4:ramp
func Total(sum, in []float32) {
	if gpu.ThreadIdx.X == 0 {
		sum[0] += in[gpu.BlockIdx.X] // want "what one of them writes between the other's read and write is lost.* LostUpdate"
	}
}

// Smooth averages neighbours in place.
//
//gpusim:check -grid 2 -block 64 x=128:ramp
func Smooth(x []float32) {
	i := gpu.BlockIdx.X*64 + gpu.ThreadIdx.X
	if i > 0 && i < len(x)-1 {
		x[i] = (x[i-1] + x[i+1]) / 2 // want+ "x\\[\\d+\\] is .* in the same line.*(BlockRace|GlobalRace)"
	}
}

// Ready and Data are a flag and its message.
var (
	Ready gpu.Global[int32]
	Data  gpu.Global[[4]float32]
)

// Unfenced passes a message with a volatile flag and no fence.
//
//gpusim:check -grid 2 -block 1 out=1
func Unfenced(out []float32) {
	if gpu.BlockIdx.X == 0 {
		Data.V[2] = 5 // want "Data.V\\[2\\] is written .* BlockRace"
		gpu.StoreVolatile(&Ready.V, 1)
	} else if gpu.LoadVolatile(&Ready.V) == 1 {
		out[0] = Data.V[2]
	}
}

// HalfFenced forgets the fence of the reader.
//
//gpusim:check -grid 2 -block 1 out=1
func HalfFenced(out []float32) {
	if gpu.BlockIdx.X == 0 {
		Data.V[2] = 5 // want "with nothing between but fences.* FencedRace"
		gpu.Threadfence()
		gpu.StoreVolatile(&Ready.V, 1)
	} else if gpu.LoadVolatile(&Ready.V) == 1 {
		out[0] = Data.V[2]
	}
}

// SameValue lets all threads write one value.
//
//gpusim:check -grid 1 -block 64 x=1
func SameValue(x []int32) {
	x[0] = 7 // want "the same value in no order.* SameValueRace"
}

// PlainFlag passes a message with a plain flag.
//
//gpusim:check -grid 2 -block 1 out=1
func PlainFlag(out []float32) {
	if gpu.BlockIdx.X == 0 {
		Data.V[1] = 5 // want "BlockRace"
		gpu.Threadfence()
		Ready.V = 1 // want "Ready.V is written .* BlockRace"
	} else if Ready.V == 1 {
		gpu.Threadfence()
		out[0] = Data.V[1]
	}
}

// Tickets counts the blocks that are done.
var Tickets gpu.Global[uint32]

// LastBlockUnfenced adds the sums of all blocks in the last one, without a fence.
//
//gpusim:check -grid 4 -block 32 sums=4 in=4:ramp
func LastBlockUnfenced(sums, in []float32) {
	if gpu.ThreadIdx.X != 0 {
		return
	}
	b := gpu.BlockIdx.X
	sums[b] = in[b] * 2 // want "read by .* BlockRace" "and by .* BlockRace"
	if gpu.AtomicInc(&Tickets.V, uint32(gpu.GridDim.X-1)) == uint32(gpu.GridDim.X-1) {
		total := float32(0)
		for k := range gpu.GridDim.X {
			total += sums[k]
		}
		sums[0] = total
	}
}

// OneElement lets the lanes of a warp write different values to one element.
//
//gpusim:check -grid 1 -block 64 x=2
func OneElement(x []int32) {
	x[gpu.ThreadIdx.X/32] = int32(gpu.ThreadIdx.X) // want "write different values to x\\[0\\] in one instruction.* StoreConflict"
}

// PlainHistogram counts in global memory without atomics.
//
//gpusim:check -grid 2 -block 64 bins=8 in=128:rand(1)
func PlainHistogram(bins, in []uint32) {
	bins[in[gpu.BlockIdx.X*64+gpu.ThreadIdx.X]&7]++ // want "LostUpdate"
}

// TwoEach lets a thread write its element and the next one.
//
//gpusim:check -grid 2 -block 64 x=129
func TwoEach(x []int32) {
	i := gpu.BlockIdx.X*64 + gpu.ThreadIdx.X
	x[i] = int32(i) // want+ "BlockRace|GlobalRace|WarpRace"
	x[i+1] = int32(-i)
}

// Queue takes a place in a list without an atomic.
//
//gpusim:check -grid 2 -block 32 n=1 list=64 in=64:rand(2)
func Queue(n, list []int32, in []float32) {
	i := gpu.BlockIdx.X*32 + gpu.ThreadIdx.X
	if in[i] > 0.5 {
		at := n[0]
		n[0] = at + 1       // want "LostUpdate"
		list[at] = int32(i) // want+ "StoreConflict|Race"
	}
}

// MixedCount updates with atomics and reads without.
//
//gpusim:check -grid 2 -block 32 n=1 out=64
func MixedCount(n, out []int32) {
	gpu.AtomicAdd(&n[0], 1) // want+ "updated by .* read by .* (BlockRace|WarpRace)"
	out[gpu.BlockIdx.X*32+gpu.ThreadIdx.X] = n[0]
}

// SameRow lets two blocks write one row.
//
//gpusim:check -grid 2,2 -block 32 x=64
func SameRow(x []int32) {
	x[gpu.BlockIdx.X*32+gpu.ThreadIdx.X] = int32(gpu.BlockIdx.Y) // want "BlockRace"
}

// InBlockExchange exchanges through global memory and a fence, without a barrier.
//
//gpusim:check -grid 1 -block 64 x=64:ramp out=64
func InBlockExchange(x, out []float32) {
	t := gpu.ThreadIdx.X
	x[t] += 1 // want "GlobalRace"
	gpu.ThreadfenceBlock()
	out[t] = x[(t+32)%64]
}
