// Values that all threads use lie in shared memory; so does the window.
package occupancy

import "gpucourse/gpusim/gpu"

const Threads = 256

func Statistics(sum, squares, least, most, in []float32, n int) {
	a, b := gpu.Shared[[Threads]float64](), gpu.Shared[[Threads]float64]()
	low, high := gpu.Shared[[Threads]float32](), gpu.Shared[[Threads]float32]()
	t, block := gpu.ThreadIdx.X, gpu.BlockIdx.X
	i := block*Threads + t
	v := in[min(i, n-1)]
	low[t], high[t] = v, v
	if i >= n {
		v = 0
	}
	a[t], b[t] = float64(v), float64(v)*float64(v)
	gpu.SyncThreads()
	for half := Threads / 2; half > 0; half >>= 1 {
		if t < half {
			a[t], b[t] = a[t]+a[t+half], b[t]+b[t+half]
			low[t], high[t] = min(low[t], low[t+half]), max(high[t], high[t+half])
		}
		gpu.SyncThreads()
	}
	switch t {
	case 0:
		sum[block] = float32(a[0])
	case 32:
		squares[block] = float32(b[0])
	case 64:
		least[block] = low[0]
	case 96:
		most[block] = high[0]
	}
}

const Rows = 16

func Project(out, w, in []float32, columns, n int) {
	own := gpu.Shared[[20 * Rows]float32]()
	for k := gpu.ThreadIdx.X; k < columns*Rows; k += gpu.BlockDim.X {
		own[k] = w[k]
	}
	gpu.SyncThreads()
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if i >= n {
		return
	}
	const together = 2
	for first := 0; first < Rows; first += together {
		var sums [together]float64
		for k := range columns {
			x := float64(in[k*n+i])
			for r := range together {
				sums[r] += float64(own[k*Rows+first+r]) * x
			}
		}
		for r := range together {
			out[(first+r)*n+i] = float32(sums[r])
		}
	}
}

const Taps = 48

func Filter(out, in []float32, n int) {
	near := gpu.Shared[[256 + Taps]float32]()
	t, first := gpu.ThreadIdx.X, gpu.BlockIdx.X*gpu.BlockDim.X
	for k := t; k < 256+Taps-1; k += 256 {
		if first+k < n+Taps-1 {
			near[k] = in[first+k]
		}
	}
	gpu.SyncThreads()
	if first+t >= n {
		return
	}
	sum := float32(0)
	for k := 0; k < Taps; k += 1 {
		sum += float32(k+1) * near[t+k]
	}
	out[first+t] = sum
}
