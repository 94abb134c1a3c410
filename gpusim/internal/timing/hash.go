package timing

// This file gives lines their places.

// golden is 2⁶⁴ divided by the golden ratio: a multiplier that spreads numbers.
const golden = 0x9e3779b97f4a7c15

// spread gives a number one of n places: of n neighbours, one is at each, in an
// order that a hash turns.
func spread(x uint64, n int) int {
	k := uint64(n)
	return int((x + x/k*golden>>33) % k)
}

// scatter gives a number one of n places by a hash; some places get more than others
// (l2: atomic, 4 to 64 KB as fast as 21 to 32 of 48).
func scatter(x uint64, n int) int { return int(x * golden >> 40 % uint64(n)) }
