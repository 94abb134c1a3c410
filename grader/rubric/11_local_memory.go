package rubric

// This file is the row of exercise 11.

import (
	"fmt"
	"slices"
)

// localMemory is exercise 11. Local memory is excluded, and what replaces it may not cause
// other traffic.
var localMemory = Exercise{
	Name:    "11_local_memory",
	Package: "local",
	Device:  "H200",
	Kernels: []Kernel{
		{
			Name:      "Top",
			Form:      Blank,
			Signature: "func(best, in []float32, n, length int)",
			SizeNames: []string{"n", "length"},
			Sizes:     []Size{{127, 17}, {128, 16}, {129, 40}, {1, 50}, {1000, 4}, {2048, 40}},
			Spans:     []Span{{2, 300, 1}, {topKept, 50, 1}},
			Less:      Size{32, 0},
			TimedSize: Size{132 << 8, 40},
			Case:      top,
			Why: func(c *Case, at int) string {
				n, length := c.Size[0], c.Size[1]
				return fmt.Sprintf("number %d (from 0) of the largest among the %d values of series %d, in descending order", at/n, length, at%n)
			},
			Where: func(c *Case, at int) string {
				n := c.Size[0]
				return fmt.Sprintf("place %d of series %d", at/n, at%n)
			},
			Hints: map[Symptom]string{
				BadValue: "do equal values count as often as they are there? do negative values have a place?",
			},
			Goals: []Goal{
				noLocal("the message of gpusim compile names the array and the reason: what does the compiler not know about its index?").needing(seriesOnce),
				seriesOnce,
				cycles(17_000, "do the lanes of a warp go different ways, and does a load wait until the value before it has found its place?"),
			},
		},
		{
			Name:      "Winner",
			Form:      Improve,
			Signature: "func(winners, ballots []int32, n, votes int)",
			SizeNames: []string{"n", "votes"},
			Sizes:     []Size{{127, 5}, {128, 761}, {129, 16}, {1, 1}, {1000, 7}, {2048, 40}},
			Spans:     []Span{{2, 300, 1}, {1, 50, 1}},
			Less:      Size{32, 0},
			Case:      winner,
			Why: func(c *Case, i int) string {
				return fmt.Sprintf("the class with the most of the %d votes ballots[%d + v·%d]", c.Size[1], i, c.Size[0])
			},
			Hints: map[Symptom]string{
				BadValue: "the lowest class wins among equals; counters of one thread must be its own, start from 0, and be able to count to the number of votes",
			},
			Goals: []Goal{
				noLocal("the data choose the counter, so registers cannot hold them: shared memory has room for 16 counters of each thread").needing(seriesOnce),
				{Name: "bank conflicts", Metrics: []string{ConflictsLoad, ConflictsStore}, Limit: func(s Size) float64 { return warps(s[0]) },
					Hint:  "counter c of thread t must lie in a bank that depends on t alone: let the thread be the last index",
					Needs: []Goal{seriesOnce, noLocal("counters in local memory have no banks, and are slower")}},
				seriesOnce,
			},
		},
		{
			Name:      "Product",
			Form:      Improve,
			Signature: "func(c, a, b []float32, n, depth int)",
			SizeNames: []string{"n", "depth"},
			Sizes:     []Size{{192, 127}, {192, 128}, {192, 129}, {384, 1}, {576, 2}, {192, 24}},
			Spans:     []Span{{192, 384, 192}, {1, 64, 1}},
			Most:      Size{576, 0},
			Less:      Size{0, 3},
			Case:      productSquares,
			Why: func(c *Case, i int) string {
				n := c.Size[0]
				return fmt.Sprintf("row %d of a times column %d of b", i/n, i%n)
			},
			Where: func(c *Case, i int) string {
				n := c.Size[0]
				return fmt.Sprintf("row %d, column %d", i/n, i%n)
			},
			Goals: []Goal{
				noLocal("//gpu:launchbounds 256 8 asks for 2048 threads per SM, which leaves each 32 registers; 36 sums alone are more. Ask for fewer blocks").needing(productRequests, productRoom),
				productRequests,
			},
		},
	},
}

