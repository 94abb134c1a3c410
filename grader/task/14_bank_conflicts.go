package task

// This file holds the tasks of chapter 14.

import (
	"fmt"

	"gpucourse/gpusim"
	"gpucourse/gpusim/gpu"
	"gpucourse/grader/rubric"
)

// wavefrontsPerLoad is nvprof's name; Nsight Compute has no metric of its own.
const wavefrontsPerLoad = "shared_load_transactions_per_request"

var bankTasks = []Task{
	{
		ID: "14.1", Title: "Over the diagonal, without a queue", Form: Write, After: "explain-banks",
		Text: "Write `Flip` from blank. It turns matrices of 32×32 numbers over their diagonal: one matrix per block, one number per thread. Goals: 4 sectors per load request and per store request, and no bank conflict, neither of loads nor of stores.",
		Ask: Kernel{
			Kernel: rubric.Kernel{
				Name: "Flip", Signature: "func(out, in []float32)",
				SizeNames: []string{"matrices"}, Sizes: []rubric.Size{{1}, {3}},
				Case: flips(0),
				Why:  flipWhy,
				Goals: []rubric.Goal{
					rubric.PerLoad(4, 3*32*32, neighbours),
					rubric.PerStore(4, 3*32*32, "the lanes of a warp store into one row of the result: where is the number that lane t stores?"),
					rubric.AtMost("bank conflicts of loads", rubric.ConflictsLoad, 0,
						"lane t reads row t of one column: in which banks do rows 0, 1 and 2 begin, with your length of a row?"),
					rubric.AtMost("bank conflicts of stores", rubric.ConflictsStore, 0, "rows are good already: padding belongs at the end of a row"),
				},
			},
			Wrong: []Wrong{{"direct", "where is the number that lane t stores?"}, {"high", "in which banks do rows 0, 1 and 2 begin"}, {"two", "96 bank conflicts of loads, limit 0"}},
		},
		Hints: Hints{
			Question: "How does a number come from the thread that loads it to the thread that stores it? In which banks do the words of one column lie?",
			Look:     "Turn the slider above. Which paddings give one wavefront?",
			Hole: `
tile := gpu.Shared[[32][___]float32]()
tx, ty, first := gpu.ThreadIdx.X, gpu.ThreadIdx.Y, gpu.BlockIdx.X*1024
tile[ty][tx] = in[first+ty*32+tx]
gpu.SyncThreads()
out[first+ty*32+tx] = ___
`,
		},
	},
	{
		ID: "14.2", Title: "Wavefronts of a field", Form: Predict, After: "explain-strides",
		Text: "Structures of 24 words of 4 bytes lie side by side in shared memory of an H200. Lane t reads the first word of structure t. How many wavefronts does the load of a warp take?",
		Ask: Number{
			Unit:    "wavefronts",
			Answer:  Counted(wavefrontsPerLoad, Device, firstWords, line(1, 32), zeroed(32), 24),
			Because: "the largest power of two that divides 24 is 8: every fourth lane comes to bank 0, and there are 8 of them",
			Misread: []Misread{
				{Computed(24), "that is the stride; not all lanes meet in one bank"},
				{Computed(1), "that would be so for an odd stride: is 24 odd?"},
				{Computed(32), "that would be so if all lanes met in one bank: write down the banks of lanes 0, 1 and 2"},
				{Computed(2), "24 is divisible by 2, and what is left is even again"},
				{Computed(4), "24 is divisible by 4, and what is left is even again"},
				{Computed(3), "that is what is left when the powers of two are taken out"},
				{Computed(16), "16 does not divide 24"},
			},
			Nudge: "which lane is the first that comes to the bank of lane 0 again?",
		},
		Hints: Hints{
			Question: "Lane t uses word 24·t. What is that mod 32 for t = 0, 1, 2, …? When does 0 come again?",
			Look:     "The curve above shows wavefronts against stride. Find 24.",
			Hole: `
// the first t > 0 with 24*t % 32 == 0 is 4
wavefronts := 32 / ___
`,
			Solution: "24·4 = 96 = 3·32, so every fourth lane comes to bank 0 again. 32 / 4 = 8 lanes meet in each bank that is used: 8 wavefronts.",
		},
	},
	{
		ID: "14.3", Title: "Read the report", Form: Explain, After: "explain-strides",
		Text: "An unknown kernel reads shared memory. Run the cell, look at its counters, and choose the sentence that explains them.",
		Ask: Choice{
			Report:   Launched(Device, firstWords, line(1, 32), zeroed(32), 16),
			Counters: []string{wavefrontsPerLoad, "shared_ld_bank_conflict"},
			Because:  "16 wavefronts per load: the lanes use two banks, and sixteen of them meet in each",
			Options: []Option{
				{
					Text:   "All lanes read one word.",
					Holds:  func(r *gpusim.Report) bool { return counter(r, wavefrontsPerLoad) == 1 },
					Report: Launched(Device, firstWords, line(1, 32), zeroed(32), 0),
					Says:   "that is a broadcast: one wavefront, no conflict",
				},
				{
					Text: "The lanes read neighbouring values of 16 bytes.",
					Holds: func(r *gpusim.Report) bool {
						return counter(r, wavefrontsPerLoad) == 4 && counter(r, "shared_ld_bank_conflict") == 0
					},
					Report: Launched(Device, firstQuads, line(1, 32), zeroed(4*32)),
					Says:   "that takes 4 wavefronts, and none of them counts as a conflict",
				},
				{
					Text:  "The lanes read words that lie 16 words apart.",
					Holds: func(r *gpusim.Report) bool { return counter(r, wavefrontsPerLoad) == 16 },
				},
				{
					Text:   "The lanes read words that lie 24 words apart.",
					Holds:  func(r *gpusim.Report) bool { return counter(r, wavefrontsPerLoad) == 8 },
					Report: Launched(Device, firstWords, line(1, 32), zeroed(32), 24),
					Says:   "24 is three times 8: the lanes use four banks, and 8 of them meet in each",
				},
			},
		},
		Hints: Hints{
			Question: "How many lanes queue at the busiest bank, when a load takes that many wavefronts?",
			Look:     "The curve above: which strides give this number of wavefronts?",
			Hole:     `lanesPerBank := 32 / ___ // banks in use`,
			Solution: "16 wavefronts: the largest power of two that divides the stride is 16.",
		},
	},
	{
		ID: "14.4", Title: "Exactly 3 wavefronts", Form: Match, After: "explain-sharing",
		Text: "One warp fills shared memory with equal numbers and reads one number per lane. Change what the lanes read, so that the load takes exactly 3 wavefronts. No stride does that.",
		Ask: Kernel{
			Kernel: rubric.Kernel{
				Name: "Queue", Signature: "func(out []float32)",
				SizeNames: []string{"lanes"}, Sizes: []rubric.Size{{32}},
				Case: sevens,
				Why:  func(*rubric.Case, int) string { return "every word holds 7" },
				Goals: []rubric.Goal{
					rubric.Exactly("wavefronts per load", wavefrontsPerLoad, 3,
						"lanes that meet in a bank queue, if their words differ: how many lanes must meet in each bank that is used?"),
					rubric.Exactly("bank conflicts of stores", rubric.ConflictsStore, 0, "leave the stores that fill the words as they are"),
				},
			},
			Wrong: []Wrong{{"four", "4 wavefronts per load, exactly 3"}, {"three", "1 wavefront per load, exactly 3"}},
		},
		Hints: Hints{
			Question: "Words that lie 32 apart share a bank. Which three words shall lanes 0, 1 and 2 read, and which three the next lanes?",
			Look:     "The curve of section 3: which numbers of wavefronts do strides have?",
			Hole:     `out[t] = words[t/3 + ___]`,
		},
	},
	{
		ID: "14.5", Title: "Half a padding", Form: Mend, After: "explain-squares",
		Text: "`FlipPadded` does the same as `Flip`, in dynamic shared memory. Somebody padded its rows, and since then it is wrong. Run it, and mend it without new conflicts.",
		Ask: Kernel{
			Kernel: rubric.Kernel{
				Name: "FlipPadded", Signature: "func(out, in []float32)",
				SizeNames: []string{"matrices"}, Sizes: []rubric.Size{{1}, {3}},
				Case: flips(4 * 32 * 33),
				Why:  flipWhy,
				Hints: map[rubric.Symptom]string{
					rubric.BadValue: "the number lies elsewhere in the tile: the length of a row stands in two places",
				},
				Goals: []rubric.Goal{
					rubric.AtMost("bank conflicts of loads", rubric.ConflictsLoad, 0, "with this length of a row, in which banks do the rows begin?"),
					rubric.AtMost("bank conflicts of stores", rubric.ConflictsStore, 0, "lanes that store are neighbours in a row: they differ in the last index"),
				},
			},
			Wrong: []Wrong{{"unpadded", "in which banks do the rows begin?"}, {"late", "the length of a row stands in two places"}},
		},
		Hints: Hints{
			Question: "At which word does row 1 of the tile begin when it is written? And when it is read?",
			Look:     "`SetRowReadColDyn` above has one parameter for the length of a row, and uses it twice.",
			Hole: `
const pitch = 33
tile[ty*pitch+tx] = in[first+ty*32+tx]
gpu.SyncThreads()
out[first+ty*32+tx] = tile[tx*___+ty]
`,
		},
	},
	{
		ID: "14.6", Title: "Padding by the launch", Form: Configure, After: "explain-rectangles",
		Text: "`FlipAny` takes the length of a row of its tile from the size of shared memory: it divides the words by 32. There are 3 matrices of 32×32 numbers, one per block. Choose the launch. Goals: no bank conflict of loads, and at most 4300 bytes of shared memory per block.",
		Ask: Configuration{
			Kernel: rubric.Kernel{
				Name: "FlipAny", Signature: "func(out, in []float32)",
				SizeNames: []string{"matrices"}, Sizes: []rubric.Size{{3}},
				Case: flips(4 * 32 * 33),
				Why:  flipWhy,
				Hints: map[rubric.Symptom]string{
					rubric.NotWritten: "one block per matrix, one thread per number",
					rubric.Outside:    "there are more blocks than matrices",
				},
				Goals: []rubric.Goal{
					rubric.AtMost("bank conflicts of loads", rubric.ConflictsLoad, 0, "how long is a row of the tile with your bytes: bytes / 4 / 32 words? in which banks do rows begin then?"),
					rubric.AtMost("bytes of dynamic shared memory", "launch__shared_mem_per_block_dynamic", 4300, "one column of padding is enough: 32 rows of how many words?"),
				},
			},
			Stub:     gpusim.Config{Grid: gpusim.Dim(1), Block: gpusim.Dim(32, 32), Shared: 1024},
			Solution: gpusim.Config{Grid: gpusim.Dim(3), Block: gpusim.Dim(32, 32), Shared: 4 * 32 * 33},
			Wrong: []WrongConfiguration{
				{gpusim.Config{Grid: gpusim.Dim(3), Block: gpusim.Dim(32, 32), Shared: 4096}, "in which banks do rows begin then?"},
				{gpusim.Config{Grid: gpusim.Dim(3), Block: gpusim.Dim(32, 32), Shared: 4 * 32 * 35}, "4480 bytes of dynamic shared memory, limit 4300"},
				{gpusim.Config{Grid: gpusim.Dim(3), Block: gpusim.Dim(32, 32), Shared: 32 * 33}, "too few bytes of shared memory"},
				{gpusim.Config{Grid: gpusim.Dim(2), Block: gpusim.Dim(32, 32), Shared: 4 * 32 * 33}, "one block per matrix"},
			},
		},
		Hints: Hints{
			Question: "How many words must a row have, so that a column crosses all banks? How many bytes are 32 such rows?",
			Look:     "The pictures above show padding in rectangles; the slider of section 2 shows it in a square tile like this one.",
			Hole:     `gpusim.Config{Grid: gpusim.Dim(3), Block: gpusim.Dim(32, 32), Shared: 4 * 32 * ___}`,
			Solution: "```go\ngpusim.Config{Grid: gpusim.Dim(3), Block: gpusim.Dim(32, 32), Shared: 4 * 32 * 33}\n```",
		},
	},
	{
		ID: "14.7", Title: "Totals of rows", Form: Write, After: "explain-staggered",
		Text: "Write `RowTotals` from blank. Each block has 32 threads and a matrix of 32 rows of 32 numbers. Thread t of block b sets `totals[32*b+t]` to the sum of row t. Goals: at most 4 sectors per load request, and no bank conflicts.",
		Ask: Kernel{
			Kernel: rubric.Kernel{
				Name: "RowTotals", Signature: "func(totals, in []float32)",
				SizeNames: []string{"matrices"}, Sizes: []rubric.Size{{1}, {4}},
				Case: rowTotals,
				Why:  func(_ *rubric.Case, i int) string { return fmt.Sprintf("in[%d] + … + in[%d]", 32*i, 32*i+31) },
				Goals: []rubric.Goal{
					rubric.PerLoad(4, 4*32*32,
						"lanes that load rows of their own are 32 words apart in global memory: bring the matrix into shared memory first, row by row"),
					rubric.AtMost("bank conflicts of loads", rubric.ConflictsLoad, 0, "all lanes read one column at the same time: pad the rows, or let each lane begin in another column"),
					rubric.AtMost("bank conflicts of stores", rubric.ConflictsStore, 0, "store row by row: lanes differ in the last index"),
				},
			},
			Wrong: []Wrong{
				{"direct", "bring the matrix into shared memory first"},
				{"instep", "all lanes read one column at the same time"},
				{"turned", "store row by row"},
			},
		},
		Hints: Hints{
			Question: "Which lane loads which number, so that the loads are coalesced? And which numbers does a lane add up?",
			Look:     "`Staggered` above adds up rows without padding. The slider of section 2 shows what padding does to a column.",
			Hole: `
for r := range 32 {
	rows[r][t] = in[gpu.BlockIdx.X*1024+r*32+t]
}
gpu.SyncThreads()
total := float32(0)
for k := range 32 {
	total += rows[t][___]
}
`,
		},
	},
	{
		ID: "14.8", Title: "Totals by class", Form: Optimise, After: "explain-staggered",
		Text: "The class of a number v is `int(8*v)%8`, from 0 to 7. `ClassTotals` adds up n numbers by class, in one block of 128 threads, by atomics on eight words. For n = 4096 it needs about a thousand wavefronts of shared memory. Par is 500, and each number may be loaded once. How far do you get?",
		Ask: Kernel{
			Kernel: rubric.Kernel{
				Name: "ClassTotals", Signature: "func(totals, in []float32, n int)",
				SizeNames: []string{"n"}, Sizes: []rubric.Size{{1}, {127}, {1000}, {4096}},
				Case: classTotals,
				Why: func(_ *rubric.Case, i int) string {
					return fmt.Sprintf("sum of all v in in with int(8*v) %% 8 == %d", i)
				},
				Goals: []rubric.Goal{
					rubric.AtMost("wavefronts of shared memory", rubric.SharedWavefronts, 500,
						"lanes of one class queue at its word, so give each thread eight words of its own: in which bank must the word of thread t lie, whatever the class?"),
					rubric.AtMost("sectors loaded", rubric.SectorsLoaded, 4096*4/32, "go over the numbers once"),
				},
			},
			Best:  8,
			Wrong: []Wrong{{"rows", "in which bank must the word of thread t lie"}, {"passes", "go over the numbers once"}},
		},
		Hints: Hints{
			Question: "Nobody knows which class comes next. Can two lanes of a warp meet in a bank if each always uses bank t mod 32?",
			Look:     "Section 8: at the end 8 threads add up 128 numbers each. Do they go in step?",
			Hole: `
own := gpu.Shared[[8][128]float32]()
// clear own[c][t] for all c, and then, for each number v of the thread:
own[int(8*v)%8][___] += v
`,
		},
	},
}

