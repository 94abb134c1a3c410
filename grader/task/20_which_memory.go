package task

// This file holds the tasks of chapter 20.

import (
	"fmt"

	"gpucourse/gpusim"
	"gpucourse/gpusim/gpu"
	"gpucourse/grader/rubric"
)

var choosingTasks = []Task{
	{
		ID: "20.1", Title: "Requests of a filter", Form: Predict, After: "explain-constants",
		Text: "A filter of 7 × 7 pixels has its coefficients in constant memory. One thread does one pixel of a picture of 64 × 64 pixels, as in `WithConstants`. How many load requests of global memory does it make?",
		Ask: Number{
			Unit:    "requests",
			Answer:  Counted(rubric.LoadRequests, "K20c", sevenBySeven, line(16, 256), zeroed(64*64), zeroed(64*64)),
			Because: "64 × 64 threads are 128 warps, and each makes 49 requests for pixels",
			Misread: []Misread{
				{Computed(2 * 128 * 49), "coefficients in constant memory need no load of global memory"},
				{Computed(64 * 64 * 49), "you counted threads; a request is one load of one warp"},
				{Computed(49), "that is one warp; how many warps are there?"},
				{Computed(128 * 25), "that is for 5 × 5 pixels"},
				{Computed(128), "each warp makes more than one request"},
			},
			Nudge: "how many warps are there, and how many pixels does each thread load?",
		},
		Hints: Hints{
			Question: "How many warps do 64 × 64 threads form? How many pixels does one thread load?",
			Look:     "The table above has the load requests of a filter of 5 × 5 pixels.",
			Hole:     "requests := 64 * 64 / ___ * 49",
			Solution: "4096 threads are 128 warps. Each loads 49 times: 6272 requests.",
		},
	},
	{
		ID: "20.2", Title: "Who answers the loads?", Form: Explain, After: "explain-read-only",
		Text: "A kernel on a K20c adds up nine numbers per thread. Run the cell, look at the counters, and choose the sentence that explains them. A sector has 32 bytes.",
		Ask: Choice{
			Report:   nineAdded(nineNeighbours),
			Counters: []string{"gld_transactions_per_request", "gld_transactions", fromL2, fromDRAM},
			Because:  "L2 answers as many sectors as the loads ask for, and DRAM sends only the array, once",
			Options: []Option{
				{
					Text:   "The lanes are scattered: each uses a sector of its own.",
					Holds:  func(r *gpusim.Report) bool { return counter(r, rubric.SectorsPerLoad) == 32 },
					Report: nineAdded(nineScattered),
					Says:   "then each request would move 32 sectors",
				},
				{
					Text:   "The read-only cache answers most loads.",
					Holds:  func(r *gpusim.Report) bool { return counter(r, fromL2) < counter(r, rubric.SectorsLoaded)/2 },
					Report: nineAdded(nineReadOnly),
					Says:   "then L2 would be asked for far fewer sectors than the loads move",
				},
				{
					Text: "Neighbouring lanes use neighbouring numbers. Every load goes to L2, and most find their sectors there.",
					Holds: func(r *gpusim.Report) bool {
						return counter(r, rubric.SectorsPerLoad) <= 5 && counter(r, fromL2) >= counter(r, rubric.SectorsLoaded) && counter(r, fromDRAM) < 32*counter(r, rubric.SectorsLoaded)/4
					},
				},
				{
					Text:   "Every load goes to DRAM.",
					Holds:  func(r *gpusim.Report) bool { return counter(r, fromDRAM) >= 32*counter(r, rubric.SectorsLoaded) },
					Report: nineAdded(nineApart),
					Says:   "compare the bytes from DRAM with 32 bytes per sector that the loads move",
				},
			},
		},
		Hints: Hints{
			Question: "How many sectors do the loads move, how many does L2 send, and how many does DRAM send?",
			Look:     "Compare `WithConstants` and `WithLdg` in the table above.",
			Hole:     "sectorsFromDRAM := bytesRead / ___",
			Solution: "L2 sends every sector that the loads ask for: nothing nearer keeps them. DRAM sends the array once.",
		},
	},
	{
		ID: "20.3", Title: "What waits in registers", Form: Write, After: "explain-registers",
		Text: "Write `ThreeRows` from blank. It adds three rows, as a small filter would; a thread walks down one column. Goal: each number is loaded once, 136 load requests for 128 columns and 32 rows.",
		Ask: Kernel{
			Kernel: rubric.Kernel{
				Name: "ThreeRows", Signature: "func(out, in []float32, width, height int)",
				SizeNames: []string{"width", "height"}, Sizes: []rubric.Size{{1, 4}, {129, 5}, {128, 32}},
				Case: threeRows,
				Why: func(c *rubric.Case, i int) string {
					return fmt.Sprintf("in[%d] + in[%d] + in[%d]", i, i+c.Size[0], i+2*c.Size[0])
				},
				Hints: map[rubric.Symptom]string{
					rubric.BadValue:   "row y uses rows y, y+1 and y+2 of in: which two of them does row y+1 use again?",
					rubric.NotWritten: "a thread stores one number for each row of its column",
					rubric.Outside:    "the last block has threads without a column",
				},
				Goals: []rubric.Goal{rubric.AtMost("load requests", rubric.LoadRequests, 4*34, "some number is loaded again: it was in a register already")},
			},
			Device: "K20c",
			Wrong:  []Wrong{{"same", "which two of them does row y+1 use again?"}, {"again", "it was in a register already"}},
		},
		Hints: Hints{
			Question: "Which two numbers of this row does the next row use again?",
			Look:     "`Window`, above, hands its sums on in its last line.",
			Hole: `
a, b := in[x], in[width+x]
for y := range height {
	c := in[(y+2)*width+x]
	out[y*width+x] = a + b + c
	a, b = ___
}
`,
		},
	},
	varied(func(v int) Task {
		pixels := v
		rows := pixels + 4
		in := named{"pixels": pixels, "rows": rows, "loads": 5 * rows, "perPixel": float64(5*rows) / float64(pixels)}.in
		return Task{
			ID: "20.4", Title: "Loads of a taller strip", Form: Predict, After: "explain-registers",
			Text: in("A thread of `Window` now does {pixels} pixels of a column. The filter still has 5 × 5 pixels. How many loads per pixel are there?"),
			Ask: Number{
				Unit:    "loads per pixel",
				Answer:  Computed(float64(rows) * 5 / float64(pixels)),
				Because: in("{rows} rows with 5 loads each, for {pixels} pixels"),
				Misread: []Misread{
					{Computed(25), "each loaded row serves up to five pixels of the column"},
					{Computed(5), "the first and the last pixel need two rows more, above and below"},
					{Computed(float64(rows) / float64(pixels)), "a row needs five loads"},
					{Computed(float64(8+4) * 5 / 8), "that is for 8 pixels"},
					{Computed(rows * 5), in("that is per thread; it does {pixels} pixels")},
				},
				Nudge: "how many rows does the thread load, how many loads has a row, and how many pixels does it do?",
			},
			Hints: Hints{
				Question: in("How many rows does a thread need for {pixels} pixels of a column?"),
				Look:     "The loop of `Window` runs over `rows + 4`.",
				Hole:     in("loads := ({pixels} + ___) * 5 / {pixels}.0"),
				Solution: in("{pixels} + 4 rows with 5 loads each are {loads} loads. {loads} / {pixels} = {perPixel} per pixel."),
			},
		}
	}, 16, 20, 10, 40),
	{
		ID: "20.5", Title: "Few atomics, enough threads", Form: Configure, After: "explain-sum",
		Text: "Choose a launch of `Squares` for n = 8192. Goals: at most 64 global atomics, and at least 2048 threads.",
		Ask: Configuration{
			Kernel: rubric.Kernel{
				Name: "Squares", Signature: "func(energy, in []float32, n int)",
				SizeNames: []string{"n"}, Sizes: []rubric.Size{{8192}},
				Case: summedUp(func(v float32) float32 { return v * v }),
				Why:  func(*rubric.Case, int) string { return "the sum of the squares" },
				Hints: map[rubric.Symptom]string{
					rubric.BadValue: "a shuffle gives a lane its own number back where it has no partner: let a block have whole warps, a multiple of 32 threads",
				},
				Goals: []rubric.Goal{
					rubric.AtMost("global atomics", rubric.AtomicRequests, 64, "each warp adds once: how many warps may there be?").Plus(rubric.RedRequests),
					rubric.AtLeast("threads", "launch__thread_count", 2048, "too few threads: they cannot hide the latency of their loads"),
				},
			},
			Device:   "K20c",
			Stub:     line(32, 256),
			Solution: line(8, 256),
			Wrong: []WrongConfiguration{
				{line(16, 256), "how many warps may there be?"},
				{line(4, 256), "they cannot hide the latency"},
				{line(64, 16), "let a block have whole warps"},
			},
		},
		Hints: Hints{
			Question: "How many threads do 64 warps have?",
			Look:     "The table above has the atomics of `Focus`: one per block of four warps.",
			Hole:     `gpusim.Config{Grid: gpusim.Dim(64 * 32 / ___), Block: gpusim.Dim(256)}`,
			Solution: "```go\ngpusim.Config{Grid: gpusim.Dim(8), Block: gpusim.Dim(256)}\n```",
		},
	},
	{
		ID: "20.6", Title: "Too bright", Form: Mend, After: "explain-sum",
		Text: "`Brightness` gives a sum that is far too large. Run it, and mend it. Goal: one global atomic per warp, in which one lane works: 32 sectors of atomics for 1000 numbers.",
		Ask: Kernel{
			Kernel: rubric.Kernel{
				Name: "Brightness", Signature: "func(total, in []float32, n int)",
				SizeNames: []string{"n"}, Sizes: []rubric.Size{{1}, {33}, {1000}},
				Case: summedUp(func(v float32) float32 { return v }),
				Why:  func(*rubric.Case, int) string { return "the sum of all numbers" },
				Hints: map[rubric.Symptom]string{
					rubric.BadValue:   "which lane holds the sum of the whole warp, and which lanes add?",
					rubric.NotWritten: "which lane holds the sum of the whole warp, and which lanes add?",
				},
				Goals: []rubric.Goal{rubric.AtMost("sectors of atomics", rubric.AtomicSectors, 32, "one lane per warp is enough: let shuffles bring the others' numbers to it").Plus(rubric.RedSectors)},
			},
			Device: "K20c",
			Wrong:  []Wrong{{"last", "which lane holds the sum of the whole warp"}, {"each", "one lane per warp is enough"}},
		},
		Hints: Hints{
			Question: "After the shuffles, which lane holds the sum of the whole warp? Which lanes add theirs?",
			Look:     "`Squares`, in task 20.5, has one line more.",
			Hole:     "if gpu.LaneID() == ___ {\n\tgpu.AtomicAdd(&total[0], v)\n}",
		},
	},
	{
		ID: "20.7", Title: "Where is the table?", Form: Explain, After: "explain-h200",
		Text: "Each thread of 64 blocks looks numbers up in a table of 1024 numbers, at indexes that differ from lane to lane. Four versions of the kernel keep the table in different memory. Run the cell, look at the counters of one version, and choose the memory that holds its table.",
		Ask: Choice{
			Turn:     3,
			Report:   lookedUp(fromConstant, 1),
			Counters: []string{"global_load_requests", "gld_transactions_per_request", "constant_load_requests", "shared_load_transactions", "sm__cycles_elapsed.max"},
			Because:  "each read of the table is a request of constant memory, and each distinct address of a warp is served by itself: it takes the most cycles",
			Options: []Option{
				{
					Text: "Constant memory.",
					Holds: func(r *gpusim.Report) bool {
						return counter(r, "constant_load_requests") >= 64*8*16
					},
				},
				{
					Text: "Global memory, through L1.",
					Holds: func(r *gpusim.Report) bool {
						return counter(r, "global_load_requests") >= 64*8*16 && counter(r, "constant_load_requests") < 64*8*16
					},
					Report: lookedUp(fromGlobal, 1),
					Says:   "then each read of the table would be a load request of global memory, with many sectors",
				},
				{
					Text: "Shared memory, into which each block copies the table first.",
					Holds: func(r *gpusim.Report) bool {
						return counter(r, "shared_load_transactions") >= 64*8*16
					},
					Report: lookedUp(fromShared, 1),
					Says:   "then each read of the table would load shared memory, and only the copy would load global memory",
				},
				{
					Text: "Registers: each lane holds a part, and the lanes shuffle.",
					Holds: func(r *gpusim.Report) bool {
						return counter(r, "global_load_requests") < 64*8*16 && counter(r, "shared_load_transactions") == 0 && counter(r, "constant_load_requests") == 0
					},
					Report: lookedUp(fromLanes, 1),
					Says:   "then reading the table would be no request of any memory",
				},
			},
		},
		Hints: Hints{
			Question: "Which kind of request grows with the number of reads of the table?",
			Look:     "The table of section 10 says for which data constant memory is good. Is the index of this kernel the same for all lanes?",
			Hole:     `reads := 64 * 8 * 16 // of warps: which counter has at least ___?`,
			Solution: "64 blocks of 8 warps read the table 16 times each. Constant memory has that many requests; no other memory has.",
		},
	},
	{
		ID: "20.8", Title: "A home for the table", Form: Optimise, After: "explain-h200",
		Text: "`Recode` replaces each code by a number of a table with 1024 entries; codes of neighbouring lanes have nothing in common. On a K20c each read of the table goes to L2. Choose a memory for the table. Par is 6000 sectors requested from L2 for n = 32768, of which the codes alone take 4096. How far do you get?",
		Ask: Kernel{
			Device: "K20c",
			Kernel: rubric.Kernel{
				Name: "Recode", Signature: "func(out, table []float32, codes []int32, n int)",
				SizeNames: []string{"n"}, Sizes: []rubric.Size{{1000}, {32768}},
				Case: tableReads,
				Why:  func(c *rubric.Case, i int) string { return fmt.Sprintf("table[codes[%d]&1023]", i) },
				Hints: map[rubric.Symptom]string{
					rubric.BadValue:   "is the whole table there when a thread first reads it?",
					rubric.NotWritten: "a thread does every element that is a whole grid of threads behind its first",
				},
				Goals: []rubric.Goal{rubric.AtMost("sectors requested from L2", requestedFromL2, 6000, "the same 128 sectors of the table are asked for again and again: which memory of an SM can answer instead, whatever the lanes' addresses are?")},
			},
			Best:  5120,
			Wrong: []Wrong{{"early", "with no barrier between"}, {"warp", "which memory of an SM can answer instead"}, {"part", "before any thread of block"}},
		},
		Hints: Hints{
			Question: "How many sectors has the table? How often must each SM ask for them at least?",
			Look:     "The table of section 10: the row of data that many threads of a block use in another order.",
			Hole: `
near := gpu.Shared[[1024]float32]()
for k := gpu.ThreadIdx.X; k < 1024; k += ___ {
	near[k] = table[k]
}
gpu.SyncThreads()
`,
		},
	},
}

