package rubric

// This file is the rubric's row of exercise 16: inputs, references and goals.

import (
	"fmt"
	"math/rand/v2"
	"slices"
)

// reduction is exercise 16. Its limits on counts lie a quarter and more above what
// the solutions need, and every habit of the stubs costs 1.5 times the limit or more.
var reduction = Exercise{
	Name:    "16_reduction",
	Package: "reduction",
	Device:  "H200",
	Kernels: []Kernel{
		{
			Name:      "Blocks",
			Signature: "func(sums, work, in []float32, n int)",
			SizeNames: []string{"n"},
			Sizes:     []Size{{127}, {128}, {129}, {1}, {1000}, {992}, {40960}},
			TimedSize: Size{1 << 20},
			Case:      blockSums,
			Why: func(c *Case, i int) string {
				return fmt.Sprintf("in[%d] + … + in[%d]", runLength*i, min(c.Size[0], runLength*(i+1))-1)
			},
			Hints: map[Symptom]string{
				BadValue: "does every step wait for the one before? does a thread without an element bring 0?",
			},
			Goals: []Goal{
				{Name: "sectors stored", Metrics: []string{SectorsStored},
					Limit: func(s Size) float64 { return 2 * float64(blocks(s[0], runLength)) },
					Hint:  "let each thread bring its element into shared memory and add there: what a block stores to global memory is its sum"},
				{Name: "sectors loaded", Metrics: []string{SectorsLoaded}, Limit: func(s Size) float64 { return 1.25 * sectorsOf(s[0]) },
					Hint: "every element is needed once from global memory: what threads add up after that belongs into shared memory"},
				sharedWavefrontsPerBlock(func(s Size) int { return blocks(s[0], runLength) }, 56,
					"a warp takes its turn as long as one of its lanes adds: let the first half of the threads add the second, then the first quarter the second, so that whole warps are done"),
				cycles(19_500, "look at the line that warps spend most time on: do they go to global memory there, or wait for each other, or for one thread that does the work of all?"),
			},
		},
		{
			Name:      "Total",
			Signature: "func(total, in []float32, n int)",
			SizeNames: []string{"n", "blocks"},
			Sizes:     []Size{{127, 8}, {128, 3}, {129, 1}, {1, 8}, {2048, 8}, {10007, 4}, {40960, 8}},
			TimedSize: Size{1 << 21, 264},
			Case:      total,
			Why: func(c *Case, _ int) string {
				return fmt.Sprintf("%s, what it was, + in[0] + … + in[%d]", c.at("total", 0), c.Size[0]-1)
			},
			Hints: map[Symptom]string{
				BadValue: "does every thread come back for more until n is reached? is each sum added once, not by every thread?",
			},
			Goals: []Goal{
				{Name: "sectors loaded", Metrics: []string{SectorsLoaded}, Limit: func(s Size) float64 { return 1.25 * sectorsOf(s[0]) },
					Hint: "lanes that are neighbours must load neighbours each time round: step by all threads of the grid"},
				sharedWavefrontsPerBlock(func(s Size) int { return s[1] }, 56,
					"a sum of its own costs a thread nothing, it lies in a register: add up there as long as there are elements, and meet in shared memory once, behind the loop"),
				{Name: "global atomic requests", Metrics: []string{globalAtomics}, Limit: func(s Size) float64 { return 2 * float64(s[1]) },
					Hint: "let the threads of a block add up among themselves first: one of them adds the block's sum to total"},
				cycles(26_000, "a thread that adds an element before it asks for the next waits for memory each time round: let it ask for several, and then add them"),
			},
		},
		{
			Name:      "Largest",
			Signature: "func(values []float32, places []int32, in []float32, width int)",
			SizeNames: []string{"rows", "width"},
			Sizes:     []Size{{3, 127}, {2, 128}, {2, 129}, {1, 1}, {5, 33}, {4, 1000}, {96, 300}},
			Case:      largest,
			Why: func(c *Case, i int) string {
				return fmt.Sprintf("of row %d, elements %d to %d", i, i*c.Size[1], (i+1)*c.Size[1]-1)
			},
			Hints: map[Symptom]string{
				BadValue: "what does a thread bring that has no element, when all elements are below 0? which of two equal elements wins?",
			},
			Goals: []Goal{
				{Name: "sectors loaded", Metrics: []string{SectorsLoaded}, Limit: func(s Size) float64 { return 1.25 * sectorsOf(s[0]*s[1]) },
					Hint: "the 128 threads must walk along the row together: columns t, t + 128, t + 256 …"},
				conflicts("bank conflicts", func(s Size) int { return warpLanes * s[0] },
					"lanes that are neighbours must compare neighbours: thread t the elements t and t + k", conflictsLoad, conflictsStore),
				sharedWavefrontsPerBlock(func(s Size) int { return s[0] }, 75,
					"a warp takes its turn as long as one of its lanes compares: let the first half of the threads compare with the second, and so on"),
			},
		},
	},
}

// runLength is how many elements a block of Blocks adds up.
const runLength = 256

// blockSums adds up small whole numbers, so that sums are exact in any order.
func blockSums(s Size, rng *rand.Rand) *Case {
	n := s[0]
	count := blocks(n, runLength)
	sums, work, in := Result("sums", count), workspace{Result("work", n), n}, given("in", smallIntegers(n, rng))
	for b := range count {
		sums.Want[b] = plainSum(in.Init[b*runLength : min(n, (b+1)*runLength)])
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

// total adds up whole numbers that are small enough for a float32 to hold their
// sum.
func total(s Size, rng *rand.Rand) *Case {
	const exact = 1 << 24
	n, count := s[0], s[1]
	data := smallIntegers(n, rng)
	for i := range data {
		data[i] = min(data[i], float32(exact/n-1))
	}
	before, in := smallIntegers(1, rng), given("in", data)
	sum := newArray("total", append(before, filled(guard, resultGuard)...))
	sum.Want[0] += plainSum(in.Init[:n])
	return &Case{
		Grid: Dim{count, 1, 1}, Block: Dim{256, 1, 1},
		Args: []Arg{sum, in, Scalar{"n", n}},
	}
}

func largest(s Size, rng *rand.Rand) *Case {
	const bytes = 8 // a thread's value and place
	rows, width := s[0], s[1]
	values, places, in := Result("values", rows), resultInts("places", rows), given("in", trickyRows(rows, width, rng))
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

// largestThreads is how many threads look at a row.
const largestThreads = 128

// trickyRows makes rows of negative numbers, so that a 0 that nobody loaded is
// larger than all, and many of them alike. Row 0 has its largest twice where one
// thread finds both, and who reads on behind it finds a larger one; the largest of
// the last row is its last.
func trickyRows(rows, width int, rng *rand.Rand) []float32 {
	data := smallIntegers(rows*width, rng)
	for i := range data {
		data[i] = -data[i]
	}
	for i := range data[:width] {
		data[i] = min(data[i], -3)
	}
	if width > largestThreads {
		data[0], data[largestThreads] = -2, -2
	}
	if rows > 1 {
		data[width], data[rows*width-1] = -1, -0.5
	}
	return data
}
