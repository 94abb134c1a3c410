package task

// This file holds the tasks of chapter 18.

import (
	"fmt"

	"gpucourse/gpusim"
	"gpucourse/gpusim/gpu"
	"gpucourse/grader/rubric"
)

// k20c has a read-only cache, and an L1 that does not keep what global loads bring.
const k20c = "K20c"

// The counters of the chapter.
const (
	requestedFromL2 = "l2_tex_read_transactions"
	textureRequests = "l1tex__t_requests_pipe_tex_mem_texture.sum"
	textureSectors  = "l1tex__t_sectors_pipe_tex_mem_texture.sum"
)

var readOnlyTasks = []Task{
	{
		ID: "18.1", Title: "Asked for once", Form: Write, After: "explain-window",
		Text: "Write `Slope` from blank, for a K20c and blocks of 128 threads. It subtracts from each element the element eight places before it, so nearly every sector of `in` is needed by two loads. Goal: at most 1620 sectors requested from L2, for the 1296 sectors of `in`.",
		Ask: Kernel{
			Device: k20c,
			Kernel: rubric.Kernel{
				Name: "Slope", Signature: "func(out, in []float32, n int)",
				SizeNames: []string{"n"}, Sizes: []rubric.Size{{128}, {1000}, {10368}},
				Case: slopes,
				Why:  func(c *rubric.Case, i int) string { return fmt.Sprintf("in[%d] − in[%d]", i+8, i) },
				Hints: map[rubric.Symptom]string{
					rubric.BadValue:   "which of the two elements is subtracted from the other?",
					rubric.NotWritten: "each i below n needs a thread",
					rubric.Outside:    "the last block has threads without an element",
				},
				Goals: []rubric.Goal{
					rubric.AtMost("sectors requested from L2", requestedFromL2, 1620, "a cache can only answer the second load if the first load has put the sector there: which cache does each of your two loads use?"),
				},
			},
			Wrong: []Wrong{{"one", "which cache does each of your two loads use?"}, {"swapped", "which of the two elements is subtracted"}},
		},
		Hints: Hints{
			Question: "Which loads of a K20c use a cache of the SM?",
			Look:     "The table in section 1 has a row for one read-only load.",
			Hole: `
if i < n {
	out[i] = gpu.Ldg(___) - ___
}
`,
		},
	},
	{
		ID: "18.2", Title: "Each sector once", Form: Match, After: "explain-compiler",
		Text: "`Fours` adds up groups of four elements on a K20c. Each thread loads four elements. Keep the four loads, but make L2 answer for each sector exactly once: 128 sectors for 1024 elements.",
		Ask: Kernel{
			Device: k20c,
			Kernel: rubric.Kernel{
				Name: "Fours", Signature: "func(out, in []float32)",
				SizeNames: []string{"n"}, Sizes: []rubric.Size{{128}, {1024}},
				Case:  inBlocksOfWhole(128, groupSums),
				Why:   func(c *rubric.Case, i int) string { return fmt.Sprintf("the sum of in[%d] to in[%d]", i-i%4, i-i%4+3) },
				Hints: map[rubric.Symptom]string{rubric.BadValue: "a group begins at a multiple of four"},
				Goals: []rubric.Goal{
					rubric.Exactly("sectors requested from L2", requestedFromL2, 1024*4/32, "all four loads of a thread want the same sector: which of them use the read-only cache?"),
				},
			},
			Wrong: []Wrong{{"own", "which of them use the read-only cache?"}, {"next", "a group begins at a multiple of four"}},
		},
		Hints: Hints{
			Question: "How many of the four loads of a thread are plain loads?",
			Look:     "The table in section 1: `gpu.Ldg` makes one load read-only.",
			Hole:     "sum += gpu.___(&in[i-i%4+k])",
		},
	},
	{
		ID: "18.3", Title: "Sectors of a look-up", Form: Predict, After: "explain-table",
		Text: "A warp looks up a table through the read-only cache. Lanes 2k and 2k+1 look up the same entry of 4 bytes, and the 16 entries lie 24 bytes apart. The first entry begins a sector. How many sectors does this one load request?",
		Ask: Number{
			Unit:    "sectors",
			Answer:  Counted(rubric.SectorsLoaded, k20c, lookUpPairs, line(1, 32), zeroed(32), zeroed(128)),
			Because: "16 entries, 24 bytes apart, cover 384 bytes, and every sector of these holds an entry",
			Misread: []Misread{
				{Computed(16), "that is one sector per entry; can two entries share a sector?"},
				{Computed(32), "that is one sector per lane; two lanes want the same entry"},
				{Computed(1), "that is the number of requests"},
				{Computed(32 * 24 / 32), "you gave each lane an entry of its own; there are half as many"},
				{Computed(16 * 4 / 32), "the entries do not lie side by side"},
			},
			Nudge: "from which byte to which byte do the entries reach, and how many sectors is that?",
		},
		Hints: Hints{
			Question: "How many bytes are there from the first entry to the last?",
			Look:     "The third curve of section 3 shows sectors for entries 32 bytes apart.",
			Hole:     "sectors := 16 * 24 / ___",
			Solution: "16 entries × 24 bytes = 384 bytes. 384 / 32 = 12 sectors.",
		},
	},
	{
		ID: "18.4", Title: "A table of factors", Form: Write, After: "explain-table",
		Text: "Write `Weigh` for a K20c: `out[i] = in[i] * factor[i%64]` for every `i < n`. Blocks have 128 threads. Goal: at most 2000 sectors requested from L2 for n = 10368, whose `in` fills 1296 sectors.",
		Ask: Kernel{
			Device: k20c,
			Kernel: rubric.Kernel{
				Name: "Weigh", Signature: "func(out, in, factor []float32, n int)",
				SizeNames: []string{"n"}, Sizes: []rubric.Size{{1}, {127}, {129}, {10368}},
				Case:  weights,
				Why:   func(c *rubric.Case, i int) string { return fmt.Sprintf("in[%d] · factor[%d]", i, i%64) },
				Hints: map[rubric.Symptom]string{rubric.BadValue: "element i takes factor i mod 64, and a warp has only 32 lanes"},
				Goals: []rubric.Goal{
					rubric.AtMost("sectors requested from L2", requestedFromL2, 2000, "all blocks read the same 64 factors: which of the two arrays gains from a cache?"),
				},
			},
			Wrong: []Wrong{{"other", "which of the two arrays gains from a cache?"}, {"lane", "a warp has only 32 lanes"}},
		},
		Hints: Hints{
			Question: "Which elements does the kernel read more than once?",
			Look:     "The last table of section 3: lanes read different addresses here.",
			Hole:     "out[i] = in[i] * ___(&factor[i%64])",
		},
	},
	{
		ID: "18.5", Title: "Between two texels", Form: Predict, After: "explain-textures",
		Text: "A row of four texels holds levels of brightness: 2, 6, 4, 8. A kernel reads it with `FilterLinear` and `AddressClamp` at x = 2.25. Which brightness does it get?",
		Ask: Number{
			Unit:    "levels of brightness",
			Answer:  func() float64 { return texelAt(gpusim.FilterLinear, 2.25) },
			Because: "2.25 lies three quarters of the way from the middle of texel 1, at 1.5, to the middle of texel 2, at 2.5",
			Misread: []Misread{
				{func() float64 { return texelAt(gpusim.FilterPoint, 2.25) }, "that is the texel that contains x, without a filter"},
				{func() float64 { return texelAt(gpusim.FilterLinear, 2.75) }, "the middle of texel 2 is at 2.5, not at 2"},
				{func() float64 { return texelAt(gpusim.FilterLinear, 1.75) }, "you exchanged the two weights: the nearer texel has the larger weight"},
				{Computed(6), "that is texel 1; texel 2 has a part in the value, too"},
			},
			Nudge: "the middles of which two texels surround x, and how far is x from each?",
		},
		Hints: Hints{
			Question: "Where are the middles of texels 1 and 2?",
			Look:     "The formula in section 4, with b = x − 0.5.",
			Hole:     "value := 0.25*T[1] + ___*T[2]",
			Solution: "b = 1.75, so the result is 0.25 × 6 + 0.75 × 4 = 4.5.",
		},
	},
	{
		ID: "18.6", Title: "How was the image read?", Form: Explain, After: "explain-tiles",
		Text: "A kernel read an image of `float32` through a texture, one texel per thread. Run the cell, look at the counters, and choose the sentence that explains them.",
		Ask: Choice{
			Report:   readImage(plainRows, readDown),
			Counters: []string{textureRequests, textureSectors},
			Because:  "there are four sectors per request, so the four lanes of a request touch four sectors",
			Options: []Option{
				{
					Text:   "The image is stored in tiles, and neighbouring lanes go down a column.",
					Holds:  func(r *gpusim.Report) bool { return sectorsPerTexel(r) == 2 },
					Report: readImage(tiles, readDown),
					Says:   "in tiles, two texels of a column share a sector: how many sectors would a request have?",
				},
				{
					Text:  "The image is stored in plain rows, and neighbouring lanes go down a column.",
					Holds: func(r *gpusim.Report) bool { return sectorsPerTexel(r) == 4 },
				},
				{
					Text:   "The image is stored in plain rows, and neighbouring lanes go along a row.",
					Holds:  func(r *gpusim.Report) bool { return sectorsPerTexel(r) == 1 },
					Report: readImage(plainRows, readAlong),
					Says:   "four texels along a row lie side by side: how many sectors would a request have?",
				},
				{
					Text:   "The image is stored in tiles, and neighbouring lanes go along a row.",
					Holds:  func(r *gpusim.Report) bool { return sectorsPerTexel(r) == 1 },
					Report: readImage(tiles, readAlong),
					Says:   "a sector of a tile has four texels of each of two rows: how many sectors would a request have?",
				},
			},
		},
		Hints: Hints{
			Question: "How many sectors are there per request?",
			Look:     "The bars in section 5.",
			Hole:     "sectors per request = sectors / ___",
			Solution: "There are 4 sectors per request of four lanes. Only a column of plain rows needs that many.",
		},
	},
	{
		ID: "18.7", Title: "An old value", Form: Predict, After: "explain-stale",
		Text: "`x[0]` counts 7 votes. On a K20c with `Options.Incoherent`, block 0 reads it with a read-only load, and block 1 doubles it. A later block on the SM of block 0 reads it with a *plain* load. How many votes does that block read?",
		Ask: Number{
			Unit:    "votes",
			Answer:  func() float64 { return readLater(plainLater) },
			Because: "plain loads of a K20c bypass the caches of the SM and read the new value from L2",
			Misread: []Misread{
				{func() float64 { return readLater(readOnlyLater) }, "a read-only load would find that value; which caches does a plain load of a K20c look into?"},
				{Computed(0), "`x[0]` was set before the launch, and no block sets it to 0"},
			},
			Nudge: "which values does `x[0]` have in the course of the launch?",
		},
		Hints: Hints{
			Question: "Where is the new value after the store of block 1? Where is the old one?",
			Look:     "The row of the K20c in the table of section 6.",
			Hole:     "value in L2 = 2 * ___",
			Solution: "Block 1 stores 14, and L2 has it. A plain load of a K20c goes to L2, so it reads 14. A read-only load would read 7.",
		},
	},
}

