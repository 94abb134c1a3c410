package task

// This file holds the tasks of chapter 06.

import (
	"fmt"

	"gpucourse/gpusim"
	"gpucourse/gpusim/gpu"
	"gpucourse/grader/rubric"
)

var transferTasks = []Task{
	{
		ID: "06.1", Title: "A hundred small copies", Form: Predict, After: "explain-sizes",
		Text: "A bus has a latency of 4 µs per copy and a rate of 50 GB/s, from page-locked memory. A program makes 100 blocking copies of 20 000 bytes each. How many µs do all copies take?",
		Ask: Number{
			Unit:    "µs",
			Answer:  timeOfCopies(100, 20e3, 4, 50),
			Because: "each copy takes 4 µs and 20 000 bytes ÷ 50 GB/s = 0.4 µs, and blocking copies follow each other",
			Misread: []Misread{
				{timeOfCopies(1, 100*20e3, 4, 50), "that is one copy of all bytes: how many latencies do 100 copies have?"},
				{timeOfCopies(100, 20e3, 0, 50), "you left out the latency of each copy"},
				{timeOfCopies(100, 0, 4, 50), "you left out the bytes: 20 000 bytes take a part of a µs"},
				{timeOfCopies(1, 20e3, 4, 50), "that is one of the copies"},
			},
			Nudge: "the time of one copy is latency + bytes / rate; 50 GB/s are 50 000 bytes per µs",
		},
		Hints: Hints{
			Question: "How long does one of the copies take?",
			Look:     "The curve above is flat on the left, where the latency is nearly everything.",
			Hole:     "all := 100 * (4 + 20000.0/___) // µs",
			Solution: "One copy takes 4 + 20 000 / 50 000 = 4.4 µs. A hundred of them take 440 µs. One copy of all bytes would take 44 µs.",
		},
	},
	{
		ID: "06.2", Title: "Unpack what came in one copy", Form: Complete, After: "explain-sizes",
		Text: "A program sends two small arrays in one copy, to pay one latency. On the device `Unpack` divides them again. Complete the line.",
		Ask: Kernel{
			Kernel: rubric.Kernel{
				Name: "Unpack", Signature: "func(a, b, packed []float32, n, m int)",
				SizeNames: []string{"n", "m"}, Sizes: []rubric.Size{{1, 2}, {100, 7}, {129, 300}},
				Case: unpacked,
				Why:  func(_ *rubric.Case, i int) string { return "the elements of a come first, those of b behind them" },
				Hints: map[rubric.Symptom]string{
					rubric.BadValue:   "at which index of packed does b begin?",
					rubric.Poisoned:   "this thread read behind the data: at which index of packed does b begin?",
					rubric.NotWritten: "at which index of packed does b begin?",
				},
			},
			Wrong: []Wrong{{"same", "at which index of packed does b begin?"}, {"behind", "at which index of packed does b begin?"}},
		},
		Hints: Hints{
			Question: "How many elements of packed come before the first of b?",
			Look:     "`big.View(lo, hi)` on the host is a part of an array that begins at `lo`. Where do the two parts of packed begin?",
			Hole:     `b[i] = packed[___+i]`,
		},
	},
	{
		ID: "06.3", Title: "A full pipeline", Form: Predict, After: "explain-lost",
		Text: "All copies in of a program take 30 µs together, its kernels 20 µs, and its copies out 30 µs. Someone cuts the work into 5 equal chunks on 5 streams. Copies in, kernels and copies out run on three engines, and chunks cost nothing extra. After how many µs is all done?",
		Ask: Number{
			Unit:    "µs",
			Answer:  func() float64 { return pipeline(5, 6, 4, 6) },
			Because: "the copies in keep their engine busy for 30 µs; the last chunk then needs its kernel, 4 µs, and its copy out, 6 µs",
			Misread: []Misread{
				{Computed(30 + 20 + 30), "that is without any overlap"},
				{Computed(30), "the last chunk has arrived by then: what is left to do with it?"},
				{Computed(30 + 4), "the last chunk must go back too"},
				{Computed(30 + 6), "the last chunk needs its kernel, too"},
				{Computed((30 + 20 + 30) / 5), "that is one chunk: how long is the busiest engine at work?"},
				{Computed(30 + 20), "the kernels of the first chunks run while later chunks come in"},
			},
			Nudge: "draw the three engines as three rows, and put the parts of 5 chunks into them",
		},
		Hints: Hints{
			Question: "When has the last chunk arrived? What must still be done with it then?",
			Look:     "The picture of four chunks on four streams, above, has three rows of this kind.",
			Hole:     "done := 5*6 + ___ + 6 // µs",
			Solution: "The last copy in ends after 5 × 6 = 30 µs. Its kernel takes 4 µs and its copy out 6 µs: 40 µs.",
		},
	},
	{
		ID: "06.4", Title: "The kernel of a chunk", Form: Write, After: "explain-lost",
		Text: "Write `HalvePart` from blank. It works on one chunk, while other chunks are still under way. It is launched with blocks of 128 threads that cover `count` elements.",
		Ask: Kernel{
			Kernel: rubric.Kernel{
				Name: "HalvePart", Signature: "func(x []float32, first, count int)",
				SizeNames: []string{"n", "first", "count"}, Sizes: []rubric.Size{{4, 1, 2}, {300, 0, 129}, {1000, 500, 250}},
				Case: partOf(func(v float32) float32 { return v / 2 }, 128, func(first, count int) []rubric.Arg {
					return []rubric.Arg{rubric.NewScalar("first", first), rubric.NewScalar("count", count)}
				}),
				Why:   func(c *rubric.Case, i int) string { return fmt.Sprintf("%s / 2", c.At("x", i)) },
				Hints: chunkHints,
			},
			Wrong: []Wrong{{"begin", "this element belongs to another chunk"}, {"end", "this element belongs to another chunk"}},
		},
		Hints: Hints{
			Question: "Which element does thread 0 of block 0 work on? Which threads have no element?",
			Look:     "`chunked` above passes `x.View(lo, hi)` to each launch. Here the kernel gets the whole array, and must find its part.",
			Hole: `
i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
if i < ___ {
	x[___] *= 0.5
}
`,
		},
	},
	{
		ID: "06.5", Title: "The second chunk is wrong", Form: Mend, After: "explain-lost",
		Text: "`ScalePart` is right for the first chunk of an array, and wrong for the others. Run it, look at the wrong element, and mend it.",
		Ask: Kernel{
			Kernel: rubric.Kernel{
				Name: "ScalePart", Signature: "func(x []float32, a float32, first, end int)",
				SizeNames: []string{"n", "first", "count"}, Sizes: []rubric.Size{{600, 0, 300}, {600, 300, 300}, {2000, 1000, 999}},
				Case:  scaledPart,
				Why:   func(c *rubric.Case, i int) string { return fmt.Sprintf("3 · %s", c.At("x", i)) },
				Hints: chunkHints,
			},
			Wrong: []Wrong{{"far", "does this thread have an element at all?"}, {"block", "is written by thread"}},
		},
		Hints: Hints{
			Question: "With which element does thread 0 of block 0 begin, in the first chunk and in the second?",
			Look:     "The message names the first wrong element. To which chunk does it belong?",
			Hole:     `for i := ___ + gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X; i < end; i += step {`,
		},
	},
	{
		ID: "06.6", Title: "Ask the host for less", Form: Configure, After: "explain-passes",
		Text: "In a program with zero-copy the three arrays of `Calibrate` lie in memory of the host. So its warps should ask for few sectors. n is 1024. Goals: at most 160 sectors loaded, and at least 256 threads.",
		Ask: Configuration{
			Kernel: rubric.Kernel{
				Name: "Calibrate", Signature: "func(out, in, table []float32, n int)",
				SizeNames: []string{"n"}, Sizes: []rubric.Size{{1024}},
				Case: calibrated,
				Why:  func(c *rubric.Case, i int) string { return fmt.Sprintf("%s · %s", c.At("in", i), c.At("table", i%32)) },
				Hints: map[rubric.Symptom]string{
					rubric.BadValue:   "the next element of a thread must have the same factor: the threads of the grid must be a multiple of 32",
					rubric.NotWritten: "no thread came to this element",
				},
				Goals: []rubric.Goal{
					rubric.AtMost("sectors loaded", rubric.SectorsLoaded, 1024*4/32+8*4, "each warp loads the table once, 4 sectors: how many warps may there be?"),
					rubric.AtLeast("threads", "launch__thread_count", 256, "a few warps cannot keep the bus busy"),
				},
			},
			Stub:     line(8, 128),
			Solution: line(2, 128),
			Wrong: []WrongConfiguration{
				{line(4, 256), "how many warps may there be?"},
				{line(1, 128), "a few warps cannot keep the bus busy"},
				{line(11, 24), "must be a multiple of 32"},
			},
		},
		Hints: Hints{
			Question: "The elements of `in` fill 128 sectors. How many sectors may the table take, and how many warps is that?",
			Look:     "Task 06.4 launches a thread per element. How many of the loads of `Calibrate` depend on the number of threads?",
			Hole:     `gpusim.Config{Grid: gpusim.Dim(___), Block: gpusim.Dim(128)}`,
			Solution: "```go\ngpusim.Config{Grid: gpusim.Dim(2), Block: gpusim.Dim(128)}\n```",
		},
	},
	{
		ID: "06.7", Title: "Bytes over the bus", Form: Explain, After: "explain-passes",
		Text: "A kernel adds up 65 536 numbers of 4 bytes, 262 144 bytes in all. Run the cell, look at the counters, and choose the sentence that explains them.",
		Ask: Choice{
			Report:   zeroCopied(threePasses),
			Counters: []string{"global_load_requests", "gld_transactions", busBytes},
			Because:  "three times the bytes of all numbers, and a header for each sector, crossed the bus while the kernel ran",
			Options: []Option{
				{
					Text:   "The numbers were copied to the device before the launch.",
					Holds:  func(r *gpusim.Report) bool { return counter(r, busBytes) == 0 },
					Report: Launched(Device, threePasses, line(zeroCopyElements/256, 256), make([]float32, zeroCopyElements), make([]float32, zeroCopyElements), zeroCopyElements),
					Says:   "then the kernel would read nothing over the bus",
				},
				{
					Text: "The kernel reads each number from the host once.",
					Holds: func(r *gpusim.Report) bool {
						return counter(r, busBytes) > 4*zeroCopyElements && counter(r, busBytes) < 2*4*zeroCopyElements
					},
					Report: zeroCopied(onePass),
					Says:   "then hardly more than the 262 144 bytes of all numbers would cross the bus",
				},
				{
					Text: "The kernel reads the numbers from the host three times.",
					Holds: func(r *gpusim.Report) bool {
						return counter(r, busBytes) > 3*4*zeroCopyElements && counter(r, busBytes) < 4*4*zeroCopyElements
					},
				},
				{
					Text: "Neighbouring lanes read numbers that are 32 bytes apart, so that each load takes 32 sectors.",
					Holds: func(r *gpusim.Report) bool {
						return counter(r, "gld_transactions") == 32*counter(r, "global_load_requests")
					},
					Report: zeroCopied(scatteredPass),
					Says:   "then there would be 32 transactions per request",
				},
			},
		},
		Hints: Hints{
			Question: "How many times 262 144 bytes crossed the bus?",
			Look:     "The table above has the bytes over the bus for one to four passes.",
			Hole:     "passes := busBytes / (35.0 / 32 * ___)",
			Solution: "A sector of 32 bytes takes 35 on the bus: 286 720 bytes per pass. The counter shows three times that.",
		},
	},
}

