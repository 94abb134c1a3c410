package rubric

// This file is the row of exercise 16.

import (
	"fmt"
	"slices"
)

// reduction is exercise 16. The limits on counts lie 25 % or more above the solutions, and
// each mistake of the stubs costs at least 1.5 times the limit.
var reduction = Exercise{
	Name:    "16_reduction",
	Package: "reduction",
	Device:  "H200",
	Kernels: []Kernel{
		{
			Name:      "Blocks",
			Form:      Improve,
			Signature: "func(sums, work, in []float32, n int)",
			SizeNames: []string{"n"},
			Sizes:     []Size{{127}, {128}, {129}, {1}, {1000}, {992}, {40960}},
			Spans:     []Span{{2, 1500, 1}},
			Less:      Size{256},
			TimedSize: Size{132 << 10},
			Case:      blockSums,
			Why: func(c *Case, i int) string {
				return fmt.Sprintf("in[%d]² + … + in[%d]²", runLength*i, min(c.Size[0], runLength*(i+1))-1)
			},
			Hints: map[Symptom]string{
				BadValue: "does every step wait for the previous step? does a thread without an element contribute 0?",
			},
			Goals: []Goal{
				blockSectors,
				runsOnce,
				sharedWavefrontsPerBlock(func(s Size) int { return blocks(s[0], runLength) }, 56,
					"a warp uses shared memory in a step as long as one of its lanes adds: let the first half of the threads add the second half, then the first quarter the second quarter, so that whole warps have nothing to add").needing(blockSectors, runsOnce),
				cycles(6_650, "look at the line that warps spend most time on: do they access global memory there, or wait for each other, or wait for one thread that does all the work?"),
			},
		},
		{
			Name:      "Total",
			Form:      Improve,
			Signature: "func(total, in []float32, n int)",
			SizeNames: []string{"n", "blocks"},
			Sizes:     []Size{{127, 8}, {128, 3}, {129, 1}, {1, 8}, {2048, 8}, {10007, 4}, {40960, 8}},
			Spans:     []Span{{2, 9000, 1}, {1, 8, 1}},
			Less:      Size{256, 0},
			TimedSize: Size{3 << 18, 132},
			Case:      total,
			Why: func(c *Case, _ int) string {
				return fmt.Sprintf("%s, what it was, + in[0] + … + in[%d]", c.At("total", 0), c.Size[0]-1)
			},
			Hints: map[Symptom]string{
				BadValue: "does every thread come back for more until n is reached? is each sum added once, not by every thread?",
			},
			Goals: []Goal{
				totalSectors,
				sharedWavefrontsPerBlock(func(s Size) int { return s[1] }, 56,
					"a register holds the sum of a thread at no cost: add up there as long as there are elements, and combine the sums in shared memory once, after the loop").needing(totalSectors, totalAtomics),
				totalAtomics.needing(totalSectors),
				cycles(19_000, "a thread that adds each element before it loads the next waits for memory in every round: let it load several elements, and then add them"),
			},
		},
		{
			Name:      "Largest",
			Form:      Improve,
			Signature: "func(values []float32, places []int32, in []float32, width int)",
			SizeNames: []string{"rows", "width"},
			Sizes:     []Size{{3, 127}, {2, 128}, {2, 129}, {1, 1}, {5, 33}, {4, 1000}, {96, 300}},
			Spans:     []Span{{1, 6, 1}, {1, 1000, 1}},
			Less:      Size{1, 0},
			Case:      largest,
			Why: func(c *Case, i int) string {
				return fmt.Sprintf("the largest of in[%d] to in[%d], or its first column", i*c.Size[1], (i+1)*c.Size[1]-1)
			},
			Hints: map[Symptom]string{
				BadValue: "what does a thread without an element contribute when all elements are negative? which of two equal elements wins?",
			},
			Goals: []Goal{
				rowsOnce,
				conflicts("bank conflicts", func(s Size) int { return warpLanes * s[0] },
					"neighbouring lanes must compare neighbouring elements: thread t compares t and t + k", ConflictsLoad, ConflictsStore).needing(rowsOnce),
				sharedWavefrontsPerBlock(func(s Size) int { return s[0] }, 75,
					"a warp uses shared memory in a step as long as one of its lanes compares: let the first half of the threads compare with the second half, and so on").needing(rowsOnce),
			},
		},
		{
			Name:      "Peaks",
			Form:      Open,
			Record:    &Record{Best: 20_400, Bytes: func(s Size) float64 { return floatBytes * (peakMean + 2) * float64(s[0]) }},
			Signature: "func(peaks, in []float32, start []int32, segments int)",
			SizeNames: []string{"segments"},
			Sizes:     []Size{{1}, {7}, {8}, {9}, {127}, {128}, {129}, {1024}},
			Spans:     []Span{{1, 100, 1}},
			Less:      Size{8},
			TimedSize: Size{132 << 5},
			RoofSize:  Size{132 << 8},
			Case:      peaks,
			Why: func(c *Case, i int) string {
				return fmt.Sprintf("the largest of segment %d, which begins at in[%s] and ends before in[%s]", i, c.At("start", i), c.At("start", i+1))
			},
			Hints: map[Symptom]string{
				BadValue: "does every element of a segment count, and none of its neighbours? all elements may be negative",
			},
			Goals: []Goal{
				{Name: "sectors loaded", Metrics: []string{SectorsLoaded},
					Limit: func(s Size) float64 { return float64(int(1.6 * sectorsOf(peakMean*s[0]))) },
					Hint:  "the elements of a segment are neighbours: which threads load them at the same time?"},
				cycles(30_000, "look at the line that warps spend most time on: do warps wait for each other, for memory, or for one lane?"),
			},
			Uneven: true, // segments have different lengths
		},
	},
}

