package rubric

// This file is the row of project 1, an image pipeline.

import "fmt"

// imagePipeline is project 1. Pictures are 32-bit pixels; all results are exact in a float32: a grey level has 8 bits,
// two passes of a blur that divide by 16 add 8, and the gradient adds 3.
var imagePipeline = Exercise{
	Name:    "P1_image",
	Package: "image",
	Device:  "H200",
	Project: true,
	Kernels: []Kernel{
		{
			Name:      "Grey",
			Signature: "func(grey []float32, picture []uint32, n int)",
			Form:      Blank,
			SizeNames: []string{"n"},
			Sizes:     []Size{{127}, {128}, {129}, {1024}, {1025}, {1}, {3000}, {65536}},
			Spans:     []Span{{2, 3000, 1}},
			Less:      Size{256},
			TimedSize: Size{1 << 19},
			Case:      greyCase,
			Why: func(c *Case, i int) string {
				return fmt.Sprintf("the whole part of (77·red + 150·green + 29·blue) / 256 of pixel %s", c.At("picture", i))
			},
			Goals: []Goal{
				sectorsMoved(func(s Size) int { return 2 * s[0] }, 1.1),
				cycles(6_400, "a block has 1024 pixels and 256 threads: how many loads are under way in a warp while it waits?"),
			},
		},
		{
			Name:      "Blur",
			Signature: "func(out, in []float32, width, height int)",
			Form:      Blank,
			SizeNames: pictureNames,
			Sizes:     pictureSizes,
			Spans:     pictureSpans,
			TimedSize: pictureTimed,
			Case:      blurCase,
			Why:       placeWhy("the blur"),
			Hints:     map[Symptom]string{BadValue: borderHint},
			Goals: []Goal{
				pictureRequests(5),
				instructionsPerWarp(75, pictureWarps, "25 products per pixel are many: the weights of a column are the same in each row of the filter"),
				cycles(7_000, stageHint),
			},
		},
		{
			Name:      "Gradient",
			Signature: "func(edges, in []float32, width, height int)",
			Form:      Blank,
			SizeNames: pictureNames,
			Sizes:     pictureSizes,
			Spans:     pictureSpans,
			TimedSize: pictureTimed,
			Case:      gradientCase,
			Why:       placeWhy("the gradient"),
			Hints:     map[Symptom]string{BadValue: borderHint},
			Goals: []Goal{
				pictureRequests(5),
				cycles(6_700, stageHint),
			},
		},
		{
			Name:      "Histogram",
			Signature: "func(bins []int32, edges []float32, n int)",
			Form:      Blank,
			SizeNames: []string{"n", "blocks"},
			Sizes:     []Size{{127, 2}, {128, 1}, {129, 3}, {257, 3}, {1, 4}, {5000, 2}, {40960, 8}},
			Spans:     []Span{{2, 6000, 1}, {1, 8, 1}},
			Less:      Size{256, 0},
			TimedSize: Size{1 << 18, 132},
			Case:      histogramCase,
			Why: func(c *Case, i int) string {
				return fmt.Sprintf("%s, what it was, and the elements whose whole part is %d", c.At("bins", i), i)
			},
			Hints: map[Symptom]string{BadValue: "is each element counted once, and does every thread come back until n is reached?"},
			Goals: []Goal{
				globalAtomics(func(s Size) int { return s[1] }),
				loaded(func(s Size) int { return s[0] }, 1.1, "load each element once"),
				cycles(14_000, "most pixels of a picture have no edge: many lanes count the same level. What do they wait for?"),
			},
		},
		{
			Name:      "Edges",
			Signature: "func(bins []int32, picture []uint32, width, height int)",
			Form:      Blank,
			Record:    &Record{Best: 25_000},
			SizeNames: pictureNames,
			Sizes:     pictureSizes,
			Spans:     pictureSpans,
			TimedSize: pictureTimed,
			RoofSize:  Size{1280, 1024},
			Case:      edgesCase,
			Why: func(c *Case, i int) string {
				return fmt.Sprintf("%s, what it was, and the pixels whose edge has level %d", c.At("bins", i), i)
			},
			Hints: map[Symptom]string{BadValue: "which blurred value does the gradient need beside the picture? it is that of the nearest pixel inside, not the blur of a place outside"},
			Goals: []Goal{
				pictureRequests(6),
				globalAtomics(func(s Size) int { return blocks(s[0], 32) * blocks(s[1], 32) }),
				cycles(27_500, "look at the line that warps spend most time on, and at the lanes that have nothing to do there"),
			},
		},
	},
	Plans: []Plan{explanation("Edges"), prediction("Edges")},
}

// Pictures: their extents, and the sizes that are tried.
var (
	pictureNames = []string{"width", "height"}
	pictureSizes = []Size{{127, 5}, {128, 33}, {129, 32}, {1, 1}, {33, 40}, {2, 70}, {256, 192}}
	pictureSpans = []Span{{2, 140, 1}, {1, 70, 1}}
	pictureTimed = Size{512, 512}
)

const borderHint = "does each neighbour have its own weight? beside the picture, is it the nearest pixel inside that counts?"

const stageHint = "the line that warps spend most time on: what do they wait for there, and could they have asked for it earlier, all of it at the same time?"

// pictureWarps returns the number of warps that have a pixel each.
func pictureWarps(s Size) int { return blocks(pixels(s), warpLanes) }

// pictureRequests limits the load requests for 32 pixels.
func pictureRequests(each int) Goal {
	return Goal{
		Name: "global load requests", Metrics: []string{LoadRequests}, Limit: func(s Size) float64 { return float64(each * pictureWarps(s)) },
		Hint: "a pixel is needed for many results: how many times does a thread ask for it, and how many threads?",
	}
}

