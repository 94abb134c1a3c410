package cache

// This file gives lines sets so that strides of powers of two use all of them alike.

import (
	"math/bits"
	"sync"
)

// folds is by byte of a line's number, and value of it, what that adds to the number
// of the set. The bits of a line's number are the coefficients of a polynomial; its set
// is the rest that an irreducible polynomial leaves, so that any neighbouring bits as
// many as a set's number has tell all sets apart (Rau, Pseudo-randomly interleaved
// memory, 1991). walk: of lines 3 and 5 apart as many meet in sets as on an H200.
type folds [8][256]uint16

// irreducible are polynomials by their degree. Those of 7 and 9 fit walk best.
var irreducible = [...]uint64{0x1, 0x3, 0x7, 0xb, 0x13, 0x25, 0x43, 0xb9, 0x11d, 0x217, 0x409}

// made has the folds by degree, once they were asked for.
var made = func() (f [len(irreducible)]func() *folds) {
	for degree := range f {
		f[degree] = sync.OnceValue(func() *folds { return newFolds(degree) })
	}
	return f
}()

// foldsOf returns the folds for at least so many sets, and how many they are.
func foldsOf(sets int) (f *folds, all int) {
	degree := bits.Len(uint(sets - 1))
	return made[degree](), 1 << degree
}

func newFolds(degree int) *folds {
	f := new(folds)
	for i := range f {
		for v := range f[i] {
			f[i][v] = uint16(rest(uint64(v)<<(8*i), degree))
		}
	}
	return f
}

// rest is what the polynomial of a degree leaves of another.
func rest(x uint64, degree int) uint64 {
	for n := bits.Len64(x); n > degree; n = bits.Len64(x) {
		x ^= irreducible[degree] << (n - 1 - degree)
	}
	return x
}

// set is the set of a line.
func (f *folds) set(line uint64) int {
	set := uint16(0)
	for i := 0; line != 0; i++ {
		set ^= f[i][line&0xff]
		line >>= 8
	}
	return int(set)
}
