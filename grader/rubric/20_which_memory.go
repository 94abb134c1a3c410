package rubric

// This file is the row of exercise 20.

import (
	"fmt"
)

// whichMemory is exercise 20, an open optimisation: its goal in cycles is par. Shared memory,
// shuffles and the read-only path all lead below par, and request 1.8 to 2.4 times the
// sectors of the picture from L2. The stub requests 10 times.
var whichMemory = Exercise{
	Name:    "20_which_memory",
	Package: "whichmemory",
	Device:  "K20c",
	Kernels: []Kernel{{
		Name:      "Edges",
		Form:      Open,
		Record:    &Record{Best: 14_000, Bytes: func(s Size) float64 { return 2 * floatBytes * float64(pixels(s)) }},
		Signature: "func(out, total, in []float32, width, height int)",
		SizeNames: []string{"width", "height"},
		Sizes:     []Size{{127, 5}, {128, 32}, {129, 33}, {1, 1}, {31, 64}, {33, 40}, {256, 256}},
		Spans:     []Span{{2, 140, 1}, {1, 70, 1}},
		Less:      Size{4, 4},
		TimedSize: Size{512, 512},
		Case:      edges,
		Why:       edgesWhy,
		Hints: map[Symptom]string{
			BadValue: "does each pixel get its nine neighbours with their own weights, and those of the border their nearest pixels? is each pixel added to the total once?",
		},
		Goals: []Goal{
			{
				Name: "sectors requested from L2", Metrics: []string{l2Reads},
				Limit: func(s Size) float64 { return 3 * sectorsOf(pixels(s)) },
				Hint:  "nine threads need the same pixel, and each of their loads goes to L2: keep pixels on the SM, in shared memory, in the read-only cache or in registers",
			},
			{
				Name: "global atomics", Metrics: allRequests,
				Limit: func(s Size) float64 { return float64(blocks(s[0], 32) * blocks(s[1], 32)) },
				Hint:  "add up in a register, then in the warp by shuffles, then in the block: one addition to total[0] per block is enough",
			},
			cycles(20_200, "look at the line that warps spend most time on: do they wait for L2, or do they load a pixel again that they had in a register?"),
		},
	}, {
		Name:      "Decode",
		Form:      Blank,
		Signature: "func(out []float32, in []uint32, n int)",
		SizeNames: []string{"n"},
		Sizes:     []Size{{127}, {128}, {129}, {1}, {257}, {1000}, {10240}},
		Spans:     []Span{{2, 1500, 1}},
		Less:      Size{256},
		TimedSize: Size{13 * 8192},
		Case:      decode,
		Why: func(_ *Case, i int) string {
			return fmt.Sprintf("Taps[0]·Levels[in[%d]] + … + Taps[%d]·Levels[in[%d]]", i, decodeTaps-1, i+decodeTaps-1)
		},
		Goals: []Goal{
			{
				Name: "sectors requested from L2", Metrics: []string{l2Reads},
				Limit: func(s Size) float64 { return 3 * sectorsOf(s[0]) }, Hint: decodeHint,
			},
			{
				Name: "global load requests", Metrics: []string{LoadRequests},
				Limit: func(s Size) float64 { return 5 * warps(s[0]) }, Hint: decodeHint,
			},
			{
				Name: "constant requests", Metrics: []string{constantRequests},
				Limit: func(s Size) float64 { return 40 * warps(s[0]) },
				Hint:  "how many different addresses do the lanes of a warp have in one instruction, and how many of them does constant memory serve at a time?",
			},
			cycles(27_500, "which work do several threads of a block do for the same code?"),
		},
	}},
}

const (
	decodeTaps = 32
	decodeHint = "each code, each level and each tap is needed by many threads: for each of the three, which lanes need the same one in the same instruction?"
)

// decode takes small integers: sums are exact in any order.
func decode(s Size, rng *Random) *Case {
	n := s[0]
	taps, table := rng.whole(decodeTaps, 7), rng.whole(levels, 127)
	codes := convert[uint32](rng.Numbers(n+decodeTaps-1, 0, levels-1), 1)
	out, in := Result("out", n, rng), readOnlyArray("in", codes, levels) // a guard is out of range as an index of Levels
	for i := range n {
		out.Want[i] = 0
		for k, tap := range taps {
			out.Want[i] += tap * table[codes[i+k]]
		}
	}
	return &Case{
		Grid: Dim{blocks(n, 256), 1, 1}, Block: Dim{256, 1, 1},
		Args:    []Arg{out, in, Scalar{"n", n}},
		Symbols: []Symbol{{"Taps", taps}, {"Levels", table}},
	}
}

// edges makes a picture of small integers and small weights: all results are exact.
func edges(s Size, rng *Random) *Case {
	width, height := s[0], s[1]
	picture := convert[float32](rng.Numbers(width*height, -7, 7), 1)
	weights := edgeWeights(rng)
	out, total, in := Result("out", width*height, rng), newArray("total", rng.whole(1, 255), rng), given("in", picture)
	for i := range width * height {
		out.Want[i] = edge(weights, picture, i%width, i/width, width, height)
		total.Want[0] += out.Want[i]
	}
	return &Case{
		Grid: Dim{blocks(width, 32), blocks(height, 32), 1}, Block: Dim{32, 8, 1},
		Args:    []Arg{out, total, in, Scalar{"width", width}, Scalar{"height", height}},
		Symbols: []Symbol{{"Weights", weights}},
	}
}

// edgeWeights returns nine weights from −2 to 2. The total of a picture of equal pixels is exact
// for sums of weights up to 8.
func edgeWeights(rng *Random) []float32 {
	const most = 8
	if extreme := rng.extreme(); extreme != 0 {
		return filled(9, 2*float32(extreme))
	}
	w, sum := make([]float32, 9), float32(most+1)
	for max(sum, -sum) > most {
		sum = 0
		for k := range w {
			w[k] = float32(rng.IntN(5) - 2)
			sum += w[k]
		}
	}
	return w
}

// edge returns the result of a pixel.
func edge(weights, picture []float32, x, y, width, height int) float32 {
	sum := float32(0)
	for k, w := range weights {
		row, column := min(max(y+k/3-1, 0), height-1), min(max(x+k%3-1, 0), width-1)
		sum += w * picture[row*width+column]
	}
	return max(sum, -sum)
}

func edgesWhy(c *Case, i int) string {
	if i == 0 {
		return fmt.Sprintf("the filter at column 0 of row 0; total[0] is %s, what it was, + the sum of out", c.At("total", 0))
	}
	return fmt.Sprintf("the filter at column %d of row %d", i%c.Size[0], i/c.Size[0])
}