// The goals that others need: what shared memory does not count may not move to global memory.
var (
	blockSectors = Goal{
		Name: "sectors stored", Metrics: []string{SectorsStored},
		Limit: func(s Size) float64 { return 2 * float64(blocks(s[0], runLength)) },
		Hint:  "let each thread copy its element into shared memory, and add there: a block stores nothing to global memory but its sum",
	}
	runsOnce = loaded(func(s Size) int { return s[0] }, 1.25,
		"load each element from global memory once: partial sums belong in shared memory")
	totalSectors = loaded(func(s Size) int { return s[0] }, 1.25,
		"neighbouring lanes must load neighbouring elements in each round: step by the number of all threads of the grid")
	totalAtomics = Goal{
		Name: "global atomic requests", Metrics: allRequests, Limit: func(s Size) float64 { return 2 * float64(s[1]) },
		Hint: "let the threads of a block combine their sums first: one thread adds the sum of the block to total",
	}
	rowsOnce = loaded(func(s Size) int { return s[0] * s[1] }, 1.25,
		"the 128 threads must walk along the row together: columns t, t + 128, t + 256 …")
)

// runLength is the number of elements that a block of Blocks adds up.
const runLength = 256

// blockSums adds up squares of small integers: the sums are exact in any order.
func blockSums(s Size, rng *Random) *Case {
	n := s[0]
	count := blocks(n, runLength)
	sums, work, in := Result("sums", count, rng), workspace[float32]{Result("work", n, rng), n}, given("in", rng.whole(n, 255))
	for b := range count {
		sums.Want[b] = 0
		for _, v := range in.Init[b*runLength : min(n, (b+1)*runLength)] {
			sums.Want[b] += v * v
		}
	}
	return &Case{
		Grid: Dim{count, 1, 1}, Block: Dim{runLength, 1, 1},
		Args: []Arg{sums, work, in, Scalar{"n", n}},
	}
}

// plainSum adds up from left to right.
func plainSum(data []float32) (sum float32) {
	for _, v := range data {
		sum += v
	}
	return sum
}

// total adds up integers whose sum a float32 holds exactly.
func total(s Size, rng *Random) *Case {
	const exact = 1 << 24
	n, count := s[0], s[1]
	in := given("in", rng.whole(n, min(255, exact/n-1)))
	sum := newArray("total", rng.whole(1, 255), rng)
	sum.Want[0] += plainSum(in.Init[:n])
	return &Case{
		Grid: Dim{count, 1, 1}, Block: Dim{256, 1, 1},
		Args: []Arg{sum, in, Scalar{"n", n}},
	}
}

