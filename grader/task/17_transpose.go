package task

// This file holds the tasks of chapter 17.

import (
	"fmt"
	"slices"

	"gpucourse/gpusim"
	"gpucourse/gpusim/gpu"
	"gpucourse/grader/rubric"
)

var transposeTasks = []Task{
	{
		ID: "17.1", Title: "The line that stores", Form: Complete, After: "explain-tile",
		Text: "`TurnTile` has loaded its square into the tile. Add the line that stores it. Goals: at most 4 sectors per load request, and at most 4 per store request.",
		Ask: Kernel{
			Kernel: rubric.Kernel{
				Name: "TurnTile", Signature: "func(out, in []float32, n int)",
				SizeNames: []string{"n"}, Sizes: []rubric.Size{{32}, {96}},
				Case:  turnedSquare,
				Why:   func(c *rubric.Case, i int) string { return fmt.Sprintf("in[%d]", i%c.Size[0]*c.Size[0]+i/c.Size[0]) },
				Where: func(c *rubric.Case, i int) string { return fmt.Sprintf("row %d, column %d", i/c.Size[0], i%c.Size[0]) },
				Hints: map[rubric.Symptom]string{rubric.BadValue: "inside the square the indices of the tile change places; and the square itself goes to another place: where does it begin in out?"},
				Goals: []rubric.Goal{
					rubric.PerLoad(4, 96*96, alongRows),
					rubric.PerStore(4, 96*96, alongRows),
				},
			},
			Wrong: []Wrong{{"place", "where does it begin in out"}, {"column", "32 sectors per store request, limit 4"}},
		},
		Hints: Hints{
			Question: "The square begins at row `top`, column `left` of `in`. Where does it begin in `out`? Which element of the tile belongs in row ty, column tx there?",
			Look:     "The table of CUDA C and Go in section 2.",
			Hole:     `out[(___+ty)*n+___+tx] = tile[tx][ty]`,
		},
	},
	{
		ID: "17.2", Title: "Too much padding", Form: Predict, After: "explain-padded",
		Text: "A tile has rows of 48 words: `[32][48]float32`. How many wavefronts does the load of a column take?",
		Ask: Number{
			Unit:    "wavefronts",
			Answer:  Counted("shared_load_transactions_per_request", Device, column48, line(1, 32), zeroed(32)),
			Because: "lane t reads word 48·t, and 48·t mod 32 is 0 or 16: two banks, with half of the lanes each",
			Misread: []Misread{
				{Computed(1), "padding alone is not enough: is 48 odd?"},
				{Computed(32), "that is for rows of 32 words; here the next lane reads another bank"},
				{Computed(2), "those are the banks in use; how many lanes share one?"},
				{Computed(48), "a warp has 32 lanes, so it never takes more than 32 wavefronts"},
			},
			Nudge: "in which bank is the word of lane 1? of lane 2? How many banks are in use?",
		},
		Hints: Hints{
			Question: "Lane t reads word 48·t of the tile. Which bank is that, modulo 32?",
			Look:     "Chapter 14 shows the banks of a padded tile. Move its padding to larger even numbers.",
			Hole:     `bank := 48 * lane % ___`,
			Solution: "The banks are 0, 16, 0, 16 …: two banks, with 16 lanes in each. 16 wavefronts.",
		},
	},
	{
		ID: "17.3", Title: "Exactly 8 wavefronts", Form: Match, After: "explain-padded",
		Text: "Choose the length of a row of the tile so that each load of a column takes exactly 8 wavefronts: neither the best nor the worst. For the 32 warps of the block that makes 256.",
		Ask: Kernel{
			Kernel: rubric.Kernel{
				Name: "Queue", Signature: "func(out, in []float32)",
				SizeNames: []string{"n"}, Sizes: []rubric.Size{{32}},
				Case: func(s rubric.Size, rng *rubric.Random) *rubric.Case {
					c := turnedSquare(s, rng)
					c.Args = c.Args[:2]
					return c
				},
				Why: func(_ *rubric.Case, i int) string { return fmt.Sprintf("in[%d]", i%32*32+i/32) },
				Goals: []rubric.Goal{
					rubric.Exactly("wavefronts of shared loads", wavefrontsLoaded, 32*8, "8 wavefronts are 8 lanes in each bank that is used: 4 banks. How far apart must neighbouring lanes be?"),
				},
			},
			Wrong: []Wrong{{"odd", "32 wavefronts of shared loads, exactly 256"}, {"four", "128 wavefronts of shared loads, exactly 256"}},
		},
		Hints: Hints{
			Question: "8 lanes share a bank, so the column uses 4 banks. How many banks apart are neighbouring lanes then?",
			Look:     "Task 17.2: with a row of 48 words, a column uses two banks.",
			Hole:     `tile := gpu.Shared[[32][32 + ___]float32]()`,
		},
	},
	{
		ID: "17.4", Title: "Read the report", Form: Explain, After: "explain-padded",
		Text: "Another kernel transposes a square of 32×32 elements. Run the cell, look at its counters, and choose the sentence that explains them.",
		Ask: Choice{
			Turn:     2,
			Report:   squareTurnedBy(turnLate),
			Counters: []string{"gld_transactions_per_request", "gst_transactions_per_request", "shared_load_transactions_per_request", "shared_store_transactions_per_request"},
			Because:  "4 sectors per request on both sides; the stores to the tile take 32 wavefronts: they go down a column of it",
			Options: []Option{
				{
					Text:   "The kernel uses no shared memory.",
					Holds:  func(r *gpusim.Report) bool { return counter(r, sharedLoads) == 0 },
					Report: squareTurnedBy(turnWithoutTile),
					Says:   "then the shared counters would be empty",
				},
				{
					Text: "The kernel uses a tile, and its stores to global memory go down a column.",
					Holds: func(r *gpusim.Report) bool {
						return counter(r, sharedLoads) > 0 && counter(r, rubric.SectorsPerStore) == 32
					},
					Report: squareTurnedBy(turnInStore),
					Says:   "then a store request would take 32 sectors",
				},
				{
					Text: "The tile is padded.",
					Holds: func(r *gpusim.Report) bool {
						return counter(r, sharedLoads) > 0 && counter(r, wavefrontsPerLoad) == 1 && counter(r, wavefrontsPerStore) == 1 && counter(r, rubric.SectorsPerStore) == 4
					},
					Report: squareTurnedBy(turnPadded),
					Says:   "then no access to it would take 32 wavefronts",
				},
				{
					Text: "The kernel turns the square when it stores to the tile, not when it loads from it.",
					Holds: func(r *gpusim.Report) bool {
						return counter(r, wavefrontsPerStore) == 32 && counter(r, wavefrontsPerLoad) == 1
					},
				},
			},
		},
		Hints: Hints{
			Question: "Which of the four accesses has the large number?",
			Look:     "`Tiled`, in section 2, turns the square when it loads from the tile. Compare its counters.",
			Hole:     `tile[gpu.ThreadIdx.___][gpu.ThreadIdx.___] = in[y*n+x]`,
			Solution: "The stores to the tile take 32 wavefronts each: they go down a column of the tile.",
		},
	},
	{
		ID: "17.5", Title: "A block for the tile", Form: Configure, After: "explain-shapes",
		Text: "Choose a launch for `TurnRows` with n = 256. Goals: exactly 16384 threads, and at most 60 000 warp instructions.",
		Ask: Configuration{
			Kernel: rubric.Kernel{
				Name: "TurnRows", Signature: "func(out, in []float32, n int)",
				SizeNames: []string{"n"}, Sizes: []rubric.Size{{256}},
				Case:  turnedSquare,
				Why:   func(c *rubric.Case, i int) string { return fmt.Sprintf("in[%d]", i%256*256+i/256) },
				Hints: map[rubric.Symptom]string{rubric.NotWritten: "a block writes a square of 32×32: how many blocks cover 256×256?"},
				Goals: []rubric.Goal{
					rubric.Exactly("threads", "launch__thread_count", 64*256, "64 blocks cover the matrix: how many threads may each have?"),
					rubric.AtMost("warp instructions", rubric.WarpInstructions, 60_000, "let each thread have four elements"),
				},
			},
			Stub:     gpusim.Config{Grid: gpusim.Dim(1, 1), Block: gpusim.Dim(32, 32)},
			Solution: gpusim.Config{Grid: gpusim.Dim(8, 8), Block: gpusim.Dim(32, 8)},
			Wrong: []WrongConfiguration{
				{gpusim.Config{Grid: gpusim.Dim(8, 8), Block: gpusim.Dim(32, 32)}, "65536 threads, exactly 16384"},
				{gpusim.Config{Grid: gpusim.Dim(8, 8), Block: gpusim.Dim(32, 4)}, "8192 threads, exactly 16384"},
				{gpusim.Config{Grid: gpusim.Dim(4, 4), Block: gpusim.Dim(32, 32)}, "how many blocks cover 256×256"},
			},
		},
		Hints: Hints{
			Question: "How many squares of 32×32 does the matrix have? How many threads may each block have then?",
			Look:     "The table above: which shapes of a block suit a tile of 32 columns?",
			Hole:     `gpusim.Config{Grid: gpusim.Dim(8, 8), Block: gpusim.Dim(32, ___)}`,
			Solution: "```go\ngpusim.Config{Grid: gpusim.Dim(8, 8), Block: gpusim.Dim(32, 8)}\n```",
		},
	},
	{
		ID: "17.6", Title: "The wrong question", Form: Mend, After: "explain-edges",
		Text: "`TurnWall` is right for sizes that are multiples of 32. Run it, look at the thread and the index that are named, and mend it.",
		Ask: Kernel{
			Kernel: rubric.Kernel{
				Name: "TurnWall", Signature: "func(out, in []float32, width, height int)",
				SizeNames: []string{"width", "height"}, Sizes: []rubric.Size{{64, 32}, {40, 33}, {20, 70}, {100, 50}},
				Case: turnedWall,
				Why: func(c *rubric.Case, i int) string {
					return fmt.Sprintf("in[%d]", i%c.Size[1]*c.Size[0]+i/c.Size[1])
				},
				Where: func(c *rubric.Case, i int) string { return fmt.Sprintf("row %d, column %d", i/c.Size[1], i%c.Size[1]) },
				Hints: map[rubric.Symptom]string{
					rubric.NotWritten: "some thread should have stored this element: which bounds does its store have, those of in or those of out? Does that thread still run?",
				},
			},
			Wrong: []Wrong{{"free", "in TurnWall"}, {"return", "some thread should have stored this element"}},
		},
		Hints: Hints{
			Question: "A store goes to row `left+ty`, column `top+tx` of `out`. How many rows and columns does `out` have?",
			Look:     "`Transpose`, above, asks two questions.",
			Hole:     "if top+tx < ___ && left+ty < ___ {\n\tout[(left+ty)*height+top+tx] = tile[tx][ty]\n}",
		},
	},
	{
		ID: "17.7", Title: "Pixels without grey", Form: Write, After: "explain-structures",
		Text: "Write `Vivid`. It takes the grey out of n pixels: from each of a pixel's three numbers it subtracts the smallest of the three. It is launched with blocks of 128 threads, one thread per pixel, rounded up. Goals: each number is loaded once, and at most 5 sectors per load request and per store request.",
		Ask: Kernel{
			Kernel: rubric.Kernel{
				Name: "Vivid", Signature: "func(out, in []float32, n int)",
				SizeNames: []string{"n"}, Sizes: []rubric.Size{{1}, {127}, {129}, {1000}},
				Case: vivid,
				Why: func(_ *rubric.Case, i int) string {
					return fmt.Sprintf("in[%d] less the smallest of in[%d], in[%d], in[%d]", i, i-i%3, i-i%3+1, i-i%3+2)
				},
				Goals: []rubric.Goal{
					rubric.PerLoad(5, 3*1000, "a block has 384 words of in side by side: let neighbouring threads load neighbouring words into shared memory, each word once"),
					rubric.PerStore(5, 3*1000, "the results of a block are 384 words side by side: let it put them in order in shared memory first, and store them in that order"),
				},
			},
			Wrong: []Wrong{
				{"direct", "sectors per store request, limit 5"},
				{"half", "sectors per store request, limit 5"},
				{"hurry", "is written by thread"},
			},
		},
		Hints: Hints{
			Question: "Which words of `in` and of `out` belong to a block? Can its threads load and store them as neighbours, if all of them lie in shared memory in between?",
			Look:     "`NormStaged`, above, does it for the loads. Where must the threads wait for each other once more?",
			Hole:     "for k := t; k < 3*128 && 3*first+k < 3*n; k += 128 {\n\twords[k] = in[___]\n}\ngpu.SyncThreads()\n// thread t: the pixel words[3*t], words[3*t+1], words[3*t+2]\ngpu.___()\nfor k := t; k < 3*128 && 3*first+k < 3*n; k += 128 {\n\tout[___] = words[k]\n}",
		},
	},
}