// chunkHints are hints on wrong elements of a chunk.
var chunkHints = map[rubric.Symptom]string{
	rubric.Outside:    "this element belongs to another chunk: which are the first and the last element of this one?",
	rubric.NotWritten: "this element belongs to the chunk, and no thread did it: which are the first and the last element that your threads do?",
	rubric.BadValue:   "this element was done more than once, or with a wrong factor: how far apart are the elements of one thread?",
}

// timeOfCopies returns the µs of blocking copies on a bus with a latency in µs and a rate in GB/s.
func timeOfCopies(n int, bytes, latency, rate float64) func() float64 {
	return func() float64 { return float64(n) * (latency + bytes/(1e3*rate)) }
}

// pipeline returns when chunks are done that pass three engines, each with its time per chunk.
func pipeline(chunks int, times ...float64) float64 {
	free := make([]float64, len(times)) // when each engine is free
	for range chunks {
		ready := 0.0
		for e, t := range times {
			ready = max(ready, free[e]) + t
			free[e] = ready
		}
	}
	return free[len(times)-1]
}

// unpacked is the case of Unpack.
func unpacked(s rubric.Size, rng *rubric.Random) *rubric.Case {
	n, m := s[0], s[1]
	a, b, packed := rubric.Result("a", n, rng), rubric.Result("b", m, rng), rubric.Input("packed", n+m, rng)
	copy(a.Want, packed.Init[:n])
	copy(b.Want, packed.Init[n:n+m])
	return threadPer(max(n, m), a, b, packed, rubric.NewScalar("n", n), rubric.NewScalar("m", m))
}

