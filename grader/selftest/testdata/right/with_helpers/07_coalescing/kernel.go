// Helpers and structs; the picture is walked by rows.
package coalescing

import "gpucourse/gpusim/gpu"

type point struct{ x, y int }

func here() point {
	return point{gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X, gpu.BlockIdx.Y*gpu.BlockDim.Y + gpu.ThreadIdx.Y}
}

func Saxpy(y, x []float32, a float32, n int) {
	step := gpu.GridDim.X * gpu.BlockDim.X
	for i := here().x; i < n; i += step {
		y[i] += a * x[i]
	}
}

func Brighten(out, in []float32, gain float32, width, height, pitch int) {
	p := here()
	if p.x >= width || p.y >= height {
		return
	}
	at := p.y*pitch + p.x
	out[at] = in[at] * gain
}

func Interleave(rgb, r, g, b []float32, n int) {
	first := 3 * gpu.BlockIdx.X * gpu.BlockDim.X
	for k := range 3 {
		j := first + k*gpu.BlockDim.X + gpu.ThreadIdx.X
		if j >= 3*n {
			return
		}
		i, v := j/3, float32(0)
		switch j % 3 {
		case 0:
			v = r[i]
		case 1:
			v = g[i]
		case 2:
			v = b[i]
		}
		rgb[j] = v
	}
}
