// One room for all four, and nobody waits from round to round.
package occupancy

import "gpucourse/gpusim/gpu"

const Threads = 256

func Statistics(sum, squares, least, most, in []float32, n int) {
	room := gpu.Shared[[Threads]float64]()
	b := gpu.BlockIdx.X
	i := b*Threads + gpu.ThreadIdx.X
	v := float64(in[min(i, n-1)])
	low, high := lowest(room, v), -lowest(room, -v)
	if i >= n {
		v = 0
	}
	total, squared := added(room, v), added(room, v*v)
	if gpu.ThreadIdx.X == 0 {
		sum[b], squares[b] = float32(total), float32(squared)
		least[b], most[b] = float32(low), float32(high)
	}
}

func added(room *[Threads]float64, v float64) float64 {
	t := gpu.ThreadIdx.X
	gpu.SyncThreads()
	room[t] = v // want `is written by .*no barrier between`
	for half := Threads / 2; half > 0; half /= 2 {
		if t < half {
			room[t] += room[t+half]
		}
	}
	return room[0]
}

func lowest(room *[Threads]float64, v float64) float64 {
	t := gpu.ThreadIdx.X
	gpu.SyncThreads()
	room[t] = v
	for half := Threads / 2; half > 0; half /= 2 {
		if t < half {
			room[t] = min(room[t], room[t+half])
		}
	}
	return room[0]
}
