package task

// This file holds the tasks of chapter 12.

import (
	"fmt"

	"gpucourse/gpusim"
	"gpucourse/gpusim/gpu"
	"gpucourse/gpusim/occupancy"
	"gpucourse/grader/rubric"
)

const kepler, fermi = "Tesla K40", "Tesla C2050"

// How many blocks an SM could hold if one resource alone limited them.
const (
	blocksByWarps     = "launch__occupancy_limit_warps"
	blocksBySM        = "launch__occupancy_limit_blocks"
	blocksByRegisters = "launch__occupancy_limit_registers"
	blocksByShared    = "launch__occupancy_limit_shared_mem"
)

var occupancyTasks = []Task{
	varied(func(v [2]int) Task {
		registers, shared := v[0], v[1]
		taken := occupancy.BlockResources{Threads: 128, Registers: registers, Shared: shared}
		rounded := blocksOf(shared, 256) * 256
		in := named{"registers": registers, "shared": plain(shared), "rounded": plain(rounded), "byRegisters": 65536 / (registers * 128), "blocks": 49152 / rounded}.in
		return Task{
			ID: "12.1", Title: "Which limit binds?", Form: Predict, After: "explain-limits",
			Text: in("A kernel takes {registers} registers per thread and {shared} bytes of shared memory per block. It is launched with blocks of 128 threads. How many blocks does an SM of a Tesla K40 hold?"),
			Ask: Number{
				Unit:    "blocks",
				Answer:  func() float64 { return float64(held(kepler, taken).Blocks) },
				Because: in("{shared} bytes are rounded up to {rounded}, and 49152 / {rounded} = {blocks}; warps, blocks and registers would allow more"),
				Misread: []Misread{
					{func() float64 { return float64(held(kepler, taken).Limits.Warps) }, "that is what the limits of warps and of blocks allow; which resource allows fewer?"},
					{func() float64 { return float64(held(kepler, taken).Limits.Registers) }, "that is what the registers alone allow; the smallest of all limits counts"},
					{func() float64 { return float64(held(kepler, taken).Warps) }, "that is the number of warps; the question asks for blocks"},
				},
				Nudge: "compute for each of warps, blocks, registers and shared memory how many blocks it allows, and take the smallest",
			},
			Hints: Hints{
				Question: "How many blocks does each resource of the table in section 2 allow?",
				Look:     in("Put these demands into the cell above: `limits(\"Tesla K40\", occupancy.BlockResources{Threads: 128, Registers: {registers}, Shared: {shared}})`."),
				Hole:     in(`blocks := min(64/4, 16, 65536/({registers}*128), 49152/___)`),
				Solution: in("Warps allow 16 blocks, blocks 16, registers {byRegisters} and shared memory 49152 / {rounded} = {blocks}. The smallest is {blocks}."),
			},
		}
	}, [2]int{24, 6000}, [2]int{24, 4000}, [2]int{24, 16300}, [2]int{40, 6000}),
	varied(func(v int) Task {
		n := v
		in := named{"n": n, "code": plain(n), "blocks": n / 256}.in
		return Task{
			ID: "12.2", Title: "A full SM", Form: Configure, After: "explain-curves",
			Text: in("Choose a launch for `Raise` with n = {n} on a Tesla K40. Goals: an occupancy of 100 %, and at most {n} threads."),
			Ask: Configuration{
				Device: kepler,
				Kernel: rubric.Kernel{
					Name: "Raise", Signature: "func(out, in []float32, n int)",
					SizeNames: []string{"n"}, Sizes: []rubric.Size{{n}},
					Case:  eachElement(func(v float32) float32 { return v + 1 }),
					Why:   func(c *rubric.Case, i int) string { return fmt.Sprintf("in[%d] + 1", i) },
					Hints: map[rubric.Symptom]string{rubric.NotWritten: "blocks times threads per block must be at least n"},
					Goals: []rubric.Goal{
						rubric.AtLeast("percent occupancy", rubric.OccupancyPct, 100, "an SM of the K40 holds 16 blocks and 64 warps: which number of warps per block divides 64, and is at least 4?"),
						rubric.AtMost("threads", "launch__thread_count", float64(n), in("the blocks must cover {n} elements and no more")),
					},
				},
				Stub:     line(n/32, 32),
				Solution: line(n/256, 256),
				Wrong: []WrongConfiguration{
					{line(n/64, 64), "50 percent occupancy, at least 100"},
					{line(n/768, 768), "75 percent occupancy, at least 100"},
					{line(n/192, 256), fmt.Sprintf("%d threads, limit %d", n/192*256, n)},
					{line(n/512, 256), "blocks times threads per block must be at least n"},
				},
			},
			Hints: Hints{
				Question: "How many warps must a block have, so that 16 blocks or fewer make 64 warps?",
				Look:     "The first curve above shows the occupancy for each block size.",
				Hole:     in(`gpusim.Config{Grid: gpusim.Dim({code} / ___), Block: gpusim.Dim(256)}`),
				Solution: in("```go\ngpusim.Config{Grid: gpusim.Dim({blocks}), Block: gpusim.Dim(256)}\n```"),
			},
		}
	}, 6144, 9216, 12288, 18432),
	{
		ID: "12.3", Title: "Exactly thirty warps", Form: Configure, After: "explain-curves",
		Time: 12, // three numbers depend on each other
		Text: "An SM of a Tesla K40 holds 64 warps, 16 blocks, and 49 152 bytes of shared memory. `Detour` needs 4 bytes of dynamic shared memory per thread; it may get more. Choose a launch for n = 3840, one thread per element, of which exactly 30 warps fit: an occupancy of exactly 46.875 %.",
		Ask: Configuration{
			Device: kepler,
			Kernel: rubric.Kernel{
				Name: "Detour", Signature: "func(out, in []float32, n int)",
				SizeNames: []string{"n"}, Sizes: []rubric.Size{{3840}},
				Case: copies,
				Why:  func(c *rubric.Case, i int) string { return fmt.Sprintf("in[%d]", i) },
				Hints: map[rubric.Symptom]string{
					rubric.NotWritten: "blocks times threads per block must be 3840",
					rubric.Outside:    "blocks times threads per block must be 3840",
				},
				Goals: []rubric.Goal{
					rubric.Exactly("percent occupancy", rubric.OccupancyPct, 46.875, "30 warps are some whole blocks. How many bytes must a block take, so that this number of blocks fits and one more does not?"),
				},
			},
			Stub:     gpusim.Config{Grid: gpusim.Dim(30), Block: gpusim.Dim(128), Shared: 512},
			Solution: gpusim.Config{Grid: gpusim.Dim(20), Block: gpusim.Dim(192), Shared: 9216},
			Wrong: []WrongConfiguration{
				{gpusim.Config{Grid: gpusim.Dim(15), Block: gpusim.Dim(256), Shared: 12288}, "50 percent occupancy, exactly 46.88"},
				{gpusim.Config{Grid: gpusim.Dim(20), Block: gpusim.Dim(192), Shared: 6144}, "75 percent occupancy"},
				{gpusim.Config{Grid: gpusim.Dim(4), Block: gpusim.Dim(960), Shared: 3840}, "93.75 percent occupancy"},
				{gpusim.Config{Grid: gpusim.Dim(20), Block: gpusim.Dim(192), Shared: 512}, "too few bytes of shared memory"},
				{gpusim.Config{Grid: gpusim.Dim(10), Block: gpusim.Dim(192), Shared: 9216}, "must be 3840"},
			},
		},
		Hints: Hints{
			Question: "Into which equal blocks can 30 warps be divided? How many bytes may each of them take at most, and more than how many?",
			Look:     "Move the slider of shared memory above, and watch the row of shared memory.",
			Hole:     `gpusim.Config{Grid: gpusim.Dim(3840 / 192), Block: gpusim.Dim(192), Shared: ___}`,
			Solution: "Five blocks of 6 warps are 30 warps. Five blocks fit and six do not, if a block takes more than 49 152 / 6 = 8192 and at most 9830 bytes:\n\n```go\ngpusim.Config{Grid: gpusim.Dim(20), Block: gpusim.Dim(192), Shared: 9216}\n```",
		},
	},
	varied(func(v int) Task {
		registers := v
		warp := 32 * registers
		half := 16384 / warp
		in := named{"registers": registers, "warp": warp, "half": half, "warps": 2 * half, "threads": 2 * half * 32}.in
		return Task{
			ID: "12.4", Title: "The largest block", Form: Predict, After: "explain-failing",
			Text: in("A kernel takes {registers} registers per thread. How many threads may a block have at most on a Tesla C2050, in multiples of 32?"),
			Ask: Number{
				Unit:    "threads",
				Answer:  func() float64 { return largestBlock(fermi, registers) },
				Because: in("{registers} × 32 = {warp} registers per warp. Each half of the SM has 16384, which hold {half} such warps: {warps} warps are {threads} threads"),
				Misread: []Misread{
					{Computed(32768 / registers), "that is not a multiple of 32: registers are given to whole warps"},
					{Computed(32768 / warp * 32), "a warp lies in one half of the SM: how many fit in 16384 registers?"},
					{func() float64 { return largestBlock(fermi, registers) / 32 }, "that is the number of warps"},
					{func() float64 { return largestBlock(kepler, registers) }, "that is the largest block of a K40, which has twice the registers"},
				},
				Nudge: "how many registers does one warp take, and how many such warps fit in one half of the SM?",
			},
			Hints: Hints{
				Question: "How many registers does one warp take? How many warps fit in each half of a C2050's SM?",
				Look:     in("Run `limits(\"Tesla C2050\", occupancy.BlockResources{Threads: 1024, Registers: {registers}})` and then smaller blocks."),
				Hole:     in(`threads := 2 * (16384 / ({registers} * 32)) * ___`),
				Solution: in("{registers} × 32 = {warp} registers per warp. A half has 16384 registers, and 16384 / {warp} is {half} whole warps. 2 × {half} × 32 = {threads} threads."),
			},
		}
	}, 40, 44, 48, 52),
	{
		ID: "12.5", Title: "Why only a quarter?", Form: Explain, After: "explain-failing",
		Text: "A kernel was launched on a Tesla K40. Run the cell, look at its counters, and choose the sentence that explains the occupancy.",
		Ask: Choice{
			Report: Launched(kepler, plusOne, line(960, 32), zeroed(960*32)),
			Counters: []string{
				rubric.OccupancyPct, "achieved_occupancy", blocksByWarps, blocksBySM, blocksByRegisters,
			},
			Because: "an SM holds 16 blocks at most, and a block has one warp: 16 of 64 warps",
			Options: []Option{
				{
					Text: "The kernel takes too many registers.",
					Holds: func(r *gpusim.Report) bool {
						return counter(r, blocksByRegisters) < min(counter(r, blocksBySM), counter(r, blocksByWarps))
					},
					Report: Launched(kepler, sixtyKept, line(240, 128), zeroed(60*240*128)),
					Says:   "compare `launch__occupancy_limit_registers` with the other limits: it is not the smallest",
				},
				{
					Text: "The SM has no room for more warps.",
					Holds: func(r *gpusim.Report) bool {
						return counter(r, rubric.OccupancyPct) == 100 && counter(r, "achieved_occupancy") > 50
					},
					Report: Launched(kepler, plusOne, line(960, 256), zeroed(960*256)),
					Says:   "compare `launch__occupancy_limit_warps` with the other limits: it is not the smallest",
				},
				{
					Text: "The blocks are too small: the SM holds its largest number of blocks, and they have few warps.",
					Holds: func(r *gpusim.Report) bool {
						return counter(r, blocksBySM) < min(counter(r, blocksByRegisters), counter(r, blocksByWarps))
					},
				},
				{
					Text: "The grid has too few blocks to fill the device.",
					Holds: func(r *gpusim.Report) bool {
						return counter(r, "achieved_occupancy") < counter(r, rubric.OccupancyPct)/4
					},
					Report: Launched(kepler, plusOne, line(15, 256), zeroed(15*256)),
					Says:   "then the achieved occupancy would be far below the theoretical one, which does not depend on the grid",
				},
			},
		},
		Hints: Hints{
			Question: "Which of the limits is the smallest? How many warps is that?",
			Look:     "The second table in section 2 shows the same with blocks of 64 threads.",
			Hole:     "warps := 16 * ___ // blocks per SM × warps per block",
			Solution: "The limit of blocks is the smallest: 16 blocks of one warp are 16 of 64 warps.",
		},
	},
	{
		ID: "12.6", Title: "Half of the room", Form: Optimise, After: "explain-failing",
		Text: "`Deal` is right and declares 16 KB of shared memory per block. An SM of a Tesla K40 holds 3 of its blocks: an occupancy of 37.5 %. Reach 75 %, with loads and stores as coalesced as they are: at most 4 sectors per request. Par for n = 8192 is 5500 warp instructions. How few do you need?",
		Ask: Kernel{
			Device: kepler,
			Kernel: rubric.Kernel{
				Name: "Deal", Signature: "func(out, in []float32)",
				SizeNames: []string{"n"}, Sizes: []rubric.Size{{2048}, {8192}},
				Case: dealt,
				Why: func(c *rubric.Case, i int) string {
					return fmt.Sprintf("2·in[%d]", i-i%2048+33*((i+1)%2048)%2048)
				},
				Hints: map[rubric.Symptom]string{rubric.BadValue: "follow one element through both loops of the given kernel: from which index of in does it come?"},
				Goals: []rubric.Goal{
					rubric.AtMost("warp instructions", rubric.WarpInstructions, 5500, "each loop over the 2048 elements costs instructions: which loop only moves elements from one array to the other?"),
					rubric.AtLeast("percent occupancy", rubric.OccupancyPct, 75, "dealt holds what a thread could compute from loaded when it stores: are two arrays needed?"),
					rubric.PerLoad(4, 8192, scatteredDeal),
					rubric.PerStore(4, 8192, scatteredDeal),
				},
			},
			Best:  3968,
			Wrong: []Wrong{{"index", "from which index of in does it come?"}, {"same", "with no barrier between"}, {"without", "in which memory may they lie apart?"}, {"scatter", "sectors per store request, limit 4"}},
		},
		Hints: Hints{
			Question: "How many bytes may a block declare when 6 blocks are to fit in 49 152 bytes? Which of the two arrays can go?",
			Look:     "The slider of shared memory in section 4 shows how many blocks fit.",
			Hole:     `out[base+k] = 2 * loaded[33*___%2048]`,
		},
	},
}

