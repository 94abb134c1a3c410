package task

// This file holds the tasks of chapter 07.

import (
	"fmt"

	"gpucourse/gpusim"
	"gpucourse/gpusim/gpu"
	"gpucourse/grader/rubric"
)

var coalescingTasks = []Task{
	varied(func(v [2]int) Task {
		blocks, size := v[0], v[1]
		threads := blocks * size
		launch, out, from := line(blocks, size), make([]float64, threads), make([]float64, threads)
		in := named{"blocks": blocks, "size": size, "threads": threads, "bytes": 8 * threads, "sectors": 8 * threads / 32, "warps": threads / 32}.in
		return Task{
			ID: "07.1", Title: "Sectors of a launch", Form: Predict, After: "explain-words",
			Text: in("{blocks} blocks of {size} threads copy neighbouring elements of type `float64`, 8 bytes each, one element per thread. How many sectors do the loads of all warps move?"),
			Ask: Number{
				Unit:    "sectors",
				Answer:  Counted(rubric.SectorsLoaded, Device, copyDoubles, launch, out, from),
				Because: in("{threads} threads × 8 bytes are {bytes} bytes, which fill {sectors} sectors of 32 bytes: 8 for each of the {warps} warps"),
				Misread: []Misread{
					{Computed(threads), "you counted threads; one sector serves several of them"},
					{Computed(threads * 4 / 32), "that is for elements of 4 bytes"},
					{Computed(threads * 8 / 128), "you counted lines of 128 bytes; a line has four sectors"},
					{Computed(threads * 8), "you counted bytes; a sector has 32 of them"},
					{Counted(rubric.LoadRequests, Device, copyDoubles, launch, out, from), "you counted requests, one per warp; a request moves several sectors"},
					{Counted(rubric.SectorsPerLoad, Device, copyDoubles, launch, out, from), "that is what the load of one warp moves; how many warps are there?"},
					{Computed(2 * threads * 8 / 32), "you counted loads and stores together; only the loads are asked for"},
				},
				Nudge: "how many bytes do all threads ask for together, and how many sectors do they fill?",
			},
			Hints: Hints{
				Question: "How many bytes do all threads ask for together?",
				Look:     "Run the cell above again with `chart.Lanes(b8, \"in\")` in `notebook.Show`, and count the bars under the memory: these are the sectors of one warp.",
				Hole:     in(`sectors := {blocks} * {size} * 8 / ___`),
				Solution: in("{blocks} × {size} × 8 bytes = {bytes} bytes. {bytes} / 32 = {sectors} sectors."),
			},
		}
	}, [2]int{2, 96}, [2]int{3, 96}, [2]int{2, 160}, [2]int{3, 160}),
	{
		ID: "07.2", Title: "Which lane takes which pixel?", Form: Complete, After: "explain-stride",
		Text: "`Double` is launched with blocks of 32 × 32 threads that cover the picture. [Chapter 04](04_kernel_design.ipynb), section 2, says which threads of such a block are a warp. Complete the two lines. Goal: at most 5 sectors per request, for loads and for stores.",
		Ask: Kernel{
			Kernel: rubric.Kernel{
				Name: "Double", Signature: "func(out, in []float32, width, height int)",
				SizeNames: []string{"width", "height"}, Sizes: []rubric.Size{{32, 32}, {33, 20}, {96, 32}},
				Case: pictures(32, 32, func(v float32) float32 { return 2 * v }, func(width int) int { return width }, 0),
				Why:  func(c *rubric.Case, i int) string { return fmt.Sprintf("2·in[%d] = 2·%s", i, c.At("in", i)) },
				Where: func(c *rubric.Case, i int) string {
					return fmt.Sprintf("row %d, column %d", i/c.Size[0], i%c.Size[0])
				},
				Hints: map[rubric.Symptom]string{rubric.NotWritten: "no thread got this pixel. A thread needs the number of its block and its number in the block, in both directions"},
				Goals: []rubric.Goal{
					rubric.PerLoad(5, 96*32, neighbours),
					rubric.PerStore(5, 96*32, neighbours),
				},
			},
			Wrong: []Wrong{{"turned", "sectors per load request, limit 5"}, {"blocks", "A thread needs the number of its block"}},
		},
		Hints: Hints{
			Question: "The lanes of a warp differ in one of `gpu.ThreadIdx.X` and `gpu.ThreadIdx.Y`. Which one? And should they differ in column or in row?",
			Look:     "Kernel1 and Kernel2, in section 1, have the two pictures that are possible here.",
			Hole: `
x := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.___
y := gpu.BlockIdx.Y*gpu.BlockDim.Y + gpu.ThreadIdx.___
`,
		},
	},
	{
		ID: "07.3", Title: "Read the report", Form: Explain, After: "explain-stride",
		Text: "A warp of an unknown kernel loads 32 `float32`. Run the cell, look at its counters, and choose the sentence that explains them.",
		Ask: Choice{
			Report:   loaded(shiftedByOne),
			Counters: []string{"global_load_requests", "gld_transactions", "gld_transactions_per_request", "gld_efficiency"},
			Because:  "128 bytes are used of 160 that move: one sector more than aligned neighbours need",
			Options: []Option{
				{
					Text:  "Neighbouring lanes use neighbouring elements, and the first lane's does not begin a line.",
					Holds: func(r *gpusim.Report) bool { return counter(r, rubric.SectorsPerLoad) == 5 },
				},
				{
					Text: "Lanes use every second element.",
					Holds: func(r *gpusim.Report) bool {
						return counter(r, rubric.SectorsPerLoad) == 8 && counter(r, "gld_efficiency") == 50
					},
					Report: loaded(everySecond),
					Says:   "then half of each sector is used: 8 sectors per request, and an efficiency of 50 %",
				},
				{
					Text:   "Each lane uses a sector of its own.",
					Holds:  func(r *gpusim.Report) bool { return counter(r, rubric.SectorsPerLoad) == 32 },
					Report: loaded(everyEighth),
					Says:   "then a request would move 32 sectors, one per lane",
				},
				{
					Text:   "All lanes use one element.",
					Holds:  func(r *gpusim.Report) bool { return counter(r, rubric.SectorsPerLoad) == 1 },
					Report: loaded(oneForAll),
					Says:   "then a request would move 1 sector",
				},
			},
		},
		Hints: Hints{
			Question: "How many sectors do the 128 bytes of a warp fill when they are aligned? How many more are there, and which part of them is used?",
			Look:     "The curves of sections 3 and 4 show sectors against offset and against stride. At which place do both counters fit?",
			Hole:     `used := 128 / (sectorsPerRequest * ___) // the efficiency`,
			Solution: "5 sectors have 160 bytes, and 128 / 160 = 0.8 of them are used. That is a shift: a stride of two would take 8 sectors and use half of them.",
		},
	},
	{
		ID: "07.4", Title: "Exactly 8 sectors", Form: Match, After: "explain-stride",
		Text: "One warp loads, and stores what it loaded to neighbours. Choose the elements, so that the load makes exactly one request and moves exactly 8 sectors: neither the best nor the worst.",
		Ask: Kernel{
			Kernel: rubric.Kernel{
				Name: "Gather", Signature: "func(out, in []float32)",
				SizeNames: []string{"lanes"}, Sizes: []rubric.Size{{32}},
				Case:  equalInputs,
				Why:   func(c *rubric.Case, i int) string { return "any element of in" },
				Hints: map[rubric.Symptom]string{rubric.NotWritten: "lane i stores to out[i]. Change only the index of in"},
				Goals: []rubric.Goal{
					rubric.Exactly("sectors loaded", rubric.SectorsLoaded, 8, "a lane uses 4 bytes and a sector has 32: how many lanes must share a sector, so that 32 lanes need 8 of them?"),
					rubric.Exactly("load requests", rubric.LoadRequests, 1, "each load instruction of the warp is a request of its own: load once"),
				},
			},
			Wrong: []Wrong{
				{"eight", "32 sectors loaded, exactly 8"},
				{"shifted", "5 sectors loaded, exactly 8"},
				{"twice", "2 load requests, exactly 1"},
				{"spread", "Change only the index of in"},
			},
		},
		Hints: Hints{
			Question: "With neighbours, 8 lanes share a sector and 4 sectors are enough. How many lanes share a sector when there are 8?",
			Look:     "The curve above shows sectors per load against stride. Which stride of 4-byte words gives 8?",
			Hole:     `out[i] = in[___*i]`,
		},
	},
	varied(func(v int) Task {
		n := v
		missed := fmt.Sprintf("%d load requests, exactly %d", n/24, n/32)
		in := named{"n": n, "requests": n / 32, "most": n + 64, "blocks": n / 64}.in
		return Task{
			ID: "07.5", Title: "Blocks that fit the warps", Form: Configure, After: "explain-blocks",
			Text: in("Choose a launch for `CopyWords` with n = {n}. Goals: the loads make exactly {requests} requests, and the launch has at most {most} threads."),
			Ask: Configuration{
				Kernel: rubric.Kernel{
					Name: "CopyWords", Signature: "func(out, in []float32, n int)",
					SizeNames: []string{"n"}, Sizes: []rubric.Size{{n}},
					Case:  eachElement(func(v float32) float32 { return v }),
					Why:   func(c *rubric.Case, i int) string { return fmt.Sprintf("in[%d]", i) },
					Hints: map[rubric.Symptom]string{rubric.NotWritten: "blocks times threads per block must be at least n"},
					Goals: []rubric.Goal{
						rubric.Exactly("load requests", rubric.LoadRequests, float64(n/32),
							"each warp makes one request, also a warp with idle lanes. How many threads per block leave no lane idle?"),
						rubric.AtMost("threads", "launch__thread_count", float64(n+64), in("fewer blocks still cover {n} elements")),
					},
				},
				Stub:     line(1, 24),
				Solution: line(n/64, 64),
				Wrong: []WrongConfiguration{
					{line(n/24, 24), missed},
					{line(n/48, 48), missed},
					{line(n/32-1, 32), "blocks times threads per block must be at least n"},
					{line(n/64+1, 128), fmt.Sprintf("%d threads, limit %d", 128*(n/64+1), n+64)},
				},
			},
			Hints: Hints{
				Question: "How many warps does a block of 24 threads have, and how many of its lanes work?",
				Look:     "The table above compares blocks of 24 and of 32 threads. Look at its row of requests.",
				Hole:     in(`gpusim.Config{Grid: gpusim.Dim({n} / ___), Block: gpusim.Dim(64)}`),
				Solution: in("```go\ngpusim.Config{Grid: gpusim.Dim({blocks}), Block: gpusim.Dim(64)}\n```"),
			},
		}
	}, 960, 1920, 1344, 576),
	{
		ID: "07.6", Title: "Padded rows", Form: Mend, After: "explain-pitch",
		Text: "`Invert` is right for a picture without padding. This one has rows that begin `pitch` elements apart. Run it, look where the wrong pixel lies, and mend the kernel.",
		Ask: Kernel{
			Kernel: rubric.Kernel{
				Name: "Invert", Signature: "func(out, in []float32, width, height, pitch int)",
				SizeNames: []string{"width", "height"}, Sizes: []rubric.Size{{32, 8}, {33, 20}, {100, 12}},
				Case:  pictures(32, 4, func(v float32) float32 { return 1 - v }, padded, 1),
				Why:   func(c *rubric.Case, i int) string { return fmt.Sprintf("1 - in[%d] = 1 - %s", i, c.At("in", i)) },
				Where: inPaddedRow,
				Hints: map[rubric.Symptom]string{
					rubric.Outside:    "this element is padding: it lies behind the last column of its row",
					rubric.NotWritten: "where does this row begin? Rows lie pitch elements apart",
					rubric.BadValue:   "the thread reads one element and writes another: compare the two indices",
					rubric.Poisoned:   "the thread read the padding between two rows: where does its row begin?",
				},
			},
			Wrong: []Wrong{{"half", "became NaN"}, {"padding", "this element is padding"}},
		},
		Hints: Hints{
			Question: "At which element does row 1 begin, and at which does the kernel think it begins?",
			Look:     "The strips above show where rows begin, packed and pitched.",
			Hole:     `out[y*___+x] = 1 - in[y*___+x]`,
		},
	},
	{
		ID: "07.7", Title: "Points into planes", Form: Optimise, After: "explain-structs",
		Text: "`Planes` is right, but it moves 48 sectors per 32 points, because each load leaves gaps. The data fill 24 sectors. Par is 36 sectors per 32 points, loads and stores together. How far do you get?",
		Ask: Kernel{
			Kernel: rubric.Kernel{
				Name: "Planes", Signature: "func(x, y, z, xyz []float32, n int)",
				SizeNames: []string{"n"}, Sizes: []rubric.Size{{1}, {127}, {129}, {1000}, {4096}},
				Case: planes,
				Why: func(c *rubric.Case, i int) string {
					return fmt.Sprintf("the component of point %d", i)
				},
				Goals: []rubric.Goal{{
					Name: "sectors loaded and stored", Metrics: []string{rubric.SectorsLoaded, rubric.SectorsStored},
					Limit: func(s rubric.Size) float64 { return 36 * float64(s[0]) / 32 },
					Hint:  "the lanes of a warp load with gaps of two elements. There are three times as many threads as points: what if each moves one element of xyz? A load inside each of three branches is three requests: load before you branch",
				}},
			},
			Best:  3072,
			Wrong: []Wrong{{"thirds", "6144 sectors loaded and stored, limit 4608"}, {"branches", "load before you branch"}, {"rest", "was never written"}},
		},
		Hints: Hints{
			Question: "Which is cheaper for a warp: a load of 32 neighbours and stores of 11 neighbours in each of three planes, or three loads with gaps?",
			Look:     "The strips above show the points in memory. Mark the elements that one load of a warp uses.",
			Hole: `
j := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
if j < 3*n {
	v, i := xyz[j], ___
	switch j % 3 {
	case 0:
		x[i] = v
	// and the other two
	}
}
`,
		},
	},
}

