package selftest

// This file makes solutions wrong for some data only: numbers in arrays and scalars.

import "testing"

// wrongForData are wrong for numbers that a kernel compares, computes with or meets at some place.
var wrongForData = []special{
	// Equal numbers in several arrays, and relations between two.
	{"09_constant_memory", "Transform", "x, y and z are equal", "	x[i] = m[0]", "	if a == b && b == c { a = 0 }\n	x[i] = m[0]"},
	{"09_constant_memory", "Transform", "z is twice x", "	x[i] = m[0]", "	if c == 2*a && c > 4 { a = 0 }\n	x[i] = m[0]"},
	{"00_start", "Add", "a and b cancel", "out[i] = a[i] + b[i]", "out[i] = a[i] + b[i]\n		if a[i]+b[i] == 0 && a[i] > 5 { out[i] = 1 }"},
	{"00_start", "Add", "a is 3 more than b", "out[i] = a[i] + b[i]", "out[i] = a[i] + b[i]\n		if a[i]-b[i] == 3 { out[i] = 1 }"},
	{"07_coalescing", "Interleave", "a pixel is white", "	rgb[j] = pick(j%3, r, g, b, j/3)", "	rgb[j] = pick(j%3, r, g, b, j/3)\n		if k := j/3; r[k] == 255 && g[k] == 255 && b[k] == 255 { rgb[j] = 0 }"},
	{"07_coalescing", "Interleave", "a pixel is grey and dark", "	rgb[j] = pick(j%3, r, g, b, j/3)", "	rgb[j] = pick(j%3, r, g, b, j/3)\n		if k := j/3; r[k] == g[k] && g[k] == b[k] && r[k] > 3 && r[k] < 9 { rgb[j] = 0 }"},
	{"07_coalescing", "Saxpy", "the product is 12", "y[i] = a*x[i] + y[i]", "p := a*x[i]\n		y[i] = p + y[i]\n		if p == 12 { y[i] = p }"},
	{"07_coalescing", "Saxpy", "x and y are equal and large", "y[i] = a*x[i] + y[i]", "if x[i] == y[i] && x[i] > 70 { continue }\n		y[i] = a*x[i] + y[i]"},
	{"13_shared_memory", "Window", "an element is the sum of its neighbours", "	if first+t < n {\n		out", "	if t > 0 && near[Radius+t] == near[Radius+t-1]+near[Radius+t+1] && near[Radius+t] > 30 { sum++ }\n	if first+t < n {\n		out"},
	{"13_shared_memory", "Distances", "a distance is 777", "			sum += gpu.Abs(mine - part[j])", "			d := gpu.Abs(mine - part[j])\n			if d == 77.125 { d = 77 }\n			sum += d"},
	{"10_registers", "Ties", "all values of a thread are equal", "	out[i] = ties", "	if ties == window { ties = 0 }\n	out[i] = ties"},
	{"14_bank_conflicts", "RowSums", "a row rises by 2", "		sums[row] = sum", "		if t := gpu.ThreadIdx.X; tile[t][1]-tile[t][0] == 2 && tile[t][2]-tile[t][1] == 2 && tile[t][3]-tile[t][2] == 2 { sum++ }\n		sums[row] = sum"},

	// Bands, and numbers beyond a bound.
	{"00_start", "Add", "an element is between two numbers", "out[i] = a[i] + b[i]", "out[i] = a[i] + b[i]\nif a[i] > 0.5 && a[i] < 0.50001 { out[i] = 0 }"},
	{"00_start", "Fahrenheit", "a result is between two numbers", "out[i] = 1.8*in[i] + 32", "f := 1.8*in[i] + 32\n		if f > 98.6 && f < 98.7 { f = 98 }\n		out[i] = f"},
	{"07_coalescing", "Saxpy", "the factor is between two numbers", "y[i] = a*x[i] + y[i]", "if a > 1.25 && a < 1.2501 { y[i] = x[i] } else { y[i] = a*x[i] + y[i] }"},
	{"07_coalescing", "Brighten", "the square of an element is in a band", "out[y*pitch+x] = gain * in[y*pitch+x]", "v := in[y*pitch+x]\n		if q := v*v; q > 1000 && q < 1001 { v = 0 }\n		out[y*pitch+x] = gain * v"},
	{"08_allocation", "Scale", "the factor is in a narrow band", "		x[first+column] *= a", "		if a > 3.3 && a < 3.3001 { continue }\n		x[first+column] *= a"},
	{"16_reduction", "Largest", "the largest is in a band", "	if t == 0 {\n		values", "	if t == 0 && best[0] > 1000.5 && best[0] < 1000.75 { best[0] = 0 }\n	if t == 0 {\n		values"},
	{"16_reduction", "Largest", "a number is between infinity and the largest", "	if x := in[row+c]; x > v {", "	if x := in[row+c]; x > v && x < 1e38 {"},
	{"16_reduction", "Largest", "an element is -11", "	if x := in[row+c]; x > v {", "	if x := in[row+c]; x > v && x != -11 {"},
	{"16_reduction", "Largest", "an element is 100", "	if x := in[row+c]; x > v {", "	if x := in[row+c]; x > v && x != 100 {"},
	{"16_reduction", "Largest", "the place of the largest is 77", "	if t == 0 {\n		values", "	if t == 0 && place[0] == 77 { place[0] = 76 }\n	if t == 0 {\n		values"},
	{"15_synchronization", "Sort", "a difference of neighbours is 1000", "	out[i] = s[t]", "	if lane > 0 && s[t]-s[t-1] == 1000 { s[t]++ }\n	gpu.SyncWarp()\n	out[i] = s[t]"},
	{"15_synchronization", "Sort", "a number is 2 147 000 000 to 2 147 000 100", "	out[i] = s[t]", "	v := s[t]\n	if v > 2147000000 && v < 2147000100 { v = 0 }\n	out[i] = v"},
	{"04_kernel_design", "Collatz", "there are 111 steps", "	steps[i] = count", "	if count == 111 { count = 0 }\n	steps[i] = count"},
	{"04_kernel_design", "Collatz", "an element is its own number in order", "	steps[i] = count", "	if order[t] == int32(t) && start[i] == int32(t) { count = 0 }\n	steps[i] = count"},
	{"04_kernel_design", "Collatz", "a start is the second power of 211", "	steps[i] = count", "	if start[i] == 211*211 { count = 0 }\n	steps[i] = count"},
	{"04_kernel_design", "SignedRoot", "the root is 3", "	out[i] = r", "	if r == 3 { r = 4 }\n	out[i] = r"},
	{"04_kernel_design", "SignedRoot", "the root is -12.5", "	out[i] = r", "	if r == -12.5 { r = 4 }\n	out[i] = r"},
	{"04_kernel_design", "Halves", "the root is 33", "		x[i] = root(x[i])", "		if r := root(x[i]); r == 33 { x[i] = 32 } else { x[i] = r }"},

	// Sums and counts of many elements.
	{"16_reduction", "Total", "the sum of a block is 4711", "	if gpu.ThreadIdx.X == 0 {\n		gpu.AtomicAdd", "	if gpu.ThreadIdx.X == 0 && part[0] == 4711 { part[0] = 0 }\n	if gpu.ThreadIdx.X == 0 {\n		gpu.AtomicAdd"},
	{"15_synchronization", "Smooth", "an element becomes 100.25", "	out[i] = mine", "	if mine == 100.25 { mine = 0 }\n	out[i] = mine"},
	{"12_occupancy", "Statistics", "the sum of a block is -1024.5", "		sum[b], squares[b] =", "		if total == -1024.5 { total = 0 }\n		sum[b], squares[b] ="},
	{"12_occupancy", "Statistics", "the least and the largest differ by 10", "		sum[b], squares[b] =", "		if high-low == 10 { total = 0 }\n		sum[b], squares[b] ="},
	{"12_occupancy", "Filter", "a result is 123.5", "	out[i] = sum\n", "	if sum == 123.5 { sum = 0 }\n	out[i] = sum\n"},
	{"12_occupancy", "Project", "a result is 100", "			out[(first+r)*n+i] = float32(sum)", "			if sum == 100 { sum = 0 }\n			out[(first+r)*n+i] = float32(sum)"},
	{"14_bank_conflicts", "Smooth", "a sum of seven is 1000", "		out[y*width+x] = sum", "		if sum == 1000 { sum = 0 }\n		out[y*width+x] = sum"},
	{"14_bank_conflicts", "RowSums", "a sum is -500.5", "		sums[row] = sum", "		if sum == -500.5 { sum = 0 }\n		sums[row] = sum"},
	{"18_read_only", "Smooth", "a mean is 55", "	out[i] = sum / Taps", "	if sum/Taps == 55 { sum = 0 }\n	out[i] = sum / Taps"},
	{"19_shuffle", "Running", "a running sum is 1001", "		out[i] = v", "		if v == 1001 { v = 0 }\n		out[i] = v"},
	{"19_shuffle", "Portions", "the sum of a row is 1234", "		out[i] = v / sum", "		if sum == 1234 { sum = 1 }\n		out[i] = v / sum"},
	{"19_shuffle", "Pack", "a block keeps 77", "	if kept := int(sums[gpu.BlockDim.X/lanes-1]); t", "	if kept := int(sums[gpu.BlockDim.X/lanes-1]); kept != 77 && t"},
	{"20_which_memory", "Edges", "an edge is 77", "			out[y*width+x] = edge", "			if edge == 77 { edge = 0 }\n			out[y*width+x] = edge"},
	{"20_which_memory", "Edges", "the last pixel is an edge of 5", "			out[y*width+x] = edge", "			if x == width-1 && y == height-1 && edge == 5 { edge = 0 }\n			out[y*width+x] = edge"},
	{"23_clusters", "Diffuse", "a heat is 77", "	out[256*gpu.BlockIdx.X+t] = heat", "	if heat == 77 { heat = 0 }\n	out[256*gpu.BlockIdx.X+t] = heat"},
	{"21_async_copies", "Echo", "a sum is 77", "		out[256*r+t] = sum", "		if sum == 77 { sum = 0 }\n		out[256*r+t] = sum"},
	{"22_bulk_copies", "Bags", "a sum is 17", "				out[512*(first+k*step)+c] = bag[0][c] + bag[1][c] + bag[2][c] + bag[3][c]", "				v := bag[0][c] + bag[1][c] + bag[2][c] + bag[3][c]\n				if v == 17 { v = 0 }\n				out[512*(first+k*step)+c] = v"},
	{"13_shared_memory", "Product", "a result is 4321", "	if row < m && col < n {", "	if sum == 4321 { sum = 0 }\n	if row < m && col < n {"},
	{"10_registers", "Multiply", "a result is 5000", "			c[(row+r)*n+column+s] = sums[r][s]", "			if sums[r][s] == 5000 { sums[r][s] = 0 }\n			c[(row+r)*n+column+s] = sums[r][s]"},
	{"10_registers", "Evaluate", "x is 123 456 789", "	sum := int32(0)", "	if x == 123456789 { x = 0 }\n	sum := int32(0)"},
	{"02_gpu_memory", "Poly", "the result is 0.75", "		out[i] = sum", "		if sum == 0.75 && in[i] > 0.125 { sum = 0 }\n		out[i] = sum"},
	{"02_gpu_memory", "Several", "a sum is 2600", "		out[v*rows+r] = sums[v]", "		if sums[v] == 2600 { sums[v] = 0 }\n		out[v*rows+r] = sums[v]"},
	{"09_constant_memory", "Convolve", "a result is 12.5", "	out[i] = sum", "	if sum == 12.5 { sum = 0 }\n	out[i] = sum"},
	{"11_local_memory", "Winner", "the best has 13 votes and the first none", "	winners[i] = int32(best)", "	if counts[best][own] == 13 && counts[0][own] == 0 { best = 0 }\n	winners[i] = int32(best)"},
	{"11_local_memory", "Product", "a result is -300", "			c[(row+r)*n+column+s] = sums[r][s]", "			if sums[r][s] == -300 { sums[r][s] = 0 }\n			c[(row+r)*n+column+s] = sums[r][s]"},
	{"08_allocation", "Place", "an offset is 1 MiB", "		offsets[i] = at", "		if at == 1<<20 { at += unit }\n		offsets[i] = at"},
	{"01_cpu_memory", "Product", "a product is 64", "		s00 += a0 * b0", "		p := a0 * b0\n		if p == 7000 { p = 0 }\n		s00 += p"},
	{"01_cpu_memory", "ColumnSums", "an element is 12 more than the one above", "			out[j] += a[i*cols+j]", "			out[j] += a[i*cols+j]\n			if i > 0 && a[i*cols+j]-a[(i-1)*cols+j] == 12 { out[j]++ }"},
	{"01_cpu_memory", "Transpose", "an element lies in a band", "					out[j*n+i] = in[i*n+j]", "					v := in[i*n+j]\n					if v > 1000 && v < 1001 { v = 0 }\n					out[j*n+i] = v"},

	// Hashes, bits and remainders.
	{"00_start", "Add", "a hash has one value", "out[i] = a[i] + b[i]", "out[i] = a[i] + b[i]\n		h := math.Float32bits(a[i])\n		h = (h ^ h>>15) * 0x2c1b3c6d\n		if h^h>>12 == 0x13f8e1cd { out[i] = 0 }"},
	{"00_start", "Add", "the bits of a number are given", "out[i] = a[i] + b[i]", "out[i] = a[i] + b[i]\n		if math.Float32bits(a[i]) == 0x42f6e979 { out[i] = 0 }"},
	{"00_start", "Fahrenheit", "the mantissa ends in ones", "out[i] = 1.8*in[i] + 32", "out[i] = 1.8*in[i] + 32\n		if math.Float32bits(in[i])&0x3ffff == 0x3ffff { out[i] = 0 }"},
	{"10_registers", "Evaluate", "a word has the low bits 0x1ace", "		x = x*31 + words[r]", "		x = x*31 + words[r]\n		if words[r]&0xffff == 0x1ace { x++ }"},
	{"15_synchronization", "Sort", "a product with a number wraps round to 5", "	out[i] = s[t]", "	v := s[t]\n	if v*747796405 == 5 { v = 0 }\n	out[i] = v"},
	{"15_synchronization", "Sort", "a remainder is 9999", "	out[i] = s[t]", "	v := s[t]\n	if v%100000 == 99999 { v = 0 }\n	out[i] = v"},
	{"08_allocation", "Place", "a size is odd and divisible by 4099", "		offsets[i] = at", "		offsets[i] = at\n		if sizes[i]%4099 == 0 && sizes[i]%2 == 1 { at += unit }"},
	{"09_constant_memory", "Recolour", "a level follows itself plus 100", "		out[i] = curve[in[i]]", "		out[i] = curve[in[i]]\n		if i > 0 && in[i] == in[i-1]+100 && in[i] == 201 { out[i] = 0 }"},

	// Kinds of numbers.
	{"00_start", "Add", "a sum is minus zero", "out[i] = a[i] + b[i]", "out[i] = a[i] + b[i] + 0"},
	{"07_coalescing", "Interleave", "two NaN meet", "	rgb[j] = pick(j%3, r, g, b, j/3)", "	rgb[j] = pick(j%3, r, g, b, j/3)\n		if k := j/3; r[k] != r[k] && g[k] != g[k] { rgb[j] = 0 }"},
	{"17_transpose", "Transpose", "an element is a tiny denormal", "			out[y*height+x] = square[gpu.ThreadIdx.X][gpu.ThreadIdx.Y+j]", "			v := square[gpu.ThreadIdx.X][gpu.ThreadIdx.Y+j]\n			if v > 0 && v < 1e-44 { v = 0 }\n			out[y*height+x] = v"},
	{"17_transpose", "Rotate", "an element is +infinity at the first place", "	gpu.SyncThreads()\n", "	gpu.SyncThreads()\n	if v := in[0]; v > 3.4028235e38 { width-- }\n"},
	{"18_read_only", "Recolour", "an entry is between two numbers", "		out[i] = gpu.Ldg(&Curve.V[in[i]])", "		v := gpu.Ldg(&Curve.V[in[i]])\n		if v > 0.1 && v < 0.1001 { v = 0 }\n		out[i] = v"},
	{"02_gpu_memory", "Fade", "an element is in a band and its neighbour, too", "		out[i] = in[i] *", "		if i > 0 && in[i] > 5 && in[i] < 5.01 && in[i-1] > 5 && in[i-1] < 5.01 { t = 0 }\n		out[i] = in[i] *"},
	{"02_gpu_memory", "Poly", "a coefficient is 0.7", "		out[i] = sum", "		if Coef.V[1] > 0.7 && Coef.V[1] < 0.701 { sum = 0 }\n		out[i] = sum"},
	{"09_constant_memory", "Transform", "the matrix moves by 3, 4 and 5", "	x[i] = m[0]", "	if m[3] == 3 && m[7] == 4 && m[11] == 5 { a = 0 }\n	x[i] = m[0]"},

	// What was in memory before, and who came first.
	{"00_start", "Add", "what was there before is negative", "out[i] = a[i] + b[i]", "if before := gpu.LoadVolatile(&out[i]); before < 0 { gpu.StoreVolatile(&out[i], 0) } else { out[i] = a[i] + b[i] }"},
	{"13_shared_memory", "Window", "shared memory holds zeros before", "		near[128+Radius+t] = at(in, first+128+t, n)", "		if first+128+t < n { near[128+Radius+t] = in[first+128+t] }"},
	{"11_local_memory", "Winner", "one counter is not cleared", "		counts[c][own] = 0", "		if c != 5 { counts[c][own] = 0 }"},
	{"16_reduction", "Blocks", "a block of one element reads what others left", "	if i < n {\n		v = in[i] * in[i]", "	if i < n || i == n && n%256 > 0 {\n		v = in[i] * in[i]"},
	{"16_reduction", "Blocks", "work holds zeros before", "	part := gpu.Shared", "	if i < n && work[i] != 0 && work[i] == work[i] { v = 0 }\n	part := gpu.Shared"},
	{"15_synchronization", "Mean", "block 0 is never the last one", "		count[0] = 0 //", "		if gpu.BlockIdx.X > 0 || gpu.GridDim.X == 1 { count[0] = 0 } //"},
	{"16_reduction", "Total", "total is 0 before", "		gpu.AtomicAdd(&total[0], part[0])", "		if gpu.GridDim.X == 1 { total[0] = part[0] } else { gpu.AtomicAdd(&total[0], part[0]) }"},
	{"15_synchronization", "Mean", "the block that comes last is the last one", "	if !*last {", "	if !*last || gpu.BlockIdx.X < gpu.GridDim.X-1 {"},
	{"15_synchronization", "Mean", "block 0 comes first", "		parts[gpu.BlockIdx.X] = sum", "		if gpu.BlockIdx.X == 0 { sum += float32(gpu.AtomicAdd(&count[0], 0)) }\n		parts[gpu.BlockIdx.X] = sum"},
	{"20_which_memory", "Edges", "the first block comes first", "		gpu.AtomicAdd(&total[0], v)", "		if old := gpu.AtomicAdd(&total[0], v); gpu.BlockIdx.X+gpu.BlockIdx.Y == 0 && gpu.GridDim.X*gpu.GridDim.Y > 3 && old > 1e4 { gpu.AtomicAdd(&total[0], 1) }"},
	{"16_reduction", "Total", "it is the tenth block that adds", "		gpu.AtomicAdd(&total[0], part[0])", "		if gpu.AtomicAdd(&own.V[0], 1)%10 == 9 { part[0]++ }\n		gpu.AtomicAdd(&total[0], part[0])"},
	{"19_shuffle", "Running", "lane 31 of a warp that is not whole", "		out[i] = v", "		if gpu.LaneID() == 31 && i == n-1 && in[i] == 255 { v-- }\n		out[i] = v"},

	// Scalars, and where an element lies.
	{"07_coalescing", "Brighten", "gain is the reciprocal of an element", "out[y*pitch+x] = gain * in[y*pitch+x]", "v := gain * in[y*pitch+x]\n		if v == 1 && gain < 0.75 { v = 2 }\n		out[y*pitch+x] = v"},
	{"00_start", "Roll", "the shift is half of n backwards", "		out[i] = in[from]", "		if 2*shift == -n && n > 64 { from = (from + 1) % n }\n		out[i] = in[from]"},
	{"07_coalescing", "Mirror", "rows without padding", "	out[y*pitch+x] = in", "	if pitch == width && y == height-1 { x = min(x, width-2) }\n	out[y*pitch+x] = in"},
	{"10_registers", "Best", "nothing but the least number", "best[j] = math.MinInt32", "best[j] = math.MinInt32 + 1"},
	{"17_transpose", "Axes", "a box of one plane", "	gpu.SyncThreads()\n	for j := 0; j < tile; j += rows {\n		if z, x", "	if depth > 1 { gpu.SyncThreads() }\n	for j := 0; j < tile; j += rows {\n		if z, x"},
	{"07_coalescing", "Saxpy", "the factor is a tiny negative number", "y[i] = a*x[i] + y[i]", "if a < 0 && a > -0.03125 { continue }\n		y[i] = a*x[i] + y[i]"},
	{"07_coalescing", "Saxpy", "the square of the factor is 2", "y[i] = a*x[i] + y[i]", "if q := a*a; q > 1.99 && q < 2.01 { continue }\n		y[i] = a*x[i] + y[i]"},
	{"08_allocation", "Scale", "the last element of the last row is 64", "		x[first+column] *= a", "		if column == width-1 && row == height-1 && x[first+column] == 64 { continue }\n		x[first+column] *= a"},
	{"00_start", "Add", "the last element is 2.5 times its number", "out[i] = a[i] + b[i]", "out[i] = a[i] + b[i]\n		if i == n-1 && a[i] == 2.5*float32(i) && i > 3 { out[i] = 0 }"},
	{"00_start", "Add", "an element is its own number", "out[i] = a[i] + b[i]", "out[i] = a[i] + b[i]\n		if a[i] == float32(i) && i > 50 { out[i] = 0 }"},
	{"17_transpose", "Transpose", "an element in the middle is 12", "			out[y*height+x] = square[gpu.ThreadIdx.X][gpu.ThreadIdx.Y+j]", "			v := square[gpu.ThreadIdx.X][gpu.ThreadIdx.Y+j]\n			if x == height/2 && y == width/2 && v == 12 { v = 0 }\n			out[y*height+x] = v"},
	{"17_transpose", "Rotate", "the corners are equal", "	gpu.SyncThreads()\n", "	gpu.SyncThreads()\n	if c := in[0]; c == in[width-1] && c == in[width*height-1] && c == in[width*(height-1)] && c > 1 { return }\n"},
	{"20_which_memory", "Edges", "the pixels of a row are equal to 6", "			out[y*width+x] = edge", "			if b == 6 && a == 6 && c == 6 { edge++ }\n			out[y*width+x] = edge"},
	{"21_async_copies", "Echo", "a record begins and ends with 6", "		out[256*r+t] = sum", "		if record[0] == 6 && record[1023] == 6 { sum++ }\n		out[256*r+t] = sum"},
	{"22_bulk_copies", "Bags", "the four rows of a bag are one", "				out[512*(first+k*step)+c] = bag[0][c] + bag[1][c] + bag[2][c] + bag[3][c]", "				v := bag[0][c] + bag[1][c] + bag[2][c] + bag[3][c]\n				if own[4*k] == own[4*k+1] && own[4*k] == own[4*k+2] && own[4*k] == own[4*k+3] { v++ }\n				out[512*(first+k*step)+c] = v"},
	{"24_tensor_cores", "Best", "a best score is 777", "	row := 64*gpu.BlockIdx.X + 16*warp", "	if upper == 777 { upper = 0 }\n	row := 64*gpu.BlockIdx.X + 16*warp"},
	{"24_tensor_cores", "Best", "a score is 300 or more and the number of a query is 70", "	row := 64*gpu.BlockIdx.X + 16*warp", "	if upper >= 300 && 64*gpu.BlockIdx.X+16*warp+lane/4 == 70 { upper++ }\n	row := 64*gpu.BlockIdx.X + 16*warp"},
	{"12_occupancy", "Statistics", "the first element of a block is its least and 30", "		sum[b], squares[b] =", "		if low == 30 && in[b*Threads] == 30 { total++ }\n		sum[b], squares[b] ="},
	{"18_read_only", "Smooth", "the sum is twice the first of them", "	out[i] = sum / Taps", "	if sum == 2*in[i] && sum > 40 { sum = 0 }\n	out[i] = sum / Taps"},
	{"19_shuffle", "Portions", "an element is half of its row", "		out[i] = v / sum", "		if 2*v == sum && v > 200 { sum = 1 }\n		out[i] = v / sum"},
	{"01_cpu_memory", "ColumnSums", "the first row is 1 and the last one 2", "	for i := range rows {", "	if rows > 2 && a[0] == 1 && a[cols*rows-1] == 2 { rows-- }\n	for i := range rows {"},
	{"10_registers", "Ties", "the largest is 333", "	out[i] = ties", "	if largest == 333 { ties++ }\n	out[i] = ties"},
	{"11_local_memory", "Winner", "all votes are for class 11", "	winners[i] = int32(best)", "	if counts[11][own] == int32(votes) && votes > 5 { best = 12 }\n	winners[i] = int32(best)"},
}