// taskFilter are coefficients.
var taskFilter gpu.Constant[[49]float32]

// sevenBySeven filters a picture of 64 columns and rows.
func sevenBySeven(out, in []float32) {
	const side = 64
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	x, y, sum := i%side, i/side, float32(0)
	for dy := range 7 {
		for dx := range 7 {
			sum += taskFilter.V[7*dy+dx] * in[min(max(y+dy-3, 0), side-1)*side+min(max(x+dx-3, 0), side-1)]
		}
	}
	out[i] = sum
}

// nineNeighbours adds up nine numbers per thread.
func nineNeighbours(out, in []float32) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	sum := float32(0)
	for k := range 9 {
		sum += in[i+k]
	}
	out[i] = sum
}

// threeRows is the case of ThreeRows.
func threeRows(s rubric.Size, rng *rubric.Random) *rubric.Case {
	width, height := s[0], s[1]
	out, in := rubric.Result("out", width*height, rng), rubric.Input("in", width*(height+2), rng)
	for i := range width * height {
		out.Want[i] = in.Init[i] + in.Init[i+width] + in.Init[i+2*width]
	}
	return threadPer(width, out, in, rubric.NewScalar("width", width), rubric.NewScalar("height", height))
}

// summedUp is the case of a kernel that adds f of n small integers to one number, 0 at first.
func summedUp(f func(float32) float32) caseMaker {
	return func(s rubric.Size, rng *rubric.Random) *rubric.Case {
		n, sum := s[0], float32(0)
		total, in := rubric.Result("total", 1, rng), rubric.Input("in", n, rng)
		for i := range n {
			in.Init[i] = float32(1 + rng.IntN(15))
			sum += f(in.Init[i])
		}
		total.Init[0], total.Want[0] = 0, sum
		return threadPer(n, total, in, rubric.NewScalar("n", n))
	}
}

