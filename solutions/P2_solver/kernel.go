// Package solver solves project 2: eight lanes share a row, and each of them has four elements under way.
package solver

import (
	"gpucourse/gpusim/gpu"
	"gpucourse/gpusim/plan"
)

// lanes is how many lanes share a row. A warp has four rows at a time.
const lanes = 8

// part returns a lane's part of a row's product with x. Four elements are
// loaded before the first is used.
func part(values []float32, columns []int32, x []float32, from, to int) float32 {
	sum := float32(0)
	for k := from; k < to; k += 4 * lanes {
		var v [4]float32
		var c [4]int32
		for j := range 4 {
			if k+j*lanes < to {
				v[j], c[j] = values[k+j*lanes], columns[k+j*lanes]
			}
		}
		for j := range 4 {
			if k+j*lanes < to {
				sum += v[j] * x[c[j]]
			}
		}
	}
	return sum
}

// shared adds the parts of the lanes that share a row.
func shared(v float32) float32 {
	for d := lanes / 2; d > 0; d /= 2 {
		v += gpu.ShflXorSync(gpu.FullMask, v, d)
	}
	return v
}

// addUp adds what the threads of a block bring to total[0].
func addUp(total []float32, v float32) {
	parts := gpu.Shared[[8]float32]()
	t := gpu.ThreadIdx.X
	for d := 16; d > 0; d /= 2 {
		v += gpu.ShflXorSync(gpu.FullMask, v, d)
	}
	if t%32 == 0 {
		parts[t/32] = v
	}
	gpu.SyncThreads()
	if t == 0 {
		v = 0
		for _, p := range parts {
			v += p
		}
		gpu.AtomicAdd(&total[0], v)
	}
}

// Product gives eight lanes a row.
func Product(y, values []float32, columns, rows []int32, x []float32, n int) {
	t := gpu.BlockIdx.X*256 + gpu.ThreadIdx.X
	for first := t / 32 * 4; first < n; first += 32 * gpu.GridDim.X {
		i, sum := first+t%32/lanes, float32(0)
		if i < n {
			sum = part(values, columns, x, int(rows[i])+t%lanes, int(rows[i+1]))
		}
		sum = shared(sum)
		if i < n && t%lanes == 0 {
			y[i] = sum
		}
	}
}

// Dot lets each thread add up products of its own, with eight loads under way.
func Dot(sum, a, b []float32, n int) {
	v, step := float32(0), 256*gpu.GridDim.X
	for i := gpu.BlockIdx.X*256 + gpu.ThreadIdx.X; i < n; i += 4 * step {
		var x, y [4]float32
		for j := range 4 {
			if i+j*step < n {
				x[j], y[j] = a[i+j*step], b[i+j*step]
			}
		}
		v += x[0]*y[0] + x[1]*y[1] + x[2]*y[2] + x[3]*y[3]
	}
	addUp(sum, v)
}

// Step has each new residual in a register when it is squared. Two elements of each vector are under way.
func Step(x, r, rr, p, q []float32, alpha float32, n int) {
	v, step := float32(0), 256*gpu.GridDim.X
	i := gpu.BlockIdx.X*256 + gpu.ThreadIdx.X
	for ; i+step < n; i += 2 * step {
		x0, p0, r0, q0 := x[i], p[i], r[i], q[i]
		x1, p1, r1, q1 := x[i+step], p[i+step], r[i+step], q[i+step]
		r0, r1 = r0-alpha*q0, r1-alpha*q1
		x[i], r[i] = x0+alpha*p0, r0
		x[i+step], r[i+step] = x1+alpha*p1, r1
		v += r0*r0 + r1*r1
	}
	if i < n {
		r0 := r[i] - alpha*q[i]
		x[i], r[i] = x[i]+alpha*p[i], r0
		v += r0 * r0
	}
	addUp(rr, v)
}

// Jacobi gives eight lanes a row. One of them meets the diagonal.
func Jacobi(next, values []float32, columns, rows []int32, b, x []float32, n int) {
	t := gpu.BlockIdx.X*256 + gpu.ThreadIdx.X
	for first := t / 32 * 4; first < n; first += 32 * gpu.GridDim.X {
		i, sum, diagonal := first+t%32/lanes, float32(0), float32(0)
		if i < n {
			from, to := int(rows[i])+t%lanes, int(rows[i+1])
			for k := from; k < to; k += 4 * lanes {
				var v [4]float32
				var c [4]int32
				for j := range 4 {
					if k+j*lanes < to {
						v[j], c[j] = values[k+j*lanes], columns[k+j*lanes]
					}
				}
				for j := range 4 {
					if k+j*lanes >= to {
						continue
					}
					if int(c[j]) == i {
						diagonal = v[j]
					} else {
						sum += v[j] * x[c[j]]
					}
				}
			}
		}
		sum, diagonal = shared(sum), shared(diagonal)
		if i < n && t%lanes == 0 {
			next[i] = (b[i] - sum) / diagonal
		}
	}
}

// Iterate keeps each result of the product in a register for the sum.
func Iterate(q, pq, values []float32, columns, rows []int32, p []float32, n int) {
	t, all := gpu.BlockIdx.X*256+gpu.ThreadIdx.X, float32(0)
	for first := t / 32 * 4; first < n; first += 32 * gpu.GridDim.X {
		i, sum := first+t%32/lanes, float32(0)
		if i < n {
			sum = part(values, columns, p, int(rows[i])+t%lanes, int(rows[i+1]))
		}
		sum = shared(sum)
		if i < n && t%lanes == 0 {
			q[i] = sum
			all += p[i] * sum
		}
	}
	addUp(pq, all)
}

// report is the report of the last kernel.
var report = plan.ReportOf(Iterate)

// Explanation says what limits Iterate, the strongest evidence first.
var Explanation = []plan.Call{
	report.LimitedBy("latency"),
	report.Counter("lts__throughput.avg.pct_of_peak_sustained_elapsed", 49.8),
	report.Counter("dram__throughput.avg.pct_of_peak_sustained_elapsed", 41.7),
	report.Stall("long_scoreboard", 67.6),
	report.Line("sum += v[j] * x[c[j]]", 60.1),
	report.Line("sum = part(values, columns, p, int(rows[i])+t%lanes, int(rows[i+1]))", 14),
	report.Counter("smsp__average_warp_latency_per_inst_issued.ratio", 39.8),
}

// Prediction counts: the matrix has 2 621 427 elements of 8 bytes, and there are three vectors of 163 840 elements. One more
// read is of the sum. Cycles, instructions and sectors are those of the simulator.
var Prediction = []plan.Call{
	report.Counter("sm__cycles_elapsed.max", 24200),
	report.Counter("smsp__inst_executed.sum", 4490000),
	report.Counter("l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum", 2410000),
	report.Counter("dram__bytes_read.sum", 8*2621427+2*4*163840),
	report.Counter("l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum", 20480),
}
