// Package whichmemory solves exercise 20.
package whichmemory

import "gpucourse/gpusim/gpu"

// Weights are uniform: all lanes read the same weight in the same step, from constant memory.
var Weights gpu.Constant[[9]float32]

// Edges walks down a column of six rows with each thread. A row is loaded once, through the
// read-only path, where the loads of the neighbouring lanes hit. Its nine products go to three
// pixels, whose sums wait in registers.
func Edges(out, total, in []float32, width, height int) {
	tx, ty := gpu.ThreadIdx.X, gpu.ThreadIdx.Y
	x, top := gpu.BlockIdx.X*32+tx, gpu.BlockIdx.Y*32+4*ty
	left, middle, right := within(x-1, width), within(x, width), within(x+1, width)
	all, above, here := float32(0), float32(0), float32(0)
	for r := range 6 {
		row := within(top+r-1, height) * width
		a, b, c := gpu.Ldg(&in[row+left]), gpu.Ldg(&in[row+middle]), gpu.Ldg(&in[row+right])
		above += Weights.V[6]*a + Weights.V[7]*b + Weights.V[8]*c
		here += Weights.V[3]*a + Weights.V[4]*b + Weights.V[5]*c
		if y := top + r - 2; r >= 2 && x < width && y < height {
			edge := max(above, -above)
			out[y*width+x] = edge
			all += edge
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

// Taps are uniform, so they are constants. Levels are looked up by lanes with different codes.
var (
	Taps   gpu.Constant[[32]float32]
	Levels gpu.Global[[256]float32]
)

// Decode looks each code up once per block, through the read-only cache, and keeps the levels of the block in
// shared memory, where 32 outputs need each of them.
func Decode(out []float32, in []uint32, n int) {
	tile := gpu.Shared[[287]float32]()
	t, first := gpu.ThreadIdx.X, gpu.BlockIdx.X*256
	for k := t; k < 287; k += 256 {
		if first+k < n+31 {
			tile[k] = gpu.Ldg(&Levels.V[in[first+k]])
		}
	}
	gpu.SyncThreads()
	if first+t >= n {
		return
	}
	sum := float32(0)
	for k := range 32 {
		sum += Taps.V[k] * tile[t+k]
	}
	out[first+t] = sum
}