// What L2 sends, in sectors, and what DRAM sends, in bytes.
const (
	fromL2   = "l2_tex_read_transactions"
	fromDRAM = "dram__bytes_read.sum"
)

// nineAdded launches a kernel of 20.2.
func nineAdded(kernel any) func() *gpusim.Report {
	const threads = 64 * 256
	return Launched("K20c", kernel, line(64, 256), zeroed(threads), zeroed(9*threads))
}

// nineScattered lets each thread add up neighbours of its own, which fill more than a sector.
func nineScattered(out, in []float32) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	sum := float32(0)
	for k := range 9 {
		sum += in[9*i+k]
	}
	out[i] = sum
}

// nineReadOnly is nineNeighbours through the read-only cache.
func nineReadOnly(out []float32, in gpu.ReadOnly[float32]) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	sum := float32(0)
	for k := range 9 {
		sum += in[i+k]
	}
	out[i] = sum
}

// nineApart adds up numbers that no other thread reads.
func nineApart(out, in []float32) {
	i, n := gpu.BlockIdx.X*gpu.BlockDim.X+gpu.ThreadIdx.X, gpu.GridDim.X*gpu.BlockDim.X
	sum := float32(0)
	for k := range 9 {
		sum += in[k*n+i]
	}
	out[i] = sum
}