const scatteredDeal = "the elements of a warp lie 33 apart in memory of the device: in which memory may they lie apart?"

// dealt is the case of Deal.
func dealt(s rubric.Size, rng *rubric.Random) *rubric.Case {
	n := s[0]
	out, in := rubric.Result("out", n, rng), rubric.Input("in", n, rng)
	for i := range n {
		out.Want[i] = 2 * in.Init[i-i%2048+33*((i+1)%2048)%2048]
	}
	return &rubric.Case{
		Grid: rubric.Dim{X: n / 2048, Y: 1, Z: 1}, Block: rubric.Dim{X: 256, Y: 1, Z: 1}, Args: []rubric.Arg{out, in},
	}
}

// copies is the case of Detour.
func copies(s rubric.Size, rng *rubric.Random) *rubric.Case {
	c := inBlocks(256, func(block []float32) []float32 { return block })(s, rng)
	c.Args = append(c.Args, rubric.NewScalar("n", s[0]))
	return c
}

// held returns the occupancy of an SM.
func held(device string, d occupancy.BlockResources) occupancy.Occupancy {
	return gpusim.Must(gpusim.Open(device)).Occupancy(d)
}

// largestBlock returns the threads of the largest block that fits with a number of registers.
func largestBlock(device string, registers int) float64 {
	threads := 1024
	for held(device, occupancy.BlockResources{Threads: threads, Registers: registers}).Blocks == 0 {
		threads -= 32
	}
	return float64(threads)
}

// plusOne adds 1 to each element.
func plusOne(x []float32) {
	x[gpu.BlockIdx.X*gpu.BlockDim.X+gpu.ThreadIdx.X]++
}

// sixtyKept keeps 60 values until their sum is known.
func sixtyKept(x []float32) {
	i, n := gpu.BlockIdx.X*gpu.BlockDim.X+gpu.ThreadIdx.X, gpu.GridDim.X*gpu.BlockDim.X
	var v [60]float32
	sum := float32(0)
	for k := range 60 {
		v[k] = x[k*n+i]
		sum += v[k]
	}
	for k := range 60 {
		x[k*n+i] = v[k] * sum
	}
}
