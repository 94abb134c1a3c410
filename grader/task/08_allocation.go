package task

// This file holds the tasks of chapter 08.

import (
	"fmt"

	"gpucourse/gpusim"
	"gpucourse/gpusim/gpu"
	"gpucourse/grader/rubric"
)

var allocationTasks = []Task{
	{
		ID: "08.1", Title: "Blocks of the driver", Form: Predict, After: "explain-blocks",
		Text: "A program makes 100 allocations of 300 KiB each on an H200. For how many of them does the driver need a new block?",
		Ask: Number{
			Unit:    "new blocks",
			Answer:  newBlocks(100, 300<<10),
			Because: "6 pieces of 300 KiB fit into a block of 2 MiB, and 100 pieces need 17 blocks",
			Misread: []Misread{
				{Computed(15), "you divided all bytes by the bytes of a block: a piece does not lie in two blocks"},
				{Computed(100), "several pieces fit into one block"},
				{Computed(100 / 6), "these are the full blocks: how many pieces are left?"},
				{Computed(100 / 3), "a block has 2 MiB"},
				{Computed(1), "30 000 KiB do not fit into a block of 2 MiB"},
			},
			Nudge: "how many whole pieces fit into one block?",
		},
		Hints: Hints{
			Question: "How many pieces of 300 KiB fit into 2048 KiB?",
			Look:     "The table above shows it for pieces of other sizes.",
			Hole:     "perBlock := 2048 / 300 // whole pieces\nblocks := (100 + perBlock - 1) / ___",
			Solution: "2048 / 300 is 6 whole pieces. 16 blocks hold 96 pieces, so 100 pieces need 17.",
		},
	},
	{
		ID: "08.2", Title: "Where the parts begin", Form: Complete, After: "explain-divide",
		Text: "`Starts` divides one allocation into parts of equal size. Complete the line.",
		Ask: Kernel{
			Kernel: rubric.Kernel{
				Name: "Starts", Signature: "func(out []float32, size, align, n int)",
				SizeNames: []string{"size", "align", "n"}, Sizes: []rubric.Size{{512, 256, 10}, {100, 256, 100}, {700, 512, 129}},
				Case: starts,
				Why: func(c *rubric.Case, i int) string {
					return fmt.Sprintf("%d · (%d rounded up to a multiple of %d)", i, c.Size[0], c.Size[1])
				},
				Hints: map[rubric.Symptom]string{
					rubric.BadValue:   "round up: a size that is a multiple of align stays as it is, and any other grows to the next multiple",
					rubric.NotWritten: "round up: a size that is a multiple of align stays as it is, and any other grows to the next multiple",
				},
			},
			Wrong: []Wrong{{"down", "any other grows to the next multiple"}, {"more", "stays as it is"}},
		},
		Hints: Hints{
			Question: "Integer division rounds down. What must be added to the size first, so that the result is rounded up?",
			Look:     "`roundUp`, in the cell above, does it on the host.",
			Hole:     `step := (size + ___) / align * align`,
		},
	},
	{
		ID: "08.3", Title: "Many small arrays", Form: Predict, After: "explain-addresses",
		Text: "A program makes 10 allocations of 700 bytes each on an H200, one after the other. How many bytes lie between the beginning of the first and the beginning of the last?",
		Ask: Number{
			Unit:    "bytes",
			Answer:  firstToLast(10, 700),
			Because: "an H200 gives pieces in multiples of 512 bytes, so 700 bytes take 1024, nine times",
			Misread: []Misread{
				{Computed(9 * 700), "pieces are rounded up: to which multiple on an H200?"},
				{Computed(9 * 768), "256 is what CUDA promises; look at the distances that the H200 has"},
				{Computed(10 * 1024), "the last piece itself is not asked for"},
				{Computed(9 * 512), "700 bytes do not fit into 512"},
				{Computed(10 * 700), "pieces are rounded up, and the last piece itself is not asked for"},
			},
			Nudge: "how many bytes does one piece take, and how many pieces lie before the last?",
		},
		Hints: Hints{
			Question: "How many bytes does a piece of 700 bytes take? How many pieces lie before the last one?",
			Look:     "The table above has the distances for 1, 256, 513 and 4096 bytes.",
			Hole:     "bytes := ___ * (700 + 511) / 512 * 512",
			Solution: "A piece of 700 bytes takes 1024. Nine of them lie before the last one: 9216 bytes.",
		},
	},
	{
		ID: "08.4", Title: "Blocks for an old device", Form: Configure, After: "explain-blocks-of-16",
		Text: "A GeForce 8800 GTX copies 1920 elements with `CopyOld`. Choose a launch with at least 40 blocks in which every half-warp is aligned. Goal: exactly 120 transactions of loads, one per half-warp.",
		Ask: Configuration{
			Kernel: rubric.Kernel{
				Name: "CopyOld", Signature: "func(out, in []float32)",
				SizeNames: []string{"n"}, Sizes: []rubric.Size{{1920}},
				Case: copiedByAll,
				Why:  func(c *rubric.Case, i int) string { return fmt.Sprintf("in[%d]", i) },
				Hints: map[rubric.Symptom]string{
					rubric.NotWritten: "blocks times threads per block must be 1920",
					rubric.Outside:    "blocks times threads per block must be 1920",
				},
				Goals: []rubric.Goal{
					rubric.Exactly("transactions of loads", "gld_transactions", 1920/16, "where does block 1 begin? A half-warp is aligned if its first thread has a multiple of 16"),
					rubric.AtLeast("blocks", "launch__grid_size", 40, "smaller blocks give more of them"),
				},
			},
			Device:   "GeForce 8800 GTX",
			Stub:     line(80, 24),
			Solution: line(60, 32),
			Wrong: []WrongConfiguration{
				{line(96, 20), "where does block 1 begin?"},
				{line(15, 128), "smaller blocks give more of them"},
				{line(50, 32), "must be 1920"},
			},
		},
		Hints: Hints{
			Question: "Which numbers of threads per block are multiples of 16, and divide 1920 into at least 40 blocks?",
			Look:     "The table above compares blocks of 48 and of 40 threads.",
			Hole:     `gpusim.Config{Grid: gpusim.Dim(1920 / ___), Block: gpusim.Dim(___)}`,
			Solution: "```go\ngpusim.Config{Grid: gpusim.Dim(60), Block: gpusim.Dim(32)}\n```",
		},
	},
	{
		ID: "08.5", Title: "Bytes or elements?", Form: Mend, After: "explain-pitch",
		Text: "`Negate` gets the pitch in bytes, as `cudaMallocPitch` returns it. It has a bug. Run it, read the message, and mend it.",
		Ask: Kernel{
			Kernel: rubric.Kernel{
				Name: "Negate", Signature: "func(out, in []float32, width, height, pitch int)",
				SizeNames: []string{"width", "height"}, Sizes: []rubric.Size{{5, 1}, {100, 12}, {129, 20}},
				Case:  pictures(32, 4, func(v float32) float32 { return -v }, padded, 4),
				Why:   func(c *rubric.Case, i int) string { return fmt.Sprintf("-in[%d]", i) },
				Where: inPaddedRow,
				Hints: map[rubric.Symptom]string{
					rubric.Outside:    "this element is padding: with which element does the row begin?",
					rubric.NotWritten: "no thread came here: with which element does this row begin?",
					rubric.BadValue:   "another pixel came here: with which element does this row begin?",
					rubric.Poisoned:   "the thread read padding: with which element does this row begin?",
				},
			},
			Wrong: []Wrong{{"packed", "this element is padding"}, {"all", "with which element does this row begin?"}},
		},
		Hints: Hints{
			Question: "How many bytes has a `float32`? How many elements are pitch bytes?",
			Look:     "The table at the beginning of section 6 has the same computation in CUDA C and in Go.",
			Hole:     `out[y*pitch/___+x] = -in[y*pitch/___+x]`,
		},
	},
	{
		ID: "08.6", Title: "Read the report", Form: Explain, After: "explain-pitch",
		Text: "64 warps each load 32 neighbouring elements of a row of `float32`. One warp does one row. Run the cell, look at the counters, and choose the sentence that explains them.",
		Ask: Choice{
			Report:   rowsApart(36),
			Counters: []string{"global_load_requests", "gld_transactions", "gld_transactions_per_request"},
			Because:  "half of the requests need 5 sectors: every second row of 144 bytes begins in the middle of a sector",
			Options: []Option{
				{
					Text:   "Rows have a pitch of 512 bytes.",
					Holds:  func(r *gpusim.Report) bool { return counter(r, rubric.SectorsPerLoad) == 4 },
					Report: rowsApart(128),
					Says:   "then every row is aligned, and a request needs 4 sectors",
				},
				{
					Text:   "Rows are 136 bytes apart: three of four begin inside a sector.",
					Holds:  func(r *gpusim.Report) bool { return counter(r, rubric.SectorsPerLoad) == 4.75 },
					Report: rowsApart(34),
					Says:   "then three of four requests would need a fifth sector: 4.75 on average",
				},
				{
					Text:  "Rows are 144 bytes apart: every second one begins in the middle of a sector.",
					Holds: func(r *gpusim.Report) bool { return counter(r, rubric.SectorsPerLoad) == 4.5 },
				},
				{
					Text:   "Rows are 132 bytes apart: seven of eight begin inside a sector.",
					Holds:  func(r *gpusim.Report) bool { return counter(r, rubric.SectorsPerLoad) == 4.875 },
					Report: rowsApart(33),
					Says:   "then seven of eight requests would need a fifth sector: 4.875 on average",
				},
			},
		},
		Hints: Hints{
			Question: "Which part of the requests needs a fifth sector?",
			Look:     "The strips above show where rows of 1000 bytes begin.",
			Hole:     "share := (sectorsPerRequest - 4) / ___ // of the rows that begin inside a sector",
			Solution: "4.5 sectors on average: half of the rows need 5. 144 bytes are four and a half sectors, so every second row is shifted by half a sector.",
		},
	},
	{
		ID: "08.7", Title: "Without padding", Form: Write, After: "explain-pitches",
		Text: "Write `Unpad` from blank. It is launched with blocks of 32 × 4 threads that cover the picture. `in` has a pitch, in bytes, and `out` has none. Goals: at most 4 sectors per load request and 5 per store request.",
		Ask: Kernel{
			Kernel: rubric.Kernel{
				Name: "Unpad", Signature: "func(out, in []float32, width, height, pitch int)",
				SizeNames: []string{"width", "height"}, Sizes: []rubric.Size{{5, 1}, {100, 12}, {129, 20}},
				Case: unpadded,
				Why: func(c *rubric.Case, i int) string {
					return fmt.Sprintf("row %d, column %d of in", i/c.Size[0], i%c.Size[0])
				},
				Where: func(c *rubric.Case, i int) string { return fmt.Sprintf("row %d, column %d", i/c.Size[0], i%c.Size[0]) },
				Hints: map[rubric.Symptom]string{
					rubric.Poisoned:   "this thread read padding: which columns has a row?",
					rubric.BadValue:   "another pixel came here: where does this row begin in in, and where in out?",
					rubric.NotWritten: "no thread came here: which pixel does a thread do?",
					rubric.Outside:    "this thread has no pixel: compare with the width and the height",
				},
				Goals: []rubric.Goal{
					rubric.AtMost("sectors per load request", rubric.SectorsPerLoad, 4, neighbours),
					rubric.AtMost("sectors per store request", rubric.SectorsPerStore, 5, neighbours),
				},
			},
			Wrong: []Wrong{{"open", "compare with the width and the height"}, {"turned", "sectors per load request, limit 4"}},
		},
		Hints: Hints{
			Question: "Where does row y begin in `in`, where in `out`? Which threads have no pixel?",
			Look:     "`Negate`, in task 08.5, finds its pixel in the same way.",
			Hole: `
if x < width && y < height {
	out[y*___+x] = in[y*___+x]
}
`,
		},
	},
}

