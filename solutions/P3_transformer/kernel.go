// Package transformer solves project 3: rows live in registers, tiles in shared memory, and no intermediate result goes to
// global memory.
package transformer

import (
	"gpucourse/gpusim/gpu"
	"gpucourse/gpusim/plan"
)

// sumOf adds a number over the lanes of a warp.
func sumOf(v float32) float32 {
	for d := 16; d > 0; d /= 2 {
		v += gpu.ShflXorSync(gpu.FullMask, v, d)
	}
	return v
}

// Norm gives a warp a row, eight numbers per lane, which are loaded once and at the same time.
func Norm(out, x, gain []float32, rows, width int) {
	row, lane := gpu.BlockIdx.X*8+gpu.ThreadIdx.X/32, gpu.ThreadIdx.X%32
	if row >= rows {
		return
	}
	var v, g [8]float32
	for k := range 8 {
		if lane+32*k < width {
			v[k], g[k] = x[row*width+lane+32*k], gain[lane+32*k]
		}
	}
	sum := float32(0)
	for k := range 8 {
		sum += v[k]
	}
	mean := sumOf(sum) / float32(width)
	squares := float32(0)
	for k := range 8 {
		if lane+32*k < width {
			v[k] -= mean
			squares += v[k] * v[k]
		}
	}
	scale := 1 / gpu.Sqrt(sumOf(squares)/float32(width)+1.0/1024)
	for k := range 8 {
		if lane+32*k < width {
			out[row*width+lane+32*k] = g[k] * v[k] * scale
		}
	}
}

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

// Product makes tiles of 32 × 32 results.
func Product(out, a, b []float32, m, n, k int) {
	sums := tile(a, b, m, n, k)
	row, column := 32*gpu.BlockIdx.Y+4*gpu.ThreadIdx.Y, 32*gpu.BlockIdx.X+gpu.ThreadIdx.X
	for r := range 4 {
		if row+r < m && column < n {
			out[(row+r)*n+column] = sums[r]
		}
	}
}

// Attention gives a warp a query. The block loads 32 keys and values at a time: a lane has a key while it makes scores, and a
// component while it adds up values. The sums are scaled when a larger score comes.
func Attention(out, q, k, v []float32, tokens int) {
	keys, values := gpu.Shared[[32][33]float32](), gpu.Shared[[32][32]float32]()
	queries, weights := gpu.Shared[[8][32]float32](), gpu.Shared[[8][32]float32]()
	warp, lane := gpu.ThreadIdx.X/32, gpu.ThreadIdx.X%32
	own := gpu.BlockIdx.X*8 + warp
	queries[warp][lane] = 0
	if own < tokens {
		queries[warp][lane] = q[own*32+lane] / 8
	}
	most, all, sum := float32(-1e30), float32(0), float32(0)
	for first := 0; first < tokens; first += 32 {
		var a, b [4]float32
		for j := range 4 {
			if r := first + warp + 8*j; r < tokens {
				a[j], b[j] = k[r*32+lane], v[r*32+lane]
			}
		}
		for j := range 4 {
			keys[warp+8*j][lane], values[warp+8*j][lane] = a[j], b[j]
		}
		gpu.SyncThreads()
		score := float32(-1e30)
		if first+lane < tokens {
			score = 0
			for c := range 32 {
				score += queries[warp][c] * keys[lane][c]
			}
		}
		larger := max(most, score)
		for d := 16; d > 0; d /= 2 {
			larger = max(larger, gpu.ShflXorSync(gpu.FullMask, larger, d))
		}
		weight, scale := gpu.Exp(score-larger), gpu.Exp(most-larger)
		all, sum, most = all*scale+weight, sum*scale, larger
		weights[warp][lane] = weight
		gpu.SyncWarp()
		for j := range 32 {
			sum += weights[warp][j] * values[j][lane]
		}
		gpu.SyncThreads()
	}
	all = sumOf(all)
	if own < tokens {
		out[own*32+lane] = sum / all
	}
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
var Explanation = []plan.Call{
	report.LimitedBy("L1"),
	report.Counter("l1tex__throughput.avg.pct_of_peak_sustained_elapsed", 62.8),
	report.Stall("short_scoreboard", 26.7),
	report.Stall("mio_throttle", 26.5),
	report.Line("sums[r] += left[e][4*ty+r] * w", 46.3),
	report.Counter("l1tex__data_pipe_lsu_wavefronts_mem_shared.sum", 2140000),
	report.Counter("sm__inst_issued.avg.pct_of_peak_sustained_elapsed", 45.3),
}

// Prediction counts: 576 blocks of 8 warps make four rounds of eight loads of 4 sectors. The bias is one load more. Each number comes
// from memory once. Cycles and instructions are those of the simulator.
var Prediction = []plan.Call{
	report.Counter("sm__cycles_elapsed.max", 27800),
	report.Counter("smsp__inst_executed.sum", 6490000),
	report.Counter("l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum", 576*8*33),
	report.Counter("l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum", 576*8*33*4),
	report.Counter("dram__bytes_read.sum", 4*(768*128+128*768+768)),
}
