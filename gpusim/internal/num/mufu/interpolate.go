package mufu

// This file is the interpolation that all functions share.

// segment is a part of a function's range: its value at the start, its slope and half its second
// derivative there, in fixed point of scales that the curve knows.
type segment struct{ value, slope, bend int32 }

// offsetBits is the width of the squarer.
const offsetBits = 17

// curve is a function as its table of segments.
type curve struct {
	segments []segment
	low      uint8 // bits of the offset in a segment
	value    uint8 // places by which values stand above slopes and bends
	drop     uint8 // low bits of the sum
	round    int64 // is added before they are dropped
}

// at returns the interpolated value at a fraction.
func (c *curve) at(fraction uint32) uint64 {
	const shifts = 63
	s := &c.segments[fraction>>(c.low&shifts)]
	x := fraction & (1<<(c.low&shifts) - 1)
	sum := int64(s.value)<<(c.value&shifts) + int64(s.slope)*int64(x) + int64(s.bend)*square(x<<((offsetBits-c.low)&shifts))
	return uint64(sum+c.round) >> (c.drop & shifts)
}

// square returns x²/2^19 of a number of 17 bits, less what the squarer leaves out: for each bit of
// x it adds x at the place of this bit, of which it has cut off what lies below the place of 2^18.
//
// Products of two of the low 9 bits all lie below that place, those of two of the high 8 bits all
// above. So something is cut off only in products of a high and a low bit.
func square(x uint32) int64 {
	const split = 9
	high, low := x>>split, x&(1<<split-1)
	return int64((high*high + 2*uint32(mixed[high>>1&(mixedSize-1)][low>>2])) >> 1)
}

// mixed has the sums of products of a high and a low bit; the lowest of the high and the lowest two
// of the low take no part.
const (
	mixedBits = 7
	mixedSize = 1 << mixedBits
)

var mixed = func() (sums [mixedSize][mixedSize]uint8) {
	for high := range sums {
		for low := range sums[high] {
			for bit := range mixedBits {
				sums[high][low] += uint8(low >> (mixedBits - 1 - bit) * (high >> bit & 1))
			}
		}
	}
	return sums
}()