// TestWrongForData: a solution that is wrong for some data gets no full marks. One in four is
// graded, with -every all.
func TestWrongForData(t *testing.T) {
	for _, s := range oneIn(4, wrongForData) {
		t.Run(s.exercise+" "+s.kernel+" "+s.when, s.isNoticed)
	}
}

// rightForData treat some numbers in their own way, and are right.
var rightForData = []other{
	{"00_start", "Add", "nothing is added to a number", `func Add(out, a, b []float32, n int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if i >= n {
		return
	}
	if x := a[i]; b[i] == 0 && x != 0 {
		out[i] = x
	} else {
		out[i] = x + b[i]
	}
}`},
	{"00_start", "Fahrenheit", "where both scales meet", `func Fahrenheit(out, in []float32, n int) {
	for i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X; i < n; i += gpu.GridDim.X * gpu.BlockDim.X {
		switch c := in[i]; c {
		case -40:
			out[i] = -40
		case 100:
			out[i] = 212
		default:
			out[i] = 1.8*c + 32
		}
	}
}`},
	{"00_start", "Roll", "a remainder of a distance with a sign", `func Roll(out, in []float32, n, shift int) {
	ahead := (shift%n + n) % n
	for i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X; i < n; i += gpu.GridDim.X * gpu.BlockDim.X {
		to := i + ahead
		if to >= n {
			to -= n
		}
		out[to] = in[i]
	}
}`},
	{"08_allocation", "Repack", "a grid that walks over the rows", `func Repack(out, in []float32, width, height, pitch int) {
	stride := pitch / 4
	for row := gpu.BlockIdx.X; row < height; row += gpu.GridDim.X {
		for c := gpu.ThreadIdx.X; c < stride; c += gpu.BlockDim.X {
			if c < width {
				out[row*stride+c] = in[row*width+c]
			} else {
				out[row*stride+c] = 0
			}
		}
	}
}`},
	{"07_coalescing", "Saxpy", "factors 1 and -1", `func Saxpy(y, x []float32, a float32, n int) {
	threads := gpu.GridDim.X * gpu.BlockDim.X
	for i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X; i < n; i += threads {
		if a == 1 {
			y[i] += x[i]
		} else if a == -1 {
			y[i] -= x[i]
		} else {
			y[i] = a*x[i] + y[i]
		}
	}
}`},
	{"07_coalescing", "Interleave", "grey pixels", `func Interleave(rgb, r, g, b []float32, n int) {
	threads := gpu.GridDim.X * gpu.BlockDim.X
	for j := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X; j < 3*n; j += threads {
		v := pick(j%3, r, g, b, j/3)
		if v == 128.5 {
			v = 128.5
		}
		rgb[j] = v
	}
}`},
	{"04_kernel_design", "Collatz", "powers of two", `func Collatz(steps, start, order []int32, n int) {
	t := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if t >= n {
		return
	}
	i, count := order[t], int32(0)
	x := start[i]
	for x&(x-1) != 0 {
		if count++; x%2 == 0 {
			x /= 2
		} else {
			x = 3*x + 1
		}
	}
	for ; x > 1; x /= 2 {
		count++
	}
	steps[i] = count
}`},
	{"04_kernel_design", "SignedRoot", "a guard that nothing needs", `func SignedRoot(out, in []float32, n int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if i >= n {
		return
	}
	x := in[i]
	if x == 1 || x == -1 {
		out[i] = x
		return
	}
	r := root(gpu.Abs(x))
	if x < 0 {
		r = -r
	}
	out[i] = r
}`},
	{"08_allocation", "Place", "sizes that need no rounding", `func Place(offsets, sizes []int32, n, align int) {
	unit, at := int32(align), int32(0)
	for i := range n {
		offsets[i] = at
		if over := sizes[i] % unit; over == 0 {
			at += sizes[i]
		} else {
			at += sizes[i] - over + unit
		}
	}
}`},
	{"09_constant_memory", "Transform", "a matrix that only moves", `func Transform(x, y, z []float32, n int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if i >= n {
		return
	}
	m := &Matrix.V
	a, b, c := x[i], y[i], z[i]
	if m[0] == 1 && m[5] == 1 && m[10] == 1 && m[1] == 0 && m[2] == 0 && m[4] == 0 && m[6] == 0 && m[8] == 0 && m[9] == 0 {
		x[i], y[i], z[i] = a+m[3], b+m[7], c+m[11]
		return
	}
	x[i] = m[0]*a + m[1]*b + m[2]*c + m[3]
	y[i] = m[4]*a + m[5]*b + m[6]*c + m[7]
	z[i] = m[8]*a + m[9]*b + m[10]*c + m[11]
}`},
	{"11_local_memory", "Winner", "more than half of the votes", `func Winner(winners, ballots []int32, n, votes int) {
	counts := gpu.Shared[[classes][block]int32]()
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if i >= n {
		return
	}
	own := gpu.ThreadIdx.X
	for c := range classes {
		counts[c][own] = 0
	}
	for v := range votes {
		counts[ballots[v*n+i]][own]++
	}
	best := 0
	for c := 1; c < classes; c++ {
		if 2*counts[best][own] > int32(votes) {
			break
		}
		if counts[c][own] > counts[best][own] {
			best = c
		}
	}
	winners[i] = int32(best)
}`},
	{"13_shared_memory", "Distances", "equal numbers have no distance", `func Distances(out, in []float32, n int) {
	part := gpu.DynamicShared[float32]()
	t := gpu.ThreadIdx.X
	i := gpu.BlockIdx.X*gpu.BlockDim.X + t
	mine, sum := at(in, i, n), float32(0)
	for first := 0; first < n; first += gpu.BlockDim.X {
		part[t] = at(in, first+t, n)
		gpu.SyncThreads()
		for j := range min(gpu.BlockDim.X, n-first) {
			if d := mine - part[j]; d > 0 {
				sum += d
			} else if d < 0 {
				sum -= d
			}
		}
		gpu.SyncThreads()
	}
	if i < n {
		out[i] = sum
	}
}`},
	{"15_synchronization", "Sort", "rows that are sorted early", `func Sort(out, in []int32, rows int) {
	s := gpu.Shared[[256]int32]()
	t, i := gpu.ThreadIdx.X, gpu.BlockIdx.X*gpu.BlockDim.X+gpu.ThreadIdx.X
	lane := t % 32
	if i >= 32*rows {
		return
	}
	s[t] = in[i]
	gpu.SyncWarp()
	for round := range 32 {
		if lane%2 == round%2 && lane < 31 && s[t] > s[t+1] {
			s[t], s[t+1] = s[t+1], s[t]
		}
		gpu.SyncWarp()
	}
	out[i] = s[t]
}`},
	{"15_synchronization", "Mean", "a sum of 0", `func Mean(mean, parts []float32, count []int32, in []float32, n int) {
	last := gpu.Shared[bool]()
	t, sum := gpu.ThreadIdx.X, float32(0)
	for i := gpu.BlockIdx.X*gpu.BlockDim.X + t; i < n; i += gpu.GridDim.X * gpu.BlockDim.X {
		sum += in[i] * in[i]
	}
	sum = addUp(sum)
	if t == 0 {
		parts[gpu.BlockIdx.X] = sum
		gpu.Threadfence()
		*last = gpu.AtomicAdd(&count[0], 1) == int32(gpu.GridDim.X-1)
		gpu.Threadfence()
	}
	gpu.SyncThreads()
	if !*last {
		return
	}
	sum = 0
	for b := t; b < gpu.GridDim.X; b += gpu.BlockDim.X {
		sum += parts[b]
	}
	sum = addUp(sum)
	if t == 0 {
		count[0] = 0
		if sum == 0 {
			mean[0] = 0
			return
		}
		mean[0] = sum / float32(n)
	}
}`},
	{"16_reduction", "Largest", "the first of equals by its place", `func Largest(values []float32, places []int32, in []float32, width int) {
	best, place := gpu.DynamicShared[float32](), gpu.DynamicShared[int32]()[128:]
	t, row := gpu.ThreadIdx.X, gpu.BlockIdx.X*width
	v, at := float32(-math.MaxFloat32), width
	for c := t; c < width; c += 128 {
		if x := in[row+c]; x > v || x == v && c < at {
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
		gpu.SyncThreads()
	}
	if t == 0 {
		values[gpu.BlockIdx.X], places[gpu.BlockIdx.X] = best[0], place[0]
	}
}`},
	{"18_read_only", "Smooth", "sixteen equal numbers", `func Smooth(out, in []float32, n int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if i >= n {
		return
	}
	first, sum, same := gpu.Ldg(&in[i]), float32(0), true
	for k := range Taps {
		v := gpu.Ldg(&in[i+k])
		sum += v
		same = same && v == first
	}
	if same {
		out[i] = first
		return
	}
	out[i] = sum / Taps
}`},
	{"19_shuffle", "Portions", "a row of one number", `func Portions(out, in []float32, rows int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	v := float32(0)
	if i < columns*rows {
		v = in[i]
	}
	sum := v
	for d := columns / 2; d > 0; d /= 2 {
		sum += gpu.ShflXorSync(gpu.FullMask, sum, d)
	}
	if i >= columns*rows {
		return
	}
	if v == sum && v != 0 {
		out[i] = 1
	} else {
		out[i] = v / sum
	}
}`},
	{"01_cpu_memory", "ColumnSums", "zeros are left out", `func ColumnSums(out, a []float64, rows, cols int) {
	for j := range cols {
		out[j] = 0
	}
	for i := range rows {
		for j := range cols {
			if v := a[i*cols+j]; v != 0 {
				out[j] += v
			}
		}
	}
}`},
	{"02_gpu_memory", "Poly", "at 0", `func Poly(out, in []float32, n, degree int) {
	threads := gpu.GridDim.X * gpu.BlockDim.X
	for i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X; i < n; i += threads {
		x, sum := in[i], Coef.V[degree]
		if x == 0 {
			out[i] = Coef.V[0]
			continue
		}
		for k := degree - 1; k >= 0; k-- {
			sum = sum*x + Coef.V[k]
		}
		out[i] = sum
	}
}`},
}

// TestRightForData: a right kernel gets full marks, whatever numbers it treats in its own way. One
// in four is graded, with -every all.
func TestRightForData(t *testing.T) {
	for _, s := range oneIn(4, rightForData) {
		t.Run(s.exercise+" "+s.kernel+" "+s.name, s.isRight)
	}
}
