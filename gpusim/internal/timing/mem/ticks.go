package mem

import "gpucourse/gpusim/internal/hash"

// This file is the unit of time below a cycle, and how a resource serves requests.

// A tick is 1/64 of a cycle of the SM clock.
const (
	TickBits = 6
	Ticks    = 1 << TickBits // per cycle
)

// InTicks converts cycles to ticks, rounded to the nearest.
func InTicks(cycles float64) int64 { return int64(cycles*Ticks + 0.5) }

// Never is a cycle later than all others, for events that have not happened.
const Never = 1 << 50

// serve lets a request that arrives at a tick use a resource, which is free from *free on,
// and returns when the service begins. A request that arrives after the end of the window
// does not delay earlier requests of the next window.
func serve(free *int64, at, takes, windowEnd int64) int64 {
	from := max(*free, min(at, windowEnd))
	*free = from + takes
	return max(from, at)
}

// backlog returns for how many cycles after from the busiest of some resources is busy. Times
// in the list have bits fractional bits.
func backlog(free []int64, from int64, bits uint) (cycles int64) {
	for _, f := range free {
		cycles = max(cycles, f>>bits-from)
	}
	return cycles
}

// spread maps a number to one of n indices. Of n consecutive numbers each gets another index.
func spread(x uint64, n int) int {
	k := uint64(n)
	return int((x + x/k*hash.Golden>>33) % k)
}

// scatter maps a number to one of n indices by a hash, which is not perfectly even.
func scatter(x uint64, n int) int { return int(x * hash.Golden >> 40 % uint64(n)) }
