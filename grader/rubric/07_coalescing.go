package rubric

// This file is the row of exercise 07.

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/blas/blas32"
)

// coalescing is exercise 07. Whole sectors need 4 sectors per request of 32 float32; the
// limits allow 25 % more, or 50 % more in Interleave. Each mistake of the stubs costs at
// least twice the limit.
var coalescing = Exercise{
	Name:    "07_coalescing",
	Package: "coalescing",
	Device:  "H200",
	Kernels: []Kernel{
		{
			Name:      "Saxpy",
			Form:      Improve,
			Signature: "func(y, x []float32, a float32, n int)",
			SizeNames: []string{"n"},
			Sizes:     []Size{{127}, {128}, {129}, {1}, {1000}, {10368}},
			Spans:     []Span{{2, 1500, 1}},
			Less:      Size{128},
			TimedSize: Size{3 << 18},
			Case:      saxpy,
			ULP:       1,
			Why:       saxpyWhy,
			Hints: map[Symptom]string{
				NotWritten: "there are about n/8 threads: each must come back for more, GridDim.X·BlockDim.X elements further on, until n is reached",
			},
			Goals: append(coalesced(func(s Size) int { return 2 * s[0] }, func(s Size) int { return s[0] }, 1.25,
				"in one instruction lane k must use the element next to lane k−1's: let i start at the thread's number in the grid and step by the number of threads"),
				cycles(14_500, slowHint)),
		},
		{
			Name:      "Brighten",
			Form:      Improve,
			Signature: "func(out, in []float32, gain float32, width, height, pitch int)",
			SizeNames: []string{"width", "height"},
			Sizes:     []Size{{127, 128}, {128, 127}, {129, 129}, {1, 1}, {33, 200}, {1000, 96}},
			Spans:     []Span{{2, 200, 1}, {2, 200, 1}},
			Less:      Size{32, 0},
			TimedSize: Size{1056, 128},
			Case:      brighten,
			Why:       brightenWhy,
			Where:     brightenWhere,
			Hints: map[Symptom]string{
				Outside: "the blocks cover more than the picture: a thread whose x ≥ width or y ≥ height must do nothing",
			},
			Goals: append(coalesced(pixels, pixels, 1.25,
				"the lanes of a warp differ in gpu.ThreadIdx.X, so gpu.ThreadIdx.X must choose the column x: neighbours along a row are neighbours in memory"),
				cycles(7_200, slowHint)),
		},
		// On an H100 and 2²⁰ pixels a thread for each pixel takes 15.2 µs, because its stores leave gaps; one for each element
		// takes 8.4 µs. Simulated, the former is faster by a fifth at 2¹⁸.
		{
			Name:      "Interleave",
			Form:      Improve,
			Signature: "func(rgb, r, g, b []float32, n int)",
			SizeNames: []string{"n"},
			Sizes:     []Size{{127}, {128}, {129}, {1}, {1000}, {10368}},
			Spans:     []Span{{2, 1500, 1}},
			Less:      Size{128},
			TimedSize: Size{1 << 18},
			Case:      interleave,
			Why:       func(_ *Case, i int) string { return fmt.Sprintf("%c[%d]", "rgb"[i%3], i/3) },
			Goals: append(coalesced(func(s Size) int { return 3 * s[0] }, func(s Size) int { return 3 * s[0] }, 1.5, planesHint),
				cycles(16_000, slowHint)),
		},
		{
			Name:      "Mirror",
			Form:      Report,
			Signature: "func(out, in []float32, width, height, pitch int)",
			SizeNames: []string{"width", "height"},
			Sizes:     []Size{{127, 128}, {128, 127}, {129, 129}, {1, 1}, {33, 200}, {1000, 256}},
			Spans:     []Span{{2, 200, 1}, {2, 200, 1}},
			Case:      mirror,
			Why: func(c *Case, i int) string {
				pitch := c.scalar("pitch").(int)
				return fmt.Sprintf("in(%d, %d)", c.Size[0]-1-i%pitch, i/pitch)
			},
			Where: brightenWhere,
			Hints: map[Symptom]string{
				Outside: "the blocks cover more than the picture: some threads have no pixel",
			},
			Profile: []Counter{
				{LoadRequests, "global load requests"}, {SectorsPerLoad, "sectors per load request"},
				{StoreRequests, "global store requests"}, {SectorsPerStore, "sectors per store request"},
				{WarpInstructions, "warp instructions"}, {CyclesElapsed, "cycles"},
			},
			Goals: []Goal{
				withinProfile("sectors per load request", SectorsPerLoad, 4, mirrorHint),
				withinProfile("sectors per store request", SectorsPerStore, 4, mirrorHint),
				withinProfile("cycles", CyclesElapsed, 6650, mirrorHint),
			},
		},
	},
}

