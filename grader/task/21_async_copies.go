package task

// This file holds the tasks of chapter 21.

import (
	"fmt"
	"slices"

	"gpucourse/gpusim"
	"gpucourse/gpusim/gpu"
	"gpucourse/grader/rubric"
)

const (
	copiesExecuted = "sm__sass_inst_executed_op_ldgsts.sum"
	copiedSectors  = "lts__t_sectors_srcunit_tex_op_read.sum"
	sectorsCopied  = "smsp__sass_l1tex_t_sectors_pipe_lsu_mem_global_op_ldgsts.sum"
)

var copyTasks = []Task{
	{
		ID: "21.1", Title: "How many copies", Form: Predict, After: "explain-copy",
		Text: "A block of 128 threads brings a tile of 64×96 `float32` to shared memory with `gpu.CopyAsync`, 16 bytes per thread and call. How many copies do its warps execute?",
		Ask: Number{
			Unit:    "copies",
			Answer:  Counted(copiesExecuted, Device, copySquare, line(1, 128), zeroed(32), zeroed(6144)),
			Because: "6144 numbers are 1536 pieces of 4 numbers; a warp copies 32 pieces at a time",
			Misread: []Misread{
				{Computed(64 * 96 / 32), "that is with one number per lane; a copy of 16 bytes has four"},
				{Computed(64 * 96 / 4), "those are the pieces; a warp copies 32 of them in one instruction"},
				{Computed(64 * 96 / 4 / 128), "those are the copies of each thread; how many warps does the block have?"},
				{Computed(4), "that is one copy per warp: how many bytes would come?"},
			},
			Nudge: "how many bytes does a warp copy in one instruction, and how many bytes does the tile have?",
		},
		Hints: Hints{
			Question: "How many bytes does the tile have? How many bytes does one instruction of a warp copy?",
			Look:     "Section 1: a tile of 1024 numbers took one copy from each of 8 warps.",
			Hole:     `copies := 64 * 96 * 4 / (32 * ___)`,
			Solution: "The tile has 64 · 96 · 4 = 24576 bytes, and a warp copies 32 · 16 = 512 bytes: 48 copies.",
		},
	},
	{
		ID: "21.2", Title: "The lines that wait", Form: Complete, After: "explain-groups",
		Text: "`Pairs` copies a part of an array, and adds to each number its right neighbour in the block. Add the lines that wait for the copies.",
		Ask: Kernel{
			Kernel: rubric.Kernel{
				Name: "Pairs", Signature: "func(out, in []float32)",
				SizeNames: []string{"n"}, Sizes: []rubric.Size{{128}, {512}},
				Case: inBlocks(128, func(part []float32) []float32 {
					sums := make([]float32, len(part))
					for i := range part {
						sums[i] = part[i] + part[(i+1)%len(part)]
					}
					return sums
				}),
				Why: func(_ *rubric.Case, i int) string { return fmt.Sprintf("in[%d] + in[%d]", i, i/128*128+(i+1)%128) },
			},
			Wrong: []Wrong{{"barrier", "which has not waited for it"}, {"own", "with no barrier behind the wait of the thread that copies"}, {"order", "with no barrier behind the wait of the thread that copies"}},
		},
		Hints: Hints{
			Question: "Whose copies does `gpu.WaitCopies` wait for? Who has copied the right neighbour of the last lane of a warp?",
			Look:     "`Copied`, in section 1, waits twice before it reads.",
			Hole:     "gpu.WaitCopies(___)\ngpu.___()",
		},
	},
	{
		ID: "21.3", Title: "Bytes under way", Form: Predict, After: "explain-stages",
		Text: "A kernel like `Four` has a ring of 6 stages, and a stage has 2 KB. An SM holds 3 of its blocks. All of them wait for a tile. How many bytes are under way at most?",
		Ask: Number{
			Unit:    "bytes",
			Answer:  Computed(3 * (6 - 1) * 2048),
			Because: "each block has ordered 5 tiles of 2048 bytes: the sixth stage was just read",
			Misread: []Misread{
				{Computed(3 * 6 * 2048), "that is the shared memory of the rings; one stage of each is not being filled"},
				{Computed(5 * 2048), "that is one block; the SM holds three"},
				{Computed(3 * (6 - 2) * 2048), "those are the tiles that may still be under way after the wait; the block waits for one more"},
				{Computed(3 * 2048), "that is one tile per block: how many has each ordered?"},
			},
			Nudge: "how many tiles has a block ordered and not yet received, when it waits?",
		},
		Hints: Hints{
			Question: "Which stage of the ring is not being filled while the block waits?",
			Look:     "The four steps of the loop, in section 3.",
			Hole:     `bytes := 3 * (6 - ___) * 2048`,
			Solution: "Each block has five tiles under way: 3 · 5 · 2048 = 30720 bytes.",
		},
	},
	{
		ID: "21.4", Title: "The last tile", Form: Mend, After: "explain-curve",
		Text: "`Heights` compares all tiles, and one of them too early. Run it, look at the lines that the checker names, and mend it.",
		Ask: Kernel{
			Kernel: rubric.Kernel{
				Name: "Heights", Signature: "func(out, in []float32, tiles int)",
				SizeNames: []string{"blocks", "tiles"}, Sizes: []rubric.Size{{1, 1}, {2, 3}, {3, 6}},
				Case: heights,
				Why: func(c *rubric.Case, i int) string {
					return fmt.Sprintf("the largest of column %d in the band of block %d", i%64, i/64)
				},
				Hints: map[rubric.Symptom]string{
					rubric.BadValue: "in the last step there is nothing to copy: which group does gpu.WaitCopies(1) leave under way then?",
				},
			},
			Wrong: []Wrong{{"two", "for all groups but the last 2, and this copy is in one of those"}, {"once", "which has not waited until that is over"}},
		},
		Hints: Hints{
			Question: "How many groups has a thread closed when it waits in the last step? Which of them does `gpu.WaitCopies(1)` not wait for?",
			Look:     "`Four` closes a group in each step of the loop, whether it copies or not.",
			Hole:     "if k+1 < tiles {\n\tgpu.CopyAsync(&ring[(k+1)%2][4*t], &in[first+256*(k+1)+4*t], 4)\n}\ngpu.___()\ngpu.WaitCopies(1)",
		},
	},
	{
		ID: "21.5", Title: "Read the report", Form: Explain, After: "explain-layout",
		Text: "Another kernel brings a tile of 64 rows to shared memory. A row has 128 bytes, and each lane reads the pieces of one row. Run the cell, look at its counters, and choose the sentence that explains them. The tile has 256 sectors.",
		Ask: Choice{
			Turn:     1,
			Report:   tileOf(copyFar),
			Counters: []string{copiesExecuted, copiedSectors, "shared_load_transactions_per_request"},
			Because:  "384 sectors are 1.5 times 256: every other row begins 16 bytes off; and no lane waits for another",
			Options: []Option{
				{
					Text: "The rows lie 128 bytes apart in shared memory, each with its pieces in order.",
					Holds: func(r *gpusim.Report) bool {
						return counter(r, copiedSectors) == 256 && counter(r, wavefrontsPerLoad) > 4
					},
					Report: tileOf(copyNear),
					Says:   "then the lanes would queue for their banks",
				},
				{
					Text: "The rows lie 128 bytes apart, and each row has its pieces in another order.",
					Holds: func(r *gpusim.Report) bool {
						return counter(r, copiedSectors) == 256 && counter(r, wavefrontsPerLoad) == 4
					},
					Report: tileOf(copyMixed),
					Says:   "then each sector would come once",
				},
				{
					Text:   "The tile is loaded into registers and stored with padding.",
					Holds:  func(r *gpusim.Report) bool { return counter(r, copiesExecuted) == 0 },
					Report: tileOf(loadFar),
					Says:   "then no copies would be executed",
				},
				{
					Text:  "The rows lie 144 bytes apart.",
					Holds: func(r *gpusim.Report) bool { return counter(r, copiedSectors) == 384 },
				},
			},
		},
		Hints: Hints{
			Question: "How many times does each sector come, on average? Which layout of rows brings some sectors twice?",
			Look:     "The table of section 4.",
			Hole:     `tile := gpu.Shared[[64][8 + ___]gpu.Float4]()`,
			Solution: "384 sectors in place of 256: half of the rows begin 16 bytes off a multiple of 32.",
		},
	},
	{
		ID: "21.6", Title: "No padding, no queue", Form: Match, After: "explain-layout",
		Text: "Lanes of `Fourths` queue for the banks when they read the first number of a piece. Choose other places for the pieces, so that the launch takes exactly 512 wavefronts for its shared loads and exactly 2048 sectors for its copies: each sector once.",
		Ask: Kernel{
			Kernel: rubric.Kernel{
				Name: "Fourths", Signature: "func(out, in []float32)",
				SizeNames: []string{"blocks"}, Sizes: []rubric.Size{{1}, {8}},
				Case: fourths,
				Why:  func(_ *rubric.Case, i int) string { return fmt.Sprintf("the sum of every fourth number of row %d", i) },
				Goals: []rubric.Goal{
					rubric.Exactly("wavefronts of shared loads", wavefrontsLoaded, 512, "the first words of the pieces lie in 8 banks, so a load takes 4 wavefronts at best: do neighbouring lanes use 8 different places of their rows?"),
					rubric.Exactly("sectors of copies", sectorsCopied, 2048, "a row that begins 16 bytes off brings its sectors twice: keep rows of 128 bytes, and let the pieces change places within a row"),
				},
			},
			Wrong: []Wrong{{"padding", "3072 sectors of copies, exactly 2048"}, {"half", "1024 wavefronts of shared loads, exactly 512"}, {"reader", "4096 wavefronts of shared loads, exactly 512"}},
		},
		Hints: Hints{
			Question: "Eight neighbouring lanes read piece p of eight rows. In which eight places of their rows should these pieces stand?",
			Look:     "`Swizzled`, in section 4.",
			Hole:     "gpu.CopyAsync(&tile[row][4*(piece^row%___)], &in[2048*gpu.BlockIdx.X+32*row+4*piece], 4)\n// and the thread that reads row t:\nsum += tile[t][4*(piece^___)]",
		},
	},
	{
		ID: "21.7", Title: "Zeros past the end", Form: Write, After: "explain-edge",
		Text: "Write `Ahead`. It adds to each of n numbers the number 128 further on; past the end it adds 0. It is launched with blocks of 128 threads, one thread per number, rounded up. Bring the numbers of a block to shared memory with copies. Goal: no load of global memory into a register.",
		Ask: Kernel{
			Kernel: rubric.Kernel{
				Name: "Ahead", Signature: "func(out, in []float32, n int)",
				SizeNames: []string{"n"}, Sizes: []rubric.Size{{1}, {127}, {129}, {1000}},
				Case: ahead128,
				Why:  func(c *rubric.Case, i int) string { return fmt.Sprintf("in[%d] + in[%d], or 0 past the end", i, i+128) },
				Hints: map[rubric.Symptom]string{
					rubric.BadValue: "what does your tile hold where the array has ended?",
				},
				Goals: []rubric.Goal{
					rubric.Exactly("loads of global memory", "smsp__sass_inst_executed_op_global_ld.sum", 0, "gpu.CopyAsync brings numbers to shared memory without a load"),
				},
			},
			Wrong: []Wrong{{"last", "where the array has ended"}, {"registers", "loads of global memory, exactly 0"}, {"hurry", "which has not waited for it"}},
		},
		Hints: Hints{
			Question: "A block needs 256 numbers. Which of them do not exist, and what should the tile hold in their places?",
			Look:     "`Tail`, above, fills the tile with zeros. Which address may a copy name that reads nothing?",
			Hole:     "for k := t; k < 256; k += 128 {\n\tnone := 0\n\tif first+k >= n {\n\t\tnone = ___\n\t}\n\tgpu.CopyAsyncZfill(&words[k], &in[min(first+k, n-1)], 1, none)\n}",
		},
	},
}

