package cache

// This file chooses the set of a line.

import (
	"math/bits"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/internal/hash"
)

// index says which set a line belongs to. Neighbouring lines belong to different sets.
type index struct {
	sets   int
	folded *remainders // where not nil, a set's number is a remainder of polynomials
	hashed bool        // a hash of line/sets rotates the sets of sets neighbouring lines
	// A partition of L2 owns one of every parts pieces of memory, whose lines are renumbered
	// so that they use all sets.
	parts     uint64
	pieceBits uint // log2 of the lines of a piece
}

// newIndex returns the index of a cache of at least the given number of sets.
func newIndex(g arch.Cache, sets int) index {
	x := index{sets: sets, hashed: g.Hashed, parts: 1}
	if g.Folded {
		degree := bits.Len(uint(sets - 1))
		x.sets, x.folded = 1<<degree, &foldings[degree]
	}
	return x
}

// irreducible has, by degree, a polynomial over two elements that has no divisors; bit i is
// the coefficient of xⁱ. Of several, those of degree 7 and 9 come nearest to the conflicts
// that an H200 shows for strides of three and five lines (validation/h200).
var irreducible = [...]uint64{0x1, 0x3, 0x7, 0xb, 0x13, 0x25, 0x43, 0xb9, 0x11d, 0x217, 0x409}

// remainders has, by byte of a line's number and value of that byte, the byte's part of the
// remainder. The parts of all bytes are added without carry.
type remainders [8][256]uint16

// newRemainders returns the remainders for sets whose number is the remainder of the line's,
// taken as a polynomial, by an irreducible polynomial. Then strides of powers of two use
// all sets (Rau, Pseudo-randomly interleaved memory, 1991).
func newRemainders(degree int) (table remainders) {
	remainder := uint64(1) // of a line number with one bit
	for bit := range 64 {
		for value := range table[bit/8] {
			if value>>(bit%8)&1 != 0 {
				table[bit/8][value] ^= uint16(remainder)
			}
		}
		if remainder <<= 1; remainder>>degree != 0 {
			remainder ^= irreducible[degree]
		}
	}
	return table
}

// foldings are the remainders by degree.
var foldings = func() (all [len(irreducible)]remainders) {
	for degree := range all {
		all[degree] = newRemainders(degree)
	}
	return all
}()

// set returns the set of a line.
func (x *index) set(line uint64) int {
	switch {
	case x.folded != nil:
		set := uint16(0)
		for i := 0; line != 0; i, line = i+1, line>>8 {
			set ^= x.folded[i&7][line&0xff]
		}
		return int(set)
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
