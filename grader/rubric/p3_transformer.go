package rubric

// This file is the row of project 3, a small transformer block.

import (
	"fmt"
	"math"
)

// transformer is project 3. Products of small whole numbers are exact. Where a function is involved, results may differ by
// some units in the last place of what is added up.
var transformer = Exercise{
	Name:    "P3_transformer",
	Package: "transformer",
	Device:  "H200",
	Project: true,
	Kernels: []Kernel{
		{
			Name:      "Norm",
			Signature: "func(out, x, gain []float32, rows, width int)",
			Form:      Blank,
			SizeNames: []string{"rows", "width"},
			Sizes:     []Size{{3, 127}, {8, 128}, {9, 129}, {1, 1}, {17, 33}, {5, 256}, {256, 192}},
			Spans:     []Span{{1, 40, 1}, {1, 256, 1}},
			Most:      Size{0, 256},
			TimedSize: Size{2048, 192},
			Case:      normCase,
			Why:       placeInRowWhy("the normalised element"),
			ULP:       64,
			Hints:     map[Symptom]string{BadValue: "is the mean that of the whole row, and are the lanes without an element left out of both sums?"},
			Goals: []Goal{
				sectorsMoved(func(s Size) int { return 2*s[0]*s[1] + s[0]*s[1] }, 1.1),
				cycles(7_000, "how many numbers of its row can a lane have under way before the mean is known?"),
			},
		},
		{
			Name:      "Product",
			Signature: "func(out, a, b []float32, m, n, k int)",
			Form:      Blank,
			SizeNames: productNames,
			Sizes:     productSizes,
			Spans:     productSpans,
			TimedSize: productTimed,
			Case:      matrixCase,
			Why:       placeInRowWhy("the product"),
			Goals: []Goal{
				tilesLoaded,
				conflictsIn(8, "which banks do the lanes of a warp use when they store a tile, and when they read it?"),
				cycles(11_000, "count the instructions of one multiplication: how many of them are loads?"),
			},
		},
		{
			Name:      "Attention",
			Signature: "func(out, q, k, v []float32, tokens int)",
			Form:      Blank,
			SizeNames: []string{"tokens"},
			Sizes:     []Size{{127}, {128}, {129}, {1}, {31}, {33}, {256}},
			Spans:     []Span{{2, 140, 1}},
			TimedSize: Size{512},
			Steep:     true,
			Case:      attentionCase,
			Why:       func(_ *Case, i int) string { return fmt.Sprintf("component %d of query %d", i%head, i/head) },
			ULP:       256,
			Hints:     map[Symptom]string{BadValue: "do the weights of a query add up to 1, over all keys and no more? are sums scaled when a larger score comes?"},
			Goals: []Goal{
				{
					Name: "sectors loaded", Metrics: []string{SectorsLoaded},
					Limit: func(s Size) float64 { return 1.1 * sectorsOf(head) * float64(s[0]+2*s[0]*blocks(s[0], 8)) },
					Hint:  "eight queries of a block need the same keys and values: how many times does each come from global memory?",
				},
				conflictsIn(12, "a lane that has a key reads the components of a row. How far apart in shared memory are the rows of neighbouring lanes?"),
				cycles(42_000, "look at the line that warps spend most time on: how many instructions does it take per pair of a query and a key?"),
			},
		},
		{
			Name:      "Mlp",
			Signature: "func(out, a, b, bias []float32, m, n, k int)",
			Form:      Blank,
			Record:    &Record{Best: 27_500},
			SizeNames: productNames,
			Sizes:     productSizes,
			Spans:     productSpans,
			TimedSize: productTimed,
			RoofSize:  Size{768, 768, 128},
			Case:      mlpCase,
			Why:       placeInRowWhy("the activation of the product plus the bias"),
			ULP:       64,
			Goals: []Goal{
				tilesLoaded,
				instructionsPerWarp(240, func(s Size) int { return blocks(s[0]*s[1], warpLanes) }, "count the instructions of one multiplication: how many of them are loads, and how many results share a number that was loaded?"),
				cycles(31_000, "how many numbers does a thread load from shared memory per multiplication, and how many results does it make?"),
			},
		},
	},
	Plans: []Plan{explanation("Mlp"), prediction("Mlp")},
}

// Products: their extents, and the sizes that are tried. head is the width of a head of the attention.
var (
	productNames = []string{"m", "n", "k"}
	productSizes = []Size{{33, 127, 5}, {32, 128, 32}, {31, 129, 64}, {1, 1, 1}, {5, 40, 33}, {2, 3, 70}, {128, 192, 64}}
	productSpans = []Span{{1, 70, 1}, {1, 140, 1}, {1, 70, 1}}
	productTimed = Size{384, 384, 64}
)

const head = 32

// tilesLoaded allows 1.25 times the sectors that blocks of 32 × 32 results load.
var tilesLoaded = Goal{
	Name: "sectors loaded", Metrics: []string{SectorsLoaded},
	Limit: func(s Size) float64 {
		const tile = 32
		return 1.25 * float64(blocks(s[0], tile)*blocks(s[1], tile)) * 2 * sectorsOf(tile) * float64(s[2])
	},
	Hint: "a block makes 32 × 32 results: how many of them need the same number of a, and how many times does it come from global memory?",
}

