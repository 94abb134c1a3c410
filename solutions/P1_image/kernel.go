// Package image solves project 1: each stage keeps its pixels on the SM, and the last kernel keeps
// all stages there.
package image

import (
	"gpucourse/gpusim/gpu"
	"gpucourse/gpusim/plan"
)

// Grey loads four pixels before it needs the first.
func Grey(grey []float32, picture []uint32, n int) {
	i := gpu.BlockIdx.X*1024 + gpu.ThreadIdx.X
	var pixels [4]uint32
	for k := range 4 {
		if i+256*k < n {
			pixels[k] = picture[i+256*k]
		}
	}
	for k := range 4 {
		if i+256*k < n {
			grey[i+256*k] = level(pixels[k])
		}
	}
}

// level returns the grey level of a pixel.
func level(p uint32) float32 {
	return float32((77*(p&255) + 150*(p>>8&255) + 29*(p>>16&255)) >> 8)
}

// within returns the index from 0 to n-1 that is nearest to i.
func within(i, n int) int { return min(max(i, 0), n-1) }

// binomial weights five neighbours.
func binomial(a, b, c, d, e float32) float32 { return (a + e + 4*(b+d) + 6*c) * (1.0 / 16) }

// Blur has each warp blur four rows: first the columns, in registers, where a row serves five results, and then the rows, in
// shared memory that no other warp uses.
func Blur(out, in []float32, width, height int) {
	tile := gpu.Shared[[32][36]float32]()
	tx, ty := gpu.ThreadIdx.X, gpu.ThreadIdx.Y
	left, top := 32*gpu.BlockIdx.X, 32*gpu.BlockIdx.Y+4*ty
	a := within(left+tx-2, width)
	var v, w [8]float32
	for r := range 8 {
		v[r] = in[within(top+r-2, height)*width+a]
	}
	if tx < 4 {
		b := within(left+tx+30, width)
		for r := range 8 {
			w[r] = in[within(top+r-2, height)*width+b]
		}
	}
	for r := range 4 {
		tile[4*ty+r][tx] = binomial(v[r], v[r+1], v[r+2], v[r+3], v[r+4])
		if tx < 4 {
			tile[4*ty+r][tx+32] = binomial(w[r], w[r+1], w[r+2], w[r+3], w[r+4])
		}
	}
	gpu.SyncWarp()
	for r := range 4 {
		if left+tx < width && top+r < height {
			y := 4*ty + r
			out[(top+r)*width+left+tx] = binomial(tile[y][tx], tile[y][tx+1], tile[y][tx+2], tile[y][tx+3], tile[y][tx+4])
		}
	}
}

// Gradient walks down a column with each thread: a row is loaded once for the results above it, in it and below it.
func Gradient(edges, in []float32, width, height int) {
	x, top := gpu.BlockIdx.X*32+gpu.ThreadIdx.X, gpu.BlockIdx.Y*32+4*gpu.ThreadIdx.Y
	left, middle, right := within(x-1, width), within(x, width), within(x+1, width)
	var a, b, c [6]float32
	for r := range 6 {
		row := within(top+r-1, height) * width
		a[r], b[r], c[r] = in[row+left], in[row+middle], in[row+right]
	}
	for r := range 4 {
		if x < width && top+r < height {
			edges[(top+r)*width+x] = strength(a[r], b[r], c[r], a[r+1], c[r+1], a[r+2], b[r+2], c[r+2])
		}
	}
}

// strength returns the strength of the edge between eight neighbours, row by row.
func strength(nw, n, ne, w, e, sw, s, se float32) float32 {
	x, y := ne+2*e+se-nw-2*w-sw, sw+2*s+se-nw-2*n-ne
	return (max(x, -x) + max(y, -y)) * (1.0 / 8)
}

// Histogram counts in shared memory, one histogram per warp, and adds those up.
func Histogram(bins []int32, edges []float32, n int) {
	counts := gpu.Shared[[8][256]int32]()
	t := gpu.ThreadIdx.X
	for w := range 8 {
		counts[w][t] = 0
	}
	gpu.SyncThreads()
	step := 256 * gpu.GridDim.X
	for i := gpu.BlockIdx.X*256 + t; i < n; i += 4 * step {
		var level [4]int
		for k := range 4 {
			level[k] = -1
			if i+k*step < n {
				level[k] = int(edges[i+k*step])
			}
		}
		for k := range 4 {
			if level[k] >= 0 {
				gpu.AtomicAdd(&counts[t/32][level[k]], 1)
			}
		}
	}
	gpu.SyncThreads()
	sum := int32(0)
	for w := range 8 {
		sum += counts[w][t]
	}
	if sum > 0 {
		gpu.AtomicAdd(&bins[t], sum)
	}
}

