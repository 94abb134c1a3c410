package rubric

// This file is the row of exercise 12.

import (
	"fmt"
)

// occupancy is exercise 12, on the device of the examples in the CUDA documents. Full
// occupancy leaves 32 registers per thread, and 6144 bytes of shared memory per block of
// 256 threads. Local memory is excluded, because spilling does not save registers.
var occupancy = Exercise{
	Name:    "12_occupancy",
	Package: "occupancy",
	Device:  "Tesla K40",
	Kernels: []Kernel{
		{
			Name:      "Statistics",
			Form:      Improve,
			Signature: "func(sum, squares, least, most, in []float32, n int)",
			SizeNames: []string{"n"},
			Sizes:     []Size{{127}, {128}, {129}, {1}, {257}, {1000}, {10368}},
			Spans:     []Span{{2, 1500, 1}},
			Less:      Size{128},
			TimedSize: Size{61440}, // two blocks of 256 for each place on an SM
			Case:      statistics,
			Why: func(c *Case, b int) string {
				return fmt.Sprintf("what in[%d] to in[%d] give", b*statisticsBlock, min((b+1)*statisticsBlock, c.Size[0])-1)
			},
			Hints: map[Symptom]string{
				BadValue: "does every thread wait, in each round, for what others stored? does a slower thread still need the memory that is used a second time? are the sums float64? does a thread without an element leave all four results unchanged?",
			},
			Goals: []Goal{
				fullOccupancy("a block may have 49152/8 = 6144 bytes of shared memory: an array can be used a second time after gpu.SyncThreads, and the minimum and the maximum of float32 values are float32").needing(statisticsSectors, noLocal(spillHint)),
			},
		},
		{
			Name:      "Project",
			Form:      Improve,
			Signature: "func(out, w, in []float32, columns, n int)",
			SizeNames: []string{"columns", "n"},
			Sizes:     []Size{{16, 127}, {5, 128}, {1, 129}, {3, 1}, {4, 257}, {20, 2000}},
			Spans:     []Span{{1, 20, 1}, {2, 400, 1}},
			Most:      Size{20, 0},
			Less:      Size{0, 32},
			Case:      project,
			Why: func(c *Case, i int) string {
				return fmt.Sprintf("the sum of w[k·%d+%d]·in[k·n+%d]", projectRows, i/c.Size[1], i%c.Size[1])
			},
			Where: projectWhere,
			Goals: []Goal{
				fullOccupancy("65536 registers for 2048 threads are 32 each: keep fewer sums at the same time, and pass over the columns once for each group of rows").needing(noLocal(spillHint), projectRequests),
				noLocal(spillHint),
				projectRequests,
			},
		},
		{
			Name:      "Filter",
			Form:      Improve,
			Signature: "func(out, in []float32, n int)",
			SizeNames: []string{"n"},
			Sizes:     []Size{{127}, {128}, {129}, {1}, {257}, {1000}, {2048}},
			Spans:     []Span{{2, 1000, 1}},
			Less:      Size{64},
			TimedSize: Size{61440},
			Case:      filter,
			Why: func(_ *Case, i int) string {
				return fmt.Sprintf("1·in[%d] + … + %d·in[%d]", i, filterTaps, i+filterTaps-1)
			},
			Goals: []Goal{
				fullOccupancy("//gpu:launchbounds T B promises blocks of at most T threads and asks that an SM hold B of them: how many of 256 threads make 2048?").needing(
					noLocal(spillHint), requested(func(s Size) float64 { return 1.1 * filterTaps * warps(s[0]) })),
			},
		},
		{
			Name:      "Census",
			Form:      Report,
			Signature: "func(counts, in []int32, n int)",
			SizeNames: []string{"n"},
			Sizes:     []Size{{127}, {128}, {129}, {1}, {4095}, {4097}, {10 * censusPart}},
			Spans:     []Span{{2, 9000, 1}},
			Less:      Size{128},
			TimedSize: Size{180 * censusPart}, // two blocks of 128 for each place on an SM
			Case:      census,
			Why: func(c *Case, i int) string {
				part := i / censusClasses
				return fmt.Sprintf("how many of in[%d] to in[%d] are %d", part*censusPart, min((part+1)*censusPart, c.Size[0])-1, i%censusClasses)
			},
			Where: func(_ *Case, i int) string {
				return fmt.Sprintf("part %d, class %d", i/censusClasses, i%censusClasses)
			},
			Hints: map[Symptom]string{
				BadValue: "do all counters begin at 0, in each block? is each element counted once, also in the last part? has every count been stored when it is added up?",
			},
			Profile: []Counter{
				{SectorsLoaded, "global sectors loaded"}, {SharedStatic, "bytes of shared memory per block"}, {SharedWavefronts, "wavefronts of shared memory"},
				{conflictsAtomic, "bank conflicts of atomics"}, {OccupancyPct, "occupancy in %"}, {blocksByMem, "blocks of an SM, by its shared memory"}, {blocksByRegs, "blocks of an SM, by its registers"},
				{CyclesElapsed, "cycles, with n = 737280"},
			},
			Goals: []Goal{
				censusOnce,
				{Name: "wavefronts of shared memory", Metrics: []string{SharedWavefronts}, Limit: func(s Size) float64 { return 440 * float64(blocks(s[0], censusPart)) },
					Hint: censusHint, Needs: []Goal{censusOnce}},
				cycles(16_900, censusHint),
			},
		},
	},
}

