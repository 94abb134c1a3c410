// Shuffles within warps, groups of rows as structs, a loop without unrolling.
package occupancy

import "gpucourse/gpusim/gpu"

const Threads = 256

type figures struct {
	sum, squares float64
	least, most  float32
}

func Statistics(sum, squares, least, most, in []float32, n int) {
	of := gpu.Shared[[Threads / 32]figures]()
	b, t := gpu.BlockIdx.X, gpu.ThreadIdx.X
	i := b*Threads + t
	x := in[min(i, n-1)]
	f := figures{least: x, most: x}
	if i < n {
		f.sum, f.squares = float64(x), float64(x)*float64(x)
	}
	for d := 16; d > 0; d /= 2 {
		f.sum += gpu.ShflDownSync(gpu.FullMask, f.sum, d)
		f.squares += gpu.ShflDownSync(gpu.FullMask, f.squares, d)
		f.least = min(f.least, gpu.ShflDownSync(gpu.FullMask, f.least, d))
		f.most = max(f.most, gpu.ShflDownSync(gpu.FullMask, f.most, d))
	}
	if t%32 == 0 {
		of[t/32] = f
	}
	gpu.SyncThreads()
	if t == 0 {
		for w := 1; w < Threads/32; w++ {
			f.sum += of[w].sum
			f.squares += of[w].squares
			f.least = min(f.least, of[w].least)
			f.most = max(f.most, of[w].most)
		}
		sum[b], squares[b] = float32(f.sum), float32(f.squares)
		least[b], most[b] = f.least, f.most
	}
}

const Rows = 16

func Project(out, w, in []float32, columns, n int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if i >= n {
		return
	}
	for r := 0; r < Rows; r += 4 {
		a, b, c, d := 0.0, 0.0, 0.0, 0.0
		for k := 0; k < columns; k++ {
			x, row := float64(in[k*n+i]), k*Rows+r
			a += float64(w[row]) * x
			b += float64(w[row+1]) * x
			c += float64(w[row+2]) * x
			d += float64(w[row+3]) * x
		}
		out[r*n+i], out[(r+1)*n+i] = float32(a), float32(b)
		out[(r+2)*n+i], out[(r+3)*n+i] = float32(c), float32(d)
	}
}

const Taps = 48

//gpu:launchbounds 256 8
func Filter(out, in []float32, n int) {
	for i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X; i < n; i += gpu.GridDim.X * gpu.BlockDim.X {
		sum, weight := float32(0), float32(1)
		for k := range Taps {
			sum += weight * in[i+k]
			weight++
		}
		out[i] = sum
	}
}
