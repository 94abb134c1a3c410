package task

// This file holds the tasks of chapter 22.

import (
	"fmt"
	"slices"

	"gpucourse/gpusim"
	"gpucourse/gpusim/gpu"
	"gpucourse/grader/rubric"
)

const bulkLoads = "sm__sass_inst_executed_op_tma_ld.sum"

var bulkTasks = []Task{
	{
		ID: "22.1", Title: "How many orders", Form: Predict, After: "explain-order",
		Text: "A block of 128 threads brings 3 tiles of 24×64 `float32` to shared memory, one after the other. A tile is a part of a wide matrix: its 24 rows lie apart in memory. One thread orders it with `gpu.CopyBulk`. How many bulk copies does the block execute?",
		Ask: Number{
			Unit:    "copies",
			Answer:  Counted(bulkLoads, Device, orderRows, line(1, 128), zeroed(64), zeroed(24*640), 3),
			Because: "a bulk copy brings one piece of memory, and a tile has 24 of them: 3 · 24",
			Misread: []Misread{
				{Computed(3), "that is one per tile; but the rows lie apart, and a copy brings one piece of memory"},
				{Computed(24), "those are the rows of one tile; the block has three"},
				{Computed(3 * 24 * 4), "that is one per row and warp; only one thread orders"},
				{Computed(3 * 24 * 64 * 4 / 16), "those are pieces of 16 bytes; a bulk copy may be as long as a row"},
			},
			Nudge: "how many pieces of memory is a tile?",
		},
		Hints: Hints{
			Question: "What can one bulk copy bring at most: a tile, or a row of it?",
			Look:     "Section 1: the tiles of a band are one piece of memory each. Here they are not.",
			Hole:     `copies := 3 * ___`,
			Solution: "Each of the 24 rows of a tile is a piece of its own: 3 · 24 = 72 copies.",
		},
	},
	{
		ID: "22.2", Title: "Expect and wait", Form: Complete, After: "explain-barrier",
		Text: "`Turned` brings 256 numbers to shared memory and writes them backwards. Add the line that expects the bytes, and the line that waits for them.",
		Ask: Kernel{
			Kernel: rubric.Kernel{
				Name: "Turned", Signature: "func(out, in []float32)",
				SizeNames: []string{"n"}, Sizes: []rubric.Size{{256}, {1024}},
				Case: inBlocks(256, func(part []float32) []float32 {
					turned := slices.Clone(part)
					slices.Reverse(turned)
					return turned
				}),
				Why: func(_ *rubric.Case, i int) string { return fmt.Sprintf("in[%d]", i/256*256+255-i%256) },
			},
			Wrong: []Wrong{{"numbers", "expects 256 bytes in this phase, and the copies of"}, {"parity", "it waits for the phase with parity 1, and in that phase nobody arrives any more"}, {"nowait", "which has not seen the end of the phase"}},
		},
		Hints: Hints{
			Question: "How many bytes are 256 numbers? Which parity has the first phase?",
			Look:     "`Ordered`, in section 1, expects 8192 bytes for 2048 numbers.",
			Hole:     "bar.ArriveTx(___)\n// and behind the barrier of the block:\nbar.WaitParity(___)",
		},
	},
	{
		ID: "22.3", Title: "Bytes under way again", Form: Predict, After: "explain-ring",
		Text: "A kernel like `Producer` has a ring of 5 stages, and a stage has 6 KB. An SM holds 2 of its blocks. All readers wait for a tile. How many bytes are under way at most?",
		Ask: Number{
			Unit:    "bytes",
			Answer:  Computed(2 * 5 * 6144),
			Because: "the producer orders into a stage as soon as all readers have left it: all 5 stages of both blocks are under way",
			Misread: []Misread{
				{Computed(2 * 4 * 6144), "that is so in `Ring`, where thread 0 waits for the same tile before it orders the next one; here the producer does not wait for the tile"},
				{Computed(5 * 6144), "that is one block; the SM holds two"},
				{Computed(4 * 6144), "that is one block, and without the stage that the producer has filled again"},
				{Computed(2 * 5 * 1536), "those are numbers; each has 4 bytes"},
			},
			Nudge: "which stages are free when all readers wait, and what has the producer done with them?",
		},
		Hints: Hints{
			Question: "For what does the producer wait before it orders tile k + 5?",
			Look:     "`Producer`, in section 3: its warp waits for `free`, never for `full`.",
			Hole:     `bytes := 2 * ___ * 6144`,
			Solution: "Readers that wait have left all stages, and the producer has filled all of them: 2 · 5 · 6144 = 61440 bytes.",
		},
	},
	{
		ID: "22.4", Title: "The wrong phase", Form: Mend, After: "explain-ring",
		Text: "`Lows` compares tiles that have been overwritten. Run it, look at the lines that the checker names, and mend it.",
		Ask: Kernel{
			Kernel: rubric.Kernel{
				Name: "Lows", Signature: "func(out, in []float32, tiles int)",
				SizeNames: []string{"blocks", "tiles"}, Sizes: []rubric.Size{{1, 1}, {2, 3}, {3, 7}},
				Case: lows,
				Why: func(c *rubric.Case, i int) string {
					return fmt.Sprintf("the smallest of column %d in the band of block %d", i%64, i/64)
				},
				Hints: map[rubric.Symptom]string{
					rubric.BadValue: "in which phase of free have the readers left the tile that lies in this stage?",
				},
			},
			Wrong: []Wrong{{"never", "which has not waited until that is over"}, {"early", "which has not waited until that is over"}, {"always", "waits for ever for the end of a phase of the mbarrier full"}},
		},
		Hints: Hints{
			Question: "When the producer wants to order tile 2, which phase of `free[0]` must be over: the first or the second?",
			Look:     "`Producer`, in section 3, and the text below it.",
			Hole:     "if k >= stages {\n\tfree[s].WaitParity((k/stages - ___) % 2)\n}",
		},
	},
	{
		ID: "22.5", Title: "Large enough", Form: Predict, After: "explain-size",
		Text: "One thread per SM orders copies, and a turn takes it 150 cycles. An SM can get 18 bytes per cycle from DRAM. How many `float32` must a copy have at least, so that the thread is not the limit?",
		Ask: Number{
			Unit:    "numbers",
			Answer:  Computed(676),
			Because: "150 · 18 = 2700 bytes are 675 numbers, and the size of a copy is a multiple of 16 bytes: 676",
			Misread: []Misread{
				{Computed(675), "those are 2700 bytes, which is no multiple of 16"},
				{Computed(2700), "those are bytes; a number has 4"},
				{Computed(2704), "those are bytes, rounded up to a multiple of 16; a number has 4"},
				{Computed(672), "that is rounded down: 17.92 bytes per cycle"},
			},
			Nudge: "how many bytes can come in one turn? and which sizes may a bulk copy have?",
		},
		Hints: Hints{
			Question: "How many bytes come from DRAM while the thread makes one turn?",
			Look:     "The rule of section 4, and the sizes that section 1 allows.",
			Hole:     `numbers := (150*18/___ + 3) / 4 * 4`,
			Solution: "150 · 18 = 2700 bytes are 675 numbers; the next multiple of 4 numbers is 676.",
		},
	},
	{
		ID: "22.6", Title: "In bulk and back", Form: Write, After: "explain-back",
		Text: "Write `Squares`. It squares all numbers of an array. It is launched with blocks of 128 threads, one for 1024 numbers. Bring the numbers to shared memory in bulk, square them there, and take them back in bulk. Goals: no load and no store of global memory by a thread.",
		Ask: Kernel{
			Kernel: rubric.Kernel{
				Name: "Squares", Signature: "func(out, in []float32)",
				SizeNames: []string{"blocks"}, Sizes: []rubric.Size{{1}, {3}},
				Case: squares,
				Why:  func(_ *rubric.Case, i int) string { return fmt.Sprintf("in[%d]·in[%d]", i, i) },
				Goals: []rubric.Goal{
					rubric.Exactly("loads of global memory", "smsp__sass_inst_executed_op_global_ld.sum", 0, "gpu.CopyBulk brings numbers to shared memory without a load"),
					rubric.Exactly("stores of global memory", "smsp__sass_inst_executed_op_global_st.sum", 0, "gpu.StoreBulk takes numbers to global memory without a store"),
				},
			},
			Wrong: []Wrong{{"fence", "with no fence.proxy.async between"}, {"barrier", "and read by the bulk copy of thread"}, {"hurry", "and the block ends in"}, {"stores", "stores of global memory, exactly 0"}},
		},
		Hints: Hints{
			Question: "Who must know of the squares before they leave: the other threads, or the unit that copies them?",
			Look:     "`Doubled`, in section 5: write, fence, barrier, store.",
			Hole:     "for i := t; i < 1024; i += 128 {\n\tpart[i] *= part[i]\n}\ngpu.___()\ngpu.SyncThreads()\nif t == 0 {\n\tgpu.StoreBulk(&out[first], &part[0], 1024)\n\tgpu.CommitBulk()\n\tgpu.___(0)\n}",
		},
	},
	{
		ID: "22.7", Title: "Read the report", Form: Explain, After: "explain-swizzle",
		Text: "Another kernel brings a tile of 32 rows of 128 bytes to shared memory in bulk, and each lane reads one row. Run the cell, look at its counters, and choose the sentence that explains them.",
		Ask: Choice{
			Turn:     2,
			Report:   bulkTile(bulkPadded),
			Counters: []string{bulkLoads, conflictsLoaded, sharedLoads},
			Because:  "a gap behind each row needs an order for each row: 32 copies; and with the gap no lane waits for another",
			Options: []Option{
				{
					Text: "The tile came in one piece, and lanes read words of pieces that are in order.",
					Holds: func(r *gpusim.Report) bool {
						return counter(r, bulkLoads) == 1 && counter(r, conflictsLoaded) > 3*32
					},
					Report: bulkTile(bulkInOrder),
					Says:   "then one copy would do, and all lanes would queue for the same banks",
				},
				{
					Text: "The tile came in one piece with its pieces mixed, and lanes read words.",
					Holds: func(r *gpusim.Report) bool {
						return counter(r, bulkLoads) == 1 && counter(r, conflictsLoaded) == 3*32
					},
					Report: bulkTile(bulkMixed),
					Says:   "then four lanes would share a bank",
				},
				{
					Text: "The tile came in one piece with its pieces mixed, and lanes read 16 bytes.",
					Holds: func(r *gpusim.Report) bool {
						return counter(r, bulkLoads) == 1 && counter(r, conflictsLoaded) == 0
					},
					Report: bulkTile(bulkVectors),
					Says:   "then one copy would do",
				},
				{
					Text:  "Each row came alone, with a gap of one piece behind it.",
					Holds: func(r *gpusim.Report) bool { return counter(r, bulkLoads) == 32 && counter(r, conflictsLoaded) == 0 },
				},
			},
		},
		Hints: Hints{
			Question: "How many pieces of memory were ordered? Which layout needs so many orders?",
			Look:     "The text above the cell of section 6: why can one copy not make padding?",
			Hole:     `tile := gpu.Shared[[32][8 + ___]gpu.Float4]()`,
			Solution: "32 copies and no conflict: rows 144 bytes apart, each ordered alone.",
		},
	},
}