// seriesOnce allows each element of the series to be loaded once.
var seriesOnce = loadedOnce(func(s Size) int { return s[0] * s[1] * floatBytes / sectorBytes })

// productRequests allows 1.1 times the loads of the elements that the threads need.
var productRequests = Goal{
	Name: "global load requests", Metrics: []string{LoadRequests}, Limit: productLoads,
	Hint: "each loaded element serves six products: fewer sums at the same time need more loads",
}

// productRoom leaves room for tiles of a and b, but not for the 36 sums of 256 threads.
var productRoom = sharedBytes(16384, "shared memory has no room for the sums of all threads: they belong in registers")

// topKept is how many values of each series Top keeps.
const topKept = 4

// top has a series per thread, in which values may be equal.
func top(s Size, rng *Random) *Case {
	n, length := s[0], s[1]
	best, in := Result("best", topKept*n, rng), given("in", rng.heights(n*length))
	for i := range n {
		series := make([]float32, length)
		for t := range series {
			series[t] = in.Init[t*n+i]
		}
		slices.Sort(series)
		for r := range topKept {
			best.Want[r*n+i] = series[length-1-r]
		}
	}
	return &Case{
		Grid: Dim{blocks(n, 128), 1, 1}, Block: Dim{128, 1, 1},
		Args: []Arg{best, in, Scalar{"n", n}, Scalar{"length", length}},
	}
}

const winnerClasses = 16

func winner(s Size, rng *Random) *Case {
	n, votes := s[0], s[1]
	data := convert[int32](rng.Numbers(n*votes, 0, winnerClasses-1), 1)
	counts := make([][winnerClasses]int, n)
	const byte = 256
	tied := !rng.Even && rng.extreme() == 0 && (votes > byte || rng.IntN(2) == 0)
	for at := range data {
		group := at % n
		switch {
		case tied: // two classes in turn, the higher one first
			data[at] = int32((group + (at/n+1)%2) % winnerClasses)
		case at%3 == 0 && rng.Even: // one class is frequent, so that counts get large
			data[at] = int32(group % winnerClasses)
			if votes > byte && at/n > votes/3 { // of many votes the first ones mislead
				data[at] = int32((group + 1) % winnerClasses)
			}
		}
		counts[group][data[at]]++
	}
	winners, ballots := ResultInts("winners", n, rng), givenInts("ballots", data)
	for i := range n {
		best := 0
		for c, count := range counts[i] {
			if count > counts[i][best] {
				best = c
			}
		}
		winners.Want[i] = int32(best)
	}
	return &Case{
		Grid: Dim{blocks(n, 128), 1, 1}, Block: Dim{128, 1, 1},
		Args: []Arg{winners, ballots, Scalar{"n", n}, Scalar{"votes", votes}},
	}
}

// productSide is the side of the square of results that a thread computes.
const productSide = 6

// productLoads allows 1.1 times the loads of the elements of a and b that the threads
// need.
func productLoads(s Size) float64 {
	n, depth := s[0], s[1]
	return 1.1 * warps(n*n/(productSide*productSide)) * float64(2*productSide*depth)
}

// productSquares multiplies integers: the sums are exact in any order.
func productSquares(s Size, rng *Random) *Case {
	n, depth := s[0], s[1]
	c, a, b := Result("c", n*n, rng), given("a", rng.whole(n*depth, exactFactor(200, depth))), given("b", rng.whole(depth*n, exactFactor(200, depth)))
	addProducts(c.Want, a.Init, b.Init, n, depth)
	const x, y = 32, 8 // threads
	return &Case{
		Grid: Dim{n / (x * productSide), n / (y * productSide), 1}, Block: Dim{x, y, 1},
		Args: []Arg{c, a, b, Scalar{"n", n}, Scalar{"depth", depth}},
	}
}