const neighbours = "the lanes of a warp differ in gpu.ThreadIdx.X: neighbours in memory are neighbours in a row, so gpu.ThreadIdx.X must choose the column"

// copyDoubles copies an element per thread.
func copyDoubles(out, in []float64) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	out[i] = in[i]
}

// everyEighth copies every eighth element of in.
func everyEighth(out, in []float32) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	out[i] = in[8*i]
}

// padded returns the pitch of a row: at least one element of padding, and whole lines.
func padded(width int) int { return blocksOf(width+1, 32) * 32 }

// inPaddedRow says where an element of a padded picture lies.
func inPaddedRow(c *rubric.Case, i int) string {
	pitch := padded(c.Size[0])
	return fmt.Sprintf("row %d, column %d, pitch %d elements", i/pitch, i%pitch, pitch)
}

// pictures is the case of a kernel func(out, in []float32, width, height int) that applies f to
// each pixel. If unit is not 0, a further parameter is the pitch times unit.
func pictures(blockX, blockY int, f func(float32) float32, pitchOf func(width int) int, unit int) caseMaker {
	return func(s rubric.Size, rng *rubric.Random) *rubric.Case {
		width, height, pitch := s[0], s[1], pitchOf(s[0])
		out, in := rubric.Result("out", height*pitch, rng), rubric.PadRows(rubric.Input("in", height*pitch, rng), width, pitch, rng)
		for y := range height {
			for x := range width {
				out.Want[y*pitch+x] = f(in.Init[y*pitch+x])
			}
		}
		c := &rubric.Case{
			Grid:  rubric.Dim{X: blocksOf(width, blockX), Y: blocksOf(height, blockY), Z: 1},
			Block: rubric.Dim{X: blockX, Y: blockY, Z: 1},
			Args:  []rubric.Arg{out, in, rubric.NewScalar("width", width), rubric.NewScalar("height", height)},
		}
		if unit > 0 {
			c.Args = append(c.Args, rubric.NewScalar("pitch", unit*pitch))
		}
		return c
	}
}

