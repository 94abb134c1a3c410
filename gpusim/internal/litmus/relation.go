package litmus

// This file is relations between the events of an execution.

import "math/bits"

// relation is a bit matrix: bit b of row a says that event a is related to event b.
type relation []uint64

func newRelation(n int) relation { return make(relation, n) }

func (r relation) add(a, b int)      { r[a] |= 1 << b }
func (r relation) has(a, b int) bool { return r[a]>>b&1 != 0 }

// clone returns a copy.
func (r relation) clone() relation { return append(relation(nil), r...) }

// close adds all pairs that follow by transitivity.
func (r relation) close() relation {
	for k := range r {
		for i := range r {
			if r.has(i, k) {
				r[i] |= r[k]
			}
		}
	}
	return r
}

// cyclic reports whether a closed relation relates an event to itself.
func (r relation) cyclic() bool {
	for i := range r {
		if r.has(i, i) {
			return true
		}
	}
	return false
}

// each calls f with the events that a is related to.
func (r relation) each(a int, f func(b int)) {
	for row := r[a]; row != 0; row &= row - 1 {
		f(bits.TrailingZeros64(row))
	}
}
