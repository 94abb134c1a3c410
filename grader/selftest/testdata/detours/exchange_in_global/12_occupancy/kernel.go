// Package occupancy exchanges values in global memory, which does not limit occupancy.
package occupancy

import "gpucourse/gpusim/gpu"

// Threads is how many threads a block of Statistics has.
const Threads = 256

var room gpu.Global[[64 * 4 * Threads]float64]

// Statistics has the rounds of the stub.
func Statistics(sum, squares, least, most, in []float32, n int) { // want anywhere `percent occupancy, but \d+ sectors loaded and stored`
	t, b := gpu.ThreadIdx.X, gpu.BlockIdx.X
	i := b*Threads + t
	own := room.V[b*4*Threads : (b+1)*4*Threads]
	v := float64(in[min(i, n-1)])
	own[2*Threads+t], own[3*Threads+t] = v, v
	if i >= n {
		v = 0
	}
	own[t], own[Threads+t] = v, v*v
	for half := Threads / 2; half > 0; half /= 2 {
		gpu.SyncThreads()
		if t < half {
			own[t] += own[t+half]
			own[Threads+t] += own[Threads+t+half]
			own[2*Threads+t] = min(own[2*Threads+t], own[2*Threads+t+half])
			own[3*Threads+t] = max(own[3*Threads+t], own[3*Threads+t+half])
		}
	}
	if t == 0 {
		sum[b], squares[b] = float32(own[0]), float32(own[Threads])
		least[b], most[b] = float32(own[2*Threads]), float32(own[3*Threads])
	}
}
