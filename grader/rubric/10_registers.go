package rubric

// This file is the row of exercise 10.

import (
	"fmt"
	"math"
	"slices"
)

// registers is exercise 10. Loading twice and local memory are excluded, so that fewer
// registers mean fewer live values.
var registers = Exercise{
	Name:    "10_registers",
	Package: "registers",
	Device:  "H200",
	Kernels: []Kernel{
		{
			Name:      "Ties",
			Form:      Improve,
			Signature: "func(out, in []int32, n int)",
			SizeNames: []string{"n"},
			Sizes:     []Size{{127}, {128}, {129}, {257}, {1}, {4096}},
			Spans:     []Span{{2, 1000, 1}},
			Less:      Size{256},
			Case:      ties,
			Why: func(_ *Case, i int) string {
				return fmt.Sprintf("how many of in[%d + k·n], k = 0 … %d, are the largest", i, tiesWindow-1)
			},
			Hints: map[Symptom]string{
				BadValue: "a larger value begins the count again, and the largest may be negative",
			},
			Goals: registerGoals(40, "48 values wait in registers until the largest is known: what must you know of the values before, when the next one comes?",
				registerRoom,
				loadedOnce(func(s Size) int { return tiesWindow * s[0] * intBytes / sectorBytes })),
		},
		{
			Name:      "Evaluate",
			Form:      Improve,
			Signature: "func(out, coef, words []int32, n, rounds int)",
			SizeNames: []string{"n", "rounds"},
			Sizes:     []Size{{127, 3}, {128, 1}, {129, 0}, {257, 4}, {1, 7}, {2048, 30}},
			Spans:     []Span{{2, 300, 1}, {0, 7, 1}},
			Most:      Size{0, 64},
			Less:      Size{64, 0},
			TimedSize: Size{202752, 100}, // fills an H100: the stub takes 14.8 µs there, the solution 11.0 µs
			Case:      evaluate,
			Why: func(c *Case, i int) string {
				return fmt.Sprintf("coef[%d + k·n] at the x of %d words", i, c.Size[1])
			},
			Hints: map[Symptom]string{
				BadValue: "x needs every word, in their order, before the first coefficient is used; the first coefficient belongs to the highest power",
			},
			Goals: registerGoals(40, "48 coefficients wait in registers while x is computed: which loop needs them?",
				registerRoom,
				loadedOnce(func(s Size) int { return evaluateTerms*s[0]*intBytes/sectorBytes + s[1]*int(warps(s[0])) })),
		},
		{
			Name:      "Multiply",
			Form:      Improve,
			Signature: "func(c, a, b []int32, n, depth int)",
			SizeNames: []string{"n", "depth"},
			Sizes:     []Size{{64, 127}, {64, 128}, {64, 129}, {128, 1}, {320, 3}, {128, 96}},
			Spans:     []Span{{64, 128, 64}, {1, 130, 1}},
			Most:      Size{320, 130},
			Less:      Size{0, 3},
			Case:      multiplySquares,
			Why: func(c *Case, i int) string {
				n := c.Size[0]
				return fmt.Sprintf("row %d of a times column %d of b", i/n, i%n)
			},
			Where: func(c *Case, i int) string {
				n := c.Size[0]
				return fmt.Sprintf("row %d, column %d", i/n, i%n)
			},
			Hints: map[Symptom]string{
				BadValue: "a float32 holds whole numbers up to 16 777 216, the elements of c are larger",
			},
			Goals: registerGoals(48, "an int64 takes two registers, and 16 sums, 4 elements of a and 4 of b are alive at the same time: which type do they need?",
				multiplyRoom,
				Goal{Name: "global load requests", Metrics: []string{LoadRequests}, Limit: multiplyLoads,
					Hint: "each loaded element serves four products: fewer sums at the same time need more loads"}),
		},
		{
			Name:      "Best",
			Form:      Blank,
			Signature: "func(out, in []int32, n int)",
			SizeNames: []string{"n"},
			Sizes:     []Size{{127}, {128}, {129}, {257}, {1}, {4096}},
			Spans:     []Span{{2, 1000, 1}},
			Less:      Size{256},
			TimedSize: Size{1 << 15},
			Case:      best,
			Why: func(c *Case, i int) string {
				n := c.Size[0]
				return fmt.Sprintf("number %d by size among in[%d + k·n], k = 0 … %d", i/n+1, i%n, bestEntries-1)
			},
			Goals: append(registerGoals(32, bestHint, registerRoom,
				loadedOnce(func(s Size) int { return bestEntries * s[0] * intBytes / sectorBytes })),
				cycles(22_000, bestHint)),
		},
	},
}