// copySquare copies a tile of 64×96 with 128 threads, 4 numbers per thread and call.
func copySquare(out, in []float32) {
	tile := gpu.Shared[[6144]float32]()
	t := gpu.ThreadIdx.X
	for i := 4 * t; i < 6144; i += 512 {
		gpu.CopyAsync(&tile[i], &in[i], 4)
	}
	gpu.CommitCopies()
	gpu.WaitCopies(0)
	gpu.SyncThreads()
	out[t%32] = tile[t%32]
}

// heights is the case of Heights.
func heights(s rubric.Size, rng *rubric.Random) *rubric.Case {
	blocks, tiles := s[0], s[1]
	out, in := rubric.Result("out", 64*blocks, rng), rubric.Input("in", 256*tiles*blocks, rng)
	for i := range 64 * blocks {
		var column []float32
		for row := range 4 * tiles {
			column = append(column, in.Init[i/64*256*tiles+64*row+i%64])
		}
		out.Want[i] = slices.Max(column)
	}
	return &rubric.Case{
		Grid: rubric.Dim{X: blocks, Y: 1, Z: 1}, Block: rubric.Dim{X: 64, Y: 1, Z: 1},
		Args: []rubric.Arg{out, in, rubric.NewScalar("tiles", tiles)},
	}
}

