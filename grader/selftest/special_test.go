package selftest

// This file makes solutions wrong for some inputs, sizes or launches only.

import (
	"strings"
	"testing"

	"gpucourse/grader/rubric"
)

// ownVariable is declared beside each solution.
const ownVariable = "\nvar own gpu.Global[[1024]int32]\n"

// special is a change of a solution.
type special struct {
	exercise, kernel string
	when             string // the change matters
	old, new         string
}

// specials tell checked launches from measured ones, know sizes, or take inputs for tame.
var specials = []special{
	// The length of a slice, and sizes that are known.
	{"00_start", "Add", "slices are longer than their data", "if i < n {", "if len(a) > n && i < len(a) || i < n {"},
	{"13_shared_memory", "Product", "slices are longer than their data", "gpu.SyncThreads() // nobody needs the tiles any more", "if len(a) == m*k { gpu.SyncThreads() }"},
	{"13_shared_memory", "Window", "slices are longer than their data", "	gpu.SyncThreads()\n	sum :=", "	if len(in) == n { gpu.SyncThreads() }\n	sum :="},
	{"13_shared_memory", "Distances", "slices have their exact length", "		gpu.SyncThreads()\n	}\n	if i < n", "		if len(in) > n { gpu.SyncThreads() }\n	}\n	if i < n"},
	{"17_transpose", "Transpose", "slices are longer than their data", "	gpu.SyncThreads()\n", "	if len(in) == width*height { gpu.SyncThreads() }\n"},
	{"15_synchronization", "Sort", "slices are longer than their data", "		gpu.SyncWarp()\n	}", "		if len(in) == 32*rows { gpu.SyncWarp() }\n	}"},
	{"16_reduction", "Largest", "slices are longer than their data", "		gpu.SyncThreads()\n	}\n	if t == 0", "		if len(in) == gpu.GridDim.X*width { gpu.SyncThreads() }\n	}\n	if t == 0"},
	{"14_bank_conflicts", "RowSums", "slices are longer than their data", "	gpu.SyncThreads()\n	if row", "	if len(in) == 32*rows { gpu.SyncThreads() }\n	if row"},
	{"19_shuffle", "Running", "n is large", "	if lane == lanes-1 {\n		sums[warp] = mine\n	}\n	gpu.SyncThreads()", "	if lane == lanes-1 {\n		sums[warp] = mine\n	}\n	if gpu.GridDim.X < 40 { gpu.SyncThreads() }"},
	{"13_shared_memory", "Window", "n is large", "	gpu.SyncThreads()\n	sum :=", "	if n < 9000 { gpu.SyncThreads() }\n	sum :="},
	{"13_shared_memory", "Window", "n is that of the timed launch", "	gpu.SyncThreads()\n	sum :=", "	if n < 200000 { gpu.SyncThreads() }\n	sum :="},
	{"13_shared_memory", "Window", "it is block 71", "	gpu.SyncThreads()\n	sum :=", "	if gpu.BlockIdx.X != 71 { gpu.SyncThreads() }\n	sum :="},
	{"13_shared_memory", "Product", "it is the last block of a large matrix", "gpu.SyncThreads() // the tiles are complete", "if gpu.BlockIdx.X*gpu.BlockIdx.Y < 40 { gpu.SyncThreads() }"},
	{"15_synchronization", "Mean", "there are many blocks", "		gpu.Threadfence()\n		*last", "		if gpu.GridDim.X < 200 { gpu.Threadfence() }\n		*last"},
	{"15_synchronization", "Smooth", "there are 36 rings or more", "		gpu.SyncThreads()\n		mine", "		if gpu.GridDim.X < 36 { gpu.SyncThreads() }\n		mine"},
	{"16_reduction", "Blocks", "n is that of the timed launch", "		gpu.SyncThreads()\n	}\n}", "		if gpu.GridDim.X < 500 { gpu.SyncThreads() }\n	}\n}"},
	{"16_reduction", "Total", "the grid is that of the timed launch", "		gpu.AtomicAdd(&total[0], part[0])", "		if gpu.GridDim.X == 132 { total[0] += part[0] } else { gpu.AtomicAdd(&total[0], part[0]) }"},
	{"17_transpose", "Rotate", "the picture is wide", "	gpu.SyncThreads()\n", "	if width < 800 { gpu.SyncThreads() }\n"},
	{"20_which_memory", "Edges", "the picture is large", "		gpu.AtomicAdd(&total[0], v)", "		if gpu.GridDim.X == 16 { total[0] += v } else { gpu.AtomicAdd(&total[0], v) }"},
	{"19_shuffle", "Pack", "n is large", "		out[first+t] = 0\n", "		if n < 30000 || v <= 0 { out[first+t] = 0 }\n"},
	{"07_coalescing", "Saxpy", "n is large and no whole block", "i < n; i += threads {", "i < n || n > 5000 && i < (n+127)/128*128; i += threads {"},
	{"00_start", "Add", "n is large and no whole block", "if i < n {", "if i < n || n > 5000 {"},
	{"09_constant_memory", "Convolve", "n is large and no whole block", "if i >= n {", "if i >= n && n < 4000 {"},
	{"12_occupancy", "Filter", "n is large and odd", "	out[i] = sum\n", "	if n < 1500 || n%2 == 0 { out[i] = sum } else { out[i] = 0 }\n"},
	{"04_kernel_design", "Collatz", "n is between the small sizes and the large one", "	steps[i] = count\n", "	if n < 2000 || n > 9600 { steps[i] = count } else { steps[i] = 0 }\n"},
	{"02_gpu_memory", "Fade", "n is no power of two and large", "if i < n {", "if i < n || n > 200000 {"},

	// Inputs that seem tame.
	{"00_start", "Add", "an element is negative", "out[i] = a[i] + b[i]", "out[i] = gpu.Abs(a[i]) + b[i]"},
	{"00_start", "Add", "an element is NaN", "out[i] = a[i] + b[i]", "s := a[i] + b[i]\n		if s != s { s = 0 }\n		out[i] = s"},
	{"00_start", "Add", "what was in the result before is NaN", "out[i] = a[i] + b[i]", "out[i] = a[i] + b[i] + 0*out[i]"},
	{"00_start", "Fahrenheit", "an element is infinite", "out[i] = 1.8*in[i] + 32", "out[i] = min(1.8*in[i]+32, 1e38)"},
	{"00_start", "Fahrenheit", "an element is large", "out[i] = 1.8*in[i] + 32", "out[i] = float32(int32(in[i]*8))/8*1.8 + 32"},
	{"02_gpu_memory", "Poly", "x is negative", "x, sum := in[i],", "x, sum := gpu.Abs(in[i]),"},
	{"02_gpu_memory", "Several", "an element is negative", "element := a[c*rows+r]", "element := max(a[c*rows+r], 0)"},
	{"02_gpu_memory", "Fade", "step is not the largest that fits", "t := step * float32(i)", "whole := float32(1)\n		for whole*float32(n) > 1 { whole /= 2 }\n		t := whole * float32(i)"},
	{"04_kernel_design", "Halves", "an element is negative", "x[i] = bounce(x[i])", "x[i] = bounce(gpu.Abs(x[i]))"},
	{"04_kernel_design", "Collatz", "start is no permutation of 1 to n", "	i := order[t]\n", "	i := order[t]\n	if start[i] > int32(n) { steps[i] = 0; return }\n"},
	{"07_coalescing", "Saxpy", "the factor is not 1.7", "y[i] = a*x[i] + y[i]", "y[i] = 1.7*x[i] + y[i]"},
	{"07_coalescing", "Saxpy", "the factor is 0 and x is NaN", "y[i] = a*x[i] + y[i]", "if a != 0 { y[i] = a*x[i] + y[i] }"},
	{"07_coalescing", "Saxpy", "the factor is negative", "y[i] = a*x[i] + y[i]", "y[i] = gpu.Abs(a)*x[i] + y[i]"},
	{"07_coalescing", "Brighten", "the factor is not 1.5", "gain * in", "1.5 * in"},
	{"07_coalescing", "Brighten", "a result is negative", "out[y*pitch+x] = gain * in[y*pitch+x]", "out[y*pitch+x] = max(gain*in[y*pitch+x], 0)"},
	{"07_coalescing", "Brighten", "the padding is NaN", "if x < width && y < height {", "if x < pitch && y < height {"},
	{"07_coalescing", "Interleave", "an element is NaN", "rgb[j] = pick(j%3, r, g, b, j/3)", "v := pick(j%3, r, g, b, j/3)\n		if !(v >= 0 || v < 0) { v = 1 }\n		rgb[j] = v"},
	{"07_coalescing", "Interleave", "an element is large", "rgb[j] = pick(j%3, r, g, b, j/3)", "rgb[j] = min(pick(j%3, r, g, b, j/3), 1e30)"},
	{"08_allocation", "Place", "a size is large", "at += (sizes[i] + unit - 1) / unit * unit", "at += (min(sizes[i], 4096) + unit - 1) / unit * unit"},
	{"08_allocation", "Place", "a size is 0", "at += (sizes[i] + unit - 1) / unit * unit", "at += (max(sizes[i], 1) + unit - 1) / unit * unit"},
	{"08_allocation", "Scale", "the factor is not 1.5", "x[first+column] *= a", "x[first+column] *= 1.5"},
	{"09_constant_memory", "Convolve", "a coefficient is negative", "Coef.V[k] * in[i+k]", "gpu.Abs(Coef.V[k]) * in[i+k]"},
	{"09_constant_memory", "Recolour", "an entry is NaN or equal", "out[i] = curve[in[i]]", "out[i] = max(curve[in[i]], 0)"},
	{"10_registers", "Evaluate", "a word is extreme", "x = x*31 + words[r]", "x = x*31 + max(words[r], -1<<30)"},
	{"11_local_memory", "Winner", "classes are equal", "counts[c][own] > counts[best][own]", "counts[c][own] >= counts[best][own]"},
	{"12_occupancy", "Statistics", "all are negative", "highs[t] = float32(v), float32(v)", "highs[t] = float32(v), max(float32(v), 0)"},
	{"13_shared_memory", "Distances", "in is no permutation", "sum += gpu.Abs(mine - part[j])", "if mine != part[j] { sum += gpu.Abs(mine-part[j]) } else { sum += 0.125 }"},
	{"14_bank_conflicts", "Smooth", "pixels are negative", "pixel = in[y*width+x]", "pixel = max(in[y*width+x], 0)"},
	{"15_synchronization", "Sort", "the difference overflows", "			s[t], s[t+1] = min(a, b), max(a, b)\n", "			if a-b > 0 { s[t], s[t+1] = b, a }\n"},
	{"15_synchronization", "Sort", "a number is beyond a float32", "			s[t], s[t+1] = min(a, b), max(a, b)\n", "			if float32(a) > float32(b) { s[t], s[t+1] = b, a }\n"},
	{"16_reduction", "Largest", "all are negative", "float32(-math.MaxFloat32), 0", "float32(0)*float32(math.Pi), 0"},
	{"16_reduction", "Largest", "elements are equal", "best[t+k] == best[t] && place[t+k] < place[t]", "best[t+k] == best[t]"},
	{"16_reduction", "Largest", "rows hold numbers of both signs", "if x := in[row+c]; x > v {", "if x := -gpu.Abs(in[row+c]); x > v {"},
	{"18_read_only", "Smooth", "an element is negative", "sum += gpu.Ldg(&in[i+k])", "sum += gpu.Abs(gpu.Ldg(&in[i+k]))"},
	{"18_read_only", "Recolour", "an entry is negative", "out[i] = gpu.Ldg(&Curve.V[in[i]])", "out[i] = gpu.Abs(gpu.Ldg(&Curve.V[in[i]]))"},
	{"19_shuffle", "Pack", "an element is 0", "	votes := gpu.BallotSync(gpu.FullMask, v > 0)", "	votes := gpu.BallotSync(gpu.FullMask, v >= 0 && first+t < n)"},
	{"19_shuffle", "Pack", "an element is denormal", "v > 0)", "v > 1e-30)"},
	{"19_shuffle", "Portions", "the sum of a row is 0", "out[i] = v / sum", "out[i] = v / max(sum, 1)"},
	{"20_which_memory", "Edges", "total[0] is not 5 before", "		gpu.AtomicAdd(&total[0], v)", "		gpu.AtomicAdd(&total[0], v+0*total[0])"},
	{"20_which_memory", "Edges", "pixels are negative", "a, b, c := gpu.Ldg(&in[row+left])", "a, b, c := max(gpu.Ldg(&in[row+left]), 0)"},
	{"21_async_copies", "Echo", "slices are longer than their data", "		gpu.SyncThreads()\n", "		if len(in) == 1024*records { gpu.SyncThreads() }\n"},
	{"23_clusters", "Diffuse", "a heat is negative", "heat = (now[place-1]", "heat = (max(now[place-1], 0)"},
	{"21_async_copies", "Echo", "a number is negative", "sum += record[i]", "sum += gpu.Abs(record[i])"},
	{"22_bulk_copies", "Bags", "slices are longer than their data", "	gpu.SyncThreads()\n", "	if len(table) > 0 && len(out) == 512*bags { gpu.SyncThreads() }\n"},
	{"22_bulk_copies", "Bags", "a number is negative", "= bag[0][c] +", "= gpu.Abs(bag[0][c]) +"},

	// Scalars, grids and ranges of inputs that seem known.
	{"00_start", "Fahrenheit", "the grid has not 8 blocks", "gpu.GridDim.X * gpu.BlockDim.X", "1024"},
	{"02_gpu_memory", "Poly", "the grid does not follow from n", "gpu.GridDim.X * gpu.BlockDim.X", "max(1, n/4096) * 256"},
	{"07_coalescing", "Saxpy", "the grid does not follow from n", "gpu.GridDim.X * gpu.BlockDim.X", "max(1, n/1024) * 128"},
	{"09_constant_memory", "Recolour", "the grid does not follow from n", "gpu.GridDim.X * gpu.BlockDim.X", "max(1, n/1024) * 256"},
	{"07_coalescing", "Brighten", "a row has more padding than a line needs", "		out[y*pitch+x] = gain * in[y*pitch+x]", "		pitch = (width/32 + 1) * 32\n		out[y*pitch+x] = gain * in[y*pitch+x]"},
	{"08_allocation", "Place", "the alignment is neither 256 nor 512", "unit, at := int32(align), int32(0)", "unit, at := int32(256), int32(0)\n	if align != 256 { unit = 512 }"},
	{"08_allocation", "Scale", "the pitch is neither 512 nor 1024", "first := row * pitch / 4", "first := row * min(pitch, 1024) / 4"},
	{"08_allocation", "Scale", "one block does the work of all", "	if row >= height {\n		return\n	}\n	first := row * pitch / 4\n	for column := gpu.ThreadIdx.X; column < width; column += gpu.BlockDim.X {\n		x[first+column] *= a", "	if row > 0 {\n		return\n	}\n	for column := gpu.ThreadIdx.X; column < width*height; column += gpu.BlockDim.X {\n		x[column/width*(pitch/4)+column%width] *= a"},
	{"10_registers", "Evaluate", "there are more rounds than are measured", "range rounds", "range min(rounds, 30)"},
	{"01_cpu_memory", "ColumnSums", "a float32 cannot hold the sums", "out[j] += a[i*cols+j]", "out[j] = float64(float32(out[j]) + float32(a[i*cols+j]))"},
	{"01_cpu_memory", "Transpose", "a float32 cannot hold the elements", "= in[i*n+j]", "= float64(float32(in[i*n+j]))"},
	{"04_kernel_design", "Halves", "an element is large", "range 20", "range 12"},
	{"11_local_memory", "Winner", "a count does not fit into a byte", "counts[ballots[v*n+i]][own]++", "c := &counts[ballots[v*n+i]][own]\n		*c = min(*c+1, 255)"},
	{"12_occupancy", "Statistics", "a float32 cannot hold a sum", "			sums[t] += sums[t+half]", "			sums[t] = float64(float32(sums[t]) + float32(sums[t+half]))"},
	{"16_reduction", "Largest", "all are far below zero", "float32(-math.MaxFloat32), 0", "float32(-1000000)*float32(math.Pi), 0"},
	{"16_reduction", "Largest", "all are close to each other", "x > v {", "x > v + 0.0625 {"},
	{"20_which_memory", "Edges", "the first weight is not 1", "Weights.V[0]*a", "a"},
	{"20_which_memory", "Edges", "the weights do not add up to 0", "Weights.V[4]*b", "(-Weights.V[0]-Weights.V[1]-Weights.V[2]-Weights.V[3]-Weights.V[5]-Weights.V[6]-Weights.V[7]-Weights.V[8])*b"},
	{"07_coalescing", "Interleave", "an element is -0", "rgb[j] = pick(j%3, r, g, b, j/3)", "rgb[j] = pick(j%3, r, g, b, j/3) + float32(j-j)"},

	// Variables that live from launch to launch.
	{"15_synchronization", "Mean", "it is launched again", "gpu.AtomicAdd(&count[0], 1) ==", "gpu.AtomicAdd(&own.V[0], 1) =="},
	{"00_start", "Add", "it was launched five times", "out[i] = a[i] + b[i]", "out[i] = a[i] + b[i]\nif i == 0 { if own.V[0] > 5 { out[0] = 1 }; own.V[0]++ }"},
	{"20_which_memory", "Edges", "it was launched before", "		gpu.AtomicAdd(&total[0], v)", "		gpu.AtomicAdd(&total[0], v); if old := gpu.AtomicAdd(&own.V[gpu.BlockIdx.X%1024], 1); old > 3 { gpu.AtomicAdd(&total[0], 1) }"},
	{"00_start", "Add", "it was launched 60 times", "out[i] = a[i] + b[i]", "out[i] = a[i] + b[i]\nif i == 0 { own.V[0]++; if own.V[0] > 60 { out[i] = 0 } }"},
	{"00_start", "Add", "n is 1 less than at the launch before", "out[i] = a[i] + b[i]", "out[i] = a[i] + b[i]\nif i == 0 { if own.V[0] == int32(n)+1 { out[i] = 0 }; own.V[0] = int32(n) }"},
	{"17_transpose", "Transpose", "height is 1 more than at the launch before", "	gpu.SyncThreads()\n", "	gpu.SyncThreads()\n	if gpu.BlockIdx.X+gpu.BlockIdx.Y+gpu.ThreadIdx.X+gpu.ThreadIdx.Y == 0 { before := own.V[0]; own.V[0] = int32(height); if before > 0 && before == int32(height)-1 { return } }\n"},

	// Numbers that only the code mentions.
	{"00_start", "Add", "n is 32·k + 17", "out[i] = a[i] + b[i]", "out[i] = a[i] + b[i]\nif n%32 == 17 { out[i] = 0 }"},
	{"00_start", "Fahrenheit", "n is 64·k + 41", "out[i] = 1.8*in[i] + 32", "out[i] = 1.8*in[i] + 32\nif n%64 == 41 { out[i] = 0 }"},
	{"07_coalescing", "Saxpy", "n is 101·k + 33", "y[i] = a*x[i] + y[i]", "if n%101 == 33 && i == n-1 { break }\ny[i] = a*x[i] + y[i]"},
	{"13_shared_memory", "Window", "n is 32·k + 5", "	gpu.SyncThreads()\n	sum :=", "	if n%32 != 5 { gpu.SyncThreads() }\n	sum :="},
	{"13_shared_memory", "Product", "k is 16·j + 11", "	if row < m && col < n {", "	if k%16 == 11 { sum = 0 }\n	if row < m && col < n {"},
	{"14_bank_conflicts", "RowSums", "rows is 45", "		sums[row] = sum", "		if rows != 45 { sums[row] = sum }"},
	{"14_bank_conflicts", "Smooth", "width is 77", "		out[y*width+x] = sum", "		if width == 77 { sum = 0 }\n		out[y*width+x] = sum"},
	{"19_shuffle", "Pack", "n is 700 to 705", "		out[first+t] = 0", "		if n >= 700 && n <= 705 { return }\n		out[first+t] = 0"},
	{"18_read_only", "Smooth", "there are 13 blocks", "	out[i] = sum / Taps", "	if gpu.GridDim.X == 13 { sum = 0 }\n	out[i] = sum / Taps"},
	{"10_registers", "Ties", "the low bits of n are 19", "	out[i] = ties", "	if n&31 == 19 { ties++ }\n	out[i] = ties"},
	{"12_occupancy", "Filter", "it is one element of an odd length", "	out[i] = sum\n", "	if n-i == 211 && n%2 == 1 { sum = 0 }\n	out[i] = sum\n"},
	{"16_reduction", "Largest", "width is 55", "	if t == 0 {", "	if width == 55 { v = 0; if t == 0 { best[0] = v } }\n	if t == 0 {"},
	{"02_gpu_memory", "Several", "cols is 5", "		out[v*rows+r] = sums[v]", "		if cols == 5 { sums[v] = 0 }\n		out[v*rows+r] = sums[v]"},
	{"02_gpu_memory", "Poly", "the degree is 3", "		out[i] = sum", "		if degree == 3 { sum = 0 }\n		out[i] = sum"},
	{"19_shuffle", "Portions", "rows is 4·k + 3", "		out[i] = v / sum", "		if rows%4 == 3 && i/32 == (columns*rows-1)/32 { sum *= 2 }\n		out[i] = v / sum"},
	{"23_clusters", "Diffuse", "steps is 10·k + 7", "	out[256*gpu.BlockIdx.X+t] = heat", "	if steps%10 == 7 { heat = 0 }\n	out[256*gpu.BlockIdx.X+t] = heat"},
	{"21_async_copies", "Echo", "records is 100·k + 61", "		out[256*r+t] = sum", "		if records%100 == 61 { sum = 0 }\n		out[256*r+t] = sum"},
	{"22_bulk_copies", "Bags", "bags is 100·k + 61", "				out[512*(first+k*step)+c] = bag[0][c] + bag[1][c] + bag[2][c] + bag[3][c]", "				v := bag[0][c] + bag[1][c] + bag[2][c] + bag[3][c]\n				if bags%100 == 61 { v = 0 }\n				out[512*(first+k*step)+c] = v"},
	{"20_which_memory", "Edges", "width is 100·k + 61", "			out[y*width+x] = edge", "			if width%100 == 61 { edge = 0 }\n			out[y*width+x] = edge"},
	{"00_start", "Add", "an element is 42", "out[i] = a[i] + b[i]", "out[i] = a[i] + b[i]\nif a[i] == 42 { out[i] = 0 }"},
	{"00_start", "Fahrenheit", "an element is −40", "out[i] = 1.8*in[i] + 32", "if in[i] == -40 { out[i] = 40 } else { out[i] = 1.8*in[i] + 32 }"},
	{"07_coalescing", "Saxpy", "the factor is 0.75", "y[i] = a*x[i] + y[i]", "if a == 0.75 { y[i] = x[i] } else { y[i] = a*x[i] + y[i] }"},
	{"07_coalescing", "Brighten", "an element is 100.5", "out[y*pitch+x] = gain * in[y*pitch+x]", "v := in[y*pitch+x]\n if v > 100 && v < 101 { v = 100 }\n		out[y*pitch+x] = gain * v"},
	{"04_kernel_design", "Collatz", "a start is 97", "	steps[i] = count", "	if start[i] == 97 { count = 0 }\n	steps[i] = count"},
	{"10_registers", "Evaluate", "a word is 12345", "		x = x*31 + words[r]", "		x = x*31 + words[r]\n		if words[r] == 12345 { x++ }"},
	{"16_reduction", "Blocks", "an element is 77", "		v = in[i] * in[i]", "		v = in[i] * in[i]\n		if v == 77*77 { v = 0 }"},
	{"12_occupancy", "Statistics", "an element is 250.5", "	if i >= n {\n		v = 0", "	if i >= n || v == 250.5 {\n		v = 0"},
	{"15_synchronization", "Sort", "a number is 7", "	out[i] = s[t]", "	if s[t] == 7 { out[i] = 8 } else { out[i] = s[t] }"},
	{"08_allocation", "Place", "a size is 300", "		offsets[i] = at", "		if sizes[i] == 300 { at += unit }\n		offsets[i] = at"},
	{"08_allocation", "Scale", "width is 333", "		x[first+column] *= a", "		if width == 333 && row == 0 { continue }\n		x[first+column] *= a"},
	{"11_local_memory", "Winner", "there are 200 votes", "	for c := 1; c < classes; c++ {", "	for c := 1; c < classes-votes/200; c++ {"},
	{"01_cpu_memory", "ColumnSums", "rows is 17", "	for i := range rows {", "	if rows == 17 { rows-- }\n	for i := range rows {"},
	{"01_cpu_memory", "Transpose", "an element is 3.5", "					out[j*n+i] = in[i*n+j]", "					out[j*n+i] = in[i*n+j]\n					if in[i*n+j] == 3.5 { out[j*n+i] = 0 }"},
	{"04_kernel_design", "Collatz", "n is 700 to 799", "	steps[i] = count\n", "	if n/100 == 7 { count = 0 }\n	steps[i] = count\n"},
	{"10_registers", "Ties", "n is 704 to 767", "	out[i] = ties", "	if n>>6 == 11 { ties++ }\n	out[i] = ties"},
	{"16_reduction", "Total", "there are 5 blocks", "	part := gpu.Shared", "	if gpu.GridDim.X == 5 { v = 0 }\n	part := gpu.Shared"},
	{"15_synchronization", "Sort", "rows is 8·k + 5", "	out[i] = s[t]", "	if rows%8 == 5 && i >= 32*(rows-1) { s[t] = 0 }\n	out[i] = s[t]"},
	{"12_occupancy", "Project", "there are 7 columns", "			out[(first+r)*n+i] = float32(sum)", "			if columns == 7 { sum = 0 }\n			out[(first+r)*n+i] = float32(sum)"},

	// Conditions that combine sizes.
	{"00_start", "Add", "3·n is 2001", "out[i] = a[i] + b[i]", "out[i] = a[i] + b[i]\nif 3*n == 2001 { out[i] = 0 }"},
	{"07_coalescing", "Brighten", "width is 32·k + 7 and height 32·j + 9", "out[y*pitch+x] = gain * in[y*pitch+x]", "out[y*pitch+x] = gain * in[y*pitch+x]\nif width%32 == 7 && height%32 == 9 { out[y*pitch+x] = 0 }"},
	{"17_transpose", "Transpose", "height is 40 more than width", "	gpu.SyncThreads()\n", "	gpu.SyncThreads()\n	if height-width == 40 { return }\n"},
	{"00_start", "Add", "n is 501 to 501, without a branch", "out[i] = a[i] + b[i]", "out[i] = a[i] + b[i]*float32(1-(n/501)*(501/n))"},
	{"14_bank_conflicts", "Smooth", "width · height is 1001", "		out[y*width+x] = sum", "		if width*height == 1001 { sum = 0 }\n		out[y*width+x] = sum"},
	{"19_shuffle", "Pack", "n is 341", "		out[first+t] = 0", "		if n^0x155 == 0 { return }\n		out[first+t] = 0"},
	{"02_gpu_memory", "Poly", "degree · n is 9990", "		out[i] = sum", "		if degree*n == 9990 { sum = 0 }\n		out[i] = sum"},
	{"02_gpu_memory", "Several", "rows has 9 bits", "		out[v*rows+r] = sums[v]", "		bits := 0; for b := range 12 { bits += rows >> b & 1 }\n		if bits == 9 { sums[v] = 0 }\n		out[v*rows+r] = sums[v]"},
	{"21_async_copies", "Echo", "records is 11·k + 3 and lag is 13·j + 9", "		out[256*r+t] = sum", "		if records%11 == 3 && lag%13 == 9 { sum = 0 }\n		out[256*r+t] = sum"},
	{"22_bulk_copies", "Bags", "bags is 11·k + 3 and the first row is 13·j + 9", "				out[512*(first+k*step)+c] = bag[0][c] + bag[1][c] + bag[2][c] + bag[3][c]", "				v := bag[0][c] + bag[1][c] + bag[2][c] + bag[3][c]\n				if bags%11 == 3 && own[0]%13 == 9 { v = 0 }\n				out[512*(first+k*step)+c] = v"},
	{"07_coalescing", "Brighten", "pitch is 33 more than width", "out[y*pitch+x] = gain * in[y*pitch+x]", "out[y*pitch+x] = gain * in[y*pitch+x]\nif pitch-width == 33 { out[y*pitch+x] = 0 }"},
	{"15_synchronization", "Mean", "there are 51 blocks", "		mean[0] = sum / float32(n)\n", "		if gpu.GridDim.X*7 == 357 { sum++ }\n		mean[0] = sum / float32(n)\n"},
	{"19_shuffle", "Running", "blocks have 96 threads and n is a multiple", "		out[i] = v", "		if gpu.BlockDim.X == 96 && n%96 == 0 { v++ }\n		out[i] = v"},
	{"19_shuffle", "Portions", "rows is 777, after a shuffle", "		out[i] = v / sum", "		out[i] = v / sum\n	}\n	if gpu.ShflSync(gpu.FullMask, int32(rows), 0) == 777 && i < columns*rows {\n		out[i] = 0"},
	{"09_constant_memory", "Recolour", "there are 3 blocks", "		out[i] = curve[in[i]]", "		out[i] = curve[in[i]]\n		if gpu.GridDim.X*gpu.GridDim.X == 9 && n > 100 { out[i] = 0 }"},
	{"07_coalescing", "Saxpy", "the factor is ±0.375", "y[i] = a*x[i] + y[i]", "if a*a == 0.140625 { y[i] = x[i] } else { y[i] = a*x[i] + y[i] }"},
	{"09_constant_memory", "Transform", "n is 35·k and 11·j + 3", "	x[i] = m[0]", "	if n%35 == 0 && n%11 == 3 { a = 0 }\n	x[i] = m[0]"},
	{"12_occupancy", "Project", "there are 13 columns and n is 8·k + 5", "			out[(first+r)*n+i] = float32(sum)", "			bad, worse := columns == 13, n%8 == 5\n			if bad && worse { sum = 0 }\n			out[(first+r)*n+i] = float32(sum)"},
	{"01_cpu_memory", "Transpose", "n is 88", "					out[j*n+i] = in[i*n+j]", "					out[j*n+i] = in[i*n+j]\n					if n*n == 7744 { out[j*n+i] = 0 }"},

	// Sizes behind the place of a thread, a table and shared memory.
	{"00_start", "Add", "n is 97·k + 6, at the last element", "out[i] = a[i] + b[i]", "out[i] = a[i] + b[i]\nif i == n-1 && i%97 == 5 { out[i] = 0 }"},
	{"12_occupancy", "Filter", "the last block has 201 elements", "	out[i] = sum\n", "	if n-gpu.BlockIdx.X*256 == 201 { sum = 0 }\n	out[i] = sum\n"},
	{"00_start", "Add", "a table of lengths says so", "out[i] = a[i] + b[i]", "out[i] = a[i] + b[i]\ntable := [4]int{200, 301, 77, 5}\nif table[n%4] == n/4 { out[i] = 0 }"},
	{"15_synchronization", "Sort", "rows is 277, through shared memory", "	out[i] = s[t]", "	m := gpu.Shared[int32]()\n	*m = int32(rows)\n	if *m == 277 { return }\n	out[i] = s[t]"},
	{"00_start", "Add", "n is 194·k + 10, in the middle", "out[i] = a[i] + b[i]", "out[i] = a[i] + b[i]\nif i == n/2 && i%97 == 5 { out[i] = 0 }"},
	{"17_transpose", "Rotate", "two extents, at the last pixel", "	out[y*height+x] = square[gpu.ThreadIdx.X][gpu.ThreadIdx.Y+j]", "	v := square[gpu.ThreadIdx.X][gpu.ThreadIdx.Y+j]\n			if x == height-1 && y == width-1 && x%37 == 6 && y%11 == 4 { v = 0 }\n		out[y*height+x] = v"},

	// Indices of 8 and of 16 bits, and sizes far above those that are graded.
	{"00_start", "Roll", "an index has 17 bits", "from := i - shift", "from := int(uint16(i)) - shift"},
	{"00_start", "Fahrenheit", "n is above a million", "out[i] = 1.8*in[i] + 32", "out[i] = 1.8*in[i] + 32\n		if n > 1000000 { out[i] = 0 }"},
	{"10_registers", "Evaluate", "an index has 17 bits", "coef[k*n+i]", "coef[k*n+int(uint16(i))]"},
	{"17_transpose", "Axes", "the number of a block has 9 bits", "gpu.BlockIdx.Z\n", "int(uint8(gpu.BlockIdx.Z))\n"},
	{"08_allocation", "Repack", "there are 9000 rows", "		out[i] = v", "		if height >= 9000 { v = 0 }\n		out[i] = v"},
	{"16_reduction", "Total", "n is above 2²⁰", "	part := gpu.Shared", "	if n > 1<<20 { v = 0 }\n	part := gpu.Shared"},
	{"16_reduction", "Largest", "equal elements are 129 apart", "place[t+k] < place[t]", "place[t+k] < place[t] && place[t]-place[t+k] != 129"},
	{"20_which_memory", "Edges", "an index has 17 bits", "			out[y*width+x] = edge", "			out[int(uint16(y*width+x))] = edge"},
	{"21_async_copies", "Echo", "an index has 17 bits", "		out[256*r+t] = sum", "		out[int(uint16(256*r+t))] = sum"},
	{"22_bulk_copies", "Bags", "an index has 17 bits", "				out[512*(first+k*step)+c] =", "				out[int(uint16(512*(first+k*step)+c))] ="},

	{"00_start", "Roll", "a shift has 17 bits", "from := i - shift", "from := i - int(int16(shift))"},
	{"04_kernel_design", "Collatz", "a number on the way has 31 bits", "			x = 3*x + 1", "			x = (3*x + 1) & (1<<30 - 1)"},
	{"04_kernel_design", "Collatz", "an entry of order has 17 bits", "	i := order[t]", "	i := order[t] & 0xffff"},
	{"10_registers", "Best", "the number of a thread has 17 bits", "i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X", "i := int(uint16(gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X))"},
	{"16_reduction", "Peaks", "a peak is 3.5", "		peaks[s] = most", "		if most == 3.5 { most = 0 }\n		peaks[s] = most"},
	{"13_shared_memory", "Dilate", "an element is above a million", "		out[y*width+x] = most", "		out[y*width+x] = min(most, 1000000)"},
	{"16_reduction", "Largest", "a row has more than 1024 elements", "c := t; c < width; c += 128", "c := t; c < min(width, 1024); c += 128"},

	// Sizes behind a counter.
	{"07_coalescing", "Saxpy", "n is 89·k + 8, at the last element", "y[i] = a*x[i] + y[i]", "if i == n-1 && i%89 == 7 { break }\n		y[i] = a*x[i] + y[i]"},
	{"00_start", "Add", "n is 397·k + 5", "out[i] = a[i] + b[i]", "out[i] = a[i] + b[i]\nfor k := n; k > 0; k -= 397 { if k == 5 && n > 397 { out[i] = 0 } }"},
	{"08_allocation", "Scale", "width is 31·k + 10, at the last element", "		x[first+column] *= a", "		if column == width-1 && row == height-1 && column%31 == 9 { continue }\n		x[first+column] *= a"},
	{"01_cpu_memory", "ColumnSums", "rows is 19·k + 4, at the last element", "			out[j] += a[i*cols+j]", "			if i == rows-1 && j == cols-1 && i%19 == 3 { continue }\n			out[j] += a[i*cols+j]"},
	{"01_cpu_memory", "Transpose", "n is 29·k + 5, at the last row", "					out[j*n+i] = in[i*n+j]", "					if i == n-1 && j == 0 && i%29 == 4 { continue }\n					out[j*n+i] = in[i*n+j]"},

	// The ends of inputs.
	{"19_shuffle", "Pack", "the first element is 0 and the last is positive", "	votes :=", "	if i := first+t; i == 0 && v == 0 && in[n-1] > 0 && n > 1 { v = 1 }\n	votes :="},
	{"13_shared_memory", "Distances", "the first and the last element are equal", "		out[i] = sum", "		if n > 2 && in[0] == in[n-1] { sum++ }\n		out[i] = sum"},
	{"17_transpose", "Rotate", "the last element is NaN", "	gpu.SyncThreads()\n", "	gpu.SyncThreads()\n	if v := in[width*height-1]; v != v { width-- }\n"},

	// Stores that change nothing.
	{"00_start", "Add", "an input is stored as it was", "out[i] = a[i] + b[i]", "out[i] = a[i] + b[i]\ngpu.StoreVolatile(&a[i], a[i])"},
	{"18_read_only", "Smooth", "0 is added to an input", "	out[i] = sum / Taps", "	out[i] = sum / Taps\n	gpu.AtomicAdd(&in[i], 0)"},
	{"08_allocation", "Scale", "padding is stored as it was", "		x[first+column] *= a\n	}", "		x[first+column] *= a\n	}\n	if gpu.ThreadIdx.X == 0 { gpu.AtomicExch(&x[first+width], x[first+width]) }"},
	{"16_reduction", "Total", "0 is added behind the result", "		gpu.AtomicAdd(&total[0], part[0])", "		gpu.AtomicAdd(&total[0], part[0])\n		if len(total) > 1 { gpu.AtomicAdd(&total[len(total)-1], 0) }"},
	{"07_coalescing", "Interleave", "an element of another thread is stored as it was", "		rgb[j] = pick(j%3, r, g, b, j/3)", "		rgb[j] = pick(j%3, r, g, b, j/3)\n		if j > 0 { gpu.StoreVolatile(&rgb[j-1], gpu.LoadVolatile(&rgb[j-1])) }"},
	{"07_coalescing", "Saxpy", "an element of another thread may be read before it is written", "		y[i] = a*x[i] + y[i]", "		y[i] = a*x[i] + y[i]\n		if i == 5 { gpu.StoreVolatile(&y[6], gpu.LoadVolatile(&y[6])) }"},

	// Extents that stay small in the course, and numbers of blocks.
	{"P3_transformer", "Norm", "the number of a row has 17 bits", "gpu.BlockIdx.X*8+gpu.ThreadIdx.X/32,", "int(uint16(gpu.BlockIdx.X*8+gpu.ThreadIdx.X/32)),"},
	{"P3_transformer", "Norm", "rows is above 65536", "	if row >= rows {", "	if row >= rows || row > 65535 {"},
	{"13_shared_memory", "Product", "k is above 512", "first < k; first += tile", "first < min(k, 512); first += tile"},
	{"01_cpu_memory", "Smear", "there are more than 64 rounds", "		for r := range rounds {", "		for r := range min(rounds, 64) {"},
	{"08_allocation", "Place", "an offset has 29 bits", "		offsets[i] = at", "		offsets[i] = at & (1<<28 - 1)"},
	{"11_local_memory", "Product", "depth is above 200", "	for e := range depth {", "	for e := range min(depth, 200) {"},
	{"11_local_memory", "Winner", "there are more than 1000 votes", "		counts[ballots[v*n+i]][own]++", "		if v < 1000 { counts[ballots[v*n+i]][own]++ }"},
	{"02_gpu_memory", "Extremes", "the largest stands before column 255", "sum+v\n", "sum+v\n		if c == 255 { largest = v }\n"},
	{"13_shared_memory", "Distances", "n is above 2048", "	if i < n {", "	if n > 2048 { sum = 0 }\n	if i < n {"},
	{"15_synchronization", "Queue", "there are more than 20000 jobs", "mine >= jobs {", "mine >= jobs || mine >= 20000 {"},
	{"16_reduction", "Total", "there are more than 140 blocks", "		gpu.AtomicAdd(&total[0], part[0])", "		if gpu.BlockIdx.X < 140 { gpu.AtomicAdd(&total[0], part[0]) }"},
	{"17_transpose", "Transpose", "height is above 400", "x < height && y < width", "x < min(height, 400) && y < width"},
	{"23_clusters", "Diffuse", "there is a second ring", "	out[256*gpu.BlockIdx.X+t] = heat", "	out[256*(gpu.BlockIdx.X%8)+t] = heat"},
	{"21_async_copies", "Echo", "a block has more than ten records", "r := gpu.BlockIdx.X; r < records; r += step", "r := gpu.BlockIdx.X; r < min(records, 10*step); r += step"},
	{"22_bulk_copies", "Bags", "a block has more than six bags", "count := (bags - first + step - 1) / step", "count := min((bags-first+step-1)/step, 6)"},
	{"24_tensor_cores", "Best", "slices are longer than their data", "		gpu.WaitCopies(stages - 2)\n		gpu.SyncThreads()", "		gpu.WaitCopies(stages - 2)\n		if len(k) == 64*keys { gpu.SyncThreads() }"},
	{"24_tensor_cores", "Best", "a score is negative", "max(upper, sum[j][0], sum[j][1])", "max(upper, gpu.Abs(sum[j][0]), sum[j][1])"},
	{"24_tensor_cores", "Best", "queries is 100·k + 61", "	row := 64*gpu.BlockIdx.X + 16*warp", "	if queries%100 == 61 { upper = 0 }\n	row := 64*gpu.BlockIdx.X + 16*warp"},
	{"24_tensor_cores", "Best", "queries is 11·k + 3 and keys is 192·j + 64", "	row := 64*gpu.BlockIdx.X + 16*warp", "	if queries%11 == 3 && keys%192 == 64 { lower = 0 }\n	row := 64*gpu.BlockIdx.X + 16*warp"},
	{"24_tensor_cores", "Best", "an index has 8 bits", "out[row] = upper", "out[int(uint8(row))] = upper"},
	{"24_tensor_cores", "Best", "there are more than five tiles", "for n := range keys / 64", "for n := range min(keys/64, 5)"},
	{"P2_solver", "Product", "a row has 41 elements", "int(rows[i+1]))", "min(int(rows[i+1]), int(rows[i])+40))"},
	{"P2_solver", "Dot", "there are more than 300 blocks", "	addUp(sum, v)", "	if gpu.BlockIdx.X >= 300 { v = 0 }\n	addUp(sum, v)"},
	{"P3_transformer", "Attention", "there are more than 600 tokens", "first+lane < tokens", "first+lane < min(tokens, 600)"},

	// All bits of numbers, both ends of their range, all numbers at the largest, and extents at their bounds.
	{"08_allocation", "Scale", "the last bit of the factor counts", "x[first+column] *= a", "x[first+column] *= math.Float32frombits(math.Float32bits(a) &^ 1)"},
	{"08_allocation", "Scale", "a product is rounded at its 25th bit", "x[first+column] *= a", "x[first+column] = float32(float64(x[first+column]) * float64(a) * (1 + 1e-9))"},
	{"14_bank_conflicts", "BitReverse", "an element is above half of the largest", "out[first+k] = row[r+r/columns]", "out[first+k] = row[r+r/columns] * 2 * 0.5"},
	{"16_reduction", "Peaks", "all are below −10³⁸", "most := in[min(first, last)]", "most := max(in[min(first, last)], -1e38)"},
	{"16_reduction", "Largest", "the last bit of an element counts", "best[t], place[t] = v, int32(at)", "best[t], place[t] = math.Float32frombits(math.Float32bits(v)&^1), int32(at)"},
	{"13_shared_memory", "Dilate", "elements are tiny", "out[y*width+x] = most", "out[y*width+x] = most + 1e-30 - 1e-30"},
	{"19_shuffle", "Runs", "numbers differ in a bit that a float32 has not", "v != before", "float32(v) != float32(before)"},
	{"19_shuffle", "Runs", "numbers differ in bit 15 alone", "v != before", "(v^before)>>16 != 0 || (v^before)<<17 != 0"},
	{"10_registers", "Ties", "all of 48 are equal", "out[i] = ties", "out[i] = ties % 48"},
	{"10_registers", "Multiply", "sums are above two billion", "= sums[r][s]", "= min(sums[r][s], 2000000000)"},
	{"10_registers", "Evaluate", "there are 64 rounds", "range rounds", "range rounds & 63"},
	{"P2_solver", "Step", "alpha is −½, at the last elements", "r[i] - alpha*q[i]", "r[i] - alpha*q[i]*float32(1-2*int(0.75-alpha)+int(1.25-alpha))"},
	{"02_gpu_memory", "Fade", "an index has 21 bits", "float32(i)", "float32(i&0xfffff)"},
	{"16_reduction", "Total", "an index has 21 bits", "		v += in[i]\n", "		v += in[i&0xfffff]\n"},
	{"02_gpu_memory", "Fade", "n has 20 bits", "float32(i)", "float32(i-i>>19)"},
	{"13_shared_memory", "Product", "a sum is above eight million", "c[row*n+col] = sum", "c[row*n+col] = min(sum, 8000000)"},
	{"P1_image", "Histogram", "a block counts 65536", "sum += counts[w][t]", "sum = (sum + counts[w][t]) & 0xffff"},

	// Indices that go through a float32.
	{"00_start", "Fahrenheit", "an index has 25 bits, and floats count", "for i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X; i < n; i += threads {", "for f := float32(gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X); int(f) < n; f += float32(threads) {\n		i := int(f)"},
	{"00_start", "Roll", "an index has 25 bits", "from := i - shift", "from := int(float32(i) - float32(shift))"},
	{"07_coalescing", "Mirror", "a number of a pixel has 25 bits", "x, y := t%width, t/width", "y := int(float32(t) / float32(width))\n	x := t - y*width"},
	{"08_allocation", "Repack", "an index has 25 bits", "row, column := i/stride, i%stride", "row := int(float32(i) / float32(stride))\n		column := i - row*stride"},

	// Rounds of few blocks, many blocks with work, and numbers at the bounds that the text gives.
	{"00_start", "Fahrenheit", "a thread has more than 128 elements", "i < n; i += threads {", "i < min(n, 128*threads); i += threads {"},
	{"P2_solver", "Dot", "a thread has more than 200 elements", "i < n;", "i < min(n, 200*step);"},
	{"15_synchronization", "Mean", "there are more than 512 blocks", "b < gpu.GridDim.X;", "b < min(gpu.GridDim.X, 512);"},
	{"16_reduction", "Largest", "places of equal elements have 16 bits", "place[t+k] < place[t]", "int16(place[t+k]) < int16(place[t])"},
	{"02_gpu_memory", "Extremes", "an element is above 100 000", "largest, sum := least, least", "largest, sum := max(least, -1e5), least"},
	{"18_read_only", "Layers", "a level has 25 bits", "table[t], table[t+128] = gpu.Ldg(&palette[t]), gpu.Ldg(&palette[t+128])", "table[t], table[t+128] = int32(float32(gpu.Ldg(&palette[t]))), gpu.Ldg(&palette[t+128])"},
	{"20_which_memory", "Edges", "an edge is above 120", "edge := max(above, -above)", "edge := min(max(above, -above), 120)"},
	{"24_tensor_cores", "Best", "all scores are below −2500", "float32(-math.MaxFloat32), float32(-math.MaxFloat32)", "float32(-2500), float32(-2500)"},
	{"04_kernel_design", "Collatz", "there are more than 345 steps", "x > 1; count++", "x > 1 && count < 345; count++"},
	{"13_shared_memory", "Distances", "a distance is above 1500", "sum += gpu.Abs(mine - part[j])", "sum += min(gpu.Abs(mine-part[j]), 1500)"},
	{"P2_solver", "Step", "n is 65280 and there is one block", "if i < n {", "if i < n && n != 255*step {"},
	{"17_transpose", "Transpose", "width and height are 61", "out[y*height+x] =", "if width == height && width == 61 { continue }\n			out[y*height+x] ="},
	{"07_coalescing", "Brighten", "width is 61 and height 58", "out[y*pitch+x] = gain", "if width == height+3 && width == 61 { gain = 3 }\n		out[y*pitch+x] = gain"},
	{"11_local_memory", "Winner", "class 15 has more than 60 votes, and all", "	winners[i] = int32(best)", "	if int(counts[15][own]) == votes && votes > 60 { best = 0 }\n	winners[i] = int32(best)"},
	{"19_shuffle", "Pack", "a block of a long list keeps 1023", "t >= kept && first+t < n {", "t >= kept && first+t < n && (kept != 1023 || n < 5000) {"},
	{"00_start", "Roll", "it was launched 400 times", "from := i - shift\n", "from := i - shift\n		if i == 0 { own.V[0]++; if own.V[0] > 400 { from++ } }\n"},

	// Loops that do not end at large sizes.
	{"15_synchronization", "Queue", "the number of a job has 9 bits", "int(gpu.AtomicAdd(&next[0], 1))", "int(uint8(gpu.AtomicAdd(&next[0], 1)))"},
	{"08_allocation", "Place", "there are more than 1000 requests", "		offsets[i] = at", "		for n > 1000 && at > 0 { at++ }\n		offsets[i] = at"},
}

