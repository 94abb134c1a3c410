package task

// This file holds the tasks of chapter 13.

import (
	"fmt"
	"slices"

	"gpucourse/gpusim"
	"gpucourse/gpusim/gpu"
	"gpucourse/grader/rubric"
)

var sharedTasks = []Task{
	{
		ID: "13.1", Title: "The next thread's element", Form: Complete, After: "explain-barrier",
		Text: "`Rotate` moves the 128 elements of each block by one: each thread gets the element of the next thread, and the last thread gets the first. Complete the line.",
		Ask: Kernel{
			Kernel: rubric.Kernel{
				Name: "Rotate", Signature: "func(out, in []float32)",
				SizeNames: []string{"n"}, Sizes: []rubric.Size{{128}, {256}, {640}},
				Case: inBlocks(128, func(block []float32) []float32 { return append(block[1:], block[0]) }),
				Why: func(c *rubric.Case, i int) string {
					return fmt.Sprintf("in[%d]", i/128*128+(i+1)%128)
				},
				Hints: map[rubric.Symptom]string{
					rubric.BadValue: "which place of part holds the element of the next thread? part holds only the block's 128 elements, so its index is the number of a thread",
				},
			},
			Wrong: []Wrong{{"beyond", "index 128 is out of range"}, {"same", "which place of part holds the element of the next thread?"}},
		},
		Hints: Hints{
			Question: "At which place of `part` did thread t + 1 store? And what is the place for the last thread?",
			Look:     "`Reverse` above reads `part[255-t]`. Its index is computed from the thread alone.",
			Hole:     `out[i] = part[(t+___)%128]`,
		},
	},
	{
		ID: "13.2", Title: "Right for one row", Form: Mend, After: "explain-barrier",
		Text: "`Turn` reverses rows of 128 elements, one after another, in one block. With one row it is right. With more, two of its lines race. Run it, read which ones, and mend it.",
		Ask: Kernel{
			Kernel: rubric.Kernel{
				Name: "Turn", Signature: "func(out, in []float32, rows int)",
				SizeNames: []string{"rows"}, Sizes: []rubric.Size{{1}, {2}, {7}},
				Case: turnedRows,
				Why: func(c *rubric.Case, i int) string {
					return fmt.Sprintf("in[%d]", i/128*128+127-i%128)
				},
				Hints: map[rubric.Symptom]string{rubric.BadValue: "a thread read a place before, or long after, the row was stored there: where must the block wait?"},
			},
			Wrong: []Wrong{{"moved", "with no barrier between"}, {"some", "SyncThreads in code that not all threads"}},
		},
		Hints: Hints{
			Question: "A fast thread begins the next row. Which place does it overwrite, and who may still need it?",
			Look:     "The message names a store and a load. Is there a barrier on the way from the load to the store of the next round?",
			Hole: `
line[t] = in[r*128+t]
gpu.SyncThreads()
out[r*128+t] = line[127-t]
___
`,
		},
	},
	{
		ID: "13.3", Title: "Bytes per block", Form: Predict, After: "explain-dynamic",
		Text: "A kernel declares `table := gpu.Shared[[3][40]float64]()` and `line := gpu.Shared[[20]float32]()`. It is launched with blocks of 64 threads and `Shared: 256`. How many bytes of *static* shared memory does a block take?",
		Ask: Number{
			Unit:    "bytes",
			Answer:  Counted(rubric.SharedStatic, Device, twoArrays, gpusim.Config{Grid: gpusim.Dim(1), Block: gpusim.Dim(64), Shared: 256}, make([]float64, 64)),
			Because: "3 × 40 × 8 bytes and 20 × 4 bytes; what the launch asks for is dynamic",
			Misread: []Misread{
				{Computed(3*40 + 20), "you counted elements; they have 8 and 4 bytes"},
				{Computed((3*40 + 20) * 4), "a float64 has twice the bytes of a float32"},
				{Computed((3*40 + 20) * 8), "a float32 has half the bytes of a float64"},
				{Computed(3 * 40 * 8), "that is the table alone; the kernel has a second array"},
				{Computed(3*40*8 + 20*4 + 256), "you added the bytes that the launch asks for; these are dynamic"},
				{Computed((3*40*8 + 20*4) * 64), "you counted an array for each thread; the threads of a block share one"},
			},
			Nudge: "how many bytes does each of the two arrays have?",
		},
		Hints: Hints{
			Question: "How many elements does each array have, and how many bytes has one element?",
			Look:     "The table of `Cube` above shows the bytes of three arrays with 512 elements of 4 bytes.",
			Hole:     `bytes := 3*40*8 + 20*___`,
			Solution: "The table has 120 elements of 8 bytes, 960 bytes. The line has 20 elements of 4 bytes, 80 bytes. Together 1040.",
		},
	},
	{
		ID: "13.4", Title: "A launch with room for a row", Form: Configure, After: "explain-dynamic",
		Text: "`TurnRows` reverses each row of a matrix, one block per row. The matrix has 10 rows of 96 elements. Choose the launch. Goal: no more shared memory than a row needs.",
		Ask: Configuration{
			Kernel: rubric.Kernel{
				Name: "TurnRows", Signature: "func(out, in []float32)",
				SizeNames: []string{"rows", "columns"}, Sizes: []rubric.Size{{10, 96}},
				Case: turnedMatrix,
				Why: func(c *rubric.Case, i int) string {
					return fmt.Sprintf("in[%d]", i/96*96+95-i%96)
				},
				Hints: map[rubric.Symptom]string{
					rubric.NotWritten: "one block per row, one thread per element: are there enough of both?",
					rubric.BadValue:   "a block reverses as many elements as it has threads: how long is a row?",
					rubric.Outside:    "there are more blocks than rows",
				},
				Goals: []rubric.Goal{
					rubric.AtMost("bytes of dynamic shared memory", "launch__shared_mem_per_block_dynamic", 96*4,
						"a row has 96 elements of 4 bytes: that is all a block keeps"),
				},
			},
			Stub:     gpusim.Config{Grid: gpusim.Dim(1), Block: gpusim.Dim(32), Shared: 32},
			Solution: gpusim.Config{Grid: gpusim.Dim(10), Block: gpusim.Dim(96), Shared: 384},
			Wrong: []WrongConfiguration{
				{gpusim.Config{Grid: gpusim.Dim(10), Block: gpusim.Dim(96), Shared: 96}, "index 24 is out of range"},
				{gpusim.Config{Grid: gpusim.Dim(10), Block: gpusim.Dim(96), Shared: 4096}, "4096 bytes of dynamic shared memory, limit 384"},
				{gpusim.Config{Grid: gpusim.Dim(5), Block: gpusim.Dim(192), Shared: 768}, "how long is a row?"},
				{gpusim.Config{Grid: gpusim.Dim(9), Block: gpusim.Dim(96), Shared: 384}, "are there enough of both?"},
			},
		},
		Hints: Hints{
			Question: "How many threads does a block need for one row, and how many bytes are that many `float32`?",
			Look:     "The table above shows `ReverseAny` in CUDA C and Go: the third number of the launch is in bytes.",
			Hole:     `gpusim.Config{Grid: gpusim.Dim(10), Block: gpusim.Dim(96), Shared: 96 * ___}`,
			Solution: "```go\ngpusim.Config{Grid: gpusim.Dim(10), Block: gpusim.Dim(96), Shared: 384}\n```",
		},
	},
	{
		ID: "13.5", Title: "Exactly four requests", Form: Match, After: "explain-tiled",
		Text: "`BlockSum` gives every thread of a block of 128 the sum of the block's elements. It is right, and each warp loads all of them. Change it so that the block makes exactly 4 global load requests, with exactly 512 bytes of shared memory.",
		Ask: Kernel{
			Kernel: rubric.Kernel{
				Name: "BlockSum", Signature: "func(out, in []float32)",
				SizeNames: []string{"n"}, Sizes: []rubric.Size{{384}, {128}},
				Case: inBlocks(128, sums),
				Why: func(c *rubric.Case, i int) string {
					return fmt.Sprintf("sum of in[%d] to in[%d]", i/128*128, i/128*128+127)
				},
				Goals: []rubric.Goal{
					rubric.Exactly("global load requests", rubric.LoadRequests, 4,
						"128 elements are 4 requests when each warp loads 32 neighbours, once: where can the other warps find them?"),
					rubric.Exactly("bytes of shared memory per block", rubric.SharedStatic, 512, "keep the block's 128 elements of 4 bytes, and nothing else"),
				},
			},
			Wrong: []Wrong{
				{"wide", "1024 bytes of shared memory per block, exactly 512"},
				{"warps", "16 global load requests, exactly 4"},
			},
		},
		Hints: Hints{
			Question: "How many warps does the block have? If each loads every element once, how many requests is that?",
			Look:     "`Tiled16` above: each thread loads one element into a tile, all wait, and then each uses many.",
			Hole: `
part[t] = in[i]
___
sum := float32(0)
for k := range 128 {
	sum += part[k]
}
`,
		},
	},
	{
		ID: "13.6", Title: "Differences, with a halo", Form: Write, After: "explain-halo",
		Text: "Write `Rise` from blank: `out[i] = in[i] - in[i-1]` for every `i < n`. What lies before `in[0]` counts as 0. The launch has blocks of 128 threads. Goals for n = 4000: at most 5 global load requests per block, and one barrier per block, to which all 4 warps come.",
		Ask: Kernel{
			Kernel: rubric.Kernel{
				Name: "Rise", Signature: "func(out, in []float32, n int)",
				SizeNames: []string{"n"}, Sizes: []rubric.Size{{1}, {127}, {129}, {1000}, {4000}},
				Case: rises,
				Why:  func(c *rubric.Case, i int) string { return fmt.Sprintf("in[%d] - in[%d]", i, i-1) },
				Hints: map[rubric.Symptom]string{
					rubric.BadValue: "the first thread of a block needs the last element of the block before: a halo of one element",
					rubric.Poisoned: "an element behind the data came in: what may a thread load whose element does not exist?",
				},
				Goals: []rubric.Goal{
					rubric.AtMost("global load requests", rubric.LoadRequests, float64(5*blocksOf(4000, 128)),
						"two loads per thread are 8 requests per block: load each element once into shared memory, and one element more per block"),
					rubric.Exactly("warps at barriers", barriersExecuted, float64(4*blocksOf(4000, 128)),
						"one barrier, between storing and loading, is for all threads of the block: is there one, and which threads of the last block have left before it?"),
				},
			},
			Wrong: []Wrong{{"twice", "250 global load requests, limit 160"}, {"alone", "a halo of one element"}, {"return", "have left before it?"}, {"padded", "253 warps at barriers, exactly 128"}, {"race", "with no barrier between"}},
		},
		Hints: Hints{
			Question: "Which threads find their left neighbour's element in the block's own part? Which one does not?",
			Look:     "`AroundShared` above has a halo of two elements on both sides. Yours has one element on one side.",
			Hole: `
near := gpu.Shared[[1 + 128]float32]()
// … store in[i] at near[1+t]
if t == 0 && i > 0 {
	near[0] = ___
}
gpu.SyncThreads()
`,
		},
	},
	{
		ID: "13.7", Title: "Why so few warps?", Form: Explain, After: "explain-occupancy",
		Text: "A kernel on a K20c shows these limits. Run the cell, look at them, and choose the sentence that says why an SM does not hold more blocks.",
		Ask: Choice{
			Report:   launchedKeep(keepBytes, 128, 20<<10),
			Counters: []string{blocksBySM, blocksByWarps, blocksByRegisters, blocksByShared, rubric.OccupancyPct},
			Because:  "each limit says how many blocks an SM could hold; the smallest one decides, and it is shared memory's",
			Options: []Option{
				{
					Text:   "The registers leave room for few blocks only.",
					Holds:  func(r *gpusim.Report) bool { return limitedBy(r, blocksByRegisters) },
					Report: launchedKeep(keepHundred, 128, 1<<10),
					Says:   "look at `launch__occupancy_limit_registers`: how many blocks would it allow?",
				},
				{
					Text:   "The blocks are small, and an SM cannot hold more blocks.",
					Holds:  func(r *gpusim.Report) bool { return limitedBy(r, blocksBySM) },
					Report: launchedKeep(keepBytes, 32, 1<<10),
					Says:   "`launch__occupancy_limit_blocks` is what an SM holds of small blocks: how many fit by shared memory?",
				},
				{
					Text:  "An SM's shared memory holds two blocks only.",
					Holds: func(r *gpusim.Report) bool { return limitedBy(r, blocksByShared) && counter(r, blocksByShared) == 2 },
				},
				{
					Text:   "The blocks are so large that an SM has room for the warps of two only.",
					Holds:  func(r *gpusim.Report) bool { return limitedBy(r, blocksByWarps) && counter(r, blocksByWarps) == 2 },
					Report: launchedKeep(keepBytes, 1024, 8<<10),
					Says:   "look at `launch__occupancy_limit_warps`: for how many blocks is there room?",
				},
			},
		},
		Hints: Hints{
			Question: "Each counter is a number of blocks. Which one stops the SM first?",
			Look:     "The curve above shows occupancy against shared memory per block for a K20c.",
			Hole:     `blocks := min(16, 16, 64, ___)`,
			Solution: "Shared memory allows 2 blocks: each takes 20 KB of 48 KB. The other limits allow 16 and more.",
		},
	},
	{
		ID: "13.8", Title: "Four elements per thread", Form: Optimise, After: "explain-division",
		Text: "`Multiply` multiplies n×n matrices. A block of 16×16 threads computes 32×32 elements of c, one quarter after another. For n = 64 it makes 13 312 wavefronts of shared memory. Par is 7000, without more global loads than it has now. How far do you get?",
		Ask: Kernel{
			Kernel: rubric.Kernel{
				Name: "Multiply", Signature: "func(c, a, b []float32, n int)",
				SizeNames: []string{"n"}, Sizes: []rubric.Size{{32}, {96}, {64}},
				Case: products,
				Why: func(c *rubric.Case, i int) string {
					return fmt.Sprintf("row %d of a times column %d of b", i/c.Size[0], i%c.Size[0])
				},
				Where: func(c *rubric.Case, i int) string {
					return fmt.Sprintf("row %d, column %d", i/c.Size[0], i%c.Size[0])
				},
				Goals: []rubric.Goal{
					rubric.AtMost("wavefronts of shared memory", rubric.SharedWavefronts, 7000,
						"a thread has four elements, in two rows and two columns: computed at the same time, they need four numbers per step, not eight"),
					rubric.AtMost("sectors loaded", rubric.SectorsLoaded, 4096, "load each tile once: what is read often belongs in shared memory"),
				},
			},
			Best:  4096,
			Wrong: []Wrong{{"pairs", "11520 wavefronts of shared memory, limit 7000"}, {"global", "16384 sectors loaded, limit 4096"}},
		},
		Hints: Hints{
			Question: "If a thread computes its four elements at the same time, which numbers of the two tiles does it need in one step? How many different ones?",
			Look:     "`gpusim profile` shows wavefronts by source line. Or look at the line of the report that reads both tiles.",
			Hole: `
for e := range 16 {
	x0, x1 := as[ty][e], as[ty+16][e]
	y0, y1 := bs[e][tx], bs[e][tx+16]
	s00 += x0 * y0
	// and the other three: ___
}
`,
		},
	},
}

