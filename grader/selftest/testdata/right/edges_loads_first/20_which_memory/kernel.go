// All loads come before the first product, so that they wait together.
package whichmemory

import "gpucourse/gpusim/gpu"

var Weights gpu.Constant[[9]float32]

func Edges(out, total, in []float32, width, height int) {
	tx, ty := gpu.ThreadIdx.X, gpu.ThreadIdx.Y
	x, top := gpu.BlockIdx.X*32+tx, gpu.BlockIdx.Y*32+4*ty
	left, middle, right := within(x-1, width), within(x, width), within(x+1, width)
	var u, v, w [6]float32
	for r := range 6 {
		row := within(top+r-1, height) * width
		u[r], v[r], w[r] = gpu.Ldg(&in[row+left]), gpu.Ldg(&in[row+middle]), gpu.Ldg(&in[row+right])
	}
	all, above, here := float32(0), float32(0), float32(0)
	for r := range 6 {
		a, b, c := u[r], v[r], w[r]
		above += Weights.V[6]*a + Weights.V[7]*b + Weights.V[8]*c
		here += Weights.V[3]*a + Weights.V[4]*b + Weights.V[5]*c
		if y := top + r - 2; r >= 2 && x < width && y < height {
			e := max(above, -above)
			out[y*width+x] = e
			all += e
		}
		above, here = here, Weights.V[0]*a+Weights.V[1]*b+Weights.V[2]*c
	}
	addUp(total, all)
}

// addUp adds the values of a block to total[0]: by shuffles in each warp, then one word per warp.
func addUp(total []float32, v float32) {
	parts := gpu.Shared[[8]float32]()
	for d := 16; d > 0; d /= 2 {
		v += gpu.ShflDownSync(gpu.FullMask, v, d)
	}
	if gpu.ThreadIdx.X == 0 {
		parts[gpu.ThreadIdx.Y] = v
	}
	gpu.SyncThreads()
	if gpu.ThreadIdx.X == 0 && gpu.ThreadIdx.Y == 0 {
		v = 0
		for _, part := range parts {
			v += part
		}
		gpu.AtomicAdd(&total[0], v)
	}
}

// within returns the index from 0 to n-1 that is nearest to i.
func within(i, n int) int { return min(max(i, 0), n-1) }
