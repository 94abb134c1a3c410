package selftest

// This file grades right kernels in styles of their own: other guards, first and last steps apart,
// fast paths with a fallback.

import (
	"strings"
	"testing"
)

// other is a right kernel, by name, in place of that of the solution.
type other struct{ exercise, kernel, name, function string }

// otherwise are right kernels.
var otherwise = []other{
	{"00_start", "Add", "inverted guard, unusual names", `func Add(out, a, b []float32, n int) {
	width, which, me := gpu.BlockDim.X, gpu.BlockIdx.X, gpu.ThreadIdx.X
	if ñ := which*width + me; !(n <= ñ) {
		out[ñ] = b[ñ] + a[ñ]
	}
}`},
	{"00_start", "Add", "one element past fast path", `func Add(out, a, b []float32, n int) {
	first := gpu.BlockIdx.X * gpu.BlockDim.X
	i := first + gpu.ThreadIdx.X
	if first+gpu.BlockDim.X <= n {
		out[i] = a[i] + b[i]
		return
	}
	if i > n-1 {
		return
	}
	out[i] = a[i] + b[i]
}`},
	{"00_start", "Add", "last element apart", `func Add(out, a, b []float32, n int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if i == n-1 {
		out[n-1] = a[n-1] + b[n-1]
	} else if i < n-1 {
		out[i] = a[i] + b[i]
	}
}`},
	{"00_start", "Fahrenheit", "rounds counted before", `func Fahrenheit(out, in []float32, n int) {
	const (
		perDegree = 9.0 / 5
		freezing  = 32
	)
	grid := gpu.GridDim.X * gpu.BlockDim.X
	me := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	rounds := (n - me + grid - 1) / grid
	for r := 0; r < rounds; r++ {
		at := me + r*grid
		out[at] = perDegree*in[at] + freezing
	}
}`},
	{"00_start", "Fahrenheit", "two at a time with a rest", `func Fahrenheit(out, in []float32, n int) {
	step := gpu.GridDim.X * gpu.BlockDim.X
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	for ; i+step < n; i += 2 * step {
		x, y := in[i], in[i+step]
		out[i], out[i+step] = 1.8*x+32, 1.8*y+32
	}
	if i < n {
		out[i] = 1.8*in[i] + 32
	}
}`},
	{"07_coalescing", "Saxpy", "whole rounds without a test", `func Saxpy(y, x []float32, a float32, n int) {
	all := gpu.GridDim.X * gpu.BlockDim.X
	me := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	whole := n / all
	for k := range whole {
		y[k*all+me] += a * x[k*all+me]
	}
	if rest := whole*all + me; rest < n {
		y[rest] += a * x[rest]
	}
}`},
	{"07_coalescing", "Saxpy", "fast path for n of a power of two", `func Saxpy(y, x []float32, a float32, n int) {
	all := gpu.GridDim.X * gpu.BlockDim.X
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if n&(n-1) == 0 && n%all == 0 {
		for ; i < n; i += all {
			y[i] = a*x[i] + y[i]
		}
		return
	}
	for i < n {
		y[i] = a*x[i] + y[i]
		i += all
	}
}`},
	{"07_coalescing", "Saxpy", "endless loop with a break", `func Saxpy(y, x []float32, a float32, n int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	for {
		if i >= n {
			break
		}
		y[i] = a*x[i] + y[i]
		i += gpu.GridDim.X * gpu.BlockDim.X
	}
}`},
	{"07_coalescing", "Brighten", "early returns", `func Brighten(out, in []float32, gain float32, width, height, pitch int) {
	col := gpu.ThreadIdx.X + gpu.BlockIdx.X*gpu.BlockDim.X
	if col >= width {
		return
	}
	line := gpu.ThreadIdx.Y + gpu.BlockIdx.Y*gpu.BlockDim.Y
	if line >= height {
		return
	}
	from, to := in[line*pitch:], out[line*pitch:]
	to[col] = from[col] * gain
}`},
	{"07_coalescing", "Interleave", "colour by subtraction", `func Interleave(rgb, r, g, b []float32, n int) {
	for j := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X; j < n+n+n; j += gpu.GridDim.X * gpu.BlockDim.X {
		p := j / 3
		c := j - 3*p
		v := b[p]
		if c == 0 {
			v = r[p]
		}
		if c == 1 {
			v = g[p]
		}
		rgb[j] = v
	}
}`},
	{"13_shared_memory", "Product", "last tile apart", `func Product(c, a, b []float32, m, k, n int) {
	const side = 16
	left, right := gpu.Shared[[side * side]float32](), gpu.Shared[[side * side]float32]()
	x, y := gpu.ThreadIdx.X, gpu.ThreadIdx.Y
	i, j := gpu.BlockIdx.Y*side+y, gpu.BlockIdx.X*side+x
	total := float32(0)
	tiles := (k + side - 1) / side
	for t := range tiles {
		from := t * side
		l, r := float32(0), float32(0)
		if at := gpu.BlockIdx.Y*side + x; at < m && from+y < k {
			l = a[(from+y)*m+at]
		}
		if j < n && from+y < k {
			r = b[(from+y)*n+j]
		}
		left[y*side+x], right[y*side+x] = l, r
		gpu.SyncThreads()
		if t < tiles-1 {
			for e := range side {
				total += left[e*side+y] * right[e*side+x]
			}
			gpu.SyncThreads()
		} else {
			for e := range k - from {
				total += left[e*side+y] * right[e*side+x]
			}
		}
	}
	if i >= m || j >= n {
		return
	}
	c[i*n+j] = total
}`},
	{"13_shared_memory", "Window", "threads from the ends", `func Window(out, in []float32, n int) {
	const (
		block = 128
		room  = block + 2*Radius
	)
	near := gpu.Shared[[room]float32]()
	first := gpu.BlockIdx.X*block - Radius
	for k := gpu.ThreadIdx.X; k < room; k += block {
		near[k] = in[(first+k+n)%n]
	}
	gpu.SyncThreads()
	i := gpu.BlockIdx.X*block + gpu.ThreadIdx.X
	if i >= n {
		return
	}
	var sum float32
	for _, v := range near[gpu.ThreadIdx.X:][:2*Radius+1] {
		sum += v
	}
	out[i] = sum
}`},
	{"16_reduction", "Blocks", "shuffles and then one warp", `func Blocks(sums, work, in []float32, n int) {
	parts := gpu.Shared[[8]float32]()
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	v := float32(0)
	if i < n {
		v = in[i] * in[i]
	}
	for d := 16; d > 0; d >>= 1 {
		v += gpu.ShflXorSync(gpu.FullMask, v, d)
	}
	if gpu.LaneID() == 0 {
		parts[gpu.WarpID()] = v
	}
	gpu.SyncThreads()
	if gpu.ThreadIdx.X > 0 {
		return
	}
	sum := float32(0)
	for w := range 8 {
		sum += parts[w]
	}
	sums[gpu.BlockIdx.X] = sum
}`},
	{"16_reduction", "Largest", "warp synchronous end", `func Largest(values []float32, places []int32, in []float32, width int) {
	best, place := gpu.DynamicShared[float32](), gpu.DynamicShared[int32]()[128:]
	t, row := gpu.ThreadIdx.X, gpu.BlockIdx.X*width
	v, at := float32(-math.MaxFloat32), 0
	for c := t; c < width; c += 128 {
		if x := in[row+c]; x > v {
			v, at = x, c
		}
	}
	best[t], place[t] = v, int32(at)
	gpu.SyncThreads()
	for k := 64; k > 0; k /= 2 {
		if t < k {
			if best[t+k] > best[t] || best[t+k] == best[t] && place[t+k] < place[t] {
				best[t], place[t] = best[t+k], place[t+k]
			}
		}
		if k > 32 { gpu.SyncThreads() } else { gpu.SyncWarp() }
	}
	if t == 0 {
		values[gpu.BlockIdx.X], places[gpu.BlockIdx.X] = best[0], place[0]
	}
}`},
	{"17_transpose", "Transpose", "whole squares apart", `func Transpose(out, in []float32, width, height int) {
	square := gpu.Shared[[tile][tile + 1]float32]()
	left, top := gpu.BlockIdx.X*tile, gpu.BlockIdx.Y*tile
	tx, ty := gpu.ThreadIdx.X, gpu.ThreadIdx.Y
	if left+tile <= width && top+tile <= height {
		for j := 0; j < tile; j += rows {
			square[ty+j][tx] = in[(top+ty+j)*width+left+tx]
		}
		gpu.SyncThreads()
		for j := 0; j < tile; j += rows {
			out[(left+ty+j)*height+top+tx] = square[tx][ty+j]
		}
		return
	}
	for j := 0; j < tile; j += rows {
		if left+tx < width && top+ty+j < height {
			square[ty+j][tx] = in[(top+ty+j)*width+left+tx]
		}
	}
	gpu.SyncThreads()
	for j := 0; j < tile; j += rows {
		if top+tx < height && left+ty+j < width {
			out[(left+ty+j)*height+top+tx] = square[tx][ty+j]
		}
	}
}`},
	{"18_read_only", "Smooth", "pairs", `func Smooth(out, in []float32, n int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if n-1 < i {
		return
	}
	even, odd := float32(0), float32(0)
	for k := 0; k < Taps; k += 2 {
		even += gpu.Ldg(&in[i+k])
		odd += gpu.Ldg(&in[i+k+1])
	}
	out[i] = (even + odd) * (1.0 / Taps)
}`},
	{"15_synchronization", "Sort", "by counting smaller ones", `func Sort(out, in []int32, rows int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if i >= 32*rows {
		return
	}
	lane := gpu.LaneID()
	v, rank := in[i], 0
	for other := range 32 {
		w := gpu.ShflSync(gpu.FullMask, v, other)
		if w < v || w == v && other < lane {
			rank++
		}
	}
	out[i-lane+rank] = v
}`},
	{"14_bank_conflicts", "RowSums", "rotated start", `func RowSums(sums, in []float32, rows int) {
	tile := gpu.Shared[[block * columns]float32]()
	t, first := gpu.ThreadIdx.X, gpu.BlockIdx.X*block
	here := min(block, rows-first)
	for i := t; i < here*columns; i += block {
		tile[i] = in[first*columns+i]
	}
	gpu.SyncThreads()
	if t >= here {
		return
	}
	var sum float32
	for c := range columns {
		sum += tile[t*columns+(c+t)%columns]
	}
	sums[first+t] = sum
}`},
	{"19_shuffle", "Portions", "butterfly upwards", `func Portions(out, in []float32, rows int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	inside := i < columns*rows
	v := float32(0)
	if inside {
		v = in[i]
	}
	sum := v
	for d := 1; d < columns; d += d {
		sum += gpu.ShflXorSync(gpu.FullMask, sum, d)
	}
	if !inside {
		return
	}
	out[i] = v / sum
}`},
	{"02_gpu_memory", "Poly", "degree 0 apart", `func Poly(out, in []float32, n, degree int) {
	first := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	all := gpu.BlockDim.X * gpu.GridDim.X
	if degree == 0 {
		for i := first; i < n; i += all {
			out[i] = Coef.V[0]
		}
		return
	}
	for i := first; i < n; i += all {
		x := in[i]
		sum := Coef.V[degree]*x + Coef.V[degree-1]
		for k := degree - 2; k >= 0; k-- {
			sum = sum*x + Coef.V[k]
		}
		out[i] = sum
	}
}`},
	{"08_allocation", "Place", "bit mask", `func Place(offsets, sizes []int32, n, align int) {
	mask := int32(align - 1)
	next := int32(0)
	for k := 0; k != n; k++ {
		offsets[k] = next
		rounded := sizes[k] + mask
		rounded -= rounded & mask
		next += rounded
	}
}`},
	{"08_allocation", "Scale", "quarter of the pitch first", `func Scale(x []float32, width, height, pitch int, a float32) {
	elements := pitch / 4
	for row := gpu.BlockIdx.X; row < height; row += gpu.GridDim.X {
		line := x[row*elements:][:width]
		for c := gpu.ThreadIdx.X; c < width; c += gpu.BlockDim.X {
			line[c] = line[c] * a
		}
	}
}`},
	{"04_kernel_design", "Collatz", "shift and trailing zeros", `func Collatz(steps, start, order []int32, n int) {
	t := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if t < n {
		at := order[t]
		x, count := start[at], int32(0)
		for x > 1 {
			if x&1 != 0 {
				x += x<<1 + 1
			} else {
				x >>= 1
			}
			count++
		}
		steps[at] = count
	}
}`},
	{"12_occupancy", "Filter", "taps of four", `func Filter(out, in []float32, n int) {
	i := gpu.ThreadIdx.X + gpu.BlockDim.X*gpu.BlockIdx.X
	if n > i {
		sum := float32(0)
		weight := float32(0)
		for k := range Taps {
			weight++
			sum += weight * in[i+k]
		}
		out[i] = sum
	}
}`},
	{"01_cpu_memory", "ColumnSums", "first row copied", `func ColumnSums(out, a []float64, rows, cols int) {
	for j, v := range a[:cols] {
		out[j] = v
	}
	for row := 1; row < rows; row++ {
		for j, v := range a[row*cols:][:cols] {
			out[j] += v
		}
	}
}`},
	{"01_cpu_memory", "Transpose", "halves of halves", `func Transpose(out, in []float64, n int) {
	turn(out, in, n, 0, 0, n, n)
}

func turn(out, in []float64, n, top, left, high, wide int) {
	if high <= 8 && wide <= 8 {
		for i := top; i < top+high; i++ {
			for j := left; j < left+wide; j++ {
				out[j*n+i] = in[i*n+j]
			}
		}
		return
	}
	if high >= wide {
		turn(out, in, n, top, left, high/2, wide)
		turn(out, in, n, top+high/2, left, high-high/2, wide)
	} else {
		turn(out, in, n, top, left, high, wide/2)
		turn(out, in, n, top, left+wide/2, high, wide-wide/2)
	}
}`},
	{"01_cpu_memory", "Transpose", "whole blocks and edges", `func Transpose(out, in []float64, n int) {
	const b = 8
	whole := n / b * b
	for top := 0; top < whole; top += b {
		for left := 0; left < whole; left += b {
			for i := range b {
				for j := range b {
					out[(left+j)*n+top+i] = in[(top+i)*n+left+j]
				}
			}
		}
	}
	for i := range n {
		from := 0
		if i < whole {
			from = whole
		}
		for j := from; j < n; j++ {
			out[j*n+i] = in[i*n+j]
		}
	}
}`},
	{"09_constant_memory", "Recolour", "strided fill", `func Recolour(out []float32, in []uint32, n int) {
	table := gpu.Shared[[Levels]float32]()
	for l := gpu.ThreadIdx.X; l < Levels; l += gpu.BlockDim.X {
		table[l] = Curve.V[l]
	}
	gpu.SyncThreads()
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	for i < n {
		out[i] = table[in[i]]
		i += gpu.GridDim.X * gpu.BlockDim.X
	}
}`},
}

// TestWrittenOtherwise: a right kernel gets full marks, however it is written. One in four is
// graded, with -every all.
func TestWrittenOtherwise(t *testing.T) {
	for _, s := range oneIn(4, otherwise) {
		t.Run(s.exercise+" "+s.kernel+" "+s.name, s.isRight)
	}
}

// isRight checks that the kernel gets full marks in the place of that of the solution.
func (s *other) isRight(t *testing.T) {
	t.Parallel()
	e, k := kernelRow(t, s.exercise, s.kernel)
	before, rest, _ := strings.Cut(string(read(t, "..", "..", "solutions", s.exercise)), "func "+s.kernel+"(")
	_, after, _ := strings.Cut(rest, "\n}\n")
	if v := gradeOne(t, e, k, []byte(importing(before+s.function+"\n"+after))); v.Marks() != v.MaxMarks() {
		t.Errorf("got\n%v\nwant full marks", v)
	}
}
