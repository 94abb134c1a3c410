package look

import (
	"math"

	"gpucourse/gpusim/gpu"
)

var tickets gpu.Global[int32]

// Look stores all that a thread sees of its launch: lengths, contents, extents, the order of
// blocks, and memory that nobody has set.
func Look(out []int32, in []float32, n int) {
	unset, dynamic := gpu.Shared[[64]int32](), gpu.DynamicShared[int32]()
	t := gpu.ThreadIdx.X
	at := 16 * (gpu.BlockIdx.X*gpu.BlockDim.X + t)
	out[at] = int32(len(out))
	out[at+1] = int32(len(in))
	out[at+2] = int32(math.Float32bits(in[t]))
	out[at+3] = int32(gpu.GridDim.X + 1000*gpu.BlockDim.X)
	out[at+4] = gpu.AtomicAdd(&tickets.V, 1)
	out[at+5] = unset[t]
	out[at+6] = dynamic[t]
	out[at+7] = int32(len(dynamic))
	out[at+8] = int32(n)
	out[at+9] = out[at+10]
}
