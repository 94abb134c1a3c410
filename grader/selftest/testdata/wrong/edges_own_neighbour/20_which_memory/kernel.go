// The outer lanes have no neighbour in their warp, and take their own pixel.
package whichmemory

import "gpucourse/gpusim/gpu"

var Weights gpu.Constant[[9]float32]

func Edges(out, total, in []float32, width, height int) {
	x, first := gpu.BlockIdx.X*32+gpu.ThreadIdx.X, gpu.BlockIdx.Y*32+4*gpu.ThreadIdx.Y
	middle := within(x, width)
	var sums [4]float32
	for r := range 6 {
		row := within(first+r-1, height) * width
		v := in[row+middle]
		left, right := gpu.ShflUpSync(gpu.FullMask, v, 1), gpu.ShflDownSync(gpu.FullMask, v, 1)
		for k := range 4 {
			if d := r - k; 0 <= d && d < 3 {
				sums[k] += Weights.V[3*d]*left + Weights.V[3*d+1]*v + Weights.V[3*d+2]*right
			}
		}
	}
	all := float32(0)
	for k := range 4 {
		if y := first + k; x < width && y < height {
			e := max(sums[k], -sums[k])
			out[y*width+x] = e // want `wrong result: out\[` `its nine neighbours`
			all += e
		}
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
