// Tiles of 16×32 and 32×16; a padded row; the tile asked for at run time.
package tiling

import "gpucourse/gpusim/gpu"

func Product(c, a, b []float32, m, k, n int) {
	const deep = 32
	as, bs := gpu.Shared[[deep][16]float32](), gpu.Shared[[deep][16]float32]()
	tx, ty := gpu.ThreadIdx.X, gpu.ThreadIdx.Y
	row, col := gpu.BlockIdx.Y*16+ty, gpu.BlockIdx.X*16+tx
	sum := float32(0)
	for first := 0; first < k; first += deep {
		for e := 0; e < deep; e += 16 {
			as[e+ty][tx], bs[e+ty][tx] = 0, 0
			if at := gpu.BlockIdx.Y*16 + tx; first+e+ty < k && at < m {
				as[e+ty][tx] = a[(first+e+ty)*m+at]
			}
			if first+e+ty < k && col < n {
				bs[e+ty][tx] = b[(first+e+ty)*n+col]
			}
		}
		gpu.SyncThreads()
		for e := range deep {
			sum += as[e][ty] * bs[e][tx]
		}
		gpu.SyncThreads()
	}
	if row < m && col < n {
		c[row*n+col] = sum
	}
}

func Window(out, in []float32, n int) {
	near := gpu.Shared[[144]float32]()
	first := gpu.BlockIdx.X*gpu.BlockDim.X - 8
	for t := gpu.ThreadIdx.X; t < 144; t += gpu.BlockDim.X {
		near[t] = in[(first+t+n)%n]
	}
	gpu.SyncThreads()
	if i := first + 8 + gpu.ThreadIdx.X; i < n {
		sum := float32(0)
		for _, v := range near[gpu.ThreadIdx.X : gpu.ThreadIdx.X+17] {
			sum += v
		}
		out[i] = sum
	}
}

func Distances(out, in []float32, n int) {
	part := gpu.Shared[[128]float32]()
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	mine, sum := float32(0), float32(0)
	if i < n {
		mine = in[i]
	}
	for first := 0; first < n; first += 128 {
		if j := first + gpu.ThreadIdx.X; j < n {
			part[gpu.ThreadIdx.X] = in[j]
		}
		gpu.SyncThreads()
		for j := 0; j < 128 && first+j < n; j++ {
			sum += gpu.Abs(mine - part[j])
		}
		gpu.SyncThreads()
	}
	if i < n {
		out[i] = sum
	}
}