// globalAtomics allows each block one atomic per bin, in 8 requests of 32 bins.
func globalAtomics(count func(Size) int) Goal {
	const requests = greyLevels / warpLanes
	return Goal{
		Name: "global atomic requests", Metrics: allRequests, Limit: func(s Size) float64 { return float64(requests * count(s)) },
		Hint: "how many different bins can a block have, and how often does it add to each in global memory?",
	}
}

// greyLevels is the number of grey levels, and of bins.
const greyLevels = 256

// pixelsOf draws n pixels with all bits.
func pixelsOf(n int, rng *Random) *Array[uint32] {
	data := make([]uint32, n, n+guard)
	for i, v := range rng.anyIntegers(n) {
		data[i] = uint32(v)
	}
	return readOnlyArray("picture", data, 1<<31)
}

// greyOf returns the grey level of a pixel.
func greyOf(p uint32) float32 { return float32((77*(p&255) + 150*(p>>8&255) + 29*(p>>16&255)) >> 8) }

func greyCase(s Size, rng *Random) *Case {
	n := s[0]
	grey, picture := Result("grey", n, rng), pixelsOf(n, rng)
	for i := range n {
		grey.Want[i] = greyOf(picture.Init[i])
	}
	return &Case{
		Grid: Dim{blocks(n, 1024), 1, 1}, Block: Dim{256, 1, 1},
		Args: []Arg{grey, picture, Scalar{"n", n}},
	}
}

// plane is a picture with one number per pixel.
type plane struct {
	width, height int
	data          []float32
}

// at returns a pixel, or the nearest one inside.
func (p plane) at(x, y int) float32 {
	return p.data[min(max(y, 0), p.height-1)*p.width+min(max(x, 0), p.width-1)]
}

// each computes a picture of the same extents.
func (p plane) each(f func(x, y int) float32) plane {
	out := plane{p.width, p.height, make([]float32, len(p.data))}
	for i := range out.data {
		out.data[i] = f(i%p.width, i/p.width)
	}
	return out
}

// blurred returns the picture with 5 × 5 binomial weights.
func (p plane) blurred() plane {
	weights := [...]float32{1, 4, 6, 4, 1}
	return p.each(func(x, y int) (sum float32) {
		for dy, v := range weights {
			for dx, w := range weights {
				sum += v * w * p.at(x+dx-2, y+dy-2)
			}
		}
		return sum / 256
	})
}

// edges returns the strength of the edge at each pixel.
func (p plane) edges() plane {
	return p.each(func(x, y int) float32 {
		gx, gy := float32(0), float32(0)
		for k, w := range [...]float32{1, 2, 1} {
			gx += w * (p.at(x+1, y+k-1) - p.at(x-1, y+k-1))
			gy += w * (p.at(x+k-1, y+1) - p.at(x+k-1, y-1))
		}
		return (max(gx, -gx) + max(gy, -gy)) / 8
	})
}

// pictureCase launches a block of 32 × 8 threads for each 32 × 32 pixels.
func pictureCase(s Size, args ...Arg) *Case {
	return &Case{
		Grid: Dim{blocks(s[0], 32), blocks(s[1], 32), 1}, Block: Dim{32, 8, 1},
		Args: append(args, Scalar{"width", s[0]}, Scalar{"height", s[1]}),
	}
}

// planeCase computes a picture of a picture with a bound on its numbers.
func planeCase(s Size, out string, most int, unit float64, rng *Random, compute func(plane) plane) *Case {
	result := Result(out, pixels(s), rng)
	in := given("in", convert[float32](rng.Numbers(pixels(s), 0, most), unit))
	copy(result.Want, compute(plane{s[0], s[1], in.Init[:pixels(s)]}).data)
	return pictureCase(s, result, in)
}

func blurCase(s Size, rng *Random) *Case {
	return planeCase(s, "out", greyLevels-1, 1, rng, plane.blurred)
}

// gradientCase has numbers as a blur leaves them, multiples of 1/256.
func gradientCase(s Size, rng *Random) *Case {
	const unit = 256
	return planeCase(s, "edges", (greyLevels-1)*unit, 1.0/unit, rng, plane.edges)
}

// placeWhy says which result belongs to an index.
func placeWhy(what string) func(c *Case, i int) string {
	return func(c *Case, i int) string {
		return fmt.Sprintf("%s at column %d of row %d", what, i%c.Size[0], i/c.Size[0])
	}
}

// histogramCase has strengths as a picture has them: most are small.
func histogramCase(s Size, rng *Random) *Case {
	const unit = 8
	edges := given("edges", convert[float32](rng.Numbers(s[0], 0, greyLevels*unit-1), 1.0/unit))
	for i := range s[0] {
		if rng.Even && i%8 != 0 {
			edges.Init[i] = float32(i % 8)
		}
	}
	bins := binsOf(rng)
	count(bins.Want, edges.Init[:s[0]])
	return &Case{Grid: Dim{s[1], 1, 1}, Block: Dim{256, 1, 1}, Args: []Arg{bins, edges, Scalar{"n", s[0]}}}
}

// binsOf returns bins that have counted before.
func binsOf(rng *Random) *Array[int32] { return newArray("bins", rng.integers(greyLevels, 1<<20), rng) }

// count counts whole parts.
func count(bins []int32, data []float32) {
	for _, v := range data {
		bins[int(v)]++
	}
}

func edgesCase(s Size, rng *Random) *Case {
	picture, bins := pixelsOf(pixels(s), rng), binsOf(rng)
	grey := plane{s[0], s[1], make([]float32, pixels(s))}
	for i := range grey.data {
		grey.data[i] = greyOf(picture.Init[i])
	}
	count(bins.Want, grey.blurred().edges().data)
	return pictureCase(s, bins, picture)
}