const planesHint = "write down the elements that lanes 0, 1 and 2 of a warp use in one instruction: neighbours must be next to each other in the loads and in the stores. There are three times as many elements of rgb as threads"

const slowHint = "the line that warps spend most time on requests more sectors than the data fill, and the time goes into these sectors"

func saxpy(s Size, rng *Random) *Case {
	n := s[0]
	y, x, a := newArray("y", rng.anything(n), rng), given("x", rng.anything(n)), rng.Factor("a")
	y.Magnitude = make([]float64, n)
	for i := range n {
		product := a * x.Init[i]
		y.Magnitude[i] = math.Abs(float64(product)) + math.Abs(float64(y.Init[i]))
		y.Want[i] += product
	}
	return &Case{
		Grid:  rng.someBlocks(max(1, n/1024)),
		Block: Dim{128, 1, 1},
		Args:  []Arg{y, x, Scalar{"a", a}, Scalar{"n", n}},
	}
}

func saxpyWhy(c *Case, i int) string {
	return fmt.Sprintf("a·x[%d] + y[%d] = %s·%s + %s", i, i, c.scalar("a"), c.At("x", i), c.At("y", i))
}

func vector(data []float32) blas32.Vector { return blas32.Vector{N: len(data), Inc: 1, Data: data} }

func brighten(s Size, rng *Random) *Case {
	width, height, pitch := s[0], s[1], pitchOf(s[0], rng)
	out, in := Result("out", height*pitch, rng), PadRows(given("in", rng.anything(height*pitch)), width, pitch, rng)
	gain := rng.Factor("gain")
	for y := range height {
		for x := range width {
			out.Want[y*pitch+x] = gain * in.Init[y*pitch+x]
		}
	}
	return &Case{
		Grid:  Dim{blocks(width, 32), blocks(height, 32), 1},
		Block: Dim{32, 32, 1},
		Args:  []Arg{out, in, Scalar{"gain", gain}, Scalar{"width", width}, Scalar{"height", height}, Scalar{"pitch", pitch}},
	}
}

// pitchOf returns a pitch with which every row starts at a 128-byte line. Often it has more than a line
// of padding, and in second runs none where the width allows it.
func pitchOf(width int, rng *Random) int {
	const most = 3 // lines more than are needed
	least, lines := blocks(width, 32), blocks(width+1, 32)
	if pitch, ok := rng.wanted("pitch", float64(32*least), float64(32*(lines+most))); ok && int(pitch)%32 == 0 {
		return int(pitch)
	}
	if !rng.Even && rng.draw.Run > 0 && least < lines {
		return width
	}
	if !rng.Even {
		lines += rng.IntN(most + 1)
	}
	return 32 * lines
}

func brightenWhy(c *Case, i int) string {
	return fmt.Sprintf("gain·in[%d] = %s·%s", i, c.scalar("gain"), c.At("in", i))
}

func brightenWhere(c *Case, i int) string {
	pitch := c.scalar("pitch").(int)
	return fmt.Sprintf("row %d, column %d", i/pitch, i%pitch)
}

func interleave(s Size, rng *Random) *Case {
	n := s[0]
	rgb := Result("rgb", 3*n, rng)
	planes := []*Array[float32]{given("r", rng.copied(n)), given("g", rng.copied(n)), given("b", rng.copied(n))}
	for i := range n {
		for c, plane := range planes {
			rgb.Want[3*i+c] = plane.Init[i]
		}
	}
	return &Case{
		Grid:  Dim{blocks(n, 128), 1, 1},
		Block: Dim{128, 1, 1},
		Args:  []Arg{rgb, planes[0], planes[1], planes[2], Scalar{"n", n}},
	}
}

const mirrorHint = "a block may have one column of threads and need not have one column of pixels: which threads are a warp, and which pixels would you give to them?"

func mirror(s Size, rng *Random) *Case {
	width, height, pitch := s[0], s[1], pitchOf(s[0], rng)
	out, in := Result("out", height*pitch, rng), PadRows(given("in", rng.copied(height*pitch)), width, pitch, rng)
	for y := range height {
		for x := range width {
			out.Want[y*pitch+x] = in.Init[y*pitch+width-1-x]
		}
	}
	return &Case{
		Grid:  Dim{width, blocks(height, 256), 1},
		Block: Dim{1, 256, 1},
		Args:  []Arg{out, in, Scalar{"width", width}, Scalar{"height", height}, Scalar{"pitch", pitch}},
	}
}