// lookUpPairs lets two lanes share an entry; entries are 24 bytes apart.
func lookUpPairs(out []float32, table gpu.ReadOnly[float32]) {
	out[gpu.LaneID()] = table[gpu.LaneID()/2*6]
}

// readRow reads a row of texels at x.
func readRow(out []float32, row gpu.Texture1D[float32], x float32) { out[0] = row.At(x) }

// texelAt returns what a row of the texels 2, 6, 4, 8 gives at x.
func texelAt(f gpusim.FilterMode, x float32) float64 {
	dev := gpusim.Must(gpusim.Open(Device))
	texels := gpusim.Must(gpusim.NewTextureArray(dev, []float32{2, 6, 4, 8}, 4, 0))
	row := gpusim.Must(gpusim.NewTexture1D[float32](dev, texels, gpusim.TextureConfig{Address: gpusim.AddressClamp, Filter: f}))
	out := gpusim.Must(gpusim.Malloc[float32](dev, 1))
	gpusim.Must(dev.Launch(readRow, line(1, 1), out, row, x))
	return float64(out.Slice()[0])
}

// readDown reads an image of 64×32 texels with one warp per column.
func readDown(out []float32, img gpu.Texture2D[float32]) {
	x, y := gpu.BlockIdx.X, gpu.ThreadIdx.X
	out[32*x+y] = img.At(float32(x)+0.5, float32(y)+0.5)
}

