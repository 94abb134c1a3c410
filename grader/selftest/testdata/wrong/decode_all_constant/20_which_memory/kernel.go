package whichmemory

import "gpucourse/gpusim/gpu"

// Taps and Levels are where their users want them.
var (
	Taps   gpu.Constant[[32]float32]
	Levels gpu.Constant[[256]float32]
)

// Decode keeps codes in shared memory and looks them up in constant memory, one code of a warp at a time.
func Decode(out []float32, in []uint32, n int) { // want anywhere `constant requests, limit`
	tile := gpu.Shared[[287]uint32]()
	t, first := gpu.ThreadIdx.X, gpu.BlockIdx.X*256
	for k := t; k < 287; k += 256 {
		if first+k < n+31 {
			tile[k] = in[first+k]
		}
	}
	gpu.SyncThreads()
	if first+t >= n {
		return
	}
	sum := float32(0)
	for k := range 32 {
		sum += Taps.V[k] * Levels.V[tile[t+k]]
	}
	out[first+t] = sum
}