// partOf is the case of a kernel that applies f to the part of x of a size n, first, count, with
// blocks of 128 threads for a number of elements each. args follow x.
func partOf(f func(float32) float32, perBlock int, args func(first, count int) []rubric.Arg) caseMaker {
	return func(s rubric.Size, rng *rubric.Random) *rubric.Case {
		n, first, count := s[0], s[1], s[2]
		x := rubric.ResultOf("x", n, rng)
		for i := first; i < first+count; i++ {
			x.Want[i] = f(x.Init[i])
		}
		return &rubric.Case{
			Grid: rubric.Dim{X: blocksOf(count, perBlock), Y: 1, Z: 1}, Block: rubric.Dim{X: 128, Y: 1, Z: 1},
			Args: append([]rubric.Arg{x}, args(first, count)...),
		}
	}
}

// scaledPart is the case of ScalePart: a thread does up to four elements.
func scaledPart(s rubric.Size, rng *rubric.Random) *rubric.Case {
	return partOf(func(v float32) float32 { return 3 * v }, 4*128, func(first, count int) []rubric.Arg {
		return []rubric.Arg{rubric.NewScalar("a", float32(3)), rubric.NewScalar("first", first), rubric.NewScalar("end", first+count)}
	})(s, rng)
}

// calibrated is the case of Calibrate.
func calibrated(s rubric.Size, rng *rubric.Random) *rubric.Case {
	n := s[0]
	out, in, table := rubric.Result("out", n, rng), rubric.Input("in", n, rng), rubric.Input("table", 32, rng)
	for i := range n {
		out.Want[i] = table.Init[i%32] * in.Init[i]
	}
	return threadPer(n, out, in, table, rubric.NewScalar("n", n))
}

