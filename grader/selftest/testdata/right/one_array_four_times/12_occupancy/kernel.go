// One figure after the other is reduced in the same array.
package occupancy

import "gpucourse/gpusim/gpu"

// Threads is how many threads a block has.
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

// added returns the sum of all threads' v.
func added(room *[Threads]float64, v float64) float64 {
	t := gpu.ThreadIdx.X
	gpu.SyncThreads() // nobody still needs what was in the room before
	room[t] = v
	for half := Threads / 2; half > 0; half /= 2 {
		gpu.SyncThreads()
		if t < half {
			room[t] += room[t+half]
		}
	}
	gpu.SyncThreads()
	return room[0]
}

// lowest returns the least of all threads' v.
func lowest(room *[Threads]float64, v float64) float64 {
	t := gpu.ThreadIdx.X
	gpu.SyncThreads()
	room[t] = v
	for half := Threads / 2; half > 0; half /= 2 {
		gpu.SyncThreads()
		if t < half {
			room[t] = min(room[t], room[t+half])
		}
	}
	gpu.SyncThreads()
	return room[0]
}
