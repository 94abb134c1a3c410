// Package whichmemory is exercise 20: which memory when?
//
// Edges has one goal that says how far you came: par in cycles. Decode is empty.
package whichmemory

import "gpucourse/gpusim/gpu"

// Weights are the nine weights of a filter, row by row. The host sets them before the launch.
var Weights gpu.Constant[[9]float32]

// Edges filters a picture of width × height pixels, and adds up the result:
//
//	out[y*width+x] = | Weights[0]·in(x-1, y-1) + Weights[1]·in(x, y-1) + … + Weights[8]·in(x+1, y+1) |
//	total[0] += the sum of all out
//
// A pixel outside of the picture counts as the nearest pixel inside. All numbers are small
// integers, so sums are exact in any order.
//
// Grid: a block for each 32 × 32 pixels. Block: 32 × 8 threads, so a thread does four pixels.
func Edges(out, total, in []float32, width, height int) {
	x := gpu.BlockIdx.X*32 + gpu.ThreadIdx.X
	for k := range 4 {
		y := gpu.BlockIdx.Y*32 + gpu.ThreadIdx.Y + 8*k
		if x < width && y < height {
			sum := float32(0)
			for dy := range 3 {
				for dx := range 3 {
					sum += Weights.V[3*dy+dx] * in[within(y+dy-1, height)*width+within(x+dx-1, width)]
				}
			}
			sum = max(sum, -sum)
			out[y*width+x] = sum
			gpu.AtomicAdd(&total[0], sum)
		}
	}
}

// within returns the index from 0 to n-1 that is nearest to i.
func within(i, n int) int { return min(max(i, 0), n-1) }

// Taps and Levels are what Decode works with. The host sets both by their names before the launch. Choose for each
// whether it is a gpu.Global or a gpu.Constant.
var (
	Taps   gpu.Global[[32]float32]
	Levels gpu.Global[[256]float32]
)

// Decode sets out[i], for every i < n, to
//
//	Taps[0]·Levels[in[i]] + Taps[1]·Levels[in[i+1]] + … + Taps[31]·Levels[in[i+31]]
//
// in has n+31 codes from 0 to 255, in no order. All numbers are small integers, so sums are exact in any order.
//
// It is launched with n threads, rounded up to whole blocks of 256.
//
// Wanted: the sectors of L2, the load requests and the cycles that README.md allows.
func Decode(out []float32, in []uint32, n int) {
}