// ahead128 is the case of Ahead.
func ahead128(s rubric.Size, rng *rubric.Random) *rubric.Case {
	n := s[0]
	out, in := rubric.Result("out", n, rng), rubric.Input("in", n, rng)
	for i := range n {
		out.Want[i] = in.Init[i]
		if i+128 < n {
			out.Want[i] += in.Init[i+128]
		}
	}
	return &rubric.Case{
		Grid: rubric.Dim{X: blocksOf(n, 128), Y: 1, Z: 1}, Block: rubric.Dim{X: 128, Y: 1, Z: 1},
		Args: []rubric.Arg{out, in, rubric.NewScalar("n", n)},
	}
}

// fourths is the case of Fourths.
func fourths(s rubric.Size, rng *rubric.Random) *rubric.Case {
	blocks := s[0]
	out, in := rubric.Result("out", 64*blocks, rng), rubric.Input("in", 2048*blocks, rng)
	wholeNumbers(in.Init[:2048*blocks], rng)
	for i := range 64 * blocks {
		out.Want[i] = 0
		for k := 0; k < 32; k += 4 {
			out.Want[i] += in.Init[32*i+k]
		}
	}
	return &rubric.Case{
		Grid: rubric.Dim{X: blocks, Y: 1, Z: 1}, Block: rubric.Dim{X: 64, Y: 1, Z: 1}, Args: []rubric.Arg{out, in},
	}
}