// twoArrays has a table and a line in shared memory.
func twoArrays(out []float64) {
	table, line := gpu.Shared[[3][40]float64](), gpu.Shared[[20]float32]()
	t := gpu.ThreadIdx.X
	if t < 20 {
		line[t] = float32(t)
		table[t%3][t] = float64(t)
	}
	gpu.SyncThreads()
	if t < 20 {
		out[t] = table[(19-t)%3][19-t] + float64(line[19-t])
	}
}

// keepBytes takes shared memory, as Keep of the notebook does.
func keepBytes(x []float32) {
	part := gpu.DynamicShared[float32]()
	part[gpu.ThreadIdx.X] = 1
	gpu.SyncThreads()
	x[gpu.ThreadIdx.X] = part[gpu.ThreadIdx.X]
}

// turnedRows is the case of Turn: one block goes over all rows.
func turnedRows(s rubric.Size, rng *rubric.Random) *rubric.Case {
	c := inBlocks(128, turnedRow)(rubric.Size{128 * s[0]}, rng)
	c.Grid.X = 1
	c.Args = append(c.Args, rubric.NewScalar("rows", s[0]))
	return c
}

// turnedRow reverses a row.
func turnedRow(row []float32) []float32 {
	slices.Reverse(row)
	return row
}

// turnedMatrix is the case of TurnRows.
func turnedMatrix(s rubric.Size, rng *rubric.Random) *rubric.Case {
	rows, columns := s[0], s[1]
	c := inBlocks(columns, turnedRow)(rubric.Size{rows * columns}, rng)
	c.Shared = 4 * columns
	return c
}