// firstWords lets lane t read the first word of structure t.
func firstWords(out []float32, words int) {
	structures := gpu.Shared[[32 * 32]float32]()
	t := gpu.ThreadIdx.X
	for i := t; i < 32*32; i += 32 {
		structures[i] = float32(i)
	}
	gpu.SyncThreads()
	out[t] = structures[t*words]
}

// flips is the case of a kernel func(out, in []float32) that turns matrices of 32×32 over
// their diagonal, with so many bytes of dynamic shared memory.
func flips(shared int) caseMaker {
	return func(s rubric.Size, rng *rubric.Random) *rubric.Case {
		out, in := rubric.Result("out", s[0]*1024, rng), rubric.Input("in", s[0]*1024, rng)
		for i := range s[0] * 1024 {
			out.Want[i] = in.Init[flipped(i)]
		}
		return &rubric.Case{
			Grid: rubric.Dim{X: s[0], Y: 1, Z: 1}, Block: rubric.Dim{X: 32, Y: 32, Z: 1}, Shared: shared, Args: []rubric.Arg{out, in},
		}
	}
}

// flipped returns where element i of matrices of 32×32 comes from.
func flipped(i int) int { return i/1024*1024 + i%32*32 + i/32%32 }

func flipWhy(_ *rubric.Case, i int) string { return fmt.Sprintf("in[%d]", flipped(i)) }