// readAlong reads the same image with two warps per row.
func readAlong(out []float32, img gpu.Texture2D[float32]) {
	x, y := gpu.BlockIdx.X%2*32+gpu.ThreadIdx.X, gpu.BlockIdx.X/2
	out[64*y+x] = img.At(float32(x)+0.5, float32(y)+0.5)
}

// plainRows is an image of 64×32 texels in plain rows.
func plainRows(dev *gpusim.Device) gpu.Texture2D[float32] {
	rows := gpusim.Must(gpusim.MallocPitch[float32](dev, 64, 32))
	return gpusim.Must(gpusim.NewPitchTexture[float32](dev, rows, gpusim.TextureConfig{}))
}

// tiles is an image of 64×32 texels in tiles.
func tiles(dev *gpusim.Device) gpu.Texture2D[float32] {
	texels := gpusim.Must(gpusim.NewTextureArray(dev, make([]float32, 64*32), 64, 32))
	return gpusim.Must(gpusim.NewTexture2D[float32](dev, texels, gpusim.TextureConfig{}))
}

// readImage reads an image with a kernel.
func readImage(image func(*gpusim.Device) gpu.Texture2D[float32], kernel any) func() *gpusim.Report {
	return func() *gpusim.Report {
		dev := gpusim.Must(gpusim.Open(Device))
		return gpusim.Must(dev.Launch(kernel, line(64, 32), gpusim.Must(gpusim.Malloc[float32](dev, 64*32)), image(dev)))
	}
}