// sums gives every thread of a block the sum of the block.
func sums(block []float32) []float32 {
	sum := float32(0)
	for _, v := range block {
		sum += v
	}
	return slices.Repeat([]float32{sum}, len(block))
}

// rises is the case of Rise.
func rises(s rubric.Size, rng *rubric.Random) *rubric.Case {
	c := eachElement(func(v float32) float32 { return v })(s, rng)
	out := c.Args[0].(*rubric.Array[float32])
	for i := s[0] - 1; i > 0; i-- {
		out.Want[i] -= out.Want[i-1]
	}
	return c
}

// products is the case of Multiply. Elements are small integers: the sums are exact.
func products(s rubric.Size, rng *rubric.Random) *rubric.Case {
	n := s[0]
	c, a, b := rubric.Result("c", n*n, rng), rubric.Input("a", n*n, rng), rubric.Input("b", n*n, rng)
	for i := range n * n {
		a.Init[i], b.Init[i] = float32(rng.IntN(100)), float32(rng.IntN(100))
	}
	for i := range n * n {
		c.Want[i] = 0
		for e := range n {
			c.Want[i] += a.Init[i/n*n+e] * b.Init[e*n+i%n]
		}
	}
	return &rubric.Case{
		Grid: rubric.Dim{X: n / 32, Y: n / 32, Z: 1}, Block: rubric.Dim{X: 16, Y: 16, Z: 1},
		Args: []rubric.Arg{c, a, b, rubric.NewScalar("n", n)},
	}
}

// launchedKeep launches a kernel of 13.7 on a K20c with blocks of a number of threads and bytes.
func launchedKeep(kernel any, threads, bytes int) func() *gpusim.Report {
	return Launched("K20c", kernel, gpusim.Config{Grid: gpusim.Dim(64), Block: gpusim.Dim(threads), Shared: bytes}, zeroed(100*threads))
}

// limitedBy reports whether a limit is the smallest of all.
func limitedBy(r *gpusim.Report, limit string) bool {
	for _, other := range []string{blocksBySM, blocksByWarps, blocksByRegisters, blocksByShared} {
		if other != limit && counter(r, other) <= counter(r, limit) {
			return false
		}
	}
	return true
}

// keepHundred keeps 100 values until their sum is known.
func keepHundred(x []float32) {
	i, n := gpu.ThreadIdx.X, gpu.BlockDim.X
	var v [100]float32
	sum := float32(0)
	for k := range 100 {
		v[k] = x[k*n+i]
		sum += v[k]
	}
	for k := range 100 {
		x[k*n+i] = v[k] * sum
	}
}
