package cache

// This file chooses the set of a line.

import (
	"math/bits"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/internal/hash"
)

// index says which set a line belongs to. Neighbouring lines belong to different sets.
type index struct {
	sets int
	// masks, where they are known, give the bits of a set's number: bit i is the parity of
	// the bits of a line's number that are in masks[i].
	masks  []uint64
	hashed bool // a hash of line/sets rotates the sets of sets neighbouring lines
	// A partition of L2 owns one of every parts pieces of memory, whose lines are renumbered
	// so that they use all sets.
	parts     uint64
	pieceBits uint // log2 of the lines of a piece
}

// newIndex returns the index of a cache of at least the given number of sets.
func newIndex(g arch.Cache, sets int) index {
	x := index{sets: sets, hashed: g.Hashed, parts: 1}
	if g.Folded {
		x.masks = polynomialMasks(bits.Len(uint(sets - 1)))
		x.sets = 1 << len(x.masks)
	}
	return x
}

// irreducible has, by degree, a polynomial over two elements that has no divisors; bit i is
// the coefficient of xⁱ. Of several, those of degree 7 and 9 come nearest to the conflicts
// that an H200 shows for strides of three and five lines (validation/h200).
var irreducible = [...]uint64{0x1, 0x3, 0x7, 0xb, 0x13, 0x25, 0x43, 0xb9, 0x11d, 0x217, 0x409}

// polynomialMasks returns masks by which a set's number is the remainder of the line's,
// taken as a polynomial, by an irreducible polynomial. Then strides of powers of two use
// all sets (Rau, Pseudo-randomly interleaved memory, 1991).
func polynomialMasks(degree int) []uint64 {
	masks, remainder := make([]uint64, degree), uint64(1)
	for bit := range 64 {
		for i := range masks {
			masks[i] |= remainder >> i & 1 << bit
		}
		if remainder <<= 1; remainder>>degree != 0 {
			remainder ^= irreducible[degree]
		}
	}
	return masks
}

// set returns the set of a line.
func (x *index) set(line uint64) int {
	switch {
	case x.masks != nil:
		set := 0
		for i, mask := range x.masks {
			set |= bits.OnesCount64(line&mask) & 1 << i
		}
		return set
	case x.sets == 1:
		return 0
	case x.parts > 1:
		line = x.renumbered(line)
	}
	n := uint64(x.sets)
	if x.hashed {
		return int((line%n + hash.Mix(line/n)) % n)
	}
	return int(line % n)
}

// renumbered numbers the lines of each partition's pieces without gaps. Equal places in
// different pieces get different sets.
func (x *index) renumbered(line uint64) uint64 {
	group := line >> x.pieceBits / x.parts
	return group<<x.pieceBits | (line^group)&(1<<x.pieceBits-1)
}