const conflictsLoaded = "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum"

// orderRows brings tiles of 24 rows of 64 numbers to shared memory. The matrix has rows of 640 numbers.
func orderRows(out, in []float32, tiles int) {
	tile := gpu.Shared[[24][64]float32]()
	bar := gpu.Shared[gpu.Barrier]()
	t := gpu.ThreadIdx.X
	if t == 0 {
		bar.Init(1)
	}
	gpu.SyncThreads()
	sum := float32(0)
	for k := range tiles {
		if t == 0 {
			bar.ArriveTx(24 * 64 * 4)
			for r := range 24 {
				gpu.CopyBulk(&tile[r][0], &in[640*r+64*k], 64, bar)
			}
		}
		bar.WaitParity(k % 2)
		sum += tile[t/64][t%64]
		gpu.SyncThreads()
	}
	out[t%64] = sum
}

// lows is the case of Lows.
func lows(s rubric.Size, rng *rubric.Random) *rubric.Case {
	blocks, tiles := s[0], s[1]
	out, in := rubric.Result("out", 64*blocks, rng), rubric.Input("in", 256*tiles*blocks, rng)
	for i := range 64 * blocks {
		var column []float32
		for row := range 4 * tiles {
			column = append(column, in.Init[i/64*256*tiles+64*row+i%64])
		}
		out.Want[i] = slices.Min(column)
	}
	return &rubric.Case{
		Grid: rubric.Dim{X: blocks, Y: 1, Z: 1}, Block: rubric.Dim{X: 96, Y: 1, Z: 1},
		Args: []rubric.Arg{out, in, rubric.NewScalar("tiles", tiles)},
	}
}