func largest(s Size, rng *Random) *Case {
	const bytes = 8 // a thread's value and its index
	rows, width := s[0], s[1]
	values, places, in := Result("values", rows, rng), ResultInts("places", rows, rng), given("in", trickyRows(rows, width, rng))
	for r := range rows {
		rng.tie(in.Init[r*width : (r+1)*width])
	}
	rng.planted(anySize(rows*width), func(i int, v float64) { in.Init[i] = float32(v) })
	for r := range rows {
		row := in.Init[r*width : (r+1)*width]
		values.Want[r] = slices.Max(row)
		places.Want[r] = int32(slices.Index(row, values.Want[r]))
	}
	return &Case{
		Grid: Dim{rows, 1, 1}, Block: Dim{largestThreads, 1, 1}, Shared: largestThreads * bytes,
		Args: []Arg{values, places, in, Scalar{"width", width}},
	}
}

// largestThreads is the number of threads per row.
const largestThreads = 128

// trickyRows returns rows of numbers of any size, or of negative numbers, many of them equal: an
// element that was not loaded counts as 0 and wins wrongly. In row 0 the maximum stands twice, at two
// elements of one thread, and a larger value follows behind the row. In the last row
// the last element is the maximum; in a row alone it is so where the row is long.
func trickyRows(rows, width int, rng *Random) []float32 {
	if !rng.Even && (rng.draw.Extreme != 0 || rng.IntN(2) == 0) {
		var data []float32
		for range rows {
			data = append(data, rng.ofOneSize(width)...)
		}
		return data
	}
	data := convert[float32](rng.Numbers(rows*width, -255, -1), 1)
	for i := range data[:width] {
		data[i] = min(data[i], -3)
	}
	if width > largestThreads {
		data[0], data[largestThreads] = -2, -2
	}
	if rows > 1 {
		data[width] = -1
	}
	if rows > 1 || width > 8*largestThreads {
		data[rows*width-1] = -0.5
	}
	return data
}

// tie makes half of all rows hold their maximum twice: at any distance, side by side, or at one that the code mentions.
func (r *Random) tie(row []float32) {
	if r.Even || len(row) < 2 || len(row) <= longRow && r.IntN(2) == 0 {
		return
	}
	apart := 1
	if r.IntN(4) > 0 {
		apart += r.IntN(len(row) - 1)
	}
	if own := r.mentioned(1, float64(len(row)-1)); len(own) > 0 && r.IntN(2) == 0 {
		apart = int(own[0])
	}
	first, largest := r.IntN(len(row)-apart), slices.Max(row)
	if len(row) > longRow {
		first, apart = longRow-1, len(row)-longRow // with 16 bits, the last index is below the first one
	}
	row[first], row[first+apart] = largest, largest
}

// longRow is the length beyond which indices need more than 15 bits.
const longRow = 1 << 15

// peakMean is the mean length of a segment of Peaks; the longest has nearly twice as many elements.
const peakMean = 200

// peaks has segments of 1 to 399 elements, one after the other.
func peaks(s Size, rng *Random) *Case {
	segments := s[0]
	starts := make([]int32, 1, segments+1+guard)
	for range segments {
		starts = append(starts, starts[len(starts)-1]+1+int32(rng.IntN(2*peakMean-1)))
	}
	n := int(starts[segments])
	data := rng.heights(n)
	if !rng.Even && rng.draw.Extreme == 0 && rng.IntN(2) == 0 {
		data = convert[float32](rng.Numbers(n, -255, -1), 1)
	}
	out, in := Result("peaks", segments, rng), given("in", data)
	for i := range segments {
		out.Want[i] = slices.Max(in.Init[starts[i]:starts[i+1]])
	}
	return &Case{
		Grid: Dim{blocks(segments, 8), 1, 1}, Block: Dim{256, 1, 1},
		Args: []Arg{out, in, givenInts("start", starts), Scalar{"segments", segments}},
	}
}