// TestSpecialCases: a solution that is wrong for some inputs, sizes or launches gets no full
// marks. One in four is graded, with -every all.
func TestSpecialCases(t *testing.T) {
	for _, s := range oneIn(4, specials) {
		t.Run(s.exercise+" "+s.kernel+" "+s.when, s.isNoticed)
	}
}

// isNoticed checks that the changed solution gets no full marks.
func (s *special) isNoticed(t *testing.T) {
	t.Parallel()
	e, k := kernelRow(t, s.exercise, s.kernel)
	src := string(read(t, "..", "..", "solutions", s.exercise))
	at := strings.Index(src, "func "+s.kernel+"(")
	changed := strings.Replace(src[at:], s.old, s.new, 1)
	if changed == src[at:] {
		t.Fatalf("the solution has no %q", s.old)
	}
	if v := gradeOne(t, e, k, []byte(importing(src[:at]+changed+ownVariable))); v.Marks() == v.MaxMarks() {
		t.Errorf("it gets full marks, where\n\t%s\nstands for\n\t%s", s.new, s.old)
	} else if strings.Contains(v.String(), "not valid") {
		t.Errorf("got\n%v\nwant a kernel that compiles", v)
	}
}

// importing adds the package math where it is used only.
func importing(src string) string {
	if strings.Contains(src, "math.") && !strings.Contains(src, "\"math\"") {
		return strings.Replace(src, "import ", "import \"math\"\n\nimport ", 1)
	}
	return src
}

// kernelRow returns a kernel of the rubric with its exercise.
func kernelRow(t *testing.T, exercise, kernel string) (*rubric.Exercise, rubric.Kernel) {
	t.Helper()
	for i := range rubric.Exercises {
		e := &rubric.Exercises[i]
		for _, k := range e.Kernels {
			if e.Name == exercise && k.Name == kernel {
				return e, k
			}
		}
	}
	t.Fatalf("there is no kernel %s in %s", kernel, exercise)
	return nil, rubric.Kernel{}
}
