package task

// This file holds the tasks of chapter 00.

import (
	"fmt"

	"gpucourse/gpusim/gpu"
	"gpucourse/grader/rubric"
)

var startTasks = []Task{
	varied(func(v [2]int) Task {
		n, size := v[0], v[1]
		blocks := blocksOf(n, size)
		in := named{"n": n, "size": size, "blocks": blocks, "all": blocks * size, "idle": blocks*size - n}.in
		return Task{
			ID: "00.1", Title: "Threads without work", Form: Predict, After: "explain-scale",
			Text: in("There are {n} elements, and each block has {size} threads, one per element. The launch has as few blocks as possible. How many threads find that their `i` is not below `n`?"),
			Ask: Number{
				Unit:    "threads",
				Answer:  Computed(blocks*size - n),
				Because: in("{blocks} blocks have {all} threads, and {n} of them have an element"),
				Misread: []Misread{
					{Computed(n % size), "that is how many threads of the last block have an element; the others of that block have none"},
					{Computed(blocks), "that is the number of blocks"},
					{Computed(0), in("there are threads without work unless the elements fill whole blocks: is {n} a multiple of {size}?")},
					{Computed(n / size * size), "that is the number of threads in the full blocks, and all of these have an element"},
				},
				Nudge: "count the blocks first, rounded up; then compare their threads with the elements",
			},
			Hints: Hints{
				Question: in("How many blocks of {size} threads are needed, so that none of {n} elements is left out?"),
				Look:     "Change `n` and `threads` in the cell of `Scale` above, run it, and look at what it says about blocks.",
				Hole: in(`
blocks := ({n} + {size} - 1) / {size}
idle := blocks*{size} - ___
`),
				Solution: in("{n} / {size} rounded up is {blocks} blocks. {blocks} × {size} = {all} threads, and {all} − {n} = {idle} have nothing to do."),
			},
		}
	}, [2]int{2000, 128}, [2]int{1500, 128}, [2]int{3000, 256}, [2]int{1000, 64}),
	{
		ID: "00.2", Title: "Whose element is it?", Form: Complete, After: "who",
		Text: "`Negate` changes the sign of `n` elements. One line is not finished: as it stands, every block works on the first elements. Complete the line, so that each thread of the grid gets an element of its own.",
		Ask: Kernel{
			Kernel: rubric.Kernel{
				Name: "Negate", Signature: "func(out, in []float32, n int)",
				SizeNames: []string{"n"}, Sizes: []rubric.Size{{100}, {128}, {129}, {1000}},
				Case:  eachElement(func(v float32) float32 { return -v }),
				Why:   func(c *rubric.Case, i int) string { return fmt.Sprintf("-in[%d] = -%s", i, c.At("in", i)) },
				Hints: map[rubric.Symptom]string{rubric.NotWritten: "no thread got this element. Compute your i for threads 0 and 1 of block 0, and for thread 0 of block 1: it should be 0, 1 and 128"},
			},
			Wrong: []Wrong{{"sum", "and for thread 0 of block 1"}, {"grid", "and for thread 0 of block 1"}},
		},
		Hints: Hints{
			Question: "Block 0 has threads 0 to 127. Which element should thread 0 of block 1 take?",
			Look:     "The table above shows block, thread and element side by side. Look at the rows of elements 127, 128 and 129.",
			Hole:     `i := gpu.BlockIdx.X*___ + gpu.ThreadIdx.X`,
		},
	},
	{
		ID: "00.3", Title: "One thread too many", Form: Mend, After: "explain-forgotten",
		Text: "`Halve` is right only when the elements fill whole blocks. Run it, read what the card says about thread and element, and mend it.",
		Ask: Kernel{
			Kernel: rubric.Kernel{
				Name: "Halve", Signature: "func(out, in []float32, n int)",
				SizeNames: []string{"n"}, Sizes: []rubric.Size{{128}, {127}, {129}, {1000}},
				Case: eachElement(func(v float32) float32 { return v / 2 }),
				Why:  func(c *rubric.Case, i int) string { return fmt.Sprintf("in[%d] / 2 = %s / 2", i, c.At("in", i)) },
				Hints: map[rubric.Symptom]string{
					rubric.Outside:    "this thread has no element, and stores all the same: which i may store?",
					rubric.NotWritten: "no thread stored this element, though one has its number: whom does the test keep out?",
				},
			},
			Wrong: []Wrong{{"equal", "was written, but is no part of the result"}, {"thread", "no thread stored this element, though one has its number"}},
		},
		Hints: Hints{
			Question: "With n = 127 there is one block of 128 threads. What does thread 127 do?",
			Look:     "Compare with `Scale`, further up: which of its lines is missing in `Halve`?",
			Hole: `
if i < ___ {
	out[i] = in[i] / 2
}
`,
		},
	},
	varied(func(v int) Task {
		n := v
		launch, x := line(blocksOf(n, 256), 256), make([]float64, n)
		in := named{"n": n, "bytes": 8 * n, "sectors": 8 * n / 32}.in
		return Task{
			ID: "00.4", Title: "Wider elements", Form: Predict, After: "explain-report",
			Text: in("`Scale` again, now with {n} elements of type `float64`, 8 bytes each. How many sectors of 32 bytes do all loads move?"),
			Ask: Number{
				Unit:    "sectors",
				Answer:  Counted(rubric.SectorsLoaded, Device, scaleDoubles, launch, x, 2.0, n),
				Because: in("{bytes} bytes fill {sectors} sectors of 32 bytes, and each is loaded once"),
				Misread: []Misread{
					{Computed(n * 4 / 32), "that is for elements of 4 bytes"},
					{Computed(n), "you counted elements; a sector of 32 bytes holds several of them"},
					{Computed(n * 8), "you counted bytes; a sector has 32 of them"},
					{Computed(n * 8 / 128), "you counted lines of 128 bytes; a line has four sectors"},
					{Counted("global_load_requests", Device, scaleDoubles, launch, x, 2.0, n), "you counted requests, one per warp; each moves several sectors"},
					{Computed(2 * n * 8 / 32), "you counted loads and stores together; only the loads are asked for"},
				},
				Nudge: "how many bytes do all elements have together, and how many of those are in a sector?",
			},
			Hints: Hints{
				Question: "How many elements of 8 bytes fit into a sector of 32 bytes?",
				Look:     "The picture above shows the sectors of one warp for elements of 4 bytes. What changes when each lane uses twice the bytes?",
				Hole:     in(`sectors := {n} * 8 / ___`),
				Solution: in("{n} × 8 bytes = {bytes} bytes. {bytes} / 32 = {sectors} sectors."),
			},
		}
	}, 1000, 1600, 2400, 1200),
	{
		ID: "00.5", Title: "Fewer threads than elements", Form: Write, After: "explain-strided",
		Text: "Write `AddOne` from blank: `out[i] = in[i] + 1` for every `i < n`. The launch has blocks of 128 threads, but only a quarter of the threads that the elements would need. Goals: each element is stored once, and all warps share the work.",
		Ask: Kernel{
			Kernel: rubric.Kernel{
				Name: "AddOne", Signature: "func(out, in []float32, n int)",
				SizeNames: []string{"n"}, Sizes: []rubric.Size{{1}, {127}, {129}, {1000}, {10240}},
				Case: quarterOfThreads(eachElement(func(v float32) float32 { return v + 1 })),
				Why:  func(c *rubric.Case, i int) string { return fmt.Sprintf("in[%d] + 1 = %s + 1", i, c.At("in", i)) },
				Hints: map[rubric.Symptom]string{
					rubric.NotWritten: "there are fewer threads than elements: each thread must go on to another element, until n is reached",
				},
				Goals: []rubric.Goal{
					rubric.AtMost("sectors stored", rubric.SectorsStored, 10240*4/32,
						"eight elements are one sector when neighbouring threads store them together, once. Does each thread take part? Do neighbouring threads use neighbouring elements in each round? And how far must a thread go on, so that it does not meet the element of another?"),
				},
			},
			Wrong: []Wrong{
				{"once", "each thread must go on to another element"},
				{"block", "how far must a thread go on, so that it does not meet the element of another?"},
				{"all", "Does each thread take part?"},
			},
		},
		Hints: Hints{
			Question: "After its first element, how far is it to the next element that no other thread has taken?",
			Look:     "`Rounds`, in the cell above, counts how many elements each thread handles. Which line makes a thread go on?",
			Hole: `
threads := gpu.GridDim.X * gpu.BlockDim.X
for i := ___; i < n; i += ___ {
	out[i] = in[i] + 1
}
`,
		},
	},
	{
		ID: "00.6", Title: "A launch that fits", Form: Configure, After: "explain-strided",
		Text: "Choose grid and block for `Square` with n = 5000. Goals: every element is computed, at most 5120 threads are launched, and at most 3000 warp instructions are executed.",
		Ask: Configuration{
			Kernel: rubric.Kernel{
				Name: "Square", Signature: "func(out, in []float32, n int)",
				SizeNames: []string{"n"}, Sizes: []rubric.Size{{5000}},
				Case:  eachElement(func(v float32) float32 { return v * v }),
				Why:   func(c *rubric.Case, i int) string { return fmt.Sprintf("in[%d]² = %s²", i, c.At("in", i)) },
				Hints: map[rubric.Symptom]string{rubric.NotWritten: "blocks times threads per block must be at least n"},
				Goals: []rubric.Goal{
					rubric.AtMost("threads", "launch__thread_count", 5120, "fewer blocks, or smaller ones, still cover 5000 elements"),
					rubric.AtMost("warp instructions", rubric.WarpInstructions, 3000,
						"a block is divided into warps of 32 threads. A block of one thread is a warp with 31 idle lanes: make the number of threads per block a multiple of 32"),
				},
			},
			Stub:     line(1, 32),
			Solution: line(40, 128),
			Wrong: []WrongConfiguration{
				{line(39, 128), "blocks times threads per block must be at least n"},
				{line(8, 1024), "8192 threads, limit 5120"},
				{line(5000, 1), "A block of one thread is a warp with 31 idle lanes"},
				{line(2, 2560), "1024"},
			},
		},
		Hints: Hints{
			Question: "Which number of threads per block has no idle lane, and how many such blocks cover 5000 elements?",
			Look:     "The cell of `Scale`, in section 2, computes the number of blocks from `n` and the threads per block.",
			Hole:     `gpusim.Config{Grid: gpusim.Dim((5000 + 127) / ___), Block: gpusim.Dim(128)}`,
			Solution: "```go\ngpusim.Config{Grid: gpusim.Dim(40), Block: gpusim.Dim(128)}\n```",
		},
	},
}

// scaleDoubles multiplies n elements of x by a.
func scaleDoubles(x []float64, a float64, n int) {
	i := gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X
	if i < n {
		x[i] *= a
	}
}