// newBlocks returns for how many of n allocations the driver of an H200 needs a new block.
func newBlocks(n, bytes int) func() float64 {
	return func() float64 {
		dev := gpusim.Must(gpusim.Open(Device))
		for range n {
			gpusim.Must(gpusim.Malloc[uint8](dev, bytes))
		}
		return float64(dev.Allocations().Mapped)
	}
}

// firstToLast returns the bytes between the first and the last of n allocations.
func firstToLast(n, bytes int) func() float64 {
	return func() float64 {
		dev := gpusim.Must(gpusim.Open(Device))
		var at []uint64
		for range n {
			at = append(at, gpusim.Must(gpusim.Malloc[uint8](dev, bytes)).Address())
		}
		return float64(at[n-1] - at[0])
	}
}

// beginsOfRows copies the first 32 elements of each row. One warp does one row.
func beginsOfRows(out, in []float32, stride int) {
	out[gpu.BlockIdx.X*32+gpu.ThreadIdx.X] = in[gpu.BlockIdx.X*stride+gpu.ThreadIdx.X]
}

// starts is the case of Starts.
func starts(s rubric.Size, rng *rubric.Random) *rubric.Case {
	size, align, n := s[0], s[1], s[2]
	out := rubric.Result("out", n, rng)
	for i := range n {
		out.Want[i] = float32(i * blocksOf(size, align) * align)
	}
	return threadPer(n, out, rubric.NewScalar("size", size), rubric.NewScalar("align", align), rubric.NewScalar("n", n))
}

// copiedByAll is the case of a kernel without a test of the index: it has a thread per element.
func copiedByAll(s rubric.Size, rng *rubric.Random) *rubric.Case {
	n := s[0]
	out, in := rubric.Result("out", n, rng), rubric.Input("in", n, rng)
	copy(out.Want, in.Init[:n])
	return threadPer(n, out, in)
}

// unpadded is the case of Unpad.
func unpadded(s rubric.Size, rng *rubric.Random) *rubric.Case {
	width, height := s[0], s[1]
	c := pictures(32, 4, func(v float32) float32 { return v }, padded, 4)(s, rng)
	in, out := c.Args[1].(*rubric.Array[float32]), rubric.Result("out", width*height, rng)
	for i := range width * height {
		out.Want[i] = in.Init[i/width*padded(width)+i%width]
	}
	c.Args[0] = out
	return c
}

// rowsApart reads 64 rows that are a number of elements apart.
func rowsApart(stride int) func() *gpusim.Report {
	return Launched(Device, beginsOfRows, line(64, 32), make([]float32, 64*32), make([]float32, 64*stride), stride)
}