// tableOf holds a table in constant memory.
var tableOf gpu.Constant[[1024]float32]

// lookedUp launches a kernel that looks numbers up in a table.
func lookedUp(kernel any, step int) func() *gpusim.Report {
	table := make([]float32, 1024)
	return Launched(Device, kernel, line(64, 256), zeroed(64*256), table, step)
}

// nextIndex is where a lane looks next: lanes have nothing in common.
func nextIndex(at, step int) int { return (at*77 + step) & 1023 }

// fromConstant looks up in constant memory.
func fromConstant(out, table []float32, step int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	at, sum := i, float32(0)
	for range 16 {
		at = nextIndex(at, step)
		sum += tableOf.V[at]
	}
	out[i] = sum
}

// fromGlobal looks up in global memory.
func fromGlobal(out, table []float32, step int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	at, sum := i, float32(0)
	for range 16 {
		at = nextIndex(at, step)
		sum += table[at]
	}
	out[i] = sum
}

// fromShared looks up in a copy of the block.
func fromShared(out, table []float32, step int) {
	near := gpu.Shared[[1024]float32]()
	for k := gpu.ThreadIdx.X; k < 1024; k += 256 {
		near[k] = table[k]
	}
	gpu.SyncThreads()
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	at, sum := i, float32(0)
	for range 16 {
		at = nextIndex(at, step)
		sum += near[at]
	}
	out[i] = sum
}

// fromLanes looks up in the registers of the lanes, as far as 32 numbers go.
func fromLanes(out, table []float32, step int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	at, sum, own := i, float32(0), table[gpu.ThreadIdx.X]
	for range 16 {
		at = nextIndex(at, step)
		sum += gpu.ShflSync(0xffffffff, own, at&31)
	}
	out[i] = sum
}

// tableReads is the case of Recode: 8 blocks of 256 threads, or fewer.
func tableReads(s rubric.Size, rng *rubric.Random) *rubric.Case {
	n := s[0]
	out, table := rubric.Result("out", n, rng), rubric.Input("table", 1024, rng)
	codes := rubric.InputInts("codes", n, 1<<20, rng)
	for i := range n {
		out.Want[i] = table.Init[codes.Init[i]&1023]
	}
	return &rubric.Case{
		Grid: rubric.Dim{X: min(8, blocksOf(n, 256)), Y: 1, Z: 1}, Block: rubric.Dim{X: 256, Y: 1, Z: 1},
		Args: []rubric.Arg{out, table, codes, rubric.NewScalar("n", n)},
	}
}