// zeroCopyElements is how many numbers zeroCopied reads.
const zeroCopyElements = 1 << 16

// busBytes are the bytes that a kernel reads over the bus.
const busBytes = "pcie__read_bytes.sum"

// threePasses adds up an element per thread and pass, a block further in each pass.
func threePasses(out, in []float32, n int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	sum := float32(0)
	for p := range 3 {
		sum += in[(i+256*p)%n]
	}
	out[i] = sum
}

// zeroCopied reports on threePasses with numbers in memory of the host.
func zeroCopied(kernel any) func() *gpusim.Report {
	return func() *gpusim.Report {
		const n = zeroCopyElements
		dev := gpusim.Must(gpusim.Open(Device))
		host := gpusim.Must(gpusim.MallocHost[float32](dev, n))
		out := gpusim.Must(gpusim.Malloc[float32](dev, n))
		return gpusim.Must(dev.Launch(kernel, line(n/256, 256), out, host, n))
	}
}

// onePass sets out[i] to in[i].
func onePass(out, in []float32, n int) {
	if i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X; i < n {
		out[i] = in[i]
	}
}

// scatteredPass reads each number once, and lanes read numbers that are eight apart.
func scatteredPass(out, in []float32, n int) {
	if i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X; i < n {
		out[i] = in[i*8%n+i*8/n]
	}
}
