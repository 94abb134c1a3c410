// Every pixel still comes from L2 nine times.
package whichmemory

import "gpucourse/gpusim/gpu"

var Weights gpu.Constant[[9]float32]

func Edges(out, total, in []float32, width, height int) {
	all := float32(0)
	x := gpu.BlockIdx.X*32 + gpu.ThreadIdx.X
	for k := range 4 {
		y := gpu.BlockIdx.Y*32 + gpu.ThreadIdx.Y + 8*k
		if x < width && y < height {
			sum := float32(0)
			for dy := range 3 {
				for dx := range 3 {
					sum += Weights.V[3*dy+dx] * in[within(y+dy-1, height)*width+within(x+dx-1, width)] // want anywhere `goal missed: \d+ sectors requested from L2` `nine threads need the same pixel` `goal missed: \d+ cycles, limit 20200`
				}
			}
			sum = max(sum, -sum)
			out[y*width+x] = sum
			all += sum
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
