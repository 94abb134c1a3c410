package memsys

// This file remembers what was found of accesses that are alike: see trace.Access.Shape.

import "gpucourse/gpusim/trace"

// shapeBits is the logarithm of how many are remembered.
const shapeBits = 10

// shapeKey tells accesses apart that may differ: those of one shape whose bases
// lie alike in a period of addresses. 0: none.
type shapeKey uint64

// keyOf returns the key of an access; 0 when it has no shape.
func keyOf(a *trace.Access, period uint64) shapeKey {
	if a.Shape == 0 || a.Addr != nil || a.Taps != nil {
		return 0
	}
	return shapeKey(uint64(a.Shape)<<32 | a.Base&(period-1))
}

// place is where a key's answer is kept, if it is.
func (k shapeKey) place() uint64 { return uint64(k) * golden >> (64 - shapeBits) }

// splits remembers the pieces of loads. Lines are relative to that of the base.
type splits [1 << shapeBits]struct {
	key    shapeKey
	pieces []piece
}

// of returns the pieces of a load, as the splitter does, but for a line that theirs are
// to be counted from.
func (m *splits) of(x *splitter, a *trace.Access) (pieces []piece, from uint64) {
	key := keyOf(a, 1<<x.line)
	if key == 0 {
		return x.of(a), 0
	}
	e := &m[key.place()]
	from = a.Base >> x.line
	if e.key != key {
		e.key, e.pieces = key, append(e.pieces[:0], x.of(a)...)
		for i := range e.pieces {
			e.pieces[i].line -= from
		}
	}
	return e.pieces, from
}