// column blurs the column of a lane: six rows of results from ten.
func column(picture []uint32, x, top, width, height int) (b [6]float32) {
	var v [10]float32
	for r := range 10 {
		v[r] = level(picture[within(top+r-3, height)*width+x])
	}
	for r := range 6 {
		b[r] = binomial(v[r], v[r+1], v[r+2], v[r+3], v[r+4])
	}
	if top == 0 {
		b[0] = b[1]
	}
	for r := 1; r < 6; r++ {
		if top+r-1 >= height {
			b[r] = b[r-1]
		}
	}
	return b
}

// Edges does all stages in one launch. Each warp makes four rows. Columns are blurred in registers, rows in shared memory of
// the warp, and the gradient takes its neighbours from other lanes. A blurred pixel outside of the picture
// is the nearest one inside.
func Edges(bins []int32, picture []uint32, width, height int) {
	columns, counts := gpu.Shared[[8][6][38]float32](), gpu.Shared[[256]int32]()
	tx, ty := gpu.ThreadIdx.X, gpu.ThreadIdx.Y
	left, top := 32*gpu.BlockIdx.X, 32*gpu.BlockIdx.Y+4*ty
	counts[32*ty+tx] = 0
	b := column(picture, within(left+tx-3, width), top, width, height)
	for r := range 6 {
		columns[ty][r][tx] = b[r]
	}
	if tx < 6 {
		b := column(picture, within(left+tx+29, width), top, width, height)
		for r := range 6 {
			columns[ty][r][tx+32] = b[r]
		}
	}
	gpu.SyncThreads()
	var w, m, e [6]float32
	at := within(left+tx, width) - left + 1
	far := within(left-1, width) - left + 1
	if tx > 0 {
		far = within(left+32, width) - left + 1
	}
	for r := range 6 {
		c := &columns[ty][r]
		m[r] = binomial(c[at], c[at+1], c[at+2], c[at+3], c[at+4])
		o := float32(0)
		if tx == 0 || tx == 31 {
			o = binomial(c[far], c[far+1], c[far+2], c[far+3], c[far+4])
		}
		w[r], e[r] = gpu.ShflUpSync(gpu.FullMask, m[r], 1), gpu.ShflDownSync(gpu.FullMask, m[r], 1)
		if tx == 0 {
			w[r] = o
		}
		if tx == 31 {
			e[r] = o
		}
	}
	for r := range 4 {
		if left+tx < width && top+r < height {
			gpu.AtomicAdd(&counts[int(strength(w[r], m[r], e[r], w[r+1], e[r+1], w[r+2], m[r+2], e[r+2]))], 1)
		}
	}
	gpu.SyncThreads()
	if n := counts[32*ty+tx]; n > 0 {
		gpu.AtomicAdd(&bins[32*ty+tx], n)
	}
}

// report is the report of the last kernel.
var report = plan.ReportOf(Edges)

// Explanation says what limits Edges, the strongest evidence first.
var Explanation = []plan.Call{
	report.LimitedBy("issue"),
	report.Counter("sm__inst_issued.avg.pct_of_peak_sustained_elapsed", 55.5),
	report.Stall("math_pipe_throttle", 34.5),
	report.Line("return float32((77*(p&255) + 150*(p>>8&255) + 29*(p>>16&255)) >> 8)", 34.6),
	report.Counter("smsp__inst_executed.sum", 7410000),
	report.Counter("l1tex__throughput.avg.pct_of_peak_sustained_elapsed", 31.1),
	report.Counter("lts__throughput.avg.pct_of_peak_sustained_elapsed", 14),
}

// Prediction counts: 40 × 32 blocks of 8 warps load ten rows twice; the second time six lanes do. Each pixel comes from
// memory once. Cycles and instructions are those of the simulator.
var Prediction = []plan.Call{
	report.Counter("sm__cycles_elapsed.max", 24800),
	report.Counter("smsp__inst_executed.sum", 7410000),
	report.Counter("l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum", 40*32*8*20),
	report.Counter("l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum", 40*32*8*(10*5+10*2)),
	report.Counter("dram__bytes_read.sum", 4*1280*1024),
}