const alongRows = "let the lanes of a warp, which differ in tx, go along a row: of in when loading, of out when storing"

// column48 loads a column of a tile whose rows have 48 words.
func column48(out []float32) {
	tile := gpu.Shared[[32][48]float32]()
	out[gpu.ThreadIdx.X] = tile[gpu.ThreadIdx.X][0]
}

// turnLate transposes a square of 32×32 and turns it when it stores to the tile.
func turnLate(out, in []float32) {
	tile := gpu.Shared[[32][32]float32]()
	tx, ty := gpu.ThreadIdx.X, gpu.ThreadIdx.Y
	tile[tx][ty] = in[ty*32+tx]
	gpu.SyncThreads()
	out[ty*32+tx] = tile[ty][tx]
}

// turnedSquare is the case of a kernel func(out, in []float32, n int) that transposes an n×n
// matrix with blocks of 32×32 threads.
func turnedSquare(s rubric.Size, rng *rubric.Random) *rubric.Case {
	c := turnedWall(rubric.Size{s[0], s[0]}, rng)
	c.Args = append(c.Args[:2], rubric.NewScalar("n", s[0]))
	return c
}

// turnedWall is the case of a kernel func(out, in []float32, width, height int) that
// transposes a matrix with blocks of 32×32 threads.
func turnedWall(s rubric.Size, rng *rubric.Random) *rubric.Case {
	width, height := s[0], s[1]
	out, in := rubric.Result("out", width*height, rng), rubric.Input("in", width*height, rng)
	for i := range width * height {
		out.Want[i%width*height+i/width] = in.Init[i]
	}
	return &rubric.Case{
		Grid: rubric.Dim{X: blocksOf(width, 32), Y: blocksOf(height, 32), Z: 1}, Block: rubric.Dim{X: 32, Y: 32, Z: 1},
		Args: []rubric.Arg{out, in, rubric.NewScalar("width", width), rubric.NewScalar("height", height)},
	}
}