// conflictsIn allows a warp one bank conflict for each group of results.
func conflictsIn(results int, hint string) Goal {
	return Goal{
		Name: "bank conflicts", Metrics: []string{ConflictsLoad, ConflictsStore}, Hint: hint,
		Limit: func(s Size) float64 {
			n := head
			if len(s) > 1 {
				n = s[1]
			}
			return float64(s[0]*n/warpLanes) * float64(results)
		},
	}
}

// normCase has whole numbers. A row may have equal elements alone.
func normCase(s Size, rng *Random) *Case {
	const least = 1.0 / 1024
	rows, width := s[0], s[1]
	out, x, gain := Result("out", rows*width, rng), given("x", rng.whole(rows*width, 15)), given("gain", rng.eighths(width, 16))
	out.Magnitude = make([]float64, rows*width)
	for r := range rows {
		mean, squares := 0.0, 0.0
		for c := range width {
			mean += float64(x.Init[r*width+c])
		}
		mean /= float64(width)
		for c := range width {
			d := float64(x.Init[r*width+c]) - mean
			squares += d * d / float64(width)
		}
		for c := range width {
			v, g, scale := float64(x.Init[r*width+c]), float64(gain.Init[c]), 1/math.Sqrt(squares+least)
			out.Want[r*width+c] = float32(g * (v - mean) * scale)
			out.Magnitude[r*width+c] = math.Abs(g) * (math.Abs(v) + math.Abs(mean)) * scale
		}
	}
	return &Case{
		Grid: Dim{blocks(rows, 8), 1, 1}, Block: Dim{256, 1, 1},
		Args: []Arg{out, x, gain, Scalar{"rows", rows}, Scalar{"width", width}},
	}
}

func placeInRowWhy(what string) func(c *Case, i int) string {
	return func(c *Case, i int) string {
		return fmt.Sprintf("%s in column %d of row %d", what, i%c.Size[1], i/c.Size[1])
	}
}

// multipliedBy computes a product of small whole numbers.
func multipliedBy(a, b []float32, m, n, k int) []float32 {
	out := make([]float32, m*n)
	for i := range m {
		for e := range k {
			for j := range n {
				out[i*n+j] += a[i*k+e] * b[e*n+j]
			}
		}
	}
	return out
}

// factors draws the factors of a product.
func factors(s Size, most int, rng *Random) (a, b *Array[float32]) {
	return given("a", rng.whole(s[0]*s[2], most)), given("b", rng.whole(s[2]*s[1], most))
}

// tiledCase launches a block of 32 × 8 threads for each 32 × 32 results.
func tiledCase(s Size, args ...Arg) *Case {
	return &Case{
		Grid: Dim{blocks(s[1], 32), blocks(s[0], 32), 1}, Block: Dim{32, 8, 1},
		Args: append(args, Scalar{"m", s[0]}, Scalar{"n", s[1]}, Scalar{"k", s[2]}),
	}
}

func matrixCase(s Size, rng *Random) *Case {
	out := Result("out", s[0]*s[1], rng)
	a, b := factors(s, 15, rng)
	copy(out.Want, multipliedBy(a.Init, b.Init, s[0], s[1], s[2]))
	return tiledCase(s, out, a, b)
}

// attentionCase has scores up to 36, before the largest is subtracted.
func attentionCase(s Size, rng *Random) *Case {
	const most, scale = 3, 8
	tokens := s[0]
	out := Result("out", tokens*head, rng)
	q, k, v := given("q", rng.whole(tokens*head, most)), given("k", rng.whole(tokens*head, most)), given("v", rng.whole(tokens*head, 15))
	out.Magnitude = make([]float64, tokens*head)
	weights := make([]float64, tokens)
	for i := range tokens {
		largest := math.Inf(-1)
		for j := range weights {
			weights[j] = 0
			for c := range head {
				weights[j] += float64(q.Init[i*head+c]*k.Init[j*head+c]) / scale
			}
			largest = max(largest, weights[j])
		}
		all := 0.0
		for j := range weights {
			weights[j] = math.Exp(weights[j] - largest)
			all += weights[j]
		}
		for c := range head {
			sum, magnitude := 0.0, 0.0
			for j, w := range weights {
				value := float64(v.Init[j*head+c])
				sum, magnitude = sum+w*value, magnitude+w*math.Abs(value)
			}
			out.Want[i*head+c], out.Magnitude[i*head+c] = float32(sum/all), magnitude/all
		}
	}
	return &Case{
		Grid: Dim{blocks(tokens, 8), 1, 1}, Block: Dim{256, 1, 1},
		Args: []Arg{out, q, k, v, Scalar{"tokens", tokens}},
	}
}

// mlpCase has products of eighths, so that the activation is neither 0 nor linear for most.
func mlpCase(s Size, rng *Random) *Case {
	out := Result("out", s[0]*s[1], rng)
	a, b := given("a", rng.eighths(s[0]*s[2], 3)), given("b", rng.eighths(s[2]*s[1], 3))
	bias := given("bias", rng.eighths(s[1], 8))
	out.Magnitude = make([]float64, s[0]*s[1])
	for i, v := range multipliedBy(a.Init, b.Init, s[0], s[1], s[2]) {
		z := float64(v + bias.Init[i%s[1]])
		out.Want[i] = float32(0.5 * z * (1 + math.Tanh(0.797884583*(z+0.044715*z*z*z))))
		out.Magnitude[i] = math.Abs(z)
	}
	return tiledCase(s, out, a, b, bias)
}
