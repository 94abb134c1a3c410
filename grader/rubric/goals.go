package rubric

// This file holds goals and the kinds of goals that several exercises share.

// Goal is a limit on a metric of a launch of the largest size.
type Goal struct {
	Name    string   // with its unit: "sectors per load request"
	Metrics []string // added up
	Limit   func(size Size) float64
	AtLeast bool     // the limit is a lower limit
	Related []string // metrics that explain a missed goal and are shown with it
	Hint    string
}

// IsTimed reports whether the goal limits the cycles of a timed launch.
func (g *Goal) IsTimed() bool { return g.Metrics[0] == CyclesElapsed }

// Missed reports whether a value misses the limit.
func (g *Goal) Missed(got, limit float64) bool {
	if g.AtLeast {
		return got < limit
	}
	return got > limit
}

// Total adds up the goal's metrics. A metric without a value counts 0: an average has
// no value where there was nothing to count.
func (g *Goal) Total(metric func(string) (float64, bool)) float64 {
	sum := 0.0
	for _, name := range g.Metrics {
		v, _ := metric(name)
		sum += v
	}
	return sum
}

// Sizes in bytes, and the threads of a warp, on every device of the course.
const (
	sectorBytes = 32
	floatBytes  = 4
	intBytes    = 4
	warpLanes   = 32
)

// requestSectors is the limit on sectors per request of 32 float32: 4 sectors when the
// first is aligned, 5 when it is not.
const requestSectors = 5

// coalesced are the goals of a kernel whose requests must use whole sectors. elements
// is the number of float32 to load and store; slack is the allowed multiple of their
// sectors.
func coalesced(elements func(Size) int, slack float64, hint string) []Goal {
	return []Goal{loadSectors(hint), storeSectors(hint), sectorsMoved(elements, slack)}
}

// loadSectors limits the sectors per load request.
func loadSectors(hint string) Goal {
	return Goal{Name: "sectors per load request", Metrics: []string{sectorsPerLoad}, Limit: constant(requestSectors), Hint: hint}
}

// storeSectors limits the sectors per store request.
func storeSectors(hint string) Goal {
	return Goal{Name: "sectors per store request", Metrics: []string{sectorsPerStore}, Limit: constant(requestSectors), Hint: hint}
}

// constant is a limit that does not depend on the size.
func constant(limit float64) func(Size) float64 { return func(Size) float64 { return limit } }

// sectorsMoved allows slack times the sectors of a number of float32.
func sectorsMoved(elements func(Size) int, slack float64) Goal {
	return Goal{
		Name:    "sectors loaded and stored",
		Metrics: []string{SectorsLoaded, SectorsStored},
		Limit: func(s Size) float64 {
			return float64(int(slack*float64(elements(s)*floatBytes)/sectorBytes) + 1)
		},
		Hint: "each sector of the data should move once; some sectors move several times",
	}
}

// conflicts allows one bank conflict per four warp requests. words is the number of
// words that the launch must read or write in shared memory, 32 per request.
func conflicts(name string, words func(Size) int, hint string, metrics ...string) Goal {
	const perRequest = 0.25
	return Goal{
		Name: name, Metrics: metrics, Hint: hint,
		Limit: func(s Size) float64 { return float64(int(perRequest * float64(words(s)) / warpLanes)) },
	}
}

// sharedWavefrontsPerBlock limits the wavefronts of shared memory.
func sharedWavefrontsPerBlock(blocks func(Size) int, perBlock int, hint string) Goal {
	return Goal{
		Name: "wavefronts of shared memory", Metrics: []string{sharedWavefronts}, Hint: hint,
		Limit: func(s Size) float64 { return float64(perBlock * blocks(s)) },
	}
}

// instructionsPerWarp limits the instructions of the warps that the work needs.
func instructionsPerWarp(perWarp float64, warps func(Size) int, hint string) Goal {
	return Goal{
		Name: "warp instructions", Metrics: []string{WarpInstructions},
		Limit: func(s Size) float64 { return perWarp * float64(warps(s)) }, Hint: hint,
	}
}

// loadedOnce allows 1.1 times the sectors of the input.
func loadedOnce(sectors func(Size) int) Goal {
	return Goal{
		Name: "global sectors loaded", Metrics: []string{SectorsLoaded}, Limit: func(s Size) float64 { return 1.1 * float64(sectors(s)) },
		Hint: "loading a value again saves a register and costs memory traffic: load each value once",
	}
}

// noLocal forbids local memory.
func noLocal(hint string) Goal {
	return Goal{Name: "sectors of local memory", Metrics: []string{localLoaded, localStored}, Limit: constant(0), Hint: hint}
}

// cycles limits the cycles of a timed launch. A limit lies at least a tenth above the
// slowest known good solution and a tenth below the mistake that it is for.
func cycles(limit float64, hint string) Goal {
	return Goal{
		Name: "cycles", Metrics: []string{CyclesElapsed}, Limit: constant(limit),
		Related: []string{WarpInstructions, issueBusy, l1Busy, dramBusy}, Hint: hint,
	}
}

// blocks returns how many blocks of a size cover n elements.
func blocks(n, size int) int { return (n + size - 1) / size }

// warps returns how many warps n threads form.
func warps(n int) float64 { return float64(blocks(n, warpLanes)) }

// sectorsOf returns how many sectors n float32 fill.
func sectorsOf(n int) float64 { return float64(blocks(n*floatBytes, sectorBytes)) }

// pixels returns the number of elements of a width and a height.
func pixels(s Size) int { return s[0] * s[1] }

// nearBlocks are sizes around a whole block of 128 threads, and a large size.
var nearBlocks = []Size{{127}, {128}, {129}, {1}, {1000}, {10368}}
