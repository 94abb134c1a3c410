// Package transformer solves project 3: rows live in registers, tiles in shared memory, and no intermediate result goes to
// global memory.
package transformer

import (
	"gpucourse/gpusim/gpu"
	"gpucourse/gpusim/plan"
)

// tile returns four results of a product, in rows 4·ty to 4·ty+3 of the block. Eight loads are under way before the first number
// is stored. Rows of a lie in shared memory as columns: the four numbers of a thread are neighbours there.
func tile(a, b []float32, m, n, k int) [4]float32 {
	left, right := gpu.Shared[[32][36]float32](), gpu.Shared[[32][32]float32]()
	tx, ty := gpu.ThreadIdx.X, gpu.ThreadIdx.Y
	row, column := 32*gpu.BlockIdx.Y, 32*gpu.BlockIdx.X+tx
	var sums [4]float32
	for first := 0; first < k; first += 32 {
		var u, v [4]float32
		for j := range 4 {
			if r := ty + 8*j; row+r < m && first+tx < k {
				u[j] = a[(row+r)*k+first+tx]
			}
			if r := ty + 8*j; first+r < k && column < n {
				v[j] = b[(first+r)*n+column]
			}
		}
		for j := range 4 {
			left[tx][ty+8*j], right[ty+8*j][tx] = u[j], v[j]
		}
		gpu.SyncThreads()
		for e := range 32 {
			w := right[e][tx]
			for r := range 4 {
				sums[r] += left[e][4*ty+r] * w
			}
		}
		gpu.SyncThreads()
	}
	return sums
}

// Mlp adds the bias and applies the activation to results in registers.
func Mlp(out, a, b, bias []float32, m, n, k int) {
	sums := tile(a, b, m, n, k)
	row, column := 32*gpu.BlockIdx.Y+4*gpu.ThreadIdx.Y, 32*gpu.BlockIdx.X+gpu.ThreadIdx.X
	if column >= n {
		return
	}
	offset := bias[column]
	for r := range 4 {
		if row+r < m {
			out[(row+r)*n+column] = gelu(sums[r] + offset)
		}
	}
}

// gelu is the activation.
func gelu(z float32) float32 {
	return 0.5 * z * (1 + gpu.Tanh(0.797884583*(z+0.044715*z*z*z)))
}

// report is the report of the last kernel.
var report = plan.ReportOf(Mlp)

// Explanation says what limits Mlp, the strongest evidence first.
var Explanation = []plan.Call{ // want `goal missed: 2 kinds of evidence missing` `on which source line do warps spend their time`
	report.LimitedBy("L1"),
	report.Counter("dram__bytes_read.sum", 789504), // want `goal missed: 1 piece without weight for the claim`
	report.Stall("short_scoreboard", 26.7),
	report.Counter("l1tex__throughput.avg.pct_of_peak_sustained_elapsed", 62.8), // want `goal missed: 1 piece too late`
}