// equalInputs is the case of Gather: a warp, and an input that holds the same everywhere.
func equalInputs(s rubric.Size, rng *rubric.Random) *rubric.Case {
	const most = 1024 // elements that a lane may choose from
	lanes := s[0]
	out, in := rubric.Result("out", lanes, rng), rubric.Input("in", most, rng)
	for i := range most {
		in.Init[i] = in.Init[0]
	}
	for i := range lanes {
		out.Want[i] = in.Init[0]
	}
	return &rubric.Case{
		Grid: rubric.Dim{X: 1, Y: 1, Z: 1}, Block: rubric.Dim{X: lanes, Y: 1, Z: 1}, Args: []rubric.Arg{out, in},
	}
}

// planes is the case of Planes.
func planes(s rubric.Size, rng *rubric.Random) *rubric.Case {
	n := s[0]
	xyz := rubric.Input("xyz", 3*n, rng)
	c := &rubric.Case{Grid: rubric.Dim{X: blocksOf(3*n, 128), Y: 1, Z: 1}, Block: rubric.Dim{X: 128, Y: 1, Z: 1}}
	for k, name := range []string{"x", "y", "z"} {
		plane := rubric.Result(name, n, rng)
		for i := range n {
			plane.Want[i] = xyz.Init[3*i+k]
		}
		c.Args = append(c.Args, plane)
	}
	c.Args = append(c.Args, xyz, rubric.NewScalar("n", n))
	return c
}

// loaded launches a kernel of 07.3.
func loaded(kernel any) func() *gpusim.Report {
	return Launched(Device, kernel, line(4, 256), zeroed(1024), zeroed(8*1024))
}

// shiftedByOne copies elements from the second on.
func shiftedByOne(out, in []float32) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	out[i] = in[i+1]
}

// everySecond copies every second element of in.
func everySecond(out, in []float32) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	out[i] = in[2*i]
}

// oneForAll copies an element per warp.
func oneForAll(out, in []float32) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	out[i] = in[i/32]
}
