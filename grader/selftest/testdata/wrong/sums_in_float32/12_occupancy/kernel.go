// Half the room, and sums that are rounded 255 times.
package occupancy

import "gpucourse/gpusim/gpu"

const Threads = 256

func Statistics(sum, squares, least, most, in []float32, n int) {
	sums, squared := gpu.Shared[[Threads]float32](), gpu.Shared[[Threads]float32]()
	lows, highs := gpu.Shared[[Threads]float32](), gpu.Shared[[Threads]float32]()
	t := gpu.ThreadIdx.X
	i := gpu.BlockIdx.X*Threads + t
	v := in[min(i, n-1)]
	lows[t], highs[t] = v, v
	if i >= n {
		v = 0
	}
	sums[t], squared[t] = v, v*v
	for half := Threads / 2; half > 0; half /= 2 {
		gpu.SyncThreads()
		if t < half {
			sums[t] += sums[t+half]
			squared[t] += squared[t+half]
			lows[t] = min(lows[t], lows[t+half])
			highs[t] = max(highs[t], highs[t+half])
		}
	}
	if t == 0 {
		b := gpu.BlockIdx.X
		sum[b], squares[b] = sums[0], squared[0] // want `squares\[0\] has a wrong value` `float64`
		least[b], most[b] = lows[0], highs[0]
	}
}