// registerGoals limit the registers per thread, local memory and loads. Values that leave
// the registers may not move to local, shared or global memory.
func registerGoals(most float64, hint string, room, loads Goal) []Goal {
	return []Goal{
		{
			Name: "registers per thread", Metrics: []string{threadRegs}, Limit: func(Size) float64 { return most }, Related: []string{OccupancyPct}, Hint: hint,
			Needs: []Goal{noLocal(hint), room, loads},
		},
		noLocal("a limit on registers does not reduce the live values: those without a register go to local memory. Keep fewer values alive at the same time"),
		loads,
	}
}

const roomHint = "shared memory in the place of registers limits the blocks per SM as well: keep fewer values"

// registerRoom is 8 words of shared memory per thread.
var registerRoom = sharedBytes(8192, roomHint)

// multiplyRoom lets threads read each factor from shared memory, but not keep sums there.
var multiplyRoom = Goal{
	Name: "wavefronts of shared memory", Metrics: []string{SharedWavefronts}, Hint: roomHint,
	Limit: func(s Size) float64 { return 2 * multiplyLoads(s) },
}

const tiesWindow = 48

// mostTied is the largest value.
const mostTied = 1010

// tied makes few different values of n threads, so that the largest comes more than once. All values of some threads are negative.
func tied(data []int32, n int) {
	for at, v := range data {
		if at/n%3 > 0 { // often the value before, or one more
			data[at] = data[at-n] + v%2
		}
		if at%n%4 == 1 {
			data[at] = -max(data[at], -data[at]) - 1
		}
	}
}

func ties(s Size, rng *Random) *Case {
	n := s[0]
	data := rng.integers(tiesWindow*n, 1000)
	if extreme := rng.extreme(); extreme != 0 {
		fill(data, int32(extreme)*mostTied)
	} else {
		tied(data, n)
	}
	out, in := ResultInts("out", n, rng), givenInts("in", data)
	for i := range n {
		largest, count := data[i], int32(0)
		for k := range tiesWindow {
			switch v := data[k*n+i]; {
			case v > largest:
				largest, count = v, 1
			case v == largest:
				count++
			}
		}
		out.Want[i] = count
	}
	return &Case{Grid: Dim{blocks(n, 256), 1, 1}, Block: Dim{256, 1, 1}, Args: []Arg{out, in, Scalar{"n", n}}}
}

const evaluateTerms = 48

func evaluate(s Size, rng *Random) *Case {
	n, rounds := s[0], s[1]
	out, coef := ResultInts("out", n, rng), givenInts("coef", rng.anyIntegers(evaluateTerms*n))
	words := givenInts("words", rng.anyIntegers(rounds))
	for i := range n {
		x := int32(i)
		for r := range rounds {
			x = x*31 + words.Init[r]
		}
		out.Want[i] = 0
		for k := range evaluateTerms {
			out.Want[i] = out.Want[i]*x + coef.Init[k*n+i]
		}
	}
	return &Case{
		Grid: Dim{blocks(n, 256), 1, 1}, Block: Dim{256, 1, 1},
		Args: []Arg{out, coef, words, Scalar{"n", n}, Scalar{"rounds", rounds}},
	}
}

// multiplySide is the side of the square of results that a thread computes.
const multiplySide = 4

// multiplyLoads allows 1.1 times the loads of the elements of a and b that the threads
// need.
func multiplyLoads(s Size) float64 {
	n, depth := s[0], s[1]
	return 1.1 * warps(n*n/(multiplySide*multiplySide)) * float64(2*multiplySide*depth)
}

func multiplySquares(s Size, rng *Random) *Case {
	n, depth := s[0], s[1]
	c, a, b := ResultInts("c", n*n, rng), givenInts("a", rng.integers(n*depth, 4000)), givenInts("b", rng.integers(depth*n, 4000))
	addProducts(c.Want, a.Init, b.Init, n, depth)
	const x, y = 16, 4 // threads
	return &Case{
		Grid: Dim{n / (x * multiplySide), n / (y * multiplySide), 1}, Block: Dim{x, y, 1},
		Args: []Arg{c, a, b, Scalar{"n", n}, Scalar{"depth", depth}},
	}
}

const bestHint = "a number that is smaller than four others is never needed again: how many numbers does a thread have to remember between two loads?"

const (
	bestEntries = 64
	bestKept    = 4
)

func best(s Size, rng *Random) *Case {
	n := s[0]
	out, in := ResultInts("out", bestKept*n, rng), givenInts("in", rng.anyIntegers(bestEntries*n))
	if !rng.Even && n > 1 { // the last thread has nothing but the least number
		for k := range bestEntries {
			in.Init[k*n+n-1] = math.MinInt32
		}
	}
	own := make([]int32, bestEntries)
	for i := range n {
		for k := range own {
			own[k] = in.Init[k*n+i]
		}
		slices.Sort(own)
		for j := range bestKept {
			out.Want[j*n+i] = own[bestEntries-1-j]
		}
	}
	return &Case{Grid: Dim{blocks(n, 256), 1, 1}, Block: Dim{256, 1, 1}, Args: []Arg{out, in, Scalar{"n", n}}}
}