// sevens is the case of Queue.
func sevens(s rubric.Size, rng *rubric.Random) *rubric.Case {
	out := rubric.Result("out", s[0], rng)
	for i := range s[0] {
		out.Want[i] = 7
	}
	return &rubric.Case{
		Grid: rubric.Dim{X: 1, Y: 1, Z: 1}, Block: rubric.Dim{X: s[0], Y: 1, Z: 1}, Args: []rubric.Arg{out},
	}
}

// rowTotals is the case of RowTotals.
func rowTotals(s rubric.Size, rng *rubric.Random) *rubric.Case {
	totals, in := rubric.Result("totals", s[0]*32, rng), rubric.Input("in", s[0]*1024, rng)
	for row := range s[0] * 32 {
		totals.Want[row] = 0
		for _, v := range in.Init[32*row : 32*row+32] {
			totals.Want[row] += v
		}
	}
	return &rubric.Case{
		Grid: rubric.Dim{X: s[0], Y: 1, Z: 1}, Block: rubric.Dim{X: 32, Y: 1, Z: 1}, Args: []rubric.Arg{totals, in},
	}
}

// classTotals is the case of ClassTotals. The sums are exact: numbers are multiples of 1/8.
func classTotals(s rubric.Size, rng *rubric.Random) *rubric.Case {
	totals, in := rubric.Result("totals", 8, rng), rubric.Positive("in", s[0], rng)
	clear(totals.Want[:8])
	for _, v := range in.Init[:s[0]] {
		totals.Want[int(8*v)%8] += v
	}
	return &rubric.Case{
		Grid: rubric.Dim{X: 1, Y: 1, Z: 1}, Block: rubric.Dim{X: 128, Y: 1, Z: 1},
		Args: []rubric.Arg{totals, in, rubric.NewScalar("n", s[0])},
	}
}

// firstQuads lets each lane read a value of 16 bytes.
func firstQuads(out []float32) {
	quads := gpu.Shared[[32][4]float32]()
	t := gpu.ThreadIdx.X
	for k := range 4 {
		quads[t][k] = float32(t)
	}
	gpu.SyncThreads()
	q := quads[31-t]
	for k := range 4 {
		out[4*t+k] = q[k]
	}
}