// sectorsPerTexel returns the sectors per request of four lanes.
func sectorsPerTexel(r *gpusim.Report) float64 {
	return counter(r, textureSectors) / counter(r, textureRequests)
}

// plainLater lets block 0 read x through the read-only cache, block 1 double it, and the
// other blocks read it with plain loads.
func plainLater(out []int32, x gpu.ReadOnly[int32], same []int32) {
	switch b := gpu.BlockIdx.X; b {
	case 0:
		out[b] = x[0]
	case 1:
		same[0] *= 2
	default:
		out[b] = same[0]
	}
}

// readOnlyLater lets the other blocks read x through the read-only cache, too.
func readOnlyLater(out []int32, x gpu.ReadOnly[int32], same []int32) {
	if b := gpu.BlockIdx.X; b == 1 {
		same[0] *= 2
	} else {
		out[b] = x[0]
	}
}

// readLater returns what the second block on the first SM of a K20c reads.
func readLater(kernel any) float64 {
	dev := gpusim.Must(gpusim.Open(k20c))
	blocks := dev.Spec().SMs + 1
	out, x := gpusim.Must(gpusim.Malloc[int32](dev, blocks)), gpusim.Must(gpusim.Upload(dev, []int32{7}))
	c := line(blocks, 1)
	c.Options.Incoherent = true
	gpusim.Must(dev.Launch(kernel, c, out, x, x))
	return float64(gpusim.Must(out.Host())[blocks-1])
}

// groupSums gives each element the sum of its group of four.
func groupSums(block []float32) []float32 {
	out := make([]float32, len(block))
	for i := range out {
		for _, v := range block[i-i%4 : i-i%4+4] {
			out[i] += v
		}
	}
	return out
}

// slopes is the case of Slope.
func slopes(s rubric.Size, rng *rubric.Random) *rubric.Case {
	n := s[0]
	c := eachElement(func(v float32) float32 { return v })(s, rng)
	out, in := c.Args[0].(*rubric.Array[float32]), rubric.Input("in", n+8, rng)
	for i := range n {
		out.Want[i] = in.Init[i+8] - in.Init[i]
	}
	c.Args[1] = in
	return c
}

// weights is the case of Weigh.
func weights(s rubric.Size, rng *rubric.Random) *rubric.Case {
	n := s[0]
	c := eachElement(func(v float32) float32 { return v })(s, rng)
	out, in, factor := c.Args[0].(*rubric.Array[float32]), c.Args[1].(*rubric.Array[float32]), rubric.Input("factor", 64, rng)
	for i := range n {
		out.Want[i] = in.Init[i] * factor.Init[i%64]
	}
	c.Args = []rubric.Arg{out, in, factor, c.Args[2]}
	return c
}
