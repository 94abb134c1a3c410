package task

// This file holds the tasks of chapter 08.

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"gpucourse/gpusim"
	"gpucourse/gpusim/gpu"
	"gpucourse/grader/rubric"
)

var allocationTasks = []Task{
	varied(func(v [2]int) Task {
		n, kib := v[0], v[1]
		perBlock := 2048 / kib
		full := n / perBlock
		in := named{"n": n, "kib": kib, "perBlock": perBlock, "full": full, "inFull": full * perBlock, "blocks": blocksOf(n, perBlock), "all": n * kib}.in
		return Task{
			ID: "08.1", Title: "Blocks of the driver", Form: Predict, After: "explain-blocks",
			Text: in("A program makes {n} allocations of {kib} KiB each on an H200. For how many of them does the driver need a new block?"),
			Ask: Number{
				Unit:    "new blocks",
				Answer:  newBlocks(n, kib<<10),
				Because: in("{perBlock} pieces of {kib} KiB fit into a block of 2 MiB, and {n} pieces need {blocks} blocks"),
				Misread: []Misread{
					{Computed(blocksOf(n*kib, 2048)), "you divided all bytes by the bytes of a block: a piece does not lie in two blocks"},
					{Computed(n), "several pieces fit into one block"},
					{Computed(full), "these are the full blocks: how many pieces are left?"},
					{Computed(n / (1024 / kib)), "a block has 2 MiB"},
					{Computed(1), in("{all} KiB do not fit into a block of 2 MiB")},
				},
				Nudge: "how many whole pieces fit into one block?",
			},
			Hints: Hints{
				Question: in("How many pieces of {kib} KiB fit into 2048 KiB?"),
				Look:     "The table above shows it for pieces of other sizes.",
				Hole:     in("perBlock := 2048 / {kib} // whole pieces\nblocks := ({n} + perBlock - 1) / ___"),
				Solution: in("2048 / {kib} is {perBlock} whole pieces. {full} blocks hold {inFull} pieces, so {n} pieces need {blocks}."),
			},
		}
	}, [2]int{100, 300}, [2]int{110, 450}, [2]int{103, 350}, [2]int{95, 300}),
	{
		ID: "08.2", Title: "One allocation for all", Form: Host, After: "explain-divide",
		Text: "Rewrite `Carve` so that the driver is called once. It returns a part for each size, in order; no two parts share a byte. Goals: one allocation, with no more bytes than the rounded sizes take.",
		Ask: Program{
			Program: rubric.Program{
				Name: "Carve", Signature: "func(dev *gpusim.Device, sizes []int) []*gpusim.Buffer[uint8]",
				Begin: carving,
				Goals: []rubric.ProgramGoal{
					{Name: "allocations", Count: rubric.Made("gpusim.Malloc"), Limit: 1, Hint: "allocate the sum of the rounded sizes, and divide it with `View`"},
					{Name: "bytes too many", Count: bytesTooMany, Limit: 0, Hint: "each part needs its own size, rounded up: keep a running sum"},
				},
			},
			Wrong: []Wrong{
				{"tight", "does not begin at a multiple of 256"}, {"overlapping", "begins inside of part"}, {"each", "divide it with `View`"}, {"generous", "keep a running sum"},
			},
		},
		Hints: Hints{
			Question: "How many bytes does each part take, with the gap behind it? Where does part i begin?",
			Look:     "The cell above divides one allocation into four parts.",
			Hole: `
block := notebook.Must(gpusim.Malloc[uint8](dev, ___))
at := 0
for _, size := range sizes {
	parts = append(parts, block.View(at, at+size))
	at += ___
}
`,
		},
	},
	varied(func(v int) Task {
		size := v
		piece := blocksOf(size, 512) * 512
		in := named{"size": size, "piece": piece, "less": piece - 512, "bytes": 9 * piece}.in
		return Task{
			ID: "08.3", Title: "Many small arrays", Form: Predict, After: "explain-addresses",
			Text: in("A program makes 10 allocations of {size} bytes each on an H200, one after the other. How many bytes lie between the beginning of the first and the beginning of the last?"),
			Ask: Number{
				Unit:    "bytes",
				Answer:  firstToLast(10, size),
				Because: in("an H200 gives pieces in multiples of 512 bytes, so {size} bytes take {piece}, nine times"),
				Misread: []Misread{
					{Computed(9 * size), "pieces are rounded up: to which multiple on an H200?"},
					{Computed(9 * blocksOf(size, 256) * 256), "256 is what CUDA promises; look at the distances that the H200 has"},
					{Computed(10 * piece), "the last piece itself is not asked for"},
					{Computed(9 * (piece - 512)), in("{size} bytes do not fit into {less}")},
					{Computed(10 * size), "pieces are rounded up, and the last piece itself is not asked for"},
				},
				Nudge: "how many bytes does one piece take, and how many pieces lie before the last?",
			},
			Hints: Hints{
				Question: in("How many bytes does a piece of {size} bytes take? How many pieces lie before the last one?"),
				Look:     "The table above has the distances for 1, 256, 513 and 4096 bytes.",
				Hole:     in("bytes := ___ * ({size} + 511) / 512 * 512"),
				Solution: in("A piece of {size} bytes takes {piece}. Nine of them lie before the last one: {bytes} bytes."),
			},
		}
	}, 700, 1100, 1700, 2300),
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
			Look:     "Section 6 of chapter 07 compares blocks of 32 and of 24 threads.",
			Hole:     `gpusim.Config{Grid: gpusim.Dim(1920 / ___), Block: gpusim.Dim(___)}`,
			Solution: "```go\ngpusim.Config{Grid: gpusim.Dim(60), Block: gpusim.Dim(32)}\n```",
		},
	},
	{
		ID: "08.5", Title: "A picture gets its padding", Form: Host, After: "explain-pitch",
		Text: "Complete `Padded`. One call copies all rows: `gpusim.Copy2D(stream, to, from, width, height)`. In CUDA it is `cudaMemcpy2DAsync`. Each side is a `gpusim.Rows[float32]{Data: …, Stride: …}`, and a stride counts elements. Goal: one copy.",
		Ask: Program{
			Program: rubric.Program{
				Name: "Padded", Signature: "func(dev *gpusim.Device, picture []float32, width, height int) gpu.Pitched[float32]",
				Begin: placing,
				Goals: []rubric.ProgramGoal{{Name: "copies", Count: rubric.Made("gpusim.Copy2D", "Stream.CopyFrom", "Buffer.CopyFrom"), Limit: 1, Hint: "each call has a latency: one call copies all rows"}},
			},
			Wrong: []Wrong{{"rows", "one call copies all rows"}, {"packed", "how far apart do the rows of the target begin?"}, {"bytes", "goes beyond"}, {"square", "is the width of the copy that of the picture?"}},
		},
		Hints: Hints{
			Question: "How far apart do the rows begin in `picture`, and how far in the new memory?",
			Look:     "The table at the beginning of section 6 says where a row of `p.Data` begins.",
			Hole: `
to := gpusim.Rows[float32]{Data: p.Data, Stride: ___}
from := gpusim.Rows[float32]{Data: picture, Stride: ___}
notebook.OK(gpusim.Copy2D(dev.DefaultStream(), to, from, width, height))
`,
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
			Look:     "The pictures in section 7 of chapter 07 show where rows begin.",
			Hole:     "share := (sectorsPerRequest - 4) / ___ // of the rows that begin inside a sector",
			Solution: "4.5 sectors on average: half of the rows need 5. 144 bytes are four and a half sectors, so every second row is shifted by half a sector.",
		},
	},
	{
		ID: "08.7", Title: "Scratch memory for two streams", Form: Repair, After: "explain-pitches",
		Text: "`HalveAll` gives work to two streams, and still no two kernels overlap. Find out why, and mend it. At the end all memory is given back. Goal: at most 60 µs on an H200.",
		Ask: Program{
			Program: rubric.Program{
				Name: "HalveAll", Signature: "func(dev *gpusim.Device, arrays []*gpusim.Buffer[float32])", Kernels: []string{"Halve"},
				Begin: stepping,
				Goals: []rubric.ProgramGoal{{Name: "µs until all is done", Count: (*rubric.Played).Micros, Limit: 60, Hint: "a free waits for all work of the device: how many of them stand between two launches?"}},
			},
			Wrong: []Wrong{{"shared", "the kernels of the two streams may run at the same time"}, {"leaking", "give it back behind the loop"}, {"small", "out of range"}, {"later", "a free waits for all work of the device"}},
		},
		Hints: Hints{
			Question: "Which call of the loop waits for the device? Which kernels may use the same scratch memory?",
			Look:     "Section 3 shows a free beside a kernel. Section 4 has the remedy.",
			Hole: `
scratch := notebook.Must(gpusim.Malloc[float32](dev, 2*most))
for i, x := range arrays {
	part := scratch.View(___, ___+x.Len())
	notebook.Must(streams[i%2].Launch(Halve, config, x, part))
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

// copiedByAll is the case of a kernel without a test of the index: it has a thread per element.
func copiedByAll(s rubric.Size, rng *rubric.Random) *rubric.Case {
	n := s[0]
	out, in := rubric.Result("out", n, rng), rubric.Input("in", n, rng)
	copy(out.Want, in.Init[:n])
	return threadPer(n, out, in)
}

// rowsApart reads 64 rows that are a number of elements apart.
func rowsApart(stride int) func() *gpusim.Report {
	return Launched(Device, beginsOfRows, line(64, 32), zeroed(64*32), zeroed(64*stride), stride)
}

// carving begins Carve.
func carving(_ int, rng *rand.Rand) *rubric.Start {
	dev := gpusim.Must(gpusim.Open(Device))
	var sizes []int
	for i := range 6 {
		sizes = append(sizes, 256*(1+i%3)+rng.IntN(2)*(1+rng.IntN(200)))
	}
	sizes[0]++ // not a multiple
	return &rubric.Start{Devices: []*gpusim.Device{dev}, Args: []any{dev, sizes}, Checks: []rubric.ProgramCheck{func(p *rubric.Played) *rubric.Mistake {
		parts, _ := p.Results[0].([]*gpusim.Buffer[uint8])
		if len(parts) != len(sizes) {
			return &rubric.Mistake{What: fmt.Sprintf("the function returns %d parts, want %d", len(parts), len(sizes)), Hint: "append a part for each size"}
		}
		for i, part := range parts {
			if part == nil || part.Len() != sizes[i] {
				return &rubric.Mistake{What: fmt.Sprintf("part %d has not %d bytes", i, sizes[i]), Hint: "a part has as many bytes as its size says"}
			}
			for k, other := range parts[:i] {
				if part.Address() < other.Address()+uint64(other.Len()) && other.Address() < part.Address()+uint64(part.Len()) {
					return &rubric.Mistake{What: fmt.Sprintf("part %d begins inside of part %d", i, k), Hint: "is a size that is no multiple of 256 rounded up, or down?"}
				}
			}
			if rest := part.Address() % 256; rest != 0 {
				return &rubric.Mistake{What: fmt.Sprintf("part %d does not begin at a multiple of 256: %d bytes lie between", i, rest), Hint: "round each size up before you add it to the sum"}
			}
		}
		return nil
	}}}
}

// bytesTooMany counts the bytes that Carve allocates beyond what its sizes need.
func bytesTooMany(p *rubric.Played) float64 {
	need, got := 0, 0
	for _, size := range p.Args[1].([]int) {
		need += (size + 255) / 256 * 256
	}
	for _, c := range p.CallsOf("gpusim.Malloc") {
		got += c.Args[1].(int)
	}
	return float64(max(0, got-need))
}

// placing begins Padded.
func placing(run int, rng *rand.Rand) *rubric.Start {
	dev := gpusim.Must(gpusim.Open(Device))
	width, height := 61+30*run, 17-5*run
	picture := numbers(rng, width*height)
	return &rubric.Start{Devices: []*gpusim.Device{dev}, Args: []any{dev, picture, width, height}, Checks: []rubric.ProgramCheck{func(p *rubric.Played) *rubric.Mistake {
		got := p.Results[0].(gpu.Pitched[float32])
		if got.Width != width || got.Height != height {
			return &rubric.Mistake{What: fmt.Sprintf("the memory is for %d × %d elements, the picture has %d × %d", got.Width, got.Height, width, height), Hint: "leave the allocation as it is"}
		}
		for y := range height {
			wrong := rubric.Differs(fmt.Sprintf("row %d", y), got.Row(y), picture[y*width:(y+1)*width])
			switch {
			case wrong == "":
			case y == 0:
				return &rubric.Mistake{What: wrong, Hint: "is the width of the copy that of the picture?"}
			default:
				return &rubric.Mistake{What: wrong, Hint: "row 0 is right: how far apart do the rows of the target begin?"}
			}
		}
		return nil
	}}}
}

// stepping begins HalveAll.
func stepping(_ int, rng *rand.Rand) *rubric.Start {
	dev := gpusim.Must(gpusim.Open(Device))
	var arrays []*gpusim.Buffer[float32]
	checks := []rubric.ProgramCheck{
		rubric.Ordered(rubric.OrderHints{Kernel: "the kernels of the two streams may run at the same time: do they write to the same scratch memory?", Copy: "copy nothing", Host: "wait first", Return: "wait for the device"}),
		rubric.Freed("give it back behind the loop"),
	}
	for i := range 10 {
		x := numbers(rng, 128*(2+i+rng.IntN(2)))
		want := slices.Clone(x)
		for k, v := range x {
			want[k] = v + halfway(v/2, 300)
		}
		arrays = append(arrays, gpusim.Must(gpusim.Upload(dev, x)))
		checks = append(checks, rubric.Holds(fmt.Sprintf("arrays[%d]", i), contents(arrays[i]), want, "each array goes through the kernel once"))
	}
	return &rubric.Start{Devices: []*gpusim.Device{dev}, Args: []any{dev, arrays}, Checks: checks}
}