// tileOf launches a kernel that brings a tile of 64 rows of 32 numbers to shared memory, and adds up its rows.
func tileOf(kernel any) func() *gpusim.Report {
	return Launched(Device, kernel, line(1, 64), zeroed(64), make([]gpu.Float4, 512))
}

// copyNear keeps rows of 128 bytes, with their pieces in order.
func copyNear(out []float32, in []gpu.Float4) {
	tile := gpu.Shared[[64][8]gpu.Float4]()
	t := gpu.ThreadIdx.X
	for i := range 8 {
		gpu.CopyAsync(&tile[8*i+t/8][t%8], &in[64*i+t], 1)
	}
	gpu.CommitCopies()
	gpu.WaitCopies(0)
	gpu.SyncThreads()
	sum := float32(0)
	for piece := range 8 {
		v := tile[t][piece]
		sum += v.X + v.Y + v.Z + v.W
	}
	out[t] = sum
}

// copyFar has rows of 144 bytes.
func copyFar(out []float32, in []gpu.Float4) {
	tile := gpu.Shared[[64][9]gpu.Float4]()
	t := gpu.ThreadIdx.X
	for i := range 8 {
		gpu.CopyAsync(&tile[8*i+t/8][t%8], &in[64*i+t], 1)
	}
	gpu.CommitCopies()
	gpu.WaitCopies(0)
	gpu.SyncThreads()
	sum := float32(0)
	for piece := range 8 {
		v := tile[t][piece]
		sum += v.X + v.Y + v.Z + v.W
	}
	out[t] = sum
}

// copyMixed has rows of 128 bytes, each with its pieces in another order.
func copyMixed(out []float32, in []gpu.Float4) {
	tile := gpu.Shared[[64][8]gpu.Float4]()
	t := gpu.ThreadIdx.X
	for i := range 8 {
		row := 8*i + t/8
		gpu.CopyAsync(&tile[row][t%8^row%8], &in[64*i+t], 1)
	}
	gpu.CommitCopies()
	gpu.WaitCopies(0)
	gpu.SyncThreads()
	sum := float32(0)
	for piece := range 8 {
		v := tile[t][piece^t%8]
		sum += v.X + v.Y + v.Z + v.W
	}
	out[t] = sum
}

// loadFar loads the tile into registers, and stores it in rows of 144 bytes.
func loadFar(out []float32, in []gpu.Float4) {
	tile := gpu.Shared[[64][9]gpu.Float4]()
	t := gpu.ThreadIdx.X
	for i := range 8 {
		tile[8*i+t/8][t%8] = in[64*i+t]
	}
	gpu.SyncThreads()
	sum := float32(0)
	for piece := range 8 {
		v := tile[t][piece]
		sum += v.X + v.Y + v.Z + v.W
	}
	out[t] = sum
}
