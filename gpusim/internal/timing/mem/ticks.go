package mem

// This file is the unit of time for what takes less than a cycle.

// A tick is 1/64 of a cycle of the SM clock.
const (
	TickBits = 6
	Ticks    = 1 << TickBits // per cycle
)

// InTicks converts cycles to ticks, to the nearest.
func InTicks(cycles float64) int64 { return int64(cycles*Ticks + 0.5) }

// Never is a cycle after all others: of what has not happened yet.
const Never = 1 << 50

// serve lets a request that arrives at a tick use a resource that is free at another, and
// returns when it begins. A request that arrives after the end of the window does not keep
// requests of the next window waiting that arrive before it.
func serve(free *int64, at, takes, windowEnd int64) int64 {
	from := max(*free, min(at, windowEnd))
	*free = from + takes
	return max(from, at)
}

// or is v, or otherwise where v is 0.
func or(v, otherwise float64) float64 {
	if v == 0 {
		return otherwise
	}
	return v
}

// golden is 2⁶⁴ divided by the golden ratio: a multiplier that spreads numbers.
const golden = 0x9e3779b97f4a7c15

// spread returns one of n places for a number. Of n neighbouring numbers each gets
// another place, in an order that a hash rotates.
func spread(x uint64, n int) int {
	k := uint64(n)
	return int((x + x/k*golden>>33) % k)
}

// scatter returns one of n places for a number by a hash; some places get more numbers
// than others (l2: atomic, 4 to 64 KB as fast as 21 to 32 of 48).
func scatter(x uint64, n int) int { return int(x * golden >> 40 % uint64(n)) }
