package rubric

// This file holds goals and the kinds of goals that several exercises share.

import "slices"

// Goal is a limit on a metric of a launch of the largest size.
type Goal struct {
	Name    string   // with its unit: "sectors per load request"
	Metrics []string // added up
	Limit   func(size Size) float64
	AtLeast bool     // the limit is a lower limit
	Exactly bool     // the value must be the limit
	Related []string // metrics that explain a missed goal and are shown with it
	Hint    string
	// Needs are limits that must hold too: what the goal counts may not reappear where it
	// does not count, and an average may not be diluted.
	Needs []Goal
}

// Exactly returns the goal that a metric has one value.
func Exactly(name, metric string, value float64, hint string) Goal {
	return Goal{Name: name, Metrics: []string{metric}, Limit: constant(value), Exactly: true, Hint: hint}
}

// AtMost returns the goal that a metric stays within a limit.
func AtMost(name, metric string, limit float64, hint string) Goal {
	return Goal{Name: name, Metrics: []string{metric}, Limit: constant(limit), Hint: hint}
}

// AtLeast returns the goal that a metric reaches a limit.
func AtLeast(name, metric string, limit float64, hint string) Goal {
	return Goal{Name: name, Metrics: []string{metric}, Limit: constant(limit), AtLeast: true, Hint: hint}
}

// PerLoad returns the goal that a load request touches few sectors. A request for one sector lowers the average, so all
// of them together may touch a quarter more than the sectors of words of 4 bytes.
func PerLoad(limit float64, words int, hint string) Goal {
	elements := func(Size) int { return words }
	return AtMost("sectors per load request", SectorsPerLoad, limit, hint).needing(loaded(elements, 1.25, hint))
}

// PerStore is PerLoad for store requests.
func PerStore(limit float64, words int, hint string) Goal {
	elements := func(Size) int { return words }
	return AtMost("sectors per store request", SectorsPerStore, limit, hint).needing(stored(elements, 1.25))
}

// Plus returns the goal with one more metric, which is added.
func (g Goal) Plus(metric string) Goal {
	g.Metrics = append(slices.Clone(g.Metrics), metric)
	return g
}

// IsTimed reports whether the goal limits the cycles of a timed launch.
func (g *Goal) IsTimed() bool { return g.Metrics[0] == CyclesElapsed }

// Missed reports whether a value misses the limit.
func (g *Goal) Missed(got, limit float64) bool {
	switch {
	case g.Exactly:
		return got != limit
	case g.AtLeast:
		return got < limit
	}
	return got > limit
}

// Bound says in words what the limit is.
func (g *Goal) Bound() string {
	switch {
	case g.Exactly:
		return "exactly"
	case g.AtLeast:
		return "at least"
	}
	return "limit"
}

// Total adds up the goal's metrics. Atomics count as the loads and stores that they are.
// It reports false when no metric has a value: an average has none of nothing.
func (g *Goal) Total(metric func(string) (float64, bool)) (total float64, known bool) {
	if q, ok := quotients[g.Metrics[0]]; ok {
		dividend, _ := added(metric, q.dividend)
		divisor, _ := added(metric, q.divisor)
		return dividend / max(divisor, 1), divisor > 0
	}
	return added(metric, g.Metrics...)
}

// busyFactor and busySlack limit the accesses of the busiest warp: a multiple of the
// average, and what one warp may do for its block.
const (
	busyFactor = 1.9
	busySlack  = 3
)

// Shared limits the accesses of one warp to global memory, by the average of all warps: the
// warps of a launch have to share its work.
func Shared(average float64) Goal {
	return Goal{
		Name: "global accesses of the busiest warp", Metrics: []string{BusiestWarp},
		Limit: constant(busyFactor*average + busySlack),
		Hint:  "let all warps of the launch share the work",
	}
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

// coalesced are the goals of a kernel whose requests must use whole sectors. loads and
// stores are the numbers of float32 to load and store; slack is the allowed multiple of
// their sectors.
func coalesced(loads, stores func(Size) int, slack float64, hint string) []Goal {
	const alone = 1.5 // more slack for loads or stores alone
	return []Goal{
		loadSectors(hint).needing(loaded(loads, alone*slack, hint)),
		storeSectors(hint).needing(stored(stores, alone*slack)),
		sectorsMoved(func(s Size) int { return loads(s) + stores(s) }, slack),
	}
}

// loadSectors limits the sectors per load request. A request for one sector would lower the
// average, so the goal needs a limit on the sectors.
func loadSectors(hint string) Goal {
	return Goal{Name: "sectors per load request", Metrics: []string{SectorsPerLoad}, Limit: constant(requestSectors), Hint: hint}
}

// storeSectors limits the sectors per store request, as loadSectors does.
func storeSectors(hint string) Goal {
	return Goal{Name: "sectors per store request", Metrics: []string{SectorsPerStore}, Limit: constant(requestSectors), Hint: hint}
}

// needing returns the goal with more needs.
func (g Goal) needing(needs ...Goal) Goal {
	g.Needs = slices.Concat(g.Needs, needs)
	return g
}

// loaded allows slack times the sectors of a number of elements of 4 bytes.
func loaded(elements func(Size) int, slack float64, hint string) Goal {
	return Goal{
		Name: "sectors loaded", Metrics: []string{SectorsLoaded}, Hint: hint,
		Limit: func(s Size) float64 { return slack * sectorsOf(elements(s)) },
	}
}

// stored allows slack times the sectors of a number of elements of 4 bytes.
func stored(elements func(Size) int, slack float64) Goal {
	return Goal{
		Name: "sectors stored", Metrics: []string{SectorsStored},
		Limit: func(s Size) float64 { return slack * sectorsOf(elements(s)) },
		Hint:  "store each result once",
	}
}

// requested limits the requests of global loads.
func requested(limit func(Size) float64) Goal {
	return Goal{
		Name: "global load requests", Metrics: []string{LoadRequests}, Limit: limit,
		Hint: "load each value from global memory once",
	}
}

// sharedBytes limits the shared memory of a block.
func sharedBytes(limit float64, hint string) Goal {
	return Goal{Name: "bytes of shared memory per block", Metrics: []string{SharedStatic}, Limit: constant(limit), Hint: hint}
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
		Name: "wavefronts of shared memory", Metrics: []string{SharedWavefronts}, Hint: hint,
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