// vivid is the case of Vivid.
func vivid(s rubric.Size, rng *rubric.Random) *rubric.Case {
	n := s[0]
	out, in := rubric.Result("out", 3*n, rng), rubric.Input("in", 3*n, rng)
	for i := range 3 * n {
		pixel := in.Init[i-i%3:][:3]
		out.Want[i] = in.Init[i] - slices.Min(pixel)
	}
	return &rubric.Case{
		Grid: rubric.Dim{X: blocksOf(n, 128), Y: 1, Z: 1}, Block: rubric.Dim{X: 128, Y: 1, Z: 1},
		Args: []rubric.Arg{out, in, rubric.NewScalar("n", n)},
	}
}

// wavefrontsPerStore are those of a store to shared memory.
const wavefrontsPerStore = "shared_store_transactions_per_request"

// squareTurnedBy launches a kernel that transposes a square of 32×32.
func squareTurnedBy(kernel any) func() *gpusim.Report {
	return Launched(Device, kernel, gpusim.Config{Grid: gpusim.Dim(1), Block: gpusim.Dim(32, 32)}, zeroed(1024), zeroed(1024))
}

// turnWithoutTile transposes a square without shared memory.
func turnWithoutTile(out, in []float32) {
	tx, ty := gpu.ThreadIdx.X, gpu.ThreadIdx.Y
	out[tx*32+ty] = in[ty*32+tx]
}

// turnInStore turns the square when it stores to global memory.
func turnInStore(out, in []float32) {
	tile := gpu.Shared[[32][32]float32]()
	tx, ty := gpu.ThreadIdx.X, gpu.ThreadIdx.Y
	tile[ty][tx] = in[ty*32+tx]
	gpu.SyncThreads()
	out[tx*32+ty] = tile[ty][tx]
}

// turnPadded is turnLate with a padded tile.
func turnPadded(out, in []float32) {
	tile := gpu.Shared[[32][33]float32]()
	tx, ty := gpu.ThreadIdx.X, gpu.ThreadIdx.Y
	tile[tx][ty] = in[ty*32+tx]
	gpu.SyncThreads()
	out[ty*32+tx] = tile[ty][tx]
}