// squares is the case of Squares.
func squares(s rubric.Size, rng *rubric.Random) *rubric.Case {
	blocks := s[0]
	out, in := rubric.Result("out", 1024*blocks, rng), rubric.Input("in", 1024*blocks, rng)
	for i := range 1024 * blocks {
		out.Want[i] = in.Init[i] * in.Init[i]
	}
	return &rubric.Case{
		Grid: rubric.Dim{X: blocks, Y: 1, Z: 1}, Block: rubric.Dim{X: 128, Y: 1, Z: 1}, Args: []rubric.Arg{out, in},
	}
}

// bulkTile launches a kernel that brings a tile of 32 rows of 32 numbers to shared memory, and adds up its rows.
func bulkTile(kernel any) func() *gpusim.Report {
	return Launched(Device, kernel, line(1, 32), zeroed(32), make([]gpu.Float4, 256))
}

// bulkInOrder reads words of pieces in order.
func bulkInOrder(out []float32, in []gpu.Float4) {
	tile := gpu.Shared[[32][8]gpu.Float4]()
	bar := gpu.Shared[gpu.Barrier]()
	t := gpu.ThreadIdx.X
	if t == 0 {
		bar.Init(1)
		bar.ArriveTx(4096)
		gpu.CopyBulk(&tile[0][0], &in[0], 256, bar)
	}
	gpu.SyncThreads()
	bar.WaitParity(0)
	sum := float32(0)
	for piece := range 8 {
		v := tile[t][piece]
		sum += v.X + v.Y + v.Z + v.W
	}
	out[t] = sum
}

