package arch

import "math/bits"

// L2Hash says which part of L2 owns a line, and which of the part's slices. What is called
// a sum here is that of bits, without carry.
type L2Hash struct {
	// Part has the bits of an address whose sum is the part, 0 or 1.
	Part uint64
	// A slice is the remainder of a number by how many the part has: of the bits of the address
	// from High on, below Bits, followed by the sums of the bits that each of Low has, the
	// lowest first.
	Low        [6]uint64
	High, Bits uint
}

// PartOf returns the part of L2 that owns an address.
func (h *L2Hash) PartOf(address uint64) int { return bits.OnesCount64(address&h.Part) & 1 }

// SliceOf returns which of n slices of its part owns an address.
func (h *L2Hash) SliceOf(address uint64, n int) int {
	number := address & (1<<h.Bits - 1) >> h.High << len(h.Low)
	for i, mask := range h.Low {
		number |= uint64(bits.OnesCount64(address&mask)&1) << i
	}
	return int(number % uint64(n))
}

// hopperL2 is where slices has each of 93,557 lines of 64 GB, when the measured block is taken
// to begin at 528 MB. Bits from the 37th on were not measured.
var hopperL2 = &L2Hash{
	Part: 0x1cbd6ab000,
	Low:  [6]uint64{0x1ae4f92800, 0x13ca4f4000, 0x1d1fbda400, 0xa45551100, 0x5fdef2400, 0x1b12264800},
	High: 17, Bits: 37,
}
