// Each lane loads all three planes and keeps one.
package coalescing

import "gpucourse/gpusim/gpu"

func Interleave(rgb, r, g, b []float32, n int) {
	for k := range 3 {
		j := (k*gpu.GridDim.X+gpu.BlockIdx.X)*gpu.BlockDim.X + gpu.ThreadIdx.X
		if j >= 3*n {
			break
		}
		v, vg, vb := r[j/3], g[j/3], b[j/3]
		switch j % 3 {
		case 1:
			v = vg
		case 2:
			v = vb
		}
		rgb[j] = v
	}
}
