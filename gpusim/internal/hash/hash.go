// Package hash mixes the bits of numbers such as line addresses, so that a regular stride uses
// all sets, slices and channels alike. The result depends on the number alone.
package hash

// Golden is 2⁶⁴ divided by the golden ratio. The high bits of a product with it depend on
// all lower bits of the number (Knuth, The Art of Computer Programming, section 6.4).
const Golden = 0x9e3779b97f4a7c15

// Mix returns 32 bits of which each depends on all bits of x.
func Mix(x uint64) uint64 {
	x *= Golden
	x ^= x >> 29
	return x * Golden >> 32
}