// bulkMixed reads words of pieces that lie in another order in each row.
func bulkMixed(out []float32, in []gpu.Float4) {
	tile := gpu.Shared[[32][8]gpu.Float4]()
	bar := gpu.Shared[gpu.Barrier]()
	t := gpu.ThreadIdx.X
	if t == 0 {
		bar.Init(1)
		bar.ArriveTx(4096)
		gpu.CopyBulk(&tile[0][0], &in[0], 256, bar)
	}
	gpu.SyncThreads()
	bar.WaitParity(0)
	sum := float32(0)
	for piece := range 8 {
		v := &tile[t][piece^t%8]
		sum += gpu.LoadVolatile(&v.X)
		sum += gpu.LoadVolatile(&v.Y)
		sum += gpu.LoadVolatile(&v.Z)
		sum += gpu.LoadVolatile(&v.W)
	}
	out[t] = sum
}

// bulkVectors reads whole pieces that lie in another order in each row.
func bulkVectors(out []float32, in []gpu.Float4) {
	tile := gpu.Shared[[32][8]gpu.Float4]()
	bar := gpu.Shared[gpu.Barrier]()
	t := gpu.ThreadIdx.X
	if t == 0 {
		bar.Init(1)
		bar.ArriveTx(4096)
		gpu.CopyBulk(&tile[0][0], &in[0], 256, bar)
	}
	gpu.SyncThreads()
	bar.WaitParity(0)
	sum := float32(0)
	for piece := range 8 {
		v := tile[t][piece^t%8]
		sum += v.X + v.Y + v.Z + v.W
	}
	out[t] = sum
}

// bulkPadded has rows of 144 bytes, each ordered alone.
func bulkPadded(out []float32, in []gpu.Float4) {
	tile := gpu.Shared[[32][9]gpu.Float4]()
	bar := gpu.Shared[gpu.Barrier]()
	t := gpu.ThreadIdx.X
	if t == 0 {
		bar.Init(1)
		bar.ArriveTx(4096)
	}
	gpu.SyncThreads()
	gpu.CopyBulk(&tile[t][0], &in[8*t], 8, bar)
	bar.WaitParity(0)
	sum := float32(0)
	for piece := range 8 {
		v := tile[t][piece]
		sum += v.X + v.Y + v.Z + v.W
	}
	out[t] = sum
}