// fullOccupancy asks for as many warps as an SM holds.
func fullOccupancy(hint string) Goal {
	return Goal{
		Name: "percent occupancy", Metrics: []string{OccupancyPct}, AtLeast: true, Limit: constant(100),
		Related: []string{blocksByRegs, blocksByMem}, Hint: hint,
	}
}

const spillHint = "a limit on registers does not reduce the live values: those without a register go to local memory. Keep fewer values alive at the same time"

// projectRequests allows 1.3 times the requests for w when each warp loads it once.
var projectRequests = Goal{
	Name: "global load requests", Metrics: []string{LoadRequests},
	Limit: func(s Size) float64 { return 1.3 * float64(s[0]*projectRows) * warps(s[1]) },
	Hint:  "the kernel loads each element of in once per row, 16 times: keep several sums at the same time, in an array whose loops the compiler can unroll",
}

// statisticsSectors allows 1.25 times the sectors of the data, and six of each block for
// its results: what the threads exchange stays on the SM.
var statisticsSectors = Goal{
	Name: "sectors loaded and stored", Metrics: []string{SectorsLoaded, SectorsStored},
	Limit: func(s Size) float64 { return 1.25*sectorsOf(s[0]) + 6*float64(blocks(s[0], statisticsBlock)) },
	Hint:  "threads of a block exchange values in shared memory or by shuffles, not in global memory",
}

const statisticsBlock = 256

func statistics(s Size, rng *Random) *Case {
	n := s[0]
	count := blocks(n, statisticsBlock)
	in := given("in", rng.eighths(n, 1<<20)) // a float32 cannot hold their sums, a float64 those of their squares
	sum, squares := Result("sum", count, rng), Result("squares", count, rng)
	least, most := Result("least", count, rng), Result("most", count, rng)
	for b := range count {
		values := in.Init[b*statisticsBlock : min((b+1)*statisticsBlock, n)]
		total, squared := 0.0, 0.0
		least.Want[b], most.Want[b] = values[0], values[0]
		for _, v := range values {
			total += float64(v)
			squared += float64(v) * float64(v)
			least.Want[b], most.Want[b] = min(least.Want[b], v), max(most.Want[b], v)
		}
		sum.Want[b], squares.Want[b] = float32(total), float32(squared)
	}
	return &Case{
		Grid: Dim{count, 1, 1}, Block: Dim{statisticsBlock, 1, 1},
		Args: []Arg{sum, squares, least, most, in, Scalar{"n", n}},
	}
}

const projectRows = 16

// project multiplies multiples of 1/8: the sums are exact in float64 in any order.
func project(s Size, rng *Random) *Case {
	columns, n := s[0], s[1]
	out, w, in := Result("out", projectRows*n, rng), given("w", rng.eighths(columns*projectRows, 1<<12)), given("in", rng.eighths(columns*n, 1<<12))
	for i := range n {
		for r := range projectRows {
			sum := 0.0
			for k := range columns {
				sum += float64(w.Init[k*projectRows+r]) * float64(in.Init[k*n+i])
			}
			out.Want[r*n+i] = float32(sum)
		}
	}
	return &Case{
		Grid: Dim{blocks(n, 256), 1, 1}, Block: Dim{256, 1, 1},
		Args: []Arg{out, w, in, Scalar{"columns", columns}, Scalar{"n", n}},
	}
}

func projectWhere(c *Case, i int) string {
	n := c.Size[1]
	if i >= projectRows*n {
		return "behind the last row"
	}
	return fmt.Sprintf("row %d, point %d", i/n, i%n)
}

const filterTaps = 48

func filter(s Size, rng *Random) *Case {
	n := s[0]
	out, in := Result("out", n, rng), given("in", rng.eighths(n+filterTaps-1, 1<<12))
	for i := range n {
		out.Want[i] = 0
		for k := range filterTaps {
			out.Want[i] += float32(k+1) * in.Init[i+k]
		}
	}
	return &Case{
		Grid: Dim{blocks(n, 256), 1, 1}, Block: Dim{256, 1, 1},
		Args: []Arg{out, in, Scalar{"n", n}},
	}
}

const (
	censusClasses = 16
	censusPart    = 4096 // elements of one block
	censusHint    = "how many words of shared memory does each thread of the hidden kernel have to itself, and how many threads wait for each other when they count?"
)

var censusOnce = loaded(func(s Size) int { return s[0] }, 1.1, "load each element once, with neighbouring lanes")

// census makes data of which most belong to one class: lanes that share counters wait for each other.
func census(s Size, rng *Random) *Case {
	n := s[0]
	count := blocks(n, censusPart)
	data := convert[int32](rng.Numbers(n, 0, censusClasses-1), 1)
	frequent := int32(rng.IntN(censusClasses))
	for i := range data {
		if i%8 != 3 && rng.extreme() == 0 {
			data[i] = frequent
		}
	}
	counts, in := ResultInts("counts", count*censusClasses, rng), givenInts("in", data)
	clear(counts.Want[:count*censusClasses])
	for i, class := range data {
		counts.Want[i/censusPart*censusClasses+int(class)]++
	}
	return &Case{
		Grid: Dim{count, 1, 1}, Block: Dim{128, 1, 1},
		Args: []Arg{counts, in, Scalar{"n", n}},
	}
}
